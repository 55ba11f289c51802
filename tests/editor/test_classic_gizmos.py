"""Gizmos of source 003 in classic colours: wire circles half a metre wide, green paths."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.painting.network import paint_waypoint, waypoint_radius
from editor.canvas.painting.network_arrays import TYPES
from editor.look import style
from editor.look.style import CANVAS
from editor.look.theme import apply_colours
from editor.shell.window import MainWindow


@pytest.fixture
def classic(window: MainWindow) -> Iterator[None]:
    """Classic colours, while a window is there to show them."""
    apply_colours("classic")
    yield
    apply_colours("clear")


@pytest.mark.usefixtures("classic")
@pytest.mark.parametrize("scale", [30.0, 60.0, 90.0])
def test_waypoints_are_wire_circles_of_half_a_metre(scale: float) -> None:
    """S3-078: they grow with the drawing, and are hollow."""
    assert waypoint_radius(scale) == 0.5 * scale
    image = QImage(120, 120, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    number = TYPES.index("navigation")
    paint_waypoint(painter, QPointF(60.0, 60.0), waypoint_radius(scale), 0.0, number, False)
    painter.end()
    ring = [image.pixelColor(60 + round(0.5 * scale) + off, 60) for off in (-1, 0, 1)]
    assert QColor("#00FFFF") in ring
    assert image.pixelColor(60 + round(0.25 * scale), 60) != QColor("#00FFFF")


@pytest.mark.usefixtures("classic")
def test_far_away_they_stay_as_large_as_can_be_seen() -> None:
    """A level of a kilometre shows dots."""
    assert waypoint_radius(0.5) == CANVAS.waypoint_wire_least


@pytest.mark.usefixtures("classic")
def test_paths_are_green() -> None:
    """S3-081: of the dark theme the source's own green, of the light one a darker one."""
    assert style.DARK_CLASSIC.path == "#00FF00"
    red, green, blue, _ = QColor(style.LIGHT_CLASSIC.path).getRgb()
    assert green > 2 * max(red, blue, 1)
    assert style.current().path in {style.DARK_CLASSIC.path, style.LIGHT_CLASSIC.path}
