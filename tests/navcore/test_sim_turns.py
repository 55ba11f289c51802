"""Which agents think in a tick, and which plans for moving agents are skipped."""

import numpy as np
import pytest
from interpreted import load_interpreted
from sim_levels import agent, level_of, room, run_for, simulate
from sim_runs import go_on

from navcore.kernels import buffers
from navcore.kernels.crowd import path_following
from navcore.kernels.crowd import turns as turns_kernel
from navcore.sim import triggers
from navcore.sim.replanning import _give as give
from navcore.sim.replanning import knows_its_way
from navcore.sim.run import Run
from navcore.sim.simulation import Simulation
from navcore.sim.steering import take_turns, turns_of
from navcore.world import World


def crowd(seed: int, count: int) -> Run:
    """Return agents with random calmness and hindrance."""
    rng = np.random.default_rng(seed)
    places = rng.uniform(1, 199, (count, 2)).tolist()
    walkers = (agent(3 * i + 1, (x, z)) for i, (x, z) in enumerate(places))
    run = Run(World.build(level_of(room(200, 200), *walkers)), None)
    run.agents.calm[:] = rng.random(count) < 0.5
    run.agents.hindered[:] = rng.integers(0, 20, count) * rng.integers(1, 5, count)
    return run


@pytest.mark.parametrize("focus", [None, (40.0, 70.0)])
@pytest.mark.parametrize("step", [0, 1, 7, 11, 60, 3605])
@pytest.mark.parametrize("count", [97, 1003])
def test_turns_are_what_they_say(count: int, step: int, focus: tuple[float, float] | None) -> None:
    """A sixth of all in each step; calm, resigned and far ones less often (S3-118).

    Of 1,000 or more those who wait for long, too, and in each step as many as in the others.
    """
    run = crowd(4, count)
    many = count >= 1000
    run.focus, run.step = focus, step
    agents = run.agents
    expected = {}
    for row in range(step % 6, len(agents), 6):
        period = 2 if agents.calm[row] or agents.hindered[row] >= 10 else 1
        period = 4 if many and agents.hindered[row] >= 50 else period
        if focus is not None:
            away = float(np.hypot(*(agents.positions[row] - focus)))
            period *= (1, 2, 5, 10)[sum(away > far for far in run.settings.detail_distances)]
        if (step // 6 + (row // 6 if many else int(agents.ids[row]))) % period == 0:
            expected[row] = period
    turns = turns_of(run)
    assert turns.rows.tolist() == list(expected)
    passed = np.zeros(len(agents), np.int64)
    passed[list(expected)] = list(expected.values())
    assert turns.passed.tolist() == passed.tolist()


def test_who_may_be_asked_to_plan_again() -> None:
    """Walkers that wait for no plan, are past their cooldown, and don't step aside may (S0-112)."""
    walkers = (agent(i, (2, 1.5 * i), goals=((38, 1.5 * i),)) for i in range(1, 8))
    run = Run(World.build(level_of(room(40, 20), *walkers)), None)
    go_on(run, 6)
    agents = run.agents
    agents.replan_from[0] = run.step + 1
    agents.replan_from[1] = run.step
    agents.aside[2] = True
    agents.asked[3] = 0
    agents.path_current[4] = agents.path_end[4]
    agents.meets[5], agents.movements[5] = 1, 1
    agents.meets[6], agents.movements[6] = 1, 0
    may = np.empty(7, np.bool_)
    (marks,) = buffers(path_following, may.view(np.uint8))
    assert take_turns(agents).may_replan(run.step, marks) == 1
    assert may.tolist() == [False, True, False, False, False, False, True]


def two_walkers(*walls: tuple[float, float, float, float]) -> Simulation:
    """Return an agent that crosses a room, and one that walks next to it."""
    walkers = agent(1, (2, 4), goals=((28, 4),)), agent(2, (3, 5.2), goals=((29, 5.2),))
    return simulate(room(30, 9, *walls), *walkers)


@pytest.mark.parametrize("walls", [(), ((12, 2, 14, 9.5),)])
def test_plans_for_movers_that_say_nothing_new_are_not_made(
    walls: tuple[tuple[float, float, float, float], ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They still count as plans, and those not made would have given the same path."""
    sure: list[int] = []

    def known(run: Run, row: int) -> bool:
        knows = knows_its_way(run, row)
        if knows:
            place, goal = run.agents.place(row), run.agents.requested_targets[row].tolist()
            result = run.world.find_path(place, (goal[0], goal[1]))
            before = run.agents.path(row)
            assert len(result.points) == len(before)
            assert np.abs(result.points - before).max() < 0.05
            sure.append(row)
        return knows

    monkeypatch.setattr(triggers, "knows_its_way", known)
    run = two_walkers(*walls)
    run_for(run, 8.0)
    assert len(sure) > 5
    assert run.agents.replans.sum() >= len(sure)


def test_a_way_around_somebody_who_left_is_planned_anew() -> None:
    """A turn in the open was made for another agent; a walker beside it finds that it left."""
    run = simulate(room(40, 12), agent(1, (2, 6)), agent(2, (20, 6)), agent(3, (3, 7.4)))
    run.send([1], (38, 6))
    run_for(run, 0.5)
    assert len(run.agents.path_of(1)) > 1
    run.place({2: (20, 0.5)})
    run.send([3], (38, 7.4))
    run_for(run, 6.0)
    assert run.agents.path_of(1).tolist() == [[38, 6]]


@pytest.mark.parametrize(("stands", "knows"), [(11.5, True), (0.5, True), (8.0, False)])
def test_nobody_is_sure_of_a_way_beside_those_who_stand(stands: float, knows: bool) -> None:
    """An agent that stands within 6 m of the straight line may need a way around it (S0-073)."""
    level = room(40, 13)
    walker = (
        agent(1, (2, 5), goals=((38, 5),)) if stands > 6 else agent(1, (2, 7), goals=((38, 7),))
    )
    level = level.with_items({1: walker, 2: agent(2, (20, stands))})
    run = Run(World.build(level), None)
    go_on(run, 6)
    assert knows_its_way(run, 0) == knows


@pytest.mark.parametrize("interpreted", [False, True])
def test_turns_at_walls_have_a_blocked_cell_near(interpreted: bool) -> None:
    """One of the four cells around the corner of cells that is nearest, also at the grid's edge."""
    kernel = load_interpreted("turns") if interpreted else turns_kernel
    rng = np.random.default_rng(3)
    cells = (rng.random((9, 11)) < 0.8).astype(np.uint8)
    for _ in range(300):
        # Halves of cells, too: of two corners as near the even one counts.
        points = rng.integers(-9, 50, (3, 2)) * rng.choice((0.125, 0.1))
        anchor, (left, top) = rng.uniform(-1.0, 1.0, 2).round(1), rng.integers(-3, 4, 2)
        expected = True
        for x, z in points[1:].tolist():
            column = round((x - anchor[0]) / 0.25) - left
            row = round((z - anchor[1]) / 0.25) - top
            expected &= any(
                0 <= line < 9 and 0 <= place < 11 and cells[line, place] == 0
                for line in (row - 1, row)
                for place in (column - 1, column)
            )
        b = buffers(kernel, points, cells)
        where = (*anchor.tolist(), 0.25, int(left), int(top))
        assert kernel.turn_at_walls(b[0], 1, 3, b[1], *where) == expected


@pytest.mark.parametrize("seed", range(8))
def test_paths_given_one_by_one_are_those_given_together(seed: int) -> None:
    """The same points, ends and answers, also where the pool of points has to grow."""
    rng = np.random.default_rng(seed)
    rows = np.arange(6)
    first = [rng.uniform(1, 60, (int(rng.integers(1, 9)), 2)) for _ in rows]
    then = [path + rng.choice([0.0, 0.01, 3.0]) for path in first]
    then[5] = rng.uniform(1, 60, (40, 2))
    told = []
    for together in (True, False):
        agents = crowd(seed, 6).agents
        agents.steers[::2] = 0.5
        others = []
        for paths in (first, then, first):
            if together:
                others += give(agents, rows, paths).tolist()
            else:
                for row in rows:
                    others += give(agents, rows[row : row + 1], [paths[row]]).tolist()
            others += [agents.path(row).tolist() for row in rows.tolist()]
            others += [agents.walk_targets.tolist(), agents.off_path.tolist()]
        told.append(others)
    assert told[0] == told[1]
    assert {True, False} <= set(told[0][:6] + told[0][14:20])
