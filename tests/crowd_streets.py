"""Crossing streets, with wide agents that walk back and forth for ever."""

import math
from functools import partial
from typing import Final

import msgspec
import numpy as np

from navcore.level.model import Level, Point
from tests.crowd_scenes import (
    FINE,
    TALL,
    CrowdBuilder,
    CrowdScene,
    door_walls,
    gate_at,
    grid_of_people,
    people,
)
from tests.sim_scenes import Box, Laid, Walker


def to_and_fro(level: Level, laid: Laid, ends: list[Point]) -> Level:
    """Return a level with agents that go to these places after their goals, and back."""
    places = map(laid.at, ends)
    return level.with_items(
        {
            one.id: msgspec.structs.replace(one, goals=(*one.goals, end), loop=True, stops=())
            for one, end in zip(level.agents.values(), places, strict=True)
        }
    )


def crossing(
    street: float, each: int = 10, radius: float = 0.45, seconds: float = 90.0, laid: Laid = FINE
) -> CrowdScene:
    """Return agents in four arms of a crossing that walk to the opposite arm and back."""
    arm = 14.0
    size = 2 * arm + street
    walls: list[Box] = [
        (x0, z0, x0 + arm + TALL, z0 + arm + TALL)
        for x0 in (-TALL, arm + street)
        for z0 in (-TALL, arm + street)
    ]
    gap = 2.4 * radius
    rows = int((street - 2 * radius - 0.2) // gap) + 1
    walkers = [
        Walker(turned(start), turned((size - start[0], start[1])))
        for turned in (
            lambda p: p,
            lambda p: (size - p[0], p[1]),
            lambda p: (p[1], p[0]),
            lambda p: (p[1], size - p[0]),
        )
        for start in grid_of_people(each, 1.0, size / 2, gap, rows)
    ]
    level = people(laid, walls, walkers, (0.0, 0.0, size, size), radius)
    level = to_and_fro(level, laid, [walker.start for walker in walkers])
    return CrowdScene(level, seconds, passes="time")


def commute(
    street: float, seconds: float = 120.0, radius: float = 0.45, density: float = 0.19,
    blocks: int = 3, block: float = 12.0, laid: Laid = FINE,
) -> CrowdScene:  # fmt: skip
    """Return agents in streets between blocks, each walking between two random places.

    `density` is per square metre of street. All crossings have four arms, except at the border.
    """
    pitch = block + street
    size = blocks * pitch + street
    walls: list[Box] = [
        (street + pitch * i, street + pitch * j, pitch * (i + 1), pitch * (j + 1))
        for i in range(blocks)
        for j in range(blocks)
    ]
    count = round(density * (size**2 - (blocks * block) ** 2))
    rng = laid.rng()
    places: list[Point] = []
    while len(places) < 3 * count:
        x, z = rng.uniform(radius + 0.2, size - radius - 0.2, 2).tolist()
        inside = any(
            x0 - radius - 0.2 < x < x1 + radius + 0.2 and z0 - radius - 0.2 < z < z1 + radius + 0.2
            for x0, z0, x1, z1 in walls
        )
        near = len(places) < count and any(math.dist((x, z), p) < 2.2 * radius for p in places)
        if not (inside or near):
            places.append((x, z))
    starts, goals = places[:count], places[count:]
    walkers = [Walker(start, goal) for start, goal in zip(starts, goals[:count], strict=True)]
    level = people(laid, walls, walkers, (0.0, 0.0, size, size), radius)
    level = to_and_fro(level, laid, goals[count:])
    return CrowdScene(level, seconds, every=2, passes="time")


def both_ways(
    width: float, each: int = 30, radius: float = 0.45, seconds: float = 120.0, laid: Laid = FINE
) -> CrowdScene:
    """Return two rooms of `each` agents that swap rooms through one door, and back."""
    rows, gap = 8, 2.4 * radius
    far, depth = math.ceil(each / rows) * gap + 2.0, gap * rows + 2.0
    left = grid_of_people(each, 1.0, depth / 2, gap, rows)
    right = [(2 * far - x, z) for x, z in left]
    walkers = [Walker(a, b) for a, b in zip(left + right, right + left, strict=True)]
    walls = door_walls(far, depth / 2, width)
    level = people(laid, walls, walkers, (0.0, 0.0, 2 * far, depth), radius)
    return CrowdScene(to_and_fro(level, laid, left + right), seconds, passes="time")


def wall_end(
    each: int = 80, radius: float = 0.45, seconds: float = 120.0, laid: Laid = FINE
) -> CrowdScene:
    """Return agents on both sides of a wall with an open end, who walk around it and back."""
    walls: list[Box] = [(29.0, -TALL, 31.0, 25.0)]
    rng, gap = laid.rng(), 2.4 * radius
    rows = int(24.0 // gap)
    starts = grid_of_people(each, 4.0, 13.0, gap, rows)
    goals = [(float(x), float(z)) for x, z in rng.uniform((33.0, 1.0), (59.0, 24.0), (each, 2))]
    walkers = [Walker(a, b) for a, b in zip(starts, goals, strict=True)]
    walkers += [Walker((60.0 - a[0], a[1]), (60.0 - b[0], b[1])) for a, b, *_ in walkers]
    level = people(laid, walls, walkers, (0.0, 0.0, 60.0, 50.0), radius)
    return CrowdScene(
        to_and_fro(level, laid, [walker.start for walker in walkers]), seconds, passes="time"
    )


def places_apart(
    rng: np.random.Generator, box: Box, count: int, taken: list[Point], gap: float = 1.0
) -> list[Point]:
    """Return random places in a box, none nearer than `gap` to those `taken`; adds them there."""
    found: list[Point] = []
    while len(found) < count:
        x, z = rng.uniform(box[:2], box[2:]).tolist()
        if all(math.dist((x, z), one) > gap for one in taken):
            found.append((x, z))
            taken.append((x, z))
    return found


def corridor(
    each: int = 100, width: float = 20.0, radius: float = 0.45, seconds: float = 120.0,
    laid: Laid = FINE,
) -> CrowdScene:  # fmt: skip
    """Return two crowds that walk towards each other in a wide corridor, and back."""
    long, taken, rng = 60.0, [], laid.rng()
    left = places_apart(rng, (1.0, 1.0, 28.0, width - 1.0), each, taken)
    right = places_apart(rng, (32.0, 1.0, long - 1.0, width - 1.0), each, taken)
    walkers = [Walker(a, b) for a, b in zip(left + right, right + left, strict=True)]
    level = people(laid, [], walkers, (0.0, 0.0, long, width), radius)
    return CrowdScene(to_and_fro(level, laid, left + right), seconds, passes="time")


def town_gate(
    each: int = 300, past: int = 100, width: float = 5.0, radius: float = 0.45,
    seconds: float = 120.0, laid: Laid = FINE,
) -> CrowdScene:  # fmt: skip
    """Return two crowds that change sides through a gate in a long wall, and back.

    On each side `past` agents walk along the wall, past the gate, and back.
    """
    long, deep, rng = 80.0, 44.0, laid.rng()
    x, z = long / 2, deep / 2
    taken: list[Point] = []
    left = places_apart(rng, (1.0, 1.0, x - 2.0, deep - 1.0), each, taken)
    right = places_apart(rng, (x + 2.0, 1.0, long - 1.0, deep - 1.0), each, taken)
    starts, goals = left + right, right + left
    for beside in (x - 14.0, x + 2.0):
        low = places_apart(rng, (beside, 1.0, beside + 12.0, z - 6.0), past // 2, taken)
        high = places_apart(rng, (beside, z + 6.0, beside + 12.0, deep - 1.0), past // 2, taken)
        starts, goals = starts + low + high, goals + high + low
    walkers = [Walker(a, b) for a, b in zip(starts, goals, strict=True)]
    walls = door_walls(x, z, width, 2.0)
    level = people(laid, walls, walkers, (0.0, 0.0, long, deep), radius)
    gates = (gate_at(laid, x, z, width),)
    return CrowdScene(to_and_fro(level, laid, starts), seconds, gates, every=6, passes="time")


STREETS: Final[dict[str, CrowdBuilder]] = {
    "crossing of 4 m": partial(crossing, 4.0),
    "crossing of 4 m, 80": partial(crossing, 4.0, 20),
    "crossing of 6 m": partial(crossing, 6.0),
    "crossing of 6 m, 80": partial(crossing, 6.0, 20),
    "both ways through 1.8 m": partial(both_ways, 1.8),
    "end of a wall": wall_end,
    "end of a wall, 300": partial(wall_end, 150),
    "corridor of 20 m, 200": corridor,
    "gate of 5 m, 800": town_gate,
    "streets of 4 m": partial(commute, 4.0),
    "streets of 6 m": partial(commute, 6.0),
}
"""Scene builders by name; each also takes `laid`."""
