"""Distance fields give the same cells for any clearance as the outlines."""

import random

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from interpreted import load_interpreted
from strategies import generators, random_edit, random_level, random_settings

from navcore import kernels
from navcore.bake import distances as distances_module
from navcore.bake.bitmaps import cells_of, words_of
from navcore.bake.distances import Distances, Outlines
from navcore.bake.extent import lattice_for
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect, whole
from navcore.bake.shapes import Shapes
from navcore.errors import Cancelled
from navcore.level.model import Level

SHARE = 1 if kernels.COMPILED else 20
"""One example in so many when kernels are interpreted."""


def lattice_of(level: Level) -> Lattice:
    """The level's own cells."""
    return lattice_for(Shapes.of(level.areas.values()).bounds, level.settings)


def free_cells(
    distances: Distances, outlines: Outlines, clearance: float, rect: CellRect, *, strict: bool
) -> np.ndarray:
    """Return (depth, width) the free cells, with blocking only in `rect`."""
    lattice = distances.lattice
    padded = np.zeros((lattice.depth + 2, lattice.width + 2), np.uint8)
    padded[1:-1, 1:-1] = 1
    rows = words_of(padded)
    distances.block(rect, outlines, clearance, rows, strict=strict)
    return cells_of(rows, lattice.width + 2)[1:-1, 1:-1] != 0


def squares_of_distances(segments: np.ndarray, lattice: Lattice) -> np.ndarray:
    """(depth, width) squared distance to the nearest segment."""
    px, pz = naive.centres(lattice)
    found = np.full((lattice.depth, lattice.width), np.inf)
    for xa, za, xb, zb in segments.tolist():
        found = np.minimum(found, naive.distance2((xa, za), (xb, zb), px, pz))
    return found


def clearances(rng: random.Random, squares: np.ndarray) -> list[float]:
    """Yield clearances: 0, some numbers, and exact distances of some cells, which are ties."""
    near = squares[squares < 9.0]
    ties = [float(np.sqrt(near[rng.randrange(len(near))])) for _ in range(3)] if len(near) else []
    return [0.0, 0.25, 0.7, 1.0, rng.uniform(0, 3), *ties]


