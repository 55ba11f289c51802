"""Rings packed into arrays: edges with their lower end first, and boxes.

Both neighbours of a shared edge pack it into the same four numbers, so all results computed from it
are equal to the last bit.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.polygon import packed_rings as kernel

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]
Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

_MOST_STRIPS: Final = 16
_GRID: Final = (1e-9, 2.0**-46)

_Ring: TypeAlias = Sequence[tuple[float, float]]


class Rings(msgspec.Struct, frozen=True, eq=False):
    """The edges of many rings in one array; `rings[k]` are the edges (n, 4) of ring k."""

    edges: Floats
    """(m, 4) xa, za, xb, zb, lower end first, ties by x."""
    spans: Ints
    """(k, 2) first edge of each ring, and the edge past its last."""

    @classmethod
    def joined(cls, rings: Sequence[Floats]) -> "Rings":
        """Join rings that are separate arrays of edges."""
        ends = np.cumsum([0, *map(len, rings)], dtype=np.int64)
        edges = rings[0] if len(rings) == 1 else np.concatenate((np.empty((0, 4)), *rings))
        return cls(edges, np.column_stack((ends[:-1], ends[1:])))

    def __len__(self) -> int:
        """Return the number of rings."""
        return len(self.spans)

    def __getitem__(self, slot: int) -> Floats:
        """Return the edges (n, 4) of a ring."""
        first, end = self.spans[slot].tolist()
        return self.edges[first:end]

    def __iter__(self) -> Iterator[Floats]:
        """Iterate over the edges of each ring."""
        return (self.edges[first:end] for first, end in self.spans.tolist())


def pack(rings: Iterable[_Ring], room: int = 0) -> tuple[Rings, Floats, int]:
    """Return the edges of rings, their boxes (n, 4), and the first ring that isn't finite, or -1.

    Rings must have at least one corner. The array of edges has `room` unused rows at its end.
    """
    kept = list(rings)
    edges = np.empty((sum(map(len, kept)) + room, 4))
    spans, boxes = np.empty((len(kept), 2), np.int64), np.empty((len(kept), 4))
    worst = kernel.pack(kept, *buffers(kernel, edges, spans, boxes))
    return Rings(edges, spans), boxes, worst


def packed(rings: Iterable[_Ring]) -> Rings:
    """Return the edges of rings, read-only."""
    found, _, _ = pack(rings)
    found.edges.flags.writeable = False
    return found


def lower_end_first(segments: Floats) -> Floats:
    """Return segments (n, 4) with the lower end first, ties by x."""
    xa, za, xb, zb = segments.T
    turned = (zb < za) | ((zb == za) & (xb < xa))
    return np.where(turned[:, None], segments[:, [2, 3, 0, 1]], segments)


def box_of(segments: Floats) -> Box:
    """Return the bounding box of segments (n, 4), n at least 1."""
    low = segments.min(axis=0)
    high = segments.max(axis=0)
    return (
        float(min(low[0], low[2])),
        float(low[1]),
        float(max(high[0], high[2])),
        float(high[3]),
    )


def strips_around(segments: Floats, height: float) -> list[Box]:
    """Return boxes, stacked along z, around the area that the segments (n, 4) enclose.

    Each is about `height` metres high, or a sixteenth of the total height if that is more, and as
    wide as the segments are at that height. For a long slanted edge these boxes are much smaller
    than its bounding box.
    """
    if len(segments) == 0:
        return []
    xa, za, xb, zb = segments.T[:, :, None]
    low, high = float(za.min()), float(zb.max())
    count = int(min(max((high - low) / height, 1.0), _MOST_STRIPS))
    if count == 1:
        return [box_of(segments)]
    levels = np.linspace(low, high, count + 1)
    z0, z1 = np.maximum(za, levels[:-1]), np.minimum(zb, levels[1:])
    rise = np.where(zb > za, zb - za, 1.0)
    x0 = np.where(zb > za, xa + (z0 - za) / rise * (xb - xa), xa)
    x1 = np.where(zb > za, xa + (z1 - za) / rise * (xb - xa), xb)
    there = z0 <= z1
    left = np.where(there, np.minimum(x0, x1), np.inf).min(axis=0)
    right = np.where(there, np.maximum(x0, x1), -np.inf).max(axis=0)
    if not np.isfinite(right - left)[left <= right].all():
        return [box_of(segments)]
    boxes = np.column_stack((left, levels[:-1], right, levels[1:]))[left <= right]
    return [(a, b, c, d) for a, b, c, d in boxes.tolist()]


def grown(box: Box, reach: float) -> Box:
    """Return a box enlarged by `reach` metres on each side."""
    x0, z0, x1, z1 = box
    return (x0 - reach, z0 - reach, x1 + reach, z1 + reach)


def overlay_grid(box: Box) -> float:
    """Return the grid size in metres for unions and intersections of polygons within the box.

    It is a nanometre, or more if the coordinates have fewer digits. Without a grid, GEOS 3.14
    sometimes treats a polygon that nearly touches another one as a part of it.
    """
    least, part = _GRID
    return max(least, part * max(map(abs, box)))


def touching(boxes: Floats, box: Box, reach: float = 0.0) -> npt.NDArray[np.bool_]:
    """Return (n,) whether boxes (n, 4) are within `reach` of `box` along both axes."""
    x0, z0, x1, z1 = box
    return (
        (boxes[:, 0] <= x1 + reach)
        & (boxes[:, 2] >= x0 - reach)
        & (boxes[:, 1] <= z1 + reach)
        & (boxes[:, 3] >= z0 - reach)
    )


def active_near(boxes: Floats, active: npt.NDArray[np.bool_], box: Box, reach: float) -> Ints:
    """Return the sorted indices (n,) of the active boxes (k, 4) within `reach` of `box`."""
    found = np.empty(len(boxes), np.int64)
    b = buffers(kernel, boxes, active.view(np.uint8), np.array(box), found)
    return found[: kernel.near(b[0], b[1], b[2], reach, b[3])]


def holding(rings: Rings, boxes: Floats, slots: Ints, places: Floats) -> Ints:
    """Return (n,) the first of the rings `slots` that contains each place, or -1; even-odd."""
    by = np.empty(len(places), np.int64)
    places = np.ascontiguousarray(places)
    kernel.holding(*buffers(kernel, rings.edges, rings.spans, boxes, slots, places, by))
    return by


def differing(before: Floats, after: Floats) -> list[Floats]:
    """Return the edges that only one of two rings has, or a few more, in closed groups.

    Each group is the boundary of an area that only one of the rings covers; outside of it, both
    rings are the same. Rings without common edges are two groups.
    """
    if len(before) == len(after):
        differ = (before != after).any(axis=1)
        gone, added = before[differ], after[differ]
    else:
        common = min(len(before), len(after))
        head = _equal_run(before[:common], after[:common])
        gone, added = before[head:], after[head:]
        common = min(len(gone), len(added))
        tail = _equal_run(gone[::-1][:common], added[::-1][:common])
        gone, added = gone[: len(gone) - tail], added[: len(added) - tail]
    if len(gone) == len(before):
        return [gone, added]
    return [np.concatenate((gone, added))]


def _equal_run(a: Floats, b: Floats) -> int:
    differ = (a != b).any(axis=1)
    return int(differ.argmax()) if differ.any() else len(differ)
