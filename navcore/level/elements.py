"""The elements that a designer draws: one struct a kind, on the bases of `navcore.level.bases`.

Names of fields follow their keys in files, written in snake case here and in camel case there
(source 000, S0-001 to S0-009, S0-020).
"""

from collections.abc import Collection
from typing import ClassVar, Self

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Place, Polygon, Sources


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


class Obstacle(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Something in the way. Switched off it blocks nothing."""

    enabled: bool = True

    @property
    def active(self) -> bool:
        """Whether it blocks."""
        return self.enabled


class Stop(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True, gc=False,
           forbid_unknown_fields=True):  # fmt: skip
    """What an agent does at one of its goals. None: what it does at all of them."""

    pause: float | None = None
    """Seconds that it stands there, at least 0; None: the agent's `wait`."""
    facing: float | None = None
    """Where it looks while it stands there, radians; None: along the path that it came by."""


class Agent(Place, frozen=True, kw_only=True, rename="camel"):
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
    profile: str = ""
    """Name of its profile, which decides where it can walk; empty: that of all without one."""
    goals: tuple[Point, ...] = ()
    """Places that it visits in turn from time 0."""
    loop: bool = False
    """Whether it starts over after the last goal."""
    wait: float = 0.0
    """Seconds that it stands at each goal that has no pause of its own."""
    stops: tuple[Stop, ...] = ()
    """What it does at each of its goals, in their order; a plain :class:`Stop` where the tuple is
    shorter. More of them than goals mean nothing."""

    has_handles: ClassVar[bool] = True

    @property
    def snap_points(self) -> Ring:
        """Nothing snaps to agents: they walk."""
        return ()

    @property
    def points(self) -> Ring:
        """Its goals."""
        return self.goals

    @property
    def closed(self) -> bool:
        """Whether it starts over."""
        return self.loop

    @property
    def lead(self) -> Ring:
        """Its position."""
        return (self.position,)

    def allows(self, points: Ring) -> bool:
        """Always: it may have any goals, or none."""
        return True

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """The agent with other goals, each with the stop of the goal that it was."""
        stops = tuple(Stop() if source is None else self.stop(source) for source in sources)
        return self.with_stops(stops, goals=points)

    def with_carried(self, affine: Affine, source: Self, indices: Collection[int]) -> Self:
        """The agent with these goals where the map takes them, facings of their stops turned."""
        stops = tuple(
            stop if stop.facing is None or index not in indices
            else replace(stop, facing=affine.heading(stop.facing))
            for index, stop in enumerate(source.stops)
        )  # fmt: skip
        return super().with_carried(affine, source, indices).with_stops(stops)

    def stop(self, index: int) -> Stop:
        """What it does at the goal with this index."""
        return self.stops[index] if index < len(self.stops) else Stop()

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
