"""Shared by tests of accidents."""

import math

from PySide6.QtCore import Qt

from editor.shell.window import MainWindow
from navcore.geometry.polygons import is_flat
from navcore.level.model import Level

KEY = Qt.Key


DRAWING = [
    "polygon_area", "rectangle_obstacle", "regular_area", "wall", "door", "agent", "split",
    "mirror", "measure", "route",
]  # fmt: skip


def take(window: MainWindow, name: str) -> None:
    """Choose the tool of this name."""
    window.canvas.gestures.choose(next(t for t in window.canvas.gestures.tools if t.name == name))


def is_sound(window: MainWindow) -> bool:
    """Whether every outline encloses something and every number is finite."""
    level: Level = window.document.level
    return all(
        not is_flat(p.polygon) and all(math.isfinite(v) for c in p.polygon for v in c)
        for p in level.polygons()
    )
