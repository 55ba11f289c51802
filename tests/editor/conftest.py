"""Fixtures: a window with its own settings and a small level, reused by consecutive tests."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hand import Hand
from lending import Lender
from made_up_window import drawn, outline, properties  # noqa: F401
from pytestqt.qtbot import QtBot

from editor.actions.menus import Actions
from editor.canvas.canvas import Canvas
from editor.canvas.telling import Teller
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch
from editor.look.after_frame import AfterFrame
from editor.services.backgrounds.service import BackgroundService
from editor.services.route_legs import RouteLegs
from editor.shell.window import MainWindow

# No verdict depends on how fast a file is read or written, or a path is found.
RouteLegs.at_once_ms = math.inf
Teller.hint_ms = Actions.late_ms = AfterFrame.ms = 0
FileTasks.patience = FileWatch.patience = BackgroundService.patience = math.inf


@pytest.fixture(scope="session")
def lender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lender]:
    """Return the lender of one window to all tests that leave it unchanged."""
    lending = Lender(tmp_path_factory.mktemp("settings"))
    yield lending
    lending.close()


@pytest.fixture
def window(lender: Lender, qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """Return a shown window with the small level, unmodified; files go to `tmp_path`."""
    lent = lender.lend(tmp_path)
    qtbot.waitExposed(lent)
    yield lent
    lender.take_back()


@pytest.fixture
def canvas(window: MainWindow) -> Canvas:
    """Return the canvas, with the focus, showing the whole level."""
    window.activateWindow()
    window.canvas.setFocus()
    window.canvas.frame_all()
    return window.canvas


@pytest.fixture
def hand(canvas: Canvas) -> Hand:
    """Return simulated user input on the canvas."""
    return Hand(canvas)


@pytest.fixture
def chosen(window: MainWindow) -> Callable[[], frozenset[int]]:
    """Return a function that returns the selection."""
    return lambda: window.document.selection.ids
