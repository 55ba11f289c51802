"""Random queries for searches, and checks that every result must pass, with any engine.

Costs are compared with Dijkstra's algorithm: `naive_paths.weighted_costs_from` for a few hundred
queries, and scipy's for many; a test compares the two.
"""

import hashlib
import itertools
import math
import random
from collections.abc import Callable
from typing import NamedTuple

import maps
import naive_paths
import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.result import PathResult, Status
from navcore.path.searcher import Searcher
from navcore.path.sight import path_is_clear

Circle = tuple[float, float, float]

SHAPES = ("noise", "corridors", "maze", "rooms", "cave", "line")
COSTS = ("uniform", "few", "extreme", "equal", "one dear")


class Case(NamedTuple):
    """A grid, dynamic obstacles on it, and the start of a query."""

    grid: NavGrid
    circles: list[Circle] | None
    start: Point


# Maps


def cells_of(rng: random.Random, shape: str, most: int = 40) -> np.ndarray:
    """Return a map of one of the `SHAPES`, up to `most` cells on a side."""
    depth, width = rng.randint(2, most), rng.randint(2, most)
    if shape == "line":
        depth = 1
    noise = np.random.default_rng(rng.randrange(2**32)).random((depth, width))
    cells = (noise > rng.uniform(0.1, 0.5)).astype(np.uint8)
    if shape == "corridors":
        maps.corridors(rng, cells)
    elif shape == "maze":
        cells = maps.maze(rng, width, depth)
    elif shape == "rooms":
        cells = maps.rooms(rng, width, depth, rng.randint(3, 9))
    elif shape == "cave":
        cells = maps.cave(noise)
    elif shape == "line":
        cells = (noise > 0.02).astype(np.uint8)
        cells = cells.T.copy() if rng.random() < 0.5 else cells
    return cells


def terrain(rng: random.Random, cells: np.ndarray, kind: str) -> np.ndarray:
    """Return the costs of cells, of one of the `COSTS`."""
    drawn = np.random.default_rng(rng.randrange(2**32)).random(cells.shape)
    if kind == "uniform":
        return drawn + 0.001
    if kind == "few":
        return np.array([1.0, 1.5, 4.0, 9.0])[(drawn * 4).astype(int)]
    if kind == "extreme":
        return 10.0 ** (12 * drawn - 6)
    if kind == "equal":
        return np.full(cells.shape, rng.choice((0.001, 0.7, 1.0, 3.3, 1e6)))
    return np.where(drawn < 0.03, 1e4, 1.0)


def random_grid(rng: random.Random, most: int = 40, *, cost: bool = False) -> NavGrid:
    """Return a grid of random shape, position and cell size; with `cost`, over terrain."""
    cells = cells_of(rng, rng.choice(SHAPES), most)
    return NavGrid.from_array(
        cells,
        cell_size=rng.choice((0.25, 0.4, 1.0, 1.7, 50.0, 0.01)),
        min_x=rng.choice((0.0, -3.3, 1000.1)),
        min_z=rng.choice((0.0, 7.7, -250.3)),
        cost=terrain(rng, cells, rng.choice(COSTS)) if cost else None,
    )


def random_end(rng: random.Random, grid: NavGrid) -> Point:
    """Return a point, mostly in a free cell, sometimes in walls or outside the grid."""
    free = maps.random_free(rng, grid.walkable)
    kind = rng.randrange(8)
    if kind == 0 or free is None:
        return maps.random_point(rng, grid, beyond=3 * grid.cell_size)
    within = [
        rng.choice((0.5, rng.random(), rng.random(), 0.0, 0.001, 0.9999, 1e-9, 1 / 512))
        for _ in range(2)
    ]
    size = grid.cell_size
    return (
        grid.min_x + (free[0] + within[0]) * size,
        grid.min_z + (free[1] + within[1]) * size,
    )


