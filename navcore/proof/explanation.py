"""Why somebody can't get somewhere: the reason, the least that would change it, marks and a fix."""

from dataclasses import dataclass
from enum import StrEnum

from navcore.level.edit import Edit
from navcore.level.model import Point


class Reason(StrEnum):
    """What keeps an agent from its goal."""

    NONE = "none"
    """Nothing: there is a path."""
    DOORS = "doors"
    """Doors, or other areas, that are shut."""
    ABILITIES = "abilities"
    """Abilities that the agent type lacks."""
    ONE_WAY = "one-way"
    """Links, or edges of the network, that lead the other way only."""
    WIDTH = "width"
    """A gap that is too narrow."""
    START = "start"
    """The start lies where nobody can stand."""
    GOAL = "goal"
    """The goal lies where nobody can stand."""
    ISLAND = "island"
    """Start and goal lie on pieces of floor that nothing joins."""
    NO_LINK = "no-link"
    """No link leads to the storey of the goal, or there is no floor at all."""
    WAYPOINTS = "waypoints"
    """Waypoints that are switched off."""
    UNSEEN = "unseen"
    """No waypoint is in sight of the start, or of the goal."""
    NETWORK = "network"
    """Start and goal lie at parts of the network that no edge joins."""
    LIMIT = "limit"
    """The search stopped at its limit."""
    NO_GOAL = "no-goal"
    """The agent has nowhere to go."""
    SWITCHED_OFF = "switched-off"
    """The agent is switched off, so it moves nowhere."""


@dataclass(frozen=True, slots=True)
class Relaxation:
    """What would have to be otherwise for a path to exist.

    Of two relaxations the smaller is that which comes first in the order that
    :mod:`navcore.proof.explain` describes.
    """

    doors: tuple[int, ...] = ()
    """Ids of areas to open."""
    waypoints: tuple[int, ...] = ()
    """Ids of waypoints to switch on."""
    abilities: tuple[str, ...] = ()
    """Abilities to give to the agent type."""
    two_way: tuple[int, ...] = ()
    """Ids of links, or edges of the network, to open in both directions."""
    width: float = 0.0
    """Metres by which every gap would have to be wider, a multiple of 1 mm."""
    start: Point | None = None
    """Where the start would have to be; None: where it is."""
    goal: Point | None = None
    """Where the goal would have to be; None: where it is."""
    moved: float = 0.0
    """Metres by which start and goal are moved, together."""

    def __bool__(self) -> bool:
        """Whether anything is relaxed."""
        return self != _NOTHING


_NOTHING = Relaxation()


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to show on the canvas."""

    place: Point
    """Metres."""
    element: int | None = None
    """Id of the element that it is about."""
    line: tuple[Point, Point] | None = None
    """Across a gap, or from an end to where it would have to be."""
    layer: str = "ground"
    """Name of the storey."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why there is no path from a start to a goal."""

    reason: Reason
    text: str
    """One or two sentences for people."""
    start: Point
    """The start that was asked for, metres."""
    goal: Point
    """The goal that was asked for, metres."""
    layers: tuple[str, str]
    """Names of the storeys of start and goal."""
    relaxation: Relaxation = _NOTHING
    marks: tuple[Mark, ...] = ()
    """The foremost first."""
    fix: Edit | None = None
    """The edit after which there is a path, where there is one; its label is a button's text."""

    @property
    def elements(self) -> tuple[int, ...]:
        """Ids of the elements that it is about, the foremost first."""
        return tuple(dict.fromkeys(one.element for one in self.marks if one.element is not None))
