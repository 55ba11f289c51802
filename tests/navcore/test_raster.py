"""Rasterised polygons equal brute force over all cells and edges, cell by cell."""

import random

import naive
import numpy as np
import pytest
from hypothesis import given
from interpreted import load_interpreted
from strategies import concave_rings, generators, random_concave, random_ring

from navcore.bake.bitmaps import words_in
from navcore.bake.lattice import Lattice
from navcore.bake.raster import (
    CellRect,
    block_near,
    box_around,
    fill,
    frame_of,
    merged,
    rects_around,
    whole,
)
from navcore.errors import Cancelled
from navcore.geometry.rings import packed
from navcore.kernels import buffers
from navcore.kernels.raster import offset_raster, polygons
from navcore.level.model import Ring

LATTICE = Lattice(0.4, -3.0, -3.0, 45, 45)
INTERPRETED = (load_interpreted("polygons"), load_interpreted("offset_raster"))


def _empty(lattice: Lattice = LATTICE) -> np.ndarray:
    return np.zeros((lattice.depth + 2, lattice.width + 2), np.uint8)


def _inside(ring: Ring, rect: CellRect | None = None, lattice: Lattice = LATTICE) -> np.ndarray:
    cells = _empty(lattice)
    fill(lattice, rect or whole(lattice), packed([ring]), cells, 1)
    return cells[1:-1, 1:-1]


def _near(ring: Ring, reach: float, rect: CellRect | None = None, *, strict=False) -> np.ndarray:
    cells = np.ones_like(_empty())
    block_near(LATTICE, rect or whole(LATTICE), packed([ring])[0], reach, cells, strict=strict)
    assert cells[0].all()
    assert cells[-1].all()
    return cells[1:-1, 1:-1] == 0


def _naive_near(
    ring: Ring, reach: float, lattice: Lattice = LATTICE, *, strict: bool = False
) -> np.ndarray:
    found = np.zeros((lattice.depth, lattice.width), bool)
    for a, b in naive.edges(ring):
        d2 = naive.distance2(a, b, *naive.centres(lattice))
        found |= d2 < reach * reach if strict else d2 <= reach * reach
    return found


@given(generators)
def test_inside_equals_brute_force(rng):
    """Any ring, whole or in a rectangle of cells."""
    ring = random_ring(rng)
    expected = naive.inside(ring, *naive.centres(LATTICE))
    assert (_inside(ring) == expected).all()
    rect = _random_rect(rng)
    within = np.zeros_like(expected)
    within[rect.row0 : rect.row1, rect.column0 : rect.column1] = True
    assert (_inside(ring, rect) == (expected & within)).all()


@given(generators)
def test_near_equals_brute_force(rng):
    """Any reach, zero included, and ties both ways."""
    ring = random_ring(rng)
    reach = rng.choice((0.0, 0.2, 0.7, 0.7, 1.0, 3.3, rng.uniform(0, 6)))
    strict = rng.random() < 0.5
    expected = _naive_near(ring, reach, strict=strict)
    assert (_near(ring, reach, strict=strict) == expected).all()
    rect = _random_rect(rng)
    within = np.zeros_like(expected)
    within[rect.row0 : rect.row1, rect.column0 : rect.column1] = True
    assert (_near(ring, reach, rect, strict=strict) == (expected & within)).all()


def test_two_hundred_concave_obstacles_have_no_cell_different(exhaustive: bool):
    """S0-027 by its own test, at the default clearance."""
    for seed in range(5000 if exhaustive else 200):
        rng = random.Random(seed)
        ring = random_concave(rng, rng.randint(3, 20), rng.uniform(0.3, 8))
        cells = np.ones_like(_empty())
        fill(LATTICE, whole(LATTICE), packed([ring]), cells, 0)
        block_near(LATTICE, whole(LATTICE), packed([ring])[0], 0.7, cells)
        expected = naive.inside(ring, *naive.centres(LATTICE)) | _naive_near(ring, 0.7)
        assert ((cells[1:-1, 1:-1] == 0) == expected).all(), seed


def test_either_winding_of_a_u_leaves_its_notch_blocked():
    """S0-021."""
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (6.0, 9.0), (6.0, 3.0), (3.0, 3.0), (3.0, 9.0),
            (0.0, 9.0))  # fmt: skip
    for winding in (ring, ring[::-1]):
        cells = _inside(winding)
        assert (cells == _inside(ring)).all()
        for (x, z), expected in {
            (4.5, 6.0): 0,
            (1.5, 6.0): 1,
            (7.5, 6.0): 1,
            (4.5, 1.5): 1,
        }.items():
            column, row = LATTICE.cell_of(x, z)
            assert cells[row, column] == expected


