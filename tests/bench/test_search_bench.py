"""Speed of path searches and of plain Python on the same queries; answers are checked first."""

import heapq
import math
import random
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import maps
import naive_paths
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from navcore.bake.grid import NavGrid
from navcore.path.batch import find_paths
from navcore.path.cell_path import NO_LIMIT
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.options import StepRule
from navcore.path.result import PathResult, Status
from navcore.path.searcher import Engine, Searcher
from navcore.path.sight import is_clear
from navcore.path.smooth import Smoothing


class Queries(NamedTuple):
    """A map and pairs of cells on it."""

    grid: NavGrid
    pairs: list[tuple[tuple[int, int], tuple[int, int]]]


Costs = Callable[[Queries], list[float | None]]


@cache
def queries(name: str) -> Queries:
    """Return the same queries in every run: in the open, among pillars, between rooms."""
    rng = random.Random(name)
    cells = np.ones((128, 128), np.uint8)
    if name == "pillars":
        cells = np.array([[rng.random() > 0.3 for _ in row] for row in cells], np.uint8)
    elif name == "rooms":
        cells[::16] = 0
        cells[:, ::16] = 0
        for i in range(8):
            for j in range(8):
                cells[16 * i + rng.randint(1, 15), 16 * j] = 1
                cells[16 * i, 16 * j + rng.randint(1, 15)] = 1
    pairs = [(maps.random_free(rng, cells), maps.random_free(rng, cells)) for _ in range(8)]
    return Queries(
        NavGrid.from_array(cells),
        [(one, other) for one, other in pairs if one is not None and other is not None],
    )


def plain_cost(cells: np.ndarray, start: tuple[int, int], goal: tuple[int, int]) -> float | None:
    """Return the cost of a path by a straightforward A*: dictionaries, tuples and a heap."""
    costs = {start: 0.0}
    queue = [(0.0, start)]
    done = set()
    while queue:
        _, cell = heapq.heappop(queue)
        if cell == goal:
            return costs[cell]
        if cell in done:
            continue
        done.add(cell)
        for neighbour, step in naive_paths.steps_from(cells, cell):
            cost = costs[cell] + step
            if cost < costs.get(neighbour, math.inf):
                costs[neighbour] = cost
                heapq.heappush(queue, (cost + math.dist(neighbour, goal), neighbour))
    return None


def jumped_costs(asked: Queries) -> list[float | None]:
    """Return costs of paths by jump point search; None without a path."""
    return costs_by("jump", asked)


def literal_costs(asked: Queries) -> list[float | None]:
    """Return costs of paths by plain A*."""
    return costs_by("astar", asked)


def costs_by(engine: Engine, asked: Queries) -> list[float | None]:
    """Return costs of an engine's paths, without their points."""
    searcher = Searcher.of(asked.grid)
    space = searcher.space
    ways = [
        searcher.way(space.id_of(*one), space.id_of(*to), engine, NO_LIMIT, mean=False)
        if searcher.regions.region_at(space.id_of(*one))
        == searcher.regions.region_at(space.id_of(*to))
        else None
        for one, to in asked.pairs
    ]
    return [None if way is None else way.cost for way in ways]


def plain_costs(asked: Queries) -> list[float | None]:
    """Return costs of paths by plain Python."""
    return [plain_cost(asked.grid.walkable, *pair) for pair in asked.pairs]


@pytest.mark.parametrize("name", ["open", "pillars", "rooms"])
@pytest.mark.parametrize("search", [jumped_costs, literal_costs, plain_costs])
def test_ways(benchmark: BenchmarkFixture, name: str, search: Costs) -> None:
    """Measure eight paths over 128 x 128 cells."""
    asked = queries(name)
    assert search(asked) == pytest.approx(plain_costs(asked), rel=1e-9)
    benchmark.group = f"eight ways, {name}"
    benchmark.pedantic(search, (asked,), rounds=3 if search is plain_costs else 20)


