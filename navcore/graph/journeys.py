"""Paths over a network from anywhere to anywhere: they enter and leave at visible waypoints.

A goal in sight is walked to straight (S4-005). Otherwise start and goal are joined to *all*
waypoints that they see, as two extra nodes (S4-011 to S4-015): the path is the cheapest over any of
these, so agents never double back at its ends. Few sight tests are needed. Waypoints are tested
nearest first, in rings that grow until each end sees one. The cost of the path over those bounds
the rest: a waypoint is only tested if a path over it could cost less, by its straight distance and
the network's least cost from there on. The result equals that of testing all waypoints. If ground
differs in cost, lines to waypoints and to a goal in sight cost accordingly.
"""

from collections.abc import Callable, Collection
from itertools import compress
from math import dist, inf
from time import perf_counter
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.graph.adjacency import Bytes, Floats, Found, Ids
from navcore.graph.edge_places import leads, least_cost_of, leg_cost
from navcore.graph.graph import Graph, Passable
from navcore.graph.journey_ends import End
from navcore.graph.ties import Tie
from navcore.level.model import Point
from navcore.path.cell_search import cell_for
from navcore.path.options import Query, checked
from navcore.path.result import PathResult, Status
from navcore.path.searcher import Searcher
from navcore.path.sight import is_clear

__all__ = ["find_path_along", "find_path_over"]


def find_path_over(
    graph: Graph,
    grid_of: Callable[[str], NavGrid],
    start: Point,
    goal: Point,
    *,
    layers: tuple[str, str],
    abilities: Collection[str] = (),
    include_tags: Collection[str] | None = None,
    exclude_tags: Collection[str] | None = None,
    snap_radius: float = 8.0,
    limit: int | None = None,
    **others: object,
) -> PathResult:
    """Return the cheapest path over the waypoints of a network.

    Args:
        graph: The network.
        grid_of: Returns the agent's grid on a storey, by name.
        start: x and z, metres; anywhere.
        goal: x and z, metres; anywhere.
        layers: Names of the storeys of start and goal.
        abilities: As for `Graph.find_path`, with both kinds of tags.
        include_tags: Tags that edges must have.
        exclude_tags: Tags that neither edges nor waypoints may have.
        snap_radius: How far to look for walkable floor for an end, metres.
        limit: The most waypoints to expand; None for no limit.
        others: Must be empty: paths over waypoints have no other options.

    Returns:
        `Complete` with `nodes`, which is empty if the goal is in sight. `UnseenStart` or
        `UnseenEnd` if an end sees no waypoint (S4-016). Other outcomes as for
        `navcore.path.find.find_path`.

    Raises:
        NavcoreError: if an end is not two finite numbers, an argument is out of its range, or there
            are other options.
    """
    if others:
        message = f"paths over waypoints take no {next(iter(others))}"
        raise NavcoreError(message)
    query = checked(start, goal, snap_radius=snap_radius, limit=limit)
    storeys = _Storeys(layers, (grid_of(layers[0]), grid_of(layers[1])))
    passable = graph.passable(abilities, include_tags, exclude_tags)
    return _found(graph, passable, storeys, query, along=False)


def find_path_along(
    graph: Graph,
    grid_of: Callable[[str], NavGrid],
    start: Point,
    goal: Point,
    *,
    layers: tuple[str, str],
    abilities: Collection[str] = (),
    snap_radius: float = 8.0,
) -> PathResult:
    """Return the cheapest path that keeps to a network, even if the goal is in sight.

    It enters at the nearest place of the network that the start sees, a waypoint (S4-011) or a
    place on an edge, and leaves in the same way (S4-013). Arguments, outcomes and errors are those
    of :func:`find_path_over`.
    """
    query = checked(start, goal, snap_radius=snap_radius)
    passable = graph.passable(abilities, None, None)
    storeys = _Storeys(layers, (grid_of(layers[0]), grid_of(layers[1])))
    return _found(graph, passable, storeys, query, along=True)


