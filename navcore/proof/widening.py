"""Edits that widen a gap: floor is cut out of obstacles, or they are moved to no harm."""

import math
from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final, TypeGuard

from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.geometry.boolean import (
    difference_without_holes,
    overlap_of,
    shortest_between,
    uncovered_area,
)
from navcore.geometry.polygons import contains, signed_area
from navcore.level.bases import Place
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Element,
    Level,
    Obstacle,
    Point,
    Polygon,
    Profile,
    Ring,
    Waypoint,
)
from navcore.level.naming import fresh_id, names_in, next_name
from navcore.proof.clearances import Passage, passages
from navcore.proof.fresh import new_ids

SPARE: Final = 1e-3
"""Metres by which a widened gap is wider than it must be, so that rounding shuts none."""

_SLIVER: Final = 1e-4
"""Overlap in square metres up to which two outlines count as not overlapping."""

_TINY: Final = 0.01
"""Square metres below which a piece that is left of an obstacle goes as well."""


def lane_of(gap: Passage, width: float, sides: tuple[bool, bool]) -> Ring:
    """Return the floor that a gap needs to be `width` metres wide.

    The missing width is taken from the sides marked in `sides`, half from each if both.
    """
    (px, pz), (qx, qz) = gap.ends
    across = ((qx - px) / gap.width, (qz - pz) / gap.width)
    along = (-across[1], across[0])
    more = width - gap.width + SPARE
    low, high = (more / sum(sides) if side else 0.0 for side in sides)
    half = gap.depth / 2 + width
    corners = ((-low, -half), (gap.width + high, -half), (gap.width + high, half), (-low, half))
    return tuple(
        (px + s * across[0] + t * along[0], pz + s * across[1] + t * along[1]) for s, t in corners
    )


def cut_out(level: Level, obstacles: Collection[Obstacle], lane: Ring) -> dict[int, Element | None]:
    """Return the remains of obstacles outside a lane, by id: pieces without holes, or None.

    Empty if the lane touches none of them.
    """
    taken, used, new_id = names_in(level), set[int](), new_ids(level)
    items: dict[int, Element | None] = {}
    for obstacle in obstacles:
        pieces = difference_without_holes(obstacle.polygon, lane)
        if pieces is None:
            continue
        items[obstacle.id] = None
        pieces = tuple(piece for piece in pieces if abs(signed_area(piece)) >= _TINY)
        for number, piece in enumerate(pieces):
            if number == 0:
                items[obstacle.id] = replace(obstacle, polygon=piece, shape=None)
                continue
            name, one = obstacle.name, fresh_id(new_id, used)
            if name:
                name = next_name(taken, name)
                taken.add(name)
            items[one] = replace(obstacle, id=one, name=name, polygon=piece, shape=None)
    return items


def harms(level: Level, edit: Edit, clearance: float) -> bool:
    """Return whether obstacles that an edit moves get in the way of anything else.

    They do if more of one than before lies outside every area or on another obstacle or a door, or
    if one comes nearer than `clearance` metres to an element, a goal or a destination.
    """
    for key, after in edit.after.items():
        before = edit.before.get(key)
        if isinstance(before, Obstacle) and isinstance(after, Obstacle):
            if _is_placed_worse(level, before, after, edit):
                return True
            if any(_comes_near(before, after, line, clearance) for line in _used(level, after)):
                return True
    return False


def _is_placed_worse(level: Level, before: Obstacle, after: Obstacle, edit: Edit) -> bool:
    storey = level.settings.layer_of(after)
    rings = (before.polygon, after.polygon)
    near = [
        one
        for one in (*level.areas.values(), *level.obstacles.values())
        if one.id not in edit.after
        and level.settings.layer_of(one) == storey
        and any(_boxes_meet(ring, one.polygon) for ring in rings)
    ]
    floor = [one.polygon for one in near if isinstance(one, Area)]
    if uncovered_area(rings[1], floor) > uncovered_area(rings[0], floor) + _SLIVER:
        return True
    solid = [one for one in near if not isinstance(one, Area) or one.door]
    return any(
        overlap_of(rings[1], one.polygon) > overlap_of(rings[0], one.polygon) + _SLIVER
        for one in solid
    )


def _boxes_meet(one: Ring, other: Ring) -> bool:
    (xs, zs), (to_xs, to_zs) = zip(*one, strict=True), zip(*other, strict=True)
    in_x = min(xs) <= max(to_xs) and min(to_xs) <= max(xs)
    in_z = min(zs) <= max(to_zs) and min(to_zs) <= max(zs)
    return bool(in_x and in_z)


def _used(level: Level, beside: Obstacle) -> Iterator[Ring]:
    """Places and lines on the storey of an obstacle that it must not come upon."""
    storey = level.settings.layer_of(beside)
    waypoints = level.of(Waypoint)
    for element in chain.from_iterable(held.values() for held in level.held.values()):
        if isinstance(element, Edge):
            ends = [waypoints.get(key) for key in (element.start, element.end)]
            known = [one for one in ends if one is not None]
            if {level.settings.layer_of(one) for one in known} == {storey}:
                yield tuple(one.position for one in known)
        elif _may_stand_on(level, element, storey):
            yield from ((point,) for point in _points(element))


def _may_stand_on(level: Level, element: object, storey: str) -> TypeGuard[Element]:
    """Return whether points of an element are on a storey; links and tests may be on several."""
    if not isinstance(element, Element) or isinstance(element, Polygon):
        return False
    return not isinstance(element, Place) or level.settings.layer_of(element) == storey


def _points(element: Element) -> tuple[Point, ...]:
    own = (element.position,) if isinstance(element, Place) else ()
    return (*own, *element.points)


def _comes_near(before: Obstacle, after: Obstacle, line: Ring, clearance: float) -> bool:
    one, other = (_distance_to_line(obstacle, line) for obstacle in (before, after))
    return other < min(clearance, one - SPARE)


def _distance_to_line(obstacle: Obstacle, line: Ring) -> float:
    if len(line) == 1:
        return 0.0 if contains(obstacle.polygon, line[0]) else obstacle.distance(line[0])
    # An outline has three corners at least.
    return math.dist(*shortest_between(obstacle.polygon, (*line, line[0])))


def narrow_gaps(level: Level, profile: Profile, place: Point, reach: float) -> set[frozenset[int]]:
    """Return what parts each gap near a place that agents don't fit through on every grid."""
    radius = radius_in(profile, level.settings)
    return {
        frozenset((*one.between, one.door or 0))
        for one in passages(level, radius=radius, abilities=profile.abilities)
        if one.verdict != "always" and math.dist(one.place, place) < reach
    }
