"""The doors that a path leads through."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from navcore.bake.lattice import Lattice
from navcore.geometry.box_fits import holds
from navcore.geometry.rings import Floats
from navcore.level.model import Area, Level
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.path.terrain_shares import cut_at_cells

__all__ = ["doors_passed"]

_ON_LINE: Final = 1e-6
"""Cells from a line between two cells within which a path runs along it, and is in both."""


def doors_passed(
    level: Level, lattice: Lattice, path: PathResult, layer: str = GROUND
) -> tuple[Area, ...]:
    """Return the doors that a path leads through, in the order in which it comes to them.

    It leads through a door where it is in a cell of it, one the centre of which lies in the door:
    around a corner a path may be up to half a cell outside the outline. A door that it passes
    twice stands there once.

    Args:
        level: Where the path was found.
        lattice: Of the world in which it was found.
        path: With or without points.
        layer: The storey of a path that names none itself.
    """
    doors = [area for area in level.areas.values() if area.door]
    found: dict[int, Area] = {}
    if not doors:
        return ()
    rings = [np.array(door.polygon, np.float64) for door in doors]
    boxes = np.array([(*ring.min(axis=0), *ring.max(axis=0)) for ring in rings])
    for walk in path.walks:
        on = walk.layer or layer
        for centres in _centres(lattice, walk.stops):
            least, most = centres.min(axis=0), centres.max(axis=0)
            near = (boxes[:, :2] <= most).all(axis=1) & (boxes[:, 2:] >= least).all(axis=1)
            met: list[tuple[int, int]] = []
            for number in np.flatnonzero(near).tolist():
                inside = np.flatnonzero(holds(rings[number], centres))
                if len(inside) and level.settings.layer_of(doors[number]) == on:
                    met.append((int(inside[0]), number))
            for _, number in sorted(met):
                found.setdefault(doors[number].id, doors[number])
    return tuple(found.values())


def _centres(lattice: Lattice, stops: Floats) -> Iterator[Floats]:
    """(n, 2) centres of the cells along each segment, metres, in its order."""
    corner = np.array((lattice.min_x, lattice.min_z))
    for a, b in pairwise((stops - corner) / lattice.cell_size):
        middles = cut_at_cells(a, b)[1]
        both = np.stack((np.floor(middles + _ON_LINE), np.floor(middles - _ON_LINE)), axis=1)
        yield (both.reshape(-1, 2) + 0.5) * lattice.cell_size + corner
