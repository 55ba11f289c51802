# cython: boundscheck=False, wraparound=False, cdivision=True
"""Pulling a way taut around corners, as far as it goes without passing over an obstacle.

All is counted in integers, 1024 to a cell, from the corner of the padded array, so that every
answer is exact. Obstacles are the blocked cells, `MARGIN` larger on each side: so two turns at
corners of the same obstacle see each other, and no way ever touches a cell that is blocked.

A turn B between A and C is taut when an obstacle's corner is at B, on the inner side of the
turn. One that is not is replaced by the part that faces B of the convex hull of A, C and all
obstacles' corners in the triangle A B C: the shortest way from A to C past the same obstacles.
That is repeated until all turns are taut; each step shortens the way.

`rows` and `columns` are the bits of a padded grid, `Bitmaps` says how they lie; the stamped ones
have the same shape and hold the cells that are blocked besides, or have no line.
"""

import cython
from cython.cimports.libc.math import ceil, floor

if cython.compiled:
    from cython.cimports.navcore.kernels.intrinsics import leading_zeros, trailing_zeros
else:

    def trailing_zeros(word: int) -> int:
        """How many of the lowest bits are 0; the word has a bit."""
        return (word & -word).bit_length() - 1

    def leading_zeros(word: int) -> int:
        """How many of the highest of 64 bits are 0; the word has a bit."""
        return 64 - word.bit_length()


ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
CELL = cython.declare(cython.longlong, 1024)
MARGIN = cython.declare(cython.longlong, 4)
AHEAD = cython.declare(cython.Py_ssize_t, 4)

Place = cython.struct(u=cython.longlong, v=cython.longlong)
Edge = cython.struct(u=cython.double, low=cython.double, high=cython.double, slope=cython.double)
Span = cython.struct(low=cython.double, high=cython.double)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cross(a: Place, b: Place, c: Place) -> cython.longlong:
    """Over 0 when a, b, c turn left, u to the right and v up."""
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _at(a: Place, b: Place, v: cython.longlong) -> cython.double:
    """u where the line through a and b, which are not at one height, is at v; all but exactly."""
    return a.u + (v - a.v) * (cython.cast(cython.double, b.u - a.u) / (b.v - a.v))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _edge(a: Place, b: Place) -> Edge:
    """The edge between two points, from the lower end up; a level one is no edge at all."""
    if a.v == b.v:
        return Edge(u=0.0, low=1e300, high=-1e300, slope=0.0)
    slope: cython.double = cython.cast(cython.double, b.u - a.u) / (b.v - a.v)
    if a.v < b.v:
        return Edge(u=a.u, low=a.v, high=b.v, slope=slope)
    return Edge(u=b.u, low=b.v, high=a.v, slope=slope)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _widened(span: Span, edge: Edge, low: cython.double, high: cython.double) -> Span:
    """The span and that of an edge from one height to another, in all but exact numbers."""
    low = max(low, edge.low)
    high = min(high, edge.high)
    if low <= high:
        low = edge.u + (low - edge.low) * edge.slope
        high = edge.u + (high - edge.low) * edge.slope
        return Span(low=min(span.low, low, high), high=max(span.high, low, high))
    return span


