"""What agents do at the moment, read off their arrays."""

from typing import NamedTuple

import numpy as np

from navcore.sim.agents import STAND, UNREACHABLE, Agents, Flags, Floats


class Counts(NamedTuple):
    """How many agents there are, and what they do; walking, waiting and stuck exclude each other.

    `stuck` agents stand and can't get to their goal; `waiting` ones stand at a goal for the
    time they were given.
    """

    agents: int
    walking: int
    waiting: int
    stuck: int


def counts(agents: Agents, step: int) -> Counts:
    """Count agents by what they do at a step."""
    standing = agents.states == STAND
    waiting = standing & (agents.waiting_until > step)
    return Counts(
        agents=len(agents.ids),
        walking=int(np.count_nonzero(~standing)),
        waiting=int(np.count_nonzero(waiting)),
        stuck=int(np.count_nonzero(stuck(agents))),
    )


def stuck(agents: Agents) -> Flags:
    """(n,) which agents stand and can't get to their goal."""
    found: Flags = (agents.states == STAND) & UNREACHABLE[agents.statuses]
    return found


def is_moving(agents: Agents, row: int, threshold: float) -> bool:
    """Return whether an agent has points left, or stands off its walk target, metres."""
    if agents.path_current[row] < agents.path_end[row]:
        return True
    away = agents.walk_targets[row] - agents.positions[row]
    return bool(np.hypot(away[0], away[1]) > threshold)


def positions_at(agents: Agents, fraction: float) -> Floats:
    """(n, 2) places between the last two steps."""
    return agents.previous_positions + fraction * (agents.positions - agents.previous_positions)


def facings_at(agents: Agents, fraction: float) -> Floats:
    """(n,) facings between the last two steps, by the shorter way round; radians."""
    turn = agents.facings - agents.previous_facings
    turn -= 2 * np.pi * np.floor((turn + np.pi) / (2 * np.pi))
    return agents.previous_facings + fraction * turn
