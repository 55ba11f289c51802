"""The context menu: available actions by group, and all elements under the mouse."""

from itertools import pairwise

import pytest
from hand import CTRL
from key_map import KEYS
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, HALL, TABLE, YARD, box, small_level

from editor.actions.context_menu import MOST_IN_MENU
from editor.shell.window import MainWindow
from editor.tools.tool import Pointer
from navcore.level.model import Obstacle
from navcore.level.operations import lock, set_group


def opened(window: MainWindow, x: float, z: float) -> QMenu:
    """The context menu at a place of the canvas."""
    window.canvas.setFocus()
    window.canvas.gestures.hover(Pointer((x, z)))
    return window.context_menu.make(window)


def texts(menu: QMenu) -> list[str]:
    """Texts of the entries, without keys; a line between groups is empty."""
    return [action.text().partition("\t")[0] for action in menu.actions()]


def stack_of(menu: QMenu) -> QMenu:
    """Return the submenu that lists the elements under the mouse."""
    found = next(action.menu() for action in menu.actions() if action.text() == "Select")
    assert isinstance(found, QMenu)
    return found


def test_entries_stand_in_groups_and_what_can_not_be_done_is_left_out(window: MainWindow) -> None:
    """There is no line at the ends, and no two together; every entry can be chosen."""
    menu = opened(window, 4.5, 4.0)
    listed = texts(menu)
    assert window.document.selection.ids == {TABLE}
    for text in ("Rename", "Duplicate", "Cut", "Copy", "Delete", "Hide", "Only this", "Lock",
                 "Group", "Select the same kind", "Frame the selection"):  # fmt: skip
        assert text in listed, text
    for text in ("Ungroup", "Select the group", "Open or shut door", "Unlock all"):
        assert text not in listed, text
    assert listed[0]
    assert listed[-1]
    assert ("", "") not in set(pairwise(listed))
    assert all(action.isEnabled() for action in menu.actions())


def test_over_nothing_it_offers_what_needs_no_selection(window: MainWindow) -> None:
    """Everything can be selected, shown and framed."""
    window.document.hide({TABLE})
    listed = texts(opened(window, -5.0, -5.0))
    assert {"Select all", "Show all", "Frame everything"} <= set(listed)
    assert not {"Rename", "Hide", "Delete"} & set(listed)


def test_a_group_can_be_selected_and_left(window: MainWindow) -> None:
    """Of the element that was clicked, not of a folder."""
    window.document.commit(set_group(window.document.level, [TABLE, GATE], "Inn"))
    menu = opened(window, 4.5, 4.0)
    assert window.document.selection.ids == {TABLE}
    assert "Ungroup" in texts(menu)
    next(a for a in menu.actions() if a.text() == "Select the group").trigger()
    assert window.document.selection.ids == {TABLE, GATE}


def test_the_stack_lists_locked_things_and_unlocks_them(window: MainWindow) -> None:
    """The smallest first; hidden things are not in it."""
    document = window.document
    document.commit(lock(document.level, [CHEST]))
    stack = stack_of(opened(window, 14.5, 1.5))
    assert document.selection.ids == {YARD}
    assert texts(stack) == ["chest", "yard", "", "Unlock chest"]
    stack.actions()[3].trigger()
    assert not document.locked
    assert document.selection.ids == {CHEST}
    assert document.stack.undoText() == "Unlock chest"
    document.hide({CHEST})
    assert "Select" not in texts(opened(window, 14.5, 1.5))


def test_a_locked_thing_alone_can_be_reached(window: MainWindow) -> None:
    """Nothing is selected, yet it can be unlocked."""
    window.document.commit(lock(window.document.level, [HALL]))
    stack = stack_of(opened(window, 1.0, 7.0))
    assert not window.document.selection.ids
    assert texts(stack) == ["hall", "", "Unlock hall"]


def test_a_deep_stack_goes_on_beside(window: MainWindow) -> None:
    """No menu is longer than a screen."""
    many = {
        100 + n: Obstacle(id=100 + n, name=f"o{n}", order=float(n), polygon=box(0, 0, 1 + n, 1))
        for n in range(2 * MOST_IN_MENU)
    }
    window.document.load(small_level().with_items(many), None)
    menu = stack_of(opened(window, 0.5, 0.5))
    listed = []
    while menu is not None:
        assert len(menu.actions()) <= MOST_IN_MENU + 1
        listed += [text for text in texts(menu) if text != "More"]
        menu = next((a.menu() for a in menu.actions() if a.text() == "More"), None)
    assert listed == [*(f"o{n}" for n in range(2 * MOST_IN_MENU)), "hall"]


def test_the_menu_key_opens_it(qtbot: QtBot, window: MainWindow) -> None:
    """So does Shift+F10."""
    asked: list[QPoint] = []
    window.canvas.menu_requested.disconnect()
    window.canvas.menu_requested.connect(asked.append)
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Menu)
    qtbot.keyClick(window.canvas, Qt.Key.Key_F10, Qt.KeyboardModifier.ShiftModifier)
    assert len(asked) == 2


def test_from_the_list_it_is_about_the_selection_alone(window: MainWindow) -> None:
    """The place of the mouse before doesn't matter."""
    window.canvas.gestures.hover(Pointer((14.5, 1.5)))
    window.document.select(frozenset({TABLE}))
    window.panels["outline"].view.setFocus()
    menu = window.context_menu.make(window)
    assert "Select" not in texts(menu)
    assert window.document.selection.ids == {TABLE}


def test_the_key_table_is_kept(window: MainWindow) -> None:
    """It has every key, and no others."""
    keymap = window.commands.keymap
    proposed = {name: keymap.proposed(name) for name in window.commands.rows}
    assert {name: keys for name, keys in proposed.items() if keys} == {
        name: keys for name, keys in KEYS.items() if keys
    }
    assert window.commands.key_of("play") == "Space"


def test_actions_of_the_program_have_their_places_on_a_mac(window: MainWindow) -> None:
    """No other action is moved out of the menus there because of its name."""
    roles = QAction.MenuRole
    kept = {"preferences": roles.PreferencesRole, "about": roles.AboutRole, "quit": roles.QuitRole}
    for name, action in window.commands.table.items():
        assert action.menuRole() == kept.get(name, roles.NoRole), name


def test_one_event_asks_the_actions_once(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of changes doesn't matter; an action is up to date whenever it is read."""
    asked = []
    refresh = window.commands.refresh
    monkeypatch.setattr(window.commands, "refresh", lambda: (asked.append(1), refresh()))
    window.document.select(frozenset({TABLE}))
    window.document.hide({GATE})
    window.document.select(frozenset({TABLE, CHEST}))
    assert not asked
    assert window.commands.table["group"].isEnabled()
    assert window.commands.table["show_all"].isEnabled()
    assert len(asked) == 1


def test_a_key_is_never_quicker_than_the_actions(window: MainWindow) -> None:
    """An element that was just selected is grouped, from any part of the window."""
    window.activateWindow()
    window.panels["outline"].search_field.setFocus()
    window.document.select(frozenset({TABLE, CHEST}))
    QTest.keyClick(window.focusWidget(), Qt.Key.Key_G, CTRL)
    assert window.document.level.obstacles[TABLE].group


def test_every_action_that_can_not_be_done_says_why(window: MainWindow) -> None:
    """With an empty level nearly all of them are disabled."""
    window.files.new()
    off = [name for name, action in window.commands.table.items() if not action.isEnabled()]
    assert len(off) > 20
    assert [name for name in off if not window.commands.reason_of(name)] == []
    assert window.commands.reason_of("new") == ""
