"""Taut paths: tight around corners, in integers of 1/1024 cell."""

import itertools
import math
import random
from concurrent.futures import ThreadPoolExecutor

import maps
import numpy as np
import pytest
import queries
from hypothesis import given, settings
from hypothesis import strategies as st

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.result import PathResult, Status
from navcore.path.scratch import SCRATCH
from navcore.path.searcher import Searcher
from navcore.path.space import Space

MARGIN = 4 / 1024
"""How far ways keep off blocked cells."""

SHARP = (0.0, 1e-12, 1e-9, 1 / 2048, 0.001, 3 / 1024, MARGIN, 0.0041, 0.5)
"""Distances from a side of a cell at which something changes."""


def stops_of(grid: NavGrid, result: PathResult) -> list[Point]:
    """Return the start or its stand-in, and the points, in cells: inner ones exactly."""
    space = Space.of(grid)
    stops = [space.to_cells((x, z)) for x, z in result.points.tolist()]
    if result.snapped_start is None:
        stops.insert(0, space.to_cells(result.start))
    inner = [(round(1024 * x) / 1024, round(1024 * z) / 1024) for x, z in stops[1:-1]]
    return [stops[0], *inner, *stops[1:][-1:]]


def raw_length(grid: NavGrid, result: PathResult) -> float:
    """Metres from the start over the centres of all cells to the goal."""
    stops = [result.start, *(grid.centre_of(*cell) for cell in result.cells.tolist())]
    if result.snapped_goal is None:
        stops.append(result.goal)
    return sum(itertools.starmap(math.dist, itertools.pairwise(stops)))


def assert_taut(grid: NavGrid, result: PathResult) -> None:
    """Check that every turn goes around an obstacle's corner, and none can be left out (S0-054)."""
    stops = stops_of(grid, result)
    searcher = Searcher.of(grid)
    for a, b, c in zip(stops, stops[1:], stops[2:], strict=False):
        assert not searcher.sees(np.array((a,)), np.array((c,))), (a, b, c)
    ends = stops[0], stops[-1]
    for a, b, c in zip(stops, stops[1:], stops[2:], strict=False):
        if min(math.dist(b, end) for end in ends) > 2 * MARGIN:
            assert_at_corner(grid, a, b, c)


def assert_at_corner(grid: NavGrid, a: Point, b: Point, c: Point) -> None:
    """The turn from a over b to c is at a corner, its obstacle on the inner side."""
    sides = []
    for value in b:
        within = value % 1
        assert within in {MARGIN, 1 - MARGIN}, b
        sides.append(-1 if within == MARGIN else 1)
    column, row = (math.floor(value) for value in b)
    beside = itertools.product((column, column + sides[0]), (row, row + sides[1]))
    assert any(not grid.padded[z, x] for x, z in beside), b
    inward = [
        (p - q) / math.dist(a, b) + (r - q) / math.dist(b, c)
        for p, q, r in zip(a, b, c, strict=True)
    ]
    assert inward[0] * sides[0] + inward[1] * sides[1] > 0, (a, b, c)


def assert_question(grid: NavGrid, start: Point, goal: Point) -> float:
    """All that holds of the taut way between two points; its length over that of the greedy one.

    Cells of it are held to Dijkstra elsewhere.
    """
    result = find_path(grid, start, goal)
    if result.status is not Status.COMPLETE:
        return 0.0
    case = queries.Case(grid, None, start)
    queries.assert_points(case, grid.walkable != 0, result)
    assert maps.as_bytes(find_path(grid, start, goal)) == maps.as_bytes(result)
    assert_taut(grid, result)
    assert result.length <= raw_length(grid, result) * (1 + 1e-12)
    greedy = find_path(grid, start, goal, smoothing="greedy")
    assert result.cost == greedy.cost
    return (result.length - greedy.length) / grid.cell_size


def sharp_end(rng: random.Random, grid: NavGrid) -> Point:
    """A point of a free cell, mostly where some of its coordinates are just before a change."""
    column, row = maps.random_free(rng, grid.walkable)
    within = [
        rng.choice((abs, lambda value: math.nextafter(1.0, 0.0) - value))(rng.choice(SHARP))
        for _ in range(2)
    ]
    return (
        grid.min_x + (column + within[0]) * grid.cell_size,
        grid.min_z + (row + within[1]) * grid.cell_size,
    )


def assert_random_questions(seed: int, most: int = 24) -> list[float]:
    """A few questions on a random grid; see `assert_question`."""
    rng = random.Random(seed)
    grid = queries.random_grid(rng, most)
    if not grid.walkable.any():
        return []
    ends = (queries.random_end, sharp_end)[seed % 2]
    return [assert_question(grid, ends(rng, grid), ends(rng, grid)) for _ in range(4)]


