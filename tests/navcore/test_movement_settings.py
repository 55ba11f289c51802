"""How agents move, in levels, files, recordings and `navcore simulate` (S0-117)."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_calls import run
from sim_levels import agent, change, level_of, room, run_for

from navcore import World
from navcore.errors import NavcoreError
from navcore.formats.level import read_level, write_level
from navcore.level.limits import LIMITS
from navcore.level.model import Level, Settings
from navcore.level.operations import set_settings
from navcore.level.settings import MOVEMENT
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

OTHERS: dict[str, Any] = {
    "rules": "source",
    "knows_crowd": False,
    "walk_threshold": 0.1,
    "target_replan_threshold": 0.5,
    "influence_distance": 4.0,
    "obstacle_radius_fraction": 0.8,
    "separation_iterations": 5,
    "nudge_distance": 0.0,
    "moved_distance": 0.01,
    "replan_distance": 2.5,
    "replan_cooldown": 0.25,
    "talk_distance": 2.0,
    "snap_radius": 3.0,
    "trim_factor": 0.5,
}
"""Another value of each."""


def test_levels_and_runs_have_the_same_defaults() -> None:
    """Those of the document, in both places (S0-117)."""
    assert set(OTHERS) == set(MOVEMENT)
    level, constants = Settings(), SimulationSettings()
    assert all(getattr(level, name) == getattr(constants, name) for name in MOVEMENT)
    assert SimulationSettings.of(level) == constants


@pytest.mark.parametrize("name", MOVEMENT)
def test_each_is_a_key_that_is_written_where_it_differs(name: str) -> None:
    """And read again; a level that has the usual values names none of them."""
    level = Level()
    edit = set_settings(level, **{name: OTHERS[name]})
    assert edit.label
    changed = edit.apply(level)
    added = set(write_level(changed).splitlines()) - set(write_level(level).splitlines())
    assert len(added) == 1
    assert read_level(write_level(changed), "level.json").level == changed
    assert json.loads(write_level(changed))["version"] == 1
    assert getattr(Simulation(World.build(changed)).settings, name) == OTHERS[name]


@pytest.mark.parametrize("name", [name for name in MOVEMENT if name in LIMITS])
def test_values_beyond_the_limits_are_refused(name: str) -> None:
    """Fields, files and the API all refuse them."""
    limit = LIMITS[name]
    greatest = int(limit.greatest) if name == "separation_iterations" else limit.greatest
    for value in (-1, greatest + 1):
        with pytest.raises(NavcoreError):
            set_settings(Level(), **{name: value})
        text = write_level(Level().with_settings(Settings(**{name: value})))
        with pytest.raises(NavcoreError, match=r"level\.json"):
            read_level(text, "level.json")
    assert set_settings(Level(), **{name: greatest})


def test_unknown_rules_are_refused() -> None:
    """The message names the allowed rules."""
    with pytest.raises(NavcoreError, match="crowd, source"):
        SimulationSettings(rules="walk")  # type: ignore[arg-type]
    text = write_level(Level().with_settings(Settings(rules="source"))).replace("source", "walk")
    with pytest.raises(NavcoreError, match='rules: must be "crowd" or "source"'):
        read_level(text, "level.json")


def test_runs_that_have_not_begun_follow_the_level() -> None:
    """Unless they have constants of their own."""
    level = level_of(room(16, 10), agent(1, (2, 2)))
    world = World.build(set_settings(level, rules="source").apply(level))
    plain = Simulation(World.build(level))
    own = Simulation(World.build(level), settings=SimulationSettings(nudge_distance=2.0))
    for simulation in (plain, own):
        simulation.begin_in(world)
    assert plain.settings.rules == "source"
    assert own.settings == SimulationSettings(nudge_distance=2.0)


def test_recordings_remember_the_rules(tmp_path: Path) -> None:
    """They play back and continue with the recorded rules, not the level's later ones."""
    agents = [agent(i + 1, (2 + i, 2 + i), goals=((14 - i, 5),)) for i in range(5)]
    level = level_of(room(16, 10), *agents)
    constants = SimulationSettings(rules="source", nudge_distance=2.0)
    simulation = Simulation(World.build(level), settings=constants)
    recorder = Recorder(simulation)
    for _ in range(120):
        simulation.step()
        recorder.take()
    save_recording(recorder.recording, tmp_path / "run.wwrec")
    loaded = load_recording(tmp_path / "run.wwrec")
    assert loaded.settings == constants
    again = loaded.resume(15)
    run_for(again, 0.5)
    assert again.state().equals(simulation.state())


def test_recordings_hold_edits_of_the_numbers(tmp_path: Path) -> None:
    """Zero is a value, too."""
    simulation = Simulation(World.build(level_of(room(16, 10), agent(1, (2, 2)))))
    recorder = Recorder(simulation)
    change(simulation, set_settings(simulation.world.level, nudge_distance=0.0))
    for _ in range(12):
        simulation.step()
        recorder.take()
    save_recording(recorder.recording, tmp_path / "run.wwrec")
    again = load_recording(tmp_path / "run.wwrec").resume(1)
    assert again.world.level.settings.nudge_distance == 0.0


def test_simulate_takes_the_rules_of_the_level_or_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--rules` counts more than the level's key."""
    file = tmp_path / "hall.json"
    level = level_of(room(16, 10), agent(1, (2, 2), goals=((8, 2),)))
    file.write_text(write_level(set_settings(level, rules="source").apply(level)))
    for options, expected in (((), "source"), (("--rules", "crowd"), "crowd")):
        code, out, _ = run(capsys, "simulate", file, "--seconds", 1, "--json", *options)
        assert code == 1
        assert json.loads(out)["rules"] == expected
