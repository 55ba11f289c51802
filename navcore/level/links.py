"""Links in numbers: what one costs and how long it takes, by its type and length."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.level.elements import Link, LinkType

PACES: Final[Mapping[LinkType, float]] = MappingProxyType(
    {"jump": 1.0, "climb": 0.4, "drop": 1.5, "stairs": 0.7, "ladder": 0.4, "lift": 0.7}
)
"""By type: at which part of their walk speed agents take a link whose seconds nobody set. A
teleport takes no time."""


WALK_SPEED: Final = 1.4
"""Metres a second at which seconds of a link are counted as metres of its cost."""


def link_cost(link: Link, length: float) -> float:
    """Return what it costs to take a link of this length, in metres of plain ground, at least 0.

    Its own cost; else as many metres as an agent of `WALK_SPEED` walks in its time.
    """
    if link.cost is not None:
        return link.cost
    return link_seconds(link, length, WALK_SPEED) * WALK_SPEED


def link_seconds(link: Link, length: float, walk_speed: float) -> float:
    """Return how long an agent of this speed, metres a second over 0, is on a link; at least 0.

    `length` is in metres, from floor to floor.
    """
    if link.seconds is not None:
        return link.seconds
    pace = PACES.get(link.type)
    return 0.0 if pace is None else length / (pace * walk_speed)
