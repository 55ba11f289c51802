"""Stops and arrows of many routes as small pictures, because smooth shapes are slow.

Qt takes 20 microseconds for a smooth one, and a tenth of that for a picture of it. Places are
rounded to a quarter of a device pixel, directions to about a degree, which is not visible.
"""

import math
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Camera
from editor.canvas.painting.routes import FAINT, Arrow, paint_stops, paint_tip, tips_of
from editor.look import style
from editor.look.style import CANVAS
from navcore.level.model import Point

PARTS: Final = 4
"""Places that a stamp may have within a device pixel, across and up."""
TURNS: Final = 256
"""Directions of arrows."""
ORIGIN: Final = Camera(x=0.0, z=0.0, scale=1.0, width=0, height=0)
"""A camera that sees the origin at pixel 0, 0."""


def stamp_stops(
    painter: QPainter,
    camera: Camera,
    places: Iterable[Point],
    ratio: float,
    colour: str = FAINT.colour,
    *,
    hollow: bool = False,
) -> None:
    """Small discs; `hollow` where agents pass by."""
    look = (style.current().name, colour, hollow)
    for x, y in map(camera.to_pixel, places):
        _put(painter, x, y, ratio, lambda part: _stop(look, ratio, *part))


def stamp_arrow(
    painter: QPainter, camera: Camera, arrow: Arrow, ratio: float, colour: str = FAINT.colour
) -> None:
    """A triangle that points along, or one each way; the arrow is in metres."""
    look = (style.current().name, colour)
    for place, (dx, dy) in tips_of(arrow, camera):
        turn = round(math.atan2(dy, dx) / math.tau * TURNS) % TURNS
        _put(painter, place.x(), place.y(), ratio, partial(_tip_at, look, ratio, turn))


def _put(
    painter: QPainter,
    x: float,
    y: float,
    ratio: float,
    picture_of: Callable[[tuple[int, int]], QPixmap],
) -> None:
    """Draw the picture that has its middle here, on whole device pixels."""
    across, up = round(x * ratio * PARTS), round(y * ratio * PARTS)
    picture = picture_of((across % PARTS, up % PARTS))
    half = picture.width() // 2
    place = QPointF((across // PARTS - half) / ratio, (up // PARTS - half) / ratio)
    painter.drawPixmap(place, picture)


@lru_cache(maxsize=256)
def _stop(look: tuple[str, str, bool], ratio: float, across: int, up: int) -> QPixmap:
    _, colour, hollow = look
    draw = partial(paint_stops, camera=ORIGIN, places=((0.0, 0.0),), colour=colour, hollow=hollow)
    return _picture(CANVAS.agent_goal, ratio, across, up, draw)


def _tip_at(look: tuple[str, str], ratio: float, turn: int, part: tuple[int, int]) -> QPixmap:
    return _tip(look, ratio, turn, *part)


@lru_cache(maxsize=2048)
def _tip(look: tuple[str, str], ratio: float, turn: int, across: int, up: int) -> QPixmap:
    angle = turn / TURNS * math.tau
    along = (math.cos(angle), math.sin(angle))
    draw = partial(paint_tip, place=QPointF(), along=along, colour=look[1])
    return _picture(CANVAS.route_tip, ratio, across, up, draw)


def _picture(
    reach: float, ratio: float, across: int, up: int, draw: Callable[[QPainter], object]
) -> QPixmap:
    """Return a picture of what `draw` draws around the origin, shifted by parts of a pixel."""
    half = math.ceil((reach + 2.0) * ratio)
    picture = QPixmap(2 * half, 2 * half)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate((half + across / PARTS) / ratio, (half + up / PARTS) / ratio)
    draw(painter)
    painter.end()
    return picture
