"""Cells to world and back, windows, and how many cells a level needs."""

import math

import pytest

from navcore.bake.extent import MAX_CELLS, extended, lattice_for
from navcore.bake.lattice import NEIGHBOURS, Lattice
from navcore.errors import LevelTooLarge
from navcore.level.model import Settings

SQUARE = (0.0, 0.0, 10.0, 10.0)


def test_square_of_the_requirements_gets_its_margin():
    """Area 0..10: from -1.5 to 11.5, 33 x 33 cells (S0-010, S0-011)."""
    lattice = lattice_for(SQUARE, Settings())
    assert (lattice.min_x, lattice.min_z) == (-1.5, -1.5)
    assert (lattice.width, lattice.depth) == (33, 33)
    assert lattice.max_x >= 11.5


@pytest.mark.parametrize(
    ("x", "column"),
    [
        (-1.5, 0), (-1.5001, -1), (-1.0, 1), (-0.0001, 3), (0.0, 3), (11.6999, 32),
        (11.7001, 33), (-9.5, -20), (1e9, 2_500_000_003),
    ],
)  # fmt: skip
def test_cell_of_a_coordinate_is_floored(x: float, column: int):
    """Left of the grid is negative, its right edge is outside (S0-012)."""
    lattice = lattice_for(SQUARE, Settings())
    assert lattice.cell_of(x, x) == (column, column)
    assert lattice.holds(column, 0) == (0 <= column < 33)


def test_right_edge_is_outside():
    """maxX itself belongs to no cell (S0-012)."""
    lattice = Lattice(0.5, -2.0, -2.0, 8, 8)
    assert (lattice.max_x, lattice.cell_of(2.0, -2.0)) == (2.0, (8, 0))


@pytest.mark.parametrize("cell_size", [0.1, 0.3, 0.4, 0.7, 1.0])
@pytest.mark.parametrize("low", [-5.3, 0.0, 1234.5, -98765.4321])
@pytest.mark.parametrize("first", [0, -7, 400])
def test_centre_lies_in_its_cell(cell_size: float, low: float, first: int):
    """Cell to centre and back, for every cell (S0-013)."""
    lattice = Lattice(cell_size, low, low, 300, 300, first, first)
    assert [lattice.cell_of(x, x)[0] for x in lattice.centres_x().tolist()] == list(range(300))
    assert [lattice.cell_of(z, z)[1] for z in lattice.centres_z().tolist()] == list(range(300))


@pytest.mark.parametrize("cell_size", [0.1, 0.3, 0.4, 0.7])
def test_window_keeps_every_centre_to_the_last_bit(cell_size: float):
    """A cell's centre is the same number in any window."""
    lattice = Lattice(cell_size, -5.3, 7.7, 40, 30, 3, -2)
    grown = lattice.window(-11, -5, 90, 60)
    assert grown.centres_x()[11:51].tolist() == lattice.centres_x().tolist()
    assert grown.centres_z()[5:35].tolist() == lattice.centres_z().tolist()
    assert lattice.centre_of(4, 9) == (lattice.centres_x()[4], lattice.centres_z()[9])
    assert grown.shares_cells(lattice)


def test_origin_on_cells_starts_at_a_multiple_of_the_cell_size():
    """With `cells`, an outline that moves does not shift cells elsewhere."""
    settings = Settings(grid_origin="cells")
    first = lattice_for((0.13, 0.0, 10.0, 10.0), settings)
    second = lattice_for((-3.77, 0.0, 10.0, 10.0), settings)
    for lattice in (first, second):
        assert lattice.min_x / 0.4 == pytest.approx(round(lattice.min_x / 0.4))
    assert first.shares_cells(second)
    assert first.min_x <= 0.13 - settings.margin
    assert first.max_x >= 10.0 + settings.margin


def test_level_without_areas_has_one_cell():
    """There is no bound to lay cells in (S0-010)."""
    lattice = lattice_for(None, Settings())
    assert (lattice.width, lattice.depth) == (1, 1)
    assert extended(lattice, None, Settings()) == lattice


def test_extension_is_by_whole_cells_and_never_shrinks():
    """During a drag the window grows; centres stay."""
    settings = Settings()
    lattice = lattice_for(SQUARE, settings)
    assert extended(lattice, (2.0, 2.0, 3.0, 3.0), settings) == lattice
    grown = extended(lattice, (-2.0, 0.0, 10.0, 13.3), settings)
    assert (grown.column, grown.row) == (-5, 0)
    assert grown.width == 38
    assert grown.max_z >= 13.3 + settings.margin
    assert grown.shares_cells(lattice)


def test_too_many_cells_are_refused_with_a_size_that_fits():
    """The message names the remedy, and the remedy works."""
    bounds = (0.0, 0.0, 5000.0, 5000.0)
    with pytest.raises(LevelTooLarge, match=r"a cell size of 1\.2 m fits") as refusal:
        lattice_for(bounds, Settings())
    assert "5000 x 5000 m" in str(refusal.value)
    assert lattice_for(bounds, Settings(cell_size=1.2)).cells <= MAX_CELLS
    assert lattice_for(bounds, Settings(cell_size=1.1), max_cells=10**9).cells > MAX_CELLS


@pytest.mark.parametrize("origin", ["bounds", "cells"])
@pytest.mark.parametrize(
    "bounds",
    [
        (0.0, 0.0, 1e300, 1.0),
        (-1.7e308, 0.0, 1.7e308, 1.0),
        (-1.7e308, -1.7e308, 1.7e308, 1.7e308),
        (1e300, 1e300, 1e300, 1e300),
        (1e15, 0.0, 1e15 + 8, 1.0),
    ],
)
def test_sizes_beyond_reason_are_refused_without_overflow(bounds, origin):
    """Corners at 1e300 are an error that says so, never an OverflowError."""
    settings = Settings(grid_origin=origin)
    with pytest.raises(LevelTooLarge, match=r"^areas "):
        lattice_for(bounds, settings)
    with pytest.raises(LevelTooLarge, match=r"^areas "):
        extended(lattice_for(SQUARE, settings), bounds, settings)


def test_extension_far_away_is_refused():
    """Each end is small, but the window between them is not."""
    settings = Settings()
    with pytest.raises(LevelTooLarge):
        extended(lattice_for(SQUARE, settings), (9e5, 9e5, 9e5 + 10, 9e5 + 10), settings)


def test_neighbours_cost_their_distance():
    """Eight steps, straight ones first (S0-034, S0-036)."""
    assert [math.hypot(column, row) for column, row, _ in NEIGHBOURS] == [
        cost for *_, cost in NEIGHBOURS
    ]
