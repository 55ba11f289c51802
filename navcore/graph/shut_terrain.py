"""Terrain that agents of a type can't enter, which networks must not cross.

A place is walkable if its cell is, regardless of the cells around it. A network therefore keeps no
distance from water, but its lines must not cross the border of shut cells.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.bake.terrain import KINDS, TerrainCells
from navcore.geometry.rings import Floats
from navcore.level.model import Profile


@dataclass(frozen=True, eq=False)
class ShutTerrain:
    """Cells of one storey whose terrain needs abilities that a type lacks."""

    lattice: Lattice
    cells: npt.NDArray[np.bool_]
    """(depth, width)."""

    @classmethod
    def of(cls, terrain: TerrainCells | None, profile: Profile) -> "ShutTerrain | None":
        """Return the cells that are shut to a profile; None if there are none.

        Args:
            terrain: Terrain of the storey, `world.on(layer).terrain`.
            profile: The agent type.
        """
        if terrain is None:
            return None
        shut = np.zeros(KINDS, np.bool_)
        has = frozenset(profile.abilities)
        shut[: len(terrain.table)] = [not has.issuperset(row.needs) for row in terrain.table]
        if not shut.any():
            return None
        cells = shut[terrain.cells[1:-1, 1:-1]]
        return cls(terrain.lattice, cells) if cells.any() else None

    @cached_property
    def borders(self) -> Floats:
        """(n, 4) segments, lower end first, between cells that are shut and others, metres."""
        lattice, padded = self.lattice, np.pad(self.cells, 1)
        rows, low, high = _runs((padded[1:] != padded[:-1])[:, 1:-1])
        columns, bottom, top = _runs((padded[:, 1:] != padded[:, :-1])[1:-1].T)
        size = lattice.cell_size
        across = np.column_stack((low, rows, high, rows))
        up = np.column_stack((columns, bottom, columns, top))
        origin = np.array((lattice.min_x, lattice.min_z) * 2)
        borders: Floats = np.concatenate((across, up)) * size + origin
        return borders

    def holds(self, places: Floats) -> npt.NDArray[np.bool_]:
        """Return (n,) whether each place (n, 2) lies in such a cell."""
        lattice = self.lattice
        at = np.floor((places - (lattice.min_x, lattice.min_z)) / lattice.cell_size)
        inside = np.asarray(
            (at >= 0).all(axis=1) & (at < (lattice.width, lattice.depth)).all(axis=1)
        )
        cells = np.zeros(at.shape, np.int64)
        cells[inside] = at[inside]
        return np.asarray(inside & self.cells[cells[:, 1], cells[:, 0]])


def boxes_of_change(before: ShutTerrain | None, after: ShutTerrain | None) -> Floats | None:
    """Return boxes (k, 4) that contain all differences of shut cells; None: anywhere."""
    known = before or after
    if known is None or before is after:
        return np.empty((0, 4))
    lattice = known.lattice
    if before is not None and after is not None and after.lattice != lattice:
        return None
    none = np.zeros((lattice.depth, lattice.width), np.bool_)
    old, new = (none if one is None else one.cells for one in (before, after))
    differ = old != new
    if not differ.any():
        return np.empty((0, 4))
    rows, columns = (np.flatnonzero(differ.any(axis=axis)) for axis in (1, 0))
    low, high = (columns[0], rows[0]), (columns[-1] + 1, rows[-1] + 1)
    origin, size = np.array((lattice.min_x, lattice.min_z)), lattice.cell_size
    return np.concatenate((origin + size * np.array(low), origin + size * np.array(high)))[None]


def _runs(marks: npt.NDArray[np.bool_]) -> tuple[Floats, Floats, Floats]:
    """Row, first column and column past the last of each run of marks in a row."""
    steps = np.diff(np.pad(marks, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, first = np.nonzero(steps == 1)
    _, last = np.nonzero(steps == -1)
    return rows.astype(np.float64), first.astype(np.float64), last.astype(np.float64)
