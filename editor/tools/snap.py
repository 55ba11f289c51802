"""Interface of snapping for tools, with the moving elements that don't attract."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final, Protocol, TypeAlias

from editor.tools.lines import Line
from navcore.level.model import Point

Indices: TypeAlias = Mapping[int, Collection[int]]
"""Ids of elements -> numbers of handles or sides."""

NO_INDICES: Final[Indices] = MappingProxyType({})


class Snap(Protocol):
    """Snaps places to corners, midpoints, edges, crossings and the grid."""

    def __call__(
        self,
        point: Point,
        exclude: Iterable[int],
        *,
        other: bool = False,
        handles: Indices = NO_INDICES,
        edges: Indices = NO_INDICES,
        along: Line | None = None,
    ) -> Point:
        """Return the snapped place, in the level at the start of the gesture.

        Args:
            point: Place of the mouse, metres.
            exclude: Elements that move as a whole, and don't attract.
            other: Whether to invert snapping: off if it is switched on, and on if it is off.
            handles: Handles that move; neither they nor their sides attract.
            edges: Sides that change, and don't attract.
            along: The result lies on this line in any case: where edges and the grid cross it, or
                where it is nearest to the point.
        """
        ...
