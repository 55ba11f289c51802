"""Packed rings, boxes, and the outer edge of areas that touch."""

import math
import random

import numpy as np
import pytest
import shapely
from hypothesis import given
from naive import centres, inside
from strategies import generators, random_change, random_ring, rings, turned

from navcore.bake.lattice import Lattice
from navcore.geometry.boolean import difference_without_holes, overlap_of
from navcore.geometry.even_odd import polygon_of
from navcore.geometry.labels import label_point
from navcore.geometry.outline import closed_pieces
from navcore.geometry.polygons import contains
from navcore.geometry.rings import (
    box_of,
    differing,
    lower_end_first,
    pack,
    packed,
    strips_around,
    touching,
)
from navcore.level.model import Area, Ring

ROOM: Ring = ((0.0, 0.0), (10.0, 0.0), (10.0, 8.0), (0.0, 8.0))


def _rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def _outer(ring: Ring, *others: Ring, seam: float = 0.01) -> np.ndarray:
    edges, *around = packed([ring, *others])
    return closed_pieces(edges, around, seam)


def _length(segments: np.ndarray) -> float:
    return float(np.hypot(*(segments[:, 2:] - segments[:, :2]).T).sum())


def test_edges_are_packed_lower_end_first():
    """Either winding gives the same numbers."""
    (up,), (down,) = packed([ROOM]), packed([ROOM[::-1]])
    assert sorted(up.tolist()) == sorted(down.tolist())
    assert up.tolist() == [[0, 0, 10, 0], [10, 0, 10, 8], [0, 8, 10, 8], [0, 0, 0, 8]]
    assert not up.flags.writeable


def test_rings_are_packed_side_by_side():
    """Each ring closes upon itself."""
    triangle = ((5.0, 1.0), (6.0, 3.0), (4.0, 2.0))
    both = packed([ROOM, triangle])
    assert [edges.tolist() for edges in both] == [packed([r])[0].tolist() for r in (ROOM, triangle)]
    _, boxes, worst = pack([ROOM, triangle])
    assert boxes.tolist() == [[0, 0, 10, 8], [4, 1, 6, 3]]
    assert worst == -1
    assert [box_of(edges) for edges in both] == [(0, 0, 10, 8), (4, 1, 6, 3)]
    assert len(both) == 2
    assert list(packed([])) == []
    assert pack([])[1].shape == (0, 4)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_ring_that_is_not_finite_is_found(bad: float):
    """The first of them."""
    assert pack([ROOM, ((0.0, 0.0), (bad, 1.0), (1.0, 1.0)), ((0.0, bad), *ROOM[1:])])[2] == 1
    assert pack([ROOM, ((0.0, bad), *ROOM[1:])])[2] == 1


def test_boxes_touch_within_reach():
    """Touching counts, on both axes at once."""
    boxes = np.array([[0.0, 0, 1, 1], [2, 0, 3, 1], [0, 5, 1, 6]])
    assert touching(boxes, (1.0, 1.0, 1.5, 4.0)).tolist() == [True, False, False]
    assert touching(boxes, (1.0, 1.0, 1.5, 4.0), 0.5).tolist() == [True, True, False]
    assert touching(boxes, (1.0, 1.0, 1.5, 4.0), 1.0).tolist() == [True, True, True]


def test_moved_corner_differs_in_two_edges():
    """Also when the corner is the first, which ends the last edge."""
    (before,) = packed([ROOM])
    for corner in range(4):
        moved = [*ROOM]
        moved[corner] = (moved[corner][0] + 0.5, moved[corner][1] - 0.25)
        (group,) = differing(before, packed([moved])[0])
        assert len(group) == 4


def test_inserted_corner_differs_in_its_own_edges_only():
    """The rest of the ring is not done again."""
    (before,) = packed([ROOM])
    (after,) = packed([(*ROOM[:2], (11.0, 4.0), *ROOM[2:])])
    (group,) = differing(before, after)
    assert group.tolist() == [[10, 0, 10, 8], [10, 0, 11, 4], [11, 4, 10, 8]]
    assert [len(group) for group in differing(before, before[:0])] == [4, 0]
    assert [len(group) for group in differing(before[:0], before)] == [0, 4]
    assert [len(group) for group in differing(before, before)] == [0]


