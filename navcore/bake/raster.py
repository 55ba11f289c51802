"""Polygons to cells."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.level.model import Ring


class CellRect(NamedTuple):
    """Rows and columns of cells, half-open, counted from the window's first cell."""

    row0: int
    row1: int
    column0: int
    column1: int


def inside(lattice: Lattice, ring: Ring) -> npt.NDArray[np.bool_]:
    """(depth, width): whether each cell's centre lies inside the ring, even-odd and half-open."""
    xs, zs = lattice.centres_x()[None, :], lattice.centres_z()[:, None]
    result = np.zeros((lattice.depth, lattice.width), bool)
    for a, b in zip(ring, ring[1:] + ring[:1], strict=True):
        (xa, za), (xb, zb) = sorted((a, b), key=lambda point: (point[1], point[0]))
        if za != zb:
            crossing = xa + (zs - za) * ((xb - xa) / (zb - za))
            result ^= ((za > zs) != (zb > zs)) & (xs < crossing)
    return result


def near_edges(lattice: Lattice, ring: Ring, reach: float) -> npt.NDArray[np.bool_]:
    """(depth, width): whether each cell's centre lies within `reach` of an edge."""
    xs, zs = lattice.centres_x()[None, :], lattice.centres_z()[:, None]
    result = np.zeros((lattice.depth, lattice.width), bool)
    for (xa, za), (xb, zb) in zip(ring, ring[1:] + ring[:1], strict=True):
        dx, dz = xb - xa, zb - za
        length2 = dx * dx + dz * dz
        t = ((xs - xa) * dx + (zs - za) * dz) / length2 if length2 else np.zeros_like(xs + zs)
        t = np.clip(t, 0.0, 1.0)
        ex, ez = xs - (xa + t * dx), zs - (za + t * dz)
        result |= ex * ex + ez * ez <= reach * reach
    return result
