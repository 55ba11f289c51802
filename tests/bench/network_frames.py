"""Time per frame of the canvas over a network of 10,000 waypoints and 30,000 edges.

    xvfb-run -a -s "-screen 0 1440x900x24" python -m tests.bench.network_frames [GESTURE ...]

See `tests.bench.canvas_frames`, of which this is one more town.
"""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np

from navcore.level.model import Edge, Level, Waypoint
from navcore.level.pick import PickIndex
from tests.bench.canvas_frames import Stage, spread
from tests.bench.canvas_gestures import Steps, box, boxed, hover, pan, zoom
from tests.bench.canvas_town import town
from tests.bench.network_gestures import SINGLE, chained, waypoint, waypoints

Times: TypeAlias = tuple[np.ndarray, np.ndarray]
"""Milliseconds of each frame: clock time and processor time."""

SIDE = 100
"""Number of waypoints along each side of the network."""


def network(side: int, step: float, low: tuple[float, float]) -> dict[int, Waypoint | Edge]:
    """Return a grid of waypoints with edges to the right, up and along one diagonal."""
    items: dict[int, Waypoint | Edge] = {}
    rng = np.random.default_rng(3)
    shift = rng.uniform(-0.3, 0.3, (side, side, 2)) * step
    types = ("navigation", "patrol", "guardPost", "cover", "rest")
    for row in range(side):
        for column in range(side):
            number = 1_000_000 + row * side + column
            place = (
                low[0] + step * column + float(shift[row, column, 0]),
                low[1] + step * row + float(shift[row, column, 1]),
            )
            items[number] = Waypoint(
                id=number, order=number, name=f"waypoint_{number}", position=place,
                type=types[number % 5],
            )  # fmt: skip
    for row in range(side):
        for column in range(side):
            start = 1_000_000 + row * side + column
            for number, (right, up) in enumerate(((1, 0), (0, 1), (1, 1))):
                end = (row + up) * side + column + right + 1_000_000
                if column + right < side and row + up < side:
                    edge = 2_000_000 + 3 * start + number
                    items[edge] = Edge(id=edge, start=start, end=end, one_way=edge % 9 == 0)
    return items


def networked(level: Level) -> Level:
    """Return the level with a network all over it."""
    low_x, low_z, high_x, _ = PickIndex(level).bounds or (0.0, 0.0, 1.0, 1.0)
    return level.with_items(network(SIDE, (high_x - low_x) / SIDE, (low_x, low_z)))


GESTURES: tuple[Callable[[Stage, int], Steps], ...] = (
    hover, waypoint, waypoints, chained, box, boxed, pan, zoom,
)  # fmt: skip


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gestures", nargs="*", metavar="GESTURE")
    parser.add_argument("--frames", type=int, default=200)
    parser.add_argument("--times", type=int, default=7, help="how often to take single steps")
    parser.add_argument("--views", default="far,middle,near")
    parser.add_argument("--ratio", default="1", help="device pixels a pixel")
    parser.add_argument("--theme", default="dark")
    chosen = parser.parse_args()
    os.environ["QT_SCALE_FACTOR"] = chosen.ratio
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(Path(folder), networked(town(4, 200, 512, 5)), theme=chosen.theme)
        held = stage.window.document.level.held
        sys.stdout.write(f"{len(held[Waypoint])} waypoints, {len(held[Edge])} edges\n")
        sys.stdout.write("gesture       view     clock: median  99 %  worst   work: median  99 %\n")
        for view in chosen.views.split(","):
            for name, run in _runs(stage, chosen.frames, chosen.times):
                if chosen.gestures and name not in chosen.gestures:
                    continue
                stage.look(view)
                whole, work = run()
                over = int(np.count_nonzero(work > 16.0))
                sys.stdout.write(
                    f"{name:13} {view:6} {spread(whole):>24} {spread(work):>26} "
                    f"{over:5d} of {len(work)} over 16 ms\n"
                )
                sys.stdout.flush()
        stage.close()


def _runs(stage: Stage, frames: int, times: int) -> Iterator[tuple[str, Callable[[], Times]]]:
    """Yield the measurements by name."""
    for gesture in GESTURES:
        yield gesture.__name__, lambda gesture=gesture: stage.run(gesture(stage, frames))
    for name, steps in SINGLE.items():
        yield name, lambda steps=steps: _slowest(stage, steps, times)


def _slowest(stage: Stage, steps: Callable[[Stage], Steps], times: int) -> Times:
    """Return the slowest frame of each single step."""
    runs = [stage.run(steps(stage)) for _ in range(times)]
    return np.array([whole.max() for whole, _ in runs]), np.array([work.max() for _, work in runs])


if __name__ == "__main__":
    main()
