"""The index of references between elements, updated from level to level."""

from hypothesis import given
from hypothesis import strategies as st

from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Route, RouteStop, Stop, Waypoint


def waypoints(*ids):
    """These along the x axis."""
    return {i: Waypoint(id=i, position=(float(i), 0.0)) for i in ids}


def referring(level, *ids):
    """Return the sorted ids of elements that refer to these."""
    return sorted(element.id for element in level.referring(ids))


def test_edges_stops_and_agents_refer_to_waypoints():
    """This holds for elements of any base class."""
    level = Level().with_items(
        {
            **waypoints(1, 2, 3),
            10: Edge(id=10, start=1, end=2),
            11: Edge(id=11, start=2, end=3),
            20: Route(id=20, stops=(RouteStop(waypoint=3, at=(3.0, 0.0)),)),
            30: Agent(id=30, position=(0, 0), goals=((1.0, 0.0),), stops=(Stop(waypoint=1),)),
        }
    )
    assert referring(level, 1) == [10, 30]
    assert referring(level, 1, 2) == [10, 11, 30]
    assert referring(level, 3) == [11, 20]
    assert referring(level, 99) == []


@given(st.lists(st.tuples(st.integers(10, 14), st.integers(0, 4), st.integers(1, 4)), max_size=30))
def test_an_index_that_is_carried_on_equals_a_new_one(steps):
    """Edges come, join others and go."""
    level = Level().with_items(waypoints(1, 2, 3, 4))
    level.referring(())
    for edge_id, start, end in steps:
        held = start in (0, end)
        edge = None if held else Edge(id=edge_id, start=start, end=end)
        level = level.with_items({edge_id: edge}).with_settings(level.settings)
        anew = Level(settings=level.settings, elements=level.held)
        for one in range(1, 5):
            assert referring(level, one) == referring(anew, one)


def test_a_waypoint_that_moves_keeps_its_edges():
    """No reference changes."""
    level = Level().with_items({**waypoints(1, 2), 10: Edge(id=10, start=1, end=2)})
    level.referring(())
    moved = Edit.put(level, [Waypoint(id=1, position=(7.0, 7.0))]).apply(level)
    assert referring(moved, 1) == referring(level, 1) == [10]