@given(concave_rings)
def test_winding_and_first_corner_do_not_matter(ring: Ring):
    """Every cell is equal, ties included."""
    for other in (ring[::-1], ring[2:] + ring[:2]):
        assert (_inside(ring) == _inside(other)).all()
        assert (_near(ring, 0.7) == _near(other, 0.7)).all()


@pytest.mark.parametrize("cell_size", [0.1, 0.25, 0.3, 0.4, 0.7])
def test_abutting_areas_leave_no_seam(cell_size: float):
    """Every offset of the common edge, those through centres included (S0-022)."""
    for offset in range(40):
        x = 3.0 + offset * 0.05
        left = ((0.0, 0.0), (x, 0.0), (x, 6.0), (0.0, 6.0))
        right = ((x, 0.0), (9.0, 0.0), (9.0, 6.0), (x, 6.0))
        lattice = Lattice(cell_size, -1.0, -1.0, int(11 / cell_size), int(8 / cell_size))
        once = _inside(((0.0, 0.0), (9.0, 0.0), (9.0, 6.0), (0.0, 6.0)), lattice=lattice)
        assert (_inside(left, lattice=lattice) + _inside(right, lattice=lattice) == once).all()
        turned = [tuple((z, x) for x, z in ring) for ring in (left, right)]
        parts = [_inside(ring, lattice=lattice) for ring in turned]
        whole_area = ((0.0, 0.0), (0.0, 9.0), (6.0, 9.0), (6.0, 0.0))
        assert (parts[0] + parts[1] == _inside(whole_area, lattice=lattice)).all()


@given(generators)
def test_triangles_around_a_point_cover_each_cell_once(rng):
    """Slanted edges leave no seam and no overlap either."""
    ring = random_concave(rng, rng.randint(3, 9), 6.0)
    hub = (rng.uniform(0, 12), rng.uniform(0, 12))
    corners = zip(ring, (*ring[1:], ring[0]), strict=True)
    total = sum(_inside((hub, a, b)).astype(int) for a, b in corners)
    assert (total % 2 == _inside(ring)).all()


def test_sliver_thinner_than_a_cell_still_blocks_around_itself():
    """No centre is inside, but many are near (S0-027)."""
    sliver = ((0.0, 0.0), (9.0, 4.0), (9.0, 4.01))
    assert (_near(sliver, 0.7) == _naive_near(sliver, 0.7)).all()
    assert _near(sliver, 0.7).any()


@pytest.mark.parametrize("far", [1e4, 1e9, 1e20, 1e300])
def test_corners_far_outside_change_nothing_but_their_cells(far: float):
    """The scratch array is left clean for outlines of every size."""
    ring = ((-far, 1.0), (3.3, 2.0), (far, 9.0), (2.0, far))
    cells = _empty()
    square = ((0.0, 0.0), (3.0, 0.0), (3.0, 3.0), (0.0, 3.0))
    fill(LATTICE, whole(LATTICE), packed([ring, square]), cells, 1)
    px, pz = naive.centres(LATTICE)
    expected = naive.inside(ring, px, pz) | naive.inside(square, px, pz)
    assert (cells[1:-1, 1:-1] == expected).all()


@given(generators)
def test_near_is_decided_by_the_predicate_where_all_is_close_to_a_tie(rng):
    """Edges that pass centres at the reach, slanted by next to nothing, near and far away."""
    far = rng.choice((0.0, 0.0, 1e3, 1e6, 1e9))
    cell = rng.choice((0.1, 0.4, 1.0))
    lattice = Lattice(cell, far + rng.uniform(0, 1), -far + rng.choice((0.0, 0.3)), 31, 17)
    reach = rng.choice((0.0, cell, 1.5 * cell, 0.7))
    (x0, z0), (x1, z1) = (
        lattice.centre_of(rng.randint(-9, 40), rng.randint(-9, 26)) for _ in range(2)
    )
    tilt = rng.choice((0.0, 1e-16, 1e-13, 1e-9, 1e-6)) * rng.choice((-1, 1))
    if rng.random() < 0.5:
        z1 = z0 + (1 + far) * tilt
    else:
        x1 = x0 + (1 + far) * tilt
    shift = rng.choice((0.0, reach, -reach))
    ring = ((x0, z0 + shift), (x1, z1 + shift), (x0 + shift, z0))
    for strict in (False, True):
        cells = _empty(lattice) + 1
        block_near(lattice, whole(lattice), packed([ring])[0], reach, cells, strict=strict)
        expected = _naive_near(ring, reach, lattice, strict=strict)
        assert ((cells[1:-1, 1:-1] == 0) == expected).all()


