"""Typing places, lengths and numbers on the canvas."""

import pytest
from hand import LEFT, RIGHT, Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.input.typed_box import TypedBox
from editor.shell.window import MainWindow
from editor.tools.tool import Tool

KEY = Qt.Key


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """A hand over the canvas, which has the focus."""
    window.canvas.setFocus()
    return Hand(window.canvas)


@pytest.fixture
def box(window: MainWindow) -> TypedBox:
    """The box."""
    return window.canvas.typed_box


def choose(window: MainWindow, name: str) -> Tool:
    """Make this tool the active one."""
    tool = next(tool for tool in window.canvas.gestures.tools if tool.name == name)
    window.canvas.gestures.choose(tool)
    return tool


def focused() -> object:
    """Return the widget with the focus."""
    return QApplication.focusWidget()


def test_a_digit_opens_the_box_at_the_pointer(
    window: MainWindow, hand: Hand, box: TypedBox
) -> None:
    """The box has the digit, the focus, and the expected input as its name."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type("3")
    assert box.is_open
    assert box.isVisible()
    assert box.field.text() == "3"
    assert focused() is box.field
    assert box.prompt.text() == "x z"
    assert box.field.accessibleName() == "Type x z"
    pointer = hand.pixel((5, 5)).toPoint()
    corner = box.geometry().topLeft()
    assert 0 < corner.x() - pointer.x() < 40
    assert 0 < corner.y() - pointer.y() < 40


def test_it_stays_inside_the_canvas(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """Also where the pointer is in the corner."""
    choose(window, "polygon_area")
    area = window.canvas.rect()
    for x, y in ((2, 2), (area.right() - 2, area.bottom() - 2), (area.right() - 2, 2)):
        hand.move(window.canvas.viewport.camera.to_world(x, y))
        hand.type("1")
        assert area.contains(box.geometry())
        hand.key(KEY.Key_Escape)


def test_an_area_by_typing_alone(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """Places, then a length and an angle are typed; Tab is a space; the focus always returns."""
    choose(window, "polygon_area")
    hand.move((3, 3))
    hand.type("30")
    hand.key(KEY.Key_Tab)
    hand.key(KEY.Key_Tab)
    assert focused() is box.field
    hand.type("2,5")
    hand.key(KEY.Key_Return)
    assert not box.is_open
    assert focused() is window.canvas
    for text in ("@4 0", "@ 3 90", "30 5,5"):
        hand.type(text)
        hand.key(KEY.Key_Return)
    hand.key(KEY.Key_Return)
    (new,) = set(window.document.level.areas) - {1, 2, 3}
    assert window.document.level.areas[new].polygon == (
        (30, 2.5), (34, 2.5), (34, 5.5), (30, 5.5),
    )  # fmt: skip
    assert window.document.selection.ids == {new}
    assert window.document.stack.count() == 1


def test_the_tool_shows_what_is_typed(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """It updates at every change, and the hint says what Enter will do."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type("7 8")
    assert [mark.at for mark in window.canvas.gestures.preview().marks] == [(7, 8)]
    hint = window.canvas.gestures.hint()
    assert hint == "**Enter sets a corner at 7.00, 8.00.** Esc closes the box"
    hand.move((1, 1))
    assert [mark.at for mark in window.canvas.gestures.preview().marks] == [(7, 8)]
    hand.key(KEY.Key_Escape)
    assert not box.is_open
    assert [mark.at for mark in window.canvas.gestures.preview().marks] == [(1, 1)]


