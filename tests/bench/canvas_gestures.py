"""Gestures for the bench of frames: each yields its events, and every event is a frame."""

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtGui import QNativeGestureEvent, QPointingDevice

from navcore.level.model import Area, Level, Point
from navcore.level.pick import PickIndex, pick_index
from tests.hand import LEFT, MIDDLE

if TYPE_CHECKING:
    from tests.bench.canvas_frames import Stage

Steps = Iterator[Callable[[], object]]

HELD = 20
"""Frames from press to release of each short drag."""


def curve(place: Point, reach: float, count: int) -> Iterator[Point]:
    """Yield places on a slow curve around a place, metres."""
    for number in range(count):
        turn = 2 * math.pi * number / 97
        yield (
            place[0] + reach * math.sin(turn) * (0.4 + number / count),
            place[1] + reach * math.sin(2 * turn) / 2,
        )


def pan(stage: "Stage", count: int) -> Steps:
    """Pan with the middle button by about 8 pixels per frame."""
    canvas, hand = stage.canvas, stage.hand
    centre = QPointF(canvas.width() / 2, canvas.height() / 2)
    place = canvas.viewport.camera.to_world(centre.x(), centre.y())
    yield partial(hand.press, place, MIDDLE)
    for number in range(count - 2):
        turn = 2 * math.pi * number / 120
        pixel = (centre.x() + 160 * math.sin(turn), centre.y() + 110 * math.sin(2 * turn))
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel), MIDDLE)
    yield partial(hand.release, place, MIDDLE)


def fling(stage: "Stage", count: int) -> Steps:
    """Pan fast, by about 60 pixels per frame, back and forth."""
    canvas, hand = stage.canvas, stage.hand
    width, height = canvas.width(), canvas.height()
    place = canvas.viewport.camera.to_world(width / 2, height / 2)
    yield partial(hand.press, place, MIDDLE)
    for number in range(count - 2):
        turn = 2 * math.pi * number / 40
        pixel = (width * (0.5 + 0.4 * math.sin(turn)), height * (0.5 + 0.4 * math.sin(2 * turn)))
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel), MIDDLE)
    yield partial(hand.release, place, MIDDLE)


def zoom(stage: "Stage", count: int) -> Steps:
    """Zoom in and out by a third of a notch, as high-resolution wheels do."""
    yield from _wheel(stage, count, 40, 30)


def wheel(stage: "Stage", count: int) -> Steps:
    """Zoom by a whole notch in every frame."""
    yield from _wheel(stage, count, 120, 6)


