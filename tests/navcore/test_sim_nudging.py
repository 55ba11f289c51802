"""Agents that stand in the way of a walking agent step aside."""

import itertools
import math
from typing import Any

import numpy as np
import pytest
from sim_levels import agent, box, change, room, run_for, simulate
from sim_runs import Place, all_on_floor, bare_run, floor, happenings, on_grid

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle
from navcore.sim.agents import NEVER, STAND
from navcore.sim.events import Kind
from navcore.sim.separation import nudge
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

CORRIDOR = room(24, 10, (-1, -1, 25, 3.6), (-1, 5.4, 25, 11))
"""One way along z = 4.5, too narrow for two beside each other; the walls end nowhere."""


def nudges(run: Simulation, seconds: float) -> list[tuple[int, int]]:
    """Return which agents step aside for which others in the next seconds."""
    return [event[1:] for event in happenings(run, seconds, Kind.NUDGED)]


def crossing(stander: Place = (5.5, 5.5), **fields: object) -> Simulation:
    """Return a level with an agent in the way of another that touches it and wants to pass."""
    run = on_grid(floor(20, 11, **fields), (stander[0] - 0.8, stander[1]), stander)
    run.send([1], (18, 5.5))
    return run


def test_a_walker_that_touches_one_who_stands_nudges_it() -> None:
    """An event has the standing agent and the one that it steps aside for (S0-102)."""
    run = crossing()
    assert nudges(run, 1 / 60) == [(2, 1)]
    assert run.agents.is_moving(2)


def test_two_who_walk_or_stand_nudge_nobody() -> None:
    """An agent steps aside only if exactly one of the two walks (S0-102)."""
    run = crossing()
    run.send([2], (5.5, 10))
    assert nudges(run, 3.0) == []
    run = on_grid(floor(20, 11), (4.7, 5.5), (5.5, 5.5))
    assert nudges(run, 3.0) == []


AROUND = ((1.2, 0.0), (0.0, 1.2), (0.0, -1.2), (-1.2, 0.0))
"""Places around an agent that is nudged from the left: straight on, left, right, back."""


@pytest.mark.parametrize("blocked", list(itertools.product((False, True), repeat=4)))
def test_the_first_walkable_place_is_taken(blocked: tuple[bool, ...]) -> None:
    """Straight away, +90, -90, 180 degrees, 1.2 m off; without one it stays (S0-103, S0-104)."""
    cells = np.ones((30, 30), np.uint8)
    for (dx, dz), is_blocked in zip(AROUND, blocked, strict=True):
        if is_blocked:
            cells[int(15.5 + dz / 0.4), int(15.5 + dx / 0.4)] = 0
    run = bare_run(NavGrid.from_array(cells, cell_size=0.4), (5.4, 6.2), (6.2, 6.2))
    run.agents.set_path(0, np.array([[9.0, 6.2]]))
    nudge(run, 1, 0)
    free = [place for place, is_blocked in zip(AROUND, blocked, strict=True) if not is_blocked]
    if free:
        target = (6.2 + free[0][0], 6.2 + free[0][1])
        assert run.agents.path(1).tolist() == [pytest.approx(target)]
        assert len(run.log.take()) == 1
    else:
        assert len(run.agents.path(1)) == 0
        assert len(run.log.take()) == 0


def test_away_from_the_walker_whatever_its_direction() -> None:
    """The first candidate is on the line from the walker through the other (S0-103)."""
    for turn in np.linspace(0, 2 * math.pi, 17).tolist():
        away = (math.cos(turn), math.sin(turn))
        run = bare_run(floor(20, 20), (10 - 0.7 * away[0], 10 - 0.7 * away[1]), (10, 10))
        nudge(run, 1, 0)
        assert run.agents.path(1)[0] == pytest.approx((10 + 1.2 * away[0], 10 + 1.2 * away[1]))


def test_two_in_one_place_have_a_way_to_step_aside() -> None:
    """Without a direction a fixed one is taken, never not a number (S0-103)."""
    run = bare_run(floor(20, 20), (10, 10), (10, 10))
    nudge(run, 1, 0)
    assert run.agents.path(1).tolist() == [[11.2, 10]]


def test_a_place_behind_a_thin_wall_is_not_taken() -> None:
    """It is walkable and 1.2 m away, but out of sight (S0-104)."""
    cells = np.ones((120, 120), np.uint8)
    cells[:, 68] = 0
    grid = NavGrid.from_array(cells, cell_size=0.1)
    run = bare_run(grid, (5.2, 6.0), (6.0, 6.0))
    assert grid.is_walkable(7.2, 6.0)
    nudge(run, 1, 0)
    assert run.agents.path(1)[0] == pytest.approx((6.0, 7.2))


