"""Batches of paths, several threads at once, and the memory that they take."""

import gc
import os
import random
import signal
import threading
import time
import tracemalloc
import warnings
from concurrent.futures import ThreadPoolExecutor

import maps
import numpy as np
import pytest
import queries

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.path import scratch
from navcore.path.avoid import stamped
from navcore.path.batch import find_paths
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.result import Status
from navcore.path.scratch import SCRATCH
from navcore.path.searcher import Searcher
from navcore.world import World

Ends = list[tuple[float, float]]


def random_questions(seed: int, count: int, *, cost: bool = False) -> tuple[NavGrid, Ends, Ends]:
    """Return a grid with random starts and goals on it and around it."""
    rng = random.Random(seed)
    noise = np.random.default_rng(seed).random((70, 90))
    cells = (noise > 0.3).astype(np.uint8)
    grid = NavGrid.from_array(
        cells, cell_size=0.4, cost=queries.terrain(rng, cells, "few") if cost else None
    )
    starts, goals = (
        [maps.random_point(rng, grid, beyond=2.0) for _ in range(count)] for _ in range(2)
    )
    return grid, starts, goals


def told(results: list[object]) -> list[bytes]:
    """Return all values of results."""
    return [maps.as_bytes(result) for result in results]


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
@pytest.mark.parametrize("cost", [False, True])
def test_as_one_by_one(threads: int | None, cost: bool) -> None:
    """The same results in the same order, however many threads."""
    grid, starts, goals = random_questions(1, 120, cost=cost)
    expected = told([find_path(grid, *ends) for ends in zip(starts, goals, strict=True)])
    assert told(find_paths(grid, starts, goals, threads=threads)) == expected
    arrays = find_paths(grid, np.array(starts), np.array(goals), threads=threads)
    assert told(arrays) == expected


@pytest.mark.parametrize("threads", [1, 3])
def test_options_hold_for_all(threads: int) -> None:
    """Circles and all the rest are those of `find_path`; a world asks its grid."""
    grid, starts, goals = random_questions(2, 40)
    options = {
        "avoid": [(9.0, 9.0, 2.0), (20.0, 12.0, 3.0)],
        "smoothing": "greedy",
        "engine": "astar",
        "snap_radius": 0.4,
        "limit": 500,
    }
    alone = [find_path(grid, *ends, **options) for ends in zip(starts, goals, strict=True)]
    assert {Status.COMPLETE, Status.LIMIT_REACHED, Status.BAD_START} <= {r.status for r in alone}
    assert told(find_paths(grid, starts, goals, threads=threads, **options)) == told(alone)
    world = World.from_grid(grid)
    assert told(world.find_paths(starts, goals, threads=threads, **options)) == told(alone)


def test_nothing_to_find() -> None:
    """No pairs, no results, in any shape of nothing."""
    grid = maps.drawn("..")
    for nothing in ([], np.empty((0, 2)), ()):
        assert find_paths(grid, nothing, nothing) == []
        assert find_paths(grid, nothing, nothing, threads=4) == []


@pytest.mark.parametrize(
    ("starts", "goals", "message"),
    [
        ([(0.5, 0.5)], [], "starts and goals must be as many, got 1 and 0"),
        ([(0.5, 0.5)], [(0.5, 0.5)] * 2, "as many, got 1 and 2"),
        ([0.5, 0.5], [(0.5, 0.5)], r"starts must be \(n, 2\): x, z; got shape \(2,\)"),
        ([(0.5, 0.5)], [(0.5, 0.5, 1.0)], r"goals must be \(n, 2\): x, z; got shape \(1, 3\)"),
    ],
)
def test_shapes(starts: object, goals: object, message: str) -> None:
    """There must be as many goals as starts, with two numbers each."""
    with pytest.raises(NavcoreError, match=message):
        find_paths(maps.drawn(".."), starts, goals)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_errors_come_out(threads: int) -> None:
    """An error of one question is raised, wherever it is in the batch; the next call works."""
    grid, starts, goals = random_questions(3, 60)
    for at in (0, 31, 59):
        wrong = [*goals[:at], (float("nan"), 0.0), *goals[at + 1 :]]
        with pytest.raises(NavcoreError, match="goal must be a finite point"):
            find_paths(grid, starts, wrong, threads=threads)
    with pytest.raises(NavcoreError, match="smoothing must be"):
        find_paths(grid, starts, goals, threads=threads, smoothing="x")
    with pytest.raises(NavcoreError, match="threads must be at least 1, or None, got 0"):
        find_paths(grid, starts, goals, threads=0)
    assert len(find_paths(grid, starts, goals, threads=threads)) == 60


def test_threads_ask_the_same_and_different_worlds() -> None:
    """Six threads, three worlds, circles or none: every answer is the one it would be alone."""
    worlds = [World.from_grid(random_questions(seed, 0, cost=seed == 6)[0]) for seed in (4, 5, 6)]
    rng = random.Random(4)
    questions = []
    for _ in range(150):
        world = rng.choice(worlds)
        ends = [maps.random_point(rng, world.grid, 1.0) for _ in range(2)]
        questions.append((world, ends, queries.random_circles(rng, world.grid)))

    def ask(question: tuple[World, Ends, object]) -> bytes:
        world, ends, circles = question
        return maps.as_bytes(world.find_path_to_nearest(*ends, avoid=circles))

    alone = [ask(question) for question in questions]
    with ThreadPoolExecutor(6) as pool:
        for _ in range(3):
            assert list(pool.map(ask, questions)) == alone


