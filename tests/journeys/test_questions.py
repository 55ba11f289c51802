"""Answer typical questions of designers in at most three actions, without the manual.

An action is a click, a drag, a key, a choice in a menu, or resting the mouse over something; a
person needs about three seconds for one. Each test starts with a level that was just opened.
"""

import re
from pathlib import Path
from typing import TypeAlias

import pytest
from hand import NONE, Hand
from journey_window import OpenWindow
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot
from small_level import box

from editor.canvas.overlays.groups import Preset
from editor.dialogs.backups import BackupsDialog
from editor.look.fields import ChoiceBox
from editor.panels.changes.panel import ChangesPanel
from editor.panels.problems.panel import ProblemsPanel
from editor.safety.backups import keep
from editor.safety.recovery import Recovery
from editor.shell.window import MainWindow
from navcore.level.model import Agent, Area, Level, Link, Obstacle, Profile, Settings
from navcore.level.operations import toggle_doors

KEY = Qt.Key
Place: TypeAlias = tuple[float, float]
GUARD, GOAL = (3.0, 4.0), (14.0, 4.0)
RIGHT = Qt.MouseButton.RightButton


def castle() -> Level:
    """Return a hall, a closed vault, a store with an attic behind a gap of 1.4 m, and a pit."""
    drop = Link(
        id=20, name="ledge", type="drop", start=((5.0, 0.5),), end=((5.0, -2.0),), one_way=True
    )
    items = (
        Area(id=1, name="hall", polygon=box(0, 0, 10, 8)),
        Area(id=2, name="vault", polygon=box(11, 0, 16, 8)),
        Area(id=3, name="vault_door", polygon=box(9.9, 3, 11.1, 5), door=True, available=False),
        Area(id=4, name="store", polygon=box(0, 8, 10, 14)),
        Area(id=5, name="pit", polygon=box(2, -5, 8, -1)),
        Obstacle(id=6, name="crates", polygon=box(0, 7.5, 4.2, 8.5)),
        Obstacle(id=7, name="barrels", polygon=box(5.6, 7.5, 10, 8.5)),
        Area(id=9, name="attic", polygon=box(0, 15.4, 10, 20)),
        Area(id=8, name="attic_door", polygon=box(4, 14, 6, 15.4), door=True),
        Agent(id=10, name="guard", position=GUARD, goals=(GOAL,), player=True),
        drop,
    )
    settings = Settings(object_padding=0.0, profiles=(Profile(name="cart", radius=1.1),))
    return Level(settings=settings).with_items({one.id: one for one in items})


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the castle."""
    return open_window(castle(), (-1.0, -6.0, 17.0, 21.0))


def settled(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until reasons and problems are computed."""
    window.bake.wait()
    qtbot.waitUntil(lambda: not window.probe.reasons.busy)
    window.workspace.problems.wait()


class Actions:
    """Performs and counts actions of a person."""

    MOST = 3

    def __init__(self, window: MainWindow, hand: Hand) -> None:
        """Start without actions."""
        self._window, self._hand = window, hand
        self.count = 0

    def _one(self) -> None:
        self.count += 1
        assert self.count <= self.MOST

    def click(self, place: Place, button: Qt.MouseButton = Qt.MouseButton.LeftButton) -> None:
        """On the canvas."""
        self._one()
        self._hand.click(place, button)

    def rest(self, place: Place) -> None:
        """Rest the mouse over a place."""
        self._one()
        self._hand.move(place)
        QTest.qWait(100)

    def drag(self, *places: Place) -> None:
        """Drag from place to place."""
        self._one()
        self._hand.drag(*places)

    def key(self, key: Qt.Key) -> None:
        """On the canvas."""
        self._one()
        self._hand.key(key, modifiers=NONE)

    def choose_here(self, text: str) -> None:
        """Choose an entry of the menu that a right click opened."""
        self._one()
        menu = self._window.context_menu.make(self._window)
        (found,) = [action for action in menu.actions() if action.text() == text]
        assert found.isEnabled()
        found.trigger()

    def choose(self, *titles: str) -> None:
        """Choose an entry of the menu bar, which opens at a press, and opens submenus itself."""
        self._one()
        actions = self._window.menuBar().actions()
        for title in titles:
            (found,) = [one for one in actions if one.text().replace("&", "") == title]
            menu = found.menu()
            if isinstance(menu, QMenu):
                menu.aboutToShow.emit()
                actions = menu.actions()
        assert found.isEnabled()
        found.trigger()

    def take(self, choice: ChoiceBox, value: str) -> None:
        """Choose a value of a list in the options strip."""
        self._one()
        assert choice.isVisible()
        choice.take(value)

    def push_at(self, widget: QWidget, place: QPoint) -> None:
        """Click a row."""
        self._one()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place)

    def push(self, button: QAbstractButton) -> None:
        """Click a visible button."""
        self._one()
        assert button.isVisible()
        assert button.isEnabled()
        button.click()


