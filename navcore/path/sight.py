"""Line of sight over a grid, exact to within 1e-9 of a cell (S0-052)."""

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.searcher import Searcher
from navcore.path.space import Space

__all__ = ["is_clear", "path_is_clear", "seen_from"]


def is_clear(grid: NavGrid, a: Point, b: Point) -> bool:
    """Return whether the straight line between two points in metres stays in walkable cells.

    Every cell that the segment crosses must be walkable, and so must the cells of its ends. Where
    it passes through a corner between cells, both cells beside the corner must be walkable, as for
    a diagonal step (S0-035); where it runs along a line between two rows, both rows must be. The
    answer is the same in both directions. An end outside the grid is not clear.
    """
    space = Space.of(grid)
    ends = np.array((space.to_cells(a), space.to_cells(b)))
    return Searcher.of(grid).sees(ends[:1], ends[1:])


def path_is_clear(grid: NavGrid, start: Point, points: npt.ArrayLike) -> bool:
    """Return whether every segment from `start` along (n, 2) `points` in metres is clear.

    True when there are no points: then there is nothing to walk.
    """
    space = Space.of(grid)
    rest = np.asarray(points, np.float64).reshape(-1, 2)
    places = np.empty((len(rest) + 1, 2), np.float64)
    places[0] = space.to_cells(start)
    places[1:] = space.all_to_cells(rest)
    return Searcher.of(grid).sees(places[:-1], places[1:])


def seen_from(grid: NavGrid, point: Point, others: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """(n,) whether the straight way from a point to each of (n, 2) others is clear, metres."""
    space = Space.of(grid)
    ends = space.all_to_cells(np.asarray(others, np.float64).reshape(-1, 2))
    starts = np.empty_like(ends)
    starts[:] = space.to_cells(point)
    marks = np.zeros(len(ends), np.uint8)
    Searcher.of(grid).sees(starts, ends, marks)
    return marks.view(np.bool_)
