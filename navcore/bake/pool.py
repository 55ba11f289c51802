"""Pool of arrays for bakes: an array is reused once nothing refers to it any more.

Copying a map for every edit would cost more than the edit. A bake therefore writes into arrays that
are no longer held: they are outdated in a few tiles, which are copied first. A tile is 64 x 64
cells; its *stamp* is the number of the bake that wrote it, so tiles with equal stamps are equal in
all arrays.
"""

import weakref
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import accumulate
from threading import Lock
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import WORD, Words, words_in
from navcore.bake.lattice import Lattice
from navcore.bake.raster import CellRect, merged
from navcore.geometry.rings import Ints
from navcore.kernels import buffers
from navcore.kernels.raster import bitmaps as kernel

_SPARES: Final = 2
"""Sets of arrays that are kept for the next bakes."""

Tiles: TypeAlias = npt.NDArray[np.bool_]
"""(rows, columns) mask of tiles."""


class _Stamps:
    """Numbers from 1, each given to one bake only, in any thread."""

    def __init__(self) -> None:
        self._last = 0
        self._lock = Lock()

    def next(self) -> int:
        with self._lock:
            self._last += 1
            return self._last


_STAMPS: Final = _Stamps()


def next_stamp() -> int:
    """Return a stamp that no bake has had yet."""
    return _STAMPS.next()


