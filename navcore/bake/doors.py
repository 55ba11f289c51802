"""Doors of a grid that was baked before: the cells of each, which open and shut without baking."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import Derived, DoorCells, NavGrid
from navcore.bake.raster import CellRect
from navcore.level.model import Area, Ring


def door_areas(grid: NavGrid) -> dict[int, Area]:
    """Return the doors of a grid as areas of a level, by id, in the order of `grid.doors`.

    The outline of each is the box around its cells; ids depend on names and order only.
    """
    areas: dict[int, Area] = {}
    for number, door in enumerate(grid.doors):
        door_id = _id_of(door, number, areas)
        areas[door_id] = Area(
            id=door_id,
            order=float(number),
            name=door.name,
            polygon=_box_of(grid, door),
            door=True,
            available=door.open,
        )
    return areas


def with_doors(
    grid: NavGrid, given: NavGrid, states: Mapping[int, bool]
) -> tuple[NavGrid, tuple[CellRect, ...]]:
    """Return the grid with doors opened or shut, and the cells that differ.

    `states` says, by index in `grid.doors`, whether a door is open. Cells of an open door have
    their cost in `given`, the grid as it was loaded; 1 if they were blocked there.
    """
    padded = grid.padded.copy()
    cost = None if grid.cost is None else grid.cost.copy()
    doors, rects = list(grid.doors), []
    for number, opens in states.items():
        doors[number] = doors[number]._replace(open=opens)
        for z, x0, x1 in doors[number].cells:
            rect = CellRect(z, z + 1, x0, x1)
            rects.append(rect)
            padded[rect.padded] = opens
            if cost is not None and given.cost is not None:
                costs = given.cost[rect.padded]
                cost[rect.padded] = np.where(costs > 0, costs, 1.0) if opens else 0.0
    bitmaps, regions = Bitmaps.of(padded), grid.derived.regions
    derived = Derived(bitmaps, regions.changed(bitmaps, rects) if regions else None)
    made = replace(grid, padded=padded, cost=cost, doors=tuple(doors), derived=derived)
    return made, tuple(rects)


def _id_of(door: DoorCells, number: int, taken: Mapping[int, Area]) -> int:
    attempt = 0
    while True:
        seed = f"{door.name}\0{number}\0{attempt}".encode("utf-8", "surrogatepass")
        found = int.from_bytes(hashlib.blake2b(seed, digest_size=4).digest(), "big")
        if found and found not in taken:
            return found
        attempt += 1


def _box_of(grid: NavGrid, door: DoorCells) -> Ring:
    """Return the box around a door's cells, metres; around the grid's first cell if none."""
    cells = np.array(door.cells or [(0, 0, 1)], np.int64)
    low, high = cells.min(axis=0).tolist(), cells.max(axis=0).tolist()
    x0, z0 = grid.lattice.centre_of(low[1], low[0])
    x1, z1 = grid.lattice.centre_of(high[2] - 1, high[0])
    half = grid.cell_size / 2
    x0, z0, x1, z1 = x0 - half, z0 - half, x1 + half, z1 + half
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))
