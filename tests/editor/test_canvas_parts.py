"""The parts of the canvas, each without a window and a canvas."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from play_stage import Clock, Stage
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from small_level import COOK, GATE, TABLE, small_level

from editor.canvas.camera import Box, Camera
from editor.canvas.chrome import Chrome
from editor.canvas.follow import Follower
from editor.canvas.hints import HintTeller
from editor.canvas.input.gestures import Gestures
from editor.canvas.input.keyboard import KeyInput
from editor.canvas.input.pointer import PointerInput
from editor.canvas.input.typed_box import TypedBox
from editor.canvas.layers import Layers
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads
from editor.canvas.shown import ShownOverlays
from editor.canvas.snap_controls import SnapControls
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.look.style import SIZE
from editor.services.bake.service import BakeService
from editor.settings.settings import Settings
from navcore.level.operations import move

KINDS, PLAIN = QEvent.Type, Qt.KeyboardModifier.NoModifier
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton


@dataclass
class Parts:
    """Parts of a canvas over a widget that doesn't know them."""

    stage: Stage
    settings: Settings
    widget: QWidget
    viewport: Viewport
    gestures: Gestures
    box: TypedBox
    pointer: PointerInput
    keys: KeyInput
    clock: Clock

    def mouse(self, kind: QEvent.Type, place: tuple[float, float], button=NONE, held=NONE) -> None:
        """Send the pointer a mouse event at a place of the world."""
        pixel = QPointF(*self.viewport.camera.to_pixel(place))
        event = QMouseEvent(kind, pixel, pixel, button, held, PLAIN)
        {
            KINDS.MouseButtonPress: self.pointer.press,
            KINDS.MouseMove: self.pointer.move,
            KINDS.MouseButtonRelease: self.pointer.release,
        }[kind](event)

    def key(self, kind: QEvent.Type, key: Qt.Key) -> QKeyEvent:
        """Send a key press or release."""
        event = QKeyEvent(kind, key, PLAIN)
        (self.keys.press if kind == KINDS.KeyPress else self.keys.release)(event)
        return event


@pytest.fixture
def parts(qtbot: QtBot, tmp_path: Path) -> Iterator[Parts]:
    """The small level under 800 x 400 pixels, at 40 pixels a metre."""
    stage, settings = Stage(small_level()), Settings(tmp_path / "settings.ini")
    settings.snap = False
    widget, viewport = QWidget(), Viewport()
    qtbot.addWidget(widget)
    widget.resize(800, 400)
    viewport.look(Camera(10.0, 5.0, 40.0, 800, 400))
    gestures = Gestures(stage.workspace(settings), lambda: 1 / viewport.camera.scale)
    box = TypedBox(widget, gestures)
    pointer = PointerInput(widget, viewport, gestures, box, stage.document, stage.run, settings)
    clock = Clock()
    keys = KeyInput(viewport, gestures, pointer, box, stage.run, clock=clock)
    yield Parts(stage, settings, widget, viewport, gestures, box, pointer, keys, clock)
    stage.run.clock.stop_to_start()


class TestViewport:
    """The camera and how it is moved."""

    def test_pans_by_whole_pixels(self, qapp: QApplication) -> None:
        """The rest of a pixel is added next time."""
        viewport = Viewport()
        viewport.look(Camera(0.0, 0.0, 40.0, 200, 100))
        seen: list[Camera] = []
        viewport.camera_changed.connect(seen.append)
        viewport.begin_pan(QPointF(10.0, 10.0))
        for x in (10.4, 10.8, 12.0):
            viewport.pan_to(QPointF(x, 10.0))
        assert viewport.panning
        viewport.end_pan()
        assert not viewport.panning
        assert viewport.glides
        assert viewport.middle()[0] == pytest.approx(-2 / 40, abs=1e-3)
        assert seen[-1] == viewport.camera

    def test_tells_of_another_zoom_only(self, qapp: QApplication) -> None:
        """Pans aren't reported as zooms."""
        viewport = Viewport()
        zooms: list[float] = []
        viewport.zoom_changed.connect(zooms.append)
        viewport.zoom_in()
        viewport.look(viewport.camera.panned(30, 0))
        viewport.zoom_out()
        viewport.zoom_to_100()
        assert zooms == pytest.approx([1.25, 1.0])


