"""Passing slow crowds at corners in wide turns: against a slow reference, and by hand."""

import math

import numpy as np
import pytest
from interpreted import interpret_crowds
from sim_runs import bare_run, floor

from navcore.sim.agents import Floats
from navcore.sim.crowd_speeds import CREEPING, FEW, SQUARE, measure_speeds
from navcore.sim.run import Run
from navcore.sim.wide_turns import AGAINST, BERTH, FORESEEN, GAIN, OFFSETS, SLOWEST, turn_wide

LOOKER, STEP = 6, 78
"""An agent, and a step at a tick in which it looks."""
END = (30.5, 31.0)
"""Beyond the end of a wall of one cell that leads up to z = 30."""


def at_the_end_of_a_wall(goes_right: bool, crowd: Floats, towards: float = 0.0) -> Run:
    """Return agent 6 on its way around the end of a wall, and slow agents there."""
    others = crowd.tolist()
    x, to = (22.0, 40.0) if goes_right else (39.0, 21.0)
    places = [*others[: LOOKER - 1], (x, 20.0), *others[LOOKER - 1 :]]
    run = bare_run(floor(61, 60, *((30, row) for row in range(30))), *places)
    agents = run.agents
    # The table of squares tells them apart only if they are where they were put.
    agents.positions[:] = places
    for row in range(len(places)):
        agents.set_path(row, np.array([(agents.positions[row] + (0.0, 9.0)).tolist()]))
    agents.set_path(LOOKER - 1, np.array([END, (to, 20.0)]))
    agents.headings[:] = (towards, 0.0)
    agents.headings[LOOKER - 1] = 0.0
    agents.velocities[:] = (0.05, 0.0)
    agents.velocities[LOOKER - 1] = (0.0, 1.3)
    run.speeds = measure_speeds(agents)
    run.step = STEP
    return run


def around(radius: float, seed: int = 0, count: int = 150) -> Floats:
    """Return places around the end of the wall."""
    rng = np.random.default_rng(seed)
    turns, far = rng.uniform(0.0, math.tau, count), radius * np.sqrt(rng.random(count))
    places = END + far[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))
    kept: Floats = places[np.abs(places[:, 0] - 30.5) + np.maximum(places[:, 1] - 29.5, 0) > 1.0]
    return kept


def turn_of(run: Run) -> Floats:
    """Return the corner that the agent goes around."""
    found: Floats = run.agents.points[run.agents.path_start[LOOKER - 1]].copy()
    return found


def naive_seconds(run: Run, points: Floats) -> float:
    """Return the time of a path among the others, place by place; infinite through walls."""
    agents, row = run.agents, LOOKER - 1
    legs = np.diff(points, axis=0)
    lengths = np.hypot(*legs.T)
    if not all(
        run.floors.passes(row, *a, *b)
        for a, b in zip(points[:-1].tolist(), points[1:].tolist(), strict=True)
    ):
        return math.inf
    ends = np.concatenate(([0.0], np.cumsum(lengths)))
    speed = float(agents.walk_speeds[row])
    total = float(ends[-1]) / speed
    squares = np.floor(agents.positions / SQUARE)
    at = 0.5
    while at < min(float(ends[-1]), FORESEEN):
        leg = int(np.searchsorted(ends, at, side="right")) - 1
        u = legs[leg] / lengths[leg]
        place = points[leg] + (at - ends[leg]) * u
        on = (squares == np.floor(place / SQUARE)).all(axis=1)
        if np.count_nonzero(on) >= FEW:
            crowd = np.hypot(*agents.velocities[on].T).mean()
            towards = max(0.0, -float(agents.headings[on].mean(axis=0) @ u))
            slow = min(speed, max(float(crowd), SLOWEST))
            total += (1.0 + AGAINST * towards) / slow - 1.0 / speed
        at += 1.0
    return total