def test_long_edge_that_turns_is_surrounded_by_thin_strips():
    """A square's corner moves: two thin triangles, not the square."""
    square = ((0.0, 0.0), (400.0, 0.0), (400.0, 400.0), (0.0, 400.0))
    before, after = packed([square, ((1.0, 1.0), *square[1:])])
    (group,) = differing(before, after)
    boxes = strips_around(group, 10.0)
    assert len(boxes) == 16
    assert sum((x1 - x0) * (z1 - z0) for x0, z0, x1, z1 in boxes) < 400 * 400 / 12
    assert strips_around(group, 1000.0) == [(0.0, 0.0, 400.0, 400.0)]
    assert strips_around(before[:0], 10.0) == []


@given(generators)
def test_what_only_one_ring_covers_lies_in_the_strips(rng):
    """This holds for any change of a ring."""
    ring = random_ring(rng)
    other = random_change(Area(id=1, polygon=ring), rng)
    groups = differing(*packed([ring, other.polygon]))
    px, pz = centres(Lattice(0.37, -3.0, -3.0, 60, 60))
    flipped = inside(ring, px, pz) ^ inside(other.polygon, px, pz)
    for group in groups:
        for x0, z0, x1, z1 in strips_around(group, rng.choice((0.5, 2.0, 50.0))):
            near = (px >= x0 - 1e-9) & (px <= x1 + 1e-9) & (pz >= z0 - 1e-9) & (pz <= z1 + 1e-9)
            flipped &= ~near
    assert not flipped.any()


@given(rings)
def test_polygon_is_inside_by_even_odd(ring: Ring):
    """A ring that crosses itself becomes polygons with the same inside (S0-021)."""
    polygon = polygon_of(ring)
    assert shapely.is_valid(polygon)
    px, pz = np.broadcast_arrays(*centres(Lattice(0.37, -3.0, -3.0, 60, 60)))
    points = shapely.points(px, pz)
    sure = shapely.distance(shapely.LinearRing(ring), points) > 1e-9
    assert (shapely.contains(polygon, points) == inside(ring, px, pz))[sure].all()


@pytest.mark.parametrize(
    "ring", [((1.0, 1.0),) * 3, ((0.0, 0.0), (4.0, 0.0), (2.0, 0.0)), ((0.0, 0.0), (1.0, 1.0)) * 2]
)
def test_ring_without_area_is_empty_and_has_no_outer_edge(ring: Ring):
    """Nothing is inside, so nothing bounds it."""
    assert shapely.is_empty(polygon_of(ring))
    assert len(_outer(ring)) == 0


def test_area_alone_is_outer_edge_all_round():
    """With the numbers that were drawn."""
    assert _outer(ROOM).tolist() == packed([ROOM])[0].tolist()
    notched = (*ROOM[:2], (10.0, 3.0), (5.0, 3.0), (5.0, 5.0), (10.0, 5.0), *ROOM[2:])
    assert sorted(_outer(notched).tolist()) == sorted(packed([notched])[0].tolist())


@pytest.mark.parametrize("gap", [0.0, 1e-12, 0.004, 0.0099, -0.3])
@pytest.mark.parametrize("angle", [0.0, 0.1, math.pi / 4, 1.0, 2.5])
def test_door_opens_its_width_in_the_wall_and_no_more(gap: float, angle: float):
    """A gap below the seam closes; the jambs stay to the tenth of a millimetre (S0-026)."""
    door = _rectangle(10.0 + gap, 3.0, 11.0, 4.5)
    room_pieces = _outer(turned(ROOM, angle), turned(door, angle))
    door_pieces = _outer(turned(door, angle), turned(ROOM, angle))
    assert _length(room_pieces) == pytest.approx(36.0 - 1.5, abs=5e-4)
    assert _length(door_pieces) == pytest.approx(2 * (1.0 - max(gap, 0)) + 1.5, abs=0.02)
    straight = np.hstack(
        [np.array(turned(tuple(map(tuple, ends)), -angle)) for ends in
         (room_pieces[:, :2], room_pieces[:, 2:])]
    )  # fmt: skip
    on_wall = np.abs(straight[:, [0, 2]] - 10.0).max(axis=1) < 1e-6
    assert sorted(straight[on_wall][:, [1, 3]].ravel().tolist()) == pytest.approx(
        [0.0, 3.0, 4.5, 8.0], abs=2e-4
    )


