"""Blocks of painted terrain on another storey, over what is painted there."""

from collections.abc import Iterable
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.level.bases import Chunk
from navcore.level.model import Item, Level, Tiles

_STOREYS: Final = 8
"""Numbers of storeys that ids of blocks can hold."""
_PLACE_BITS: Final = 46
"""Bits of an id that say where a block lies; three for its storey and those of its kind follow."""


def put_on(level: Level, blocks: Iterable[Tiles], name: str, number: int) -> dict[int, Item | None]:
    """Return what an edit puts into a level so that copies of these blocks lie on a storey.

    Where the storey has a block already, what is painted in the copy covers what was there.

    Args:
        level: Into which they are put.
        blocks: Of other storeys.
        name: Of the storey.
        number: Of the storey in the table, counted from 0: new blocks have it in their ids, or,
            where that is taken, the next one that is free.
    """
    there = {
        (block.cx, block.cz): block
        for block in sorted(level.of(Tiles).values(), key=lambda one: one.id)
        if level.settings.layer_of(block) == name
    }
    put: dict[int, Item | None] = {}
    for block in blocks:
        below = there.get((block.cx, block.cz))
        made = replace(block, layer=name, locked=False)
        if below is None:
            made = replace(made, id=_free_id(level, put, block, number))
        else:
            terrains, runs = _over(below, block)
            made = replace(below, terrains=terrains, runs=runs)
        there[block.cx, block.cz] = made
        put[made.id] = made
    return put


def _free_id(level: Level, put: dict[int, Item | None], block: Tiles, number: int) -> int:
    kind = (block.id >> (_PLACE_BITS + 3)) & 7
    for step in range(_STOREYS):
        found = Chunk.id_of(kind, (number + step) % _STOREYS, block.cx, block.cz)
        if found not in put and level.get(found) is None:
            return found
    message = f"all {_STOREYS} ids of the block {block.cx}, {block.cz} are taken"
    raise ValueError(message)


def _over(below: Tiles, above: Tiles) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Terrains and runs of one block painted over another."""
    terrains = tuple(dict.fromkeys((*below.terrains, *above.terrains)))
    number_of = {name: number for number, name in enumerate(terrains, 1)}
    low, high = _numbers(below, number_of), _numbers(above, number_of)
    cells = np.where(high > 0, high, low)
    first = np.flatnonzero(np.diff(cells, prepend=-1))
    counts = np.diff(first, append=len(cells))
    runs: list[int] = np.stack([cells[first], counts], axis=1).ravel().tolist()
    return terrains, tuple(runs)


def _numbers(block: Tiles, number_of: dict[str, int]) -> npt.NDArray[np.int64]:
    """(4096,) numbers of the terrains of a block's cells; 0 where nothing is painted."""
    own = np.array([0, *(number_of[name] for name in block.terrains)], np.int64)
    return np.repeat(own[list(block.runs[::2])], list(block.runs[1::2]))
