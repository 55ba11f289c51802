"""Kinds of elements that the program doesn't know: one for each base class.

Tests register them temporarily and use them in everything that a level goes through.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import ClassVar, Final

from small_level import box, small_level

from navcore.formats import read_level, write_level
from navcore.formats.journal import Header, read_journal, replay, write_header, write_line
from navcore.level.bases import Chunk, Element, Find, Join, Place, Point, Polygon, Ring, Sources
from navcore.level.bodies import Body, Line
from navcore.level.edit import Edit
from navcore.level.kinds import Kind, Words, registered
from navcore.level.model import Level


class Pond(Polygon, frozen=True, kw_only=True, rename="camel"):
    """A polygon with a number that is required, and with points that are no handles."""

    water_depth: float
    springs: Ring = ()
    frozen_over: bool = False


class Beacon(Place, frozen=True, kw_only=True, rename="camel"):
    """A place with a text, a facing and a size."""

    text: str = ""
    facing: float = 0.0
    radius: float = 0.5
    lit: Point | None = None


class Cable(Join, frozen=True, kw_only=True, rename="camel"):
    """A join from one element to several."""

    joins: ClassVar[tuple[str, ...]] = ("start", "ends")

    start: int
    ends: tuple[int, ...]
    slack: float = 0.0


class Snow(Chunk, frozen=True, kw_only=True, rename="camel"):
    """A block of cells."""

    cells: bytes
    melting: bool = False


class Trail(Element, frozen=True, kw_only=True, rename="camel"):
    """A line of two stops or more, closed on request."""

    stops: Ring
    ring: bool = False

    has_handles = True

    def body(self, find: Find) -> Body | None:
        """The line through its stops."""
        return Line(self.stops)

    @property
    def points(self) -> Ring:
        """The stops."""
        return self.stops

    @property
    def closed(self) -> bool:
        """True if it leads back."""
        return self.ring

    def allows(self, points: Ring) -> bool:
        """Two stops make a line."""
        return len(points) >= 2

    def with_points(self, points: Ring, sources: Sources) -> "Trail":
        """A trail of other stops."""
        return Trail(id=self.id, order=self.order, name=self.name, stops=points, ring=self.ring)


POND_KIND: Final = Kind("ponds", Pond, (Words("pond", "a pond", "{0} ponds"),))
BEACON_KIND: Final = Kind("beacons", Beacon, (Words("beacon", "a beacon", "{0} beacons"),))
CABLE_KIND: Final = Kind("cables", Cable, (Words("cable", "a cable", "{0} cables"),))
SNOW_KIND: Final = Kind(
    "snow",
    Snow,
    (Words("snow", "snow", "{0} blocks of snow"),),
    version=4,
    listed=False, picked=False, boxed=False, named=False, moved=False,
)  # fmt: skip
TRAIL: Final = Kind("trails", Trail, (Words("trail", "a trail", "{0} trails"),))
"""Kind that only the tests of handles use."""
MADE_UP: Final = (POND_KIND, BEACON_KIND, CABLE_KIND, SNOW_KIND)

POND, BEACON, MAST, CABLE = range(101, 105)
SNOW: Final = Snow.id_of(7, 0, -3, 5)


@contextmanager
def made_up_kinds() -> Iterator[None]:
    """Register all four."""
    with ExitStack() as stack:
        for kind in MADE_UP:
            stack.enter_context(registered(kind))
        yield


def made_up_level() -> Level:
    """The small level with a pond, two beacons, a cable from the pond to both, and snow."""
    return small_level().with_items(
        {
            POND: Pond(
                id=POND, name="pond", polygon=box(12, 4, 14, 6), water_depth=1.5,
                springs=((12.5, 4.5), (13.0, 5.25)), group="Garden",
            ),
            BEACON: Beacon(id=BEACON, name="beacon", position=(2.0, 7.0), text="Mind the gate"),
            MAST: Beacon(
                id=MAST, order=1, name="mast", position=(18.0, 7.0), facing=1.5, lit=(18.0, 6.5),
                tags=("tall",),
            ),
            CABLE: Cable(
                id=CABLE, name="cable", start=POND, ends=(BEACON, MAST), slack=0.25, note="Old",
                extra={"colour": "red"},
            ),
            SNOW: Snow(id=SNOW, cells=bytes(range(16))),
        }
    )  # fmt: skip


def applied(level: Level, edit: Edit) -> Level:
    """The level after an edit, which its inverse takes back and a journal replays."""
    after = edit.apply(level)
    assert edit.inverse().apply(after) == level
    journal = read_journal(write_header(Header(1)) + write_line(edit, 1), "x")
    assert replay(level, journal.lines).level == after
    text = write_level(after)
    assert read_level(text, "x").level == after
    assert write_level(read_level(text, "x").level) == text
    return after
