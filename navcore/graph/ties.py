"""Ties: the links by which agents take edges between storeys."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec
import numpy as np

from navcore.graph.adjacency import Rows
from navcore.level.model import Point

__all__ = ["NO_TIES", "Tie", "Ties"]


class Tie(msgspec.Struct, frozen=True):
    """The link that joins both ends of an edge between storeys, in one direction of the edge."""

    link: int
    """Id of the link."""
    points: tuple[Point, Point]
    """Places where agents enter and leave the link, metres."""
    link_length: float
    """Metres of the link, with its height."""
    link_cost: float
    """Cost of the link, in metres of plain ground."""
    cost: float
    """Total cost from one waypoint to the other, in metres of plain ground."""


class Ties(msgspec.Struct, frozen=True, eq=False):
    """Links of all arcs between storeys."""

    by_arc: Mapping[int, Tie]
    """Ties of the arcs that a link serves."""
    untied: Rows
    """(k,) the other arcs: agents can't take them."""


NO_TIES: Final = Ties(MappingProxyType({}), np.empty(0, np.int32))
"""Ties of a network on one storey, or outside a world."""
