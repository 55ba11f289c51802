"""Passing crowds that come the other way: against a naive twin, and by hand."""

import numpy as np
import pytest
from interpreted import interpret_crowds
from sim_runs import bare_run, floor

from navcore.sim.agents import Floats
from navcore.sim.crowd_speeds import SQUARE, measure_speeds
from navcore.sim.passing_lanes import (
    ALONG,
    ANYBODY,
    ASIDE,
    EASES,
    FORESEEN,
    FRONT,
    LEFT,
    NEAR,
    OFFSETS,
    REACH,
    STRIDE,
    TOWARDS,
    choose_lanes,
    keep_lanes,
)
from navcore.sim.run import Run
from navcore.sim.wide_turns import turn_wide

LOOKER = 6
STEP = 18
"""A step at a tick in which agent 6 looks."""
PLACE, GOAL = (20.0, 20.0), (50.0, 26.0)


def meeting(crowd: Floats, headings: Floats, *blocked: tuple[int, int]) -> Run:
    """Return agent 6 on its way to the right, and others that creep the other way."""
    others = crowd.tolist()
    places = [*others[: LOOKER - 1], PLACE, *others[LOOKER - 1 :]]
    run = bare_run(floor(61, 45, *blocked), *places)
    agents = run.agents
    for row in range(len(places)):
        agents.set_path(row, np.array([(agents.positions[row] + (0.0, 9.0)).tolist()]))
    agents.set_path(LOOKER - 1, np.array([GOAL]))
    agents.headings[:] = np.insert(headings, LOOKER - 1, (1.0, 0.0), axis=0)
    agents.velocities[:] = 0.05
    run.speeds = measure_speeds(agents)
    run.step = STEP
    turn_wide(run)
    return run


def crowd_of(seed: int, count: int = 120) -> tuple[Floats, Floats]:
    """Return this many places ahead of the agent that looks, and the directions of those there."""
    rng = np.random.default_rng(seed)
    turns = rng.uniform(0.0, 2.0 * np.pi, count)
    places: Floats = rng.uniform((21.0, 8.0), (36.0, 36.0), (count, 2))
    return places, np.column_stack((np.cos(turns), np.sin(turns)))


def walks_on(run: Run) -> Run:
    """Return the same run at a tick at which nobody creeps."""
    run.agents.velocities[:] = (0.0, 1.0)
    run.speeds = measure_speeds(run.agents)
    turn_wide(run)
    return run


def naive_lane(run: Run, least: float, share: float) -> float:
    """Return the cheapest lane; the line itself if there is no square on it with a crowd.

    On such a square more than `least` agents come, and more than this `share` of those there.
    """
    agents, row = run.agents, LOOKER - 1
    place = agents.positions[row]
    way = np.array(GOAL) - place
    way /= np.hypot(*way)
    right = np.array((way[1], -way[0]))
    squares = np.floor(agents.positions / SQUARE)

    def others(lane: float) -> list[tuple[float, float]]:
        found = []
        for at in np.arange(STRIDE, FORESEEN + 0.1, STRIDE):
            spot = place + at * way + right * lane * min(1.0, at / EASES)
            on = (squares == np.floor(spot / SQUARE)).all(axis=1)
            towards = max(0.0, float((1.0 - agents.headings[on] @ way).sum()) / 2.0)
            found.append((towards, np.count_nonzero(on) - towards))
        return found

    def cost(lane: float) -> float:
        aside = ASIDE * abs(lane) + LEFT * max(-lane, 0.0)
        return aside + sum(TOWARDS * many + ALONG * with_ for many, with_ in others(lane))

    def is_clear(lane: float) -> bool:
        return run.floors.passes(row, *place, *(place + REACH * way + right * lane))

    if not any(many > max(least, share * (many + with_)) for many, with_ in others(0.0)):
        return 0.0
    return min((0.0, *filter(is_clear, OFFSETS)), key=cost)


