"""Windows that journeys begin in: nothing in them depends on how fast a floor is baked."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from answers import Answers
from pytestqt.qtbot import QtBot

from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.level.model import Level

Box: TypeAlias = tuple[float, float, float, float]
"""Least x, least z, greatest x, greatest z, metres."""

OpenWindow: TypeAlias = Callable[[Level, Box], MainWindow]
"""Opens a window with this level, framed on this box."""


def open_window_in(folder: Path, qtbot: QtBot, level: Level, frame: Box) -> MainWindow:
    """Open a window of 1440 x 900 with the focus on its canvas; files go to `folder`."""
    settings = Settings(folder / "waywright.ini")
    settings.folder = folder
    make_app(settings)
    window = MainWindow(settings, Answers())
    for latest in (window.bake.shown_floor.latest, window.bake.widths.latest):
        latest.short_ms = math.inf
    window.bake.short_ms = math.inf
    window.document.load(level, None)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    window.activateWindow()
    window.canvas.setFocus()
    window.canvas.viewport.frame(frame)
    return window