def test_what_is_half_typed_is_no_fault(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """It is marked only once nothing could mend it, or with Enter; nothing is lost."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type("7")
    assert not box.field.property("invalid")
    assert window.canvas.gestures.hint().startswith("**One more number is needed: z")
    hand.key(KEY.Key_Return)
    assert box.is_open
    assert box.field.property("invalid")
    assert box.field.text() == "7"
    box.field.deselect()
    box.field.end(False)
    hand.type(" 5")
    assert not box.field.property("invalid")
    hand.type("z")
    assert box.field.property("invalid")
    assert window.canvas.gestures.hint().startswith("**z is no unit here.")
    assert box.field.accessibleDescription().startswith("z is no unit here.")


def test_escape_closes_the_box_only(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """The drawing stays; the next Escape cancels it."""
    tool = choose(window, "polygon_area")
    hand.click((30, 1))
    hand.type("5")
    hand.key(KEY.Key_Escape)
    assert not box.is_open
    assert tool.can_take_back()
    hand.key(KEY.Key_Escape)
    assert not tool.can_take_back()
    assert window.canvas.gestures.tool is tool


@pytest.mark.parametrize("button", [LEFT, RIGHT])
def test_a_click_on_the_canvas_only_closes_the_box(
    window: MainWindow, hand: Hand, box: TypedBox, button: Qt.MouseButton
) -> None:
    """It sets no corner and takes none back."""
    choose(window, "polygon_area")
    hand.click((30, 1))
    hand.type("5")
    hand.click((33, 1), button)
    assert not box.is_open
    assert focused() is window.canvas
    assert len(window.canvas.gestures.preview().marks) == 2
    hand.click((33, 1))
    assert len([m for m in window.canvas.gestures.preview().marks if "draft" in m.style]) == 2


def test_a_double_click_only_closes_the_box(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """It does not end the outline."""
    choose(window, "polygon_area")
    for place in ((30, 1), (34, 1), (34, 4)):
        hand.click(place)
    hand.type("5")
    hand.double_click((30, 3))
    assert not box.is_open
    assert window.canvas.gestures.tool.can_take_back()
    assert window.document.stack.count() == 0


def test_another_tool_closes_the_box(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """The typed text is forgotten."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type("5")
    choose(window, "select")
    assert not box.is_open
    assert focused() is window.canvas
    hand.type("5")
    assert not box.is_open


def test_undo_closes_the_box_first(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """The button closes it; the keys in the field undo typing."""
    choose(window, "polygon_area")
    hand.click((30, 1))
    hand.type("55")
    hand.key(KEY.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    assert box.is_open
    window.canvas.undo()
    assert not box.is_open
    assert not window.canvas.gestures.tool.can_take_back()


def test_leaving_the_field_closes_it(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """Its own menu, or another window, does not close it."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type("5")
    for reason in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
        QApplication.sendEvent(box.field, QFocusEvent(QFocusEvent.Type.FocusOut, reason))
        assert box.is_open
    window.panels["outline"].setFocus()
    QApplication.sendEvent(
        box.field, QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.OtherFocusReason)
    )
    assert not box.is_open


def test_backspace_in_the_empty_box_closes_it(
    window: MainWindow, hand: Hand, box: TypedBox
) -> None:
    """One press after the last sign."""
    choose(window, "polygon_area")
    hand.click((30, 1))
    hand.type("5")
    hand.key(KEY.Key_Backspace)
    assert box.is_open
    hand.key(KEY.Key_Backspace)
    assert not box.is_open
    assert window.canvas.gestures.tool.can_take_back()


def test_separators_are_steps_until_one_draws(
    window: MainWindow, hand: Hand, box: TypedBox
) -> None:
    """Drawing in progress comes before playing."""
    choose(window, "polygon_area")
    hand.move((5, 5))
    hand.type(".")
    assert not box.is_open
    window.run.clock.restart()
    hand.click((30, 1))
    hand.type(".")
    assert box.is_open
    hand.key(KEY.Key_Escape)
    hand.type("-")
    assert box.field.text() == "-"


def test_typing_waits_for_the_end_of_a_drag(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """While a button is down the mouse has the word."""
    choose(window, "rectangle_area")
    hand.hold((30, 1), (33, 3))
    hand.type("5")
    assert not box.is_open
    hand.release((33, 3))
    assert len(window.document.level.areas) == 4


def test_select_takes_no_numbers(window: MainWindow, hand: Hand, box: TypedBox) -> None:
    """Where a digit does nothing no box opens."""
    hand.move((5, 5))
    hand.type("5")
    assert not box.is_open


def test_what_can_be_read_but_not_done_is_said(
    window: MainWindow, hand: Hand, box: TypedBox
) -> None:
    """The hint has the message, and the field is marked."""
    choose(window, "rectangle_area")
    hand.move((30, 1))
    hand.type("30 1")
    hand.key(KEY.Key_Return)
    assert box.is_open is False
    hand.type("0 4")
    hand.key(KEY.Key_Return)
    assert box.is_open
    assert box.field.property("invalid")
    assert window.canvas.gestures.hint().startswith("**A rectangle needs a width and a depth.**")
    box.field.clear()
    hand.type("-4 2")
    hand.key(KEY.Key_Return)
    (new,) = set(window.document.level.areas) - {1, 2, 3}
    assert window.document.level.areas[new].polygon == ((26, 1), (30, 1), (30, 3), (26, 3))
