"""The crossings of a floor, found where paths lead through them.

A crossing is a place where three narrow places or more meet: streets between houses, corridors. It
is wider than each of them. Its cells depend on the floor alone.
"""

from typing import Final, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import crossings as kernel
from navcore.kernels.crowd import gates as gates_kernel
from navcore.sim.agents import Agents, Floats, Integers, Rows
from navcore.sim.local_widths import WIDEST_DISC, LocalWidths
from navcore.sim.neighbours import ways_of

MOST_MOUTHS: Final = 8
"""Most mouths of a gate that are distinguished."""
LARGEST: Final = 60.0
"""Square metres: larger floor is open space, where all get past each other."""
POCKET: Final = 2.5
"""Square metres of floor below which a mouth leads nowhere, as in corners of a room."""
WIDEST: Final = 6.0
"""Largest width of a crossing's widest mouth, metres between agents at its sides: rooms are wider.
"""
MARGIN: Final = 0.2
"""Share of the width of discs by which they may stop short of the corners of a crossing."""
STRIDE: Final = 0.3
"""Metres between two looks along a path."""
NEAR: Final = 6.0
"""Metres of their paths in which agents look for crossings."""
ACROSS: Final = -0.7
"""Largest cosine between the directions in at two mouths that are opposite each other."""
_WIDEST: Final = 12.0
_NUMBERS: Final = 6
_STOREYS: Final = 64
_APART: Final = 1 << 42
"""Offset of the numbers of crossings; numbers of gates are smaller."""


T = TypeVar("T", float, Floats)


class Crossing(NamedTuple):
    """A crossing of a floor; mouths are numbered as in `entries`."""

    number: int
    """Number in `Agents.gate`."""
    entries: Floats
    """(8, 6) for each mouth x, z of its middle, the direction in, and the distance from there to
    the walls on the left and on the right, metres; NaN for missing mouths."""
    sides: Integers
    """(8,) the first of the mouths that are opposite each one, or itself."""


class Ahead(NamedTuple):
    """The next crossing on the paths of agents; one row for each agent."""

    numbers: Rows
    """(k,) 1 + its place in `FloorCrossings.crossings`, or less than 1."""
    found: Floats
    """(k, 6) see the kernel."""


