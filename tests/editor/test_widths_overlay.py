"""Widths on the canvas: lines, signs and numbers at doors and gaps."""

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from small_level import CHEST, GATE, box

from editor.canvas.camera import Camera
from editor.canvas.overlay_painting import paint_labels
from editor.canvas.overlays import clearances
from editor.look import style
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.level.operations import set_settings

CAMERA = Camera(10.0, 4.0, 40.0, 1000, 500)
FAR = Camera(10.0, 4.0, 3.0, 1000, 500)


@pytest.fixture
def stage(window):
    """The window with a narrow, a lucky and a wide gap; nothing on threads."""
    for latest in (window.bake.shown_floor.latest, window.bake.widths.latest):
        latest.short_ms = math.inf
    level = window.document.level
    rocks = [
        Obstacle(id=30, name="a", polygon=box(12, 4.5, 13, 5.1)),
        Obstacle(id=31, name="b", polygon=box(14.2, 4.5, 15, 5.1)),
        Obstacle(id=32, name="c", polygon=box(16.6, 4.5, 18.5, 5.1)),
    ]
    window.document.commit(Edit.put(level, rocks))
    return window


def scene_of(window, camera):
    """Return the scene for overlays."""
    return replace(window.canvas.scene(), box=camera.box, scale=camera.scale)


LEFT, RIGHT = frozenset({30, 31}), frozenset({31, 32})


def by_sides(window):
    """Return the narrow places by the ids of their sides."""
    found = clearances.passages_in(scene_of(window, CAMERA))
    return {frozenset(passage.between): passage for passage in found}


def painted(window, overlay, camera=CAMERA):
    """A picture of an overlay alone."""
    image = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    image.fill(QColor(style.current().outside))
    painter = QPainter(image)
    scene = scene_of(window, camera)
    overlay.paint(painter, scene, camera)
    paint_labels([overlay], painter, scene, camera)
    painter.end()
    return image


def colours_near(image, place, camera=CAMERA, reach=3):
    """The colours around a place of the world."""
    x, y = camera.to_pixel(place)
    return {
        image.pixelColor(round(x) + dx, round(y) + dy).name().upper()
        for dx in range(-reach, reach + 1)
        for dy in range(-reach, reach + 1)
    }


def test_each_verdict_has_its_colour_and_sign(stage):
    """Gaps that never fit are crossed out, gaps by luck dashed with a text, wide gaps plain."""
    image, theme = painted(stage, clearances.WidthsOverlay()), style.current()
    found = by_sides(stage)
    assert found[LEFT].verdict == "never"
    assert found[RIGHT].verdict == "by luck"
    assert theme.door_shut in colours_near(image, (13.3, 4.8))
    # The cross stands off the line.
    x, z = found[LEFT].place
    assert theme.door_shut in colours_near(image, (x + 0.075, z + 0.075), reach=1)
    assert theme.warn in colours_near(image, (15.2, 4.8), reach=5)
    gate = next(p for p in found.values() if p.door == GATE)
    assert gate.verdict == "always"
    assert theme.ok in colours_near(image, (gate.place[0], gate.place[1] + 1))


def test_short_ones_are_left_out(stage):
    """Far away nothing is drawn, and no numbers pile up."""
    image = painted(stage, clearances.WidthsOverlay(), FAR)
    empty = QImage(image.size(), image.format())
    empty.fill(QColor(style.current().outside))
    assert image == empty


def test_the_legend_names_what_there_is(stage):
    """Three verdicts here, two without the narrow gap."""
    overlay = clearances.WidthsOverlay()
    rows = overlay.legend(scene_of(stage, CAMERA))
    assert len(rows) == 3
    stage.document.commit(Edit.remove(stage.document.level, [30, 31, 32, CHEST]))
    assert len(overlay.legend(scene_of(stage, CAMERA))) == 1


def test_the_legend_names_only_what_is_long_enough_to_be_drawn(stage):
    """Far away there is nothing to explain."""
    assert clearances.WidthsOverlay().legend(scene_of(stage, FAR)) == ()


def test_a_width_has_another_sign_than_a_door(stage):
    """The legend has it, too: a line across, dashed or crossed."""
    rows = clearances.WidthsOverlay().legend(scene_of(stage, CAMERA))
    assert [(row.across, bool(row.dash), row.cross) for row in rows] == [
        (True, False, False), (True, True, False), (True, False, True),
    ]  # fmt: skip


def test_esc_on_the_canvas_ends_the_trial_of_a_radius(stage, hand):
    """It is a step of its own: after the drawing in progress, before the tool."""
    tool = next(tool for tool in stage.canvas.gestures.tools if tool.name == "polygon_area")
    stage.canvas.gestures.choose(tool)
    hand.click((2, 2))
    stage.bake.shown_floor.try_radius(0.9)
    hand.key(Qt.Key.Key_Escape)
    assert stage.bake.shown_floor.tried == 0.9
    assert not tool.can_take_back()
    hand.key(Qt.Key.Key_Escape)
    assert stage.bake.shown_floor.tried is None
    assert stage.canvas.gestures.tool is tool
    hand.key(Qt.Key.Key_Escape)
    assert stage.canvas.gestures.tool is stage.canvas.gestures.tools[0]


def test_it_is_off_at_first_and_on_while_a_radius_is_tried(stage):
    """For the radius that is tried."""
    (listed,) = (o for o in stage.canvas.overlays if o.name == clearances.NAME)
    (stand_in,) = (
        o for o in stage.canvas.overlays if isinstance(o, clearances.PreviewWidthsOverlay)
    )
    assert not listed.visible
    assert stand_in.legend(scene_of(stage, CAMERA)) == ()
    stage.bake.shown_floor.try_radius(0.2)
    assert len(stand_in.legend(scene_of(stage, CAMERA))) > 0
    found = by_sides(stage)
    assert found[LEFT].verdict == "by luck"
    stage.bake.shown_floor.end_trial()
    assert stand_in.legend(scene_of(stage, CAMERA)) == ()


def test_the_cells_overlay_tells_of_the_preview(stage):
    """One line in the legend, and cells of that radius."""
    before = stage.canvas.grab().toImage()
    stage.bake.shown_floor.try_radius(0.9)
    stage.canvas.frame_all()
    assert any("0.90 m" in row.text for row in stage.canvas.chrome.legend.rows)
    assert stage.canvas.grab().toImage() != before


def test_it_follows_the_drawing(stage):
    """Also while something is dragged."""
    level = stage.document.level
    moved = Obstacle(id=31, name="b", polygon=box(14.4, 4.5, 15, 5.1))
    stage.document.preview(Edit.put(level, [moved]))
    found = by_sides(stage)
    assert found[LEFT].width == pytest.approx(1.4)
    stage.document.cancel_preview()
    found = by_sides(stage)
    assert found[LEFT].width == pytest.approx(1.2)


def test_on_the_thread_the_last_widths_stay_until_the_new_ones_come(stage, qtbot):
    """The canvas is notified of them."""
    latest = stage.bake.widths.latest
    first = clearances.passages_in(scene_of(stage, CAMERA))
    latest.short_ms = -1.0
    stage.document.commit(set_settings(stage.document.level, object_padding=0.05))
    assert clearances.passages_in(scene_of(stage, CAMERA)) is first
    with qtbot.waitSignal(latest.arrived):
        pass
    assert clearances.passages_in(scene_of(stage, CAMERA)) is not first
