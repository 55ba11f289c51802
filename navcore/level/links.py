"""How long links take, by their type and length."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.level.elements import Link, LinkType

PACES: Final[Mapping[LinkType, float]] = MappingProxyType(
    {"jump": 1.0, "climb": 0.4, "drop": 1.5, "stairs": 0.7, "ladder": 0.4, "lift": 0.7}
)
"""By type: at which part of their walk speed agents take a link whose seconds nobody set. A
teleport takes no time."""


def link_seconds(link: Link, length: float, walk_speed: float) -> float:
    """Return how long an agent of this speed, metres a second over 0, is on a link; at least 0.

    `length` is in metres, from floor to floor.
    """
    if link.seconds is not None:
        return link.seconds
    pace = PACES.get(link.type)
    return 0.0 if pace is None else length / (pace * walk_speed)
