# cython: boundscheck=False, wraparound=False, cdivision=True
"""Cache of the jump points of a grid, shared by consecutive searches.

The jump points that follow a jump point in a direction depend on the grid only; start and goal
decide only which of them a search visits. The first search to reach a jump point scans the grid
for its successors, and later searches read the list.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import trailing_zeros
    from cython.cimports.navcore.kernels.raster.bitmap_scan import Lines
else:
    from navcore.kernels.raster.bitmap_scan import Lines

    def trailing_zeros(word: int) -> int:
        """Return the number of trailing zero bits; the word must not be 0."""
        return (word & -word).bit_length() - 1


ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONE = cython.declare(cython.ulonglong, 1)
HEADER = cython.declare(cython.Py_ssize_t, 7)


@cython.final
@cython.cclass
class Successors:
    """Successors of jump points of a grid, for one thread.

    `numbers`, one item for each cell, is the row of a cell in `cells` and `lists`. The four
    columns of `lists` are directions: 0 to 3 for +x, +z, -x, -z. An item of `lists` is an index in
    `found`, or -1 if the successors are unknown. A list in `found` starts with a header of seven
    numbers: the number of successors; the number of diagonal steps possible to the left and to the
    right, -1 where a path doesn't turn; and the box of cells on which the list depends: least x
    and z, greatest x and z. Then x and z of each successor follow, in the order in which a search
    reaches them.
    """

    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        row_length: cython.int,
        numbers: cython.int[::1],
        cells: cython.int[::1],
        lists: cython.int[:, ::1],
        found: cython.int[::1],
    ) -> None:
        """Keep the lines of a grid and the arrays; `found` needs at least `least_room` items."""
        self.rows = rows
        self.columns = columns
        self.row_length = row_length
        self.numbers = numbers
        self.cells = cells
        self.lists = lists
        self.found = found
        self.count = 0
        self.used = 0
        self.serial = 0
        self.most = least_room(rows.words.shape[0], columns.words.shape[0])

    def look(self, node, direction, x, z):
        """Return the index in `found` of the successors of a cell reached in a direction."""
        k: cython.int = self.numbers[node]
        i: cython.int
        known: cython.bint = k < self.count and self.cells[k] == node
        if known and self.lists[k, direction] >= 0:
            return self.lists[k, direction]
        if self.count == self.cells.shape[0] or self.used + self.most > self.found.shape[0]:
            # Clear the cache: results of searches don't depend on what it holds.
            self.count = 0
            self.used = 0
            known = False
        if not known:
            k = self.count
            self.count += 1
            self.numbers[node] = k
            self.cells[k] = node
            for i in range(4):
                self.lists[k, i] = -1
        self.lists[k, direction] = cython.cast(cython.int, self.used)
        self._scan(direction, x, z)
        return self.lists[k, direction]

    def _scan(self, direction, x, z):
        dx: cython.int = (direction == 0) - (direction == 2)
        dz: cython.int = (direction == 1) - (direction == 3)
        first: cython.Py_ssize_t = self.used
        self.used += HEADER
        self.found[first + 3] = x - 1
        self.found[first + 4] = z - 1
        self.found[first + 5] = x + 1
        self.found[first + 6] = z + 1
        self._along(first, direction, x, z)
        self.found[first + 1] = self._turn(first, dx, dz, dz, dx, x, z)
        self.found[first + 2] = self._turn(first, dx, dz, -dz, -dx, x, z)
        self.found[first] = cython.cast(cython.int, (self.used - first - HEADER) // 2)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_free(self, x: cython.int, z: cython.int) -> cython.bint:
        return ((self.rows.words[z, x >> 6] >> (x & 63)) & 1) != 0

    def _cover(self, first, x, z):
        """Extend the box of a list by a cell and its neighbours."""
        self.found[first + 3] = min(self.found[first + 3], x - 1)
        self.found[first + 4] = min(self.found[first + 4], z - 1)
        self.found[first + 5] = max(self.found[first + 5], x + 1)
        self.found[first + 6] = max(self.found[first + 6], z + 1)

    def _along(self, first, direction, x, z):
        """Append the next jump point in a straight direction from a cell, if one exists."""
        if direction == 0:
            x = self.rows.stop_up(z, x)
        elif direction == 1:
            z = self.columns.stop_up(x, z)
        elif direction == 2:
            x = self.rows.stop_down(z, x)
        else:
            z = self.columns.stop_down(x, z)
        self._cover(first, x, z)
        if self._is_free(x, z):
            self.found[self.used] = x
            self.found[self.used + 1] = z
            self.used += 2

    def _turn(self, first, dx, dz, side_x, side_z, x, z):
        """Append the successors on one side of a jump point, see the kernel jump.

        Returns the number of diagonal steps possible there, or -1 if a path doesn't turn there.
        """
        if self._is_free(x + side_x - dx, z + side_z - dz):
            return -1
        if not self._is_free(x + side_x, z + side_z):
            return -1
        across: cython.int = 0 if side_x > 0 else 2
        upward: cython.int = 1 if side_z > 0 else 3
        self._along(first, across if side_x != 0 else upward, x, z)
        dx += side_x
        dz += side_z
        across = 0 if dx > 0 else 2
        upward = 1 if dz > 0 else 3
        steps: cython.int = 0
        while (
            self._is_free(x + dx, z) and self._is_free(x, z + dz) and self._is_free(x + dx, z + dz)
        ):
            x += dx
            z += dz
            steps += 1
            self._along(first, across, x, z)
            self._along(first, upward, x, z)
        self._cover(first, x, z)
        return steps

    def move(self, rows: Lines, columns: Lines) -> None:
        """Switch to another grid of the same size; call :meth:`forget` for what differs there.

        Searches over the previous grid notice by `serial` that the cache isn't theirs any more.
        """
        self.rows = rows
        self.columns = columns
        self.serial += 1

    def fill(self, most: cython.int) -> None:
        """Cache the successors of the jump points of the grid, of at most `most` cells."""
        x: cython.int
        z: cython.int
        i: cython.int
        w: cython.Py_ssize_t
        near: cython.ulonglong
        with cython.nogil:
            for z in range(1, self.rows.words.shape[0] - 1):
                for w in range(self.rows.words.shape[1]):
                    near = self._open(z, w) & self._open(z - 1, w) & self._open(z + 1, w)
                    near = self.rows.words[z, w] & (near ^ ALL)
                    while near != 0 and self.count < most:
                        x = cython.cast(cython.int, 64 * w) + trailing_zeros(near)
                        near &= near - ONE
                        for i in range(4):
                            if self._is_jump_point(x, z, i):
                                self.look(z * self.row_length + x, i, x, z)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _open(self, z: cython.int, w: cython.Py_ssize_t) -> cython.ulonglong:
        """Return the free cells of a word with free neighbours on both sides in the word."""
        word: cython.ulonglong = self.rows.words[z, w]
        return word & (word << 1) & (word >> 1)

    def _is_jump_point(self, x, z, direction):
        """Return whether a path that reaches a free cell in a direction may turn there."""
        dx: cython.int = (direction == 0) - (direction == 2)
        dz: cython.int = (direction == 1) - (direction == 3)
        if not self._is_free(x - dx, z - dz):
            return False
        if self._is_free(x + dz, z + dx) and not self._is_free(x + dz - dx, z + dx - dz):
            return True
        return self._is_free(x - dz, z - dx) and not self._is_free(x - dz - dx, z - dx - dz)

    def forget(self, x0: cython.int, z0: cython.int, x1: cython.int, z1: cython.int) -> None:
        """Forget all lists that depend on a box of cells of the padded grid, limits included."""
        k: cython.Py_ssize_t
        i: cython.int
        at: cython.Py_ssize_t
        with cython.nogil:
            for k in range(self.count):
                for i in range(4):
                    at = self.lists[k, i]
                    if (
                        at >= 0
                        and self.found[at + 3] <= x1
                        and self.found[at + 4] <= z1
                        and self.found[at + 5] >= x0
                        and self.found[at + 6] >= z0
                    ):
                        self.lists[k, i] = -1


def least_room(rows: cython.Py_ssize_t, columns: cython.Py_ssize_t) -> int:
    """Return the greatest length of a list for a grid with these numbers of lines."""
    # Three straight lines, and two lines from each cell of two diagonals.
    return HEADER + 2 * (3 + 4 * min(rows, columns))