def random_circles(rng: random.Random, grid: NavGrid) -> list[Circle] | None:
    """Return some circles or none, with sizes from a point to half the grid."""
    if rng.random() < 0.6:
        return None
    size = grid.cell_size
    return [
        (
            *maps.random_point(rng, grid, beyond=3 * size),
            size * rng.choice((0.0, 0.7, 1.0, rng.uniform(0, 6))),
        )
        for _ in range(rng.randint(1, 4))
    ]


# Expected results


def free_cells(case: Case) -> np.ndarray:
    """Return (depth, width) whether cells are free: walkable and uncovered, or the start's cell."""
    grid = case.grid
    free = grid.walkable != 0
    if case.circles:
        xs, zs = grid.lattice.centres_x()[None, :], grid.lattice.centres_z()[:, None]
        free = free.copy()
        for x, z, radius in case.circles:
            free &= (xs - x) ** 2 + (zs - z) ** 2 > radius * radius
            column, row = grid.cell_of(x, z)
            if grid.lattice.holds(column, row):
                free[row, column] = False
        column, row = grid.cell_of(*case.start)
        if grid.lattice.holds(column, row):
            free[row, column] = grid.walkable[row, column]
    return free


def graph_of(free: np.ndarray, cost: np.ndarray, *, mean: bool) -> csr_array:
    """Return the graph of steps between free cells, numbered row by row, with their costs."""
    ids = np.arange(free.size).reshape(free.shape)
    froms, tos, lengths = [], [], []
    for dz, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        here = np.s_[: len(free) - dz, max(0, -dx) : free.shape[1] - max(0, dx)]
        there = np.s_[dz:, max(0, dx) : free.shape[1] + min(0, dx)]
        is_open = free[here] & free[there]
        if dz and dx:
            is_open &= free[dz:, max(0, -dx) : free.shape[1] - max(0, dx)]
            is_open &= free[: len(free) - dz, max(0, dx) : free.shape[1] + min(0, dx)]
        froms += [ids[here][is_open], ids[there][is_open]]
        tos += [ids[there][is_open], ids[here][is_open]]
        lengths += [np.full(int(is_open.sum()), math.hypot(dz, dx))] * 2
    one, other = np.concatenate(froms), np.concatenate(tos)
    flat = cost.reshape(-1).astype(np.float64)
    weights = (flat[one] + flat[other]) / 2 if mean else flat[other]
    weights = weights * np.concatenate(lengths)
    return csr_array((weights, (one, other)), shape=(free.size, free.size))


def cost_of(grid: NavGrid) -> np.ndarray:
    """Return the costs (depth, width) of cells."""
    if grid.cost is None:
        return np.ones(grid.walkable.shape)
    return grid.cost[1:-1, 1:-1].astype(np.float64)


def costs_to_all(case: Case, free: np.ndarray, cell: naive_paths.Cell, *, mean: bool) -> np.ndarray:
    """Return (depth, width) the cost of the cheapest path to each cell; infinite for none."""
    graph = graph_of(free, cost_of(case.grid), mean=mean)
    found = dijkstra(graph, indices=cell[1] * free.shape[1] + cell[0])
    return found.reshape(free.shape)


def naive_costs_to_all(
    case: Case, free: np.ndarray, cell: naive_paths.Cell, *, mean: bool
) -> np.ndarray:
    """Return the same by the slow reference."""
    found = np.full(free.shape, np.inf)
    costs = naive_paths.weighted_costs_from(free, cost_of(case.grid), cell, mean=mean)
    for (column, row), cost in costs.items():
        found[row, column] = cost
    return found


