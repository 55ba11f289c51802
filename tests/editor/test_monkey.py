"""A monkey at mouse and keyboard: whatever it does, nothing breaks and everything can be undone."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hand import CTRL, LEFT, MIDDLE, NONE, RIGHT, SHIFT, Hand
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QToolButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

import sample_levels
from editor.window import MainWindow
from navcore.formats import write_level
from navcore.level.model import Point
from navcore.world import World

KEY = Qt.Key
INSTANT = QToolButton.ToolButtonPopupMode.InstantPopup
ALT = Qt.KeyboardModifier.AltModifier
KEYS = (
    *(KEY(ord(letter)) for letter in "VEPRCOBDAQFGNTHI"),
    KEY.Key_Escape, KEY.Key_Return, KEY.Key_Backspace, KEY.Key_Delete, KEY.Key_Space,
    KEY.Key_Left, KEY.Key_Right, KEY.Key_Up, KEY.Key_Down, KEY.Key_Tab, KEY.Key_5, KEY.Key_Minus,
    KEY.Key_F2, KEY.Key_F5, KEY.Key_F6, KEY.Key_F11, KEY.Key_Home, KEY.Key_PageUp,
    KEY.Key_PageDown, KEY.Key_Period,
)  # fmt: skip
ORDERS = "ZYXCVDALGSE"
"""Letters that mean something with Ctrl."""
LEFT_OUT = {"new", "open", "save_as", "export_as", "quit", "about", "shortcuts"}
"""Actions that put another level in place, ask for a file or only tell something."""
TYPED = ("3", "-2.5", "1,5", "4 m + 20 cm", "nonsense", "", "x * 2", "+= 0.5", "@ 2 45", "table_##")


class Monkey:
    """Random events, the same for the same seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        """At this window."""
        self.window = window
        self.hand = Hand(window.canvas)
        self.random = random.Random(seed)
        self.held: Qt.MouseButton | None = None
        self.done: list[str] = []
        self._ways: list[tuple[int, Callable[[], None]]] = [
            (30, self._move), (22, self._press_or_release), (3, self._double_click),
            (3, self._right_click), (3, self._wheel), (2, self._middle_drag), (16, self._key),
            (4, self._order), (6, self._undo_or_redo), (5, self._action), (4, self._click_a_widget),
            (3, self._type_somewhere), (2, self._select), (1, self._resize), (2, self._typed_place),
        ]  # fmt: skip

    def go(self, events: int) -> None:
        """So many events; now and then Qt gets to its own."""
        weights, ways = zip(*self._ways, strict=True)
        for number in range(events):
            way = self.random.choices(ways, weights)[0]
            self.done.append(way.__name__)
            way()
            if number % 7 == 0:
                QCoreApplication.processEvents()
            self._answer()

    def rest(self) -> None:
        """Let go of everything, and wait for the bake."""
        if self.held is not None:
            self.hand.release((0.0, 0.0), self.held)
        self._answer()
        canvas = self.window.canvas
        canvas.setFocus()
        for _ in range(4):
            self.hand.key(KEY.Key_Escape)
        canvas.choose_tool(canvas.tools[0])
        self.window.play.stop_to_start()
        QCoreApplication.processEvents()
        self.window.bake.wait()

    def _place(self) -> Point:
        x0, z0, x1, z1 = self.window.canvas.camera.box
        corners = [
            corner
            for polygon in self.window.document.level.polygons()
            for corner in polygon.polygon
            if x0 <= corner[0] <= x1 and z0 <= corner[1] <= z1
        ]
        if corners and self.random.random() < 0.4:
            return self.random.choice(corners)
        return (self.random.uniform(x0, x1), self.random.uniform(z0, z1))

    def _modifiers(self) -> Qt.KeyboardModifier:
        return self.random.choice((NONE, NONE, NONE, NONE, SHIFT, CTRL, ALT))

    def _move(self) -> None:
        held = Qt.MouseButton.NoButton if self.held is None else self.held
        self.hand.move(self._place(), held, self._modifiers())

    def _press_or_release(self) -> None:
        place, keys = self._place(), self._modifiers()
        if self.held is None:
            self.hand.move(place, keys=keys)
            self.hand.press(place, keys=keys)
            self.held = LEFT
        else:
            self.hand.release(place, self.held, keys)
            self.held = None

    def _double_click(self) -> None:
        if self.held is None:
            self.hand.double_click(self._place())

    def _right_click(self) -> None:
        place = self._place()
        self.hand.press(place, RIGHT)
        self.hand.release(place, RIGHT)

    def _middle_drag(self) -> None:
        if self.held is None:
            place = self._place()
            self.hand.press(place, MIDDLE)
            self.hand.move(self._place(), MIDDLE)
            self.hand.release(place, MIDDLE)

    def _wheel(self) -> None:
        self.hand.wheel(self._place(), self.random.choice((-240, -120, 120, 240)))

    def _key(self) -> None:
        modifiers = self.random.choice((NONE, NONE, NONE, NONE, SHIFT, ALT))
        QTest.keyClick(self._focus(), self.random.choice(KEYS), modifiers)

    def _order(self) -> None:
        letter = KEY(ord(self.random.choice(ORDERS)))
        modifiers = CTRL | SHIFT if self.random.random() < 0.3 and letter != KEY.Key_S else CTRL
        if letter != KEY.Key_E or not modifiers & SHIFT:
            QTest.keyClick(self._focus(), letter, modifiers)

    def _typed_place(self) -> None:
        QTest.keyClicks(self.window.canvas, f"{self.random.randint(0, 9)}")
        QTest.keyClicks(self._focus(), f".5 {self.random.randint(0, 9)}")
        QTest.keyClick(self._focus(), self.random.choice((KEY.Key_Return, KEY.Key_Escape)))

    def _undo_or_redo(self) -> None:
        self.random.choice((self.window.canvas.undo, self.window.canvas.redo))()

    def _action(self) -> None:
        # A hand that holds a button down can't reach the menus.
        table = self.window.commands.table
        names = [n for n, a in table.items() if n not in LEFT_OUT and a.isEnabled()]
        if self.held is None:
            name = self.random.choice(names)
            self.done[-1] += f" {name}"
            table[name].trigger()

    def _select(self) -> None:
        ids = [element.id for element in self.window.document.level.elements()]
        chosen = self.random.sample(ids, min(len(ids), self.random.randint(1, 6)))
        if self.held is None:
            self.window.document.select(frozenset(chosen))

    def _resize(self) -> None:
        self.window.resize(self.random.randint(1024, 1700), self.random.randint(640, 1000))

    def _click_a_widget(self) -> None:
        shown = [
            w for w in inside(self.window)
            if w.isVisible() and w.isEnabled() and w.width() > 4
            and isinstance(w, QAbstractButton | QAbstractItemView | QComboBox)
        ]  # fmt: skip
        if self.held is None and shown:
            widget = self.random.choice(shown)
            target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
            place = QPoint(
                self.random.randrange(max(1, target.width())),
                self.random.randrange(max(1, target.height())),
            )
            self.done[-1] += f" {type(widget).__name__} {widget.accessibleName()}"
            keys = self.random.choice((NONE, NONE, SHIFT, CTRL))
            if not (isinstance(widget, QToolButton) and widget.popupMode() == INSTANT):
                QTest.mouseClick(target, LEFT, keys, place)

    def _type_somewhere(self) -> None:
        self._type_into(self.window)

    def _type_into(self, parent: QWidget) -> None:
        fields = [
            w for w in inside(parent)
            if w.isVisible() and w.isEnabled() and isinstance(w, QLineEdit | QPlainTextEdit)
        ]  # fmt: skip
        if self.held is None and fields:
            field = self.random.choice(fields)
            self.done[-1] += f" {field.accessibleName()}"
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, self.random.choice(TYPED))
            QTest.keyClick(field, self.random.choice((KEY.Key_Return, KEY.Key_Escape, KEY.Key_Tab)))

    def _answer(self) -> None:
        """Choose something from a menu that has opened, and answer a dialog."""
        for top in QApplication.topLevelWidgets():
            if isinstance(top, QMenu) and top.isVisible():
                ready = [a for a in top.actions() if a.isEnabled() and a.text()]
                top.close()
                if ready and self.random.random() < 0.5:
                    chosen = self.random.choice(ready)
                    self.done[-1] += f" > {chosen.text()}"
                    chosen.trigger()
        for dialog in QApplication.topLevelWidgets():
            if isinstance(dialog, QDialog) and dialog.isVisible():
                self.done[-1] += f" ({type(dialog).__name__})"
                self._type_into(dialog)
                if dialog.isVisible():
                    self.random.choice((dialog.accept, dialog.reject, dialog.reject))()

    def _focus(self) -> QWidget:
        return self.window.focusWidget() or self.window.canvas


