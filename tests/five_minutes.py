"""The first five minutes with the program, step by step: from the first look to corners."""

from time import perf_counter

import pytest
from hand import CTRL, LEFT, MIDDLE, NONE, RIGHT, SHIFT, Hand, bare, wait_for_hints
from PySide6.QtCore import QCoreApplication, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QNativeGestureEvent, QPointingDevice
from PySide6.QtTest import QTest

from editor.look import style
from editor.shell.window import MainWindow
from navcore.level.model import Point

KEY = Qt.Key


class Journey:
    """A window with an empty level, a hand on it, and a watch."""

    def __init__(self, window: MainWindow) -> None:
        """Start the journey."""
        self.window = window
        self.canvas = window.canvas
        self.document = window.document
        self.hand = Hand(window.canvas)
        self.times: list[tuple[str, float]] = []
        self._since = perf_counter()

    def step(self, name: str) -> None:
        """Record the time of a step; times are reported, not judged."""
        now = perf_counter()
        self.times.append((name, now - self._since))
        self._since = now

    def picture(self) -> QImage:
        """The canvas as it is now."""
        QCoreApplication.processEvents()
        return bare(self.canvas)

    def colour(self, place: Point) -> str:
        """The colour of the canvas at a place of the world."""
        pixel = self.hand.pixel(place)
        ratio = self.canvas.devicePixelRatioF()
        at = QPoint(round(pixel.x() * ratio), round(pixel.y() * ratio))
        return self.picture().pixelColor(at).name().upper()

    def is_floor(self, place: Point) -> bool:
        """Return whether the grid and the picture both show floor; they must agree."""
        walkable = self.window.bake.world.is_walkable(*place)
        shown = self.colour(place) == style.current().walkable
        assert shown == walkable, f"{place}: grid {walkable}, picture {self.colour(place)}"
        return walkable

    def status(self) -> str:
        """Return the text of the status bar, once it tells of what has happened."""
        wait_for_hints(self.window.canvas)
        return self.window.status.shown

    def undone(self) -> int:
        """Return the number of done steps on the undo stack."""
        return self.document.stack.index()


FLOOR = ((0.0, 0.0), (12.0, 0.0), (12.0, 8.0), (0.0, 8.0))


def look_around(journey: Journey) -> None:
    """Step 2: zoom at the cursor, pan in every way; the status bar says where and what."""
    hand, canvas, window = journey.hand, journey.canvas, journey.window
    place = (3.0, 2.0)
    hand.move(place)
    before = hand.pixel(place)
    scale = canvas.viewport.camera.scale
    hand.wheel(place, 120)
    assert canvas.viewport.camera.scale > scale
    assert (hand.pixel(place) - before).manhattanLength() < 0.01
    for way in ("middle", "space", "fingers"):
        camera = canvas.viewport.camera
        pan(hand, way)
        assert (canvas.viewport.camera.x, canvas.viewport.camera.z) != (camera.x, camera.z), way
        assert canvas.viewport.camera.scale == camera.scale
        assert window.run.playhead.at_start
    scale = canvas.viewport.camera.scale
    pinch(hand)
    assert canvas.viewport.camera.scale == pytest.approx(1.25 * scale)
    canvas.viewport.frame((-3.0, -3.0, 15.0, 11.0))
    hand.move((1.0, 2.0))
    assert journey.status().startswith("Two fingers pan")
    window.status.forget()
    assert journey.status() == "Drag selects with a box. Click selects · right-click for more"
    assert window.status.place.text() == "x 1.00  z 2.00"
    assert window.status.zoom.text().endswith("%")
    journey.step("2 look around")


