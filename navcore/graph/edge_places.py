"""Places on edges by which agents enter and leave a network, and where edges lead from there."""

import math
from typing import Final, NamedTuple

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.graph.adjacency import Bools, Bytes
from navcore.graph.graph import Graph
from navcore.level.model import Point
from navcore.level.points import nearest_on_segments
from navcore.path.sight import is_clear
from navcore.path.terrain_shares import cost_along

__all__ = ["PlaceOnEdge", "ends_of", "leads", "least_cost_of", "leg_cost"]

_ON_EDGE: Final = 0.5
"""Distance in metres from an edge within which an agent counts as walking along it."""

_ALIKE: Final = 0.15
"""Metres by which another edge may be farther away and still be one along which it walks."""

_TRIED: Final = 8
"""Places on edges that are tried, the nearest first."""


class PlaceOnEdge(NamedTuple):
    """The place at which an agent enters an edge."""

    via: Point | None
    """The place; None: where it is already."""
    edges: frozenset[int]
    """Indices of the edges at that place; empty if there is none."""
    rays: int
    """Number of sight tests that it took to find the place."""
    cost: float = 0.0
    """Cost of the straight line to the place, in metres of plain ground."""

    @classmethod
    def nearest(
        cls, graph: Graph, arcs: Bytes, may: Bools, grid: NavGrid, place: Point, within: float
    ) -> "PlaceOnEdge":
        """Return the place in sight on a usable edge that is cheapest to reach.

        Args:
            graph: The network.
            arcs: (e,) 1 for directed edges that can be taken.
            may: (n,) waypoints at which a path may begin or end.
            grid: The grid of the floor.
            place: Position of the agent, metres.
            within: Greatest cost of reaching the place; places beside an edge always count.
        """
        usable = np.zeros(len(graph.lines), np.bool_)
        usable[graph.records[arcs != 0]] = True
        rows = np.flatnonzero(usable & may[graph.edge_rows].all(axis=1))
        if not len(rows):
            return cls(None, frozenset(), 0)
        feet, distances = nearest_on_segments(graph.lines[rows], place)
        nearest = float(distances.min())
        nearest_rows = rows[distances <= min(_ON_EDGE, nearest + _ALIKE)]
        if len(nearest_rows):
            return cls(None, frozenset(nearest_rows.tolist()), 0)
        bounds = distances * least_cost_of(grid)
        nearer = np.flatnonzero(bounds < within - 1e-9)
        tried = nearer[np.argsort(bounds[nearer], kind="stable")][:_TRIED].tolist()
        found, rays = cls(None, frozenset(), 0), 0
        for number in tried:
            if bounds[number] >= within - 1e-9:
                break
            rays += 1
            x, z = feet[number].tolist()
            if is_clear(grid, place, (x, z)):
                cost = leg_cost(grid, place, (x, z))
                if cost < within - 1e-9:
                    within, found = cost, cls((x, z), frozenset((int(rows[number]),)), 0, cost)
        return found._replace(rays=rays)


def leg_cost(grid: NavGrid, start: Point, end: Point) -> float:
    """Return the cost of a straight line in sight: its metres times the cost of the ground."""
    if not grid.has_costs or start == end:
        return math.dist(start, end)
    return cost_along(grid, np.array((start, end)))[0]


def least_cost_of(grid: NavGrid) -> float:
    """Return the least cost of a metre in :func:`leg_cost`; 1 if all ground costs the same."""
    return grid.least_cost if grid.has_costs else 1.0


def ends_of(graph: Graph, arcs: Bytes, edge: int, *, leaves: bool) -> list[int]:
    """Return the indices of both ends of an edge, with -1 for an end to which it does not lead.

    If `leaves`, with -1 for an end from which it does not lead.
    """
    a, b = graph.edge_rows[edge].tolist()
    found = [-1, -1]
    for number, (row, other) in enumerate(((a, b), (b, a))):
        first, last = graph.offsets[row], graph.offsets[row + 1]
        if ((graph.records[first:last] == edge) & (arcs[first:last] != 0)).any():
            found[number if leaves else 1 - number] = row if leaves else other
    return found


def leads(graph: Graph, arcs: Bytes, edge: int, start: Point, goal: Point) -> bool:
    """Return whether an edge can be taken in the direction from one place beside it to another."""
    x0, z0, x1, z1 = graph.lines[edge].tolist()
    forward = (goal[0] - start[0]) * (x1 - x0) + (goal[1] - start[1]) * (z1 - z0) >= 0
    return ends_of(graph, arcs, edge, leaves=False)[1 if forward else 0] >= 0
