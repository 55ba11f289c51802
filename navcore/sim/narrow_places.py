"""The gates of a floor: its narrow places, found when paths lead through them.

A gate is a doorway, the gap between two obstacles, or an alley: connected cells with wider floor at
two or more ends, its mouths. Its cells depend on the floor alone, not on the agent or the time of
the search, so that a resumed run finds the same gates with the same numbers.
"""

import math
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.kernels import buffers
from navcore.kernels.crowd import gate_cells
from navcore.kernels.crowd import gates as kernel
from navcore.kernels.crowd import next_gates as looks
from navcore.sim.agents import Agents, Floats, Integers, Rows
from navcore.sim.crossings import MOST_MOUTHS, FloorCrossings
from navcore.sim.floor_changes import change_between
from navcore.sim.floors import Floors
from navcore.sim.local_widths import LocalWidths
from navcore.sim.neighbours import ways_of

LOOK_AHEAD: Final = 14.0
"""Metres of their paths in which agents look for gates."""
_INSIDE: Final = 0.8
"""Metres: cells of a gate that are this much farther from a mouth than the nearest one give its
direction."""
_WIDEST: Final = 12.0
_DIRECTIONS: Final = [(math.cos(turn), math.sin(turn)) for turn in np.linspace(0, math.pi, 9)[:8]]
_MEASURED: Final = 15
"""At so many cells of a gate its width is measured."""
_SEEN: Final = 2
_NUMBERS: Final = 12
_LEVELS: Final = 16
_STOREYS: Final = 64


class Gate(NamedTuple):
    """A narrow place of a floor."""

    number: int
    """Number in `Agents.gate`."""
    width: float
    """Least distance between the centres of agents at both of its sides, on the widest paths
    between all its mouths, metres; a passage for bodies is wider by their diameter."""
    middle: tuple[float, float]
    """x, z of the centre of its narrowest part, metres."""
    mouths: Floats
    """(m, 2) x, z of the middle of each mouth, metres."""
    entries: Floats
    """(m, 6) for each mouth x, z of a place just inside, the direction in, and the distance from
    there to the walls on the left and on the right, metres."""
    cells: npt.NDArray[np.int32]
    """Its cells in the padded grid."""


class Seen(NamedTuple):
    """The first two gates on the paths of agents; one row for each agent."""

    numbers: npt.NDArray[np.int64]
    """(k, 2) indices into `FloorGates.gates`; -1: none."""
    found: Floats
    """(k, 2, 12) see the kernel."""


