"""Speed-up of `World.update` over `World.build` after an edit.

    pytest tests/bench --benchmark-columns=median,max --benchmark-verbose

Both are measured in turns in one run, and every updated world is checked against a build; the
ratio of the medians stands in the extra info. No verdict depends on speed.

How both grow with the map, up to 4096 cells a side: the same with `--exhaustive`, median of
`test_growth`, milliseconds of builds and the slowest updates in its extra info.
"""

import random
import statistics
import time

import msgspec
import numpy as np
import pytest
from strategies import random_concave

from navcore.bench.levels import edits, strewn
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Ring, Settings
from navcore.world import World


def _level(side: float, rooms: int, obstacles: int, **settings: float) -> Level:
    """Return a square divided into `rooms` x `rooms` areas, with scattered obstacles."""
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


def _as_many_things(cells: int, of: int) -> Level:
    """Return the level of `of` cells per side scaled to `cells`, with as many obstacles."""
    level, scale = strewn(of), cells / of
    ring = tuple((x * scale, z * scale) for x, z in ((0, 0), (of, 0), (of, of), (0, of)))
    size = level.settings.cell_size
    floor = Area(id=1, polygon=tuple((x * size, z * size) for x, z in ring))
    things = {}
    for thing in level.obstacles.values():
        x, z = thing.polygon[0]
        dx, dz = x * scale - x, z * scale - z
        moved = tuple((x + dx, z + dz) for x, z in thing.polygon)
        things[thing.id] = msgspec.structs.replace(thing, polygon=moved)
    door = next(area for area in level.areas.values() if area.door)
    return Level(settings=level.settings, areas={1: floor, door.id: door}, obstacles=things)


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
    """Move a corner by up to a metre; the lattice is kept, as during a drag."""
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
        _assert_same(world, built)
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


def _assert_same(world: World, built: World) -> None:
    for one, other in (
        (world.grid.padded, built.grid.padded),
        (world.floor, built.floor),
        (world.grid.bitmaps.rows, built.grid.bitmaps.rows),
        (world.grid.bitmaps.columns, built.grid.bitmaps.columns),
        (world.grid.regions.sizes, built.grid.regions.sizes),
    ):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("things", ["as dense", "as many"])
@pytest.mark.parametrize("cells", [256, 512, 1024, 2048, 4096])
def test_growth(benchmark, cells: int, things: str, exhaustive: bool):
    """Measure all kinds of edits on maps of all sizes, with as dense or as many obstacles."""
    if cells > 512 and not exhaustive:
        pytest.skip("large maps take --exhaustive")
    level = strewn(cells) if things == "as dense" else _as_many_things(cells, 256)
    count = 500 if exhaustive else 20
    story = iter(list(edits(level, count)))
    builds = []
    for _ in range(5):
        start = time.perf_counter()
        worlds = [World.build(level)]
        builds.append(1000 * (time.perf_counter() - start))
    times: list[float] = []

    def update() -> None:
        after, edit = next(story)
        start = time.perf_counter()
        world = worlds[-1].update(after, edit, keep_lattice=True)
        if world.dirty is not None:
            times.append(1000 * (time.perf_counter() - start))
        worlds[:] = [world]

    benchmark.pedantic(update, rounds=count)
    _assert_same(worlds[0], World.build(worlds[0].level, lattice=worlds[0].grid.lattice))
    benchmark.extra_info["build_ms"] = round(min(builds), 2)
    benchmark.extra_info["update_median_ms"] = round(statistics.median(times), 3)
    benchmark.extra_info["update_p99_ms"] = round(float(np.percentile(times, 99)), 3)
