"""Random houses with narrow gaps, water, mud and links, and crowds of three types in them.

They have one storey or two, at times neither terrain nor links; doors, water, bridges, walls and
links come and go while the crowds walk.
"""

import math
import random

import numpy as np
from msgspec.structs import replace

from navcore.bake.profile import profile_of
from navcore.level.edit import Edit
from navcore.level.elements import Zone
from navcore.level.model import (
    Agent,
    Area,
    Element,
    Layer,
    Level,
    Link,
    Obstacle,
    Profile,
    Ring,
    Settings,
)
from navcore.level.profiles import on_layer
from navcore.path.nearest import nearest_free_cell
from navcore.path.space import Space
from navcore.sim.simulation import Simulation
from navcore.world import World

LAYERS = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))
NAMES = tuple(layer.name for layer in LAYERS)
TYPES = (
    Profile(name="cart", radius=0.9),
    Profile(name="frog", radius=0.2, abilities=("swim", "key")),
)
"""Types in addition to the unnamed one."""
BODIES = (("", 0.4), ("cart", 0.85), ("frog", 0.2))

_AREAS, _ZONES, _LINKS, _BLOCKS = 901, 920, 940, 800


def rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """A rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def house_in(rng: random.Random) -> Level:
    """Two rooms of 10 x 16 m on each storey, joined by a gap of any width and a door."""
    drawn: list[Element] = []
    layers = LAYERS if rng.random() < 0.7 else ()
    for number, layer in enumerate(NAMES[: max(1, len(layers))]):
        first, gap = _AREAS + 4 * number, rng.uniform(0.9, 3.0)
        needs = ("key",) if rng.random() < 0.3 else ()
        drawn += [
            Area(id=first, layer=layer, polygon=rectangle(0, 0, 10, 16)),
            Area(id=first + 1, layer=layer, polygon=rectangle(10, 5, 11, 5 + gap)),
            Area(id=first + 2, layer=layer, polygon=rectangle(10, 11, 11, 15), door=True,
                 needs=needs, available=rng.random() < 0.8),
            Area(id=first + 3, layer=layer, polygon=rectangle(11, 0, 21, 16)),
        ]  # fmt: skip
    drawn += [_block(rng, _BLOCKS + number) for number in range(rng.randrange(1, 12))]
    drawn += [_zone(rng, _ZONES + number) for number in range(rng.randrange(5))]
    drawn += [_link(rng, _LINKS + number) for number in range(rng.randrange(6))]
    settings = Settings(
        cell_size=0.25, agent_radius=0.4, object_padding=0.0, boundary_padding=0.4,
        boundary_follows_radius=True, profiles=TYPES, layers=layers,
    )  # fmt: skip
    return Edit.put(Level(settings=settings), drawn).apply(Level(settings=settings))


def crowd_in(rng: random.Random, level: Level, count: int = 40) -> Level:
    """Return the level with agents of three types, each on its type's floor, with any goals."""
    world = World.build(level)
    agents = []
    for number in range(1, count + 1):
        name, radius = rng.choice(BODIES)
        places = [(rng.uniform(1, 20), rng.uniform(1, 15)) for _ in range(3)]
        agent = Agent(
            id=number, profile=name, radius=radius, layer=rng.choice(NAMES), position=places[0],
            goals=tuple(places[1:]), loop=True,
        )  # fmt: skip
        agent = agent.with_stops(
            tuple(replace(agent.stop(i), layer=rng.choice(NAMES)) for i in (0, 1))
        )
        space = Space.of(world.grid_for(profile_of(agent, level.settings)))
        cell = nearest_free_cell(space, places[0], math.inf)
        if cell >= 0:
            agents.append(replace(agent, position=space.centre_of(cell)))
    return Edit.put(level, agents).apply(level)


def change_in(rng: random.Random, level: Level) -> Edit:
    """Return one change in a run: of a door, water, a bridge, a wall or a link."""
    action = rng.randrange(5)
    if action == 0:
        door = rng.choice([area for area in level.areas.values() if area.door])
        return Edit.put(level, [replace(door, available=not door.available)])
    zones, links = list(level.of(Zone).values()), list(level.of(Link).values())
    if action == 1 and zones:
        zone = rng.choice(zones)
        return Edit.put(level, [replace(zone, enabled=not zone.enabled)])
    if action == 2:
        key = rng.choice(zones).id if zones and rng.random() < 0.5 else _ZONES + rng.randrange(8)
        return Edit.put(level, [_zone(rng, key)])
    if action == 3 and links:
        key = rng.choice(links).id
        return (
            Edit.remove(level, [key]) if rng.random() < 0.3 else Edit.put(level, [_link(rng, key)])
        )
    key = rng.choice([_BLOCKS + 50, *level.obstacles])
    if key in level.obstacles and rng.random() < 0.5:
        return Edit.remove(level, [key])
    return Edit.put(level, [_block(rng, key)])


def off_floor(run: Simulation) -> list[int]:
    """Return ids of agents in a cell that is shut to their type on their storey.

    Agents on a link are on no storey.
    """
    agents, world = run.agents, run.world
    kinds: dict[tuple[str, int], list[int]] = {}
    for row in np.flatnonzero(~agents.away()).tolist():
        kinds.setdefault((agents.elements[row].profile, int(agents.layers[row])), []).append(row)
    found: list[int] = []
    for (_, layer), rows in kinds.items():
        profile = profile_of(agents.elements[rows[0]], world.level.settings)
        grid = world.grid_for(on_layer(profile, NAMES[layer]))
        places = (agents.positions[rows] - (grid.min_x, grid.min_z)) / grid.cell_size
        columns, lines = np.floor(places).astype(int).T
        off = grid.walkable[lines, columns] == 0
        found += agents.ids[rows][off].tolist()
    return found


def _block(rng: random.Random, key: int) -> Obstacle:
    x, z = rng.uniform(1, 18), rng.uniform(1, 14)
    ring = rectangle(x, z, x + rng.uniform(0.3, 3), z + rng.uniform(0.3, 3))
    return Obstacle(id=key, layer=rng.choice(NAMES), polygon=ring)


def _zone(rng: random.Random, key: int) -> Zone:
    x, z = rng.uniform(0, 18), rng.uniform(0, 14)
    ring = rectangle(x, z, x + rng.uniform(0.5, 6), z + rng.uniform(0.5, 6))
    return Zone(
        id=key, layer=rng.choice(NAMES), polygon=ring, order=float(rng.randrange(4)),
        terrain=rng.choice(("water", "mud", "ground", "ice")), enabled=rng.random() < 0.7,
    )  # fmt: skip


def _link(rng: random.Random, key: int) -> Link:
    layer, to_layer = rng.choice(NAMES), rng.choice(NAMES)
    return Link(
        id=key, layer=layer, to_layer=to_layer, start=_end(rng), end=_end(rng),
        type=rng.choice(("jump", "stairs", "ladder", "drop", "teleport")),
        width=rng.choice((0.0, 0.0, 0.9, 1.8)), one_way=rng.random() < 0.3,
        needs=("swim",) if rng.random() < 0.2 else (),
    )  # fmt: skip


def _end(rng: random.Random) -> Ring:
    x, z = rng.uniform(1, 19), rng.uniform(1, 14)
    return ((x, z),) if rng.random() < 0.6 else ((x, z), (x + rng.uniform(0, 2), z))