def test_gap_wider_than_the_seam_stays():
    """Two centimetres are a wall."""
    assert _length(_outer(ROOM, _rectangle(10.02, 3.0, 11.0, 4.5))) == pytest.approx(36.0)
    assert _length(_outer(ROOM, _rectangle(10.02, 3.0, 11.0, 4.5), seam=0.05)) < 35.0


def test_keyhole_leaves_a_void_but_no_slit():
    """A hole drawn by going in and out on one line bounds; the line does not."""
    ring: Ring = (
        (0.0, 0.0), (10.0, 0.0), (10.0, 4.0), (6.0, 4.0), (6.0, 3.0), (4.0, 3.0), (4.0, 5.0),
        (6.0, 5.0), (6.0, 4.0), (10.0, 4.0), (10.0, 8.0), (0.0, 8.0),
    )  # fmt: skip
    assert _length(_outer(ring)) == pytest.approx(36.0 + 8.0, abs=1e-3)


def test_slot_narrower_than_the_seam_closes_in_one_area():
    """Five millimetres between two of an area's own edges are no wall."""
    ring = (*ROOM[:2], (10.0, 4.0), (2.0, 4.0), (2.0, 4.005), (10.0, 4.005), *ROOM[2:])
    assert _length(_outer(ring)) == pytest.approx(36.0, abs=0.02)


def test_void_between_areas_is_outer_edge():
    """Four rectangles around a court."""
    sides = [
        _rectangle(0, 0, 9, 3), _rectangle(0, 6, 9, 9), _rectangle(0, 3, 3, 6),
        _rectangle(6, 3, 9, 6),
    ]  # fmt: skip
    total = sum(
        _length(_outer(side, *(other for other in sides if other is not side))) for side in sides
    )
    assert total == pytest.approx(36.0 + 12.0, abs=5e-3)


def test_lower_end_first_breaks_ties_by_x():
    """Level edges run to the right."""
    turned_round = lower_end_first(np.array([[5.0, 1, 2, 1], [0, 2, 0, 1], [1, 1, 1, 1]]))
    assert turned_round.tolist() == [[2, 1, 5, 1], [0, 1, 0, 2], [1, 1, 1, 1]]


def test_areas_that_all_but_share_a_wall_do_not_overlap():
    """Without a grid, GEOS would find the first inside the second."""
    annex = (
        (-4.519841284464307, -0.8394723641148081), (-3.362867831454692, 1.5969262263543798),
        (-3.1628678314546916, 1.5019521562218887), (-3.1628678314546916, -1.4838588235851267),
    )  # fmt: skip
    hall = (
        (-5.302326731462843, -2.4872599042443433), (-9.51014582276962, -0.48909137683132053),
        (-7.5706869227614675, 3.5950947537674023), (-3.362867831454692, 1.5969262263543798),
    )  # fmt: skip
    assert overlap_of(annex, hall) == overlap_of(hall, annex) == 0
    assert difference_without_holes(annex, hall) is None
    assert difference_without_holes(hall, annex) is None


def test_names_stand_inside_whatever_the_outline():
    """Even-odd; at the centroid where that is inside."""
    rng = random.Random(5)
    for _ in range(200):
        ring = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(rng.randint(3, 40)))
        assert contains(ring, label_point(ring))
    square = ((1.0, 1.0), (5.0, 1.0), (5.0, 3.0), (1.0, 3.0))
    assert label_point(square) == (3.0, 2.0)
    hook = ((0, 0), (9, 0), (9, 9), (8, 9), (8, 1), (0, 1))
    assert contains(hook, label_point(hook))
    for flat in (((0, 0), (1, 1), (2, 2)), ((1, 2), (1, 2), (1, 2)), ((0, 1), (4, 1), (2, 1))):
        assert all(map(math.isfinite, label_point(flat)))
