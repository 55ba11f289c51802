"""Dynamic replanning of source 000 (its section 9)."""

from typing import Final

import numpy as np

from navcore.sim.agents import NEVER, Flags
from navcore.sim.events import NOBODY
from navcore.sim.following import settle
from navcore.sim.movement import Movement
from navcore.sim.replanning import in_turn
from navcore.sim.run import Run
from navcore.sim.source_rules.targets import plan
from navcore.sim.triggers import count_hindered, stock_of, those_who_pass

FRAMES_A_SECOND: Final = 60
"""Frame rate that kMovedEps refers to, whatever the length of a step (S0-110, X-015)."""
GIVE_UP_AFTER: Final = 2.0
"""Seconds without progress after which an agent stops walking back, or aside (S0-101)."""


def notice(run: Run) -> None:
    """Find fast movers and agents that stopped at a tick, and end hopeless ways back.

    Walkers plan again if the line to their next point passes near an agent that stopped, or was
    pushed where it stands: it blocks from now on (S0-115, X-016).
    """
    agents, settings = run.agents, run.settings
    stock = stock_of(run)
    stock.covered.measure(settings.seconds_per_tick)
    far = stock.far
    most = settings.moved_distance * FRAMES_A_SECOND * settings.seconds_per_tick
    run.movers = (far > most) & ~agents.away()
    count_hindered(run)
    _give_up(run)
    walks = agents.has_path()
    pushed = far > settings.walk_threshold
    stopped = ~walks & (agents.asked == NEVER) & (pushed | ~agents.stood) & ~agents.away()
    agents.stood[:] = ~walks
    if run.step and stopped.any():
        agents.due |= those_who_pass(run, stopped, _rows(stopped), walks)
    agents.due &= walks
    _ask(run, agents.due & _may_replan(run))


def _give_up(run: Run) -> None:
    """Stop agents that walk back, or aside, and make no progress."""
    agents = run.agents
    ticks = GIVE_UP_AFTER / run.settings.seconds_per_tick
    for row in np.flatnonzero(agents.aside & (agents.hindered >= ticks)).tolist():
        settle(run, row)


def watch_movers(run: Run) -> None:
    """Let all walkers plan again if the line to their next point passes near a mover (S0-111)."""
    movers = run.movers
    if len(movers) == len(run.agents) and movers.any():
        _ask(run, those_who_pass(run, movers, _rows(movers), _may_replan(run)))


def replan(run: Run) -> None:
    """Plan for agents that asked: the earliest first, of one step the lowest id first (S0-113)."""
    agents = run.agents
    waits = agents.asked != NEVER
    if agents.are_linked:
        waits &= ~agents.away()
    waiting = np.flatnonzero(waits)
    if len(waiting):
        plan(run, in_turn(agents, waiting, run.settings.plans_per_step).tolist())


def _rows(mask: Flags) -> "np.ndarray[tuple[int], np.dtype[np.int32]]":
    return np.flatnonzero(mask).astype(np.int32)


def _may_replan(run: Run) -> Flags:
    """Return (n,) whether each walker may plan again: not twice within the cooldown (S0-112)."""
    agents = run.agents
    may: Flags = agents.has_path() & (agents.asked == NEVER) & (agents.replan_from <= run.step)
    may &= (agents.meets == NOBODY) | (agents.movements != Movement.IN_SIGHT)
    return may


def _ask(run: Run, mask: Flags) -> None:
    agents = run.agents
    agents.replan_from[mask] = run.step + run.settings.cooldown_steps
    agents.asked[mask] = run.step
    agents.due[mask] = False
