"""A*: cheapest paths, the same on every machine."""

import hashlib
import itertools
import math
import random
from concurrent.futures import ThreadPoolExecutor

import maps
import naive_paths
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.bake.grid import NavGrid
from navcore.path import astar
from navcore.path.astar import shortest_way
from navcore.path.cell_path import NO_LIMIT, Outcome, Way
from navcore.path.scratch import LAST_GENERATION, SCRATCH
from navcore.path.space import Space


def way_between(
    cells: np.ndarray, start: tuple[int, int], goal: tuple[int, int], limit: int = NO_LIMIT
) -> Way:
    """Return the path between two cells of a map."""
    space = Space.of(NavGrid.from_array(cells))
    return shortest_way(space, space.id_of(*start), space.id_of(*goal), limit)


def assert_cheapest(cells: np.ndarray, start: tuple[int, int], goal: tuple[int, int]) -> None:
    """Check that a path costs as much as Dijkstra's, and that every step is allowed."""
    costs = naive_paths.costs_from(cells, start)
    way = way_between(cells, start, goal)
    if goal not in costs:
        assert way.outcome is Outcome.EXHAUSTED
        assert way.visited == len(costs)
        assert len(way.cells) == 0
        return
    assert way.outcome is Outcome.REACHED
    assert math.isclose(way.cost, costs[goal], rel_tol=1e-9)
    places = [tuple(place) for place in way.cells.tolist()]
    assert (places[0], places[-1]) == (start, goal)
    steps = [
        dict(naive_paths.steps_from(cells, one))[other] for one, other in itertools.pairwise(places)
    ]
    assert math.isclose(way.cost, sum(steps), rel_tol=1e-9)
    assert way.visited <= len(costs)


def assert_cheapest_in_random_map(seed: int) -> None:
    """Check the same between random cells of a random map."""
    rng = random.Random(seed)
    cells = maps.random_cells(rng)
    start, goal = maps.random_free(rng, cells), maps.random_free(rng, cells)
    if start is not None and goal is not None:
        assert_cheapest(cells, start, goal)


@given(st.integers(min_value=1_000_000))
def test_cost_equals_dijkstra(seed: int) -> None:
    """S0-038: this holds on any map, and unreachable goals are recognised."""
    assert_cheapest_in_random_map(seed)


def test_cost_equals_dijkstra_on_many_maps(exhaustive: bool) -> None:
    """S0-038: 2,000 random grids and more."""
    for seed in range(5_000 if exhaustive else 250):
        assert_cheapest_in_random_map(seed)


def test_s0_034_eight_neighbours() -> None:
    """An empty map is crossed on the diagonal."""
    way = way_between(np.ones((5, 5)), (0, 0), (4, 4))
    assert way.cells.tolist() == [[i, i] for i in range(5)]


@pytest.mark.parametrize(
    ("cells", "cost"),
    [([[1, 1], [1, 1]], math.sqrt(2)), ([[1, 0], [1, 1]], 2.0), ([[1, 1], [0, 1]], 2.0)],
)
def test_s0_035_no_diagonal_past_a_blocked_corner(cells: list[list[int]], cost: float) -> None:
    """Either of the two cells beside it forbids the diagonal."""
    assert way_between(np.array(cells), (0, 0), (1, 1)).cost == cost


def test_s0_035_both_corners_blocked() -> None:
    """Two cells that touch at a corner only are not joined."""
    way = way_between(np.array([[1, 0], [0, 1]]), (0, 0), (1, 1))
    assert way.outcome is Outcome.EXHAUSTED


def test_s0_036_full_constant() -> None:
    """A long diagonal costs sqrt 2 a step to the last bit."""
    assert way_between(np.ones((1000, 1000)), (0, 0), (999, 999)).cost == 999 * math.sqrt(2)


def test_equal_ways_are_ties() -> None:
    """In the open only cells of the path are visited: equal costs compare equal (S0-039)."""
    way = way_between(np.ones((300, 300)), (3, 5), (290, 117))
    assert way.visited == len(way.cells)


