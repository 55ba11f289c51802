"""Queries from point to point: statuses, snapping, and exact ends."""

import math
import random
from collections.abc import Callable

import maps
import naive_paths
import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.path.find import find_path, find_path_to_nearest, suggested_limit
from navcore.path.result import PathResult, Status
from navcore.path.sight import is_clear
from navcore.world import World

ROOMS = maps.drawn(
    "...#...",
    "...#...",
    "...#...",
)
"""Two rooms that nothing joins."""

Find = Callable[..., PathResult]


def test_complete() -> None:
    """Points without the start, length from the start, cost and cells before smoothing."""
    grid = maps.drawn("..", cell_size=0.5)
    result = find_path(grid, (0.1, 0.2), (0.9, 0.4))
    assert result.status is Status.COMPLETE
    assert result.ok
    assert result.points.tolist() == [[0.9, 0.4]]
    assert result.length == pytest.approx(math.hypot(0.8, 0.2))
    assert result.cost == 1.0
    assert result.cells.tolist() == [[0, 0], [1, 0]]
    assert (result.start, result.goal, result.end) == ((0.1, 0.2), (0.9, 0.4), (0.9, 0.4))
    assert (result.snapped_start, result.snapped_goal) == (None, None)
    assert result.points.dtype == np.float64
    assert result.cells.dtype == np.int32


def test_s0_048_no_path() -> None:
    """An unreachable goal gives no points, and a status other than arrival."""
    result = find_path(ROOMS, (0.5, 0.5), (6.5, 0.5))
    assert result.status is Status.NO_PATH
    assert not result.ok
    assert (len(result.points), len(result.cells), result.length, result.cost) == (0, 0, 0.0, 0.0)
    # Regions know: nothing is searched (S0-067).
    assert (result.visited, result.heap_operations) == (0, 0)


def test_s0_049_already_there() -> None:
    """The same point: nothing to walk, also where it is snapped."""
    for point in ((0.7, 0.7), (3.5, 0.5), (-1.0, -1.0)):
        result = find_path(ROOMS, point, point)
        assert result.status is Status.ALREADY_THERE
        assert result.ok
        assert len(result.points) == 0


def test_s0_045_same_cell_another_point() -> None:
    """0.2 m away: exactly one point, the exact end."""
    result = find_path(ROOMS, (0.5, 0.5), (0.7, 0.5))
    assert result.status is Status.COMPLETE
    assert result.points.tolist() == [[0.7, 0.5]]
    assert result.length == pytest.approx(0.2)
    assert result.cost == 0.0


@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
@pytest.mark.parametrize("cost", [None, [[1, 2]]])
def test_s0_045_the_goals_stand_in_is_the_start(smoothing: str, cost: object) -> None:
    """If the goal's stand-in is the centre of the start's cell, it is still a point of the path."""
    grid = NavGrid.from_array([[1, 1]], cost=cost)
    for engine in ("auto", "astar"):
        result = find_path(grid, (0.5, 0.5), (0.5, 1.4), smoothing=smoothing, engine=engine)
        assert (result.status, result.length) == (Status.COMPLETE, 0.0)
        assert result.points.tolist() == [[0.5, 0.5]]


def test_x_009_bad_start_and_bad_end() -> None:
    """There is no walkable cell within the snap radius of an end."""
    far = (100.0, 100.0)
    assert find_path(ROOMS, far, (0.5, 0.5)).status is Status.BAD_START
    assert find_path(ROOMS, (0.5, 0.5), far).status is Status.BAD_END
    assert find_path(ROOMS, far, far).status is Status.BAD_START
    assert find_path(ROOMS, (3.5, 0.5), (0.5, 0.5), snap_radius=0).status is Status.BAD_START
    assert find_path(ROOMS, (0.5, 0.5), (3.5, 0.5), snap_radius=0).status is Status.BAD_END


