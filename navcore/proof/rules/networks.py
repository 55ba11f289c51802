"""Waypoints off the floor, and edges that no agent can ever walk."""

import math
from collections.abc import Iterator

import numpy as np

from navcore.bake.profile import radius_in
from navcore.graph.clearance import Blocked, Clearance
from navcore.graph.floors import floor_for
from navcore.graph.passing import blocked_on
from navcore.graph.storey_edges import REACH, between_storeys
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import (
    Edge,
    Level,
    Link,
    Point,
    Profile,
    Waypoint,
    WithStops,
    in_drawing_order,
)
from navcore.level.naming import called
from navcore.level.profiles import on_layer
from navcore.path.links import can_take, crossings
from navcore.proof.problem import Finding
from navcore.proof.rules.unclear import unclear_at
from navcore.proof.survey import Survey
from navcore.world import World


def waypoints_off_floor(survey: Survey) -> Iterator[Finding]:
    """Yield the waypoints where no agent can walk, even with all doors open.

    Disabled waypoints are left out, unless a route or an agent stops there.
    """
    for waypoint in survey.once(_off_floor):
        if not waypoint.enabled and not _is_stop(survey.level, waypoint):
            continue
        said = tr("{0} stands where nobody can walk. Move it onto floor.").format(
            called([waypoint])
        )
        layer = survey.level.settings.layer_of(waypoint)
        if unclear_at(survey, waypoint.position, layer):
            continue
        yield Finding(said, (waypoint.id,), waypoint.position, layer=layer)


def _is_stop(level: Level, waypoint: Waypoint) -> bool:
    """Return whether a route, or an agent, has a stop at a waypoint."""
    return any(isinstance(one, WithStops) for one in level.referring([waypoint.id]))


def blocked_edges(survey: Survey) -> Iterator[Finding]:
    """Yield the edges that are blocked for every type, even with all doors open.

    Edges of waypoints off the floor are left out, because those are reported, and so are edges that
    are switched off.
    """
    level, world = survey.level, survey.world
    edges = level.of(Edge)
    shut = _shut(survey)
    if not shut:
        return
    off = {waypoint.id for waypoint in survey.once(_off_floor)}
    waypoints, radius = level.of(Waypoint), radius_in(Profile(), level.settings)
    floors: dict[str, Clearance] = {}
    for edge in in_drawing_order({i: edges[i] for i in shut}):
        survey.pause()
        if off.isdisjoint((edge.start, edge.end)):
            ends = waypoints[edge.start], waypoints[edge.end]
            layer = level.settings.layer_of(ends[0])
            if layer not in floors:
                profile = on_layer(Profile(), layer)
                cells = survey.opened.grid_for(profile)
                floors[layer] = floor_for(world, profile).over(cells)
            start, end = (one.position for one in ends)
            found = blocked_on(floors[layer], start, end, radius)
            fix = Edit.remove(level, [edge.id], tr("Delete blocked edge"))
            place = _middle(ends)
            yield Finding(_blocked_text(level, ends, found), (edge.id,), place, fix, layer=layer)


def unlinked_edges(survey: Survey) -> Iterator[Finding]:
    """Yield the edges between storeys that no type can take by a link, even with all doors open."""
    level, world = survey.level, survey.world
    waypoints, layer_of = level.of(Waypoint), level.settings.layer_of
    for edge in in_drawing_order(_edges_without_link(world)):
        ends = waypoints[edge.start], waypoints[edge.end]
        layers = layer_of(ends[0]), layer_of(ends[1])
        links = [one for one in level.of(Link).values() if _joins(level, one, layers)]
        if any(_is_seen(world, link, ends) for link in links):
            continue
        said = tr("The edge from {0} to {1} leads to another storey.")
        said = said.format(called([ends[0]]), called([ends[1]]))
        why = tr("No link joins the two.")
        if links:
            why = tr("No link that both ends see, {0:.0f} m away at most, joins the two.")
            why = why.format(REACH)
        advice = tr("Draw stairs or a ladder there, or delete the edge.")
        fix = Edit.remove(level, [edge.id], tr("Delete edge without a link"))
        place, layer = ends[0].position, layers[0]
        yield Finding(f"{said} {why} {advice}", (edge.id,), place, fix, layer=layer)


def _edges_without_link(world: World) -> dict[int, Edge]:
    """Return the edges between storeys that agents without a type can't take with present doors."""
    edges = world.level.of(Edge)
    if not edges or not world.level.settings.layers:
        return {}
    left: set[int] | None = None
    for profile in _types(world.level):
        graph = world.graph_for(profile)
        rows = between_storeys(graph)
        shut = set(graph.edge_ids[rows[~graph.open[rows]]].tolist())
        left = shut if left is None else left & shut
    return {i: edges[i] for i in left or () if edges[i].enabled}


def _joins(level: Level, link: Link, layers: tuple[str, str]) -> bool:
    """Return whether a link leads between two storeys, in one direction at least."""
    own = level.settings.layer_of(link)
    return {own, link.to_layer or own} == {*layers}


