"""The exported grid of a level, and the cells that each of its doors covers."""

from dataclasses import replace
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import CellRun, DoorCells, NavGrid
from navcore.bake.raster import CellRect
from navcore.export.links import links_for_export
from navcore.level.model import DoorStates, Level
from navcore.level.profiles import Profile
from navcore.level.tables import GROUND
from navcore.open_doors import all_open, doors_on, with_door
from navcore.world import World

_ANYBODY: Final = Profile()


def grid_for_export(
    world: World, doors: DoorStates = "drawn", profile: Profile = _ANYBODY
) -> tuple[NavGrid, tuple[DoorCells, ...]]:
    """Return the grid with doors as drawn or all open, and each door's cells in drawing order.

    Everything is for agents of the profile, with the doors of its storey. A door's cells are those
    that become blocked when only this door is shut in the exported grid. A game that sets or clears
    these cells shuts or opens the door without baking. The grid has the links that these agents can
    take from the storey.
    """
    if doors == "open":
        world = all_open(world)
    doors_there = doors_on(world.level, profile.layer)
    cells = tuple(_door_cells(world, door.id, profile) for door in doors_there)
    grid, links = world.grid_for(profile), links_for_export(world, profile)
    return replace(grid, links=links) if links else grid, cells


def door_names(
    level: Level, doors: DoorStates = "drawn", layer: str = GROUND
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of the doors that an exported grid of a storey has open, and has shut."""
    found = doors_on(level, layer)
    is_open = [door.available or doors == "open" for door in found]
    named = tuple(zip(found, is_open, strict=True))
    return (
        tuple(door.name for door, opened in named if opened),
        tuple(door.name for door, opened in named if not opened),
    )


def _door_cells(world: World, door_id: int, profile: Profile) -> DoorCells:
    door = world.level.areas[door_id]
    other = with_door(world, door, available=not door.available)
    opened, shut = (world, other) if door.available else (other, world)
    before, after = opened.grid_for(profile), shut.grid_for(profile)
    box = _box_of_change(world, other, profile)
    part = (slice(box.row0, box.row1), slice(box.column0, box.column1))
    fallen = (before.walkable[part] != 0) & (after.walkable[part] == 0)
    return DoorCells(door.name, door.available, _runs(fallen, box.row0, box.column0))


def _box_of_change(world: World, updated: World, profile: Profile) -> CellRect:
    """Return the cells that may differ between both worlds: a door in a large map affects few."""
    grid, storey = updated.grid_for(profile), updated.on(profile.layer)
    if grid is not storey.grid or storey.dirty is None:
        return CellRect(0, grid.depth, 0, grid.width)
    if updated is world or not storey.dirty:
        return CellRect(0, 0, 0, 0)
    row0, row1, column0, column1 = zip(*storey.dirty, strict=True)
    return CellRect(min(row0), max(row1), min(column0), max(column1))


def _runs(cells: npt.NDArray[np.bool_], row0: int, column0: int) -> tuple[CellRun, ...]:
    """Return runs of true cells by row, then column; the end column is excluded.

    The first cell of the array is at `row0` and `column0`.
    """
    rows_with = np.flatnonzero(cells.any(axis=1))
    edges = np.diff(np.pad(cells[rows_with], ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, starts = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    places = (rows_with[rows] + row0, starts + column0, ends + column0)
    return tuple(zip(*(place.tolist() for place in places), strict=True))