class TestPointer:
    """Mouse and wheel over any widget."""

    def test_a_click_selects_and_a_drag_moves(self, parts: Parts) -> None:
        """Through the gestures, into the document."""
        ended: list[object] = []
        parts.pointer.drag_ended.connect(ended.append)
        for place in ((4.5, 4.0), (14.5, 1.5)):
            parts.mouse(KINDS.MouseButtonPress, place, LEFT, LEFT)
            parts.mouse(KINDS.MouseButtonRelease, place, LEFT)
        assert parts.stage.document.selection.ids != {TABLE}
        parts.mouse(KINDS.MouseButtonPress, (4.5, 4.0), LEFT, LEFT)
        parts.mouse(KINDS.MouseMove, (4.6, 4.5), NONE, LEFT)
        parts.mouse(KINDS.MouseMove, (5.5, 4.0), NONE, LEFT)
        parts.mouse(KINDS.MouseButtonRelease, (5.5, 4.0), LEFT)
        moved = parts.stage.document.level.obstacles[TABLE].polygon[0]
        assert moved == pytest.approx((4.0, 3.0), abs=0.03)
        assert len(ended) == 3

    def test_the_middle_button_and_space_pan(self, parts: Parts) -> None:
        """The level stays unchanged."""
        level, camera = parts.stage.document.level, parts.viewport.camera
        middle = Qt.MouseButton.MiddleButton
        parts.mouse(KINDS.MouseButtonPress, (5.0, 5.0), middle, middle)
        parts.mouse(KINDS.MouseMove, (6.0, 5.0), NONE, middle)
        parts.mouse(KINDS.MouseButtonRelease, (5.0, 5.0), middle)
        assert parts.viewport.middle()[0] == pytest.approx(camera.x - 1.0, abs=1e-3)
        parts.pointer.hold_space()
        assert parts.widget.cursor().shape() == Qt.CursorShape.OpenHandCursor
        parts.mouse(KINDS.MouseButtonPress, (5.0, 5.0), LEFT, LEFT)
        parts.mouse(KINDS.MouseMove, (6.0, 5.0), NONE, LEFT)
        assert parts.pointer.space_used
        parts.mouse(KINDS.MouseButtonRelease, (5.0, 5.0), LEFT)
        parts.pointer.release_space()
        assert parts.viewport.middle()[0] == pytest.approx(camera.x - 2.0, abs=1e-3)
        assert parts.stage.document.level is level

    def test_the_wheel_zooms_or_pans(self, parts: Parts) -> None:
        """The preference decides."""
        before = parts.viewport.camera

        def turn() -> None:
            place, phase = QPointF(400, 200), Qt.ScrollPhase.NoScrollPhase
            turned = QPoint(0, 120)
            event = QWheelEvent(place, place, QPoint(), turned, NONE, PLAIN, phase, False)
            parts.pointer.wheel(event)

        turn()
        zoomed = parts.viewport.camera
        assert zoomed.scale > before.scale
        parts.settings.wheel = "pan"
        turn()
        assert parts.viewport.camera.scale == zoomed.scale
        assert parts.viewport.camera.z > zoomed.z

    def test_the_door_under_the_mouse(self, parts: Parts) -> None:
        """There is none elsewhere."""
        assert parts.pointer.switch() is None
        parts.mouse(KINDS.MouseMove, (10.5, 4.5))
        assert parts.pointer.switch() == GATE
        parts.pointer.leave()
        assert parts.pointer.switch() is None


