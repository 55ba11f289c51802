"""Overlays one by one, pixel by pixel, on pictures of one and two device pixels a pixel."""

import dataclasses
import math

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, box

from editor.canvas.camera import Camera
from editor.canvas.overlay_painting import paint_labels
from editor.canvas.overlays import all_overlays
from editor.canvas.snapping import Snapped
from editor.look import pens, style
from editor.look.style import CANVAS, MARKS, STROKES, Z
from editor.tools.preview import (
    LABEL_STYLES,
    MARK_STYLES,
    STROKE_STYLES,
    Label,
    Mark,
    Preview,
    Stroke,
)
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle
from navcore.level.operations import toggle_doors

CAMERA = Camera(10.0, 4.0, 40.0, 1000, 500)


def scene_of(window, camera, ratio, preview=None, snapped=None):
    """Return the scene for overlays of this window's canvas."""
    return dataclasses.replace(
        window.canvas.scene(), preview=preview or Preview(), snapped=snapped,
        device_ratio=ratio, box=camera.box, scale=camera.scale,
    )  # fmt: skip


def painted(window, *names, camera=CAMERA, ratio=1.0, **shown):
    """A picture of these overlays alone, over the colour of the outside."""
    image = QImage(
        round(camera.width * ratio), round(camera.height * ratio), QImage.Format.Format_RGB32
    )
    image.setDevicePixelRatio(ratio)
    image.fill(QColor(style.current().outside))
    painter = QPainter(image)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    scene = scene_of(window, camera, ratio, **shown)
    overlays = [overlay for overlay in all_overlays() if overlay.name in names]
    for overlay in overlays:
        painter.save()
        overlay.paint(painter, scene, camera)
        painter.restore()
    paint_labels(overlays, painter, scene, camera)
    painter.end()
    return image


def at(image, place, camera=CAMERA):
    """The colour at a place of the world."""
    x, y = camera.to_pixel(place)
    ratio = image.devicePixelRatio()
    return image.pixelColor(math.floor(x * ratio), math.floor(y * ratio)).name()


def row(image, place, length, camera=CAMERA):
    """Return the colours of some device pixels to the right of a place."""
    x, y = camera.to_pixel(place)
    ratio = image.devicePixelRatio()
    left, top = math.floor(x * ratio), math.floor(y * ratio)
    return [image.pixelColor(left + n, top).name() for n in range(length)]


def is_near(one, other):
    """Return whether two colours are equal within rounding."""
    pairs = zip(QColor(one).getRgb(), QColor(other).getRgb(), strict=True)
    return all(abs(a - b) <= 2 for a, b in pairs)


@pytest.fixture(params=["dark", "light"])
def theme(window, request):
    """The theme in use, each in turn."""
    window.choose_theme(request.param)
    return style.current()


def lower(*tokens):
    """Tokens as pixels name them."""
    return {token.lower() for token in tokens}


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("scale", [0.4, 3.0, 40.0, 2000.0])
def test_everything_is_painted_at_every_zoom(window, qtlog, scale, ratio):
    """There is no warning, with all kinds of elements selected, previewed and found."""
    level = window.document.level
    off = Obstacle(id=90, name="off", polygon=box(1, 6, 2, 7), enabled=False)
    shut = Area(id=91, name="shut", polygon=box(4, 8, 6, 9), door=True, available=False)
    closed = Area(id=92, name="closed", polygon=box(8, 9, 9, 12), available=False)
    window.document.commit(Edit.put(level, [off, shut, closed]))
    window.bake.wait()
    window.document.select(frozenset({HALL, TABLE, GATE, GUARD, COOK}))
    window.probe.set((1, 1), (30, 30))
    preview = Preview(
        tuple(Stroke(box(1, 1, 2, 2), name, closed=True) for name in STROKE_STYLES),
        tuple(Mark((3, 3), name) for name in MARK_STYLES),
        tuple(Label((4, 4), "4.00 m", name) for name in LABEL_STYLES),
    )
    for kind in ("vertex", "crossing", "midpoint", "edge", "grid", "none"):
        painted(
            window,
            *(overlay.name for overlay in all_overlays()),
            camera=Camera(5.0, 4.0, scale, 640, 400),
            ratio=ratio,
            preview=preview,
            snapped=Snapped((2.0, 2.0), kind),
        )
    assert [record.message for record in qtlog.records] == []


def test_overlays_stand_back_to_front_and_have_names():
    """They have the order of the style page; overlays that can be hidden have a title."""
    overlays = all_overlays()
    assert [overlay.z for overlay in overlays] == sorted(overlay.z for overlay in overlays)
    assert len({overlay.name for overlay in overlays}) == len(overlays)
    fronts = [next(o.z for o in overlays if o.name == name) for name in ("cells", "grid", "areas")]
    assert fronts == [Z.CELLS, Z.GRID, Z.AREAS]
    assert STROKES.keys() >= STROKE_STYLES.keys()
    assert MARKS.keys() >= MARK_STYLES.keys()


