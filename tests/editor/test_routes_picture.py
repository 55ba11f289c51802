"""Cached pictures of routes look as if painted from scratch."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from sim_levels import agent, level_of, room

from editor.canvas.camera import Camera
from editor.canvas.painting import routes_picture
from editor.canvas.painting.line_pictures import LinePicture
from editor.canvas.painting.routes import (
    FAINT,
    arrow_of,
    cross,
    paint_rest,
    seen_part,
)
from editor.canvas.painting.routes_picture import Paths, RoutesPicture
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.tools.legs import Leg, RouteSight, find_leg, legs_of
from navcore.level.model import Agent, Settings, Stop
from navcore.world import World

DOT = 8
"""Levels by which the edge of a dot may differ: Qt counts in 1/64 of a pixel."""
CAMERA = Camera(10, 5, 16.0, 400, 240)
GUARD = agent(1, (4, 2), goals=((4, 8), (18, 8)), loop=True)
COOK = agent(2, (2, 1), goals=((18, 1), (9, 30)))

ALL = RouteSight(Settings(), None)
Routes = Sequence[tuple[Agent, Paths]]


def world_of(wall: tuple[float, float, float, float]) -> World:
    """A hall with a wall in it."""
    return World.build(level_of(room(20, 10, wall), GUARD, COOK))


def routes_in(world: World, *agents: Agent) -> list[tuple[Agent, Paths]]:
    """Routes with the paths of their legs; the last leg of each is not known yet."""
    found: list[tuple[Agent, Paths]] = []
    for one in agents:
        legs = legs_of(one, world.level.settings)
        paths = [find_leg(leg, world) for leg in legs[:-1]]
        found.append((one, [*paths, None]))
    return found


def painted(by: RoutesPicture, routes: Routes, camera: Camera, ratio: float = 1.0) -> QImage:
    """Return the picture of these routes."""
    size = (round(camera.width * ratio), round(camera.height * ratio))
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(0xFF202020)
    painter = QPainter(image)
    by.paint(painter, camera, routes, ALL, camera.box, ratio)
    painter.end()
    return image


def apart(one: QImage, other: QImage) -> int:
    """Return the largest difference of pixels, in levels."""
    first, second = (
        np.frombuffer(image.constBits(), np.uint8).astype(np.int16) for image in (one, other)
    )
    return int(np.abs(first - second).max())


def test_marks_of_waypoints_are_not_covered(qapp: QApplication) -> None:
    """Where they are shown a stop at a waypoint has no disc; the same picture takes it back."""
    post = replace(GUARD, stops=(Stop(waypoint=51),))
    routes = routes_in(world_of((0, 4.5, 16, 5.5)), post)
    kept = RoutesPicture(FAINT)
    spot = CAMERA.to_pixel((4, 8))

    def colour(*, marked: bool) -> int:
        image = QImage(400, 240, QImage.Format.Format_RGB32)
        image.fill(0xFF202020)
        painter = QPainter(image)
        # Beside the line, within the disc.
        kept.paint(painter, CAMERA, routes, ALL, CAMERA.box, 1.0, marked=marked)
        painter.end()
        return image.pixel(round(spot[0]), round(spot[1]) - 3)

    bare, covered = colour(marked=True), colour(marked=False)
    assert (bare, covered != bare) == (0xFF202020, True)
    assert colour(marked=True) == bare


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_what_is_kept_looks_as_if_painted_anew(qapp: QApplication, ratio: float) -> None:
    """Cameras, paths and agents change in between."""
    before, after = world_of((0, 4.5, 16, 5.5)), world_of((0, 4.5, 12, 5.5))
    kept = RoutesPicture(FAINT)
    both = routes_in(before, GUARD, COOK)
    seen = [
        (both, CAMERA), (both, CAMERA), (both, CAMERA.panned(30, 8)), (both, CAMERA.zoomed(1.3)),
        (both[:1], CAMERA), (routes_in(after, GUARD, COOK), CAMERA), ([], CAMERA), (both, CAMERA),
    ]  # fmt: skip
    for routes, camera in seen:
        anew = painted(RoutesPicture(FAINT), routes, camera, ratio)
        assert painted(kept, routes, camera, ratio) == anew


def test_the_picture_is_painted_once_while_nothing_moves(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drags away from the routes do not repaint them."""
    times: list[None] = []
    paint = LinePicture.paint
    monkeypatch.setattr(LinePicture, "paint", lambda *args: (times.append(None), paint(*args)))
    routes, kept = routes_in(world_of((0, 4.5, 16, 5.5)), GUARD, COOK), RoutesPicture(FAINT)
    for _ in range(3):
        painted(kept, [(one, list(paths)) for one, paths in routes], CAMERA)
    assert len(times) == 1
    painted(kept, routes, CAMERA.panned(5, 0))
    assert len(times) == 2


