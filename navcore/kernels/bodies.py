# cython: boundscheck=False, wraparound=False, cdivision=True
"""Agents and their ways as other kernels see them: arrays with a row each."""

import cython

WALKS = 1
IS_PLAYER = 2
STEPS_ASIDE = 4
IS_THERE = 8
LAST_LEG = 16


@cython.final
@cython.cclass
class Bodies:
    """Where agents are, how wide, and where they want to be; metres.

    `flags` are bits: 1 who walks, 2 is the player, 4 steps aside for another, 8 stands where it
    was sent, 16 is on the last leg of its path. `aims` are the next points of those who walk,
    `targets` where agents were sent. `radii` are those that
    count now: of those who squeeze past others they are less than their own.
    """

    def __init__(
        self,
        positions: cython.double[:, ::1],
        radii: cython.const[cython.double][::1],
        ids: cython.const[cython.longlong][::1],
        flags: cython.const[cython.uchar][::1],
        aims: cython.const[cython.double][:, ::1],
        targets: cython.const[cython.double][:, ::1],
    ) -> None:
        """With arrays of one length."""
        self.positions = positions
        self.radii = radii
        self.ids = ids
        self.flags = flags
        self.aims = aims
        self.targets = targets

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def shares_target(self, i: cython.Py_ssize_t, j: cython.Py_ssize_t) -> cython.bint:
        """Whether both were sent to one place, so that they can't both stand there."""
        dx: cython.double = self.targets[j, 0] - self.targets[i, 0]
        dz: cython.double = self.targets[j, 1] - self.targets[i, 1]
        return dx * dx + dz * dz < self.radii[i] * self.radii[j]


@cython.final
@cython.cclass
class Ways:
    """Paths in one pool of points: agent i goes to points[current[i]], then on, up to before end.

    Its path began at points[start[i]].
    """

    def __init__(
        self,
        points: cython.double[:, ::1],
        start: cython.const[cython.longlong][::1],
        current: cython.longlong[::1],
        end: cython.const[cython.longlong][::1],
    ) -> None:
        """With arrays of one length besides the pool."""
        self.points = points
        self.start = start
        self.current = current
        self.end = end

    def aims(
        self,
        positions: cython.const[cython.double][:, ::1],
        found: cython.double[:, ::1],
    ) -> None:
        """Write the next points of those who have any, and the places of the others."""
        i: cython.Py_ssize_t
        j: cython.longlong
        with cython.nogil:
            for i in range(positions.shape[0]):
                j = self.current[i]
                if j < self.end[i]:
                    found[i, 0] = self.points[j, 0]
                    found[i, 1] = self.points[j, 1]
                else:
                    found[i, 0] = positions[i, 0]
                    found[i, 1] = positions[i, 1]
