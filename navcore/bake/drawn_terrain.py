"""Zones and painted tiles of one storey, and painting them into bytes of cells."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, product
from operator import attrgetter
from typing import Final, TypeAlias, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.bitmaps import words_in
from navcore.bake.lattice import Lattice
from navcore.bake.outer import STRIP_CELLS
from navcore.bake.raster import CellRect, Cells, box_around, fill_bits, whole
from navcore.bake.shapes import Shapes
from navcore.geometry.enclosed_boxes import strips_around
from navcore.geometry.rings import Box, differing
from navcore.kernels import buffers
from navcore.kernels.raster import terrain_cells as kernel
from navcore.level.elements import TILES
from navcore.level.model import Element, Level, Settings, Tiles, Zone
from navcore.level.tables import GROUND

ElementT = TypeVar("ElementT", bound=Element)

Place: TypeAlias = tuple[int, int]
"""cx and cz of a block of painted tiles."""

_UNPAINTED: Final = -1
_ID: Final = attrgetter("id")


class _Zone(msgspec.Struct, frozen=True):
    """Data of a zone besides its outline; the greater one lies on top."""

    order: float
    id: int
    kind: int


class DrawnChanges(msgspec.Struct, frozen=True):
    """Zones and painted blocks to put in place of those with the same ids; None removes."""

    zones: Mapping[int, Zone | None]
    tiles: Mapping[int, Tiles | None]
    gone: Sequence[Tiles]
    """The blocks that had the ids of `tiles`."""

    @classmethod
    def between(cls, levels: tuple[Level, Level], ids: Iterable[int], layer: str) -> "DrawnChanges":
        """Return the terrain changes of a storey after an edit of these elements."""
        chosen = list(ids)
        zones = _changes(levels, chosen, layer, Zone, _as_zone)
        tiles = _changes(levels, chosen, layer, Tiles, _as_tiles)
        before = levels[0].of(Tiles)
        return cls(zones, tiles, [before[key] for key in tiles if key in before])

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.zones or self.tiles)

    @property
    def places(self) -> set[Place]:
        """Return the places of all these blocks."""
        blocks = [*self.gone, *(block for block in self.tiles.values() if block is not None)]
        return {(block.cx, block.cz) for block in blocks}


class DrawnTerrain(msgspec.Struct, frozen=True, eq=False):
    """The zones and painted tiles of one storey, packed."""

    layer: str
    names: tuple[str, ...]
    """Terrains of the level's table."""
    tile: float
    """Side of a painted tile, metres."""
    shapes: Shapes
    zones: Mapping[int, _Zone]
    blocks: Mapping[Place, tuple[Tiles, ...]]
    """Painted blocks by place, ids ascending: the last one counts."""

    @classmethod
    def of(cls, level: Level, layer: str) -> "DrawnTerrain":
        """Return the zones and painted tiles of a storey of a level.

        Raises:
            NavcoreError: if the outline of a zone has less than three corners or one that is not
                finite.
        """
        settings = level.settings
        names = _names_of(settings)
        zones = [zone for zone in level.of(Zone).values() if settings.layer_of(zone) == layer]
        blocks: dict[Place, tuple[Tiles, ...]] = {}
        for _, block in sorted(level.of(Tiles).items()):
            if settings.layer_of(block) == layer:
                place = (block.cx, block.cz)
                blocks[place] = (*blocks.get(place, ()), block)
        found = {zone.id: _packed(zone, names) for zone in zones}
        return cls(layer, names, _tile_of(settings), Shapes.of(zones), found, blocks)

    def fits(self, settings: Settings) -> bool:
        """Return whether names of terrains and painted tiles mean the same in these settings."""
        return (self.names, self.tile) == (_names_of(settings), _tile_of(settings))

    def __bool__(self) -> bool:
        """Return whether anything is drawn."""
        return bool(self.zones or self.blocks)

    def changed(self, changes: DrawnChanges) -> "DrawnTerrain":
        """Return the drawn terrain after the changes.

        Raises:
            NavcoreError: as :meth:`of`.
        """
        shapes, zones, blocks = self.shapes, dict(self.zones), dict(self.blocks)
        if changes.zones:
            shapes = shapes.replaced(changes.zones)
        for key, zone in changes.zones.items():
            zones.pop(key, None)
            if zone is not None:
                zones[key] = _packed(zone, self.names)
        added = [block for block in changes.tiles.values() if block is not None]
        for place in changes.places:
            held = [block for block in blocks.pop(place, ()) if block.id not in changes.tiles]
            held += [block for block in added if (block.cx, block.cz) == place]
            if held:
                blocks[place] = tuple(sorted(held, key=_ID))
        return replace(self, shapes=shapes, zones=zones, blocks=blocks)

    def kinds_of(self, place: Place) -> npt.NDArray[np.int16]:
        """(64, 64) numbers of the terrains painted in a block, -1 where nothing is."""
        held = self.blocks.get(place)
        if not held:
            return np.full((TILES, TILES), _UNPAINTED, np.int16)
        block = held[-1]
        kinds = np.array(
            [_UNPAINTED, *(kind_of(name, self.names) for name in block.terrains)], np.int16
        )
        runs = np.array(block.runs, np.int64).reshape(-1, 2)
        return np.repeat(kinds[runs[:, 0]], runs[:, 1]).reshape(TILES, TILES)

    def every_box(self) -> Iterator[Box]:
        """Yield boxes, metres, around everything that is not ground."""
        for key in self.zones:
            yield self.shapes.box(key)
        side = TILES * self.tile
        for cx, cz in self.blocks:
            yield (cx * side, cz * side, (cx + 1) * side, (cz + 1) * side)

    def boxes(
        self,
        later: "DrawnTerrain",
        changes: DrawnChanges,
        cell_size: float,
    ) -> list[Box]:
        """Return boxes, metres, around all differences between this and `later`."""
        found: list[Box] = []
        for key in changes.zones:
            old, new = self.shapes.active_edges(key), later.shapes.active_edges(key)
            same = self.zones.get(key) == later.zones.get(key)
            for group in differing(old, new) if same else (old, new):
                found += strips_around(group, STRIP_CELLS * cell_size)
        for place in changes.places:
            differs = self.kinds_of(place) != later.kinds_of(place)
            rows, columns = np.flatnonzero(differs.any(1)), np.flatnonzero(differs.any(0))
            if len(rows):
                x, z = place[0] * TILES, place[1] * TILES
                low = ((x + int(columns[0])) * self.tile, (z + int(rows[0])) * self.tile)
                high = ((x + int(columns[-1]) + 1) * self.tile, (z + int(rows[-1]) + 1) * self.tile)
                found.append((*low, *high))
        return found


