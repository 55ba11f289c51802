"""Blocks of painted tiles as fields of colours, averaged when zoomed out.

The field of many blocks is kept, and only changed blocks are computed again, so that the cost of a
stroke depends on what it changes.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from editor.canvas.painting.terrain_looks import PATTERNS, TerrainLook, looks_of
from editor.look import style
from navcore.kernels import buffers
from navcore.kernels.draw import terrain_painter as kernel
from navcore.level.elements import TILES, Tiles
from navcore.level.model import Profile, Settings
from navcore.level.tables import GROUND
from navcore.level.tiles import Place

FEW: Final = 64
"""Most blocks whose texels are assembled for each picture."""

MOST_TEXELS: Final = 2048 * 2048
"""Most texels of a field of all blocks; of a larger one only the visible part is kept."""

Bytes: TypeAlias = npt.NDArray[np.uint8]
Pixels: TypeAlias = npt.NDArray[np.uint32]


class Texels(NamedTuple):
    """Averages of tiles: colours, shares that are painted, and the class that each shows."""

    colours: Pixels
    shares: Bytes
    classes: Bytes


class Table(NamedTuple):
    """Looks of a level's terrains, by name; the first class is 1."""

    names: tuple[str, ...]
    looks: tuple[TerrainLook, ...]
    ground: int
    """Number of the class of names that are not among them, 0 for nothing."""

    def class_of(self, name: str) -> int:
        """Return the class of a terrain."""
        return self.names.index(name) + 1 if name in self.names else self.ground


def table_of(settings: Settings, profile: Profile | None, theme: style.Theme) -> Table:
    """Return how the terrains of a level look to an agent type."""
    names = tuple(terrain.name for terrain in settings.all_terrains)
    ground = names.index(GROUND) + 1 if GROUND in names else 0
    return Table(names, looks_of(settings, profile, theme), ground)


@dataclass(slots=True)
class _Field:
    """Blocks at one size of texels."""

    low: Place
    """The first block to the left and below."""
    shape: tuple[int, int]
    """Rows and columns of blocks."""
    texels: Texels
    blocks: Mapping[Place, Tiles]
    """The shown blocks."""

    def covers(self, low: Place, shape: tuple[int, int]) -> bool:
        """Return whether it contains all these rows and columns of blocks."""
        x, z = low[0] - self.low[0], low[1] - self.low[1]
        return min(x, z) >= 0 and z + shape[0] <= self.shape[0] and x + shape[1] <= self.shape[1]

    def holds(self, place: Place) -> bool:
        """Return whether a block has its place in it."""
        return self.covers(place, (1, 1))


class BlockTexels:
    """Texels of blocks; a texel is a tile, or an average of 2 x 2 of them, `steps` times."""

    def __init__(self, table: Table) -> None:
        """Use these looks of terrains."""
        self._table = table
        self._fills = np.array([0, *(look.fill for look in table.looks)], np.uint32)
        patterns = [PATTERNS.index(look.pattern) for look in table.looks]
        self.inks = np.array(
            [[0, *patterns], [0, *(look.ink_pixel for look in table.looks)]], np.uint32
        )
        """The pattern of each class and its colour, as the kernel takes them."""
        self._fields: dict[int, _Field] = {}

    def field(
        self, blocks: Mapping[Place, Tiles], places: Collection[Place], steps: int
    ) -> tuple[Place, Texels]:
        """Return texels of the blocks in these places, and the index of the first texel.

        Args:
            blocks: All blocks; a new mapping if one of them changes.
            places: At least one.
            steps: Number of averaging steps, 0 to 6.
        """
        if len(places) > FEW:
            found = self._kept(blocks, places, steps)
        else:
            found = _empty(*_bounds(places), steps)
            self._put(found, {place: blocks[place] for place in places}, steps)
        return (found.low[0] * (TILES >> steps), found.low[1] * (TILES >> steps)), found.texels

    def _kept(self, blocks: Mapping[Place, Tiles], places: Collection[Place], steps: int) -> _Field:
        """The field of all blocks, or of these places if it would be too large, up to date."""
        field = self._fields.get(steps)
        if field is not None and field.blocks is blocks and field.covers(*_bounds(places)):
            return field
        low, shape = _bounds(blocks)
        if shape[0] * shape[1] * (TILES >> steps) ** 2 > MOST_TEXELS:
            low, shape = _bounds(places)
        if field is None or not field.covers(low, shape):
            field = self._fields[steps] = _empty(low, shape, steps)
        before, holds = field.blocks, field.holds
        changed = {p: t for p, t in blocks.items() if before.get(p) is not t and holds(p)}
        for place in filter(holds, before.keys() - blocks.keys()):
            for layer in field.texels:
                layer[_part(field, place, steps)] = 0
        self._put(field, changed, steps)
        field.blocks = blocks
        return field

    def _put(self, field: _Field, blocks: Mapping[Place, Tiles], steps: int) -> None:
        """Write blocks that have their places in a field."""
        across = TILES >> steps
        for (x, z), tiles in blocks.items():
            classes = bytes((0, *map(self._table.class_of, tiles.terrains)))
            runs, classes_of, fills, *texels = buffers(
                kernel, np.array(tiles.runs, np.int32), classes, self._fills, *field.texels
            )
            row, column = (z - field.low[1]) * across, (x - field.low[0]) * across
            kernel.put_block(runs, classes_of, fills, steps, row, column, *texels)


def _bounds(places: Collection[Place]) -> tuple[Place, tuple[int, int]]:
    """Return the lowest column and row of blocks, and the numbers of rows and columns."""
    columns, rows = zip(*places, strict=True)
    low = (min(columns), min(rows))
    return low, (max(rows) - low[1] + 1, max(columns) - low[0] + 1)


def _empty(low: Place, shape: tuple[int, int], steps: int) -> _Field:
    across = TILES >> steps
    size = (shape[0] * across, shape[1] * across)
    texels = Texels(np.zeros(size, np.uint32), np.zeros(size, np.uint8), np.zeros(size, np.uint8))
    return _Field(low, shape, texels, {})


def _part(field: _Field, place: Place, steps: int) -> tuple[slice, slice]:
    """Return the texels of a block in a field."""
    across = TILES >> steps
    row, column = (place[1] - field.low[1]) * across, (place[0] - field.low[0]) * across
    return np.s_[row : row + across, column : column + across]
