"""Circles to walk around."""

import hashlib
import itertools
import math
import random

import maps
import naive_paths
import numpy as np
import pytest
from interpreted import load_interpreted

from navcore.bake.grid import NavGrid
from navcore.path import avoid, cell_search
from navcore.path.avoid import as_circles, stamped
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.result import Status
from navcore.path.searcher import Searcher
from navcore.path.sight import is_clear

OUTSIDE = (-1e6, -1e6)
"""A start in no cell, so that no cell is spared for it."""


def blocked_by(
    grid: NavGrid, circles: list[tuple[float, float, float]], start: tuple[float, float] = OUTSIDE
) -> set[tuple[int, int]]:
    """Return columns and rows of the free cells of the grid that circles block."""
    with stamped(grid, as_circles(circles), start):
        searcher = Searcher.of(grid, stamped=True)
        marks = searcher.stamps.cells.reshape(grid.padded.shape)
        assert (cells_of(searcher.stamps.rows, marks.shape[1]) == marks).all()
        assert (cells_of(searcher.stamps.columns, len(marks)) == marks.T).all()
        free = np.argwhere(grid.padded).tolist()
        taken = [place for place in free if not searcher.space.is_free(id_of(grid, place))]
    assert_no_stamps(grid)
    return {(column - 1, row - 1) for row, column in taken}


def id_of(grid: NavGrid, place: list[int]) -> int:
    """The cell at a row and a column of the padded array."""
    return place[0] * (grid.width + 2) + place[1]


def cells_of(lines: np.ndarray, cells: int) -> np.ndarray:
    """The bits of lines of so many cells."""
    return np.unpackbits(lines.view(np.uint8), axis=1, bitorder="little", count=cells)


def assert_no_stamps(grid: NavGrid) -> None:
    """Check that no cell is marked between searches."""
    stamps = Searcher.of(grid, stamped=True).stamps
    assert not stamps.cells.any()
    assert not stamps.rows.any()
    assert not stamps.columns.any()


def random_circles(rng: random.Random, grid: NavGrid) -> list[tuple[float, float, float]]:
    """Circles on and around a grid, some of them no larger than a point."""
    return [
        (
            *maps.random_point(rng, grid, beyond=3.0),
            rng.choice((0.0, 0.27, grid.cell_size, rng.uniform(0, 5 * grid.cell_size))),
        )
        for _ in range(rng.randint(1, 4))
    ]


def assert_stamps(seed: int) -> None:
    """Check that exactly the covered cells are blocked."""
    rng = random.Random(seed)
    grid = maps.random_grid(rng, 16)
    circles = random_circles(rng, grid)
    free = {(column, row) for row, column in np.argwhere(grid.walkable).tolist()}
    assert blocked_by(grid, circles) == naive_paths.covered(grid, circles) & free


