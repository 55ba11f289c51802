"""Cost and duration of links, from their type and length."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.level.elements import Link, LinkType

PACES: Final[Mapping[LinkType, float]] = MappingProxyType(
    {"jump": 1.0, "climb": 0.4, "drop": 1.5, "stairs": 0.7, "ladder": 0.4, "lift": 0.7}
)
"""Share of their walk speed at which agents take a link, by type, if the link sets no seconds. A
teleport takes no time."""


WALK_SPEED: Final = 1.4
"""Walk speed, metres per second, that converts the seconds of a link to metres of cost."""


def link_cost(link: Link, length: float) -> float:
    """Return the cost of taking a link of this length, in metres of plain ground, at least 0.

    This is its own cost if set, else the metres that an agent of `WALK_SPEED` walks in its time.
    """
    if link.cost is not None:
        return link.cost
    return link_seconds(link, length, WALK_SPEED) * WALK_SPEED


def link_seconds(link: Link, length: float, walk_speed: float) -> float:
    """Return the seconds, at least 0, that an agent with this speed in m/s, over 0, is on a link.

    `length` is in metres, from floor to floor.
    """
    if link.seconds is not None:
        return link.seconds
    pace = PACES.get(link.type)
    return 0.0 if pace is None else length / (pace * walk_speed)
