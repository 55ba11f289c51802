"""Regions are the connected components, also after updates."""

import random
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import naive_paths
import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from interpreted import load_interpreted
from scipy import ndimage

from navcore import kernels
from navcore.bake import regions as regions_module
from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.bake.raster import CellRect
from navcore.bake.regions import Regions

SHARE = 1 if kernels.COMPILED else 10
"""One in so many: interpreted, a tile takes a thousand times as long."""

SIDES = st.sampled_from([1, 2, 5, 61, 62, 63, 64, 65, 126, 127, 128, 130])


def spiral(depth: int, width: int) -> np.ndarray:
    """One corridor that winds inwards, a wall between its turns."""
    cells = np.zeros((depth, width), np.uint8)
    row, column, step = 0, -1, (0, 1)
    while True:
        moved = False
        while True:
            ahead = (row + step[0], column + step[1])
            beyond = (ahead[0] + step[0], ahead[1] + step[1])
            if not (0 <= ahead[0] < depth and 0 <= ahead[1] < width) or cells[ahead]:
                break
            if 0 <= beyond[0] < depth and 0 <= beyond[1] < width and cells[beyond]:
                break
            row, column = ahead
            cells[row, column] = 1
            moved = True
        if not moved:
            return cells
        step = (step[1], -step[0])


def noise(rng: np.random.Generator, depth: int, width: int) -> np.ndarray:
    """Random cells, from nearly none to nearly all walkable."""
    return (rng.random((depth, width)) < rng.uniform(0.02, 0.98)).astype(np.uint8)


def blocks(rng: np.random.Generator, depth: int, width: int) -> np.ndarray:
    """Floor with walls through it, and gaps in the walls."""
    cells = np.ones((depth, width), np.uint8)
    for _ in range(rng.integers(12)):
        cells[rng.integers(depth), :] = 0
        cells[:, rng.integers(width)] = 0
    for _ in range(rng.integers(12)):
        cells[rng.integers(depth), rng.integers(width)] = 1
    return cells


SHAPES: dict[str, Callable[[np.random.Generator, int, int], np.ndarray]] = {
    "noise": noise,
    "blocks": blocks,
    "spiral": lambda _, depth, width: spiral(depth, width),
    "every other cell": lambda _, depth, width: (np.indices((depth, width)).sum(axis=0) % 2).astype(
        np.uint8
    ),
    "comb": lambda _, depth, width: np.fromfunction(
        lambda row, column: (column % 2 == 0) | (row == 0), (depth, width)
    ).astype(np.uint8),
    "empty": lambda _, depth, width: np.zeros((depth, width), np.uint8),
    "full": lambda _, depth, width: np.ones((depth, width), np.uint8),
}


