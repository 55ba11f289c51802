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

TEXTS = [
    "1e309",
    "1e309 2",
    "nan",
    "nan nan",
    "--3",
    "--3 --4",
    "3 4 5",
    "1e7 1e7",
    "-1e7 1e7",
    "@",
    "@ 0",
    "@ 1e308 45",
    "@ -3 90",
    "1/0",
    "1/0 2",
    "((((",
    "x",
    "inf inf",
    "3,",
    ",5 ,5",
    "2,6.5",
    "2,5",
    "2,,5",
    ",,",
    "1,2,3,4,5",
    "1.5.2,3",
    "1e999999",
    "9" * 400,
    "0 0",
    "-0 -0",
    "1e15 1e15",
    "1e-12 1e-12",
    "\N{MINUS SIGN}3 4",
    "3;4",
    "3  4",
    "½ 2",
    "٣ ٤",
    "3m4m",
    "50%",
    "0x10 2",
    "1_000 2",
    "true false",
    "-",
    ".",
    "5 -",
    "@ 5 <",
    "0",
]
"""Texts that people type by accident in a field for a place."""


def take(window: MainWindow, name: str) -> None:
    """Choose the tool of this name."""
    window.canvas.gestures.choose(next(t for t in window.canvas.gestures.tools if t.name == name))


def is_sound(window: MainWindow) -> bool:
    """Return whether every outline encloses something and every number is finite."""
    level: Level = window.document.level
    return all(
        not is_flat(p.polygon) and all(math.isfinite(v) for c in p.polygon for v in c)
        for p in level.polygons()
    )
