"""The clock of a run: it decides when the simulation steps, never what a step does.

A run stands at the start (0:00.0), plays or is paused. At the start edits of the level make a
new run; later the run goes on in the new world, from its next tick. What is then done by hand
with doors and agents is of this run alone: no edit, no undo step, gone at the next start.
Playing a moment that is looked back on shows again what was recorded, and then goes on; where
the level was changed since, the run goes on from that moment instead.
"""

import math
from collections.abc import Callable
from enum import StrEnum
from time import perf_counter
from typing import Final

import numpy as np
from PySide6.QtCore import Qt, QTimer

from editor.document import Document
from editor.run.step_times import StepTimes
from editor.run.timeline import RunTimeline
from editor.services.bake.service import BakeService
from editor.tools.messages.play import clock_text, no_agents, recording_full
from navcore.i18n import tr
from navcore.sim.agents import NEVER

SPEEDS: Final = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""Times real time."""

FRAME_MS: Final = 16
BUDGET: Final = 0.008
"""Seconds of a frame in which steps are run; steps that are left wait."""
MOST_TICKS_BEHIND: Final = 5
"""A backlog over so many ticks is dropped."""
SHOW_BEHIND: Final = 1.0
"""Seconds for which a dropped backlog is shown."""


class PlayState(StrEnum):
    """The three states of play."""

    START = "start"
    PLAYING = "playing"
    PAUSED = "paused"


class PlayService(RunTimeline):
    """Plays the level: runs the steps that are due, in the time that a frame leaves."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        *,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """A run of the document's level at the start; `clock` gives seconds."""
        super().__init__(document, bake)
        self.clock = clock
        """Seconds of the time that a run goes by; whoever follows it need not at every frame."""
        self.times = StepTimes()
        """How long the steps of the last second took."""
        self._speed = 1.0
        self._due = 0.0
        self._last = 0.0
        self._dropped_at = -math.inf
        self._behind = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.advance)
        # Before anybody else hears of a frame.
        self.frame.connect(self.crowds.forget)
        document.loaded.connect(self.stop_to_start)

    def shutdown(self) -> None:
        """Hold the time, and stop the thread that makes moments ready."""
        self.pause()
        self._rest.stop()
        self._past.shutdown()

    @property
    def playing(self) -> bool:
        """Whether time goes on."""
        return self._timer.isActive()

    @property
    def at_start(self) -> bool:
        """Whether the run stands at 0:00.0."""
        return self.state is PlayState.START

    @property
    def state(self) -> PlayState:
        """At the start, playing or paused."""
        if self.playing:
            return PlayState.PLAYING
        return PlayState.START if self.seconds == 0.0 else PlayState.PAUSED

    @property
    def fraction(self) -> float:
        """How far between the last two steps to draw: 0 the one before, 1 the last."""
        return min(self._due, 1.0) if self.playing and not self.looks_back else 1.0

    @property
    def behind(self) -> bool:
        """Whether steps were dropped lately because they took too long."""
        return self._behind

    @property
    def speed(self) -> float:
        """Times real time, one of `SPEEDS`."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        if value not in SPEEDS:
            message = f"speed must be one of {SPEEDS}, got {value}"
            raise ValueError(message)
        if value != self._speed:
            self._speed = value
            self.state_changed.emit(self.state)

    def play(self) -> None:
        """Let time go on. Without agents nothing can happen, and a sentence says so."""
        if self.playing or not self._anybody():
            return
        if self.looks_back and self._changed_since():
            self.go_on_here()
        if not self.looks_back and not self._has_room():
            return
        self._due = 0.0
        self._last = self.clock()
        self._timer.start()
        self.state_changed.emit(self.state)
        if not self.looks_back and self._nobody_goes_anywhere():
            self.said.emit(
                tr("Nobody has anywhere to go. Select an agent and right-click the floor.")
            )

    def pause(self) -> None:
        """Hold the time."""
        if not self.playing:
            return
        self._timer.stop()
        self._behind = False
        if self.looks_back:
            self.seek_tick(self._nearest)
        elif self.simulation.steps == 0:
            # Still at the start, where nothing is an input of the run.
            self._begin()
        self.tell()

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def step_once(self) -> None:
        """Pause and go on by one tick, 0.1 s: through what was recorded, then beyond it."""
        self.pause()
        if not self._anybody():
            return
        if self._drawn_here:
            self.go_on_here()
        if self.looks_back:
            self.seek_tick(self._tick + 1)
            return
        if not self._has_room():
            return
        while not self._step():
            pass
        self.tell()

    def restart(self) -> None:
        """From the start, and play."""
        self.stop_to_start()
        self.play()

    def stop_to_start(self, _: object = None) -> None:
        """Back to 0:00.0: everybody stands at its start, what happened is forgotten."""
        self._timer.stop()
        self._behind = False
        self._aside = None
        self._begin()
        self.tell()

    def tell(self) -> None:
        """Emit what is told after the state of play changed."""
        self.state_changed.emit(self.state)
        self._show_frame()

    def advance(self) -> None:
        """Run the steps that are due by the clock; the timer calls it once a frame."""
        now = self.clock()
        passed, self._last = (now - self._last) * self._speed, now
        if self._going_on:
            return
        if self.looks_back:
            passed = self._play_back(passed)
        elif self.simulation.steps == 0 and self._bake.busy:
            # The first step waits for what was drawn just before.
            return
        if not self.looks_back:
            self._due += passed * self.simulation.settings.steps_per_second
            self._run_due(now)
        self._show_frame()

    def _play_back(self, passed: float) -> float:
        """Go on by so many seconds through what was recorded; the seconds beyond its end."""
        at = self.seconds + passed
        beyond = at - self.length
        self._look(None if beyond >= 0.0 else at)
        if beyond >= 0.0:
            self.state_changed.emit(self.state)
        return max(0.0, beyond)

    def _run_due(self, now: float) -> None:
        try:
            while self._due >= 1.0:
                if self.record.full:
                    self._hold_full()
                    return
                self._step()
                self.times.take(self._last, self.simulation.timings)
                self._due -= 1.0
                if self.clock() - now >= BUDGET:
                    break
        except Exception:
            self.pause()
            raise
        self._drop_backlog(now)

    def _step(self) -> bool:
        """Go on by one step; whether a tick is over by it."""
        ticked = self.record.step()
        if ticked:
            self.ticked.emit(self.simulation)
        return ticked

    def _drop_backlog(self, now: float) -> None:
        if self._due > MOST_TICKS_BEHIND * self.simulation.settings.steps_per_tick:
            self._due = 0.0
            self._dropped_at = now
        behind = now - self._dropped_at < SHOW_BEHIND
        if behind != self._behind:
            self._behind = behind
            self.state_changed.emit(self.state)

    def _begin(self) -> None:
        super()._begin()
        self.times.forget()
        self._due = 0.0

    def _hold_full(self) -> None:
        """Hold the time, for nothing more can be recorded, and say what to do."""
        self.pause()
        self.said.emit(recording_full(clock_text(self.length)))

    def _has_room(self) -> bool:
        """Whether the run can go on at its end; say why if it can't."""
        if self.record.full:
            self.said.emit(recording_full(clock_text(self.length)))
        return not self.record.full

    def _anybody(self) -> bool:
        if self.looks_back or len(self.simulation.agents):
            return True
        self.said.emit(no_agents())
        return False

    def _nobody_goes_anywhere(self) -> bool:
        agents = self.simulation.agents
        busy = (agents.asked != NEVER) | (agents.waiting_until != NEVER) | agents.under_way
        return not bool(np.any(busy | self.simulation.stuck()))
