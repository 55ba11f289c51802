"""Drawing paths: lines on each storey, rests that can't be walked, and labels."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPolygonF

from editor.canvas.camera import Camera, Floats
from editor.canvas.painting.drawing import draw_marks, text_size
from editor.canvas.painting.kept_strokes import KeptStrokes
from editor.canvas.painting.label_room import Label, LabelRoom, Rank, beside
from editor.canvas.painting.name_places import Pixel
from editor.look import pens, style
from editor.look.style import CANVAS, GlyphStyle
from navcore.level.model import Point
from navcore.path.result import PathResult

_SHARES: Final = (0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8, 0.1, 0.9, 0.0, 1.0)
"""Shares of a line where a text may be, from the middle to the ends."""
_FEW_SHARES: Final = (0.5, 0.3, 0.7, 0.15, 0.85)
_STROKES: Final = KeptStrokes()


def label_line(
    room: LabelRoom, camera: Camera, line: Floats, words: str, *, among_many: bool = False
) -> None:
    """Add words beside a line of pixels, if there is room in view.

    If it is `among_many`, fewer places are tried, and other texts may cover it.
    """
    low, high = line.min(axis=0), line.max(axis=0)
    if among_many and ((high < 0.0) | (low > (camera.width, camera.height))).any():
        return
    size, shares = text_size(words), _FEW_SHARES if among_many else _SHARES
    pixels = np.ascontiguousarray(line, np.float64).tobytes()
    places = _places_beside(pixels, size, shares, (camera.width, camera.height))
    if not among_many:
        room.keep_off_lines([(tuple(a), tuple(b)) for a, b in pairwise(line.tolist())])
    if places:
        room.add(Label(words, size, places, Rank.RESULT, needed=True))


def walked(result: PathResult) -> list[Point]:
    """Return the places that it leads through, from where it really begins."""
    places: list[Point] = [(x, z) for x, z in result.points.tolist()]
    if result.snapped_start is None or not places:
        places.insert(0, result.start)
    return places


def are_here(result: PathResult, start: str, storey: str | None) -> list[bool]:
    """Return which places of the path are on the active storey.

    `start` is the storey of its start; `storey` the active one, None for all.
    """
    layers = result.layers or (start,) * len(result.points)
    missing = len(walked(result)) - len(layers)
    return [storey in {None, name} for name in (*(start,) * missing, *layers)]


def stretches(result: PathResult, start: str, storey: str | None) -> list[tuple[list[Point], bool]]:
    """Return the line in pieces, each with whether it is on the active storey."""
    places, here = walked(result), are_here(result, start, storey)
    if all(here):
        return [(places, True)] if len(places) > 1 else []
    found: list[tuple[list[Point], bool]] = []
    for (one, other), (a, b) in zip(pairwise(places), pairwise(here), strict=True):
        if found and found[-1][1] == (a and b):
            found[-1][0].append(other)
        else:
            found.append(([one, other], a and b))
    return found


@lru_cache(maxsize=64)
def _places_beside(
    pixels: bytes, size: Pixel, shares: tuple[float, ...], view: Pixel
) -> tuple[Pixel, ...]:
    """Return places in view for a text beside a line, given by the bytes of its pixels.

    Cached: most lines are the same in the next frame.
    """
    line = np.frombuffer(pixels, np.float64).reshape(-1, 2)
    inside = (view[0] - size[0] / 2, view[1] - size[1] / 2)
    return tuple(
        (x, y)
        for x, y in beside_line(line, size, shares)
        if size[0] / 2 <= x <= inside[0] and size[1] / 2 <= y <= inside[1]
    )


def beside_line(line: Floats, size: Pixel, shares: Sequence[float] = _SHARES) -> Iterator[Pixel]:
    """Yield places for a text beside a line of pixels, at these shares of its length."""
    ways = np.diff(line, axis=0)
    legs = np.hypot(*ways.T)
    ends = np.cumsum(legs)
    along = np.array(shares) * ends[-1]
    on = np.minimum(np.searchsorted(ends, along), len(legs) - 1)
    on, along = on[legs[on] != 0.0], along[legs[on] != 0.0]
    steps = ways[on] / legs[on, None]
    starts = line[on] + steps * (along - ends[on] + legs[on])[:, None]
    for (x, y), (dx, dy) in zip(starts.tolist(), steps.tolist(), strict=True):
        yield from islice(beside(((x, y), (x + dx, y + dy)), size), 2)


def polygon(points: list[Point], camera: Camera) -> QPolygonF:
    """Return places as pixels."""
    return QPolygonF([QPointF(x, y) for x, y in camera.to_pixels(points).tolist()])


def seen(points: Floats, camera: Camera) -> list[QPolygonF]:
    """Return the visible pieces of a line, (n, 2) metres, as pixels.

    Strokes far outside the view, especially dashed ones, take longer than all visible ones.
    """
    line = camera.to_pixels(points)
    low, high = np.minimum(line[:-1], line[1:]), np.maximum(line[:-1], line[1:])
    size = (camera.width + CANVAS.path_casing, camera.height + CANVAS.path_casing)
    shown = (low <= size).all(axis=1) & (high >= -CANVAS.path_casing).all(axis=1)
    pieces: list[QPolygonF] = []
    numbers = np.flatnonzero(shown)
    for run in np.split(numbers, np.flatnonzero(np.diff(numbers) > 1) + 1):
        if len(run):
            part = line[run[0] : run[-1] + 2].tolist()
            pieces.append(QPolygonF([QPointF(x, y) for x, y in part]))
    return pieces


def paint_line(
    painter: QPainter,
    line: QPolygonF,
    token: str = "path",
    width: float = CANVAS.path_line,
    dash: tuple[float, ...] = (),
) -> None:
    """A line of pixels in a casing."""
    theme = style.current()
    casing = width + CANVAS.path_casing - CANVAS.path_line

    def stroke(painter: QPainter) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (
            pens.pen(theme.outside, casing, alpha=CANVAS.path_casing_alpha),
            pens.pen(getattr(theme, token), width, dash),
        ):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawPolyline(line)

    _STROKES.draw(painter, line, casing, (theme.name, token, width, dash), stroke)


def paint_elsewhere(painter: QPainter, line: QPolygonF) -> None:
    """Set up the painter for parts on another storey, or in a link to one."""
    painter.setOpacity(CANVAS.link_far_alpha)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pens.pen(style.current().path, CANVAS.path_line, CANVAS.path_rest_dash))
    painter.drawPolyline(line)
    painter.setOpacity(1.0)


def ring(token: str) -> GlyphStyle:
    """Return the mark of an end that is replaced by another place."""
    return GlyphStyle("ring", 2 * CANVAS.path_end, token, None, 2.0)


def paint_gap(
    painter: QPainter,
    ends: tuple[Point, Point],
    token: str,
    mark: GlyphStyle,
    camera: Camera,
    ratio: float,
) -> None:
    """A dotted line, and a mark at the end of it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    colour = getattr(style.current(), token)
    painter.setPen(pens.pen(colour, CANVAS.door_line, CANVAS.path_rest_dash))
    painter.drawPolyline(polygon(list(ends), camera))
    draw_marks(painter, mark, polygon([ends[1]], camera).toList(), ratio)
