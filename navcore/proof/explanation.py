"""Explanations why there is no path: reason, least change that helps, marks and a fix."""

from dataclasses import dataclass
from enum import StrEnum

from navcore.level.edit import Edit
from navcore.level.model import Point


class Reason(StrEnum):
    """Reason why an agent can't reach its goal."""

    NONE = "none"
    """None: there is a path."""
    DOORS = "doors"
    """Doors, or other areas, that are shut."""
    ABILITIES = "abilities"
    """Abilities that the agent type lacks."""
    ONE_WAY = "one-way"
    """Links, or edges of the network, that lead the other way only."""
    WIDTH = "width"
    """A gap that is too narrow."""
    START = "start"
    """The start lies where no agent can stand."""
    GOAL = "goal"
    """The goal lies where no agent can stand."""
    ISLAND = "island"
    """Start and goal lie on pieces of floor that nothing joins."""
    NO_LINK = "no-link"
    """No link leads to the storey of the goal, or that storey has no floor."""
    WAYPOINTS = "waypoints"
    """Waypoints or edges that are switched off."""
    UNSEEN = "unseen"
    """The start or the goal sees no waypoint."""
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
    """Changes after which there would be a path.

    Relaxations are ordered as described in :mod:`navcore.proof.explain`; the smaller of two comes
    first.
    """

    doors: tuple[int, ...] = ()
    """Ids of areas to open."""
    waypoints: tuple[int, ...] = ()
    """Ids of waypoints to switch on."""
    edges: tuple[int, ...] = ()
    """Ids of edges of the network to switch on."""
    abilities: tuple[str, ...] = ()
    """Abilities to give to the agent type."""
    two_way: tuple[int, ...] = ()
    """Ids of links, or edges of the network, to open in both directions."""
    width: float = 0.0
    """Metres by which every gap would have to be wider, a multiple of 1 mm."""
    start: Point | None = None
    """Place to which the start must move; None: it stays."""
    goal: Point | None = None
    """Place to which the goal must move; None: it stays."""
    moved: float = 0.0
    """Metres by which start and goal are moved, together."""

    def __bool__(self) -> bool:
        """Return whether anything is relaxed."""
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
    """Line across a gap, or from an end to its required place."""
    layer: str = "ground"
    """Name of the storey."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why there is no path from a start to a goal."""

    reason: Reason
    text: str
    """One or two sentences for people."""
    start: Point
    """The requested start, metres."""
    goal: Point
    """The requested goal, metres."""
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
