"""Paint terrain: strokes of a brush, flood fill, and replacement of one terrain by another.

All of them change blocks of painted tiles, `Tiles`, and return one edit that only holds changed
blocks. An empty name erases.
"""

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.cells_inside import CellBox, Mask, box_of, cells_inside
from navcore.geometry.pieces import label
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.elements import TILES, Tiles, Zone
from navcore.level.model import Item, Level, Point, Polygon, in_drawing_order
from navcore.level.tables import GROUND
from navcore.level.tiles import (
    FARTHEST_BLOCK,
    Cells,
    Place,
    block_id,
    blocks_on,
    cells_of,
    hidden_blocks,
    packed,
    tile_at,
    tile_side,
)

MOST_TILES: Final = 4096 * 4096
"""Tiles of a floor that can be flooded: some tenths of a second."""

WIDEST: Final = 512
"""Tiles across the widest brush."""

_PIECE: Final = 64.0
"""Tiles of a stroke that are painted at once: its bounds are looked through."""

_HAIR: Final = 1e-6
"""Tiles by which a centre may lie outside of a brush and still be painted."""

Numbers: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Brush:
    """Shape of a brush: its size in tiles, as a disc or a square."""

    size: int = 1
    square: bool = False

    def centre(self, place: Point) -> Point:
        """Return where the brush lies for a place, in tiles: on a tile, or between two."""
        if self.size % 2:
            return (math.floor(place[0]) + 0.5, math.floor(place[1]) + 0.5)
        return (float(round(place[0])), float(round(place[1])))

    def swept(self, start: Point, end: Point) -> tuple[CellBox, Mask]:
        """Return the tiles whose centres the brush covers on its way; coordinates in tiles.

        Returns:
            The box of tiles around the way, and a (rows, columns) mask of the covered tiles.
        """
        half = self.size / 2
        (ax, az), (bx, bz) = start, end
        box = CellBox(
            math.floor(min(ax, bx) - half), math.floor(min(az, bz) - half),
            math.ceil(max(ax, bx) + half), math.ceil(max(az, bz) + half),
        )  # fmt: skip
        across = np.arange(box.column0, box.column1) + (0.5 - ax)
        up = (np.arange(box.row0, box.row1) + (0.5 - az))[:, None]
        dx, dz = bx - ax, bz - az
        if self.square:
            return box, _in_square(across, up, dx, dz, half + _HAIR)
        length = dx * dx + dz * dz
        along = np.clip((across * dx + up * dz) / length, 0.0, 1.0) if length else 0.0
        away = (across - along * dx) ** 2 + (up - along * dz) ** 2
        return box, away <= (half + _HAIR) ** 2


def _in_square(
    across: npt.NDArray[np.floating],
    up: npt.NDArray[np.floating],
    dx: float,
    dz: float,
    half: float,
) -> Mask:
    """Return whether a square that moves by (dx, dz) covers each place at some moment."""
    enters, leaves = np.zeros(1), np.ones(1)
    for offset, step in ((across, dx), (up, dz)):
        if abs(step) < _HAIR:
            inside = np.abs(offset) <= half
            enters, leaves = np.where(inside, enters, 2.0), np.where(inside, leaves, -1.0)
            continue
        ends = ((offset - half) / step, (offset + half) / step)
        enters = np.maximum(enters, np.minimum(*ends))
        leaves = np.minimum(leaves, np.maximum(*ends))
    covered: Mask = enters <= leaves
    return np.broadcast_to(covered, (len(up), len(across)))


class _Block:
    """A block while it is painted: its cells, and the terrain names that they index."""

    __slots__ = ("cells", "id", "names", "source")

    def __init__(self, source: Tiles | None, new_id: int) -> None:
        self.source = source
        self.id = new_id if source is None else source.id
        self.names = () if source is None else source.terrains
        empty = np.zeros((TILES, TILES), np.uint16)
        self.cells: Cells = empty if source is None else cells_of(source.runs)

    def made(self, place: Place, layer: str) -> Tiles | None:
        """Return the block as an element; None if nothing is painted in it."""
        names, runs = packed(self.cells, self.names)
        if not names:
            return None
        if self.source is not None:
            return msgspec.structs.replace(self.source, terrains=names, runs=runs)
        cx, cz = place
        return Tiles(id=self.id, layer=layer, cx=cx, cz=cz, terrains=names, runs=runs)

    def number_of(self, name: str) -> int:
        if name and name not in self.names:
            self.names = (*self.names, name)
        return self.names.index(name) + 1 if name else 0


