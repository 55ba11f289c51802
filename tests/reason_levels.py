"""Small random levels, and by brute force the fewest changes that make a path possible."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from random import Random

from msgspec.structs import replace
from sim_levels import box

from navcore import World
from navcore.bake.profile import boundary_padding_for, radius_in
from navcore.level.model import (
    Area,
    Item,
    Layer,
    Level,
    Link,
    Obstacle,
    Point,
    Profile,
    Settings,
    Terrain,
    Zone,
)
from navcore.level.profiles import on_layer
from navcore.proof.explanation import Relaxation

SIDE = 4.0
"""Side of a room in metres, one wall included."""

MOST_SWITCHES = 8
"""Maximum number of doors, abilities and links of a level, all sets of which are tried."""


@dataclass
class Asked:
    """A level and a query."""

    level: Level
    profile: Profile
    start: Point
    goal: Point
    layers: tuple[str, str]
    world: World


def random_level(seed: int) -> Asked:
    """Return rooms with doors, keys, water, obstacles, gaps, and sometimes a storey with links."""
    random = Random(seed)
    columns, rows = random.choice([(2, 1), (2, 2), (3, 1), (3, 2)])
    storeys = ["ground", "upper"] if random.random() < 0.3 else ["ground"]
    items: list[Item] = []

    def put(kind: type, **fields: object) -> None:
        number = len(items) + 1
        name = f"{kind.__name__}_{number}"
        items.append(kind(id=number, order=float(number), name=name, **fields))

    for layer in storeys:
        _rooms(random, put, columns, rows, layer)
    for _ in range(random.choice([0, 0, 1, 2])):
        x, z = random.uniform(0, columns * SIDE - 1), random.uniform(0, rows * SIDE - 1)
        ring = box(x, z, x + random.uniform(0.3, 2.5), z + random.uniform(0.3, 2.5))
        put(Obstacle, polygon=ring, layer=random.choice(storeys))
    if random.random() < 0.3:
        x = random.uniform(0, columns * SIDE - 2)
        ring = box(x, -1, x + random.uniform(0.6, 3), rows * SIDE + 1)
        put(Zone, polygon=ring, terrain="water", layer=random.choice(storeys))
    for _ in range(random.choice([0, 1, 2]) if len(storeys) == 1 else random.choice([1, 1, 2])):
        ends = [_place(random, columns, rows) for _ in range(2)]
        if len(storeys) > 1 and random.random() < 0.3:
            ends[1] = ends[0]  # Stairs straight up.
        put(
            Link, start=(ends[0],), end=(ends[1],), layer=storeys[0], to_layer=storeys[-1],
            one_way=random.random() < 0.5, needs=("climb",) if random.random() < 0.4 else (),
            width=random.choice([0.0, 0.0, 0.5]),
        )  # fmt: skip
    settings = Settings(
        cell_size=random.choice([0.25, 0.4, 0.5]),
        agent_radius=random.choice([0.2, 0.3, 0.45]),
        object_padding=random.choice([0.0, 0.1]),
        boundary_padding=random.choice([0.0, 0.0, 0.2, 0.3]),
        boundary_follows_radius=random.random() < 0.5,
        layers=tuple(Layer(name=n, floor_y=3.0 * i) for i, n in enumerate(storeys)),
        terrains=(Terrain(name="ground"), Terrain(name="water", needs=("swim",))),
    )
    level = Level(settings=settings).with_items({item.id: item for item in items})
    profile = Profile(
        radius=random.choice([None, None, 0.35]), abilities=random.choice([(), (), ("swim",)]),
        neighbours=random.choice([4, 8]),
    )  # fmt: skip
    for area in random.sample([*level.areas.values()], len(level.areas)):
        if len(switches_in(level, profile)) > MOST_SWITCHES and not area.available:
            level = level.with_items({area.id: replace(area, available=True)})
    world = World.build(level)
    layers = (random.choice(storeys), random.choice(storeys))
    ends = [_end(random, world, profile, layer, columns, rows) for layer in layers]
    return Asked(level, profile, ends[0], ends[1], layers, world)


def _rooms(random: Random, put: object, columns: int, rows: int, layer: str) -> None:
    assert callable(put)
    wall = random.choice([0.3, 0.5])
    for column in range(columns):
        for row in range(rows):
            x, z = column * SIDE, row * SIDE
            needs = ("key",) if random.random() < 0.08 else ()
            put(
                Area, polygon=box(x, z, x + SIDE - wall, z + SIDE - wall), layer=layer,
                needs=needs, available=random.random() > 0.05,
            )  # fmt: skip
            if column + 1 < columns:
                width, at = random.choice([0.5, 0.8, 1.2, 2.0]), z + random.uniform(0.1, 1.4)
                ring = box(x + SIDE - wall, at, x + SIDE, at + width)
                _opening(random, put, ring, layer)
                if random.random() < 0.2:
                    ring = box(x + SIDE - wall, at + width, x + SIDE, at + width + 0.7)
                    _opening(random, put, ring, layer)
            if row + 1 < rows and random.random() < 0.8:
                width, at = random.choice([0.5, 0.8, 1.2, 2.0]), x + random.uniform(0.1, 1.4)
                ring = box(at, z + SIDE - wall, at + width, z + SIDE)
                _opening(random, put, ring, layer)


def _opening(random: Random, put: object, ring: object, layer: str) -> None:
    """Add a door, open or closed, locked or not; or leave a wall."""
    assert callable(put)
    kind = random.random()
    if kind < 0.85:
        put(
            Area, door=True, polygon=ring, layer=layer, available=random.random() < 0.4,
            needs=("key",) if random.random() < 0.2 else (),
        )  # fmt: skip


def _place(random: Random, columns: int, rows: int) -> Point:
    return (random.uniform(0, columns * SIDE - 0.5), random.uniform(0, rows * SIDE - 0.5))


def _end(
    random: Random, world: World, profile: Profile, layer: str, columns: int, rows: int
) -> Point:
    """Return the centre of a cell, mostly walkable, or blocked by something closed."""
    grid = world.grid_for(on_layer(profile, layer))
    for _ in range(random.choice([1, 20])):
        column, row = grid.cell_of(*_place(random, columns, rows))
        place = grid.centre_of(column, row)
        if grid.is_walkable(*place):
            break
    return place


def switches_in(level: Level, profile: Profile) -> list[tuple[str, int | str]]:
    """Return everything that can be switched: doors, missing abilities, and one-way links."""
    has = set(profile.abilities)
    found: list[tuple[str, int | str]] = [
        ("door", area.id) for area in level.areas.values() if not area.available
    ]
    found += [("two-way", link.id) for link in level.of(Link).values() if link.one_way]
    needed = {one for area in level.areas.values() for one in area.needs}
    needed |= {one for link in level.of(Link).values() for one in link.needs}
    if level.of(Zone):
        needed.add("swim")
    found += [("ability", one) for one in sorted(needed - has)]
    return found


def relaxed_by_hand(
    asked: Asked, switches: tuple[tuple[str, int | str], ...], width: float
) -> tuple[World, Profile]:
    """Return the world of the changed level, baked from scratch, and the agent's profile."""
    level, profile = asked.level, asked.profile
    items: dict[int, Item | None] = {}
    for kind, key in switches:
        if kind == "door":
            items[int(key)] = replace(level.areas[int(key)], available=True)
        elif kind == "two-way":
            items[int(key)] = replace(level.of(Link)[int(key)], one_way=False)
    given = tuple(str(key) for kind, key in switches if kind == "ability")
    profile = replace(profile, abilities=(*profile.abilities, *given))
    if width:
        settings = level.settings
        radius = radius_in(profile, settings)
        half = width / 2
        narrow = max(0.0, radius - half)
        settings = replace(
            settings, agent_radius=narrow, boundary_follows_radius=False,
            object_padding=max(0.0, radius + settings.object_padding - half - narrow),
            boundary_padding=max(0.0, boundary_padding_for(radius, settings) - half),
        )  # fmt: skip
        level = level.with_settings(settings)
        profile = replace(profile, radius=None)
    return World.build(level.with_items(items), lattice=asked.world.grid.lattice), profile


