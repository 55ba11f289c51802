"""How long a frame takes while a crowd walks: from the clock's tick to the painted canvas.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.crowd_frames [--agents 100,1000]

A frame is `run.clock.advance` and the painting that it sets off. The steps of the simulation, with
what is recorded of them, are told apart: what is left is the drawing, panels and all. Both as the
processor's time on the window's thread, which other programs on the machine disturb less than the
clock; the whole frame, and the painting of the canvas in it, by the clock. Milliseconds; no verdict
depends on any of it.
"""

import argparse
import gc
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, thread_time

import numpy as np
from PySide6.QtCore import QCoreApplication
from PySide6.QtTest import QTest

from editor.run.record import RunRecord
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore import load_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level
from navcore.world import World
from tests.leaving import leave

FRAME = 1 / 60
"""Seconds."""
SAMPLES = Path(__file__).parents[2] / "sample_levels"


def crowded(level: Level, count: int, seed: int = 5) -> Level:
    """Return the level with `count` new agents on walkable cells, each with two goals."""
    grid = World.build(level).grid
    rows, columns = np.nonzero(grid.walkable)
    picked = np.random.default_rng(seed).integers(len(rows), size=(count, 3))
    lattice = grid.lattice
    first = 1 + max((element.id for element in level.elements()), default=0)
    agents = [
        Agent(
            id=first + number,
            order=float(first + number),
            name=f"walker_{number}",
            position=places[0],
            goals=places[1:],
            loop=True,
        )
        for number, cells in enumerate(picked)
        for places in [tuple(lattice.centre_of(int(columns[k]), int(rows[k])) for k in cells)]
    ]
    changes = dict.fromkeys(level.agents) | {a.id: a for a in agents}
    return Edit.change(level, changes).apply(level)


class CrowdStage:
    """Window over a crowd, with a clock that the bench sets, and times of each frame's parts."""

    def __init__(self, folder: Path, level: Level) -> None:
        """Show and bake the level with everything in view, and play."""
        settings = Settings(folder / "waywright.ini")
        settings.theme = "dark"
        self.app = make_app(settings)
        self.window = MainWindow(settings)
        self.window.resize(1440, 900)
        self.window.show()
        self.window.document.load(level, None)
        self.window.bake.wait()
        self.canvas, self.run = self.window.canvas, self.window.run
        self.now = 0.0
        self.paints, self.paint_ms = 0, 0.0
        self.run.clock.now = lambda: self.now
        painted = self.canvas.layers.paint

        def paint(*arguments: object) -> None:
            start = perf_counter()
            painted(*arguments)
            self.paint_ms += 1000 * (perf_counter() - start)
            self.paints += 1

        self.canvas.layers.paint = paint
        self.canvas.frame_all()
        QTest.qWait(500)

    def begin(self, seconds: float) -> None:
        """Play for some seconds without measuring, so that all agents are walking."""
        self.run.clock.play()
        # Only the bench triggers frames.
        vars(self.run.clock)["_timer"].stop()
        for _ in range(round(seconds / FRAME)):
            self.now += FRAME
            self.run.clock.advance()
        QTest.qWait(200)

    def frames(self, count: int, move: Callable[[int], None]) -> dict[str, np.ndarray]:
        """Return times of frames in milliseconds: total, painting, steps, and drawing."""
        taken: dict[str, list[float]] = {"whole": [], "steps": [], "paint": [], "drawing": []}
        gc.collect()
        gc.disable()
        for number in range(count):
            self.now += FRAME
            self.paint_ms, before = 0.0, self.paints
            worked = _Steps.work
            busy, start = thread_time(), perf_counter()
            move(number)
            self.run.clock.advance()
            for _ in range(20):
                QCoreApplication.processEvents()
                if self.paints > before:
                    break
            taken["whole"].append(1000 * (perf_counter() - start))
            stepped = _Steps.work - worked
            taken["steps"].append(1000 * stepped)
            taken["paint"].append(self.paint_ms)
            taken["drawing"].append(1000 * (thread_time() - busy - stepped))
        gc.enable()
        return {name: np.array(values) for name, values in taken.items()}

    def pan(self, number: int) -> None:
        """Pan by about 4 pixels per frame, back and forth."""
        far = 4.0 if (number // 60) % 2 == 0 else -4.0
        self.canvas.viewport.look(self.canvas.viewport.camera.panned(far, far / 2), glides=True)

    def close(self) -> None:
        """Close the window without a question."""
        leave(self.window)
        QCoreApplication.processEvents()


class _Steps:
    """Processor time of all steps so far, recording included, seconds."""

    work = 0.0

    @classmethod
    def watch(cls) -> None:
        """Measure every step from now on."""
        step = RunRecord.step

        def measured(record: RunRecord) -> bool:
            busy = thread_time()
            ticked = step(record)
            cls.work += thread_time() - busy
            return ticked

        RunRecord.step = measured


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agents", default="100,1000,10000")
    parser.add_argument("--frames", type=int, default=240)
    parser.add_argument("--level", default="market_town")
    parser.add_argument("--warm", type=float, default=6.0, help="seconds before the first frame")
    parser.add_argument("--overlays", default="", help="names of overlays to show as well")
    chosen = parser.parse_args()
    write = sys.stdout.write
    _Steps.watch()
    level = load_level(SAMPLES / f"{chosen.level}.json")
    write(
        "agents  view   motion    drawing: mean   99 %  worst    steps: mean   99 %  worst"
        "    whole: median   99 %   canvas\n"
    )
    for count in map(int, chosen.agents.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            stage = CrowdStage(Path(folder), crowded(level, count))
            for overlay in stage.canvas.overlays:
                if overlay.name in chosen.overlays.split(",") and not overlay.visible:
                    stage.canvas.shown.toggle(overlay)
            stage.begin(chosen.warm)
            for view in ("far", "near"):
                if view == "near":
                    x, z = stage.canvas.viewport.middle()
                    stage.canvas.viewport.frame((x - 40, z - 25, x + 40, z + 25))
                QTest.qWait(500)
                for name, move in (("walking", lambda _: None), ("panning", stage.pan)):
                    taken = stage.frames(chosen.frames, move)
                    drawing, steps, whole = taken["drawing"], taken["steps"], taken["whole"]
                    write(
                        f"{count:6}  {view:5}  {name:8} {_spread(drawing):>29}"
                        f"{_spread(steps):>28} {np.median(whole):17.1f} "
                        f"{np.percentile(whole, 99):6.1f} {np.median(taken['paint']):8.1f}\n"
                    )
                    sys.stdout.flush()
            stage.close()


def _spread(milliseconds: np.ndarray) -> str:
    """Return mean, 99th percentile and worst as text."""
    values = (milliseconds.mean(), np.percentile(milliseconds, 99), milliseconds.max())
    return " ".join(f"{value:6.1f}" for value in values)


if __name__ == "__main__":
    main()
