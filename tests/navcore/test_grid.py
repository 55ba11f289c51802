"""NavGrid: its public contract."""

import math

import numpy as np
import pytest

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError


def test_cells_are_row_major_from_the_lowest_z():
    """Cell (3, 5) of a grid 11 wide stands at 5 * 11 + 3 (S0-003)."""
    cells = np.zeros((7, 11), np.uint8)
    cells[5, 3] = 1
    grid = NavGrid.from_array(cells)
    assert grid.walkable.ravel()[58] == 1
    assert grid.is_walkable(3.5, 5.5)
    assert not grid.is_walkable(5.5, 3.5)


@pytest.mark.parametrize(("x", "z"), [(-0.1, 0.5), (2.0, 0.5), (0.5, -1e300), (0.5, 3.0)])
def test_nothing_outside_is_walkable(x: float, z: float):
    """Also where all of the grid is walkable."""
    grid = NavGrid.from_array(np.ones((3, 2)))
    assert grid.is_walkable(0.0, 0.0)
    assert not grid.is_walkable(x, z)


def test_points_that_no_cell_can_be_counted_for_are_not_walkable() -> None:
    """They are NaN, infinite, or so far away that a quotient overflows."""
    grid = NavGrid.from_array(np.ones((3, 4)), cell_size=0.4)
    for wrong in (math.nan, math.inf, -math.inf, 1e308, -1e308):
        assert not grid.is_walkable(wrong, 0.2)
        assert not grid.is_walkable(0.2, wrong)
    assert grid.is_walkable(0.2, 0.2)


def test_values_become_zero_and_one():
    """No third value in the array (S0-002)."""
    grid = NavGrid.from_array([[0, 2, -1], [True, False, 0.5]])
    assert grid.walkable.tolist() == [[0, 1, 1], [1, 0, 1]]
    assert grid.walkable.dtype == np.uint8


def test_arrays_are_read_only_and_not_the_callers():
    """No grid in anybody's hands ever changes."""
    cells = np.ones((3, 3), np.uint8)
    grid = NavGrid.from_array(cells)
    cells[:] = 0
    assert grid.walkable.all()
    for array in (grid.walkable, grid.padded):
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1


@pytest.mark.parametrize(
    ("cells", "cell_size", "message"),
    [
        (np.ones(3), 1.0, "2 dimensions"),
        (np.ones((0, 3)), 1.0, "at least one cell"),
        (np.ones((2, 2)), 0.0, "cell_size must be a number over 0"),
        (np.ones((2, 2)), float("nan"), "cell_size must be a number over 0"),
    ],
)
def test_what_is_no_grid_is_refused(cells, cell_size: float, message: str):
    """The message describes the fault."""
    with pytest.raises(NavcoreError, match=message):
        NavGrid.from_array(cells, cell_size=cell_size)


def test_origin_must_be_finite():
    """A grid at infinity has no cells."""
    with pytest.raises(NavcoreError, match="min_x and min_z must be finite"):
        NavGrid.from_array(np.ones((2, 2)), min_x=float("inf"))


def test_array_that_does_not_fit_the_lattice_is_refused():
    """The message has both shapes."""
    with pytest.raises(NavcoreError, match=r"must be uint8 \(4, 5\), got uint8 \(2, 3\)"):
        NavGrid(Lattice(1.0, 0.0, 0.0, 3, 2), np.zeros((2, 3), np.uint8))


def test_cells_and_centres_go_through_the_lattice():
    """S0-012 and S0-013 on the grid itself."""
    grid = NavGrid.from_array(np.ones((4, 6)), cell_size=0.3, min_x=-5.3, min_z=2.0)
    assert (grid.width, grid.depth, grid.cell_size) == (6, 4, 0.3)
    assert (grid.min_x, grid.min_z) == (-5.3, 2.0)
    assert grid.cell_of(*grid.centre_of(5, 3)) == (5, 3)


@pytest.mark.parametrize(
    "bad", [[[1, 0], [1]], [["a", "b"]], [[None]]], ids=["ragged", "text", "none"]
)
def test_rows_of_numbers_are_asked_for(bad: object) -> None:
    """Anything else is refused, as cells and as costs."""
    with pytest.raises(NavcoreError, match="walkable must be numbers in rows of one length"):
        NavGrid.from_array(bad)
    with pytest.raises(NavcoreError, match="cost must be numbers in rows of one length"):
        NavGrid.from_array(np.ones((1, 2)), cost=bad)
