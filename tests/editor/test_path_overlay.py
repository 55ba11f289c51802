"""The path of the probe: what is walked, and what only stands in for it."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from editor import style
from editor.window import MainWindow
from navcore.level.model import Point


def shown(qtbot: QtBot, window: MainWindow, start: Point, goal: Point) -> QImage:
    """The canvas with this probe."""
    window.resize(1440, 900)
    window.canvas.frame_all()
    window.probe.set(start, goal)
    qtbot.waitUntil(lambda: window.probe.result is not None)
    return window.canvas.grab().toImage()


def share(window: MainWindow, image: QImage, token: str, a: Point, b: Point) -> float:
    """How much of the way between two places is drawn in a colour."""
    wanted = QColor(token)
    places = [
        QPointF(*window.canvas.camera.to_pixel((x, z))) for x, z in np.linspace(a, b, 60).tolist()
    ]
    near = 0
    for place in places:
        colour = image.pixelColor(round(place.x()), round(place.y()))
        distance = sum(abs(p - q) for p, q in zip(colour.getRgb(), wanted.getRgb(), strict=True))
        near += distance < 40
    return near / len(places)


@pytest.mark.parametrize("goal", [(8.0, 1.5), (18.0, 6.0)])
def test_what_is_walked_is_a_line(qtbot: QtBot, window: MainWindow, goal: Point) -> None:
    """Its last leg, between the marks."""
    image = shown(qtbot, window, (2.0, 1.5), goal)
    result = window.probe.result
    assert result is not None
    points = [result.start, *map(tuple, result.points.tolist())]
    a, b = np.array(points[-2]), np.array(points[-1])
    inner = a + 0.3 * (b - a), a + 0.7 * (b - a)
    assert share(window, image, style.current().path, *map(tuple, inner)) > 0.8


def test_a_start_inside_an_obstacle_is_not_walked_from(qtbot: QtBot, window: MainWindow) -> None:
    """Dots lead from it to the cell that stands in for it."""
    image = shown(qtbot, window, (4.5, 4.0), (8.0, 7.0))
    result = window.probe.result
    assert result is not None
    assert result.snapped_start is not None
    drawn = share(window, image, style.current().path, result.start, result.snapped_start)
    assert 0.05 < drawn < 0.7
