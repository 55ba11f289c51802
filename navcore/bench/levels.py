"""A generated level for bakes and edits: rooms with doors between them, and many obstacles."""

import math
from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Polygon, Ring, Settings

__all__ = ["edits", "strewn"]

_ROOMS: Final = 4
"""Number of rooms along a side."""
_WALL: Final = 2.0
_DOOR: Final = 3.0
_LONG: Final = 25.0
_LONG_SHARE: Final = 0.05
_OBSTACLES: Final = 1000
_SIDE: Final = 1024
"""Number of cells along a side of the level that has `_OBSTACLES` obstacles."""
_MARGIN_CELLS: Final = 8


def strewn(cells: int) -> Level:
    """Return a square level of about `cells` cells on a side, the same on every machine.

    The density of obstacles is the same for all sizes, a thousand on 1024 x 1024 cells: half of
    them are rotated rectangles and half are concave; one in twenty is a wall 25 m long.
    """
    rng = np.random.default_rng(cells)
    settings = Settings()
    side = max(cells - _MARGIN_CELLS, 16) * settings.cell_size
    items: dict[int, Polygon] = {}
    for area in _floor(side):
        items[len(items) + 1] = msgspec.structs.replace(area, id=len(items) + 1)
    for _ in range(max(4, round(_OBSTACLES * (cells / _SIDE) ** 2))):
        centre = rng.uniform(0.0, side, 2)
        items[len(items) + 1] = Obstacle(id=len(items) + 1, polygon=_outline(rng, centre))
    return Level(settings=settings).with_items(items)


def edits(level: Level, count: int, seed: int = 1) -> Iterator[tuple[Level, Edit]]:
    """Yield typical edits of a designer, each with the level after it.

    Six in ten drag a corner by up to a metre, two move an obstacle, one adds or deletes an
    obstacle, and one opens or closes a door. A fifth of the dragged corners and moved obstacles
    belong to elements over 20 m long.
    """
    rng = np.random.default_rng(seed)
    for _ in range(count):
        edit = _edit(level, rng)
        level = edit.apply(level)
        yield level, edit


def _floor(side: float) -> Iterator[Area]:
    """Yield rooms in rows, and a door in every wall between two rooms."""
    step = (side + _WALL) / _ROOMS
    room = step - _WALL
    for row in range(_ROOMS):
        for column in range(_ROOMS):
            x, z = column * step, row * step
            name = f"{column}_{row}"
            yield Area(id=0, name=f"room_{name}", polygon=_rectangle(x, z, room, room))
            middle = (room - _DOOR) / 2
            if column + 1 < _ROOMS:
                ring = _rectangle(x + room, z + middle, _WALL, _DOOR)
                yield Area(id=0, name=f"east_{name}", door=True, polygon=ring)
            if row + 1 < _ROOMS:
                ring = _rectangle(x + middle, z + room, _DOOR, _WALL)
                yield Area(id=0, name=f"north_{name}", door=True, polygon=ring)


def _rectangle(x: float, z: float, width: float, depth: float) -> Ring:
    return ((x, z), (x + width, z), (x + width, z + depth), (x, z + depth))


def _outline(rng: np.random.Generator, centre: np.ndarray) -> Ring:
    kind = rng.random()
    if kind < 0.5:
        corners = int(rng.integers(5, 13))
        reaches = rng.uniform(0.4, 3.0, corners)
        angles = rng.uniform(0, 2 * math.pi) + np.arange(corners) * (2 * math.pi / corners)
        around = np.stack((reaches * np.cos(angles), reaches * np.sin(angles)), axis=1)
    else:
        long = kind > 1.0 - _LONG_SHARE
        half = np.array((_LONG, 0.4) if long else rng.uniform(0.5, 4.0, 2)) / 2
        angle = rng.uniform(0, math.pi)
        turn = np.array(((math.cos(angle), -math.sin(angle)), (math.sin(angle), math.cos(angle))))
        around = (np.array(((-1, -1), (1, -1), (1, 1), (-1, 1))) * half) @ turn.T
    return tuple((x, z) for x, z in (centre + around).tolist())


def _edit(level: Level, rng: np.random.Generator) -> Edit:
    kind = rng.random()
    if kind < 0.1:
        doors = [area for area in level.areas.values() if area.door]
        door = doors[int(rng.integers(len(doors)))]
        return Edit.put(level, [msgspec.structs.replace(door, available=not door.available)])
    obstacles = list(level.obstacles.values())
    if kind < 0.2:
        if rng.random() < 0.5 and len(obstacles) > 1:
            return Edit.remove(level, [obstacles[int(rng.integers(len(obstacles)))].id])
        return Edit.put(level, [_new(level, rng)])
    wanted = rng.random() < 0.2
    candidates: list[Polygon] = [one for one in obstacles if _is_long(one) == wanted]
    if wanted and kind >= 0.4:
        candidates += [area for area in level.areas.values() if not area.door]
    chosen = (candidates or list(obstacles))[int(rng.integers(len(candidates or obstacles)))]
    ring = chosen.polygon
    if kind < 0.4:
        dx, dz = rng.uniform(-3.0, 3.0, 2).tolist()
        moved: Ring = tuple((x + dx, z + dz) for x, z in ring)
    else:
        at = int(rng.integers(len(ring)))
        dx, dz = rng.uniform(-1.0, 1.0, 2).tolist()
        moved = (*ring[:at], (ring[at][0] + dx, ring[at][1] + dz), *ring[at + 1 :])
    return Edit.put(level, [msgspec.structs.replace(chosen, polygon=moved)])


def _new(level: Level, rng: np.random.Generator) -> Obstacle:
    room = next(iter(level.areas.values())).polygon
    side = max(x for area in level.areas.values() for x, _ in area.polygon) - room[0][0]
    centre = room[0][0] + rng.uniform(0.0, side, 2)
    new_id = max((*level.areas, *level.obstacles)) + 1
    return Obstacle(id=new_id, polygon=_outline(rng, centre))


def _is_long(polygon: Polygon) -> bool:
    xs, zs = zip(*polygon.polygon, strict=True)
    return math.hypot(max(xs) - min(xs), max(zs) - min(zs)) > 20.0
