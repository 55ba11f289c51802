"""What is said about waypoints and the edges between them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.i18n import mark, tr

TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "navigation": mark("Navigation"),
        "patrol": mark("Patrol"),
        "guardPost": mark("Guard post"),
        "spawn": mark("Spawn"),
        "rest": mark("Rest"),
        "combat": mark("Combat"),
        "chokepoint": mark("Choke point"),
        "cover": mark("Cover"),
        "harvest": mark("Harvest"),
    }
)
"""What the types of waypoints are called, in the order in which they are offered."""


def type_words(type_: str) -> str:
    """What a type of waypoints is called."""
    return tr(TYPES.get(type_, type_))
