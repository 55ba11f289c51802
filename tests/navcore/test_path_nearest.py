"""Three steps: around the circles, through them, to the nearest reachable place."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import maps
import naive_paths
import numpy as np
import pytest

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.path import find
from navcore.path.find import find_path_to_nearest
from navcore.path.result import PathResult, Status

CORRIDOR = maps.drawn("." * 11)
ROOMS = maps.drawn(
    "...#...",
    "...#...",
    "...#...",
)


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the kinds of searches in order: `around` circles, `through` them, `nearest`."""
    names: list[str] = []
    for function in ("_find", "_search_nearest"):
        original = getattr(find, function)

        def spied(
            *args: object,
            function: str = function,
            original: Callable[..., PathResult] = original,
            **options: object,
        ) -> PathResult:
            step = "around" if options.get("stamped") else "through"
            names.append(step if function == "_find" else "nearest")
            return original(*args, **options)

        monkeypatch.setattr(find, function, spied)
    return names


def test_s0_057_step_1_goes_around(steps: list[str]) -> None:
    """With a way around the circles that is the way, and nothing else is tried."""
    grid = NavGrid.from_array(np.ones((5, 11)))
    result = find_path_to_nearest(grid, (0.5, 2.5), (10.5, 2.5), avoid=[(5.5, 2.5, 1.0)])
    assert (result.status, result.step) == (Status.COMPLETE, 1)
    assert len(result.points) > 1
    assert steps == ["around"]


def test_s0_057_step_2_goes_through(steps: list[str]) -> None:
    """If the circles are in the only way, the path leads through them."""
    result = find_path_to_nearest(CORRIDOR, (0.5, 0.5), (10.5, 0.5), avoid=[(5.5, 0.5, 0.3)])
    assert (result.status, result.step) == (Status.COMPLETE, 2)
    assert result.points.tolist() == [[10.5, 0.5]]
    assert steps == ["around", "through"]


@pytest.mark.parametrize("avoid", [None, [], np.empty((0, 3))])
def test_s0_057_step_2_is_skipped_without_circles(steps: list[str], avoid: object) -> None:
    """It would equal step 1."""
    result = find_path_to_nearest(ROOMS, (0.5, 0.5), (6.5, 0.5), avoid=avoid)
    assert (result.status, result.step) == (Status.PARTIAL, 3)
    assert steps == ["through", "nearest"]


def test_s0_057_step_3_after_both(steps: list[str]) -> None:
    """There is no path with the circles, nor without."""
    result = find_path_to_nearest(ROOMS, (0.5, 0.5), (6.5, 0.5), avoid=[(1.5, 1.5, 0.1)])
    assert (result.status, result.step) == (Status.PARTIAL, 3)
    assert steps == ["around", "through", "nearest"]


def test_s0_058_already_there_is_an_answer(steps: list[str]) -> None:
    """Nothing further is tried."""
    result = find_path_to_nearest(ROOMS, (0.5, 0.5), (0.5, 0.5), avoid=[(1.5, 1.5, 0.1)])
    assert (result.status, result.step) == (Status.ALREADY_THERE, 1)
    assert steps == ["around"]


def test_s0_059_step_3_ignores_circles() -> None:
    """The nearest place is one that can be reached on the grid alone."""
    result = find_path_to_nearest(ROOMS, (0.5, 0.5), (6.5, 0.5), avoid=[(2.5, 0.5, 0.2)])
    assert result.points[-1].tolist() == [2.5, 0.5]


def test_s0_061_the_requested_cell_counts_not_the_snapped() -> None:
    """A click on a wall that snaps into the other room: as near as can be to the click."""
    grid = maps.drawn(
        "..###.",
        "..###.",
    )
    # The goal is nearest to the right room; of the left room, its upper cell is.
    result = find_path_to_nearest(grid, (0.5, 0.5), (4.5, 1.5))
    assert result.status is Status.PARTIAL
    assert result.end == (1.5, 1.5)
    assert result.snapped_goal is None


