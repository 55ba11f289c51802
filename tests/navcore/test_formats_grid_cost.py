"""Costs of cells are restored from `.json`, and never lost without a message."""

import json
from pathlib import Path

import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_grid, save_grid
from navcore.formats.grid_json import read_grid_json, write_grid_json


def weighed() -> NavGrid:
    """Three columns, two rows; grass, mud, a road and a wall."""
    cost = np.array([[1.0, 4.5, 0.1], [0.0, 1e-7, 3e7]])
    return NavGrid.from_array(cost > 0, cost=cost, cell_size=0.5, min_x=-3.0)


def test_costs_come_back(tmp_path: Path) -> None:
    """To the last bit, with as few digits as that takes."""
    path = tmp_path / "swamp.grid.json"
    save_grid(weighed(), path)
    text = path.read_text(encoding="utf-8")
    assert '"cost": [\n    [1, 4.5, 0.1],\n    [0, 0.0000001, 30000000]\n  ]' in text
    loaded = load_grid(path)
    assert loaded.cost is not None
    assert loaded.cost.tobytes() == weighed().cost.tobytes()
    assert write_grid_json(loaded) == text


def test_random_costs_come_back() -> None:
    """Any float32 over 0."""
    rng = np.random.default_rng(5)
    cost = (10.0 ** rng.uniform(-30, 30, (20, 30))).astype(np.float32)
    cost[rng.random(cost.shape) < 0.3] = 0
    grid = NavGrid.from_array(cost > 0, cost=cost)
    loaded = read_grid_json(write_grid_json(grid), "x.json").grid
    assert loaded.cost is not None
    assert np.array_equal(loaded.cost, grid.cost)
    assert np.array_equal(loaded.walkable, grid.walkable)


def test_a_text_grid_has_no_place_for_them(tmp_path: Path) -> None:
    """It is refused, and the file that was there stays."""
    path = tmp_path / "swamp.grid.txt"
    save_grid(NavGrid.from_array([[1, 0], [1, 1]]), path)
    before = path.read_bytes()
    with pytest.raises(NavcoreError, match=r"swamp\.grid\.txt: a \.txt grid has no place"):
        save_grid(weighed(), path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        (3, "cost: must be a list of 2 rows"),
        ([[1, 4.5, 0.1]], "cost: must be a list of 2 rows"),
        ([[1, 4.5, 0.1], [0, 1]], r"cost\[1\]: must be a list of 3 numbers"),
        ([[1, "4.5", 0.1], [0, 1, 1]], r"cost\[0\]\[1\]: must be a number"),
        ([[1, 0, 0.1], [0, 1, 1]], r"cost\[0\]\[1\]: must be a number over 0"),
        ([[1, -2, 0.1], [0, 1, 1]], r"cost\[0\]\[1\]: must be a number over 0"),
        ([[1, 1e60, 0.1], [0, 1, 1]], r"cost\[0\]\[1\]: must be a number over 0"),
        ([[1, 2, 0.1], [5, 1, 1]], r"cost\[1\]\[0\]: must be 0: it is blocked"),
    ],
)
def test_refused(cost: object, message: str) -> None:
    """Refusals name the place of the fault."""
    data = json.loads(write_grid_json(weighed())) | {"cost": cost}
    with pytest.raises(FormatError, match=message):
        read_grid_json(json.dumps(data), "swamp.json")
