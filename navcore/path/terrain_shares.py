"""Cost of a path on each terrain that it crosses."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.terrain import TerrainCells
from navcore.kernels import buffers
from navcore.kernels.search import terrain as kernel
from navcore.level.model import Point, Terrain
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.path.space import Space

__all__ = ["TerrainShare", "cost_along", "costs_from", "cut_at_cells", "terrain_shares"]

_ON_LINE: Final = 1e-9
"""Cells from a line between two cells within which a segment runs along it."""

_GROUND: Final = Terrain(name=GROUND)


class TerrainShare(NamedTuple):
    """Share of one terrain in a path."""

    terrain: Terrain
    metres: float
    """Length of the path on the terrain."""
    cost: float
    """Cost of that length: metres times the cost of each cell."""


def terrain_shares(
    ground: Callable[[str], tuple[NavGrid, TerrainCells | None]], path: PathResult
) -> list[TerrainShare]:
    """Return the cost of each terrain along a path, in the order in which the path enters them.

    Every segment is cut at cell borders; along a border the more expensive of both cells counts, as
    in smoothing. The metres therefore add up to the length of the path, and the costs to its cost
    as it is walked: never more than the cells before smoothing, except for ends outside the middle
    of a cell. Parts before a snapped start and in links don't count.

    Args:
        ground: Returns, for the name of a storey, the grid on which the path was found, with costs,
            and its terrains; None: ground everywhere. An empty name is the storey of the whole
            path.
        path: A path, with or without points.
    """
    found: dict[str, TerrainShare] = {}
    for walk in path.walks:
        for share in _shares_of(*ground(walk.layer), walk.stops):
            known = found.get(share.terrain.name, TerrainShare(share.terrain, 0.0, 0.0))
            found[share.terrain.name] = TerrainShare(
                share.terrain, known.metres + share.metres, known.cost + share.cost
            )
    return list(found.values())


def _shares_of(
    grid: NavGrid, terrain: TerrainCells | None, stops: npt.NDArray[np.float64]
) -> list[TerrainShare]:
    """Return the cost of each terrain along (n, 2) points of one grid."""
    places = Space.of(grid).all_to_cells(stops)
    pieces = [cut_at_cells(a, b) for a, b in pairwise(places)]
    lengths = np.concatenate([piece[0] for piece in pieces]) * grid.cell_size
    middles = np.concatenate([piece[1] for piece in pieces])
    cells, costs = _dearest(grid, middles)
    kinds = np.zeros(len(cells), np.uint8) if terrain is None else terrain.cells.reshape(-1)[cells]
    table = (_GROUND,) if terrain is None else terrain.table
    found = []
    for kind in dict.fromkeys(kinds[lengths > 0].tolist()):
        there = kinds == kind
        metres, cost = float(lengths[there].sum()), float((lengths * costs)[there].sum())
        found.append(TerrainShare(table[kind], metres, cost))
    return found


def cost_along(grid: NavGrid, stops: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Return what lines from stop to stop cost, and the dearest ground that they lead over.

    Metres times the cost of each cell, cut as for :func:`terrain_shares`, and the highest cost of
    a metre.

    Args:
        grid: The cells.
        stops: (n, 2) places, metres, two or more.
    """
    places = Space.of(grid).all_to_cells(stops)
    pieces = [cut_at_cells(a, b) for a, b in pairwise(places)]
    lengths = np.concatenate([piece[0] for piece in pieces]) * grid.cell_size
    _, costs = _dearest(grid, np.concatenate([piece[1] for piece in pieces]))
    return float((lengths * costs).sum()), float(costs.max())


def costs_from(
    grid: NavGrid, start: Point, ends: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return (n,) what straight lines from a place to each of (n, 2) others cost.

    As :func:`cost_along`, metres; for lines that stay on walkable cells.
    """
    places = Space.of(grid).all_to_cells(np.vstack((start, ends)))
    flat = (grid.padded if grid.cost is None else grid.cost).astype(np.float32, copy=False)
    costs = np.empty(len(ends))
    b = buffers(kernel, flat.reshape(-1), np.zeros(0, np.uint8), places, np.zeros(1), costs)
    kernel.Terrain(b[0], b[1], grid.padded.shape[1], b[2], b[3]).fan(b[4])
    costs *= grid.cell_size
    for number in np.flatnonzero(costs < 0).tolist():
        # The path only just passes a corner.
        costs[number] = cost_along(grid, np.vstack((start, ends[number])))[0]
    return costs


def cut_at_cells(
    a: npt.NDArray[np.float64], b: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return (n,) lengths and (n, 2) middles of the parts of a segment between lines of cells.

    All in cells; `a` and `b` are (2,).
    """
    way = b - a
    shares = [np.array((0.0, 1.0))]
    for start, step, low, high in zip(a, way, np.minimum(a, b), np.maximum(a, b), strict=True):
        if step:
            shares.append((np.arange(np.floor(low) + 1, np.ceil(high)) - start) / step)
    cuts = np.sort(np.clip(np.concatenate(shares), 0.0, 1.0))
    parts, middles = np.diff(cuts), (cuts[:-1] + cuts[1:]) / 2
    return parts * np.hypot(*way), a + middles[:, None] * way


def _dearest(
    grid: NavGrid, places: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the cells of places, (n,) indices of the flat padded array, and their costs.

    For a place on a border: the most expensive adjacent cell; 1 if the grid has no costs.
    """
    high, wide = grid.padded.shape
    costs = (grid.padded if grid.cost is None else grid.cost).reshape(-1)
    best = np.zeros(len(places), np.int64)
    dearest = np.full(len(places), -1.0)
    for shift in ((-_ON_LINE, -_ON_LINE), (-_ON_LINE, _ON_LINE), (_ON_LINE, -_ON_LINE),
                  (_ON_LINE, _ON_LINE)):  # fmt: skip
        inside = np.clip(np.floor(places + shift), 0, (wide - 1, high - 1)).astype(np.int64)
        cells = inside[:, 1] * wide + inside[:, 0]
        dearer = costs[cells] > dearest
        best[dearer], dearest[dearer] = cells[dearer], costs[cells[dearer]]
    return best, dearest
