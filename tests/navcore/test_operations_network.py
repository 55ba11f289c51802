"""Connecting waypoints, disconnecting them, and reversing edges."""

import itertools

import pytest

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Waypoint
from navcore.level.operations.network import (
    connect,
    disconnect,
    edge_between,
    join,
    length_of,
    place_patrol,
    place_waypoint,
    set_one_way,
    turn_edges_round,
)
from navcore.level.operations.storey_elements import copy_to_storey
from navcore.level.operations.storeys import add_storey


def row(count):
    """Waypoints along the x axis, with growing gaps."""
    made = {
        i: Waypoint(id=i, name=f"w{i}", position=(float(i * i), 0.0)) for i in range(1, count + 1)
    }
    return Level().with_items(made)


def ids():
    """Return new ids."""
    return itertools.count(1000).__next__


def pairs(level):
    """Return the pairs of waypoints that edges connect, in their direction."""
    return sorted((edge.start, edge.end) for edge in level.of(Edge).values())


def test_a_chain_joins_each_with_the_next():
    """In the order in which they are given, in one step."""
    level = row(4)
    edit = connect(level, [3, 1, 4], "chain", ids())
    assert pairs(edit.apply(level)) == [(1, 4), (3, 1)]
    assert edit.label == "Join 3 waypoints"
    assert edit.inverse().apply(edit.apply(level)) == level


def test_all_pairs_and_the_nearest():
    """Each pair occurs once."""
    level = row(4)
    assert len(pairs(connect(level, [1, 2, 3, 4], "all", ids()).apply(level))) == 6
    nearest = pairs(connect(level, [1, 2, 3, 4], "nearest", ids()).apply(level))
    assert nearest == [(1, 2), (3, 2), (4, 3)]


def test_too_many_are_not_joined_with_all():
    """The refusal says how many edges there would be."""
    level = row(101)
    with pytest.raises(NavcoreError, match="5050 edges"):
        connect(level, range(1, 102), "all", ids())


def test_joining_twice_changes_nothing():
    """Joining a waypoint with itself changes nothing either."""
    level = row(2)
    level = join(level, [(1, 2)], ids()).apply(level)
    assert not join(level, [(2, 1), (1, 1)], ids())


def test_joining_again_one_way_turns_the_edge():
    """It keeps its other values."""
    level = row(2).with_items({9: Edge(id=9, start=1, end=2, factor=2.0, tags=("road",))})
    level = join(level, [(2, 1)], ids(), one_way=True).apply(level)
    edge = level.element(9)
    assert (edge.start, edge.end, edge.one_way, edge.factor, edge.tags) == (
        2,
        1,
        True,
        2.0,
        ("road",),
    )
    assert not join(level, [(1, 2)], ids()).apply(level).element(9).one_way


def test_inserting_keeps_what_the_edge_had():
    """Both halves lead the same way and cost as much a metre."""
    level = row(2).with_items(
        {9: Edge(id=9, start=1, end=2, factor=2.0, one_way=True, needs=("key",))}
    )
    edit = place_waypoint(level, (2.0, 0.0), ids(), into=9, tip=1)
    after = edit.apply(level)
    assert pairs(after) == [(1, 1000), (1000, 2)]
    assert {(e.factor, e.one_way, e.needs) for e in after.of(Edge).values()} == {
        (2.0, True, ("key",))
    }
    assert edit.inverse().apply(after) == level


def test_disconnecting_parts_those_and_no_others():
    """With one waypoint all its edges go."""
    level = row(4)
    level = connect(level, [1, 2, 3, 4], "chain", ids()).apply(level)
    assert pairs(disconnect(level, [2, 3]).apply(level)) == [(1, 2), (3, 4)]
    assert pairs(disconnect(level, [2]).apply(level)) == [(3, 4)]
    assert not disconnect(level, [1, 3])


def test_directions():
    """Made one way, opened, turned round."""
    level = row(2).with_items({9: Edge(id=9, start=1, end=2)})
    level = set_one_way(level, [9, 1], on=True).apply(level)
    assert level.element(9).one_way
    level = turn_edges_round(level, [9]).apply(level)
    assert pairs(level) == [(2, 1)]
    assert not set_one_way(level, [9], on=False).apply(level).element(9).one_way


def test_edges_follow_their_waypoints():
    """Lengths, storeys, and when one is deleted."""
    level = row(2).with_items({9: Edge(id=9, start=1, end=2)})
    assert length_of(level, level.element(9)) == 3.0
    one = level.element(1)
    moved = Waypoint(id=1, name="w1", position=(4.0, 4.0), layer="upper")
    level = Edit.put(level, [moved]).apply(level)
    assert level.element(9).layer == "upper"
    assert length_of(level, level.element(9)) == 4.0
    level = Edit.put(level, [one]).apply(level)
    assert level.element(9).layer == "ground"
    assert Edit.remove(level, [1]).apply(level).get(9) is None


@pytest.mark.parametrize(("count", "edges"), [(0, 0), (1, 0), (2, 1), (3, 3), (8, 8)])
def test_patrols_are_loops(count, edges):
    """Named one after the other."""
    points = [(float(number), 0.0) for number in range(count)]
    level = place_patrol(Level(), points, ids()).apply(Level())
    assert len(level.of(Edge)) == edges
    names = [waypoint.name for waypoint in level.of(Waypoint).values()]
    assert names == [f"waypoint_{number}" for number in range(1, count + 1)]


def test_ids_that_are_drawn_twice_are_drawn_again():
    """All elements of one step get ids of their own (S3-021)."""
    drawn = iter([7, 7, 8, 7, 8, 9, 9, 10])
    level = place_patrol(Level(), [(0.0, 0.0), (1.0, 0.0)], drawn.__next__).apply(Level())
    assert sorted(level.of(Waypoint)) == [7, 8]
    assert list(level.of(Edge)) == [9]


def test_the_edge_between_two():
    """Whichever way it leads."""
    level = row(3).with_items({9: Edge(id=9, start=1, end=2)})
    assert edge_between(level, 2, 1) is level.element(9)
    assert edge_between(level, 2, 3) is None


def test_copies_on_another_storey_carry_their_edges():
    """The edges join the copies, and the step is named after the waypoints."""
    level = add_storey(Level(), "upper").apply(Level())
    level = level.with_items({**row(2).of(Waypoint), 9: Edge(id=9, start=1, end=2)})
    edit, _ = copy_to_storey(level, [1, 2], "upper", ids())
    after = edit.apply(level)
    (made,) = (edge for key, edge in after.of(Edge).items() if key != 9)
    assert {after.element(end).layer for end in made.references} == {"upper"}
    assert made.layer == "upper"
    assert edit.label == "Copy 2 waypoints to upper"