def _found(
    graph: Graph, passable: Passable, storeys: "_Storeys", query: Query, *, along: bool
) -> PathResult:
    result, places = _ends(storeys, query)
    if result.status is Status.COMPLETE:
        straight = len(set(storeys.names)) == 1 and is_clear(storeys.grids[0], *places)
        if straight and not along:
            result = _straight_or_over(graph, passable, storeys, places, query.limit, result)
        else:
            result = _over(
                graph, passable, storeys, places, query.limit, result, along=along
            )  # fmt: skip
    return replace(result, time=perf_counter() - query.began)


def _straight_or_over(
    graph: Graph,
    passable: Passable,
    storeys: "_Storeys",
    places: tuple[Point, Point],
    limit: int,
    result: PathResult,
) -> PathResult:
    """Return the straight path, or the path over waypoints if the straight one costs more."""
    grid, way = storeys.grids[0], dist(*places)
    cost = leg_cost(grid, *places)
    straight = replace(result, points=np.array([places[1]]), length=way, cost=cost, rays=1)
    if cost <= min(graph.factor, least_cost_of(grid)) * way or not grid.has_costs:
        return straight
    over = _over(graph, passable, storeys, places, limit, result, along=False)
    if over.ok and over.cost < cost:
        return over
    return replace(straight, visited=over.visited, rays=over.rays)


class _Storeys(NamedTuple):
    """The grids on which both ends lie."""

    names: tuple[str, str]
    grids: tuple[NavGrid, NavGrid]


def _ends(storeys: _Storeys, query: Query) -> tuple[PathResult, tuple[Point, Point]]:
    """Return a result without a path that says whether both ends are on floor, and their places."""
    asked = (query.start, query.goal)
    snapped: list[Point | None] = [None, None]
    for i, bad in ((0, Status.BAD_START), (1, Status.BAD_END)):
        cell, snapped[i] = cell_for(Searcher.of(storeys.grids[i]), asked[i], query.snap_radius)
        if cell < 0:
            return PathResult(bad, *asked), asked
    if query.start == query.goal and storeys.names[0] == storeys.names[1]:
        return PathResult(Status.ALREADY_THERE, *asked), asked
    result = PathResult(Status.COMPLETE, *asked, snapped_start=snapped[0], snapped_goal=snapped[1])
    return result, (snapped[0] or query.start, snapped[1] or query.goal)


def _over(
    graph: Graph,
    passable: Passable,
    storeys: _Storeys,
    places: tuple[Point, Point],
    limit: int,
    result: PathResult,
    *,
    along: bool,
) -> PathResult:
    """Return the result with the cheapest path over waypoints."""
    start, goal = (
        End(graph, grid, place, passable.nodes & graph.on(name))
        for name, grid, place in zip(*storeys, places, strict=True)
    )
    start.look_around()
    if start.sees:
        goal.look_around()
    if not start.sees or not goal.sees:
        status = Status.UNSEEN_END if start.sees else Status.UNSEEN_START
        return replace(result, status=status, rays=start.rays + goal.rays)
    if along:
        start.keep_to_nearest(graph, passable.arcs, leaves=False)
        goal.keep_to_nearest(graph, passable.arcs, leaves=True)
        straight = _along_one_edge(graph, passable.arcs, storeys.grids[0], start, goal)
        if straight is not None:
            parts = np.hypot(*np.diff(np.vstack((places[0], straight)), axis=0).T)
            way = float(parts.sum())
            rays = 1 + start.rays + goal.rays
            cost = dist(start.via or start.place, goal.via or goal.place)
            cost += start.via_cost + goal.via_cost
            return replace(result, points=straight, length=way, cost=cost, rays=rays)
    # From a waypoint on, a path costs at least this for each metre to the goal.
    factor = min(graph.factor, *map(least_cost_of, storeys.grids))
    visited = operations = 0
    while True:
        found = graph.search(
            start.joined, goal.joined, passable, toward=places[1], factor=factor,
            limit=limit - visited,
        )  # fmt: skip
        visited += found.visited
        operations += found.operations
        if along or found.gave_up or not _look_on(start, goal, found.cost, factor):
            break
    result = replace(
        result,
        status=found.status,
        visited=visited,
        heap_operations=operations,
        rays=1 + start.rays + goal.rays,
    )
    return (
        _with_path(result, graph, found, storeys.names, (start, goal))
        if len(found.rows)
        else result
    )


