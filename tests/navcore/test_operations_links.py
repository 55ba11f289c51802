"""Links are added between storeys, and reversed."""

import pytest

from navcore.errors import NavcoreError
from navcore.level.companions import companions
from navcore.level.model import Area, Layer, Level, Link, Settings
from navcore.level.operations.links import add_link, reverse_links

LEVEL = Level(settings=Settings(layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0))))
A, B = ((0.0, 0.0),), ((4.0, 0.0),)


def made(start, end, **fields):
    """A level with one link."""
    edit = add_link(LEVEL, start, end, lambda: 1, **fields)
    level = edit.apply(LEVEL)
    assert edit.inverse().apply(level) == LEVEL
    return level


def test_link_on_one_storey_names_it_once():
    """This holds upstairs, too."""
    link = made(("upper", A), ("upper", B)).of(Link)[1]
    assert (link.layer, link.to_layer, link.name) == ("upper", "", "link_1")


def test_wide_ends_run_the_same_way():
    """From a share of the way along one the link leads to the same share of the other."""
    level = made(("ground", ((0.0, 0.0), (0.0, 2.0))), ("ground", ((4.0, 2.0), (4.0, 0.0))))
    assert level.of(Link)[1].end == ((4.0, 0.0), (4.0, 2.0))


def test_turning_round_swaps_ends_and_storeys():
    """Twice gives the same link; the direction of a one-way link is turned."""
    level = made(("ground", A), ("upper", B), type="drop", one_way=True)
    edit = reverse_links(level, [1])
    assert edit.label == "Reverse link_1"
    link = edit.apply(level).of(Link)[1]
    assert (link.layer, link.start, link.to_layer, link.end) == ("upper", B, "ground", A)
    assert link.one_way
    turned = edit.apply(level)
    assert reverse_links(turned, [1]).apply(turned) == level


def test_turning_round_on_one_storey():
    """It names no second one."""
    level = made(("upper", A), ("upper", B))
    link = reverse_links(level, [1]).apply(level).of(Link)[1]
    assert (link.layer, link.start, link.to_layer, link.end) == ("upper", B, "", A)


def test_unknown_storeys_and_values_are_refused():
    """The messages are for designers."""
    with pytest.raises(NavcoreError, match="No storey is called attic"):
        made(("ground", A), ("attic", B))
    with pytest.raises(NavcoreError, match="Type can't be 'tunnel'"):
        made(("ground", A), ("upper", B), type="tunnel")


def test_rooms_take_along_the_ends_on_their_storey():
    """This is the foot of stairs, and both ends of a ledge in the room."""
    level = made(("ground", A), ("upper", ((1.0, 0.0),)), type="stairs")
    hall = Area(id=5, name="hall", polygon=((-1.0, -1.0), (3.0, -1.0), (3.0, 1.0), (-1.0, 1.0)))
    ledge = Link(id=6, start=((0.0, 0.5),), end=((2.0, 0.5),))
    level = level.with_items({5: hall, 6: ledge})
    found = companions(level, [5])
    assert dict(found.handles) == {1: {0}, 6: {0, 1}}
    assert found.ids == {6}
