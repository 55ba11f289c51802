"""Time per frame of the canvas while a town is edited: median, 99th percentile, worst.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.canvas_frames [GESTURE ...]

A frame is all that one event of mouse or wheel sets off, up to the pixels: the tool, the bake,
the panels and the painting; press, release and undo are frames like any other. "Work" is the
processor's time of all threads of this program in it, bakes too, which other programs on the
machine disturb less than the clock. No verdict depends on either. To compare two trees, copy
`tests/bench/canvas_*.py` into the other one and run both in turns.
"""

import argparse
import gc
import math
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest

from editor.safety.garbage_collection import Sweeper
from editor.safety.recovery import Recovery
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.level.model import Area, Level, Obstacle, Point
from tests.bench.canvas_gestures import GESTURES, Steps
from tests.bench.canvas_town import painted, town
from tests.hand import Hand
from tests.leaving import leave

FRAME = 1 / 60
"""Seconds."""
VIEWS = ("far", "middle", "near")


class Stage:
    """The window with a level, and simulated user input."""

    def __init__(
        self,
        folder: Path,
        level: Level,
        *,
        size: tuple[int, int] = (1440, 900),
        theme: str = "dark",
    ) -> None:
        """Show and bake the level with everything in view, and backups as in the program."""
        settings = Settings(folder / "waywright.ini")
        settings.theme = theme
        self.app = make_app(settings)
        self.window = MainWindow(settings)
        self.window.keep_safe(Recovery(folder / "backups"))
        self.sweeper = Sweeper()
        self.sweeper.install()
        self.window.resize(*size)
        self.window.show()
        self.level = level
        self.canvas = self.window.canvas
        self.hand = Hand(self.canvas)
        self.paints = 0
        paint_layers = self.canvas.layers.paint

        def paint(*arguments: object) -> None:
            paint_layers(*arguments)
            self.paints += 1

        self.canvas.layers.paint = paint
        self.load()

    def load(self) -> None:
        """Load the level again."""
        self.window.document.load(self.level, None)
        self.window.bake.wait()
        self.settle()

    def settle(self, milliseconds: int = 600) -> None:
        """Wait until the window is idle."""
        QTest.qWait(milliseconds)
        self.window.bake.wait()
        QTest.qWait(milliseconds // 2)

    def look(self, view: str) -> None:
        """Show the whole level, or about 200 or 20 obstacles near its middle."""
        self.canvas.gestures.choose(self.canvas.gestures.tools[0])
        self.window.document.select(frozenset())
        self.canvas.frame_all()
        self.settle()
        if view != "far":
            x, z = self.nearest(self.canvas.viewport.middle()).polygon[0]
            reach = 13 if view == "near" else 60
            self.canvas.viewport.frame((x - reach, z - 0.7 * reach, x + reach, z + 0.7 * reach))
            self.settle()

    def choose(self, name: str) -> None:
        """Activate a tool."""
        gestures = self.canvas.gestures
        gestures.choose(next(tool for tool in gestures.tools if tool.name == name))

    @property
    def scale(self) -> float:
        """Return the pixels per metre."""
        return self.canvas.viewport.camera.scale

    def nearest(self, place: Point, kind: str = "obstacles") -> Area | Obstacle:
        """Return the element whose first corner is nearest to a place."""
        things = getattr(self.window.document.level, kind).values()
        return min(things, key=lambda thing: math.dist(thing.polygon[0], place))

    def inside(self, thing: Area | Obstacle) -> Point:
        """Return the mean of an obstacle's corners."""
        xs, zs = zip(*thing.polygon, strict=True)
        return (sum(xs) / len(xs), sum(zs) / len(zs))

    def close(self) -> None:
        """Close the window without a question."""
        self.sweeper.close()
        leave(self.window)

    def run(self, steps: Steps) -> tuple[np.ndarray, np.ndarray]:
        """Return milliseconds of each frame, clock and processor time, at 60 events per second.

        A frame begins when its event is due, so earlier work that delays the event counts.
        """
        whole, work = [], []
        due = perf_counter()
        for step in steps:
            due = max(due + FRAME, perf_counter())
            while (left := due - perf_counter()) > 0:
                QCoreApplication.processEvents()
                sleep(min(0.001, left))
            before, busy = self.paints, process_time()
            step()
            for _ in range(20):
                QCoreApplication.processEvents()
                if self.paints > before:
                    break
            whole.append(1000 * (perf_counter() - due))
            work.append(1000 * (process_time() - busy))
        return np.array(whole), np.array(work)


def spread(milliseconds: Sequence[float] | np.ndarray) -> str:
    """Median, 99th percentile and worst, in columns."""
    values = (np.median(milliseconds), np.percentile(milliseconds, 99), np.max(milliseconds))
    return " ".join(f"{value:6.1f}" for value in values)


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gestures", nargs="*", metavar="GESTURE")
    parser.add_argument("--frames", type=int, default=300)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--obstacles", type=int, default=3840)
    parser.add_argument("--cells", type=int, default=2048)
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--seeds", default="5", help="numbers of towns, as 5,6")
    parser.add_argument("--size", default="1440x900", help="of the window")
    parser.add_argument("--ratio", default="1", help="device pixels a pixel")
    parser.add_argument("--theme", default="dark")
    parser.add_argument("--terrain", action="store_true", help="with every tile painted")
    parser.add_argument("--cold", action="store_true", help="open the town before each gesture")
    parser.add_argument("--gc", action="store_true", help="collect garbage before each gesture")
    chosen = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = chosen.ratio
    write = sys.stdout.write
    for seed in map(int, chosen.seeds.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            width, height = map(int, chosen.size.split("x"))
            level = town(chosen.rooms, chosen.obstacles, chosen.cells, seed)
            if chosen.terrain:
                level = painted(level, chosen.cells)
            stage = Stage(Path(folder), level, size=(width, height), theme=chosen.theme)
            count = sum(1 for _ in stage.level.elements())
            ratio = stage.canvas.devicePixelRatioF()
            write(f"town {seed}: {count} elements, canvas {stage.canvas.width()} x ")
            write(f"{stage.canvas.height()} at {ratio:g}, {stage.app.platformName()}\n")
            write("gesture       view     clock: median  99 %  worst   work: median  99 %  worst")
            write("  over 16 ms: clock, work\n")
            for view in chosen.views.split(","):
                for gesture in GESTURES:
                    name = gesture.__name__
                    if chosen.gestures and name not in chosen.gestures:
                        continue
                    if chosen.cold:
                        stage.load()
                    stage.look(view)
                    if chosen.gc:
                        gc.collect()
                    whole, work = stage.run(gesture(stage, chosen.frames))
                    over = [int(np.count_nonzero(times > 16.0)) for times in (whole, work)]
                    write(
                        f"{name:13} {view:6} {spread(whole):>24} {spread(work):>26} "
                        f"{over[0]:6d} {over[1]:5d} of {len(work)}\n"
                    )
                    sys.stdout.flush()
            stage.close()
            QTest.qWait(100)


if __name__ == "__main__":
    main()
