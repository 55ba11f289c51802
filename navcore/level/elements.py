"""The elements that a designer draws: one struct a kind, on the bases of `navcore.level.bases`.

Names of fields follow their keys in files, written in snake case here and in camel case there
(source 000, S0-001 to S0-009, S0-020).
"""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Chunk, Element, Find, Place, Polygon, Sources
from navcore.level.bodies import Body, Line
from navcore.level.stops import RouteMode, Stop, WithStops


class Area(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Floor to walk on. A door is an area that opens and shuts (`available`)."""

    available: bool = True
    door: bool = False
    needs: tuple[str, ...] = ()
    """Abilities without which the area is shut to an agent: the keys of a door."""

    @property
    def active(self) -> bool:
        """True if the area is open to agents of every profile."""
        return self.available and not self.needs


class Zone(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Ground with another terrain; where zones overlap, the enabled one drawn last counts."""

    terrain: str
    """Name of a terrain of the level's table."""
    enabled: bool = True
    """True if the zone is in force. If not, the terrain beneath counts: water below a bridge."""

    @property
    def active(self) -> bool:
        """True if the zone is in force."""
        return self.enabled


TILES: Final = 64
"""Cells along each side of a block of tiles."""


class Tiles(Chunk, frozen=True, kw_only=True, rename="camel"):
    """A block of 64 x 64 painted cells; painted terrain takes precedence over zones.

    The cells of block cx, cz begin at x = cx * 64 * `Settings.tile_size`, z likewise. Where two
    blocks of one storey have the same place, the one with the higher id counts.
    """

    cx: int
    """Column of the block."""
    cz: int
    """Row of the block."""
    terrains: tuple[str, ...]
    """Names of the terrains in this block."""
    runs: tuple[int, ...]
    """Run-length code, row by row from the lowest z: pairs of a terrain, counted from 1 (0: none),
    and a number of cells. The counts add up to 64 x 64."""

    @property
    def misfit(self) -> tuple[str, str] | None:
        """The rule for `runs` if they don't fill the block or name a terrain that it lacks."""
        numbers, counts = self.runs[::2], self.runs[1::2]
        if len(numbers) != len(counts) or min(counts, default=0) < 1 or sum(counts) != TILES**2:
            return "runs", f"pairs of a number and a count over 0, {TILES**2} cells together"
        if min(numbers) < 0 or max(numbers) > len(self.terrains):
            return "runs", f"numbers of terrains from 0 to {len(self.terrains)}"
        return None


class Obstacle(Polygon, frozen=True, kw_only=True, rename="camel"):
    """A shape that blocks agents, unless it is switched off."""

    enabled: bool = True

    @property
    def active(self) -> bool:
        """True if the obstacle blocks."""
        return self.enabled


class Agent(WithStops, Place, frozen=True, kw_only=True, rename="camel"):
    """A character's start: place, size and where it wants to go; its goals are handles."""

    facing: float = 0.0
    """Radians, 0 along +x, counter-clockwise."""
    radius: float = 0.45
    """Metres, over 0."""
    walk_speed: float = 1.4
    """Metres a second, over 0."""
    rotation_speed: float = 8.0
    """Radians a second, over 0."""
    player: bool = False
    enabled: bool = True
    """True if the agent takes part in runs. A switched-off or dead agent stays where it is, and
    others walk through it (S0-071, S0-093)."""
    profile: str = ""
    """Name of the profile whose floor the agent plans on; empty: the unnamed profile."""
    goals: tuple[Point, ...] = ()
    """Places that the agent visits in turn, beginning at time 0."""
    loop: bool = False
    """True if the agent goes back to the first goal after the last one."""
    turn_back: bool = False
    """True if the agent returns stop by stop after the last goal, and then starts over."""
    network: bool = False
    """True if the agent stays on the network of waypoints between goals."""
    shortcuts: bool = False
    """True if the agent leaves its edges for the furthest place of its path that it sees."""
    route: int | None = None
    """Id of the shared route that the agent walks; None: it walks its own goals."""
    wait: float = 0.0
    """Seconds that the agent stands at each goal that sets no pause of its own."""
    stops: tuple[Stop, ...] = ()
    """What the agent does at each goal, in the order of `goals`; a plain :class:`Stop` where the
    tuple is shorter. Extra stops are ignored."""

    referred: ClassVar[tuple[str, ...]] = ("waypoints", "routes")

    @property
    def snap_points(self) -> Ring:
        """Empty: drawing tools don't snap to agents, because agents walk."""
        return ()

    @property
    def closed(self) -> bool:
        """True if the first goal follows the last."""
        return self.mode == "loop"

    @property
    def mode(self) -> RouteMode:
        """The agent's behaviour after its last goal."""
        return "return" if self.turn_back else "loop" if self.loop else "once"

    def with_mode(self, mode: RouteMode) -> Self:
        """Return the agent with something else that follows its last goal."""
        return replace(self, loop=mode == "loop", turn_back=mode == "return")

    @property
    def lead(self) -> Ring:
        """The position of the agent."""
        return (self.position,)

    def allows(self, points: Ring) -> bool:
        """Return True: an agent may have any goals, or none."""
        return True

    def pause(self, index: int) -> float:
        """Return the seconds that the agent stands at the goal with this index."""
        own = self.stop(index).pause
        return self.wait if own is None else own

    def with_stops(self, stops: tuple[Stop, ...], *, goals: Ring | None = None) -> Self:
        """Return the agent with these stops, and these goals if they are given.

        Plain stops at the end are left out, so that equal routes are equal agents.
        """
        count = len(stops)
        while count and stops[count - 1] == Stop():
            count -= 1
        return replace(self, goals=self.goals if goals is None else goals, stops=stops[:count])

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the waypoints at which it stops, and of the route that it walks."""
        own = super().references
        return own if self.route is None else (*own, self.route)

    @property
    def required(self) -> tuple[int, ...]:
        """Ids of its waypoints: without its route it walks its own stops."""
        return super().references

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Return the agent with other routes and waypoints; ids that are not in `ids` stay."""
        agent = super().renumbered(ids)
        route = None if self.route is None else ids.get(self.route, self.route)
        return agent if route == self.route else replace(agent, route=route)

    def released(self, gone: Collection[int]) -> Self | None:
        """Return the agent without a deleted route and deleted waypoints; its goals stay."""
        agent = super().released(gone) or self
        return agent if self.route not in gone else replace(agent, route=None)


LinkType: TypeAlias = Literal["jump", "climb", "drop", "stairs", "ladder", "lift", "teleport"]
"""Way of taking a link; it sets how agents look on the link and how long it takes."""


class Link(Element, frozen=True, kw_only=True, rename="camel"):
    """A connection between two places that the floor doesn't join, on one or two storeys (S3-116).

    Each end is a point or a segment. An agent that enters at some share of one segment leaves at
    the same share of the other. The points are handles.
    """

    start: Ring = msgspec.field(name="from")
    """One or two points, on the storey `layer`."""
    end: Ring = msgspec.field(name="to")
    """One or two points, on the storey `to_layer`."""
    to_layer: str = ""
    """Storey of the end; empty: the storey of the start."""
    type: LinkType = "jump"
    width: float = 0.0
    """Diameter of the widest agent that fits through, metres; 0: any."""
    one_way: bool = False
    """True if the link can only be taken from start to end."""
    cost: float | None = None
    """Cost of taking the link, in metres of plain ground, over 0; None: the metres that an agent
    walks in the link's seconds."""
    seconds: float | None = None
    """Seconds that it takes; None: from length and type, see `navcore.level.links`."""
    needs: tuple[str, ...] = ()
    """Abilities that an agent must have to take the link."""

    has_handles: ClassVar[bool] = True
    grows: ClassVar[bool] = False

    @property
    def misfit(self) -> tuple[str, str] | None:
        """The rule for an end that doesn't have one or two points; else None."""
        for key, end in (("from", self.start), ("to", self.end)):
            if len(end) not in {1, 2}:
                return key, "one point or two"
        return None

    def body(self, find: Find) -> Body | None:
        """Return a line from end to end, around both segments if the ends are segments."""
        trace = (*self.start, *reversed(self.end))
        return Line(trace if len(trace) == 2 else (*trace, trace[0]))

    @property
    def anchor(self) -> Point | None:
        """The middle of the start."""
        return middle(self.start)

    @property
    def snap_points(self) -> Ring:
        """The points of both ends."""
        return self.points

    @property
    def points(self) -> Ring:
        """The points of the start, then those of the end."""
        return (*self.start, *self.end)

    def allows(self, points: Ring) -> bool:
        """Return whether there are as many points as the link has."""
        return len(points) == len(self.points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """Return the link with its ends at these points."""
        count = len(self.start)
        return replace(self, start=points[:count], end=points[count:])

    def moved(self, affine: Affine) -> Self:
        """Return the link with both ends moved."""
        return replace(self, start=affine.ring(self.start), end=affine.ring(self.end))

    def carried(self, affine: Affine) -> Self:
        """Return the link after the map: its points are its handles."""
        return self.moved(affine)


def middle(end: Ring) -> Point:
    """Return the middle of one end of a link, metres."""
    (x, z), (to_x, to_z) = end[0], end[-1]
    return ((x + to_x) / 2, (z + to_z) / 2)
