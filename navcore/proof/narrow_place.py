"""Locate the gap that is too narrow, once it is known how much wider it must be."""

from collections.abc import Iterable, Iterator
from math import dist
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.geometry.rings import Floats
from navcore.level.model import Element, Level, Link, Point, Polygon, Profile
from navcore.level.profiles import on_layer
from navcore.level.storeys import layers_of
from navcore.path.cell_path import cells_between
from navcore.path.result import PathResult
from navcore.proof.clearances import Passage, passages
from navcore.proof.ends import End
from navcore.proof.explanation import Relaxation
from navcore.proof.narrowest import narrowest_on
from navcore.proof.relaxed import MILLIMETRE, relaxed
from navcore.world import World

Cells: TypeAlias = npt.NDArray[np.int32]

_AROUND: Final = 3.0
"""Times what an agent needs: what lies farther from a gap has nothing to do with it."""


class NarrowPlace(NamedTuple):
    """The narrow place: a gap, a link, or the surroundings of an end."""

    place: Point
    """Metres."""
    layer: str
    passage: Passage | None = None
    """The gap; None if it has no two sides that face each other."""
    link: Link | None = None
    end: int | None = None
    """0 or 1 if the start or the goal itself has too little room."""


def narrow_place(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> NarrowPlace:
    """Return the tightest place on the path that exists after a relaxation of widths."""
    wide = relaxed(world, profile, relaxation)
    less = replace_width(relaxation, relaxation.width - MILLIMETRE)
    tight = relaxed(world, profile, less)
    path = path_between(*wide, ends)
    for number, end in enumerate(ends):
        if not end.is_free(*tight):
            return NarrowPlace(end.point, end.layer, end=number)
    found = _bottleneck(_legs(path, world.level, ends[0].layer), tight)
    if found is not None:
        layer, column, row = found
        place = world.grid.centre_of(column, row)
        passage = _passage(world, profile, layer, place, path)
        return NarrowPlace(place if passage is None else passage.place, layer, passage=passage)
    links = world.level.of(Link)
    taken = [links[key] for key in path.links.tolist() if key in links]
    narrow = [link for link in taken if link.width > 0]
    if narrow:
        link = min(narrow, key=lambda one: one.width)
        return NarrowPlace(link.anchor or ends[1].point, ends[0].layer, link=link)
    return NarrowPlace(ends[1].point, ends[1].layer)


def replace_width(relaxation: Relaxation, width: float) -> Relaxation:
    """Return the relaxation with gaps wider by another length, metres."""
    return Relaxation(
        doors=relaxation.doors, abilities=relaxation.abilities, two_way=relaxation.two_way,
        width=width,
    )  # fmt: skip


def path_between(
    world: World, profile: Profile, ends: tuple[End, End], *, limit: int | None = None
) -> PathResult:
    """Return the path between two ends, each where an agent arrives."""
    start, goal = (end.beside or end.point for end in ends)
    layers = ends[0].layer, ends[1].layer
    return world.find_path(
        start, goal, profile=profile, layer=layers[0], goal_layer=layers[1], limit=limit
    )


def _legs(path: PathResult, level: Level, layer: str) -> Iterator[tuple[str, Cells]]:
    """Yield the storey and the cells, (n, 2) column and row, of each part of a path.

    `layer` is the storey on which it begins. Links lead from one part to the next.
    """
    links = level.of(Link)
    taken = [links[key] for key in path.links.tolist() if key]
    for number, leg in enumerate(path.legs or (path.turns,)):
        if number:
            own, *other = layers_of(level.settings, taken[number - 1])
            layer = other[0] if other and layer == own else own
        yield layer, cells_between(leg)


def _bottleneck(
    legs: Iterable[tuple[str, Cells]], tight: tuple[World, Profile]
) -> tuple[str, int, int] | None:
    """Return storey, column and row where a path first leaves a region of tighter floor for good.

    Elsewhere a path of the wider floor also touches cells that the tighter one lacks, along walls
    and at corners, though agents come past them. None if all its cells are free.
    """
    first: tuple[str, int, int] | None = None
    for layer, cells in legs:
        grid = tight[0].grid_for(on_layer(tight[1], layer))
        length = grid.width + 2
        before, blocked = 0, None
        for column, row in cells.tolist():
            region = grid.regions.region_at((row + 1) * length + column + 1)
            if not region:
                blocked = blocked or (layer, column, row)
                first = first or blocked
            elif blocked is not None and region != before:
                return blocked
            else:
                before, blocked = region, None
        if blocked is not None:
            # A link begins or ends there.
            return blocked
    return first


def _passage(
    world: World, profile: Profile, layer: str, place: Point, path: PathResult
) -> Passage | None:
    """Return the gap at a place that a path goes through."""
    settings = world.level.settings
    radius = radius_in(profile, settings)
    needed = max(2 * (radius + settings.object_padding), settings.cell_size)
    found = passages(
        around(world.level, layer, place, _AROUND * needed), radius=radius,
        abilities=profile.abilities,
    )  # fmt: skip
    points: Floats = np.vstack((path.start, path.points))
    near = [
        passage
        for passage in found
        if passage.verdict != "always" and dist(passage.place, place) <= needed
    ]
    crossed = [one for one in near if narrowest_on([one], points) is not None]
    return min(crossed or near, key=lambda one: dist(one.place, place), default=None)


def around(level: Level, layer: str, place: Point, reach: float) -> Level:
    """Return the outlines of a storey near a place."""
    x, z = place
    low, high = (x - reach, z - reach), (x + reach, z + reach)

    def is_near(element: Polygon) -> bool:
        xs, zs = zip(*element.polygon, strict=True)
        inside = min(xs) <= high[0] and max(xs) >= low[0]
        inside = inside and min(zs) <= high[1] and max(zs) >= low[1]
        return inside and level.settings.layer_of(element) == layer

    return Level(
        settings=replace(level.settings, layers=()),
        areas={key: replace(area, layer="ground") for key, area in level.areas.items()
               if is_near(area)},
        obstacles={key: replace(one, layer="ground") for key, one in level.obstacles.items()
                   if is_near(one)},
    )  # fmt: skip


def nearest_obstacle(level: Level, layer: str, place: Point) -> tuple[Element, float] | None:
    """Return the obstacle of a storey that is nearest to a place, and its distance in metres."""
    near = [
        (one.distance(place), one.id)
        for one in level.obstacles.values()
        if one.enabled and level.settings.layer_of(one) == layer
    ]
    if not near:
        return None
    away, key = min(near)
    return level.obstacles[key], away
