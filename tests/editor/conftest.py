"""The window, with settings of its own and a small level; lent to one test after the other."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hand import Hand
from lending import Lender
from made_up_window import drawn, outline, properties  # noqa: F401
from pytestqt.qtbot import QtBot

from editor.canvas.canvas import Canvas
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch
from editor.services.backgrounds.service import BackgroundService
from editor.services.route_legs import RouteLegs
from editor.shell.window import MainWindow

# No verdict depends on how fast a file is read or written, or a path is found.
RouteLegs.at_once_ms = math.inf
FileTasks.patience = FileWatch.patience = BackgroundService.patience = math.inf


@pytest.fixture(scope="session")
def lender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lender]:
    """Lends one window to all tests that leave it as it was."""
    lending = Lender(tmp_path_factory.mktemp("settings"))
    yield lending
    lending.close()


@pytest.fixture
def window(lender: Lender, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A shown window with the small level, clean; files go to `tmp_path`."""
    lent = lender.lend(tmp_path)
    qtbot.waitExposed(lent)
    yield lent
    lender.take_back()


@pytest.fixture
def canvas(window: MainWindow) -> Canvas:
    """The canvas, with the focus, showing the whole level."""
    window.activateWindow()
    window.canvas.setFocus()
    window.canvas.frame_all()
    return window.canvas


@pytest.fixture
def hand(canvas: Canvas) -> Hand:
    """A hand over it."""
    return Hand(canvas)


@pytest.fixture
def chosen(window: MainWindow) -> Callable[[], frozenset[int]]:
    """Asks what is selected."""
    return lambda: window.document.selection.ids
