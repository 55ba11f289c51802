"""Teleported agents, and requests while a run is paused."""

import json
import math
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_levels import agent, change, room, run_for, simulate

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Agent
from navcore.sim.agents import NEVER, STAND, WALK
from navcore.sim.inputs import Meet, Send, Spawn, Teleport
from navcore.sim.simulation import Simulation
from navcore.world import World


def test_who_stands_stays_where_it_is_put() -> None:
    """It is there at once, without a movement to draw, and its goal is to stand there."""
    run = simulate(room(20, 10), agent(1, (2, 2)), agent(2, (4, 4)))
    run_for(run, 0.1)
    run.place({1: (9, 7)})
    assert tuple(run.agents.positions[0]) == (2, 2)
    run.step()
    assert (
        tuple(run.agents.positions_at(0.0)[0]) == tuple(run.agents.positions_at(1.0)[0]) == (9, 7)
    )
    assert tuple(run.agents.positions[1]) == (4, 4)
    assert run.inputs == [(6, Teleport(((1, (9.0, 7.0)),)))]
    assert run_for(run, 1.0) == []
    assert tuple(run.agents.positions[0]) == (9, 7)
    assert not run.agents.is_moving(1)
    assert run.counts() == (2, 0, 0, 0)


def test_who_walks_goes_on_to_its_goal_from_there() -> None:
    """The goal is kept, the way is found anew, the state does not flicker."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 2), (18, 8))))
    run_for(run, 1.0)
    run.place({1: (10, 9)})
    run.step()
    assert run.agents.states[0] == WALK
    assert math.dist(run.agents.positions[0], (10, 9)) < 0.1
    arrivals = run_for(run, 20.0)
    assert [arrival.agent_id for arrival in arrivals] == [1, 1]
    assert tuple(run.agents.positions[0]) == (18, 8)


def test_who_was_sent_just_now_goes_from_where_it_is_put() -> None:
    """Asking for a way and moving in one step: the way begins at the new place."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run.send([1], (18, 8))
    run.place({1: (18, 2)})
    run.tick()
    assert abs(run.agents.positions[0, 0] - 18) < 0.1
    run_for(run, 6.0)
    assert tuple(run.agents.positions[0]) == (18, 8)


def test_who_could_not_get_there_tries_again_from_where_it_is_put() -> None:
    """Behind the wall it had no path; on the other side it has one."""
    run = simulate(room(20, 10, (9, -1, 11, 11)), agent(1, (2, 5), goals=((18, 5),)))
    run_for(run, 8.0)
    assert run.counts().stuck == 1
    run.place({1: (13, 5)})
    run_for(run, 8.0)
    assert tuple(run.agents.positions[0]) == (18, 5)
    assert run.counts().stuck == 0


def test_who_waits_at_a_goal_waits_on() -> None:
    """Then it turns to the next of its goals."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((3, 2), (3, 8)), wait=2.0))
    while run.agents.waiting_until[0] == NEVER:
        run.step()
    run.place({1: (12, 2)})
    run.step()
    assert run.counts().waiting == 1
    assert run.agents.states[0] == STAND
    run_for(run, 15.0)
    assert tuple(run.agents.positions[0]) == (3, 8)


def test_a_place_must_be_finite_and_its_agent_there() -> None:
    """Numbers are refused when asked for; an agent that is not there is left out."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    for bad in ((math.nan, 1.0), (1.0, math.inf)):
        with pytest.raises(NavcoreError, match="a place must be a finite point"):
            run.place({1: bad})
        with pytest.raises(NavcoreError, match="agent 7: the start is at"):
            run.spawn(agent(7, bad))
    run.place({99: (1, 1)})
    run.step()
    assert tuple(run.agents.positions[0]) == (2, 2)


