"""Narrow places between segments, and how much room there is to both sides of them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from navcore.geometry.rings import Floats, Ints
from navcore.kernels import buffers
from navcore.kernels.polygon import bottlenecks as kernel
from navcore.kernels.polygon import spatial_bins

_MOST_BINS: Final = 256
"""Along each axis."""
_ROOM: Final = 1024
_ROWS_A_SEGMENT: Final = 4
"""More rows than levels have; memory that is not written to costs nothing, a second search does."""
_DIRECTIONS: Final = 64
_SAME: Final = 1e-5
"""Metres up to which two points are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Narrow:
    """Places where the disc from one side to the other is empty."""

    ends: Floats
    """(n, 4) a point on each side."""
    widths: Floats
    """(n,) from side to side, metres."""
    depths: Floats
    """(n,) how far the sides run beside each other, metres; 0 where a corner faces a side."""
    sides: Ints
    """(n, 2) the segments on both sides."""

    def taken(self, rows: Ints) -> "Narrow":
        """Some of the places."""
        return Narrow(self.ends[rows], self.widths[rows], self.depths[rows], self.sides[rows])


class Boundary:
    """Segments (n, 4) in bins, for questions about what is near."""

    def __init__(self, segments: Floats, reach: float) -> None:
        """Questions ask for what is about `reach` metres away."""
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
        """All narrow places up to `most` metres wide."""
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
        # Where pieces meet, a place is found from each of them.
        rows = rows[_first_rows(np.round(rows[:, :4] / _SAME))]
        return Narrow(rows[:, :4], rows[:, 4], rows[:, 5], rows[:, 6:].astype(np.int64))

    def _rows(self, search: Callable[[object, Floats, Floats], int]) -> Floats:
        """All rows that a search finds, however many."""
        room = max(_ROOM, _ROWS_A_SEGMENT * len(self.segments))
        while True:
            found, stamps = np.empty((room, 8)), np.full(len(self.segments), -1, np.int32)
            count = search(stamps, np.empty(8), found)
            if count <= room:
                return found[:count]
            room = count

    def ascend(self, begun: Floats, most: float) -> Floats:
        """Where ways to more room end, (n, 3): x, z and the room there, at most `most` metres.

        `begun` (n, 6): place, direction, metres to go along it first, the room at the place. A
        direction that leads into a wall has no room at its end.
        """
        tops = np.zeros((len(begun), 3))
        b = buffers(kernel, begun, np.empty(_DIRECTIONS), tops)
        kernel.ascend(self._bins, most, *b)
        return tops


def _corners_of(segments: Floats) -> tuple[Floats, Ints]:
    """(m, 2) the different ends of segments in order, and the first end, of all, at each."""
    # As complex numbers they sort by x, then by z, in an eighth of the time that rows take.
    ends = segments.reshape(-1, 2).view(np.complex128)[:, 0]
    corners, first = np.unique(ends, return_index=True)
    return corners.view(np.float64).reshape(-1, 2), first


def _first_rows(values: Floats) -> Ints:
    """Rows of (n, k) values that are like none before them, in order."""
    order = np.lexsort(values.T)
    ordered = values[order]
    is_new = np.ones(len(order), np.bool_)
    is_new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    return np.sort(order[is_new])


def _partners(pairs: Ints, count: int) -> Ints:
    """Where the partners of each of `count` segments begin, then the partners themselves."""
    both = np.concatenate((pairs, pairs[:, ::-1]))
    both = both[np.argsort(both[:, 0], kind="stable")]
    starts = np.searchsorted(both[:, 0], np.arange(count + 1)) + count + 1
    return np.concatenate((starts.astype(np.int64), both[:, 1]))
