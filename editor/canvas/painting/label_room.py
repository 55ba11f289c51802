"""Space for all texts on the canvas: no overlaps, and little covering of the drawing.

Overlays request space, with possible places for each text, the best first. Texts are placed by
rank: those of the active tool first. Names of areas keep their places, because they must not jump:
others avoid them if they can, and cover them if they can't.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, TypeAlias

import numpy as np

from editor.canvas.camera import PixelBox
from editor.canvas.painting.name_places import Pixel
from editor.look.style import CANVAS
from navcore.geometry.rings import Floats

Segment: TypeAlias = tuple[Pixel, Pixel]

_ALONG: Final = (0.5, 0.25, 0.75)
"""Shares of a line where a text may be, the best first."""


_MOST_POINTS: Final = 1000
"""Most sample points of a line, however long it is outside the view."""
_AT_ONCE: Final = 30_000
"""Most places times obstacles that are compared at once."""


class Rank(IntEnum):
    """Priorities of texts."""

    TOOL = 0
    """Texts of the active tool."""
    RESULT = 1
    """Results of the last measurement or probe."""
    POINTED = 2
    """The element under the mouse."""
    AGENT = 3
    NUMBER = 4
    """Widths, numbers of stops."""
    NAME = 5
    """Names of areas, which never go out of the way."""


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text, and where it may stand."""

    words: str
    size: Pixel
    """Width and height, its halo included."""
    places: tuple[Pixel, ...]
    """Possible pixels of its centre, the best first."""
    rank: Rank
    token: str = "text"
    """Colour token."""
    needed: bool = False
    """True if it is placed at its best place even over another text."""


class LabelRoom:
    """Requests for space on the canvas, and their placement."""

    def __init__(self) -> None:
        """Start without requests."""
        self._labels: list[Label] = []
        self._lines: list[Segment] = []
        self._blocked: list[Floats] = []

    def add(self, label: Label) -> None:
        """Request space for a text."""
        self._labels.append(label)

    def keep_off(self, boxes: Floats) -> None:
        """Let texts keep away from these (n, 4) boxes, where they can."""
        self._blocked.append(boxes)

    def keep_off_lines(self, lines: Sequence[Segment]) -> None:
        """Let texts keep away from these lines, where they can."""
        self._lines += lines

    def placed(self) -> list[tuple[Label, Pixel]]:
        """Return the placed texts with the pixels of their centres; names of areas first.

        Equal numbers in one place are written once, for agents that stop there in turn.
        """
        names = [label for label in self._labels if label.rank is Rank.NAME]
        others = [label for label in self._labels if label.rank is not Rank.NAME]
        if not others:
            return [(name, name.places[0]) for name in names]
        at = _boxes([(name, name.places[0]) for name in names])
        soft = np.vstack([at, *self._blocked])
        wanted = _told_once(sorted(others, key=lambda label: label.rank))
        taken: list[PixelBox] = []
        found: list[tuple[Label, Pixel]] = []
        weighed = _weighed(wanted, soft, _points_of(self._lines))
        for label, hidden in zip(wanted, weighed, strict=True):
            place = _best(label, hidden, taken)
            if place is not None:
                found.append((label, place))
                taken.append(box_of(place, label.size))
        clear = (_overlap(np.array(taken).reshape(-1, 4), at) == 0).tolist()
        seen = [
            (name, name.places[0]) for name, is_clear in zip(names, clear, strict=True) if is_clear
        ]
        return [*seen, *found]


def _told_once(labels: Sequence[Label]) -> list[Label]:
    """Return labels without duplicate numbers in the same place."""
    told: set[tuple[str, tuple[Pixel, ...]]] = set()
    wanted = []
    for label in labels:
        said = (label.words, label.places)
        if label.rank is not Rank.NUMBER or said not in told:
            wanted.append(label)
        told.add(said)
    return wanted


def _weighed(labels: Sequence[Label], soft: Floats, points: Floats) -> Iterator[list[float]]:
    """Yield for each label the square pixels that it would hide at each of its places."""
    # Many at once: one by one, most of the time goes into calls of numpy.
    most = _AT_ONCE // (1 + len(soft) + len(points))
    part: list[Label] = []
    count = 0
    for label in labels:
        if part and count + len(label.places) > most:
            yield from _weighed_at_once(part, soft, points)
            part, count = [], 0
        part.append(label)
        count += len(label.places)
    if part:
        yield from _weighed_at_once(part, soft, points)