@pytest.mark.parametrize("far", [1e9, 1e15, 1e150, 1e300])
def test_near_segments_that_end_far_outside(far: float):
    """The predicate rounds them in the same way."""
    for ring in (
        ((-far, 1.0), (3.3, 2.0), (far, 9.0)),
        ((2.0, -far), (3.0, far), (9.0, 2.5)),
        ((-far, -far), (far, far), (0.0, 3.0)),
    ):
        assert (_near(ring, 0.7) == _naive_near(ring, 0.7)).all()


@given(generators)
def test_compiled_equals_interpreted(rng):
    """Bit for bit, scratch and job included."""
    lattice = LATTICE.window(rng.randint(-9, 9), rng.randint(-9, 9), 123, 17)
    rings = packed([random_ring(rng) for _ in range(rng.randint(1, 3))])
    chosen = np.array(sorted(rng.sample(range(len(rings)), rng.randint(1, len(rings)))), np.int64)
    rect = CellRect(2, 16, rng.randint(0, 60), rng.randint(61, 123))
    reach, strict = rng.choice((0.0, 0.7, 2.5)), rng.random() < 0.5
    results = []
    for kernel, near in ((polygons, offset_raster), INTERPRETED):
        words, job = np.zeros((19, words_in(125)), np.uint64), np.zeros(2, np.int64)
        marks, marked = np.zeros((14, 3), np.uint64), np.zeros((14, 2), np.int32)
        marked[:] = (2**31 - 1, -1)
        arrays = buffers(
            kernel, frame_of(lattice), np.array(rect, np.int64), rings.edges, rings.spans, chosen,
            marks, marked, words, job,
        )  # fmt: skip
        kernel.fill(*arrays[:8], True, arrays[8])
        filled = words.copy()
        assert not marks.any()
        assert (marked == (2**31 - 1, -1)).all()
        near.block_near(*arrays[:5], reach, strict, *arrays[7:])
        kernel.fill(*arrays[:8], False, arrays[8])
        results.append((filled.tolist(), words.tolist(), job.tolist()))
    assert results[0] == results[1]


def test_cancelled_job_stops_and_is_reported():
    """Nothing more is written, and the caller is informed."""
    ring = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))
    cells, job = _empty(), np.array([1, 0], np.int64)
    with pytest.raises(Cancelled):
        fill(LATTICE, whole(LATTICE), packed([ring]), cells, 1, job)
    assert not cells.any()
    cells[:] = 1
    with pytest.raises(Cancelled):
        block_near(LATTICE, whole(LATTICE), packed([ring])[0], 1.0, cells, job=job)
    assert cells.all()
    job[0] = 0
    fill(LATTICE, whole(LATTICE), packed([ring]), cells, 1, job)
    assert job.tolist() == [0, 1]


@given(generators)
def test_rectangles_hold_all_centres_of_their_boxes(rng):
    """A rectangle's box contains its centres, too."""
    (x0, z0), (x1, z1) = ((rng.uniform(-9, 20), rng.uniform(-9, 20)) for _ in range(2))
    box = (min(x0, x1), min(z0, z1), max(x0, x1), max(z0, z1))
    px, pz = naive.centres(LATTICE)
    held = (px >= box[0]) & (px <= box[2]) & (pz >= box[1]) & (pz <= box[3])
    for rect in rects_around(LATTICE, [box]) or [CellRect(0, 0, 0, 0)]:
        outside = held.copy()
        outside[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
        assert not outside.any()
    rect = _random_rect(rng)
    left, bottom, right, top = box_around(LATTICE, rect)
    assert left < px[0, rect.column0] <= px[0, rect.column1 - 1] < right
    assert bottom < pz[rect.row0, 0] <= pz[rect.row1 - 1, 0] < top


@given(generators)
def test_merged_rectangles_cover_the_same_in_fewer(rng):
    """Few or many."""
    rects = [_random_rect(rng) for _ in range(rng.choice((0, 1, 2, 5, 9, 70)))]
    covered = np.zeros((LATTICE.depth, LATTICE.width), bool)
    for rect in merged(rects):
        covered[rect.row0 : rect.row1, rect.column0 : rect.column1] = True
    assert all(covered[r.row0 : r.row1, r.column0 : r.column1].all() for r in rects)
    assert len(merged(rects)) <= (len(rects) if len(rects) <= 9 else 1)


def test_rectangles_far_apart_stay_apart():
    """Rasterising the space between them would be a waste."""
    far = [CellRect(0, 20, 0, 20), CellRect(500, 520, 900, 920)]
    assert merged(far) == far
    assert merged([far[0], CellRect(10, 30, 5, 25)]) == [CellRect(0, 30, 0, 25)]
    assert merged([]) == []


def _random_rect(rng: random.Random) -> CellRect:
    rows = sorted(rng.sample(range(LATTICE.depth + 1), 2))
    columns = sorted(rng.sample(range(LATTICE.width + 1), 2))
    return CellRect(*rows, *columns)
