"""The outline panel: linked with the canvas both ways, and fast with many elements."""

import numpy as np
import pytest
from outline_hand import CTRL, LEFT, NONE, SHIFT, click
from PySide6.QtCore import QEvent, QItemSelectionModel, Qt
from PySide6.QtGui import QColor, QHelpEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QToolTip
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, small_level

from editor.look import style
from editor.panels.outline.panel import OutlinePanel
from editor.panels.outline.rows import fitted, sign_rects
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle
from navcore.level.operations import lock, set_group, toggle_doors


@pytest.fixture
def panel(window: MainWindow) -> OutlinePanel:
    """The outline of the window's level."""
    found = window.panels["outline"]
    assert isinstance(found, OutlinePanel)
    return found


def chosen(panel: OutlinePanel) -> set[int]:
    """Ids of the rows that are selected."""
    elements = [panel.model.element_at(i) for i in panel.view.selectionModel().selectedIndexes()]
    return {element.id for element in elements if element is not None}


@pytest.fixture
def grouped(window: MainWindow, panel: OutlinePanel) -> OutlinePanel:
    """The outline of a level with a group in a group."""
    level = small_level()
    for ids, group in (([TABLE], "Inn/Kitchen"), ([CHEST, COOK], "Inn")):
        level = set_group(level, ids, group).apply(level)
    window.document.load(level, None)
    return panel


def test_the_selection_is_linked_both_ways(panel: OutlinePanel, window: MainWindow) -> None:
    """The selection is linked both ways."""
    window.document.select(frozenset({TABLE, GUARD, HALL}))
    assert chosen(panel) == {TABLE, GUARD, HALL}
    # Not as the view does, which asks for the keys that a test before this one left down.
    alone = QItemSelectionModel.SelectionFlag.ClearAndSelect
    panel.view.selectionModel().setCurrentIndex(panel.model.index_of(CHEST), alone)
    assert window.document.selection.ids == {CHEST}
    window.document.select(frozenset())
    assert chosen(panel) == set()


def test_a_selected_element_that_goes_leaves_the_selection(
    panel: OutlinePanel, window: MainWindow
) -> None:
    """A selected element that goes leaves the selection."""
    window.document.select(frozenset({TABLE, CHEST}))
    window.document.commit(Edit.remove(window.document.level, [TABLE]))
    assert window.document.selection.ids == {CHEST}
    assert chosen(panel) == {CHEST}


def test_shut_doors_say_so(panel: OutlinePanel, window: MainWindow) -> None:
    """Their rows name the state."""
    window.document.commit(toggle_doors(window.document.level, [GATE]))
    assert panel.model.index_of(GATE).data() == "gate (shut)"


