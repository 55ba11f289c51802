"""Stops of agents: a pause and a facing for each."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_levels import agent, change, level_of, room, run_for, simulate
from sim_runs import writable

from navcore.level import operations as op
from navcore.level.model import Agent, Stop
from navcore.sim.recording import Recorder
from navcore.sim.simulation import Simulation
from navcore.world import World

GUARD = 1
SOUTH = -math.pi / 2


def guard(*stops: Stop, loop: bool = False, wait: float = 0.0) -> Agent:
    """Return a guard that walks to x = 4, 6 and 8."""
    goals = ((4, 2), (6, 2), (8, 2))
    return agent(
        GUARD, (2, 2), goals=goals, stops=stops, loop=loop, wait=wait, walk_speed=2.0
    )  # fmt: skip


def moments(run: Simulation, seconds: float) -> list[float]:
    """Return the times when the guard reached the ends of its paths."""
    found = []
    for _ in range(round(seconds * 60)):
        run.step()
        found += [run.seconds for _ in run.arrivals]
    return found


def test_each_stop_has_its_pause() -> None:
    """The agent's own wait where a stop says nothing, and none where it says 0."""
    run = simulate(room(10, 4), guard(Stop(pause=2.0), Stop(), Stop(pause=0.0), wait=1.0))
    first, second, third = moments(run, 9.0)
    walk = 1.0
    assert second - first == pytest.approx(2.0 + walk, abs=0.15)
    assert third - second == pytest.approx(1.0 + walk, abs=0.15)


def test_an_agent_turns_to_look_while_it_pauses() -> None:
    """It turns at its rotation speed, by the shorter way round, and then stops."""
    level = room(10, 4)
    run = simulate(level, guard(Stop(pause=5.0, facing=SOUTH)))
    while not run.arrivals:
        run.step()
    seen = []
    for _ in range(60):
        run.step()
        seen.append(float(run.agents.facings[0]))
    most = 8.0 / 60 + 1e-9
    turns = np.abs(np.diff(seen))
    assert turns.max() <= most
    assert seen[-1] == SOUTH
    assert min(seen) >= SOUTH
    run_for(run, 6.0)
    assert run.agents.facings[0] == pytest.approx(0.0), "it looks where it goes again"


def test_the_last_stop_of_a_route_is_looked_from_for_good() -> None:
    """There it stands, without any pause."""
    run = simulate(room(10, 4), guard(Stop(), Stop(), Stop(facing=2.0)))
    run_for(run, 8.0)
    assert run.agents.facings[0] == 2.0


def test_who_is_sent_elsewhere_looks_where_it_walks() -> None:
    """Facings belong to the agent's own stops alone."""
    run = simulate(room(10, 4), guard(Stop(facing=2.0)))
    run.send([GUARD], (4, 2))
    run_for(run, 4.0)
    assert run.agents.facings[0] == 0.0


def test_a_facing_that_is_set_meanwhile_is_turned_to() -> None:
    """The run takes in the edit at its next tick."""
    run = simulate(room(10, 4), guard(Stop(pause=9.0)))
    run_for(run, 2.0)
    change(run, op.set_stops(run.world.level, {GUARD: {0}}, facing=1.0))
    run_for(run, 1.0)
    assert run.agents.facings[0] == 1.0
    change(run, op.set_stops(run.world.level, {GUARD: {0}}, facing=None))
    run_for(run, 1.0)
    assert run.agents.facings[0] == 1.0, "it looks on"


def test_a_loop_pauses_at_the_same_stops_again() -> None:
    """Round after round."""
    run = simulate(room(10, 4), guard(Stop(pause=3.0, facing=1.0), loop=True))
    found = moments(run, 20.0)
    assert found[3] - found[0] == pytest.approx(found[4] - found[1], abs=0.2)
    assert found[1] - found[0] > 3.5


numbers = st.one_of(st.none(), st.floats(0.0, 2.0))
stops = st.builds(Stop, pause=numbers, facing=st.one_of(st.none(), st.floats(-20.0, 20.0)))


@given(st.lists(stops, min_size=1, max_size=3), st.integers(1, 70))
def test_runs_repeat_resume_and_replay(route: list[Stop], ticks: int) -> None:
    """They are equal to the last bit: twice, from any tick, and from a recording."""
    level = level_of(room(10, 4), guard(*route, loop=True), agent(2, (4, 2)))
    world = World.build(level)
    run, twin = Simulation(world), Simulation(world)
    recorder = Recorder(run)
    for _ in range(ticks * 6):
        run.step()
        twin.step()
        recorder.take()
    resumed = pickle.loads(pickle.dumps(Simulation.resumed(world, run.state())))
    for _ in range(120):
        run.step()
        twin.step()
        resumed.step()
        recorder.take()
    assert run.state().equals(twin.state())
    assert run.state().equals(resumed.state())
    moment = recorder.recording.resume(ticks)
    while moment.steps < run.steps:
        moment.step()
    assert moment.state().equals(run.state())


def test_levels_without_facings_do_no_work() -> None:
    """No agent is tested for a facing."""
    run = simulate(room(10, 4), guard(Stop(pause=1.0)), agent(2, (3, 3)))
    assert writable(run).looking == []
    change(run, op.set_stops(run.world.level, {GUARD: {0}}, facing=1.0))
    run.step()
    assert writable(run).looking == [0]
