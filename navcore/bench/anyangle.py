"""Shortest any-angle paths on small maps, the reference for measuring smoothing.

A point may move anywhere in walkable cells and touch walls, but not pass between two blocked cells
that meet only at a corner. Such paths turn only at corners of blocked cells, so a search over these
corners finds them. It is slow, computes in integers, and uses nothing of the library under test.
"""

import heapq
import math
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Corners"]

_Points: TypeAlias = npt.NDArray[np.int64]
"""(n, 2) x and z in half cells: corners of cells are even, their centres odd."""
_Mask: TypeAlias = npt.NDArray[np.bool_]

_HALVES: Final = 2


class Corners:
    """The corners of a map, and which of them see each other."""

    def __init__(self, walkable: _Mask) -> None:
        """Find the corners of a (depth, width) map; all cells outside it are blocked."""
        blocked = np.pad(~walkable, 1, constant_values=True)
        low_left, low_right = blocked[:-1, :-1], blocked[:-1, 1:]
        high_left, high_right = blocked[1:, :-1], blocked[1:, 1:]
        number = low_left.astype(np.int64) + low_right + high_left + high_right
        # [z, x] of the corner at the lower left of cell x, z.
        pinched = (number == 2) & (low_left == high_right)
        self._level = _Lines(blocked, pinched)
        self._upright = _Lines(blocked.T, pinched.T)
        self._corners: _Points = np.argwhere(number == 1)[:, ::-1].astype(np.int64) * _HALVES
        self._sight = self._all_sight()

    def shortest(self, start: tuple[float, float], goal: tuple[float, float]) -> float:
        """Return the length in cells of the shortest path between two points.

        Coordinates must be multiples of half a cell. The length is infinite if no path exists.
        """
        one, other = np.rint(np.array((start, goal)) * _HALVES).astype(np.int64)
        if self._sees(one[None], other[None])[0]:
            return math.dist(start, goal)
        corners = self._corners
        from_start = self._sees(np.broadcast_to(one, corners.shape), corners)
        to_goal = self._sees(corners, np.broadcast_to(other, corners.shape))
        rest = np.hypot(*(corners - other).T)
        reached = np.where(from_start, np.hypot(*(corners - one).T), math.inf)
        queue = [(float(reached[at] + rest[at]), at) for at in np.flatnonzero(from_start).tolist()]
        heapq.heapify(queue)
        done = np.zeros(len(corners), np.bool_)
        while queue:
            length, at = heapq.heappop(queue)
            if to_goal[at]:
                return length / _HALVES
            if done[at]:
                continue
            done[at] = True
            lengths = reached[at] + np.hypot(*(corners - corners[at]).T)
            for near in np.flatnonzero(self._sight[at] & (lengths < reached)).tolist():
                reached[near] = lengths[near]
                heapq.heappush(queue, (float(lengths[near] + rest[near]), near))
        return math.inf

    def _all_sight(self) -> _Mask:
        count = len(self._corners)
        one, other = np.triu_indices(count, 1)
        seen = self._sees(self._corners[one], self._corners[other])
        sight = np.zeros((count, count), np.bool_)
        sight[one[seen], other[seen]] = True
        return sight | sight.T

    def _sees(self, one: _Points, other: _Points) -> _Mask:
        """Return whether each point of `one` sees its point of `other`."""
        forward = (one[:, 0] <= other[:, 0])[:, None]
        left, right = np.where(forward, one, other), np.where(forward, other, one)
        upright = left[:, 0] == right[:, 0]
        level = left[:, 1] == right[:, 1]
        clear = np.ones(len(one), np.bool_)
        for mask, lines, axis in ((upright, self._upright, 0), (level, self._level, 1)):
            a, b = left[mask], right[mask]
            clear[mask] = lines.clear(a[:, axis], a[:, 1 - axis], b[:, 1 - axis])
        slanted = ~(upright | level)
        clear[slanted] = self._clear_slanted(left[slanted], right[slanted])
        return clear

    def _clear_slanted(self, left: _Points, right: _Points) -> _Mask:
        """Return the same as `_sees` for slanted segments with the left end first.

        In each column, the rows that a segment crosses must be free. If it leaves the column at a
        corner, that corner must not be pinched.
        """
        clear = np.ones(len(left), np.bool_)
        if len(left) == 0:
            return clear
        dx, dz = (right - left).T
        for column in range(left[:, 0].min() // _HALVES, -(-right[:, 0].max() // _HALVES)):
            begin = np.maximum(left[:, 0], _HALVES * column)
            end = np.minimum(right[:, 0], _HALVES * (column + 1))
            at = np.flatnonzero(clear & (begin < end))
            # z in cells, times `scale`.
            scale = _HALVES * dx[at]
            z_begin = left[at, 1] * dx[at] + (begin[at] - left[at, 0]) * dz[at]
            z_end = left[at, 1] * dx[at] + (end[at] - left[at, 0]) * dz[at]
            low, high = np.minimum(z_begin, z_end), np.maximum(z_begin, z_end)
            clear[at] = self._upright.free(column, low // scale, -(-high // scale))
            corner = (end[at] == _HALVES * (column + 1)) & (end[at] < right[at, 0])
            corner &= z_end % scale == 0
            rows = (z_end // scale)[corner]
            clear[at[corner]] &= ~self._upright.pinched[column + 1, rows]
        return clear


class _Lines:
    """Rows or columns of cells and the grid lines between them, with prefix sums for queries."""

    def __init__(self, blocked: _Mask, pinched: _Mask) -> None:
        """Sum up cells with a margin of blocked ones, [line, along], and corners likewise."""
        self.pinched = pinched
        self._cells = _sums(blocked)
        self._walls = _sums(blocked[:-1] & blocked[1:])
        self._pinches = _sums(pinched)

    def free(self, line: int | _Points, first: _Points, last: _Points) -> _Mask:
        """Return whether the cells of a line from `first` to `last` exclusive are free."""
        lines = np.asarray(line) + 1
        blocked = self._cells[lines, last + 1] - self._cells[lines, first + 1]
        free: _Mask = blocked == 0
        return free

    def clear(self, across: _Points, one: _Points, other: _Points) -> _Mask:
        """Return whether segments in a line, or between two lines, are clear; all in half cells."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        first, last = low // _HALVES, -(-high // _HALVES)
        line = across // _HALVES
        inside = self.free(line, first, last)
        walls = self._walls[line, last + 1] - self._walls[line, first + 1]
        # Corners strictly between the ends.
        after, before = low // _HALVES + 1, np.maximum(-(-high // _HALVES), low // _HALVES + 1)
        pinches = self._pinches[line, before] - self._pinches[line, after]
        return np.where(across % _HALVES != 0, inside, (walls == 0) & (pinches == 0))


def _sums(mask: _Mask) -> npt.NDArray[np.int64]:
    """Return the number of set items before each position of each line."""
    return np.pad(mask.cumsum(axis=1, dtype=np.int64), ((0, 0), (1, 0)))
