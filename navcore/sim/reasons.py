"""Reasons why agents stand, as codes that views turn into words."""

from enum import IntEnum

import numpy as np

from navcore.sim.agents import NEVER, STAND, UNREACHABLE, Codes
from navcore.sim.run import Run


class Reason(IntEnum):
    """What an agent does or waits for."""

    WAITS_FOR_PLAN = 0
    """It requested a path and its turn has not come."""
    HELD_UP = 1
    """It wants to walk, but the agent in `Agents.blockers` is in its way."""
    WALKS = 2
    NO_WAY = 3
    """Its goal can't be reached; it stands as near as possible."""
    WAITS_AT_GOAL = 4
    """It stands at one of its goals for the goal's pause."""
    STANDS = 5
    """It has nowhere to go, or is switched off."""
    TAKES_LINK = 6
    """It is on a link: it climbs, jumps, takes the stairs."""
    WAITS_FOR_LINK = 7
    """It stands at a link until it is its turn."""


HELD_UP_AFTER = 5
"""Ticks without progress after which an agent counts as held up."""


def reasons_of(run: Run) -> Codes:
    """Return (n,) a `Reason` for each agent."""
    agents = run.agents
    stands = agents.states == STAND
    codes = np.select(
        [
            agents.link_begun != NEVER,
            ~agents.enabled,
            agents.asked != NEVER,
            agents.link_came != NEVER,
            ~stands & (agents.hindered >= HELD_UP_AFTER),
            ~stands,
            UNREACHABLE[agents.statuses],
            agents.waiting_until > run.step,
        ],
        [
            Reason.TAKES_LINK,
            Reason.STANDS,
            Reason.WAITS_FOR_PLAN,
            Reason.WAITS_FOR_LINK,
            Reason.HELD_UP,
            Reason.WALKS,
            Reason.NO_WAY,
            Reason.WAITS_AT_GOAL,
        ],
        Reason.STANDS,
    )
    return codes.astype(np.int8)