def pan(hand: Hand, way: str) -> None:
    """Pan with the middle button, with Space and the left one, or with two fingers."""
    if way == "middle":
        hand.move((1, 1))
        hand.press((1, 1), MIDDLE)
        hand.move((2, 2), MIDDLE)
        hand.release((2, 2), MIDDLE)
    elif way == "space":
        QTest.keyPress(hand.canvas, KEY.Key_Space)
        hand.drag((1, 1), (3, 2))
        QTest.keyRelease(hand.canvas, KEY.Key_Space)
    else:
        hand.scroll((1, 1), QPoint(9, 13), NONE)


def pinch(hand: Hand) -> None:
    """Two fingers part by a quarter."""
    place = QPointF(300, 300)
    event = QNativeGestureEvent(
        Qt.NativeGestureType.ZoomNativeGesture, QPointingDevice.primaryPointingDevice(), 2,
        place, place, place, 0.25, QPointF(),
    )  # fmt: skip
    QCoreApplication.sendEvent(hand.canvas, event)


def draw_a_floor(journey: Journey) -> None:
    """Step 3: clicks and Enter; the floor is walkable at once, without a bake button."""
    hand = journey.hand
    assert not journey.is_floor((4.2, 5.7))
    hand.key(KEY.Key_P)
    for corner in FLOOR[:3]:
        hand.click(corner)
    assert "closes" in journey.status()
    hand.click(FLOOR[3])
    hand.key(KEY.Key_Return)
    (floor,) = journey.document.level.areas.values()
    assert floor.polygon == FLOOR
    assert journey.document.selection.ids == {floor.id}
    hand.key(KEY.Key_A, modifiers=CTRL | SHIFT)
    assert journey.is_floor((4.2, 5.7))
    actions = journey.window.commands.table
    assert not [name for name in actions if "bake" in name]
    assert journey.undone() == 1
    journey.step("3 draw a floor")


def an_obstacle_across_the_border(journey: Journey) -> None:
    """Step 4: the cells follow the mouse while it is dragged."""
    hand, document = journey.hand, journey.document
    hand.key(KEY.Key_R, modifiers=SHIFT)
    hand.drag((10.0, 6.0), (11.0, 7.0), (14.0, 10.0))
    (crate,) = document.level.obstacles.values()
    assert journey.colour((11.0, 7.0)) != style.current().walkable
    hand.key(KEY.Key_V)
    assert journey.is_floor((2.2, 6.2))
    steps = journey.undone()
    hand.hold((11.0, 7.0), (8.0, 7.0), (3.0, 7.0))
    assert not journey.window.bake.world.is_walkable(2.2, 6.2)
    assert journey.is_floor((10.2, 6.7))
    assert "Moving" in journey.status()
    hand.release((3.0, 7.0))
    assert journey.undone() == steps + 1
    assert document.level.obstacles[crate.id].polygon != crate.polygon
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level.obstacles[crate.id] == crate
    journey.step("4 an obstacle")


def walk(journey: Journey) -> None:
    """Step 5: drop an agent, play, send it; an unreachable goal is reported and marked."""
    hand, window = journey.hand, journey.window
    hand.key(KEY.Key_A)
    hand.click((2.0, 4.0))
    (agent,) = journey.document.level.agents.values()
    assert journey.document.selection.ids == {agent.id}
    hand.key(KEY.Key_Space)
    assert window.run.playhead.playing
    assert journey.status() == ("No agent has a goal. Select an agent and right-click the floor.")
    hand.key(KEY.Key_Space)
    # If there was no frame between the two taps, the run has not begun yet.
    ticks(hand, 1)
    hand.click((8.0, 4.0), RIGHT)
    ticks(hand, 80)
    run = window.run.record.simulation
    assert run.agents.positions_at(1.0)[0] == pytest.approx((8.0, 4.0), abs=0.1)
    assert journey.colour((8.0, 4.0)) != style.current().walkable
    plain = journey.colour((14.0, -1.0))
    hand.click((14.0, 2.0), RIGHT)
    assert "gets no nearer than" in journey.status()
    ticks(hand, 60)
    assert run.agents.positions_at(1.0)[0, 0] < 12.0
    assert journey.colour((14.0, 2.0)) != plain
    assert journey.document.level.agents == {agent.id: agent}
    hand.key(KEY.Key_F5, modifiers=SHIFT)
    assert window.run.playhead.at_start
    journey.step("5 walk")