class FloorGates:
    """The gates of one grid that paths have led to so far."""

    def __init__(self, grid: NavGrid, layer: int = 0, widths: LocalWidths | None = None) -> None:
        """Start without any gates. `layer` is the number of the storey."""
        self.grid = grid
        self.layer = layer
        self.widths = widths or LocalWidths(grid)
        self.widths.know_all()
        self.gates: list[Gate] = []
        self.gate_widths: Floats = np.zeros(0)
        """(g,) widths of the gates, metres."""
        self.indices: Integers = np.zeros(0, np.int64)
        """(g,) numbers of the gates in the run."""
        self.mouths: Floats = np.zeros((0, MOST_MOUTHS, 2))
        """(g, 8, 2) mouths of the gates, NaN for missing ones."""
        self.entries: Floats = np.zeros((0, MOST_MOUTHS, 6))
        """(g, 8, 6) see `Gate.entries`, NaN for missing mouths."""
        self._labels: dict[int, npt.NDArray[np.int32]] = {}
        """Labels of cells, by the class of rims: 0: unknown, -1: no gate, else 1 + index of the
        gate."""
        self._others: list[tuple[int, npt.NDArray[np.int32]]] = []
        """Cells that are labelled as no gate, with the class of their rim."""
        self._rims: list[int] = []
        self._known: tuple[tuple[int, int], looks.Known] | None = None
        lattice = grid.lattice
        corner = (
            lattice.anchor_x / lattice.cell_size + lattice.column - 1,
            lattice.anchor_z / lattice.cell_size + lattice.row - 1,
            lattice.cell_size,
        )
        self._corner = np.array(corner, np.float64)
        self._room = np.zeros(_LEVELS + 1)
        b = buffers(kernel, self.widths.classes.reshape(-1), self._corner, self._room)
        self._row_length = grid.padded.shape[1]
        self._passages = kernel.Passages(b[0], self._row_length, self.widths.open_class, b[1], b[2])
        self._cells = gate_cells.GateCells(self._passages)

    @property
    def in_kernel(self) -> looks.Known:
        """All gates and crossings, for the kernel that finds the next one."""
        across = self.crossings
        known = (len(self.gates), len(across.crossings))
        if self._known is None or self._known[0] != known:
            b = buffers(
                looks, self.indices, self.gate_widths, self.mouths, self.entries, across.indices,
                across.widths, across.entries, across.sides,
            )  # fmt: skip
            self._known = (known, looks.Known(*b))
        return self._known[1]

    @cached_property
    def crossings(self) -> FloorCrossings:
        """Places at which narrow places meet."""
        return FloorCrossings(self.widths, self.layer)

    def changed(self, grid: NavGrid, layer: int) -> "FloorGates":
        """Return the gates of a later grid; gates far from the changes are kept."""
        change = change_between(self.grid, grid)
        if layer != self.layer or grid.lattice != self.grid.lattice:
            return FloorGates(grid, layer)
        if change is None:
            self.grid = grid
            return self
        lattice = grid.lattice
        rows = [
            round((z - lattice.anchor_z) / lattice.cell_size) - lattice.row
            for z in (change.box.min_z, change.box.max_z)
        ]
        made = FloorGates(grid, layer, self.widths.changed(grid, rows[0] - 1, rows[1] + 2))
        reach = self.widths.diameters[-1] + 2
        low = (rows[0] - reach) * self._row_length
        high = (rows[1] + reach + 3) * self._row_length
        for gate, rim in zip(self.gates, self._rims, strict=True):
            if ((gate.cells < low) | (gate.cells >= high)).all():
                made._labels_for(rim)[gate.cells] = made._add(gate, rim)
        for rim, cells in self._others:
            if ((cells < low) | (cells >= high)).all():
                made._labels_for(rim)[cells] = -1
                made._others.append((rim, cells))
        return made

    def seen_by(self, agents: Agents, rows: Rows, reach: float = LOOK_AHEAD) -> Seen:
        """Find the gates ahead on the paths of these agents."""
        cells = np.empty((len(rows), 3 * _SEEN), np.int32)
        found = np.empty((len(rows), _SEEN, _NUMBERS))
        b = buffers(kernel, agents.positions, rows, cells, found)
        self._passages.look(ways_of(agents), b[0], b[1], reach, b[2], b[3])
        return Seen(self._numbers(cells.reshape(-1, 3)).reshape(-1, _SEEN), found)

    def _numbers(self, places: npt.NDArray[np.int32]) -> npt.NDArray[np.int64]:
        """Return (k,) indices into `gates` of the gates that contain these cells, or -1.

        Paths along a wall meet the cells beside it first, which alone don't separate floor. For
        them the class of the rim rises, up to its highest value, until their cells do.
        """
        numbers = np.full(len(places), -1, np.int64)
        rims, unknown = np.empty(len(places), np.int32), np.empty(len(places), np.int32)
        left = np.empty(_LEVELS + 2, np.int32)
        b = buffers(looks, places, rims, numbers, unknown, left)
        looks.begin(b[0], b[1])
        while looks.next_round(b[1], b[4]):
            for rim in left.nonzero()[0].tolist():
                labels = self._labels_for(rim)
                held = buffers(looks, labels)[0]
                count = looks.look_up(b[0], b[1], rim, held, b[2], b[3])
                if count:
                    for cell in np.unique(unknown[:count]).tolist():
                        if labels[cell] == 0:
                            self._find(cell, rim, labels)
                    looks.look_up(b[0], b[1], rim, held, b[2], b[3])
        return numbers

    def _labels_for(self, rim: int) -> npt.NDArray[np.int32]:
        found = self._labels.get(rim)
        if found is None:
            found = self._labels[rim] = np.zeros(self.grid.padded.size, np.int32)
        return found

    def _find(self, cell: int, rim: int, labels: npt.NDArray[np.int32]) -> None:
        """Label the cells of the narrow place that contains a cell, and add the gate if it is one.

        The search starts anew from the first of these cells, so that the mouths are always found in
        the same order: agents keep the numbers of mouths, and a resumed run may meet another cell
        first.
        """
        held, sums, inner = self._fill(cell, rim, labels)
        first = int(held.min())
        if first != cell:
            labels[held] = 0
            held, sums, inner = self._fill(first, rim, labels)
        if labels[cell] < 0:
            self._others.append((rim, held))
            return
        columns, lines = inner % self._row_length, inner // self._row_length
        nearest = int(np.argmin((columns - columns.mean()) ** 2 + (lines - lines.mean()) ** 2))
        middle = self._place(float(columns[nearest]), float(lines[nearest]))
        mouths = np.array(
            [self._place(x / many, z / many) for x, z, many in sums.tolist() if many], np.float64
        )
        # A gate that paths find by more than one rim has one number.
        highest = int(self.widths.classes.reshape(-1)[held].max())
        number = (first * _LEVELS + highest - 1) * _STOREYS + self.layer
        width = self._width(np.sort(inner))
        entries = np.array([self._entry(mouth, held, middle) for mouth in mouths])
        self._add(Gate(number, width, middle, mouths, entries, held), rim)

    def _fill(
        self, cell: int, rim: int, labels: npt.NDArray[np.int32]
    ) -> tuple[npt.NDArray[np.int32], Floats, npt.NDArray[np.int32]]:
        """Label the cells of a narrow place.

        Returns:
            The cells; sums over the cells of each mouth; and the narrowest cells between mouths.
        """
        size = self.grid.padded.size
        cells, edge = np.empty(size, np.int32), np.empty(2 * size, np.int32)
        sums = np.zeros((MOST_MOUTHS, 3))
        b = buffers(gate_cells, labels, cells, edge, sums)
        count = self._cells.fill(cell, rim, len(self.gates) + 1, *b)
        return cells[:count].copy(), sums, edge[: self._cells.narrowest()].copy()

    def _entry(
        self, mouth: Floats, cells: npt.NDArray[np.int32], middle: tuple[float, float]
    ) -> tuple[float, ...]:
        """Return a row of `Gate.entries`."""
        left, top, side = self._corner.tolist()
        x = (left + cells % self._row_length + 0.5) * side
        z = (top + cells // self._row_length + 0.5) * side
        distances = np.hypot(x - mouth[0], z - mouth[1])
        near = distances <= float(distances.min()) + _INSIDE
        place = np.array([x[near].mean(), z[near].mean()])
        way = place - mouth
        if not np.hypot(*way) > 0.0:
            way = np.array(middle) - mouth
        ux, uz = (way / max(np.hypot(*way), 1e-9)).tolist()
        sides = (self._free(place, -uz, ux), self._free(place, uz, -ux))
        return (*place.tolist(), ux, uz, *sides)

    def _width(self, inner: npt.NDArray[np.int32]) -> float:
        """Return the median width at some of the narrowest cells: a few of them lie in niches."""
        chosen = inner[:: -(-len(inner) // _MEASURED)]
        places = [
            np.array(self._place(float(cell % self._row_length), float(cell // self._row_length)))
            for cell in chosen.tolist()
        ]
        widths = [
            min(self._free(place, c, s) + self._free(place, -c, -s) for c, s in _DIRECTIONS)
            for place in places
        ]
        return sorted(widths)[len(widths) // 2]

    def _free(self, place: Floats, dx: float, dz: float) -> float:
        """Return the length of free floor in a direction, at most `_WIDEST` metres."""
        x, z = place.tolist()
        return self._passages.free(x, z, dx, dz, _WIDEST)

    def _place(self, column: float, row: float) -> tuple[float, float]:
        left, top, side = self._corner.tolist()
        return ((left + column + 0.5) * side, (top + row + 0.5) * side)

    def _add(self, gate: Gate, rim: int) -> int:
        """Add a gate and return its label."""
        self.gates.append(gate)
        self._rims.append(rim)
        mouths = np.full((1, MOST_MOUTHS, 2), np.nan)
        mouths[0, : len(gate.mouths)] = gate.mouths
        self.gate_widths = np.append(self.gate_widths, gate.width)
        self.indices = np.append(self.indices, gate.number)
        self.mouths = np.concatenate((self.mouths, mouths))
        entries = np.full((1, MOST_MOUTHS, 6), np.nan)
        entries[0, : len(gate.mouths)] = gate.entries
        self.entries = np.concatenate((self.entries, entries))
        return len(self.gates)


class Gates:
    """The gates of all floors of a run that paths have led to so far."""

    def __init__(self) -> None:
        """Start without any gates."""
        self._floors: list[FloorGates] = []
        self._of: Floors | None = None

    def of(self, floors: Floors) -> list[FloorGates]:
        """Return the gates of these floors, in their order; gates of earlier floors are kept."""
        if floors is self._of:
            return self._floors
        layers = [profile.layer for profile in floors.profiles]
        names = sorted(set(layers))
        found = []
        for n, (grid, layer) in enumerate(zip(floors.grids, layers, strict=True)):
            number = names.index(layer) if len(names) > 1 else 0
            if n < len(self._floors):
                known = self._floors[n]
                same = known.grid is grid and known.layer == number
                found.append(known if same else known.changed(grid, number))
            else:
                found.append(FloorGates(grid, number))
        self._floors, self._of = found, floors
        return found
