"""Spatial lookup: points sorted into the squares of a grid, found by place and radius."""

import math
from functools import cached_property
from typing import Final

import numpy as np

from navcore.graph.adjacency import Bools, Floats, Rows
from navcore.level.affine import Point

__all__ = ["Near", "Places"]

_IN_SQUARE: Final = 2.0
"""Points in a square on average, where they are spread evenly."""

_SLACK: Final = 1e-6
"""Fraction of a square by which rounding may shift a lookup."""

_RIM: Final = 1e-14
"""Fraction by which the squares of two equal distances may differ."""


class Places:
    """Points (n, 2) with a spatial index that is built at the first lookup."""

    def __init__(self, positions: Floats) -> None:
        """Take these points."""
        self.positions: Final = positions

    @cached_property
    def near(self) -> "Near":
        """The points, sorted."""
        return Near(self.positions)


class Near:
    """Points (n, 2) indexed by grid squares, immutable."""

    def __init__(self, positions: Floats) -> None:
        """Index these points; any number may be in one place."""
        count = len(positions)
        low = positions.min(axis=0) if count else np.zeros(2)
        high = positions.max(axis=0) if count else np.zeros(2)
        wide, deep = (high - low).tolist()
        # Squares of long thin rows of points are made so long that there are no more than points.
        side = max(math.sqrt(wide * deep * _IN_SQUARE / max(count, 1)), (wide + deep) / (count + 1))
        self._positions = positions
        self._low: Point = (float(low[0]), float(low[1]))
        self._side = side or 1.0
        self._columns = int(wide / self._side) + 1
        self._lines = int(deep / self._side) + 1
        self._reach = math.hypot(wide, deep)
        squares = ((positions - low) / self._side).astype(np.int64)
        keys = squares[:, 1] * self._columns + squares[:, 0]
        self._order = np.argsort(keys, kind="stable").astype(np.int32)
        self._starts = np.searchsorted(
            keys[self._order], np.arange(self._columns * self._lines + 1)
        ).tolist()

    def within(self, point: Point, radius: float) -> Rows:
        """(k,) rows, ascending, of the points that are no farther than `radius` metres."""
        if radius < 0:
            # Its square would hold points, as that of a positive radius does.
            return np.empty(0, np.int32)
        x, z = point
        side, (low_x, low_z) = self._side, self._low
        first, last = self._clipped((x - radius - low_x) / side, (x + radius - low_x) / side,
                                    self._columns)  # fmt: skip
        line, end = self._clipped((z - radius - low_z) / side, (z + radius - low_z) / side,
                                  self._lines)  # fmt: skip
        if first > last or line > end:
            return np.empty(0, np.int32)
        starts, columns = self._starts, self._columns
        runs = [
            self._order[starts[at * columns + first] : starts[at * columns + last + 1]]
            for at in range(line, end + 1)
        ]
        rows = runs[0] if len(runs) == 1 else np.concatenate(runs)
        squared, limit = self._squared(rows, point), radius * radius
        inside = squared <= limit
        # Squares are rounded: on the rim itself the distance decides, as callers compute it.
        for at in np.flatnonzero(np.abs(squared - limit) < _RIM * limit).tolist():
            inside[at] = math.dist(self._positions[rows[at]].tolist(), point) <= radius
        rows = rows[inside]
        rows.sort()
        return rows

    def nearest(self, point: Point, chosen: Bools) -> int:
        """Return the index of the nearest `chosen` (n,) point, the lower if equal; -1 if none."""
        x, z = point
        (low_x, low_z), radius = self._low, self._side
        outside = math.hypot(max(low_x - x, 0.0, x - low_x - self._columns * self._side),
                             max(low_z - z, 0.0, z - low_z - self._lines * self._side))  # fmt: skip
        far = outside + self._reach + 2 * self._side
        radius += outside
        while True:
            rows = self.within(point, min(radius, far)) if radius < far else self._every()
            rows = rows[chosen[rows]]
            if len(rows):
                return int(rows[np.argmin(self._squared(rows, point))])
            if radius >= far:
                return -1
            radius *= 2.0

    def _every(self) -> Rows:
        return np.arange(len(self._positions), dtype=np.int32)

    def _squared(self, rows: Rows, point: Point) -> Floats:
        away = self._positions[rows] - point
        away *= away
        return np.asarray(away[:, 0] + away[:, 1])

    def _clipped(self, low: float, high: float, count: int) -> tuple[int, int]:
        """First and last square between two that may lie outside; nothing: the first is higher."""
        low, high = low - _SLACK, high + _SLACK
        if not (high >= 0.0 and low < count):
            return 0, -1
        return int(max(low, 0.0)), min(count - 1, int(min(high, count)))
