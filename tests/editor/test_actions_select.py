"""Select, hide, lock and group, by menu and by key on the canvas."""

from hand import bare
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD

from editor.shell.window import MainWindow
from editor.tools.tool import Pointer
from navcore.level.operations import lock, set_group

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def trigger(window: MainWindow, name: str) -> None:
    """Choose an action."""
    action = window.commands.table[name]
    assert action.isEnabled()
    action.trigger()


def put_in(window: MainWindow, group: str, *ids: int) -> None:
    """Put elements into a group."""
    window.document.commit(set_group(window.document.level, ids, group))


def test_all_and_invert_leave_out_what_is_hidden_or_locked(window: MainWindow) -> None:
    """Neither can be taken."""
    document = window.document
    document.hide({GUARD})
    document.commit(lock(document.level, [HALL]))
    trigger(window, "select_all")
    assert document.selection.ids == {YARD, GATE, TABLE, CHEST, COOK}
    document.select(frozenset({YARD, TABLE}))
    trigger(window, "invert")
    assert document.selection.ids == {GATE, CHEST, COOK}
    trigger(window, "select_none")
    assert not document.selection.ids


def test_same_kind_tells_doors_from_floor(window: MainWindow) -> None:
    """Of several kinds all are taken."""
    document = window.document
    for chosen, found in (
        ({HALL}, {HALL, YARD}),
        ({GATE}, {GATE}),
        ({TABLE, GUARD}, {TABLE, CHEST, GUARD, COOK}),
    ):
        document.select(frozenset(chosen))
        trigger(window, "same_kind")
        assert document.selection.ids == found


def test_the_group_climbs_from_folder_to_folder(window: MainWindow) -> None:
    """Selects the group of the selection, then the group around it, without locked elements."""
    document = window.document
    put_in(window, "Inn/Kitchen", TABLE, GUARD)
    put_in(window, "Inn", YARD, COOK)
    put_in(window, "", CHEST)
    document.commit(lock(document.level, [COOK]))
    document.select(frozenset({TABLE}))
    trigger(window, "the_group")
    assert document.selection.ids == {TABLE, GUARD}
    trigger(window, "the_group")
    assert document.selection.ids == {TABLE, GUARD, YARD}
    document.select(frozenset({CHEST}))
    assert not window.commands.table["the_group"].isEnabled()


def test_h_hides_and_shift_h_shows_all(qtbot: QtBot, window: MainWindow) -> None:
    """No undo step; hidden elements are deselected, not picked, and counted in the status bar."""
    document, canvas = window.document, window.canvas
    canvas.setFocus()
    document.select(frozenset({TABLE, CHEST}))
    qtbot.keyClick(canvas, Qt.Key.Key_H)
    assert document.hidden == {TABLE, CHEST}
    assert not document.selection.ids
    assert document.stack.count() == 0
    assert window.status.shown == "Hid 2 obstacles. Shift+H shows everything again."
    assert window.status.hidden.text() == "2 hidden"
    assert window.status.hidden.isVisible()
    canvas.gestures.hover(Pointer((4.5, 4.0)))
    canvas.gestures.press(Pointer((4.5, 4.0)))
    canvas.gestures.release(Pointer((4.5, 4.0)))
    assert document.selection.ids == {HALL}
    qtbot.keyClick(canvas, Qt.Key.Key_H, SHIFT)
    assert not document.hidden
    assert not window.status.hidden.isVisible()


def test_the_counter_shows_everything_again(window: MainWindow) -> None:
    """It is a button."""
    window.document.hide({TABLE, GUARD})
    window.status.hidden.click()
    assert not window.document.hidden


def test_i_shows_only_this_and_again_what_was_hidden_before(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Also when nothing is selected any more; the menu shows that it is on."""
    document, canvas = window.document, window.canvas
    canvas.setFocus()
    document.hide({CHEST})
    document.select(frozenset({TABLE, HALL}))
    qtbot.keyClick(canvas, Qt.Key.Key_I)
    assert document.hidden == {YARD, GATE, CHEST, GUARD, COOK}
    assert document.selection.ids == {TABLE, HALL}
    assert window.commands.table["show_only"].isChecked()
    document.select(frozenset())
    qtbot.keyClick(canvas, Qt.Key.Key_I)
    assert document.hidden == {CHEST}
    assert not window.commands.table["show_only"].isEnabled()
    document.select(frozenset({TABLE}))
    qtbot.keyClick(canvas, Qt.Key.Key_I)
    qtbot.keyClick(canvas, Qt.Key.Key_H, SHIFT)
    assert not document.hidden
    assert not document.showing_only


def test_ctrl_l_locks_and_unlocks_what_stays_selected(qtbot: QtBot, window: MainWindow) -> None:
    """Each is one undo step; the text names which of the two it does."""
    document, canvas, table = window.document, window.canvas, window.commands.table
    canvas.setFocus()
    document.select(frozenset({TABLE, CHEST}))
    assert table["lock"].text() == "Lock"
    qtbot.keyClick(canvas, Qt.Key.Key_L, CTRL)
    assert document.locked == {TABLE, CHEST}
    assert document.selection.ids == {TABLE, CHEST}
    assert document.stack.undoText() == "Lock 2 obstacles"
    assert table["lock"].text() == "Unlock"
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert window.status.shown == "2 obstacles are locked. Ctrl+L unlocks."
    document.select(frozenset({TABLE, GUARD}))
    assert table["lock"].text() == "Lock"
    document.select(frozenset({TABLE}))
    qtbot.keyClick(canvas, Qt.Key.Key_L, CTRL)
    assert document.locked == {CHEST}
    qtbot.keyClick(canvas, Qt.Key.Key_L, CTRL | SHIFT)
    assert not document.locked
    assert document.stack.undoText() == "Unlock chest"
    document.stack.undo()
    assert document.locked == {CHEST}


def test_what_is_hidden_is_not_drawn_but_baked(window: MainWindow) -> None:
    """Obstacle, agent, floor and door disappear from the picture; the cells stay."""
    canvas = window.canvas
    walkable = window.bake.world.grid.walkable.copy()

    def colour(x: float, z: float) -> QColor:
        px, pz = canvas.viewport.camera.to_pixel((x, z))
        return bare(canvas).pixelColor(QPoint(round(px), round(pz)))

    places = [(4.5, 4.0), (14.5, 1.5), (2.0, 2.0)]
    before = [colour(*place) for place in places]
    window.document.hide({TABLE, CHEST, GUARD})
    after = [colour(*place) for place in places]
    assert all(old != new for old, new in zip(before, after, strict=True))
    assert (window.bake.world.grid.walkable == walkable).all()
    window.document.hide(())
    assert [colour(*place) for place in places] == before
