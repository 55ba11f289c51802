"""Local and remote movement of agents on rounds that keep to the network (S4-004)."""

from enum import IntEnum


class Movement(IntEnum):
    """How an agent moves on its way to a stop."""

    FREE = 0
    """Without a network, or sent elsewhere: it walks the shortest path."""
    IN_SIGHT = 1
    """Local: its goal is in sight, and it walks straight there without a path query (S4-005)."""
    ALONG = 2
    """Remote: it follows a path over the network (S4-006, S4-007)."""
    BACK = 3
    """Local: it was taken off its path, and walks back to the place where it left it (S4-009)."""
    ASTRAY = 4
    """The network leads nowhere from its position, so it walks the shortest path (S4-016)."""