@pytest.mark.parametrize("creeps", [False, True])
@pytest.mark.parametrize("interpreted", [False, True])
def test_the_lane_that_costs_least(
    interpreted: bool, creeps: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Crowds are random, with walls on one side; some have the front that begins lanes."""
    if interpreted:
        interpret_crowds(monkeypatch)
    wall = [(column, 24) for column in range(22, 30)]
    found = set()
    for seed in range(25):
        run = meeting(*crowd_of(seed), *(wall if seed % 2 else ()))
        if not creeps:
            walks_on(run)
        expected = naive_lane(run, *(ANYBODY if creeps else FRONT))
        choose_lanes(run)
        assert run.agents.lanes[LOOKER - 1] == expected, seed
        found.add(expected)
    assert len(found) > (4 if creeps else 3)


def test_two_crowds_choose_different_sides() -> None:
    """Each passes the other on its right."""
    places = np.array([(x, z) for x in (25.0, 26.0, 27.0) for z in (20.5, 21.5, 22.5)])
    run = meeting(places, np.tile((-1.0, 0.0), (9, 1)))
    choose_lanes(run)
    assert run.agents.lanes[LOOKER - 1] > 0.0


def test_nobody_leaves_the_line_for_a_crowd_that_goes_the_same_way() -> None:
    """A queue is no crowd that comes towards one."""
    places = np.array([(x, z) for x in (25.0, 26.0, 27.0) for z in (20.5, 21.5, 22.5)])
    run = meeting(places, np.tile((1.0, 0.0), (9, 1)))
    choose_lanes(run)
    assert run.agents.lanes[LOOKER - 1] == 0.0


def test_agents_head_beside_their_next_point() -> None:
    """By their lane, from wherever they are; a gate goes first."""
    run = meeting(*crowd_of(0))
    agents, row = run.agents, LOOKER - 1
    agents.lanes[:] = 0.0
    agents.lanes[row] = 3.0
    keep_lanes(run)
    way = (np.array(GOAL) - PLACE) / np.hypot(*(np.array(GOAL) - PLACE))
    expected = np.array(PLACE) + REACH * way + 3.0 * np.array((way[1], -way[0]))
    assert agents.aims[row] == pytest.approx(expected)
    assert np.isnan(np.delete(agents.aims, row, axis=0)).all()
    agents.aims[row] = (1.0, 2.0)
    keep_lanes(run)
    assert agents.aims[row].tolist() == [1.0, 2.0]


@pytest.mark.parametrize("why", ["is played", "steps aside", "follows", "is there"])
def test_who_keeps_to_no_lane(why: str) -> None:
    """These are players, agents that step aside or follow another, or near the next point."""
    places = np.array([(x, z) for x in (25.0, 26.0, 27.0) for z in (20.5, 21.5, 22.5)])
    run = meeting(places, np.tile((-1.0, 0.0), (9, 1)))
    agents, row = run.agents, LOOKER - 1
    agents.lanes[row] = 3.0
    if why == "is played":
        agents.players[row] = True
    elif why == "steps aside":
        agents.aside[row] = True
    elif why == "follows":
        agents.meets[row] = 1
    else:
        agents.points[agents.path_start[row]] = (PLACE[0] + 0.9 * NEAR, PLACE[1])
    keep_lanes(run)
    assert np.isnan(agents.aims[row]).all()
    choose_lanes(run)
    assert agents.lanes[row] == 0.0


def test_lanes_end_with_the_crowd() -> None:
    """They end when no agent creeps any more."""
    run = meeting(*crowd_of(0))
    run.agents.lanes[LOOKER - 1] = 3.0
    choose_lanes(walks_on(run))
    assert not run.agents.lanes.any()


def test_lanes_begin_before_anybody_creeps() -> None:
    """A front is passed on its right as soon as it is seen; a few people are not."""
    front = np.array([(x, z) for x in (28.3, 29.3) for z in (20.5, 21.5, 22.5)])
    run = walks_on(meeting(front, np.tile((-1.0, 0.0), (6, 1))))
    choose_lanes(run)
    assert run.agents.lanes[LOOKER - 1] > 0.0
    few = np.array([(x, z) for x in (26.5, 28.5) for z in (20.5, 22.5)])
    run = walks_on(meeting(np.concatenate((few, [(3.0, 3.0)])), np.tile((-1.0, 0.0), (5, 1))))
    choose_lanes(run)
    assert run.agents.lanes[LOOKER - 1] == 0.0


def test_two_agents_are_no_crowd() -> None:
    """Nothing is measured for them, so that small runs cost nothing more."""
    run = bare_run(floor(61, 45), (20.0, 20.0), (30.0, 20.0))
    turn_wide(run)
    assert run.streams is None
