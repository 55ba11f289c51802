"""Fixtures of journeys; in the test's own process, results don't depend on the speed of files."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest
from hand import Hand
from journey_window import Box, OpenWindow, open_window_in
from leaving import leave
from pytestqt.qtbot import QtBot

from editor.actions.menus import Actions
from editor.canvas.telling import Teller
from editor.exports import Exports
from editor.files.tasks import FileTasks
from editor.files.watch import FileWatch
from editor.look.after_frame import AfterFrame
from editor.shell.window import MainWindow
from navcore.level.model import Level

FileTasks.patience = FileWatch.patience = Exports.patience = math.inf
Teller.hint_ms = Actions.late_ms = AfterFrame.ms = 0


@pytest.fixture
def open_window(qtbot: QtBot, tmp_path: Path) -> Iterator[OpenWindow]:
    """Return a function that opens windows, closed after the test; files go to `tmp_path`."""
    opened: list[MainWindow] = []

    def open_one(level: Level, frame: Box) -> MainWindow:
        opened.append(open_window_in(tmp_path, qtbot, level, frame))
        return opened[-1]

    yield open_one
    for window in opened:
        leave(window)


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """Return simulated user input on the canvas of the window."""
    return Hand(window.canvas)
