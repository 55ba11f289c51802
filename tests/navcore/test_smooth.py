"""String pulling: few points, each visible from the previous one."""

import itertools
import math
import random
from collections.abc import Callable
from fractions import Fraction

import maps
import naive_paths
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from navcore.bake.grid import NavGrid
from navcore.path.find import find_path
from navcore.path.result import PathResult, Status
from navcore.path.searcher import Engine, Searcher
from navcore.path.sight import is_clear
from navcore.path.smooth import Smoothing
from navcore.path.space import Space


def random_path(
    seed: int, smoothing: Smoothing = "greedy", engine: Engine = "auto"
) -> tuple[NavGrid, PathResult]:
    """A path between any two points of a random grid, some of them outside or blocked."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng)
    start, goal = (maps.random_point(rng, grid, beyond=1.0) for _ in range(2))
    return grid, find_path(grid, start, goal, smoothing=smoothing, engine=engine)


def chain(grid: NavGrid, result: PathResult) -> list[tuple[float, float]]:
    """Return the start or its stand-in, the centres of all cells, and the goal unless snapped."""
    stops = [grid.centre_of(column, row) for column, row in result.cells.tolist()]
    if result.snapped_start is None:
        stops.insert(0, result.start)
    if result.snapped_goal is None and result.goal != stops[-1]:
        stops.append(result.goal)
    return stops


def walked(grid: NavGrid, result: PathResult) -> list[tuple[float, float]]:
    """The stops of a path from the first that is in a walkable cell on."""
    stops = [(float(x), float(z)) for x, z in result.points]
    return stops if result.snapped_start is not None else [result.start, *stops]


def length(stops: list[tuple[float, float]]) -> float:
    """Metres along a line."""
    return sum(itertools.starmap(math.dist, itertools.pairwise(stops)))


def assert_smooth(seed: int, smoothing: Smoothing) -> None:
    """Check that a path is clear, not longer than its cells, with right ends and length."""
    grid, result = random_path(seed, smoothing)
    if result.status is not Status.COMPLETE:
        assert len(result.points) == 0
        return
    stops, raw = walked(grid, result), chain(grid, result)
    for a, b in itertools.pairwise(stops):
        assert is_clear(grid, a, b)
        placed = maps.in_cells(grid, a), maps.in_cells(grid, b)
        # From metres to cells and back costs some bits: what is crossed must be more than those.
        for cell in naive_paths.blocked_around(grid.walkable, *placed):
            assert not naive_paths.overlap(*placed, cell, -ROUNDING)
    assert stops[0] == raw[0]
    assert stops[-1] == raw[-1]
    assert length(stops) <= length(raw) * (1 + 1e-12)
    assert math.isclose(result.length, length([result.start, *stops]), abs_tol=1e-9)


ROUNDING = Fraction(1e-9)


@given(st.integers(min_value=1_000_000), st.sampled_from(("greedy", "none")))
def test_paths_are_clear_and_not_longer(seed: int, smoothing: Smoothing) -> None:
    """S0-047, S0-053, S0-055: on any map, from any point to any other."""
    assert_smooth(seed, smoothing)


def test_paths_are_clear_and_not_longer_on_many_maps(exhaustive: bool) -> None:
    """S0-047, S0-053, S0-055; optionally on 2,000 maps."""
    for seed in range(3_000 if exhaustive else 150):
        for smoothing in ("greedy", "none"):
            assert_smooth(seed, smoothing)


def places(grid: NavGrid, result: PathResult) -> list[tuple[float, float]]:
    """Return the chain in cells, as for the kernel: centres are exact despite rounding."""
    space = Space.of(grid)
    inner = [(column + 1.5, row + 1.5) for column, row in result.cells.tolist()]
    stops = chain(grid, result)
    if result.snapped_start is None:
        inner.insert(0, space.to_cells(stops[0]))
    if len(inner) < len(stops):
        inner.append(space.to_cells(stops[-1]))
    return inner


def sees(grid: NavGrid) -> Callable[[tuple[float, float], tuple[float, float]], bool]:
    """Sight between points in cells."""
    searcher = Searcher.of(grid)
    return lambda a, b: searcher.sees(np.array((a,)), np.array((b,)))


def assert_pulled_as_naive(grid: NavGrid, result: PathResult) -> None:
    """Check that the same points are kept as by testing every point."""
    stops = chain(grid, result)
    kept = naive_paths.pulled(places(grid, result), sees(grid))
    assert walked(grid, result) == [stops[0], *(stops[i] for i in kept)]


def test_s0_050_equals_the_naive_pull(exhaustive: bool) -> None:
    """Cells hidden behind others are rejected without a sight test, and the points are the same."""
    for seed in range(4_000 if exhaustive else 300):
        grid, result = random_path(seed, engine=("auto", "astar")[seed % 2])
        if result.status is Status.COMPLETE:
            assert_pulled_as_naive(grid, result)


@pytest.mark.parametrize("side", [60, 90])
def test_s0_050_equals_the_naive_pull_on_long_ways(side: int, exhaustive: bool) -> None:
    """Also on ways of hundreds of cells, where many points are passed over at once."""
    for seed in range(200 if exhaustive else 6):
        rng = random.Random(seed)
        share = rng.uniform(0.05, 0.38)
        cells = [[rng.random() > share for _ in range(side)] for _ in range(side)]
        if seed % 3 == 0:
            cells = maps.serpentine(rng.randint(2, 40), side)
        grid = NavGrid.from_array(cells)
        ends = [grid.centre_of(*maps.random_free(rng, grid.walkable)) for _ in range(2)]
        result = find_path(grid, *ends, smoothing="greedy")
        if result.status is Status.COMPLETE:
            assert_pulled_as_naive(grid, result)


def test_s0_054_minimal() -> None:
    """No inner point can be skipped from the one before it."""
    for seed in range(400):
        grid, result = random_path(seed)
        if result.status is not Status.COMPLETE:
            continue
        where = dict(zip(chain(grid, result), places(grid, result), strict=True))
        stops = [where[stop] for stop in walked(grid, result)]
        for a, _, c in zip(stops, stops[1:], stops[2:], strict=False):
            assert not sees(grid)(a, c)


def test_s0_050_u_shaped_corridor() -> None:
    """Around the legs of a U; the last point in sight is looked for from the end."""
    grid = maps.drawn(
        ".....",
        ".###.",
        ".###.",
        ".###.",
    )
    result = find_path(grid, (0.5, 0.5), (4.5, 0.5), smoothing="greedy")
    assert result.points.tolist() == [[0.5, 3.5], [4.5, 3.5], [4.5, 0.5]]


def test_s0_050_a_visible_cell_beyond_a_hidden_one_counts() -> None:
    """Straight on where the cells in between make a bend out of sight."""
    grid = maps.drawn(
        "......",
        ".####.",
        "......",
        "......",
    )
    result = find_path(grid, (0.5, 1.5), (5.5, 1.5), smoothing="greedy")
    assert result.points.tolist() == [[5.5, 1.5]]


def test_collinear_points_go() -> None:
    """A straight corridor has one point."""
    grid = maps.drawn("." * 30)
    for smoothing in ("taut", "greedy"):
        result = find_path(grid, (0.5, 0.5), (29.5, 0.5), smoothing=smoothing)
        assert result.points.tolist() == [[29.5, 0.5]]


def test_none_keeps_every_cell_but_the_ends_own() -> None:
    """A point a cell, the exact ends in place of their cells' centres."""
    grid = maps.drawn("......")
    result = find_path(grid, (0.2, 0.3), (5.1, 0.9), smoothing="none")
    expected = [[1.5, 0.5], [2.5, 0.5], [3.5, 0.5], [4.5, 0.5], [5.1, 0.9]]
    assert result.points.tolist() == expected


@pytest.mark.parametrize("width", [4, 16, 1024])
def test_serpentines(width: int) -> None:
    """A way of some 4,096 cells is pulled to its bends."""
    turns = 4096 // width
    grid = NavGrid.from_array(maps.serpentine(width, turns))
    result = find_path(grid, (0.5, 0.5), (width - 0.5, 2 * turns + 0.5), smoothing="greedy")
    assert result.status is Status.COMPLETE
    assert len(result.cells) >= 4096
    assert len(result.points) == 2 * turns + 1
    assert result.length == result.cost


def test_a_cell_that_is_touched_only_hides_nothing() -> None:
    """Past the corner of a block the points beyond are looked at one by one."""
    cells = np.ones((40, 40), np.uint8)
    cells[10:30, 10] = 0
    cells[10, 10:30] = 0
    grid = NavGrid.from_array(cells)
    assert_pulled_as_naive(grid, find_path(grid, (5.5, 34.5), (34.5, 5.5), smoothing="greedy"))