def assert_are_components(regions: Regions, padded: np.ndarray) -> np.ndarray:
    """Check that each component is one region with the right size."""
    labels, (expected, count) = regions.labels, ndimage.label(padded)
    assert regions.count == count
    assert ((labels > 0) == (padded > 0)).all()
    both = np.unique(np.stack((labels.ravel(), expected.ravel())), axis=1)
    assert len(both[0]) == len(set(both[0])) == len(set(both[1]))
    sizes = np.bincount(labels.ravel(), minlength=count + 1)
    assert regions.sizes.tolist() == [0, *sizes[1:]]
    for cell in random.Random(count).sample(range(labels.size), min(labels.size, 200 // SHARE)):
        assert regions.region_at(cell) == labels.ravel()[cell]
    return labels


def assert_same(one: Regions, other: Regions) -> None:
    """The same regions under the same numbers."""
    assert one.count == other.count
    assert one.sizes.tolist() == other.sizes.tolist()
    assert (one.labels == other.labels).all()


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=10 // SHARE + 1)
@given(seed=st.integers(0, 2**32), depth=SIDES, width=SIDES)
@example(seed=0, depth=126, width=190)
def test_regions_are_the_connected_components(name, seed, depth, width) -> None:
    """scipy labels them in the same way."""
    cells = SHAPES[name](np.random.default_rng(seed), depth, width)
    grid = NavGrid.from_array(cells)
    assert_are_components(grid.regions, grid.padded)


@settings(max_examples=30 // SHARE + 1)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 12))
def test_regions_are_what_a_flood_reaches(seed, depth, width) -> None:
    """Cells joined by their sides, never past a corner."""
    cells = noise(np.random.default_rng(seed), depth, width)
    labels = NavGrid.from_array(cells).regions.labels[1:-1, 1:-1]
    pieces = [
        set(map(tuple, np.argwhere(labels == label).tolist())) for label in set(labels[cells > 0])
    ]
    assert sorted(map(sorted, pieces)) == sorted(map(sorted, naive_paths.pieces_of(cells)))


def random_rect(rng: random.Random, depth: int, width: int) -> CellRect:
    """Return a rectangle of some cells, a whole tile or all cells."""
    if rng.random() < 0.2:
        return CellRect(0, depth, 0, width)
    if rng.random() < 0.3:
        row, column = 64 * rng.randrange(depth // 64 + 1), 64 * rng.randrange(width // 64 + 1)
        row, column = max(0, row - 1), max(0, column - 1)
        return CellRect(row, min(depth, row + 64), column, min(width, column + 64))
    row0, row1 = sorted(rng.randrange(depth + 1) for _ in range(2))
    column0, column1 = sorted(rng.randrange(width + 1) for _ in range(2))
    return CellRect(row0, min(row1, row0 + 9), column0, min(column1, column0 + 9))


def change(rng: random.Random, padded: np.ndarray, rect: CellRect) -> None:
    """Empty, fill or stir the cells of a rectangle."""
    part = padded[rect.padded]
    kind = rng.randrange(3)
    if kind == 2:
        part[...] = noise(np.random.default_rng(rng.randrange(2**32)), *part.shape)
    else:
        part[...] = kind


@settings(max_examples=25 // SHARE + 1)
@given(st.integers(0, 2**32), SIDES, SIDES)
def test_that_changed_equals_anew(seed, depth, width) -> None:
    """This holds for any changes, in one rectangle or several at once.

    The old object stays unchanged.
    """
    rng = random.Random(seed)
    padded = np.zeros((depth + 2, width + 2), np.uint8)
    padded[1:-1, 1:-1] = blocks(np.random.default_rng(seed), depth, width)
    regions = Regions.of(Bitmaps.of(padded))
    for _ in range(4):
        before, count = regions.labels, regions.count
        rects = [random_rect(rng, depth, width) for _ in range(rng.randint(0, 3))]
        for rect in rects:
            change(rng, padded, rect)
        changed = regions.changed(Bitmaps.of(padded), rects)
        assert_same(changed, Regions.of(Bitmaps.of(padded)))
        assert_are_components(changed, padded)
        assert (regions.labels == before).all()
        assert regions.count == count
        regions = changed


@settings(max_examples=25 // SHARE + 1)
@given(st.integers(0, 2**32), SIDES, SIDES)
def test_classes_are_painted_anew_where_they_differ(seed, depth, width) -> None:
    """Changed tiles are painted completely; nothing of the old classes is left."""
    rng = random.Random(seed)
    padded = np.zeros((depth + 2, width + 2), np.uint8)
    padded[1:-1, 1:-1] = blocks(np.random.default_rng(seed), depth, width)
    regions = Regions.of(Bitmaps.of(padded))
    class_of = classes_by_size(regions)
    classes = np.full((depth, width), 77, np.uint8)
    regions.paint_classes(class_of, np.arange(regions.tiles, dtype=np.int32), classes)
    for _ in range(4):
        assert (classes == class_of[regions.labels[1:-1, 1:-1]]).all()
        change(rng, padded, random_rect(rng, depth, width))
        changed = Regions.of(Bitmaps.of(padded))
        new = classes_by_size(changed)
        tiles = changed.tiles_that_differ(new, regions, class_of)
        changed.paint_classes(new, tiles, classes)
        regions, class_of = changed, new


def classes_by_size(regions: Regions) -> np.ndarray:
    """Return classes: 0 for the largest region and blocked cells, 1 to 3 repeated for others."""
    order = regions.order()
    assert (np.diff(regions.sizes[order]) <= 0).all()
    class_of = np.zeros(regions.count + 1, np.uint8)
    class_of[order[1:]] = 1 + np.arange(len(order[1:])) % 3
    return class_of


def test_the_tile_with_the_most_of_a_region() -> None:
    """For a region in three tiles it is the middle one; an unknown region has none."""
    cells = np.zeros((10, 180), np.uint8)
    cells[2, 60:130], cells[8, 3] = 1, 1
    regions = NavGrid.from_array(cells).regions
    assert [regions.tile_of(region) for region in regions.order().tolist()] == [1, 0]
    assert regions.tile_rect(1) == CellRect(-1, 63, 63, 127)
    with pytest.raises(IndexError):
        regions.tile_of(3)


def nearest_by_looking(labels: np.ndarray, region: int, column: int, row: int) -> list[int]:
    """All cells of the region at the smallest distance, exact however far."""
    away = {
        int(r) * labels.shape[1] + int(c): (int(c) - 1 - column) ** 2 + (int(r) - 1 - row) ** 2
        for r, c in np.argwhere(labels == region)
    }
    least = min(away.values())
    return [cell for cell, distance in away.items() if distance == least]


PLACES = st.one_of(st.integers(-10, 140), st.integers(-3000, 3000), st.integers(-(2**40), 2**40))


@pytest.mark.parametrize("name", SHAPES)
@settings(max_examples=6 // SHARE + 1)
@given(seed=st.integers(0, 2**32), depth=SIDES, width=SIDES, column=PLACES, row=PLACES)
@example(seed=1, depth=63, width=63, column=31, row=31)
def test_nearest_cells_are_all_that_are_nearest(name, seed, depth, width, column, row) -> None:
    """They are in order, for a place in the region, beside it or far away."""
    grid = NavGrid.from_array(SHAPES[name](np.random.default_rng(seed), depth, width))
    regions, labels = grid.regions, grid.regions.labels
    for region in random.Random(seed).sample(range(1, regions.count + 1), min(3, regions.count)):
        found = regions.nearest_in(region, column, row)
        assert found.dtype == np.int32
        assert found.tolist() == nearest_by_looking(labels, region, column, row)


def test_that_a_circle_of_cells_is_nearest_at_once() -> None:
    """As many ties as a circle through cells has: 36 at 65 squared."""
    padded = np.zeros((150, 150), np.uint8)
    rows, columns = np.indices(padded.shape)
    padded[(rows - 75) ** 2 + (columns - 75) ** 2 >= 65**2] = 1
    padded[[0, -1]] = padded[:, [0, -1]] = 0
    regions = Regions.of(Bitmaps.of(padded))
    found = regions.nearest_in(1, 74, 74)
    assert found.tolist() == nearest_by_looking(regions.labels, 1, 74, 74)
    assert len(found) == 36


def test_that_there_is_no_nearest_cell_of_no_region() -> None:
    """A number that no region has."""
    assert NavGrid.from_array([[1, 0, 1]]).regions.nearest_in(3, 0, 0).tolist() == []


def test_that_a_place_beyond_all_numbers_has_a_nearest_cell() -> None:
    """It is the one in the place's direction."""
    regions = NavGrid.from_array(np.ones((3, 3))).regions
    assert regions.nearest_in(1, 10**30, -(10**30)).tolist() == [1 * 5 + 3]
    assert regions.nearest_in(1, -(10**30), 1).tolist() == [2 * 5 + 1]


def test_that_threads_share_regions() -> None:
    """Nothing is written when questions are answered."""
    cells = noise(np.random.default_rng(5), 130, 130)
    regions = NavGrid.from_array(cells).regions
    largest = int(np.argmax(regions.sizes))

    def ask(seed: int) -> list[list[int]]:
        rng = random.Random(seed)
        places = [(rng.randrange(-50, 250), rng.randrange(-50, 250)) for _ in range(200 // SHARE)]
        return [regions.nearest_in(largest, *place).tolist() for place in places]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(ask, range(6))) == [ask(seed) for seed in range(6)]


@settings(max_examples=8 // SHARE + 1)
@given(seed=st.integers(0, 2**32), depth=SIDES, width=SIDES)
def test_compiled_equals_interpreted(seed, depth, width) -> None:
    """The extensions and their sources give the same regions."""
    padded = np.zeros((depth + 2, width + 2), np.uint8)
    padded[1:-1, 1:-1] = noise(np.random.default_rng(seed), depth, width)
    bitmaps = Bitmaps.of(padded)
    rect = CellRect(depth // 3, depth // 2 + 1, width // 3, width // 2 + 1)
    compiled = Regions.of(bitmaps)
    with pytest.MonkeyPatch.context() as patch:
        pieces = load_interpreted("regions")
        patch.setitem(sys.modules, "navcore.kernels.raster.regions", pieces)
        patch.setattr(regions_module, "kernel", pieces)
        patch.setattr(regions_module, "region_index", load_interpreted("region_index"))
        source = Regions.of(bitmaps)
        assert_same(compiled, source)
        assert_same(compiled.changed(bitmaps, [rect]), source.changed(bitmaps, [rect]))
        tiles, painted = np.arange(source.tiles, dtype=np.int32), np.ones((2, depth, width), "B")
        for regions, classes in ((compiled, painted[0]), (source, painted[1])):
            regions.paint_classes(classes_by_size(regions), tiles, classes)
        assert (painted[0] == painted[1]).all()
        for region in range(1, min(source.count, 5) + 1):
            for place in ((0, 0), (width + 70, depth // 2), (-(2**40), 2**39)):
                near = source.nearest_in(region, *place)
                assert source.region_at(int(near[0])) == region
                assert near.tolist() == compiled.nearest_in(region, *place).tolist()