@pytest.mark.parametrize("away", [8.5, 100.0, 1e6, 1e12, 1e300])
def test_s0_065_a_click_anywhere_is_answered(away: float) -> None:
    """Far outside the map, and more than 8 m from anything walkable."""
    grid = NavGrid.from_array(np.ones((9, 9)), cell_size=0.4)
    result = find_path_to_nearest(grid, (0.2, 0.2), (3.6 + away, 2.1))
    assert (result.status, result.step) == (Status.PARTIAL, 3)
    assert result.end == grid.centre_of(8, 5)


def test_s0_065_in_the_middle_of_a_large_wall() -> None:
    """Inside the map, but 8 m and more from free cells."""
    cells = np.ones((60, 60), np.uint8)
    cells[5:55, 5:55] = 0
    grid = NavGrid.from_array(cells, cell_size=0.4)
    result = find_path_to_nearest(grid, (0.2, 0.2), (12.4, 11.0))
    assert (result.status, result.step) == (Status.PARTIAL, 3)
    assert result.end == grid.centre_of(31, 4)


def test_s0_063_isolated_cell_stays() -> None:
    """Where the start's own cell is the nearest there is nothing to walk."""
    grid = maps.drawn(".#.", "##.")
    result = find_path_to_nearest(grid, (0.6, 1.6), (2.5, 0.5))
    assert (result.status, result.step) == (Status.NO_PATH, 3)
    assert len(result.points) == 0
    assert result.end == result.start


def test_bad_start_stays() -> None:
    """No cell to start from: no step can help."""
    result = find_path_to_nearest(ROOMS, (100.0, 0.5), (0.5, 0.5))
    assert result.status is Status.BAD_START


def test_a_start_hemmed_in_by_circles() -> None:
    """A snapped start with covered surroundings begins without the circles."""
    grid = maps.drawn("#...........")
    circles = [(0.5, 0.5, 9.0)]
    assert find.find_path(grid, (0.5, 0.5), (11.5, 0.5), avoid=circles).status is Status.BAD_START
    result = find_path_to_nearest(grid, (0.5, 0.5), (11.5, 0.5), avoid=circles)
    assert (result.status, result.step) == (Status.COMPLETE, 2)


def test_limit_ends_the_search() -> None:
    """A step at its limit is no reason to call some other place the nearest."""
    arguments = {"limit": 3, "avoid": [(8.5, 0.5, 0.1)], "engine": "astar"}
    result = find_path_to_nearest(CORRIDOR, (0.5, 0.5), (10.5, 0.5), **arguments)
    assert (result.status, result.step, result.visited) == (Status.LIMIT_REACHED, 1, 3)
    outside = find_path_to_nearest(
        CORRIDOR, (0.5, 0.5), (100.5, 0.5), limit=10, engine="astar", snap_radius=8
    )
    assert (outside.status, outside.step, outside.visited) == (Status.LIMIT_REACHED, 3, 10)
    assert len(outside.points) == 0
    for limit, status in ((0, Status.LIMIT_REACHED), (1, Status.PARTIAL)):
        result = find_path_to_nearest(CORRIDOR, (0.5, 0.5), (100.5, 0.5), limit=limit)
        assert (result.status, result.step, result.visited) == (status, 3, limit)


@pytest.mark.parametrize("engine", ["auto", "astar"])
def test_s0_067_no_cell_more_than_once(engine: str) -> None:
    """A large open map with an unreachable goal: the end is known, the way to it is searched."""
    # Plain Python takes a minute for a million cells.
    middle = 500 if kernels.COMPILED else 50
    cells = np.ones((2 * middle, 2 * middle), np.uint8)
    cells[middle - 2 : middle + 3, middle - 2 : middle + 3] = 0
    cells[middle, middle] = 1
    goal = middle + 0.5
    grid = NavGrid.from_array(cells)
    result = find_path_to_nearest(grid, (0.5, 0.5), (goal, goal), engine=engine)
    assert result.status is Status.PARTIAL
    # Four cells are equally near: a way to each is looked for.
    assert 0 < result.visited <= 4 * len(np.flatnonzero(cells))
    assert result.end in {(goal - 3, goal), (goal, goal - 3)}


