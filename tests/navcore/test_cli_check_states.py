"""`navcore check --state` reports each finding once, with its states."""

import json
from pathlib import Path

import pytest
from cli_calls import Output, run
from msgspec.structs import replace
from state_levels import ALARM, CRATE, FRONT, rooms_with_states

from navcore import load_level, save_level
from navcore.level.model import Obstacle, PathTest, State


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """Return two rooms with a wall that cuts off a strip of floor in the state Walled only."""
    level = rooms_with_states(
        ALARM, State("Walled", {}, (), (300,)), State("Both", {FRONT: False}, (CRATE,), (300,))
    )
    wall = Obstacle(id=300, name="wall", enabled=False, polygon=((1, 4), (5, 4), (5, 8), (1, 8)))
    inner = Obstacle(id=301, name="odd", polygon=((12, 8), (14, 10), (14, 8), (12, 10)))
    level = level.with_items({300: wall, 301: inner, 201: None})
    path = tmp_path / "rooms.json"
    save_level(level, path)
    return path


def problems_of(out: str) -> dict[str, list[str]]:
    """Codes of findings with the states in which they hold."""
    (level,) = json.loads(out)["levels"]
    return {one["code"]: one["states"] for one in level["problems"]}


def test_a_state_is_asked_beside_the_drawing(rooms: Path, capsys: Output) -> None:
    """A test may pass in the drawing and fail in a state."""
    _, out, _ = run(capsys, "check", rooms, "--json", "--notes")
    drawn = problems_of(out)
    assert set(map(tuple, drawn.values())) == {("",)}
    assert "outline-crosses-itself" in drawn
    _, out, _ = run(capsys, "check", rooms, "--json", "--state", "Alarm")
    alarm = problems_of(out)
    assert alarm["outline-crosses-itself"] == ["", "Alarm"]
    assert alarm["door-cuts-off"] == ["Alarm"]
    assert "door-cuts-off" not in drawn


def test_all_states_tell_each_finding_once(rooms: Path, capsys: Output) -> None:
    """Each has the states in which it holds, also in the text."""
    code, out, err = run(capsys, "check", rooms, "--state", "all", "--notes")
    assert (code, err) == (1, "")
    assert out.count("outline-crosses-itself") == 1
    (line,) = [line for line in out.splitlines() if "outline-crosses-itself" in line]
    assert "(in " not in line
    assert [line for line in out.splitlines() if "door-cuts-off" in line and "(in Alarm)" in line]


def test_reports_and_pictures_are_of_the_state(rooms: Path, tmp_path: Path, capsys: Output) -> None:
    """A baseline identifies a finding by rule and ids, in every state."""
    report, folder = tmp_path / "report.json", tmp_path / "pictures"
    options = ("--state", "all", "--pictures", folder, "--junit", tmp_path / "a.xml")
    _, out, _ = run(capsys, "check", rooms, "--json", *options, "--sarif", tmp_path / "a.sarif")
    report.write_text(out)
    assert any(folder.iterdir())
    assert "(in Alarm)" in (tmp_path / "a.xml").read_text()
    assert "(in Alarm)" in (tmp_path / "a.sarif").read_text()
    assert run(capsys, "check", rooms, "--baseline", report)[0] == 0
    assert run(capsys, "check", rooms, "--state", "Alarm", "--baseline", report)[0] == 0


def test_a_level_without_the_state_is_bad_input(rooms: Path, capsys: Output) -> None:
    """The message names the file and the states that there are; `all` never fails."""
    code, _, err = run(capsys, "check", rooms, "--state", "Noon")
    assert code == 2
    assert f"{rooms}: The level has no state 'Noon'. It has: Alarm, Walled, Both." in err
    level = rooms_with_states()
    save_level(level.with_settings(replace(level.settings, states=())), rooms)
    assert run(capsys, "check", rooms, "--state", "all") == run(capsys, "check", rooms)


def test_a_test_that_fails_is_told_with_its_state(rooms: Path, capsys: Output) -> None:
    """A test runs in its own state despite `--state`; a missing state means the drawing."""
    level = load_level(rooms)
    tests = [
        PathTest(
            id=900 + number, name=f"test_{number}", start=(2.0, 2.0), end=(14.0, 2.0), state=state
        )
        for number, state in enumerate(["", "Alarm", "Noon"])
    ]
    save_level(level.with_items({one.id: one for one in tests}), rooms)
    _, out, _ = run(capsys, "check", rooms, "--json")
    (checked,) = json.loads(out)["levels"]
    failed = {
        one["elements"][0]["id"]: one["states"]
        for one in checked["problems"]
        if one["code"] == "failed-test"
    }
    assert failed == {901: ["Alarm"], 902: [""]}
