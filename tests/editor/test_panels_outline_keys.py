"""The outline by keys and drags: names, groups, search, order, menu."""

import pytest
from outline_hand import CTRL, LEFT, NONE, SHIFT, click
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GUARD, HALL, TABLE, YARD, small_level

from editor.panels.outline.panel import OutlinePanel
from editor.shell.window import MainWindow
from navcore.level.operations import delete, set_group


@pytest.fixture
def panel(window: MainWindow) -> OutlinePanel:
    """The outline of the window's level."""
    found = window.panels["outline"]
    assert isinstance(found, OutlinePanel)
    return found


@pytest.fixture
def grouped(window: MainWindow, panel: OutlinePanel) -> OutlinePanel:
    """The outline of a level with a group in a group."""
    level = small_level()
    for ids, group in (([TABLE], "Inn/Kitchen"), ([CHEST, COOK], "Inn")):
        level = set_group(level, ids, group).apply(level)
    window.document.load(level, None)
    return panel


def field_of(panel: OutlinePanel) -> QLineEdit:
    """The field that a name is edited in."""
    found = panel.view.findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def test_f2_renames_the_folder_that_is_current(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """In place, with all that is in it; a name that is taken is marked."""
    grouped.view.setFocus()
    click(qtbot, grouped, grouped.model.index_of_group("Inn"))
    qtbot.keyClick(grouped.view, Qt.Key.Key_F2)
    field = field_of(grouped)
    assert field.text() == "Inn"
    field.clear()
    assert field.property("invalid")
    assert window.status.shown == "A group needs a name."
    qtbot.keyClicks(field, "Tavern")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    document = window.document
    qtbot.waitUntil(lambda: document.level.obstacles[TABLE].group == "Tavern/Kitchen")
    assert window.document.stack.undoText() == "Rename group Inn to Tavern"
    assert window.document.selection.ids == {TABLE, CHEST, COOK}


def test_enter_renames_before_rows_can_change(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """A name is not lost, and no field left, where something replaces the rows right after it."""
    document = window.document
    panel.view.setFocus()
    window.document.select(frozenset({TABLE}))
    assert panel.rename()
    field = field_of(panel)
    field.selectAll()
    qtbot.keyClicks(field, "counter")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert document.level.obstacles[TABLE].name == "counter"
    document.commit(delete(document.level, [TABLE]))
    QApplication.processEvents()
    assert document.stack.count() == 2
    assert not field_is_open(panel)


def field_is_open(panel: OutlinePanel) -> bool:
    """Return whether a name is being edited."""
    return any(field.isVisible() for field in panel.view.findChildren(QLineEdit))


def test_ctrl_g_makes_a_group_and_lets_its_name_be_typed(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """From the canvas, to where the focus returns; Esc leaves the name."""
    document = window.document
    window.canvas.setFocus()
    document.select(frozenset({TABLE, GUARD}))
    qtbot.keyClick(window.canvas, Qt.Key.Key_G, CTRL)
    field = field_of(panel)
    assert field.text() == "Group 1"
    field.selectAll()
    qtbot.keyClicks(field, "Set")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: document.level.obstacles[TABLE].group == "Set")
    assert document.level.agents[GUARD].group == "Set"
    qtbot.waitUntil(lambda: window.focusWidget() is window.canvas)
    assert document.stack.count() == 2
    document.select(frozenset({COOK}))
    panel.search_field.setText("hall")
    qtbot.keyClick(window.canvas, Qt.Key.Key_G, CTRL)
    assert panel.search_field.text() == ""
    qtbot.keyClick(panel.view.focusWidget() or panel.view, Qt.Key.Key_Escape)
    assert document.level.agents[COOK].group == "Group 1"
    document.select(frozenset({TABLE, GUARD}))
    qtbot.keyClick(window.canvas, Qt.Key.Key_G, CTRL | SHIFT)
    assert document.level.obstacles[TABLE].group == ""
    assert document.stack.undoText() == "Ungroup 2 elements"


def test_letters_in_the_list_search_and_never_draw(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """The tool stays; nothing plays."""
    tool = window.canvas.gestures.tool
    panel.view.setFocus()
    qtbot.keyClick(panel.view, Qt.Key.Key_P)
    assert window.focusWidget() is panel.search_field
    qtbot.keyClicks(panel.search_field, "z")
    assert panel.search_field.text() == "pz"
    panel.search_field.setText("e")
    qtbot.keyClick(panel.search_field, Qt.Key.Key_Down)
    assert window.focusWidget() is panel.view
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    assert window.canvas.gestures.tool is tool
    assert not window.run.playhead.playing
    assert window.document.stack.count() == 0


def test_h_delete_and_orders_with_ctrl_work_in_the_list(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """The keys apply to the elements selected in the list."""
    document = window.document
    panel.view.setFocus()
    document.select(frozenset({CHEST}))
    qtbot.keyClick(panel.view, Qt.Key.Key_H)
    assert document.hidden == {CHEST}
    document.select(frozenset({CHEST}))
    qtbot.keyClick(panel.view, Qt.Key.Key_H)
    assert not document.hidden
    qtbot.keyClick(panel.view, Qt.Key.Key_L, CTRL)
    assert document.locked == {CHEST}
    qtbot.keyClick(panel.view, Qt.Key.Key_L, CTRL)
    assert not document.locked
    qtbot.keyClick(panel.view, Qt.Key.Key_D, CTRL)
    assert len(document.level.obstacles) == 3
    qtbot.keyClick(panel.view, Qt.Key.Key_X, CTRL)
    assert len(document.level.obstacles) == 2
    qtbot.keyClick(panel.view, Qt.Key.Key_V, CTRL)
    assert len(document.level.obstacles) == 3
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert len(document.level.obstacles) == 2


def test_undo_takes_back_what_was_deleted_of_a_search(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """All that it found is gone with Delete; keys are the canvas's, and not about the text."""
    window.activateWindow()
    panel.search_field.setFocus()
    qtbot.keyClicks(panel.search_field, "chest")
    qtbot.keyClick(panel.search_field, Qt.Key.Key_Return)
    panel.search_field.setFocus()
    qtbot.keyClick(panel.search_field, Qt.Key.Key_Down)
    assert window.focusWidget() is panel.view
    qtbot.keyClick(panel.view, Qt.Key.Key_Delete)
    assert CHEST not in window.document.level.obstacles
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Z, CTRL)
    assert CHEST in window.document.level.obstacles
    assert panel.search_field.text() == "chest"
    assert window.focusWidget() is window.canvas


def test_the_button_of_an_empty_search_is_pressed_with_space(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """Space on a button presses it, and plays nothing."""
    panel.search_field.setText("dragon")
    panel.clear.setFocus()
    qtbot.keyClick(panel.clear, Qt.Key.Key_Space)
    assert panel.search_field.text() == ""
    assert not window.run.playhead.playing


def test_the_context_menu_of_the_list_is_that_of_the_canvas(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """The mouse and the key open it."""
    asked: list[QPoint] = []
    window.canvas.menu_requested.disconnect()
    window.canvas.menu_requested.connect(asked.append)
    click(qtbot, grouped, grouped.model.index_of(CHEST))
    for reason in (QContextMenuEvent.Reason.Mouse, QContextMenuEvent.Reason.Keyboard):
        event = QContextMenuEvent(reason, QPoint(5, 5), QPoint(7, 9))
        QApplication.sendEvent(grouped.view.viewport(), event)
    assert asked[0] == QPoint(7, 9)
    row = grouped.view.visualRect(grouped.model.index_of(CHEST))
    assert row.contains(grouped.view.viewport().mapFromGlobal(asked[1]))


def dropped(panel: OutlinePanel, data: QMimeData, place: QPoint) -> None:
    """Drag something over the tree, and drop it."""
    move = Qt.DropAction.MoveAction
    panel.view.dragMoveEvent(QDragMoveEvent(place, move, data, LEFT, NONE))
    panel.view.dropEvent(QDropEvent(QPointF(place), move, data, LEFT, NONE))


def test_rows_are_dragged_into_folders_and_among_their_siblings(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """Upon a folder, or between two rows."""
    view, model, document = grouped.view, grouped.model, window.document
    dropped(
        grouped,
        model.mimeData([model.index_of(HALL)]),
        view.visualRect(model.index_of_group("Inn/Kitchen")).center(),
    )
    assert document.level.areas[HALL].group == "Inn/Kitchen"
    gate = view.visualRect(model.index_of(YARD))
    dropped(grouped, model.mimeData([model.index_of(HALL)]), gate.bottomLeft() - QPoint(-40, 1))
    assert document.level.areas[HALL].group == ""
    assert document.level.areas[HALL].order > document.level.areas[YARD].order
    assert document.stack.count() == 2


def test_a_double_click_frames_on_the_canvas(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """An element, or all that is in a folder."""
    window.canvas.frame_all()
    before = window.canvas.viewport.camera.scale
    for index in (grouped.model.index_of(CHEST), grouped.model.index_of_group("Inn/Kitchen")):
        place = grouped.view.visualRect(index).center()
        click(qtbot, grouped, index)
        qtbot.mouseDClick(grouped.view.viewport(), LEFT, NONE, place)
        assert window.canvas.viewport.camera.scale > before
        window.canvas.frame_all()


def test_keys_of_what_is_seen_work_in_the_list_and_search_nothing(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """Also where there is nothing to do; Home leads to the first row."""
    document, view, camera = window.document, panel.view, window.canvas.viewport
    view.setFocus()
    document.select(frozenset({CHEST}))
    for key, hidden in (
        (Qt.Key.Key_H, {CHEST}),
        (Qt.Key.Key_I, {e.id for e in document.level.elements()} - {CHEST}),
    ):
        document.select(frozenset({CHEST}))
        qtbot.keyClick(view, key)
        assert document.hidden == hidden
        qtbot.keyClick(view, Qt.Key.Key_H, SHIFT)
        assert not document.hidden
    before = camera.camera
    qtbot.keyClick(view, Qt.Key.Key_F)
    assert camera.camera != before
    qtbot.keyClick(view, Qt.Key.Key_F, SHIFT)
    framed = camera.camera
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert camera.camera == framed
    document.select(frozenset())
    for key, held in ((Qt.Key.Key_H, NONE), (Qt.Key.Key_H, SHIFT), (Qt.Key.Key_I, NONE)):
        qtbot.keyClick(view, key, held)
    assert panel.search_field.text() == ""
    assert window.focusWidget() is view


def test_the_search_is_over_when_another_level_is_opened(
    panel: OutlinePanel, window: MainWindow
) -> None:
    """Its words were about the level before."""
    panel.search_field.setText("dragon")
    window.document.load(small_level(), None)
    assert panel.search_field.text() == ""
    assert panel.model.rowCount()
