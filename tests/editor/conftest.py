"""The window, with settings of its own and a small level."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from answers import Answers
from hand import Hand
from leaving import leave
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor.app import make_app
from editor.canvas.view import CanvasView
from editor.settings import Settings
from editor.tools import keys
from editor.window import MainWindow


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A shown window with the small level, clean; files go to `tmp_path`."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.folder = tmp_path
    settings.theme = "dark"
    make_app(settings)
    made = MainWindow(settings, Answers())
    # No verdict depends on how fast a bake is.
    made.bake.short_ms = made.exports.patience = math.inf
    made.show()
    made.document.load(small_level(), None)
    made.bake.wait()
    qtbot.waitExposed(made)
    yield made
    leave(made)
    keys.forget()


@pytest.fixture
def canvas(window: MainWindow) -> CanvasView:
    """The canvas, with the focus, showing the whole level."""
    window.activateWindow()
    window.canvas.setFocus()
    window.canvas.frame_all()
    return window.canvas


@pytest.fixture
def hand(canvas: CanvasView) -> Hand:
    """A hand over it."""
    return Hand(canvas)


@pytest.fixture
def chosen(window: MainWindow) -> Callable[[], frozenset[int]]:
    """Asks what is selected."""
    return lambda: window.document.selection.ids
