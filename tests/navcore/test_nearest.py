"""Snapping: the walkable cell nearest to a point."""

import math
import random

import maps
import naive_paths
import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.bake.grid import NavGrid
from navcore.path import nearest
from navcore.path.nearest import nearest_walkable


def assert_nearest(seed: int) -> None:
    """Check the result against a scan over all cells."""
    rng = random.Random(seed)
    cells = maps.random_cells(rng)
    if rng.random() < 0.5:
        # Few free cells, so that many rings are looked at.
        cells &= np.array([[rng.random() < 0.05 for _ in row] for row in cells], np.uint8)
    depth, width = cells.shape
    x, z = rng.uniform(-12, width + 12), rng.uniform(-12, depth + 12)
    if rng.random() < 0.4:
        x, z = round(2 * x) / 2, round(2 * z) / 2
    radius = rng.choice((0.0, 1.0, 3.0, 8.0, 40.0, math.inf))
    expected = naive_paths.nearest_free(cells, x, z, 1000 if radius == math.inf else int(radius))
    found = nearest_walkable(NavGrid.from_array(cells), (x, z), radius)
    assert found == (None if expected is None else tuple(expected))


def test_s0_041_equals_brute_force(exhaustive: bool) -> None:
    """1,000 random grids and more: nearest to the point, ties by index."""
    for seed in range(20_000 if exhaustive else 1_000):
        assert_nearest(seed)


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel gives the same result as plain Python."""
    monkeypatch.setattr(nearest, "kernel", load_interpreted("nearest"))
    for seed in range(100):
        assert_nearest(seed)


@pytest.mark.parametrize(("away", "found"), [(7.9, (0, 0)), (8.5, None)])
def test_s0_040_within_eight_metres(away: float, found: tuple[int, int] | None) -> None:
    """A point 7.9 m from free space is snapped, one 8.5 m from it is not."""
    grid = NavGrid.from_array([[1] + [0] * 60], cell_size=0.4)
    assert nearest_walkable(grid, (0.4 + away, 0.2), 8.0) == found
    beyond = NavGrid.from_array([[1]], cell_size=0.4)
    assert nearest_walkable(beyond, (-away, 0.2), 8.0) == found
    assert nearest_walkable(beyond, (0.2, 0.4 + away), 8.0) == found


def test_x_042_a_corner_of_a_ring_is_farther_than_an_edge_of_the_next() -> None:
    """The first cell found is not the nearest."""
    cells = np.zeros((9, 9), np.uint8)
    cells[7, 7] = 1
    cells[8, 4] = 1
    assert nearest_walkable(NavGrid.from_array(cells), (4.5, 4.5), 8.0) == (4, 8)


def test_own_cell_wins() -> None:
    """A point in a walkable cell stays there, whichever centre is near."""
    grid = NavGrid.from_array([[1, 1]])
    assert nearest_walkable(grid, (0.999, 0.5), 8.0) == (0, 0)
    assert nearest_walkable(grid, (1.0, 0.5), 0.0) == (1, 0)


def test_ties_go_to_the_lower_index() -> None:
    """Between two centres at the same distance the lower row wins, then the lower column."""
    grid = maps.drawn(".#.", "###", ".#.")
    assert nearest_walkable(grid, (1.5, 1.5), 8.0) == (0, 0)


def test_rings_are_whole_cells_of_the_radius() -> None:
    """0.6 m are three cells of 0.2 m, though the quotient of the two numbers is below 3."""
    assert 0.6 / 0.2 < 3
    grid = NavGrid.from_array([[1, 0, 0, 0]], cell_size=0.2)
    assert nearest_walkable(grid, (0.7, 0.1), 0.6) == (0, 0)
    assert nearest_walkable(grid, (0.7, 0.1), 0.5) is None


@pytest.mark.parametrize("far", [1e6, 1e15, 1e300, 1.7e308])
def test_far_points(far: float) -> None:
    """Points anywhere are answered at once, and rightly."""
    grid = NavGrid.from_array(np.ones((50, 80)), cell_size=0.4)
    assert nearest_walkable(grid, (far, -far), 8.0) is None
    if far < 1e15:
        assert nearest_walkable(grid, (far, 10.1), math.inf) == (79, 25)
        assert nearest_walkable(grid, (-far, -far), math.inf) == (0, 0)


def test_nothing_walkable() -> None:
    """A map without free cells has none near anything."""
    assert nearest_walkable(NavGrid.from_array(np.zeros((9, 9))), (4, 4), math.inf) is None
