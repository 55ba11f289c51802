"""Facts about the probe's path besides its points: terrain, links, width, duration."""

from typing import Final, NamedTuple, TypeAlias

from navcore.level.model import Point
from navcore.path.result import PathResult

Narrow: TypeAlias = tuple[float, str]
"""The width of the narrowest place, metres, and the name of its door or ""."""


class Stretch(NamedTuple):
    """Share of one terrain in a path."""

    name: str
    metres: float
    cost: float
    """Cost in metres of plain ground."""


class ProbeFacts(NamedTuple):
    """Facts about a path that exists."""

    narrowest: Narrow | None = None
    """Narrowest place, as far as widths are known; None if there is none."""
    gap: tuple[Point, Point] | None = None
    """The ends of a line across that place, metres."""
    terrains: tuple[Stretch, ...] = ()
    """Terrains whose cost differs from plain ground, most expensive first."""
    links: tuple[str, ...] = ()
    """Types of the links that it takes, in their order."""
    seconds: float | None = None
    """Duration for an agent of default speed; None: according to its length."""
    network: PathResult | None = None
    """The path over waypoints between the same places; None in a level without waypoints."""
    why: str = ""
    """Why there is no path to the goal, in a sentence; empty if there is one, or until then."""


NO_FACTS: Final = ProbeFacts()