@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
def test_whole_query(benchmark: BenchmarkFixture, smoothing: Smoothing) -> None:
    """Measure from a Python call to points, between rooms."""
    asked = queries("rooms")
    ends = [(asked.grid.centre_of(*one), asked.grid.centre_of(*to)) for one, to in asked.pairs]

    def ask() -> list[Status]:
        return [find_path(asked.grid, *pair, smoothing=smoothing).status for pair in ends]

    expected = [None if cost is None else Status.COMPLETE for cost in plain_costs(asked)]
    assert ask() == [status or Status.NO_PATH for status in expected]
    benchmark.group = "eight whole queries, rooms"
    benchmark.pedantic(ask, rounds=20)


@pytest.mark.parametrize("rule", ["entered", "mean"])
def test_terrain(benchmark: BenchmarkFixture, rule: StepRule) -> None:
    """Measure eight paths over terrain of four costs, from call to points."""
    asked = queries("pillars")
    cells = asked.grid.walkable
    cost = np.random.default_rng(1).choice([1.0, 1.5, 4.0, 9.0], cells.shape)
    grid = NavGrid.from_array(cells, cost=cost)
    ends = [(grid.centre_of(*one), grid.centre_of(*to)) for one, to in asked.pairs]

    def ask() -> list[float]:
        return [find_path(grid, *pair, step_rule=rule).cost for pair in ends]

    expected = [
        naive_paths.weighted_costs_from(cells, cost, one, mean=rule == "mean").get(to, 0.0)
        for one, to in asked.pairs
    ]
    assert ask() == pytest.approx(expected, rel=1e-9)
    benchmark.pedantic(ask, rounds=20)


@pytest.mark.parametrize("threads", [1, 2])
def test_many_at_once(benchmark: BenchmarkFixture, threads: int) -> None:
    """Measure two hundred paths among pillars in one call."""
    asked = queries("pillars")
    rng = random.Random(1)
    starts, goals = ([maps.random_point(rng, asked.grid) for _ in range(200)] for _ in range(2))

    def ask() -> list[PathResult]:
        return find_paths(asked.grid, starts, goals, threads=threads)

    alone = [find_path(asked.grid, *pair) for pair in zip(starts, goals, strict=True)]
    assert [maps.as_bytes(one) for one in ask()] == [maps.as_bytes(one) for one in alone]
    benchmark.group = "two hundred ways"
    benchmark.pedantic(ask, rounds=10)


def test_nearest_place(benchmark: BenchmarkFixture) -> None:
    """Measure the nearest cell of a click far outside an open map of a million cells."""
    grid = NavGrid.from_array(np.ones((1000, 1000), np.uint8))
    result = benchmark.pedantic(
        find_path_to_nearest, (grid, (500.5, 500.5), (2000.5, 500.5)), rounds=3
    )
    assert result.end == (999.5, 500.5)


@pytest.mark.parametrize("smoothing", ["taut", "greedy"])
@pytest.mark.parametrize("width", [16, 64, 1024])
def test_string_pulling(benchmark: BenchmarkFixture, width: int, smoothing: Smoothing) -> None:
    """Measure string pulling of a serpentine of about 4,096 cells with many or few bends."""
    turns = 4096 // width
    grid = NavGrid.from_array(maps.serpentine(width, turns))
    benchmark.group = "4,096 cells of a serpentine"
    goal = (width - 0.5, 2 * turns + 0.5)
    ends = (grid, (0.5, 0.5), goal)
    result = benchmark.pedantic(find_path, ends, {"smoothing": smoothing}, rounds=5)
    assert len(result.points) == 2 * turns + 1


def test_sight(benchmark: BenchmarkFixture) -> None:
    """Measure a segment across a thousand free cells."""
    grid = NavGrid.from_array(np.ones((1000, 1000), np.uint8))
    assert benchmark.pedantic(is_clear, (grid, (0.3, 0.2), (999.1, 613.7)), rounds=50)
