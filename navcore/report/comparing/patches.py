"""Patches: sets of cells as pieces that hang together, each with its size and its place."""

from collections import Counter
from typing import Final

import msgspec
import numpy as np

from navcore.bake.lattice import Lattice
from navcore.geometry.pieces import Cells, innermost, label
from navcore.level.affine import Point
from navcore.level.model import Level
from navcore.level.naming import listed
from navcore.proof.islands import area_at

MOST: Final = 8
"""Most pieces that are reported."""


_ASKED: Final = 60
"""Number of cells of a piece whose areas are looked up."""

_SHARE: Final = 0.1
"""Share of a piece that must lie in an area for the area to be named."""


class Patch(msgspec.Struct, frozen=True):
    """A piece of floor."""

    area: float
    """Square metres."""
    place: Point
    """A place inside, metres."""
    room: str
    """Names of the areas around the piece, in words, largest share first; may be empty."""


def patches_of(
    cells: Cells, lattice: Lattice, layer: str, levels: tuple[Level, ...]
) -> tuple[Patch, ...]:
    """Return the pieces of a set of cells, the largest first, at most `MOST`.

    The rooms of a piece come from the first of `levels` that has areas there.
    """
    labels, count = label(cells)
    if not count:
        return ()
    sizes = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    found = []
    for number in np.argsort(-sizes, kind="stable")[:MOST].tolist():
        piece, corner = _cut_out(labels == number + 1)
        column, row = innermost(piece)
        place = lattice.centre_of(column + corner[0], row + corner[1])
        room = _rooms(piece, lattice, corner, layer, levels)
        size = float(sizes[number]) * lattice.cell_size**2
        rounded = (round(place[0], 6), round(place[1], 6))
        found.append(Patch(round(size, 4), rounded, room))
    return tuple(found)


def _rooms(
    piece: Cells, lattice: Lattice, corner: tuple[int, int], layer: str, levels: tuple[Level, ...]
) -> str:
    """Return words for the areas of a piece, whose window begins at `corner`."""
    rows, columns = np.nonzero(piece)
    step = max(1, len(rows) // _ASKED)
    cells = list(zip(rows[::step].tolist(), columns[::step].tolist(), strict=True))
    places = [lattice.centre_of(column + corner[0], row + corner[1]) for row, column in cells]
    for level in levels:
        areas = [area for at in places if (area := area_at(level, layer, at)) is not None]
        counts = Counter(area.id for area in areas)
        most = [key for key, count in counts.most_common() if count >= _SHARE * len(places)]
        if most:
            return listed(level.areas[key] for key in most)
    return ""


def _cut_out(cells: Cells) -> tuple[Cells, tuple[int, int]]:
    """Return the window around a set of cells, and its first column and row."""
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    window = cells[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return window, (int(columns[0]), int(rows[0]))
