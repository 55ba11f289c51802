"""Path tests: expectations about a level that are saved with it.

A path test expects a path, or no path, between two places for an agent type in a state of the
level, optionally within bounds. A run test expects all agents to arrive in time.
`navcore.proof.path_tests` evaluates them.
"""

from collections.abc import Collection, Mapping
from typing import ClassVar, Final, Literal, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.level.affine import Affine, Point, Ring
from navcore.level.bases import Element, Find, Sources
from navcore.level.bodies import Body, Spots

Expectation: TypeAlias = Literal["path", "noPath", "arrival"]
"""There is a path; there is none; or all agents with a goal arrive during a run."""

WITHIN: Final = 60.0
"""Default time in seconds in which all agents of a run test must arrive."""


EVERY_STATE: Final = "*"
"""State of a test that is checked in the drawing and in every state of the level."""


class PathTest(Element, frozen=True, kw_only=True, rename="camel"):
    """An expectation about paths or runs in a level; its ends are handles.

    A run test has one place, where its symbol is drawn.
    """

    start: Point = msgspec.field(name="from")
    """Start of the path, on the storey `layer`."""
    end: Point | None = msgspec.field(default=None, name="to")
    """End of the path, on the storey `to_layer`; None in run tests."""
    to_layer: str = ""
    """Storey of the end; empty: the storey of the start."""
    expect: Expectation = "path"
    profile: str = ""
    """Name of the agent type; empty: the unnamed type."""
    state: str = ""
    """Name of the state of the level; empty: the drawing; or `EVERY_STATE`."""
    min_length: float | None = None
    """Least length of the path, metres; None: any."""
    max_length: float | None = None
    """Greatest length of the path, metres; None: any."""
    min_seconds: float | None = None
    """Least duration of the path at normal walk speed, seconds; None: any."""
    max_seconds: float | None = None
    """Greatest duration, seconds; in run tests, the time in which all agents must arrive."""
    passes: tuple[int, ...] = ()
    """Ids of areas through which the path must lead."""
    avoids: tuple[int, ...] = ()
    """Ids of areas that the path must not enter."""
    enabled: bool = True
    """True if the test is checked."""

    has_handles: ClassVar[bool] = True
    grows: ClassVar[bool] = False
    referred: ClassVar[tuple[str, ...]] = ("areas",)

    @property
    def active(self) -> bool:
        """True if the test is checked."""
        return self.enabled

    @property
    def is_run(self) -> bool:
        """True if the test needs a run."""
        return self.expect == "arrival"

    @property
    def within(self) -> float:
        """Seconds in which all agents must arrive."""
        return WITHIN if self.max_seconds is None else self.max_seconds

    @property
    def misfit(self) -> tuple[str, str] | None:
        """The rule for `to` if it is missing, or given in a run test; else None."""
        if not self.is_run and self.end is None:
            return "to", "a place, as `from`"
        if self.is_run and self.end is not None:
            return "to", "left out of a test that expects arrival"
        return None

    def body(self, find: Find) -> Body | None:
        """Return the places of the symbols."""
        return Spots(self.points)

    @property
    def anchor(self) -> Point | None:
        """The start."""
        return self.start

    @property
    def points(self) -> Ring:
        """The places of the ends."""
        return (self.start,) if self.end is None else (self.start, self.end)

    def allows(self, points: Ring) -> bool:
        """Return whether there are as many points as the test has."""
        return len(points) == len(self.points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """Return the test with its ends at these points."""
        return replace(self, start=points[0], end=None if self.end is None else points[1])

    def moved(self, affine: Affine) -> Self:
        """Return the test with both ends moved."""
        return replace(
            self, start=affine(self.start), end=None if self.end is None else affine(self.end)
        )

    def carried(self, affine: Affine) -> Self:
        """Return the test after the map: its ends are its handles."""
        return self.moved(affine)

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the areas that it names."""
        return (*self.passes, *self.avoids)

    @property
    def required(self) -> tuple[int, ...]:
        """None: a test that names an area that is missing fails."""
        return ()

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Return the test with other areas; ids that are not in `ids` stay."""
        passes = tuple(ids.get(one, one) for one in self.passes)
        return replace(self, passes=passes, avoids=tuple(ids.get(one, one) for one in self.avoids))

    def released(self, gone: Collection[int]) -> Self | None:
        """Return the test without areas that are gone."""
        passes = tuple(one for one in self.passes if one not in gone)
        return replace(self, passes=passes, avoids=tuple(i for i in self.avoids if i not in gone))