def _is_seen(world: World, link: Link, ends: tuple[Waypoint, Waypoint]) -> bool:
    """Return whether both waypoints see the link, all doors open, for a type that can take it."""
    settings = world.level.settings
    if settings.layer_of(link) != settings.layer_of(ends[0]):
        ends = ends[1], ends[0]
    pairs = crossings(link, settings.cell_size)
    for profile in _types(world.level):
        radius = radius_in(profile, settings)
        if not can_take(link, profile.abilities, radius):
            continue
        seen = np.ones(len(pairs), np.bool_)
        for number, end in enumerate(ends):
            floor = floor_for(world, on_layer(profile, settings.layer_of(end)))
            lines = [(*end.position, *pair[number]) for pair in pairs]
            seen &= floor.clear(np.array(lines, np.float64), radius)
            seen &= [math.dist(end.position, pair[number]) <= REACH for pair in pairs]
        if seen.any():
            return True
    return False


def _shut(survey: Survey) -> set[int]:
    """Return ids of the edges that no type can take, even with all doors open."""
    world = survey.world
    found: set[int] | None = None
    for profile in _types(world.level):
        survey.pause()
        graph = world.graph_for(profile)
        shut = set(graph.edge_ids[~graph.open].tolist())
        shut -= set(graph.edge_ids[between_storeys(graph)].tolist())
        found = shut if found is None else found & shut
        if not found:
            return set()
    waypoints, edges = world.level.of(Waypoint), world.level.of(Edge)
    left = sorted(i for i in found or () if edges[i].enabled)
    pairs = [(waypoints[edges[i].start], waypoints[edges[i].end]) for i in left]
    return {i for i, fits in zip(left, _are_clear(survey, pairs), strict=True) if not fits}


def _off_floor(survey: Survey) -> list[Waypoint]:
    """Return the waypoints that are in a walkable cell of no type, even with all doors open."""
    world = survey.world
    settings = world.level.settings
    left = [*in_drawing_order(world.level.of(Waypoint))]
    for profile in _types(world.level):
        survey.pause()
        for layer in {settings.layer_of(one) for one in left}:
            there = [one for one in left if settings.layer_of(one) == layer]
            places = np.array([one.position for one in there], np.float64)
            free = world.grid_for(on_layer(profile, layer)).are_walkable(places)
            stand = {one.id for one, is_free in zip(there, free.tolist(), strict=True) if is_free}
            left = [one for one in left if one.id not in stand]
    fits = _are_clear(survey, [(one, one) for one in left])
    return [one for one, is_free in zip(left, fits, strict=True) if not is_free]


def _are_clear(survey: Survey, pairs: list[tuple[Waypoint, Waypoint]]) -> list[bool]:
    """Return whether agents of a type can follow all lines between pairs, with all doors open."""
    world, settings = survey.world, survey.level.settings
    found = np.zeros(len(pairs), np.bool_)
    layers = [settings.layer_of(start) for start, _ in pairs]
    for layer in dict.fromkeys(layers):
        here = np.array([one == layer for one in layers])
        lines = [(*start.position, *end.position) for start, end in pairs]
        for profile in _types(world.level):
            survey.pause()
            floor = floor_for(world, on_layer(profile, layer))
            rows = np.flatnonzero(here & ~found)
            asked = np.array(lines, np.float64)[rows]
            fits = floor.clear(asked, radius_in(profile, settings))
            if fits.any():
                cells = survey.opened.grid_for(on_layer(profile, layer))
                fits[fits] = floor.over(cells).are_followed(asked[fits])
            found[rows] = fits
    clear: list[bool] = found.tolist()
    return clear


def _types(level: Level) -> list[Profile]:
    """Return agents of no type, and the types of a level."""
    return [Profile(), *level.settings.profiles]


def _blocked_text(level: Level, ends: tuple[Waypoint, Waypoint], found: Blocked | None) -> str:
    between = called([ends[0]]), called([ends[1]])
    advice = tr("Move an end, or delete the edge.")
    element = None if found is None or found.element is None else level.element(found.element)
    if element is None or found is None:
        said = tr("The edge from {0} to {1} leads where nobody can walk.").format(*between)
    elif found.by_cells:
        said = tr("The edge from {0} to {1} passes {2}, where no walkable cells lead through.")
        said = said.format(*between, called([element]))
        advice = tr("Make the gap wider or the cells smaller, or delete the edge.")
    elif found.distance > 0:
        said = tr("The edge from {0} to {1} passes {2} at {3} m: too near for agents.")
        # Rounded down, or it might be the very radius of the agents.
        distance = math.floor(100 * found.distance + 1e-6) / 100
        said = said.format(*between, called([element]), f"{distance:.2f}")
    else:
        said = tr("The edge from {0} to {1} leads through {2}.").format(*between, called([element]))
    return f"{said} {advice}"


def _middle(ends: tuple[Waypoint, Waypoint]) -> Point:
    (ax, az), (bx, bz) = (one.position for one in ends)
    return ((ax + bx) / 2, (az + bz) / 2)
