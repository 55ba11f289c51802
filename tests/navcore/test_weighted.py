"""Terrain: the cheapest ways by both step rules, and smoothing that never costs more."""

import itertools
import math
import random

import maps
import naive_paths
import numpy as np
import pytest
import queries
from hypothesis import given, settings
from hypothesis import strategies as st

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.options import StepRule
from navcore.path.result import PathResult, Status
from navcore.path.space import Space


def test_right_answers(exhaustive: bool) -> None:
    """Terrain has the same properties as plain ground; optionally 50,000 queries.

    So many are held to scipy's Dijkstra: plain Python would take a day.
    """
    oracle = queries.costs_to_all if exhaustive else queries.naive_costs_to_all
    enough = 50_000 if exhaustive else 350
    asked = 0
    for seed in itertools.count(10_000_000):
        asked += queries.assert_round(
            seed, cost=True, oracle=oracle, most=40 if exhaustive and seed % 2 else 16
        )
        if asked >= enough:
            break


@settings(max_examples=40)
@given(st.integers(min_value=1_000_000))
def test_right_answers_on_any_map(seed: int) -> None:
    """The same, for hypothesis to look for others."""
    queries.assert_round(seed, cost=True, oracle=queries.costs_to_all)


@pytest.mark.parametrize("rule", ["entered", "mean"])
def test_step_rules(rule: StepRule) -> None:
    """A step costs its length times the entered cell's cost, or the mean of both (S1-015)."""
    grid = NavGrid.from_array(np.ones((2, 3)), cost=[[1, 2, 4], [8, 16, 32]])
    straight = find_path(grid, (0.5, 0.5), (2.5, 0.5), step_rule=rule)
    assert straight.cost == {"entered": 6.0, "mean": 4.5}[rule]
    up = find_path(grid, (0.5, 0.5), (0.5, 1.5), step_rule=rule)
    assert up.cost == {"entered": 8.0, "mean": 4.5}[rule]
    grid = NavGrid.from_array(np.ones((2, 2)), cost=[[1, 9], [9, 2]])
    across = find_path(grid, (0.5, 0.5), (1.5, 1.5), step_rule=rule)
    assert across.cost == pytest.approx({"entered": 2, "mean": 1.5}[rule] * math.sqrt(2))


@pytest.mark.parametrize("each", [0.001, 1.0, 7.5, 1e6])
def test_all_cells_alike(each: float) -> None:
    """Where all cost the same the way is that of plain ground, at so many times its cost."""
    for seed in range(20):
        rng = random.Random(seed)
        cells = queries.cells_of(rng, queries.SHAPES[seed % 6], 20)
        ends = [maps.random_point(rng, NavGrid.from_array(cells)) for _ in range(2)]
        plain = find_path(NavGrid.from_array(cells), *ends)
        dear = find_path(NavGrid.from_array(cells, cost=np.full(cells.shape, each)), *ends)
        assert plain.points.tobytes() == dear.points.tobytes()
        assert dear.cost == pytest.approx(plain.cost * float(np.float32(each)), rel=1e-12)


@pytest.mark.parametrize("kind", queries.COSTS)
@pytest.mark.parametrize("mean", [False, True])
def test_costs_on_larger_maps(kind: str, mean: bool) -> None:
    """Costs beyond the queue's ring of buckets still equal Dijkstra's."""
    side = 60 if kernels.COMPILED else 24
    rng = random.Random(kind)
    noise = np.random.default_rng(1).random((side, side))
    cells = (noise > 0.2).astype(np.uint8)
    grid = NavGrid.from_array(cells, cost=queries.terrain(rng, cells, kind))
    for _ in range(2):
        start = maps.random_free(rng, cells)
        case = queries.Case(grid, None, grid.centre_of(*start))
        costs = queries.costs_to_all(case, cells != 0, start, mean=mean)
        for _ in range(8):
            goal = maps.random_free(rng, cells)
            result = queries.ask(
                case, grid.centre_of(*goal), step_rule="mean" if mean else "entered"
            )
            assert (result.status is Status.NO_PATH) == math.isinf(costs[goal[1], goal[0]])
            if result.status is Status.COMPLETE:
                assert result.cost == pytest.approx(costs[goal[1], goal[0]], rel=1e-9)


def test_one_step_beyond_all_buckets() -> None:
    """A single expensive cell is far beyond the ring of buckets."""
    for dear in (1e3, 1e5, 1e9, 1e30):
        cost = np.ones((3, 9))
        cost[:, 4] = dear
        result = find_path(NavGrid.from_array(cost, cost=cost), (0.5, 1.5), (8.5, 1.5))
        assert result.status is Status.COMPLETE
        assert result.cost == pytest.approx(float(np.float32(dear)) + 7, rel=1e-9)