class TestKeys:
    """Keys, without a widget that has the focus."""

    def test_space_plays_when_tapped_and_pans_when_held(self, parts: Parts) -> None:
        """Told apart by the time."""
        parts.key(KINDS.KeyPress, Qt.Key.Key_Space)
        assert parts.pointer.space_held
        parts.clock.now += 1.0
        parts.key(KINDS.KeyRelease, Qt.Key.Key_Space)
        assert not parts.pointer.space_held
        assert not parts.stage.run.playhead.playing
        parts.clock.now += 1.0
        parts.key(KINDS.KeyPress, Qt.Key.Key_Space)
        parts.clock.now += 0.1
        parts.key(KINDS.KeyRelease, Qt.Key.Key_Space)
        assert parts.stage.run.playhead.playing

    def test_keys_wait_for_the_end_of_a_drag(self, parts: Parts) -> None:
        """Delete counts once the button is up."""
        parts.mouse(KINDS.MouseButtonPress, (4.5, 4.0), LEFT, LEFT)
        parts.mouse(KINDS.MouseMove, (4.9, 4.4), NONE, LEFT)
        parts.key(KINDS.KeyPress, Qt.Key.Key_Delete)
        assert TABLE in parts.stage.document.level.obstacles
        parts.mouse(KINDS.MouseButtonRelease, (5.5, 4.0), LEFT)
        assert TABLE not in parts.stage.document.level.obstacles

    def test_a_drag_is_given_up_with_what_waited(self, parts: Parts) -> None:
        """Nothing has happened."""
        level = parts.stage.document.level
        parts.mouse(KINDS.MouseButtonPress, (4.5, 4.0), LEFT, LEFT)
        parts.mouse(KINDS.MouseMove, (4.9, 4.4), NONE, LEFT)
        parts.key(KINDS.KeyPress, Qt.Key.Key_Delete)
        parts.keys.cancel_drag()
        assert parts.gestures.drag is None
        assert parts.stage.document.level == level

    def test_the_menu_key_asks_at_the_mouse(self, parts: Parts) -> None:
        """The position is in pixels of the canvas; unused keys are passed on."""
        asked: list[QPoint] = []
        parts.keys.menu_requested.connect(asked.append)
        parts.mouse(KINDS.MouseMove, (5.0, 5.0))
        parts.key(KINDS.KeyPress, Qt.Key.Key_Menu)
        assert asked == [QPoint(200, 200)]
        assert not parts.key(KINDS.KeyPress, Qt.Key.Key_F9).isAccepted()


def test_snap_controls_change_preferences_and_say_so(parts: Parts) -> None:
    """Grid, snapping, kinds and step."""
    controls, told = SnapControls(parts.settings, parts.gestures), []
    controls.changed.connect(told.append)
    before = parts.settings.grid, parts.settings.snap, parts.settings.snap_to
    controls.toggle_grid()
    controls.toggle()
    kind = min(before[2])
    controls.switch(kind)
    assert (parts.settings.grid, parts.settings.snap) == (not before[0], not before[1])
    assert parts.settings.snap_to ^ before[2] == {kind}
    controls.set_step(1.0)
    controls.change_step(-1)
    assert parts.settings.snap_step < 1.0
    assert len(told) == 5


class Counting(Overlay):
    """An overlay that counts its paints, and has a tooltip in one half of the world."""

    def __init__(self, name: str, *reads: Reads) -> None:
        """Shown."""
        super().__init__()
        vars(self).update(name=name, title=name, reads=frozenset(reads))
        self.painted: list[object] = []

    def legend(self, scene: Any) -> tuple[LegendRow, ...]:
        """One line."""
        return (LegendRow(self.name, "#123456"),)

    def tip(self, scene: Any, place: tuple[float, float]) -> str:
        """To the left."""
        return self.name if place[0] < 10.0 else ""

    def paint(self, painter: QPainter, scene: Any, camera: Camera) -> None:
        """Nothing."""
        self.painted.append(scene.box)


def test_hints_come_from_the_foremost_overlay_then_from_the_tool(parts: Parts) -> None:
    """Each is shown once."""
    overlays = [Counting("back", Reads.LEVEL), Counting("front", Reads.LEVEL)]
    run = parts.stage.run
    teller = HintTeller(
        parts.gestures, parts.stage.document, run, overlays, lambda: None, parts.pointer.switch
    )  # type: ignore[arg-type]
    said: list[str] = []
    teller.changed.connect(said.append)
    for place in ((5.0, 7.0), (5.0, 6.0), (15.0, 5.0)):
        parts.mouse(KINDS.MouseMove, place)
        teller.tell()
    assert said == ["front", parts.gestures.hint()]
    teller.repeat()
    assert said[-1] == said[-2]


