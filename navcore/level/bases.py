"""Bases of elements: what every kind of element answers for itself.

A kind of element is a struct on one of four bases in `navcore.level.elements`, and a row in
`navcore.level.kinds`:

- :class:`Polygon` has an outline, :class:`Place` a position, :class:`Join` the ids of others;
- :class:`Chunk` is a block of cells or faces that tools fill and nobody picks.

The bases say how an element is moved, picked, boxed, copied and taken apart. Code that asks an
element never needs to know its kind. Coordinates are metres: x to the right, z up on the canvas.
Angles are radians, 0 along +x, counter-clockwise.
"""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, ClassVar, Final, Self, TypeAlias

import msgspec
from msgspec.structs import replace

from navcore.geometry.polygons import contains, is_flat, nearest_on_ring, segment_touches_box
from navcore.level.affine import Affine, Point, Ring, mapped_shape
from navcore.level.bodies import Body, Line

Find: TypeAlias = "Callable[[int], object]"
"""Finds what stands under an id: `level.get`."""

Sources: TypeAlias = Sequence[int | None]
"""For each handle the index that it had before; None for a new one."""


def nothing(element_id: int) -> None:
    """Find nothing: for elements that refer to no others."""


CHUNK_IDS: Final = 2**52
"""Ids of chunks begin here, and are below 2^53; those of all other elements are below 2^32."""

_CHUNK_CELLS: Final = 23
"""Bits of a chunk's place along each axis."""


