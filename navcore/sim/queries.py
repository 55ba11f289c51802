"""Counts of what agents do at the moment, from their arrays."""

from typing import NamedTuple

import numpy as np

from navcore.sim.agents import STAND, UNREACHABLE, Agents, Flags


class Counts(NamedTuple):
    """Number of agents, and of those in each state; walking, waiting and stuck exclude each other.

    `stuck` agents stand and can't get to their goal; `waiting` ones stand at a goal for its pause.
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
    """Return (n,) whether each agent stands and can't get to its goal."""
    found: Flags = (agents.states == STAND) & UNREACHABLE[agents.statuses]
    return found
