"""What tools ask of snapping, and what moves meanwhile and attracts nothing."""

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
        """The place that attracts, in the level as it was when the gesture began.

        Args:
            point: Where the mouse would put it, metres.
            exclude: Elements that move as a whole: they attract nothing.
            other: The other way of snapping than the one that is switched on: none where there
                is snapping, and snapping where there is none.
            handles: Handles that move; neither they nor the sides at them attract.
            edges: Sides that change, which do not attract.
            along: The result lies on this line, whatever attracts: where edges and the grid
                cross it, or where it is nearest to the point.
        """
        ...
