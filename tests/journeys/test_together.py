"""Move rooms with their contents in the real window: by mouse, arrow keys, numbers, menu."""

from pathlib import Path

import pytest
from hand import ALT, CTRL, LEFT, SHIFT, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, HALL, TABLE, YARD, box, small_level

from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from navcore.level.model import Level

KEY = Qt.Key


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the small level."""
    return open_window(small_level(), (-2.0, -2.0, 24.0, 14.0))


def assert_moved(level: Level, by: tuple[float, float]) -> None:
    """Check that the hall and its contents moved by a vector, and nothing else moved."""
    (dx, dz), before = by, small_level()
    assert level.areas[HALL].polygon == box(dx, dz, 10 + dx, 8 + dz)
    assert level.areas[GATE].polygon == box(10 + dx, 3 + dz, 11 + dx, 6 + dz)
    assert level.obstacles[TABLE].polygon == box(3 + dx, 3 + dz, 6 + dx, 5 + dz)
    assert level.agents[GUARD].position == (2 + dx, 2 + dz)
    assert level.agents[GUARD].goals == before.agents[GUARD].goals
    assert level.areas[YARD] == before.areas[YARD]
    assert level.obstacles[CHEST] == before.obstacles[CHEST]


def typed(window: MainWindow, letter: str, text: str) -> None:
    """Type a number in the strip."""
    field = window.options.parts[letter]
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, KEY.Key_Return)


def test_a_door_that_left_a_room_is_told(window: MainWindow, hand: Hand) -> None:
    """Mouse, arrow keys and typed numbers report it; undo moves the door back."""
    said, document = window.status.text, window.document
    told = "gate has left yard. Ctrl+Z undoes that."
    hand.hold((5.0, 0.0), (5.0, 0.5), (2.0, 0.0))
    assert "gate leaves yard" in window.canvas.gestures.hint()
    hand.release((2.0, 0.0))
    assert said.plain == told
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level == small_level()
    window.status.forget()
    document.select(frozenset({HALL}))
    hand.key(KEY.Key_Left, modifiers=SHIFT)
    assert said.plain == told
    hand.key(KEY.Key_Z, modifiers=CTRL)
    window.status.forget()
    document.select(frozenset({GATE, HALL, YARD}))
    hand.key(KEY.Key_Left, modifiers=SHIFT)
    assert said.plain != told


def test_by_mouse(window: MainWindow, hand: Hand) -> None:
    """The hint shows the number of contents; one undo moves everything back."""
    document = window.document
    hand.move((5.0, 0.0))
    assert "drag moves it and 3 things in it" in window.canvas.gestures.hint()
    hand.hold((5.0, 0.0), (5.0, 0.5), (5.0, 2.0))
    assert "Moving hall and 3 things in it by 0.00, 2.00 m." in window.canvas.gestures.hint()
    assert document.level.obstacles[TABLE].polygon == box(3, 5, 6, 7)
    hand.release((5.0, 2.0))
    assert_moved(document.level, (0.0, 2.0))
    assert document.selection.ids == {HALL}
    assert document.stack.count() == 1
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level == small_level()


def test_the_bake_follows(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """The floor follows the hall while the button is down."""
    grid = window.bake.world.grid
    assert not grid.is_walkable(5.0, 9.5)
    hand.hold((5.0, 0.0), (5.0, 0.5), (5.0, 2.0))
    qtbot.waitUntil(lambda: bool(window.bake.world.grid.is_walkable(5.0, 9.0)))
    assert window.document.dragging
    hand.release((5.0, 2.0))


def test_by_arrow_keys(window: MainWindow, hand: Hand) -> None:
    """Each key press moves by one step of the grid."""
    window.document.select(frozenset({HALL}))
    hand.key(KEY.Key_Up, KEY.Key_Up)
    assert_moved(window.document.level, (0.0, 1.0))


def test_by_typed_places(window: MainWindow) -> None:
    """The strip moves and rotates all as a unit; a typed width keeps the gate in its gap."""
    document = window.document
    document.select(frozenset({HALL}))
    typed(window, "z", "6")
    assert_moved(document.level, (0.0, 2.0))
    typed(window, "turn", "90")
    assert document.level.agents[GUARD].position == (7.0, 3.0)
    document.stack.undo()
    document.stack.undo()
    assert document.level == small_level()
    document.select(frozenset({HALL}))
    typed(window, "w", "12")
    assert document.level.areas[GATE].polygon == box(11, 3, 12, 6)
    assert document.level.obstacles == small_level().obstacles


def test_a_copy(window: MainWindow, hand: Hand) -> None:
    """Alt copies the room with its contents; Ctrl+D repeats that."""
    document = window.document
    hand.hold((5.0, 0.0), (5.0, 0.5))
    hand.move((5.0, 10.0), LEFT, ALT)
    hand.release((5.0, 10.0), keys=ALT)
    assert_moved(document.level.with_items(small_level().areas), (0.0, 0.0))
    (copy,) = document.selection.ids
    assert document.level.areas[copy].polygon == box(0, 10, 10, 18)
    assert {o.polygon for o in document.level.obstacles.values()} >= {box(3, 13, 6, 15)}
    hand.key(KEY.Key_D, modifiers=CTRL)
    (again,) = document.selection.ids
    assert document.level.areas[again].polygon == box(0, 20, 10, 28)
    assert {o.polygon for o in document.level.obstacles.values()} >= {box(3, 23, 6, 25)}
    assert len(document.level.agents) == 4
    assert document.stack.count() == 2


def test_the_switch(window: MainWindow, hand: Hand) -> None:
    """If it is off, rooms move alone; it is in the strip of both tools, and is saved."""
    check = window.options.switches["take_along"]
    assert check.isVisible()
    assert check.isChecked()
    check.click()
    assert window.focusWidget() is window.canvas
    assert not window.settings.take_along
    hand.drag((5.0, 0.0), (5.0, 0.5), (5.0, 2.0))
    hand.key(KEY.Key_Up)
    typed(window, "z", "8")
    level = window.document.level
    assert level.areas[HALL].polygon == box(0, 4, 10, 12)
    assert level.obstacles == small_level().obstacles
    assert level.areas[GATE] == small_level().areas[GATE]
    hand.key(KEY.Key_E)
    assert not window.options.switches["take_along"].isChecked()
    assert not Settings(Path(window.settings.store.fileName())).take_along


def test_a_wall_that_is_dragged(window: MainWindow, hand: Hand) -> None:
    """Dragging an edge with the vertex tool moves its door, too."""
    document = window.document
    document.select(frozenset({HALL}))
    hand.key(KEY.Key_E)
    hand.click((10.0, 7.0))
    hand.drag((10.0, 7.0), (9.8, 7.0), (9.0, 7.0))
    assert document.level.areas[HALL].polygon == box(0, 0, 9, 8)
    assert document.level.areas[GATE].polygon == box(9, 3, 10, 6)
    assert document.stack.count() == 1


@pytest.mark.parametrize("action", ["align_top", "mirror_x"])
def test_actions(window: MainWindow, action: str) -> None:
    """Actions of the menu that move rooms follow the switch, too."""
    document = window.document
    document.select(frozenset({HALL, YARD} if action == "align_top" else {HALL}))
    if action == "align_top":
        window.options.parts["z"].setFocus()
        window.canvas.setFocus()
        document.select(frozenset({HALL}))
        window.canvas.gestures.key("Up")
        document.select(frozenset({HALL, YARD}))
        window.commands.table[action].trigger()
        QApplication.processEvents()
        assert document.level.obstacles[CHEST].polygon == box(14, 1.5, 15, 2.5)
        assert document.level.obstacles[TABLE].polygon == box(3, 3.5, 6, 5.5)
    else:
        window.commands.table[action].trigger()
        assert document.level.areas[HALL] == small_level().areas[HALL]
        assert document.level.agents[GUARD].position == (8.0, 2.0)
        assert set(document.level.areas[GATE].polygon) == set(box(-1, 3, 0, 6))


def test_properties(window: MainWindow) -> None:
    """A place typed in the properties moves the contents of the room, too."""
    document = window.document
    document.select(frozenset({HALL}))
    panel = window.panels["properties"]
    panel.controls["centre"].take((5.0, 7.0))
    assert_moved(document.level, (0.0, 3.0))


def test_in_a_run(window: MainWindow, hand: Hand) -> None:
    """During a run, moving a room moves the starts of agents in it."""
    hand.key(KEY.Key_Period)
    hand.drag((5.0, 0.0), (5.0, 0.5), (5.0, 2.0))
    assert_moved(window.document.level, (0.0, 2.0))
