"""Frames of a brush over a large floor; the final picture and cells are checked.

    pytest tests/bench/test_brush_bench.py --benchmark-columns=median,max --benchmark-verbose

With `--exhaustive` the floor has 4096 x 4096 cells and not 512 x 512. No verdict depends on speed.
For milliseconds in a real window: `python -m tests.bench.brush_frames`.
"""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent

from navcore.level.model import Profile, Tiles
from navcore.world import World
from tests.bench.brush_frames import strokes, undone
from tests.bench.brush_levels import LEVELS, TYPES, floor
from tests.bench.canvas_frames import Stage
from tests.bench.test_canvas_bench import at_rest, differing, painted_anew


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("kind", LEVELS)
@pytest.mark.parametrize("types", [0, len(TYPES)])
def test_brush(benchmark, tmp_path: Path, kind: str, types: int, exhaustive: bool) -> None:
    """Strokes of a wide brush in a level that was just opened, and their undo."""
    cells, count = (4096, 60) if exhaustive else (512, 8)
    level = floor(kind, cells, types)
    stage = Stage(tmp_path, level)
    document, bake = stage.window.document, stage.window.bake
    if types:
        bake.shown_floor.show_type(TYPES[0].name)
    stage.canvas.frame_all()
    stage.settle(100)
    before = at_rest(stage)
    whole, work = benchmark.pedantic(stage.run, (strokes(stage, 20, count),))
    check(stage)
    assert document.level != level
    assert differing(at_rest(stage), before) > 0
    undo, _ = stage.run(undone(stage))
    check(stage)
    assert document.level == level
    for name, times in (("frames", whole), ("work", work), ("undo", undo)):
        benchmark.extra_info[f"{name}_median_ms"] = round(float(np.median(times)), 1)
        benchmark.extra_info[f"{name}_p99_ms"] = round(float(np.percentile(times, 99)), 1)
    benchmark.extra_info["blocks"] = len(level.of(Tiles))
    stage.close()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def check(stage: Stage) -> None:
    """Check that the canvas equals a full repaint, and the cells those of a build."""
    bake, level = stage.window.bake, stage.window.document.level
    bake.wait()
    bake.shown_floor.latest.wait()
    assert differing(at_rest(stage), painted_anew(stage)) == 0
    built = World.build(level, lattice=bake.world.grid.lattice)
    for profile in (Profile(), *level.settings.profiles):
        one, other = bake.world.grid_for(profile), built.grid_for(profile)
        assert np.array_equal(one.padded, other.padded)
        assert (one.cost is None) == (other.cost is None)
        assert one.cost is None or np.array_equal(one.cost, other.cost)
