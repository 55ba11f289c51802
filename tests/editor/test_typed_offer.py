"""The length box opens automatically, and measured values can be copied."""

import pytest
from hand import CTRL, RIGHT, Hand
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow
from navcore.level.model import Background
from navcore.level.operations import set_settings

KEY = Qt.Key


@pytest.fixture
def scaling(window: MainWindow, canvas: Canvas) -> MainWindow:
    """A picture, and the tool that scales it."""
    plan = Background(path="plan.png", position=(0.0, 0.0), scale=0.05)
    window.document.commit(set_settings(window.document.level, background=(plan,)))
    canvas.gestures.choose(
        next(tool for tool in canvas.gestures.tools if tool.name == "scale_picture")
    )
    return window


def scale(window: MainWindow) -> float:
    """Of the picture, metres a pixel."""
    return window.document.level.settings.background[0].scale


def test_two_clicks_and_the_length(scaling: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """Typing replaces the present length; Enter commits it as one step."""
    box = canvas.typed_box
    hand.click((2.0, 4.0))
    assert not box.is_open
    hand.click((4.0, 4.0))
    assert box.is_open
    assert box.field.hasFocus()
    assert (box.field.text(), box.field.selectedText()) == ("2.00 m", "2.00 m")
    QTest.keyClicks(box.field, "4.0 m")
    QTest.keyClick(box.field, KEY.Key_Return)
    assert scale(scaling) == pytest.approx(0.1)
    assert scaling.document.stack.undoText() == "Scale plan.png"
    assert not box.is_open
    assert canvas.hasFocus()


def test_esc_leaves_the_points(scaling: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """It opens no more by itself, until a point is moved; digits open it as ever."""
    box = canvas.typed_box
    hand.click((2.0, 4.0))
    hand.click((4.0, 4.0))
    QTest.keyClick(box.field, KEY.Key_Escape)
    assert not box.is_open
    assert len(canvas.gestures.tool.points) == 2
    hand.drag((8.0, 6.0), (9.0, 6.0))
    assert not box.is_open, "the picture was moved, no point"
    points = canvas.gestures.tool.points
    hand.drag(points[1], (points[1][0] + 1.0, points[1][1]))
    assert box.field.selectedText() == "3.00 m"
    QTest.keyClick(box.field, KEY.Key_Escape)
    hand.key(KEY.Key_5)
    assert box.field.text() == "5"


def test_after_typed_points(scaling: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """The second place typed opens it for the length."""
    box = canvas.typed_box
    hand.move((5.0, 5.0))
    hand.key(KEY.Key_1)
    QTest.keyClicks(box.field, " 1")
    QTest.keyClick(box.field, KEY.Key_Return)
    assert not box.is_open
    hand.key(KEY.Key_1)
    QTest.keyClicks(box.field, " 4")
    QTest.keyClick(box.field, KEY.Key_Return)
    assert box.field.selectedText() == "3.00 m"


def test_other_tools_do_not_ask(canvas: Canvas, hand: Hand) -> None:
    """Only where a number is all that is missing."""
    hand.key(KEY.Key_P)
    for place in ((2.0, 4.0), (4.0, 4.0), (4.0, 6.0)):
        hand.click(place)
        assert not canvas.typed_box.is_open


def test_what_is_measured_is_copied(window: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """This needs an empty selection; otherwise Ctrl+C copies elements."""
    clipboard = QGuiApplication.clipboard()
    clipboard.setText("before")
    hand.key(KEY.Key_M)
    assert not window.commands.table["copy"].isEnabled()
    assert window.commands.reason_of("copy") == "Nothing is selected."
    hand.key(KEY.Key_C, modifiers=CTRL)
    assert clipboard.text() == "before"
    window.settings.snap = False
    hand.drag((2.0, 2.0), (5.0, 6.0))
    hand.key(KEY.Key_C, modifiers=CTRL)
    assert clipboard.text() == "5.00 m, 53°, dx 3.00, dz 4.00"
    assert window.status.shown == "Copied 5.00 m, 53°, dx 3.00, dz 4.00."
    hand.key(KEY.Key_Escape)
    for place in ((2.0, 2.0), (5.0, 2.0), (5.0, 6.0)):
        hand.click(place)
    hand.key(KEY.Key_C, modifiers=CTRL)
    assert clipboard.text() == "7.00 m in 2 stretches"
    hand.click((8.0, 6.0), RIGHT)
    window.document.select(frozenset(list(window.document.level.obstacles)[:1]))
    hand.key(KEY.Key_C, modifiers=CTRL)
    assert "m in" not in clipboard.text()