def test_circles_of_one_thread_are_not_seen_by_another() -> None:
    """While one thread's search walks around circles, another walks through where they are."""
    grid = maps.drawn("....." * 5)
    with stamped(grid, np.array([(12.5, 0.5, 3.0)]), (0.5, 0.5)):
        assert not Searcher.of(grid, stamped=True).space.is_free(27 + 13)
        with ThreadPoolExecutor(1) as other:
            plain = other.submit(find_path, grid, (0.5, 0.5), (24.5, 0.5)).result()
            far = [(100.0, 100.0, 1.0)]
            avoiding = other.submit(find_path, grid, (0.5, 0.5), (24.5, 0.5), avoid=far).result()
        here = find_path(grid, (0.5, 0.5), (24.5, 0.5))
    for result in (plain, avoiding, here):
        assert result.points.tolist() == [[24.5, 0.5]]


def test_threads_that_follow_ended_ones() -> None:
    """A thread may reuse the number of an ended one, but not the memory of its searches."""
    one, *ends = random_questions(7, 40)
    other, *_ = random_questions(8, 0)
    pairs = list(zip(*ends, strict=True))
    expected = [maps.as_bytes(find_path(one, *pair)) for pair in pairs]
    found: list[list[bytes]] = []

    def first() -> None:
        for pair in pairs:
            find_path(one, *pair)

    def then() -> None:
        for pair in pairs[:5]:
            find_path(other, *pair)
        found.append([maps.as_bytes(find_path(one, *pair)) for pair in pairs])

    for work in (first, then) * 4:
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert found == [expected] * 4


# Memory


@pytest.mark.parametrize("cost", [False, True])
def test_searching_keeps_nothing(cost: bool) -> None:
    """After a warm-up, up to a thousand questions give back all memory."""
    grid, starts, goals = random_questions(9, 40 if cost else 100, cost=cost)
    circles = [(9.0, 9.0, 2.0)]

    def ask() -> None:
        for start, goal in zip(starts, goals, strict=True):
            find_path(grid, start, goal, avoid=circles if start[0] < 10 else None)
            find_path_to_nearest(grid, start, goal)

    ask()
    gc.collect()
    tracemalloc.start()
    ask()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(5):
        ask()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # Some numbers that Python itself keeps for reuse, but none a question.
    assert after - before < 2**14


def scratch_bytes() -> int:
    """Return the size of the scratch memory of this thread's searches."""
    rooms = [
        getattr(room, name) for room in (SCRATCH.ahead, SCRATCH.back) for name in room.__slots__
    ]
    arrays = [value for value in vars(SCRATCH).values() if isinstance(value, np.ndarray)]
    return sum(array.nbytes for array in (*arrays, *rooms))


@pytest.mark.parametrize("cost", [False, True])
@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
def test_a_thread_needs_little(smoothing: str, cost: bool) -> None:
    """It needs at most 24 bytes per cell, circles included; the path crosses all of the map."""
    side = 1000 if kernels.COMPILED else 100
    noise = np.random.default_rng(5).random((side, side))
    cells = (noise > 0.35).astype(np.uint8)
    cells[0] = cells[:, -1] = 1
    grid = NavGrid.from_array(cells, cost=noise + 0.01 if cost else None)
    ends = (0.5, 0.5), (side - 0.5, side - 0.5)

    def search() -> int:
        result = find_path(grid, *ends, smoothing=smoothing, avoid=[(0.5, 9.5, 2.0)])
        assert result.status is Status.COMPLETE
        find_path(grid, *ends, smoothing=smoothing)
        stamps = Searcher.of(grid, stamped=True).stamps
        return scratch_bytes() + sum(
            marks.nbytes for marks in (stamps.cells, stamps.rows, stamps.columns)
        )

    with ThreadPoolExecutor(1) as new_thread:
        used = new_thread.submit(search).result()
    fixed = 2**17
    assert used <= 24 * grid.padded.size + fixed


def test_a_thread_that_searches_nothing_needs_little() -> None:
    """Buffers that a search writes are made when it begins."""
    with ThreadPoolExecutor(1) as new_thread:
        assert new_thread.submit(scratch_bytes).result() < 2**18


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system starts processes afresh")
def test_a_forked_process_finds_paths() -> None:
    """It has none of the threads that its parent had started, and must not wait for them."""
    grid = random_questions(3, 0)[0]
    ends = [maps.random_point(random.Random(i), grid, 1.0) for i in range(8)]
    expected = [maps.as_bytes(one) for one in find_paths(grid, ends, ends[::-1], threads=4)]
    with warnings.catch_warnings():
        # A thread that holds a lock at the fork would hold it for ever; here none is at work.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        found = find_paths(grid, ends, ends[::-1], threads=4)
        os._exit(0 if [maps.as_bytes(one) for one in found] == expected else 1)
    for _ in range(3000):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail("the forked process waits for ever")


def test_memory_of_a_very_large_grid_is_given_back(monkeypatch):
    """Once only small ones are searched; answers stay the same."""
    monkeypatch.setattr(scratch, "MUCH", 4096)

    def world(size: int) -> World:
        return World.from_grid(NavGrid.from_array(np.ones((size, size), np.uint8)))

    large, small = world(300), [world(20 + n) for n in range(20)]
    assert large.find_path((1, 1), (290, 280)).status is Status.COMPLETE
    taken = len(SCRATCH.nodes)
    first = [one.find_path((1, 1), (15, 12)).points for one in small]
    assert len(SCRATCH.nodes) < taken / 8
    assert large.find_path((1, 1), (290, 280)).status is Status.COMPLETE
    assert len(SCRATCH.nodes) >= 4 * 300 * 300
    again = [one.find_path((1, 1), (15, 12)).points for one in small]
    assert all(map(np.array_equal, again, first))
