"""Jump point search: paths cost as much as Dijkstra's on any map."""

import itertools
import math
import random
from concurrent.futures import ThreadPoolExecutor

import maps
import naive_paths
import numpy as np
import pytest
import queries
from hypothesis import given, settings
from hypothesis import strategies as st
from interpreted import interpret_paths

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.result import PathResult, Status
from navcore.path.scratch import LAST_GENERATION, SCRATCH
from navcore.path.searcher import Searcher


def test_right_answers(exhaustive: bool) -> None:
    """S0-033 to S0-055, S0-069 to S0-077 on random maps; optionally 50,000 queries.

    So many are held to scipy's Dijkstra: plain Python would take a day.
    """
    oracle = queries.costs_to_all if exhaustive else queries.naive_costs_to_all
    enough = 50_000 if exhaustive else 350
    asked = 0
    for seed in itertools.count():
        asked += queries.assert_round(
            seed, cost=False, oracle=oracle, most=40 if exhaustive and seed % 2 else 16
        )
        if asked >= enough:
            break


@settings(max_examples=40)
@given(st.integers(min_value=1_000_000))
def test_right_answers_on_any_map(seed: int) -> None:
    """The same, for hypothesis to look for others."""
    queries.assert_round(seed, cost=False, oracle=queries.costs_to_all)


def test_both_oracles_agree() -> None:
    """scipy's Dijkstra and the naive one give the same costs."""
    for seed in range(40):
        rng = random.Random(seed)
        grid = queries.random_grid(rng, 14, cost=seed % 2 == 0)
        case = queries.Case(grid, queries.random_circles(rng, grid), queries.random_end(rng, grid))
        free = queries.free_cells(case)
        cell = maps.random_free(rng, free)
        if cell is not None:
            one = queries.costs_to_all(case, free, cell, mean=seed % 4 < 2)
            other = queries.naive_costs_to_all(case, free, cell, mean=seed % 4 < 2)
            assert np.allclose(one, other, rtol=1e-12, atol=0.0)


def both(grid: NavGrid, start: tuple[int, int], goal: tuple[int, int]) -> tuple[PathResult, ...]:
    """Return the paths of both engines between the centres of two cells."""
    ends = grid.centre_of(*start), grid.centre_of(*goal)
    return tuple(
        find_path(grid, *ends, engine=engine, smoothing="none") for engine in ("jump", "astar")
    )


def test_as_the_literal_engine_on_larger_maps(exhaustive: bool) -> None:
    """Words of 64 cells meet, the queue grows: hundreds of cells a side cost the same."""
    for seed in range(200 if exhaustive else 5):
        rng = random.Random(seed)
        shape = queries.SHAPES[seed % 5]
        grid = NavGrid.from_array(queries.cells_of(rng, shape, 300 if kernels.COMPILED else 80))
        for _ in range(6):
            ends = [maps.random_free(rng, grid.walkable) for _ in range(2)]
            if ends[0] is None:
                break
            jumped, literal = both(grid, *ends)
            assert jumped.status is literal.status
            assert jumped.cost == literal.cost
            if jumped.ok and len(jumped.turns):
                case = queries.Case(grid, None, jumped.start)
                queries.assert_cells(case, grid.walkable != 0, jumped, tuple(ends))


@pytest.mark.parametrize("side", [61, 62, 63, 64, 65, 126, 127, 128, 129])
def test_ends_and_corners_at_the_borders_of_words(side: int) -> None:
    """Wherever 64 cells end, a wall, a gap and a goal are seen, in all directions."""
    for at in range(side - 3, side):
        cells = np.ones((5, side), np.uint8)
        cells[1:4, at] = 0
        for turned in (cells, cells[:, ::-1], cells.T, cells.T[::-1]):
            grid = NavGrid.from_array(turned)
            depth, width = turned.shape
            for start, goal in itertools.permutations(
                [(0, 0), (width - 1, 0), (0, depth - 1), (width - 1, depth - 1)], 2
            ):
                jumped, literal = both(grid, start, goal)
                assert (jumped.status, jumped.cost) == (literal.status, literal.cost)


