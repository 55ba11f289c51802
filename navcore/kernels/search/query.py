# cython: boundscheck=False, wraparound=False, cdivision=True
"""A whole path query in one call: from two points in metres to the points of a path.

It does the same as the Python code does step by step, with the same kernels: look up both cells
and their regions, search by jump points, then pull the path taut or add a point in every cell.
"""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.raster.grid_transform import Frame
    from cython.cimports.navcore.kernels.search.jump import Jumper
    from cython.cimports.navcore.kernels.search.region_index import Index
    from cython.cimports.navcore.kernels.search.sight import Sight
    from cython.cimports.navcore.kernels.search.string_pull import Tightener
else:
    from navcore.kernels.raster.grid_transform import Frame
    from navcore.kernels.search.jump import Jumper
    from navcore.kernels.search.region_index import Index
    from navcore.kernels.search.sight import Sight
    from navcore.kernels.search.string_pull import Tightener

SHORT = cython.declare(cython.double, 64.0)


@cython.final
@cython.cclass
class Lane:
    """Kernels over a grid that share the arrays of one search and its path."""

    def __init__(self, frame: Frame, jumper: Jumper, tightener: Tightener, sight: Sight) -> None:
        """Keep kernels that were made with the same `turns`, `places` and `kept`."""
        self.frame = frame
        self.jumper = jumper
        self.tightener = tightener
        self.sight = sight

    def settle(self, start_x, start_z, goal_x, goal_z, taut):
        """Turn the traced path into places; return whether the arrays were large enough."""
        count: cython.Py_ssize_t
        own: cython.bint
        goal: cython.bint
        start_x = self.frame.x_in_cells(start_x)
        start_z = self.frame.z_in_cells(start_z)
        goal_x = self.frame.x_in_cells(goal_x)
        goal_z = self.frame.z_in_cells(goal_z)
        if taut:
            count = self.tightener.run(self.count, start_x, start_z, goal_x, goal_z)
            if count < 0:
                return False
            self.kept = self.sight.run_settle(count)
        else:
            count = self.frame.run_fill(self.count, start_x, start_z, goal_x, goal_z)
            if count > self.frame.places.shape[0]:
                return False
            own = start_x != self.frame.turns[0, 0] + 0.5 or start_z != self.frame.turns[0, 1] + 0.5
            goal = (
                goal_x != self.frame.turns[self.count - 1, 0] + 0.5
                or goal_z != self.frame.turns[self.count - 1, 1] + 0.5
            )
            self.kept = self.sight.run_keep(count, own, goal)
        return True

    def length(self):
        """Return the length of the path through the kept places, in cells."""
        total: cython.double = 0.0
        before: cython.Py_ssize_t = 0
        i: cython.Py_ssize_t
        dx: cython.double
        dz: cython.double
        for i in range(self.kept):
            dx = self.frame.places[self.frame.kept[i], 0] - self.frame.places[before, 0]
            dz = self.frame.places[self.frame.kept[i], 1] - self.frame.places[before, 1]
            total += sqrt(dx * dx + dz * dz)
            before = self.frame.kept[i]
        return total


@cython.final
@cython.cclass
class Query:
    """Queries over a grid of uniform cost, with the scratch arrays of one thread.

    After a query that found a path, `lane` is the index of the lane that holds it, and `turns` and
    `kept` are its numbers of turns and of places. After one with too small arrays, `turns` is the
    number of turns needed if it is known, else 0.
    """

    def __init__(self, index: Index, ahead: Lane, back: Lane) -> None:
        """Keep the regions of a grid, and a lane each for searches forward and backward."""
        self.index = index
        self.ahead = ahead
        self.back = back

    def _search(self, lane, start, goal, generation, limit, backward):
        outcome: cython.int = lane.jumper.run(start, goal, generation, limit)
        self.visited += lane.jumper.visited
        self.operations += lane.jumper.operations
        if outcome != 0:
            return outcome
        lane.count = lane.jumper.follow(goal, backward)
        self.turns = lane.count
        return 0 if lane.count <= lane.frame.turns.shape[0] else 3

    def _find(self, start_x, start_z, goal_x, goal_z, generation, limit, taut):
        self.visited = 0
        self.operations = 0
        self.lane = 0
        self.turns = 0
        start: cython.int = self.ahead.frame.cell_at(start_x, start_z)
        goal: cython.int = self.ahead.frame.cell_at(goal_x, goal_z)
        if start < 0 or goal < 0 or start == goal:
            return 4
        if self.index.region_of(start) != self.index.region_of(goal):
            return 1
        outcome: cython.int = self._search(self.ahead, start, goal, generation, limit, False)
        if outcome != 0:
            return outcome
        self.cost = self.ahead.jumper.best
        if not self.ahead.settle(start_x, start_z, goal_x, goal_z, taut):
            return 3
        if taut and self.ahead.kept > 1 and self.cost <= SHORT:
            limit -= self.visited
            outcome = self._search(self.back, goal, start, generation + 1, limit, True)
            if outcome == 3:
                return 3
            if outcome == 0:
                if not self.back.settle(start_x, start_z, goal_x, goal_z, True):
                    return 3
                if self.back.length() < self.ahead.length():
                    self.lane = 1
        self.turns = self.back.count if self.lane else self.ahead.count
        self.kept = self.back.kept if self.lane else self.ahead.kept
        return 0

    def find(
        self,
        start_x: cython.double,
        start_z: cython.double,
        goal_x: cython.double,
        goal_z: cython.double,
        generation: cython.int,
        limit: cython.longlong,
        taut: cython.bint,
    ) -> int:
        """Search for a path between two points in metres; uses up to two generations.

        Returns 0 for a path, 1 for none, 2 if `limit` cells were expanded, 3 if arrays are too
        small, and 4 if the ends aren't in two different free cells; the caller must handle that.

        A short taut path is also searched from its goal, and the shorter of both is returned: they
        cost the same, but may pass obstacles on different sides.
        """
        outcome: cython.int
        with cython.nogil:
            outcome = self._find(start_x, start_z, goal_x, goal_z, generation, limit, taut)
        return outcome

    def metres(
        self, goal_x: cython.double, goal_z: cython.double, out: cython.double[:, ::1]
    ) -> float:
        """Write the kept places in metres, and return the length; see `grid_transform.Frame`."""
        lane: Lane = self.back if self.lane else self.ahead
        return lane.frame.metres(goal_x, goal_z, out, 0)
