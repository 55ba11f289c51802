"""How long the canvas takes for a frame: median, 99th, worst, while a hand works over a town.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.canvas_frames [GESTURE ...]

A frame is all that one event of mouse or wheel sets off, up to the pixels: the tool, the bake,
the panels and the painting; "work" is the processor's time in it, which other programs on the
machine disturb less than the clock. No verdict depends on either.
"""

import argparse
import gc
import math
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
from PySide6.QtCore import QCoreApplication, QPointF, Qt
from PySide6.QtTest import QTest

from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.level.model import Point
from tests.bench.canvas_town import town
from tests.hand import LEFT, MIDDLE, Hand

FRAME = 1 / 60
"""Seconds."""

Steps = Iterator[Callable[[], object]]


class Stage:
    """The window over the town, and a hand."""

    def __init__(self, folder: Path, rooms: int, obstacles: int, cells: int) -> None:
        """Shown, baked, everything in view."""
        settings = Settings(folder / "waywright.ini")
        settings.theme = "dark"
        self.app = make_app(settings)
        self.window = MainWindow(settings)
        self.window.resize(1440, 900)
        self.window.show()
        self.window.document.load(town(rooms, obstacles, cells), None)
        self.window.bake.wait()
        self.canvas = self.window.canvas
        self.hand = Hand(self.canvas)
        self.paint_ms = 0.0
        self.paints = 0
        painted = self.canvas.layers.paint

        def paint(*arguments: object) -> None:
            start = perf_counter()
            painted(*arguments)
            self.paint_ms += 1000 * (perf_counter() - start)
            self.paints += 1

        self.canvas.layers.paint = paint
        self.settle()

    def settle(self, milliseconds: int = 600) -> None:
        """Let everything come to rest."""
        QTest.qWait(milliseconds)
        self.window.bake.wait()
        QTest.qWait(milliseconds // 2)

    def frame_far(self) -> None:
        """Everything in view."""
        self.canvas.gestures.choose(self.canvas.gestures.tools[0])
        self.canvas.frame_all()
        self.settle()

    def frame_near(self) -> None:
        """At 100 %, on an obstacle near the middle."""
        self.frame_far()
        x, z = self.nearest(self.canvas.viewport.middle()).polygon[0]
        self.canvas.viewport.frame((x - 13, z - 9, x + 13, z + 9))
        self.settle()

    def nearest(self, place: Point, kind: str = "obstacles"):
        """The obstacle whose first corner is nearest to a place."""
        things = getattr(self.window.document.level, kind).values()
        return min(things, key=lambda thing: math.dist(thing.polygon[0], place))

    def close(self) -> None:
        """Close the window; nothing is asked."""
        self.window.document.stack.setClean()
        self.window.close()
        self.window.end()
        self.window.deleteLater()

    def run(self, steps: Steps) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Milliseconds of each frame: on the clock, at work, and painting; 60 events a second.

        A frame begins when its event is due: work that holds the event up counts.
        """
        whole, work, paint = [], [], []
        gc.collect()
        due = perf_counter()
        for step in steps:
            due = max(due + FRAME, perf_counter())
            while (left := due - perf_counter()) > 0:
                QCoreApplication.processEvents()
                sleep(min(0.001, left))
            self.paint_ms, before = 0.0, self.paints
            busy = process_time()
            step()
            for _ in range(20):
                QCoreApplication.processEvents()
                if self.paints > before:
                    break
            whole.append(1000 * (perf_counter() - due))
            work.append(1000 * (process_time() - busy))
            paint.append(self.paint_ms)
        return np.array(whole), np.array(work), np.array(paint)


# Gestures: each yields the steps of which every one is a frame.


def _around(place: Point, reach: float, count: int) -> Iterator[Point]:
    """Places on a slow figure around a place, metres."""
    for number in range(count):
        turn = 2 * math.pi * number / 97
        yield (
            place[0] + reach * math.sin(turn) * (0.4 + number / count),
            place[1] + reach * math.sin(2 * turn) / 2,
        )


def pan(stage: Stage, count: int) -> Steps:
    """The middle button drags the world, some 8 pixels a frame."""
    canvas, hand = stage.canvas, stage.hand
    centre = QPointF(canvas.width() / 2, canvas.height() / 2)
    place = canvas.viewport.camera.to_world(centre.x(), centre.y())
    hand.press(place, MIDDLE)
    for number in range(count):
        turn = 2 * math.pi * number / 120
        pixel = (centre.x() + 160 * math.sin(turn), centre.y() + 110 * math.sin(2 * turn))
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel), MIDDLE)
    hand.release(place, MIDDLE)


def zoom(stage: Stage, count: int) -> Steps:
    """The wheel turns in and out by an eighth of a turn's step, as fine wheels do."""
    hand = stage.hand
    place = stage.canvas.viewport.middle()
    for number in range(count):
        turned = 40 if (number // 30) % 2 == 0 else -40
        yield lambda turned=turned: hand.wheel(place, turned)


def wheel(stage: Stage, count: int) -> Steps:
    """Whole notches of the wheel, one every frame."""
    hand = stage.hand
    place = stage.canvas.viewport.middle()
    for number in range(count):
        turned = 120 if (number // 6) % 2 == 0 else -120
        yield lambda turned=turned: hand.wheel(place, turned)


def vertex(stage: Stage, count: int) -> Steps:
    """A corner of an obstacle is dragged with the vertex tool."""
    canvas = stage.canvas
    thing = stage.nearest(canvas.viewport.middle())
    canvas.gestures.choose(next(tool for tool in canvas.gestures.tools if tool.name == "vertices"))
    stage.window.document.select(frozenset({thing.id}))
    stage.settle(100)
    yield from _dragged(stage, thing.polygon[0], count, 6 / canvas.viewport.camera.scale + 0.5)


def floor_vertex(stage: Stage, count: int) -> Steps:
    """A corner of a room is dragged with the vertex tool."""
    canvas = stage.canvas
    thing = stage.nearest(canvas.viewport.middle(), "areas")
    canvas.gestures.choose(next(tool for tool in canvas.gestures.tools if tool.name == "vertices"))
    stage.window.document.select(frozenset({thing.id}))
    stage.settle(100)
    yield from _dragged(stage, thing.polygon[0], count, 6 / canvas.viewport.camera.scale + 0.5)


def obstacle(stage: Stage, count: int) -> Steps:
    """An obstacle is dragged."""
    thing = stage.nearest(stage.canvas.viewport.middle())
    xs, zs = zip(*thing.polygon, strict=True)
    middle = (sum(xs) / len(xs), sum(zs) / len(zs))
    yield from _dragged(stage, middle, count, 30 / stage.canvas.viewport.camera.scale + 1.0)


def _dragged(stage: Stage, place: Point, count: int, reach: float) -> Steps:
    hand, document = stage.hand, stage.window.document
    hand.move(place)
    hand.press(place)
    before = document.level
    hand.move((place[0] + reach, place[1]), LEFT)
    assert document.level is not before, "the drag took nothing"
    for at in _around(place, reach, count):
        yield lambda at=at: hand.move(at, LEFT)
    yield lambda: hand.release(at)
    document.stack.undo()


def box(stage: Stage, count: int) -> Steps:
    """A selection box grows over three quarters of the canvas and shrinks again."""
    canvas, hand = stage.canvas, stage.hand
    corner = canvas.viewport.camera.to_world(2, 60)
    hand.move(corner)
    hand.press(corner)
    half = count // 2
    for number in range(count):
        share = 0.75 * (1 - abs(number - half) / half) + 0.02
        pixel = (canvas.width() * share, 60 + (canvas.height() - 60) * share)
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel), LEFT)
    hand.key(Qt.Key.Key_Escape)


def hover(stage: Stage, count: int) -> Steps:
    """The mouse moves over everything."""
    canvas, hand = stage.canvas, stage.hand
    for number in range(count):
        turn = 2 * math.pi * number / 150
        pixel = (
            canvas.width() * (0.5 + 0.4 * math.sin(turn)),
            canvas.height() * (0.5 + 0.35 * math.sin(3 * turn)),
        )
        yield lambda pixel=pixel: hand.move(canvas.viewport.camera.to_world(*pixel))


def selected_pan(stage: Stage, count: int) -> Steps:
    """Panning while a thousand things are selected."""
    ids = list(stage.window.document.level.obstacles)[:1000]
    stage.window.document.select(frozenset(ids))
    stage.settle(100)
    yield from pan(stage, count)
    stage.window.document.select(frozenset())


def polygon(stage: Stage, count: int) -> Steps:
    """The outline of an area is drawn: the mouse moves, five corners set."""
    canvas, hand = stage.canvas, stage.hand
    canvas.gestures.choose(
        next(tool for tool in canvas.gestures.tools if tool.name == "polygon_area")
    )
    for number in range(count):
        turn = 2 * math.pi * number / count
        pixel = (
            canvas.width() * (0.5 + 0.3 * math.cos(turn)),
            canvas.height() * (0.5 + 0.3 * math.sin(turn)),
        )
        place = canvas.viewport.camera.to_world(*pixel)
        clicks = number % (count // 5 + 1) == 0
        yield lambda place=place, clicks=clicks: (hand.click if clicks else hand.move)(place)
    hand.key(Qt.Key.Key_Escape)


GESTURES = (
    pan, zoom, wheel, vertex, floor_vertex, obstacle, box, hover, polygon, selected_pan,
)  # fmt: skip


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gestures", nargs="*", metavar="GESTURE")
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--obstacles", type=int, default=3840)
    parser.add_argument("--cells", type=int, default=2048)
    parser.add_argument("--views", default="far,near")
    chosen = parser.parse_args()
    write = sys.stdout.write
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), chosen.rooms, chosen.obstacles, chosen.cells)
        size = stage.canvas.size()
        count = sum(1 for _ in stage.window.document.level.elements())
        grid = stage.window.bake.world.grid
        write(f"{count} elements, {grid.width} x {grid.depth} cells, ")
        write(f"canvas {size.width()} x {size.height()}, {stage.app.platformName()}\n")
        write("gesture         view   median    99 %   worst   work: median    99 %   paint")
        write("  over 16.6 ms\n")
        for view in chosen.views.split(","):
            for gesture in GESTURES:
                name = gesture.__name__
                if chosen.gestures and name not in chosen.gestures:
                    continue
                (stage.frame_far if view == "far" else stage.frame_near)()
                whole, work, paint = stage.run(gesture(stage, chosen.frames))
                over = int(np.count_nonzero(whole > 1000 * FRAME))
                write(
                    f"{name:15} {view:5} {np.median(whole):7.1f} {np.percentile(whole, 99):7.1f} "
                    f"{whole.max():7.1f}  {np.median(work):13.1f} {np.percentile(work, 99):7.1f} "
                    f"{np.median(paint):7.1f}  {over:4d} of {len(whole)}\n"
                )
                sys.stdout.flush()
                stage.window.document.select(frozenset())
        stage.close()


if __name__ == "__main__":
    main()