def test_searching_takes_what_is_found_and_nothing_found_says_so(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """A search selects its results; without results the panel says so."""
    panel.search_field.setFocus()
    qtbot.keyClicks(panel.search_field, "area")
    qtbot.keyClick(panel.search_field, Qt.Key.Key_Return)
    assert window.document.selection.ids == {HALL, YARD}
    panel.search_field.setText("dragon")
    texts = [label.text() for label in panel.findChildren(type(panel.empty)) if label.isVisible()]
    assert 'Nothing named "dragon".' in texts
    panel.clear.click()
    assert panel.model.rowCount() == 5


def test_an_empty_level_says_how_to_begin(panel: OutlinePanel, window: MainWindow) -> None:
    """The panel explains the first step."""
    window.document.load(Level(), None)
    assert panel.empty.isVisible()
    assert panel.empty.text().startswith("Nothing drawn yet. Press P")
    assert not panel.clear.isVisible()


def test_enter_and_escape_give_the_focus_to_the_canvas(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """Enter and escape give the focus to the canvas."""
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        panel.view.setFocus()
        qtbot.keyClick(panel.view, key)
        assert window.focusWidget() is window.canvas


def test_a_taken_name_is_marked_and_enter_waits(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """A taken name is marked and enter waits."""
    window.document.select(frozenset({HALL}))
    panel.rename()
    field = panel.view.findChild(QLineEdit)
    assert isinstance(field, QLineEdit)
    field.selectAll()
    qtbot.keyClicks(field, "yard")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.property("invalid")
    assert "yard" in window.status.shown
    assert window.document.level.areas[HALL].name == "hall"
    qtbot.keyClicks(field, "_2")
    assert not field.property("invalid")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.document.level.areas[HALL].name == "yard_2")


def test_sections_stay_shut(panel: OutlinePanel, window: MainWindow) -> None:
    """Sections stay shut."""
    panel.view.collapse(panel.model.index(0, 0))
    panel.search_field.setText("e")
    panel.search_field.setText("")
    assert not panel.view.isExpanded(panel.model.index(0, 0))
    assert panel.view.isExpanded(panel.model.index(1, 0))
    panel.model.setData(panel.model.index(0, 0), "Goods")
    assert panel.model.index(0, 0).data() == "Goods  1"
    assert not panel.view.isExpanded(panel.model.index(0, 0))


def test_thousands_of_rows_follow_a_drag(
    panel: OutlinePanel, window: MainWindow, *, exhaustive: bool
) -> None:
    """Thousands of rows follow a drag."""
    count = 5000 if exhaustive else 500
    ring = ((0.0, 0.0), (0.1, 0.0), (0.0, 0.1))
    many = {
        1000 + n: Obstacle(id=1000 + n, name=f"o{n}", order=float(n), polygon=ring)
        for n in range(count)
    }
    window.document.load(small_level().with_items(many), None)
    resets: list[int] = []
    panel.model.modelReset.connect(lambda: resets.append(1))
    ids = frozenset(many)
    window.document.select(ids)
    assert len(chosen(panel)) == count
    window.document.commit(Edit.remove(window.document.level, [1000]))
    window.document.stack.undo()
    assert resets == []
    assert panel.model.index_of(1000).isValid()


def test_a_click_on_a_folder_selects_all_that_is_in_it(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """Shift adds it, Ctrl adds or removes it; a shut folder stays shut."""
    inn, kitchen = (grouped.model.index_of_group(path) for path in ("Inn", "Inn/Kitchen"))
    click(qtbot, grouped, inn)
    assert window.document.selection.ids == {TABLE, CHEST, COOK}
    assert chosen(grouped) == {TABLE, CHEST, COOK}
    click(qtbot, grouped, kitchen, keys=CTRL)
    assert window.document.selection.ids == {CHEST, COOK}
    click(qtbot, grouped, kitchen, keys=CTRL)
    assert window.document.selection.ids == {TABLE, CHEST, COOK}
    window.document.select(frozenset({HALL}))
    grouped.view.collapse(kitchen)
    click(qtbot, grouped, kitchen, keys=SHIFT)
    assert {HALL, TABLE} <= window.document.selection.ids
    click(qtbot, grouped, kitchen)
    assert window.document.selection.ids == {TABLE}
    assert not grouped.view.isExpanded(kitchen)
    assert not grouped.grab().isNull()


def test_arrow_keys_go_over_folders_too(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """Down moves from a folder to its content, left moves back to the folder."""
    grouped.view.setFocus()
    click(qtbot, grouped, grouped.model.index_of_group("Inn/Kitchen"))
    qtbot.keyClick(grouped.view, Qt.Key.Key_Down)
    assert window.document.selection.ids == {TABLE}
    qtbot.keyClick(grouped.view, Qt.Key.Key_Up)
    qtbot.keyClick(grouped.view, Qt.Key.Key_Up)
    assert window.document.selection.ids == {TABLE, CHEST, COOK}


def test_several_rows_are_taken_with_shift_and_ctrl(
    qtbot: QtBot, panel: OutlinePanel, window: MainWindow
) -> None:
    """All lists work like that."""
    click(qtbot, panel, panel.model.index_of(HALL))
    click(qtbot, panel, panel.model.index_of(YARD), keys=SHIFT)
    assert window.document.selection.ids == {HALL, YARD}
    click(qtbot, panel, panel.model.index_of(GUARD), keys=CTRL)
    click(qtbot, panel, panel.model.index_of(HALL), keys=CTRL)
    assert window.document.selection.ids == {YARD, GUARD}


def test_the_eye_and_the_lock_of_a_row_toggle(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """They leave the selection alone; a lock is an undo step, hiding is not."""
    document = window.document
    document.select(frozenset({GUARD}))
    click(qtbot, grouped, grouped.model.index_of(CHEST), "hide")
    assert document.hidden == {CHEST}
    assert document.stack.count() == 0
    click(qtbot, grouped, grouped.model.index_of(CHEST), "lock")
    assert document.locked == {CHEST}
    assert document.stack.undoText() == "Lock chest"
    assert document.selection.ids == {GUARD}
    qtbot.mouseDClick(
        grouped.view.viewport(), LEFT, NONE,
        sign_rects(grouped.view.visualRect(grouped.model.index_of(CHEST)))["hide"].center(),
    )  # fmt: skip
    assert not document.hidden


def test_the_signs_of_a_folder_toggle_all_in_it(
    qtbot: QtBot, grouped: OutlinePanel, window: MainWindow
) -> None:
    """Those that were set already stay so; the next click takes all back."""
    document, inn = window.document, grouped.model.index_of_group("Inn")
    document.hide({TABLE})
    click(qtbot, grouped, inn, "hide")
    assert document.hidden == {TABLE, CHEST, COOK}
    click(qtbot, grouped, inn, "hide")
    assert not document.hidden
    click(qtbot, grouped, inn, "lock")
    assert document.locked == {TABLE, CHEST, COOK}
    assert document.stack.undoText() == "Lock 3 elements"
    click(qtbot, grouped, inn, "lock")
    assert not document.locked


def test_signs_say_what_they_do(grouped: OutlinePanel, window: MainWindow) -> None:
    """They have tool tips."""
    index = grouped.model.index_of(CHEST)
    assert grouped.view.tip_of(index, "hide") == "Hide"
    assert grouped.view.tip_of(index, "lock") == "Lock"
    window.document.hide({CHEST})
    window.document.commit(lock(window.document.level, [CHEST]))
    assert grouped.view.tip_of(index, "hide") == "Show"
    assert grouped.view.tip_of(index, "lock") == "Unlock"
    place = sign_rects(grouped.view.visualRect(index))["lock"].center()
    event = QHelpEvent(QEvent.Type.ToolTip, place, grouped.view.viewport().mapToGlobal(place))
    QApplication.sendEvent(grouped.view.viewport(), event)
    assert QToolTip.text() == "Unlock"
    QToolTip.hideText()


def test_many_scattered_rows_are_selected_once_the_outline_is_touched(
    panel: OutlinePanel, window: MainWindow, qtbot: QtBot
) -> None:
    """Until then they are only painted as selected; Ctrl+click deselects exactly one of them."""
    ring = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    things = {n: Obstacle(id=n, order=n, name=f"thing_{n:03}", polygon=ring) for n in range(1, 301)}
    window.document.load(Level().with_items(things), None)
    every_other = frozenset(range(1, 301, 2))
    window.document.select(every_other)
    assert len(chosen(panel)) < 10
    view = panel.view
    rows = [view.visualRect(panel.model.index_of(number)) for number in (3, 4)]
    before = [view.viewport().grab(row).toImage() for row in rows]
    click(qtbot, panel, panel.model.index_of(1), keys=CTRL)
    assert window.document.selection.ids == chosen(panel) == every_other - {1}
    assert [view.viewport().grab(row).toImage() for row in rows] == before
    filled = QColor(style.current().accent_fill).rgb()
    assert [filled in np.frombuffer(each.bits(), np.uint32) for each in before] == [True, False]


def test_a_name_keeps_half_of_its_row(window: MainWindow) -> None:
    """The text after it is shortened, too; if there is room, neither is."""
    metrics = window.fontMetrics()
    name, more = "gate_watch_of_the_north", "(there and back, 12 stops)  by 3 agents"
    wide = metrics.horizontalAdvance(name + more) + 100
    assert fitted(metrics, name, more, wide) == (name, more)
    shown, behind = fitted(metrics, name, more, metrics.horizontalAdvance(more))
    assert shown.startswith("gate")
    assert metrics.horizontalAdvance(shown) > 0.4 * metrics.horizontalAdvance(more)
    assert behind.startswith("(there")
    assert behind.endswith("…")
    assert fitted(metrics, "well", more, metrics.horizontalAdvance(more))[0] == "well"
    assert fitted(metrics, name, "", wide) == (name, "")
