"""Storeys of worlds that some threads ask for while others update them."""

import random
import threading
from typing import Any

from strategies import ABILITIES, random_storeys, random_storeys_edit
from together import together

from navcore.bake.grid import NavGrid
from navcore.level.model import Profile
from navcore.path.find import find_path_to_nearest
from navcore.world import World


def test_storeys_are_baked_once_for_all(exhaustive: bool) -> None:
    """Asked for by many at once, of worlds and of those that others make from them meanwhile."""
    for seed in range(60 if exhaustive else 2):
        rng = random.Random(seed)
        worlds = [World.build(random_storeys(rng))]
        done = threading.Event()

        def grow(rng: random.Random = rng, worlds: Any = worlds, done: Any = done) -> None:
            try:
                for _ in range(60):
                    world = worlds[-1] if rng.random() < 0.8 else rng.choice(worlds)
                    edit = random_storeys_edit(world.level, rng)
                    worlds.append(world.update(edit.apply(world.level), edit, keep_lattice=True))
            finally:
                done.set()

        found: list[list[tuple[World, Profile, NavGrid]]] = [[] for _ in range(4)]

        def ask(number: int, worlds: Any = worlds, found: Any = found, done: Any = done) -> None:
            rng = random.Random(number)
            while not done.is_set():
                world = rng.choice(worlds[-4:])
                layer = rng.choice(world.level.settings.layer_names)
                keys = tuple(rng.sample(ABILITIES, rng.randrange(3)))
                profile = Profile(layer=layer, radius=rng.choice((None, 0.3)), abilities=keys)
                grid = world.grid_for(profile)
                assert world.grid_for(profile) is grid
                find_path_to_nearest(grid, (1.0, 1.0), (10.0, 10.0))
                found[number].append((world, profile, grid))

        together(grow, *(lambda i=i: ask(i) for i in range(4)))
        kept: dict[tuple[int, Profile], bytes] = {}
        for world, profile, grid in [one for some in found for one in some]:
            # Profiles hash without their layer, and differ by it.
            if (id(world), profile) not in kept:
                alone = World.build(world.level, lattice=world.grid.lattice)
                kept[id(world), profile] = alone.grid_for(profile).padded.tobytes()
            assert grid.padded.tobytes() == kept[id(world), profile]
