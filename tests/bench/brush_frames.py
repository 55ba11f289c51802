"""How long frames take while a brush paints on 4096 x 4096 cells: median, 99th, worst.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.brush_frames [LEVEL ...]

Frames and work are those of `canvas_frames`: from the event to the pixels, bake included. A row is
a level that was just opened, bare, with blocks painted here and there or all over, and a brush of
one size: three strokes of different terrain, one over the whole floor, and all of them undone. It
is run several times, the level opened anew each time; the run with the lowest 99th percentile is
told. No verdict depends on it; that the picture is right is tested by `test_brush_bench`.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from navcore.level.model import Point, Tiles
from tests.bench.brush_levels import LEVELS, floor
from tests.bench.canvas_frames import Stage, spread
from tests.bench.canvas_gestures import Steps, curve
from tests.hand import LEFT

TERRAINS = ("mud", "sand", "water")
LINES = 6
"""Times that the stroke over the whole floor crosses it."""


def strokes(stage: Stage, size: int, count: int) -> Steps:
    """Yield press, `count` moves and release of three strokes and of one over the whole floor."""
    canvas = stage.canvas
    stage.choose("brush")
    options = {option.name: option for option in canvas.gestures.tool.options}
    options["size"].set(size)
    middle, reach = canvas.viewport.middle(), 250 / stage.scale
    for terrain in TERRAINS:
        options["terrain"].set(terrain)
        yield from _stroke(stage, [middle, *curve(middle, reach, count)])
    options["terrain"].set(TERRAINS[0])
    yield from _stroke(stage, list(_lines(stage, count)))


def undone(stage: Stage) -> Steps:
    """Undo all strokes, the last one first."""
    for _ in (*TERRAINS, ""):
        yield stage.window.document.stack.undo


def _stroke(stage: Stage, places: list[Point]) -> Steps:
    yield partial(stage.hand.press, places[0])
    for place in places[1:]:
        yield partial(stage.hand.move, place, LEFT)
    yield partial(stage.hand.release, places[-1])


def _lines(stage: Stage, count: int) -> Iterator[Point]:
    """Yield places of lines back and forth over the floor."""
    lattice = stage.window.bake.world.grid.lattice
    for number in range(count + 1):
        line, along = divmod(number * LINES / count, 1)
        across = along if line % 2 == 0 else 1 - along
        yield (
            lattice.min_x + (0.05 + 0.9 * across) * (lattice.max_x - lattice.min_x),
            lattice.min_z + (0.05 + 0.9 * number / count) * (lattice.max_z - lattice.min_z),
        )


def frames(stage: Stage, size: int, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return (2, n) times of frames in milliseconds, by clock and processor, in a new level.

    The two results are those of the strokes and of their undo. With agent types, the floor is shown
    for one of them.
    """
    stage.load()
    if stage.level.settings.profiles:
        stage.window.bake.shown_floor.show_type(stage.level.settings.profiles[1].name)
    stage.canvas.frame_all()
    stage.settle()
    # Qt doesn't know about the simulated buttons.
    buttons = QGuiApplication.mouseButtons
    QGuiApplication.mouseButtons = lambda: Qt.MouseButton.LeftButton
    try:
        painted = stage.run(strokes(stage, size, count))
    finally:
        QGuiApplication.mouseButtons = buttons
    stage.settle()
    return np.array(painted), np.array(stage.run(undone(stage)))


def best(runs: list[np.ndarray], row: int) -> np.ndarray:
    """Return a row of the run with the lowest 99th percentile of it."""
    return min((run[row] for run in runs), key=lambda times: float(np.percentile(times, 99)))


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", default=LEVELS, metavar="LEVEL")
    parser.add_argument("--cells", type=int, default=4096)
    parser.add_argument("--sizes", default="1,5,20", help="of brushes, tiles across")
    parser.add_argument("--types", default="0,3", help="numbers of agent types")
    parser.add_argument("--frames", type=int, default=60, help="moves of a stroke")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--ratio", default="1", help="device pixels a pixel")
    chosen = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = chosen.ratio
    write = sys.stdout.write
    write("level    types size  clock: median  99 %  worst  work: median  99 %  worst")
    write("  over 16 ms: clock, work  worst undo: clock, work  blocks\n")
    for kind in chosen.levels:
        for types in map(int, chosen.types.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                stage = Stage(Path(folder), floor(kind, chosen.cells, types))
                blocks = len(stage.window.document.level.of(Tiles))
                for size in map(int, chosen.sizes.split(",")):
                    runs = [frames(stage, size, chosen.frames) for _ in range(chosen.runs)]
                    clock, work = (best([run[0] for run in runs], row) for row in (0, 1))
                    over = [int(np.count_nonzero(times > 16.0)) for times in (clock, work)]
                    undo = [min(float(run[1][row].max()) for run in runs) for row in (0, 1)]
                    write(
                        f"{kind:8} {types:5d} {size:4d} {spread(clock):>22} {spread(work):>22} "
                        f"{over[0]:6d} {over[1]:5d} of {len(work)} "
                        f"{undo[0]:12.1f} {undo[1]:6.1f} {blocks:13d}\n"
                    )
                    sys.stdout.flush()
                stage.close()
                QTest.qWait(100)


if __name__ == "__main__":
    main()