def there_is_a_path(
    asked: Asked, switches: tuple[tuple[str, int | str], ...] = (), width: float = 0.0
) -> bool:
    """Return whether agents then can stand on start and goal and get from one to the other."""
    world, profile = relaxed_by_hand(asked, switches, width)
    ends = zip((asked.start, asked.goal), asked.layers, strict=True)
    if not all(world.grid_for(on_layer(profile, layer)).is_walkable(*at) for at, layer in ends):
        return False
    return world.find_path(
        asked.start, asked.goal, profile=profile, layer=asked.layers[0],
        goal_layer=asked.layers[1],
    ).ok  # fmt: skip


def size_of(switches: tuple[tuple[str, int | str], ...]) -> tuple[int, int]:
    """Return the numbers by which sets are compared: abilities and links, then doors."""
    doors = sum(kind == "door" for kind, _ in switches)
    return len(switches) - doors, doors


def all_sets(asked: Asked) -> list[tuple[tuple[str, int | str], ...]]:
    """Return all sets of switches, the smallest first."""
    every = switches_in(asked.level, asked.profile)
    sets = (some for n in range(len(every) + 1) for some in combinations(every, n))
    return sorted(sets, key=size_of)


def as_switches(relaxation: Relaxation) -> tuple[tuple[str, int | str], ...]:
    """Return the switches of a relaxation."""
    return (
        *(("door", key) for key in relaxation.doors),
        *(("two-way", key) for key in relaxation.two_way),
        *(("ability", key) for key in relaxation.abilities),
    )


def fewest_moved(asked: Asked) -> float | None:
    """Return the least total distance to move start and goal, by trying all pairs of cells.

    Returns None if no pair of cells is connected.
    """
    world, profile = asked.world, asked.profile
    storeys = world.storeys_for(profile)
    led: dict[int, set[int]] = {}
    for place, to in storeys.places.tolist():
        led.setdefault(place, set()).add(to)
    near = [
        dict(_nearest(world, profile, at, layer, storeys.number_of(layer)))
        for at, layer in zip((asked.start, asked.goal), asked.layers, strict=True)
    ]
    best = None
    for place, away in near[0].items():
        reached, left = {place}, [place]
        while left:
            more = led.get(left.pop(), set()) - reached
            reached |= more
            left += more
        for there in reached & near[1].keys():
            total = away + near[1][there]
            best = total if best is None else min(best, total)
    return best


def _nearest(
    world: World, profile: Profile, at: Point, layer: str, number: int
) -> Iterator[tuple[int, float]]:
    """Return the distance of the nearest cell of each region."""
    grid = world.grid_for(on_layer(profile, layer))
    column, row = grid.cell_of(*at)
    labels = grid.regions.labels[1:-1, 1:-1]
    found: dict[int, float] = {}
    for z, x in zip(*labels.nonzero(), strict=True):
        key = number << 32 | int(labels[z, x])
        away = hypot(x - column, z - row) * grid.cell_size
        found[key] = min(found.get(key, away), away)
    yield from found.items()