def stand_in(grid: NavGrid, free: np.ndarray, point: Point, radius: float) -> set[naive_paths.Cell]:
    """Return the cells that can replace a point: its own, or all nearest free cells, or none."""
    column, row = grid.cell_of(*point)
    if grid.lattice.holds(column, row) and free[row, column]:
        return {(column, row)}
    rows, columns = np.nonzero(free)
    near = np.maximum(abs(rows - row), abs(columns - column)) <= radius / grid.cell_size + 1e-9
    rows, columns = rows[near], columns[near]
    if len(rows) == 0:
        return set()
    x, z = maps.in_cells(grid, point)
    squares = (columns + 0.5 - x) ** 2 + (rows + 0.5 - z) ** 2
    nearest = squares <= squares.min() + 1e-6
    return set(zip(columns[nearest].tolist(), rows[nearest].tolist(), strict=True))


# Checks of results


def ask(case: Case, goal: Point, **options: object) -> PathResult:
    """Return the result of `find_path`."""
    return find_path(case.grid, case.start, goal, avoid=case.circles, **options)


def assert_cells(
    case: Case,
    free: np.ndarray,
    result: PathResult,
    ends: tuple[naive_paths.Cell, naive_paths.Cell],
) -> None:
    """Check that cells are free and adjacent, no step cuts a corner, and turns match cells."""
    turns, cells = result.turns, result.cells
    assert tuple(cells[0].tolist()) == ends[0]
    assert tuple(cells[-1].tolist()) == ends[1]
    assert turns.dtype == cells.dtype == np.int32
    legs = abs(np.diff(turns, axis=0))
    assert ((legs[:, 0] == legs[:, 1]) | (legs == 0).any(axis=1)).all()
    assert legs.any(axis=1).all()
    x, z = cells[:, 0], cells[:, 1]
    assert free[z, x].all()
    assert (abs(np.diff(cells, axis=0)).max(axis=1) == 1).all()
    assert free[z[1:], x[:-1]].all()
    assert free[z[:-1], x[1:]].all()
    assert len({*map(tuple, cells.tolist())}) == len(cells)


def cost_along(case: Case, result: PathResult, *, mean: bool) -> float:
    """Return the sum of the costs of a path's steps."""
    x, z = result.cells[:, 0], result.cells[:, 1]
    entered = cost_of(case.grid)[z, x]
    each = (entered[1:] + entered[:-1]) / 2 if mean else entered[1:]
    return float((each * np.hypot(np.diff(x), np.diff(z))).sum())


def assert_points(case: Case, free: np.ndarray, result: PathResult) -> None:
    """Check the last point, the length, and that all segments are clear of blocked cells."""
    grid = case.grid
    stops = [tuple(point) for point in result.points.tolist()]
    length = sum(itertools.starmap(math.dist, itertools.pairwise([case.start, *stops])))
    assert math.isclose(result.length, length, rel_tol=1e-9, abs_tol=1e-9)
    assert stops[-1] == (result.snapped_goal or result.goal)
    if result.snapped_start is None:
        stops.insert(0, case.start)
    else:
        assert stops[0] == result.snapped_start
    # test_sight compares sight with exact clipping; this is a further test in floats.
    assert path_is_clear(as_blocked(grid, free), stops[0], stops[1:])
    placed = [maps.in_cells(grid, stop) for stop in stops]
    for a, b in itertools.pairwise(placed):
        assert not crosses_blocked(free, a, b), (a, b)


def as_blocked(grid: NavGrid, free: np.ndarray) -> NavGrid:
    """Return a grid with only the free cells walkable."""
    if (free == (grid.walkable != 0)).all():
        return grid
    return NavGrid.from_array(free, cell_size=grid.cell_size, min_x=grid.min_x, min_z=grid.min_z)


def crosses_blocked(free: np.ndarray, a: Point, b: Point) -> bool:
    """Return whether a segment, in cells, crosses a blocked cell by more than rounding errors."""
    (x0, x1), (z0, z1) = (sorted((math.floor(p), math.floor(q))) for p, q in zip(a, b, strict=True))
    rows, columns = np.nonzero(~free[z0 : z1 + 1, x0 : x1 + 1])
    first, last = np.zeros(len(rows)), np.ones(len(rows))
    for p, q, cell in ((a[0], b[0], columns + x0), (a[1], b[1], rows + z0)):
        low, high = cell + 1e-7, cell + 1 - 1e-7
        if q == p:
            last = np.where((low < p) & (p < high), last, -1.0)
        else:
            one, other = (low - p) / (q - p), (high - p) / (q - p)
            first = np.maximum(first, np.minimum(one, other))
            last = np.minimum(last, np.maximum(one, other))
    return bool((first < last).any())