@pytest.mark.parametrize("engine", ["auto", "jump", "astar"])
def test_limit(engine: str) -> None:
    """A search takes at most so many cells, and says when that was too few."""
    grid = NavGrid.from_array(maps.serpentine(12, 4))
    ends = (0.5, 0.5), (0.5, 8.5)
    whole = find_path(grid, *ends, engine=engine, smoothing="greedy")
    assert whole.status is Status.COMPLETE
    for limit in range(whole.visited + 2):
        result = find_path(grid, *ends, engine=engine, smoothing="greedy", limit=limit)
        if limit < whole.visited:
            assert (result.status, result.visited) == (Status.LIMIT_REACHED, limit)
            assert (len(result.points), len(result.turns), result.length) == (0, 0, 0.0)
        else:
            assert maps.as_bytes(result) == maps.as_bytes(whole)


def test_limit_of_a_literal_search() -> None:
    """Every cell that is taken counts, the goal's own as well."""
    grid = maps.drawn("." * 9)
    result = find_path(grid, (0.5, 0.5), (8.5, 0.5), engine="astar", limit=9)
    assert (result.status, result.visited) == (Status.COMPLETE, 9)
    result = find_path(grid, (0.5, 0.5), (8.5, 0.5), engine="astar", limit=8)
    assert (result.status, result.visited) == (Status.LIMIT_REACHED, 8)


def test_limit_says_nothing_of_what_regions_know() -> None:
    """Unreachable goals, and paths within one cell, are known without a search."""
    assert find_path(ROOMS, (0.5, 0.5), (6.5, 0.5), limit=0).status is Status.NO_PATH
    assert find_path(ROOMS, (0.5, 0.5), (2.5, 0.5), limit=0).status is Status.LIMIT_REACHED
    assert find_path(ROOMS, (0.5, 0.5), (0.6, 0.5), limit=0).status is Status.COMPLETE


@pytest.mark.parametrize(("away", "status"), [(7.9, Status.COMPLETE), (8.5, Status.BAD_END)])
def test_s0_040_click_away_from_free_space(away: float, status: Status) -> None:
    """7.9 m from free space the goal is snapped, 8.5 m from it it is bad."""
    grid = NavGrid.from_array(np.ones((3, 3)), cell_size=0.4)
    result = find_path(grid, (0.2, 0.2), (1.2 + away, 0.6))
    assert result.status is status
    if status is Status.COMPLETE:
        assert result.snapped_goal == grid.centre_of(2, 1)


def test_s0_042_snapped_start() -> None:
    """A start in a wall: the path begins with the centre of the nearest cell."""
    grid = maps.drawn("....", "#...")
    result = find_path(grid, (0.5, 0.4), (3.2, 0.5))
    assert result.snapped_start == (1.5, 0.5)
    assert result.points.tolist() == [[1.5, 0.5], [3.2, 0.5]]
    assert result.length == pytest.approx(math.hypot(1, 0.1) + 1.7)


def test_s0_042_snapped_start_in_the_goals_cell() -> None:
    """Also then the centre comes first; once only if it is the goal."""
    grid = maps.drawn("#.")
    assert find_path(grid, (0.5, 0.5), (1.8, 0.5)).points.tolist() == [[1.5, 0.5], [1.8, 0.5]]
    assert find_path(grid, (0.5, 0.5), (1.5, 0.5)).points.tolist() == [[1.5, 0.5]]
    result = find_path(grid, (0.5, 0.5), (0.6, 0.5))
    assert (result.status, result.points.tolist()) == (Status.COMPLETE, [[1.5, 0.5]])


