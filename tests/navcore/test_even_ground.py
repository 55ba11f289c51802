"""Paths pulled taut at uniform cost: a map of their surroundings gives the same result."""

import random

import maps
import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.path import even_ground
from navcore.path.find import find_path


def patches(rng: random.Random, side: int, costs: int) -> NavGrid:
    """Return patches of a few costs, with some blocked cells."""
    coarse = np.array([[1.0 + rng.randrange(costs) for _ in range(side)] for _ in range(side)])
    cost = np.kron(coarse, np.ones((7, 7)))
    walkable = np.random.default_rng(rng.randrange(2**32)).random(cost.shape) > 0.1
    return NavGrid.from_array(walkable, cost=cost * walkable, cell_size=0.4, min_x=-3.3)


def answers(seed: int, *, backward: bool = False) -> list[bytes]:
    """Return results of queries on a grid, with circles to avoid, in both orders."""
    rng = random.Random(seed)
    grid = patches(rng, rng.choice((4, 9)), rng.choice((2, 3, 30)))
    queries = []
    for _ in range(10):
        ends = [maps.random_point(rng, grid, beyond=1.0) for _ in range(2)]
        circle = (*maps.random_point(rng, grid), rng.uniform(0.2, 1.5))
        queries.append((*ends, [circle] if rng.random() < 0.3 else None))
    if backward:
        return answers_to(grid, queries[::-1])[::-1]
    return answers_to(grid, queries)


def answers_to(grid: NavGrid, queries: list) -> list[bytes]:
    """The results, byte for byte."""
    return [maps.as_bytes(find_path(grid, a, b, avoid=avoid)) for a, b, avoid in queries]


@pytest.mark.parametrize("seed", range(12))
def test_a_map_of_the_surroundings_is_enough(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a map of all cells, always with one, or when needed, the paths are the same."""
    found = []
    for patience in (0, 10**9, even_ground._PATIENCE):  # noqa: SLF001
        monkeypatch.setattr(even_ground, "_PATIENCE", patience)
        found.append(answers(seed))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("seed", range(4))
def test_paths_do_not_depend_on_what_was_asked_before(seed: int) -> None:
    """Also where cells have more costs than maps are kept for."""
    assert answers(seed) == answers(seed, backward=True)
