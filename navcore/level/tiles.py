"""Painted terrain as arrays: decode, encode and find blocks of tiles.

A tile is a square of `tile_side` metres; tile 0, 0 begins at the origin. Elements of type `Tiles`
hold blocks of 64 x 64 tiles. Where nothing is painted, the zone drawn last counts; without a zone
the terrain is ground.
"""

import math
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.level.elements import TILES, Tiles, Zone
from navcore.level.model import Level, Point, Settings, in_drawing_order
from navcore.level.profiles import Profile
from navcore.level.tables import GROUND, MOST_LAYERS, Terrain

Cells: TypeAlias = npt.NDArray[np.uint16]
"""(64, 64), row 0 has the lowest z: 0 where nothing is painted, k for the k-th name."""

Place: TypeAlias = tuple[int, int]
"""`cx` and `cz` of a block, or column and row of a tile."""

FARTHEST_BLOCK: Final = 2**22 - 1
"""Ids have room for blocks up to here, to either side."""

_CELLS: Final = TILES * TILES


def tile_side(settings: Settings) -> float:
    """Return the side of a painted tile, metres."""
    return settings.tile_size or settings.cell_size


def tile_at(settings: Settings, point: Point) -> Place:
    """Return column and row of the tile in which a point lies."""
    side = tile_side(settings)
    return (math.floor(point[0] / side), math.floor(point[1] / side))


def cells_of(runs: tuple[int, ...]) -> Cells:
    """Return the cells that these runs say, as a new array."""
    pairs = np.array(runs, np.int64)
    return np.repeat(pairs[::2], pairs[1::2]).astype(np.uint16).reshape(TILES, TILES)


def runs_of(cells: Cells) -> tuple[int, ...]:
    """Return the runs of cells as files and elements hold them."""
    flat = cells.ravel()
    starts = np.concatenate(([0], np.flatnonzero(flat[1:] != flat[:-1]) + 1))
    runs = np.empty(2 * len(starts), np.int64)
    runs[::2] = flat[starts]
    runs[1:-1:2] = np.diff(starts)
    runs[-1] = _CELLS - starts[-1]
    return tuple(runs.tolist())


