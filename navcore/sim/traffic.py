"""Places where agents walk and wait: two grids that fill during a run."""

from typing import TYPE_CHECKING, Final

import numpy as np

from navcore.bake.lattice import Lattice
from navcore.sim.agents import WALK, Codes, Flags, Floats
from navcore.sim.cell_counts import CellCounts, Cells
from navcore.sim.reasons import Reason
from navcore.sim.simulation import Simulation

if TYPE_CHECKING:
    from navcore.sim.recording import Frame, Recording

WALKING: Final = (Reason.WALKS,)
"""States that count as walking."""
WAITING: Final = (Reason.HELD_UP, Reason.WAITS_FOR_PLAN, Reason.NO_WAY)
"""States that count as waiting: the agent wants to walk and makes no progress. An agent that walks
while it waits for another plan makes progress, and counts as walking."""


class Traffic:
    """Agent-seconds in each cell of a lattice, (depth, width), row 0 = lowest z.

    Of a live run (`take`, once a tick), or of a recording up to a tick (`follow`).
    """

    def __init__(self, lattice: Lattice) -> None:
        """Start with no agent-seconds."""
        self._counts = CellCounts(lattice, 2)
        self.ticks = 0
        """Number of ticks that were added."""
        self._recording: Recording | None = None

    @property
    def lattice(self) -> Lattice:
        """Lattice of the counted cells."""
        return self._counts.lattice

    @property
    def walked(self) -> Cells:
        """Agent-seconds of agents that walk and make progress."""
        return self._counts.grids[0]

    @property
    def waited(self) -> Cells:
        """Agent-seconds of agents that want to walk and make no progress."""
        return self._counts.grids[1]

    def reset(self) -> None:
        """Set all counts to 0."""
        self._counts.reset()
        self.ticks = 0
        self._recording = None

    def take(self, simulation: Simulation) -> None:
        """Add a tick of a run with the present positions of agents."""
        self.fit(simulation.world.grid.lattice)
        seconds = simulation.settings.seconds_per_tick
        agents = simulation.agents
        self._add(agents.positions, agents.states, simulation.reasons(), seconds)

    def take_frame(self, frame: "Frame", seconds: float) -> None:
        """Add a frame of a recording that stands for this many seconds."""
        self._add(frame.positions, frame.states, frame.reasons, seconds)

    def follow(self, recording: "Recording", tick: int, most: int | None = None) -> bool:
        """Count a recording up to a tick; return whether that is done.

        Continues from the last tick, or begins anew if that is later or of another recording;
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
        """Change to another lattice; counts keep their place in the world."""
        self._counts.fit(lattice)

    def at(self, x: float, z: float) -> tuple[float, float] | None:
        """Return agent-seconds walked and waited in the cell of a place; None outside."""
        found = self._counts.at(x, z)
        return None if found is None else (found[0], found[1])

    def _add(self, positions: Floats, states: Codes, reasons: Codes, seconds: float) -> None:
        self.ticks += 1
        gets_on = (states == WALK) & (reasons == Reason.WAITS_FOR_PLAN)
        reasons = np.where(gets_on, np.int8(Reason.WALKS), reasons)
        for grid, counted in enumerate((_WALKING, _WAITING)):
            self._counts.add(grid, positions[counted[reasons]], seconds)


def _codes(chosen: tuple[Reason, ...]) -> Flags:
    return np.array([reason in chosen for reason in Reason], np.bool_)


_WALKING: Final = _codes(WALKING)
_WAITING: Final = _codes(WAITING)
