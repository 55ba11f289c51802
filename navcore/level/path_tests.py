"""What must stay true about a level: path tests, which are saved with it.

A path test says that from one place to another there is a path, or none, for an agent type in a
state of the level, and within which bounds; a run test, that everybody arrives in time. How they
come out is worked out in `navcore.proof.path_tests`.
"""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Element, Find, Sources
from navcore.level.bodies import Body, Spots

Expectation: TypeAlias = Literal["path", "noPath", "arrival"]
"""There is a path; there is none; or all agents with a goal arrive in a run."""

WITHIN: Final = 60.0
"""Seconds within which everybody arrives where a run test does not say."""


EVERY_STATE: Final = "*"
"""What a test names that is asked in the drawing and in every state of the level."""


class PathTest(Element, frozen=True, kw_only=True, rename="camel"):
    """One thing that must stay true about a level; its ends are handles.

    A run test has one place, where its sign stands.
    """

    start: Point = msgspec.field(name="from")
    """Where the path begins, on the storey `layer`."""
    end: Point | None = msgspec.field(default=None, name="to")
    """Where it ends, on the storey `to_layer`; None in run tests."""
    to_layer: str = ""
    """Storey of the end; empty: that of the start."""
    expect: Expectation = "path"
    profile: str = ""
    """Name of the agent type that walks; empty: the one without a name."""
    state: str = ""
    """Name of the state that the level is in; empty: as it is drawn; `EVERY_STATE`."""
    min_length: float | None = None
    """Metres that the path has at least; None: any."""
    max_length: float | None = None
    """Metres that it has at most."""
    min_seconds: float | None = None
    """Seconds that it takes at least, at usual speed."""
    max_seconds: float | None = None
    """Seconds that it takes at most; in run tests, within which everybody arrives."""
    passes: tuple[int, ...] = ()
    """Ids of areas that the path must lead through."""
    avoids: tuple[int, ...] = ()
    """Ids of areas that it must not come into."""
    enabled: bool = True
    """Whether it is asked."""

    has_handles: ClassVar[bool] = True
    grows: ClassVar[bool] = False
    referred: ClassVar[tuple[str, ...]] = ("areas",)

    @property
    def active(self) -> bool:
        """Whether it is asked."""
        return self.enabled

    @property
    def is_run(self) -> bool:
        """Whether it takes a run to answer it."""
        return self.expect == "arrival"

    @property
    def within(self) -> float:
        """Seconds within which everybody arrives."""
        return WITHIN if self.max_seconds is None else self.max_seconds

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Whether it has the places that its kind has."""
        if not self.is_run and self.end is None:
            return "to", "a place, as `from`"
        if self.is_run and self.end is not None:
            return "to", "left out of a test that expects arrival"
        return None

    def body(self, find: Find) -> Body | None:
        """Its places, where its signs stand."""
        return Spots(self.points)

    @property
    def anchor(self) -> Point | None:
        """Where it begins."""
        return self.start

    @property
    def points(self) -> Ring:
        """Its ends."""
        return (self.start,) if self.end is None else (self.start, self.end)

    def allows(self, points: Ring) -> bool:
        """Whether there are as many places as it has."""
        return len(points) == len(self.points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """The test with its ends in these places."""
        return replace(self, start=points[0], end=None if self.end is None else points[1])

    def moved(self, affine: Affine) -> Self:
        """Moved with both its ends."""
        return replace(
            self, start=affine(self.start), end=None if self.end is None else affine(self.end)
        )

    def carried(self, affine: Affine) -> Self:
        """The test after the map: its ends are its handles."""
        return self.moved(affine)

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the areas that it names."""
        return (*self.passes, *self.avoids)

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Naming other areas; those that are not in `ids` stay."""
        passes = tuple(ids.get(one, one) for one in self.passes)
        return replace(self, passes=passes, avoids=tuple(ids.get(one, one) for one in self.avoids))

    def released(self, gone: Collection[int]) -> Self | None:
        """Without areas that are gone."""
        passes = tuple(one for one in self.passes if one not in gone)
        return replace(self, passes=passes, avoids=tuple(i for i in self.avoids if i not in gone))
