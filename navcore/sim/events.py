"""Events of a step as rows of an array: games and views read them, there are no callbacks."""

from enum import IntEnum
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt


class Kind(IntEnum):
    """What happened to an agent."""

    ARRIVED = 0
    """It reached the end of its path; `status` is Partial if that is not its goal (S0-087)."""
    REPLANNED = 1
    """It got another path on its way to the same goal (S0-113). Plans that only confirm the present
    path have no event, but count in `Agents.replans`; so do plans of agents that follow another
    one."""
    NO_WAY = 2
    """It stopped, as it can get no nearer to its goal (S0-114)."""
    NUDGED = 3
    """It was asked to step aside by `other`, which walks (S0-102)."""
    STUCK = 4
    """It wants to walk and has made no progress for a while; `other` is in its way, or -1."""
    FREED = 5
    """It makes progress again."""
    DISPLACED = 6
    """It stood where a new wall is, and was moved to the nearest free place."""
    MET = 7
    """It came near enough to `other`, which it was sent to meet (S0-118)."""
    SPAWNED = 8
    """It was added to the run."""
    REMOVED = 9
    """It left the run."""
    WORLD_CHANGED = 10
    """A door, a wall or another part of the level changed; the event has no agent (-1)."""
    TOOK_LINK = 11
    """It began to take a link; `other` is the link's id."""
    OFF_NETWORK = 12
    """Its round keeps to the network, but the network leads nowhere from its position, so it walks
    freely (S4-016). `status` gives the reason: UnseenStart, UnseenEnd, or another than Complete."""


EVENT: Final = np.dtype(
    [
        ("step", np.int64),
        ("kind", np.int8),
        ("status", np.int8),
        ("agent", np.int64),
        ("other", np.int64),
        ("x", np.float64),
        ("z", np.float64),
    ]
)
"""One row for each event: step, `Kind`, index into `STATUSES`, ids (-1: none), place in metres."""

Events: TypeAlias = npt.NDArray[np.void]

NONE: Final[Events] = np.empty(0, EVENT)

NOBODY: Final = -1
"""Value for "no agent" in ids."""


class EventLog:
    """Events of the step in progress."""

    def __init__(self) -> None:
        """Create an empty log."""
        self._rows: list[tuple[int, int, int, int, int, float, float]] = []
        self.has_arrivals = False
        """True if an agent arrived in the step in progress."""

    def add(
        self,
        step: int,
        kind: Kind,
        agent: int,
        place: tuple[float, float],
        *,
        status: int = 0,
        other: int = NOBODY,
    ) -> None:
        """Append an event."""
        self.has_arrivals = self.has_arrivals or kind is Kind.ARRIVED
        self._rows.append((step, int(kind), status, agent, other, *place))

    def take(self) -> Events:
        """Return all events in order, and empty the log."""
        self.has_arrivals = False
        if not self._rows:
            return NONE
        taken = np.array(self._rows, EVENT)
        self._rows = []
        taken.flags.writeable = False
        return taken
