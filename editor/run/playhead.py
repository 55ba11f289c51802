"""The playhead of a run: which moment of which record is shown, and whether time goes on.

It holds no rules. The clock, the timeline and the commands move it; whatever draws or describes
the run reads it.
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
"""Ticks by which a moment that is meant to be at a tick may be off."""


class PlayState(StrEnum):
    """The three states of play."""

    START = "start"
    PLAYING = "playing"
    PAUSED = "paused"


class Playhead:
    """The moment of a run that is shown: at its end, or one that is looked back on."""

    def __init__(self, signals: RunSignals, simulation: Simulation) -> None:
        """At the start of a run that has not begun."""
        self.signals = signals
        self.playing = False
        """Whether time goes on."""
        self.begin(simulation)

    def begin(self, simulation: Simulation) -> None:
        """Go to the start of another run; nothing is emitted."""
        self.record = RunRecord(simulation)
        """The present run from its start on; another object where another run goes on."""
        self.inputs = RunInputs()
        """What was done with agents until the moment that is shown."""
        self.moment: float | None = None
        """Seconds of the run that are looked back on; None at its end."""
        self.due = 0.0
        """Steps that are due and not done, with their fraction."""

    @property
    def state(self) -> PlayState:
        """At the start, playing or paused."""
        if self.playing:
            return PlayState.PLAYING
        return PlayState.START if self.seconds == 0.0 else PlayState.PAUSED

    @property
    def at_start(self) -> bool:
        """Whether the run stands at 0:00.0."""
        return self.state is PlayState.START

    @property
    def looks_back(self) -> bool:
        """Whether a moment before the end of the run is shown."""
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
        """The tick that is shown, or was begun before what is shown."""
        if self.moment is None:
            return self.record.tick
        return math.floor(self.moment / self.record.recording.seconds_per_tick + EPSILON)

    @property
    def nearest_tick(self) -> int:
        """The tick nearest to the moment that is shown."""
        return round(self.seconds / self.record.recording.seconds_per_tick)

    @property
    def fraction(self) -> float:
        """How far between the last two steps to draw: 0 the one before, 1 the last."""
        return min(self.due, 1.0) if self.playing and self.moment is None else 1.0

    @property
    def time_text(self) -> str:
        """The time that is shown as minutes, seconds and tenths: `0:12.4`."""
        return clock_text(self.seconds)

    def show_frame(self, _: object = None) -> None:
        """Emit that something moved or may have."""
        self.signals.frame.emit(self.fraction)

    def tell(self) -> None:
        """Emit what is told after the state of play changed."""
        self.signals.state_changed.emit(self.state)
        self.show_frame()
