"""Random rings, levels and edits: generators, and hypothesis strategies that use them.

The generators take a `random.Random`, so long runs work without hypothesis; the strategies pass one
that hypothesis shrinks. Coordinates are mostly multiples of a tenth, so that centres and corners
coincide and ties are common.
"""

import math
import random

import msgspec
from hypothesis import strategies as st

from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Item,
    Layer,
    Level,
    Obstacle,
    Point,
    Polygon,
    Ring,
    Settings,
)
from navcore.level.tables import GROUND

SIDE = 12.0
"""Extent of random levels from the origin along each axis, metres."""


def random_point(rng: random.Random) -> Point:
    """Return a point of a random level, three times out of four on tenths of a metre."""
    x, z = rng.uniform(0, SIDE), rng.uniform(0, SIDE)
    return (x, z) if rng.random() < 0.25 else (round(x, 1), round(z, 1))


def random_concave(rng: random.Random, corners: int, radius: float) -> Ring:
    """Return a star-shaped ring of random orientation around a random point; mostly concave."""
    cx, cz = random_point(rng)
    turn = rng.choice((-1, 1)) * 2 * math.pi / corners
    start = rng.uniform(0, 2 * math.pi)
    reaches = [radius * rng.uniform(0.2, 1) for _ in range(corners)]
    return tuple(
        (cx + reach * math.cos(start + turn * i), cz + reach * math.sin(start + turn * i))
        for i, reach in enumerate(reaches)
    )


def random_rectangle(rng: random.Random, longest: float = 8.0) -> Ring:
    """Return a rectangle along the axes, on tenths of a metre."""
    x, z = (round(value, 1) for value in random_point(rng))
    w, d = (round(rng.uniform(0.1, longest), 1) for _ in range(2))
    return ((x, z), (x + w, z), (x + w, z + d), (x, z + d))


def random_turned(rng: random.Random, longest: float = 8.0) -> Ring:
    """Return a rectangle at a random angle."""
    return turned(random_rectangle(rng, longest), rng.uniform(0, 2 * math.pi))


def random_tangle(rng: random.Random) -> Ring:
    """Return a ring that mostly crosses itself, sometimes with repeated corners or no area."""
    return tuple(random_point(rng) for _ in range(rng.randint(3, 7)))


def random_ring(rng: random.Random) -> Ring:
    """Return a ring of any of these kinds."""
    kind = rng.randrange(5)
    if kind == 0:
        return random_tangle(rng)
    if kind == 1:
        return random_turned(rng)
    if kind == 2:
        return random_concave(rng, rng.randint(3, 12), rng.uniform(0.5, 5))
    return random_rectangle(rng)


def turned(ring: Ring, angle: float, centre: Point = (0.0, 0.0)) -> Ring:
    """Return the ring rotated about `centre`."""
    c, s = math.cos(angle), math.sin(angle)
    cx, cz = centre
    return tuple(
        (cx + (x - cx) * c - (z - cz) * s, cz + (x - cx) * s + (z - cz) * c) for x, z in ring
    )


def random_settings(rng: random.Random) -> Settings:
    """Return settings in the usual ranges, most often the defaults.

    No seam is a multiple of a tenth, because gaps of exactly the seam would be ties.
    """
    return Settings(
        cell_size=rng.choice((0.3, 0.4, 0.4, 0.7, 1.0)),
        agent_radius=rng.choice((0.0, 0.45, 0.45)),
        object_padding=rng.choice((0.0, 0.25, 0.25)),
        boundary_padding=rng.choice((0.0, 0.0, 0.45, 1.0)),
        seam=rng.choice((0.0, 0.01, 0.01, 0.07)),
        grid_origin=rng.choice(("bounds", "cells")),
    )


def random_level(rng: random.Random) -> Level:
    """Return a level of some areas and obstacles, with ids from 1."""
    areas = [random_area(rng, i + 1) for i in range(rng.randint(0, 5))]
    obstacles = [random_obstacle(rng, i + 101) for i in range(rng.randint(0, 6))]
    return Level(
        settings=random_settings(rng),
        areas={area.id: area for area in areas},
        obstacles={obstacle.id: obstacle for obstacle in obstacles},
    )


def random_area(rng: random.Random, area_id: int) -> Area:
    """Return an area, mostly available."""
    return Area(
        id=area_id,
        name=f"area_{area_id}",
        polygon=random_ring(rng),
        available=rng.random() < 0.8,
    )


def random_obstacle(rng: random.Random, obstacle_id: int) -> Obstacle:
    """Return an obstacle, mostly enabled."""
    return Obstacle(id=obstacle_id, polygon=random_ring(rng), enabled=rng.random() < 0.8)