def assert_answer(
    case: Case,
    free: np.ndarray,
    costs: np.ndarray,
    result: PathResult,
    *,
    snap_radius: float,
    mean: bool,
) -> None:
    """Check all properties of a result; `costs` are those from the start's cell to all others."""
    starts = stand_in(case.grid, free, result.start, snap_radius)
    goals = stand_in(case.grid, free, result.goal, snap_radius)
    start = case.grid.cell_of(*(result.snapped_start or result.start))
    goal = case.grid.cell_of(*(result.snapped_goal or result.goal))
    if not starts or not goals:
        assert result.status is (Status.BAD_END if starts else Status.BAD_START)
    elif result.start == result.goal:
        assert result.status is Status.ALREADY_THERE
    else:
        assert start in starts
        assert goal in goals
        expected = costs[goal[1], goal[0]]
        if math.isfinite(expected):
            assert result.status is Status.COMPLETE
            assert_cells(case, free, result, (start, goal))
            assert math.isclose(result.cost, expected, rel_tol=1e-9, abs_tol=1e-12)
            assert math.isclose(result.cost, cost_along(case, result, mean=mean), rel_tol=1e-9)
            assert_points(case, free, result)
            return
        assert result.status is Status.NO_PATH
    assert len(result.points) == len(result.turns) == 0
    assert (result.cost, result.length) == (0.0, 0.0)


# A round of queries

Oracle = Callable[..., np.ndarray]


def assert_round(
    seed: int, *, cost: bool, oracle: Oracle = naive_costs_to_all, most: int = 16
) -> int:
    """Make a few queries on a random grid and check the results; return the number of queries."""
    rng = random.Random(seed)
    grid = random_grid(rng, most, cost=cost)
    before = hashlib.sha256(grid.padded).digest()
    asked = 0
    for _ in range(2):
        case = Case(grid, random_circles(rng, grid), random_end(rng, grid))
        for _ in range(3):
            goal = random_end(rng, grid) if rng.random() > 0.02 else case.start
            asked += 1
            assert_question(rng, case, goal, oracle)
        assert hashlib.sha256(grid.padded).digest() == before
        stamps = Searcher.of(grid, stamped=True).stamps
        assert stamps is None or not (
            stamps.cells.any() or stamps.rows.any() or stamps.columns.any()
        )
    return asked


def assert_question(rng: random.Random, case: Case, goal: Point, oracle: Oracle) -> None:
    """Check that a query with random options has a right result, and the same one again."""
    mean = rng.random() < 0.5
    options = {
        "snap_radius": rng.choice((0.0, 8.0, 2 * case.grid.cell_size)),
        "smoothing": rng.choice(("taut", "taut", "greedy", "none")),
        "engine": rng.choice(("auto", "auto", "auto", "astar")),
        "step_rule": "mean" if mean else "entered",
    }
    result = ask(case, goal, **options)
    free = free_cells(case)
    own = case.grid.cell_of(*(result.snapped_start or case.start))
    costs = np.full(free.shape, np.inf)
    if case.grid.lattice.holds(*own) and free[own[1], own[0]]:
        costs = oracle(case, free, own, mean=mean)
    try:
        radius = options["snap_radius"]
        assert_answer(case, free, costs, result, snap_radius=radius, mean=mean)
        assert maps.as_bytes(ask(case, goal, **options)) == maps.as_bytes(result)
    except AssertionError as error:
        error.add_note(f"find_path(grid, {case.start}, {goal}, avoid={case.circles}, **{options})")
        raise