def test_far_detours() -> None:
    """Far more cells away than the queue's ring of buckets reaches."""
    for width in (500, 1100, 3000):
        grid = NavGrid.from_array(maps.serpentine(width, 2))
        jumped, literal = both(grid, (0, 0), (0, 2))
        assert jumped.cost == literal.cost == 2.0 * width
        jumped, literal = both(grid, (width // 2, 0), (width // 2, 4))
        assert jumped.cost == literal.cost


def test_in_the_open_nothing_is_searched() -> None:
    """One cell is taken from the queue, the start's."""
    grid = NavGrid.from_array(np.ones((300, 300)))
    for goal in ((299, 299), (299, 0), (0, 250), (17, 201)):
        result = find_path(grid, (0.5, 0.5), grid.centre_of(*goal))
        assert result.visited == 1
        assert result.cost == max(goal) - min(goal) + min(goal) * math.sqrt(2)


def test_turns_are_few_and_cells_are_all() -> None:
    """`turns` has the corners of the path, `cells` all its cells."""
    result = find_path(NavGrid.from_array(np.ones((9, 20))), (0.5, 0.5), (19.5, 8.5))
    assert result.turns.tolist() == [[0, 0], [8, 8], [19, 8]]
    assert len(result.cells) == 20


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """All results are equal in bytes: both kinds of maps, all engines, smoothings, circles."""
    compiled = answers(range(16))
    interpret_paths(monkeypatch)
    assert answers(range(16)) == compiled


def answers(seeds: range) -> list[bytes]:
    """Return all results of some queries on random grids."""
    told = []
    for seed in seeds:
        rng = random.Random(seed)
        grid = queries.random_grid(rng, 16, cost=seed % 2 == 0)
        for _ in range(3):
            ends = [queries.random_end(rng, grid) for _ in range(2)]
            circles = queries.random_circles(rng, grid)
            rule = rng.choice(("entered", "mean"))
            for smoothing, engine in itertools.product(
                ("taut", "greedy", "none"), ("auto", "astar")
            ):
                result = find_path_to_nearest(
                    grid, *ends, avoid=circles, smoothing=smoothing, engine=engine, step_rule=rule
                )
                told.append(maps.as_bytes(result) + f" {result.heap_operations}".encode())
    return told


@pytest.mark.parametrize("cost", [False, True])
def test_the_queue_grows(cost: bool) -> None:
    """A search that needs more room than there is begins anew with more, and finds the same."""
    rng = np.random.default_rng(3)
    side = 200 if kernels.COMPILED else 60
    cells = (rng.random((side, side)) > 0.3).astype(np.uint8)
    dear = rng.random((side, side)) + 0.01 if cost else None
    grid = NavGrid.from_array(cells, cost=dear)
    ends = [(0.5, 0.5), (side - 0.5, side - 0.5)]
    expected = maps.as_bytes(find_path(grid, *ends))

    def search() -> None:
        SCRATCH.fit(*grid.padded.shape)
        least = 4 + 8 * (side + 2)
        SCRATCH.entries = np.zeros((least + 1, 2), np.int32)
        assert maps.as_bytes(find_path(grid, *ends)) == expected
        assert len(SCRATCH.entries) > least + 1

    with ThreadPoolExecutor(1) as new_thread:
        new_thread.submit(search).result()


def test_generations_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a hundred million queries the marks are reset."""
    expected = answers(range(6))
    for left in (0, 1, 2, 3, 40):
        monkeypatch.setattr(SCRATCH, "generation", LAST_GENERATION - left)
        assert answers(range(6)) == expected
        assert 0 < SCRATCH.generation < LAST_GENERATION // 2


@pytest.mark.parametrize("cost", [False, True])
def test_limit(cost: bool) -> None:
    """With fewer cells than needed the limit is reported; else the result is as without one."""
    rng = random.Random(5)
    cells = maps.maze(rng, 21, 17)
    dear = queries.terrain(rng, cells, "uniform") if cost else None
    grid = NavGrid.from_array(cells, cost=dear)
    ends = (0.5, 0.5), (20.5, 16.5)
    for engine in ("auto", "astar"):
        whole = find_path(grid, *ends, engine=engine, smoothing="greedy")
        assert whole.status is Status.COMPLETE
        for limit in range(whole.visited + 1):
            result = find_path(grid, *ends, engine=engine, smoothing="greedy", limit=limit)
            if limit < whole.visited:
                assert (result.status, result.visited) == (Status.LIMIT_REACHED, limit)
            else:
                assert maps.as_bytes(result) == maps.as_bytes(whole)


def test_limit_holds_for_both_looks() -> None:
    """A short way may be looked for backward as well; also then no more cells are taken."""
    rng = random.Random(5)
    grid = NavGrid.from_array(maps.maze(rng, 21, 17))
    ends = (0.5, 0.5), (12.5, 8.5)
    forth = find_path(grid, *ends, smoothing="greedy")
    for limit in range(forth.visited, 3 * forth.visited):
        result = find_path(grid, *ends, limit=limit)
        assert result.status is Status.COMPLETE
        assert result.cost == forth.cost
        assert forth.visited <= result.visited <= limit


def test_no_way_around_circles() -> None:
    """Circles that cut the grid in two: regions don't know, the search does."""
    grid = NavGrid.from_array(np.ones((7, 30)))
    wall = [(15.5, z + 0.5, 0.1) for z in range(7)]
    for engine in ("jump", "astar"):
        result = find_path(grid, (0.5, 3.5), (29.5, 3.5), avoid=wall, engine=engine)
        assert (result.status, result.step) == (Status.NO_PATH, 1)
        assert result.visited > 0
        gap = find_path(grid, (0.5, 3.5), (29.5, 3.5), avoid=wall[:-1], engine=engine)
        assert (15, 6) in {tuple(cell) for cell in gap.cells.tolist()}


def test_a_searcher_is_kept_with_its_grid() -> None:
    """The second query begins at once: nothing is made anew."""
    grid = NavGrid.from_array(np.ones((30, 30)))
    find_path(grid, (0.5, 0.5), (9.5, 9.5))
    kept = Searcher.of(grid)
    find_path(grid, (3.5, 0.5), (9.5, 19.5))
    assert Searcher.of(grid) is kept


def test_costs_from_anywhere_in_a_cell() -> None:
    """The positions of the ends within their cells don't change the path between the cells."""
    rng = random.Random(2)
    grid = maps.drawn("....#", ".##..", ".....", ".#.#.")
    costs = naive_paths.costs_from(grid.walkable, (0, 0))
    for _ in range(50):
        start, goal = (rng.uniform(0, 0.999) for _ in range(2)), rng.choice(list(costs))
        x, z = (value + rng.uniform(0, 0.999) for value in goal)
        result = find_path(grid, tuple(start), (x, z))
        assert result.cost == pytest.approx(costs[goal])