@pytest.mark.parametrize("ratio", [1, 2])
def test_walkable_cells_have_a_rim_one_pixel_wide(window, theme, ratio):
    """From the middle of the floor outwards come floor, rim and band."""
    image = painted(window, "cells", ratio=float(ratio))
    grid = window.bake.world.grid
    column, line = grid.cell_of(8.1, 2.1)
    while grid.walkable[line, column]:
        column += 1
    edge = grid.min_x + column * grid.cell_size
    thick = ratio
    pixels = row(image, (edge - 8 / CAMERA.scale, 2.1), 12 * ratio)
    rims = [n for n, pixel in enumerate(pixels) if pixel in lower(theme.walkable_edge)]
    assert len(rims) == thick
    assert rims == list(range(rims[0], rims[0] + thick))
    assert set(pixels[: rims[0]]) == lower(theme.walkable)
    hatched = pens.mixed(theme.band, theme.band_hatch, CANVAS.hatch_alpha)
    assert set(pixels[rims[-1] + 1 :]) <= lower(theme.band, hatched)


@pytest.mark.parametrize("ratio", [1, 2])
def test_the_band_is_hatched_every_seven_pixels(window, theme, ratio):
    """One pixel in seven is hatched at every zoom; far away there is no hatch."""
    hatched = pens.mixed(theme.band, theme.band_hatch, CANVAS.hatch_alpha).lower()
    for scale in (20.0, 60.0):
        camera = dataclasses.replace(CAMERA, x=3.0, z=2.0, scale=scale)
        image = painted(window, "cells", camera=camera, ratio=float(ratio))
        pixels = row(image, (1.4, 0.3), 7 * ratio * 4, camera)
        assert set(pixels) == {theme.band.lower(), hatched}
        assert pixels.count(hatched) == 4 * ratio
    far = dataclasses.replace(CAMERA, scale=6.0)
    image = painted(window, "cells", camera=far, ratio=float(ratio))
    assert at(image, (5.0, 0.3), far) in lower(theme.band)
    assert hatched not in row(image, (1.0, 0.3), 40 * ratio, far)


@pytest.mark.parametrize("ratio", [1, 2])
def test_outlines_are_one_crisp_pixel(window, theme, ratio):
    """An upright edge has exactly one pixel of line, and no blended neighbours."""
    image = painted(window, "areas", ratio=float(ratio))
    pixels = row(image, (-4 / CAMERA.scale, 2.0), 8 * ratio)
    assert [pixel for pixel in pixels if pixel in lower(theme.area_line)] == [
        theme.area_line.lower()
    ] * ratio
    assert set(pixels) == lower(theme.outside, theme.area_line)


def test_obstacles_are_filled_and_switched_off_ones_are_not(window, theme):
    """Their line stays, dashed."""
    assert at(painted(window, "obstacles"), (4.5, 4.5)) in lower(theme.obstacle)
    table = window.document.level.obstacles[TABLE]
    off = Obstacle(id=TABLE, name="table", polygon=table.polygon, enabled=False)
    window.document.commit(Edit.put(window.document.level, [off]))
    image = painted(window, "obstacles")
    assert at(image, (4.5, 4.5)) in lower(theme.outside)
    assert set(row(image, (3.2, 5.0), 60)) == lower(theme.outside, theme.obstacle_line)


def test_shut_doors_differ_in_more_than_colour(window, theme):
    """Open ones are dashed and transparent.

    Shut ones have a full outline, a fill and a cross-hatch.
    """
    image = painted(window, "doors")
    assert at(image, (10.4, 4.4)) in lower(theme.outside)
    side = row(image, (10.05, 6.0), 36)
    assert theme.outside.lower() in side
    window.document.commit(toggle_doors(window.document.level, frozenset({GATE})))
    image = painted(window, "doors")
    assert theme.outside.lower() not in row(image, (10.05, 6.0), 36)
    inside = set(row(image, (10.1, 4.4), 30))
    fill = pens.mixed(theme.outside, theme.door_shut, CANVAS.door_shut_alpha)
    assert any(is_near(colour, fill) for colour in inside)
    assert any(not is_near(colour, fill) for colour in inside)


@pytest.mark.parametrize("ratio", [1, 2])
def test_handles_are_squares_of_eight_pixels(window, theme, ratio):
    """They are canvas-coloured with an accent border, on all corners of selected elements."""
    window.document.select(frozenset({CHEST}))
    handles = window.canvas.gestures.preview()
    image = painted(window, "selection", "preview", ratio=float(ratio), preview=handles)
    for corner in window.document.level.obstacles[CHEST].polygon:
        assert at(image, corner) in lower(theme.outside)
        pixels = row(image, (corner[0] - 7 / CAMERA.scale, corner[1]), 14 * ratio)
        border = [n for n, pixel in enumerate(pixels) if pixel in lower(theme.selection)]
        assert border
    assert at(image, (14.5, 1.5)) in lower(theme.outside)


