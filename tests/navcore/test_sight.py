"""Line of sight, compared with exact clipping in rational numbers."""

import itertools
import math
import random

import maps
import naive_paths
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import interpret_paths

from navcore.bake.grid import NavGrid
from navcore.level.model import Point
from navcore.path.sight import is_clear, path_is_clear

SIDE = 12


def random_end(rng: random.Random) -> Point:
    """A point in or just outside a map of 12 x 12 cells: anywhere, on lines, corners, centres."""
    kind = rng.randrange(5)
    x, z = rng.uniform(-1, SIDE + 1), rng.uniform(-1, SIDE + 1)
    if kind == 0:
        return x, z
    if kind == 1:
        return float(round(x)), z
    if kind == 2:
        return round(2 * x) / 2, round(2 * z) / 2
    if kind == 3:
        return math.floor(x) + 0.5, math.floor(z) + 0.5
    # A hair from a corner, on either side of what still counts as touching.
    hair = rng.choice((1e-15, 1e-12, 1e-10, 1e-8, 1e-6))
    return round(x) + rng.choice((-hair, 0.0, hair)), round(z) + rng.choice((-hair, 0.0, hair))


def random_segment(rng: random.Random) -> tuple[Point, Point]:
    """Return a random segment, sometimes along a grid line or through a corner."""
    a, b = random_end(rng), random_end(rng)
    kind = rng.randrange(6)
    if kind == 0:
        return a, (a[0], b[1])
    if kind == 1:
        return a, (b[0], a[1])
    if kind == 2:
        corner = rng.randint(1, SIDE - 1), rng.randint(1, SIDE - 1)
        share = rng.uniform(0.2, 2)
        return a, (
            corner[0] + share * (corner[0] - a[0]),
            corner[1] + share * (corner[1] - a[1]),
        )
    return a, b


def assert_sight(seed: int) -> None:
    """Check that clear segments cross no blocked cell and others touch one, in both directions."""
    rng = random.Random(seed)
    share = rng.choice((0.03, 0.1, 0.3))
    cells = np.array([[rng.random() >= share for _ in range(SIDE)] for _ in range(SIDE)], np.uint8)
    grid = NavGrid.from_array(cells)
    for _ in range(10):
        a, b = random_segment(rng)
        clear = is_clear(grid, a, b)
        assert is_clear(grid, b, a) == clear, (a, b)
        if clear:
            assert not naive_paths.crosses_blocked(cells, a, b), (a, b)
        else:
            assert naive_paths.touches_blocked(cells, a, b, 3e-9), (a, b)


@given(st.integers(min_value=1_000_000))
def test_s0_052_exact(seed: int) -> None:
    """Zero crossings, and no refusal without a reason."""
    assert_sight(seed)


def test_s0_052_exact_on_many_segments(exhaustive: bool) -> None:
    """Optionally with 100,000 segments."""
    for seed in range(12_000 if exhaustive else 300):
        assert_sight(seed)


