# cython: boundscheck=False, wraparound=False, cdivision=True
"""The floor under those who walk: whether a place is free, and a short way over it clear."""

import cython

if cython.compiled:
    from cython.cimports.navcore.kernels.frame import Frame
    from cython.cimports.navcore.kernels.sight import Sight
else:
    from navcore.kernels.frame import Frame
    from navcore.kernels.sight import Sight

UNSURE = cython.declare(cython.double, 1e-6)
CERTAIN = cython.declare(cython.double, 1e8)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _whole(value: cython.double) -> cython.double:
    """The whole number below, of numbers that are not too large; faster than `floor`."""
    cut: cython.double = cython.cast(cython.longlong, value)
    return cut - 1.0 if cut > value else cut


@cython.final
@cython.cclass
class Ground:
    """One grid, asked in metres. `costs` are those of its padded cells, or empty: 1 everywhere."""

    def __init__(self, frame: Frame, sight: Sight, costs: cython.const[cython.float][::1]) -> None:
        """With kernels over the same cells."""
        self.frame = frame
        self.sight = sight
        self.cells_a_metre = 1.0 / frame.side()
        self.costs = costs
        self.has_costs = costs.shape[0] != 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _cell(self, x: cython.double, z: cython.double) -> cython.int:
        """The walkable cell that holds a place, or -1."""
        # A product is faster than a quotient, and as good but for places on a line.
        column: cython.double = (x - self.frame.anchor_x) * self.cells_a_metre
        row: cython.double = (z - self.frame.anchor_z) * self.cells_a_metre
        whole_column: cython.double
        whole_row: cython.double
        if not (-CERTAIN < column < CERTAIN and -CERTAIN < row < CERTAIN):
            return self.frame.cell_at(x, z)
        whole_column = _whole(column)
        whole_row = _whole(row)
        column -= whole_column
        row -= whole_row
        if not (UNSURE < column < 1.0 - UNSURE and UNSURE < row < 1.0 - UNSURE):
            return self.frame.cell_at(x, z)
        return self._node(whole_column, whole_row)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_free(self, x: cython.double, z: cython.double) -> cython.bint:
        """Whether a place lies in a walkable cell."""
        return self._cell(x, z) >= 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def lets_pass(
        self, ax: cython.double, az: cython.double, bx: cython.double, bz: cython.double
    ) -> cython.bint:
        """Whether the straight way from a to b stays in walkable cells; out of a wall any may."""
        column: cython.double = (ax - self.frame.anchor_x) * self.cells_a_metre
        row: cython.double = (az - self.frame.anchor_z) * self.cells_a_metre
        whole_column: cython.double
        whole_row: cython.double
        end: cython.double
        to: cython.int
        start: cython.int
        if -CERTAIN < column < CERTAIN and -CERTAIN < row < CERTAIN:
            whole_column = _whole(column)
            whole_row = _whole(row)
            column -= whole_column
            row -= whole_row
            end = column + (bx - ax) * self.cells_a_metre
            if UNSURE < column < 1.0 - UNSURE and UNSURE < end < 1.0 - UNSURE:
                end = row + (bz - az) * self.cells_a_metre
                if UNSURE < row < 1.0 - UNSURE and UNSURE < end < 1.0 - UNSURE:
                    # Most steps and pushes stay in a cell.
                    return self._node(whole_column, whole_row) >= 0
        to = self._cell(bx, bz)
        if to < 0:
            return False
        start = self._cell(ax, az)
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
    @cython.inline
    @cython.nogil
    @cython.exceptval(check=False)
    def _node(self, column: cython.double, row: cython.double) -> cython.int:
        """The walkable cell in a column and a row of the lattice, or -1."""
        node: cython.int
        column -= self.frame.column
        row -= self.frame.row
        if not (0.0 <= column < self.frame.width and 0.0 <= row < self.frame.depth):
            return -1
        node = cython.cast(cython.int, row + 1.0) * self.frame.row_length
        node += cython.cast(cython.int, column + 1.0)
        return -1 if self.frame.cells[node] == 0 else node

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def slowness(self, x: cython.double, z: cython.double) -> cython.double:
        """What a step costs here: 1 on plain floor and off the walkable cells."""
        if not self.has_costs:
            return 1.0
        node: cython.int = self._cell(x, z)
        return 1.0 if node < 0 else self.costs[node]

    def passes(self, ax: float, az: float, bx: float, bz: float) -> bool:
        """As :meth:`lets_pass`."""
        return self.lets_pass(ax, az, bx, bz)
