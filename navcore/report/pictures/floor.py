"""Cells of a world as shapes: walkable floor, blocked margins, lost and gained floor."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.report.pictures import style
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.loops import Cells, loops_of
from navcore.report.pictures.shapes import Pattern, Points, Shape

HATCH_FROM = 8.0
"""Pixels a metre from which the band is hatched; below it is only tinted."""


WORSE_OR_BETTER: Final[Mapping[Pattern, str]] = MappingProxyType(
    {
        Pattern.LOST: style.DOOR_SHUT, Pattern.CUT_OFF: style.DOOR_SHUT,
        Pattern.GAINED: style.DOOR_OPEN, Pattern.JOINED: style.DOOR_OPEN,
    }
)  # fmt: skip
"""Colours of what changed."""


def floor_shapes(frame: Frame, lattice: Lattice, walkable: Cells, floor: Cells) -> list[Shape]:
    """Return the walkable cells in a frame, and the other floor.

    Args:
        frame: The shown part of the world.
        lattice: Lattice of the cells.
        walkable: (depth, width) cells where agents fit.
        floor: (depth, width) cells of areas.
    """
    hatch = Pattern.BAND if frame.scale >= HATCH_FROM else None
    band = Shape(
        cell_lines(frame, lattice, floor & ~walkable),
        fill=style.BAND, pattern=hatch, ink=style.BAND_HATCH,
    )  # fmt: skip
    shown = Shape(
        cell_lines(frame, lattice, walkable), fill=style.WALKABLE, line=style.WALKABLE_EDGE
    )
    return [band, shown]


def change_shapes(
    frame: Frame, lattice: Lattice, cells: npt.NDArray[np.uint8], looks: Mapping[int, Pattern]
) -> list[Shape]:
    """Return the changed cells, one shape for each kind of change.

    Args:
        frame: The shown part of the world.
        lattice: Lattice of the cells.
        cells: (depth, width) kind of change of each cell; 0: none.
        looks: The pattern of each kind; changes for the worse are vermilion, others green.
    """
    return [
        Shape(
            cell_lines(frame, lattice, cells == way), fill=WORSE_OR_BETTER[pattern],
            fill_alpha=0.3, pattern=pattern, ink=WORSE_OR_BETTER[pattern],
            line=WORSE_OR_BETTER[pattern], width=1.5,
        )
        for way, pattern in looks.items()
    ]  # fmt: skip


def cell_lines(frame: Frame, lattice: Lattice, cells: Cells) -> tuple[Points, ...]:
    """Return the outlines of cells inside the frame, on whole pixels."""
    min_x, min_z, max_x, max_z = frame.box
    column0, row0 = lattice.cell_of(min_x, min_z)
    column1, row1 = lattice.cell_of(max_x, max_z)
    column0, row0 = max(0, column0 - 1), max(0, row0 - 1)
    part = cells[row0 : max(0, row1 + 2), column0 : max(0, column1 + 2)]
    if not part.any():
        return ()
    size = lattice.cell_size
    found = []
    for loop in loops_of(part):
        corners = np.add(loop, (column0, row0)) * size + np.array((lattice.min_x, lattice.min_z))
        found.append(np.rint(frame.to_pixels(corners)))
    return tuple(found)
