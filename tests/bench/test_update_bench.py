"""How much faster an edit becomes a world by `World.update` than by `World.build`.

    pytest tests/bench --benchmark-columns=median,max --benchmark-verbose

Both are measured in turns in one run, and every updated world is checked against a build; the
ratio of the medians stands in the extra info. No verdict depends on speed.
"""

import random
import statistics
import time

import msgspec
import pytest
from strategies import random_concave

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Ring, Settings
from navcore.world import World


def _level(side: float, rooms: int, obstacles: int, **settings: float) -> Level:
    """A square cut into `rooms` x `rooms` areas, strewn with obstacles."""
    rng = random.Random(1)
    step = side / rooms
    areas = {}
    for i in range(rooms * rooms):
        x, z = i % rooms * step, i // rooms * step
        ring = ((x, z), (x + step, z), (x + step, z + step), (x, z + step))
        areas[i + 1] = Area(id=i + 1, name=f"area_{i + 1}", polygon=ring)
    things = {}
    for i in range(10_001, 10_001 + obstacles):
        ring = random_concave(rng, rng.randint(4, 12), rng.uniform(1.0, 4.0))
        dx, dz = rng.uniform(0, side - 12), rng.uniform(0, side - 12)
        things[i] = Obstacle(id=i, polygon=tuple((x + dx, z + dz) for x, z in ring))
    return Level(settings=Settings(**settings), areas=areas, obstacles=things)


def _dragged(ring: Ring, rng: random.Random) -> Ring:
    at = rng.randrange(len(ring))
    x, z = ring[at]
    return (*ring[:at], (x + rng.uniform(-1, 1), z + rng.uniform(-1, 1)), *ring[at + 1 :])


@pytest.mark.parametrize("kind", ["obstacles", "areas"])
@pytest.mark.parametrize(
    "level",
    [
        pytest.param(_level(200.2, 4, 170, boundary_padding=0.45), id="town-508x508"),
        pytest.param(_level(406.6, 1, 1000), id="1000-obstacles-1024x1024"),
    ],
)
def test_corner_drag(benchmark, level: Level, kind: str, exhaustive: bool):
    """A corner is moved by up to a metre; the lattice is kept, as during a drag."""
    rng = random.Random(2)
    worlds = [World.build(level)]
    builds: list[float] = []

    def next_edit() -> tuple[tuple[Level, Edit], dict[str, bool]]:
        before = worlds[-1].level
        element = rng.choice(list(getattr(before, kind).values()))
        moved = msgspec.structs.replace(element, polygon=_dragged(element.polygon, rng))
        edit = Edit.put(before, [moved])
        return (edit.apply(before), edit), {"keep_lattice": True}

    def update(after: Level, edit: Edit, *, keep_lattice: bool) -> None:
        worlds.append(worlds[-1].update(after, edit, keep_lattice=keep_lattice))

    def check() -> None:
        world = worlds.pop()
        start = time.perf_counter()
        built = World.build(world.level, lattice=world.grid.lattice)
        builds.append(time.perf_counter() - start)
        assert built.grid.padded.tobytes() == world.grid.padded.tobytes()
        assert built.floor.tobytes() == world.floor.tobytes()
        worlds[:] = [world]

    def checked_edit() -> tuple[tuple[Level, Edit], dict[str, bool]]:
        if len(worlds) > 1:
            check()
        return next_edit()

    benchmark.pedantic(update, setup=checked_edit, rounds=200 if exhaustive else 15)
    check()
    median = benchmark.stats.stats.median if benchmark.stats else 0.0
    if median:
        benchmark.extra_info["build_over_update"] = round(statistics.median(builds) / median, 1)
