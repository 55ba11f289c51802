"""Zooming over many elements: scaled at once, then as sharp as painted from scratch."""

from dataclasses import replace

import pytest
from hand import MIDDLE, Hand
from PySide6.QtGui import QImage
from small_level import CHEST, GATE, HALL

from editor.canvas.overlays.overlay import Reads
from navcore.level.operations import delete, rename, toggle_doors


@pytest.fixture
def canvas(window, monkeypatch):
    """Return the window's canvas, which treats every level as large, at rest.

    However fast the machine is, a frame paints one slice of what is not shown yet.
    """
    for name in ("SLICE_SECONDS", "CALM_SECONDS"):
        monkeypatch.setattr(f"editor.canvas.layers.{name}", 0.0)
    canvas = window.canvas
    monkeypatch.setattr(canvas.layers, "heavy", 0)
    canvas.frame_all()
    canvas.grab()
    canvas.layers.rest()
    return canvas


@pytest.fixture
def hand(canvas):
    """Return simulated user input on the canvas."""
    return Hand(canvas)


def fresh(canvas) -> QImage:
    """The canvas, painted from scratch."""
    canvas.layers.paint_anew()
    canvas.viewport.look(canvas.viewport.camera)
    return canvas.grab().toImage()


def at_rest(canvas) -> QImage:
    """The canvas once nothing changes any more."""
    for _ in range(100):
        canvas.grab()
        if canvas.layers.crisp:
            canvas.names_in_view.come_to_rest()
            return canvas.grab().toImage()
    raise AssertionError


@pytest.mark.parametrize("turned", [(120,), (-120,), (40, 40, -200), (-600, 120), (480, 480)])
def test_at_rest_nothing_tells_that_it_was_scaled(canvas, hand, turned):
    """It is zoomed in and out, a little and a lot, partly over places that were never in view."""
    for step in turned:
        hand.wheel((8, 3), step)
        canvas.grab()
        assert not canvas.layers.crisp
    picture = at_rest(canvas)
    assert picture == fresh(canvas)


def test_edits_count_while_it_is_scaled(window, canvas, hand):
    """In the picture that is shown, in the one that comes, and in that of the whole level."""
    level = window.document.level
    for act in (
        lambda: window.document.commit(delete(window.document.level, [CHEST])),
        lambda: window.document.commit(toggle_doors(window.document.level, frozenset({GATE}))),
        lambda: window.document.commit(rename(window.document.level, HALL, "another")),
        window.canvas.undo,
        window.canvas.undo,
        window.canvas.undo,
    ):
        hand.wheel((14, 2), 120)
        canvas.grab()
        act()
        canvas.grab()
        hand.wheel((14, 2), -240)
        canvas.grab()
        assert not canvas.layers.crisp
        picture = at_rest(canvas)
        assert picture == fresh(canvas)
    assert window.document.level == level


def test_panning_goes_on_while_it_is_scaled(canvas, hand):
    """By the mouse, before the crisp picture has come."""
    hand.wheel((8, 3), 240)
    canvas.grab()
    hand.press((8, 3), MIDDLE)
    x, z = canvas.viewport.camera.to_world(*(hand.pixel((8, 3)) + hand.pixel((8, 3)) / 9).toTuple())
    hand.move((x, z), MIDDLE)
    hand.release((x, z), MIDDLE)
    assert not canvas.layers.crisp
    picture = at_rest(canvas)
    assert picture == fresh(canvas)


def test_zooming_out_leaves_no_bare_rim(window, canvas, hand):
    """Zoomed out at once from a corner of the hall, the whole level is shown up to date."""
    canvas.viewport.frame((1, 1, 2, 2))
    canvas.grab()
    window.document.commit(delete(window.document.level, [CHEST]))
    canvas.viewport.frame((1, 1, 2, 2))
    canvas.grab()
    hand.wheel((1.5, 1.5), -1800)
    scaled = canvas.grab().toImage()
    assert not canvas.layers.crisp
    crisp = at_rest(canvas)
    differ = total = 0
    for x in range(0, crisp.width(), 5):
        for y in range(0, crisp.height(), 5):
            one, other = scaled.pixelColor(x, y), crisp.pixelColor(x, y)
            total += 1
            differ += abs(one.blue() - other.blue()) > 40
    assert differ < total / 25


def test_framing_is_crisp_at_once(canvas, hand):
    """Only a hand on wheel or mouse makes do with less."""
    hand.wheel((8, 3), 240)
    canvas.grab()
    canvas.frame_all()
    canvas.grab()
    assert canvas.layers.crisp


def test_few_things_are_never_scaled(canvas, hand, monkeypatch):
    """Painting that takes no longer than a frame is done in the frame."""
    monkeypatch.setattr(canvas.layers, "heavy", 100)
    hand.wheel((8, 3), 240)
    canvas.grab()
    assert canvas.layers.crisp


def test_huge_levels_are_painted_in_bands(canvas, monkeypatch):
    """A frame paints a band at least; in the end it is the picture that one frame would paint."""
    expected, camera = fresh(canvas), canvas.viewport.camera
    monkeypatch.setattr(canvas.layers.in_view, "huge", 1)
    canvas.viewport.look(replace(camera, x=camera.x + 500.0))
    canvas.grab()
    canvas.viewport.look(camera)
    canvas.grab()
    assert (
        0
        < canvas.layers.still_pixels
        < canvas.viewport.camera.width * canvas.viewport.camera.height / 10
    )
    for _ in range(100):
        picture = canvas.grab().toImage()
    assert canvas.layers.still_pixels == 0
    assert picture == expected


def test_small_changes_of_huge_levels_come_first(canvas, monkeypatch):
    """A drag doesn't wait for other outdated parts of the picture, even if that is all of it."""
    fresh(canvas)
    monkeypatch.setattr(canvas.layers.in_view, "huge", 1)
    canvas.layers.paint_anew()
    canvas.grab()
    canvas.layers.follow(Reads.LEVEL, (1.0, 1.0, 1.1, 1.1))
    canvas.grab()
    assert (
        0
        < canvas.layers.still_pixels
        < canvas.viewport.camera.width * canvas.viewport.camera.height / 48
    )