@settings(max_examples=60)
@given(st.integers(min_value=1_000_000))
def test_taut_on_any_map(seed: int) -> None:
    """S0-047, S0-053 to S0-055 hold, and every turn is at a corner."""
    assert_random_questions(seed)


def test_taut_on_many_maps(exhaustive: bool) -> None:
    """The same; and in the mean ways are shorter than greedy ones."""
    differences = [
        value
        for seed in range(5_000 if exhaustive else 150)
        for value in assert_random_questions(seed)
    ]
    assert sum(differences) < 0


def test_it_is_the_default() -> None:
    """Nothing said is `taut`."""
    grid = maps.drawn("....", ".##.", "....")
    ends = (0.5, 0.5), (3.5, 2.5)
    one, other = find_path(grid, *ends), find_path(grid, *ends, smoothing="taut")
    assert maps.as_bytes(one) == maps.as_bytes(other)


def test_around_a_block() -> None:
    """The path goes from corner to corner of the obstacle, a 256th of a cell off."""
    grid = maps.drawn(
        ".......",
        "..###..",
        "..###..",
        ".......",
    )
    result = find_path(grid, (2.5, 0.5), (2.5, 3.5))
    assert result.points.tolist() == [
        [2 - MARGIN, 1 - MARGIN],
        [2 - MARGIN, 3 + MARGIN],
        [2.5, 3.5],
    ]
    assert result.length == pytest.approx(
        2 + 2 * MARGIN + 2 * math.hypot(0.5 + MARGIN, 0.5 - MARGIN)
    )


def test_past_single_pillars() -> None:
    """A slalom is as long as the string around its pillars."""
    cells = np.ones((9, 41), np.uint8)
    for i, column in enumerate(range(4, 40, 4)):
        cells[: 6 if i % 2 else 9, column] = 0
        cells[6 if i % 2 else 3 :, column] = 0
        cells[3:6, column] = 1 if i % 2 == 0 else 0
        cells[:6, column] = 0 if i % 2 else cells[:6, column]
        cells[6:, column] = 1 if i % 2 else 0
    grid = NavGrid.from_array(cells)
    assert assert_question(grid, (0.5, 0.5), (40.5, 8.5)) < 0


@pytest.mark.parametrize("turned", [False, True])
def test_one_cell_wide(turned: bool) -> None:
    """A map of one row or column: straight, whichever ends."""
    row = np.ones((1, 70), np.uint8)
    grid = NavGrid.from_array(row.T if turned else row)
    for near, far in itertools.product(SHARP, repeat=2):
        ends = [(near, far), (69 + far, near)]
        if turned:
            ends = [point[::-1] for point in ends]
        assert_question(grid, *ends)
        result = find_path(grid, *ends)
        if min(near, far) > 1e-9:
            assert result.points.tolist() == [list(ends[1])]
        else:
            # What lies on the wall itself is seen from beside it only (S0-052).
            assert len(result.points) <= 3


def test_within_one_cell() -> None:
    """Start and goal in one cell: one point, the goal, also from corner to corner."""
    grid = maps.drawn("###", "#.#", "###")
    last = math.nextafter(2.0, 0.0)
    for start, goal in itertools.permutations(
        itertools.product((1.0, 1.001, 1.5, last), repeat=2), 2
    ):
        assert find_path(grid, start, goal).points.tolist() == [list(goal)]


def test_ends_in_the_corners_of_their_cells() -> None:
    """The ends are anywhere in their cells, between walls and beside a pillar."""
    grid = maps.drawn("#..#", "....", ".#..", "#..#")
    last = math.nextafter(1.0, 0.0)
    offsets = list(itertools.product((0.0, 1e-9, 0.003, 0.5, 1 - 0.003, last), repeat=2))
    rng = random.Random(1)
    for (x, z), (u, v) in rng.sample(list(itertools.product(offsets, repeat=2)), 300):
        assert_question(grid, (1 + x, 0 + z), (2 + u, 3 + v))
        assert_question(grid, (0 + x, 1 + z), (2 + u, 1 + v))


def test_cells_that_touch_at_a_corner() -> None:
    """No way between two cells of which both neighbours are blocked; around where one is."""
    assert find_path(maps.drawn(".#", "#."), (0.5, 1.5), (1.5, 0.5)).status is Status.NO_PATH
    grid = maps.drawn("...", ".#.", "#..")
    for near, far in itertools.product(SHARP, repeat=2):
        assert_question(grid, (near, 2 - max(near, 1e-9)), (2 - max(far, 1e-9), far))


