"""Outlines cut and joined: whatever crosses itself, GEOS is given areas alone."""

import shapely
from hypothesis import given
from hypothesis import strategies as st

from navcore.geometry.boolean import common_part

places = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: (p[0] / 2, p[1] / 2))
rings = st.lists(places, min_size=4, max_size=6).map(tuple)


@given(rings, st.lists(rings, max_size=3), places)
def test_the_common_part_lies_in_both(ring, others, around):
    """Also of outlines that cross themselves, with sides in common."""
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
