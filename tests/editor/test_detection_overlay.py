"""Rings of the detection range of selected agents."""

from PySide6.QtGui import QColor
from small_level import COOK, GUARD

from editor.canvas.overlays.detection import RADIUS, DetectionOverlay
from editor.look import style
from editor.shell.window import MainWindow


def overlay_of(window: MainWindow) -> DetectionOverlay:
    """Return the overlay of the canvas."""
    return next(o for o in window.canvas.overlays if isinstance(o, DetectionOverlay))


def redness(window: MainWindow, place: tuple[float, float]) -> int:
    """How much redder a place is than blue."""
    x, y = window.canvas.viewport.camera.to_pixel(place)
    colour: QColor = window.canvas.grab().toImage().pixelColor(round(x), round(y))
    return colour.red() - colour.blue()


def test_it_is_off_until_somebody_wants_it(window: MainWindow) -> None:
    """No preset shows it."""
    assert not overlay_of(window).visible
    assert not DetectionOverlay.presets


def test_a_red_disc_of_fifteen_metres_lies_around_selected_agents_only(window: MainWindow) -> None:
    """It is translucent inside the ring; its legend row has the distance."""
    canvas, document = window.canvas, window.document
    guard, cook = document.level.agents[GUARD], document.level.agents[COOK]
    overlay = overlay_of(window)
    canvas.shown.toggle(overlay)
    assert overlay.visible
    x, z = guard.position
    canvas.viewport.frame((x - 20, z - 20, x + 20, z + 20))
    inside, outside = (x, z + RADIUS - 0.7), (x, z + RADIUS + 0.7)
    before = redness(window, inside), redness(window, outside)
    (row,) = overlay.legend(canvas.scene())
    assert "select agents" in row.text
    document.select(frozenset({GUARD}))
    (row,) = overlay.legend(canvas.scene())
    assert row.text == "15 m around selected agents"
    assert redness(window, inside) > before[0] + 10
    assert redness(window, outside) == before[1]
    assert row.line == style.current().error
    document.hide([GUARD])
    assert redness(window, inside) == before[0]
    assert cook.position != guard.position
