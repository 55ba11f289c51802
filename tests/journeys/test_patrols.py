"""Patrols laid in the real window, with the route tool and as before, gestures counted."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from hand import CTRL, NONE, Hand
from leaving import leave
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from small_level import box

from editor.panels.properties.panel import PropertiesPanel
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore import load_level
from navcore.level.model import Agent, Area, Level, Obstacle, Point, Stop

KEY = Qt.Key
COUNT = 5
ROUTES: dict[int, tuple[Point, ...]] = {
    10 + n: ((4.0 * n + 1, 6.0), (4.0 * n + 3, 6.5), (4.0 * n + 3, 1.5), (4.0 * n + 1.5, 2.5))
    for n in range(COUNT)
}
"""The stops of each guard."""


def villa() -> Level:
    """A hall with a pillar beside each of five guards."""
    guards = {
        i: Agent(id=i, name=f"guard_{i}", order=float(i), position=(4.0 * n + 1, 1.0))
        for n, i in enumerate(ROUTES)
    }
    pillars = {
        100 + n: Obstacle(
            id=100 + n, order=float(n), polygon=box(4.0 * n + 1.8, 3.6, 4.0 * n + 2.4, 4.2)
        )
        for n in range(COUNT)
    }
    hall = Area(id=1, name="hall", polygon=box(0, 0, 20, 8))
    return Level().with_items({1: hall, **pillars, **guards})


class Counted:
    """A hand that counts presses of buttons and keys."""

    def __init__(self, window: MainWindow) -> None:
        """Over the canvas of this window; nothing is counted yet."""
        self.window, self.hand, self.gestures = window, Hand(window.canvas), 0

    def click(self, place: Point, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """A click on the canvas."""
        self.gestures += 1
        self.hand.click(place, button)

    def click_on(self, widget: QWidget, place: QPoint | None = None) -> None:
        """A click beside the canvas."""
        self.gestures += 1
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, NONE, place or widget.rect().center())

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """A key."""
        self.gestures += 1
        QTest.keyClick(self.here, key, modifiers)

    def type(self, text: str) -> None:
        """A key for each letter."""
        for letter in text:
            self.gestures += 1
            QTest.keyClicks(self.here, letter)

    @property
    def here(self) -> QWidget:
        """What has the focus."""
        return QApplication.focusWidget() or self.window.canvas


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window on the villa; files go to `tmp_path`."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.folder = tmp_path
    make_app(settings)
    made = MainWindow(settings, Answers())
    made.document.load(villa(), None)
    made.resize(1440, 900)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.canvas.setFocus()
    made.canvas.viewport.frame((0.0, 0.0, 20.0, 8.0))
    yield made
    leave(made)


def laid_with_the_tool(window: MainWindow) -> int:
    """`K`, then for each guard: click it, click each stop, click the first again."""
    counted = Counted(window)
    counted.key(KEY.Key_K)
    for guard, stops in ROUTES.items():
        counted.click(window.document.level.agents[guard].position)
        for stop in stops:
            counted.click(stop)
        counted.click(stops[0])
        assert window.canvas.gestures.tool.name == "route"
    return counted.gestures


def laid_in_the_properties(window: MainWindow) -> int:
    """Click the guard, add each stop with the button and type its place; then the loop."""
    counted = Counted(window)
    panel = window.panels["properties"]
    assert isinstance(panel, PropertiesPanel)
    for guard, stops in ROUTES.items():
        counted.click(window.document.level.agents[guard].position)
        for number, (x, z) in enumerate(stops):
            counted.click_on(panel.add_handle)
            table = panel.places
            cell = table.visualRect(table.places.index(number, 0)).center()
            counted.click_on(table.viewport(), cell)
            table.setFocus()
            counted.type(f"{x:g}")
            counted.key(KEY.Key_Tab)
            counted.type(f"{z:g}")
            counted.key(KEY.Key_Return)
        counted.click_on(panel.controls["loop"], QPoint(8, 8))
        window.canvas.setFocus()
    return counted.gestures


def patrols(level: Level) -> dict[int, tuple[tuple[Point, ...], bool]]:
    """Stops of each guard, and whether it starts over."""
    return {i: (agent.goals, agent.loop) for i, agent in level.agents.items()}


def test_patrols_in_a_third_of_the_gestures(window: MainWindow, tmp_path: Path) -> None:
    """Both ways lead to the same level; each patrol is one undo step with the tool."""
    wanted = {guard: (stops, True) for guard, stops in ROUTES.items()}
    document = window.document
    before = document.level
    typed = laid_in_the_properties(window)
    assert patrols(document.level) == wanted
    while document.stack.canUndo():
        document.stack.undo()
    assert document.level == before
    window.canvas.setFocus()

    drawn = laid_with_the_tool(window)
    assert patrols(document.level) == wanted
    assert document.stack.count() == COUNT
    assert drawn == 1 + COUNT * 6
    assert 3 * drawn <= typed, f"{drawn} gestures, and {typed} before"

    window.files.dialogs.place = tmp_path / "villa.json"  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    assert patrols(load_level(tmp_path / "villa.json")) == wanted
    for _ in range(COUNT):
        QTest.keyClick(window.canvas, KEY.Key_Z, CTRL)
    assert document.level == before


def test_a_patrol_from_the_first_click_to_its_second_round(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Drawn with a pause and a look, taken back in between, dragged, played; the run follows."""
    canvas, document, hand = window.canvas, window.document, Hand(window.canvas)
    guard, stops = next(iter(ROUTES.items()))
    hand.click(document.level.agents[guard].position)
    hand.key(KEY.Key_K)
    hand.move(stops[0])
    qtbot.waitUntil(lambda: window.status.shown.startswith("Click sets stop 1 of guard_10, "))
    hand.click(stops[0])
    hand.click((9.0, 7.0))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert canvas.gestures.tool.can_take_back()
    hand.key(KEY.Key_Up)
    hand.key(KEY.Key_Up)
    hand.click(stops[1])
    hand.click(stops[1], Qt.MouseButton.RightButton)
    hand.key(KEY.Key_Z, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    hand.key(KEY.Key_Return)
    assert canvas.gestures.tool.name == "select"
    agent = document.level.agents[guard]
    assert agent.goals == stops[:2]
    assert agent.stops == (Stop(), Stop(pause=1.0))
    hand.drag(stops[1], (3.1, 6.4), (3.5, 5.0))
    agent = document.level.agents[guard]
    assert agent.goals[1] == (3.5, 5.0)
    assert agent.stops == (Stop(), Stop(pause=1.0)), "the pause follows the stop"

    window.run.clock.restart()
    window.run.clock.pause()
    while window.run.record.simulation.agents.goal_indices[0] < 1:
        window.run.clock.step_once()
        assert window.run.playhead.seconds < 60
    hand.key(KEY.Key_K)
    hand.move((1.5, 1.5))
    hand.click((1.5, 1.5))
    hand.key(KEY.Key_Return)
    assert len(document.level.agents[guard].goals) == 3, "K edits the level in a run"
    assert window.run.commands.count() == 0
