"""Levels with many path tests, edits of them, and a slow rule for which tests to run again."""

import random
from collections.abc import Iterator
from math import sqrt

from msgspec.structs import replace

from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, PathTest, Profile, Settings, Zone
from navcore.level.path_tests import EVERY_STATE
from navcore.level.tables import GROUND, State
from navcore.path.result import PathResult
from navcore.world import World

FIRST_TEST = 10_000
ROOMS = 4
SIDE, WALL = 8.0, 0.4


def box(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
    """Return a rectangle."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def rooms(
    rng: random.Random, *, tests: int, rows: int = ROOMS, clutter: int = 20, states: bool = False
) -> Level:
    """Return square rooms in rows with doors, obstacles, and tests between random places."""
    pitch, items = SIDE + WALL, {}
    doors: list[int] = []

    def put(area: Area) -> None:
        items[area.id] = area

    for row in range(rows):
        for column in range(rows):
            x, z = column * pitch, row * pitch
            number = row * rows + column
            put(Area(id=100 + number, name=f"room_{number}", polygon=box(x, z, x + SIDE, z + SIDE)))
            for side, across in enumerate((True, False)):
                if (column if across else row) == rows - 1:
                    continue
                at = rng.uniform(1.0, SIDE - 3.0)
                ring = (
                    box(x + SIDE, z + at, x + pitch, z + at + 2)
                    if across
                    else box(x + at, z + SIDE, x + at + 2, z + pitch)
                )
                key = 200 + 2 * number + side
                doors.append(key)
                is_open = rng.random() < 0.8
                put(Area(id=key, name=f"door_{key}", door=True, polygon=ring, available=is_open))
    size = rows * pitch - WALL
    for number in range(clutter):
        x, z = rng.uniform(0, size - 1), rng.uniform(0, size - 1)
        ring = box(x, z, x + rng.uniform(0.3, 1.5), z + rng.uniform(0.3, 1.5))
        items[400 + number] = Obstacle(id=400 + number, name=f"crate_{number}", polygon=ring)
    settings = Settings(
        boundary_padding=0.45, grid_origin="cells",
        profiles=(Profile(name="cart", radius=0.8), Profile(name="rook", neighbours=4)),
    )  # fmt: skip
    if states:
        shut = dict.fromkeys(rng.sample(doors, len(doors) // 3), False)
        settings = replace(settings, states=(State("Night", doors=shut), State("Day")))
    level = Level(settings=settings).with_items(items)
    found = {}
    for number in range(tests):
        ends = [(rng.uniform(0, size), rng.uniform(0, size)) for _ in range(2)]
        found[FIRST_TEST + number] = PathTest(
            id=FIRST_TEST + number, name=f"test_{number}", order=number, start=ends[0],
            end=ends[1], expect=rng.choice(("path", "path", "noPath")),
            profile=rng.choice(("", "", "cart", "rook")),
            state=rng.choice(("", "Night", EVERY_STATE)) if states else "",
            max_length=rng.choice((None, rng.uniform(5, 60))),
            max_seconds=rng.choice((None, None, rng.uniform(5, 40))),
            passes=(rng.choice(doors),) if rng.random() < 0.1 else (),
            avoids=(rng.choice(doors),) if rng.random() < 0.1 else (),
        )  # fmt: skip
    return level.with_items(found)


def edits(rng: random.Random, level: Level, count: int) -> Iterator[tuple[Level, Edit]]:
    """Yield `count` consecutive edits: doors, obstacles, mud, tests, names, sizes."""
    for number in range(count):
        edit = _edit(rng, level, number)
        level = edit.apply(level)
        yield level, edit


def _edit(rng: random.Random, level: Level, number: int) -> Edit:
    what = rng.random()
    if what < 0.4:
        door = rng.choice([one for one in level.areas.values() if one.door])
        return Edit.put(level, [replace(door, available=not door.available)])
    crate = rng.choice([*level.obstacles.values()])
    if what < 0.65:
        dx, dz = rng.uniform(-2, 2), rng.uniform(-2, 2)
        return Edit.put(
            level, [replace(crate, polygon=tuple((x + dx, z + dz) for x, z in crate.polygon))]
        )
    if what < 0.75:
        x, z = rng.uniform(0, 25), rng.uniform(0, 25)
        mud = Zone(id=7000 + number, name=f"mud_{number}", polygon=box(x, z, x + 5, z + 5),
                   terrain=rng.choice(("mud", "road", "grass")))  # fmt: skip
        known = {one.name for one in level.settings.all_terrains} - {GROUND}
        if mud.terrain not in known:
            mud = replace(mud, terrain=rng.choice(sorted(known)))
        return Edit.put(level, [mud])
    if what < 0.82:
        return Edit.put(level, [replace(crate, enabled=not crate.enabled)])
    test = rng.choice([*level.of(PathTest).values()])
    if what < 0.92:
        assert test.end is not None
        x, z = test.end
        return Edit.put(level, [replace(test, end=(x + rng.uniform(-1, 1), z), max_length=30.0)])
    if what < 0.96:
        return Edit.put(level, [replace(test, name=f"renamed_{number}")])
    return Edit.remove(level, [test.id])


def walkers(level: Level, *agents: Agent) -> Level:
    """Return the level with these agents."""
    return level.with_items({one.id: one for one in agents})


def could_come_near(old: World, new: World, test: PathTest, found: PathResult) -> bool:
    """Return whether a changed cell is near any path of at most the found cost, cell by cell."""
    profiles = {one.name: one for one in new.level.settings.profiles}
    profile = profiles.get(test.profile, Profile())
    before, after = old.grid_for(profile), new.grid_for(profile)
    assert test.end is not None
    cells = [after.cell_of(*one) for one in (test.start, test.end)]
    for row, column in zip(*(before.walkable != after.walkable).nonzero(), strict=True):
        steps = 0.0
        for x, z in cells:
            across, along = abs(int(column) - x), abs(int(row) - z)
            if profile.neighbours == 4:
                steps += across + along
            else:
                steps += max(across, along) + (sqrt(2) - 1) * min(across, along)
        if steps <= found.cost + 6.5:
            return True
    return False