def comb(teeth: int, height: int) -> np.ndarray:
    """Teeth from above and below, one cell apart."""
    cells = np.ones((height, 4 * teeth + 1), np.uint8)
    cells[1:, 1::4] = 0
    cells[:-1, 3::4] = 0
    return cells


def spiral(turns: int) -> np.ndarray:
    """One corridor of one cell from the corner inward."""
    side = 4 * turns + 1
    cells = np.zeros((side, side), np.uint8)
    x = z = 0
    dx, dz = 1, 0
    cells[0, 0] = 1
    while True:
        ahead = x + 2 * dx, z + 2 * dz
        is_in = 0 <= ahead[0] < side and 0 <= ahead[1] < side
        if not is_in or cells[ahead[1], ahead[0]]:
            dx, dz = -dz, dx
            ahead = x + 2 * dx, z + 2 * dz
            if cells[ahead[1], ahead[0]]:
                return cells
        cells[z + dz, x + dx] = cells[ahead[1], ahead[0]] = 1
        x, z = ahead


@pytest.mark.parametrize(
    ("cells", "goal"),
    [
        (comb(12, 40), (48, 0)),
        (comb(3, 300), (12, 0)),
        (spiral(8), (16, 16)),
        (maps.serpentine(5, 60), (4, 120)),
        (maps.serpentine(90, 12), (0, 24)),
        (maps.serpentine(3, 700), (2, 1400)),
    ],
)
def test_windings(cells: np.ndarray, goal: tuple[int, int]) -> None:
    """Combs, spirals and serpentines, either way around."""
    for turned in (cells, cells.T):
        grid = NavGrid.from_array(turned)
        to = goal if turned is cells else goal[::-1]
        ends = (0.3, 0.6), (to[0] + 0.2, to[1] + 0.9)
        assert grid.is_walkable(*ends[1])
        assert assert_question(grid, *ends) < 0
        assert assert_question(grid, *ends[::-1]) < 0


def test_room_grows() -> None:
    """A way with more turns than there was room for is the same as with enough room."""
    grid = NavGrid.from_array(maps.serpentine(4, 300))
    ends = (0.5, 0.5), (0.5, 600.5)
    for smoothing in ("taut", "greedy", "none"):
        expected = maps.as_bytes(find_path(grid, *ends, smoothing=smoothing))

        def search(smoothing: str = smoothing, expected: bytes = expected) -> int:
            assert maps.as_bytes(find_path(grid, *ends, smoothing=smoothing)) == expected
            return len(SCRATCH.ahead.turns)

        with ThreadPoolExecutor(1) as new_thread:
            assert new_thread.submit(search).result() >= 600


@pytest.mark.parametrize("cell_size", [0.01, 0.4, 50.0])
@pytest.mark.parametrize("origin", [0.0, -1e6, 1e6, 123456.7])
def test_anywhere_in_any_size(cell_size: float, origin: float) -> None:
    """Far from the origin, in tiny and in huge cells, ways are those of the same cells at 0."""
    for seed in range(12):
        rng = random.Random(seed)
        cells = queries.cells_of(rng, queries.SHAPES[seed % 6], 20)
        grid = NavGrid.from_array(cells, cell_size=cell_size, min_x=origin, min_z=-origin)
        free = [maps.random_free(rng, cells) for _ in range(2)]
        if free[0] is None or free[0] == free[1]:
            continue
        ends = [grid.centre_of(*cell) for cell in free]
        result = find_path(grid, *ends)
        plain_grid = NavGrid.from_array(cells)
        plain = find_path(plain_grid, *((x + 0.5, z + 0.5) for x, z in free))
        assert result.cells.tolist() == plain.cells.tolist()
        if plain.ok:
            stops, others = stops_of(grid, result), stops_of(plain_grid, plain)
            assert stops[1:-1] == others[1:-1]
            assert np.allclose(stops, others, rtol=0.0, atol=1e-6)
            assert result.length == pytest.approx(plain.length * cell_size, rel=1e-6)


def test_four_thousand_cells_wide(exhaustive: bool) -> None:
    """Numbers are large enough for the largest levels."""
    side = 4096 if exhaustive else 300 if kernels.COMPILED else 60
    rng = np.random.default_rng(4)
    cells = (rng.random((side, side)) > 0.2).astype(np.uint8)
    cells[0, 0] = cells[-1, -1] = cells[0, -1] = 1
    grid = NavGrid.from_array(cells)
    far = side - 0.25
    for ends in (((0.25, 0.75), (far, far)), ((far, 0.5), (0.5, far - 10))):
        assert_question(grid, *ends)
    empty = np.ones((side, side), np.uint8)
    empty[1:, side // 2] = 0
    assert_question(NavGrid.from_array(empty), (0.5, far), (far, far))
