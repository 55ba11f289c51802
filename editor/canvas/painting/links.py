"""Links as they are drawn: lines, ends with a glyph of their type, triangles to other storeys.

Lines are drawn all at once, and ends are pictures that are painted once for all that look like
them: thousands of links take a few milliseconds.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPixmap, QPolygonF

from editor.canvas.camera import Camera, Floats
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS
from navcore.level.elements import middle
from navcore.level.model import Link, Ring

_GLYPH_LINE: Final = 1.25


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link, and which of its ends are on the active storey."""

    link: Link
    starts_here: bool
    ends_here: bool
    rises: int = 0
    """1 if the end is on a higher storey than the start, -1 on a lower one, 0 on the same."""


def reach() -> float:
    """Pixels beyond its ends that anything of a link may reach."""
    return CANVAS.link_disc + 2 * CANVAS.link_storey + CANVAS.link_end_casing


def paint_links(painter: QPainter, links: Sequence[SeenLink], camera: Camera, ratio: float) -> None:
    """Paint links over each other: all lines, then all ends."""
    if not links:
        return
    detailed = camera.scale >= CANVAS.link_disc_from
    places = camera.to_pixels(
        np.array([(middle(one.link.start), middle(one.link.end)) for one in links]).reshape(-1, 2)
    ).reshape(-1, 2, 2)
    painter.save()
    # When zoomed out there are many, and each is short.
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, detailed)
    _paint_lines(painter, links, places, detailed=detailed)
    _paint_wide_ends(painter, links, camera)
    ends: dict[_Look, list[list[float]]] = {}
    for one, (start, end) in zip(links, places.tolist(), strict=True):
        for here, place, rises in (
            (one.starts_here, start, one.rises),
            # Nobody leaves at the landing of a drop: the triangle shows where agents came from.
            (one.ends_here, end, one.rises if one.link.one_way else -one.rises),
        ):  # fmt: skip
            look = _Look(one.link.type, here, rises if here else 0, detailed)
            ends.setdefault(look, []).append(place)
    # In the same order, whichever part of the level is painted.
    for look in sorted(ends):
        _put_ends(painter, look, ends[look], ratio)
    painter.restore()


def _paint_lines(
    painter: QPainter, links: Sequence[SeenLink], places: Floats, *, detailed: bool
) -> None:
    """Paint lines from rim to rim, with an arrow if one-way; faint to another storey."""
    theme, disc = style.current(), CANVAS.link_disc if detailed else CANVAS.link_dot
    along = places[:, 1] - places[:, 0]
    length = np.hypot(*along.T)
    apart = length > 2 * disc
    unit = along / np.maximum(length, 1e-9)[:, None]
    starts, ends = places[:, 0] + disc * unit, places[:, 1] - disc * unit
    both = np.array([one.starts_here and one.ends_here for one in links])
    one_way = np.array([one.link.one_way for one in links])
    rows = np.flatnonzero(both & apart)
    lines = _lines(starts[rows], ends[rows])
    rows = np.flatnonzero(both & apart & one_way)
    turned = np.stack((-unit[:, 1], unit[:, 0]), axis=1)
    back = ends - CANVAS.link_arrow * unit
    half = CANVAS.link_arrow * 0.6 * turned
    for side in (half, -half):
        lines += _lines(ends[rows], (back + side)[rows])
    strokes = ((theme.outside, CANVAS.link_casing), (theme.link, CANVAS.link_line))
    for token, width in strokes if detailed else strokes[1:]:
        pen = pens.pen(token, width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLines(lines)
    rows = np.flatnonzero(~both & apart)
    painter.setOpacity(CANVAS.link_far_alpha)
    painter.setPen(pens.pen(theme.link, CANVAS.link_line, CANVAS.link_far_dash))
    painter.drawLines(_lines(starts[rows], ends[rows]))
    painter.setOpacity(1.0)


def _paint_wide_ends(painter: QPainter, links: Iterable[SeenLink], camera: Camera) -> None:
    """Segments along which a link can be entered."""
    theme = style.current()
    near: list[Ring] = []
    far: list[Ring] = []
    for one in links:
        for points, here in ((one.link.start, one.starts_here), (one.link.end, one.ends_here)):
            if len(points) == 2:
                (near if here else far).append(points)
    for rings, alpha in ((near, 1.0), (far, CANVAS.link_far_alpha)):
        if not rings:
            continue
        pixels = camera.to_pixels(np.array(rings).reshape(-1, 2)).reshape(-1, 2, 2)
        lines = _lines(pixels[:, 0], pixels[:, 1])
        painter.setOpacity(alpha)
        for token, width in (
            (theme.outside, CANVAS.link_end_casing), (theme.link, CANVAS.link_end),
        ):  # fmt: skip
            pen = pens.pen(token, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(lines)
    painter.setOpacity(1.0)


def _lines(starts: Floats, ends: Floats) -> list[QLineF]:
    return [QLineF(*row) for row in np.hstack((starts, ends)).tolist()]


class _Look(NamedTuple):
    """All that ends which look the same have in common."""

    type: str
    here: bool
    """True if it lies on the active storey."""
    rises: int
    """1 if it leads up, -1 if it leads down, 0 if it stays on its storey."""
    detailed: bool


def _put_ends(
    painter: QPainter, look: _Look, places: Iterable[Sequence[float]], ratio: float
) -> None:
    """Paint ends at whole device pixels, so that all of them look the same."""
    if is_vector(painter):
        for x, y in places:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(x, y)
            _paint_end(painter, look)
            painter.restore()
        return
    stamp = _stamp_of(look, ratio, style.current().name)
    half = stamp.width() / ratio / 2
    for x, y in (np.round((np.array(places) - half) * ratio) / ratio).tolist():
        painter.drawPixmap(QPointF(x, y), stamp)


@lru_cache(maxsize=256)
def _stamp_of(look: _Look, ratio: float, theme: str) -> QPixmap:
    """An end as a picture, in the theme in use."""
    side = 2 * round((reach() + 1) * ratio)
    picture = QPixmap(side, side)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(side / ratio / 2, side / ratio / 2)
    _paint_end(painter, look)
    painter.end()
    return picture


def _paint_end(painter: QPainter, look: _Look) -> None:
    """An end about the origin."""
    theme = style.current()
    disc = CANVAS.link_disc if look.detailed else CANVAS.link_dot
    pen = pens.pen(theme.link, CANVAS.link_line)
    if not look.here:
        painter.setOpacity(CANVAS.link_far_alpha)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(), CANVAS.link_dot, CANVAS.link_dot)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pens.brush(theme.outside))
    painter.drawEllipse(QPointF(), disc + CANVAS.link_line, disc + CANVAS.link_line)
    painter.setPen(pen)
    if not look.detailed:
        painter.setBrush(pens.brush(theme.link))
        painter.drawEllipse(QPointF(), disc, disc)
        return
    painter.drawEllipse(QPointF(), disc, disc)
    thin = pens.pen(theme.link, _GLYPH_LINE)
    thin.setCapStyle(Qt.PenCapStyle.RoundCap)
    thin.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(thin)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    draw_glyph(painter, look.type)
    if look.rises:
        _paint_triangle(painter, look.rises, disc)