def naive_turn(run: Run) -> Floats:
    """Return the expected corner."""
    agents, row = run.agents, LOOKER - 1
    points = np.concatenate(
        (agents.positions[row][None], agents.points[agents.path_start[row] :][:2])
    )
    before, after = (leg / np.hypot(*leg) for leg in np.diff(points, axis=0))
    out = (before - after) / np.hypot(*(before - after))

    def seconds(offset: float) -> float:
        return naive_seconds(run, points + np.outer((0.0, 1.0, 0.0), offset * out))

    direct = seconds(0.0)
    best = min((0.0, *OFFSETS), key=seconds)
    if seconds(best) + max(GAIN[0], GAIN[1] * seconds(best)) >= direct:
        return points[1]
    is_left = before[0] * after[1] - before[1] * after[0] > 0
    wide = best + BERTH * agents.radii[row]
    if is_left and best > 0 and seconds(wide) + max(GAIN[0], GAIN[1] * seconds(wide)) < direct:
        best = wide
    found: Floats = points[1] + best * out
    return found


@pytest.mark.parametrize("interpreted", [False, True])
@pytest.mark.parametrize("goes_right", [True, False])
def test_the_distance_that_takes_least_time(
    interpreted: bool, goes_right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Crowds of many sizes, with a wider way for agents that have the corner on their left."""
    if interpreted:
        interpret_crowds(monkeypatch)
    moved = set()
    for seed, radius in enumerate((1.5, 3.0, 5.0, 8.0, 12.0)):
        for towards in (0.0, 1.0, -1.0):
            run = at_the_end_of_a_wall(goes_right, around(radius, seed), towards)
            expected = naive_turn(run)
            turn_wide(run)
            assert turn_of(run) == pytest.approx(expected, abs=1e-9)
            moved.add(round(math.dist(expected, END), 3))
    assert len(moved) > 3


def test_the_new_path_is_told_and_can_be_walked() -> None:
    """The result has the place where the crowd creeps and the saved time, and crosses no wall."""
    run = at_the_end_of_a_wall(True, around(5.0))
    before = naive_seconds(run, np.array([(22.0, 20.0), END, (40.0, 20.0)]))
    turn_wide(run)
    corner = turn_of(run)
    after = naive_seconds(run, np.array([(22.0, 20.0), corner, (40.0, 20.0)]))
    x, z, saved = run.agents.detour[LOOKER - 1].tolist()
    assert math.dist((x, z), END) < 7.0
    assert saved == pytest.approx(before - after)
    assert saved > GAIN[0]
    assert run.agents.off_path[LOOKER - 1]
    assert run.agents.gaps[LOOKER - 1] == pytest.approx(math.dist((22.0, 20.0), corner))


@pytest.mark.parametrize("radius", [3.0, 4.0, 5.0])
def test_the_place_told_lies_on_the_path_before(radius: float) -> None:
    """Not on one that was tried after it."""
    run = at_the_end_of_a_wall(True, around(radius))
    turn_wide(run)
    x, z, _ = run.agents.detour[LOOKER - 1].tolist()
    assert x <= END[0]
    assert math.dist((22.0, 20.0), (x, z)) + math.dist((x, z), END) == pytest.approx(
        math.dist((22.0, 20.0), END)
    )


@pytest.mark.parametrize("why", ["asks", "steps aside", "follows", "later", "off"])
def test_who_does_not_look(why: str) -> None:
    """Agents that wait for a plan, step aside or follow another don't, nor before their turn."""
    run = at_the_end_of_a_wall(True, around(5.0))
    agents, row = run.agents, LOOKER - 1
    if why == "asks":
        agents.asked[row] = 3
    elif why == "steps aside":
        agents.aside[row] = True
    elif why == "follows":
        agents.meets[row] = 1
    elif why == "later":
        run.step += run.settings.steps_per_tick
    else:
        run.settings = type(run.settings)(knows_crowd=False)
    turn_wide(run)
    assert turn_of(run).tolist() == list(END)


def test_a_crowd_that_gets_on_moves_nobody() -> None:
    """It is waited for only where it creeps."""
    run = at_the_end_of_a_wall(True, around(5.0))
    run.agents.velocities[:] = (0.0, CREEPING + 0.1)
    run.speeds = measure_speeds(run.agents)
    turn_wide(run)
    assert turn_of(run).tolist() == list(END)


def test_a_turn_far_out_comes_in_again_once_the_crowd_is_gone_there() -> None:
    """The next crowd may stand farther out."""
    run = at_the_end_of_a_wall(True, around(4.0) + np.array((0.0, 12.0)))
    run.agents.points[run.agents.path_start[LOOKER - 1]] = (30.5, 43.0)
    turn_wide(run)
    assert turn_of(run).tolist() == pytest.approx([30.5, 35.0], abs=0.6)