class Element(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """One thing that is drawn. `id` and `order` are the level's, the rest is the designer's."""

    id: int
    """Random unsigned 32-bit number, kept for ever; over 0 and different from all others."""
    order: float = 0.0
    """Position among elements of its kind; not written, files list elements in this order."""
    name: str = ""
    group: str = ""
    """Folder of the outline, levels parted by slashes: `Inn/Kitchen`."""
    locked: bool = False
    layer: str = "ground"
    note: str = ""
    tags: tuple[str, ...] = ()
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""

    has_handles: ClassVar[bool] = False
    """Whether :attr:`points` are its own, to be picked, dragged, inserted and deleted."""
    grows: ClassVar[bool] = True
    """Whether handles can be inserted between those that it has."""
    follows: ClassVar[str] = ""
    """The field of what it refers to that :attr:`followed` goes by; "": it follows nothing."""
    referred: ClassVar[tuple[str, ...]] = ()
    """Names of the kinds to which :attr:`references` may lead; empty: any."""

    @property
    def active(self) -> bool:
        """Whether it is in force: not switched off, and not a door that is shut."""
        return True

    @property
    def misfit(self) -> tuple[str, str] | None:
        """A key in files and what its value must be, if it does not go with the others."""
        return None

    # Where it lies.

    def body(self, find: Find) -> Body | None:
        """Where the element lies; None if nothing of it can be clicked.

        Args:
            find: Finds other elements by id, for those that lie where others do.
        """
        return None

    @property
    def anchor(self) -> Point | None:
        """The point that joins lead to; None if none can."""
        return None

    @property
    def heading(self) -> float | None:
        """The direction in which it faces, radians; None if in none."""
        return None

    @property
    def snap_points(self) -> Ring:
        """Places that attract what is drawn nearby."""
        return ()

    def moved(self, affine: Affine) -> Self:
        """The element where the map takes it."""
        return self

    def carried(self, affine: Affine) -> Self:
        """The element where the map takes it, together with its handles: its mirror image, say."""
        return self.moved(affine).with_carried(affine, self, range(len(self.points)))

    def with_carried(self, affine: Affine, source: Self, indices: Collection[int]) -> Self:
        """The element with these handles where the map takes those of `source`.

        `source` is the same element before it moved.
        """
        if not indices:
            return self
        points = list(self.points)
        for index in indices:
            points[index] = affine(source.points[index])
        return self.with_points(tuple(points), range(len(points)))

    # Handles.

    @property
    def points(self) -> Ring:
        """Places of the handles: corners of a polygon, goals of an agent."""
        return ()

    @property
    def closed(self) -> bool:
        """Whether a line leads from the last handle back to the first."""
        return False

    @property
    def lead(self) -> Ring:
        """The point from which a line leads to the first handle; empty if there is none."""
        return ()

    def allows(self, points: Ring) -> bool:
        """Whether the element can have its handles in these places."""
        return not points

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """The element with its handles in these places, which it :meth:`allows`.

        Args:
            points: Places of all handles.
            sources: As many: whatever else the element holds of a handle follows it.
        """
        return self

    # What it refers to.

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the elements that this one refers to."""
        return ()

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """The element referring to other ids; those that are not in `ids` stay."""
        return self

    def released(self, gone: Collection[int]) -> Self | None:
        """The element without its references to these ids; None if it can't be without them."""
        return self

    def followed(self, old: "Element | None", find: Find) -> Self:
        """The element after those that it refers to moved.

        Args:
            old: The same element before; None if it is new.
            find: Finds elements by id as they are now.
        """
        return self


class Polygon(Element, frozen=True, kw_only=True, rename="camel"):
    """An element with an outline: its corners are handles."""

    polygon: Ring
    """At least three corners, either way round; may be concave. Crossing itself: even-odd."""
    shape: dict[str, Any] | None = None
    """Parameters that the outline was made from; dropped when corners are edited by hand."""

    has_handles: ClassVar[bool] = True
    girth: ClassVar[float] = 0.0

    def body(self, find: Find) -> Body | None:
        """The polygon itself."""
        return self

    @property
    def trace(self) -> Ring:
        """Its corners."""
        return self.polygon

    @property
    def anchor(self) -> Point | None:
        """The middle of its bounds."""
        xs, zs = zip(*self.polygon, strict=True)
        return ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)

    @property
    def snap_points(self) -> Ring:
        """Its corners."""
        return self.polygon

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside, under even-odd."""
        return contains(self.polygon, point)

    def distance(self, point: Point) -> float:
        """Metres from the point to the outline."""
        return math.dist(nearest_on_ring(self.polygon, point)[1], point)

    def touches(self, low: Point, high: Point) -> bool:
        """Whether the outline touches the box."""
        ring = self.polygon
        return any(
            segment_touches_box(a, b, low, high)
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )

    def moved(self, affine: Affine) -> Self:
        """The polygon after the map, its shape's parameters with it where the map allows."""
        return self.with_ring(affine.ring(self.polygon), affine)

    def carried(self, affine: Affine) -> Self:
        """The polygon after the map: its corners are its handles."""
        return self.moved(affine)

    def with_ring(self, ring: Ring, affine: Affine) -> Self:
        """The polygon with an outline that the map has made of its own."""
        shape = mapped_shape(self.shape, affine) if self.shape else None
        return replace(self, polygon=ring, shape=shape)

    @property
    def points(self) -> Ring:
        """Its corners."""
        return self.polygon

    @property
    def closed(self) -> bool:
        """Always."""
        return True

    def allows(self, points: Ring) -> bool:
        """Whether these corners enclose something."""
        return not is_flat(points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """The polygon with other corners; the parameters of its shape go."""
        return replace(self, polygon=points, shape=None)


class Place(Element, frozen=True, kw_only=True, rename="camel"):
    """An element at a position; it may have a `radius` and a `facing`."""

    position: Point

    @property
    def heading(self) -> float | None:
        """Its `facing`, if it has one."""
        facing: float | None = getattr(self, "facing", None)
        return facing

    def body(self, find: Find) -> Body | None:
        """The disc of its radius itself."""
        return self

    @property
    def trace(self) -> Ring:
        """Its position."""
        return (self.position,)

    @property
    def girth(self) -> float:
        """Its radius, metres; 0 if it has none."""
        radius: float = getattr(self, "radius", 0.0)
        return radius

    @property
    def anchor(self) -> Point | None:
        """Its position."""
        return self.position

    @property
    def snap_points(self) -> Ring:
        """Its position."""
        return (self.position,)

    def holds(self, point: Point) -> bool:
        """Whether the point lies in the disc."""
        return math.dist(self.position, point) <= self.girth

    def distance(self, point: Point) -> float:
        """Metres from the point to the rim of the disc."""
        return abs(math.dist(self.position, point) - self.girth)

    def touches(self, low: Point, high: Point) -> bool:
        """Whether the disc touches the box."""
        x, z = self.position
        nearest = (min(max(x, low[0]), high[0]), min(max(z, low[1]), high[1]))
        return math.dist(nearest, self.position) <= self.girth

    def moved(self, affine: Affine) -> Self:
        """Moved, and turned if it faces somewhere; handles and radius stay."""
        changes: dict[str, Any] = {"position": affine(self.position)}
        if self.heading is not None:
            changes["facing"] = affine.heading(self.heading)
        return replace(self, **changes)


class Join(Element, frozen=True, kw_only=True, rename="camel"):
    """An element between others. Fields named in `joins` hold their ids: one, or a tuple."""

    joins: ClassVar[tuple[str, ...]] = ()

    def body(self, find: Find) -> Body | None:
        """A line through the anchors of what it joins."""
        found = (find(element_id) for element_id in self.references)
        anchors = (element.anchor for element in found if isinstance(element, Element))
        trace = tuple(anchor for anchor in anchors if anchor is not None)
        return Line(trace) if trace else None

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of what it joins, field by field."""
        found: list[int] = []
        for name in self.joins:
            value = getattr(self, name)
            found.extend(value if isinstance(value, tuple) else (value,))
        return tuple(found)

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Joining others; what is not in `ids` stays."""
        changes: dict[str, Any] = {}
        for name in self.joins:
            value = getattr(self, name)
            if isinstance(value, tuple):
                changes[name] = tuple(ids.get(one, one) for one in value)
            else:
                changes[name] = ids.get(value, value)
        return replace(self, **changes)

    def released(self, gone: Collection[int]) -> Self | None:
        """Without these where a field holds several; None if a field would be left without one."""
        changes: dict[str, Any] = {}
        for name in self.joins:
            value = getattr(self, name)
            if not isinstance(value, tuple):
                if value in gone:
                    return None
                continue
            changes[name] = tuple(one for one in value if one not in gone)
            if value and not changes[name]:
                return None
        return replace(self, **changes) if changes else self


class Chunk(Element, frozen=True, kw_only=True, rename="camel"):
    """A block of cells or faces, filled by a tool; its id says which block it is."""

    @staticmethod
    def id_of(kind: int, layer: int, cx: int, cz: int) -> int:
        """Return the id of a block.

        Args:
            kind: Number of the kind, 0 to 7.
            layer: Number of the storey, 0 to 7.
            cx: Which block along x, -2^22 to 2^22 - 1.
            cz: Which block along z, likewise.
        """
        half = 1 << (_CHUNK_CELLS - 1)
        packed = (kind << 3 | layer) << _CHUNK_CELLS | (cx + half)
        return CHUNK_IDS | packed << _CHUNK_CELLS | (cz + half)
