"""Files whose elements name what the file lacks, as merges leave behind."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run
from msgspec.structs import replace

from navcore import load_level, save_level
from navcore.errors import FormatError, FormatWarning, NavcoreError
from navcore.formats.level import read_level, write_level
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Route, RouteStop
from navcore.level.operations import paste
from navcore.proof.agent_reasons import explain_agent
from navcore.proof.explanation import Reason
from navcore.proof.path_tests.answer import Fault
from navcore.proof.path_tests.suite import Suite, answers_of
from navcore.proof.problems import RULES, problems
from navcore.sim.simulation import Simulation
from navcore.world import World

HALL = '"areas": [{"id": 1, "name": "hall", "polygon": [[0,0],[12,0],[12,8],[0,8]]}]'
GUARD = '"agents": [{"id": 2, "name": "guard", "position": [2,2], "goals": [[8,6]], "route": 70}]'
TESTS = (
    '"tests": [{"id": 3, "name": "by the yard", "from": [2,2], "to": [8,6], "passes": [77]},'
    ' {"id": 4, "name": "not in", "from": [2,2], "to": [8,6], "avoids": [1, 78]},'
    ' {"id": 5, "name": "shut", "from": [2,2], "to": [8,6], "expect": "noPath", "avoids": [78]}]'
)


def text_of(*parts: str) -> str:
    """Return a level file of these parts, each on a line."""
    head = '{"format": "waywright-level", "version": 2, "boundaryPadding": 0.45,\n'
    return head + ",\n".join((HALL, *parts)) + "}\n"


def level_of(*parts: str) -> Level:
    """Return the level in such a file; it opens without a note."""
    level, notes = read_level(text_of(*parts), "a.json")
    assert notes == ()
    return level


def test_agent_whose_route_is_missing_opens_with_a_problem() -> None:
    """Its file writes the same; the fix clears the route, and undo brings the id back."""
    level = level_of(GUARD)
    assert level.agents[2].route == 70
    assert read_level(write_level(level), "b.json").level == level
    (found,) = problems(World.build(level), (RULES["unknown-route"],))
    assert found.elements == (2,)
    assert found.fix is not None
    fixed = found.fix.apply(level)
    assert fixed.agents[2].route is None
    assert write_level(found.fix.inverse().apply(fixed)) == write_level(level)


def test_agent_whose_route_is_missing_walks_its_own_stops() -> None:
    """In a run, and *Why?* says that it gets there."""
    world = World.build(level_of(GUARD))
    assert explain_agent(world, 2).reason is Reason.NONE
    simulation = Simulation(world, seed=0)
    while simulation.seconds < 20 and not simulation.arrivals:
        simulation.step()
    assert [one.agent_id for one in simulation.arrivals] == [2]


def test_agent_whose_route_is_missing_can_be_edited() -> None:
    """Moved, copied and pasted; a route that nobody misses still can't be named."""
    level = level_of(GUARD)
    guard = level.agents[2]
    moved = Edit.put(level, [guard.carried(Affine.translation((1, 0)))]).apply(level)
    assert moved.agents[2].route == 70
    copied = paste(level, [guard], (1.0, 1.0), iter(range(900, 999)).__next__).apply(level)
    assert len(copied.agents) == 2
    with pytest.raises(NavcoreError, match="refers to 71, which is not in the level"):
        Edit.put(level, [Agent(id=9, position=(3, 3), route=71)])
    route = Route(id=70, name="round", stops=(RouteStop(at=(5.0, 5.0)),))
    back = Edit.put(level, [route]).apply(level)
    assert problems(World.build(back), (RULES["unknown-route"],)) == ()
    gone = Edit.remove(back, [70]).apply(back)
    assert gone.agents[2].route is None


def test_test_that_names_a_missing_area_fails() -> None:
    """It would pass without it; one that expects no path names none."""
    level = level_of(TESTS)
    assert read_level(write_level(level), "b.json").level == level
    answers = answers_of(World.build(level))
    assert {key: one.fault for key, one in answers.items()} == {
        3: Fault.NO_AREA, 4: Fault.NO_AREA, 5: Fault.PATH,
    }  # fmt: skip
    assert (answers[3].area, answers[4].area) == (77, 78)


def test_test_is_asked_again_when_its_missing_area_comes() -> None:
    """And when it goes again with an undo."""
    level = level_of(TESTS)
    suite = Suite()
    world = World.build(level)
    suite.update(world)
    edit = Edit.put(level, [Area(id=77, name="yard", polygon=((4, 0), (6, 0), (6, 8), (4, 8)))])
    world = world.update(edit.apply(level), edit)
    assert suite.update(world)[3].passed
    world = world.update(edit.inverse().apply(world.level), edit.inverse())
    assert suite.update(world)[3].fault is Fault.NO_AREA
    assert 5 not in suite.asked


