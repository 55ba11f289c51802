"""Partial paths of searches that reached their limit (X-047)."""

import heapq
import math
import random

import maps
import naive_paths
import numpy as np
import pytest
import queries
from interpreted import interpret_paths

from navcore.bake.grid import NavGrid
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.result import PathResult, Status
from navcore.path.sight import path_is_clear

Cell = naive_paths.Cell


def answers(
    rng: random.Random, *, cost: bool, rounds: int
) -> list[tuple[NavGrid, bool, PathResult]]:
    """Partial paths of random questions, by all engines, with every smoothing."""
    found = []
    for _ in range(rounds):
        grid = queries.random_grid(rng, 40, cost=cost)
        if rng.random() < 0.3:
            grid = grid.four_connected
        ends = [queries.random_end(rng, grid) for _ in range(2)]
        mean = rng.random() < 0.5
        result = find_path(
            grid, *ends, limit=rng.randint(0, 40), partial=True,
            engine=rng.choice(("auto", "astar")),
            smoothing=rng.choice(("taut", "greedy", "none")),
            step_rule="mean" if mean else "entered",
        )  # fmt: skip
        found.append((grid, mean, result))
    return found


@pytest.mark.parametrize("cost", [False, True])
def test_partial_paths_are_paths(cost: bool, exhaustive: bool) -> None:
    """They use free cells only, don't touch blocked ones, and cost what their cells cost."""
    rng = random.Random(cost)
    count = 0
    for grid, mean, result in answers(rng, cost=cost, rounds=5000 if exhaustive else 400):
        if result.status is not Status.LIMIT_REACHED or not len(result.points):
            continue
        count += 1
        own, cells = result.snapped_start or result.start, result.cells
        assert tuple(cells[0].tolist()) == grid.cell_of(*own)
        assert (abs(np.diff(cells, axis=0)).max(axis=1) == 1).all()
        assert result.end == grid.centre_of(*cells[-1].tolist())
        assert path_is_clear(grid, own, result.points)
        case = queries.Case(grid, None, own)
        assert result.cost == pytest.approx(queries.cost_along(case, result, mean=mean), rel=1e-9)
    assert count > 50


def taken_cells(grid: NavGrid, start: Cell, goal: Cell, limit: int) -> dict[Cell, float]:
    """Return the first cells that A* expands, by f, h and index, and their costs."""

    def estimate(cell: Cell) -> tuple[int, int]:
        longer, shorter = sorted((abs(cell[0] - goal[0]), abs(cell[1] - goal[1])), reverse=True)
        return longer - shorter, shorter

    def length(steps: tuple[int, int]) -> float:
        return steps[0] + steps[1] * math.sqrt(2.0)

    best = {start: (0, 0)}
    queue = [(length(estimate(start)), length(estimate(start)), start[::-1])]
    taken: dict[Cell, float] = {}
    while queue and len(taken) < limit:
        cell = heapq.heappop(queue)[2][::-1]
        if cell in taken:
            continue
        taken[cell] = length(best[cell])
        for neighbour, step in naive_paths.steps_from(grid.walkable, cell):
            straight, diagonal = best[cell]
            steps = (straight + 1, diagonal) if step == 1 else (straight, diagonal + 1)
            if neighbour not in best or length(steps) < length(best[neighbour]):
                best[neighbour] = steps
                left = estimate(neighbour)
                f = length((steps[0] + left[0], steps[1] + left[1]))
                heapq.heappush(queue, (f, length(left), neighbour[::-1]))
    return taken


def test_leads_to_the_visited_cell_nearest_to_the_goal(exhaustive: bool) -> None:
    """As plain A* says, which takes the same cells; ties go to the cheaper path, then in order."""
    rng = random.Random(11)
    count = 0
    for _ in range(4000 if exhaustive else 250):
        grid = queries.random_grid(rng, 24)
        start, goal = (queries.random_end(rng, grid) for _ in range(2))
        limit = rng.randint(1, 60)
        result = find_path(grid, start, goal, limit=limit, partial=True, engine="astar")
        if result.status is not Status.LIMIT_REACHED:
            continue
        own = grid.cell_of(*(result.snapped_start or start))
        to = grid.cell_of(*(result.snapped_goal or goal))
        taken = taken_cells(grid, own, to, limit)
        nearest = min(
            taken,
            key=lambda cell: (
                (cell[0] - to[0]) ** 2 + (cell[1] - to[1]) ** 2, taken[cell], cell[1], cell[0],
            ),
        )  # fmt: skip
        count += 1
        assert result.visited == len(taken) == limit
        if nearest == own:
            assert len(result.points) == 0
        else:
            assert tuple(result.cells[-1].tolist()) == nearest
            assert result.cost == pytest.approx(taken[nearest], rel=1e-12)
    assert count > 30


def test_only_when_asked_for() -> None:
    """Without it, LimitReached has no points; a search that ends is the same either way."""
    grid = NavGrid.from_array(np.ones((20, 20)))
    wall = np.ones((20, 20))
    wall[3:, 10] = 0
    walled = NavGrid.from_array(wall)
    assert len(find_path(walled, (0.5, 15.5), (19.5, 15.5), limit=1).points) == 0
    plain = find_path(grid, (0.5, 0.5), (19.5, 7.5))
    asked = find_path(grid, (0.5, 0.5), (19.5, 7.5), partial=True, limit=10_000)
    assert maps.as_bytes(plain) == maps.as_bytes(asked)


def test_to_nearest_gives_it_too() -> None:
    """A step that reaches the limit ends the search with its best result."""
    cells = np.ones((20, 20))
    cells[:, 15] = 0
    cells[3:, 10] = 0
    grid = NavGrid.from_array(cells)
    result = find_path_to_nearest(
        grid, (0.5, 15.5), (19.5, 15.5), limit=30, partial=True, engine="astar"
    )
    assert (result.status, result.step) == (Status.LIMIT_REACHED, 3)
    assert result.end[0] > 5


def test_interpreted_kernels_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same points from interpreted kernels."""
    compiled, plain = [], []
    for found in (compiled, plain):
        for cost in (False, True):
            results = answers(random.Random(3), cost=cost, rounds=15)
            found += [maps.as_bytes(result) for *_, result in results]
        interpret_paths(monkeypatch)
    assert compiled == plain
