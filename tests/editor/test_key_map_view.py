"""The key map: zoom, pan, frame, grid, snapping and tools."""

import pytest
from hand import CTRL, LEFT, MIDDLE, NONE, SHIFT, Hand
from key_map import middle_of
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest
from small_level import CHEST, TABLE

from editor.canvas.canvas import Canvas
from editor.canvas.grid_steps import drawn_steps
from editor.canvas.input.keys import combination_of, slack_of
from editor.shell.window import MainWindow

KEY = Qt.Key


class TestZoomAndPan:
    """Row "zoom, pan"."""

    def test_wheel_zooms_at_the_cursor(self, canvas: Canvas, hand: Hand) -> None:
        """The place under the mouse stays there."""
        before = hand.pixel((4, 4))
        scale = canvas.viewport.camera.scale
        hand.wheel((4, 4), 120)
        assert canvas.viewport.camera.scale > scale
        after = hand.pixel((4, 4))
        assert (after.x(), after.y()) == pytest.approx((before.x(), before.y()), abs=0.02)

    @pytest.mark.parametrize(("preference", "pans"), [("zoom", False), ("pan", True)])
    def test_the_wheel_does_what_the_preference_says(
        self, window: MainWindow, canvas: Canvas, hand: Hand, preference: str, pans: bool
    ) -> None:
        """Zoom or pan; with Ctrl it always zooms."""
        window.commands.table[f"wheel_{preference}"].trigger()
        before = canvas.viewport.camera
        hand.wheel((4, 4), 120)
        assert (canvas.viewport.camera.scale == before.scale) is pans
        before = canvas.viewport.camera
        hand.wheel((4, 4), 120, CTRL)
        assert canvas.viewport.camera.scale > before.scale

    def test_keys_zoom(self, canvas: Canvas, hand: Hand) -> None:
        """Ctrl with plus, with equals and with minus; Ctrl+0 is 100 %."""
        scale = canvas.viewport.camera.scale
        hand.key(KEY.Key_Plus, modifiers=CTRL)
        hand.key(KEY.Key_Equal, modifiers=CTRL)
        assert canvas.viewport.camera.scale == pytest.approx(scale * 1.25**2)
        hand.key(KEY.Key_Minus, KEY.Key_Minus, modifiers=CTRL)
        assert canvas.viewport.camera.scale == pytest.approx(scale)
        hand.key(KEY.Key_0, modifiers=CTRL)
        assert canvas.viewport.camera.scale == pytest.approx(40)

    def test_middle_drag_and_space_drag_pan(self, canvas: Canvas, hand: Hand) -> None:
        """The world follows the mouse."""
        before = canvas.viewport.camera
        start = hand.pixel((5, 5))
        hand.press((5, 5), MIDDLE)
        hand.move((6, 5), MIDDLE)
        hand.release((6, 5), MIDDLE)
        assert canvas.viewport.camera.x < before.x
        before = canvas.viewport.camera
        QTest.keyPress(canvas, KEY.Key_Space)
        hand.drag((5, 5), (6, 5))
        QTest.keyRelease(canvas, KEY.Key_Space)
        assert canvas.viewport.camera.x < before.x
        assert start != hand.pixel((5, 5))

    def test_panning_and_zooming_while_dragging(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """The drag goes on, at the place under the mouse."""
        hand.hold((4.5, 4), (5, 4))
        hand.wheel((5, 4), 120)
        QTest.keyPress(canvas, KEY.Key_Space)
        hand.move((5.5, 4), LEFT)
        QTest.keyRelease(canvas, KEY.Key_Space)
        hand.move((6.5, 4), LEFT)
        hand.release((6.5, 4))
        assert middle_of(window, TABLE) == pytest.approx((6.5, 4.0))
        assert window.document.stack.count() == 1


class TestFrame:
    """Row "frame"."""

    def test_selection_everything_and_100_percent(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """F, Shift+F and Home."""
        everything = canvas.viewport.camera
        window.document.select(frozenset({CHEST}))
        hand.key(KEY.Key_F)
        assert canvas.viewport.camera.scale > everything.scale
        assert (canvas.viewport.camera.x, canvas.viewport.camera.z) == pytest.approx(
            (14.5, 1.5), abs=1e-3
        )
        hand.key(KEY.Key_F, modifiers=SHIFT)
        assert canvas.viewport.camera == everything
        canvas.viewport.zoom_in()
        hand.key(KEY.Key_Home)
        assert canvas.viewport.camera == everything
        canvas.viewport.zoom_in()
        window.document.select(frozenset())
        hand.key(KEY.Key_F)
        assert canvas.viewport.camera == everything


class TestGridAndSnap:
    """Row "grid, snap"."""

    def test_switches_and_steps(self, window: MainWindow, hand: Hand) -> None:
        """They are G, N, PgUp, PgDn and the brackets; the status bar shows the step."""
        settings = window.settings
        grid, snap = settings.grid, settings.snap
        hand.key(KEY.Key_G)
        hand.key(KEY.Key_N)
        assert (settings.grid, settings.snap) == (not grid, not snap)
        hand.key(KEY.Key_N)
        for key, step in (
            (KEY.Key_PageUp, 1.0), (KEY.Key_BracketRight, 2.0),
            (KEY.Key_BracketLeft, 1.0), (KEY.Key_PageDown, 0.5),
        ):  # fmt: skip
            hand.key(key)
            assert settings.snap_step == step
            assert f"{step:g} m" in window.status.snap.text()
        hand.key(*[KEY.Key_PageDown] * 9)
        assert settings.snap_step == 0.05
        hand.key(*[KEY.Key_PageUp] * 12)
        assert settings.snap_step == 10


TOOL_KEYS = [
    (KEY.Key_V, NONE, "select"), (KEY.Key_E, NONE, "vertices"), (KEY.Key_P, NONE, "polygon_area"),
    (KEY.Key_R, NONE, "rectangle_area"), (KEY.Key_C, NONE, "regular_area"),
    (KEY.Key_P, SHIFT, "polygon_obstacle"), (KEY.Key_R, SHIFT, "rectangle_obstacle"),
    (KEY.Key_C, SHIFT, "regular_obstacle"), (KEY.Key_B, NONE, "wall"), (KEY.Key_D, NONE, "door"),
    (KEY.Key_A, NONE, "agent"), (KEY.Key_Q, NONE, "probe"),
]  # fmt: skip


class TestTools:
    """Row "tools"."""

    @pytest.mark.parametrize(("key", "modifiers", "name"), TOOL_KEYS)
    def test_a_letter_takes_a_tool(
        self, canvas: Canvas, hand: Hand, key: Qt.Key, modifiers: Qt.KeyboardModifier, name: str
    ) -> None:
        """It stays until another one is chosen."""
        canvas.gestures.choose(
            canvas.gestures.tools[-1] if name == "select" else canvas.gestures.tools[0]
        )
        hand.key(key, modifiers=modifiers)
        assert canvas.gestures.tool.name == name
        hand.click((30, 30))
        assert canvas.gestures.tool.name == name

    @pytest.mark.parametrize("key", [KEY.Key_P, KEY.Key_R, KEY.Key_C])
    def test_o_takes_the_last_obstacle_tool(self, canvas: Canvas, hand: Hand, key: Qt.Key) -> None:
        """There are three."""
        hand.key(key, modifiers=SHIFT)
        name = canvas.gestures.tool.name
        hand.key(KEY.Key_V)
        hand.key(KEY.Key_O)
        assert canvas.gestures.tool.name == name


def test_the_snap_step_may_be_one_cell(window: MainWindow, hand: Hand) -> None:
    """The grid's lines are at the snap positions; the keys return to whole steps."""
    window.commands.table["snap_step_cell"].trigger()
    assert window.settings.snap_step == 0.4
    assert "0.4 m" in window.status.snap.text()
    assert "0.4 m" in window.commands.table["snap_step_cell"].text()
    assert drawn_steps(0.4, 40.0) == (0.4, 2.0)
    assert drawn_steps(0.4, 10.0) == (2.0, 10.0)
    hand.drag((4.5, 4), (5, 4), (5.4, 4))
    x = window.document.level.obstacles[TABLE].polygon[0][0]
    assert x / 0.4 == pytest.approx(round(x / 0.4))
    hand.key(KEY.Key_PageUp)
    assert window.settings.snap_step in {0.5, 1.0}


class TestTouch:
    """Touchpads, pens and fingers."""

    def test_two_fingers_pan_and_the_first_time_it_is_said(
        self, window: MainWindow, canvas: Canvas, hand: Hand
    ) -> None:
        """Fine steps with pixels are no wheel; with Ctrl they zoom."""
        told: list[str] = []
        canvas.said.connect(told.append)
        before = canvas.viewport.camera
        for _ in range(2):
            hand.scroll((5, 5), QPoint(0, 9), NONE)
        assert canvas.viewport.camera.scale == before.scale
        assert canvas.viewport.camera.z > before.z
        assert len(told) == 1
        assert "View > Zoom > Wheel" in told[0]
        hand.scroll((5, 5), QPoint(0, 9), CTRL)
        assert canvas.viewport.camera.scale > before.scale

    def test_pinching_zooms(self, canvas: Canvas) -> None:
        """The factor is that of the fingers' distance."""
        scale = canvas.viewport.camera.scale
        place = QPointF(300, 300)
        device = QPointingDevice.primaryPointingDevice()
        kind = Qt.NativeGestureType.ZoomNativeGesture
        event = QNativeGestureEvent(kind, device, 2, place, place, place, 0.25, QPointF())
        QCoreApplication.sendEvent(canvas, event)
        assert canvas.viewport.camera.scale == pytest.approx(1.25 * scale)

    def test_pens_and_fingers_are_less_steady(self) -> None:
        """Eight pixels part a click from a drag, four for a mouse."""
        kinds = QPointingDevice.PointerType
        assert slack_of(kinds.Generic) == slack_of(kinds.Cursor) == 4
        assert slack_of(kinds.Pen) == slack_of(kinds.Finger) == 8


@pytest.mark.parametrize(
    ("text", "scan_code", "key"),
    [("з", 33, KEY.Key_P), ("к", 27, KEY.Key_R), ("м", 55, KEY.Key_V), ("p", 33, KEY.Key_P)],
)
def test_letters_follow_the_key_cap_or_else_the_position(
    monkeypatch: pytest.MonkeyPatch, text: str, scan_code: int, key: Qt.Key
) -> None:
    """A layout without Latin letters has the keys where a Latin one has them."""
    monkeypatch.setattr("editor.canvas.input.keys.sys.platform", "linux")
    pressed = key if text.isascii() else Qt.Key(ord(text.upper()))
    event = QKeyEvent(QEvent.Type.KeyPress, pressed, NONE, scan_code, 0, 0, text)
    assert combination_of(event).key() == key