@pytest.mark.parametrize(
    "odd",
    [
        {"goals": ((1.0, 2.0), (math.nan, 1.0))},
        {"radius": math.inf},
        {"walk_speed": math.nan},
        {"rotation_speed": -math.inf},
        {"facing": math.nan},
        {"wait": math.inf},
    ],
    ids=str,
)
def test_who_has_a_number_that_is_not_finite_does_not_come(odd: dict[str, object]) -> None:
    """It is refused when it is asked for, not by a step that others walk in."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    with pytest.raises(NavcoreError, match=r"must (be|lie)"):
        run.spawn(agent(2, (4, 4), **odd))
    run.tick()
    assert len(run.agents) == 1


def test_ids_from_an_array_are_plain_numbers_in_the_log() -> None:
    """The log is written to files, which know nothing of arrays."""
    run = simulate(room(20, 10), agent(1, (2, 2)), agent(2, (4, 4)), agent(3, (6, 6)))
    ids, places = run.agents.ids, run.agents.positions
    run.send(ids, places[0])
    run.meet(ids[1:], ids[0])
    run.stop_in_place(ids[:1])
    run.place(dict(zip(ids, places + 1.0, strict=True)))
    run.remove(ids[2:])
    run.step()
    assert [type(one) for _, request in run.inputs for one in _ids(request)] == [int] * 11
    assert json.dumps(run.inputs)


def _ids(request: NamedTuple) -> list[object]:
    match request:
        case Teleport(places):
            return [agent_id for agent_id, _ in places]
        case Meet(ids, other):
            return [*ids, other]
    return list(request[0])


def test_places_as_far_apart_as_numbers_go() -> None:
    """How far they are apart is no number any more; the others walk on."""
    run = simulate(room(20, 10), agent(1, (2, 2)), agent(2, (4, 4)), agent(3, (6, 6)))
    run.place({1: (1.7e308, 2), 2: (-1.7e308, 2)})
    run.send([3], (18, 8))
    run_for(run, 12.0)
    assert run.agents.positions.tolist() == [[1.7e308, 2], [-1.7e308, 2], [18, 8]]


def test_off_the_floor_it_stands_and_is_stuck_when_sent() -> None:
    """Anywhere can be put; from nowhere there is no way."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run.place({1: (500, 500)})
    run.send([1], (3, 3))
    run.tick()
    assert tuple(run.agents.positions[0]) == (500, 500)
    assert run.counts().stuck == 1
    run.place({1: (5, 3)})
    run_for(run, 4.0)
    assert tuple(run.agents.positions[0]) == (3, 3)


def test_what_is_asked_of_agents_can_be_taken_in_while_time_stands_still() -> None:
    """Logged with the step to come; a new world waits for its tick."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run_for(run, 0.05)
    run.place({1: (9, 7)})
    run.spawn(agent(5, (4, 4)))
    run.send([5], (9, 4))
    before = run.world
    change(run, Edit.remove(run.world.level, []))
    run.take_in()
    assert run.steps == 3
    assert run.world is before
    assert tuple(run.agents.positions[0]) == (9, 7)
    assert [entry.step for entry in run.inputs] == [3, 3, 3]
    assert [type(entry.request) for entry in run.inputs] == [Teleport, Spawn, Send]
    run.take_in()
    assert len(run.inputs) == 3
    run.tick()
    run.step()
    assert run.world is not before


def test_taking_in_early_is_the_same_as_in_the_next_step() -> None:
    """The log and all that follows are equal."""
    runs = [simulate(room(20, 10), agent(1, (2, 2), goals=((18, 8),))) for _ in range(2)]
    for early, run in enumerate(runs):
        run_for(run, 0.55)
        run.place({1: (9, 2)})
        run.spawn(agent(2, (2, 8), goals=((18, 2),)))
        if early:
            run.take_in()
        run_for(run, 2.0)
    assert runs[0].inputs == runs[1].inputs
    assert runs[0].agents.positions.tobytes() == runs[1].agents.positions.tobytes()


def test_what_was_asked_before_the_first_step_outlives_another_start() -> None:
    """The level's agents may change meanwhile."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    run.spawn(agent(5, (4, 4)))
    level = run.world.level
    edit = Edit.put(level, [agent(6, (6, 6))])
    run.begin_in(run.world.update(edit.apply(level), edit))
    run.step()
    assert run.agents.ids.tolist() == [1, 6, 5]


POINTS = st.tuples(st.floats(-2, 22), st.floats(-2, 12))


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.integers(0, 30), st.sampled_from(["place", "send", "spawn"]), POINTS),
        max_size=8,
    )
)
def test_inputs_repeat_a_run(inputs: list[tuple[int, str, tuple[float, float]]]) -> None:
    """Replaying the log step by step gives the same places; no agent leaves its path."""
    world = World.build(room(20, 10, (9, 2, 11, 8)))
    first, second = Simulation(world), Simulation(world)
    first.spawn(Agent(id=1, position=(2.0, 5.0), goals=((18.0, 5.0),)))
    for step in range(60):
        for number, (at, kind, point) in enumerate(inputs):
            if at == step:
                _ask(first, kind, point, 100 + number)
        first.step()
    for step in range(60):
        for entry in first.inputs:
            if entry.step == step:
                _repeat(second, entry.request)
        second.step()
    assert first.agents.positions.tobytes() == second.agents.positions.tobytes()
    assert np.isfinite(first.agents.positions).all()


def _ask(run: Simulation, kind: str, point: tuple[float, float], new: int) -> None:
    if kind == "place":
        run.place({1: point})
    elif kind == "send":
        run.send(run.agents.ids.tolist(), point)
    else:
        run.spawn(Agent(id=new, position=point))


def _repeat(run: Simulation, request: object) -> None:
    match request:
        case Teleport():
            run.place(dict(request.places))
        case Send():
            run.send(request.ids, request.goal)
        case Spawn():
            run.spawn(request.agent)
