"""Bitmaps: which cells are walkable, 64 to a word, along rows and along columns.

Searches that jump read 64 cells at a time; along columns that takes the transposed map.
"""

from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.raster import Cells

Words: TypeAlias = npt.NDArray[np.uint64]

WORD: Final = 64
"""Cells in a word."""


@dataclass(frozen=True, slots=True, eq=False)
class Bitmaps:
    """The cells of a padded grid as bits, 1 walkable; immutable.

    Bit b of word w of a line is cell 64 w + b, counted from the corner of the padded array.
    Every line ends with a word of zeros, so that 64 cells can be read from any cell on.
    """

    rows: Words
    """(depth + 2, words_in(width + 2)) uint64; read-only."""
    columns: Words
    """(width + 2, words_in(depth + 2)) uint64; read-only."""

    @classmethod
    def of(cls, cells: Cells) -> "Bitmaps":
        """The bits of (depth + 2, width + 2) cells, 0 or 1."""
        return cls(_packed(cells), _packed(cells.T))


def words_in(cells: int) -> int:
    """Words of a line of so many cells."""
    return -(-cells // WORD) + 1


def _packed(cells: Cells) -> Words:
    packed = np.packbits(cells, axis=1, bitorder="little")
    lines = np.zeros((len(cells), 8 * words_in(cells.shape[1])), np.uint8)
    lines[:, : packed.shape[1]] = packed
    words: Words = lines.view(np.dtype("<u8")).astype(np.uint64, copy=False)
    words.flags.writeable = False
    return words
