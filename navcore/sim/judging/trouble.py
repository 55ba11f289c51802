"""Overlaps, pushes and turns of agents: three grids of a recording."""

from navcore.bake.lattice import Lattice
from navcore.sim.cell_counts import CellCounts, Cells
from navcore.sim.judging.figures import DEEP
from navcore.sim.judging.pushes import Pushes
from navcore.sim.judging.recorded import RecordedTicks
from navcore.sim.judging.ticks import contacts_of
from navcore.sim.recording import Recording


class Trouble:
    """Counts in each cell of a lattice, (depth, width), row 0 = lowest z, up to a tick."""

    def __init__(self, lattice: Lattice) -> None:
        """Start with no ticks."""
        self._counts = CellCounts(lattice, 3)
        self.ticks = 0
        """Number of ticks that were added."""
        self._recording: Recording | None = None
        self._read: RecordedTicks | None = None

    @property
    def overlapped(self) -> Cells:
        """Agent-seconds of agents that overlap another by more than `DEEP`."""
        return self._counts.grids[0]

    @property
    def pushed(self) -> Cells:
        """Number of pushes by more than `PUSHED`."""
        return self._counts.grids[1]

    @property
    def turned(self) -> Cells:
        """Number of times that agents turned back."""
        return self._counts.grids[2]

    def follow(self, recording: Recording, pushes: Pushes, tick: int, most: int) -> bool:
        """Count a recording up to a tick; return whether that is done.

        Continues from the last tick, or begins anew if that is later or of another recording;
        `most` frames at a time. `pushes` are those of the same run.
        """
        tick = min(tick, recording.ticks)
        if self._read is None or recording is not self._recording or tick < self.ticks:
            self._counts.reset()
            self._recording, self._read, self.ticks = recording, RecordedTicks(recording), 0
        end = min(tick, self.ticks + most)
        for number in range(self.ticks, end):
            _, seen = self._read.read(number)
            contacts = contacts_of(seen.places, seen.radii, seen.storeys)
            self._counts.add(0, seen.places[contacts.deepest > DEEP], seen.seconds)
            self._counts.add(1, pushes.places(number, number + 1), 1.0)
            self._counts.add(2, seen.places[seen.turns], 1.0)
        self.ticks = end
        return end == tick

    def fit(self, lattice: Lattice) -> None:
        """Change to another lattice; counts keep their place in the world."""
        self._counts.fit(lattice)

    def at(self, x: float, z: float) -> tuple[float, ...] | None:
        """Agent-seconds of overlap, pushes and turns in the cell at a place; None outside."""
        return self._counts.at(x, z)
