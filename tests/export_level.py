"""A level with doors."""

import msgspec

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle
from navcore.world import World


def two_rooms() -> Level:
    """Return two rooms, joined by a wide gate and a shut hatch; a crate blocks the gate."""
    elements = [
        Area(id=1, name="west", polygon=((0.0, 0.0), (6.0, 0.0), (6.0, 8.0), (0.0, 8.0))),
        Area(id=2, name="east", polygon=((6.4, 0.0), (12.0, 0.0), (12.0, 8.0), (6.4, 8.0))),
        Area(
            id=3, name="gate", door=True, order=1,
            polygon=((6.0, 1.0), (6.4, 1.0), (6.4, 3.0), (6.0, 3.0)),
        ),
        Area(
            id=4, name="hatch", door=True, order=2, available=False,
            polygon=((6.0, 5.0), (6.4, 5.0), (6.4, 7.0), (6.0, 7.0)),
        ),
        Obstacle(id=5, name="crate", polygon=((5.0, 1.0), (5.4, 1.0), (5.4, 1.4), (5.0, 1.4))),
    ]  # fmt: skip
    return Level().with_items({element.id: element for element in elements})


def with_doors(level: Level, **available: bool) -> World:
    """A fresh bake of the level with these doors open or shut."""
    areas = [
        msgspec.structs.replace(area, available=available[area.name])
        for area in level.areas.values()
        if area.name in available
    ]
    return World.build(Edit.put(level, areas).apply(level))
