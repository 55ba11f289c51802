"""What happened in a step, as rows of an array: games and views read them, nothing is called."""

from enum import IntEnum
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt


class Kind(IntEnum):
    """What happened to an agent."""

    ARRIVED = 0
    """It came to the end of its path; `status` is Partial where that is not its goal (S0-087)."""
    REPLANNED = 1
    """It got another path on its way to the same goal (S0-113); a plan that only says what the
    one before it said is not told of, but counted in `Agents.replans`, and so are
    those of one who follows another."""
    NO_WAY = 2
    """It stopped where it was, as it can get no nearer to its goal (S0-114)."""
    NUDGED = 3
    """It was asked to step aside by `other`, who walks (S0-102)."""
    STUCK = 4
    """It wants to walk and has got nowhere for a while; `other` is in its way, or -1."""
    FREED = 5
    """It gets on again."""
    DISPLACED = 6
    """A wall came to stand where it was, and it was moved to the nearest free place."""
    MET = 7
    """It came near enough to `other`, whom it was sent to (S0-118)."""
    SPAWNED = 8
    """It came into the run."""
    REMOVED = 9
    """It left the run."""
    WORLD_CHANGED = 10
    """A door, a wall or another part of the level changed; of no agent (-1)."""
    TOOK_LINK = 11
    """It began to take a link; `other` is the id of that."""
    OFF_NETWORK = 12
    """Its round keeps to the network, which leads nowhere from where it is: it walks freely
    (S4-016). `status` says why: UnseenStart, UnseenEnd, or another than Complete."""


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
"""A row an event: its step, a `Kind`, a code of `STATUSES`, ids (-1: none), a place in metres."""

Events: TypeAlias = npt.NDArray[np.void]

NONE: Final[Events] = np.empty(0, EVENT)

NOBODY: Final = -1
"""In place of an id."""


class EventLog:
    """Events of the step in progress."""

    def __init__(self) -> None:
        """Nothing has happened."""
        self._rows: list[tuple[int, int, int, int, int, float, float]] = []
        self.has_arrivals = False
        """Whether somebody arrived in the step in progress."""

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
        """One more, after those before it."""
        self.has_arrivals = self.has_arrivals or kind is Kind.ARRIVED
        self._rows.append((step, int(kind), status, agent, other, *place))

    def take(self) -> Events:
        """All of them, in the order of their coming; the log is empty afterwards."""
        self.has_arrivals = False
        if not self._rows:
            return NONE
        taken = np.array(self._rows, EVENT)
        self._rows = []
        taken.flags.writeable = False
        return taken
