"""Outlines with many edges per row of pixels are drawn differently, and look the same."""

import math
import random

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.painting import dense
from editor.canvas.painting.dense import draw_dense, draw_polygon, is_dense

SIDE = 200


def _random(corners: int, seed: int = 1) -> QPolygonF:
    rng = random.Random(seed)
    places = (QPointF(rng.randint(0, SIDE), rng.randint(0, SIDE)) for _ in range(corners))
    return QPolygonF(list(places))


def _star(corners: int) -> QPolygonF:
    turns = (math.tau * i * (corners // 2) / corners for i in range(corners))
    return QPolygonF([QPointF(100 + 90 * math.cos(t), 100 + 90 * math.sin(t)) for t in turns])


@pytest.fixture
def image(qapp):
    """A picture with nothing on it."""
    made = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.black)
    return made


def _pixels(image: QImage) -> np.ndarray:
    return np.frombuffer(image.constBits(), np.uint32).reshape(SIDE, SIDE).copy()


@pytest.mark.parametrize("seed", range(5))
def test_fill_is_what_qt_fills(image, seed):
    """Fills are even-odd and equal in all pixels but those at edges, also in clipped parts."""
    polygon = _random(40, seed)
    pictures = []
    for draw in (draw_dense, QPainter.drawPolygon):
        image.fill(Qt.GlobalColor.black)
        painter = QPainter(image)
        painter.setClipRect(20, 30, 150, 140)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(200, 100, 50))
        draw(painter, polygon)
        painter.end()
        pictures.append(_pixels(image))
    touched = QImage(image.size(), image.format())
    touched.fill(Qt.GlobalColor.black)
    painter = QPainter(touched)
    painter.setPen(QPen(Qt.GlobalColor.white, 3))
    painter.drawPolygon(polygon)
    painter.end()
    clear = _pixels(touched) == _pixels(touched).min()
    assert (pictures[0] == pictures[1])[clear].all()
    assert (pictures[0][clear] != pictures[0].min()).any()


def test_what_takes_qt_long_is_dense(image):
    """A rectangle, a round room and a long wall are not."""
    painter = QPainter(image)
    circle = QPainterPath()
    circle.addEllipse(10, 10, 180, 180)
    assert not is_dense(painter, circle.toFillPolygon())
    assert not is_dense(painter, _random(9))
    assert is_dense(painter, _random(100))
    assert is_dense(painter, _star(1001))
    painter.end()


def test_no_more_line_is_drawn_than_there_is_room_for(image, monkeypatch):
    """Evenly from all of the outline; nothing is filled where lines hide it."""
    drawn = []
    monkeypatch.setattr(dense, "_draw_line", lambda _, edges: drawn.append(len(edges)))
    monkeypatch.setattr(dense, "_fill", lambda *_: drawn.append("fill"))
    monkeypatch.setattr(dense, "LONGEST", 20_000)
    painter = QPainter(image)
    painter.setBrush(QColor("red"))
    draw_polygon(painter, _random(3000), along_axes=False)
    draw_polygon(painter, _random(100), along_axes=False)
    painter.end()
    assert drawn[1:] == ["fill", 100]
    assert 100 < drawn[0] < 400
