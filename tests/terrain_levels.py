"""Levels with zones, painted tiles and tables of terrains, edits of them, and their cells.

The slow references go cell by cell, without tiles, bits or earlier bakes.
"""

import math
import random

import numpy as np
from msgspec.structs import replace
from naive import inside
from strategies import random_edit, random_level, random_ring

from navcore.bake.lattice import Lattice
from navcore.level.edit import Edit
from navcore.level.elements import TILES
from navcore.level.model import SETTINGS_ID, Item, Level, Profile, Settings, Terrain, Tiles, Zone
from navcore.level.tables import GROUND, TERRAINS

NAMES = ("ground", "mud", "water", "ice", "bog", "nowhere")
"""Names of terrains; tables lack some of them."""
ABILITIES = ("swim", "wade")


def random_table(rng: random.Random) -> tuple[Terrain, ...]:
    """Return a table of terrains: empty for the defaults, sometimes without ground."""
    if rng.random() < 0.3:
        return ()
    names = rng.sample(NAMES[:-1], rng.randint(1, len(NAMES) - 1))
    return tuple(
        Terrain(
            name=name,
            cost=1.0 if name == GROUND and rng.random() < 0.8 else rng.choice((0.5, 1, 1, 1.5, 3)),
            needs=() if rng.random() < 0.7 else tuple(rng.sample(ABILITIES, rng.randint(1, 2))),
            slows=rng.random() < 0.7,
        )
        for name in names
    )


def random_zone(rng: random.Random, zone_id: int) -> Zone:
    """Return a zone anywhere in the level, with a terrain that the table may lack."""
    terrain = rng.choice((*NAMES, "sand"))
    return Zone(
        id=zone_id, order=float(rng.randrange(4)), polygon=random_ring(rng), terrain=terrain
    )


def random_tiles(rng: random.Random, cx: int, cz: int) -> Tiles:
    """Return a block with runs and spots of terrains."""
    kinds = np.zeros(TILES * TILES, np.int64)
    names = tuple(rng.sample(NAMES, rng.randint(1, 3)))
    for _ in range(rng.randint(0, 6)):
        first = rng.randrange(len(kinds))
        kinds[first : first + rng.choice((1, 40, 500))] = rng.randint(0, len(names))
    return tiles_of(cx, cz, names, kinds.reshape(TILES, TILES))


def tiles_of(cx: int, cz: int, names: tuple[str, ...], kinds: np.ndarray) -> Tiles:
    """Return a block of (64, 64) numbers of these names, from 1; 0 is unpainted."""
    flat = kinds.reshape(-1)
    starts = np.flatnonzero(np.diff(flat, prepend=-1))
    counts = np.diff([*starts.tolist(), len(flat)])
    runs = np.column_stack((flat[starts], counts)).reshape(-1).tolist()
    block_id = Tiles.id_of(0, 0, cx, cz)
    return Tiles(id=block_id, cx=cx, cz=cz, terrains=names, runs=tuple(runs))


def random_terrain_level(rng: random.Random) -> Level:
    """Return a random level with terrain."""
    level = random_level(rng)
    zones = [random_zone(rng, 1001 + i) for i in range(rng.randint(0, 4))]
    blocks = [random_tiles(rng, *_place(rng)) for _ in range(rng.randint(0, 2))]
    settings = replace(
        level.settings, terrains=random_table(rng), tile_size=rng.choice((0.0, 0.0, 0.25, 1.0))
    )
    return Level(
        settings=settings,
        areas=level.areas,
        obstacles=level.obstacles,
        elements={
            Zone: {zone.id: zone for zone in zones},
            Tiles: {block.id: block for block in blocks},
        },
    )


def random_terrain_edit(level: Level, rng: random.Random) -> Edit:
    """Return a random edit of zones (any property), of painted tiles, or of the table."""
    action = rng.randrange(8)
    zones = list(level.of(Zone).values())
    put: dict[int, Item | None] = {}
    if action == 0:
        return random_edit(level, rng)
    if action == 1 or (action < 5 and not zones):
        fresh = max([1000, *level.of(Zone)]) + 1
        put[fresh] = random_zone(rng, fresh)
    elif action == 2:
        zone = rng.choice(zones)
        put[zone.id] = None
    elif action < 5:
        zone = rng.choice(zones)
        put[zone.id] = _changed(zone, rng)
    elif action < 7:
        place = _place(rng)
        block = random_tiles(rng, *place)
        old = level.of(Tiles).get(block.id)
        put[block.id] = None if old and rng.random() < 0.2 else block
    else:
        put[SETTINGS_ID] = _retabled(level.settings, rng)
    return Edit.change(level, put)


