"""Bases of elements: the methods and properties that every kind of element has.

A kind of element is a struct on one of four bases in `navcore.level.elements`, and a row in
`navcore.level.kinds`:

- :class:`Polygon` has an outline, :class:`Place` a position, :class:`Join` the ids of others;
- :class:`Chunk` is a block of cells or faces that tools fill; it can't be selected.

The bases implement moving, picking, boxing, copying and deleting, so that callers never need to
know the kind of an element. Coordinates are metres: x to the right, z up on the canvas.
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
"""Function that returns the item with an id, as `level.get` does."""

Sources: TypeAlias = Sequence[int | None]
"""For each handle, the index that it had before; None for a new handle."""


def nothing(element_id: int) -> None:
    """Return None: the `Find` of elements that refer to no others."""


CHUNK_IDS: Final = 2**52
"""Ids of chunks begin here, and are below 2^53; those of all other elements are below 2^32."""

_CHUNK_CELLS: Final = 23
"""Bits of a chunk's place along each axis."""


class Element(msgspec.Struct, frozen=True, kw_only=True, rename="camel", gc=False):
    """One drawn element. The level sets `id` and `order`, the designer everything else."""

    id: int
    """Random unsigned 32-bit number, kept for ever; over 0 and different from all others."""
    order: float = 0.0
    """Position among elements of its kind; not saved, because files list elements in this order."""
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
    """True if the element has handles of its own that can be dragged, inserted and deleted."""
    grows: ClassVar[bool] = True
    """True if new handles can be inserted between existing ones."""
    follows: ClassVar[tuple[str, ...]] = ()
    """Fields of the referenced elements that :attr:`followed` depends on."""
    referred: ClassVar[tuple[str, ...]] = ()
    """Names of the kinds that :attr:`references` may contain; empty: any kind."""

    @property
    def active(self) -> bool:
        """True if the element has an effect: it is not switched off, and not a shut door."""
        return True

    @property
    def misfit(self) -> tuple[str, str] | None:
        """Key in files and the rule for its value, if it contradicts other fields; else None."""
        return None

    # Position and extent.

    def body(self, find: Find) -> Body | None:
        """Return the body of the element for picking; None if it can't be clicked.

        Args:
            find: Finds other elements by id, for elements that lie between others.
        """
        return None

    @property
    def anchor(self) -> Point | None:
        """The point at which joins end; None if joins can't lead to the element."""
        return None

    @property
    def heading(self) -> float | None:
        """The direction that the element faces, radians; None if it has none."""
        return None

    @property
    def snap_points(self) -> Ring:
        """Points that the snapping of drawing tools uses."""
        return ()

    def moved(self, affine: Affine) -> Self:
        """Return the element after the map."""
        return self

    def carried(self, affine: Affine) -> Self:
        """Return the element after the map, with its handles mapped too, as for a mirror image."""
        return self.moved(affine).with_carried(affine, self, range(len(self.points)))

    def with_carried(self, affine: Affine, source: Self, indices: Collection[int]) -> Self:
        """Return the element with these handles at the images of the handles of `source`.

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
        """True if a line leads from the last handle back to the first."""
        return False

    @property
    def lead(self) -> Ring:
        """The point before the first handle to which a line leads; empty if there is none."""
        return ()

    def allows(self, points: Ring) -> bool:
        """Return whether the element can have its handles at these points."""
        return not points

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """Return the element with its handles at these points, which it :meth:`allows`.

        Args:
            points: Places of all handles.
            sources: One for each point: data that belongs to a handle follows it.
        """
        return self

    # References.

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the elements that this one refers to."""
        return ()

    @property
    def required(self) -> tuple[int, ...]:
        """Ids of the references that it can't do without; files may lack the others."""
        return self.references

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Return the element with references changed as `ids` says; others stay."""
        return self

    def released(self, gone: Collection[int]) -> Self | None:
        """Return the element without references to these ids; None if it needs one of them."""
        return self

    def followed(self, old: "Element | None", find: Find) -> Self:
        """Return the element updated after elements that it refers to have moved.

        Args:
            old: The same element before; None if it is new.
            find: Finds elements by id as they are now.
        """
        return self


class Polygon(Element, frozen=True, kw_only=True, rename="camel"):
    """An element with an outline: its corners are handles."""

    polygon: Ring
    """Return the agent without a deleted route; stops at deleted waypoints become plain places."""
    shape: dict[str, Any] | None = None
    """Parameters of the shape that made the outline; dropped when corners are edited by hand."""

    has_handles: ClassVar[bool] = True
    girth: ClassVar[float] = 0.0

    def body(self, find: Find) -> Body | None:
        """Return the polygon: it is its own body."""
        return self

    @property
    def trace(self) -> Ring:
        """The corners."""
        return self.polygon

    @property
    def anchor(self) -> Point | None:
        """The centre of the bounds."""
        xs, zs = zip(*self.polygon, strict=True)
        return ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)

    @property
    def snap_points(self) -> Ring:
        """The corners."""
        return self.polygon

    def holds(self, point: Point) -> bool:
        """Return whether the point is inside, by the even-odd rule."""
        return contains(self.polygon, point)

    def distance(self, point: Point) -> float:
        """Return metres from the point to the outline."""
        return math.dist(nearest_on_ring(self.polygon, point)[1], point)

    def touches(self, low: Point, high: Point) -> bool:
        """Return whether the outline touches the box."""
        ring = self.polygon
        return any(
            segment_touches_box(a, b, low, high)
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
        )

    def moved(self, affine: Affine) -> Self:
        """Return the polygon after the map, with its shape's parameters where the map allows it."""
        return self.with_ring(affine.ring(self.polygon), affine)

    def carried(self, affine: Affine) -> Self:
        """The polygon after the map: its corners are its handles."""
        return self.moved(affine)

    def with_ring(self, ring: Ring, affine: Affine) -> Self:
        """Return the polygon with an outline that is the image of its own under the map."""
        shape = mapped_shape(self.shape, affine) if self.shape else None
        return replace(self, polygon=ring, shape=shape)

    @property
    def points(self) -> Ring:
        """The corners."""
        return self.polygon

    @property
    def closed(self) -> bool:
        """Always true."""
        return True

    def allows(self, points: Ring) -> bool:
        """Return whether these corners enclose an area."""
        return not is_flat(points)

    def with_points(self, points: Ring, sources: Sources) -> Self:
        """Return the polygon with other corners and without the parameters of its shape."""
        return replace(self, polygon=points, shape=None)


