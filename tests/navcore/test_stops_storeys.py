"""Stops at waypoints are on the storeys of their waypoints."""

import msgspec
import pytest
from msgspec.structs import replace

from navcore.formats.level import read_level, write_level
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Layer,
    Level,
    Route,
    RouteStop,
    Settings,
    Stop,
    Waypoint,
    WithStops,
)
from navcore.level.operations.storey_elements import move_to_storey
from navcore.level.waypoint_stops import storey_of_stop

HALL, ATTIC, ROUTE, GUARD = 30, 31, 40, 50
SETTINGS = Settings(layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)))


def house() -> Level:
    """A post in the hall and one in the attic; a route and a guard with stops at both."""
    stops = (RouteStop(waypoint=HALL, at=(4.0, 4.0)), RouteStop(waypoint=ATTIC, at=(6.0, 6.0)))
    own = (Stop(waypoint=HALL), Stop(waypoint=ATTIC, layer="upper"))
    return Level(settings=SETTINGS).with_items({
        HALL: Waypoint(id=HALL, name="hall", position=(4.0, 4.0)),
        ATTIC: Waypoint(id=ATTIC, name="attic", position=(6.0, 6.0), layer="upper"),
        ROUTE: Route(id=ROUTE, name="round", stops=(stops[0], replace(stops[1], layer="upper"))),
        GUARD: Agent(id=GUARD, position=(1.0, 1.0), goals=((4.0, 4.0), (6.0, 6.0)), stops=own),
    })  # fmt: skip


def on(level: Level, key: int) -> list[tuple[str, int | None]]:
    """Storey and waypoint of each stop of an element."""
    one = level.element(key)
    assert isinstance(one, WithStops)
    return [
        (storey_of_stop(one, n, level.settings), one.stop(n).waypoint)
        for n in range(len(one.goals))
    ]


@pytest.mark.parametrize("key", [ROUTE, GUARD])
def test_stop_goes_to_another_storey_with_its_waypoint(key: int) -> None:
    """In the same step, which undo takes back."""
    level = house()
    edit = move_to_storey(level, [HALL], "upper")
    after = edit.apply(level)
    assert on(after, key) == [("upper", HALL), ("upper", ATTIC)]
    assert edit.inverse().apply(after) == level


@pytest.mark.parametrize("key", [ROUTE, GUARD])
def test_stops_at_waypoints_stay_when_only_their_element_moves(key: int) -> None:
    """A guard that starts upstairs still comes to the post in the hall."""
    level = house()
    after = move_to_storey(level, [key], "upper").apply(level)
    assert on(after, key) == [("ground", HALL), ("upper", ATTIC)]
    both = move_to_storey(level, [key, HALL], "upper").apply(level)
    assert on(both, key) == [("upper", HALL), ("upper", ATTIC)]


def test_stop_that_is_sent_to_another_storey_leaves_its_waypoint() -> None:
    """As one that is dragged away."""
    level = house()
    after = op.set_stops(level, {ROUTE: [0]}, layer="upper").apply(level)
    assert on(after, ROUTE) == [("upper", None), ("upper", ATTIC)]


def test_file_may_name_the_waypoint_of_a_stop_alone() -> None:
    """Its place and its storey are those of the waypoint."""
    data = msgspec.json.decode(write_level(house()))
    data["routes"][0]["stops"] = [{"waypoint": HALL}, {"waypoint": ATTIC}]
    level = read_level(msgspec.json.encode(data).decode(), "level.json").level
    assert level.of(Route)[ROUTE].goals == ((4.0, 4.0), (6.0, 6.0))
    assert on(level, ROUTE) == [("ground", HALL), ("upper", ATTIC)]
    assert Edit.put(level, [level.element(ROUTE)]).apply(level) == level
