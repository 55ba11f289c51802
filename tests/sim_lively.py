"""A run with events of every kind, determined by a seed, and digests of its ticks.

    python -m sim_lively

prints the digest, for a process that compares it with its own.
"""

import hashlib
import sys
from collections.abc import Callable

import numpy as np
from sim_levels import agent, box, level_of, room

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World

TICKS = 40


def level() -> Level:
    """Return two rooms with a door, 28 agents that change sides and 8 that stand."""
    rng = np.random.default_rng(7)
    door = Area(id=101, name="door", polygon=box(20, 13, 20.4, 17), door=True)
    other = Area(id=102, name="other", polygon=box(20.4, 0, 40, 30))
    bare = room(20, 30, (8, 10, 10, 20)).with_items({101: door, 102: other})
    agents = []
    for i in range(36):
        x, z = float(rng.uniform(11, 19)), float(rng.uniform(1, 29))
        goals = ((40 - x, z),) if i < 28 else ()
        agents.append(agent(1000 + i, (x, z), order=float(i), radius=0.3, goals=goals))
    return level_of(bare, *agents)


def begin(seed: int = 3) -> Simulation:
    """Return the run before its first step."""
    return Simulation(World.build(level()), seed=seed)


def ask(run: Simulation) -> None:
    """Make the requests before a tick, which depend only on its number and the run."""
    tick = run.steps // run.settings.steps_per_tick
    rng = np.random.default_rng((run.seed, tick))
    ids = run.agents.ids
    if tick % 7 == 3:
        run.change_world(run.world.set_area_available("door", tick % 2 == 0))
    if tick % 11 == 5:
        x, z = rng.uniform(3, 15, 2).tolist()
        wall = Obstacle(id=300, polygon=box(x, z, x + 2, z + 2))
        edit = Edit.put(run.world.level, [wall])
        run.change_world(run.world.update(edit.apply(run.world.level), edit, keep_lattice=True))
    if tick % 3 == 1:
        place = tuple(rng.uniform(2, 28, 2).tolist())
        run.spawn(agent(5000 + tick, place, radius=0.3))
        run.send(rng.choice(ids, 4).tolist(), tuple(rng.uniform(-2, 38, 2).tolist()))
        run.meet(rng.choice(ids, 1).tolist(), int(rng.choice(ids)))
    if tick % 5 == 2:
        run.remove(rng.choice(ids, 1).tolist())
        run.place({int(rng.choice(ids)): tuple(rng.uniform(2, 18, 2).tolist())})
        run.watch((10.0, 10.0) if tick % 2 else None)


def go_on(run: Simulation, ticks: int, note: Callable[[Simulation], None] | None = None) -> None:
    """Advance by some ticks, with the requests before each."""
    for _ in range(ticks):
        ask(run)
        run.tick()
        if note is not None:
            note(run)


def digest_of(state: State) -> str:
    """Return a digest of all values of a state."""
    found = hashlib.sha256(f"{state.step} {state.seed} {state.focus} {state.elements}".encode())
    for name in sorted(state.columns):
        found.update(name.encode() + state.columns[name].tobytes())
    found.update(state.points.tobytes())
    return found.hexdigest()


def digests(ticks: int = TICKS, seed: int = 3) -> list[str]:
    """Return the digests of the states after each tick of a whole run."""
    found: list[str] = []
    go_on(begin(seed), ticks, lambda run: found.append(digest_of(run.state())))
    return found


if __name__ == "__main__":
    sys.stdout.write("\n".join(digests()))
