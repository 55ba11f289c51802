# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Exact line of sight over a padded grid, and string pulling with it.

A segment is clear if the cells that contain its ends are free, and all cells that it touches
between them: cells that it crosses, both cells beside a corner that it passes through, and both
rows if it runs along the line between them. If one cell contains both ends, only that cell counts.
Within `TOLERANCE` of a corner, the cells on both sides of it must be free (S0-052).

The algorithm steps along the longer axis, where a segment moves at most one cell across for each
cell along. So the touched cells are known from the crossings with the grid lines across that axis:
at each crossing, the one or two rows that it touches, in the cells before and after the line.

Points are in cells from the corner of the padded array; their integer parts are the cell that
contains them. A segment is processed from its lower to its upper end, so the result is symmetric.
"""

import cython

TOLERANCE = cython.declare(cython.double, 1e-9)
SHRINK = cython.declare(cython.double, 1e-6)
BLOCK = cython.declare(cython.int, 32)
FEW = cython.declare(cython.Py_ssize_t, 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _within(
    x: cython.double, z: cython.double, columns: cython.int, rows: cython.int
) -> cython.bint:
    """Return whether a point is in the window, inside the margin of the padded array."""
    return x >= 1.0 and z >= 1.0 and x < columns - 1 and z < rows - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shades(
    x: cython.double,
    z: cython.double,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.bint:
    """Return whether the segment ab crosses the cell with its centre at x, z for certain."""
    half: cython.double = 0.5 - SHRINK
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    if (ax > x + half and bx > x + half) or (ax < x - half and bx < x - half):
        return False
    if (az > z + half and bz > z + half) or (az < z - half and bz < z - half):
        return False
    offset: cython.double = dx * (z - az) - dz * (x - ax)
    reach: cython.double = half * (abs(dx) + abs(dz))
    return abs(offset) <= reach


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bound(
    points: cython.const[cython.double][:, ::1],
    boxes: cython.double[:, ::1],
    count: cython.Py_ssize_t,
) -> cython.void:
    """Write the bounding box of each `BLOCK` points: least x and z, greatest x and z."""
    i: cython.Py_ssize_t
    block: cython.Py_ssize_t
    for i in range(count):
        block = i // BLOCK
        if i % BLOCK == 0:
            boxes[block, 0] = boxes[block, 2] = points[i, 0]
            boxes[block, 1] = boxes[block, 3] = points[i, 1]
        boxes[block, 0] = min(boxes[block, 0], points[i, 0])
        boxes[block, 1] = min(boxes[block, 1], points[i, 1])
        boxes[block, 2] = max(boxes[block, 2], points[i, 0])
        boxes[block, 3] = max(boxes[block, 3], points[i, 1])


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _shades_box(
    x: cython.double,
    z: cython.double,
    ax: cython.double,
    az: cython.double,
    boxes: cython.const[cython.double][:, ::1],
    block: cython.Py_ssize_t,
) -> cython.bint:
    """Return whether a cell hides all of a box: a shadow is convex, so the corners suffice."""
    return (
        _shades(x, z, ax, az, boxes[block, 0], boxes[block, 1])
        and _shades(x, z, ax, az, boxes[block, 2], boxes[block, 3])
        and _shades(x, z, ax, az, boxes[block, 0], boxes[block, 3])
        and _shades(x, z, ax, az, boxes[block, 2], boxes[block, 1])
    )


@cython.final
@cython.cclass
class Sight:
    """Lines of sight over a padded grid.

    `stamped` marks cells that dynamic obstacles block, or is empty. `places` are the points of a
    path to pull taut, `boxes` is scratch for the bounding boxes of each 32 of them, and `kept`
    receives the indices of the points that remain.
    """

    def __init__(
        self,
        cells: cython.const[cython.uchar][::1],
        stamped: cython.const[cython.uchar][::1],
        row_length: cython.int,
        places: cython.const[cython.double][:, ::1],
        boxes: cython.double[:, ::1],
        kept: cython.int[::1],
    ) -> None:
        """Keep the cells of a grid and the arrays of one thread."""
        self.places = places
        self.boxes = boxes
        self.kept = kept
        self.cells = cells
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0
        self.row_length = row_length

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_blocked(self, node: cython.Py_ssize_t) -> cython.bint:
        return self.cells[node] == 0 or (self.has_stamps and self.stamped[node] != 0)

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _blocked_beside(
        self,
        under: cython.int,
        over: cython.int,
        along: cython.int,
    ) -> cython.int:
        """Return a blocked cell among two cells and their predecessors along the axis, or -1."""
        if self._is_blocked(under):
            return under
        if self._is_blocked(under - along):
            return under - along
        if over == under:
            return -1
        if self._is_blocked(over):
            return over
        return over - along if self._is_blocked(over - along) else -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _blocker_between(
        self,
        along: cython.int,
        across: cython.int,
        low: cython.double,
        low_across: cython.double,
        high: cython.double,
        high_across: cython.double,
        backward: cython.bint,
    ) -> cython.int:
        """Return a blocked cell at a segment's crossings with grid lines, or -1.

        The lines are those across its longer axis. `along` and `across` are the differences of ids
        of neighbours on the longer and on the other axis; low < high are the ends on the longer
        axis. `backward` starts from the high end.
        """
        slope: cython.double = (high_across - low_across) / (high - low)
        first: cython.int = cython.cast(cython.int, low) + 1
        last: cython.int = cython.cast(cython.int, high)
        line: cython.int = last if backward else first
        count: cython.int = last - first + 1
        node: cython.int
        at: cython.double
        under: cython.double
        while count > 0:
            at = low_across + (line - low) * slope
            under = at - TOLERANCE
            if line == high and slope < 0.0:
                # The segment ends on the line, from above: it never touches the cells below.
                under = high_across
            node = self._blocked_beside(
                line * along + cython.cast(cython.int, under) * across,
                line * along + cython.cast(cython.int, at + TOLERANCE) * across,
                along,
            )
            if node >= 0:
                return node
            line = line - 1 if backward else line + 1
            count = count - 1
        return -1

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def first_blocker(
        self,
        ax: cython.double,
        az: cython.double,
        bx: cython.double,
        bz: cython.double,
    ) -> cython.int:
        """Return the first blocked cell, from a on, that the segment ab touches, or -1."""
        depth: cython.int = cython.cast(cython.int, self.cells.shape[0] // self.row_length)
        if not (
            _within(ax, az, self.row_length, depth) and _within(bx, bz, self.row_length, depth)
        ):
            return 0
        first: cython.int = cython.cast(cython.int, az) * self.row_length + cython.cast(
            cython.int, ax
        )
        last: cython.int = cython.cast(cython.int, bz) * self.row_length + cython.cast(
            cython.int, bx
        )
        if self._is_blocked(first) or first == last:
            return first if self._is_blocked(first) else -1
        node: cython.int
        if abs(bx - ax) >= abs(bz - az):
            if ax < bx:
                node = self._blocker_between(1, self.row_length, ax, az, bx, bz, False)
            else:
                node = self._blocker_between(1, self.row_length, bx, bz, ax, az, True)
        elif az < bz:
            node = self._blocker_between(self.row_length, 1, az, ax, bz, bx, False)
        else:
            node = self._blocker_between(self.row_length, 1, bz, bx, az, ax, True)
        if node < 0 and self._is_blocked(last):
            return last
        return node

    def first_blocked(
        self,
        a: cython.const[cython.double][:, ::1],
        b: cython.const[cython.double][:, ::1],
        marks: cython.uchar[::1],
    ) -> int:
        """Return the index of the first point of `a` that doesn't see its point of `b`, or -1.

        With `marks` (n,), tests all points, and marks those that see their point with 1.
        """
        i: cython.Py_ssize_t
        found: cython.Py_ssize_t = -1
        with cython.nogil:
            for i in range(a.shape[0]):
                if self.first_blocker(a[i, 0], a[i, 1], b[i, 0], b[i, 1]) < 0:
                    if marks.shape[0] != 0:
                        marks[i] = 1
                elif found < 0:
                    found = i
                    if marks.shape[0] == 0:
                        break
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _last_in_sight(
        self,
        anchor: cython.Py_ssize_t,
        count: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Return the index of the last point visible from that at `anchor`; at least the next."""
        ax: cython.double = self.places[anchor, 0]
        az: cython.double = self.places[anchor, 1]
        node: cython.int = -1
        x: cython.double = 0.0
        z: cython.double = 0.0
        block: cython.Py_ssize_t
        i: cython.Py_ssize_t = count - 1
        while i > anchor + 1:
            block = i // BLOCK
            if (
                node >= 0
                and i % BLOCK == BLOCK - 1
                and block * BLOCK > anchor
                and _shades_box(x, z, ax, az, self.boxes, block)
            ):
                i = block * BLOCK - 1
                continue
            if node < 0 or not _shades(x, z, ax, az, self.places[i, 0], self.places[i, 1]):
                node = self.first_blocker(ax, az, self.places[i, 0], self.places[i, 1])
                if node < 0:
                    return i
                x = node % self.row_length + 0.5
                z = node // self.row_length + 0.5
            i = i - 1
        return anchor + 1

    def run_pull(self, count):
        """Do the same as :meth:`pull`, for other kernels."""
        found: cython.Py_ssize_t = 0
        anchor: cython.Py_ssize_t = 0
        _bound(self.places, self.boxes, count)
        while anchor < count - 1:
            anchor = self._last_in_sight(anchor, count)
            self.kept[found] = cython.cast(cython.int, anchor)
            found = found + 1
        return found

    def pull(self, count: cython.Py_ssize_t) -> int:
        """Keep, from each kept place, the last place visible from it, of the first `count` places.

        Returns the number of items in `kept`, without place 0. Each place must see the previous
        one. The last visible place is searched from the end backward. A cell that hides one place
        often hides those before it, too; that is tested without a walk over the grid, and for a
        whole block of places by their bounding box.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.run_pull(count)
        return found

    def run_trim(self, count):
        """Drop each of the first `count` places if the places before and after it see each other.

        Afterwards, of three consecutive kept places, the first never sees the last.
        """
        found: cython.Py_ssize_t = 0
        before: cython.Py_ssize_t
        i: cython.Py_ssize_t
        for i in range(1, count):
            while found > 0:
                before = self.kept[found - 2] if found > 1 else 0
                if not self._sees(before, i):
                    break
                found -= 1
            self.kept[found] = cython.cast(cython.int, i)
            found += 1
        return found

    def run_settle(self, count):
        """Do the same as :meth:`settle`, for other kernels."""
        return self.run_pull(count) if count <= FEW else self.run_trim(count)

    def settle(self, count: cython.Py_ssize_t) -> int:
        """Pull a path of few places; trim a path of many, which is faster if it is taut already.

        Returns the number of items in `kept`.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.run_settle(count)
        return found

    def run_keep(self, count, own, goal):
        """Do the same as :meth:`keep`, for other kernels."""
        first: cython.Py_ssize_t = 1
        found: cython.Py_ssize_t = 0
        before: cython.Py_ssize_t
        i: cython.Py_ssize_t
        if own and count > 2 and self._sees(0, 2):
            first = 2
        for i in range(first, count):
            self.kept[found] = cython.cast(cython.int, i)
            found += 1
        if goal and found > 1:
            before = self.kept[found - 3] if found > 2 else 0
            if self._sees(before, count - 1):
                self.kept[found - 2] = cython.cast(cython.int, count - 1)
                found -= 1
        return found

    def keep(self, count: cython.Py_ssize_t, own: cython.bint, goal: cython.bint) -> int:
        """Keep the first `count` places except place 0 and unneeded centres next to exact ends.

        `own` means that place 0 is not the centre of its cell, `goal` that the last place isn't.
        The centre next to such an end is dropped if the places before and after it see each other.
        Returns the number of kept places.
        """
        found: cython.Py_ssize_t
        with cython.nogil:
            found = self.run_keep(count, own, goal)
        return found

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _sees(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        return (
            self.first_blocker(
                self.places[i, 0], self.places[i, 1], self.places[j, 0], self.places[j, 1]
            )
            < 0
        )
