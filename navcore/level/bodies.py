"""Bodies: the geometry of elements that clicks, selection boxes and frames test."""

import math
from typing import ClassVar, Protocol

import msgspec

from navcore.geometry.polygons import nearest_on_segment, segment_touches_box
from navcore.level.affine import Point, Ring


class Body(Protocol):
    """Geometry of an element for clicks, selection boxes and frames."""

    @property
    def trace(self) -> Ring:
        """Corners, position or ends; at least one point."""
        ...

    @property
    def girth(self) -> float:
        """Metres by which the body reaches beyond its trace."""
        ...

    def holds(self, point: Point) -> bool:
        """Return whether the point is inside."""
        ...

    def distance(self, point: Point) -> float:
        """Return metres from the point to the outline."""
        ...

    def touches(self, low: Point, high: Point) -> bool:
        """Return whether its line, outline or disc touches a box."""
        ...


class Line(msgspec.Struct, frozen=True, gc=False):
    """Body of a join: a line through the joined elements."""

    trace: Ring
    girth: ClassVar[float] = 0.0

    def holds(self, point: Point) -> bool:
        """Return False: a line has no inside."""
        return False

    def distance(self, point: Point) -> float:
        """Return metres from the point to the nearest place of the line."""
        starts, ends = self.trace, self.trace[1:] or self.trace
        pairs = zip(starts, ends, strict=False)
        return min(math.dist(nearest_on_segment(point, a, b), point) for a, b in pairs)

    def touches(self, low: Point, high: Point) -> bool:
        """Return whether any part of the line is in the box."""
        pairs = zip(self.trace, self.trace[1:] or self.trace, strict=False)
        return any(segment_touches_box(a, b, low, high) for a, b in pairs)


class Spots(msgspec.Struct, frozen=True, gc=False):
    """Body of an element that consists of separate points, with no line between them."""

    trace: Ring
    girth: ClassVar[float] = 0.0

    def holds(self, point: Point) -> bool:
        """Return False: points have no inside."""
        return False

    def distance(self, point: Point) -> float:
        """Return metres from the point to the nearest place."""
        return min(math.dist(place, point) for place in self.trace)

    def touches(self, low: Point, high: Point) -> bool:
        """Return whether a place is in the box."""
        return any(low[0] <= x <= high[0] and low[1] <= z <= high[1] for x, z in self.trace)