def test_s0_044_own_centre_is_dropped() -> None:
    """From anywhere in the first cell the own centre is no point, where the next is in sight."""
    grid = maps.drawn("....", "....", cell_size=0.4)
    for i in range(81):
        start = ((i % 9) * 0.04999, (i // 9) * 0.04999)
        for smoothing in ("taut", "greedy", "none"):
            first = find_path(grid, start, (1.5, 0.7), smoothing=smoothing).points[0]
            assert first.tolist() != list(grid.centre_of(0, 0))


def test_s0_046_exact_end_unless_snapped() -> None:
    """The last point is the goal itself, or the centre of its stand-in cell."""
    grid = maps.drawn("...#")
    assert find_path(grid, (0.5, 0.5), (2.9, 0.1)).points[-1].tolist() == [2.9, 0.1]
    snapped = find_path(grid, (0.5, 0.5), (3.9, 0.1))
    assert snapped.points[-1].tolist() == [2.5, 0.5]
    assert snapped.snapped_goal == (2.5, 0.5)
    assert snapped.status is Status.COMPLETE


@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
def test_s0_047_goal_in_a_corner_beside_a_wall(smoothing: str) -> None:
    """Where the exact goal is out of sight the centre before it stays."""
    grid = maps.drawn(
        "...",
        "##.",
        "...",
    )
    start, goal = (1.9, 2.1), (2.01, 0.1)
    result = find_path(grid, start, goal, smoothing=smoothing)
    assert result.points[-1].tolist() == list(goal)
    for a, b in maps.legs(result):
        assert is_clear(grid, a, b)
        assert not naive_paths.crosses_blocked(grid.walkable, a, b)


def test_s0_047_own_centre_stays_where_it_is_needed() -> None:
    """From the corner of a cell beside a wall, the path goes to the centre first."""
    grid = maps.drawn(
        "..",
        "#.",
        "..",
    )
    start = (0.05, 2.001)
    result = find_path(grid, start, (1.99, 1.5))
    assert is_clear(grid, start, (result.points[0, 0], result.points[0, 1]))
    assert len(result.points) == 2


def test_s0_033_cost_equals_dijkstra() -> None:
    """The path between random points costs what Dijkstra finds between their cells."""
    for seed in range(200):
        rng = random.Random(seed)
        grid = maps.random_grid(rng, 16)
        start, goal = (maps.random_point(rng, grid) for _ in range(2))
        result = find_path(grid, start, goal, snap_radius=0)
        first, last = grid.cell_of(*start), grid.cell_of(*goal)
        if not (grid.is_walkable(*start) and grid.is_walkable(*goal)) or start == goal:
            assert result.status not in {Status.COMPLETE, Status.PARTIAL}
            continue
        costs = naive_paths.costs_from(grid.walkable, first)
        assert (result.status is Status.COMPLETE) == (last in costs)
        if last in costs:
            assert result.cost == pytest.approx(costs[last], rel=1e-9)


def test_s0_039_same_result_every_time() -> None:
    """Two equal calls give the same bytes, even with other searches between them."""
    calls = []
    for seed in range(60):
        rng = random.Random(seed)
        grid = maps.random_grid(rng)
        calls.append((grid, maps.random_point(rng, grid, 2.0), maps.random_point(rng, grid, 2.0)))
    forth = [maps.as_bytes(find_path_to_nearest(*call)) for call in calls]
    back = [maps.as_bytes(find_path_to_nearest(*call)) for call in reversed(calls)]
    assert forth == back[::-1]


@pytest.mark.parametrize("find", [find_path, find_path_to_nearest])
class TestBadArguments:
    """One clear message that names the argument."""

    @pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
    def test_ends(self, find: Find, value: float) -> None:
        """Ends must be finite."""
        with pytest.raises(NavcoreError, match=r"start must be a finite point, got"):
            find(ROOMS, (value, 0.5), (0.5, 0.5))
        with pytest.raises(NavcoreError, match=r"goal must be a finite point, got"):
            find(ROOMS, (0.5, 0.5), (0.5, value))

    @pytest.mark.parametrize("value", [-0.1, math.nan])
    def test_snap_radius(self, find: Find, value: float) -> None:
        """It is at least 0."""
        with pytest.raises(NavcoreError, match="snap_radius must be at least 0 m"):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), snap_radius=value)

    def test_smoothing(self, find: Find) -> None:
        """It is one of the known ones."""
        message = "smoothing must be 'greedy' or 'none' or 'taut', got 'x'"
        with pytest.raises(NavcoreError, match=message):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), smoothing="x")

    def test_engine(self, find: Find) -> None:
        """It is one of the known ones, and jumps only where all cells cost the same."""
        message = "engine must be 'astar' or 'auto' or 'jump', got 'x'"
        with pytest.raises(NavcoreError, match=message):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), engine="x")
        swamp = NavGrid.from_array([[1, 1]], cost=[[1.0, 2.0]])
        with pytest.raises(NavcoreError, match="cells that all cost the same; use 'auto'"):
            find(swamp, (0.5, 0.5), (1.5, 0.5), engine="jump")
        level = NavGrid.from_array([[1, 1]], cost=[[2.0, 2.0]])
        assert find(level, (0.5, 0.5), (1.5, 0.5), engine="jump").cost == 2.0

    def test_step_rule(self, find: Find) -> None:
        """It is one of the known ones."""
        with pytest.raises(NavcoreError, match="step_rule must be 'entered' or 'mean', got 'x'"):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), step_rule="x")

    def test_limit(self, find: Find) -> None:
        """It is a count."""
        with pytest.raises(NavcoreError, match="limit must be at least 0 cells"):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), limit=-1)

    @pytest.mark.parametrize(
        ("avoid", "message"),
        [
            ([(0.0, 0.0)], r"avoid must be \(n, 3\): x, z, radius; got shape \(1, 2\)"),
            ([0.0, 0.0, 1.0], r"got shape \(3,\)"),
            ([(0, 0, 1), (0, math.nan, 1)], r"avoid\[1\] must be finite"),
            ([(0, 0, -1)], r"avoid\[0\] must be finite with a radius of at least 0"),
        ],
    )
    def test_avoid(self, find: Find, avoid: object, message: str) -> None:
        """Circles are three finite numbers with a radius."""
        with pytest.raises(NavcoreError, match=message):
            find(ROOMS, (0.5, 0.5), (1.5, 0.5), avoid=avoid)