class FloorCrossings:
    """The crossings of one grid that paths have led to so far."""

    def __init__(self, widths: LocalWidths, layer: int) -> None:
        """Start without any crossings; `widths` are those of all cells."""
        self._widths, self._layer = widths, layer
        self._classes = np.where(widths.classes > 0, widths.open_class + 1 - widths.classes, 0)
        self._classes = self._classes.astype(np.uint8)
        self.crossings: list[Crossing] = []
        self.indices: Integers = np.zeros(0, np.int64)
        """(c,) numbers of the crossings in the run."""
        self.entries: Floats = np.zeros((0, MOST_MOUTHS, 6))
        self.widths: Floats = np.zeros(0)
        """(c,) width of the widest mouth of each crossing, metres."""
        self.sides: Integers = np.zeros((0, MOST_MOUTHS), np.int64)
        grid = widths.grid
        lattice, size = grid.lattice, grid.padded.size
        self._row_length = grid.padded.shape[1]
        self._corner = np.array(
            (
                lattice.anchor_x / lattice.cell_size + lattice.column - 1,
                lattice.anchor_z / lattice.cell_size + lattice.row - 1,
                lattice.cell_size,
            )
        )
        b = buffers(gates_kernel, self._classes.reshape(-1), self._corner, np.zeros(17))
        self._passages = gates_kernel.Passages(
            b[0], self._row_length, widths.open_class + 1, b[1], b[2]
        )
        self._cells = np.empty(size, np.int32)
        self._mouths = np.zeros((MOST_MOUTHS, 3))
        b = buffers(
            kernel, _margins(widths), np.zeros(size, np.int32), np.zeros(size, np.uint32),
            np.zeros(size, np.int32), self._cells, np.empty(2 * size, np.int32), self._mouths,
        )  # fmt: skip
        most = round(LARGEST / lattice.cell_size**2)
        pocket, widest = round(POCKET / lattice.cell_size**2), round(WIDEST / lattice.cell_size)
        limits = np.array((widths.open_class, most, pocket, widest), np.int32)
        self._kernel = kernel.Crossings(self._passages, *buffers(kernel, limits), *b)

    def ahead(self, agents: Agents, rows: Rows, reach: float = NEAR) -> Ahead:
        """Find the crossings ahead on the paths of these agents, up to `reach` metres."""
        numbers, found = np.empty(len(rows), np.int32), np.zeros((len(rows), _NUMBERS))
        stride = max(STRIDE, float(self._corner[2]))
        b = buffers(kernel, agents.positions, rows, numbers, found)
        look, ways, first = self._kernel.look, ways_of(agents), 0
        while True:
            number = len(self.crossings) + 1
            first = look(ways, b[0], b[1], reach, stride, b[2], b[3], first, number)
            if first == len(rows):
                break
            self._note(self._kernel.new_cells())
        return Ahead(numbers, found)

    def learn(self, cell: int) -> None:
        """Find out which crossing contains a cell, if any does."""
        count = self._kernel.find(cell, len(self.crossings) + 1)
        if count:
            self._note(count)

    def _note(self, count: int) -> None:
        """Add the crossing that the kernel found last, which has this many cells."""
        held = np.sort(self._cells[:count])
        mouths = [self._place(x / many, z / many) for x, z, many in self._mouths.tolist() if many]
        mouths.sort()
        number = (int(held.min()) * _STOREYS + self._layer) + _APART
        entries = np.full((MOST_MOUTHS, 6), np.nan)
        columns, lines = held % self._row_length, held // self._row_length
        for n, mouth in enumerate(mouths):
            entries[n] = self._entry(np.array(mouth), columns, lines)
        self._add(Crossing(number, entries, _opposites(entries)))

    def _entry(
        self, mouth: Floats, columns: npt.NDArray[np.int32], lines: npt.NDArray[np.int32]
    ) -> tuple[float, ...]:
        x, z = self._place(columns.astype(np.float64), lines.astype(np.float64))
        way = np.array((np.mean(x), np.mean(z))) - mouth
        distances = np.hypot(x - mouth[0], z - mouth[1])
        near = distances <= float(distances.min()) + 0.8
        ahead = np.array((np.mean(x[near]), np.mean(z[near]))) - mouth
        if np.hypot(*ahead) > 0.1:
            way = ahead
        ux, uz = (way / max(float(np.hypot(*way)), 1e-9)).tolist()
        middle_x, middle_z = mouth.tolist()
        frees = (
            self._passages.free(middle_x, middle_z, dx, dz, _WIDEST)
            for dx, dz in ((-uz, ux), (uz, -ux))
        )
        return (middle_x, middle_z, ux, uz, *frees)

    def _place(self, column: T, row: T) -> tuple[T, T]:
        """Return x and z of the centres of cells, metres."""
        left, top, side = self._corner.tolist()
        return ((left + column + 0.5) * side, (top + row + 0.5) * side)

    def _add(self, crossing: Crossing) -> None:
        self.crossings.append(crossing)
        self.indices = np.append(self.indices, crossing.number)
        self.entries = np.concatenate((self.entries, crossing.entries[None]))
        width = np.nanmax(crossing.entries[:, 4:].sum(axis=1), initial=0.0)
        self.widths = np.append(self.widths, width)
        self.sides = np.concatenate((self.sides, crossing.sides[None]))


def _margins(widths: LocalWidths) -> npt.NDArray[np.int32]:
    """Return the cells by which each width class, in descending order, is widened."""
    margins = np.zeros(widths.open_class + 2, np.int32)
    margins[1 : widths.open_class + 1] = np.rint(MARGIN * np.array(widths.diameters[::-1]))
    most = round(MARGIN * WIDEST_DISC / widths.grid.cell_size)
    found: npt.NDArray[np.int32] = np.minimum(margins, most)
    return found


def _opposites(entries: Floats) -> Integers:
    """Return (8,) for each mouth the first one opposite, or itself if there is none."""
    ways = np.nan_to_num(entries[:, 2:4])
    cosines = ways @ ways.T
    sides = np.arange(MOST_MOUTHS)
    for n in range(MOST_MOUTHS):
        across = int(np.argmin(cosines[n]))
        if cosines[n, across] < ACROSS and across < n and sides[across] == across:
            sides[n] = across
    return sides