def test_paths_that_change_leave_the_picture_of_their_ends(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dragged wall changes lines and arrows; stops and blocked legs stay."""
    times: list[None] = []
    paint = routes_picture.paint_looks
    monkeypatch.setattr(
        routes_picture, "paint_looks", lambda *args: (times.append(None), paint(*args))
    )
    kept = RoutesPicture(FAINT)
    for length in (16, 14, 12):
        routes = routes_in(world_of((0, 4.5, length, 5.5)), GUARD, COOK)
        anew = painted(RoutesPicture(FAINT), routes, CAMERA)
        assert apart(painted(kept, routes, CAMERA), anew) <= 1, "rounded twice"
    assert len(times) == 3 * 2 + 2 * 2, "once for each agent; the picture when paths change"
    painted(kept, routes[:1], CAMERA)
    assert len(times) == 3 * 2 + 2 * 2 + 1


def test_the_arrow_stands_in_the_middle_of_a_line() -> None:
    """It points in the direction of walking; a line without length has none."""
    path = world_of((0, 4.5, 16, 5.5)).find_path((4, 2), (4, 8))
    (line,) = ALL.lines(Leg((4, 2), (4, 8)), path)
    arrow = arrow_of(line)
    assert arrow is not None
    assert arrow.length == pytest.approx(26.2, abs=0.1)
    assert arrow.place[0] == pytest.approx(16, abs=1.0)
    assert arrow.along[1] == pytest.approx(1.0, abs=0.2)
    assert arrow_of(line[:1]) is None
    assert arrow_of(line[[0, 0]]) is None


@pytest.mark.parametrize(
    ("start", "goal"),
    [
        ((-900.0, 40.3), (1500.0, 61.7)),
        ((10.0, 5.0), (90.0, 70.0)),
        ((50.0, -700.0), (50.0, 30.0)),
        ((300.0, 20.0), (-40.0, 20.0)),
        ((-10.0, -50.0), (500.0, -9.0)),
        ((20.0, 20.0), (20.0, 20.0)),
    ],
)
def test_of_a_dotted_line_what_is_seen_is_drawn(
    qapp: QApplication, start: tuple[float, float], goal: tuple[float, float]
) -> None:
    """Every dot where it would be if all of the line were drawn."""

    def drawn(*, whole: bool) -> QImage:
        image = QImage(100, 80, QImage.Format.Format_RGB32)
        image.fill(0xFF202020)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ends = (QPointF(*start), QPointF(*goal))
        if whole:
            rest, line = CANVAS.path_rest_dash, CANVAS.agent_path_line
            painter.setPen(pens.pen(style.current().path_end, line, rest))
            painter.drawLine(*ends)
            painter.setPen(pens.pen(style.current().path_end, line))
            cross(painter, ends[1], CANVAS.path_cross)
        else:
            paint_rest(painter, *ends)
        painter.end()
        return image

    assert apart(drawn(whole=True), drawn(whole=False)) <= DOT


def test_a_line_beside_the_picture_has_no_part_in_it() -> None:
    """A line that ends before it has no part in it either."""
    seen = QRectF(0, 0, 100, 80)
    assert seen_part(QPointF(-50, 90), QPointF(150, 90), seen, 6.0) is None
    assert seen_part(QPointF(-50, 40), QPointF(-1, 40), seen, 6.0) is None
    assert seen_part(QPointF(-50, 100), QPointF(120, 81), seen, 6.0) is None
    part = seen_part(QPointF(-50, 40), QPointF(150, 40), seen, 6.0)
    assert part == (QPointF(-2, 40), QPointF(100, 40))
