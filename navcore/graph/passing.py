"""What blocks an edge for agents of a type, and which radius would pass instead (S4-031, U-31)."""

from typing import Final

import numpy as np

from navcore.bake.profile import Padding
from navcore.graph.clearance import Blocked, Clearance
from navcore.level.model import Point

_NONE: Final = -1e6
"""Padding in metres by which walls of a kind count only where a line crosses them."""


def blocked_on(floor: Clearance, a: Point, b: Point, radius: float) -> Blocked | None:
    """Return what blocks the line from `a` to `b`; None if agents of the type can take it.

    In a level where agents of every radius keep the same distance from the outer edge, smaller ones
    pass obstacles more easily, but not the edge: the result's `radius` is 0 if that is too near.

    Args:
        floor: The floor of the type, see :func:`navcore.graph.floors.floor_of`.
        a: Start of the line, metres.
        b: End of the line, metres.
        radius: Half the width of the agents, metres.
    """
    found = floor.blocked(a, b, radius)
    if found is None or found.radius <= 0 or floor.level.settings.boundary_follows_radius:
        return found
    line = np.array([[*a, *b]], np.float64)
    if floor.keeping(Padding(_NONE, floor.padding.edge)).blockers(line, radius)[0] >= 0:
        return found._replace(radius=0.0)
    obstacles = floor.keeping(Padding(floor.padding.obstacles, _NONE))
    return found._replace(radius=float(obstacles.widths(line, radius)[0]))
