"""The Draw menu: a key for each tool, and one for the last used obstacle tool."""

import pytest
from hand import SHIFT, Hand
from PySide6.QtCore import Qt

from editor.shell.window import MainWindow

KEY = Qt.Key


@pytest.mark.parametrize(
    ("key", "plain", "shifted"),
    [
        (KEY.Key_P, "polygon_area", "polygon_obstacle"),
        (KEY.Key_R, "rectangle_area", "rectangle_obstacle"),
        (KEY.Key_C, "regular_area", "regular_obstacle"),
        (KEY.Key_B, "wall", ""),
        (KEY.Key_D, "door", ""),
        (KEY.Key_A, "agent", ""),
        (KEY.Key_Q, "probe", ""),
    ],
)
def test_a_key_chooses_the_tool(window: MainWindow, key: Qt.Key, plain: str, shifted: str) -> None:
    """Plain the area, with Shift the obstacle."""
    window.canvas.setFocus()
    hand = Hand(window.canvas)
    hand.key(key)
    assert window.canvas.gestures.tool.name == plain
    if shifted:
        hand.key(key, modifiers=SHIFT)
        assert window.canvas.gestures.tool.name == shifted


def test_o_is_the_last_of_the_obstacle_tools(window: MainWindow) -> None:
    """At first the polygon; walls are a tool of their own."""
    window.canvas.setFocus()
    hand = Hand(window.canvas)
    hand.key(KEY.Key_O)
    assert window.canvas.gestures.tool.name == "polygon_obstacle"
    hand.key(KEY.Key_C, modifiers=SHIFT)
    hand.key(KEY.Key_B, KEY.Key_P, KEY.Key_O)
    assert window.canvas.gestures.tool.name == "regular_obstacle"