def test_s0_043_ends_and_steps() -> None:
    """The way begins and ends where it should; a way to itself is its own cell."""
    way = way_between(np.ones((1, 1)), (0, 0), (0, 0))
    assert way.cells.tolist() == [[0, 0]]
    assert (way.cost, way.visited) == (0.0, 1)


def test_limit() -> None:
    """At most so many cells are taken; one more would have done."""
    cells = maps.serpentine(20, 4)
    whole = way_between(cells, (0, 0), (0, 8))
    short = way_between(cells, (0, 0), (0, 8), whole.visited - 1)
    assert (short.outcome, short.visited) == (Outcome.LIMIT, whole.visited - 1)
    assert way_between(cells, (0, 0), (0, 8), whole.visited).outcome is Outcome.REACHED
    assert way_between(cells, (0, 0), (0, 8), 0).outcome is Outcome.LIMIT


def test_heap_operations() -> None:
    """The counter has everything that enters or leaves the queue."""
    assert way_between(np.ones((1, 1)), (0, 0), (0, 0)).operations == 2
    # Along a corridor one neighbour is queued a step; the goal's is taken out as well.
    assert way_between(np.ones((1, 9)), (0, 0), (8, 0)).operations == 2 * 9
    # In both directions the last neighbours stay in the queue.
    assert way_between(np.ones((1, 19)), (9, 0), (18, 0)).operations == 2 * 10 + 1


def random_ways(count: int) -> list[Way]:
    """Return paths in random maps from fixed seeds."""
    found = []
    for seed in range(count):
        rng = random.Random(seed)
        cells = maps.random_cells(rng, 30)
        start, goal = maps.random_free(rng, cells), maps.random_free(rng, cells)
        if start is not None and goal is not None:
            found.append(way_between(cells, start, goal))
    return found


def digest(ways: list[Way]) -> str:
    """Return a hash of all cells of paths and of the visited cells."""
    told = hashlib.sha256()
    for way in ways:
        told.update(way.cells.astype("<i4").tobytes())
        told.update(f"{way.outcome} {way.visited} {way.cost!r}".encode())
    return told.hexdigest()


def test_s0_039_same_paths_everywhere() -> None:
    """The hash of 1,000 paths is the one noted here, on every run and platform."""
    assert digest(random_ways(1000)) == PATHS_DIGEST


PATHS_DIGEST = "bd765195fc26cea2a15420f85b1fa4b60f2923c3d02673efe0f7a186783744cf"


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel finds the same as plain Python, bit by bit."""
    compiled = digest(random_ways(60))
    monkeypatch.setattr(astar, "kernel", load_interpreted("astar"))
    assert digest(random_ways(60)) == compiled


def test_heap_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search goes on where its heap became too small."""
    expected = digest(random_ways(50))
    for seed_room in (50, 57, 100):
        monkeypatch.setattr(SCRATCH, "heap_keys", np.zeros(2 * seed_room))
        monkeypatch.setattr(SCRATCH, "heap_ids", np.zeros(seed_room, np.int32))
        assert digest(random_ways(50)) == expected


def test_generations_run_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a hundred million queries the marks are reset."""
    expected = digest(random_ways(20))
    for left in (0, 1, 10):
        monkeypatch.setattr(SCRATCH, "generation", LAST_GENERATION - left)
        assert digest(random_ways(20)) == expected
        assert 0 < SCRATCH.generation < LAST_GENERATION // 2


def test_two_threads_search_one_grid() -> None:
    """Threads don't disturb each other."""
    rng = random.Random(7)
    space = Space.of(
        NavGrid.from_array([[rng.random() > 0.3 for _ in range(90)] for _ in range(90)])
    )
    free = [int(cell) for cell in np.flatnonzero(space.cells)]
    pairs = [(rng.choice(free), rng.choice(free)) for _ in range(60)]
    alone = [shortest_way(space, *pair) for pair in pairs]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(lambda pair: shortest_way(space, *pair), pairs))
    assert digest(together) == digest(alone)
