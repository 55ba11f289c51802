"""The playhead of a run: which moment of which record is shown, and whether it plays.

It contains no rules. The clock, the timeline and the commands move it; views of the run read it.
"""

import math
from enum import StrEnum
from typing import Final

from editor.run.inputs import RunInputs
from editor.run.record import RunRecord
from editor.run.signals import RunSignals
from editor.tools.messages.play import clock_text
from navcore.sim.simulation import Simulation

EPSILON: Final = 1e-6
"""Tolerance in ticks for a moment that should be exactly at a tick."""


class PlayState(StrEnum):
    """The three states of play."""

    START = "start"
    PLAYING = "playing"
    PAUSED = "paused"


class Playhead:
    """The shown moment of the run: its end, or an earlier one."""

    def __init__(self, signals: RunSignals, simulation: Simulation) -> None:
        """Start at time 0 of a run."""
        self.signals = signals
        self.playing = False
        """True if time goes on."""
        self.begin(simulation)

    def begin(self, simulation: Simulation) -> None:
        """Go to the start of another run; nothing is emitted."""
        self.record = RunRecord(simulation)
        """The present run from its start on; another object where another run goes on."""
        self.inputs = RunInputs()
        """Changes to agents up to the shown moment."""
        self.moment: float | None = None
        """Seconds of the shown earlier moment; None at the end of the run."""
        self.due = 0.0
        """Steps that are due and not done, with their fraction."""

    @property
    def state(self) -> PlayState:
        """The state of play: at the start, playing or paused."""
        if self.playing:
            return PlayState.PLAYING
        return PlayState.START if self.seconds == 0.0 else PlayState.PAUSED

    @property
    def at_start(self) -> bool:
        """True if the run is at 0:00.0."""
        return self.state is PlayState.START

    @property
    def looks_back(self) -> bool:
        """True if a moment before the end of the run is shown."""
        return self.moment is not None

    @property
    def seconds(self) -> float:
        """Time of the run that is shown."""
        return self.length if self.moment is None else self.moment

    @property
    def length(self) -> float:
        """Time of the run at its end, seconds."""
        return self.record.simulation.seconds

    @property
    def tick(self) -> int:
        """The shown tick; between two ticks the earlier one."""
        if self.moment is None:
            return self.record.tick
        return math.floor(self.moment / self.record.recording.seconds_per_tick + EPSILON)

    @property
    def nearest_tick(self) -> int:
        """The tick nearest to the moment that is shown."""
        return round(self.seconds / self.record.recording.seconds_per_tick)

    @property
    def fraction(self) -> float:
        """Position to draw between the last two steps: 0 the earlier, 1 the last."""
        return min(self.due, 1.0) if self.playing and self.moment is None else 1.0

    @property
    def time_text(self) -> str:
        """The time that is shown as minutes, seconds and tenths: `0:12.4`."""
        return clock_text(self.seconds)

    def show_frame(self, _: object = None) -> None:
        """Emit that something moved or may have."""
        self.signals.frame.emit(self.fraction)

    def tell(self) -> None:
        """Emit the signals for a changed state of play."""
        self.signals.state_changed.emit(self.state)
        self.show_frame()
