"""Timeline of a run: goes to any recorded moment, and lets the run continue from there.

While a recorded moment is shown, nothing is simulated: agents and switches are those of that
moment, and the drawing is the present level. An input at that moment, or a level that was edited
since, starts another run from it. The previous run is set aside and can be restored.
"""

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer

from editor.document import Document
from editor.run.agents import RunAgents
from editor.run.inputs import RunInputs
from editor.run.moments import Moments, RunCounts, counts_of
from editor.run.playhead import EPSILON, Playhead
from editor.run.record import RunRecord, same_level
from editor.run.step_times import StepTimes
from editor.run.switches import RunSwitches
from editor.services.bake.service import BakeService
from editor.tools.messages.play import clock_text
from navcore.i18n import tr
from navcore.sim.recording import Recording
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World

REST_MS: Final = 150
"""A moment that is looked at for so long is made ready to go on from."""


class RunTimeline:
    """Moves the playhead through the recording, and begins and replaces runs."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        playhead: Playhead,
        switches: RunSwitches,
        moments: Moments,
        agents: RunAgents,
        times: StepTimes,
        *,
        settings: Callable[[], SimulationSettings] = SimulationSettings,
        pause: Callable[[], None],
    ) -> None:
        """Follow the worlds of the run.

        `settings` returns those of the next run; `pause` stops the clock before another moment is
        shown.
        """
        self._document, self._bake = document, bake
        self._playhead, self._switches = playhead, switches
        self._moments, self._agents, self._times = moments, agents, times
        self._settings, self._pause = settings, pause
        self._aside: tuple[RunRecord, int] | None = None
        self._shown_inputs: RunInputs | None = None
        self._looking = False
        """True while switches change only because another moment is shown."""
        self.level_changed = False
        """True if the level changed while this moment was shown."""
        self.going_on = False
        """True while a moment is prepared to continue from: nothing may be simulated."""
        self._rest = QTimer(playhead.signals, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._prepare)
        moments.arrived.connect(playhead.show_frame)
        switches.baked.connect(self._follow_world)

    def shutdown(self) -> None:
        """Stop the thread that makes moments ready."""
        self._rest.stop()
        self._moments.shutdown()

    @property
    def aside(self) -> RunRecord | None:
        """The run that was set aside; None if there is none."""
        return None if self._aside is None else self._aside[0]

    @property
    def parted(self) -> float:
        """Seconds at which the run that is set aside and the present one part; 0 without one."""
        per_tick = self._playhead.record.recording.seconds_per_tick
        return 0.0 if self._aside is None else self._aside[1] * per_tick

    @property
    def shown(self) -> Simulation | None:
        """The run at the shown moment; None while only its frame is known."""
        playhead = self._playhead
        if playhead.moment is None:
            return playhead.record.simulation
        return self._moments.ready(playhead.record, playhead.tick)

    @property
    def outdated(self) -> bool:
        """True if the level differs from the level of the shown moment."""
        baked = self._document.level is self._bake.world.level
        then = self._playhead.record.levels.at(self._playhead.tick)
        return not (baked and same_level(then, self._switches.world.level))

    def counts(self) -> RunCounts:
        """Return the numbers of agents at the shown moment, by activity.

        An edit while the run is paused takes effect at the next tick: until then the run has agents
        that the level has lost, and lacks new ones.
        """
        playhead, roster = self._playhead, self._agents.crowd().roster
        shown = len(roster.elements)
        if playhead.at_start:
            return RunCounts(shown, 0, 0, 0, 0)
        if playhead.moment is not None:
            frame = self._moments.frame(playhead.record, playhead.moment)
            states, reasons = frame.states, frame.reasons
        else:
            simulation = playhead.record.simulation
            states, reasons = simulation.agents.states, simulation.reasons()
        if roster.sources is not None:
            states, reasons = states[roster.sources], reasons[roster.sources]
        return counts_of(states, reasons)._replace(agents=shown)

    # Moving the playhead.

    def seek(self, seconds: float) -> None:
        """Pause and show a moment of the run, between its start and its end."""
        self._pause()
        if self._playhead.record.simulation.steps == 0:
            return
        self.level_changed = False
        at_end = seconds >= self._playhead.length - EPSILON
        self._look(None if at_end else max(0.0, seconds))
        self._rest.start()
        self._playhead.tell()

    def seek_tick(self, tick: int) -> None:
        """Pause and show the beginning of a tick."""
        self.seek(tick * self._playhead.record.recording.seconds_per_tick)

    def step_back(self) -> None:
        """Pause and show the tick before."""
        self._pause()
        per_tick = self._playhead.record.recording.seconds_per_tick
        tick = math.ceil(self._playhead.seconds / per_tick - EPSILON) - 1
        if tick >= 0:
            self.seek_tick(tick)

    def play_back(self, passed: float) -> float:
        """Advance through the recording by these seconds; return the seconds beyond its end."""
        at = self._playhead.seconds + passed
        beyond = at - self._playhead.length
        self._look(None if beyond >= 0.0 else at)
        if beyond >= 0.0:
            self._playhead.signals.state_changed.emit(self._playhead.state)
        return max(0.0, beyond)

    # Beginning and changing runs.

    def begin(self) -> None:
        """Begin another run of the level, at the start."""
        self._playhead.begin(Simulation(self._bake.world, settings=self._settings()))
        self._moments.forget()
        self._agents.forget()
        self._switches.forget()
        self._times.forget()

    def rewind(self) -> None:
        """Begin another run, and forget the run that was set aside."""
        self._aside = None
        self.begin()

    def go_on_here(self) -> None:
        """Let the moment that is looked back on be the end of the run; the rest is set aside."""
        playhead = self._playhead
        if playhead.moment is None or self.going_on:
            return
        self.going_on = True
        try:
            self._go_on_at(playhead.nearest_tick)
        finally:
            self.going_on = False
        self.level_changed = False
        said = tr("Goes on from {0}. The {1:.1f} s after it are set aside.")
        lost = (self.aside.simulation.seconds if self.aside else 0.0) - self.parted
        playhead.signals.said.emit(said.format(clock_text(self.parted), lost))
        playhead.tell()

    def _go_on_at(self, nearest: int) -> None:
        playhead = self._playhead
        left = playhead.record
        tick = min(nearest, left.recording.ticks - 1)
        self._look(tick * left.recording.seconds_per_tick)
        if tick == 0:
            self.begin()
        else:
            was = self._moments.take(left, tick)
            playhead.moment = None
            playhead.record = left.gone_on(tick, self._at_present(was))
            playhead.record.asked = self._switches.world
        self._aside = (left, tick)

    def change_runs(self) -> None:
        """Bring back the run that was set aside, where the two part; set this one aside."""
        if self._aside is None:
            return
        self._pause()
        self._look(None)
        (other, parted), left = self._aside, self._playhead.record
        self._playhead.record = other
        self._aside = (left, parted)
        self._show_record(parted)

    def open_recording(self, recording: Recording) -> None:
        """Show a recorded run of this level from its beginning.

        Raises:
            NavcoreError: if the recording is damaged; then the present run stays.
        """
        self._bake.wait()
        record = RunRecord.of(recording, self._document.level)
        self._pause()
        self.rewind()
        self._playhead.record = record
        self._show_record(0)

    def _show_record(self, tick: int) -> None:
        """Another record is the present run: show a tick of it."""
        self._playhead.moment = self._playhead.length
        self._look(None)
        self.seek_tick(tick)

    # Effects of the shown moment.

    def _look(self, moment: float | None) -> None:
        """Show a moment; None shows the end of the run."""
        playhead, agents = self._playhead, self._agents
        was, playhead.moment = playhead.moment, moment
        if was is None and moment is None:
            return
        record = playhead.record
        if moment is None:
            self._moments.forget()
            switched, inputs = record.switches.last, record.inputs.last
        else:
            switched, inputs = record.switches.at(playhead.tick), record.inputs.at(playhead.tick)
        if was is None or moment is None or inputs is not self._shown_inputs:
            self._shown_inputs, playhead.inputs = inputs, inputs.copy()
            playhead.inputs.follow(self._document.level)
            agents.choose(agents.chosen)
        self._looking = True
        try:
            self._switches.put(switched)
        finally:
            self._looking = False
        if moment is None:
            self._ask_for(self._switches.world)

    def _at_present(self, simulation: Simulation) -> Simulation:
        """Return a restored run, moved to the present world.

        If agents walk alike in both worlds, it keeps its own, whose level the recording has: later
        edits are recorded relative to that level.
        """
        if same_world(simulation.world, self._switches.world):
            return simulation
        simulation.change_world(self._switches.world)
        return simulation

    def _follow_world(self, _: object) -> None:
        """Adapt to another world."""
        playhead = self._playhead
        playhead.inputs.follow(self._document.level)
        if playhead.moment is None:
            self._ask_for(self._switches.world)
        elif not self._looking:
            self.level_changed = True
            if playhead.playing:
                self.go_on_here()
        playhead.show_frame()

    def _ask_for(self, world: World) -> None:
        """Let the run go on in a world, unless it is in a world like it, or is about to be."""
        record = self._playhead.record
        if record.simulation.steps == 0 and record.simulation.settings != self._settings():
            # The level's rules are others now.
            self.begin()
            record = self._playhead.record
        elif record.simulation.steps == 0:
            record.begin_in(world)
        elif not same_world(record.asked, world):
            record.simulation.change_world(world)
        record.asked = world

    def _prepare(self) -> None:
        playhead = self._playhead
        if playhead.moment is not None and not playhead.playing:
            self._moments.prepare(playhead.record, playhead.tick)
            playhead.show_frame()


def same_world(one: World, other: World) -> bool:
    """Return whether agents walk in the same way in two worlds."""
    if one is other:
        return True
    return one.grid.lattice == other.grid.lattice and same_level(one.level, other.level)