class Place(Element, frozen=True, kw_only=True, rename="camel"):
    """An element at a position; it may have a `radius` and a `facing`."""

    position: Point

    @property
    def heading(self) -> float | None:
        """The `facing` of the element; None if it has no such field."""
        facing: float | None = getattr(self, "facing", None)
        return facing

    def body(self, find: Find) -> Body | None:
        """Return the element: its disc is its body."""
        return self

    @property
    def trace(self) -> Ring:
        """The position."""
        return (self.position,)

    @property
    def girth(self) -> float:
        """The radius, metres; 0 if the element has none."""
        radius: float = getattr(self, "radius", 0.0)
        return radius

    @property
    def anchor(self) -> Point | None:
        """The position."""
        return self.position

    @property
    def snap_points(self) -> Ring:
        """The position."""
        return (self.position,)

    def holds(self, point: Point) -> bool:
        """Return whether the point is in the disc."""
        return math.dist(self.position, point) <= self.girth

    def distance(self, point: Point) -> float:
        """Return metres from the point to the rim of the disc."""
        return abs(math.dist(self.position, point) - self.girth)

    def touches(self, low: Point, high: Point) -> bool:
        """Return whether the disc touches the box."""
        x, z = self.position
        nearest = (min(max(x, low[0]), high[0]), min(max(z, low[1]), high[1]))
        return math.dist(nearest, self.position) <= self.girth

    def moved(self, affine: Affine) -> Self:
        """Return the element moved, and turned if it has a facing; handles and radius stay."""
        changes: dict[str, Any] = {"position": affine(self.position)}
        if self.heading is not None:
            changes["facing"] = affine.heading(self.heading)
        return replace(self, **changes)


class Join(Element, frozen=True, kw_only=True, rename="camel"):
    """An element between others. Each field named in `joins` holds one id or a tuple of ids."""

    joins: ClassVar[tuple[str, ...]] = ()

    def body(self, find: Find) -> Body | None:
        """Return a line through the anchors of the joined elements."""
        found = (find(element_id) for element_id in self.references)
        anchors = (element.anchor for element in found if isinstance(element, Element))
        trace = tuple(anchor for anchor in anchors if anchor is not None)
        return Line(trace) if trace else None

    @property
    def references(self) -> tuple[int, ...]:
        """Ids of the joined elements, field by field."""
        found: list[int] = []
        for name in self.joins:
            value = getattr(self, name)
            found.extend(value if isinstance(value, tuple) else (value,))
        return tuple(found)

    def renumbered(self, ids: Mapping[int, int]) -> Self:
        """Return the element joining other ids; ids that are not in `ids` stay."""
        changes: dict[str, Any] = {}
        for name in self.joins:
            value = getattr(self, name)
            if isinstance(value, tuple):
                changes[name] = tuple(ids.get(one, one) for one in value)
            else:
                changes[name] = ids.get(value, value)
        return replace(self, **changes)

    def released(self, gone: Collection[int]) -> Self | None:
        """Return the join without these ids; None if a field would be left without an id."""
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
            cx: Column of the block, -2^22 to 2^22 - 1.
            cz: Row of the block, -2^22 to 2^22 - 1.
        """
        half = 1 << (_CHUNK_CELLS - 1)
        packed = (kind << 3 | layer) << _CHUNK_CELLS | (cx + half)
        return CHUNK_IDS | packed << _CHUNK_CELLS | (cz + half)
