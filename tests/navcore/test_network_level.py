"""Waypoints, edges and routes in levels: files, references, and deletion of dependents."""

import pytest
from small_level import small_level

from navcore.errors import FormatError, NavcoreError
from navcore.formats import read_level, write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Route, RouteStop, Stop, Waypoint
from navcore.level.operations.elements import delete


def posted() -> Level:
    """Two waypoints and an edge, a route over one of them, and an agent that walks it."""
    elements = (
        Waypoint(id=1001, name="gate", position=(1.0, 1.0), type="guardPost", tags=("north",)),
        Waypoint(id=1002, name="well", position=(3.0, 1.0), clear_radius=0.8),
        Edge(id=1003, start=1001, end=1002, factor=1.5, one_way=True, needs=("key",)),
        Route(
            id=1004,
            name="rounds",
            mode="return",
            stops=(RouteStop(pause=2.0, waypoint=1001, at=(1.0, 1.0)), RouteStop(at=(5.0, 2.0))),
        ),
        Agent(id=1005, name="guard", position=(0.0, 0.0), route=1004),
        Agent(
            id=1006, name="cook", position=(2.0, 0.0), goals=((3.0, 1.0), (0.0, 2.0)),
            stops=(Stop(waypoint=1002),), turn_back=True, network=True,
        ),
    )  # fmt: skip
    level = small_level()
    return Edit.put(level, elements).apply(level)


def put(level: Level, *elements: Waypoint | Route | Agent) -> Level:
    """The level with these."""
    return Edit.put(level, elements).apply(level)


def test_files_hold_them_and_come_back() -> None:
    """Version 2, byte for byte, and every field."""
    level = posted()
    text = write_level(level)
    assert '"version": 2' in text
    again = read_level(text, "x").level
    assert again == level
    assert write_level(again) == text


def test_a_file_may_name_the_waypoint_alone() -> None:
    """The stop is at the waypoint."""
    text = (
        '{"format": "waywright-level", "version": 2,'
        '"waypoints": [{"id": 7, "position": [4, 5]}],'
        '"routes": [{"id": 8, "stops": [{"waypoint": 7, "pause": 1}, {"at": [1, 2]}]}]}'
    )
    level = read_level(text, "x").level
    assert level.of(Route)[8].goals == ((4.0, 5.0), (1.0, 2.0))
    assert level.of(Route)[8].mode == "loop"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('"edges": [{"id": 9, "from": 7, "to": 8}]', r"edges\[0\]\.to: must be the id"),
        ('"edges": [{"id": 9, "from": 7, "to": 7}]', r"edges\[0\]\.to: must be another waypoint"),
        ('"edges": [{"id": 9, "from": 7, "to": 6, "factor": -1}]', r"edges\[0\]\.factor: must be"),
        ('"routes": [{"id": 9, "stops": []}]', r"routes\[0\]\.stops: must be a list of at least"),
        ('"routes": [{"id": 9, "stops": [{"pause": 1}]}]', r"routes\[0\]\.stops: must be stops"),
        (
            '"routes": [{"id": 9, "stops": [{"waypoint": 7}, {"waypoint": 8}]}]',
            r"routes\[0\]\.stops\[1\]\.waypoint: must be the id",
        ),
        ('"routes": [{"id": 9, "mode": "maze", "stops": []}]', r"routes\[0\]\.mode: must be"),
    ],
)
def test_faults_name_the_element(lines: str, message: str) -> None:
    """The message has array, index and key."""
    places = '[{"id": 7, "position": [4, 5]}, {"id": 6, "position": [1, 5]}]'
    head = f'{{"format": "waywright-level", "version": 2, "waypoints": {places}'
    with pytest.raises(FormatError, match=message):
        read_level(f"{head}, {lines}}}", "x")


def test_stops_move_with_their_waypoints() -> None:
    """It is the same edit, undone by the same step."""
    level = posted()
    gate = level.of(Waypoint)[1001]
    edit = Edit.put(level, [Waypoint(id=1001, name="gate", position=(9.0, 9.0))])
    moved = edit.apply(level)
    assert set(edit.after) == {1001, 1004}
    assert moved.of(Route)[1004].goals == ((9.0, 9.0), (5.0, 2.0))
    assert moved.of(Route)[1004].stops[0].waypoint == gate.id
    assert edit.inverse().apply(moved) == level
    well = Waypoint(id=1002, name="well", position=(3.0, 7.0))
    assert put(level, well).agents[1006].goals == ((3.0, 7.0), (0.0, 2.0))


def test_a_stop_that_is_moved_away_is_a_place_of_its_own() -> None:
    """And one that is moved together with its waypoint stays with it."""
    level = posted()
    route = level.of(Route)[1004]
    away = route.with_points(((2.0, 2.0), (5.0, 2.0)), (0, 1))
    assert put(level, away).of(Route)[1004].stops[0] == RouteStop(pause=2.0, at=(2.0, 2.0))
    gate = Waypoint(id=1001, name="gate", position=(2.0, 2.0))
    assert put(level, away, gate).of(Route)[1004].stops[0].waypoint == 1001


def test_what_goes_takes_its_edges_and_leaves_the_places() -> None:
    """Edges go with a waypoint (S3-039), stops stay as places, agents lose a route that goes."""
    level = posted()
    edit = Edit.remove(level, [1001])
    after = edit.apply(level)
    assert not after.of(Edge)
    assert after.of(Route)[1004].stops[0] == RouteStop(pause=2.0, at=(1.0, 1.0))
    assert edit.inverse().apply(after) == level
    assert Edit.remove(level, [1004]).apply(level).agents[1005].route is None


def test_the_step_names_who_loses_a_stop_or_a_route() -> None:
    """S3-039: so that nobody deletes a post without knowing."""
    level = posted()
    assert delete(level, [1001]).label == "Delete gate, a stop of rounds"
    assert delete(level, [1004]).label == "Delete rounds, which guard walked"
    assert delete(level, [1002]).label == "Delete well, a stop of cook"
    both = delete(level, [1002, 1004])
    assert both.label == "Delete 2 elements, which guard walked, a stop of cook"
    assert delete(level, [1003]).label == "Delete an edge"


def test_an_edge_needs_both_its_ends() -> None:
    """One that joins nothing, or itself, is refused."""
    level = posted()
    with pytest.raises(NavcoreError, match="refers to 9999"):
        Edit.put(level, [Edge(id=5, start=1001, end=9999)])
    with pytest.raises(NavcoreError, match="can't refer to route 'rounds'"):
        Edit.put(level, [Edge(id=5, start=1001, end=1004)])
    with pytest.raises(NavcoreError, match="another waypoint"):
        Edit.put(level, [Edge(id=5, start=1001, end=1001)])