def test_stamps_equal_brute_force() -> None:
    """A centre at most a radius away is covered."""
    for seed in range(200):
        assert_stamps(seed)


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plain Python gives the same stamps."""
    monkeypatch.setattr(avoid, "kernel", load_interpreted("nearest"))
    for seed in range(50):
        assert_stamps(seed)


def test_s0_069_static_grid_never_changes() -> None:
    """Its hash is the same before and after, and no mark stays behind."""
    for seed in range(60):
        rng = random.Random(seed)
        grid = maps.random_grid(rng)
        before = hashlib.sha256(grid.padded).hexdigest()
        plain = [maps.random_point(rng, grid) for _ in range(2)]
        alone = maps.as_bytes(find_path(grid, *plain))
        for _ in range(4):
            ends = [maps.random_point(rng, grid, 2.0) for _ in range(2)]
            find_path_to_nearest(grid, *ends, avoid=random_circles(rng, grid))
        assert hashlib.sha256(grid.padded).hexdigest() == before
        assert maps.as_bytes(find_path(grid, *plain)) == alone
        # A circle outside the grid covers nothing: what was left behind would show.
        assert_no_stamps(grid)
        assert maps.as_bytes(find_path(grid, *plain, avoid=[(*OUTSIDE, 1.0)])) == alone


def test_marks_go_after_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are removed even if a search raises."""
    grid = maps.drawn("...")
    with pytest.raises(KeyboardInterrupt), stamped(grid, as_circles([(1.5, 0.5, 0.1)]), OUTSIDE):
        raise KeyboardInterrupt
    assert_no_stamps(grid)
    assert blocked_by(grid, [(0.5, 0.5, 0.1)]) == {(0, 0)}

    def fails(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(cell_search, "path_points", fails)
    with pytest.raises(MemoryError):
        find_path(grid, (0.5, 0.5), (1.6, 0.5), avoid=[(2.5, 0.5, 0.1)], smoothing="greedy")
    assert_no_stamps(grid)


def test_circles_may_change_meanwhile() -> None:
    """All marks are removed again, even if the caller changes its array."""
    grid = maps.drawn("...")
    given = np.array([(1.5, 0.5, 0.1)])
    with stamped(grid, as_circles(given), OUTSIDE):
        given[0, 0] = 0.5
    assert_no_stamps(grid)


@pytest.mark.parametrize("smoothing", ["taut", "greedy", "none"])
def test_s0_053_smoothing_keeps_clear_of_circles(smoothing: str) -> None:
    """With someone in the middle no segment crosses the cells that are blocked for it."""
    grid = NavGrid.from_array(np.ones((9, 9)))
    circle = (4.5, 4.5, 1.5)
    result = find_path(grid, (0.5, 4.5), (8.5, 4.5), avoid=[circle], smoothing=smoothing)
    covered = np.ones((9, 9))
    for column, row in naive_paths.covered(grid, [circle]):
        covered[row, column] = 0
    assert result.status is Status.COMPLETE
    assert len(result.points) > 1
    for a, b in maps.legs(result):
        assert is_clear(NavGrid.from_array(covered), a, b)


def test_s0_075_at_least_the_containing_cell() -> None:
    """A circle of 0.27 m covers a cell of 0.4 m wherever it stands, on corners as well."""
    grid = NavGrid.from_array(np.ones((4, 4)), cell_size=0.4)
    for i, j in itertools.product(range(41), repeat=2):
        x, z = 0.4 + i * 0.02, 0.4 + j * 0.02
        for radius in (0.0, 0.24, 0.27):
            assert grid.cell_of(x, z) in blocked_by(grid, [(x, z, radius)])


def test_border_of_a_circle_counts() -> None:
    """A centre exactly a radius away is covered."""
    grid = NavGrid.from_array(np.ones((1, 5)))
    assert blocked_by(grid, [(0.5, 0.5, 2.0)]) == {(0, 0), (1, 0), (2, 0)}
    below = math.nextafter(2.0, 0.0)
    assert blocked_by(grid, [(0.5, 0.5, below)]) == {(0, 0), (1, 0)}


def test_huge_circles() -> None:
    """One that covers everything, and one that is too far to."""
    grid = NavGrid.from_array(np.ones((3, 5)))
    assert len(blocked_by(grid, [(2.0, 1.0, 1e300)])) == 15
    assert blocked_by(grid, [(1e300, 1.0, 1e200)]) == set()


def test_s0_076_own_cell_is_never_blocked() -> None:
    """Two agents overlap: the start stays, and the first point is ahead."""
    grid = NavGrid.from_array(np.ones((1, 11)), cell_size=0.4)
    start = (1.0, 0.2)
    result = find_path(grid, start, (4.2, 0.2), avoid=[(0.9, 0.2, 0.3)])
    assert result.snapped_start is None
    assert result.points.tolist() == [[4.2, 0.2]]
    assert grid.cell_of(*start) not in blocked_by(grid, [(0.9, 0.2, 0.3)], start)


def test_s0_076_a_blocked_start_stays_blocked() -> None:
    """Sparing the own cell opens no wall."""
    grid = maps.drawn(".#.")
    result = find_path(grid, (1.5, 0.5), (2.4, 0.5), avoid=[(0.5, 0.5, 0.2)])
    assert result.snapped_start == (2.5, 0.5)


def test_s0_077_covered_end() -> None:
    """An agent that walks to another stops at the centre of the nearest free cell."""
    grid = NavGrid.from_array(np.ones((1, 11)))
    result = find_path(grid, (0.5, 0.5), (8.4, 0.5), avoid=[(8.4, 0.5, 0.5)])
    assert result.status is Status.COMPLETE
    assert result.snapped_goal == (7.5, 0.5)
    assert result.points.tolist() == [[7.5, 0.5]]


def test_arrays_and_lists_are_taken() -> None:
    """Circles come as any (n, 3) numbers."""
    grid = NavGrid.from_array(np.ones((5, 5)))
    circles = [(2, 2, 1)]
    results = [
        find_path(grid, (0.5, 2.5), (4.5, 2.5), avoid=given)
        for given in (circles, np.array(circles, np.float32), np.array(circles * 2)[::2])
    ]
    assert len({maps.as_bytes(result) for result in results}) == 1
