"""Edges of long outlines: found by their bounds, and where they cross."""

import math

from hypothesis import given
from hypothesis import strategies as st

from navcore.geometry.edge_bounds import FEW, crossing_among, edges_touching
from navcore.geometry.polygons import crossing_of, nearest_on_ring
from navcore.level.model import Area, Level
from navcore.level.near import edges_near
from navcore.level.pick import PickIndex

coarse = st.integers(-20, 20).map(float)
rings = st.lists(st.tuples(coarse, coarse), min_size=3, max_size=2 * FEW).map(tuple)


@given(rings, coarse, coarse, st.floats(0, 5))
def test_no_edge_within_the_box_is_missed(ring, x, z, reach):
    """They are in drawing order, each once."""
    found = edges_touching(ring, (x - reach, z - reach, x + reach, z + reach))
    assert found == sorted(set(found))
    edge, place = nearest_on_ring(ring, (x, z))
    if max(abs(place[0] - x), abs(place[1] - z)) <= reach:
        assert edge in found


@given(rings)
def test_crossings_of_long_outlines_are_those_of_short_ones(ring):
    """Whichever way they are looked for."""
    for edge in range(len(ring)):
        plain = crossing_of(ring, edge, closed=True)
        found = crossing_among(ring, [edge])
        assert (plain is None) == (found is None)
        if found is not None:
            assert found[1] == edge


@given(rings, coarse, coarse, st.floats(0.1, 5))
def test_the_nearest_edges_come_first(ring, x, z, reach):
    """All within reach are found, with their own corners."""
    index = PickIndex(Level(areas={7: Area(id=7, polygon=ring)}))
    near = edges_near(index, (x, z), reach, most=1000)
    assert [edge.distance for edge in near] == sorted(edge.distance for edge in near)
    for edge in near:
        assert edge.distance <= reach
        assert math.isclose(math.dist(edge.place, (x, z)), edge.distance, abs_tol=1e-12)
        assert (edge.start, edge.end) == (ring[edge.index], ring[edge.following])
    _, place = nearest_on_ring(ring, (x, z))
    if math.dist(place, (x, z)) < reach - 1e-9:
        assert near
        assert math.isclose(near[0].distance, math.dist(place, (x, z)), abs_tol=1e-9)
    assert not edges_near(index, (x, z), reach, most=1000, skip={7})