class Painting:
    """Blocks of a storey while strokes are painted; `edit` returns all changes so far.

    The cost of each stroke depends only on the cells that it covers.
    """

    def __init__(self, level: Level, layer: str = GROUND) -> None:
        """Start with the level as it is.

        Raises:
            NavcoreError: if the level has no such storey.
        """
        if layer not in level.settings.layer_names:
            raise NavcoreError(tr("No storey is called {0}.").format(layer))
        self._level, self._layer = level, layer
        self._names = {terrain.name for terrain in level.settings.all_terrains}
        self._sources = blocks_on(level, layer)
        self._blocks: dict[Place, _Block] = {}
        self._touched: set[Place] = set()
        """Blocks that changed after `edit` last encoded them."""
        self._before: dict[int, Item | None] = {}
        self._after: dict[int, Item | None] = {}

    def put(self, box: CellBox, covered: Mask, name: str) -> None:
        """Paint the covered tiles of a box, (rows, columns) of it; an empty name erases.

        Raises:
            NavcoreError: if the level has no such terrain, or they lie too far away.
        """
        self._check(name)
        first = (box.column0 // TILES, box.row0 // TILES)
        last = ((box.column1 - 1) // TILES, (box.row1 - 1) // TILES)
        if max(map(abs, (*first, *last))) > FARTHEST_BLOCK:
            raise NavcoreError(tr("This is too far from the origin to be painted."))
        for cz in range(first[1], last[1] + 1):
            for cx in range(first[0], last[0] + 1):
                whole = CellBox(cx * TILES, cz * TILES, (cx + 1) * TILES, (cz + 1) * TILES)
                part = box.meet(whole)
                here = covered[part.within(box)]
                if here.any():
                    self._put((cx, cz), part.within(whole), here, name)

    def _put(self, place: Place, part: tuple[slice, slice], covered: Mask, name: str) -> None:
        if not name and place not in self._blocks and place not in self._sources:
            return
        block = self._block(place)
        number = block.number_of(name)
        cells = block.cells[part]
        differs = covered & (cells != number)
        if differs.any():
            cells[differs] = number
            self._touched.add(place)

    def _block(self, place: Place) -> _Block:
        block = self._blocks.get(place)
        if block is None:
            new_id = block_id(self._level, self._layer, place)
            block = self._blocks[place] = _Block(self._sources.get(place), new_id)
        return block

    def stroke(self, brush: Brush, start: Point, end: Point, name: str) -> None:
        """Paint the tiles that a brush covers from one place to another; metres.

        Raises:
            NavcoreError: if it lies too far away.
        """
        side = tile_side(self._level.settings)
        (ax, az), (bx, bz) = (brush.centre((x / side, z / side)) for x, z in (start, end))
        pieces = max(1, math.ceil(math.hypot(bx - ax, bz - az) / _PIECE))
        places = [
            (ax + (bx - ax) * k / pieces, az + (bz - az) * k / pieces) for k in range(pieces + 1)
        ]
        for one, next_one in pairwise(places):
            self.put(*brush.swept(one, next_one), name)

    def replace(self, old: str, new: str, within: Iterable[Polygon] | None = None) -> None:
        """Replace one terrain by another, everywhere or only within these outlines.

        Raises:
            NavcoreError: if the level has no such terrain.
        """
        self._check(new)
        rings = None if within is None else [polygon.polygon for polygon in within]
        for place, source in self._sources.items():
            if old not in source.terrains:
                continue
            block = self._block(place)
            hit = block.cells == block.number_of(old)
            if rings is not None:
                hit &= self._inside(place, rings)
            if hit.any():
                block.cells[hit] = block.number_of(new)
                self._touched.add(place)

    def _check(self, name: str) -> None:
        if name and name not in self._names:
            raise NavcoreError(tr("No terrain is called {0}.").format(name))

    def _inside(self, place: Place, rings: Collection[tuple[Point, ...]]) -> Mask:
        column, row = place[0] * TILES, place[1] * TILES
        whole = CellBox(column, row, column + TILES, row + TILES)
        return _union(rings, tile_side(self._level.settings), whole)

    def edit(self, label: str = "") -> Edit:
        """Return the edit of all that has changed since the level, with this label."""
        for place in self._touched:
            block = self._blocks[place]
            made = block.made(place, self._layer)
            if made == block.source:
                self._before.pop(block.id, None)
                self._after.pop(block.id, None)
                continue
            self._before[block.id], self._after[block.id] = block.source, made
            for hidden in hidden_blocks(self._level, self._layer, place):
                self._before[hidden.id], self._after[hidden.id] = hidden, None
        self._touched.clear()
        # Copies: an edit that is already shown must not change with the next stroke.
        return Edit(dict(self._before), dict(self._after), label)


def paint(
    level: Level,
    places: Sequence[Point],
    name: str,
    brush: Brush,
    *,
    layer: str = GROUND,
) -> Edit:
    """Paint tiles with a terrain along a line through these places; "" erases them.

    Raises:
        NavcoreError: if the level has no such terrain or storey, or a place is too far away.
    """
    painting = Painting(level, layer)
    for start, end in pairwise(places if len(places) > 1 else [places[0]] * 2):
        painting.stroke(brush, start, end, name)
    return painting.edit(paint_label(name))


def fill(level: Level, at: Point, name: str, *, layer: str = GROUND) -> Edit:
    """Flood-fill the floor from a place: paint its connected terrain with another; "" erases.

    The fill stops at the edge of the floor, at obstacles and at other terrain.

    Raises:
        NavcoreError: if there is no floor there, or it is too large.
    """
    of, side = level.settings.layer_of, tile_side(level.settings)
    areas = [area.polygon for area in level.areas.values() if of(area) == layer]
    column, row = tile_at(level.settings, at)
    whole = box_of(areas, side)
    if whole.cells > MOST_TILES:
        message = tr("The floor is {0} x {1} tiles large, too large to fill: draw a zone.")
        raise NavcoreError(message.format(f"{whole.shape[1]:,}", f"{whole.shape[0]:,}"))
    free = _union(areas, side, whole)
    walls = (o for o in level.obstacles.values() if o.enabled and of(o) == layer)
    free &= ~_union([wall.polygon for wall in walls], side, whole)
    inside = whole.column0 <= column < whole.column1 and whole.row0 <= row < whole.row1
    start = (row - whole.row0, column - whole.column0)
    if not inside or not free[start]:
        raise NavcoreError(tr("There is no floor here to fill."))
    terrains = _terrains_in(level, whole, layer)
    free &= terrains == terrains[start]
    labels, _ = label(free)
    painting = Painting(level, layer)
    painting.put(whole, labels == labels[start], name)
    return painting.edit(tr("Fill with {0}").format(name) if name else tr("Erase terrain"))


def replace_terrain(level: Level, old: str, new: str, ids: Collection[int] | None = None) -> Edit:
    """Replace one terrain by another in tiles and zones, on all storeys.

    If `ids` are given, only zones among these elements and tiles within their outlines change. An
    empty new name erases tiles and makes zones ground.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if the level has no such terrain.
    """
    chosen = None if ids is None else [level.element(element_id) for element_id in ids]
    within = None if chosen is None else [one for one in chosen if isinstance(one, Polygon)]
    elements = level.of(Zone).values() if chosen is None else chosen
    zones = [one for one in elements if isinstance(one, Zone) and one.terrain == old]
    edit = Edit.put(level, [msgspec.structs.replace(zone, terrain=new or GROUND) for zone in zones])
    for layer in level.settings.layer_names:
        painting = Painting(level, layer)
        own = within and [one for one in within if level.settings.layer_of(one) == layer]
        painting.replace(old, new, own)
        edit = edit.then(painting.edit())
    return Edit(edit.before, edit.after, tr("Replace {0} by {1}").format(old, new or tr("nothing")))


def paint_label(name: str) -> str:
    """Return the label of the undo step of a stroke."""
    return tr("Paint {0}").format(name) if name else tr("Erase terrain")


def _terrains_in(level: Level, box: CellBox, layer: str) -> Numbers:
    """Return a terrain number for each tile: 0 for ground and for names not in the table."""
    settings = level.settings
    names = [terrain.name for terrain in settings.all_terrains]
    numbers = {name: number for number, name in enumerate(names, start=1)} | {GROUND: 0}
    found = np.zeros(box.shape, np.int32)
    for zone in in_drawing_order(level.of(Zone)):
        if zone.active and settings.layer_of(zone) == layer:
            part, inside = cells_inside(zone.polygon, tile_side(settings), box)
            found[part.within(box)][inside] = numbers.get(zone.terrain, 0)
    for (cx, cz), tiles in blocks_on(level, layer).items():
        whole = CellBox(cx * TILES, cz * TILES, (cx + 1) * TILES, (cz + 1) * TILES)
        part = whole.meet(box)
        if part.cells:
            cells = cells_of(tiles.runs)[part.within(whole)]
            table = np.array([0, *(numbers.get(name, 0) for name in tiles.terrains)], np.int32)
            there = found[part.within(box)]
            there[...] = np.where(cells, table[cells], there)
    return found


def _union(rings: Collection[Sequence[Point]], side: float, box: CellBox) -> Mask:
    """Return a mask of the cells of a box whose centres lie inside one of the rings."""
    found = np.zeros(box.shape, np.bool_)
    for ring in rings:
        part, inside = cells_inside(ring, side, box)
        found[part.within(box)] |= inside
    return found
