"""What is known of the probe's path beside its points: what it leads over, how long it takes."""

from typing import Final, NamedTuple, TypeAlias

from navcore.level.model import Point
from navcore.path.result import PathResult

Narrow: TypeAlias = tuple[float, str]
"""The width of the narrowest place, metres, and the name of its door or ""."""


class Stretch(NamedTuple):
    """One terrain along a path."""

    name: str
    metres: float
    cost: float
    """What it costs, in metres of plain ground."""


class ProbeFacts(NamedTuple):
    """Of a path that leads somewhere."""

    narrowest: Narrow | None = None
    """As far as widths are known by now; None if the path leads through no narrow place."""
    gap: tuple[Point, Point] | None = None
    """The ends of a line across that place, metres."""
    terrains: tuple[Stretch, ...] = ()
    """Those that cost another thing than plain ground, the dearest first."""
    links: tuple[str, ...] = ()
    """Types of the links that it takes, in their order."""
    seconds: float | None = None
    """How long it takes an agent of usual speed; None: as its length says."""
    network: PathResult | None = None
    """The path over waypoints between the same places; None in a level without."""
    why: str = ""
    """Why there is no path to the goal, in a sentence; empty if there is one, or until then."""


NO_FACTS: Final = ProbeFacts()
