"""What agents do at the moment, read off their arrays."""

from typing import NamedTuple

import numpy as np

from navcore.sim.agents import STAND, UNREACHABLE, Agents, Flags


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