def test_costs_of_any_size_are_queued_a_few_times() -> None:
    """For any mix of costs, cells beyond the present buckets are moved only a few times."""
    side = 100 if kernels.COMPILED else 30
    drawn = np.random.default_rng(1).random((side, side))
    for span in (0, 4, 8, 12, 30):
        grid = NavGrid.from_array(drawn >= 0, cost=10.0 ** (span * (drawn - 0.5)))
        result = find_path(grid, (0.5, 0.5), (side - 0.5, side - 0.5), smoothing="none")
        assert result.status is Status.COMPLETE
        assert result.heap_operations < 20 * side * side


# Smoothing (S0-056)


def in_cells(grid: NavGrid, result: PathResult, parts: int) -> tuple[list[Point], list[Point]]:
    """The way before and after smoothing, in cells; inner points to exactly 1/parts of a cell."""
    space = Space.of(grid)
    raw = [(column + 1.5, row + 1.5) for column, row in result.cells.tolist()]
    if result.snapped_start is None:
        raw.insert(0, space.to_cells(result.start))
    if result.snapped_goal is None:
        raw.append(space.to_cells(result.goal))
    stops = [space.to_cells((x, z)) for x, z in result.points.tolist()]
    inner = stops[1 if result.snapped_start is not None else 0 : -1]
    kept = [(round(x * parts) / parts, round(z * parts) / parts) for x, z in inner]
    return raw, [raw[0], *kept, raw[-1]]


def cost_through(grid: NavGrid, stops: list[Point]) -> float:
    """Return the cost of a line, cell by cell."""
    return sum(
        math.dist(a, b) * float(naive_paths.ground_cost(grid.cost, a, b))
        for a, b in itertools.pairwise(stops)
        if a != b
    )


@pytest.mark.parametrize(("smoothing", "parts"), [("greedy", 2), ("taut", 1024)])
def test_s0_056_never_costlier(smoothing: str, parts: int, exhaustive: bool) -> None:
    """A smoothed path costs at most as much as the path from centre to centre."""
    for seed in range(3_000 if exhaustive else 60):
        rng = random.Random(seed)
        grid = queries.random_grid(rng, 14, cost=True)
        ends = [queries.random_end(rng, grid) for _ in range(2)]
        rule = rng.choice(("entered", "mean"))
        result = find_path(grid, *ends, smoothing=smoothing, step_rule=rule)
        if result.status is Status.COMPLETE:
            raw, smooth = in_cells(grid, result, parts)
            assert cost_through(grid, smooth) <= cost_through(grid, raw) * (1 + 1e-9)


def test_s0_056_no_shortcut_that_costs_more() -> None:
    """Each segment costs at most as much as the part of the path that it replaces."""
    for seed in range(60):
        rng = random.Random(seed)
        grid = queries.random_grid(rng, 14, cost=True)
        ends = [queries.random_end(rng, grid) for _ in range(2)]
        result = find_path(grid, *ends, smoothing="greedy")
        if result.status is not Status.COMPLETE or not grid.has_costs:
            continue
        raw, smooth = in_cells(grid, result, 2)
        at = 0
        for a, b in itertools.pairwise(smooth):
            then = raw.index(b, at + 1) if b in raw[at + 1 :] else at
            assert cost_through(grid, [a, b]) <= cost_through(grid, raw[at : then + 1]) * (1 + 1e-9)
            at = then


@pytest.mark.parametrize("smoothing", ["greedy", "taut"])
def test_s0_056_the_path_stays_on_the_road(smoothing: str) -> None:
    """A road bends around mud: no straight way through it, though all is in sight (X-040)."""
    cost = np.full((9, 21), 10.0)
    cost[0] = cost[:, 0] = cost[:, 20] = 1.0
    grid = NavGrid.from_array(cost, cost=cost)
    result = find_path(grid, (0.5, 8.5), (20.5, 8.5), smoothing=smoothing)
    for a, b in maps.legs(result):
        # Cells are cut at their corners where the road bends, as by a diagonal step.
        assert float(naive_paths.ground_cost(queries.cost_of(grid), a, b)) == 1.0
    # On ground of one cost the same way is straight.
    plain = find_path(NavGrid.from_array(cost), (0.5, 8.5), (20.5, 8.5), smoothing=smoothing)
    assert plain.points.tolist() == [[20.5, 8.5]]


def test_a_tightened_way_keeps_off_the_corners_of_walls_beside_dear_ground() -> None:
    """A diagonal step past dear ground is no room to cut a corner in (S0-052)."""
    for seed in range(200):
        rng = random.Random(seed)
        cells = queries.cells_of(rng, "noise", 12)
        is_dear = np.random.default_rng(seed).random(cells.shape) < 0.2
        grid = NavGrid.from_array(cells, cost=np.where(is_dear, 50.0, 1.0))
        ends = [queries.random_end(rng, grid) for _ in range(2)]
        result = find_path(grid, *ends)
        if result.status is Status.COMPLETE:
            case = queries.Case(grid, None, ends[0])
            queries.assert_points(case, cells != 0, result)
