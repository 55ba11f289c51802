"""Doors that require abilities: a key on the canvas, texts in hints, legend and outline."""

import dataclasses

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from small_level import COOK, GATE, GUARD, HALL

from editor.canvas.camera import Camera
from editor.canvas.overlays.drawn import DoorsOverlay
from navcore.level.edit import Edit
from navcore.level.operations import profiles as op
from navcore.level.operations import set_fields, toggle_doors


def require(window, *needs, door=GATE):
    """Let the gate require abilities."""
    document = window.document
    document.commit(set_fields(document.level, [door], needs=needs))


def seen(canvas, place=(10.5, 4.5), reach=9):
    """The pixels around a place."""
    canvas.layers.paint_anew()
    picture = canvas.grab().toImage()
    ratio = picture.devicePixelRatio()
    x, y = canvas.viewport.camera.to_pixel(place)
    corner = QPoint(round((x - reach) * ratio), round((y - reach) * ratio))
    side = round(2 * reach * ratio)
    return picture.copy(corner.x(), corner.y(), side, side)


def doors_alone(window, camera):
    """A picture of doors and nothing else."""
    picture = QImage(camera.width, camera.height, QImage.Format.Format_RGB32)
    picture.fill(0)
    painter = QPainter(picture)
    scene = dataclasses.replace(window.canvas.scene(), box=camera.box, scale=camera.scale)
    DoorsOverlay().paint(painter, scene, camera)
    painter.end()
    return picture


def legend(window):
    """Return the legend's texts about doors."""
    (overlay,) = (o for o in window.canvas.overlays if o.name == DoorsOverlay.name)
    return [(row.text, row.key) for row in overlay.legend(window.canvas.scene())]


def test_a_key_stands_on_the_door(window, canvas):
    """Open and closed doors with required abilities have it; the legend explains it."""
    canvas.viewport.zoom_to_100()
    canvas.frame_all()
    plain = seen(canvas)
    assert ("requires an ability", True) not in legend(window)
    require(window, "key")
    keyed = seen(canvas)
    assert keyed != plain
    assert ("requires an ability", True) in legend(window)
    document = window.document
    document.commit(toggle_doors(document.level, [GATE]))
    assert seen(canvas) != keyed


def test_the_key_goes_with_the_door_and_leaves_nothing_behind(window, canvas):
    """A partial repaint after an edit equals a complete one."""
    canvas.frame_all()
    require(window, "key")
    canvas.grab()
    document = window.document
    gate = document.level.areas[GATE]
    ring = tuple((x, z - 1.5 if z > 4 else z) for x, z in gate.polygon)
    document.commit(Edit.put(document.level, [replace(gate, polygon=ring)]))
    after = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == after
    require(window)
    after = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == after


def test_far_away_there_is_no_room_for_it(window, canvas):
    """A door of a few pixels is recognised by its outline and its hint."""
    for scale, has_key in ((7.0, False), (9.0, True)):
        camera = Camera(10.0, 4.0, scale, 400, 200)
        require(window)
        plain = doors_alone(window, camera)
        require(window, "key")
        assert (doors_alone(window, camera) != plain) == has_key


@pytest.mark.parametrize(("place", "door"), [((10.5, 3.3), GATE), ((5.0, 7.0), HALL)])
def test_the_hint_says_what_is_required(window, hand, place, door):
    """Over doors and areas, selected or not."""
    hints = []
    window.canvas.hints.changed.connect(hints.append)
    require(window, "key", door=door)
    hand.move(place)
    window.canvas.hints.repeat()
    assert "requires key" in hints[-1]
    window.document.select(frozenset({door}))
    window.canvas.hints.repeat()
    assert "requires key" in hints[-1]


def test_the_door_tool_says_it_too(window, hand):
    """Where it would begin another door."""
    hints = []
    window.canvas.hints.changed.connect(hints.append)
    require(window, "key", "badge")
    window.commands.table["tool_door"].trigger()
    hand.move((10.5, 4.5))
    window.canvas.hints.repeat()
    assert "requires key, badge" in hints[-1]


def test_the_outline_says_what_is_required_and_of_which_type_agents_are(window):
    """In grey behind the name; an open door is not called shut for it."""
    document, model = window.document, window.panels["outline"].model
    require(window, "key")
    assert model.index_of(GATE).data() == "gate (requires key)"
    document.commit(toggle_doors(document.level, [GATE]))
    assert model.index_of(GATE).data() == "gate (shut)"
    document.commit(op.add_profile(document.level, "cart"))
    document.commit(op.assign_profile(document.level, [COOK], "cart"))
    assert model.index_of(COOK).data() == "cook (cart)"
    assert model.index_of(GUARD).data() == "guard"
    document.commit(op.rename_profile(document.level, "cart", "wagon"))
    assert model.index_of(COOK).data() == "cook (wagon)"
