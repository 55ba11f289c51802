"""Four neighbours or eight: a setting of the grid (X-044), with its own estimate (X-001)."""

import random
from pathlib import Path

import maps
import numpy as np
import pytest
from scipy.sparse import coo_array
from scipy.sparse.csgraph import dijkstra

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.formats import load_grid, save_grid
from navcore.path.find import find_path
from navcore.path.result import Status
from navcore.path.sight import path_is_clear


def costs_from(cost: np.ndarray, start: tuple[int, int]) -> np.ndarray:
    """Return the costs of the cheapest paths by straight steps, computed with scipy."""
    depth, width = cost.shape
    ids = np.arange(depth * width).reshape(depth, width)
    pairs = [(ids[:, :-1], ids[:, 1:]), (ids[:, 1:], ids[:, :-1])]
    pairs += [(ids[:-1], ids[1:]), (ids[1:], ids[:-1])]
    rows = np.concatenate([one.ravel() for one, _ in pairs])
    columns = np.concatenate([other.ravel() for _, other in pairs])
    flat = cost.ravel()
    free = (flat[rows] > 0) & (flat[columns] > 0)
    graph = coo_array((flat[columns[free]], (rows[free], columns[free])), (ids.size, ids.size))
    return dijkstra(graph.tocsr(), indices=ids[start[1], start[0]]).reshape(depth, width)


@pytest.mark.parametrize("engine", ["auto", "astar"])
@pytest.mark.parametrize("weighed", [False, True])
def test_equals_dijkstra(engine: str, weighed: bool) -> None:
    """On even ground and over terrain; every step is straight, every segment clear."""
    for seed in range(30):
        rng = random.Random(seed)
        cells = np.array(maps.random_cells(rng, 18))
        cost = np.where(cells, np.random.default_rng(seed).uniform(0.5, 4, cells.shape), 0)
        cost = cost.astype(np.float32) if weighed else cells.astype(np.float32)
        grid = NavGrid.from_array(cells, cost=cost if weighed else None, connectivity=4)
        start, goal = maps.random_free(rng, cells), maps.random_free(rng, cells)
        if start is None or goal is None or start == goal:
            continue
        expected = costs_from(cost.astype(float), start)[goal[1], goal[0]]
        ends = grid.centre_of(*start), grid.centre_of(*goal)
        result = find_path(grid, *ends, engine=engine, smoothing="none")
        if not np.isfinite(expected):
            assert result.status is Status.NO_PATH
            continue
        assert result.cost == pytest.approx(expected, rel=1e-9)
        assert (np.abs(np.diff(result.cells, axis=0)).sum(axis=1) == 1).all()
        for smoothing in ("greedy", "taut"):
            smooth = find_path(grid, *ends, engine=engine, smoothing=smoothing)
            assert smooth.cost == result.cost
            assert path_is_clear(grid, ends[0], smooth.points)
            assert smooth.length <= result.length + 1e-9


def test_bad_choices() -> None:
    """Six neighbours are no square's, and jump points need all eight."""
    with pytest.raises(NavcoreError, match="connectivity must be 4 or 8, got 6"):
        NavGrid.from_array([[1, 1]], connectivity=6)
    grid = NavGrid.from_array([[1, 1]], connectivity=4)
    with pytest.raises(NavcoreError, match="needs eight neighbours"):
        find_path(grid, (0.5, 0.5), (1.5, 0.5), engine="jump")


def test_it_comes_back(tmp_path: Path) -> None:
    """From .json; a .txt has no place for it."""
    grid = NavGrid.from_array([[1, 1], [0, 1]], connectivity=4)
    path = tmp_path / "tiles.json"
    save_grid(grid, path)
    assert load_grid(path).connectivity == 4
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"connectivity": 4', '"connectivity": 5'), encoding="utf-8")
    with pytest.raises(NavcoreError, match="connectivity: must be 4 or 8, got 5"):
        load_grid(path)
    with pytest.raises(NavcoreError, match="no place for four neighbours"):
        save_grid(grid, tmp_path / "tiles.txt")