@pytest.fixture
def actions(window: MainWindow, hand: Hand) -> Actions:
    """Return the actions of a person that sees the level for the first time."""
    return Actions(window, hand)


def test_why_does_the_guard_stand_still(window: MainWindow, actions: Actions, qtbot: QtBot) -> None:
    """Right-click and *Why?*; one more action opens the door, and the guard arrives."""
    actions.click(GUARD, RIGHT)
    actions.choose_here("Why?")
    settled(qtbot, window)
    assert window.message.text.text() == "vault_door is shut, and it is the only way into vault."
    qtbot.waitUntil(window.message.buttons[0].isVisible)
    actions.push(window.message.buttons[0])
    window.bake.wait()
    assert window.bake.world.find_path(GUARD, GOAL).ok


def test_may_i_shut_this_door(window: MainWindow, actions: Actions, qtbot: QtBot) -> None:
    """Hovering shows in the status bar what `T` would cut off, and tints that floor."""
    assert window.canvas.shown.preset is Preset.DRAW
    actions.rest((5.0, 15.0))
    window.workspace.doors.wait()
    qtbot.waitUntil(lambda: "T shuts it: " in window.status.shown)
    assert re.search(r"T shuts it: [\d.]+ m² would be cut off", window.status.shown)
    (overlay,) = [one for one in window.canvas.overlays if one.name == "door_effects"]
    (row,) = overlay.legend(window.canvas.scene())
    assert row.text.startswith("cut off, ")


def test_what_did_i_break_since_yesterday(
    window: MainWindow, actions: Actions, qtbot: QtBot, tmp_path: Path
) -> None:
    """*Check > Compare with > A backup*, *Compare*, and a click on the first new problem."""
    folder = tmp_path / "backups"
    recovery = Recovery(folder)
    window.keep_safe(recovery)
    assert window.safety is not None
    (folder / "yesterday").mkdir(parents=True)
    keep(folder, folder / "yesterday", window.document.level)
    door = window.document.level.areas[8]
    window.document.commit(toggle_doors(window.document.level, [door.id]))
    window.bake.wait()
    actions.choose("Check", "Compare with", "A backup…")
    (dialog,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, BackupsDialog)]
    actions.push(dialog.compare_button)
    assert window.panel_shown("changes")
    window.workspace.problems.wait()
    window.bench.backgrounds.earlier.wait()
    panel = window.panels["changes"]
    assert isinstance(panel, ChangesPanel)
    assert "broke" in panel.said_of.text()
    first = panel.model.rows[0]
    assert first.colour == "error"
    assert "attic" in first.text
    place = panel.table.visualRect(panel.model.index(0, 0)).center()
    actions.push_at(panel.table.viewport(), place)
    qtbot.waitUntil(lambda: bool(window.status.shown))


def test_will_the_cart_get_through(window: MainWindow, actions: Actions, qtbot: QtBot) -> None:
    """Q, a drag, and the type in the strip; both results are shown next to each other."""
    actions.key(KEY.Key_Q)
    actions.drag(GUARD, (4.0, 6.0), (5.0, 12.0))
    choice = window.options.choices["against"]
    texts = [choice.itemText(number) for number in range(choice.count())]
    assert "cart" in texts
    actions.take(choice, "type:cart")
    qtbot.waitUntil(lambda: window.probe.compared is not None)
    assert window.probe.result is not None
    assert window.probe.result.ok
    assert window.probe.compared is not None
    assert not window.probe.compared.ok


def test_is_there_a_way_to_get_stuck(window: MainWindow, actions: Actions, qtbot: QtBot) -> None:
    """The counter of problems in the status bar opens the list, which contains the trap."""
    settled(qtbot, window)
    assert "problem" in window.status.problems.text()
    actions.push(window.status.problems)
    panel = window.panels["problems"]
    assert isinstance(panel, ProblemsPanel)
    row = next(n for n, one in enumerate(panel.model.rows) if one.code == "trap")
    assert "pit" in panel.model.rows[row].text
    place = panel.table.visualRect(panel.model.index(row, 0)).center()
    assert panel.table.viewport().rect().contains(place)
    actions.push_at(panel.table.viewport(), place)
    assert panel.details.why.text() == "Players who come there are stuck."
