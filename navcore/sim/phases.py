"""What a step does: a list of named phases over arrays, in a fixed order."""

from collections.abc import Callable
from time import perf_counter
from typing import NamedTuple

from navcore.sim.following import arrive, follow
from navcore.sim.gates import mind_gates
from navcore.sim.replanning import replan, think
from navcore.sim.requests import apply_requests
from navcore.sim.run import Run
from navcore.sim.separation import index, separate
from navcore.sim.steering import steer
from navcore.sim.triggers import notice, watch_movers


class Phase(NamedTuple):
    """One part of a step: a function over arrays, run at every step or at ticks only."""

    name: str
    function: Callable[[Run], None]
    ticks_only: bool = False


PHASES: tuple[Phase, ...] = (
    Phase("requests", apply_requests),
    Phase("notice", notice, ticks_only=True),
    Phase("index", index),
    Phase("think", think, ticks_only=True),
    Phase("gates", mind_gates),
    Phase("movers", watch_movers),
    Phase("replan", replan),
    Phase("steer", steer),
    Phase("follow", follow),
    Phase("separate", separate),
    Phase("arrive", arrive),
)
"""What a step does, in this order."""


def advance(run: Run) -> dict[str, float]:
    """Do one step and return the seconds that each phase took, by name."""
    is_tick = run.is_tick
    timings = {}
    for phase in PHASES:
        if is_tick or not phase.ticks_only:
            began = perf_counter()
            phase.function(run)
            timings[phase.name] = perf_counter() - began
    run.step += 1
    return timings