class TestLayers:
    """Layers that are repainted, and layers that are kept."""

    @pytest.fixture
    def overlays(self) -> list[Counting]:
        """Return overlays that are cached, that follow the selection, and that are hidden."""
        kept, chosen = Counting("kept", Reads.LEVEL), Counting("chosen", Reads.SELECTION)
        hidden = Counting("hidden", Reads.PROBE)
        hidden.visible = False
        return [kept, chosen, hidden]

    @pytest.fixture
    def layers(self, qapp: QApplication, parts: Parts, overlays: list[Counting]) -> Layers:
        """Painted once."""
        camera = parts.viewport.camera
        scene = SimpleScene(parts.stage.document, parts.stage.bake, camera.box)
        made = Layers(overlays, lambda: scene, lambda: camera)  # type: ignore[arg-type, return-value]
        self.paint(made)
        return made

    def paint(self, layers: Layers) -> None:
        """Onto a picture."""
        picture = QImage(800, 400, QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        layers.paint(painter)
        painter.end()

    def test_an_edit_repaints_its_place_only(
        self, parts: Parts, layers: Layers, overlays: list[Counting]
    ) -> None:
        """It repaints around the old and the new place."""
        overlays[0].painted.clear()
        level = parts.stage.document.level
        layers.follow(Reads.LEVEL, move(level, [COOK], (0.5, 0.0)))
        self.paint(layers)
        assert 0 < layers.still_pixels < 100 * 100
        ((x0, z0, x1, z1),) = overlays[0].painted
        assert x0 < 18.0 < x1
        assert z0 < 2.0 < z1
        self.paint(layers)
        assert layers.still_pixels == 0

    def test_only_readers_ask_for_paint(self, layers: Layers, overlays: list[Counting]) -> None:
        """Of those that are shown."""
        asked: list[Reads] = []
        for read in Reads:
            layers.outdated.connect(note := (lambda read=read: asked.append(read)))
            layers.follow(read)
            layers.outdated.disconnect(note)
        assert asked == [Reads.LEVEL, Reads.SELECTION]
        assert layers.is_read(Reads.SELECTION)
        assert not layers.is_read(Reads.PROBE)
        overlays[2].visible = True
        assert layers.is_read(Reads.PROBE)

    def test_hiding_what_moves_keeps_the_picture(
        self, layers: Layers, overlays: list[Counting]
    ) -> None:
        """Only elements in the picture count."""
        overlays[1].visible = False
        self.paint(layers)
        assert layers.still_pixels == 0
        overlays[0].visible = False
        self.paint(layers)
        assert layers.still_pixels == 800 * 400


@dataclass
class SimpleScene:
    """The parts of a scene that layers read."""

    document: Document
    bake: BakeService
    box: Box
    device_ratio: float = 1.0
    covered: tuple[Box, ...] = ()
    moving: bool = False


def test_chrome_stands_in_the_corners(parts: Parts) -> None:
    """Legend and scale bar below, presets and list of overlays at the upper right."""
    overlays = [Counting("ages", Reads.LEVEL)]
    shown = ShownOverlays(overlays, parts.settings, parts.gestures)
    follower = Follower(parts.viewport, parts.stage.document, parts.stage.run)
    document = parts.stage.document
    shown_floor = parts.stage.bake.shown_floor
    chrome = Chrome(parts.widget, overlays, shown, follower, document, shown_floor)
    chrome.show(SimpleNamespace(scale=40.0))  # type: ignore[arg-type]
    assert [row.text for row in chrome.legend.rows] == ["ages"]
    (left, _, right, bottom), *_ = chrome.covered()
    assert (left, bottom <= chrome.scale_bar.y()) == (SIZE.margin, True)
    assert right < 400
    assert chrome.show_bar.x() > 300
    chrome.show_bar.list.checks["ages"].click()
    assert not overlays[0].visible
    chrome.set_shown(False)
    assert chrome.legend.isHidden()
    assert chrome.scale_bar.isHidden()
    assert len(chrome.covered()) == 2
    follower.begin(COOK)
    assert not chrome.follow_chip.isHidden()
    assert chrome.follow_chip.text().strip() == "Following cook"
    assert (chrome.chips.x(), chrome.chips.y()) == (SIZE.margin, SIZE.margin)
