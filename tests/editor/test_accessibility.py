"""All controls are reachable by keyboard in reading order, and have names."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QTabBar,
    QTableView,
    QToolButton,
    QTreeView,
    QWidget,
)
from seen import visible
from small_level import CHEST, GATE, GUARD, HALL, TABLE

from editor.dialogs import all_dialogs
from editor.shell.window import MainWindow

ROLE = QAccessible.Role

ROLES = {
    QCheckBox: {ROLE.CheckBox},
    QPushButton: {ROLE.Button, ROLE.ButtonMenu, ROLE.CheckBox},
    QToolButton: {ROLE.Button, ROLE.ButtonMenu, ROLE.CheckBox, ROLE.RadioButton},
    QLineEdit: {ROLE.EditableText},
    QPlainTextEdit: {ROLE.EditableText},
    QComboBox: {ROLE.ComboBox},
    QTabBar: {ROLE.PageTabList},
    QTreeView: {ROLE.Tree},
    QTableView: {ROLE.Table},
    QListView: {ROLE.List},
    QSlider: {ROLE.Slider},
}
"""Roles by which a screen reader announces each kind of control."""

SELECTIONS = ((), (TABLE,), (GATE,), (GUARD,), (HALL,), (TABLE, HALL))

BY_MENU = {
    "hidden": "show_all", "fit": "panel_fit", "problems": "panel_problems",
    "tests": "panel_tests", "doors": "panel_doors",
    "snap": "coarser", "place": "copy_place", "zoom": "zoom_100",
    "restart_button": "restart", "back_button": "back", "play_button": "play",
    "step_button": "step", "step_back_button": "step_back", "go_on_button": "go_on",
    "other_run_button": "other_run", "counts_button": "panel_run",
}  # fmt: skip
"""Buttons that never take the focus, and the menu actions that do the same."""


def controls(top: QWidget) -> list[QWidget]:
    """Return all controls that take the focus by Tab."""
    return [
        w for w in visible(top)
        if w.focusPolicy() & Qt.FocusPolicy.TabFocus and w.isEnabled()
        and not isinstance(w, QLabel) and not _is_inside_another(w)
    ]  # fmt: skip


def _is_inside_another(widget: QWidget) -> bool:
    """Return whether a widget is a part of another control."""
    parent = widget.parentWidget()
    return widget.objectName().startswith(("qt_", "Scroll")) or (
        isinstance(parent, QAbstractScrollArea) and parent.viewport() is widget
    )


def check_names(top: QWidget) -> None:
    """Check that each control has a name and the right role."""
    nameless, strange = [], []
    for widget in controls(top):
        told = QAccessible.queryAccessibleInterface(widget)
        if not (widget.accessibleName() or told.text(QAccessible.Text.Name)):
            nameless.append(widget)
        wanted = next((roles for kind, roles in ROLES.items() if isinstance(widget, kind)), None)
        if wanted is not None and told.role() not in wanted:
            strange.append((widget, told.role()))
    assert not nameless
    assert not strange


def check_order(top: QWidget) -> None:
    """Assert that Tab goes from top to bottom, and from left to right within a line.

    At the foot of a dialog the default button comes first.
    """
    inside = controls(top)
    if len(inside) < 2:
        return
    chain: list[QWidget] = []
    widget = top
    while True:
        widget = widget.nextInFocusChain()
        if widget is top or widget in chain:
            break
        if widget in inside:
            chain.append(widget)
    assert set(chain) == set(inside)
    boxes = [w.rect().translated(w.mapTo(top, QPoint())) for w in chain]
    back = [
        (chain[number - 1], chain[number])
        for number in range(0 if top.isWindow() else 1, len(boxes))
        if not _follows(boxes[number - 1], boxes[number])
        and not (isinstance(chain[number - 1], QPushButton) and chain[number - 1].isDefault())
    ]
    # Round a whole window it begins anew once.
    told = [[w.accessibleName() or w.objectName() for w in pair] for pair in back]
    assert len(back) <= top.isWindow(), told


def _follows(one: QRect, other: QRect) -> bool:
    """Return whether the other follows in reading order: to the right in its line, or below."""
    if one.top() < other.center().y() < one.bottom():
        return other.left() > one.left()
    return other.bottom() > one.center().y()


def open_dialogs() -> list[QDialog]:
    """Return all visible dialogs."""
    return [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]


@pytest.fixture(autouse=True)
def closing():
    """Close everything that was opened in the block."""
    yield
    for dialog in open_dialogs():
        dialog.close()


def test_the_window(window: MainWindow) -> None:
    """Bars and panels are accessible with any selection."""
    for selected in SELECTIONS:
        window.document.select(frozenset(selected))
        QCoreApplication.processEvents()
        check_names(window)
        for panel in window.panels.values():
            check_order(panel)
        check_order(window.options)


@pytest.mark.parametrize("bottom", ["problems", "fit", "coverage", "run"])
def test_the_other_panels(window: MainWindow, bottom: str) -> None:
    """History, the level's properties, and the panels below the canvas."""
    window.canvas.setFocus()
    window.show_panel("history")
    window.show_panel(bottom)
    window.run.clock.step_once()
    QCoreApplication.processEvents()
    check_names(window)
    for panel in window.panels.values():
        check_order(panel)
    window.run.clock.stop_to_start()


