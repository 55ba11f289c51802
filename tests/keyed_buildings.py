"""Random buildings of two storeys with keys, locked and narrow doors, stairs, crates and states."""

import random
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from navcore.level.model import (
    NEW_SETTINGS,
    Agent,
    Area,
    Element,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Ring,
    State,
    Stop,
    Waypoint,
)

SIDE, WALL = 6.0, 0.4
KEYS = ("red", "blue")


def box(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


class _Building:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.items: dict[int, Element] = {}
        columns, rows = self.rng.randint(2, 3), self.rng.randint(1, 2)
        self.rooms: dict[tuple[str, int, int], Point] = {
            (layer, i, j): (i * (SIDE + WALL) + SIDE / 2, j * (SIDE + WALL) + SIDE / 2)
            for layer in ("ground", "upper") for i in range(columns) for j in range(rows)
        }  # fmt: skip

    def put(self, kind: Callable[..., Element], **fields: Any) -> None:
        key = 100 + len(self.items)
        self.items[key] = kind(id=key, name=f"thing_{key}", **fields)

    def needs(self, share: float) -> tuple[str, ...]:
        return tuple(key for key in KEYS if self.rng.random() < share)

    def floors(self) -> None:
        for (layer, i, j), (x, z) in self.rooms.items():
            self.put(Area, layer=layer, polygon=box(x - 3, z - 3, x + 3, z + 3))
            for di, dj in ((1, 0), (0, 1)):
                if (layer, i + di, j + dj) not in self.rooms or self.rng.random() < 0.25:
                    continue
                width = self.rng.choice((2.0, 2.0, 2.0, 1.1))
                ring = box(x + 3, z - 1, x + 3 + WALL, z - 1 + width)
                if dj:
                    ring = box(x - 1, z + 3, x - 1 + width, z + 3 + WALL)
                self.put(
                    Area, door=True, available=self.rng.random() < 0.7, layer=layer, polygon=ring,
                    needs=self.needs(0.2),
                )  # fmt: skip

    def contents(self) -> None:
        rng, rooms = self.rng, [*self.rooms]
        for _ in range(rng.randint(1, 2)):
            low = self.rooms[rng.choice([one for one in rooms if one[0] == "ground"])]
            high = self.rooms[rng.choice([one for one in rooms if one[0] == "upper"])]
            self.put(
                Link, type="stairs", start=(low,), end=(high,), to_layer="upper",
                one_way=rng.random() < 0.3, needs=self.needs(0.15),
            )  # fmt: skip
        for key in KEYS:
            room = rng.choice(rooms)
            x, z = self.rooms[room]
            if rng.random() < 0.8:
                self.put(Waypoint, position=(x + 1.5, z + 1.5), layer=room[0], gives=(key,))
        for _ in range(2):
            room = rng.choice(rooms)
            x, z = self.rooms[room]
            x0 = x - 2.8 + rng.randint(0, 3)
            ring = box(x0, z - 0.5, x0 + 1.2, z + 0.7)
            self.put(Obstacle, layer=room[0], enabled=rng.random() < 0.7, polygon=ring)
        for number in range(3):
            room, goal = rng.choice(rooms), rng.choice(rooms)
            (x, z), (to_x, to_z) = self.rooms[room], self.rooms[goal]
            self.put(
                Agent, player=number == 0, position=(x - 1.2, z - 1.2 + number * 0.9),
                layer=room[0], profile="cart" if number and rng.random() < 0.4 else "",
                goals=((to_x + 1.3, to_z - 1.3),), stops=(Stop(layer=goal[0]),),
            )  # fmt: skip


def building(seed: int) -> Level:
    """Return a building with the states Night and Alarm."""
    made = _Building(seed)
    made.floors()
    made.contents()
    doors = [key for key, one in made.items.items() if isinstance(one, Area) and one.door]
    states = tuple(
        State(name, doors={key: made.rng.random() < 0.5 for key in doors})
        for name in ("Night", "Alarm")
    )
    abilities = ("red",) if made.rng.random() < 0.4 else ()
    settings = replace(
        NEW_SETTINGS, states=states, profiles=(Profile(name="cart", abilities=abilities),),
        layers=(Layer(name="ground"), Layer(name="upper", floor_y=3.0)),
    )  # fmt: skip
    return Level(settings=settings).with_items(made.items)