def tile_shape(depth: int, width: int) -> tuple[int, int]:
    """Return rows and columns of the tiles of a window of cells, with the ring around it."""
    return -(-(depth + 2) // WORD), -(-(width + 2) // WORD)


def tiles_in(rects: Iterable[CellRect], shape: tuple[int, ...]) -> Tiles:
    """Return the tiles, in a grid of this shape, that rectangles of cells touch."""
    touched = np.zeros(shape, np.bool_)
    for rect in rects:
        # The arrays begin one cell before the window.
        touched[
            (rect.row0 + 1) // WORD : rect.row1 // WORD + 1,
            (rect.column0 + 1) // WORD : rect.column1 // WORD + 1,
        ] = True
    return touched


class Planes(msgspec.Struct, frozen=True, eq=False):
    """The arrays of one bake, all in one block of memory.

    Cells are counted from the corner of the ring around the window, see `NavGrid.padded` and
    `Bitmaps`.
    """

    floor: npt.NDArray[np.uint8]
    """(depth + 2, width + 2) 1 where the centre lies in an available area."""
    walkable: npt.NDArray[np.uint8]
    """(depth + 2, width + 2) 1 where an agent can stand."""
    floor_rows: Words
    """`floor` as bits along rows."""
    rows: Words
    """`walkable` as bits along rows."""
    columns: Words
    """`walkable` as bits along columns."""

    @classmethod
    def over(cls, block: npt.NDArray[np.uint8], depth: int, width: int) -> "Planes":
        """Return the arrays for a window of cells, in a block of :meth:`size` bytes."""
        cells = (depth + 2, width + 2)
        rows, columns = (depth + 2, words_in(width + 2)), (width + 2, words_in(depth + 2))
        # Words first: they begin at multiples of eight bytes.
        at = [0, *accumulate(8 * lines * words for lines, words in (rows, rows, columns))]
        return cls(
            floor=np.ndarray(cells, np.uint8, block, at[3]),
            walkable=np.ndarray(cells, np.uint8, block, at[3] + cells[0] * cells[1]),
            floor_rows=np.ndarray(rows, np.uint64, block),
            rows=np.ndarray(rows, np.uint64, block, at[1]),
            columns=np.ndarray(columns, np.uint64, block, at[2]),
        )

    @staticmethod
    def size(depth: int, width: int) -> int:
        """Bytes that a block must have."""
        rows = (depth + 2) * words_in(width + 2) * 16
        columns = (width + 2) * words_in(depth + 2) * 8
        return rows + columns + 2 * (depth + 2) * (width + 2)


def rects_of(tiles: Tiles, lattice: Lattice) -> list[CellRect]:
    """Return the cells of tiles as rectangles, one for each run of tiles in a row."""
    found = []
    for row in np.flatnonzero(tiles.any(axis=1)).tolist():
        edges = np.flatnonzero(np.diff(tiles[row].astype(np.int8), prepend=0, append=0)).tolist()
        for first, end in zip(edges[::2], edges[1::2], strict=True):
            # The arrays begin one cell before the window.
            rows = (row * WORD - 1, row * WORD + WORD - 1)
            columns = (first * WORD - 1, end * WORD - 1)
            found.append(
                CellRect(
                    max(rows[0], 0),
                    min(rows[1], lattice.depth),
                    max(columns[0], 0),
                    min(columns[1], lattice.width),
                )
            )
    return merged(rect for rect in found if rect.cells > 0)


class Sheet:
    """A block of memory that a bake is written into and that is then shared."""

    __slots__ = ("block", "planes", "stamps")

    def __init__(self, depth: int, width: int) -> None:
        """Allocate arrays for a window of cells; nothing is written yet."""
        self.block = np.empty(Planes.size(depth, width), np.uint8)
        self.planes = Planes.over(self.block, depth, width)
        self.stamps: Ints = np.zeros(tile_shape(depth, width), np.int64)

    def clear_bits(self) -> None:
        """Write zeros into all bits."""
        for words in (self.planes.floor_rows, self.planes.rows, self.planes.columns):
            words[:] = 0

    def follow(self, lent: "Lent") -> Tiles:
        """Take over the bits of another bake of this size; which tiles :meth:`finish` must write.

        A block that was never used takes over everything.
        """
        if not self.stamps.any():
            np.copyto(self.block, lent.block)
            self.stamps = lent.stamps
        behind: Tiles = self.stamps != lent.stamps
        old, new = lent.planes, self.planes
        tiles = np.flatnonzero(behind)
        b = buffers(kernel, old.floor_rows, old.rows, new.floor_rows, new.rows, tiles)
        kernel.copy(b[0], b[1], b[2], b[3], behind.shape[1], b[4])
        self.stamps = lent.stamps
        return behind

    def finish(self, stale: Tiles, changed: Tiles) -> None:
        """Update cells and columns of stale tiles from the bits; stamp the changed ones."""
        planes = self.planes
        wide, width = stale.shape[1], planes.floor.shape[1]
        floor, walkable = planes.floor.reshape(-1), planes.walkable.reshape(-1)
        tiles = np.flatnonzero(stale)
        b = buffers(kernel, planes.floor_rows, planes.rows, planes.columns, floor, walkable, tiles)
        kernel.write_bytes(b[0], wide, b[5], width, b[3])
        kernel.write_bytes(b[1], wide, b[5], width, b[4])
        kernel.write_columns(b[1], wide, b[5], b[2])
        self.stamps = self.stamps.copy()
        self.stamps[changed] = next_stamp()

    def lent(self, block: npt.NDArray[np.uint8]) -> "Lent":
        """Return the arrays over a block that the pool lends."""
        depth, width = self.planes.floor.shape
        return Lent(block, Planes.over(block, depth - 2, width - 2), self.stamps)


class Lent(msgspec.Struct, frozen=True, eq=False):
    """The arrays of a finished bake, read-only."""

    block: npt.NDArray[np.uint8]
    planes: Planes
    stamps: Ints
    """(rows, columns) of tiles."""


class Block(Protocol):
    """A sheet to write to: `Sheet`, or one with other arrays."""

    block: npt.NDArray[np.uint8]
    """Memory of the sheet."""


SheetT = TypeVar("SheetT", bound=Block)


class Pool(Generic[SheetT]):
    """Sheets for windows of one size. Any thread may take one at any time."""

    def __init__(self, depth: int, width: int, make: Callable[[int, int], SheetT]) -> None:
        """Make an empty pool; `make` allocates a sheet for a window of rows and columns."""
        self.depth, self.width = depth, width
        self._make = make
        self._spares: deque[SheetT] = deque(maxlen=_SPARES)
        self._lent: dict[int, tuple[SheetT, weakref.ref[npt.NDArray[np.uint8]]]] = {}

    def take(self) -> SheetT:
        """Return a free sheet, or a new one. A sheet whose bake fails is not given back."""
        try:
            return self._spares.pop()
        except IndexError:
            return self._make(self.depth, self.width)

    def lend(self, sheet: SheetT) -> npt.NDArray[np.uint8]:
        """Return a sheet's memory, read-only; it comes back when the last view of it has gone."""
        # Views of it hold this array and nothing below it, so that it lives as long as they do.
        block = np.frombuffer(sheet.block.data.toreadonly(), np.uint8)
        key = id(sheet)
        back = partial(_regain, weakref.ref(self), key)
        self._lent[key] = (sheet, weakref.ref(block, back))
        return block

    def give_back(self, sheet: SheetT) -> None:
        """Keep a free sheet for later, or drop the oldest one."""
        self._spares.append(sheet)

    def regain(self, key: int) -> None:
        """Take back a sheet whose last view is gone."""
        sheet, _ = self._lent.pop(key)
        self.give_back(sheet)


def _regain(pool: "weakref.ref[Pool[SheetT]]", key: int, _: object) -> None:
    there = pool()
    if there is not None:
        there.regain(key)
