"""Bitmaps: which cells are walkable, 64 to a word, along rows and along columns.

Searches that jump read 64 cells at a time; along columns that takes the transposed map.
"""

from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Words: TypeAlias = npt.NDArray[np.uint64]

WORD: Final = 64
"""Cells in a word."""


class Bitmaps(msgspec.Struct, frozen=True, eq=False):
    """The cells of a padded grid as bits, 1 walkable; immutable.

    Bit b of word w of a line is cell 64 w + b, counted from the corner of the padded array.
    Every line ends with a word of zeros, so that 64 cells can be read from any cell on.
    """

    rows: Words
    """(depth + 2, words_in(width + 2)) uint64; read-only."""
    columns: Words
    """(width + 2, words_in(depth + 2)) uint64; read-only."""

    @classmethod
    def of(cls, cells: npt.NDArray[np.uint8]) -> "Bitmaps":
        """Return the bits of (depth + 2, width + 2) cells, 0 or 1."""
        rows, columns = words_of(cells), words_of(cells.T)
        rows.flags.writeable = False
        columns.flags.writeable = False
        return cls(rows, columns)


def words_in(cells: int) -> int:
    """Return the number of words of a line of cells."""
    return -(-cells // WORD) + 1


def words_of(cells: npt.NDArray[np.uint8]) -> Words:
    """(n, words_in(m)) the bits of (n, m) cells, 0 or 1."""
    packed = np.packbits(cells, axis=1, bitorder="little")
    lines = np.zeros((len(cells), 8 * words_in(cells.shape[1])), np.uint8)
    lines[:, : packed.shape[1]] = packed
    return lines.view(np.dtype("<u8")).astype(np.uint64, copy=False)


def cells_of(words: Words, width: int) -> npt.NDArray[np.uint8]:
    """(n, width) cells, 0 or 1, from the bits of n lines."""
    lines = words.astype(np.dtype("<u8"), copy=False).view(np.uint8)
    return np.unpackbits(lines, axis=1, count=width, bitorder="little")
