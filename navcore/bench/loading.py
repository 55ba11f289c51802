"""Bench of loading: the time to read a grid from its file."""

import tempfile
from pathlib import Path

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bench.contest import Contest, Entrant, Result, hold
from navcore.bench.maps import made
from navcore.formats import load_grid, save_grid

__all__ = ["load"]


def load(cells: int, *, rounds: int, budget: float) -> Result:
    """Compare loading a `.txt` of `cells` cells on a side with a reader that checks nothing."""
    walkable = made("random35", cells, 1).walkable
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.grid.txt"
        save_grid(NavGrid.from_array(walkable), path)
        entrants = (
            Entrant(
                "navcore",
                lambda _: load_grid(path),
                lambda _, grid: float(np.count_nonzero((grid.walkable != 0) != walkable)),
            ),
            Entrant(
                "numpy, unchecked",
                lambda _: _plain(path),
                lambda _, found: float(np.count_nonzero((found != 0) != walkable)),
                np.__version__,
            ),
        )
        contest = Contest("load", ".grid.txt", cells, cells, 1, entrants, (0.0,))
        return hold(contest, rounds=rounds, budget=budget)


def _plain(path: Path) -> npt.NDArray[np.uint8]:
    """Read a grid in the simplest way: sizes from the header, then unchecked digits."""
    data = path.read_bytes()
    header, start = {}, 0
    while data[start : start + 1].isalpha():
        end = data.index(b"\n", start)
        key, _, value = data[start:end].partition(b" ")
        header[key], start = value, end + 1
    depth, width = int(header[b"gridDepth"]), int(header[b"gridWidth"])
    rows = np.frombuffer(data, np.uint8, depth * (width + 1), start).reshape(depth, width + 1)
    return np.subtract(rows[:, :width], ord("0"))
