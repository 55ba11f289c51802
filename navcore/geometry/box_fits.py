"""Test many boxes at once: inside an outline, touching lines or outlines; even-odd rule."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Floats

Flags = npt.NDArray[np.bool_]


def boxes_inside(boxes: Floats, corners: Floats) -> Flags:
    """Return (k,) whether each box is inside the closed outline and touches none of its edges.

    Args:
        boxes: (k, 4) least x, least y, greatest x, greatest y.
        corners: (n, 2) corners of the outline.
    """
    ends = np.roll(corners, -1, axis=0)
    return holds(corners, middles(boxes)) & ~boxes_touch_lines(boxes, corners, ends)


def boxes_touch_outline(boxes: Floats, corners: Floats) -> Flags:
    """Return (k,) whether each box touches the closed outline or its inside."""
    ends = np.roll(corners, -1, axis=0)
    return holds(corners, middles(boxes)) | boxes_touch_lines(boxes, corners, ends)


def boxes_touch_lines(boxes: Floats, starts: Floats, ends: Floats) -> Flags:
    """Return (k,) whether each box touches any of the lines from (n, 2) to (n, 2).

    Tests separating axes: both axes of the box, and the normal of the line.
    """
    low, high = np.minimum(starts, ends), np.maximum(starts, ends)
    left, bottom, right, top = (boxes[:, side, None] for side in range(4))
    over: Flags = (left <= high[:, 0]) & (right >= low[:, 0])
    over &= (bottom <= high[:, 1]) & (top >= low[:, 1])
    across, up = ends[:, 1] - starts[:, 1], starts[:, 0] - ends[:, 0]
    middle, half = middles(boxes), (boxes[:, 2:] - boxes[:, :2]) / 2
    away = across * (middle[:, :1] - starts[:, 0]) + up * (middle[:, 1:] - starts[:, 1])
    reach = np.abs(across) * half[:, :1] + np.abs(up) * half[:, 1:]
    touching: Flags = np.any(over & (np.abs(away) <= reach), axis=1)
    return touching


def holds(corners: Floats, points: Floats) -> Flags:
    """Return (k,) whether the closed outline contains each of the (k, 2) points."""
    ends = np.roll(corners, -1, axis=0)
    y = points[:, 1, None]
    crossed = (corners[:, 1] > y) != (ends[:, 1] > y)
    rise = np.where(ends[:, 1] == corners[:, 1], 1.0, ends[:, 1] - corners[:, 1])
    at = corners[:, 0] + (y - corners[:, 1]) * (ends[:, 0] - corners[:, 0]) / rise
    odd: Flags = (crossed & (at > points[:, :1])).sum(axis=1) % 2 == 1
    return odd


def middles(boxes: Floats) -> Floats:
    """Return the centres (k, 2) of boxes."""
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def boxes_around(points: Floats, size: Sequence[float]) -> Floats:
    """Return (k, 4) boxes of a given width and height around (k, 2) points."""
    half = np.array(size, np.float64) / 2
    return np.hstack((points - half, points + half))
