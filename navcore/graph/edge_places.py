"""Places on edges by which agents enter and leave a network, and where edges lead from there."""

from typing import Final, NamedTuple

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.graph.adjacency import Bools, Bytes
from navcore.graph.graph import Graph
from navcore.level.model import Point
from navcore.level.points import nearest_on_segments
from navcore.path.sight import is_clear

__all__ = ["PlaceOnEdge", "ends_of", "leads"]

_ON_EDGE: Final = 0.5
"""Metres from an edge within which somebody walks along it."""

_ALIKE: Final = 0.15
"""Metres by which another edge may be farther away and still be one along which it walks."""

_TRIED: Final = 8
"""Places on edges that are tried, the nearest first."""


class PlaceOnEdge(NamedTuple):
    """Where somebody comes to an edge."""

    via: Point | None
    """The place; None: where it is already."""
    edges: frozenset[int]
    """Rows of the edges on which that lies; empty: there is no such place."""
    rays: int
    """How many rays it took to find."""

    @classmethod
    def nearest(
        cls, graph: Graph, arcs: Bytes, may: Bools, grid: NavGrid, place: Point, within: float
    ) -> "PlaceOnEdge":
        """Return the nearest place in sight on an edge that can be taken.

        Args:
            graph: The network.
            arcs: (e,) 1 for directed edges that may be taken.
            may: (n,) the waypoints at which a path may begin or end.
            grid: The floor.
            place: Where somebody stands, metres.
            within: Only places nearer than this count, metres, but those beside an edge always.
        """
        usable = np.zeros(len(graph.lines), np.bool_)
        usable[graph.records[arcs != 0]] = True
        rows = np.flatnonzero(usable & may[graph.edge_rows].all(axis=1))
        if not len(rows):
            return cls(None, frozenset(), 0)
        feet, distances = nearest_on_segments(graph.lines[rows], place)
        nearest = float(distances.min())
        beside = rows[distances <= min(_ON_EDGE, nearest + _ALIKE)]
        if len(beside):
            return cls(None, frozenset(beside.tolist()), 0)
        nearer = np.flatnonzero(distances < within - 1e-9)
        tried = nearer[np.argsort(distances[nearer], kind="stable")][:_TRIED].tolist()
        for rays, number in enumerate(tried, start=1):
            x, z = feet[number].tolist()
            if is_clear(grid, place, (x, z)):
                return cls((x, z), frozenset((int(rows[number]),)), rays)
        return cls(None, frozenset(), len(tried))


def ends_of(graph: Graph, arcs: Bytes, edge: int, *, leaves: bool) -> list[int]:
    """Return rows of both ends of an edge, -1 in place of one to which it does not lead.

    With `leaves`, in place of one from which it does not lead.
    """
    a, b = graph.edge_rows[edge].tolist()
    found = [-1, -1]
    for number, (row, other) in enumerate(((a, b), (b, a))):
        first, last = graph.offsets[row], graph.offsets[row + 1]
        if ((graph.records[first:last] == edge) & (arcs[first:last] != 0)).any():
            found[number if leaves else 1 - number] = row if leaves else other
    return found


def leads(graph: Graph, arcs: Bytes, edge: int, start: Point, goal: Point) -> bool:
    """Whether an edge can be taken in the direction from one place beside it to another."""
    x0, z0, x1, z1 = graph.lines[edge].tolist()
    forward = (goal[0] - start[0]) * (x1 - x0) + (goal[1] - start[1]) * (z1 - z0) >= 0
    return ends_of(graph, arcs, edge, leaves=False)[1 if forward else 0] >= 0
