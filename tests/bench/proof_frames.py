"""How long frames of a vertex drag take with every check on, and how soon problems settle after it.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.proof_frames [LEVEL ...]

On means: problems marked and listed, islands, coverage and widths shown, a probe with
its heat map compared with A*, and pinned probes. Each of a level without a name is a town of
about 5,000 polygons. "Work" is the processor's time of all threads in a frame; see
`tests.bench.canvas_frames`. No verdict depends on either.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time, sleep

import numpy as np
from PySide6.QtCore import QCoreApplication

from navcore import load_level
from navcore.level.model import Point
from tests.bench.canvas_frames import Stage, spread
from tests.bench.canvas_gestures import GESTURES
from tests.bench.canvas_town import town

MARKET_TOWN = Path("sample_levels/market_town.json")
OVERLAYS = ("islands", "coverage", "widths", "problems", "visited", "path_cells")
PINS = 8
PATIENCE = 20.0
"""Timeout for problems, seconds."""


def places(stage: Stage, count: int) -> list[Point]:
    """Walkable places, spread over the level, the same at every run."""
    grid = stage.window.bake.world.grid
    rows, columns = np.nonzero(grid.walkable)
    picked = np.random.default_rng(3).choice(len(rows), count, replace=False)
    return [grid.centre_of(int(columns[n]), int(rows[n])) for n in picked]


def switch_on(stage: Stage, pins: int = PINS) -> None:
    """Show all that checks, and pin probes."""
    window = stage.window
    listed = window.canvas.shown.listed
    assert {overlay.name for overlay in listed} >= set(OVERLAYS)
    for overlay in listed:
        if overlay.name in OVERLAYS and not window.canvas.shown.is_chosen(overlay):
            window.canvas.shown.toggle(overlay)
    window.show_panel("probes")
    ends = places(stage, 2 * pins + 2)
    for start, goal in zip(ends[::2], ends[1::2], strict=True):
        window.probe.set(start, goal)
        if len(window.probe.pins.pins) < pins:
            window.probe.pin()
    window.probe.compare("engine:astar")


def seconds_to_settle(stage: Stage) -> float:
    """Return the seconds from now until the listed problems belong to the present level."""
    begun, problems = perf_counter(), stage.window.workspace.problems
    while problems.busy and perf_counter() - begun < PATIENCE:
        QCoreApplication.processEvents()
        # As in the program's loop; `qWait` would keep the interpreter's lock.
        sleep(0.001)
    return perf_counter() - begun


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("levels", nargs="*", type=Path, metavar="LEVEL")
    parser.add_argument("--frames", type=int, default=120)
    parser.add_argument("--view", default="middle")
    parser.add_argument("--off", action="store_true", help="with nothing on, to compare with")
    parser.add_argument("--pins", type=int, default=PINS)
    parser.add_argument("--panel", default="", help="the panel that is open, instead of Probes")
    chosen = parser.parse_args()
    write = sys.stdout.write
    write("level, gesture        clock: median  99 %  worst   work: median  99 %  worst")
    write("  over 16 ms: clock, work   problems settle after\n")
    for path in chosen.levels or [MARKET_TOWN, None]:
        level = town(20, 3840, 2048) if path is None else load_level(path)
        with tempfile.TemporaryDirectory() as folder:
            stage = Stage(Path(folder), level)
            stage.look(chosen.view)
            if not chosen.off:
                switch_on(stage, chosen.pins)
            if chosen.panel:
                stage.window.show_panel(chosen.panel)
            stage.settle()
            seconds_to_settle(stage)
            for gesture in GESTURES:
                if gesture.__name__ not in {"vertex", "floor_vertex"}:
                    continue
                whole, work = stage.run(gesture(stage, chosen.frames))
                busy = process_time()
                rest = seconds_to_settle(stage)
                busy = process_time() - busy
                over = [int(np.count_nonzero(times > 16.0)) for times in (whole, work)]
                name = f"{'town' if path is None else path.stem}, {gesture.__name__}"
                write(
                    f"{name:26} {spread(whole)} {spread(work):>26} {over[0]:6d} {over[1]:5d} "
                    f"of {len(work)}   {rest:.2f} s, work {busy:.2f} s\n"
                )
                sys.stdout.flush()
            stage.close()


if __name__ == "__main__":
    main()
