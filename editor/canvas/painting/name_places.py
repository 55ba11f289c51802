"""Place of the name of a room: inside it, over nothing important.

Places and sizes are pixels of a sheet for the whole level, y down: they stay the same while
panning.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import numpy as np

from navcore.geometry.box_fits import (
    Flags,
    boxes_around,
    boxes_inside,
    boxes_touch_lines,
    boxes_touch_outline,
)
from navcore.geometry.rings import Floats

Pixel: TypeAlias = tuple[float, float]

MARGIN: Final = 4.0
"""Distance in pixels between a name and what it must not cover, if there is room."""
_TIGHT: Final = 40.0
"""Penalty in pixels from the middle for a place without the margin."""
_CROSSED: Final = 400.0
"""Penalty for a place over the outline of another area."""
_ACROSS: Final = 32
_UP: Final = 24
"""Most places that are tried in a column and a row."""
_MANY_CORNERS: Final = 1000
"""Number of corners of an outline above which fewer places are tried."""


def _whole(_: int) -> Floats | None:
    return None


@dataclass(frozen=True, slots=True)
class Blocks:
    """Everything that names must not cover."""

    boxes: Floats = field(default_factory=lambda: np.empty((0, 4)))
    """(n, 4) bounds."""
    outline: Callable[[int], Floats | None] = _whole
    """(m, 2) corners of an element that only fills a part of its bounds; None if it fills them."""
    starts: Floats = field(default_factory=lambda: np.empty((0, 2)))
    """(k, 2) where lines begin that names cross only if there is no better place."""
    ends: Floats = field(default_factory=lambda: np.empty((0, 2)))
    """(k, 2) where they end."""

    def free(self, boxes: Floats) -> Flags:
        """Return (n,) whether each of these boxes covers nothing."""
        free = np.ones(len(boxes), np.bool_)
        if not len(self.boxes):
            return free
        over = (boxes[:, None, 0] < self.boxes[:, 2]) & (boxes[:, None, 2] > self.boxes[:, 0])
        over &= (boxes[:, None, 1] < self.boxes[:, 3]) & (boxes[:, None, 3] > self.boxes[:, 1])
        for number in np.flatnonzero(over.any(axis=0)).tolist():
            rows = np.flatnonzero(over[:, number] & free)
            corners = self.outline(number) if len(rows) else None
            free[rows] = False if corners is None else ~boxes_touch_outline(boxes[rows], corners)
        return free


def fits(corners: Floats, at: Pixel, size: Pixel, blocks: Blocks) -> bool:
    """Return whether a name has room here: inside the room, and covering nothing."""
    box = boxes_around(np.array([at]), size)
    return bool(boxes_inside(box, corners)[0] and blocks.free(box)[0])


def place_for(corners: Floats, home: Pixel, size: Pixel, blocks: Blocks) -> Pixel | None:
    """Return the middle of the best free place near `home`; None if the name fits nowhere.

    A place with a margin, and one that crosses no line, may be farther away.

    Args:
        corners: (n, 2) corners of the room.
        home: The preferred place of the name.
        size: Width and height of the name.
        blocks: Everything that it must not cover.
    """
    low, high = corners.min(axis=0), corners.max(axis=0)
    if (high - low < size).any():
        return None
    if _cost(corners, np.array([home]), size, blocks)[0] == 0.0:
        return home
    places = _candidates(low, high, home, size, few=len(corners) > _MANY_CORNERS)
    far = np.hypot(*(places - home).T)
    cost = far + _cost(corners, places, size, blocks)
    best = int(cost.argmin())
    return None if cost[best] == np.inf else (float(places[best, 0]), float(places[best, 1]))


def _cost(corners: Floats, places: Floats, size: Pixel, blocks: Blocks) -> Floats:
    """Return the penalty of each of these places; infinite if there is no room."""
    boxes = boxes_around(places, size)
    cost = np.full(len(places), np.inf)
    rows = np.flatnonzero(blocks.free(boxes))
    rows = rows[boxes_inside(boxes[rows], corners)]
    wide = boxes_around(places[rows], (size[0] + 2 * MARGIN, size[1] + 2 * MARGIN))
    cost[rows] = np.where(blocks.free(wide) & boxes_inside(wide, corners), 0.0, _TIGHT)
    if len(blocks.starts) and len(rows):
        cost[rows] += _CROSSED * boxes_touch_lines(boxes[rows], blocks.starts, blocks.ends)
    return cost


def _candidates(low: Floats, high: Floats, home: Pixel, size: Pixel, *, few: bool) -> Floats:
    """(n, 2) places for the middle of the name all over the room, and on a level with `home`."""
    step = size[1] / 2
    most = (_ACROSS // 4, _UP // 4) if few else (_ACROSS, _UP)
    axes = []
    for axis in range(2):
        first, last = low[axis] + size[axis] / 2, high[axis] - size[axis] / 2
        count = int(np.clip(np.ceil((last - first) / step) + 1, 2, most[axis]))
        at = min(max(home[axis], first), last)
        axes.append(np.append(np.linspace(first, last, count), at))
    across, up = np.meshgrid(*axes)
    return np.column_stack((across.ravel(), up.ravel()))
