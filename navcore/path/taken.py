"""Find the cells that a search expanded, in the order of expansion.

A search expands the cell with the least sum of the cost of the path to it and the heuristic. The
heuristic is consistent, so these sums never decrease: sorting cells by them gives the order of the
search; cells with the same sum may change places.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR, NavGrid
from navcore.level.model import Point
from navcore.path.cell_path import NO_LIMIT, NO_TURNS
from navcore.path.cell_search import cell_for
from navcore.path.lane_groups import octile
from navcore.path.options import StepRule
from navcore.path.scratch import SCRATCH, ScratchFull
from navcore.path.searcher import Engine, Searcher
from navcore.path.visited import taken_cells

__all__ = ["cells_taken"]

_SQRT2: Final = 2.0**0.5


def cells_taken(
    grid: NavGrid,
    start: Point,
    goal: Point,
    *,
    snap_radius: float = 8.0,
    engine: Engine = "auto",
    step_rule: StepRule = "entered",
) -> npt.NDArray[np.int32]:
    """Return the cells that the search for a path expands, in order.

    `auto` uses jump points where all cells cost the same, which are few. If the goal can't be
    reached, the search for the path to the nearest cell is used.

    Args:
        grid: walkable cells and their costs.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        snap_radius: as for `navcore.path.find.find_path`, metres.
        engine: as in `find_path`.
        step_rule: as in `find_path`.

    Returns:
        (n, 2) int32 column, row; empty if no walkable cell is near the start, or start and goal lie
            in one cell.
    """
    while True:
        try:
            return _taken(
                Searcher.of(grid), start, goal, snap_radius, engine,
                mean=step_rule == "mean", is_four=grid.connectivity == FOUR,
            )  # fmt: skip
        except ScratchFull:
            continue


def _taken(
    searcher: Searcher,
    start: Point,
    goal: Point,
    radius: float,
    engine: Engine,
    *,
    mean: bool,
    is_four: bool,
) -> npt.NDArray[np.int32]:
    first, _ = cell_for(searcher, start, radius)
    last, _ = cell_for(searcher, goal, radius)
    if first < 0:
        return NO_TURNS
    regions, space = searcher.regions, searcher.space
    if last < 0 or regions.region_at(first) != regions.region_at(last):
        last = int(searcher.nearest_in(regions.region_at(first), goal)[0])
    if first == last:
        return NO_TURNS
    searcher.way(first, last, engine, NO_LIMIT, mean=mean)
    taken = taken_cells(len(space.cells))
    nodes = SCRATCH.nodes[: 4 * len(space.cells)]
    if searcher.weighs:
        cost = nodes.view(np.float64)[2 * taken]
    else:
        cost = (nodes[4 * taken] + nodes[4 * taken + 1] * _SQRT2) * searcher.least
    rows, columns = np.divmod(taken, space.row_length)
    row, column = divmod(last, space.row_length)
    left = octile(np.abs(columns - column), np.abs(rows - row), is_four=is_four)
    # Rounding must not part cells of the same sum.
    order = np.lexsort((cost, np.round(cost + left * searcher.least, 6)))
    return np.column_stack((columns - 1, rows - 1)).astype(np.int32)[order]
