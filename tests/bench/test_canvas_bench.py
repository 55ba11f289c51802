"""Time per frame of the canvas in a town of many outlines, compared with a small town.

    pytest tests/bench/test_canvas_bench.py --benchmark-columns=median,max --benchmark-verbose

The ratio of the medians stands in the extra info; what is seen at the end is compared with a
picture painted from scratch. No verdict depends on speed. For milliseconds in a real window:
`python -m tests.bench.canvas_frames`.
"""

import statistics
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QImage

from tests.bench.canvas_frames import Stage
from tests.bench.canvas_gestures import GESTURES
from tests.bench.canvas_town import town

SMALL, LARGE = (2, 12, 64), (7, 300, 256)
"""Rooms a side, obstacles, cells a side."""


CLIPPED = 100
"""Number of pixels that may differ: Qt draws an outline that extends beyond the canvas slightly
differently, and panning moves such outlines into view.
"""


def differing(one: QImage, other: QImage) -> int:
    """Return the number of different pixels."""
    shape = (one.height(), one.width())
    pixels = (np.frombuffer(each.constBits(), np.uint32).reshape(shape) for each in (one, other))
    return int(np.count_nonzero(np.not_equal(*pixels)))


def at_rest(stage: Stage) -> QImage:
    """Return an image of the canvas after all pending updates."""
    stage.hand.move((-50.0, -50.0))
    # End the time after a drag in which pictures replace texts.
    stage.canvas.layers.followers.rest.stop()
    stage.canvas.layers.followers.forget()
    stage.canvas.names_in_view.come_to_rest()
    picture = stage.canvas.grab().toImage()
    while not stage.canvas.layers.crisp or stage.canvas.names_in_view.names.pending:
        picture = stage.canvas.grab().toImage()
    return picture


def painted_anew(stage: Stage) -> QImage:
    """Return an image of the canvas, painted without caches."""
    stage.canvas.layers.paint_anew()
    stage.canvas.viewport.look(stage.canvas.viewport.camera)
    return stage.canvas.grab().toImage()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("name", ["pan", "zoom", "vertex", "many", "box"])
def test_a_frame_in_a_large_level(benchmark, tmp_path: Path, name: str, exhaustive: bool) -> None:
    """Measure a gesture in both towns; the picture is right in both."""
    gesture = next(each for each in GESTURES if each.__name__ == name)
    medians = []
    for number, size in enumerate((SMALL, LARGE)):
        stage = Stage(tmp_path, town(*size))
        stage.look("far")
        count = 300 if exhaustive else 12
        if number == 0:
            times = stage.run(gesture(stage, count))[0]
        else:
            times = benchmark.pedantic(stage.run, (gesture(stage, count),))[0]
        medians.append(statistics.median(times.tolist()))
        stage.window.document.select(frozenset())
        assert differing(at_rest(stage), painted_anew(stage)) <= CLIPPED
        stage.close()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    benchmark.extra_info["large_over_small"] = round(medians[1] / medians[0], 2)