def test_the_tools(window: MainWindow) -> None:
    """Their numbers and switches."""
    for tool in window.canvas.gestures.tools:
        window.canvas.gestures.choose(tool)
        QCoreApplication.processEvents()
        check_names(window.options)
        check_order(window.options)


def test_every_dialog(window: MainWindow) -> None:
    """About two things that are selected."""
    for name in all_dialogs():
        window.document.select(frozenset({TABLE, CHEST}))
        window.ask(name)
        QCoreApplication.processEvents()
        for dialog in open_dialogs():
            check_names(dialog)
            check_order(dialog)
            assert dialog.windowTitle()
            dialog.close()


def test_every_button_of_a_strip_has_a_menu(window: MainWindow) -> None:
    """Buttons that never take the focus have a menu action, a name and a shortcut."""
    in_menus = {
        action for top in window.menuBar().actions() for action in lines(top.menu())
    }  # fmt: skip
    table = window.commands.table
    named = {id(getattr(part, name)): action for name, action in BY_MENU.items()
             for part in (window.status, window.panels["play"]) if hasattr(part, name)}  # fmt: skip
    left = []
    for button in visible(window):
        if not isinstance(button, QToolButton) or button.focusPolicy() != Qt.FocusPolicy.NoFocus:
            continue
        action = button.defaultAction() or table.get(named.get(id(button), ""))
        if action in in_menus:
            assert button.accessibleName() or button.text() or action.text()
            assert button.toolTip()
        elif button is not window.canvas.chrome.show_bar.show_button:
            left.append(button.accessibleName() or button.text())
    assert not left


def lines(menu: object) -> list[object]:
    """Return all actions of a menu and its submenus."""
    assert isinstance(menu, QMenu)
    found: list[object] = []
    for action in menu.actions():
        inner = action.menu()
        found += lines(inner) if isinstance(inner, QMenu) else [action]
    return found


def test_every_overlay_can_be_switched_by_menu(window: MainWindow) -> None:
    """The list of overlays has the same entries as the menus."""
    for name in window.canvas.chrome.show_bar.list.checks:
        assert f"overlay_{name}" in window.commands.table


def test_lists_say_what_they_are(window: MainWindow) -> None:
    """Lists in combo boxes do, too."""
    for view in visible(window):
        if isinstance(view, QAbstractItemView) and not _is_inside_another(view):
            told = QAccessible.queryAccessibleInterface(view).text(QAccessible.Text.Name)
            assert view.accessibleName() or told or isinstance(view.parentWidget(), QComboBox)


def test_no_button_without_words(window: MainWindow) -> None:
    """A picture alone says nothing to users of screen readers."""
    for button in visible(window):
        if isinstance(button, QAbstractButton) and not button.objectName().startswith("qt_"):
            told = QAccessible.queryAccessibleInterface(button).text(QAccessible.Text.Name)
            if type(button) is not QAbstractButton:
                assert told or button.accessibleName()