@settings(max_examples=60 // SHARE + 1)
@given(generators)
def test_any_clearance_is_read_off_one_field(rng) -> None:
    """It is exact to the cell, also at the clearance itself, in any rectangle (S0-025, S0-027)."""
    level = random_level(rng)
    lattice = lattice_of(level)
    obstacles = Shapes.of(level.obstacles.values())
    edges = [obstacles.active_edges(key) for key in level.obstacles]
    segments = np.concatenate((np.empty((0, 4)), *edges))
    squares = squares_of_distances(segments, lattice)
    px, pz = naive.centres(lattice)
    inside = np.zeros(squares.shape, bool)
    for obstacle in level.obstacles.values():
        if obstacle.enabled:
            inside |= naive.inside(obstacle.polygon, px, pz)
    solid, open_ = Outlines.of_obstacles(obstacles), Outlines.of_edge(segments)
    to_obstacles = Distances.of(lattice, solid, 4.0)
    to_edge = Distances.of(lattice, open_, 4.0)
    for clearance in clearances(rng, squares):
        rect = whole(lattice)
        # Not `clearance**2`: a power may be off in its last bit, a product is not.
        limit = clearance * clearance
        near, nearer = squares <= limit, squares < limit
        free = free_cells(to_obstacles, solid, clearance, rect, strict=False)
        assert (free == ~(inside | near)).all()
        free = free_cells(to_edge, open_, clearance, rect, strict=True)
        assert (free == ~nearer).all()
        row0, row1 = sorted(rng.sample(range(lattice.depth + 1), 2))
        column0, column1 = sorted(rng.sample(range(lattice.width + 1), 2))
        rect = CellRect(row0, row1, column0, column1)
        elsewhere = np.ones(squares.shape, bool)
        elsewhere[row0:row1, column0:column1] = False
        free = free_cells(to_obstacles, solid, clearance, rect, strict=False)
        assert (free == ~(inside | near) | elsewhere).all()


def test_many_ties_are_decided_at_once() -> None:
    """Edges along rows of centres: whole lines of cells are at exactly the clearance."""
    lattice = Lattice(1.0, 0.0, 0.0, 300, 200)
    lines = [(0.0, z + 0.5, 300.0, z + 0.5) for z in range(10, 200, 20)]
    outlines = Outlines.of_edge(np.array(lines * (100 // SHARE)))
    distances = Distances.of(lattice, outlines, 8.0)
    for strict in (False, True):
        free = free_cells(distances, outlines, 3.0, whole(lattice), strict=strict)
        away = np.abs((np.arange(200) - 10 + 10) % 20 - 10)
        assert (free == (away >= 3 if strict else away > 3)[:, None]).all()


def test_far_from_the_origin_coordinates_are_coarse() -> None:
    """The predicate rounds there, and the field follows it."""
    rng = random.Random(3)
    far = float(2**40)
    lattice = Lattice(1.0, far, -far, 40, 40)
    ring = np.array([(far + rng.uniform(0, 40), -far + rng.uniform(0, 40)) for _ in range(6)])
    segments = np.hstack((ring[::2], ring[1::2]))
    low = segments[:, 1] > segments[:, 3]
    segments[low] = segments[low][:, [2, 3, 0, 1]]
    outlines = Outlines.of_edge(segments)
    distances, squares = (
        Distances.of(lattice, outlines, 8.0),
        squares_of_distances(segments, lattice),
    )
    for clearance in (1.0, 2.0, 5.0, *np.sqrt(squares[squares < 50][:40]).tolist()):
        free = free_cells(distances, outlines, clearance, whole(lattice), strict=False)
        assert (free == (squares > clearance * clearance)).all()


@settings(max_examples=100 // SHARE)
@given(generators)
def test_that_changed_equals_anew(rng) -> None:
    """Within the rectangles it is measured again, outside of them nothing differs."""
    level = random_level(rng)
    lattice = lattice_of(level)
    old = Distances.of(lattice, Outlines.of_obstacles(Shapes.of(level.obstacles.values())), 2.0)
    after = random_edit(level, rng).apply(level)
    outlines = Outlines.of_obstacles(Shapes.of(after.obstacles.values()))
    anew = Distances.of(lattice, outlines, 2.0)
    rows, columns = np.nonzero((old.field != anew.field)[1:-1, 1:-1])
    rects = []
    if len(rows):
        box = (rows.min(), rows.max() + 1, columns.min(), columns.max() + 1)
        rects = [CellRect(*map(int, box))]
    assert (old.changed(outlines, rects).field == anew.field).all()


def test_a_long_measuring_can_be_cancelled() -> None:
    """As a bake can."""
    segments = np.array([(0.0, 0.0, 5.0, 5.0)])
    with pytest.raises(Cancelled):
        Distances.of(
            Lattice(1.0, 0.0, 0.0, 9, 9), Outlines.of_edge(segments), 4.0, np.ones(2, np.int64)
        )


@settings(max_examples=15 // SHARE + 1)
@given(generators)
def test_compiled_equals_interpreted(rng) -> None:
    """The extension and its source give the same fields and the same cells."""
    level = random_level(rng).with_settings(random_settings(rng))
    lattice = lattice_of(level)
    if lattice.cells > 4000:
        return
    outlines = Outlines.of_obstacles(Shapes.of(level.obstacles.values()))
    compiled = Distances.of(lattice, outlines, 2.0)
    free = free_cells(compiled, outlines, 0.7, whole(lattice), strict=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(distances_module, "kernel", load_interpreted("distances"))
        source = Distances.of(lattice, outlines, 2.0)
        assert source.field.tobytes() == compiled.field.tobytes()
        assert (free_cells(source, outlines, 0.7, whole(lattice), strict=False) == free).all()
