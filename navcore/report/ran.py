"""Runs of levels for reports: everybody walks, and what is seen is told as problems."""

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
    """Return what a run of a level shows, by code, then by element; None if nobody goes anywhere.

    The run is that of `navcore simulate`: from seed 0, with the rules that the level names.

    Args:
        world: The level in a state.
        seconds: How long everybody walks.
        known: What rules found in it. An agent that finds no path to its goal is left out if one
            of these errors is about it: one cause is one finding.

    Raises:
        NavcoreError: if the level names a number of the crowd that is outside its limits.
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
