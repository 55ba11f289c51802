"""Width of the floor around each cell, in classes: by discs that cover the cell, and by chords.

A cell's width class is the number of widths of a ladder that the floor around it has. A doorway has
a low class, from jamb to jamb; a room has a high class right up to its walls. The width is the
diameter of the largest disc on walkable cells that covers the cell (local thickness; Hildebrand and
Rueegsegger 1997), whatever the direction of the walls. But discs that are wider than the gap in a
thin wall bulge into it from both sides, and meet there. So the class is at most that of the
shortest chord through the cell between walls that face each other (see the kernel). Floor wider
than the largest disc is told by chords alone.

Both measures are the same for floors that lie askew to the cells. Runs along rows and columns were
not: they are short in each corner of an askew room, and long across an askew gap. Then the streets
of an askew crossing were as wide as the crossing, and it was none.

The class depends on nearby cells only. It is computed for bands of rows when it is first used.
Discs are found in bitmaps, 64 cells at a time: a disc fits where all cells under it are walkable
(erosion), and covers the cells under it there (dilation).
"""

import math
from functools import cache
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Words, cells_of, words_of
from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.kernels.crowd import facing_chords as kernel

WIDEST: Final = 11.5
"""Length of the longest chord that is measured, metres: wider floor is open."""
WIDEST_DISC: Final = 5.0
"""Diameter of the largest disc, metres: where it fits, the chords decide."""
BAND: Final = 128
"""Rows of a band."""
AT_ONCE: Final = 8
"""Most bands that are computed together."""
FACES: Final = (0.98, 0.4)
"""A chord faces walls if twice the distance from its middle to the nearest one is this part of its
length, less so many cells: walls askew to the cells have steps."""
STRAIGHT: Final = (0.9, 0.75)
"""The same for rows and columns. They may end at rounded corners, where the floor gets wider."""
_LADDER: Final = (1, 2, 3, 4, 5, 7, 9, 12, 16, 21, 28, 37, 49, 65, 85, 113)
"""Widths in cells. Each is at most 4/3 of the one before, as far as whole cells allow: the disc in
a crossing of two alleys is 1.4 times as wide as the alleys."""
_TURNS: Final = [math.pi * turn / 32 for turn in range(-8, 9)]
"""Directions of chords, from the axis, in radians: 32 in all along both axes. Chords between the
jambs of a gap of 5 m in a wall 0.6 m thick may be 6 degrees off; these are at most 2.8 off."""
_PART: Final = 0.5
"""Floor that has no room for discs of this part of a width has a lower class. The end of a dead end
without chords is half as long as wide, and a crossing of three streets has discs of 0.7."""
_NEAR: Final = 2
"""Floor is connected nearby within such a disc's diameter divided by this."""
_ENDS: Final = 4
"""Cells beside the end of a chord that tell whether walls lean over it, and one more."""


def diameters_for(cell_size: float, widest: float = WIDEST) -> tuple[int, ...]:
    """Return the widths of the ladder for cells of a size, in cells."""
    return tuple(one for one in _LADDER if one * cell_size <= widest) or (1,)


def _part(diameter: int) -> int:
    """Return the diameter of the discs that floor of a class has room for at least, in cells."""
    return max(1, round(_PART * diameter))


class _Disc(NamedTuple):
    """Rows of a disc of cells: the start of each run, and its length."""

    begins: tuple[int, ...]
    lengths: tuple[int, ...]


@cache
def _disc(diameter: int) -> _Disc:
    middle, reach = (diameter - 1) / 2, diameter / 2
    begins, lengths = [], []
    for row in range(diameter):
        half = max(0.0, reach * reach - (row - middle) ** 2) ** 0.5
        inside = [column for column in range(diameter) if abs(column - middle) <= half]
        begins.append(inside[0])
        lengths.append(len(inside))
    return _Disc(tuple(begins), tuple(lengths))


