"""Outlines from parameters: their areas, and that they are simple."""

import math
from itertools import pairwise

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from navcore.errors import NavcoreError
from navcore.geometry.boolean import is_simple, overlap_of
from navcore.geometry.polygons import Point, area_of, signed_area
from navcore.geometry.shapes import (
    MITRE_LIMIT,
    circle_ring,
    rectangle_ring,
    regular_ring,
    wall_rings,
)

METRES = st.integers(-40, 40).map(lambda value: value / 4)
POINTS = st.tuples(METRES, METRES)
LINES = st.lists(POINTS, min_size=2, max_size=7)


@given(POINTS, st.floats(0.05, 50), st.integers(3, 64), st.floats(-7, 7))
def test_a_regular_outline_has_its_corners_on_a_circle(
    centre: Point, radius: float, corners: int, turn: float
) -> None:
    """Counter-clockwise, the first in the given direction, with the area from the formula."""
    ring = regular_ring(centre, radius, corners, turn)
    assert len(ring) == corners
    assert all(math.dist(corner, centre) == pytest.approx(radius) for corner in ring)
    heading = math.atan2(ring[0][1] - centre[1], ring[0][0] - centre[0])
    assert math.cos(heading - turn) == pytest.approx(1)
    area = corners / 2 * radius**2 * math.sin(math.tau / corners)
    assert signed_area(ring) == pytest.approx(area, rel=1e-6)
    assert is_simple(ring)


@pytest.mark.parametrize("radius", [0.004, 0.3, 2, 10, 500])
def test_a_circle_is_round(radius: float) -> None:
    """Its box is exact, and up to 16 m its edges run 1 cm inside it at most."""
    ring = circle_ring((1.0, 2.0), radius)
    assert max(x for x, _ in ring) == 1 + radius
    assert min(z for _, z in ring) == 2 - radius
    inside = radius * (1 - math.cos(math.pi / len(ring)))
    assert inside <= 0.01 or radius > 16
    assert 32 <= len(ring) <= 128


@given(POINTS, st.floats(0.1, 20), st.floats(0.1, 20), st.floats(-7, 7))
def test_a_rectangle_is_turned_about_its_centre(
    centre: Point, width: float, depth: float, turn: float
) -> None:
    """It is counter-clockwise, with the given sides."""
    ring = rectangle_ring(centre, width, depth, turn)
    assert signed_area(ring) == pytest.approx(width * depth, rel=1e-6)
    assert math.dist(ring[0], ring[1]) == pytest.approx(width, rel=1e-6)
    assert all(
        math.dist(corner, centre) == pytest.approx(math.hypot(width, depth) / 2, rel=1e-6)
        for corner in ring
    )


def test_a_rectangle_along_the_axes_is_exact() -> None:
    """Its lower left corner comes first."""
    assert rectangle_ring((2.0, 1.5), 4, 3) == ((0, 0), (4, 0), (4, 3), (0, 3))


@pytest.mark.parametrize(
    ("line", "ring"),
    [
        ([(0, 0), (4, 0)], ((0, -0.1), (4, -0.1), (4, 0.1), (0, 0.1))),
        (
            [(0, 0), (4, 0), (4, 3)],
            ((0, -0.1), (4.1, -0.1), (4.1, 3), (3.9, 3), (3.9, 0.1), (0, 0.1)),
        ),
        ([(0, 0), (2, 0), (2, 0), (4, 0)], ((0, -0.1), (4, -0.1), (4, 0.1), (0, 0.1))),
        ([(0, 0), (4, 0), (2, 0)], ((0, -0.1), (4, -0.1), (4, 0.1), (0, 0.1))),
    ],
)
def test_a_wall_has_the_corners_that_one_expects(
    line: list[Point], ring: tuple[Point, ...]
) -> None:
    """Corners are mitred, ends square at the line's ends; points on a straight line are dropped."""
    (found,) = wall_rings(line, 0.2)
    assert len(found) == len(ring)
    assert set(found) == set(ring)


def test_a_closed_wall_comes_out_in_two_pieces() -> None:
    """An outline has no holes; together they are exactly the wall."""
    room = [(0, 0), (4, 0), (4, 3), (0, 3)]
    rings = wall_rings(room, 0.2, closed=True)
    assert len(rings) == 2
    assert sum(map(area_of, rings)) == pytest.approx(4.2 * 3.2 - 3.8 * 2.8)
    assert overlap_of(*rings) == 0


def test_a_wall_that_closes_around_nothing_is_whole() -> None:
    """A closed wall that is thicker than the enclosed space leaves no hole."""
    assert len(wall_rings([(0, 0), (4, 0), (4, 0.05), (0, 0.05)], 0.2, closed=True)) == 1


@given(LINES, st.sampled_from([0.05, 0.2, 1.0, 3.0]), st.booleans())
def test_a_wall_covers_what_lies_along_its_line(
    line: list[Point], width: float, closed: bool
) -> None:
    """Simple outlines that do not overlap cover all of the line, and nothing beyond its tips."""
    if len(set(line)) < 2 or all(a == b for a, b in pairwise(line)):
        return
    rings = wall_rings(line, width, closed=closed)
    assert all(is_simple(ring) and signed_area(ring) > 0 for ring in rings)
    for number, ring in enumerate(rings):
        assert all(overlap_of(ring, other) < 1e-4 for other in rings[:number])
    covered = shapely.union_all([shapely.Polygon(ring) for ring in rings])
    way = shapely.LineString([*line, line[0]] if closed else line)
    flat = way.buffer(width / 2, cap_style="flat", join_style="bevel")
    assert covered.buffer(1e-5).covers(way)
    if closed or line[0] != line[-1]:
        # Shapely bevels the joint of two ends that meet; an open wall has two flat ends there.
        assert flat.difference(covered).area <= 1e-3 * flat.area + 1e-4
    assert way.buffer(MITRE_LIMIT * width / 2 + 1e-6).covers(covered)


@pytest.mark.parametrize(
    ("line", "width"), [([(0, 0)], 0.2), ([(1, 1), (1, 1)], 0.2), ([(0, 0), (1, 0)], 0.0)]
)
def test_what_is_no_wall_is_refused(line: list[Point], width: float) -> None:
    """There is a message."""
    with pytest.raises(NavcoreError, match=r"wall"):
        wall_rings(line, width)


def test_two_corners_are_no_shape() -> None:
    """There is a message."""
    with pytest.raises(NavcoreError, match="3 corners at least"):
        regular_ring((0.0, 0.0), 1.0, 2)
