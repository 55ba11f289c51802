"""Drags with every check on: problems, pinned paths and cells of the new level are shown.

    pytest tests/bench/test_proof_bench.py --benchmark-columns=median,max --benchmark-verbose

No verdict depends on speed. For milliseconds in a window: `python -m tests.bench.proof_frames`.
"""

import statistics
from pathlib import Path

import numpy as np
import pytest

from navcore.proof.problems import problems
from tests.bench.canvas_frames import Stage
from tests.bench.canvas_gestures import vertex
from tests.bench.canvas_town import town
from tests.bench.proof_frames import seconds_to_settle, switch_on


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("on", [False, True])
def test_a_vertex_drag_with_every_check_on(benchmark, tmp_path: Path, on: bool) -> None:
    """Pins and problems belong to the level after the drag."""
    stage = Stage(tmp_path, town(3, 40, 96))
    stage.look("far")
    if on:
        switch_on(stage, 3)
    stage.settle(100)
    times = benchmark.pedantic(stage.run, (vertex(stage, 12),))[0]
    benchmark.extra_info["median_ms"] = round(statistics.median(times.tolist()), 2)
    seconds_to_settle(stage)
    window = stage.window
    assert window.workspace.problems.found == problems(window.bake.world)
    for pin in window.probe.pins.pins:
        while window.probe.pins.legs.busy:
            window.probe.pins.legs.wait()
        found = window.probe.pins.path_of(pin)
        assert found is not None
        anew = window.bake.world.find_path_to_nearest(pin.start, pin.goal)
        np.testing.assert_array_equal(found.points, anew.points)
    assert len(window.probe.pins.pins) == (3 if on else 0)
    stage.close()
