"""Pictures in grey: everything shown by colour is also shown by shape or brightness."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot
from small_level import GATE, small_level

from editor.bars.message import MessageStrip
from editor.canvas.thumbnails import level_picture
from editor.files.presence import presence_of
from editor.files.prompts import Notice
from editor.home.page import HomePage
from editor.home.tiles import RecentTile
from editor.look.icons import icon
from editor.look.style import SIZE, current
from editor.panels.fit.panel import STACKS
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.formats import save_level

LEVELS = 12
"""Levels of grey, of 256, that must separate adjacent colours."""

PIXELS = 20
"""So many of them are seen."""

Make = Callable[[], QWidget]


@pytest.fixture(autouse=True, params=["dark", "light"])
def _dressed(qtbot: QtBot, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[None]:
    """Both themes."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.theme = request.param
    make_app(settings)
    yield
    settings.theme = "dark"
    make_app(settings)


def grey(image: QImage) -> QImage:
    """Return a picture in grey."""
    return image.convertToFormat(QImage.Format.Format_Grayscale8)


def apart(one: QImage, other: QImage) -> int:
    """Return the number of pixels that differ without colours."""
    first, second = grey(one), grey(other)
    assert first.size() == second.size()
    width = first.width()
    return sum(
        abs(a - b) >= LEVELS
        for row in range(first.height())
        for a, b in zip(
            bytes(first.constScanLine(row))[:width],
            bytes(second.constScanLine(row))[:width],
            strict=True,
        )
    )


def seen(widget: QWidget) -> QImage:
    """A picture of a widget."""
    return widget.grab().toImage()


def focused(widget: QWidget, qtbot: QtBot) -> QImage:
    """A picture of it while it has the focus."""
    widget.window().activateWindow()
    widget.setFocus()
    qtbot.waitUntil(widget.hasFocus)
    return seen(widget)


@pytest.mark.parametrize("kind", [QPushButton, QToolButton, QLineEdit, QCheckBox])
def test_the_focus(qtbot: QtBot, kind: type[QWidget]) -> None:
    """The widget with the focus is visible."""
    top = QWidget()
    qtbot.addWidget(top)
    widget, other = kind(top), QLineEdit(top)
    widget.resize(widget.sizeHint().expandedTo(QSize(SIZE.number_field, SIZE.button)))
    other.move(0, SIZE.dialog)
    top.show()
    other.setFocus()
    assert apart(seen(widget), focused(widget, qtbot)) >= PIXELS


def check_state(qtbot: QtBot, widget: QWidget, change: Callable[[], object]) -> None:
    """A widget before and after a change."""
    qtbot.addWidget(widget)
    widget.resize(widget.sizeHint())
    widget.show()
    before = seen(widget)
    change()
    assert apart(before, seen(widget)) >= PIXELS


def test_buttons(qtbot: QtBot) -> None:
    """Proposed, or off."""
    proposed, off = QPushButton("Save"), QPushButton("Save")
    check_state(qtbot, proposed, lambda: proposed.setDefault(True))
    check_state(qtbot, off, lambda: off.setEnabled(False))


def test_switches(qtbot: QtBot) -> None:
    """Both states are visible."""
    box, tool = QCheckBox("Legend"), QToolButton()
    tool.setIcon(icon("select"))
    tool.setCheckable(True)
    check_state(qtbot, box, lambda: box.setChecked(True))
    check_state(qtbot, tool, lambda: tool.setChecked(True))


def test_the_preset_that_counts(window: MainWindow) -> None:
    """The fill of its segment, and a star where it was changed."""
    bar = window.canvas.chrome.show_bar
    table = window.commands.table
    before = bar.grab().toImage()
    table["preset_check"].trigger()
    chosen = bar.grab().toImage()
    assert apart(before, chosen) >= PIXELS
    table["overlay_islands"].trigger()
    assert apart(chosen, bar.grab().toImage()) >= PIXELS / 2


def test_the_tool_in_hand(window: MainWindow) -> None:
    """It is marked on the rail; buttons with a flyout have a mark, too."""
    buttons = window.rail.buttons
    wall, area = buttons["wall"], buttons["polygon_area"]
    before = wall.grab().toImage()
    window.commands.table["tool_wall"].trigger()
    assert apart(before, wall.grab().toImage()) >= PIXELS
    corner = QRect(area.width() - 12, area.height() - 12, 10, 10)
    assert apart(area.grab(corner).toImage(), wall.grab(corner).toImage()) > 0


def test_bars_of_the_histogram(window: MainWindow) -> None:
    """They have patterns."""
    from editor.look.plots.bars import BarChart, Stack  # noqa: PLC0415

    pictures = []
    for _, token, pattern in STACKS:
        chart = BarChart("Gaps", "m")
        chart.resize(200, 120)
        chart.show_bars(1.0, [Stack(np.array([3, 5]), token, pattern)], [])
        pictures.append(chart.grab().toImage())
    for one, other in combinations(pictures, 2):
        assert apart(one, other) >= PIXELS


def test_fields_that_can_not_be_read(qtbot: QtBot) -> None:
    """Their border is wider."""
    field = QLineEdit("abc")

    def refuse() -> None:
        field.setProperty("invalid", True)
        field.style().unpolish(field)
        field.style().polish(field)

    check_state(qtbot, field, refuse)


def test_the_chosen_row(qtbot: QtBot) -> None:
    """Of a list that has not the focus."""
    rows = QListWidget()
    rows.setObjectName("targets")
    rows.addItem(QListWidgetItem("grid.txt"))
    check_state(qtbot, rows, lambda: rows.setCurrentRow(0))


def test_notices(qtbot: QtBot) -> None:
    """Errors, warnings and information have signs of different shapes."""
    strip = MessageStrip()
    qtbot.addWidget(strip)
    strip.resize(400, SIZE.message_strip)
    pictures = []
    for sign in ("error", "warning", "info"):
        strip.show_notice(Notice("The file is gone.", sign))
        pictures.append(seen(strip))
    assert apart(pictures[0], pictures[1]) >= PIXELS
    assert apart(pictures[0], pictures[2]) >= PIXELS
    assert apart(pictures[1], pictures[2]) >= PIXELS


def test_files_that_are_gone(qtbot: QtBot, tmp_path: Path) -> None:
    """A sign stands where their picture was."""
    file = tmp_path / "inn.json"
    save_level(small_level(), file)
    there = RecentTile(file, presence_of([file])[file])
    file.unlink()
    gone = RecentTile(file, presence_of([file])[file])
    shown = []
    for tile in (there, gone):
        qtbot.addWidget(tile)
        tile.resize(tile.sizeHint())
        image = seen(tile)
        shown.append(image.copy(0, 0, image.height(), image.height()))
    assert apart(*shown) >= PIXELS


def test_a_file_over_the_home_page(qtbot: QtBot, tmp_path: Path) -> None:
    """A frame and words."""
    page = HomePage(Settings(tmp_path / "home.ini"), tmp_path / "pictures")
    qtbot.addWidget(page)
    page.show()
    page.grab()
    qtbot.waitUntil(lambda: not page.easel.busy, timeout=60_000)
    page.easel.close()
    before = seen(page)
    page.drop.show_file(tmp_path / "inn.json")
    assert apart(before, seen(page)) >= 2 * (page.width() + page.height())


def test_doors_in_pictures() -> None:
    """Open or shut."""
    level = small_level()
    gate = level.areas[GATE]
    shut = level.with_items({GATE: replace(gate, available=False)})
    size = QSize(240, 112)
    assert apart(*(level_picture(one, size, current(), 1.0) for one in (level, shut))) >= PIXELS