def dive(stage: "Stage", count: int) -> Steps:
    """Zoom far in and back, notch by notch; then far out and back."""
    yield from _wheel(stage, count // 2, 120, 20)
    yield from _wheel(stage, count // 2, -120, 12)


def _wheel(stage: "Stage", count: int, turned: int, there: int) -> Steps:
    place = stage.canvas.viewport.middle()
    for number in range(count):
        sign = 1 if (number // there) % 2 == 0 else -1
        yield partial(stage.hand.wheel, place, sign * turned)


def pinch(stage: "Stage", count: int) -> Steps:
    """Pinch to zoom in and out by 3 % per frame."""
    canvas = stage.canvas
    at = QPointF(canvas.width() * 0.6, canvas.height() * 0.4)
    for number in range(count):
        share = 0.03 if (number // 25) % 2 == 0 else -0.03 / 1.03
        event = QNativeGestureEvent(
            Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
            at, at, at, share, QPointF(),
        )  # fmt: skip
        yield partial(QCoreApplication.sendEvent, canvas, event)


def vertex(stage: "Stage", count: int) -> Steps:
    """Drag a corner of an obstacle with the vertex tool."""
    yield from _corner(stage, count, "obstacles")


def floor_vertex(stage: "Stage", count: int) -> Steps:
    """Drag a corner of a room with the vertex tool."""
    yield from _corner(stage, count, "areas")


def _corner(stage: "Stage", count: int, kind: str) -> Steps:
    thing = stage.nearest(stage.canvas.viewport.middle(), kind)
    stage.choose("vertices")
    stage.window.document.select(frozenset({thing.id}))
    stage.settle(100)
    yield from _dragged(stage, thing.polygon[0], count, 6 / stage.scale + 0.5)


def obstacle(stage: "Stage", count: int) -> Steps:
    """Drag an obstacle."""
    thing = stage.nearest(stage.canvas.viewport.middle())
    yield from _dragged(stage, stage.inside(thing), count, 30 / stage.scale + 1.0)


def many(stage: "Stage", count: int) -> Steps:
    """Drag two hundred selected obstacles."""
    middle = stage.canvas.viewport.middle()
    things = sorted(
        stage.window.document.level.obstacles.values(),
        key=lambda thing: math.dist(thing.polygon[0], middle),
    )[:200]
    stage.window.document.select(frozenset(thing.id for thing in things))
    stage.settle(100)
    yield from _dragged(stage, stage.inside(things[0]), count, 30 / stage.scale + 1.0)


def drags(stage: "Stage", count: int) -> Steps:
    """Drag several obstacles a little, one after the other."""
    middle = stage.canvas.viewport.middle()
    things = sorted(
        stage.window.document.level.obstacles.values(),
        key=lambda thing: math.dist(thing.polygon[0], middle),
    )[: count // HELD]
    for thing in things:
        yield from _dragged(stage, stage.inside(thing), HELD - 2, 10 / stage.scale + 1.0)


def _dragged(stage: "Stage", place: Point, count: int, reach: float) -> Steps:
    hand, document = stage.hand, stage.window.document
    yield partial(hand.move, place)
    yield partial(hand.press, place)
    before = document.level
    yield partial(hand.move, (place[0] + reach, place[1]), LEFT)
    assert document.level is not before, "the drag took nothing"
    for at in curve(place, reach, count - 4):
        yield partial(hand.move, at, LEFT)
    yield partial(hand.release, at)
    yield document.stack.undo


def box(stage: "Stage", count: int) -> Steps:
    """Drag a selection box over three quarters of the canvas and back."""
    canvas, hand = stage.canvas, stage.hand
    corner = _free_corner(stage)
    yield partial(hand.move, corner)
    yield partial(hand.press, corner)
    half = count // 2
    for number in range(count):
        share = 0.75 * (1 - abs(number - half) / half) + 0.02
        pixel = (canvas.width() * share, 60 + (canvas.height() - 60) * share)
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel), LEFT)
    hand.key(Qt.Key.Key_Escape)


def _free_corner(stage: "Stage") -> Point:
    """Return a place at the left edge where a press hits nothing, so that it starts a box.

    Returns the first place if there is none.
    """
    canvas, document = stage.canvas, stage.window.document
    document.select(frozenset())
    places = [canvas.viewport.camera.to_world(2, 60 + 3 * step) for step in range(150)]
    index, reach = pick_index(document.level), 14 / stage.scale
    free = (place for place in places if not _taken(document.level, index, place, reach))
    return next(free, places[0])


def _taken(level: Level, index: PickIndex, place: Point, reach: float) -> bool:
    return any(not isinstance(level.element(i), Area) for i in index.at(place, reach))


def boxed(stage: "Stage", count: int) -> Steps:
    """Draw selection boxes around a few hundred elements, one after the other."""
    canvas, hand = stage.canvas, stage.hand
    for number in range(count // HELD):
        share = 0.3 + 0.6 * ((number * 7) % 10) / 10
        start = _free_corner(stage)
        yield partial(hand.press, start)
        for step in range(1, HELD - 1):
            pixel = [2 + canvas.width() * share * step / HELD, 60 + 600 * share * step / HELD]
            at = canvas.viewport.camera.to_world(*pixel)
            yield partial(hand.move, at, LEFT)
        yield partial(hand.release, at)


def hover(stage: "Stage", count: int) -> Steps:
    """Move the mouse over the whole level."""
    canvas, hand = stage.canvas, stage.hand
    for number in range(count):
        turn = 2 * math.pi * number / 150
        pixel = (
            canvas.width() * (0.5 + 0.4 * math.sin(turn)),
            canvas.height() * (0.5 + 0.35 * math.sin(3 * turn)),
        )
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel))


def selected_pan(stage: "Stage", count: int) -> Steps:
    """Pan with a thousand elements selected."""
    ids = list(stage.window.document.level.obstacles)[:1000]
    stage.window.document.select(frozenset(ids))
    stage.settle(100)
    yield from pan(stage, count)
    stage.window.document.select(frozenset())


def polygon(stage: "Stage", count: int) -> Steps:
    """Draw the outline of an area: move the mouse, and click five corners."""
    canvas, hand = stage.canvas, stage.hand
    stage.choose("polygon_area")
    for number in range(count):
        turn = 2 * math.pi * number / count
        pixel = (
            canvas.width() * (0.5 + 0.3 * math.cos(turn)),
            canvas.height() * (0.5 + 0.3 * math.sin(turn)),
        )
        place = canvas.viewport.camera.to_world(*pixel)
        clicks = number % (count // 5 + 1) == 0
        yield partial(hand.click if clicks else hand.move, place)
    hand.key(Qt.Key.Key_Escape)


def brush(stage: "Stage", count: int) -> Steps:
    """Paint terrain, 20 tiles wide, in strokes of a few seconds, then undo everything."""
    canvas, hand = stage.canvas, stage.hand
    stage.choose("brush")
    tool = canvas.gestures.tool
    next(option for option in tool.options if option.name == "size").set(20)
    terrain = next(option for option in tool.options if option.name == "terrain")
    place, strokes = canvas.viewport.middle(), max(1, count // 150)
    for number in range(strokes):
        terrain.set(("mud", "sand", "water")[number % 3])
        yield partial(hand.press, place)
        for at in curve(place, 250 / stage.scale, count // strokes - 2):
            yield partial(hand.move, at, LEFT)
        yield partial(hand.release, at)
    for _ in range(strokes):
        yield stage.window.document.stack.undo


GESTURES = (
    pan, fling, zoom, wheel, dive, pinch, vertex, floor_vertex, obstacle, many, drags, box, boxed,
    hover, polygon, selected_pan, brush,
)  # fmt: skip
