# cython: boundscheck=False, wraparound=False, cdivision=True
"""Region queries: the region of a cell, and the cells of a region nearest to a place.

Both label the few tiles that they read again, see the kernel `regions`.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import leading_zeros, trailing_zeros
    from cython.cimports.navcore.kernels.raster.regions import label
else:
    from navcore.kernels.raster.regions import label, leading_zeros, trailing_zeros

ONE = cython.declare(cython.ulonglong, 1)
FAR = cython.declare(cython.longlong, 1 << 62)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _nearer(low: cython.longlong, high: cython.longlong, to: cython.longlong) -> cython.longlong:
    """Return the position from `low` to `high` that is nearest to another one."""
    return max(low, min(high, to))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _away(place: cython.longlong, to: cython.longlong) -> cython.longlong:
    """Return the squared distance of two positions minus the square of `to`.

    It orders distances as their squares do, and stays small enough however large `to` is.
    """
    return place * (place - 2 * to)


@cython.final
@cython.cclass
class Index:
    """The regions of a bitmap, for queries; read-only, so threads share it."""

    def __init__(
        self,
        words: cython.const[cython.ulonglong][:, ::1],
        starts: cython.const[cython.int][::1],
        regions: cython.const[cython.int][::1],
        row_length: cython.longlong,
    ) -> None:
        """Keep the arrays; `row_length` is the number of cells in a row of the padded grid."""
        self.words = words
        self.starts = starts
        self.regions = regions
        self.row_length = row_length
        self.wide = words.shape[1] - 1
        self.high = (words.shape[0] + 63) // 64

    def region_at(self, cell: cython.longlong) -> int:
        """Return the region of a cell, or 0 if it is blocked."""
        return self.region_of(cell)

    def region_of(self, cell):
        """Return the same as :meth:`region_at`, for other kernels."""
        row: cython.longlong = cell // self.row_length
        column: cython.longlong = cell % self.row_length
        labels = cython.declare(cython.ushort[2048])
        first = cython.declare(cython.int[65])
        word: cython.ulonglong = self.words[row, column >> 6]
        tile: cython.longlong = (row >> 6) * self.wide + (column >> 6)
        start: cython.int = self.starts[tile]
        i: cython.int
        if ((word >> (column & 63)) & ONE) == 0:
            return 0
        if self.starts[tile + 1] == start + 1:
            return self.regions[start]
        label(self.words, row >> 6, column >> 6, labels, first)
        i = first[row & 63] - 1
        # Skip runs until the one that contains the cell.
        while (word >> (column & 63)) & ONE:
            word &= word + (word & -word)
            i += 1
        return self.regions[start + labels[i]]

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _holds(self, tile: cython.longlong, region: cython.int) -> cython.bint:
        i: cython.int
        for i in range(self.starts[tile], self.starts[tile + 1]):
            if self.regions[i] == region:
                return True
        return False

    def _least(self, tile, length, to):
        """Return the least distance of a row or column of tiles along an axis, as `_away`."""
        last: cython.longlong = min(64 * tile + 63, length - 1)
        return _away(_nearer(64 * tile, last, to), to)

    def _search(self, row, column, region, x, z, best, found):
        """Search a tile for cells of the region that are at least as near as the best so far.

        `best` is the distance of the best cells, as `_away`, and their number in `found`.
        """
        labels = cython.declare(cython.ushort[2048])
        first = cython.declare(cython.int[65])
        start: cython.int = self.starts[row * self.wide + column]
        last: cython.longlong = min(64 * row + 63, self.words.shape[0] - 1)
        across: cython.longlong = self._least(column, self.row_length, x)
        r: cython.longlong
        c: cython.longlong
        i: cython.int
        away: cython.longlong
        word: cython.ulonglong
        run: cython.ulonglong
        label(self.words, row, column, labels, first)
        for r in range(64 * row, last + 1):
            if _away(r, z) + across > best[0]:
                continue
            i = first[r & 63]
            word = self.words[r, column]
            while word != 0:
                run = word & ~(word + (word & -word))
                word ^= run
                if self.regions[start + labels[i]] == region:
                    c = 64 * column + _nearer(
                        trailing_zeros(run), 63 - leading_zeros(run), x - 64 * column
                    )
                    away = _away(r, z) + _away(c, x)
                    if away < best[0]:
                        best[0] = away
                        best[1] = 0
                    if away == best[0]:
                        found[best[1]] = cython.cast(cython.int, r * self.row_length + c)
                        best[1] += 1
                i += 1

    def nearest(
        self,
        region: cython.int,
        x: cython.longlong,
        z: cython.longlong,
        found: cython.int[::1],
    ) -> int:
        """Write the cells of a region nearest to column x, row z; return their number.

        The coordinates are those of the padded grid; multiplied by twice the longer side they must
        be less than 2^61. `found` needs room for two cells of each row, or of each column.
        """
        best = cython.declare(cython.longlong[2])
        up: cython.longlong
        down: cython.longlong
        right: cython.longlong
        left: cython.longlong
        row: cython.longlong
        column: cython.longlong
        along: cython.longlong
        rows: cython.longlong = self.words.shape[0]
        across: cython.longlong = _away(_nearer(0, self.row_length - 1, x), x)
        with cython.nogil:
            best[0] = FAR
            best[1] = 0
            up = _nearer(0, rows - 1, z) >> 6
            down = up - 1
            while up < self.high or down >= 0:
                if down < 0 or (
                    up < self.high and self._least(up, rows, z) <= self._least(down, rows, z)
                ):
                    row = up
                    up += 1
                else:
                    row = down
                    down -= 1
                along = self._least(row, rows, z)
                if along + across > best[0]:
                    break
                right = _nearer(0, self.row_length - 1, x) >> 6
                left = right - 1
                while right < self.wide or left >= 0:
                    if left < 0 or (
                        right < self.wide
                        and self._least(right, self.row_length, x)
                        <= self._least(left, self.row_length, x)
                    ):
                        column = right
                        right += 1
                    else:
                        column = left
                        left -= 1
                    if along + self._least(column, self.row_length, x) > best[0]:
                        break
                    if self._holds(row * self.wide + column, region):
                        self._search(row, column, region, x, z, best, found)
        return best[1]

    def paint(self, regions: cython.int[:, ::1]) -> None:
        """Write the region of each free cell of the padded grid to `regions`."""
        labels = cython.declare(cython.ushort[2048])
        first = cython.declare(cython.int[65])
        tile: cython.longlong
        r: cython.longlong
        c: cython.longlong
        left: cython.longlong
        i: cython.int
        word: cython.ulonglong
        run: cython.ulonglong
        with cython.nogil:
            for tile in range(self.high * self.wide):
                label(self.words, tile // self.wide, tile % self.wide, labels, first)
                left = 64 * (tile % self.wide)
                r = 64 * (tile // self.wide)
                i = 0
                while i < first[64]:
                    word = self.words[r, tile % self.wide]
                    while word != 0:
                        run = word & ~(word + (word & -word))
                        word ^= run
                        for c in range(left + trailing_zeros(run), left + 64 - leading_zeros(run)):
                            regions[r, c] = self.regions[self.starts[tile] + labels[i]]
                        i += 1
                    r += 1

    def paint_classes(
        self,
        tiles: cython.const[cython.int][::1],
        class_of: cython.const[cython.uchar][::1],
        classes: cython.uchar[:, ::1],
    ) -> None:
        """Write the class of the region of each cell of some tiles, 0 for blocked cells.

        `classes` has no margin around the window, unlike the padded grid.
        """
        labels = cython.declare(cython.ushort[2048])
        first = cython.declare(cython.int[65])
        n: cython.Py_ssize_t
        tile: cython.longlong
        top: cython.longlong
        left: cython.longlong
        r: cython.longlong
        c: cython.longlong
        i: cython.int
        word: cython.ulonglong
        run: cython.ulonglong
        value: cython.uchar
        with cython.nogil:
            for n in range(tiles.shape[0]):
                tile = tiles[n]
                top = 64 * (tile // self.wide)
                left = 64 * (tile % self.wide)
                for r in range(max(top, 1), min(top + 64, classes.shape[0] + 1)):
                    for c in range(max(left, 1), min(left + 64, classes.shape[1] + 1)):
                        classes[r - 1, c - 1] = 0
                label(self.words, tile // self.wide, tile % self.wide, labels, first)
                r = top
                i = 0
                while i < first[64]:
                    word = self.words[r, tile % self.wide]
                    while word != 0:
                        run = word & ~(word + (word & -word))
                        word ^= run
                        value = class_of[self.regions[self.starts[tile] + labels[i]]]
                        for c in range(left + trailing_zeros(run), left + 64 - leading_zeros(run)):
                            classes[r - 1, c - 1] = value
                        i += 1
                    r += 1
