"""Header that both grid formats share."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.level.limits import LIMITS, Limit
from navcore.level.model import Settings

MOST_CELLS: Final = 2**31 - 1
"""Cells are counted in 32 bits."""

HEADER: Final = (
    "cellSize", "agentRadius", "floorY", "objectPadding", "boundaryPadding", "minX", "minZ",
    "gridWidth", "gridDepth",
)  # fmt: skip
"""Keys of the header in the order of writing (S0-015)."""

COUNTS: Final = frozenset({"gridWidth", "gridDepth"})
"""Keys whose values are whole numbers of at least 1."""

DEFAULTS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "objectPadding": Settings().object_padding,
        "boundaryPadding": Settings().boundary_padding,
    }
)
"""Values of the keys that source 000 elides in its header; the others must be there."""

NUMBERS: Final[Mapping[str, Limit]] = MappingProxyType(
    {
        "cellSize": LIMITS["cell_size"],
        "agentRadius": LIMITS["agent_radius"],
        "floorY": LIMITS["floor_y"],
        "objectPadding": LIMITS["object_padding"],
        "boundaryPadding": LIMITS["boundary_padding"],
        "minX": Limit(),
        "minZ": Limit(),
    }
)
"""Keys whose values are numbers, with their limits."""


def is_too_large(header: Mapping[str, float]) -> bool:
    """Return whether the grid of a complete header, with the ring around it, has too many cells."""
    return (header["gridWidth"] + 2) * (header["gridDepth"] + 2) > MOST_CELLS


def header_of(grid: NavGrid) -> dict[str, float | int]:
    """Return the header of a grid, keys in the order of writing.

    Raises:
        NavcoreError: if the grid has no cells, which no file can hold.
    """
    if grid.width < 1 or grid.depth < 1:
        message = "a grid without cells can't be written: draw an area first"
        raise NavcoreError(message)
    return {
        "cellSize": grid.cell_size,
        "agentRadius": grid.agent_radius,
        "floorY": grid.floor_y,
        "objectPadding": grid.object_padding,
        "boundaryPadding": grid.boundary_padding,
        "minX": grid.min_x,
        "minZ": grid.min_z,
        "gridWidth": grid.width,
        "gridDepth": grid.depth,
    }


def grid_from(
    header: Mapping[str, float],
    padded: npt.NDArray[np.uint8],
    cost: npt.NDArray[np.float32] | None = None,
    connectivity: int = 8,
) -> NavGrid:
    """Return the grid for a complete header and its cells, ring included."""
    depth, width = padded.shape[0] - 2, padded.shape[1] - 2
    return NavGrid(
        Lattice(header["cellSize"], header["minX"], header["minZ"], width, depth),
        padded,
        agent_radius=header["agentRadius"],
        object_padding=header["objectPadding"],
        boundary_padding=header["boundaryPadding"],
        floor_y=header["floorY"],
        cost=cost,
        connectivity=connectivity,
    )
