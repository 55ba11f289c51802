"""Points of many elements in one array, and boxes around them."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.geometry.corner_arrays import CORNERS
from navcore.level.affine import Point, Ring

Floats: TypeAlias = npt.NDArray[np.float64]
Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z."""


class FlatPoints:
    """Points of rings or lines, one after the other; a ring may have none."""

    def __init__(self, rings: Sequence[Ring]) -> None:
        """The points of these."""
        sizes = np.array([len(ring) for ring in rings], np.int64)
        self.places: Final = CORNERS.flat(rings)
        """(n, 2) x and z, metres."""
        self.owner: Final = np.repeat(np.arange(len(rings)), sizes)
        """(n,) the number of the ring of each."""
        self.first: Final = np.cumsum(sizes) - sizes
        """Index in `places` of the first corner of each ring."""

    def areas(self) -> Floats:
        """Return areas of all rings, square metres; 0 of a line. No ring may be empty."""
        if not len(self.first):
            return np.empty(0)
        local = self.places - self.places[self.first[self.owner]]
        following = np.arange(1, len(local) + 1)
        following[np.append(self.first[1:], len(local)) - 1] = self.first
        after = local[following]
        crossed = local[:, 0] * after[:, 1] - after[:, 0] * local[:, 1]
        areas: Floats = np.abs(np.add.reduceat(crossed, self.first)) / 2
        return areas


def box_around(points: Iterable[Point]) -> Box:
    """Return the box around some points; at least one."""
    xs, zs = zip(*points, strict=True)
    return (min(xs), min(zs), max(xs), max(zs))


def boxes_overlap(columns: Sequence[Floats], box: Box) -> npt.NDArray[np.bool_]:
    """Return (n,) which boxes touch a box; `columns` are least x and z, greatest x and z."""
    over: npt.NDArray[np.bool_] = columns[0] <= box[2]
    over &= columns[2] >= box[0]
    over &= columns[1] <= box[3]
    over &= columns[3] >= box[1]
    return over


def nearest_on_segments(ends: Floats, point: Point) -> tuple[Floats, Floats]:
    """Return, for (n, 4) segments, the nearest places (n, 2) to a point, and their distances."""
    start, way = ends[:, :2], ends[:, 2:] - ends[:, :2]
    squared = (way * way).sum(axis=1)
    away = np.asarray(point) - start
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (away * way).sum(axis=1) / squared
    along = np.where(squared > 0, along, 0.0).clip(0.0, 1.0)
    places = start + along[:, None] * way
    places[along == 1.0] = ends[along == 1.0, 2:]
    distances = np.hypot(places[:, 0] - point[0], places[:, 1] - point[1])
    return places, distances
