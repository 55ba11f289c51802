# cython: boundscheck=False, wraparound=False, cdivision=True
"""Grid of square bins over segments, for nearest-segment queries."""

import cython
from cython.cimports.libc.math import floor, sqrt


@cython.final
@cython.cclass
class Bins:
    """Segments (n, 4), indexed by the bins that their bounding boxes touch.

    `frame` is x and z of the first bin's corner, the side of a bin, and the number of columns and
    rows. `items[starts[b]:starts[b + 1]]` are the segments of bin b; bins are numbered row by row.
    :func:`fill` needs neither `starts` nor `items`.
    """

    def __init__(
        self,
        segments: cython.const[cython.double][:, ::1],
        frame: cython.const[cython.double][::1],
        starts: cython.const[cython.longlong][::1],
        items: cython.const[cython.int][::1],
    ) -> None:
        """Keep the arrays that :func:`fill` made for these segments and this frame."""
        self.segments = segments
        self.frame = frame
        self.starts = starts
        self.items = items
        self.wide = int(frame[3])

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def column(self, x: cython.double) -> cython.Py_ssize_t:
        """Return the column of bins nearest to a coordinate."""
        found: cython.double = floor((x - self.frame[0]) / self.frame[2])
        return cython.cast(cython.Py_ssize_t, min(self.frame[3] - 1.0, max(0.0, found)))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def row(self, z: cython.double) -> cython.Py_ssize_t:
        """Return the row of bins nearest to a coordinate."""
        found: cython.double = floor((z - self.frame[1]) / self.frame[2])
        return cython.cast(cython.Py_ssize_t, min(self.frame[4] - 1.0, max(0.0, found)))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def along(self, k: cython.Py_ssize_t, x: cython.double, z: cython.double) -> cython.double:
        """Return the position of the point of segment k nearest to a place: 0 start, 1 end."""
        dx: cython.double = self.segments[k, 2] - self.segments[k, 0]
        dz: cython.double = self.segments[k, 3] - self.segments[k, 1]
        squared: cython.double = dx * dx + dz * dz
        t: cython.double
        if squared == 0.0:
            return 0.0
        t = ((x - self.segments[k, 0]) * dx + (z - self.segments[k, 1]) * dz) / squared
        return min(1.0, max(0.0, t))

    @cython.cfunc
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def apart(self, k: cython.Py_ssize_t, x: cython.double, z: cython.double) -> cython.double:
        """Return the squared distance of a place from segment k."""
        t: cython.double = self.along(k, x, z)
        dx: cython.double = (
            self.segments[k, 0] + t * (self.segments[k, 2] - self.segments[k, 0]) - x
        )
        dz: cython.double = (
            self.segments[k, 1] + t * (self.segments[k, 3] - self.segments[k, 1]) - z
        )
        return dx * dx + dz * dz

    def nearest(self, x, z, reach, enough):
        """Return the distance of the nearest segment, at most `reach`.

        Stops at the first segment nearer than `enough`, and returns its distance.
        """
        least: cython.double = reach * reach
        row: cython.Py_ssize_t
        column: cython.Py_ssize_t
        b: cython.Py_ssize_t
        i: cython.Py_ssize_t
        found: cython.double
        for row in range(self.row(z - reach), self.row(z + reach) + 1):
            for column in range(self.column(x - reach), self.column(x + reach) + 1):
                b = row * self.wide + column
                for i in range(self.starts[b], self.starts[b + 1]):
                    found = self.apart(self.items[i], x, z)
                    if found < least:
                        least = found
                        if least < enough * enough:
                            return sqrt(least)
        return sqrt(least)


def fill(bins: Bins, ends: cython.longlong[::1], items: cython.int[::1]) -> None:
    """Sort segments into bins, in two calls, as counting sort does.

    Without `items`, adds the number of segments of each bin to `ends`. With `items`, `ends` must
    be the ends of the bins in `items`: writes the segments there, and turns `ends` into starts.
    """
    k: cython.Py_ssize_t
    column: cython.Py_ssize_t
    row: cython.Py_ssize_t
    b: cython.Py_ssize_t
    counts: cython.bint = items.shape[0] == 0
    with cython.nogil:
        for k in range(bins.segments.shape[0]):
            for row in range(
                bins.row(min(bins.segments[k, 1], bins.segments[k, 3])),
                bins.row(max(bins.segments[k, 1], bins.segments[k, 3])) + 1,
            ):
                for column in range(
                    bins.column(min(bins.segments[k, 0], bins.segments[k, 2])),
                    bins.column(max(bins.segments[k, 0], bins.segments[k, 2])) + 1,
                ):
                    b = row * bins.wide + column
                    if counts:
                        ends[b] += 1
                    else:
                        ends[b] -= 1
                        items[ends[b]] = cython.cast(cython.int, k)
