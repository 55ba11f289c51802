"""Bottlenecks between segments, and the clearance on both sides of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from navcore.geometry.rings import Floats, Ints
from navcore.kernels import buffers
from navcore.kernels.polygon import bottlenecks as kernel
from navcore.kernels.polygon import spatial_bins

_MOST_BINS: Final = 256
"""Maximum number of bins along each axis."""
_ROOM: Final = 1024
_ROWS_A_SEGMENT: Final = 4
"""More rows than levels have: unused memory costs nothing, but a second search does."""
_DIRECTIONS: Final = 64
_SAME: Final = 1e-5
"""Largest distance in metres between points that count as the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Narrow:
    """Bottlenecks: pairs of points on segments with an empty disc between them."""

    ends: Floats
    """(n, 4) one point on each side."""
    widths: Floats
    """(n,) distance between both sides, metres."""
    depths: Floats
    """(n,) length along which the sides are parallel, metres; 0 between a corner and a side."""
    sides: Ints
    """(n, 2) the segments on both sides."""

    def taken(self, rows: Ints) -> "Narrow":
        """Return some of the bottlenecks."""
        return Narrow(self.ends[rows], self.widths[rows], self.depths[rows], self.sides[rows])


class Boundary:
    """Segments (n, 4) in spatial bins, for queries of bottlenecks and clearances."""

    def __init__(self, segments: Floats, reach: float) -> None:
        """Sort segments into bins; `reach` is the typical distance of queries, metres."""
        self.segments = np.ascontiguousarray(segments)
        low, high = np.zeros(2), np.zeros(2)
        if len(segments):
            corners = segments.reshape(-1, 2)
            low, high = corners.min(axis=0), corners.max(axis=0)
        side = max(reach, float((high - low).max()) / _MOST_BINS)
        counts = np.floor((high - low) / side) + 1
        frame = np.array([*low, side, *counts])
        starts = np.zeros(int(counts.prod()) + 1, np.int64)
        none = np.empty(0, np.int32)
        unfilled = spatial_bins.Bins(*buffers(spatial_bins, self.segments, frame, starts, none))
        spatial_bins.fill(unfilled, *buffers(spatial_bins, starts, none))
        np.cumsum(starts, out=starts)
        items = np.empty(int(starts[-1]), np.int32)
        if len(items):
            spatial_bins.fill(unfilled, *buffers(spatial_bins, starts, items))
        self._bins = spatial_bins.Bins(*buffers(spatial_bins, self.segments, frame, starts, items))

    def narrow(self, most: float) -> Narrow:
        """Return all bottlenecks up to `most` metres wide."""
        corners, owners = _corners_of(self.segments)
        corners = np.column_stack((corners, owners // 2))

        def beside(stamps: object, row: Floats, found: Floats) -> int:
            return kernel.beside(self._bins, most, *buffers(kernel, stamps, row, found))

        known = self._rows(beside)
        partners = _partners(known[:, 6:].astype(np.int64), len(self.segments))

        def facing(stamps: object, row: Floats, found: Floats) -> int:
            b = buffers(kernel, corners, partners, stamps, row, found)
            return kernel.facing(self._bins, b[0], most, *b[1:])

        rows = np.concatenate((known, self._rows(facing)))
        # Where segments meet, each of them finds the same bottleneck.
        rows = rows[_first_rows(np.round(rows[:, :4] / _SAME))]
        return Narrow(rows[:, :4], rows[:, 4], rows[:, 5], rows[:, 6:].astype(np.int64))

    def _rows(self, search: Callable[[object, Floats, Floats], int]) -> Floats:
        """Return all rows that a search finds, with an array that grows as needed."""
        room = max(_ROOM, _ROWS_A_SEGMENT * len(self.segments))
        while True:
            found, stamps = np.empty((room, 8)), np.full(len(self.segments), -1, np.int32)
            count = search(stamps, np.empty(8), found)
            if count <= room:
                return found[:count]
            room = count

    def ascend(self, begun: Floats, most: float) -> Floats:
        """Climb to local maxima of the clearance; return (n, 3) x, z and the clearance there.

        Rows of `begun` (n, 6) are a place, a unit direction, the distance to go along it first,
        and the clearance at the place, metres. The clearance returned is at most `most`, and 0 if
        the direction leads into a wall.
        """
        tops = np.zeros((len(begun), 3))
        b = buffers(kernel, begun, np.empty(_DIRECTIONS), tops)
        kernel.ascend(self._bins, most, *b)
        return tops


def _corners_of(segments: Floats) -> tuple[Floats, Ints]:
    """Return the (m, 2) distinct ends of segments, sorted, and the index of one end at each."""
    # Sorting as complex numbers, by x and then z, takes an eighth of the time of sorting rows.
    ends = segments.reshape(-1, 2).view(np.complex128)[:, 0]
    corners, first = np.unique(ends, return_index=True)
    return corners.view(np.float64).reshape(-1, 2), first


def _first_rows(values: Floats) -> Ints:
    """Return the indices of rows of (n, k) values that equal no earlier row."""
    order = np.lexsort(values.T)
    ordered = values[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return np.sort(order[is_new])


def _partners(pairs: Ints, count: int) -> Ints:
    """Return where the partners of each of `count` segments start, followed by the partners."""
    both = np.concatenate((pairs, pairs[:, ::-1]))
    both = both[np.argsort(both[:, 0], kind="stable")]
    starts = np.searchsorted(both[:, 0], np.arange(count + 1)) + count + 1
    return np.concatenate((starts.astype(np.int64), both[:, 1]))
