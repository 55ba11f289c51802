"""Keys and wheel in every field, list, table and button of the window."""

from collections.abc import Callable
from functools import partial

import pytest
from hand import CTRL, NONE
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QWidget,
)
from small_level import COOK, GATE, GUARD, HALL, TABLE

from editor.shell.window import MainWindow

KEY = Qt.Key
TEXT = QLineEdit | QPlainTextEdit
CONTROLS = TEXT | QAbstractButton | QAbstractItemView | QComboBox | QTabBar


def select(*ids: int) -> Callable[[MainWindow], None]:
    """Select these."""
    return lambda window: window.document.select(frozenset(ids))


def show(dock: str, panel: str) -> Callable[[MainWindow], None]:
    """Bring a tab up."""
    return lambda window: window.arrangement.docks[dock].bring_up(window.panels[panel])


def choose(tool: str) -> Callable[[MainWindow], None]:
    """Activate a tool with numbers and switches."""
    return lambda window: window.commands.table[f"tool_{tool}"].trigger()


def search_in_vain(window: MainWindow) -> None:
    """Search the outline without a match, which shows a button."""
    window.panels["outline"].search_field.setText("nothing like that")


SCENES: dict[str, Callable[[MainWindow], None]] = {
    "nothing": select(),
    "polygon": select(TABLE),
    "door": select(GATE),
    "agent": select(GUARD),
    "several": select(TABLE, HALL),
    "agents": select(GUARD, COOK),
    "history": show("upper", "history"),
    "library": show("upper", "library"),
    "fit": show("bottom", "fit"),
    "problems": show("bottom", "problems"),
    "run": show("bottom", "run"),
    "regular": choose("regular_area"),
    "agents tool": choose("agent"),
    "search": search_in_vain,
}


@pytest.fixture(params=SCENES)
def scene(request: pytest.FixtureRequest, window: MainWindow) -> MainWindow:
    """Prepare the window for a control, with a step to undo and one to redo."""
    for _ in range(2):
        window.document.select(frozenset({TABLE}))
        window.canvas.setFocus()
        QTest.keyClick(window.canvas, KEY.Key_Right)
    window.canvas.undo()
    window.document.select(frozenset())
    SCENES[request.param](window)
    QCoreApplication.processEvents()
    return window


def controls(window: MainWindow) -> list[QWidget]:
    """Return everything that Tab reaches, except the canvas."""
    return [
        widget for widget in QApplication.allWidgets()
        if isinstance(widget, CONTROLS) and widget.window() is window
        and widget.isVisible() and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]  # fmt: skip


def called(widget: QWidget) -> str:
    """Return the name of a control for messages."""
    return f"{type(widget).__name__} {widget.accessibleName()}"


def test_tab_reaches_every_control_in_order_and_comes_round(scene: MainWindow) -> None:
    """No control traps the focus."""
    left = {id(widget) for widget in controls(scene)}
    scene.canvas.setFocus()
    widget: QWidget = scene.canvas
    for _ in range(5_000):
        widget = widget.nextInFocusChain()
        left.discard(id(widget))
        if widget is scene.canvas:
            break
    assert not left


def test_letters_never_draw_and_never_play(scene: MainWindow) -> None:
    """They write, search, or do nothing."""
    tool = scene.canvas.gestures.tool.name
    for widget in controls(scene):
        if not widget.isVisible():
            # A search that finds nothing takes the list away.
            continue
        widget.setFocus()
        for letter in "peodabtghi":
            QTest.keyClicks(scene.focusWidget() or widget, letter)
        assert scene.canvas.gestures.tool.name == tool, called(widget)
        assert not scene.run.playhead.playing, called(widget)
        assert not scene.document.hidden, called(widget)
        scene.canvas.setFocus()
    assert scene.settings.grid


@pytest.mark.parametrize("key", [KEY.Key_Escape, KEY.Key_Return])
def test_esc_and_enter_lead_back_to_the_canvas(scene: MainWindow, key: Qt.Key) -> None:
    """This holds for every field and list; Enter leaves buttons, and goes to a table's next row."""
    for widget in controls(scene):
        goes_on = isinstance(widget, QAbstractButton) or widget.accessibleName() in {
            "Corners", "Route", "Find", "Note", "History",
        }  # fmt: skip
        if key == KEY.Key_Return and goes_on:
            continue
        widget.setFocus()
        QTest.keyClick(widget, key)
        assert scene.canvas.hasFocus(), called(widget)


def test_no_key_of_elements_works_in_a_field(scene: MainWindow) -> None:
    """Delete, F2, H and Ctrl with X, C, V, D are text's there, or nothing's."""
    QTest.keyClick(scene.canvas, KEY.Key_C, CTRL)
    level = scene.document.level
    for widget in controls(scene):
        if isinstance(widget, TEXT | QComboBox):
            for key in (KEY.Key_X, KEY.Key_V, KEY.Key_D, KEY.Key_C):
                widget.setFocus()
                QTest.keyClick(widget, key, CTRL)
            for key in (KEY.Key_Delete, KEY.Key_Backspace, KEY.Key_F2, KEY.Key_H):
                widget.setFocus()
                QTest.keyClick(widget, key, NONE)
            assert scene.focusWidget() is widget, called(widget)
            assert scene.document.level is level, called(widget)
            QTest.keyClick(widget, KEY.Key_Escape)
            assert scene.document.level is level, called(widget)


