"""Outlines are cut and joined; GEOS gets only areas, even of outlines that cross themselves."""

import math
import random

import shapely
from hypothesis import given
from hypothesis import strategies as st

from navcore.geometry.boolean import (
    chords,
    common_part,
    difference_without_holes,
    is_simple,
    is_too_complex,
    overlap_of,
    split_along,
    united,
)

places = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: (p[0] / 2, p[1] / 2))
rings = st.lists(places, min_size=4, max_size=6).map(tuple)


@given(rings, st.lists(rings, max_size=3), places)
def test_the_common_part_lies_in_both(ring, others, around):
    """This includes outlines that cross themselves, with common sides."""
    found = common_part(ring, others, around)
    if found is not None:
        inside = shapely.make_valid(shapely.Polygon(ring), method="linework").buffer(1e-6)
        assert shapely.Polygon(found).within(inside)
        assert shapely.Polygon(found).distance(shapely.Point(around)) == 0


def test_what_touches_in_points_and_lines_is_no_hindrance():
    """Outlines that meet in points, lines and areas at once."""
    ring = ((1.5, 2.5), (2.5, 0.0), (0.0, 2.0), (1.0, 1.0), (2.5, 3.0), (0.5, 1.5))
    others = [
        ((0.5, 0.0), (2.0, 0.0), (2.0, 1.0), (0.5, 1.0)),
        ((1.5, 1.0), (2.5, 1.0), (2.5, 1.5), (1.5, 1.5)),
        ((1.0, 3.0), (3.0, 3.0), (2.0, 0.5), (3.0, 1.0)),
    ]
    assert common_part(ring, others, (1.8, 1.2)) is not None


def test_many_holes_are_opened_up_and_down():
    """A comb with a bar across its teeth: pieces without holes that cover the same."""
    teeth = [corner for i in range(30) for corner in ((i, 0.0), (i + 0.4, 9.0))]
    comb = (*((float(x), z) for x, z in teeth), (30.0, 0.0), (30.0, -1.0), (0.0, -1.0))
    bar = ((-1.0, 8.0), (31.0, 8.0), (31.0, 10.0), (-1.0, 10.0))
    ((_, pieces),) = united([comb, bar])
    whole = shapely.union(shapely.Polygon(comb), shapely.Polygon(bar))
    assert len(whole.interiors) > 8
    shapes = [shapely.Polygon(piece) for piece in pieces]
    assert all(shape.is_valid for shape in shapes)
    assert math.isclose(sum(shape.area for shape in shapes), whole.area, rel_tol=1e-9)
    assert shapely.union_all(shapes, grid_size=1e-9).symmetric_difference(whole).area < 1e-6


def test_outlines_that_cross_themselves_too_often_count_as_empty():
    """Telling that takes no time."""
    rng = random.Random(1)
    tangle = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(2000))
    square = ((1.0, 1.0), (5.0, 1.0), (5.0, 5.0), (1.0, 5.0))
    assert is_too_complex(tangle)
    assert not is_simple(tangle)
    assert not is_too_complex(square)
    assert overlap_of(tangle, square) == 0
    assert difference_without_holes(square, tangle) is None
    assert chords(tangle, (0.0, 4.0), (9.0, 4.1)) == ()


def test_a_line_through_many_teeth_parts_them_all():
    """It happens at once, not one after the other."""
    teeth = [corner for i in range(300) for corner in ((i, 0.0), (i + 0.4, 9.0))]
    comb = (*((float(x), z) for x, z in teeth), (300.0, 0.0), (300.0, -1.0), (0.0, -1.0))
    pieces = split_along(comb, (-5.0, 4.0), (305.0, 4.1))
    assert pieces is not None
    assert len(pieces) == 301
    areas = [shapely.Polygon(piece).area for piece in pieces]
    assert math.isclose(sum(areas), shapely.Polygon(comb).area, rel_tol=1e-9)
