"""Patches of floor that see no waypoint, the largest first."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.geometry.pieces import label
from navcore.geometry.rings import Box
from navcore.graph.coverage import UNSEEN
from navcore.level.model import Point


@dataclass(frozen=True, slots=True)
class Patch:
    """Cells that see no waypoint and hang together by their sides."""

    number: int
    """Number of its cells in `Uncovered.numbers`."""
    area: float
    """Square metres."""
    place: Point
    """The centre of the cell of it that is nearest to its middle, metres."""
    box: Box
    """Least x and z, greatest x and z, metres."""


@dataclass(frozen=True, slots=True, eq=False)
class Uncovered:
    """All patches of a storey."""

    patches: tuple[Patch, ...]
    """The largest first; of two of one size the lower one, then the left one."""
    numbers: npt.NDArray[np.int32]
    """(depth, width) the patch that holds each cell, from 1; 0 for none; read-only."""

    @property
    def area(self) -> float:
        """Square metres of all of them."""
        return sum(patch.area for patch in self.patches)


def _nothing() -> None:
    """Neither rest nor stop."""


def uncovered(
    field: npt.NDArray[np.uint8], lattice: Lattice, pause: Callable[[], None] = _nothing
) -> Uncovered:
    """Return the patches of a coverage's field (depth, width) on its lattice.

    `pause` is called between pieces of work; it may raise to stop.
    """
    cells = field == UNSEEN
    labels, count = label(cells)
    pause()
    rows, columns = np.nonzero(cells)
    owners = labels[rows, columns] - 1
    sizes = np.bincount(owners, minlength=count)
    pause()
    # Pieces are numbered by their first cells, which a stable order keeps.
    order = np.argsort(-sizes, kind="stable")
    ranks = np.empty(count, np.int64)
    ranks[order] = np.arange(count)
    numbers = np.zeros(field.shape, np.int32)
    numbers[rows, columns] = ranks[owners] + 1
    numbers.flags.writeable = False
    pause()
    by_patch = np.argsort(ranks[owners], kind="stable")
    ends = np.cumsum(sizes[order])
    patches = []
    for number, cells in enumerate(np.split(by_patch, ends[:-1]), start=1):
        if len(cells):
            pause()
            patches.append(_patch(number, rows[cells], columns[cells], lattice))
    return Uncovered(tuple(patches), numbers)


def _patch(
    number: int, rows: npt.NDArray[np.int64], columns: npt.NDArray[np.int64], lattice: Lattice
) -> Patch:
    size = lattice.cell_size
    nearest = int(np.argmin(np.hypot(rows - rows.mean(), columns - columns.mean())))
    low = lattice.centre_of(int(columns.min()), int(rows.min()))
    high = lattice.centre_of(int(columns.max()), int(rows.max()))
    box = (low[0] - size / 2, low[1] - size / 2, high[0] + size / 2, high[1] + size / 2)
    place = lattice.centre_of(int(columns[nearest]), int(rows[nearest]))
    return Patch(number, len(rows) * size * size, place, box)
