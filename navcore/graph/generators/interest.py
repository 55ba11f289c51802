"""Points of interest: waypoints where something happens (S4-030).

At the stops of routes, where agents start, on both sides of doors, and at the ends of links. They
serve paths better than more nodes in the corners of rooms.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np

from navcore.geometry.rings import Floats
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import (
    LEAST_RADIUS,
    NOTHING,
    Proposal,
    Standing,
    joinable,
    left_out,
)
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import Thinning, joined
from navcore.i18n import several
from navcore.level.model import Agent, Area, Level, Link, Point, Route
from navcore.level.network import WaypointType
from navcore.level.stops import WithStops
from navcore.level.storeys import layers_of

_OFF: Final = 1.1
"""Radii before a door."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfInterest:
    """Kinds of points of interest that get a waypoint."""

    stops: bool = True
    """Stops of agents and of shared routes that are no waypoints yet."""
    starts: bool = True
    """Start positions of agents."""
    doors: bool = True
    """True for points on both sides of each door."""
    links: bool = True
    """The ends of links."""
    spacing: float = 1.0
    """Metres within which one waypoint is enough."""
    thinning: Thinning = field(default_factory=lambda: Thinning(longest=20.0))
    """Density of the edges between them."""


class _Spot(NamedTuple):
    place: Point
    type: WaypointType
    name: str


def of_interest(
    clearance: Clearance,
    radius: float,
    options: OfInterest | None = None,
    standing: Standing = NOTHING,
) -> Proposal:
    """Propose waypoints at points of interest, and edges between those that see each other.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        options: None for the defaults.
        standing: Waypoints that stay; they are joined too.
    """
    options = options or OfInterest()
    radius = max(radius, LEAST_RADIUS)
    spots = list(_spots(clearance, radius, options))
    places = np.array([spot.place for spot in spots], np.float64).reshape(-1, 2)
    clear = clearance.clear(np.hstack((places, places)), radius)
    off = standing.is_off(places, max(options.spacing, radius))
    chosen: list[int] = []
    taken: Floats = standing.positions
    for row in np.flatnonzero(clear & ~off).tolist():
        if not (np.hypot(*(taken - places[row]).T) < options.spacing).any():
            chosen.append(row)
            taken = np.concatenate((taken, places[row : row + 1]))
    ok, warnings = joinable(clearance, radius, standing.positions)
    kept = np.flatnonzero(ok)
    nodes = np.concatenate((standing.positions[kept], places[chosen]))
    pairs = visible_pairs(clearance, radius, nodes, longest=options.thinning.longest)
    lost = int((~clear).sum())
    if lost:
        warnings += (
            several(
                lost,
                "1 point of interest has no room for an agent.",
                "{0} points of interest have no room for an agent.",
            ),
        )
    fixed = standing.passable(clearance, radius)
    warnings += left_out(off & clear)
    made = joined(standing, fixed, kept, places[chosen], pairs, options.thinning, warnings)
    return replace(
        made,
        types=tuple(spots[row].type for row in chosen),
        names=tuple(spots[row].name for row in chosen),
    )


def _spots(clearance: Clearance, radius: float, options: OfInterest) -> Iterator[_Spot]:
    """Points of interest on the storey, the most telling first."""
    level, layer = clearance.level, clearance.layer
    if options.doors:
        for door in level.areas.values():
            if door.door and level.settings.layer_of(door) == layer:
                for place in _sides(clearance, radius, door):
                    yield _Spot(place, "chokepoint", f"{door.name}_side_1")
    if options.links:
        yield from _link_ends(level, layer)
    if options.stops:
        walkers: list[WithStops] = [*level.of(Agent).values(), *level.of(Route).values()]
        for walker in walkers:
            yield from _stops(level, layer, walker)
    if options.starts:
        for agent in level.of(Agent).values():
            if level.settings.layer_of(agent) == layer:
                yield _Spot(agent.position, "spawn", f"{agent.name}_start_1")


def _link_ends(level: Level, layer: str) -> Iterator[_Spot]:
    for link in level.of(Link).values():
        start, *end = layers_of(level.settings, link)
        for points, storey in ((link.start, start), (link.end, end[0] if end else start)):
            if storey == layer:
                x, z = np.mean(points, axis=0).tolist()
                yield _Spot((x, z), "navigation", f"{link.name}_end_1")


def _stops(level: Level, layer: str, walker: WithStops) -> Iterator[_Spot]:
    for row, goal in enumerate(walker.goals):
        stop = walker.stop(row)
        storey = stop.layer or level.settings.layer_of(walker)
        if stop.waypoint is None and storey == layer:
            yield _Spot(goal, "patrol", f"{walker.name}_stop_1")


def _sides(clearance: Clearance, radius: float, door: Area) -> list[Point]:
    """Return places before both sides of a door, beside its longer edges that lead through."""
    ring = np.array(door.polygon, np.float64)
    ends = np.array(list(pairwise([*ring.tolist(), ring[0].tolist()]))).reshape(-1, 4)
    lengths = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    middle = ring.mean(axis=0)
    for edge in np.argsort(-lengths, kind="stable").tolist():
        along = (ends[edge, 2:] - ends[edge, :2]) / max(lengths[edge], 1e-12)
        across = np.array((-along[1], along[0]))
        reach = float(np.abs((ring - middle) @ across).max()) + _OFF * radius
        places = [middle + reach * across, middle - reach * across]
        line = np.concatenate(places)[None]
        if clearance.clear(line, radius)[0]:
            return [(float(x), float(z)) for x, z in places]
    return []
