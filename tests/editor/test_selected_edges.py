"""Lines of selected edges, rings and numbers at waypoints: nothing hides a letter."""

import math

import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from small_level import small_level

from editor.canvas.camera import Camera
from editor.canvas.canvas import Canvas
from editor.canvas.overlays.selection import cut_short
from editor.canvas.painting.label_room import LabelRoom
from editor.canvas.painting.network import waypoint_radius
from editor.canvas.painting.routes import label_stops
from editor.look import style
from editor.look.style import CANVAS, FONT
from editor.shell.window import MainWindow
from editor.tools.legs import RouteSight
from navcore.level.model import Edge, Level, Route, RouteStop, Waypoint

ONE, TWO, FIRST = 51, 52, 61


@pytest.mark.parametrize("by", [0.0, 0.5, 1.9])
def test_lines_are_cut_at_both_ends(by: float) -> None:
    """Along their direction; ones that would have no length stay."""
    (ax, az), (bx, bz) = cut_short(((1.0, 1.0), (4.0, 5.0)), by)
    assert math.dist((ax, az), (1.0, 1.0)) == pytest.approx(by)
    assert math.dist((bx, bz), (4.0, 5.0)) == pytest.approx(by)
    assert math.dist((ax, az), (bx, bz)) == pytest.approx(5.0 - 2 * by)
    short = ((1.0, 1.0), (1.2, 1.0))
    assert cut_short(short, 0.1) == short


def accents_within(image: QImage, at: tuple[float, float], radius: float) -> int:
    """Return how many pixels within a radius of a place have the colour of the selection."""
    wanted = QColor(style.current().selection).getRgb()[:3]
    found = 0
    for y in range(math.floor(at[1] - radius), math.ceil(at[1] + radius) + 1):
        for x in range(math.floor(at[0] - radius), math.ceil(at[0] + radius) + 1):
            if math.dist((x + 0.5, y + 0.5), at) <= radius:
                colour = image.pixelColor(x, y).getRgb()[:3]
                found += max(abs(a - b) for a, b in zip(colour, wanted, strict=True)) < 40
    return found


def test_the_line_of_a_selected_edge_ends_at_the_rims_of_its_waypoints(
    window: MainWindow, canvas: Canvas
) -> None:
    """Their letters stay legible; between them it is drawn."""
    items = {
        ONE: Waypoint(id=ONE, position=(3.0, 6.0), type="guardPost"),
        TWO: Waypoint(id=TWO, position=(9.0, 6.0), type="patrol"),
        FIRST: Edge(id=FIRST, start=ONE, end=TWO),
    }
    window.document.load(small_level().with_items(items), None)
    window.document.select(frozenset({FIRST}))
    camera = canvas.viewport.camera
    radius = waypoint_radius(camera.scale)
    assert radius >= CANVAS.waypoint_letter_from
    image = canvas.grab().toImage()
    for key in (ONE, TWO):
        assert not accents_within(image, camera.to_pixel(items[key].position), radius - 0.5)
    assert accents_within(image, camera.to_pixel((6.0, 6.0)), 3.0)


@pytest.mark.parametrize("scale", [5.0, 20.0, 40.0, 400.0])
@pytest.mark.parametrize("facing", [0.0, math.pi / 2])
def test_numbers_of_stops_are_clear_of_the_rings_of_selected_waypoints(
    qapp: QApplication, scale: float, facing: float
) -> None:
    """Their place of choice, above or below; stops elsewhere have theirs as near as before."""
    stops = (
        RouteStop(waypoint=ONE, at=(0.0, 0.0), facing=facing),
        RouteStop(at=(5.0, 0.0), facing=facing),
    )
    route = Route(id=70, name="round", stops=stops)
    level = Level().with_items({ONE: Waypoint(id=ONE, position=(0.0, 0.0)), 70: route})
    camera, room = Camera(x=0.0, z=0.0, scale=scale, width=8000, height=400), LabelRoom()
    label_stops(room, camera, level.of(Route)[70], RouteSight(level.settings, None))
    middles = {label.words: label.places[0][1] for label, _ in room.placed()}
    first, second = (abs(middles[words] - camera.height / 2) for words in ("1", "2"))
    ring = waypoint_radius(scale) + CANVAS.agent_ring_gap + CANVAS.selection_line / 2
    assert first - FONT.small / 2 >= ring
    assert second == CANVAS.agent_goal + CANVAS.route_number
    assert second <= first