def test_ctrl_c_in_a_field_copies_text(window: MainWindow) -> None:
    """It copies no elements."""
    window.document.select(frozenset({TABLE}))
    field = window.panels["properties"].controls["name"]
    field.setFocus()
    field.selectAll()
    QTest.keyClick(field, KEY.Key_C, CTRL)
    assert QApplication.clipboard().text() == field.text()


def test_a_field_without_typing_passes_undo_and_redo_on(scene: MainWindow) -> None:
    """To the level, from wherever the focus is."""
    for widget in controls(scene):
        if isinstance(widget, QLineEdit) and widget.isUndoAvailable():
            continue
        index = scene.document.stack.index()
        widget.setFocus()
        QTest.keyClick(widget, KEY.Key_Z, CTRL)
        assert scene.document.stack.index() == index - 1, called(widget)
        scene.canvas.redo()


def test_the_wheel_changes_a_field_only_with_the_focus(scene: MainWindow) -> None:
    """Otherwise it scrolls the surrounding panel."""
    scene.canvas.setFocus()
    level, speed = scene.document.level, scene.run.clock.speed
    numbers = {name: field.text() for name, field in scene.options.numbers.items()}
    for widget in controls(scene):
        if isinstance(widget, TEXT | QComboBox | QTabBar):
            place = QPointF(widget.rect().center())
            event = QWheelEvent(
                place, QPointF(widget.mapToGlobal(place)), QPoint(), QPoint(0, 120),
                Qt.MouseButton.NoButton, NONE, Qt.ScrollPhase.NoScrollPhase, False,
            )  # fmt: skip
            QCoreApplication.sendEvent(widget, event)
            assert scene.document.level is level, called(widget)
            assert scene.run.clock.speed == speed, called(widget)
    assert {name: field.text() for name, field in scene.options.numbers.items()} == numbers


def test_space_presses_the_button_with_the_focus(scene: MainWindow) -> None:
    """And does not play."""
    for widget in controls(scene):
        # What is locked can get no goals: one button may switch another off.
        if isinstance(widget, QAbstractButton) and widget.isVisible() and widget.isEnabled():
            pressed: list[QWidget] = []
            widget.clicked.connect(partial(pressed.append, widget))
            widget.setFocus()
            QTest.keyClick(widget, KEY.Key_Space)
            assert len(pressed) == 1, called(widget)
            assert not scene.run.playhead.playing


class TestRound:
    """F6 goes round the parts of the window."""

    @pytest.mark.parametrize("upper", ["outline", "history"])
    @pytest.mark.parametrize("bottom", ["", "fit", "coverage", "run"])
    @pytest.mark.parametrize("chosen", [(), (TABLE,)])
    def test_all_parts_in_order_and_back(
        self, window: MainWindow, upper: str, bottom: str, chosen: tuple[int, ...]
    ) -> None:
        """They are canvas, options, visible docks and play bar."""
        window.document.select(frozenset(chosen))
        for name in filter(None, (upper, bottom)):
            window.show_panel(name)
        QCoreApplication.processEvents()
        docks = window.arrangement.docks
        parts: list[QWidget] = [window.canvas, window.options, docks["upper"], docks["lower"]]
        if bottom:
            parts.append(docks["bottom"])
        parts += [window.panels["play"]]
        window.canvas.setFocus()
        for part in [*parts[1:], parts[0]]:
            QTest.keyClick(window.focusWidget(), KEY.Key_F6)
            focus = window.focusWidget()
            assert focus is part or part.isAncestorOf(focus)
        for part in reversed(parts):
            QTest.keyClick(window.focusWidget(), KEY.Key_F6, Qt.KeyboardModifier.ShiftModifier)
            focus = window.focusWidget()
            assert focus is part or part.isAncestorOf(focus)


class TestFolders:
    """Where a folder of the outline is current."""

    @pytest.mark.parametrize("by_menu", [False, True])
    def test_renaming_means_the_folder(self, window: MainWindow, *, by_menu: bool) -> None:
        """This holds for F2 and the Edit menu."""
        window.document.select(frozenset({TABLE, GUARD}))
        window.commands.table["group"].trigger()
        window.canvas.setFocus()
        outline = window.panels["outline"]
        path = window.document.level.obstacles[TABLE].group
        outline.view.setFocus()
        row = outline.view.visualRect(outline.model.index_of_group(path))
        QTest.mouseClick(outline.view.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
        if by_menu:
            window.commands.table["rename"].trigger()
        else:
            QTest.keyClick(outline.view, KEY.Key_F2)
        field = window.focusWidget()
        assert isinstance(field, QLineEdit)
        assert field.text() == path
        QTest.keyClick(field, KEY.Key_Escape)
