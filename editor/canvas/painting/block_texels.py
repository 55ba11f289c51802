"""Blocks of painted tiles as fields of colours, averaged where they are seen from far away.

What is worked out of a block is kept as long as the block is the same, and so is the field of all
blocks, so that a stroke costs what it touches.
"""

from collections.abc import Collection, Iterable, Mapping
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
from navcore.level.tiles import Place, cells_of

FEW: Final = 64
"""Blocks up to which their texels are put together anew for each picture."""

MOST_TEXELS: Final = 2048 * 2048
"""Texels of a field that is kept."""

Bytes: TypeAlias = npt.NDArray[np.uint8]
Pixels: TypeAlias = npt.NDArray[np.uint32]


class Texels(NamedTuple):
    """Averages of tiles: colours, shares that are painted, and the class that each shows."""

    colours: Pixels
    shares: Bytes
    classes: Bytes


class Table(NamedTuple):
    """How the terrains of a level look, by their names; the first class is 1."""

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
    """All blocks at one size of texels."""

    blocks: Mapping[Place, Tiles]
    low: Place
    """The first block to the left and below."""
    texels: Texels


class BlockTexels:
    """Texels of blocks; a texel is a tile, or the average of 2 x 2 of them, `steps` times over."""

    def __init__(self, table: Table) -> None:
        """For terrains that look so."""
        self._table = table
        self._colours = np.array([0, *(look.fill for look in table.looks)], np.uint32)
        patterns = [PATTERNS.index(look.pattern) for look in table.looks]
        self.inks = np.array(
            [[0, *patterns], [0, *(look.ink_pixel for look in table.looks)]], np.uint32
        )
        """The pattern of each class and its colour, as the kernel takes them."""
        self._known: dict[tuple[Place, int], tuple[Tiles, Texels]] = {}
        self._fields: dict[int, _Field] = {}

    def field(
        self, blocks: Mapping[Place, Tiles], places: Collection[Place], steps: int
    ) -> tuple[Place, Texels]:
        """Return texels of the blocks in these places, and of which texel the first one is.

        Args:
            blocks: All blocks; another mapping where one of them is another.
            places: At least one.
            steps: How often they are averaged, 0 to 6.
        """
        kept = self._kept(blocks, steps) if len(places) > FEW else None
        if kept is not None:
            low, found = kept.low, kept.texels
        else:
            low, shape = _bounds(places)
            found = _empty(shape, steps)
            self._fill(found, blocks, places, low, steps)
        return (low[0] * (TILES >> steps), low[1] * (TILES >> steps)), found

    def _kept(self, blocks: Mapping[Place, Tiles], steps: int) -> _Field | None:
        """The field of all blocks, brought up to date; None if it would be too large."""
        field = self._fields.get(steps)
        if field is not None and field.blocks is blocks:
            return field
        low, shape = _bounds(blocks)
        across = TILES >> steps
        if shape[0] * shape[1] * across * across > MOST_TEXELS:
            return None
        before: Mapping[Place, Tiles] = {}
        size = (shape[0] * across, shape[1] * across)
        if field is None or field.low != low or field.texels.classes.shape != size:
            texels = _empty(shape, steps)
        else:
            texels, before = field.texels, field.blocks
        changed = [place for place, tiles in blocks.items() if before.get(place) is not tiles]
        for x, z in before.keys() - blocks.keys():
            for layer in texels:
                layer[_part(x - low[0], z - low[1], across)] = 0
        self._fill(texels, blocks, changed, low, steps)
        self._fields[steps] = _Field(blocks, low, texels)
        return self._fields[steps]

    def _fill(
        self,
        field: Texels,
        blocks: Mapping[Place, Tiles],
        places: Iterable[Place],
        low: Place,
        steps: int,
    ) -> None:
        for place in places:
            part = _part(place[0] - low[0], place[1] - low[1], TILES >> steps)
            block = self._texels(place, blocks[place], steps)
            field.colours[part] = block.colours
            field.shares[part] = block.shares
            field.classes[part] = block.classes

    def _texels(self, place: Place, tiles: Tiles, steps: int) -> Texels:
        known = self._known.get((place, steps))
        if known is not None and known[0] is tiles:
            return known[1]
        made = self._whole(tiles) if steps == 0 else _halved(self._texels(place, tiles, steps - 1))
        self._known[place, steps] = (tiles, made)
        if steps:
            # It is not asked for again soon.
            del self._known[place, steps - 1]
        return made

    def _whole(self, tiles: Tiles) -> Texels:
        classes = np.array([0, *map(self._table.class_of, tiles.terrains)], np.uint8)
        cells = classes[cells_of(tiles.runs)]
        return Texels(self._colours[cells], (cells != 0).view(np.uint8) * np.uint8(255), cells)


def _bounds(places: Collection[Place]) -> tuple[Place, tuple[int, int]]:
    """The first block to the left and below, and how many rows and columns of blocks there are."""
    columns, rows = zip(*places, strict=True)
    low = (min(columns), min(rows))
    return low, (max(rows) - low[1] + 1, max(columns) - low[0] + 1)


def _empty(blocks: tuple[int, int], steps: int) -> Texels:
    across = TILES >> steps
    shape = (blocks[0] * across, blocks[1] * across)
    return Texels(np.zeros(shape, np.uint32), np.zeros(shape, np.uint8), np.zeros(shape, np.uint8))


def _part(column: int, row: int, across: int) -> tuple[slice, slice]:
    """The texels of a block in a field."""
    return np.s_[row * across : (row + 1) * across, column * across : (column + 1) * across]


def _halved(texels: Texels) -> Texels:
    shape = (texels.classes.shape[0] // 2, texels.classes.shape[1] // 2)
    made = Texels(np.empty(shape, np.uint32), np.empty(shape, np.uint8), np.empty(shape, np.uint8))
    kernel.halve(*buffers(kernel, *texels, *made))
    return made
