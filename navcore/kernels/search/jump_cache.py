# cython: boundscheck=False, wraparound=False, cdivision=True
"""What searches by jump points find out about a grid, kept from one search to the next.

Which jump points follow on one, in a direction, depends on the grid alone: start and goal only
say which of them are worth a look. The first search that comes by scans the grid for them, all
later ones read the list.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import trailing_zeros
    from cython.cimports.navcore.kernels.raster.bitmap_scan import Lines
else:
    from navcore.kernels.raster.bitmap_scan import Lines

    def trailing_zeros(word: int) -> int:
        """How many of the lowest bits are 0; the word has a bit."""
        return (word & -word).bit_length() - 1


ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
ONE = cython.declare(cython.ulonglong, 1)
HEADER = cython.declare(cython.Py_ssize_t, 7)


@cython.final
@cython.cclass
class Successors:
    """The jump points that follow on others, over one grid, for one thread.

    `numbers` (a number for each cell) leads from a cell to its row in `cells` and in `lists`,
    whose four columns are directions: 0 to 3 for +x, +z, -x, -z; -1 where nothing is known.
    From that place on `found` holds how many jump points follow, how many diagonal steps can be
    made to the left and to the right, -1 where a way does not turn; the box of cells that all
    this depends on: least x and z, greatest x and z; then x and z of each jump point, in the
    order in which a search reaches them.
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
        """Over one grid's lines; `found` has room for `least_room` and more."""
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
        """Where in `found` the successors of a cell that was reached in a direction are."""
        k: cython.int = self.numbers[node]
        i: cython.int
        known: cython.bint = k < self.count and self.cells[k] == node
        if known and self.lists[k, direction] >= 0:
            return self.lists[k, direction]
        if self.count == self.cells.shape[0] or self.used + self.most > self.found.shape[0]:
            # All is forgotten: what a search finds does not depend on what is known.
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
        """Stretch the box by a cell and those around it."""
        self.found[first + 3] = min(self.found[first + 3], x - 1)
        self.found[first + 4] = min(self.found[first + 4], z - 1)
        self.found[first + 5] = max(self.found[first + 5], x + 1)
        self.found[first + 6] = max(self.found[first + 6], z + 1)

    def _along(self, first, direction, x, z):
        """Note the next jump point in a straight direction from a cell, if there is one."""
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
        """Note what follows on one side of a jump point, see the kernel jump.

        Returns the diagonal steps that can be made there, -1 if it does not turn to that side.
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
        """Go over to another grid of the same size; what differs there is yet to be forgotten.

        Searches over the grid before see by `serial` that this knows nothing of it any more.
        """
        self.rows = rows
        self.columns = columns
        self.serial += 1

    def fill(self, most: cython.int) -> None:
        """Look up what follows on the jump points of the grid, up to so many cells of them."""
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
        """Cells of a word that are free and have free ones before and behind them in it."""
        word: cython.ulonglong = self.rows.words[z, w]
        return word & (word << 1) & (word >> 1)

    def _is_jump_point(self, x, z, direction):
        """Whether a way that comes to a free cell in a direction may turn there."""
        dx: cython.int = (direction == 0) - (direction == 2)
        dz: cython.int = (direction == 1) - (direction == 3)
        if not self._is_free(x - dx, z - dz):
            return False
        if self._is_free(x + dz, z + dx) and not self._is_free(x + dz - dx, z + dx - dz):
            return True
        return self._is_free(x - dz, z - dx) and not self._is_free(x - dz - dx, z - dx - dz)

    def forget(self, x0: cython.int, z0: cython.int, x1: cython.int, z1: cython.int) -> None:
        """Forget all that depends on a box of cells of the padded grid, its limits included."""
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
    """How many numbers the longest list over a grid with so many lines may have."""
    # Three straight lines, and two lines from each cell of two diagonals.
    return HEADER + 2 * (3 + 4 * min(rows, columns))
