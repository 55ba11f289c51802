"""Floor that doors open: its cells, the doors that decide them, and the rooms that they join.

A *room* is a connected region of the level while all its doors are shut. Cells that are walkable
with all doors open but not with all shut belong to doors: they lie in doors, or beside them where
the padding of the wall ends. Opening a door never blocks a cell, so rooms are whole in every state.
Doors that decide cells together form a *cluster*; clusters are independent of each other. In each
state of a cluster its cells form connected *pieces*, each of which joins the rooms that it touches.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.bake.profile import padding_for, radius_in
from navcore.bake.regions import Regions
from navcore.geometry.rings import Ints
from navcore.level.model import Area, Level, Profile
from navcore.proof.reach import Reach

_SLACK: Final = 2.0
"""Margin in cells around what a door can change, so that adjacent cells share their doors."""

_SEAMS: Final = 4.0
"""Widths of a closed seam around a door within which the outer edge may differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """Cells that some doors of a cluster open, which hang together."""

    number: int
    """Below 0, unique for each piece; rooms have numbers from 0."""
    storey: int
    cells: Ints
    """Ascending ids of its cells."""
    rooms: tuple[int, ...]
    """Numbers of the rooms that it touches."""


@dataclass(frozen=True, slots=True, eq=False)
class DoorCells:
    """The cells of a storey that are walkable while all doors are open, and not while shut."""

    storey: int
    cells: Ints
    """Ids, ascending."""
    clusters: Ints
    """The cluster of each."""

    def cluster_at(self, cell: int) -> int:
        """Return the cluster that decides on a cell; -1: none does."""
        at = int(np.searchsorted(self.cells, cell))
        found = at < len(self.cells) and self.cells[at] == cell
        return int(self.clusters[at]) if found else -1


class Clusters:
    """Numbers of the clusters of doors, joined as cells are found that both decide on."""

    def __init__(self, doors: Iterable[int]) -> None:
        """Start with each of these doors in its own cluster."""
        self._above = {door: door for door in doors}

    def join(self, doors: Sequence[int]) -> None:
        """Put these doors into one cluster."""
        roots = {self.root(door) for door in doors}
        least = min(roots)
        for root in roots:
            self._above[root] = least

    def root(self, door: int) -> int:
        """Return the door that represents the cluster of a door."""
        while self._above[door] != door:
            self._above[door] = self._above[self._above[door]]
            door = self._above[door]
        return door


def door_cells(
    grids: tuple[NavGrid, NavGrid], doors: Sequence[tuple[Area, float]], clusters: Clusters
) -> tuple[Ints, Ints]:
    """Return the cells that doors of a storey decide, with a door of each; join clusters.

    Args:
        grids: grids of the storey with all doors open, and with all shut.
        doors: the doors of the storey, and how far around each it may change cells, metres.
        clusters: clusters to join if their doors may decide the same cell.
    """
    opened, shut = grids
    cells = np.flatnonzero((opened.padded != 0) & (shut.padded == 0)).astype(np.int64)
    if not len(cells):
        return cells, cells
    lattice, row_length = opened.lattice, opened.padded.shape[1]
    rows, columns = np.divmod(cells, row_length)
    xs = lattice.min_x + (columns - 0.5) * lattice.cell_size
    zs = lattice.min_z + (rows - 0.5) * lattice.cell_size
    owners = np.full(len(cells), -1, np.int64)
    nearest, least = owners.copy(), np.full(len(cells), np.inf)
    for door, far in doors:
        own_xs, own_zs = zip(*door.polygon, strict=True)
        away = np.maximum(
            np.maximum(min(own_xs) - xs, xs - max(own_xs)),
            np.maximum(min(own_zs) - zs, zs - max(own_zs)),
        )
        inside = away <= far
        for other in np.unique(owners[inside]).tolist():
            if other >= 0:
                clusters.join((door.id, other))
        owners[inside] = door.id
        closer = away < least
        nearest[closer] = door.id
        least[closer] = away[closer]
    # A cell far from all doors would be a surprise: the nearest one gets it.
    return cells, np.where(owners < 0, nearest, owners)


def reach_of_doors(level: Level, profile: Profile, cell_size: float) -> float:
    """Return the distance from a door's box up to which it may change cells, metres."""
    settings = level.settings
    padding = padding_for(profile, settings)
    edge = max(0.0, radius_in(profile, settings) + padding.edge)
    return edge + _SEAMS * settings.seam + _SLACK * cell_size


def find_pieces(
    storey: int, grid: NavGrid, core: npt.NDArray[np.int32], cells: Ints, first: int
) -> list[Piece]:
    """Return the pieces formed by some cells in a state.

    Args:
        storey: number of the storey.
        grid: grid of the storey in that state.
        core: (depth + 2, width + 2) labels of its rooms.
        cells: ids of the cells to look at.
        first: number of the first piece, below 0; the next ones are lower.
    """
    free = cells[grid.padded.reshape(-1)[cells] != 0]
    if not len(free):
        return []
    row_length = grid.padded.shape[1]
    low, high = int(free.min()) // row_length, int(free.max()) // row_length
    added = np.zeros((high - low + 3, row_length), np.uint8)
    offset = (low - 1) * row_length
    added.reshape(-1)[free - offset] = 1
    labels = Regions.of(Bitmaps.of(added)).labels.reshape(-1)[free - offset]
    rooms = core.reshape(-1)
    beside = np.stack([rooms[free + step] for step in (1, -1, row_length, -row_length)])
    found = []
    order = np.argsort(labels, kind="stable")
    ends = np.flatnonzero(np.diff(labels[order])) + 1
    for number, own in enumerate(np.split(order, ends)):
        touched = np.unique(beside[:, own])
        joined = tuple(storey << 32 | int(room) for room in touched if room)
        found.append(Piece(first - number, storey, free[own], joined))
    return found


def rooms_of(reach: Reach, storeys: Collection[int]) -> dict[int, npt.NDArray[np.int32]]:
    """Return the labels of the rooms of some storeys, by number."""
    return {number: reach.labels(reach.storeys.names[number]) for number in storeys}
