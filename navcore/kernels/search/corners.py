# cython: boundscheck=False, wraparound=False, cdivision=True
"""Corners of obstacles: exact sight between points, and the corners inside a triangle.

Coordinates are integers, 1024 to a cell, from the corner of the padded array, so every result is
exact. Obstacles are the blocked cells, enlarged by `MARGIN` on each side: so two corners of one
obstacle see each other, and a path outside obstacles never touches a blocked cell.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.raster.bitmap_scan import Lines
else:
    from navcore.kernels.raster.bitmap_scan import Lines

    Place = cython.struct(u=cython.longlong, v=cython.longlong)

CELL = cython.declare(cython.longlong, 1024)
MARGIN = cython.declare(cython.longlong, 4)

Edge = cython.struct(u=cython.double, low=cython.double, high=cython.double, slope=cython.double)
Span = cython.struct(low=cython.double, high=cython.double)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _cross(a: Place, b: Place, c: Place) -> cython.longlong:
    """Return a positive number if a, b, c turn left, with u to the right and v up."""
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _at(a: Place, b: Place, v: cython.longlong) -> cython.double:
    """Return u of the line through a and b at height v, rounded; a.v and b.v must differ."""
    return a.u + (v - a.v) * (cython.cast(cython.double, b.u - a.u) / (b.v - a.v))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _edge(a: Place, b: Place) -> Edge:
    """Return the edge between two points from its lower end; empty if it is level."""
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
    """Return the span, widened by that of an edge between two heights; rounded."""
    low = max(low, edge.low)
    high = min(high, edge.high)
    if low <= high:
        low = edge.u + (low - edge.low) * edge.slope
        high = edge.u + (high - edge.low) * edge.slope
        return Span(low=min(span.low, low, high), high=max(span.high, low, high))
    return span


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _meets(a: Place, b: Place, cell: cython.longlong, line: cython.longlong) -> cython.bint:
    """Return whether a segment enters the square of a blocked cell."""
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


@cython.final
@cython.cclass
class Corners:
    """The corners of a grid's obstacles.

    `hull` is scratch for points: eight for each line that a triangle can span, and a few more.
    """

    def __init__(self, rows: Lines, columns: Lines, hull: cython.longlong[:, ::1]) -> None:
        """Keep the bits of a grid and the scratch array of one thread."""
        self.rows = rows
        self.columns = columns
        self.hull = hull

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _place(self, x: cython.longlong, z: cython.longlong) -> Place:
        """Return a point with u along the lines in use."""
        if self.transposed:
            return Place(u=z, v=x)
        return Place(u=x, v=z)

    def _first_blocked(self, line, low, high):
        if self.transposed:
            return self.columns.first(line, low, high)
        return self.rows.first(line, low, high)

    def _last_blocked(self, line, low, high):
        if self.transposed:
            return self.columns.last(line, low, high)
        return self.rows.last(line, low, high)

    def sees(self, x, z, to_x, to_z):
        """Return whether the segment between two points enters no obstacle."""
        self.transposed = abs(x - to_x) < abs(z - to_z)
        a: Place = self._place(x, z)
        b: Place = self._place(to_x, to_z)
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
        """Return whether corner p is in the triangle, with its obstacle on the inner side.

        `turn` is the sign of the turn from a over b to c; `inward_u` and `inward_v` point from p
        to its obstacle.
        """
        ab: cython.longlong = turn * _cross(a, b, p)
        bc: cython.longlong = turn * _cross(b, c, p)
        if ab < 0 or bc < 0 or turn * _cross(c, a, p) <= 0 or (p.u == b.u and p.v == b.v):
            return False
        q = Place(u=p.u + inward_u, v=p.v + inward_v)
        if ab == 0 and turn * _cross(a, b, q) <= 0:
            return False
        return bc != 0 or turn * _cross(b, c, q) > 0

    def _add_corners(self, a, b, c, turn, line, v, inward_v, cell, last):
        """Add the outermost corners in the triangle at height v, a side of a line of cells.

        They belong to blocked cells from `cell`, which is blocked, to `last`. Between the heights
        of a and c, one end of the line is on the side from c to a, where no corner is needed.
        """
        first: cython.longlong = -1
        end: cython.longlong
        is_between: cython.bint = min(a.v, c.v) < v < max(a.v, c.v)
        if not is_between or (turn > 0) != (c.v > a.v):
            first = self._first_corner(a, b, c, turn, line, v, inward_v, cell, last)
            if first < 0:
                return
            self._insert(Place(u=first, v=v))
            if is_between:
                return
            cell = (first - MARGIN) // CELL - 1
        end = self._last_corner(a, b, c, turn, line, v, inward_v, cell, last, first)
        if end > first:
            self._insert(Place(u=end, v=v))

    def _first_corner(self, a, b, c, turn, line, v, inward_v, cell, last):
        """Return u of the first corner in the triangle at height v, or -1."""
        p: Place
        while cell >= 0:
            p = Place(u=cell * CELL - MARGIN, v=v)
            if self._constrains(a, b, c, turn, p, 1, inward_v):
                return p.u
            p.u = (cell + 1) * CELL + MARGIN
            if self._constrains(a, b, c, turn, p, -1, inward_v):
                return p.u
            cell = self._first_blocked(line, cell + 1, last)
        return -1

    def _last_corner(self, a, b, c, turn, line, v, inward_v, cell, last, first):
        """Return u of the last corner in the triangle at height v, of cells `cell` to `last`.

        Returns at most `first` if there is none beyond that.
        """
        p: Place
        least: cython.longlong = cell
        cell = self._last_blocked(line, least, last)
        while cell >= 0:
            p = Place(u=(cell + 1) * CELL + MARGIN, v=v)
            if p.u <= first or self._constrains(a, b, c, turn, p, -1, inward_v):
                return p.u
            p.u = cell * CELL - MARGIN
            if p.u <= first or self._constrains(a, b, c, turn, p, 1, inward_v):
                return p.u
            cell = self._last_blocked(line, least, cell - 1)
        return -1

    def _insert(self, p):
        """Insert a point into `hull`, which is sorted by v, then u."""
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

    def _add_all_corners(self, a, b, c, turn):
        """Write the outermost corners of every line of cells in a triangle to `hull`."""
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

    def _wrap(self):
        """Append the convex hull of the points in `hull`; return its number of points.

        It is counter-clockwise, without points in the middle of a side. This is Andrew's monotone
        chain.
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

    def _cut(self, a, c, turn, size):
        """Move the hull's points between c and a to the start of `hull`; return their number.

        They become x and z.
        """
        base: cython.Py_ssize_t = self.found
        first: cython.Py_ssize_t = base
        count: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        at: cython.Py_ssize_t
        u: cython.longlong
        v: cython.longlong
        # Counter-clockwise, the hull runs from a to c along the side that faces a left turn. So
        # the points between c and a follow c backward, or forward for a right turn.
        while self.hull[first, 0] != c.u or self.hull[first, 1] != c.v:
            first += 1
        for i in range(1, size):
            at = base + (first - base + (size - i if turn > 0 else i)) % size
            u = self.hull[at, 0]
            v = self.hull[at, 1]
            if u == a.u and v == a.v:
                break
            self.hull[count, 0] = v if self.transposed else u
            self.hull[count, 1] = u if self.transposed else v
            count += 1
        return count

    def around(self, ax, az, bx, bz, cx, cz):
        """Find the corners where the shortest path from a to c turns, on the side of b.

        The segments from a to b and from b to c must not enter an obstacle. Writes x and z to
        `hull`, starting from c, and returns the number of corners. Sets `side` to 1 if the turn at
        b is to the left, else to -1.
        """
        self.transposed = max(ax, bx, cx) - min(ax, bx, cx) < max(az, bz, cz) - min(az, bz, cz)
        a: Place = self._place(ax, az)
        b: Place = self._place(bx, bz)
        c: Place = self._place(cx, cz)
        turn: cython.longlong = _cross(a, b, c)
        if turn == 0:
            return 0
        turn = 1 if turn > 0 else -1
        self.side = -turn if self.transposed else turn
        self._add_all_corners(a, b, c, turn)
        if self.found == 0:
            return 0
        self._insert(a)
        self._insert(c)
        return self._cut(a, c, turn, self._wrap())
