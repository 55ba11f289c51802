"""The clock of a run: it decides when the simulation steps, never what a step does.

A run is at its start (0:00.0), plays or is paused. At the start an edit of the level makes a new
run; later the run continues in the new world, from its next tick. Manual changes to doors,
obstacles and agents only affect this run: they are no edits and no undo steps, and are gone at the
next start. Playing from an earlier moment replays the recording, and then continues; if the level
has changed since, the run continues from that moment instead.
"""

import math
from collections.abc import Callable
from time import perf_counter
from typing import Final

import numpy as np
from PySide6.QtCore import Qt, QTimer

from editor.run.playhead import Playhead
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
"""Seconds of a frame that may be spent on steps; the remaining steps wait."""
MOST_TICKS_BEHIND: Final = 5
"""Number of ticks above which a backlog is dropped."""
SHOW_BEHIND: Final = 1.0
"""Seconds for which a dropped backlog is indicated."""


class RunClock:
    """Plays a run: does the steps that are due, in the time that a frame leaves."""

    def __init__(
        self,
        bake: BakeService,
        playhead: Playhead,
        timeline: RunTimeline,
        times: StepTimes,
        *,
        now: Callable[[], float] = perf_counter,
    ) -> None:
        """Make a stopped clock; `now` returns seconds."""
        self._bake, self._playhead = bake, playhead
        self._timeline, self._times = timeline, times
        self.now = now
        """Time in seconds that the run follows; listeners need not follow every frame."""
        self._speed = 1.0
        self._last = 0.0
        self._dropped_at = -math.inf
        self._behind = False
        self._timer = QTimer(playhead.signals)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.advance)

    @property
    def behind(self) -> bool:
        """True if steps were dropped lately because they took too long."""
        return self._behind

    @property
    def speed(self) -> float:
        """Multiple of real time, one of `SPEEDS`."""
        return self._speed

    @speed.setter
    def speed(self, value: float) -> None:
        if value not in SPEEDS:
            message = f"speed must be one of {SPEEDS}, got {value}"
            raise ValueError(message)
        if value != self._speed:
            self._speed = value
            self._tell_state()

    def play(self) -> None:
        """Start playing; without agents nothing can happen, and a message says so."""
        playhead, timeline = self._playhead, self._timeline
        if playhead.playing or not self._has_agents():
            return
        if playhead.looks_back and timeline.outdated:
            timeline.go_on_here()
        if not playhead.looks_back and not self._has_room():
            return
        playhead.due = 0.0
        self._last = self.now()
        self._timer.start()
        playhead.playing = True
        self._tell_state()
        if not playhead.looks_back and self._nobody_goes_anywhere():
            playhead.signals.said.emit(
                tr("No agent has a goal. Select an agent and right-click the floor.")
            )

    def pause(self) -> None:
        """Hold the time."""
        playhead = self._playhead
        if not playhead.playing:
            return
        self._stop()
        if playhead.looks_back:
            self._timeline.seek_tick(playhead.nearest_tick)
        elif playhead.record.simulation.steps == 0:
            # Still at the start, where nothing is an input of the run.
            self._timeline.begin()
        playhead.tell()

    def toggle(self) -> None:
        """Play or pause."""
        if self._playhead.playing:
            self.pause()
        else:
            self.play()

    def step_once(self) -> None:
        """Pause and advance by one tick, 0.1 s, through the recording and then beyond it."""
        self.pause()
        playhead, timeline = self._playhead, self._timeline
        if not self._has_agents():
            return
        if timeline.level_changed:
            timeline.go_on_here()
        if playhead.looks_back:
            timeline.seek_tick(playhead.tick + 1)
            return
        if not self._has_room():
            return
        while not self._step():
            pass
        playhead.tell()

    def restart(self) -> None:
        """Go to the start and play."""
        self.stop_to_start()
        self.play()

    def stop_to_start(self, _: object = None) -> None:
        """Go back to 0:00.0: all agents are at their starts, the run is forgotten."""
        self._stop()
        self._timeline.rewind()
        self._playhead.tell()

    def advance(self) -> None:
        """Run the steps that are due by the clock; the timer calls it once a frame."""
        playhead, now = self._playhead, self.now()
        passed, self._last = (now - self._last) * self._speed, now
        if self._timeline.going_on:
            return
        if playhead.looks_back:
            passed = self._timeline.play_back(passed)
        elif playhead.record.simulation.steps == 0 and self._bake.busy:
            # The first step waits for the bake of the last edit.
            return
        if not playhead.looks_back:
            playhead.due += passed * playhead.record.simulation.settings.steps_per_second
            self._run_due(now)
        playhead.show_frame()

    def _stop(self) -> None:
        self._timer.stop()
        self._playhead.playing = False
        self._behind = False

    def _tell_state(self) -> None:
        self._playhead.signals.state_changed.emit(self._playhead.state)

    def _run_due(self, now: float) -> None:
        playhead = self._playhead
        try:
            while playhead.due >= 1.0:
                if playhead.record.full:
                    self._hold_full()
                    return
                self._step()
                self._times.take(self._last, playhead.record.simulation.timings)
                playhead.due -= 1.0
                if self.now() - now >= BUDGET:
                    break
        except Exception:
            self.pause()
            raise
        self._drop_backlog(now)

    def _step(self) -> bool:
        """Go on by one step; whether a tick is over by it."""
        record = self._playhead.record
        ticked = record.step()
        if ticked:
            self._playhead.signals.ticked.emit(record.simulation)
        return ticked

    def _drop_backlog(self, now: float) -> None:
        playhead = self._playhead
        if playhead.due > MOST_TICKS_BEHIND * playhead.record.steps_per_tick:
            playhead.due = 0.0
            self._dropped_at = now
        behind = now - self._dropped_at < SHOW_BEHIND
        if behind != self._behind:
            self._behind = behind
            self._tell_state()

    def _hold_full(self) -> None:
        """Hold the time, for nothing more can be recorded, and say what to do."""
        self.pause()
        self._say_full()

    def _has_room(self) -> bool:
        """Return whether the run can go on at its end; say why if it can't."""
        if self._playhead.record.full:
            self._say_full()
        return not self._playhead.record.full

    def _say_full(self) -> None:
        self._playhead.signals.said.emit(recording_full(clock_text(self._playhead.length)))

    def _has_agents(self) -> bool:
        if self._playhead.looks_back or self._timeline.counts().agents:
            return True
        self._playhead.signals.said.emit(no_agents())
        return False

    def _nobody_goes_anywhere(self) -> bool:
        simulation = self._playhead.record.simulation
        agents = simulation.agents
        busy = (agents.asked != NEVER) | (agents.waiting_until != NEVER) | agents.under_way
        return not bool(np.any(busy | simulation.stuck()))
