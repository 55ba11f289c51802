"""Where agents walk and where they wait: two grids that fill as a run goes on."""

from typing import TYPE_CHECKING, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.sim.agents import WALK, Codes, Flags, Floats, Integers
from navcore.sim.reasons import Reason
from navcore.sim.simulation import Simulation

if TYPE_CHECKING:
    from navcore.sim.recording import Frame, Recording

Cells: TypeAlias = npt.NDArray[np.float32]

WALKING: Final = (Reason.WALKS,)
"""Who counts as walking."""
WAITING: Final = (Reason.HELD_UP, Reason.WAITS_FOR_PLAN, Reason.NO_WAY)
"""Who counts as waiting: they want to walk and don't get on. Who walks while it waits for another
plan gets on, and counts as walking."""


class Traffic:
    """Agent-seconds in each cell of a lattice, (depth, width), row 0 = lowest z.

    Of a run as it goes on (`take`, once a tick), or of a recording up to a tick (`follow`).
    """

    walked: Cells
    """Of those who walk and get on."""
    waited: Cells
    """Of those who want to walk and don't get on."""

    def __init__(self, lattice: Lattice) -> None:
        """Nobody was anywhere yet."""
        self.lattice = lattice
        self.ticks = 0
        """How many ticks were taken."""
        self._recording: Recording | None = None
        self.reset()

    def reset(self) -> None:
        """Forget what was taken."""
        shape = (self.lattice.depth, self.lattice.width)
        self.walked, self.waited = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self.ticks = 0
        self._recording = None

    def take(self, simulation: Simulation) -> None:
        """Add a tick of a run: where everybody is now."""
        self.fit(simulation.world.grid.lattice)
        seconds = simulation.settings.seconds_per_tick
        agents = simulation.agents
        self._add(agents.positions, agents.states, simulation.reasons(), seconds)

    def take_frame(self, frame: "Frame", seconds: float) -> None:
        """Add a frame of a recording that stands for so many seconds."""
        self._add(frame.positions, frame.states, frame.reasons, seconds)

    def follow(self, recording: "Recording", tick: int, most: int | None = None) -> bool:
        """Hold what a recording has up to a tick; whether it does now.

        From where it was, or from the beginning where that lies later or is of another recording;
        `most` frames at a time.
        """
        tick = min(tick, recording.ticks)
        if recording is not self._recording or tick < self.ticks:
            self.reset()
            self._recording = recording
        end = tick if most is None else min(tick, self.ticks + most)
        for number in range(self.ticks, end):
            self.take_frame(recording.frame(number), recording.seconds_per_tick)
        return end == tick

    def fit(self, lattice: Lattice) -> None:
        """Go over to another lattice; what was counted stays at its place in the world.

        A cell's count goes to the cell that holds its centre; outside the lattice it is lost.
        """
        if lattice == self.lattice:
            return
        old, self.lattice = self.lattice, lattice
        columns = _cells_of(old.centres_x(), lattice.anchor_x, lattice.cell_size, lattice.column)
        rows = _cells_of(old.centres_z(), lattice.anchor_z, lattice.cell_size, lattice.row)
        self.walked = _moved(self.walked, rows, columns, lattice)
        self.waited = _moved(self.waited, rows, columns, lattice)

    def at(self, x: float, z: float) -> tuple[float, float] | None:
        """Agent-seconds walked and waited in the cell at a place; None outside the lattice."""
        column, row = self.lattice.cell_of(x, z)
        if not self.lattice.holds(column, row):
            return None
        return float(self.walked[row, column]), float(self.waited[row, column])

    def _add(self, positions: Floats, states: Codes, reasons: Codes, seconds: float) -> None:
        self.ticks += 1
        gets_on = (states == WALK) & (reasons == Reason.WAITS_FOR_PLAN)
        reasons = np.where(gets_on, np.int8(Reason.WALKS), reasons)
        lattice = self.lattice
        with np.errstate(invalid="ignore"):
            columns = _cells_of(
                positions[:, 0], lattice.anchor_x, lattice.cell_size, lattice.column
            )
            rows = _cells_of(positions[:, 1], lattice.anchor_z, lattice.cell_size, lattice.row)
        inside = (columns >= 0) & (columns < lattice.width) & (rows >= 0) & (rows < lattice.depth)
        cells = rows * lattice.width + columns
        for grid, counted in ((self.walked, _WALKING), (self.waited, _WAITING)):
            hit = cells[inside & counted[reasons]]
            np.add.at(grid.reshape(-1), hit, np.float32(seconds))


def _codes(chosen: tuple[Reason, ...]) -> Flags:
    return np.array([reason in chosen for reason in Reason], np.bool_)


_WALKING: Final = _codes(WALKING)
_WAITING: Final = _codes(WAITING)


def _cells_of(places: Floats, anchor: float, size: float, first: int) -> Integers:
    """Columns or rows of places; -1 where they lie too far out to be counted."""
    cells = np.floor((places - anchor) / size) - first
    far = ~(np.abs(cells) < 2**40)
    return np.where(far, -1, cells).astype(np.int64)


def _moved(cells: Cells, rows: Integers, columns: Integers, lattice: Lattice) -> Cells:
    """The counts in another lattice, whose rows and columns the old ones fall into."""
    kept = (rows >= 0) & (rows < lattice.depth)
    tall = np.zeros((lattice.depth, cells.shape[1]), np.float32)
    np.add.at(tall, rows[kept], cells[kept])
    kept = (columns >= 0) & (columns < lattice.width)
    made = np.zeros((lattice.depth, lattice.width), np.float32)
    np.add.at(made.T, columns[kept], tall.T[kept])
    return made