class LocalWidths:
    """The width classes of the cells of one grid, computed band by band when needed."""

    def __init__(self, grid: NavGrid) -> None:
        """Start with nothing computed."""
        self.grid = grid
        self.diameters = diameters_for(grid.cell_size)
        self.classes = np.zeros(grid.padded.shape, np.uint8)
        """(depth + 2, width + 2) number of the ladder's widths that the floor around each cell has;
        0 in blocked cells and in bands that are not computed yet."""
        self._known = np.zeros(-(-len(grid.padded) // BAND), np.bool_)

    @property
    def open_class(self) -> int:
        """Class of cells around which the floor is wider than the whole ladder."""
        return len(self.diameters)

    @property
    def _widest_disc(self) -> int:
        return diameters_for(self.grid.cell_size, WIDEST_DISC)[-1]

    @property
    def reach(self) -> int:
        """Rows from a cell to the farthest ones that its class depends on."""
        return self.diameters[-1] * 5 // 4 + 2 * _part(self.diameters[-1]) + _ENDS

    def know(self, first: int, last: int) -> None:
        """Compute the classes of these padded rows, the last included, unless they are known."""
        band, end = max(0, first) // BAND, min(last, len(self.classes) - 1) // BAND + 1
        while band < end:
            count = 0
            while band + count < end and count < AT_ONCE and not self._known[band + count]:
                count += 1
            if count:
                self._known[band : band + count] = True
                self._compute(BAND * band, min(BAND * (band + count), len(self.classes)))
            band += max(count, 1)

    def know_all(self) -> None:
        """Compute the classes of all cells."""
        self.know(0, len(self.classes) - 1)

    def changed(self, grid: NavGrid, first: int, last: int) -> "LocalWidths":
        """Return the classes of a grid that differs in these padded rows only, last included."""
        made = LocalWidths(grid)
        made.classes, made._known = self.classes.copy(), self._known.copy()
        reach = self.reach
        low, high = max(0, first - reach), min(last + reach, len(self.classes) - 1)
        made._known[low // BAND : high // BAND + 1] = False
        return made

    def _compute(self, first: int, last: int) -> None:
        low, high = max(0, first - self.reach), min(last + self.reach, len(self.classes))
        cells = self.grid.padded[low:high]
        found = self._covered(low, high)
        np.minimum(
            found,
            _by_chords(cells, low, self.diameters, self._widest_disc + 1.0),
            out=found,
        )
        found = _smooth(found, self.diameters)[first - low : last - low]
        found[self.grid.padded[first:last] == 0] = 0
        self.classes[first:last] = found

    def _covered(self, low: int, high: int) -> npt.NDArray[np.uint8]:
        """Return the number of discs that cover each cell of padded rows; all for open floor."""
        cells = self.grid.bitmaps.rows[low:high]
        found = np.zeros((high - low, self.grid.padded.shape[1]), np.uint8)
        discs = diameters_for(self.grid.cell_size, WIDEST_DISC)
        for diameter in discs:
            found += cells_of(_opened(cells, diameter), found.shape[1])
        found[found == len(discs)] = self.open_class
        return found


def _by_chords(
    cells: npt.NDArray[np.uint8], first: int, diameters: tuple[int, ...], gaps: float
) -> npt.NDArray[np.uint8]:
    """Return the class of the shortest chord through each cell that faces walls; all for none.

    `first` is the number of the first of these rows. Chords up to `gaps` cells long are marked
    along rows and columns, and in gaps: elsewhere discs tell such widths.
    """
    ladder, found = np.array(diameters, np.int32), []
    squares = np.empty(cells.shape, np.int32)
    b = buffers(kernel, cells, squares, np.empty((3, cells.shape[1]), np.int64))
    kernel.measure_distances(*b)
    starts = np.empty(sum(cells.shape) + 2, np.int32)
    for flat in (False, True):
        classes = np.full(cells.shape, len(diameters), np.uint8)
        b = buffers(kernel, cells, squares, ladder, classes, starts)
        for turn in _TURNS:
            # Both passes have lines of 45 degrees.
            if not flat or abs(turn) < math.pi / 4:
                slope = math.tan(turn)
                rules = (*FACES, gaps) if turn else (*STRAIGHT, 0.0)
                kernel.mark_chords(b[0], b[1], first, slope, *rules, b[2], b[3], b[4])
        found.append(classes)
        cells, squares, first = (*map(np.ascontiguousarray, (cells.T, squares.T)), 0)
    return np.minimum(found[0], found[1].T)


def _smooth(classes: npt.NDArray[np.uint8], diameters: tuple[int, ...]) -> npt.NDArray[np.uint8]:
    """Return lower classes where floor of a class is narrower than a part of its width.

    No chord faces walls at the end of a dead end, in single cells between chords, and in slivers
    beside walls that lie askew. Floor of a class is what discs of about half its width cover, and
    what is connected with them nearby.
    """
    found = (classes > 0).view(np.uint8)
    for number, diameter in enumerate(diameters[1:], 2):
        level = words_of((classes >= number).view(np.uint8))
        part = _part(diameter)
        inner = _opened(level, part)
        for _ in range(part // _NEAR):
            inner = _grown(inner) & level
        found += cells_of(inner, classes.shape[1])
    return found


def _grown(cells: Words) -> Words:
    """Return these cells and those beside them."""
    found = cells | _earlier(cells, 1) | _later(cells, 1)
    found[1:] |= cells[:-1]
    found[:-1] |= cells[1:]
    return found


def _opened(cells: Words, diameter: int) -> Words:
    """Return the cells covered by discs that are completely on these cells, as bits of rows."""
    if diameter == 1:
        return cells
    disc = _disc(diameter)
    runs, fits = _runs(cells, max(disc.lengths)), np.zeros_like(cells)
    count = len(cells) - diameter + 1
    if count <= 0:
        return fits
    inner = ~fits[:count]
    for row, (begin, length) in enumerate(zip(disc.begins, disc.lengths, strict=True)):
        inner &= _earlier(runs[length][row : row + count], begin)
    # Position of the first cell of the disc's square.
    fits[:count] = inner
    spread = _spreads(fits, max(disc.lengths))
    covered = np.zeros_like(cells)
    for row, (begin, length) in enumerate(zip(disc.begins, disc.lengths, strict=True)):
        covered[row : row + count] |= _later(spread[length][:count], begin)
    return covered


def _runs(cells: Words, most: int) -> list[Words]:
    """Return, by length, the cells at which a run of that length begins, up to the longest."""
    found = [~np.zeros_like(cells), cells]
    for _ in range(most - 1):
        found.append(cells & _earlier(found[-1], 1))
    return found


def _spreads(cells: Words, most: int) -> list[Words]:
    """Return, by length, the cells in runs of that length that begin at one of these cells."""
    found = [np.zeros_like(cells), cells]
    for _ in range(most - 1):
        found.append(cells | _later(found[-1], 1))
    return found


def _earlier(cells: Words, by: int) -> Words:
    """Return the bits moved to lower cells of their rows."""
    if not by:
        return cells
    found = cells >> np.uint64(by)
    found[:, :-1] |= cells[:, 1:] << np.uint64(64 - by)
    return found


def _later(cells: Words, by: int) -> Words:
    """Return the bits moved to higher cells of their rows."""
    if not by:
        return cells
    found = cells << np.uint64(by)
    found[:, 1:] |= cells[:, :-1] >> np.uint64(64 - by)
    return found
