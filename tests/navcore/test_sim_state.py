"""A run that is restored from a state continues as it would have."""

import numpy as np
import pytest
from sim_levels import agent, box, change, room, run_for, simulate

from navcore import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.sim.columns import COLUMNS
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.state import State

LEVEL = room(24, 14, (9, -1, 10, 6), (9, 8, 10, 15), (16, 4, 18, 9))


def busy(**fields: object) -> Simulation:
    """Return thirty agents that walk back and forth through a gap, some with delayed plans."""
    rng = np.random.default_rng(12)
    places = [tuple(place) for place in rng.uniform((1, 1), (8, 13), (30, 2)).tolist()]
    return simulate(
        LEVEL,
        *(
            agent(
                i + 1, place, goals=((22, 2 + i / 3), (2, 12 - i / 3)), loop=i % 3 > 0,
                wait=0.2 * (i % 4), walk_speed=1 + 0.05 * i, radius=0.25 + 0.01 * (i % 9),
                player=i == 5,
            )
            for i, place in enumerate(places)
        ),
        settings=SimulationSettings(plans_per_step=3, **fields),  # type: ignore[arg-type]
    )  # fmt: skip


def disturb(run: Simulation, tick: int) -> None:
    """Make the requests of a tick."""
    if tick % 7 == 1:
        run.send([1 + tick % 30], (12, 7))
    if tick % 11 == 2:
        run.remove([1 + (3 * tick) % 30])
    if tick % 13 == 3:
        run.spawn(agent(1000 + tick, (4, 4), goals=((22, 12),)))
    if tick % 17 == 4:
        wall = Obstacle(id=300, polygon=box(12, tick % 8, 13, tick % 8 + 3))
        change(run, Edit.put(run.world.level, [wall]))
    if tick % 19 == 5:
        run.meet([2 + tick % 28], 6)
    if tick % 23 == 6:
        run.watch((float(tick), 2.0))
    if tick % 29 == 7:
        run.place({3 + tick % 20: (20.0, 2.0)})
    if tick % 31 == 8:
        run.stop_in_place([4 + tick % 20])


@pytest.mark.parametrize("at", [0, 1, 9, 40, 77])
def test_goes_on_to_the_last_bit(at: int) -> None:
    """It may be taken during plans, nudges and waits, and after removals, spawns and new worlds."""
    run = busy()
    for tick in range(at):
        disturb(run, tick)
        run.tick()
    # What was asked for and waits for its step is no part of a state.
    other = Simulation.resumed(run.world, run.state(), run.settings)
    assert other.steps == run.steps
    _ = run.events, run.arrivals
    for tick in range(at, at + 35):
        for each in (run, other):
            disturb(each, tick)
            each.tick()
        assert np.array_equal(run.events, other.events)
        assert run.arrivals == other.arrivals
        assert run.state().equals(other.state())
    assert np.isfinite(run.agents.positions).all()


def test_taking_a_state_changes_nothing() -> None:
    """A run that is looked at every tick is the one that is not."""
    seen, unseen = busy(), busy()
    for tick in range(30):
        for run in (seen, unseen):
            disturb(run, tick)
            run.tick()
        seen.state()
    assert seen.state().equals(unseen.state())


def test_a_state_stays_as_it_was_taken() -> None:
    """Its arrays are copies, and so are those of a resumed run."""
    run = busy()
    run.tick()
    state, again = run.state(), run.state()
    assert state.equals(again)
    other = Simulation.resumed(run.world, state, run.settings)
    run_for(other, 1.0)
    run_for(run, 1.0)
    assert state.equals(again)
    assert state.columns["positions"].tobytes() == again.columns["positions"].tobytes()


def test_one_state_leads_to_many_runs() -> None:
    """The same again, and another one with another input."""
    run = busy()
    run_for(run, 2.0)
    state = run.state()
    runs = [Simulation.resumed(run.world, state, run.settings) for _ in range(3)]
    runs[2].send([1], (3, 3))
    for each in runs:
        run_for(each, 2.0)
    assert runs[0].state().equals(runs[1].state())
    assert not runs[0].state().equals(runs[2].state())


def test_refused_between_ticks() -> None:
    """Runs go on exactly only from ticks; the sentence says which step it is."""
    run = busy()
    for step in range(1, 6):
        run.step()
        with pytest.raises(NavcoreError, match=f"step {step} is none"):
            run.state()
    run.step()
    assert run.state().step == 6


def changed(state: State, name: str) -> State:
    """The state with another number in one array."""
    column = state.columns[name].copy()
    column.view(np.uint8).reshape(-1)[0] ^= 1
    return State(
        state.step, state.seed, state.elements, {**state.columns, name: column}, state.points,
        state.focus,
    )  # fmt: skip


def test_every_array_counts() -> None:
    """One bit of any of them is another state."""
    run = busy()
    run_for(run, 1.0)
    state = run.state()
    assert not [name for name in COLUMNS if state.equals(changed(state, name))]


def test_all_else_counts() -> None:
    """Step, seed, agents, paths and the place that the run is watched from count."""
    run = busy()
    run_for(run, 1.0)
    s = run.state()
    others = [
        State(s.step + 1, s.seed, s.elements, s.columns, s.points, s.focus),
        State(s.step, s.seed + 1, s.elements, s.columns, s.points, s.focus),
        State(s.step, s.seed, s.elements[1:], s.columns, s.points, s.focus),
        State(s.step, s.seed, s.elements, s.columns, s.points + 1, s.focus),
        State(s.step, s.seed, s.elements, s.columns, s.points, (0.0, 0.0)),
    ]
    assert not any(s.equals(other) for other in others)


def test_an_empty_run_has_a_state() -> None:
    """It continues, and accepts new agents."""
    run = simulate(LEVEL)
    run_for(run, 0.5)
    other = Simulation.resumed(run.world, run.state())
    for each in (run, other):
        each.spawn(agent(1, (2, 2), goals=((22, 12),)))
        run_for(each, 3.0)
    assert run.state().equals(other.state())