def _weighed_at_once(
    labels: Sequence[Label], soft: Floats, points: Floats
) -> Iterator[list[float]]:
    boxes = _boxes([(label, place) for label in labels for place in label.places])
    hidden: list[float] = (_overlap(soft, boxes) + _lines_under(points, boxes)).tolist()
    first = 0
    for label in labels:
        yield hidden[first : first + len(label.places)]
        first += len(label.places)


def _best(label: Label, hidden: list[float], taken: Sequence[PixelBox]) -> Pixel | None:
    """Return the place that hides least of the drawing, and no other text."""
    for number in sorted(range(len(hidden)), key=hidden.__getitem__):
        place = label.places[number]
        x0, y0, x1, y1 = box_of(place, label.size)
        if not any(
            x0 < right and x1 > left and y0 < bottom and y1 > top
            for left, top, right, bottom in taken
        ):
            return place
    return label.places[0] if label.needed else None


def beside(line: Segment, size: Pixel) -> Iterator[Pixel]:
    """Yield places for the centre of a text beside a line: right or above first."""
    (x0, y0), (x1, y1) = line
    length = math.dist(*line) or 1.0
    nx, ny = (y1 - y0) / length, (x0 - x1) / length
    upright = abs(nx) > abs(ny)
    if (nx < 0) if upright else (ny > 0):
        nx, ny = -nx, -ny
    away = (abs(nx) * size[0] + abs(ny) * size[1]) / 2 + CANVAS.width_aside
    for share in _ALONG:
        x, y = x0 + share * (x1 - x0), y0 + share * (y1 - y0)
        for side in (1, -1):
            yield (x + side * away * nx, y + side * away * ny)


def around(place: Pixel, reach: float, size: Pixel) -> tuple[Pixel, ...]:
    """Return places for the centre of a text around a disc: below, above, right, left."""
    (x, y), (width, height) = place, size
    up, across = reach + height / 2, reach + width / 2
    return ((x, y + up), (x, y - up), (x + across, y), (x - across, y))


def box_of(place: Pixel, size: Pixel) -> PixelBox:
    """Return the box of a text with its centre here."""
    (x, y), (width, height) = place, size
    return (x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def _boxes(placed: Sequence[tuple[Label, Pixel]]) -> Floats:
    places = np.array([place for _, place in placed], np.float64).reshape(-1, 2)
    halves = np.array([label.size for label, _ in placed], np.float64).reshape(-1, 2) / 2
    return np.hstack((places - halves, places + halves))


def _points_of(lines: Sequence[Segment]) -> Floats:
    """Return points along lines, so close that no text fits between two of them."""
    if not lines:
        return np.empty((0, 2))
    ends = np.array(lines, np.float64)
    way = ends[:, 1] - ends[:, 0]
    steps = (np.hypot(*way.T) / CANVAS.width_step).clip(0, _MOST_POINTS - 2).astype(np.int64)
    counts = 2 + steps
    of = np.repeat(np.arange(len(ends)), counts)
    number = np.arange(len(of)) - np.repeat(np.cumsum(counts) - counts, counts)
    points: Floats = ends[of, 0] + (number / (counts - 1)[of])[:, None] * way[of]
    return points


def _lines_under(points: Floats, boxes: Floats) -> Floats:
    """(n,) square pixels of lines under each of (n, 4) boxes, about."""
    (x, y), (left, top, right, bottom) = points.T, boxes.T[:, :, None]
    inside = (x > left) & (x < right) & (y > top) & (y < bottom)
    under: Floats = np.count_nonzero(inside, axis=1) * CANVAS.width_step * CANVAS.width_casing
    return under


def _overlap(others: Floats, boxes: Floats) -> Floats:
    """(n,) square pixels of each of (n, 4) boxes that lie over others, (m, 4)."""
    (left, top, right, bottom), own = others.T, boxes.T[:, :, None]
    across = np.minimum(right, own[2]) - np.maximum(left, own[0])
    down = np.minimum(bottom, own[3]) - np.maximum(top, own[1])
    covered: Floats = (across.clip(0) * down.clip(0)).sum(axis=1)
    return covered