def test_interpreted_equals_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel gives the same result as plain Python."""
    rng = random.Random(3)
    grid = NavGrid.from_array(maps.random_cells(rng, 12))
    pairs = [(random_end(rng), random_end(rng)) for _ in range(2000)]
    compiled = [is_clear(grid, *pair) for pair in pairs]
    interpret_paths(monkeypatch)
    grid = NavGrid.from_array(grid.walkable)
    assert [is_clear(grid, *pair) for pair in pairs] == compiled


@pytest.mark.parametrize("cell_size", [0.1, 0.4, 1.0, 3.3])
@pytest.mark.parametrize("origin", [0.0, -7.3, 1234.5])
def test_s0_052_diagonal_between_blocked_cells(cell_size: float, origin: float) -> None:
    """Through a corner, both cells beside it count, wherever the grid is."""
    for one, other in itertools.product((0, 1), repeat=2):
        grid = NavGrid.from_array(
            [[1, one], [other, 1]], cell_size=cell_size, min_x=origin, min_z=origin
        )
        assert is_clear(grid, grid.centre_of(0, 0), grid.centre_of(1, 1)) == bool(one and other)


def test_s0_052_slope_through_a_corner() -> None:
    """At any slope the cells beside a corner count, and no others."""
    a, b = (0.5, 0.75), (3.5, 1.25)
    for row, column in itertools.product(range(2), range(4)):
        cells = np.ones((2, 4), np.uint8)
        cells[row, column] = 0
        # The segment goes through (2, 1).
        touched = {(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 3)}
        assert is_clear(NavGrid.from_array(cells), a, b) == ((row, column) not in touched)


def test_along_a_line_both_sides_count() -> None:
    """Between a wall and the floor there is no way exactly along the line."""
    open_grid = maps.drawn("....", "....")
    walled = maps.drawn("....", ".##.")
    assert is_clear(open_grid, (0.5, 1.0), (3.5, 1.0))
    assert not is_clear(walled, (0.5, 1.0), (3.5, 1.0))
    assert is_clear(walled, (0.5, 1.1), (3.5, 1.1))


def test_an_end_on_a_corner() -> None:
    """For a diagonal step from a corner, both cells beside it count."""
    a, b = (1.0, 1.0), (0.3, 0.4)
    for one, other in itertools.product((0, 1), repeat=2):
        grid = NavGrid.from_array([[1, one], [other, 1]])
        assert is_clear(grid, a, b) == bool(one and other)
    assert is_clear(maps.drawn("..", "##"), (1.0, 1.0), (0.3, 1.4))
    hair = (7.000000000000001, 11.0)
    cells = np.ones((SIDE, SIDE), np.uint8)
    cells[10, 7] = 0
    assert not is_clear(NavGrid.from_array(cells), hair, (5.8, 5.96))


def test_within_a_cell_all_is_clear() -> None:
    """Every point of a walkable cell, its corners included, sees the cell's centre."""
    grid = maps.drawn("###", "#.#", "###")
    for point in itertools.product((1.0, 1.5, math.nextafter(2.0, 0.0)), repeat=2):
        assert is_clear(grid, point, (1.5, 1.5))
        assert is_clear(grid, (1.5, 1.5), point)


def test_ends_in_blocked_cells_or_outside() -> None:
    """Both ends must be walkable themselves."""
    grid = maps.drawn("..#")
    assert is_clear(grid, (0.5, 0.5), (1.5, 0.5))
    for end in ((2.5, 0.5), (2.0, 0.5), (-0.5, 0.5), (0.5, 1.0), (0.5, -1e-12), (1e300, 0.5)):
        assert not is_clear(grid, (0.5, 0.5), end)
        assert not is_clear(grid, end, (0.5, 0.5))
        assert not is_clear(grid, end, end)
    for end in ((math.nan, 0.5), (0.5, math.inf), (-math.inf, 0.5)):
        assert not is_clear(grid, (0.5, 0.5), end)
        assert not path_is_clear(grid, (0.5, 0.5), [end])


def test_path_is_clear() -> None:
    """A path is clear when each of its parts is, the first from the start included."""
    grid = maps.drawn("...", ".#.", "...")
    start = (0.5, 0.5)
    assert path_is_clear(grid, start, [(0.5, 2.5), (2.5, 2.5), (2.5, 0.5)])
    assert not path_is_clear(grid, start, [(0.5, 2.5), (2.5, 0.5)])
    assert not path_is_clear(grid, start, [(2.5, 2.5)])
    assert path_is_clear(grid, start, np.empty((0, 2)))
    assert not path_is_clear(grid, (1.5, 1.5), [(0.5, 0.5)])


def test_path_is_clear_equals_its_parts() -> None:
    """Asked at once or one by one, the answer is the same, in metres of any grid."""
    for seed in range(300):
        rng = random.Random(seed)
        grid = maps.random_grid(rng, 12)
        points = [maps.random_point(rng, grid) for _ in range(rng.randint(2, 4))]
        parts = [is_clear(grid, a, b) for a, b in itertools.pairwise(points)]
        assert path_is_clear(grid, points[0], points[1:]) == all(parts)
