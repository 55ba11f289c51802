"""Worlds share and reuse arrays; no world or array in anybody's hands ever changes."""

import gc
import random
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import msgspec
import numpy as np
import pytest
from hypothesis import given
from strategies import generators, random_edit, random_level

from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle
from navcore.world import World


def _arrays(world: World) -> list[np.ndarray]:
    """Return all arrays of a world, and views of them."""
    bitmaps = world.grid.bitmaps
    whole = [world.grid.padded, world.grid.walkable, world.floor, bitmaps.rows, bitmaps.columns]
    return [*whole, *(array[1::2].T for array in whole), bitmaps.rows.view(np.uint8).reshape(-1)]


def _hash(array: np.ndarray | memoryview) -> bytes:
    return sha256(np.asarray(array).tobytes()).digest()


def _assert_is_a_build(world: World) -> None:
    built = World.build(world.level, lattice=world.grid.lattice)
    for one, other in zip(_arrays(world), _arrays(built), strict=True):
        assert one.tobytes() == other.tobytes()
    regions = world.grid.derived.regions
    assert regions is not None
    assert regions.sizes.tolist() == built.grid.regions.sizes.tolist()


def _next(world: World, rng: random.Random) -> World:
    edit = random_edit(world.level, rng)
    return world.update(edit.apply(world.level), edit, keep_lattice=rng.random() < 0.8)


def _grab(world: World, rng: random.Random) -> np.ndarray | memoryview:
    """Return an array of a world, or a buffer of one; nothing else of the world is kept."""
    array = rng.choice(_arrays(world))
    return memoryview(array) if rng.random() < 0.3 else array


def _live_on(rng: random.Random, steps: int) -> None:
    """Worlds branch, some are kept, of others an array only, the rest is dropped."""
    worlds = [World.build(random_level(rng))]
    kept: list[tuple[np.ndarray | memoryview, bytes]] = []
    hashes = {id(worlds[0]): list(map(_hash, _arrays(worlds[0])))}
    for _ in range(steps):
        base = worlds[-1] if rng.random() < 0.6 else rng.choice(worlds)
        world = _next(base, rng)
        _assert_is_a_build(world)
        hashes[id(world)] = list(map(_hash, _arrays(world)))
        worlds.append(world)
        if rng.random() < 0.4:
            array = _grab(rng.choice(worlds), rng)
            kept.append((array, _hash(array)))
        while len(worlds) > 1 and rng.random() < 0.55:
            worlds.pop(rng.randrange(len(worlds)))
        if kept and rng.random() < 0.2:
            kept.pop(rng.randrange(len(kept)))
        for old in worlds:
            assert hashes[id(old)] == list(map(_hash, _arrays(old)))
        for array, before in kept:
            assert _hash(array) == before


@given(generators)
def test_nothing_that_is_held_changes(rng):
    """Versions are in lines and branches."""
    _live_on(rng, 6)


def test_nothing_that_is_held_changes_over_many_edits(exhaustive: bool):
    """The same, on and on."""
    for seed in range(60 if exhaustive else 10):
        _live_on(random.Random(seed), 120 if exhaustive else 40)


def test_worlds_are_updated_from_several_threads(exhaustive: bool):
    """Each thread edits from a common world, and updates worlds of the others."""
    start = World.build(random_level(random.Random(3)))
    latest = [start] * 4
    barrier = threading.Barrier(4)

    def live(number: int) -> None:
        rng = random.Random(number)
        barrier.wait()
        for _ in range(150 if exhaustive else 25):
            world = rng.choice(latest)
            before = list(map(_hash, _arrays(world)))
            latest[number] = _next(world, rng)
            assert list(map(_hash, _arrays(world))) == before
            _assert_is_a_build(latest[number])

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(live, range(4)))


def _square(side: float) -> Level:
    ring = ((0.0, 0.0), (side, 0.0), (side, side), (0.0, side))
    thing = ((5.0, 5.0), (8.0, 5.0), (8.0, 9.0))
    return Level(
        areas={1: Area(id=1, name="floor", polygon=ring)},
        obstacles={2: Obstacle(id=2, polygon=thing)},
    )


def _moved(world: World, x: float) -> World:
    ring = tuple((5.0 + x + dx, 5.0 + dz) for dx, dz in ((0, 0), (3, 0), (3, 4)))
    moved = msgspec.structs.replace(world.level.obstacles[2], polygon=ring)
    edit = Edit.put(world.level, [moved])
    return world.update(edit.apply(world.level), edit)


def test_arrays_are_read_only_for_good():
    """Callers can't make them writable again."""
    world = _moved(World.build(_square(30.0)), 2.0)
    for array in (world.grid.padded, world.floor, world.grid.bitmaps.rows):
        assert not array.flags.writeable
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True


def test_arrays_go_round():
    """A line of worlds takes turns with two sets; nothing is allocated but small change."""
    world = World.build(_square(120.0))
    world = _moved(world, 0.5)
    world.find_path((1.0, 1.0), (80.0, 90.0))
    places = {world.grid.padded.ctypes.data}
    tracemalloc.start()
    for step in range(20):
        world = _moved(world, 0.5 * step)
        world.find_path((1.0, 1.0), (80.0, 90.0))
        places.add(world.grid.padded.ctypes.data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(places) == 2
    assert peak < world.grid.padded.nbytes


def test_worlds_cost_few_bytes_a_cell_and_spares_go_with_them():
    """Two spare sets at most, released with the last world."""
    level = _square(120.0)
    World.build(level)
    tracemalloc.start()
    world = World.build(level)
    cells = world.grid.padded.size
    assert tracemalloc.get_traced_memory()[0] < 4 * cells
    worlds = [world]
    for step in range(6):
        worlds.append(_moved(worlds[-1], step))
    worlds = worlds[:1]
    assert tracemalloc.get_traced_memory()[0] < 3 * 4 * cells
    floor = world.floor
    del world, worlds
    assert tracemalloc.get_traced_memory()[0] < 4 * cells
    del floor
    assert tracemalloc.get_traced_memory()[0] < cells
    tracemalloc.stop()
    assert not gc.isenabled()


def test_cancelled_update_leaves_everything_as_it_was():
    """The arrays that it wrote into are not used again."""
    world = World.build(_square(60.0))
    for step in range(4):
        world = _moved(world, step)
    before = list(map(_hash, _arrays(world)))
    edit = Edit.remove(world.level, [2])
    for _ in range(3):
        with pytest.raises(Cancelled):
            world.update(edit.apply(world.level), edit, job=np.array([1, 0], np.int64))
    assert list(map(_hash, _arrays(world))) == before
    after = world.update(edit.apply(world.level), edit)
    _assert_is_a_build(after)


def test_long_bake_is_cancelled_from_another_thread_in_the_middle():
    """One kernel call does most of the work, and notices the request."""
    rng = random.Random(1)
    rings = {
        i: Obstacle(
            id=i, polygon=tuple((rng.uniform(0, 400), rng.uniform(0, 400)) for _ in range(400))
        )
        for i in range(10, 40)
    }
    level = _square(400.0).with_items(rings)
    job = np.zeros(2, np.int64)
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(World.build, level, job=job)
        while job[1] < 5:
            assert not future.done()
        job[0] = 1
        with pytest.raises(Cancelled):
            future.result()
    assert 5 <= job[1] < 30 * 401