def packed(cells: Cells, names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names that cells use, in alphabetical order, and the runs with their numbers.

    Blocks with the same content are therefore equal, independent of the order of painting.
    """
    used = np.flatnonzero(np.bincount(cells.ravel(), minlength=len(names) + 1)[1:]) + 1
    kept = sorted({names[number - 1] for number in used.tolist()})
    if kept == list(names):
        return names, runs_of(cells)
    table = np.zeros(len(names) + 1, np.uint16)
    for number in used.tolist():
        table[number] = kept.index(names[number - 1]) + 1
    return tuple(kept), runs_of(table[cells])


def blocks_on(level: Level, layer: str = GROUND) -> Mapping[Place, Tiles]:
    """Return the blocks of a storey by place; of two blocks in one place, the one that counts."""
    return _BLOCKS.of(level).get(layer, {})


def hidden_blocks(level: Level, layer: str, place: Place) -> list[Tiles]:
    """Return blocks hidden by another block in the same place; only foreign files have some."""
    counts = blocks_on(level, layer).get(place)
    if counts is None or not _BLOCKS.any_hidden(level):
        return []
    of = level.settings.layer_of
    there = (one for one in level.of(Tiles).values() if (one.cx, one.cz) == place)
    return [one for one in there if one is not counts and of(one) == layer]


_ByStorey: TypeAlias = dict[str, dict[Place, Tiles]]


class _Blocks:
    """Cache of the blocks by storey and place, for the most recently used levels."""

    def __init__(self) -> None:
        self._known: list[tuple[Mapping[int, Tiles], object, _ByStorey]] = []

    def of(self, level: Level) -> _ByStorey:
        held, layers = level.of(Tiles), level.settings.layers
        for known in self._known:
            if known[0] is held and known[1] is layers:
                return known[2]
        found: _ByStorey | None = None
        if self._known and self._known[0][1] is layers:
            found = _updated_blocks(self._known[0][0], held, self._known[0][2], level.settings)
        if found is None:
            found = _placed(held, level.settings)
        self._known = [(held, layers, found), *self._known[: _KEPT - 1]]
        return found

    def any_hidden(self, level: Level) -> bool:
        return sum(map(len, self.of(level).values())) < len(level.of(Tiles))


_KEPT: Final = 4
"""Number of levels whose blocks are cached: with previews, without, and as last baked."""
_FEW: Final = 256
"""Most changed blocks for which an existing index is updated instead of rebuilt."""
_BLOCKS: Final = _Blocks()


def _placed(held: Mapping[int, Tiles], settings: Settings) -> _ByStorey:
    known = {layer.name for layer in settings.layers}
    named = {tiles.layer for tiles in held.values()}
    storeys = {name: name if name in known else GROUND for name in named}
    found: _ByStorey = {}
    for storey in set(storeys.values()):
        own = [tiles for tiles in held.values() if storeys[tiles.layer] == storey]
        found[storey] = {(tiles.cx, tiles.cz): tiles for tiles in own}
        if len(found[storey]) < len(own):
            own.sort(key=lambda tiles: tiles.id)
            found[storey] = {(tiles.cx, tiles.cz): tiles for tiles in own}
    return found


def _updated_blocks(
    before: Mapping[int, Tiles], after: Mapping[int, Tiles], placed: _ByStorey, settings: Settings
) -> _ByStorey | None:
    """Return the blocks by storey and place after a small edit; None if it needs a rebuild.

    An edit leaves the blocks that it does not change in their order.
    """
    blocks = list(after.values())
    changed = list(compress(blocks, map(is_not, blocks, before.values())))
    changed += blocks[len(before) :]
    new = [tiles for tiles in changed if tiles.id not in before]
    if len(changed) > _FEW or len(before) + len(new) != len(after):
        return None
    found = dict(placed)
    for tiles in changed:
        storey, place = settings.layer_of(tiles), (tiles.cx, tiles.cz)
        if found.get(storey) is placed.get(storey):
            found[storey] = dict(placed.get(storey, {}))
        old = before.get(tiles.id)
        if found[storey].get(place) is not old:
            # The block was in another place, or another block is in this place.
            return None
        found[storey][place] = tiles
    return found


def painted_at(level: Level, point: Point, layer: str = GROUND) -> str:
    """Return the name of the terrain that is painted at a point; "" if none is."""
    column, row = tile_at(level.settings, point)
    tiles = blocks_on(level, layer).get((column // TILES, row // TILES))
    if tiles is None:
        return ""
    number = int(_kept_cells(tiles.runs)[row % TILES, column % TILES])
    return tiles.terrains[number - 1] if number else ""


def terrain_at(level: Level, point: Point, layer: str = GROUND) -> str:
    """Return the name of the terrain at a point: painted, else of the last zone that is laid, else
    ground.

    A name that the level's table lacks is ground.
    """
    name = painted_at(level, point, layer)
    if not name:
        for zone in reversed(in_drawing_order(level.of(Zone))):
            there = zone.active and level.settings.layer_of(zone) == layer
            if there and zone.holds(point):
                name = zone.terrain
                break
    known = {terrain.name for terrain in level.settings.all_terrains}
    return name if name in known else GROUND


@lru_cache(maxsize=16)
def _kept_cells(runs: tuple[int, ...]) -> Cells:
    """Return the cells of a block that the mouse is over, kept from one move to the next."""
    return cells_of(runs)


def terrain_named(settings: Settings, name: str) -> Terrain:
    """Return the row of a name; the ground's row for names that the table lacks."""
    rows = {terrain.name: terrain for terrain in settings.all_terrains}
    return rows.get(name) or rows.get(GROUND) or Terrain(name=GROUND)


def cost_for(terrain: Terrain, profile: Profile | None) -> float:
    """Return the cost of a metre of a terrain for a profile; None: agents without a type."""
    return terrain.cost if profile is None else profile.costs.get(terrain.name, terrain.cost)


def can_enter(terrain: Terrain, profile: Profile | None) -> bool:
    """Return whether a profile has all abilities that a terrain requires."""
    return set(terrain.needs) <= set(() if profile is None else profile.abilities)


def block_id(level: Level, layer: str, place: Place) -> int:
    """Return an id for a new block that no other element of the level has.

    It contains the number of its storey, or another number if storeys have since been reordered.
    """
    names = level.settings.layer_names
    numbers = (names.index(layer) if layer in names else 0, *range(MOST_LAYERS))
    ids = (Tiles.id_of(kind, number, *place) for kind in range(8) for number in numbers)
    return next(found for found in ids if level.get(found) is None)
