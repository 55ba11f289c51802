"""The doors that a path leads through."""

from itertools import pairwise
from typing import Final

import numpy as np

from navcore.bake.lattice import Lattice
from navcore.geometry.box_fits import holds
from navcore.geometry.rings import Floats, Ints
from navcore.level.model import Area, Level
from navcore.level.tables import GROUND
from navcore.path.result import PathResult
from navcore.path.terrain_shares import cut_at_cells

__all__ = ["DoorsOfLevel", "doors_passed"]

_ON_LINE: Final = 1e-6
"""Cells from a line between two cells within which a path runs along it, and is in both."""


class DoorsOfLevel:
    """The doors of a level, for questions about many paths."""

    def __init__(self, level: Level) -> None:
        """Take the doors of a level, open or shut."""
        self._doors = [area for area in level.areas.values() if area.door]
        self._layers = [level.settings.layer_of(door) for door in self._doors]
        self._rings = [np.array(door.polygon, np.float64) for door in self._doors]
        boxes = [(*ring.min(axis=0), *ring.max(axis=0)) for ring in self._rings]
        self._boxes = np.array(boxes).reshape(-1, 4)

    def __len__(self) -> int:
        """Return the number of doors."""
        return len(self._doors)

    def passed(self, lattice: Lattice, path: PathResult, layer: str = GROUND) -> tuple[Area, ...]:
        """Return the doors that a path leads through, see :func:`doors_passed`."""
        found: dict[int, Area] = {}
        if not self._doors:
            return ()
        for walk in path.walks:
            on = walk.layer or layer
            for start, end in pairwise(walk.stops):
                # Cells have their centres within a cell of the line that leads through them.
                least = np.minimum(start, end) - lattice.cell_size
                most = np.maximum(start, end) + lattice.cell_size
                near = self._near(least, most)
                if not len(near):
                    continue
                centres = _centres(lattice, start, end)
                met: list[tuple[int, int]] = []
                for number in near.tolist():
                    inside = np.flatnonzero(holds(self._rings[number], centres))
                    if len(inside) and self._layers[number] == on:
                        met.append((int(inside[0]), number))
                for _, number in sorted(met):
                    found.setdefault(self._doors[number].id, self._doors[number])
        return tuple(found.values())

    def _near(self, least: Floats, most: Floats) -> Ints:
        boxes = self._boxes
        near = (boxes[:, 0] <= most[0]) & (boxes[:, 2] >= least[0])
        near &= (boxes[:, 1] <= most[1]) & (boxes[:, 3] >= least[1])
        return np.flatnonzero(near)


def doors_passed(
    level: Level, lattice: Lattice, path: PathResult, layer: str = GROUND
) -> tuple[Area, ...]:
    """Return the doors that a path leads through, in order along the path.

    A path leads through a door if it is in a cell whose centre lies in the door: around a corner a
    path may be up to half a cell outside the outline. A door that is passed twice is listed once.

    Args:
        level: The level of the path.
        lattice: Lattice of the world in which it was found.
        path: A path, with or without points.
        layer: The storey of a path that names no storeys.
    """
    return DoorsOfLevel(level).passed(lattice, path, layer)


def _centres(lattice: Lattice, start: Floats, end: Floats) -> Floats:
    """(n, 2) centres of the cells along a segment, metres, in its order."""
    corner = np.array((lattice.min_x, lattice.min_z))
    a, b = ((place - corner) / lattice.cell_size for place in (start, end))
    middles = cut_at_cells(a, b)[1]
    both = np.stack((np.floor(middles + _ON_LINE), np.floor(middles - _ON_LINE)), axis=1)
    centres: Floats = (both.reshape(-1, 2) + 0.5) * lattice.cell_size + corner
    return centres