def _along_one_edge(
    graph: Graph, arcs: Bytes, grid: NavGrid, start: End, goal: End
) -> Floats | None:
    """Return the points of a path along a single edge; None if there is no such path."""
    begin, end = start.via or start.place, goal.via or goal.place
    shared = start.edges & goal.edges
    if not any(leads(graph, arcs, edge, begin, end) for edge in shared):
        return None
    if not is_clear(grid, begin, end):
        return None
    stops = [start.via, end, goal.place if goal.via else None]
    return np.array([stop for stop in stops if stop is not None], np.float64)


def _look_on(start: End, goal: End, cost: float, factor: float) -> bool:
    """Test waypoints over which a path could cost less; return whether another one is seen."""
    if cost == inf:
        found = [end.look_around() for end in (start, goal)]
    else:
        found = [
            start.look(start.bounds + factor * goal.distances < cost),
            goal.look(factor * start.distances + goal.bounds < cost),
        ]
    return any(found)


def _with_path(
    result: PathResult,
    graph: Graph,
    found: Found,
    layers: tuple[str, str],
    ends: tuple[End, End],
) -> PathResult:
    stops, names, links, ties = _stops(graph, found, layers, ends)
    across = np.diff(stops, axis=0)
    lengths = np.sqrt(across[:, 0] ** 2 + across[:, 1] ** 2)
    lengths[links != 0] = [tie.link_length for tie in ties]
    # A waypoint at the place of an end is no step.
    kept = np.ones(len(names), np.bool_)
    kept[[0, -1]] = (lengths[[0, -1]] > 0) | (links[[0, -1]] != 0)
    several = {*names, layers[0]} != {layers[0]}
    return replace(
        result,
        points=stops[1:][kept],
        length=float(lengths.sum()),
        cost=found.cost,
        nodes=graph.ids[found.rows],
        layers=tuple(compress(names, kept)) if several else (),
        links=links[kept] if ties else result.links,
        link_cost=sum(tie.link_cost for tie in ties),
    )


def _stops(
    graph: Graph, found: Found, layers: tuple[str, str], ends: tuple[End, End]
) -> tuple[Floats, list[str], Ids, list[Tie]]:
    """Return start and all steps from there: places, storeys and links, with their ties."""
    stops: list[Point] = [ends[0].place]
    names: list[str] = []
    links: list[int] = []
    ties: list[Tie] = []

    def go(place: Point, name: str, link: int = 0) -> None:
        stops.append(place)
        names.append(name)
        links.append(link)

    if ends[0].via is not None:
        go(ends[0].via, layers[0])
    for number, row in enumerate(found.rows.tolist()):
        name = graph.storeys[int(graph.layers[row])]
        tie = graph.ties.by_arc.get(int(found.arcs[number - 1])) if number else None
        if tie is not None:
            ties.append(tie)
            begins, leads = tie.points
            if begins != stops[-1]:
                go(begins, names[-1] if names else layers[0])
            go(leads, name, tie.link)
        if tie is None or graph.place_of(row) != stops[-1]:
            go(graph.place_of(row), name)
    if ends[1].via is not None:
        go(ends[1].via, layers[1])
    go(ends[1].place, layers[1])
    return np.array(stops, np.float64), names, np.array(links, np.int64), ties
