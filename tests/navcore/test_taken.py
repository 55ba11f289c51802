"""The cells that a search expanded: all that A* must, none that it can't, in its order."""

import random
from itertools import pairwise

import numpy as np
import pytest

from navcore.bake.grid import FOUR, NavGrid
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.taken import cells_taken
from tests import maps, naive_paths
from tests.queries import random_grid

SQRT2 = 2**0.5
DUST = 1e-5


def _octile(a: tuple[int, int], b: tuple[int, int]) -> float:
    dx, dz = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx + dz - (2 - SQRT2) * min(dx, dz)


def _two_free(rng: random.Random, grid: NavGrid) -> list[tuple[int, int]] | None:
    rows, columns = np.nonzero(grid.walkable)
    if len(rows) < 2:
        return None
    picked = rng.sample(range(len(rows)), 2)
    return [(int(columns[n]), int(rows[n])) for n in picked]


@pytest.mark.parametrize("seed", range(60))
def test_astar_takes_cells_that_promise_less_than_the_path_and_none_that_promise_more(
    seed: int,
) -> None:
    """Cells that promise just as much may be taken or not."""
    rng = random.Random(seed)
    grid = random_grid(rng, 24)
    ends = _two_free(rng, grid)
    if ends is None:
        pytest.skip("nowhere to walk")
    start, goal = (grid.lattice.centre_of(*end) for end in ends)
    costs = naive_paths.costs_from(grid.walkable, ends[0])
    taken = [tuple(cell) for cell in cells_taken(grid, start, goal, engine="astar").tolist()]
    assert len(set(taken)) == len(taken)
    if ends[1] not in costs:
        nearest = find_path_to_nearest(grid, start, goal, engine="astar")
        assert len(taken) <= max(1, nearest.visited)
        return
    promised = {cell: cost + _octile(cell, ends[1]) for cell, cost in costs.items()}
    best = costs[ends[1]]
    assert {cell for cell, sum_ in promised.items() if sum_ < best - DUST} <= set(taken)
    assert all(promised[cell] <= best + DUST for cell in taken)
    sums = [promised[cell] for cell in taken]
    assert all(a <= b + DUST for a, b in pairwise(sums))
    assert len(taken) == find_path(grid, start, goal, engine="astar").visited


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("four", [False, True])
def test_over_terrain_as_many_cells_are_taken_as_the_search_counts(seed: int, four: bool) -> None:
    """With the cells of the path among them; the goal itself is not marked."""
    rng = random.Random(1000 + seed)
    grid = random_grid(rng, 24, cost=True)
    grid = grid.four_connected if four else grid
    ends = _two_free(rng, grid)
    if ends is None:
        pytest.skip("nowhere to walk")
    start, goal = (grid.lattice.centre_of(*end) for end in ends)
    path = find_path(grid, start, goal)
    taken = cells_taken(grid, start, goal)
    assert (grid.connectivity == FOUR) == four
    if path.ok and ends[0] != ends[1] and grid.has_costs:
        assert len(taken) == path.visited
        assert taken[0].tolist() == [*ends[0]]
        walked = {tuple(cell) for cell in path.cells.tolist()}
        assert walked - {ends[1]} <= {tuple(cell) for cell in taken.tolist()}
    assert grid.walkable[taken[:, 1], taken[:, 0]].all()


def test_jump_points_are_fewer_than_cells() -> None:
    """Both are for the same path."""
    grid = maps.random_grid(random.Random(5), 60)
    ends = _two_free(random.Random(1), grid)
    assert ends is not None
    start, goal = (grid.lattice.centre_of(*end) for end in ends)
    assert (
        0
        < len(cells_taken(grid, start, goal))
        <= len(cells_taken(grid, start, goal, engine="astar"))
    )


def test_no_cell_is_taken_where_nothing_is_walkable_or_the_goal_is_where_the_start_is() -> None:
    """Nothing is searched then."""
    grid = maps.drawn("...", "...")
    assert len(cells_taken(grid, (0.5, 0.5), (0.6, 0.6))) == 0
    assert len(cells_taken(grid, (100.0, 100.0), (0.5, 0.5))) == 0
