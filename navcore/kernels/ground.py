# cython: boundscheck=False, wraparound=False, cdivision=True
"""The floor under those who walk: whether a place is free, and a short way over it clear."""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.frame import Frame
    from cython.cimports.navcore.kernels.sight import Sight
else:
    from navcore.kernels.frame import Frame
    from navcore.kernels.sight import Sight


@cython.final
@cython.cclass
class Ground:
    """One grid, asked in metres. `costs` are those of its padded cells, or empty: 1 everywhere."""

    def __init__(self, frame: Frame, sight: Sight, costs: cython.const[cython.float][::1]) -> None:
        """With kernels over the same cells."""
        self.frame = frame
        self.sight = sight
        self.costs = costs
        self.has_costs = costs.shape[0] != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_free(self, x: cython.double, z: cython.double) -> cython.bint:
        """Whether a place lies in a walkable cell."""
        return self.frame.cell_at(x, z) >= 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lets_pass(
        self, ax: cython.double, az: cython.double, bx: cython.double, bz: cython.double
    ) -> cython.bint:
        """Whether the straight way from a to b stays in walkable cells; out of a wall any may."""
        to: cython.int = self.frame.cell_at(bx, bz)
        if to < 0:
            return False
        start: cython.int = self.frame.cell_at(ax, az)
        if start == to or start < 0:
            return True
        return (
            self.sight.first_blocker(
                self.frame.x_in_cells(ax),
                self.frame.z_in_cells(az),
                self.frame.x_in_cells(bx),
                self.frame.z_in_cells(bz),
            )
            < 0
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slowness(self, x: cython.double, z: cython.double) -> cython.double:
        """What a step costs here: 1 on plain floor and off the walkable cells."""
        if not self.has_costs:
            return 1.0
        node: cython.int = self.frame.cell_at(x, z)
        return 1.0 if node < 0 else self.costs[node]

    def passes(self, ax: float, az: float, bx: float, bz: float) -> bool:
        """As :meth:`lets_pass`."""
        return self.lets_pass(ax, az, bx, bz)