def kind_of(name: str, names: Sequence[str]) -> int:
    """Return the number of a terrain, by the names of a level's table; 0 for ground.

    Names that the table lacks are ground.
    """
    if name == GROUND or name not in names:
        return 0
    return names.index(name) + 1


def _names_of(settings: Settings) -> tuple[str, ...]:
    return tuple(terrain.name for terrain in settings.all_terrains)


def _tile_of(settings: Settings) -> float:
    return settings.tile_size or settings.cell_size


def _packed(zone: Zone, names: Sequence[str]) -> _Zone:
    return _Zone(zone.order, zone.id, kind_of(zone.terrain, names))


def _as_zone(zone: Zone) -> tuple[object, ...]:
    """Return the data of a zone that affects the bake."""
    return (zone.polygon, zone.terrain, zone.order, zone.active)


def _as_tiles(block: Tiles) -> tuple[object, ...]:
    """Return the data of a block that affects the bake."""
    return (block.cx, block.cz, block.terrains, block.runs)


def _changes(
    levels: tuple[Level, Level],
    ids: Iterable[int],
    layer: str,
    kind: type[ElementT],
    read: Callable[[ElementT], tuple[object, ...]],
) -> dict[int, ElementT | None]:
    held = [(level.of(kind), level.settings) for level in levels]
    if not any(elements for elements, _ in held):
        return {}
    changes: dict[int, ElementT | None] = {}
    for key in ids:
        old, new = (
            found if found is not None and settings.layer_of(found) == layer else None
            for elements, settings in held
            for found in (elements.get(key),)
        )
        if old is new:
            continue
        if old is None or new is None or read(old) != read(new):
            changes[key] = new
    return changes


def paint(lattice: Lattice, rect: CellRect, drawn: DrawnTerrain, cells: Cells) -> None:
    """Write the terrains of the cells of a rectangle over its old content."""
    cells[rect.padded] = 0
    part = lattice.window(
        rect.column0, rect.row0, rect.column1 - rect.column0, rect.row1 - rect.row0
    )
    _paint_zones(part, rect, drawn, cells)
    if drawn.blocks:
        _paint_tiles(part, drawn, cells[rect.padded])


def _paint_zones(part: Lattice, rect: CellRect, drawn: DrawnTerrain, cells: Cells) -> None:
    """Paint the zones, the lowest one first, into a rectangle that is ground."""
    shapes = drawn.shapes
    slots = shapes.active_slots(box_around(part, whole(part)), 0.0).tolist()
    if not slots:
        return
    zones = {slot: drawn.zones[int(shapes.ids[slot])] for slot in slots}
    slots.sort(key=lambda slot: (zones[slot].order, zones[slot].id))
    words = np.zeros((part.depth + 2, words_in(part.width + 2)), np.uint64)
    for kind, group in groupby(slots, key=lambda slot: zones[slot].kind):
        chosen = np.array(list(group), np.int64)
        fill_bits(part, whole(part), shapes.edges, chosen, words, value=True)
        b = buffers(kernel, words, cells)
        # The bits begin at the ring around the rectangle.
        kernel.paint(b[0], part.width + 2, kind, rect.row0, rect.column0, b[1])


def _paint_tiles(part: Lattice, drawn: DrawnTerrain, cells: Cells) -> None:
    """Paint the painted tiles over the (depth, width) cells of a window."""
    columns = np.floor(part.centres_x() / drawn.tile).astype(np.int64)
    rows = np.floor(part.centres_z() / drawn.tile).astype(np.int64)
    first_x, last_x = int(columns[0]) // TILES, int(columns[-1]) // TILES
    first_z, last_z = int(rows[0]) // TILES, int(rows[-1]) // TILES
    places: Iterable[Place] = drawn.blocks
    if (last_x - first_x + 1) * (last_z - first_z + 1) < len(drawn.blocks):
        places = product(range(first_x, last_x + 1), range(first_z, last_z + 1))
    for cx, cz in places:
        if not (first_x <= cx <= last_x and first_z <= cz <= last_z):
            continue
        if (cx, cz) not in drawn.blocks:
            continue
        x0, x1 = np.searchsorted(columns, (cx * TILES, cx * TILES + TILES)).tolist()
        z0, z1 = np.searchsorted(rows, (cz * TILES, cz * TILES + TILES)).tolist()
        kinds = drawn.kinds_of((cx, cz))
        there = kinds[rows[z0:z1] - cz * TILES][:, columns[x0:x1] - cx * TILES]
        np.copyto(cells[z0:z1, x0:x1], there, casting="unsafe", where=there >= 0)
