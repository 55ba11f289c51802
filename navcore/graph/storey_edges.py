"""Edges between storeys: agents take them over a link near both waypoints.

An edge is tied to a link from its first waypoint's storey to its second's, if the first
waypoint sees one end of the link and the second the other, both within `REACH`. Among several, the
link with the cheapest path from waypoint to waypoint is used. Each direction of an edge has its own
link: there may be a drop down but no way up. A direction without a link can't be taken.
"""

from collections.abc import Sequence
from math import dist, inf
from typing import Final

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.graph.adjacency import Rows
from navcore.graph.edge_places import least_cost_of, leg_cost
from navcore.graph.graph import Graph
from navcore.graph.journey_ends import floor_at
from navcore.graph.ties import Tie, Ties
from navcore.level.model import Point
from navcore.path.links import Lane, Storeys
from navcore.path.sight import is_clear

__all__ = ["REACH", "between_storeys", "tied"]

REACH: Final = 8.0
"""Greatest distance in metres from a waypoint to the end of a link that its edge uses."""


def between_storeys(graph: Graph) -> Rows:
    """Return the rows (k,) of the edges that lead from one storey to another."""
    if len(graph.storeys) < 2:
        return np.empty(0, np.int32)
    layers = graph.layers[graph.edge_rows]
    return np.flatnonzero(layers[:, 0] != layers[:, 1]).astype(np.int32)


def tied(graph: Graph, storeys: Storeys) -> Graph:
    """Return a graph whose edges between storeys are open if links join their waypoints.

    Args:
        graph: The network, with other edges open or shut as before.
        storeys: The grids and links that its agents can use.
    """
    joins = np.zeros(len(graph.edge_ids), np.bool_)
    joins[between_storeys(graph)] = True
    arcs = np.flatnonzero(joins[graph.records])
    sources = np.searchsorted(graph.offsets, arcs, side="right") - 1
    found: dict[int, Tie] = {}
    for arc, source in zip(arcs.tolist(), sources.tolist(), strict=True):
        target = int(graph.targets[arc])
        numbers = int(graph.layers[source]), int(graph.layers[target])
        lanes = [lane for lane in storeys.lanes if lane.storeys == numbers]
        grids = [storeys.grid(number) for number in numbers] if lanes else []
        tie = _tie(grids, graph.place_of(source), graph.place_of(target), lanes)
        if tie is not None:
            found[arc] = tie
    is_open = graph.open.copy()
    is_open[joins] = False
    is_open[graph.records[list(found)]] = True
    untied = np.array([arc for arc in arcs.tolist() if arc not in found], np.int32)
    return graph.opened(is_open, Ties(found, untied))


def _tie(grids: Sequence[NavGrid], start: Point, end: Point, lanes: Sequence[Lane]) -> Tie | None:
    """Return the lane with the cheapest path between two places; None if none is seen."""
    if not lanes:
        return None
    grid, to_grid = grids
    least, to_least = least_cost_of(grid), least_cost_of(to_grid)
    bounds = [
        least * dist(start, lane.points[0])
        + lane.cost * grid.cell_size
        + to_least * dist(lane.points[1], end)
        for lane in lanes
    ]
    best, cost = None, inf
    on, to = floor_at(grid, start), floor_at(to_grid, end)
    for number in sorted(range(len(lanes)), key=bounds.__getitem__):
        lane = lanes[number]
        near, far = lane.points
        if bounds[number] >= cost:
            break
        if max(dist(start, near), dist(far, end)) > REACH:
            continue
        if not (is_clear(grid, on, near) and is_clear(to_grid, far, to)):
            continue
        link = lane.cost * grid.cell_size
        price = leg_cost(grid, on, near) + link + leg_cost(to_grid, far, to)
        price += dist(start, on) + dist(to, end)
        if price < cost:
            best, cost = Tie(lane.link, lane.points, lane.length, link, price), price
    return best