def inside(parent: QWidget) -> list[QWidget]:
    """Everything in a window. `findChildren` would make PySide think that it owns them."""
    return [widget for widget in QApplication.allWidgets() if widget.window() is parent]


def load(window: MainWindow, name: str) -> None:
    """Open a sample, or keep the small level; saving goes nowhere else."""
    if name:
        window.files.open_sample(name)
    window.bake.wait()


def check_a_run(window: MainWindow, seed: int, events: int) -> None:
    """Let the monkey loose; then the bottom and the top of the undo stack are what they were."""
    document = window.document
    first = write_level(document.level)
    monkey = Monkey(window, seed)
    monkey.go(events)
    monkey.rest()
    baked = window.bake.world
    assert baked.level == document.level
    built = World.build(document.level)
    assert np.array_equal(built.grid.walkable, baked.grid.walkable)
    while document.stack.canRedo():
        document.stack.redo()
    last = write_level(document.level)
    while document.stack.canUndo():
        document.stack.undo()
    assert write_level(document.level) == first
    while document.stack.canRedo():
        document.stack.redo()
    assert write_level(document.level) == last


@pytest.mark.parametrize(
    ("seed", "sample"), [(1, ""), (2, ""), (3, sample_levels.names()[0]), (4, "tavern")]
)
def test_two_thousand_events(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, seed: int, sample: str
) -> None:
    """Five hundred on each of four levels."""
    load(window, sample)
    window.document.mark_saved(tmp_path / "level.json")
    check_a_run(window, seed, 500)


@pytest.mark.parametrize("seed", range(10, 20))
def test_twenty_thousand_events(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, seed: int, exhaustive: bool
) -> None:
    """Two thousand, ten times."""
    if not exhaustive:
        pytest.skip("only with --exhaustive")
    load(window, ("", "tavern", "dungeon")[seed % 3])
    window.document.mark_saved(tmp_path / "level.json")
    check_a_run(window, seed, 2000)


def test_the_monkey_is_the_same_every_time(window: MainWindow) -> None:
    """A failure can be run again."""
    one, other = Monkey(window, 5), Monkey(window, 5)
    assert [one.random.random() for _ in range(5)] == [other.random.random() for _ in range(5)]