def test_check_tells_both_with_lines(tmp_path: Path, capsys: Output) -> None:
    """As findings of their line, in words."""
    file = tmp_path / "level.json"
    save_level(level_of(GUARD, TESTS), file)
    code, out, err = run(capsys, "check", file, "--json")
    assert (code, err) == (1, "")
    (level,) = json.loads(out)["levels"]
    told = {one["text"]: one["elements"][0]["line"] for one in level["problems"]}
    rows = enumerate(file.read_text().splitlines(), start=1)
    lines = {int(row.split('"id":')[1].split(",")[0]): n for n, row in rows if '"id":' in row}
    assert told == {
        "guard names a shared route that the level lacks, so it walks its own stops.": lines[2],
        "by the yard: The level has no area 77.": lines[3],
        "not in: The level has no area 78.": lines[4],
        "shut: A path of 7.21 m leads there.": lines[5],
    }
    assert [one["expects"] for one in level["tests"]] == [
        "A path, through area 77", "A path, not through hall, not through area 78", "No path",
    ]  # fmt: skip


def test_stop_with_a_place_keeps_it_when_its_waypoint_is_missing(tmp_path: Path) -> None:
    """As when the waypoint is deleted in the editor; a note names line and id."""
    file = tmp_path / "level.json"
    file.write_text(
        text_of(
            '"waypoints": [{"id": 7, "position": [3, 3]}]',
            '"routes": [{"id": 8, "name": "round", "stops": [{"waypoint": 7},'
            ' {"waypoint": 71, "at": [5, 5], "pause": 2}, {"waypoint": 71, "at": [6, 6]}]}]',
            '"agents": [{"id": 2, "name": "guard", "position": [2,2], "goals": [[8,6], [9,6]],'
            ' "stops": [{"waypoint": 7}, {"waypoint": 72, "pause": 1}]}]',
        )
    )
    with pytest.warns(FormatWarning) as caught:
        level = load_level(file)
    lost = "the level has no waypoint {}, so the stop only keeps its place"
    assert [str(one.message) for one in caught] == [
        f"{file}: agents[0].stops[1].waypoint on line 5: {lost.format(72)}",
        f"{file}: routes[0].stops[1].waypoint on line 4: {lost.format(71)}",
    ]
    route, guard = level.of(Route)[8], level.agents[2]
    assert [stop.waypoint for stop in route.stops] == [7, None, None]
    assert route.goals == ((3.0, 3.0), (5.0, 5.0), (6.0, 6.0))
    assert route.stops[1].pause == 2
    assert guard.goals == ((3.0, 3.0), (9.0, 6.0))
    assert [(stop.waypoint, stop.pause) for stop in guard.stops] == [(7, None), (None, 1)]


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ('"edges": [{"id": 9, "from": 7, "to": 8}]', r"edges\[0\]\.to: must be the id of a way"),
        (
            '"routes": [{"id": 9, "stops": [{"waypoint": 71}, {"waypoint": 71, "at": [1, 1]}]}]',
            r"routes\[0\]\.stops\[0\]\.waypoint: must be the id of a waypoint",
        ),
    ],
)
def test_what_has_no_place_without_it_is_refused(part: str, told: str) -> None:
    """By the place in the file, so that it can be mended there."""
    with pytest.raises(FormatError, match=told):
        level_of('"waypoints": [{"id": 7, "position": [3, 3]}]', part)


def test_many_stops_at_missing_waypoints_are_counted() -> None:
    """Eight are named."""
    stops = ", ".join(f'{{"waypoint": {70 + n}, "at": [{n}, 1]}}' for n in range(11))
    _, notes = read_level(text_of(f'"routes": [{{"id": 9, "stops": [{stops}]}}]'), "a.json")
    assert len(notes) == 9
    assert notes[-1] == "a.json: 3 more stops at missing waypoints"


def test_comparison_names_what_is_missing(tmp_path: Path, capsys: Output) -> None:
    """By its id, and areas that are there by their names."""
    old, new = tmp_path / "old.json", tmp_path / "new.json"
    level = level_of(GUARD, TESTS)
    save_level(level, old)
    guard, test = level.agents[2], level.element(3)
    edit = Edit.put(level, [replace(guard, route=None), replace(test, passes=(1, 77))])
    save_level(edit.apply(level), new)
    _, out, _ = run(capsys, "diff", old, new)
    assert "guard has route nothing instead of 70 (missing)" in out
    assert "by the yard has areas to pass hall, 77 (missing) instead of 77 (missing)" in out
