"""While a button is down: valid keys, and panning during a drag."""

import pytest
from hand import CTRL, LEFT, MIDDLE, SHIFT, Hand
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFocusEvent, QPointingDevice, QWheelEvent
from PySide6.QtTest import QTest
from small_level import TABLE

from editor.canvas.input.keys import slack_of
from navcore.formats import write_level

KEY = Qt.Key


@pytest.fixture
def canvas(window):
    """The canvas of the window, the level framed, with the focus."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    return window.canvas


@pytest.fixture
def hand(canvas):
    """Return simulated user input on the canvas."""
    return Hand(canvas)


def corner(window):
    """The first corner of the table."""
    return window.document.level.obstacles[TABLE].polygon[0]


@pytest.mark.parametrize("key", [KEY.Key_P, KEY.Key_T, KEY.Key_F, KEY.Key_Delete, KEY.Key_Right])
def test_other_keys_wait_for_the_release(window, canvas, hand, key):
    """No tool or view changes, and no element is switched, deleted or nudged; the drag goes on."""
    camera = canvas.viewport.camera
    hand.hold((4.5, 4), (6, 6))
    during = write_level(window.document.level)
    hand.key(key)
    assert canvas.gestures.drag is not None
    assert canvas.gestures.tool.name == "select"
    assert canvas.viewport.camera == camera
    assert write_level(window.document.level) == during
    hand.release((6, 6))
    assert window.document.stack.command(0).text() == "Move table"


def test_modifiers_count_without_a_move(window, canvas, hand):
    """Shift keeps to one axis, Ctrl leaves the grid, at the moment they are pressed."""
    hand.hold((4.5, 4), (6.1, 4.4))
    assert corner(window) == (4.5, 3.5)
    QTest.keyPress(canvas, KEY.Key_Shift)
    assert corner(window) == (4.5, 3.0)
    QTest.keyRelease(canvas, KEY.Key_Shift, SHIFT)
    assert corner(window) == (4.5, 3.5)
    QTest.keyPress(canvas, KEY.Key_Control)
    assert corner(window) == pytest.approx((4.6, 3.4))
    QTest.keyRelease(canvas, KEY.Key_Control, CTRL)
    hand.release((6.1, 4.4))
    assert corner(window) == (4.5, 3.5)


def test_snapping_and_its_step_change_the_drag_in_hand(window, hand):
    """N and the keys for steps work during a drag, and the dragged element snaps at once."""
    hand.hold((4.5, 4), (6.1, 4.4))
    hand.key(KEY.Key_PageUp)
    assert corner(window) == (5.0, 3.0)
    hand.key(KEY.Key_N)
    assert corner(window) == pytest.approx((4.6, 3.4))
    hand.release((6.1, 4.4))
    assert window.document.stack.count() == 1


def test_space_pans_with_a_drag_in_hand(window, canvas, hand):
    """The view moves, the dragged element stays under the mouse, and the run doesn't start."""
    hand.hold((4.5, 4), (6, 6))
    before, held = canvas.viewport.camera.x, corner(window)
    QTest.keyPress(canvas, KEY.Key_Space)
    pixel = hand.pixel((6, 6))
    aside = canvas.viewport.camera.to_world(pixel.x() + 80, pixel.y())
    hand.move(aside, LEFT)
    assert canvas.viewport.camera.x == pytest.approx(before - 80 / canvas.viewport.camera.scale)
    assert corner(window) == held
    QTest.keyRelease(canvas, KEY.Key_Space)
    assert not canvas.viewport.panning
    hand.move((7, 6), LEFT)
    assert corner(window) != held
    hand.release((7, 6))
    assert window.document.stack.count() == 1
    assert not window.run.playhead.playing


def test_the_left_button_may_go_up_while_the_middle_one_pans(window, canvas, hand):
    """The drag ends there; the pan ends when its own button is released."""
    hand.hold((4.5, 4), (6, 6))
    hand.press((6, 6), MIDDLE)
    hand.release((6, 6), LEFT)
    assert canvas.gestures.drag is None
    assert window.document.stack.count() == 1
    assert canvas.viewport.panning
    hand.release((6, 6), MIDDLE)
    assert not canvas.viewport.panning


def test_the_wheel_keeps_what_is_dragged_under_the_mouse(window, canvas, hand):
    """Zooming in the middle of a drag moves nothing."""
    hand.hold((4.5, 4), (6, 6))
    held, scale = corner(window), canvas.viewport.camera.scale
    hand.wheel((6, 6), 240)
    assert canvas.viewport.camera.scale > scale
    hand.release((6, 6))
    assert corner(window) == held


def test_two_fingers_pan(canvas):
    """The device name of the platform doesn't matter: only fingers begin and end a scroll."""
    x, scale = canvas.viewport.camera.x, canvas.viewport.camera.scale
    place = QPointF(100, 100)
    event = QWheelEvent(
        place,
        canvas.mapToGlobal(place),
        QPoint(30, 0),
        QPoint(120, 0),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.ScrollUpdate,
        False,
    )
    QCoreApplication.sendEvent(canvas, event)
    assert canvas.viewport.camera.scale == scale
    assert canvas.viewport.camera.x == pytest.approx(x - 30 / scale)


def test_small_moves_are_clicks(window, canvas, hand):
    """Less than four pixels select; a pen may tremble twice as far."""
    pixel = hand.pixel((4.5, 4))
    near = canvas.viewport.camera.to_world(pixel.x() + 3, pixel.y())
    hand.drag((4.5, 4), near)
    assert window.document.stack.count() == 0
    assert window.document.selection.ids == {TABLE}
    kinds = QPointingDevice.PointerType
    assert slack_of(kinds.Pen) == slack_of(kinds.Finger) == 2 * slack_of(kinds.Generic)


def test_a_held_space_ends_with_the_focus(window, canvas, hand):
    """Afterwards the left button draws again."""
    QTest.keyPress(canvas, KEY.Key_Space)
    QCoreApplication.sendEvent(canvas, QFocusEvent(QEvent.Type.FocusOut))
    hand.click((4, 4))
    assert window.document.selection.ids == {TABLE}
    assert not window.run.playhead.playing
