"""The path of the probe: what is walked, and what only stands in for it."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from editor.look import style
from editor.shell.window import MainWindow
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
        QPointF(*window.canvas.viewport.camera.to_pixel((x, z)))
        for x, z in np.linspace(a, b, 60).tolist()
    ]
    near = 0
    for place in places:
        colour = image.pixelColor(round(place.x()), round(place.y()))
        distance = sum(abs(p - q) for p, q in zip(colour.getRgb(), wanted.getRgb(), strict=True))
        near += distance < 40
    return near / len(places)


def test_what_is_walked_is_a_line(qtbot: QtBot, window: MainWindow) -> None:
    """From the start to the goal, the marks at its ends left out."""
    image = shown(qtbot, window, (1.0, 1.0), (9.0, 1.0))
    assert share(window, image, style.current().path, (2.0, 1.0), (8.0, 1.0)) > 0.9


def test_a_start_inside_an_obstacle_is_not_walked_from(qtbot: QtBot, window: MainWindow) -> None:
    """Dots lead from it to the cell that stands in for it."""
    image = shown(qtbot, window, (4.5, 4.0), (8.0, 7.0))
    result = window.probe.result
    assert result is not None
    assert result.snapped_start is not None
    drawn = share(window, image, style.current().path, result.start, result.snapped_start)
    assert 0.05 < drawn < 0.7
