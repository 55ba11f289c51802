"""Positions of names in polygons."""

from itertools import chain
from typing import Final

import numpy as np

from navcore.geometry.edge_bounds import ByRing
from navcore.geometry.polygons import Point, Ring
from navcore.geometry.rings import Floats


def label_point(ring: Ring) -> Point:
    """Return the centroid if it is inside the polygon (even-odd), else a point well inside."""
    return _POINTS.of(ring)


def _label_point(ring: Ring) -> Point:
    flat = np.fromiter(chain.from_iterable(ring), np.float64, 2 * len(ring))
    corners = flat.reshape(-1, 2)
    centroid = _centroid(corners)
    if centroid is not None:
        around = _crossings(corners, centroid[1])
        if np.count_nonzero(around > centroid[0]) % 2:
            return centroid
    return _widest(corners) or ring[0]


def _centroid(corners: Floats) -> Point | None:
    """Return the centre of mass, or None if the signed area is 0."""
    x, z = (corners - corners[0]).T
    after_x, after_z = np.roll(x, -1), np.roll(z, -1)
    across = x * after_z - after_x * z
    area = float(across.sum())
    if area == 0.0:
        return None
    at_x = corners[0, 0] + float((across * (x + after_x)).sum()) / (3.0 * area)
    at_z = corners[0, 1] + float((across * (z + after_z)).sum()) / (3.0 * area)
    return (at_x, at_z)


def _widest(corners: Floats) -> Point | None:
    """Return the middle of the widest stretch inside on one horizontal line, or None.

    The line is halfway between the corners next to the middle of the box, so no corner is on it.
    """
    heights = np.unique(corners[:, 1])
    if len(heights) < 2:
        return None
    above = int(np.searchsorted(heights, (heights[0] + heights[-1]) / 2, side="right"))
    above = min(max(above, 1), len(heights) - 1)
    z = float(heights[above - 1] + heights[above]) / 2
    ends = np.sort(_crossings(corners, z))
    widths = ends[1::2] - ends[: len(ends) // 2 * 2 : 2]
    if len(widths) == 0:
        return None
    widest = int(widths.argmax())
    return (float(ends[2 * widest] + ends[2 * widest + 1]) / 2, z)


def _crossings(corners: Floats, z: float) -> Floats:
    """Return x of all crossings of the sides with the line at height z."""
    after = np.roll(corners, -1, axis=0)
    rows = np.flatnonzero((corners[:, 1] > z) != (after[:, 1] > z))
    (xa, za), (xb, zb) = corners[rows].T, after[rows].T
    crossings: Floats = xa + (z - za) * (xb - xa) / (zb - za)
    return crossings


_POINTS: Final = ByRing(_label_point)
