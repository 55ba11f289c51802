"""How long a grid takes from its file to where it can be searched."""

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
    """A `.txt` of so many cells a side, against a reader that checks nothing."""
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
    """What one writes at first: the header's sizes, and the digits as they come."""
    data = path.read_bytes()
    header, start = {}, 0
    while data[start : start + 1].isalpha():
        end = data.index(b"\n", start)
        key, _, value = data[start:end].partition(b" ")
        header[key], start = value, end + 1
    depth, width = int(header[b"gridDepth"]), int(header[b"gridWidth"])
    rows = np.frombuffer(data, np.uint8, depth * (width + 1), start).reshape(depth, width + 1)
    return np.subtract(rows[:, :width], ord("0"))