def assert_as_near_as_possible(seed: int) -> None:
    """Check the end of a path against brute force, for random ends on a random grid."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 14)
    start, goal = maps.random_point(rng, grid), maps.random_point(rng, grid, beyond=12.0)
    if not grid.is_walkable(*start):
        return
    result = find_path_to_nearest(grid, start, goal, snap_radius=0.0)
    own = grid.cell_of(*start)
    nearest = naive_paths.nearest_reachable(grid.walkable, own, grid.cell_of(*goal))
    if result.step == 1:
        assert result.ok
        assert nearest == grid.cell_of(*goal)
        return
    if nearest == own:
        assert result.status is Status.NO_PATH
        return
    assert result.status is Status.PARTIAL
    assert result.end == grid.centre_of(*nearest)
    assert result.cost == pytest.approx(
        naive_paths.costs_from(grid.walkable, own)[nearest], rel=1e-9
    )


def test_s0_062_as_near_as_possible(exhaustive: bool) -> None:
    """Brute force over the reachable set agrees."""
    for seed in range(5_000 if exhaustive else 300):
        assert_as_near_as_possible(seed)


def test_s0_060_ring_shaped_room() -> None:
    """Of the cells around a block the cheaper of two equally near ones is taken."""
    cells = np.ones((7, 7), np.uint8)
    cells[2:5, 2:5] = 0
    for engine in ("auto", "astar"):
        result = find_path_to_nearest(
            NavGrid.from_array(cells), (6.5, 4.5), (3.5, 3.5), engine=engine, snap_radius=0
        )
        assert result.cells[-1].tolist() == [5, 3]


def test_s0_060_ties_go_to_the_lower_index() -> None:
    """Where both distance and cost are equal, row by row."""
    cells = np.ones((7, 7), np.uint8)
    cells[2:5, 2:5] = 0
    grid = NavGrid.from_array(cells)
    # From each corner two cells are equally near and equally far to walk.
    for corner, end in (((0, 0), [3, 1]), ((6, 0), [3, 1]), ((0, 6), [1, 3]), ((6, 6), [5, 3])):
        result = find_path_to_nearest(grid, grid.centre_of(*corner), (3.5, 3.5), snap_radius=0)
        assert result.cells[-1].tolist() == end


@pytest.mark.parametrize("far", [1e6, 1e9, 1e18, 2.0**62, 1e300])
def test_s0_061_nearest_to_a_cell_far_away(far: float) -> None:
    """Distances stay exact enough to distinguish cells, for any distance to the goal."""
    grid = NavGrid.from_array(np.ones((9, 9)))
    start = (4.5, 4.5)
    assert find_path_to_nearest(grid, start, (far, 4.5)).cells[-1].tolist() == [8, 4]
    assert find_path_to_nearest(grid, start, (-far, -far)).cells[-1].tolist() == [0, 0]
    assert find_path_to_nearest(grid, start, (4.5, -far)).cells[-1].tolist() == [4, 0]


def test_s0_060_over_terrain() -> None:
    """Of equally near cells the one that is cheaper to reach."""
    grid = NavGrid.from_array(
        [[1, 1, 1], [1, 0, 1], [1, 0, 1]], cost=[[1, 1, 1], [9, 1, 1], [9, 1, 1]]
    )
    result = find_path_to_nearest(grid, (1.5, 0.5), (1.5, 2.5), snap_radius=0)
    assert result.status is Status.PARTIAL
    assert result.cells[-1].tolist() == [2, 2]
    assert result.cost == 3.0


def test_two_threads_ask_one_grid() -> None:
    """Queries with circles and without don't disturb each other."""
    rng = random.Random(1)
    cells = [[rng.random() > 0.35 for _ in range(80)] for _ in range(80)]
    grid = NavGrid.from_array(cells)
    queries = [
        (
            maps.random_point(rng, grid, 3.0),
            maps.random_point(rng, grid, 3.0),
            [(*maps.random_point(rng, grid), rng.uniform(0, 20)) for _ in range(rng.randint(0, 3))],
        )
        for _ in range(80)
    ]

    def ask(query: tuple[tuple[float, float], tuple[float, float], list[object]]) -> PathResult:
        start, goal, avoid = query
        return find_path_to_nearest(grid, start, goal, avoid=avoid)

    alone = [maps.as_bytes(ask(query)) for query in queries]
    with ThreadPoolExecutor(2) as pool:
        together = [maps.as_bytes(result) for result in pool.map(ask, queries)]
    assert together == alone