def random_edit(level: Level, rng: random.Random) -> Edit:
    """Return a designer's edit: add, delete, move, drag a corner, switch, rename, or settings."""
    elements = [*level.areas.values(), *level.obstacles.values()]
    if rng.random() < 0.03:
        return Edit.put(level, [random_settings(rng)])
    if not elements or rng.random() < 0.15:
        return Edit.put(level, [_random_new(level, rng)])
    chosen = rng.sample(elements, k=min(len(elements), rng.choice((1, 1, 1, 2, 3))))
    if rng.random() < 0.1:
        return Edit.remove(level, [element.id for element in chosen])
    return Edit.put(level, [random_change(element, rng) for element in chosen])


def random_change(element: Polygon, rng: random.Random) -> Item:
    """Return the element moved, renamed, switched, or with a corner moved, added or removed."""
    ring = element.polygon
    action = rng.randrange(6)
    if action == 0:
        dx, dz = round(rng.uniform(-2, 2), 1), round(rng.uniform(-2, 2), 1)
        return _with_ring(element, tuple((x + dx, z + dz) for x, z in ring))
    at = rng.randrange(len(ring))
    if action == 1:
        return _with_ring(element, (*ring[:at], random_point(rng), *ring[at:]))
    if action == 2 and len(ring) > 3:
        return _with_ring(element, ring[:at] + ring[at + 1 :])
    if action == 3:
        return switched(element)
    if action == 4:
        return msgspec.structs.replace(element, note=f"note {rng.randrange(100)}")
    x, z = ring[at]
    corner = (x + rng.uniform(-1, 1), z + rng.uniform(-1, 1))
    return _with_ring(element, (*ring[:at], corner, *ring[at + 1 :]))


def switched(element: Polygon) -> Polygon:
    """Return the area opened or closed, or the obstacle switched on or off."""
    if isinstance(element, Area):
        return msgspec.structs.replace(element, available=not element.available)
    return msgspec.structs.replace(element, enabled=not element.enabled)


STOREYS = (GROUND, "sky", "underground", "volume", "custom1", "custom2", "custom3", "custom4")
"""Names of storeys, as many as a level can have."""

ABILITIES = ("key", "badge")
"""Abilities that some areas of random storeys need."""


def random_layers(rng: random.Random) -> tuple[Layer, ...]:
    """Return a table of storeys, sometimes an empty one."""
    others = rng.sample(STOREYS[1:], rng.choice((0, 1, 2, 2, 7)))
    named = (GROUND, *others) if others or rng.random() < 0.5 else ()
    return tuple(Layer(name=name, floor_y=rng.choice((0.0, 3.5, -2.0))) for name in named)


def random_storeys(rng: random.Random) -> Level:
    """Return a random level with elements on several storeys, some on missing ones."""
    level = random_level(rng)
    settings = msgspec.structs.replace(level.settings, layers=random_layers(rng), floor_y=1.0)
    elements = [*level.areas.values(), *level.obstacles.values()]
    placed = {element.id: random_place(element, rng) for element in elements}
    return level.with_settings(settings).with_items(placed)


def random_place(element: Polygon, rng: random.Random) -> Polygon:
    """Return the element on another storey; an area sometimes needs abilities."""
    layer = rng.choice((*STOREYS[:3], *STOREYS[:3], *STOREYS, "attic", ""))
    if isinstance(element, Area):
        needs = tuple(rng.sample(ABILITIES, rng.choice((0, 0, 1, 2))))
        return msgspec.structs.replace(element, layer=layer, needs=needs)
    return msgspec.structs.replace(element, layer=layer)


def random_storeys_edit(level: Level, rng: random.Random) -> Edit:
    """Return a random edit of elements, of their storeys, of the table of storeys, or of both."""
    if rng.random() < 0.65:
        return random_edit(level, rng)
    elements = [*level.areas.values(), *level.obstacles.values()]
    items: list[Item] = []
    if elements and rng.random() < 0.8:
        items += [random_place(one, rng) for one in rng.sample(elements, min(len(elements), 2))]
        if rng.random() < 0.3:
            items[0] = random_change(items[0], rng)
    if rng.random() < 0.4:
        items.append(msgspec.structs.replace(level.settings, layers=random_layers(rng)))
    return Edit.put(level, items)


def _random_new(level: Level, rng: random.Random) -> Polygon:
    fresh = max([0, *level.areas, *level.obstacles]) + 1
    return random_area(rng, fresh) if rng.random() < 0.4 else random_obstacle(rng, fresh)


def _with_ring(element: Polygon, ring: Ring) -> Polygon:
    return msgspec.structs.replace(element, polygon=ring)


generators = st.randoms(use_true_random=False, note_method_calls=False)
"""Random number generators that hypothesis records and shrinks."""

rings = generators.map(random_ring)
concave_rings = generators.map(lambda rng: random_concave(rng, rng.randint(3, 14), 6.0))
levels = generators.map(random_level)
