"""Patches: sets of cells as pieces that hang together, each with its size and its place."""

from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt
from scipy import ndimage

from navcore.bake.lattice import Lattice
from navcore.level.affine import Point
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.proof.islands import area_at

Cells = npt.NDArray[np.bool_]
"""(depth, width), row 0 = lowest z."""

MOST: Final = 8
"""Pieces that are told, at most."""


class Patch(msgspec.Struct, frozen=True):
    """A piece of floor."""

    area: float
    """Square metres."""
    place: Point
    """A place inside, metres."""
    room: str
    """Name of the area that it lies in; empty if in none."""


def patches_of(
    cells: Cells, lattice: Lattice, layer: str, levels: tuple[Level, ...]
) -> tuple[Patch, ...]:
    """Return the pieces of a set of cells, the largest first, at most `MOST`.

    The room of a piece is that of the first of `levels` that has an area there.
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
        rooms = (area_at(level, layer, place) for level in levels)
        room = next((called([one]) for one in rooms if one is not None), "")
        size = float(sizes[number]) * lattice.cell_size**2
        rounded = (round(place[0], 6), round(place[1], 6))
        found.append(Patch(round(size, 4), rounded, room))
    return tuple(found)


def _inside(piece: Cells) -> tuple[int, int]:
    """Column and row of a cell of a piece, as far from what is outside as any."""
    padded = np.pad(piece, 1)
    depth = ndimage.distance_transform_cdt(padded, "chessboard")[1:-1, 1:-1]
    row, column = np.unravel_index(int(depth.argmax()), depth.shape)
    return int(column), int(row)
