"""The contract of threads: worlds, grids and recordings are shared, each run has one thread.

Every answer that a thread got among others is compared with what one thread alone gets.
"""

import gc
import pickle
import random
import sys
import sysconfig
import threading
import weakref
from collections.abc import Callable
from typing import Any

import maps
import numpy as np
import pytest
from sim_levels import agent, room
from strategies import random_edit, random_level
from together import together

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle
from navcore.level.profiles import Profile
from navcore.path.batch import find_paths
from navcore.path.find import find_path, find_path_to_nearest
from navcore.path.searcher import Searcher
from navcore.sim.recording.recorder import Recorder
from navcore.sim.recording.recording import Recording
from navcore.sim.scatter import random_places
from navcore.sim.simulation import Simulation
from navcore.world import World

RADII = (0.1, 0.3, 0.55, 0.8)


@pytest.fixture
def times(exhaustive: bool) -> int:
    """Return the number of repetitions of each test."""
    return 60 if exhaustive else 2


class Worlds:
    """Consecutive worlds that one thread bakes and others read."""

    def __init__(self, seed: int) -> None:
        """Start with a random world."""
        self.rng = random.Random(seed)
        self.all = [World.build(random_level(self.rng))]
        self.done = False

    def grow(self, edits: int) -> None:
        """Update the last world, and now and then an earlier one: every world stays in use."""
        try:
            for _ in range(edits):
                world = self.all[-1] if self.rng.random() < 0.8 else self.rng.choice(self.all)
                edit = random_edit(world.level, self.rng)
                level = edit.apply(world.level)
                self.all.append(world.update(level, edit, keep_lattice=True))
        finally:
            self.done = True


def afresh(grid: NavGrid) -> NavGrid:
    """Return the same cells without caches."""
    back: NavGrid = pickle.loads(pickle.dumps(grid))
    return back


class Asked:
    """Queries of a thread and their results."""

    def __init__(self, worlds: list[World], seed: int) -> None:
        """Query these worlds, of which there may be more later."""
        self.worlds = worlds
        self.rng = random.Random(seed)
        self.told: list[tuple[World, Callable[[World, NavGrid], bytes], bytes]] = []

    def ask(self, count: int) -> None:
        """Ask about the last worlds mostly, and any other at times."""
        for _ in range(count):
            world = self.worlds[-1] if self.rng.random() < 0.7 else self.rng.choice(self.worlds)
            question = self._question(world)
            self.told.append((world, question, question(world, world.grid)))

    def check(self) -> None:
        """Repeat the questions one after the other, on grids that were never searched."""
        for world, question, told in self.told:
            assert question(world, afresh(world.grid)) == told

    def _question(self, world: World) -> Callable[[World, NavGrid], bytes]:
        rng = self.rng
        start, goal, other = (maps.random_point(rng, world.grid, 1.0) for _ in range(3))
        circles = [(*other, 1.0)] if rng.random() < 0.3 else None
        engine: Any = rng.choice(("auto", "jump", "astar"))
        smoothing: Any = rng.choice(("taut", "greedy", "none"))
        seed, radius = rng.randrange(1000), rng.choice(RADII)
        options: dict[str, Any] = {"avoid": circles, "engine": engine, "smoothing": smoothing}

        def path(_: World, grid: NavGrid) -> bytes:
            return maps.as_bytes(find_path(grid, start, goal, **options))

        def nearest(_: World, grid: NavGrid) -> bytes:
            return maps.as_bytes(find_path_to_nearest(grid, start, goal, **options))

        def batch(_: World, grid: NavGrid) -> bytes:
            pairs = [start, goal, other]
            found = find_paths(grid, pairs, pairs[::-1], threads=3, **options)
            return b"".join(map(maps.as_bytes, found))

        def places(_: World, grid: NavGrid) -> bytes:
            there = World.from_grid(grid)
            return random_places(there, start, 5.0, 4, np.random.default_rng(seed)).tobytes()

        def wider(world: World, _: NavGrid) -> bytes:
            return world.grid_for(Profile(radius=radius)).padded.tobytes()

        def sent(world: World, _: NavGrid) -> bytes:
            back = pickle.loads(pickle.dumps(world))
            return bytes(back.grid.padded.tobytes())

        questions = (path, path, path, nearest, nearest, batch, places, wider, sent)
        return rng.choice(questions)


def test_worlds_are_asked_while_others_are_made_from_them(times: int) -> None:
    """Paths by every engine, batches, random places, grids of other radii, pickles."""
    for seed in range(times):
        worlds = Worlds(seed)
        asked = [Asked(worlds.all, 10 * seed + i) for i in range(4)]
        together(
            lambda worlds=worlds: worlds.grow(60), *(lambda one=one: one.ask(60) for one in asked)
        )
        for one in asked:
            one.check()


