"""Patches: sets of cells as pieces that hang together, each with its size and its place."""

from collections import Counter
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import ndimage

from navcore.bake.lattice import Lattice
from navcore.i18n import several, tr
from navcore.level.affine import Point
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.proof.islands import area_at

Cells = npt.NDArray[np.bool_]
"""(depth, width), row 0 = lowest z."""

MOST: Final = 8
"""Pieces that are told, at most."""


_ASKED: Final = 60
"""Cells of a piece that are asked in which area they lie."""

_SHARE: Final = 0.1
"""Of a piece so much lies in an area that is named."""

_NAMED: Final = 3
"""Areas that are named, at most."""


class Patch(msgspec.Struct, frozen=True):
    """A piece of floor."""

    area: float
    """Square metres."""
    place: Point
    """A place inside, metres."""
    room: str
    """Names of the areas that it lies in, in words, the one with most of it first; may be empty."""


def patches_of(
    cells: Cells, lattice: Lattice, layer: str, levels: tuple[Level, ...]
) -> tuple[Patch, ...]:
    """Return the pieces of a set of cells, the largest first, at most `MOST`.

    The rooms of a piece are those of the first of `levels` that has areas there.
    """
    labels, count = ndimage.label(cells)
    if not count:
        return ()
    sizes = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    found = []
    boxes = ndimage.find_objects(labels)
    for number in np.argsort(-sizes, kind="stable")[:MOST].tolist():
        rows, columns = boxes[number]
        column, row = _inside(labels[rows, columns] == number + 1)
        place = lattice.centre_of(column + columns.start, row + rows.start)
        room = _rooms(labels[rows, columns] == number + 1, lattice, (columns.start, rows.start),
                      layer, levels)  # fmt: skip
        size = float(sizes[number]) * lattice.cell_size**2
        rounded = (round(place[0], 6), round(place[1], 6))
        found.append(Patch(round(size, 4), rounded, room))
    return tuple(found)


def _rooms(
    piece: Cells, lattice: Lattice, corner: tuple[int, int], layer: str, levels: tuple[Level, ...]
) -> str:
    """The areas under some cells of a piece, the window of which begins at column and row."""
    rows, columns = np.nonzero(piece)
    step = max(1, len(rows) // _ASKED)
    cells = list(zip(rows[::step].tolist(), columns[::step].tolist(), strict=True))
    places = [lattice.centre_of(column + corner[0], row + corner[1]) for row, column in cells]
    for level in levels:
        areas = [area for at in places if (area := area_at(level, layer, at)) is not None]
        counts = Counter(area.id for area in areas)
        most = [key for key, count in counts.most_common() if count >= _SHARE * len(places)]
        names = [called([level.areas[key]]) for key in most]
        if len(names) > _NAMED:
            names = [*names[:_NAMED], several(len(names) - _NAMED, "1 more", "{0} more")]
        if names:
            return ", ".join(names[:-1]) + tr(" and ") * (len(names) > 1) + names[-1]
    return ""


def _inside(piece: Cells) -> tuple[int, int]:
    """Column and row of a cell of a piece, as far from what is outside as any."""
    padded = np.pad(piece, 1)
    depth = ndimage.distance_transform_cdt(padded, "chessboard")[1:-1, 1:-1]
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return int(column), int(row)
