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
    """Abilities without which it is shut to an agent: the keys of a door."""

    @property
    def active(self) -> bool:
        """Whether it is open to agents of whatever profile."""
        return self.available and not self.needs


class Zone(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Ground of another terrain; where zones overlap, the later one that is laid counts."""

    terrain: str
    """Name of a terrain of the level's table."""
    enabled: bool = True
    """Whether it is laid. Until then what lies beneath counts: water where a bridge will be."""

    @property
    def active(self) -> bool:
        """Whether it is laid."""
        return self.enabled


TILES: Final = 64
"""Cells along each side of a block of tiles."""


class Tiles(Chunk, frozen=True, kw_only=True, rename="camel"):
    """A block of 64 x 64 painted cells; what is painted counts more than zones.

    The cells of block cx, cz begin at x = cx * 64 * `Settings.tile_size`, z likewise. Where two
    blocks of one storey have the same place, the one with the higher id counts.
    """

    cx: int
    """Which block along x."""
    cz: int
    """Which block along z."""
    terrains: tuple[str, ...]
    """Names of the terrains in this block."""
    runs: tuple[int, ...]
    """Pairs of numbers, row after row from the lowest z: a terrain, counted from 1 (0: none), and
    how many cells in a row have it. They come to 64 x 64 cells."""

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Whether runs come to the cells of a block, and name terrains of it."""
        numbers, counts = self.runs[::2], self.runs[1::2]
        if len(numbers) != len(counts) or min(counts, default=0) < 1 or sum(counts) != TILES**2:
            return "runs", f"pairs of a number and a count over 0, {TILES**2} cells together"
        if min(numbers) < 0 or max(numbers) > len(self.terrains):
            return "runs", f"numbers of terrains from 0 to {len(self.terrains)}"
        return None


class Obstacle(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Something in the way. Switched off it blocks nothing."""

    enabled: bool = True

    @property
    def active(self) -> bool:
        """Whether it blocks."""
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
    """Whether it takes part in runs. Switched off, or dead, it lies where it is: it goes nowhere,
    and others walk through it (S0-071, S0-093)."""
    profile: str = ""
    """Name of its profile, which decides where it can walk; empty: that of all without one."""
    goals: tuple[Point, ...] = ()
    """Places that it visits in turn from time 0."""
    loop: bool = False
    """Whether it starts over after the last goal."""
    turn_back: bool = False
    """Whether it comes back stop by stop after the last goal, and then starts over."""
    network: bool = False
    """Whether it keeps to the network of waypoints between goals, rather than walk freely."""
    shortcuts: bool = False
    """Whether it leaves its edges for the furthest place of its path that it sees."""
    route: int | None = None
    """Id of the route that it walks instead of goals of its own; None: its own."""
    wait: float = 0.0
    """Seconds that it stands at each goal that has no pause of its own."""
    stops: tuple[Stop, ...] = ()
    """What it does at each of its goals, in their order; a plain :class:`Stop` where the tuple is
    shorter. More of them than goals mean nothing."""

    referred: ClassVar[tuple[str, ...]] = ("waypoints", "routes")

    @property
    def snap_points(self) -> Ring:
        """Nothing snaps to agents: they walk."""
        return ()

    @property
    def closed(self) -> bool:
        """Whether the first goal follows the last."""
        return self.mode == "loop"

    @property
    def mode(self) -> RouteMode:
        """What follows its last goal."""
        return "return" if self.turn_back else "loop" if self.loop else "once"

    def with_mode(self, mode: RouteMode) -> Self:
        """The agent with something else that follows its last goal."""
        return replace(self, loop=mode == "loop", turn_back=mode == "return")

    @property
    def lead(self) -> Ring:
        """Its position."""
        return (self.position,)

    def allows(self, points: Ring) -> bool:
        """Always: it may have any goals, or none."""
        return True

    def pause(self, index: int) -> float:
        """Seconds that it stands at the goal with this index."""
        own = self.stop(index).pause
        return self.wait if own is None else own

    def with_stops(self, stops: tuple[Stop, ...], *, goals: Ring | None = None) -> Self:
        """The agent with these stops, and these goals if they are given.

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

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """On another route, stopping at other waypoints; what is not in `ids` stays."""
        agent = super().renumbered(ids)
        route = None if self.route is None else ids.get(self.route, self.route)
        return agent if route == self.route else replace(agent, route=route)

    def released(self, gone: Collection[int]) -> Self | None:
        """Without a route that is gone; stopping in the same places where waypoints were."""
        agent = super().released(gone) or self
        return agent if self.route not in gone else replace(agent, route=None)


LinkType: TypeAlias = Literal["jump", "climb", "drop", "stairs", "ladder", "lift", "teleport"]
"""How a link is taken: it decides how agents look on the way, and how long it takes them."""


class Link(Element, frozen=True, kw_only=True, rename="camel"):
    """A way between two places that the floor doesn't join, on one storey or two (S3-116).

    Each end is a point, or a segment along which it can be entered; from a share of the way along
    one segment it leads to the same share of the other. Its points are handles.
    """

    start: Ring = msgspec.field(name="from")
    """One point, or two; on the storey `layer`."""
    end: Ring = msgspec.field(name="to")
    """One point, or two; on the storey `to_layer`."""
    to_layer: str = ""
    """Storey of the end; empty: that of the start."""
    type: LinkType = "jump"
    width: float = 0.0
    """Diameter of the widest agent that it lets pass, metres; 0: any."""
    one_way: bool = False
    """Whether it leads from start to end only."""
    cost: float | None = None
    """What it costs to take it, in metres of plain ground, over 0; None: as many as one walks in
    its seconds."""
    seconds: float | None = None
    """How long it takes; None: by its length and type, see `navcore.level.links`."""
    needs: tuple[str, ...] = ()
    """Abilities without which nobody can take it."""

    has_handles: ClassVar[bool] = True
    grows: ClassVar[bool] = False

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Whether each end has one point or two."""
        for key, end in (("from", self.start), ("to", self.end)):
            if len(end) not in {1, 2}:
                return key, "one point or two"
        return None

    def body(self, find: Find) -> Body | None:
        """A line from end to end, around both segments where it has some."""
        trace = (*self.start, *reversed(self.end))
        return Line(trace if len(trace) == 2 else (*trace, trace[0]))

    @property
    def anchor(self) -> Point | None:
        """The middle of its start."""
        return middle(self.start)

    @property
    def snap_points(self) -> Ring:
        """The points of both ends."""
        return self.points

    @property
    def points(self) -> Ring:
        """The points of its start, then those of its end."""
        return (*self.start, *self.end)

    def allows(self, points: Ring) -> bool:
        """Whether there are as many points as it has."""
        return len(points) == len(self.points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """The link with its ends in these places."""
        count = len(self.start)
        return replace(self, start=points[:count], end=points[count:])

    def moved(self, affine: Affine) -> Self:
        """Moved with both its ends."""
        return replace(self, start=affine.ring(self.start), end=affine.ring(self.end))

    def carried(self, affine: Affine) -> Self:
        """The link after the map: its points are its handles."""
        return self.moved(affine)


def middle(end: Ring) -> Point:
    """Return the middle of one end of a link, metres."""
    (x, z), (to_x, to_z) = end[0], end[-1]
    return ((x + to_x) / 2, (z + to_z) / 2)
