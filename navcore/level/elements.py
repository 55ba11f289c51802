"""The elements that a designer draws: one struct a kind, on the bases of `navcore.level.bases`.

Names of fields follow their keys in files, written in snake case here and in camel case there
(source 000, S0-001 to S0-009, S0-020).
"""

from typing import ClassVar, Self

from msgspec.structs import replace

from navcore.level.affine import Point, Ring
from navcore.level.bases import Place, Polygon


class Area(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Floor to walk on. A door is an area that opens and shuts (`available`)."""

    available: bool = True
    door: bool = False

    @property
    def active(self) -> bool:
        """Whether it is open to agents."""
        return self.available

    @property
    def boxed_whole(self) -> bool:
        """Floor is: most boxes are drawn inside a room."""
        return not self.door


class Obstacle(Polygon, frozen=True, kw_only=True, rename="camel"):
    """Something in the way. Switched off it blocks nothing."""

    enabled: bool = True

    @property
    def active(self) -> bool:
        """Whether it blocks."""
        return self.enabled


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
    goals: tuple[Point, ...] = ()
    """Places that it visits in turn from time 0."""
    loop: bool = False
    """Whether it starts over after the last goal."""
    wait: float = 0.0
    """Seconds that it stands at each goal."""

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

    def with_points(self, points: Ring) -> Self:
        """The agent with other goals."""
        return replace(self, goals=points)
