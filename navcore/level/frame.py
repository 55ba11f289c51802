"""The box around elements, along their own sides if possible, for resizing and turning."""

from collections.abc import Sequence
from dataclasses import dataclass

from navcore.level.affine import turned_by
from navcore.level.model import Element, Place, Point
from navcore.level.operations.shapes import middle_of, size_of, turn_of
from navcore.level.operations.transform import bounds_of


@dataclass(frozen=True, slots=True)
class Frame:
    """A rectangle: centre, width and depth in metres, turned by `turn` radians."""

    centre: Point
    width: float
    depth: float
    turn: float = 0.0

    def at(self, u: float, v: float) -> Point:
        """Return a point given in shares of half the sides: 1, 1 is the far right corner."""
        return self.place((u * self.width / 2, v * self.depth / 2))

    def place(self, local: Point) -> Point:
        """Return a place by metres from the centre along the frame's own axes."""
        cosine, sine = turned_by(self.turn)
        along, across = local
        x, z = self.centre
        return (x + along * cosine - across * sine, z + along * sine + across * cosine)

    def local(self, place: Point) -> Point:
        """Return metres from the centre along the frame's own axes: the inverse of `place`."""
        cosine, sine = turned_by(self.turn)
        dx, dz = place[0] - self.centre[0], place[1] - self.centre[1]
        return (dx * cosine + dz * sine, dz * cosine - dx * sine)


def frame_of(elements: Sequence[Element]) -> Frame:
    """Return the frame of these elements.

    A rectangle has the frame of its own sides; a place has a frame that turns with its facing. Any
    other element, and several elements together, have their bounding box.

    Raises:
        ValueError: if there are no elements.
    """
    if len(elements) == 1:
        (element,) = elements
        across = (2 * element.girth,) * 2 if isinstance(element, Place) else size_of(element)
        return Frame(middle_of(element), *across, turn_of(element))
    x0, z0, x1, z1 = bounds_of(elements)
    return Frame(((x0 + x1) / 2, (z0 + z1) / 2), x1 - x0, z1 - z0)
