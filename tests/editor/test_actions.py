"""Actions: all are in menus, have the right keys, and do what their texts promise."""

from itertools import groupby

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, HALL, TABLE

from editor.actions import rows
from editor.actions.row import is_plain
from editor.shell.window import MainWindow
from editor.tools import all_tools
from editor.tools.tool import Pointer


def trigger(window: MainWindow, name: str) -> None:
    """Choose an action."""
    action = window.commands.table[name]
    assert action.isEnabled()
    action.trigger()


def in_menus(menu: QMenu) -> list[QAction]:
    """Every action of a menu and its submenus."""
    found: list[QAction] = []
    for action in menu.actions():
        submenu = action.menu()
        if isinstance(submenu, QMenu):
            found += in_menus(submenu)
        elif not action.isSeparator():
            found.append(action)
    return found


def test_every_action_is_in_a_menu_with_text_and_no_key_twice(window: MainWindow) -> None:
    """Every action is in a menu with text and no key twice."""
    shown = [
        action
        for top in window.menuBar().actions()
        if isinstance(menu := top.menu(), QMenu)
        for action in in_menus(menu)
    ]
    for action in window.commands.table.values():
        assert action in shown
        assert action.text()
    keys = [
        QKeySequence(key).toString()
        for row in rows(window.bench)
        for key in row.keys
    ]  # fmt: skip
    assert len(keys) == len(set(keys))


def test_every_icon_exists(window: MainWindow) -> None:
    """Every icon exists."""
    for row in rows(window.bench):
        if row.icon:
            assert not window.commands.table[row.id].icon().isNull(), row.icon


def test_every_tool_has_a_button_with_name_key_and_line(window: MainWindow) -> None:
    """Every tool has a button with name key and line."""
    for tool in all_tools():
        if not tool.on_rail:
            assert tool.name not in window.rail.buttons
            continue
        button = window.rail.buttons[tool.name]
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus
        trigger(window, f"tool_{tool.name}")
        assert window.canvas.gestures.tool.name == tool.name
        checked = {other for other in window.rail.buttons.values() if other.isChecked()}
        assert checked == {button}
        assert button.toolTip().startswith(tool.title)
        assert tool.summary in button.toolTip()
        assert button.accessibleName().startswith(tool.title)


@pytest.mark.parametrize(
    ("key", "plain"),
    [("T", True), ("Shift+F", True), ("F2", True), ("F5", False), ("Shift+F5", False),
     ("Ctrl+Z", False), ("F11", False), ("Delete", True), ("?", True), ("Ctrl+C", True),
     ("Ctrl+Shift+D", True), ("Ctrl+Shift+C", False), ("Ctrl+Shift+X", True)],
)  # fmt: skip
def test_which_keys_belong_to_the_canvas(key: str, *, plain: bool) -> None:
    """Which keys belong to the canvas."""
    assert is_plain(key) == plain


def test_plain_keys_work_on_the_canvas_only(qtbot: QtBot, window: MainWindow) -> None:
    """Plain keys work on the canvas only."""
    window.canvas.setFocus()
    grid = window.settings.grid
    qtbot.keyClick(window.canvas, Qt.Key.Key_G)
    assert window.settings.grid != grid
    outline = window.panels["outline"]
    outline.search_field.setFocus()
    qtbot.keyClick(outline.search_field, Qt.Key.Key_G)
    assert window.settings.grid != grid
    assert outline.search_field.text() == "g"