def _changed(zone: Zone, rng: random.Random) -> Zone:
    action = rng.randrange(4)
    if action == 0:
        return replace(zone, terrain=rng.choice(NAMES))
    if action == 1:
        return replace(zone, order=float(rng.randrange(4)))
    if action == 2:
        return replace(zone, polygon=random_ring(rng))
    ring = list(zone.polygon)
    at = rng.randrange(len(ring))
    ring[at] = (ring[at][0] + rng.uniform(-1, 1), ring[at][1] + rng.uniform(-1, 1))
    return replace(zone, polygon=tuple(ring))


def _retabled(settings: Settings, rng: random.Random) -> Settings:
    action = rng.randrange(4)
    if action == 0:
        return replace(settings, terrains=random_table(rng))
    if action == 1:
        return replace(settings, tile_size=rng.choice((0.0, 0.25, 1.0)))
    rows = list(settings.terrains or TERRAINS)
    at = rng.randrange(len(rows))
    if action == 2:
        rows[at] = replace(rows[at], cost=rng.choice((0.5, 1.0, 2.0, 4.0)))
    else:
        rows[at] = replace(rows[at], needs=() if rows[at].needs else ("swim",))
    return replace(settings, terrains=tuple(rows))


def _place(rng: random.Random) -> tuple[int, int]:
    return (rng.randint(-1, 1), rng.randint(-1, 1))


def random_profile(rng: random.Random) -> Profile:
    """Return a profile with random radius, abilities and prices."""
    return Profile(
        name=rng.choice(("", "cart", "frog")),
        radius=rng.choice((None, None, 0.3, 0.8)),
        abilities=tuple(rng.sample(ABILITIES, rng.randint(0, 2))),
        costs={name: rng.choice((0.7, 1.0, 2.5)) for name in rng.sample(NAMES, rng.randint(0, 2))},
        neighbours=rng.choice((4, 8, 8)),
    )


def terrain_names(level: Level, lattice: Lattice, layer: str = GROUND) -> np.ndarray:
    """Return (depth, width) the name of the terrain at each cell's centre."""
    settings = level.settings
    known = {row.name for row in settings.all_terrains}
    tile = settings.tile_size or settings.cell_size
    px, pz = lattice.centres_x()[None, :], lattice.centres_z()[:, None]
    names = np.full((lattice.depth, lattice.width), GROUND, object)
    zones = [zone for zone in level.of(Zone).values() if settings.layer_of(zone) == layer]
    for zone in sorted(zones, key=lambda zone: (zone.order, zone.id)):
        names[inside(zone.polygon, px, pz)] = zone.terrain if zone.terrain in known else GROUND
    painted: dict[tuple[int, int], str | None] = {}
    for _, block in sorted(level.of(Tiles).items()):
        if settings.layer_of(block) != layer:
            continue
        at = 0
        for number, count in zip(block.runs[::2], block.runs[1::2], strict=True):
            for cell in range(at, at + count):
                place = (block.cx * TILES + cell % TILES, block.cz * TILES + cell // TILES)
                painted[place] = block.terrains[number - 1] if number else None
            at += count
    for row in range(lattice.depth):
        for column in range(lattice.width):
            x, z = lattice.centre_of(column, row)
            name = painted.get((math.floor(x / tile), math.floor(z / tile)))
            if name is not None:
                names[row, column] = name if name in known else GROUND
    return names


def naive_costs(
    level: Level, names: np.ndarray, walkable: np.ndarray, profile: Profile
) -> np.ndarray:
    """Return (depth, width) the costs of cells for a profile; 0 if agents can't walk there."""
    rows = {GROUND: Terrain(name=GROUND)} | {row.name: row for row in level.settings.all_terrains}
    costs = np.zeros(names.shape, np.float32)
    for name, row in rows.items():
        if set(row.needs) <= set(profile.abilities):
            costs[names == name] = profile.costs.get(name, row.cost)
    costs[walkable == 0] = 0
    return costs