@cython.cclass
class Lines:
    """Cells along parallel lines; u runs along a line, v across the lines."""

    words: cython.const[cython.ulonglong][:, ::1]
    stamped: cython.const[cython.ulonglong][:, ::1]
    has_stamps: cython.bint

    def __init__(
        self,
        words: cython.const[cython.ulonglong][:, ::1],
        stamped: cython.const[cython.ulonglong][:, ::1],
    ) -> None:
        self.words = words
        self.stamped = stamped
        self.has_stamps = stamped.shape[0] != 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _blocked(self, line: cython.Py_ssize_t, index: cython.Py_ssize_t) -> cython.ulonglong:
        """64 cells of a line, 1 where one is blocked."""
        if self.has_stamps:
            return (self.words[line, index] ^ ALL) | self.stamped[line, index]
        return self.words[line, index] ^ ALL

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def first(
        self, line: cython.Py_ssize_t, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        """The first blocked cell from `low` to `high`; -1 if there is none."""
        if low > high:
            return -1
        index: cython.Py_ssize_t = low >> 6
        bits: cython.ulonglong = (self._blocked(line, index) >> (low & 63)) << (low & 63)
        while bits == 0 and index < high >> 6:
            index += 1
            bits = self._blocked(line, index)
        if bits == 0:
            return -1
        found: cython.longlong = 64 * index + trailing_zeros(bits)
        return found if found <= high else -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last(
        self, line: cython.Py_ssize_t, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        """The last blocked cell from `low` to `high`; -1 if there is none."""
        if low > high:
            return -1
        index: cython.Py_ssize_t = high >> 6
        unused: cython.int = 63 - (high & 63)
        bits: cython.ulonglong = ((self._blocked(line, index) << unused) & ALL) >> unused
        while bits == 0 and index > low >> 6:
            index -= 1
            bits = self._blocked(line, index)
        if bits == 0:
            return -1
        found: cython.longlong = 64 * index + 63 - leading_zeros(bits)
        return found if found >= low else -1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _meets(a: Place, b: Place, cell: cython.longlong, line: cython.longlong) -> cython.bint:
    """Whether a segment enters the square of a blocked cell."""
    low = Place(u=cell * CELL - MARGIN, v=line * CELL - MARGIN)
    high = Place(u=(cell + 1) * CELL + MARGIN, v=(line + 1) * CELL + MARGIN)
    if max(a.u, b.u) <= low.u or min(a.u, b.u) >= high.u:
        return False
    if max(a.v, b.v) <= low.v or min(a.v, b.v) >= high.v:
        return False
    one: cython.longlong = _cross(a, b, low)
    two: cython.longlong = _cross(a, b, high)
    three: cython.longlong = _cross(a, b, Place(u=low.u, v=high.v))
    four: cython.longlong = _cross(a, b, Place(u=high.u, v=low.v))
    left: cython.bint = one > 0 or two > 0 or three > 0 or four > 0
    right: cython.bint = one < 0 or two < 0 or three < 0 or four < 0
    return left and right


@cython.cclass
class Tightener:
    """Makes ways taut over one grid with one thread's memory.

    `left` holds x, z and side of points: first the way, in the end the taut one. `right` is
    room of the same shape, `hull` room for points, four a line that a triangle can span.
    `turns` and `places` are what comes in and goes out, see :meth:`tighten`. A side is 1 where an obstacle's corner is on the left of a turn, -1 on the right, 0 without.
    """

    rows: Lines
    columns: Lines
    left: cython.longlong[:, ::1]
    right: cython.longlong[:, ::1]
    hull: cython.longlong[:, ::1]
    turns: cython.const[cython.int][:, ::1]
    places: cython.double[:, ::1]
    transposed: cython.bint
    found: cython.Py_ssize_t

    def __init__(
        self,
        rows: Lines,
        columns: Lines,
        left: cython.longlong[:, ::1],
        right: cython.longlong[:, ::1],
        hull: cython.longlong[:, ::1],
        turns: cython.const[cython.int][:, ::1],
        places: cython.double[:, ::1],
    ) -> None:
        self.rows = rows
        self.columns = columns
        self.left = left
        self.right = right
        self.hull = hull
        self.turns = turns
        self.places = places

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, points: cython.longlong[:, ::1], i: cython.Py_ssize_t) -> Place:
        """A point with u along the lines in use."""
        if self.transposed:
            return Place(u=points[i, 1], v=points[i, 0])
        return Place(u=points[i, 0], v=points[i, 1])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _first_blocked(
        self, line: cython.longlong, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        if self.transposed:
            return self.columns.first(line, low, high)
        return self.rows.first(line, low, high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _last_blocked(
        self, line: cython.longlong, low: cython.longlong, high: cython.longlong
    ) -> cython.longlong:
        if self.transposed:
            return self.columns.last(line, low, high)
        return self.rows.last(line, low, high)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _sees(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Whether the segment between two points of `left` enters no obstacle."""
        points: cython.longlong[:, ::1] = self.left
        self.transposed = abs(points[i, 0] - points[j, 0]) < abs(points[i, 1] - points[j, 1])
        a: Place = self._place(points, i)
        b: Place = self._place(points, j)
        low: cython.longlong = min(a.v, b.v)
        high: cython.longlong = max(a.v, b.v)
        line: cython.longlong
        cell: cython.longlong
        last: cython.longlong
        u1: cython.double = a.u
        u2: cython.double = b.u
        for line in range((low - MARGIN) // CELL, (high + MARGIN - 1) // CELL + 1):
            if low != high:
                u1 = _at(a, b, max(low, line * CELL - MARGIN))
                u2 = _at(a, b, min(high, (line + 1) * CELL + MARGIN))
            last = cython.cast(cython.longlong, (max(u1, u2) + 0.01 + MARGIN) / CELL)
            cell = cython.cast(cython.longlong, (min(u1, u2) - 0.01 - MARGIN) / CELL)
            cell = self._first_blocked(line, cell, last)
            while cell >= 0:
                if _meets(a, b, cell, line):
                    return False
                cell = self._first_blocked(line, cell + 1, last)
        return True

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _skip(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """From each kept point of `left` go on to the last one it sees, not too far ahead.

        Returns how many are kept.
        """
        kept: cython.Py_ssize_t = 1
        anchor: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        while anchor < count - 1:
            i = min(count - 1, anchor + AHEAD)
            while i > anchor + 1 and not self._sees(anchor, i):
                i -= 1
            anchor = i
            # The anchor stays readable: what is kept never overtakes what is read.
            self.left[kept, 0] = self.left[i, 0]
            self.left[kept, 1] = self.left[i, 1]
            self.left[kept, 2] = self.left[i, 2]
            kept += 1
        return kept

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _constrains(
        self,
        a: Place,
        b: Place,
        c: Place,
        turn: cython.longlong,
        p: Place,
        inward_u: cython.longlong,
        inward_v: cython.longlong,
    ) -> cython.bint:
        """Whether an obstacle's corner p lies in the triangle and its obstacle on the inner side.

        `turn` is the sign of the turn from a over b to c; inward is where p's obstacle lies.
        """
        ab: cython.longlong = turn * _cross(a, b, p)
        bc: cython.longlong = turn * _cross(b, c, p)
        if ab < 0 or bc < 0 or turn * _cross(c, a, p) <= 0 or (p.u == b.u and p.v == b.v):
            return False
        q = Place(u=p.u + inward_u, v=p.v + inward_v)
        if ab == 0 and turn * _cross(a, b, q) <= 0:
            return False
        return bc != 0 or turn * _cross(b, c, q) > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_corners(
        self,
        a: Place,
        b: Place,
        c: Place,
        turn: cython.longlong,
        line: cython.longlong,
        v: cython.longlong,
        inward_v: cython.longlong,
        cell: cython.longlong,
        last: cython.longlong,
    ) -> cython.void:
        """Add the outermost corners in the triangle at height v, where a line's cells end.

        They belong to blocked cells from `cell`, which is one, to `last`.
        """
        p: Place
        first: cython.longlong
        end: cython.longlong = -1
        while cell >= 0 and end < 0:
            p = Place(u=cell * CELL - MARGIN, v=v)
            if self._constrains(a, b, c, turn, p, 1, inward_v):
                end = p.u
            else:
                p.u = (cell + 1) * CELL + MARGIN
                if self._constrains(a, b, c, turn, p, -1, inward_v):
                    end = p.u
            if end < 0:
                cell = self._first_blocked(line, cell + 1, last)
        if end < 0:
            return
        self._insert(Place(u=end, v=v))
        first = end
        end = -1
        cell = self._last_blocked(line, (first - MARGIN) // CELL - 1, last)
        while cell >= 0 and end < 0:
            p = Place(u=(cell + 1) * CELL + MARGIN, v=v)
            if p.u <= first or self._constrains(a, b, c, turn, p, -1, inward_v):
                end = p.u
            else:
                p.u = cell * CELL - MARGIN
                if p.u <= first or self._constrains(a, b, c, turn, p, 1, inward_v):
                    end = p.u
            if end < 0:
                cell = self._last_blocked(line, (first - MARGIN) // CELL - 1, cell - 1)
        if end > first:
            self._insert(Place(u=end, v=v))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _insert(self, p: Place) -> cython.void:
        """Put a point where it belongs in `hull`, which goes by v, then u."""
        i: cython.Py_ssize_t = self.found
        self.found += 1
        while i > 0 and (
            self.hull[i - 1, 1] > p.v or (self.hull[i - 1, 1] == p.v and self.hull[i - 1, 0] > p.u)
        ):
            self.hull[i, 0] = self.hull[i - 1, 0]
            self.hull[i, 1] = self.hull[i - 1, 1]
            i -= 1
        self.hull[i, 0] = p.u
        self.hull[i, 1] = p.v

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _wrap(self) -> cython.Py_ssize_t:
        """The convex hull of `hull`, behind it, counter-clockwise; returns its number of points.

        Andrew's monotone chain; points in the middle of a side are left out.
        """
        base: cython.Py_ssize_t = self.found
        size: cython.Py_ssize_t = 0
        floor_size: cython.Py_ssize_t = 2
        i: cython.Py_ssize_t
        step: cython.Py_ssize_t
        p: Place
        for step in range(2 * base - 1):
            if step == base:
                floor_size = size + 1
            i = step if step < base else 2 * base - 2 - step
            p = Place(u=self.hull[i, 0], v=self.hull[i, 1])
            while (
                size >= floor_size
                and _cross(
                    Place(u=self.hull[base + size - 2, 0], v=self.hull[base + size - 2, 1]),
                    Place(u=self.hull[base + size - 1, 0], v=self.hull[base + size - 1, 1]),
                    p,
                )
                <= 0
            ):
                size -= 1
            self.hull[base + size, 0] = p.u
            self.hull[base + size, 1] = p.v
            size += 1
        return size - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _replace(
        self,
        a: Place,
        c: Place,
        turn: cython.longlong,
        size: cython.Py_ssize_t,
        right: cython.Py_ssize_t,
    ) -> cython.Py_ssize_t:
        """Put the hull's points between c and a on `right`, c's side first; returns its count."""
        base: cython.Py_ssize_t = self.found
        first: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        # Counter-clockwise the hull goes from a to c by the side that faces a left turn, so
        # what follows c backward, or forward for a right turn, lies between c and a.
        while self.hull[base + first, 0] != c.u or self.hull[base + first, 1] != c.v:
            first += 1
        for i in range(1, size):
            at = base + (first + (size - i if turn > 0 else i)) % size
            if self.hull[at, 0] == a.u and self.hull[at, 1] == a.v:
                break
            self.right[right, 0] = self.hull[at, 1] if self.transposed else self.hull[at, 0]
            self.right[right, 1] = self.hull[at, 0] if self.transposed else self.hull[at, 1]
            self.right[right, 2] = -turn if self.transposed else turn
            right += 1
        return right

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _add_all_corners(self, a: Place, b: Place, c: Place, turn: cython.longlong) -> cython.void:
        """Put into `hull` the outermost corners of every line of cells in a triangle."""
        ab = _edge(a, b)
        bc = _edge(b, c)
        ca = _edge(c, a)
        low: cython.longlong = min(a.v, b.v, c.v)
        high: cython.longlong = max(a.v, b.v, c.v)
        line: cython.longlong
        under: cython.longlong
        over: cython.longlong
        cell: cython.longlong
        last: cython.longlong
        span: Span
        self.found = 0
        for line in range((low - MARGIN) // CELL, (high + MARGIN) // CELL + 1):
            under = line * CELL - MARGIN
            over = (line + 1) * CELL + MARGIN
            span = Span(low=1e300, high=-1e300)
            span = _widened(span, ab, under, over)
            span = _widened(span, bc, under, over)
            span = _widened(span, ca, under, over)
            last = cython.cast(cython.longlong, (span.high + 0.01 + MARGIN) / CELL)
            cell = cython.cast(cython.longlong, (span.low - 0.01 - MARGIN) / CELL)
            cell = self._first_blocked(line, cell, last)
            if cell < 0:
                continue
            if low <= under:
                self._add_corners(a, b, c, turn, line, under, 1, cell, last)
            if over <= high:
                self._add_corners(a, b, c, turn, line, over, -1, cell, last)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _bend(self, top: cython.Py_ssize_t, right: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put on `right` what takes the place of the last point of `left`; returns its count."""
        points: cython.longlong[:, ::1] = self.left
        after: cython.longlong[:, ::1] = self.right
        x0: cython.longlong = min(points[top - 1, 0], points[top, 0], after[right - 1, 0])
        x1: cython.longlong = max(points[top - 1, 0], points[top, 0], after[right - 1, 0])
        z0: cython.longlong = min(points[top - 1, 1], points[top, 1], after[right - 1, 1])
        z1: cython.longlong = max(points[top - 1, 1], points[top, 1], after[right - 1, 1])
        self.transposed = x1 - x0 < z1 - z0
        a: Place = self._place(points, top - 1)
        b: Place = self._place(points, top)
        c: Place = self._place(after, right - 1)
        turn: cython.longlong = _cross(a, b, c)
        if turn == 0:
            return right
        turn = 1 if turn > 0 else -1
        self._add_all_corners(a, b, c, turn)
        if self.found == 0:
            return right
        self._insert(a)
        self._insert(c)
        return self._replace(a, c, turn, self._wrap(), right)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _is_taut(self, top: cython.Py_ssize_t, right: cython.Py_ssize_t) -> cython.bint:
        """Whether the last point of `left` is at the corner that its turn goes around."""
        points: cython.longlong[:, ::1] = self.left
        side: cython.longlong = points[top, 2]
        dx: cython.longlong = points[top, 0] - points[top - 1, 0]
        dz: cython.longlong = points[top, 1] - points[top - 1, 1]
        ex: cython.longlong = self.right[right - 1, 0] - points[top, 0]
        ez: cython.longlong = self.right[right - 1, 1] - points[top, 1]
        return side * (dx * ez - dz * ex) > 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _pull(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make the way in `left` taut; returns its number of points, -1 if room is too small."""
        i: cython.Py_ssize_t
        top: cython.Py_ssize_t = 0
        right: cython.Py_ssize_t = 0
        if count < 0:
            return count
        for i in range(count - 1, 0, -1):
            self.right[right, 0] = self.left[i, 0]
            self.right[right, 1] = self.left[i, 1]
            self.right[right, 2] = self.left[i, 2]
            right += 1
        while right > 0:
            if top > 0 and not self._is_taut(top, right):
                if right + self.hull.shape[0] // 2 > self.right.shape[0]:
                    return -1
                right = self._bend(top, right)
                top -= 1
                continue
            if top + 2 > self.left.shape[0]:
                return -1
            top += 1
            right -= 1
            self.left[top, 0] = self.right[right, 0]
            self.left[top, 1] = self.right[right, 1]
            self.left[top, 2] = self.right[right, 2]
        return top + 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _tighten(self, count: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Make the way of `count` points in `left` taut; returns its number of points then.

        Its segments must stay `MARGIN` off obstacles, as those between centres of neighbours do.
        -1 when there is too little room.
        """
        before: cython.Py_ssize_t = -1
        count = self._pull(self._skip(count))
        while count > 2 and count != before:
            before = count
            count = self._skip(count)
            if count < before:
                count = self._pull(count)
        return count

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _set(self, i: cython.Py_ssize_t, x: cython.longlong, z: cython.longlong) -> cython.void:
        self.left[i, 0] = x
        self.left[i, 1] = z
        self.left[i, 2] = 0

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _set_end(
        self, i: cython.Py_ssize_t, turn: cython.Py_ssize_t, x: cython.double, z: cython.double
    ) -> cython.bint:
        """Put an end, as near as it may be, into `left`; says whether that is off its place."""
        cell_x: cython.longlong = CELL * self.turns[turn, 0]
        cell_z: cython.longlong = CELL * self.turns[turn, 1]
        fine_x: cython.longlong = cython.cast(cython.longlong, x * CELL + 0.5) - cell_x
        fine_z: cython.longlong = cython.cast(cython.longlong, z * CELL + 0.5) - cell_z
        inner_x: cython.longlong = min(max(fine_x, MARGIN), CELL - MARGIN)
        inner_z: cython.longlong = min(max(fine_z, MARGIN), CELL - MARGIN)
        self._set(i, cell_x + inner_x, cell_z + inner_z)
        return inner_x != fine_x or inner_z != fine_z

    def tighten(
        self,
        count: cython.Py_ssize_t,
        start_x: cython.double,
        start_z: cython.double,
        goal_x: cython.double,
        goal_z: cython.double,
    ) -> int:
        """Put the taut way over the first `count` cells of `turns` into `places`.

        Start and goal, in cells, lie in the first and in the last of them and become its ends;
        an end nearer than `MARGIN` to a side of its cell is followed by the place that far off.
        Returns the number of places, -1 when there is too little room for them.
        """
        i: cython.Py_ssize_t
        points: cython.Py_ssize_t = -1
        with cython.nogil:
            if count + 2 <= self.left.shape[0]:
                offset: cython.Py_ssize_t = self._set_end(0, 0, start_x, start_z)
                extra: cython.Py_ssize_t = self._set_end(count + 1, count - 1, goal_x, goal_z)
                for i in range(count):
                    self._set(
                        i + 1,
                        self.turns[i, 0] * CELL + CELL // 2,
                        self.turns[i, 1] * CELL + CELL // 2,
                    )
                points = self._tighten(count + 2)
            if points >= 0 and points + offset + extra <= self.places.shape[0]:
                for i in range(points):
                    self.places[offset + i, 0] = self.left[i, 0] / 1024.0
                    self.places[offset + i, 1] = self.left[i, 1] / 1024.0
                points = points + offset + extra
                self.places[0, 0] = start_x
                self.places[0, 1] = start_z
                self.places[points - 1, 0] = goal_x
                self.places[points - 1, 1] = goal_z
            else:
                points = -1
        return points
