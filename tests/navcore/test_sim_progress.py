"""Progress of agents in a tick: the kernel against a simple reference."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sim_levels import agent, level_of, room

from navcore.kernels import buffers
from navcore.kernels.crowd import progress as kernel
from navcore.sim.agents import NEVER
from navcore.sim.run import Run
from navcore.sim.triggers import GOT_ON, SELDOM, STUCK_AFTER, TRY_AGAIN, stock_of
from navcore.world import World

COUNT = 25
SECONDS = 0.1


def crowd(seed: int) -> Run:
    """Return agents with random previous places, paths and times without progress."""
    rng = np.random.default_rng(seed)
    places = rng.uniform(1, 39, (COUNT, 2)).tolist()
    walkers = (agent(i + 1, (x, z)) for i, (x, z) in enumerate(places))
    run = Run(World.build(level_of(room(40, 40), *walkers)), None)
    agents = run.agents
    agents.tick_positions[:] -= rng.uniform(0, 0.2, (COUNT, 2)) * rng.integers(0, 2, (COUNT, 1))
    for row in np.flatnonzero(rng.random(COUNT) < 0.7).tolist():
        agents.set_path(row, rng.uniform(1, 39, (int(rng.integers(1, 4)), 2)))
    agents.gaps[:] = rng.uniform(0, 40, COUNT)
    for row in np.flatnonzero(agents.has_path() & (rng.random(COUNT) < 0.8)).tolist():
        away = math.dist(agents.place(row), agents.points[agents.path_current[row]].tolist())
        agents.gaps[row] = away + rng.uniform(-0.1, 0.1)
    agents.legs[:] = agents.path_end - agents.path_current - (rng.random(COUNT) < 0.1)
    agents.hindered[:] = rng.choice([0, 1, 9, 10, 19, 29, 30, 39, 58, 59, 60, 139], COUNT)
    agents.blockers[:] = rng.choice([NEVER, 1, 2], COUNT)
    agents.asked[:] = rng.choice([NEVER, NEVER, NEVER, 5], COUNT)
    agents.aside[:] = rng.random(COUNT) < 0.2
    agents.stood[:] = rng.random(COUNT) < 0.5
    return run


@given(st.integers(0, 2**32 - 1))
def test_stock_is_what_its_words_say(seed: int) -> None:
    """The reference computes each agent by itself, in plain numbers: equal to the last bit."""
    run = crowd(seed)
    agents, stock = run.agents, stock_of(run)
    slowness = np.random.default_rng(seed).choice([1.0, 3.0], COUNT)
    before = {name: getattr(agents, name).copy() for name in ("tick_positions", "gaps", "legs",
              "hindered", "blockers", "stood")}  # fmt: skip
    stock.covered.measure(SECONDS)
    told = stock.progress.count_hindered(SECONDS, GOT_ON, *buffers(kernel, slowness), STUCK_AFTER)
    changed, late, stopped = 0, [], []
    for row in range(COUNT):
        moved = agents.positions[row] - before["tick_positions"][row]
        far = math.sqrt(float(moved[0] * moved[0] + moved[1] * moved[1]))
        assert stock.far[row] == far
        assert agents.velocities[row].tolist() == (moved / SECONDS).tolist()
        walks = bool(agents.path_current[row] < agents.path_end[row])
        legs = int(agents.path_end[row] - agents.path_current[row])
        aim = agents.points[agents.path_current[row]] if walks else agents.positions[row]
        x, z = (aim - agents.positions[row]).tolist()
        gap = math.sqrt(x * x + z * z)
        nearer = before["gaps"][row] - gap
        stride = float(agents.walk_speeds[row]) * SECONDS / slowness[row]
        was, now = int(before["hindered"][row]), 0
        if walks:
            gets_on = legs != before["legs"][row] or nearer >= GOT_ON * stride
            now = was // 2 if gets_on else was + 1
        assert (agents.gaps[row], agents.legs[row], agents.hindered[row]) == (gap, legs, now)
        blocker = int(before["blockers"][row]) if now else NEVER
        assert agents.blockers[row] == blocker
        mark = 1 if now > was else 0
        mark += 2 if now < STUCK_AFTER <= was else 0
        mark += 4 if was < STUCK_AFTER <= now else 0
        assert stock.marks[row] == mark
        changed += mark > 1
        first, again = TRY_AGAIN if blocker != NEVER else SELDOM
        idle = agents.asked[row] == NEVER
        if now > was and now >= first and (now - first) % again == 0:
            late += [row] if idle and not agents.aside[row] else []
        if not walks and idle and (far > 0.05 or not before["stood"][row]):
            stopped.append(row)
    assert told == changed
    count = stock.progress.late(*TRY_AGAIN, *SELDOM, stock.b_rows)
    assert stock.rows[:count].tolist() == late
    count = stock.covered.stopped(0.05, stock.b_rows)
    assert stock.rows[:count].tolist() == stopped
    assert agents.stood.tolist() == (agents.path_current >= agents.path_end).tolist()


@pytest.mark.parametrize("seed", range(3))
def test_ground_of_one_kind_slows_all_alike(seed: int) -> None:
    """One factor is enough for all."""
    counts = []
    for slowness in (np.ones(1), np.ones(COUNT)):
        run = crowd(seed)
        stock = stock_of(run)
        stock.progress.count_hindered(SECONDS, GOT_ON, *buffers(kernel, slowness), STUCK_AFTER)
        counts.append(run.agents.hindered.tolist())
    assert counts[0] == counts[1]
    assert max(counts[0]) > 0
