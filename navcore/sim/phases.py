"""Phases of a step: a list of named functions over arrays, in a fixed order."""

from collections.abc import Callable, Mapping
from time import perf_counter
from types import MappingProxyType
from typing import Final, NamedTuple

from navcore.level.settings import Rules
from navcore.sim import source_rules as source
from navcore.sim.following import arrive, follow
from navcore.sim.gates import mind_gates
from navcore.sim.replanning import decide, replan, think
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


_CROWD: Final = (
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
_SOURCE: Final = (
    Phase("requests", apply_requests),
    Phase("notice", source.notice, ticks_only=True),
    Phase("index", index),
    Phase("think", decide, ticks_only=True),
    Phase("movers", source.watch_movers),
    Phase("replan", source.replan),
    Phase("follow", source.follow),
    Phase("arrive", arrive),
    Phase("separate", source.separate),
)
PHASES: Final[Mapping[Rules, tuple[Phase, ...]]] = MappingProxyType(
    {"crowd": _CROWD, "source": _SOURCE}
)
"""Phases of a step under each set of rules, in order."""


def advance(run: Run) -> dict[str, float]:
    """Do one step and return the seconds that each phase took, by name."""
    is_tick = run.is_tick
    timings = {}
    began = perf_counter()
    for phase in PHASES[run.settings.rules]:
        if is_tick or not phase.ticks_only:
            phase.function(run)
            ended = perf_counter()
            timings[phase.name] = ended - began
            began = ended
    run.step += 1
    return timings