def test_grid_lines_are_one_device_pixel_and_can_be_off(window, theme):
    """The axes are the strongest."""
    image = painted(window, "grid", ratio=2.0)
    pixels = row(image, (-3 / CAMERA.scale, 3.3), 12)
    strong = pens.mixed(theme.outside, theme.grid, theme.grid_axis_alpha)
    drawn = [pixel for pixel in pixels if pixel != theme.outside.lower()]
    assert len(drawn) == 1
    assert is_near(drawn[0], strong)
    window.settings.grid = False
    assert set(row(painted(window, "grid"), (-1.0, 3.3), 200)) == lower(theme.outside)


def test_a_selection_does_not_hide_the_cells_under_it(window, theme):
    """Floor and elements on it aren't filled; elements on empty ground are."""
    level = window.document.level
    crate = Obstacle(id=90, name="crate", polygon=box(12, 9.5, 14, 11))
    window.document.commit(Edit.put(level, [crate]))
    window.bake.wait()
    window.document.select(frozenset({HALL, TABLE, 90}))
    plain = painted(window, "cells", "obstacles")
    chosen = painted(window, "cells", "obstacles", "selection")
    for place in ((8, 2), (4.5, 4)):
        assert at(chosen, place) == at(plain, place)
    assert at(chosen, (13, 10)) != at(plain, (13, 10))
    window.commands.table["overlay_cells"].trigger()
    assert at(painted(window, "selection"), (8, 2)) != lower(theme.outside).pop()


def test_the_ring_of_a_selected_player_leaves_room_for_its_crown(window, theme):
    """Above, where others have their ring."""
    level = window.document.level
    player = replace(level.agents[COOK], player=True)
    window.document.commit(Edit.put(level, [player]))
    window.document.select(frozenset({COOK}))
    image = painted(window, "agents", "selection")
    reach = 0.4 + 2 * CANVAS.agent_ring_gap / CAMERA.scale
    assert at(image, (18.0, 2.0 + reach)) not in lower(theme.selection, theme.outside)
    below = QColor(at(image, (18.0, 2.0 - reach)))
    assert abs(below.hslHue() - QColor(theme.selection).hslHue()) < 5


def test_of_selected_things_over_each_other_each_is_seen_whole(window, theme):
    """No casing cuts the line of another."""
    level = window.document.level
    crate = Obstacle(id=90, name="crate", polygon=box(5, 4, 8, 6))
    window.document.commit(Edit.put(level, [crate]))
    window.document.select(frozenset({TABLE, 90}))
    image = painted(window, "selection")
    assert at(image, (6, 4.5)) in lower(theme.selection)
    assert at(image, (5.5, 4)) in lower(theme.selection)
    for x in (5.95, 6.05):
        assert at(image, (x, 4.0)) in lower(theme.selection)


def test_names_only_where_there_is_room(window, theme):
    """A hall of ten metres: at 40 px/m its name, at 5 px/m none."""
    near = painted(window, "area_names")
    far_camera = dataclasses.replace(CAMERA, scale=5.0)
    far = painted(window, "area_names", camera=far_camera)
    empty = QImage(near.size(), QImage.Format.Format_RGB32)
    empty.fill(QColor(theme.outside))
    assert near != empty
    assert far == empty


def test_a_panned_picture_looks_as_if_painted_whole(window, theme):
    """It is panned in all directions, a little and a lot; only newly visible parts are painted."""
    canvas = window.canvas
    window.document.commit(toggle_doors(window.document.level, frozenset({GATE})))
    canvas.frame_all()
    canvas.grab()
    whole = canvas.width() * canvas.height()
    for dx, dy in ((7, 0), (-13, 5), (0, -31), (180, 120), (-160, -75)):
        canvas.viewport.begin_pan(QPointF(0.0, 0.0))
        canvas.viewport.pan_to(QPointF(dx, dy))
        canvas.viewport.end_pan()
        shifted = canvas.grab().toImage()
        assert 0 < canvas.layers.still_pixels < whole
        canvas.layers.paint_anew()
        assert canvas.grab().toImage() == shifted
        assert canvas.layers.still_pixels == whole


def test_a_slow_pan_loses_nothing(window):
    """Parts of pixels add up."""
    canvas = window.canvas
    x = canvas.viewport.camera.x
    canvas.viewport.begin_pan(QPointF(0.0, 0.0))
    for step in range(1, 41):
        canvas.viewport.pan_to(QPointF(step / 4, 0.0))
    canvas.viewport.end_pan()
    assert canvas.viewport.camera.x == pytest.approx(x - 10 / canvas.viewport.camera.scale)
