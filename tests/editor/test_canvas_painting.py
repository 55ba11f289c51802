"""The canvas paints: hints, snapping, overlays, cells, and only what changed."""

from dataclasses import replace

import numpy as np
import pytest
from hand import Hand
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from small_level import CHEST, HALL, box

from editor.canvas.camera import Camera, grown
from editor.canvas.layers import BESIDE
from editor.canvas.overlay_painting import paint_overlay
from editor.canvas.overlays import all_overlays
from editor.look import style
from navcore.level.model import Area, Level
from navcore.level.operations import delete, rename

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


def choose(canvas, name):
    """Make this tool active."""
    canvas.gestures.choose(next(tool for tool in canvas.gestures.tools if tool.name == name))


def test_hints_follow_the_mouse(qtbot, canvas, hand):
    """They say what the next click does."""
    hints = [""]
    canvas.hints.changed.connect(hints.append)
    hand.move((4, 4))
    qtbot.waitUntil(lambda: "table" in hints[-1])
    choose(canvas, "rectangle_area")
    qtbot.waitUntil(lambda: hints[-1].startswith("**"))


def test_grid_snapping_and_steps_are_kept(window, hand):
    """Keys change the preferences."""
    hand.key(KEY.Key_G)
    hand.key(KEY.Key_N)
    hand.key(KEY.Key_PageUp)
    settings = window.settings
    assert (settings.grid, settings.snap, settings.snap_step) == (False, False, 1.0)


def test_every_overlay_can_be_hidden_and_is_remembered(window, canvas):
    """The list of overlays does it."""
    for overlay in canvas.shown.listed:
        shown = overlay.visible
        canvas.chrome.show_bar.list.checks[overlay.name].click()
        assert overlay.visible is not shown
        assert window.settings.overlay_shown("", overlay.name, default=shown) is not shown
    assert {overlay.name for overlay in canvas.overlays} == {o.name for o in all_overlays()}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_cells_have_the_colours_of_the_theme(window, canvas, theme):
    """One pixel each of floor, band, obstacle and outside."""
    window.choose_theme(theme)
    canvas.snapping.toggle_grid()
    picture = canvas.grab().toImage()
    now = style.current()
    ratio = picture.devicePixelRatio()
    for place, token in (
        ((8.1, 1.1), now.walkable),
        ((4.4, 4.1), now.obstacle),
        ((5, 9.5), now.outside),
    ):
        x, y = canvas.viewport.camera.to_pixel(place)
        assert picture.pixelColor(round(x * ratio), round(y * ratio)).name() == token.lower()


def test_what_stands_still_is_painted_once(canvas, hand):
    """Hovering repaints only moving elements; a drag only the affected ones."""
    canvas.grab()
    for step in range(5):
        hand.move((4 + step, 4))
        canvas.grab()
        assert canvas.layers.still_pixels == 0
    hand.drag((14.5, 1.5), (15, 2))
    canvas.grab()
    assert 0 < canvas.layers.still_pixels < canvas.width() * canvas.height() / 4


def test_what_is_painted_in_part_looks_as_if_painted_whole(window, canvas, hand):
    """After edits of every kind the kept picture equals one painted from scratch."""
    canvas.grab()
    for act in (
        lambda: hand.drag((4.5, 4), (5.3, 4.1), (6.2, 5.2)),
        lambda: hand.drag((10.5, 4.5), (10.5, 5.2)),
        lambda: window.document.commit(rename(window.document.level, HALL, "a_longer_name")),
        lambda: window.document.commit(delete(window.document.level, [CHEST])),
        window.canvas.undo,
        window.canvas.undo,
        window.canvas.undo,
    ):
        act()
        hand.move((30, 30))
        in_part = canvas.grab().toImage()
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == in_part


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("corner", [(-300, -300), (-300, 4), (5, -300), (5, 4)])
def test_outlines_that_leave_the_view_keep_their_corners(window, canvas, corner, first):
    """This holds for every first corner, and for every part that is painted alone."""
    x, z = corner
    ring = box(x, z, x + 305, z + 304)
    room = Area(id=9, order=0.0, name="field", polygon=(*ring[first:], *ring[:first]))
    window.document.load(Level().with_items({9: room}), None)
    canvas.viewport.look(Camera(5, 4, 20.0, 160, 120))
    areas = next(overlay for overlay in canvas.overlays if overlay.name == "areas")
    camera, scene = canvas.viewport.camera, canvas.scene()

    def painted(parts):
        image = QImage(160, 120, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        for part in parts:
            painter.setClipRect(part)
            seen = grown(camera.part(*part.getRect()).box, BESIDE / camera.scale)
            paint_overlay(areas, painter, replace(scene, box=seen), camera)
        painter.end()
        return image

    whole = painted([QRect(0, 0, 160, 120)])
    tiles = [QRect(x, y, 32, 24) for x in range(0, 160, 32) for y in range(0, 120, 24)]
    assert painted(tiles) == whole
    line = QColor(style.current().area_line)
    drawn = np.array([[whole.pixelColor(x, y) == line for x in range(160)] for y in range(120)])
    assert drawn[drawn.sum(axis=1).argmax(), drawn.sum(axis=0).argmax()], "the corner"
