"""`navcore simulate` prints arrivals, with reproducible bytes and never a traceback."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from cli_calls import Output, run
from sim_levels import agent, box, level_of, room
from sim_runs import writable
from streets import street

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.cli import main
from navcore.cli.crowd import spawn_crowd
from navcore.cli.tally import Tally
from navcore.formats import save_grid, save_level
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.sim.judging import CrowdJudge
from navcore.sim.recording import load_recording
from navcore.sim.simulation import Simulation
from navcore.world import World


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


def written(folder: Path, level: Level) -> Path:
    """The level in a file."""
    path = folder / "level.json"
    save_level(level, path)
    return path


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    """A room with one that walks to the other end, and the player."""
    walker = agent(1, (2, 2), name="Ann", goals=((9, 2),))
    return written(tmp_path, level_of(room(12, 8), walker, agent(2, (2, 6), name="player")))


def data(output: Output, *arguments: object) -> tuple[int, dict[str, Any]]:
    """Exit code and answer of a call with --json."""
    code, out, err = run(output, "simulate", *arguments, "--json")
    assert (err, out.count("\n")) == ("", 1)
    return code, json.loads(out)


def test_everybody_arrives(walk: Path, capsys: Output) -> None:
    """Seven metres at 1.4 m a second; the player had nowhere to go."""
    code, found = data(capsys, walk, "--seconds", 8)
    assert code == 0
    assert found["meanTime"] == found["medianTime"] == found["longestTime"]
    assert found.pop("meanTime") == pytest.approx(5.0, abs=0.2)
    assert isinstance(found.pop("stepsPerSecond"), float)
    for name in ("medianTime", "longestTime"):
        found.pop(name)
    crowd = found.pop("crowd")
    (alone,) = crowd.pop("speedByDensity")
    assert crowd.pop("densest")["value"] == pytest.approx(0.1415)
    assert alone["speed"] == pytest.approx(1.4, abs=0.05)
    assert crowd == {
        "overlap": None, "overlap50": 0.0, "overlap90": 0.0, "overlap99": 0.0, "deepPairs": 0.0,
        "push": None, "pushes": 0, "waited": 0.0, "waitedShare": 0.0, "doors": [],
        "narrowPlaces": [], "turnsBack": 0, "turnsBackAMinute": 0.0,
    }  # fmt: skip
    assert found == {
        "file": str(walk), "seconds": 8.0, "steps": 480, "seed": 0, "rules": "crowd",
        "agents": 2, "withGoals": 1,
        "arrived": 1, "stuck": 0, "collisions": 0, "overlaps": 0, "replans": 0, "nudges": 0,
        "linksTaken": 0, "notArrived": [], "network": {"queries": 0, "rays": 0, "off": 0},
        "findings": [],
    }  # fmt: skip
    code, out, err = run(capsys, "simulate", walk, "--seconds", 8)
    assert (code, err) == (0, "")
    assert "arrived         1\n" in out
    assert "not arrived" not in out


def test_the_network_is_counted(tmp_path: Path, capsys: Output) -> None:
    """Paths sought over it and lines of sight tested; more of these with shortcuts (S4-044)."""
    found = {}
    for shortcuts in (False, True):
        level = street(shortcuts=shortcuts, places=((2.0, 5.0), (20.0, 2.0), (38.0, 5.0)))
        wall = Obstacle(id=60, polygon=((18.0, 4.0), (22.0, 4.0), (22.0, 10.0), (18.0, 10.0)))
        level = level.with_items({60: wall})
        _, found[shortcuts] = data(capsys, written(tmp_path, level), "--seconds", 40)
    assert found[False]["network"]["queries"] == found[True]["network"]["queries"] == 1
    assert found[False]["network"]["rays"] < found[True]["network"]["rays"] <= 8 * 10 * 40
    assert found[True]["network"]["off"] == 0
    _, out, _ = run(capsys, "simulate", written(tmp_path, level), "--seconds", 5)
    assert "paths sought: 1, rays: " in out


def test_crowd_is_looked_at_during_the_run(tmp_path: Path, capsys: Output) -> None:
    """Twelve pass a door: overlaps on the way are reported though all stand apart at the end."""
    rooms = room(10, 8, (9.2, 0, 9.8, 3), (9.2, 5, 9.8, 8)).with_items(
        {
            101: Area(id=101, name="gate", polygon=box(10, 1, 11, 7), door=True),
            102: Area(id=102, name="hall", polygon=box(11, 0, 22, 8)),
        }
    )
    crowd = [
        agent(i + 1, (2 + i // 4 * 1.2, 1 + i % 4 * 1.8), goals=((14 + i // 4 * 2, 1 + i % 4 * 2),))
        for i in range(12)
    ]
    path = written(tmp_path, level_of(rooms, *crowd))
    code, found = data(capsys, path, "--seconds", 30)
    assert code == 0
    told = found["crowd"]
    assert [(one["name"], one["passed"]) for one in told["doors"]] == [("gate", 12)]
    assert told["doors"][0]["flow"] > 0.1
    assert told["doors"][0]["width"] == 6.0
    (gap,) = told["narrowPlaces"]
    assert gap["place"] == pytest.approx([9.5, 4.0], abs=0.4)
    assert (gap["width"], gap["passed"]) == (2.0, 12)
    assert gap["queued"] > 0
    assert gap["flow"] > 0.1
    assert told["turnsBackAMinute"] >= 0
    assert 0.0 < told["overlap"]["value"] <= 1.0
    assert len(told["overlap"]["agents"]) == 2
    assert found["overlaps"] == 0
    _, out, _ = run(capsys, "simulate", path, "--seconds", 30)
    assert "deepest overlap" in out
    assert "gate" in out
    assert "gap at 9." in out


def test_findings_have_a_moment_a_place_and_elements(tmp_path: Path, capsys: Output) -> None:
    """The text names them, too."""
    crowd = [agent(10 + n, (1.5 + n % 8, 1.2 + n // 8), goals=((15 + n % 4, 1 + n // 8),),
                   name=f"guest_{n}") for n in range(40)]  # fmt: skip
    wall = Obstacle(id=3, name="wall", polygon=box(11, -1, 11.6, 3.2))
    other = Obstacle(id=4, name="other_wall", polygon=box(11, 5.0, 11.6, 9))
    level = written(tmp_path, level_of(room(22, 8), wall, other, *crowd))
    _, found = data(capsys, level, "--seconds", 20)
    waits = [one for one in found["findings"] if one["code"] == "run-waiting"]
    assert waits
    assert {name for one in waits for name in [one["elements"][0]["name"]]} <= {
        "wall", "other_wall", "room",
    }  # fmt: skip
    for one in waits:
        assert 0 < one["seconds"] <= 20
        assert one["place"][0] < 12
        assert set(one["agents"]) <= {10 + n for n in range(40)}
        assert one["severity"] == "note"
    _, text, _ = run(capsys, "simulate", level, "--seconds", 20)
    assert "run-waiting" in text
    assert waits[0]["text"] in text


def test_somebody_does_not(walk: Path, capsys: Output) -> None:
    """The exit code is 1, and the reason is beside the name."""
    code, out, err = run(capsys, "simulate", walk, "--seconds", 2)
    assert (code, err) == (1, "")
    assert "arrived        0\n" in out
    assert "came to 0 of 1 goals; 4." in out
    assert "time to arrive" not in out


def test_ten_are_named(tmp_path: Path, capsys: Output) -> None:
    """The others are counted, and --json has them all."""
    crowd = [agent(i, (i % 5 + 1, i // 5 + 1), goals=((11, 7),)) for i in range(1, 16)]
    path = written(tmp_path, level_of(room(12, 8), *crowd))
    code, out, _ = run(capsys, "simulate", path, "--seconds", 0)
    assert code == 1
    assert out.count("its turn to plan has not come") == 10
    assert out.endswith("and 5 more\n")
    code, found = data(capsys, path, "--seconds", 0)
    assert (code, len(found["notArrived"])) == (1, 15)


def test_rounds_count_once_all_goals_were_reached(tmp_path: Path, capsys: Output) -> None:
    """An agent on a round has arrived after all its goals.

    Its pause at the last one does not count.
    """
    guard = agent(1, (2, 2), goals=((5, 2), (5, 5)), loop=True, wait=1.0)
    path = written(tmp_path, level_of(room(12, 8), guard))
    code, found = data(capsys, path, "--seconds", 20)
    assert code == 0
    assert found["longestTime"] == pytest.approx(6 / 1.4 + 1.0, abs=0.6)
    assert data(capsys, path, "--seconds", 4)[0] == 1


def test_out_of_reach(tmp_path: Path, capsys: Output) -> None:
    """Goals behind a wall, off the floor, or from inside a wall are reported, not errors."""
    level = level_of(
        room(12, 8, (6, 0, 7, 8)),
        agent(1, (2, 2), name="behind", goals=((10, 2),)),
        agent(2, (2, 4), name="far", goals=((90, 90),)),
        agent(3, (70, 4), name="lost", goals=((2, 6),)),
        agent(4, (6.5, 4), name="walled", goals=((2, 7),)),
    )
    code, found = data(capsys, written(tmp_path, level), "--seconds", 20)
    assert code == 1
    reasons = {one["name"]: one["reason"] for one in found["notArrived"]}
    assert reasons.keys() >= {"behind", "far", "lost"}
    assert reasons["behind"] == "its goal is out of reach; it stands as close to it as it can"
    assert "floor" in reasons["lost"]
    assert found["stuck"] >= 3


def test_levels_with_nothing_in_them(tmp_path: Path, capsys: Output) -> None:
    """No agents, no floor, no time: no agent had a goal, and a recording is written."""
    target = tmp_path / "run.wwrec"
    for level in (Level(), room(12, 8), level_of(Level(), agent(1, (2, 2)))):
        path = written(tmp_path, level)
        for seconds in (0, 0.5):
            assert data(capsys, path, "--seconds", seconds, "-o", target)[0] == 0
            assert load_recording(target).ticks == 1 + round(seconds * 10)
    path = written(tmp_path, level_of(Level(), agent(1, (2, 2), goals=((4, 4),))))
    assert data(capsys, path, "--seconds", 1)[0] == 1
    code, out, err = run(capsys, "simulate", path, "--agents", 5)
    assert (code, out) == (2, "")
    assert err == (
        f"navcore: {path}: there is no floor to put 5 agents on; draw a walkable area, or leave "
        "--agents out\n"
    )


def test_same_seed_same_bytes(walk: Path, tmp_path: Path, capsys: Output) -> None:
    """Recording and table; another seed gives others."""
    written_bytes = []
    for turn, seed in enumerate((7, 7, 8)):
        target, rows = tmp_path / f"{turn}.wwrec", tmp_path / f"{turn}.csv"
        run(
            capsys, "simulate", walk, "--seconds", 6, "--seed", seed, "--agents", 12,
            "-o", target, "--csv", rows,
        )  # fmt: skip
        written_bytes.append((target.read_bytes(), rows.read_bytes()))
    assert written_bytes[0] == written_bytes[1]
    assert written_bytes[0][0] != written_bytes[2][0]
    recording = load_recording(tmp_path / "0.wwrec")
    assert (recording.ticks, len(recording.frame(60).ids), recording.seed) == (61, 14, 7)
    assert written_bytes[0][1].count(b"\n") == 1 + 61 * 14


def test_every_other_tick(walk: Path, tmp_path: Path, capsys: Output) -> None:
    """A table of fewer rows."""
    rows = tmp_path / "rows.csv"
    run(capsys, "simulate", walk, "--seconds", 1, "--csv", rows, "--csv-every", 5)
    assert [line.split(",")[0] for line in rows.read_text().splitlines()[1::2]] == [
        "0.000", "0.500", "1.000",
    ]  # fmt: skip


def test_a_grid_will_do(tmp_path: Path, capsys: Output) -> None:
    """With a crowd, for it has no agents of its own; the recording keeps its cells."""
    path, target = tmp_path / "yard.grid.txt", tmp_path / "yard.wwrec"
    save_grid(NavGrid.from_array(np.ones((30, 30)), cell_size=0.5), path)
    code, found = data(capsys, path, "--agents", 6, "--seconds", 40, "-o", target)
    assert (code, found["arrived"]) == (0, 6)
    assert load_recording(target).resume(300).counts().agents == 6


def test_crowds_stand_on_floor_and_can_reach_their_goals() -> None:
    """On any of the islands, with the level's radius, under ids that are free."""
    level = room(30, 12, (10, 0, 11, 12)).with_items(
        {5: Area(id=5, name="isle", polygon=((40, 0), (50, 0), (50, 9)))}
    )
    level = level_of(level, *(agent(i, (2, 2)) for i in (1, 3)))
    run = Simulation(World.build(level))
    assert spawn_crowd(run, 200, seed=4)
    run.take_in()
    grid = run.world.grid
    crowd: list[Agent] = run.agents.elements[2:]
    assert len({one.id for one in run.agents.elements}) == 202
    sides = set()
    for one in crowd:
        (goal,) = one.goals
        assert one.radius == level.settings.agent_radius
        assert run.world.is_walkable(*one.position)
        assert run.world.find_path(one.position, goal).ok
        sides.add(grid.cell_of(*one.position)[0] * grid.cell_size // 10)
    assert len(sides) > 3


def test_overlaps_are_counted_when_they_begin() -> None:
    """Once a pair, again when it comes together again; one centimetre is none."""
    level = level_of(room(20, 12), agent(1, (2, 2)), agent(2, (8, 2)), agent(3, (2.9 - 0.005, 2)))
    run = Simulation(World.build(level))
    tally = Tally(run, CrowdJudge(run))
    counts = []
    for place in ((2.3, 2.3), (2.3, 2.3), (9, 9), (2.2, 2.2)):
        for _ in range(run.settings.steps_per_tick):
            run.step()
        writable(run).positions[:] = [(2, 2), place, (2.9 - 0.005, 2)]
        tally.take()
        counts.append((tally.data()["collisions"], tally.data()["overlaps"]))
    assert counts == [(2, 2), (2, 2), (2, 0), (4, 2)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--seconds", "-1"], "'-1' is not a number of seconds from 0 to 86,400"),
        (["--seconds", "nan"], "'nan' is not a number of seconds"),
        (["--seed", "-1"], "'-1' is not a whole number from 0 to"),
        (["--agents", "1.5"], "'1.5' is not a whole number from 0 to 100,000"),
        (["--csv-every", "0"], "'0' is not a whole number from 1 to 1,000,000"),
        (["-o", "run.json"], "run.json: the name of a recording must end in .wwrec"),
        (["-o", "none/run.wwrec"], "run.wwrec: the folder none doesn't exist; make it first"),
        (["--csv", "level.json"], "level.json: a table would overwrite this file"),
        (["--csv", "run.wwrec"], "run.wwrec: a table would overwrite this file"),
        (["--csv", "."], "this is a folder; name a file"),
    ],
)
def test_bad_use(
    walk: Path, arguments: list[str], said: str, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 2 with a sentence, before anything is done."""
    monkeypatch.chdir(walk.parent)
    before = walk.read_bytes()
    code, out, err = run(capsys, "simulate", walk, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert walk.read_bytes() == before
    assert [path.name for path in walk.parent.iterdir()] == ["level.json"]


def test_files_that_are_no_levels(tmp_path: Path, capsys: Output) -> None:
    """Missing and broken files are reported with their path."""
    path = tmp_path / "broken.json"
    path.write_text('{"areas": [')
    for file in (path, tmp_path / "none.json", tmp_path, tmp_path / "run.wwrec"):
        code, out, err = run(capsys, "simulate", file)
        assert (code, out) == (2, "")
        assert err.startswith(f"navcore: {file}")
        assert "Traceback" not in err
    assert "this is a recording" in err


def test_help(capsys: Output) -> None:
    """It explains the exit codes and the output of --json."""
    assert main(["simulate", "--help"]) == 0
    out = capsys.readouterr().out
    for word in ("--seconds", "--agents", "FILE.wwrec", "exit code is 0", "stepsPerSecond"):
        assert word in out


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Return True."""
        return True


def test_progress_where_somebody_looks(
    walk: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar is on standard error; standard output has nothing of it."""
    err = Terminal()
    monkeypatch.setattr(sys, "stderr", err)
    assert main(["simulate", str(walk), "--seconds", "6"]) == 0
    assert "simulate" in err.getvalue()
    assert "arrived" in capsys.readouterr().out
