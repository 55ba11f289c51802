"""Runs of levels for reports: all agents walk, and observations become problems."""

from collections.abc import Iterable

from navcore.proof.from_run import problems_from_run, problems_of_late
from navcore.proof.problem import Problem
from navcore.sim.judging import CrowdJudge
from navcore.sim.judging.arrivals import Arrivals
from navcore.sim.reasons import Reason
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

__all__ = ["ran"]


def ran(world: World, seconds: float, known: Iterable[Problem] = ()) -> tuple[Problem, ...] | None:
    """Return the problems of a run, by code, then by element; None if no agent has a goal.

    The run equals `navcore simulate`: seed 0, with the movement rules of the level.

    Args:
        world: The level in a state.
        seconds: Length of the run.
        known: Problems that rules found. An agent that finds no path to its goal is left out if one
            of these errors concerns it: one cause is one finding.

    Raises:
        NavcoreError: if a crowd setting of the level is outside its limits.
    """
    run = Simulation(world, seed=0, settings=SimulationSettings.of(world.level.settings))
    run.take_in()
    arrivals = Arrivals(run)
    if not arrivals.goals:
        return None
    judge = CrowdJudge(run)
    for _ in range(round(seconds * run.settings.steps_per_second)):
        run.step()
        judge.take()
        arrivals.take()
    told = {key for one in known if one.severity == "error" for key in one.elements}
    late = [
        one for one in arrivals.late()
        if one.reason is not Reason.NO_WAY or run.agents.elements[one.row].id not in told
    ]  # fmt: skip
    level = run.world.level
    return problems_of_late(run, late) + problems_from_run(level, judge.figures.spots)
