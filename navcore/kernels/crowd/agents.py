# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Agents and their paths as other kernels see them: arrays with one row for each agent."""

import cython


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
        """Take arrays of equal length, except for the pool."""
        self.points = points
        self.start = start
        self.current = current
        self.end = end

    def aims(
        self,
        positions: cython.const[cython.double][:, ::1],
        found: cython.double[:, ::1],
    ) -> None:
        """Write the next points of agents that have any, and the places of the others."""
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


@cython.final
@cython.cclass
class Errands:
    """Goals of agents: rows of all agents. `targets` are places in metres.

    `asked` is negative for agents that wait for no plan. `meets` has the id of the agent that one
    goes to, if any. `unreachable` says for each code in `statuses` whether no path led to the
    target.
    """

    def __init__(
        self,
        targets: cython.const[cython.double][:, ::1],
        asked: cython.const[cython.longlong][::1],
        meets: cython.const[cython.longlong][::1],
        statuses: cython.const[cython.schar][::1],
        unreachable: cython.const[cython.uchar][::1],
    ) -> None:
        """Take arrays of equal length, except for the one of codes."""
        self.targets = targets
        self.asked = asked
        self.meets = meets
        self.statuses = statuses
        self.unreachable = unreachable

    def are_done(self, row):
        """Return whether a standing agent is where it was sent, and has no other goal."""
        return self.asked[row] < 0 and not self.unreachable[self.statuses[row]]

    def gap(self, a, b):
        """Return the squared distance between two targets, square metres."""
        dx: cython.double = self.targets[b, 0] - self.targets[a, 0]
        dz: cython.double = self.targets[b, 1] - self.targets[a, 1]
        return dx * dx + dz * dz


@cython.final
@cython.cclass
class Bodies:
    """Agents as their neighbours see them, in the order of an index.

    `order` has their rows in the arrays of all agents. Three arrays are in the order itself:
    `places`, `walks` (1 if it has a next point), both filled by :meth:`gather`, and `radii`. The
    others are looked up by row. Metres.
    """

    def __init__(
        self,
        ways: Ways,
        errands: Errands,
        order: cython.const[cython.int][::1],
        places: cython.double[:, ::1],
        walks: cython.uchar[::1],
        radii: cython.const[cython.double][::1],
        positions: cython.double[:, ::1],
        ids: cython.const[cython.longlong][::1],
        players: cython.const[cython.uchar][::1],
        aside: cython.const[cython.uchar][::1],
    ) -> None:
        """Take arrays of equal length."""
        self.ways = ways
        self.errands = errands
        self.order = order
        self.places = places
        self.walks = walks
        self.radii = radii
        self.positions = positions
        self.ids = ids
        self.players = players
        self.aside = aside

    def gather(self) -> None:
        """Copy the present state of the agents."""
        i: cython.Py_ssize_t
        row: cython.Py_ssize_t
        with cython.nogil:
            for i in range(self.order.shape[0]):
                row = self.order[i]
                self.places[i, 0] = self.positions[row, 0]
                self.places[i, 1] = self.positions[row, 1]
                self.walks[i] = self.ways.current[row] < self.ways.end[row]

    def shares_target(self, i, j):
        """Return whether two agents were sent to one place, so that they can't both stand there."""
        return self.errands.gap(self.order[i], self.order[j]) < self.radii[i] * self.radii[j]