def _paint_triangle(painter: QPainter, rises: int, disc: float) -> None:
    """Paint a triangle beside the disc that points up or down to the other end's storey."""
    theme, size = style.current(), CANVAS.link_storey
    x = disc + CANVAS.link_line + size
    tip = QPolygonF(
        [QPointF(x - size, rises * size * 0.6), QPointF(x + size, rises * size * 0.6),
         QPointF(x, -rises * size)]
    )  # fmt: skip
    painter.setPen(pens.pen(theme.outside, CANVAS.link_line))
    painter.setBrush(pens.brush(theme.link))
    painter.drawPolygon(tip)


def draw_glyph(painter: QPainter, type_: str) -> None:
    """Draw the sign of a type of links about the origin, within 5 pixels, with the pen in hand."""
    _GLYPHS[type_](painter)


def _path(*points: tuple[float, float]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _jump(painter: QPainter) -> None:
    path = QPainterPath(QPointF(-4.5, 3.0))
    path.quadTo(QPointF(-1.0, -7.0), QPointF(3.5, 2.5))
    painter.drawPath(path)
    painter.drawPolyline(_path((0.8, 1.2), (3.7, 2.9), (4.4, -0.5)))


def _climb(painter: QPainter) -> None:
    painter.drawPolyline(_path((3.5, -4.5), (3.5, 4.5)))
    painter.drawPolyline(_path((-1.5, 4.0), (-1.5, -4.0)))
    painter.drawPolyline(_path((-4.0, -1.5), (-1.5, -4.2), (1.0, -1.5)))


def _drop(painter: QPainter) -> None:
    painter.drawPolyline(_path((-4.8, -3.5), (-1.5, -3.5), (-1.5, 0.5)))
    painter.drawPolyline(_path((1.8, -3.5), (1.8, 4.0)))
    painter.drawPolyline(_path((-0.6, 1.6), (1.8, 4.2), (4.2, 1.6)))


def _stairs(painter: QPainter) -> None:
    painter.drawPolyline(
        _path((-4.8, 3.8), (-1.6, 3.8), (-1.6, 0.8), (1.4, 0.8), (1.4, -2.2), (4.6, -2.2))
    )


def _ladder(painter: QPainter) -> None:
    for x in (-2.5, 2.5):
        painter.drawPolyline(_path((x, -5.0), (x, 5.0)))
    for y in (-2.8, 0.0, 2.8):
        painter.drawPolyline(_path((-2.5, y), (2.5, y)))


def _lift(painter: QPainter) -> None:
    painter.drawRect(QRectF(-3.5, -4.5, 7.0, 9.0))
    painter.drawPolyline(_path((-1.6, -1.2), (0.0, -2.8), (1.6, -1.2)))
    painter.drawPolyline(_path((-1.6, 1.2), (0.0, 2.8), (1.6, 1.2)))


def _teleport(painter: QPainter) -> None:
    painter.drawEllipse(QPointF(), 4.5, 4.5)
    painter.drawEllipse(QPointF(), 1.5, 1.5)


_GLYPHS: Final[Mapping[str, Callable[[QPainter], None]]] = MappingProxyType(
    {
        "jump": _jump, "climb": _climb, "drop": _drop, "stairs": _stairs, "ladder": _ladder,
        "lift": _lift, "teleport": _teleport,
    }
)  # fmt: skip
