"""Agents that are switched off or dead exist, but block no other agent (S0-071, S0-093)."""

import json
from pathlib import Path
from typing import Any

import cli_calls
import pytest
from sim_levels import agent, change, level_of, room, run_for, simulate
from sim_runs import happenings

from navcore.formats.level import read_level, write_level
from navcore.level.operations import set_fields
from navcore.sim.events import Kind
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

RULES: Any = pytest.mark.parametrize("rules", ["crowd", "source"])
CORRIDOR = room(16, 2)


def run_with(rules: Any, *agents: Any) -> Simulation:
    """A run in a corridor by these rules."""
    return simulate(CORRIDOR, *agents, settings=SimulationSettings(rules=rules))


def switch(run: Simulation, agent_id: int, *, enabled: bool) -> None:
    """Switch an agent of the level on or off, from the next tick on."""
    change(run, set_fields(run.world.level, [agent_id], enabled=enabled))


@RULES
def test_others_walk_through_it(rules: Any) -> None:
    """Dead in a doorway, it doesn't turn or stop others, and is not pushed."""
    run = run_with(rules, agent(1, (8, 1), enabled=False), agent(2, (3, 1), goals=((13, 1),)))
    told = happenings(run, 8.0, Kind.ARRIVED, Kind.NUDGED, Kind.REPLANNED, Kind.STUCK)
    assert told == [(Kind.ARRIVED, 2, -1)]
    assert run.agents.positions[0].tolist() == [8.0, 1.0]


@RULES
def test_it_goes_nowhere_until_it_is_switched_on(rules: Any) -> None:
    """Then it goes where it was to go."""
    run = run_with(rules, agent(1, (3, 1), goals=((13, 1),), enabled=False))
    run_for(run, 2.0)
    assert run.agents.positions[0].tolist() == [3.0, 1.0]
    assert not run.agents.walking().any()
    switch(run, 1, enabled=True)
    assert [one.agent_id for one in run_for(run, 9.0)] == [1]


@RULES
def test_switched_off_on_its_way_it_lies_where_it_is(rules: Any) -> None:
    """And goes on from there later; it has arrived once."""
    run = run_with(rules, agent(1, (3, 1), goals=((13, 1),)))
    run_for(run, 2.0)
    switch(run, 1, enabled=False)
    run.tick()
    place = run.agents.positions[0].tolist()
    assert not run_for(run, 3.0)
    assert run.agents.positions[0].tolist() == place
    switch(run, 1, enabled=True)
    assert len(run_for(run, 9.0)) == 1


@RULES
def test_one_that_stood_blocks_again_when_switched_on(rules: Any) -> None:
    """Plans lead around it from then on."""
    run = simulate(
        room(16, 8), agent(1, (8, 4), enabled=False), agent(2, (3, 4)),
        settings=SimulationSettings(rules=rules),
    )  # fmt: skip
    run.send([2], (13, 4))
    run_for(run, 0.1)
    assert len(run.agents.path_of(2)) == 1
    switch(run, 1, enabled=True)
    run.tick()
    run.tick()
    run.send([2], (12, 4))
    run_for(run, 0.3)
    assert len(run.agents.path_of(2)) > 1


@RULES
def test_two_that_overlap_lie_where_they_are(rules: Any) -> None:
    """They are not pushed, and push no others."""
    run = run_with(rules, agent(1, (8, 1), enabled=False), agent(2, (8.2, 1)))
    run_for(run, 1.0)
    assert run.agents.positions.tolist() == [[8.0, 1.0], [8.2, 1.0]]


def test_files_and_recordings_keep_it(tmp_path: Any) -> None:
    """The switch is written if it is off; such files have version 2."""
    off = level_of(CORRIDOR, agent(1, (3, 1), goals=((13, 1),), enabled=False))
    on = level_of(CORRIDOR, agent(1, (3, 1), goals=((13, 1),)))
    assert '"enabled": false' in write_level(off)
    assert "enabled" not in write_level(on)
    assert '"version": 2' in write_level(off)
    assert read_level(write_level(off), "level.json").level == off
    run = simulate(on)
    recorder = Recorder(run)
    switch(run, 1, enabled=False)
    for _ in range(30):
        run.step()
        recorder.take()
    save_recording(recorder.recording, tmp_path / "run.wwrec")
    again = load_recording(tmp_path / "run.wwrec").resume(5)
    assert again.state().equals(run.state())
    assert again.agents.enabled.tolist() == [False]


def test_simulate_expects_nothing_of_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All that take part arrive."""
    going = agent(2, (3, 1), goals=((6, 1),))
    off = agent(1, (9, 1), goals=((13, 1),), enabled=False)
    file = tmp_path / "corridor.json"
    file.write_text(write_level(level_of(CORRIDOR, off, going)))
    code, out, _ = cli_calls.run(capsys, "simulate", file, "--seconds", 4, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["agents"], found["withGoals"], found["arrived"]) == (2, 1, 1)
