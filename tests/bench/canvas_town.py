"""A large town to draw in: 5,000 polygons on 2048 x 2048 cells, the same on every machine."""

import math
import random

from navcore.level.model import Area, Level, Obstacle, Polygon, Ring, Settings

ROOMS = 20
"""Rooms along a side: 400 rooms and 760 doors."""
OBSTACLES = 3840
CELLS = 2048
WALL, DOOR = 1.2, 3.0
"""Metres."""


def town(rooms: int = ROOMS, obstacles: int = OBSTACLES, cells: int = CELLS) -> Level:
    """Rooms with names, doors between them (one in eight shut), and obstacles of all shapes."""
    rng = random.Random(5)
    settings = Settings(title="Town", boundary_padding=0.45)
    side = (cells - 8) * settings.cell_size
    items: dict[int, Polygon] = {}

    def put(kind: type[Area] | type[Obstacle], name: str, ring: Ring, **fields: bool) -> None:
        number = len(items) + 1
        items[number] = kind(id=number, order=number, name=name, polygon=ring, **fields)

    step = (side + WALL) / rooms
    room = step - WALL
    middle = (room - DOOR) / 2
    for row in range(rooms):
        for column in range(rooms):
            x, z = column * step, row * step
            put(Area, f"room_{column}_{row}", _box(x, z, room, room))
            if column + 1 < rooms:
                ring = _box(x + room, z + middle, WALL, DOOR)
                put(Area, f"east_{column}_{row}", ring, door=True, available=rng.random() > 0.125)
            if row + 1 < rooms:
                ring = _box(x + middle, z + room, DOOR, WALL)
                put(Area, f"north_{column}_{row}", ring, door=True, available=rng.random() > 0.125)
    for number in range(obstacles):
        put(Obstacle, f"thing_{number}", _thing(rng, side))
    return Level(settings=settings).with_items(items)


def _box(x: float, z: float, width: float, depth: float) -> Ring:
    return ((x, z), (x + width, z), (x + width, z + depth), (x, z + depth))


def _thing(rng: random.Random, side: float) -> Ring:
    """A third boxes along the axes, a third turned ones, a third star-shaped with 5 to 12 corners.

    0.5 to 5 m across.
    """
    x, z = rng.uniform(3.0, side - 3.0), rng.uniform(3.0, side - 3.0)
    kind = rng.random()
    if kind < 2 / 3:
        width, depth = rng.uniform(0.5, 4.0), rng.uniform(0.5, 3.0)
        turn = rng.uniform(0.0, math.pi) if kind < 1 / 3 else 0.0
        around = [(sx * width / 2, sz * depth / 2) for sx, sz in _box(-1, -1, 2, 2)]
        cos, sin = math.cos(turn), math.sin(turn)
        return tuple((x + a * cos - b * sin, z + a * sin + b * cos) for a, b in around)
    corners = rng.randint(5, 12)
    turns = [2 * math.pi * number / corners for number in range(corners)]
    reaches = [rng.uniform(0.4, 2.5) for _ in turns]
    return tuple(
        (x + r * math.cos(t), z + r * math.sin(t)) for r, t in zip(reaches, turns, strict=True)
    )