def ticks(hand: Hand, count: int) -> None:
    """Advance the run by `count` tenths of a second."""
    for _ in range(count):
        hand.key(KEY.Key_Period)


def a_door_in_the_way(journey: Journey) -> None:
    """Step 6: a door over the floor drawn before; the agent goes round when it shuts."""
    hand, window, document = journey.hand, journey.window, journey.document
    for low, high in ((-0.5, 1.0), (3.0, 5.0), (7.0, 8.5)):
        hand.key(KEY.Key_R, modifiers=SHIFT)
        hand.drag((5.5, low), (6.0, (low + high) / 2), (6.0, high))
    steps = journey.undone()
    hand.key(KEY.Key_D)
    hand.click((5.5, 6.0))
    hand.click((6.0, 6.0))
    (door,) = (area for area in document.level.areas.values() if area.door)
    assert journey.undone() == steps + 1
    hand.key(KEY.Key_V)
    (agent,) = document.level.agents.values()
    hand.click((2.0, 4.0))
    assert document.selection.ids == {agent.id}
    ticks(hand, 1)
    hand.click((8.5, 6.0), RIGHT)
    ticks(hand, 10)
    run = window.run.record.simulation
    assert run.agents.positions_at(1.0)[0, 1] > 4.0
    hand.move((5.75, 6.0))
    hand.key(KEY.Key_T)
    assert document.level.areas[door.id].available
    ticks(hand, 30)
    assert run.agents.positions_at(1.0)[0, 1] < 4.0
    ticks(hand, 60)
    assert run.agents.positions_at(1.0)[0] == pytest.approx((8.5, 6.0), abs=0.1)
    hand.key(KEY.Key_F5, modifiers=SHIFT)
    journey.step("6 a door")


def corners(journey: Journey) -> None:
    """Step 7: one vertex, several, a box, snapping, Shift; Ctrl+Z always, also while drawing."""
    hand, document = journey.hand, journey.document
    (crate,) = (o for o in document.level.obstacles.values() if (14.0, 10.0) in o.polygon)
    hand.click((13.0, 9.5))
    assert document.selection.ids == {crate.id}
    hand.key(KEY.Key_E)
    hand.drag((14.0, 10.0), (14.3, 9.8), (14.55, 9.45))
    assert (14.5, 9.5) in document.level.obstacles[crate.id].polygon
    hand.drag((9.0, 5.2), (11.0, 6.6), (15.0, 6.8))
    assert len(document.selection.handles[crate.id]) == 2
    hand.drag((10.0, 6.0), (10.0, 6.6), (10.04, 7.05), keys=NONE)
    lowest = min(z for _, z in document.level.obstacles[crate.id].polygon)
    assert lowest == 7.0
    hand.move((14.5, 9.5))
    hand.press((14.5, 9.5))
    hand.move((13.0, 8.2), LEFT)
    hand.move((12.2, 8.15), LEFT)
    hand.release((12.2, 8.15))
    assert (12.0, 8.0) in document.level.obstacles[crate.id].polygon
    for _ in range(3):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level.obstacles[crate.id] == crate
    steps = journey.undone()
    hand.key(KEY.Key_P)
    hand.click((14.0, 0.0))
    hand.click((17.0, 0.3), keys=SHIFT)
    hand.click((17.0, 3.0))
    hand.click((15.0, 5.0))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.key(KEY.Key_Return)
    assert journey.undone() == steps + 1
    drawn = [a.polygon for a in document.level.areas.values() if (14.0, 0.0) in a.polygon]
    assert drawn == [((14.0, 0.0), (17.0, 0.0), (17.0, 3.0))]
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.key(KEY.Key_V)
    journey.step("7 corners")
