"""Looks of marks on the timeline, a colour and a shape for each kind; and their legend."""

from base64 import b64encode
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import ceil

from PySide6.QtCore import QBuffer, QIODevice, QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap, QPolygonF

from editor.look import pens, style
from editor.look.style import SIZE
from editor.panels.timeline.marks import Mark
from navcore.i18n import tr


def _token(mark: Mark) -> str:
    theme = style.current()
    return {
        Mark.WORLD: theme.text,
        Mark.STUCK: theme.error,
        Mark.NO_WAY: theme.error,
        Mark.BY_HAND: theme.text,
        Mark.NUDGED: theme.text2,
        Mark.REPLANNED: theme.walkable_edge,
        Mark.ARRIVED: theme.ok,
    }[mark]


def word(mark: Mark, count: int) -> str:
    """Return a number of marks of a kind in words."""
    one, many = {
        Mark.WORLD: (tr("a door or the level changed"), tr("the level changed {0} times")),
        Mark.STUCK: (tr("1 stuck"), tr("{0} stuck")),
        Mark.NO_WAY: (tr("1 found no path"), tr("{0} found no path")),
        Mark.BY_HAND: (tr("1 input by hand"), tr("{0} inputs by hand")),
        Mark.NUDGED: (tr("1 asked to step aside"), tr("{0} asked to step aside")),
        Mark.REPLANNED: (tr("1 took another path"), tr("{0} took another path")),
        Mark.ARRIVED: (tr("1 arrived"), tr("{0} arrived")),
    }[mark]
    return one if count == 1 else many.format(f"{count:,}")


def _name(mark: Mark) -> str:
    return {
        Mark.WORLD: tr("a door or the level changed"),
        Mark.STUCK: tr("got stuck"),
        Mark.NO_WAY: tr("found no path"),
        Mark.BY_HAND: tr("input by hand"),
        Mark.NUDGED: tr("asked to step aside"),
        Mark.REPLANNED: tr("took another path"),
        Mark.ARRIVED: tr("arrived"),
    }[mark]


def paint_mark(painter: QPainter, middle: QPointF, mark: Mark, count: int = 1) -> None:
    """Draw a mark around a point; with a line below it if it represents several events."""
    token, half = _token(mark), SIZE.time_mark / 2
    if count > 1:
        painter.setPen(pens.pen(token, SIZE.line))
        y = middle.y() + half + SIZE.line
        painter.drawLine(QPointF(middle.x() - half, y), QPointF(middle.x() + half, y))
    _SHAPES[mark](painter, middle, half, token)


def put_mark(painter: QPainter, middle: QPointF, mark: Mark, count: int, ratio: float) -> None:
    """Draw a mark from a cached picture, on whole device pixels."""
    sprite = _sprite(style.current().name, mark, count > 1, ratio)
    half = SIZE.time_mark / 2 + SIZE.inside
    x, y = (round((at - half) * ratio) / ratio for at in (middle.x(), middle.y()))
    painter.drawPixmap(QPointF(x, y), sprite)


@lru_cache(maxsize=128)
def _sprite(_theme: str, mark: Mark, several: bool, ratio: float) -> QPixmap:
    half = SIZE.time_mark / 2 + SIZE.inside
    sprite = QPixmap(ceil(2 * half * ratio), ceil(2 * half * ratio))
    sprite.setDevicePixelRatio(ratio)
    sprite.fill(Qt.GlobalColor.transparent)
    painter = QPainter(sprite)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_mark(painter, QPointF(half, half), mark, 2 if several else 1)
    painter.end()
    return sprite


def _filled(painter: QPainter, token: str) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pens.brush(token))


def _lined(painter: QPainter, token: str) -> None:
    painter.setPen(pens.pen(token, SIZE.time_mark_line))
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _corners(painter: QPainter, middle: QPointF, corners: Sequence[tuple[float, float]]) -> None:
    painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in corners]))


def _square(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _filled(painter, token)
    side = half - SIZE.line / 2
    _corners(painter, middle, ((-side, -side), (side, -side), (side, side), (-side, side)))


def _cross(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _lined(painter, token)
    arm = half - SIZE.line / 2
    painter.drawLine(middle + QPointF(-arm, -arm), middle + QPointF(arm, arm))
    painter.drawLine(middle + QPointF(-arm, arm), middle + QPointF(arm, -arm))


def _barred(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _lined(painter, token)
    radius = half - SIZE.time_mark_line / 2
    painter.drawEllipse(middle, radius, radius)
    painter.drawLine(middle + QPointF(-radius, 0.0), middle + QPointF(radius, 0.0))


def _down(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _filled(painter, token)
    _corners(painter, middle, ((-half, -half), (half, -half), (0.0, half)))


def _triangle(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _filled(painter, token)
    _corners(painter, middle, ((-half, -half), (half, 0.0), (-half, half)))


def _diamond(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _lined(painter, token)
    reach = half - SIZE.line / 2
    _corners(painter, middle, ((-reach, 0.0), (0.0, -reach), (reach, 0.0), (0.0, reach)))


def _disc(painter: QPainter, middle: QPointF, half: float, token: str) -> None:
    _filled(painter, token)
    painter.drawEllipse(middle, half - SIZE.line / 2, half - SIZE.line / 2)


_SHAPES = {
    Mark.WORLD: _square,
    Mark.STUCK: _cross,
    Mark.NO_WAY: _barred,
    Mark.BY_HAND: _down,
    Mark.NUDGED: _triangle,
    Mark.REPLANNED: _diamond,
    Mark.ARRIVED: _disc,
}


def legend(time: str, here: Sequence[tuple[Mark, int]], told: Sequence[Mark], ratio: float) -> str:
    """Return a time, its events, and a legend of the marks, as rich text."""
    head = f"<b>{escape(time)}</b>"
    if here:
        head += "&nbsp; " + escape(" · ".join(word(mark, count) for mark, count in here))
    rows = [
        f"<tr><td>{_image(mark, ratio)}</td><td>&nbsp;{escape(_name(mark))}</td></tr>"
        for mark in told
    ]
    drag = escape(tr("Drag to look back. Arrows go a tick, Page Up and Page Down a second."))
    return f"<p>{head}</p><table>{''.join(rows)}</table><p>{drag}</p>"


def _image(mark: Mark, ratio: float) -> str:
    side = SIZE.margin
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_mark(painter, QPointF(side / 2, side / 2), mark)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    pixmap.save(buffer, "PNG")
    data = b64encode(buffer.data().data()).decode()
    return f'<img width="{side}" height="{side}" src="data:image/png;base64,{data}">'
