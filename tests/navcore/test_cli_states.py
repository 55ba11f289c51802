"""States on the command line: baked, searched, explained and played in one of them."""

import json
from pathlib import Path

import pytest
from cli_calls import run
from msgspec.structs import replace
from state_levels import rooms_with_states

from navcore.formats import save_level
from navcore.level.model import Agent, ExportTarget, Settings
from navcore.sim.recording import load_recording
from navcore.world import World

Output = pytest.CaptureFixture[str]


@pytest.fixture
def rooms(tmp_path: Path) -> Path:
    """Return a file with states, exports of two, and an agent with a goal in the other room."""
    level = rooms_with_states()
    agent = Agent(id=500, name="guard", position=(2.0, 6.0), radius=0.2, goals=((14.0, 6.0),))
    exports = (
        ExportTarget(path="drawn.grid.txt"),
        ExportTarget(path="alarm.grid.txt", state="Alarm"),
        ExportTarget(path="alarm_open.grid.txt", state="Alarm", doors="open"),
    )
    level = level.with_items({500: agent}).with_settings(replace(level.settings, exports=exports))
    path = tmp_path / "rooms.json"
    save_level(level, path)
    return path


def test_each_export_is_of_the_state_that_it_names(rooms: Path, capsys: Output) -> None:
    """`--state` puts all of them in another one."""
    assert run(capsys, "bake", str(rooms))[0] == 0
    made = {one: (rooms.parent / f"{one}.grid.txt").read_text() for one in ("drawn", "alarm")}
    assert made["drawn"] != made["alarm"]
    assert (rooms.parent / "alarm_open.grid.txt").read_text() == made["drawn"]
    assert run(capsys, "bake", str(rooms), "--check")[0] == 0
    code, out, _ = run(capsys, "bake", str(rooms), "--check", "--state", "Alarm")
    assert (code, out) == (1, f"{rooms.parent / 'drawn.grid.txt'}: differs\n")
    single = rooms.parent / "one.grid.json"
    assert run(capsys, "bake", str(rooms), "-o", str(single), "--state", "Alarm")[0] == 0
    data = json.loads(single.read_text())
    assert [one["open"] for one in data["doors"]] == [False, False]
    assert (data["state"], data["states"]) == ("Alarm", ["Alarm", "Night", "Moved"])
    assert run(capsys, "bake", str(rooms), "-o", str(single))[0] == 0
    data = json.loads(single.read_text())
    assert "state" not in data
    assert data["states"] == ["Alarm", "Night", "Moved"]


def test_info_names_the_states_of_a_level_and_of_a_grid(rooms: Path, capsys: Output) -> None:
    """With the one that a grid is of; nothing where there are none."""
    assert json.loads(run(capsys, "info", str(rooms), "--json")[1])["states"] == [
        "Alarm", "Night", "Moved",
    ]  # fmt: skip
    assert "Alarm, Night, Moved" in run(capsys, "info", str(rooms))[1]
    grid = rooms.parent / "night.grid.json"
    assert run(capsys, "bake", str(rooms), "-o", str(grid), "--state", "Night")[0] == 0
    data = json.loads(run(capsys, "info", str(grid), "--json")[1])
    assert (data["state"], data["states"]) == ("Night", ["Alarm", "Night", "Moved"])
    told = [line.split() for line in run(capsys, "info", str(grid))[1].splitlines()]
    assert ["state", "Night"] in told
    plain = rooms.parent / "plain.json"
    save_level(rooms_with_states().with_settings(Settings()), plain)
    assert json.loads(run(capsys, "info", str(plain), "--json")[1])["states"] == []
    told = run(capsys, "info", str(plain))[1].splitlines()
    assert not any(line.startswith("states") for line in told)


def test_paths_and_reasons_are_those_of_a_state(rooms: Path, capsys: Output) -> None:
    """Without a state they are those of the drawing."""
    places = ("2", "6", "14", "6")
    assert run(capsys, "path", str(rooms), *places)[0] == 0
    assert run(capsys, "path", str(rooms), *places, "--state", "Night")[0] == 0
    assert run(capsys, "path", str(rooms), *places, "--state", "Alarm")[0] == 1
    code, out, _ = run(capsys, "why", str(rooms), *places, "--state", "Alarm", "--json")
    assert (code, len(json.loads(out)["relaxation"]["doors"])) == (1, 1)
    assert run(capsys, "why", str(rooms), "--agent", "guard")[0] == 0
    assert run(capsys, "why", str(rooms), "--agent", "guard", "--state", "Alarm")[0] == 1


def test_a_run_in_a_state_is_kept_in_its_recording(rooms: Path, capsys: Output) -> None:
    """Doors stand as the state has them from the first step on."""
    recording = rooms.parent / "run.wwrec"
    call = ("simulate", str(rooms), "--seconds", "30")
    assert run(capsys, *call)[0] == 0
    assert run(capsys, *call, "--state", "Alarm", "-o", str(recording))[0] == 1
    kept = load_recording(recording).level
    assert kept == World.build(rooms_with_states()).in_state("Alarm").level.with_settings(
        kept.settings
    ).with_items(dict(kept.agents))


@pytest.mark.parametrize("command", ["bake", "path", "why", "simulate"])
def test_a_state_that_is_not_there_is_bad_input(rooms: Path, command: str, capsys: Output) -> None:
    """The message lists those that are."""
    places = ("2", "6", "14", "6") if command in {"path", "why"} else ()
    code, _, err = run(capsys, command, str(rooms), *places, "--state", "Noon")
    assert (code, "no state 'Noon'. It has: Alarm, Night, Moved" in err) == (2, True)
