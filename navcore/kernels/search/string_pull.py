# cython: boundscheck=False, wraparound=False, cdivision=True
"""Pull a path taut around the corners of obstacles, without moving it across an obstacle.

A turn B between A and C is taut if an obstacle's corner is at B, on the inner side of the turn. Any
other turn is replaced by a part of the convex hull of A, C and all corners of obstacles in the
triangle A B C: the part that faces B. This is the shortest path from A to C on the same sides of
these obstacles. The step is repeated until all turns are taut; each step shortens the path. The
kernel corners defines coordinates and obstacles.
"""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.search.corners import Corners
else:
    from navcore.kernels.search.corners import Corners

CELL = cython.declare(cython.longlong, 1024)
MARGIN = cython.declare(cython.longlong, 4)
AHEAD = cython.declare(cython.Py_ssize_t, 4)


@cython.final
@cython.cclass
class Tightener:
    """Pulls paths taut over a grid, with the scratch arrays of one thread.

    `left` holds x, z and side of points: initially those of the path, in the end those of the taut
    path. `right` is scratch of the same shape. `turns` is the input and `places` the output, see
    :meth:`tighten`. A side is 1 if an obstacle's corner is to the left of a turn, -1 if it is to
    the right, and 0 for none.
    """

    def __init__(
        self,
        corners: Corners,
        left: cython.longlong[:, ::1],
        right: cython.longlong[:, ::1],
        turns: cython.const[cython.int][:, ::1],
        places: cython.double[:, ::1],
    ) -> None:
        """Keep the corners of a grid and the arrays of one thread."""
        self.corners = corners
        self.left = left
        self.right = right
        self.turns = turns
        self.places = places

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _sees(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Return whether the segment between two points of `left` enters no obstacle."""
        return self.corners.sees(self.left[i, 0], self.left[i, 1], self.left[j, 0], self.left[j, 1])

    def _skip(self, count):
        """Keep, from each kept point of `left`, the last visible one of the next few.

        Returns the number of kept points.
        """
        kept: cython.Py_ssize_t = 1
        anchor: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        while anchor < count - 1:
            i = min(count - 1, anchor + AHEAD)
            while i > anchor + 1 and not self._sees(anchor, i):
                i -= 1
            anchor = i
            # Kept points never overwrite points that are still read, such as the anchor.
            self.left[kept, 0] = self.left[i, 0]
            self.left[kept, 1] = self.left[i, 1]
            self.left[kept, 2] = self.left[i, 2]
            kept += 1
        return kept

    def _bend(self, top, right):
        """Push the points that replace the last point of `left` onto `right`.

        Returns the new number of points in `right`, or -1 if it is too small.
        """
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = self.corners.around(
            self.left[top - 1, 0],
            self.left[top - 1, 1],
            self.left[top, 0],
            self.left[top, 1],
            self.right[right - 1, 0],
            self.right[right - 1, 1],
        )
        if right + count > self.right.shape[0]:
            return -1
        for i in range(count):
            self.right[right, 0] = self.corners.hull[i, 0]
            self.right[right, 1] = self.corners.hull[i, 1]
            self.right[right, 2] = self.corners.side
            right += 1
        return right

    def _is_taut(self, top, right):
        """Return whether the last point of `left` is the corner that its turn goes around."""
        points: cython.longlong[:, ::1] = self.left
        side: cython.longlong = points[top, 2]
        dx: cython.longlong = points[top, 0] - points[top - 1, 0]
        dz: cython.longlong = points[top, 1] - points[top - 1, 1]
        ex: cython.longlong = self.right[right - 1, 0] - points[top, 0]
        ez: cython.longlong = self.right[right - 1, 1] - points[top, 1]
        return side * (dx * ez - dz * ex) > 0

    def _pull(self, count):
        """Pull the path in `left` taut; return its number of points, -1 if arrays are too small."""
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
                right = self._bend(top, right)
                if right < 0:
                    return -1
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

    def _tighten(self, count):
        """Pull the path of `count` points in `left` taut; return its new number of points.

        Its segments must not enter obstacles, which include `MARGIN`; segments between centres of
        neighbouring cells never do. Returns -1 if the arrays are too small.
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
        """Write an end to `left`, at least `MARGIN` inside its cell; return whether it moved."""
        cell_x: cython.longlong = CELL * self.turns[turn, 0]
        cell_z: cython.longlong = CELL * self.turns[turn, 1]
        fine_x: cython.longlong = cython.cast(cython.longlong, x * CELL + 0.5) - cell_x
        fine_z: cython.longlong = cython.cast(cython.longlong, z * CELL + 0.5) - cell_z
        inner_x: cython.longlong = min(max(fine_x, MARGIN), CELL - MARGIN)
        inner_z: cython.longlong = min(max(fine_z, MARGIN), CELL - MARGIN)
        self._set(i, cell_x + inner_x, cell_z + inner_z)
        return inner_x != fine_x or inner_z != fine_z

    def run(self, count, start_x, start_z, goal_x, goal_z):
        """Do the same as :meth:`tighten`, for other kernels."""
        i: cython.Py_ssize_t
        if count + 2 > self.left.shape[0]:
            return -1
        offset: cython.Py_ssize_t = self._set_end(0, 0, start_x, start_z)
        extra: cython.Py_ssize_t = self._set_end(count + 1, count - 1, goal_x, goal_z)
        for i in range(count):
            self._set(
                i + 1,
                self.turns[i, 0] * CELL + CELL // 2,
                self.turns[i, 1] * CELL + CELL // 2,
            )
        points: cython.Py_ssize_t = self._tighten(count + 2)
        if points < 0 or points + offset + extra > self.places.shape[0]:
            return -1
        for i in range(points):
            self.places[offset + i, 0] = self.left[i, 0] / 1024.0
            self.places[offset + i, 1] = self.left[i, 1] / 1024.0
        points = points + offset + extra
        self.places[0, 0] = start_x
        self.places[0, 1] = start_z
        self.places[points - 1, 0] = goal_x
        self.places[points - 1, 1] = goal_z
        return points

    def tighten(
        self,
        count: cython.Py_ssize_t,
        start_x: cython.double,
        start_z: cython.double,
        goal_x: cython.double,
        goal_z: cython.double,
    ) -> int:
        """Write the taut path over the first `count` cells of `turns` to `places`.

        Start and goal, in cells, must lie in the first and the last of these cells, and become the
        ends. An end nearer than `MARGIN` to a side of its cell has a second place next to it, at
        that distance from the side. Returns the number of places, or -1 if the arrays are too
        small.
        """
        points: cython.Py_ssize_t
        with cython.nogil:
            points = self.run(count, start_x, start_z, goal_x, goal_z)
        return points
