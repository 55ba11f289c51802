"""Agents that begin off the walkable cells get onto them first (S0-042)."""

import math
from typing import Any

import pytest
from sim_levels import agent, room, run_for, simulate

from navcore import Status
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation

PADDING, OBSTACLE, OUTSIDE = (6.0, 4.05), (5.2, 3.5), (-0.9, 4.0)
GOAL = (10.0, 7.0)
RULES: Any = pytest.mark.parametrize("rules", ["crowd", "source"])


def run_from(rules: Any, *agents: Any) -> Simulation:
    """A run in a room with a counter, by these rules."""
    return simulate(room(12, 8, (5, 3, 7, 4)), *agents, settings=SimulationSettings(rules=rules))


@RULES
@pytest.mark.parametrize("start", [PADDING, OBSTACLE, OUTSIDE])
def test_begins_with_the_nearest_cell(rules: Any, start: tuple[float, float]) -> None:
    """The path begins at its centre, and the agent arrives."""
    run = run_from(rules, agent(1, start, goals=(GOAL,)))
    grid = run.world.grid
    assert not grid.is_walkable(*start)
    run.step()
    first = tuple(run.agents.path_of(1)[0].tolist())
    assert first == grid.centre_of(*grid.cell_of(*first))
    assert grid.is_walkable(*first)
    assert [one.status for one in run_for(run, 10.0)] == [Status.COMPLETE]
    assert math.dist(run.agents.positions[0], GOAL) <= 0.05


@RULES
def test_all_of_a_group_do(rules: Any) -> None:
    """Five beside each other, who are in each other's way."""
    starts = [(4.8 + 0.5 * i, 4.05) for i in range(5)]
    goals = [(1.0 + 2.0 * i, 7.0) for i in range(5)]
    run = run_from(rules, *(agent(i + 1, starts[i], goals=(goals[i],)) for i in range(5)))
    assert sorted(one.agent_id for one in run_for(run, 30.0)) == [1, 2, 3, 4, 5]


def test_one_that_is_asked_to_step_aside_does() -> None:
    """By the rules of the source it leaves the padding, once."""
    run = run_from("source", agent(1, (6.0, 4.1)), agent(2, (2.0, 4.6), goals=((10.0, 4.6),)))
    run.place({1: PADDING})
    assert [one.agent_id for one in run_for(run, 12.0)] == [2]
    assert run.world.is_walkable(*run.agents.positions[0].tolist())
    assert not run.agents.is_moving(1)