def test_far_ends() -> None:
    """Ends with the largest possible coordinates are outside the grid, but no error."""
    for far in (1e18, 1e300, -1.7e308):
        assert find_path(ROOMS, (0.5, 0.5), (far, 0.5)).status is Status.BAD_END
        assert find_path(ROOMS, (far, far), (0.5, 0.5)).status is Status.BAD_START


def test_a_world_answers_the_same() -> None:
    """A world asks its grid."""
    world = World.from_grid(ROOMS)
    for goal in ((2.5, 2.5), (6.5, 1.5), (50.0, 50.0)):
        one, other = world.find_path((0.5, 0.5), goal), find_path(ROOMS, (0.5, 0.5), goal)
        assert maps.as_bytes(one) == maps.as_bytes(other)
        one = world.find_path_to_nearest((0.5, 0.5), goal)
        assert maps.as_bytes(one) == maps.as_bytes(find_path_to_nearest(ROOMS, (0.5, 0.5), goal))


def test_s1_011_a_long_corridor_needs_a_large_limit() -> None:
    """20,000 cells in a row: too many for 10,000 of them, few enough for 50,000 (S1-012)."""
    corridor = NavGrid.from_array(np.ones((1, 20_000)))
    ends = (0.5, 0.5), (19_999.5, 0.5)
    short = find_path(corridor, *ends, engine="astar", limit=10_000)
    assert (short.status, len(short.points), short.visited) == (Status.LIMIT_REACHED, 0, 10_000)
    assert suggested_limit(corridor) == 20_000
    assert find_path(corridor, *ends, engine="astar", limit=50_000).cost == 19_999
    assert suggested_limit(NavGrid.from_array(np.ones((300, 400)))) == 50_000


def test_s1_013_cells_lead_from_start_to_goal() -> None:
    """Both ends are included, and each cell touches the one before."""
    cells = find_path(NavGrid.from_array(np.ones((9, 30))), (0.2, 0.3), (25.5, 7.5)).cells
    assert (cells[0].tolist(), cells[-1].tolist()) == ([0, 0], [25, 7])
    assert (np.abs(np.diff(cells, axis=0)).max(axis=1) == 1).all()