def test_places_where_somebody_stands_come_last() -> None:
    """Of those that can be walked to straight, a free one is better; a taken one will do."""
    run = bare_run(floor(20, 20), (9.2, 10), (10, 10), (11.2, 10))
    nudge(run, 1, 0)
    assert run.agents.path(1)[0] == pytest.approx((10, 11.2))
    run = bare_run(floor(20, 1), (9.2, 0.5), (10, 0.5), (11.2, 0.5), (8.8, 0.5))
    nudge(run, 1, 0)
    assert run.agents.path(1)[0] == pytest.approx((11.2, 0.5))


def test_stands_where_it_stepped_to() -> None:
    """It does not go back to its post, and there is no arrival event (S0-105)."""
    run = crossing()
    run.step()
    target = run.agents.path_of(2)[-1].tolist()
    events = happenings(run, 15.0, Kind.ARRIVED)
    assert events == [(Kind.ARRIVED, 1, -1)]
    assert math.dist(run.agents.positions[1], target) < 0.5
    assert run.agents.walk_targets[1].tolist() == run.agents.positions[1].tolist()
    assert not run.agents.is_moving(2)
    assert run.agents.states[1] == STAND
    assert run.counts().stuck == 0


def test_the_player_is_never_nudged() -> None:
    """Except for being pushed it stays, and the other one gets past (S0-106)."""
    run = simulate(room(24, 10), agent(1, (4.7, 5.5)), agent(2, (5.5, 5.5), player=True))
    run.send([1], (18, 5.5))
    assert nudges(run, 15.0) == []
    assert tuple(run.agents.positions[0]) == (18, 5.5)
    assert math.dist(run.agents.positions[1], (5.5, 5.5)) < 1.0
    assert not run.agents.is_moving(2)


def test_an_order_overrides_stepping_aside() -> None:
    """An agent with another order follows it at once, a fighter for example (S0-107)."""
    run = crossing()
    run.step()
    assert run.agents.aside[1]
    run.send([2], (5.5, 10))
    run.step()
    assert not run.agents.aside[1]
    assert run.agents.path_of(2)[-1].tolist() == [5.5, 10]
    run_for(run, 8.0)
    assert tuple(run.agents.positions[1]) == (5.5, 10)


@pytest.mark.parametrize("back", [False, True])
def test_an_order_while_it_steps_aside_is_no_duplicate(back: bool) -> None:
    """Sent to its present target or to its post, it walks there and arrives (S0-081, S0-105)."""
    run = crossing()
    run.step()
    goal = (5.5, 5.5) if back else tuple(run.agents.path_of(2)[-1].tolist())
    run.send([2], goal)
    arrivals = run_for(run, 8.0)
    assert 2 in [arrival.agent_id for arrival in arrivals]
    assert run.agents.positions[1] == pytest.approx(goal, abs=0.06)


def test_one_encounter_is_one_nudge() -> None:
    """While it steps aside it is not nudged again, however long they touch (S0-108)."""
    run = crossing()
    seen = []
    for _ in range(90):
        stepping = bool(run.agents.aside[1])
        run.step()
        asked = bool((run.events["kind"] == Kind.NUDGED).any())
        assert not (stepping and asked)
        seen.append(asked)
    assert sum(seen) == 1


@pytest.mark.parametrize("level", [room(24, 10), CORRIDOR])
def test_its_own_round_goes_on_after_stepping_aside(level: Level) -> None:
    """An agent that waits at a goal steps aside, waits on and turns to its next goal."""
    goals = ((8.0, 4.5), (20.0, 4.5))
    run = simulate(level, agent(1, (7.2, 4.5), goals=goals, wait=3.0))
    while run.agents.waiting_until[0] == NEVER:
        run.step()
    until = int(run.agents.waiting_until[0])
    run.spawn(agent(2, (7.2, 4.5)))
    run.send([2], (22, 4.5))
    assert (1, 2) in nudges(run, 1.0)
    assert run.agents.waiting_until[0] == until
    assert run.agents.goal_indices[0] == 0
    arrivals = run_for(run, 25.0)
    assert 1 in [arrival.agent_id for arrival in arrivals]
    assert run.agents.goal_indices[0] == 1
    # Where it has come to, the other asks it to step aside up to three times.
    assert math.dist(run.agents.positions[0], (20, 4.5)) < 3 * 1.2 + 0.1