def test_ctrl_z_in_an_untouched_field_undoes_the_level(qtbot: QtBot, window: MainWindow) -> None:
    """Ctrl z in an untouched field undoes the level."""
    window.document.select(frozenset({TABLE}))
    trigger(window, "delete")
    window.document.select(frozenset({CHEST}))
    name = window.panels["properties"].controls["name"]
    name.setFocus()
    qtbot.keyClick(name, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert TABLE in window.document.level.obstacles
    qtbot.keyClick(name, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert TABLE not in window.document.level.obstacles
    shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    window.document.stack.undo()
    qtbot.keyClick(name, Qt.Key.Key_Z, shift)
    assert TABLE not in window.document.level.obstacles


def test_undo_and_redo_name_their_steps(window: MainWindow) -> None:
    """Undo and redo name their steps."""
    table = window.commands.table
    assert not table["undo"].isEnabled()
    window.document.select(frozenset({TABLE}))
    trigger(window, "delete")
    assert table["undo"].text() == "Undo Delete table"
    trigger(window, "undo")
    assert table["redo"].text() == "Redo Delete table"
    assert not table["undo"].isEnabled()


def test_duplicate_selects_the_copies(window: MainWindow) -> None:
    """Duplicate selects the copies."""
    window.document.select(frozenset({TABLE, CHEST}))
    trigger(window, "duplicate")
    chosen = [window.document.level.element(i).name for i in window.document.selection.ids]
    assert sorted(chosen) == ["chest_2", "table_2"]
    assert window.document.stack.count() == 1


def test_select_all_and_none(window: MainWindow) -> None:
    """Select all and none."""
    trigger(window, "select_all")
    assert len(window.document.selection.ids) == 7
    trigger(window, "select_none")
    assert not window.document.selection.ids
    assert not window.commands.table["select_none"].isEnabled()


def test_t_toggles_the_selected_door_and_says_what_to_do_without_one(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Without a selected door, the status bar says what to do."""
    window.canvas.setFocus()
    window.document.select(frozenset({GATE}))
    qtbot.keyClick(window.canvas, Qt.Key.Key_T)
    assert not window.document.level.areas[GATE].available
    window.document.select(frozenset({HALL}))
    qtbot.keyClick(window.canvas, Qt.Key.Key_T)
    assert "Point at a door" in window.status.shown
    assert window.document.stack.count() == 1


def test_t_toggles_the_door_under_the_mouse_first(qtbot: QtBot, window: MainWindow) -> None:
    """T toggles the door under the mouse first."""
    window.canvas.setFocus()
    window.canvas.gestures.hover(Pointer((10.5, 4.5)))
    qtbot.keyClick(window.canvas, Qt.Key.Key_T)
    assert not window.document.level.areas[GATE].available


def test_delete_and_rename_work_in_the_outline(qtbot: QtBot, window: MainWindow) -> None:
    """Delete and rename work in the outline."""
    outline = window.panels["outline"]
    window.document.select(frozenset({CHEST}))
    outline.view.setFocus()
    qtbot.keyClick(outline.view, Qt.Key.Key_F2)
    editor = outline.view.findChild(type(outline.search_field))
    qtbot.keyClicks(editor, "trunk")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.document.level.obstacles[CHEST].name == "trunk")
    outline.view.setFocus()
    qtbot.keyClick(outline.view, Qt.Key.Key_Delete)
    assert CHEST not in window.document.level.obstacles


def test_play_keys(window: MainWindow) -> None:
    """Play keys."""
    trigger(window, "step")
    assert window.run.record.simulation.steps == 6
    trigger(window, "back")
    assert window.run.playhead.at_start
    trigger(window, "restart")
    assert window.run.playhead.playing
    trigger(window, "play")
    assert not window.run.playhead.playing
    assert "Space" in window.commands.table["play"].text()


def test_snap_step_shows_in_the_status_bar(window: MainWindow) -> None:
    """Snap step shows in the status bar."""
    assert window.status.snap.text() == "snap 0.5 m"
    trigger(window, "coarser")
    assert window.status.snap.text() == "snap 1 m"
    trigger(window, "finer")
    trigger(window, "finer")
    assert window.status.snap.text() == "snap 0.25 m"
    trigger(window, "snap")
    assert window.status.snap.text() == "no snap"


def test_zoom_and_frame(window: MainWindow) -> None:
    """Zoom and frame."""
    trigger(window, "zoom_100")
    assert window.status.zoom.text() == "100 %"
    trigger(window, "zoom_in")
    assert window.status.zoom.text() == "125 %"
    window.status.zoom.click()
    assert window.status.zoom.text() == "100 %"
    window.document.select(frozenset({CHEST}))
    trigger(window, "frame")
    assert window.canvas.viewport.camera.zoom > 1
    trigger(window, "frame_all")
    assert window.canvas.viewport.camera.zoom < 1.5


def test_overlays_can_be_hidden_and_stay_so(window: MainWindow) -> None:
    """Overlays can be hidden and stay so."""
    name = window.canvas.shown.listed[0].name
    trigger(window, f"overlay_{name}")
    assert not window.settings.overlay_shown("", name, default=True)
    assert not window.commands.table[f"overlay_{name}"].isChecked()
    trigger(window, f"overlay_{name}")


def test_the_context_menu_takes_what_lies_under_the_mouse(qtbot: QtBot, window: MainWindow) -> None:
    """The element under the mouse is selected."""
    window.canvas.gestures.hover(Pointer((14.5, 1.5)))
    menu = window.context_menu.make(window)
    assert window.document.selection.ids == {CHEST}
    names = [action.text() for action in menu.actions()]
    assert {"Rename", "Duplicate", "Delete", "Select"} <= set(names)
    stack = next(a.menu() for a in menu.actions() if a.text() == "Select")
    assert [action.text() for action in stack.actions()] == ["chest", "yard"]
    stack.actions()[1].trigger()
    assert window.document.level.element(min(window.document.selection.ids)).name == "yard"


def test_the_context_menu_over_a_door_opens_and_shuts(qtbot: QtBot, window: MainWindow) -> None:
    """The context menu over a door opens and shuts."""
    window.canvas.gestures.hover(Pointer((10.5, 4.5)))
    menu = window.context_menu.make(window)
    assert menu.actions()[0].text() == "Open or shut door"


def test_keys_are_listed(window: MainWindow) -> None:
    """Keys are listed."""
    listed = window.commands.keys()
    assert ("Edit", "Undo", "Ctrl+Z") in listed
    assert any(text == "Play or pause" and key == "Space" for _, text, key in listed)
    trigger(window, "shortcuts")
    assert window.keys is not None
    assert window.keys.shown() == [line[1:] for line in listed]
    window.keys.search.setText("zoom")
    left = [line[1:] for line in listed if "zoom" in " ".join(line).casefold()]
    assert window.keys.shown() == left
    assert ("Zoom at the mouse", "Wheel  Ctrl+wheel  Pinch") in left
    window.keys.search.setText("no such thing")
    assert window.keys.shown() == []
    assert window.keys.empty.text() == 'Nothing named "no such thing".'
    window.keys.search.clear()
    assert window.keys.shown() == [line[1:] for line in listed]
    window.keys.close()


@pytest.mark.parametrize(
    ("group", "key"),
    [
        ("Edit", "Arrows"), ("Edit", "Shift+F10"), ("Select", "Alt+click"),
        ("Corners and stops", "Tab"),
        ("While drawing", "Digits"), ("While drawing", "Enter"), ("While dragging", "Alt"),
        ("While drawing", "Double-click"), ("Draw", "Shift+R"), ("View", "Middle drag"),
        ("Play", "Space"), ("Play", "Right-click"), ("Fields and lists", "Esc"), ("Help", "?"),
    ],
)  # fmt: skip
def test_keys_that_the_canvas_reads_itself_are_listed(
    window: MainWindow, group: str, key: str
) -> None:
    """Mouse actions are listed in the same groups as the menus, or between them."""
    listed = window.commands.keys()
    assert any(key in keys for where, _, keys in listed if where == group)


def test_the_groups_of_the_list_stay_together(window: MainWindow) -> None:
    """Each has one heading."""
    listed = window.commands.keys()
    groups = [group for group, _, _ in listed]
    assert [group for group, _ in groupby(groups)] == list(dict.fromkeys(groups))


def test_the_table_names_every_action_once(window: MainWindow) -> None:
    """The table names every action once."""
    names = [row.id for row in rows(window.bench)]
    assert len(names) == len(set(names))
