"""Straight lines that Shift locks a gesture to: the axes, steps of 45 degrees, a normal."""

import math
from collections.abc import Collection, Iterable
from typing import Final

from editor.tools.tool import Line, Pointer, ToolView
from navcore.level.model import Point

AXES: Final[tuple[Point, ...]] = ((1.0, 0.0), (0.0, 1.0))
"""Along x and along z."""

EIGHTHS: Final[tuple[Point, ...]] = (*AXES, (1.0, 1.0), (1.0, -1.0))
"""Steps of 45 degrees. Whole numbers keep a straight edge straight to the last bit."""


def straight(origin: Point, place: Point, directions: Iterable[Point] = EIGHTHS) -> Line:
    """Of the lines through `origin` in these directions, the one that is nearest to the place.

    Of two equally near ones, the first.
    """
    lines = (Line(origin, direction) for direction in directions)
    return min(lines, key=lambda line: math.dist(line.nearest(place), place))


def snapped_along(
    pointer: Pointer,
    view: ToolView,
    origin: Point,
    directions: Iterable[Point] = EIGHTHS,
    exclude: Collection[int] = (),
) -> Point:
    """Where a click counts with Shift: on a straight line from `origin`, to the last bit.

    It snaps to what crosses the line, with Ctrl the other way of snapping.
    """
    line = straight(origin, pointer.position, directions)
    return view.snap(pointer.position, exclude, other=pointer.modifiers.ctrl, along=line)