def test_nobody_is_nudged_while_it_waits_for_its_plan() -> None:
    """It is about to walk anyway, to where it was sent."""
    run = simulate(
        room(24, 10), agent(1, (4.7, 5.5)), agent(2, (5.5, 5.5)),
        settings=SimulationSettings(plans_per_step=1),
    )  # fmt: skip
    run.send([1], (18, 5.5))
    run.send([2], (5.5, 9))
    run.step()
    assert run.agents.is_moving(1)
    assert run.agents.asked[1] != NEVER
    assert len(run.events) == 0
    run.step()
    assert run.agents.path_of(2)[-1].tolist() == [5.5, 9]


def test_whoever_can_not_get_to_its_goal_keeps_it() -> None:
    """It steps aside before the wall, and goes on when the wall is gone (S0-080)."""
    run = simulate(room(24, 10, (12, -1, 13, 11)), agent(1, (10, 5)))
    run.send([1], (20, 5))
    run_for(run, 4.0)
    x, z = run.agents.positions[0].tolist()
    run.spawn(agent(2, (x - 0.7, z)))
    run.send([2], (x, z + 3))
    run.place({2: (x, z - 0.7)})
    assert (1, 2) in nudges(run, 2.0)
    # It may have to step aside again before it stands.
    run_for(run, 10.0)
    assert not run.agents.is_moving(1)
    assert tuple(run.agents.requested_targets[0]) == (20, 5)
    assert run.counts().stuck == 1


def test_stepping_aside_stays_on_the_floor() -> None:
    """Many walk through standing agents in two rooms and a doorway."""
    level = room(20, 12, (9.6, -1, 10.4, 5), (9.6, 7, 10.4, 13))
    rng = np.random.default_rng(5)
    run = simulate(
        level,
        *(agent(i + 1, tuple(rng.uniform((8, 3), (12, 9)).tolist())) for i in range(25)),
        *(agent(i + 40, (1 + 0.9 * (i % 3), 2 + i)) for i in range(9)),
    )
    run_for(run, 1.0)
    run.send(range(40, 49), (18, 6))
    for _ in range(600):
        inside = [run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist()]
        run.step()
        after = [run.world.is_walkable(x, z) for x, z in run.agents.positions.tolist()]
        assert all(now for was, now in zip(inside, after, strict=True) if was)
    assert np.isfinite(run.agents.positions).all()


def test_who_stands_in_a_lane_for_one_does_not_block_it() -> None:
    """It can't step aside there: it is pushed on, and nudged once there is room."""
    lane = NavGrid.from_array(np.ones((2, 60)), cell_size=0.1)
    run = on_grid(lane, (1.0, 0.01), (1.05, 0.19))
    run.send([1], (5.0, 0.01))
    nudged = []
    while not len(run.arrivals):
        run.step()
        nudged += [int(event["agent"]) for event in run.events if event["kind"] == Kind.NUDGED]
        assert all_on_floor(run)
        assert run.seconds < 30.0
    assert set(nudged) == {2}


def nudged_at_its_goal(rules: Any) -> Simulation:
    """Return a run in which agent 2, which has arrived, steps aside for agent 1."""
    run = simulate(
        room(24, 10), agent(1, (2.0, 8.0)), agent(2, (5.0, 5.5), goals=((5.5, 5.5),)),
        settings=SimulationSettings(rules=rules),
    )  # fmt: skip
    assert [one.agent_id for one in run_for(run, 1.0)] == [2]
    run.place({1: (4.7, 5.5)})
    run.send([1], (18, 5.5))
    assert nudges(run, 0.2) == [(2, 1)]
    assert run.agents.aside[1]
    return run


@pytest.mark.parametrize("rules", ["crowd", "source"])
def test_put_elsewhere_while_it_steps_aside_it_stands_there(rules: Any) -> None:
    """It had arrived before, so it neither walks back to its goal nor arrives again (S0-087)."""
    run = nudged_at_its_goal(rules)
    run.place({2: (20, 2)})
    run.step()
    assert run.agents.positions[1].tolist() == [20, 2]
    assert [one.agent_id for one in run_for(run, 15.0)] == [1]
    assert run.agents.positions[1].tolist() == [20, 2]


@pytest.mark.parametrize("rules", ["crowd", "source"])
def test_caught_in_a_new_wall_while_it_steps_aside_it_stands_beside_it(rules: Any) -> None:
    """It has no goal to go to from there (S0-087)."""
    run = nudged_at_its_goal(rules)
    x, z = run.agents.positions[1].tolist()
    crate = Obstacle(id=300, polygon=box(x - 0.1, z - 0.7, x + 1.3, z + 0.7))
    change(run, Edit.put(run.world.level, [crate]))
    told = happenings(run, 20.0, Kind.DISPLACED, Kind.ARRIVED)
    assert [one for one in told if one[1] == 2] == [(Kind.DISPLACED, 2, -1)]
    assert (Kind.ARRIVED, 1, -1) in told
    assert not run.agents.is_moving(2)
