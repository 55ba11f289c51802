"""Contents and targets of exports, and reasons that prevent writing."""

import numpy as np
from export_level import two_rooms, with_doors

from navcore.bake.grid import NavGrid
from navcore.export import (
    grid_for_export,
)
from navcore.level.edit import Edit
from navcore.level.profiles import Profile
from navcore.world import World


def filled(grid: NavGrid, *runs: tuple[int, int, int]) -> np.ndarray:
    """Return the grid's cells with the runs of doors set to 1, as a game does."""
    cells = np.zeros_like(grid.walkable)
    for z, x0, x1 in runs:
        cells[z, x0:x1] = 1
    return cells


def test_doors_as_drawn() -> None:
    """Toggling one door's cells in the exported grid equals baking with that door toggled."""
    level = two_rooms()
    grid, doors = grid_for_export(World.build(level))
    assert [(door.name, door.open) for door in doors] == [("gate", True), ("hatch", False)]
    gate, hatch = (filled(grid, *door.cells) for door in doors)
    assert gate.any()
    assert hatch.any()
    shut = with_doors(level, gate=False).grid.walkable
    assert np.array_equal(grid.walkable & ~gate & 1, shut)
    opened = with_doors(level, hatch=True).grid.walkable
    assert np.array_equal(grid.walkable | hatch, opened)


def test_all_doors_open() -> None:
    """With all doors open, shutting any of them equals baking with it shut."""
    level = two_rooms()
    grid, doors = grid_for_export(World.build(level), "open")
    assert [door.open for door in doors] == [True, True]
    assert np.array_equal(grid.walkable, with_doors(level, hatch=True).grid.walkable)
    for door in doors:
        states = {"gate": True, "hatch": True, door.name: False}
        expected = with_doors(level, **states).grid.walkable
        assert np.array_equal(grid.walkable & ~filled(grid, *door.cells) & 1, expected)


def test_doors_for_another_radius() -> None:
    """Toggling a door's cells equals baking with that door toggled, for other agents too."""
    level, profile = two_rooms(), Profile(radius=0.1)
    grid, doors = grid_for_export(World.build(level), profile=profile)
    assert grid.agent_radius == 0.1
    gate, hatch = (filled(grid, *door.cells) for door in doors)
    shut = with_doors(level, gate=False).grid_for(profile).walkable
    assert np.array_equal(grid.walkable & ~gate & 1, shut)
    opened = with_doors(level, hatch=True).grid_for(profile).walkable
    assert np.array_equal(grid.walkable | hatch, opened)


def test_level_stays_as_it_is() -> None:
    """Exporting changes neither the world nor its doors."""
    world = World.build(two_rooms())
    before = world.grid.walkable.copy()
    grid_for_export(world, "open")
    assert np.array_equal(world.grid.walkable, before)
    assert not world.level.areas[4].available


def test_no_doors() -> None:
    """A level without doors exports none."""
    level = Edit.remove(two_rooms(), [3, 4]).apply(two_rooms())
    assert grid_for_export(World.build(level))[1] == ()