def test_threads_come_and_go_while_worlds_are_made(times: int) -> None:
    """Each searches a few worlds for the first time and ends; the system reuses its number."""
    for seed in range(times):
        worlds = Worlds(seed)
        asked: list[Asked] = []

        def come_and_go(first: int, worlds: Worlds = worlds, asked: list[Asked] = asked) -> None:
            number = first
            while not worlds.done:
                one = Asked(worlds.all, number)
                thread = threading.Thread(target=one.ask, args=(3,))
                thread.start()
                thread.join()
                asked.append(one)
                number += 7

        together(
            lambda worlds=worlds: worlds.grow(60), *(lambda i=i: come_and_go(i) for i in range(3))
        )
        for one in asked[:40]:
            one.check()


def courtyard() -> Level:
    """Floor with pillars."""
    pillars = {
        10 + i: Obstacle(id=10 + i, polygon=square(2 + 4 * (i % 5), 2 + 4 * (i // 5), 1.0))
        for i in range(25)
    }
    return Level().with_items({1: Area(id=1, polygon=square(0, 0, 22)), **pillars})


def square(x: float, z: float, side: float) -> tuple[tuple[float, float], ...]:
    """The corners of a square."""
    return ((x, z), (x + side, z), (x + side, z + side), (x, z + side))


def test_first_searches_and_updates_of_one_world(times: int) -> None:
    """Memory of searches is shared while others make first searches of the same worlds."""
    rng = random.Random(2)
    worlds = [World.build(courtyard())]
    done = threading.Event()

    def dragged(world: World, to: float) -> World:
        edit = Edit.put(world.level, [Obstacle(id=99, polygon=square(to, 8.2, 0.7))])
        return world.update(edit.apply(world.level), edit)

    def drag() -> None:
        try:
            for i in range(150 * times):
                worlds.append(dragged(worlds[-1], 4 + 0.3 * (i % 40)))
                for earlier in worlds[-6:-1]:
                    if rng.random() < 0.3:
                        dragged(earlier, 16.0 - 0.1 * (i % 30))
        finally:
            done.set()

    def search() -> None:
        while not done.is_set():
            for world in worlds[-3:]:
                assert world.find_path((0.5, 0.5), (21.5, 21.5)).ok

    together(drag, *[search] * 5)
    for world in worlds[:: max(1, len(worlds) // 20)]:
        found = world.find_path((0.5, 0.5), (21.5, 21.5))
        alone = find_path(afresh(world.grid), (0.5, 0.5), (21.5, 21.5))
        assert maps.as_bytes(found) == maps.as_bytes(alone)


def test_grids_of_other_radii_are_made_once_for_all(times: int) -> None:
    """Asked for by many at once, of a world and of those after it."""
    for seed in range(times):
        worlds = Worlds(seed + 100)
        worlds.grow(6)
        found: list[list[tuple[int, float, NavGrid]]] = [[] for _ in range(5)]

        def ask(number: int, worlds: Worlds = worlds, found: Any = found) -> None:
            rng = random.Random(number)
            for _ in range(20):
                at, radius = rng.randrange(len(worlds.all)), rng.choice(RADII)
                grid = worlds.all[at].grid_for(Profile(radius=radius))
                found[number].append((at, radius, grid))

        together(*(lambda i=i: ask(i) for i in range(5)))
        kept: dict[tuple[int, float], bytes] = {}
        for at, radius, grid in [one for some in found for one in some]:
            if (at, radius) not in kept:
                world = worlds.all[at]
                alone = World.build(world.level, lattice=world.grid.lattice)
                kept[at, radius] = alone.grid_for(Profile(radius=radius)).padded.tobytes()
            assert grid.padded.tobytes() == kept[at, radius]


def hall() -> World:
    """Return a hall with a wall, and people who walk around it."""
    people = (
        agent(i + 1, (2 + i % 4, 2 + i // 4), goals=((17, 8), (2, 2)), loop=True) for i in range(12)
    )
    level = room(20, 10, (9, 2, 11, 8)).with_items({one.id: one for one in people})
    return World.build(level)


def go_on(run: Simulation, ticks: int) -> None:
    """The same for every run: people come, are sent, and doors of the world change."""
    for tick in range(ticks):
        if tick % 9 == 4:
            run.spawn(Agent(id=1000 + tick, position=(2.0 + tick % 5, 8.0)))
        if tick % 13 == 5:
            run.send([1 + tick % 12], (18.0, 2.0 + tick % 6))
        if tick % 20 == 10:
            wall = Obstacle(id=500, polygon=square(13 + tick % 3, 3.0, 2.0))
            edit = Edit.put(run.world.level, [wall])
            run.change_world(run.world.update(edit.apply(run.world.level), edit))
        run.tick()


def test_runs_in_several_threads_over_one_world(times: int) -> None:
    """Each gives the same bytes as alone, while others search their world."""
    ticks = 50 * min(times, 10)
    world = hall()
    alone = Simulation(hall(), seed=4)
    go_on(alone, ticks)
    runs = [Simulation(world, seed=4) for _ in range(3)]
    asked = [Asked([world], i) for i in range(2)]
    together(
        *(lambda run=run: go_on(run, ticks) for run in runs),
        *(lambda one=one: one.ask(20 * min(times, 10)) for one in asked),
    )
    for run in runs:
        assert run.state().equals(alone.state())
        assert run.events.tolist() == alone.events.tolist()
    for one in asked:
        one.check()


def test_a_run_may_move_to_another_thread() -> None:
    """Tick by tick, as long as only one has it at a time."""
    alone, moved = Simulation(hall(), seed=4), Simulation(hall(), seed=4)
    go_on(alone, 30)
    for tick in range(30):
        part = threading.Thread(target=one_tick, args=(moved, tick))
        part.start()
        part.join()
    assert moved.state().equals(alone.state())


def one_tick(run: Simulation, tick: int) -> None:
    """That tick of `go_on`."""
    if tick % 9 == 4:
        run.spawn(Agent(id=1000 + tick, position=(2.0 + tick % 5, 8.0)))
    if tick % 13 == 5:
        run.send([1 + tick % 12], (18.0, 2.0 + tick % 6))
    if tick % 20 == 10:
        wall = Obstacle(id=500, polygon=square(13 + tick % 3, 3.0, 2.0))
        edit = Edit.put(run.world.level, [wall])
        run.change_world(run.world.update(edit.apply(run.world.level), edit))
    run.tick()


def recorded(ticks: int) -> tuple[Recording, list[Any]]:
    """A recording, and the state of the run at every tenth tick."""
    run = Simulation(hall(), seed=4)
    recorder = Recorder(run)
    states = []
    for tick in range(ticks):
        if tick % 10 == 0:
            states.append(run.state())
        if tick % 13 == 5:
            run.send([1 + tick % 12], (18.0, 2.0 + tick % 6))
        for _ in range(run.settings.steps_per_tick):
            run.step()
            recorder.take()
    return recorder.recording, states


def test_a_recording_is_read_by_many(times: int) -> None:
    """Frames, moments between them, parts, and runs that go on from a tick."""
    recording, states = recorded(120)
    frames = [[array.tobytes() for array in recording.frame(tick)] for tick in range(121)]

    def read(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(60 * min(times, 10)):
            tick = rng.randrange(121)
            assert [array.tobytes() for array in recording.frame(tick)] == frames[tick]
            recording.at(tick / 10 + 0.05)
            assert len(recording.events) >= len(recording.until(tick).events)
            if rng.random() < 0.1:
                number = rng.randrange(12)
                assert recording.resume(10 * number).state().equals(states[number])

    together(*(lambda i=i: read(i) for i in range(4)))


def test_what_a_thread_remembers_ends_with_it() -> None:
    """Of a world that lives on; nothing is left in it."""
    world = World.build(courtyard())
    held: list[weakref.ref[Searcher]] = []

    def search() -> None:
        assert world.find_path((0.5, 0.5), (21.5, 21.5), avoid=[(5, 5, 1)]).status
        world.find_path((0.5, 0.5), (21.5, 21.5))
        held.extend(weakref.ref(Searcher.of(world.grid, stamped=flag)) for flag in (False, True))

    for _ in range(5):
        together(search)
    gc.collect()
    assert len(held) == 10
    assert not any(one() for one in held)


def test_what_is_remembered_of_a_world_ends_with_it() -> None:
    """The thread itself continues."""
    world = World.build(courtyard())
    world.find_path((0.5, 0.5), (21.5, 21.5))
    held = weakref.ref(Searcher.of(world.grid))
    assert held() is not None
    del world
    assert held() is None


@pytest.mark.skipif(not hasattr(sys, "_is_gil_enabled"), reason="this Python always has a lock")
def test_kernels_need_no_lock() -> None:
    """A Python without the interpreter's lock stays so when they are loaded."""
    free = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    assert sys._is_gil_enabled() is not free  # noqa: SLF001
