"""A large generated town: 5,000 polygons on 2048 x 2048 cells, determined by a seed."""

import math
import random
from itertools import pairwise

import numpy as np

from navcore.geometry.cells_inside import CellBox
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Point, Ring, Settings
from navcore.level.operations.brush import Painting

ROOMS = 20
"""Number of rooms along a side: 400 rooms and 760 doors in total."""
OBSTACLES = 3840
CELLS = 2048
AGENTS = 40
WALL, DOOR = 1.2, 3.0
"""Thickness of walls and width of doors, metres."""
MOST_CORNERS = 40


def town(
    rooms: int = ROOMS, obstacles: int = OBSTACLES, cells: int = CELLS, seed: int = 5
) -> Level:
    """Return rooms with names, doors (one in eight closed), obstacles, and agents with goals."""
    rng = random.Random(seed)
    settings = Settings(title="Town", boundary_padding=0.45)
    side = (cells - 8) * settings.cell_size
    items: dict[int, Element] = {}

    def put(kind: type[Element], name: str, **fields: object) -> None:
        number = len(items) + 1
        items[number] = kind(id=number, order=number, name=name, **fields)

    def door(name: str, ring: Ring) -> None:
        put(Area, name, polygon=ring, door=True, available=rng.random() > 0.125)

    columns, rows = _parted(rng, side, rooms), _parted(rng, side, rooms)
    for row, (z0, z1) in enumerate(rows):
        for column, (x0, x1) in enumerate(columns):
            put(Area, f"room_{column}_{row}", polygon=_box(x0, z0, x1 - x0, z1 - z0))
            if column + 1 < rooms:
                door(f"east_{column}_{row}", _box(x1, (z0 + z1 - DOOR) / 2, WALL, DOOR))
            if row + 1 < rooms:
                door(f"north_{column}_{row}", _box((x0 + x1 - DOOR) / 2, z1, DOOR, WALL))
    for number in range(obstacles):
        put(Obstacle, f"thing_{number}", polygon=_thing(rng, side))
    for number in range(AGENTS):
        places = [_place(rng, side) for _ in range(rng.randint(1, 6))]
        put(Agent, f"guard_{number}", position=places[0], goals=tuple(places[1:]), loop=True)
    return Level(settings=settings).with_items(items)


def _parted(rng: random.Random, side: float, rooms: int) -> list[tuple[float, float]]:
    """Return start and end of each room along a side; widths differ by up to a factor of two."""
    shares = [rng.uniform(0.7, 1.3) for _ in range(rooms)]
    metres = (side - WALL * (rooms - 1)) / sum(shares)
    starts = [metres * sum(shares[:number]) + WALL * number for number in range(rooms + 1)]
    return [(start, end - WALL) for start, end in pairwise(starts)]


def _box(x: float, z: float, width: float, depth: float) -> Ring:
    return ((x, z), (x + width, z), (x + width, z + depth), (x, z + depth))


def _place(rng: random.Random, side: float) -> Point:
    return (rng.uniform(3.0, side - 3.0), rng.uniform(3.0, side - 3.0))


def _thing(rng: random.Random, side: float) -> Ring:
    """Return an obstacle of 0.5 to 5 m: an aligned box, a rotated box or a star of many corners."""
    x, z = _place(rng, side)
    kind = rng.random()
    if kind < 2 / 3:
        width, depth = rng.uniform(0.5, 4.0), rng.uniform(0.5, 3.0)
        turn = rng.uniform(0.0, math.pi) if kind < 1 / 3 else 0.0
        around = [(sx * width / 2, sz * depth / 2) for sx, sz in _box(-1, -1, 2, 2)]
        cos, sin = math.cos(turn), math.sin(turn)
        return tuple((x + a * cos - b * sin, z + a * sin + b * cos) for a, b in around)
    corners = rng.randint(5, MOST_CORNERS)
    turns = [2 * math.pi * number / corners for number in range(corners)]
    reaches = [rng.uniform(0.4, 2.5) for _ in turns]
    return tuple(
        (x + r * math.cos(t), z + r * math.sin(t)) for r, t in zip(reaches, turns, strict=True)
    )


def painted(level: Level, cells: int) -> Level:
    """Return the level with every tile painted, in different patches of some metres."""
    names = ["", "mud", "sand", "grass", "water", "ice"]
    noise = np.random.default_rng(7).integers(0, len(names), (cells // 8 + 1, cells // 8 + 1))
    field = np.kron(noise, np.ones((8, 8), np.int64))[:cells, :cells]
    box, painting = CellBox(0, 0, cells, cells), Painting(level)
    for number, name in enumerate(names[1:], start=1):
        painting.put(box, field == number, name)
    return painting.edit().apply(level)
