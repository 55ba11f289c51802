# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""Checks whether agents can still follow their paths, and which pass near others."""

import cython
from cython.cimports.libc.math import sqrt

if cython.compiled:
    from cython.cimports.navcore.kernels.crowd.agents import Ways
    from cython.cimports.navcore.kernels.crowd.neighbours import Neighbours
    from cython.cimports.navcore.kernels.crowd.walkability import Floors, Ground
    from cython.cimports.navcore.kernels.intrinsics import prefetch
else:
    from navcore.kernels.crowd.agents import Ways
    from navcore.kernels.crowd.neighbours import Neighbours
    from navcore.kernels.crowd.walkability import Floors, Ground

MOST_SKIPPED = cython.declare(cython.int, 2)
FAR = cython.declare(cython.double, 4.0)
# How many agents ahead the next point of a path is fetched: paths lie anywhere in their pool.
SOON = cython.declare(cython.Py_ssize_t, 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _crosses(
    ground: Ground,
    min_x: cython.double,
    min_z: cython.double,
    max_x: cython.double,
    max_z: cython.double,
    ax: cython.double,
    az: cython.double,
    bx: cython.double,
    bz: cython.double,
) -> cython.bint:
    """Return whether the part of a segment in a box touches a blocked cell (Liang-Barsky)."""
    first: cython.double = 0.0
    last: cython.double = 1.0
    near: cython.double
    far: cython.double
    dx: cython.double = bx - ax
    dz: cython.double = bz - az
    if min(ax, bx) > max_x or max(ax, bx) < min_x or min(az, bz) > max_z or max(az, bz) < min_z:
        return False
    if dx != 0.0:
        near = (min_x - ax) / dx
        far = (max_x - ax) / dx
        first = max(first, min(near, far))
        last = min(last, max(near, far))
    if dz != 0.0:
        near = (min_z - az) / dz
        far = (max_z - az) / dz
        first = max(first, min(near, far))
        last = min(last, max(near, far))
    if first > last:
        return False
    bx = ax + last * dx
    bz = az + last * dz
    ax += first * dx
    az += first * dz
    return not (ground.is_free(ax, az) and ground.lets_pass(ax, az, bx, bz))


@cython.final
@cython.cclass
class Courses:
    """The remaining paths of agents."""

    def __init__(
        self, floors: Floors, ways: Ways, positions: cython.const[cython.double][:, ::1]
    ) -> None:
        """Take the floors, the paths and the positions."""
        self.floors = floors
        self.ways = ways
        self.positions = positions

    def of(
        self,
        steers: cython.const[cython.double][::1],
        asked: cython.const[cython.longlong][::1],
        off_path: cython.uchar[::1],
    ) -> None:
        """Take the arrays that `keep` uses: steering, requested plans, agents off their path."""
        self.steers = steers
        self.asked = asked
        self.off_path = off_path

    def keep(
        self,
        rows: cython.const[cython.int][::1],
        lost: cython.int[::1],
        may_skip: cython.bint,
    ) -> int:
        """Bring agents that left their path back to it; return how many are lost.

        An agent that sees a later point goes there at once, if it `may_skip`; one that sees its
        next point goes on to that; one that sees only the nearest place on the line that it left
        goes back there first. The rows of agents that see none of these are written to `lost`.
        `off_path` is cleared for agents that have a clear way again and don't steer, unless they
        wait for a plan: `asked` is not negative. Distant points are checked only when they are
        near, as long as the floor is clear until there.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        far: cython.bint
        count: cython.Py_ssize_t = 0
        with cython.nogil:
            for k in range(rows.shape[0]):
                if cython.compiled and k + SOON < rows.shape[0]:
                    # Prefetch only: a standing agent may have no next point.
                    prefetch(cython.address(self.ways.points[self.ways.current[rows[k + SOON]], 0]))
                i = rows[k]
                if not self.off_path[i] or self.ways.current[i] >= self.ways.end[i]:
                    continue
                far = self._is_far(i)
                if may_skip and not far:
                    self._skip(i)
                if far and self._sees_part(i):
                    continue
                if self._sees(i, self.ways.current[i]) or self._goes_back(i):
                    # The world may have changed: a clear next point says nothing about the rest.
                    if self.steers[i] == 0.0 and self.asked[i] < 0:
                        self.off_path[i] = 0
                else:
                    lost[count] = rows[k]
                    count += 1
        return count

    def _sees(self, i, j):
        return self.floors.lets_pass(
            i,
            self.positions[i, 0],
            self.positions[i, 1],
            self.ways.points[j, 0],
            self.ways.points[j, 1],
        )

    def _is_far(self, i):
        dx: cython.double = self.ways.points[self.ways.current[i], 0] - self.positions[i, 0]
        dz: cython.double = self.ways.points[self.ways.current[i], 1] - self.positions[i, 1]
        return dx * dx + dz * dz > FAR * FAR

    def _sees_part(self, i):
        """Return whether the way to the next point is clear as far as matters now."""
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        dx: cython.double = self.ways.points[self.ways.current[i], 0] - x
        dz: cython.double = self.ways.points[self.ways.current[i], 1] - z
        share: cython.double = FAR / sqrt(dx * dx + dz * dz)
        return self.floors.lets_pass(i, x, z, x + share * dx, z + share * dz)

    def _skip(self, i):
        skipped: cython.int = 0
        while skipped < MOST_SKIPPED:
            if self.ways.current[i] + 1 >= self.ways.end[i] or not self._sees(
                i, self.ways.current[i] + 1
            ):
                return
            self.ways.current[i] += 1
            skipped += 1

    def _goes_back(self, i):
        """Move the last point, which is behind, to the nearest place on the line."""
        j: cython.longlong = self.ways.current[i] - 1
        ax: cython.double
        az: cython.double
        dx: cython.double
        dz: cython.double
        share: cython.double
        if j < self.ways.start[i]:
            return False
        ax = self.ways.points[j, 0]
        az = self.ways.points[j, 1]
        dx = self.ways.points[j + 1, 0] - ax
        dz = self.ways.points[j + 1, 1] - az
        share = dx * dx + dz * dz
        if share > 0.0:
            share = ((self.positions[i, 0] - ax) * dx + (self.positions[i, 1] - az) * dz) / share
        share = max(0.0, min(1.0, share))
        if not self.floors.lets_pass(
            i, self.positions[i, 0], self.positions[i, 1], ax + share * dx, az + share * dz
        ):
            return False
        self.ways.points[j, 0] = ax + share * dx
        self.ways.points[j, 1] = az + share * dz
        self.ways.current[i] = j
        return True

    def blocked(
        self,
        min_x: cython.double,
        min_z: cython.double,
        max_x: cython.double,
        max_z: cython.double,
        found: cython.uchar[::1],
    ) -> None:
        """Mark agents with a path that is blocked in the parts inside a box; metres."""
        i: cython.Py_ssize_t
        j: cython.longlong
        ax: cython.double
        az: cython.double
        bx: cython.double
        bz: cython.double
        with cython.nogil:
            for i in range(self.positions.shape[0]):
                ax = self.positions[i, 0]
                az = self.positions[i, 1]
                for j in range(self.ways.current[i], self.ways.end[i]):
                    bx = self.ways.points[j, 0]
                    bz = self.ways.points[j, 1]
                    if (
                        min(ax, bx) <= max_x
                        and max(ax, bx) >= min_x
                        and min(az, bz) <= max_z
                        and max(az, bz) >= min_z
                        and not self.floors.lets_pass(i, ax, az, bx, bz)
                    ):
                        found[i] = 1
                        break
                    ax = bx
                    az = bz

    def coming_near(
        self,
        ground: Ground,
        min_x: cython.double,
        min_z: cython.double,
        max_x: cython.double,
        max_z: cython.double,
        may: cython.const[cython.uchar][::1],
        found: cython.uchar[::1],
    ) -> None:
        """Mark agents that may, with a path over blocked cells of a ground, within a box; metres.

        The box is inside the ground, whose blocked cells are marks here: paths may leave the box.
        """
        i: cython.Py_ssize_t
        j: cython.longlong
        ax: cython.double
        az: cython.double
        bx: cython.double
        bz: cython.double
        with cython.nogil:
            for i in range(self.positions.shape[0]):
                if not may[i]:
                    continue
                ax = self.positions[i, 0]
                az = self.positions[i, 1]
                for j in range(self.ways.current[i], self.ways.end[i]):
                    bx = self.ways.points[j, 0]
                    bz = self.ways.points[j, 1]
                    if _crosses(ground, min_x, min_z, max_x, max_z, ax, az, bx, bz):
                        found[i] = 1
                        break
                    ax = bx
                    az = bz

    def pass_near(
        self,
        changed: cython.const[cython.int][::1],
        reach: cython.double,
        may: cython.const[cython.uchar][::1],
        storeys: cython.const[cython.uchar][::1],
        found: cython.uchar[::1],
    ) -> None:
        """Mark walking agents that may, and pass within `reach` of one that `changed`.

        Only the way to the next point counts (S0-111). `storeys` are numbers by rows, empty if all
        are on one.
        """
        is_flat: cython.bint = storeys.shape[0] == 0
        i: cython.Py_ssize_t
        k: cython.Py_ssize_t
        with cython.nogil:
            for i in range(self.positions.shape[0]):
                if not may[i] or self.ways.current[i] >= self.ways.end[i]:
                    continue
                for k in range(changed.shape[0]):
                    if not is_flat and storeys[changed[k]] != storeys[i]:
                        continue
                    if changed[k] != i and self._comes_near(i, changed[k], reach):
                        found[i] = 1
                        break

    def pass_movers(
        self,
        near: Neighbours,
        rows: cython.const[cython.int][::1],
        moved: cython.const[cython.uchar][::1],
        reach: cython.double,
        may: cython.const[cython.uchar][::1],
        found: cython.int[::1],
    ) -> int:
        """Find agents of these rows that walk, may, and pass within `reach` of one that moved.

        Their rows are written to `found`, as many as fit; returns their number.
        """
        k: cython.Py_ssize_t
        i: cython.Py_ssize_t
        count: cython.Py_ssize_t = 0
        with cython.nogil:
            for k in range(rows.shape[0]):
                i = rows[k]
                if count == found.shape[0]:
                    break
                if (
                    may[i]
                    and self.ways.current[i] < self.ways.end[i]
                    and self._passes(i, near, moved, reach)
                ):
                    found[count] = cython.cast(cython.int, i)
                    count += 1
        return count

    def _passes(self, i, near, moved, reach):
        """Return whether an agent that moved is near the way to the next point."""
        x: cython.double = self.positions[i, 0]
        z: cython.double = self.positions[i, 1]
        tx: cython.double = self.ways.points[self.ways.current[i], 0]
        tz: cython.double = self.ways.points[self.ways.current[i], 1]
        # The index may be a tick old: one metre more than the reach covers moves since then.
        column0: cython.int = near.column_of(min(x, tx) - reach - 1.0)
        column1: cython.int = near.column_of(max(x, tx) + reach + 1.0)
        r: cython.int
        k: cython.int
        j: cython.int
        first: cython.int = near.first_row(i)
        for r in range(
            first + near.row_of(min(z, tz) - reach - 1.0),
            first + near.row_of(max(z, tz) + reach + 1.0) + 1,
        ):
            for k in range(
                near.heads[r * near.columns + column0],
                near.heads[r * near.columns + column1 + 1],
            ):
                j = near.order[k]
                if moved[j] and j != i and self._comes_near(i, j, reach):
                    return True
        return False

    def _comes_near(self, i, j, reach):
        """Return whether j is within reach of the way from i to its next point."""
        ax: cython.double = self.positions[i, 0]
        az: cython.double = self.positions[i, 1]
        dx: cython.double = self.ways.points[self.ways.current[i], 0] - ax
        dz: cython.double = self.ways.points[self.ways.current[i], 1] - az
        ex: cython.double = self.positions[j, 0] - ax
        ez: cython.double = self.positions[j, 1] - az
        share: cython.double = dx * dx + dz * dz
        if share > 0.0:
            share = max(0.0, min(1.0, (ex * dx + ez * dz) / share))
        ex -= share * dx
        ez -= share * dz
        return ex * ex + ez * ez <= reach * reach
