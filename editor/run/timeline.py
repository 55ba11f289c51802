"""The time line of a run: any moment of it can be looked back on, and gone on from.

While one looks back nothing is simulated. Who is where is the moment's, and so are the doors of
the run; what is drawn stays the level as it is now. What is done by hand there, and a level that
is otherwise than it was then, make another run from that moment on; the one that was is set
aside and can come back.
"""

import math
from typing import Final

from PySide6.QtCore import QTimer

from editor.document import Document
from editor.run.commands import RunHand
from editor.run.inputs import RunInputs
from editor.run.moments import RunCounts, counts_of
from editor.run.record import RunRecord, same_level
from editor.services.bake.service import BakeService
from editor.tools.messages.play import clock_text
from navcore.i18n import tr
from navcore.sim.recording import Recording
from navcore.sim.simulation import Simulation
from navcore.world import World

REST_MS: Final = 150
"""A moment that is looked at for so long is made ready to go on from."""

_EPSILON: Final = 1e-6
"""Ticks by which a moment may be off that is meant to be at one."""


class RunTimeline(RunHand):
    """A run that is recorded, and the moment of it that is shown."""

    def __init__(self, document: Document, bake: BakeService) -> None:
        """A run of the document's level at the start."""
        super().__init__(document, bake)
        self._aside: tuple[RunRecord, int] | None = None
        self._shown_inputs: RunInputs | None = None
        self._looking = False
        """Whether doors change only because another moment is shown."""
        self._drawn_here = False
        """Whether the level changed while this moment was shown."""
        self._going_on = False
        """Whether a moment is being made ready to go on from."""
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._prepare)
        self._past.arrived.connect(self._show_frame)
        self.run_world.baked.connect(self._take_in)

    def pause(self) -> None:
        """Hold the time."""
        raise NotImplementedError

    def tell(self) -> None:
        """Emit what is told after the state of play changed."""
        raise NotImplementedError

    @property
    def recording(self) -> Recording:
        """What happened in the present run so far."""
        return self.record.recording

    @property
    def seconds(self) -> float:
        """Time of the run that is shown."""
        return self.simulation.seconds if self._moment is None else self._moment

    @property
    def length(self) -> float:
        """Time of the run at its end, seconds."""
        return self.simulation.seconds

    @property
    def looks_back(self) -> bool:
        """Whether a moment before the end of the run is shown."""
        return self._moment is not None

    @property
    def aside(self) -> RunRecord | None:
        """The run that is set aside; None if there is none."""
        return None if self._aside is None else self._aside[0]

    @property
    def parted(self) -> float:
        """Seconds at which the run that is set aside and the present one part; 0 without one."""
        return 0.0 if self._aside is None else self._aside[1] * self.recording.seconds_per_tick

    @property
    def time_text(self) -> str:
        """The time that is shown as minutes, seconds and tenths: `0:12.4`."""
        return clock_text(self.seconds)

    def counts(self) -> RunCounts:
        """How many agents there are at the moment that is shown, and what they do."""
        if self._moment is not None:
            return self._past.counts(self.record, self._moment)
        return counts_of(self.simulation.agents.states, self.simulation.reasons())

    def seek(self, seconds: float) -> None:
        """Hold the time and show a moment of the run, between its start and its end."""
        self.pause()
        if self.simulation.steps == 0:
            return
        self._drawn_here = False
        at_end = seconds >= self.length - _EPSILON
        self._look(None if at_end else max(0.0, seconds))
        self._rest.start()
        self.tell()

    def seek_tick(self, tick: int) -> None:
        """Hold the time and show the beginning of a tick."""
        self.seek(tick * self.recording.seconds_per_tick)

    def step_back(self) -> None:
        """Hold the time and show the tick before."""
        self.pause()
        tick = math.ceil(self.seconds / self.recording.seconds_per_tick - _EPSILON) - 1
        if tick >= 0:
            self.seek_tick(tick)

    def go_on_here(self) -> None:
        """Let the moment that is looked back on be the end of the run; the rest is set aside."""
        if self._moment is None or self._going_on:
            return
        self._going_on = True
        try:
            self._go_on_at(self._nearest)
        finally:
            self._going_on = False
        self._drawn_here = False
        said = tr("Goes on from {0}. The {1:.1f} s after it are set aside.")
        lost = (self.aside.simulation.seconds if self.aside else 0.0) - self.parted
        self.said.emit(said.format(clock_text(self.parted), lost))
        self.tell()

    def _go_on_at(self, nearest: int) -> None:
        left = self.record
        tick = min(nearest, left.recording.ticks - 1)
        self._look(tick * left.recording.seconds_per_tick)
        if tick == 0:
            self._begin()
        else:
            was = self._past.take(left, tick)
            self._moment = None
            self.record = left.gone_on(tick, self._at_present(was))
            self.record.asked = self.world
        self._aside = (left, tick)

    def change_runs(self) -> None:
        """Bring back the run that was set aside, where the two part; set this one aside."""
        if self._aside is None:
            return
        self.pause()
        self._look(None)
        (self.record, parted), left = self._aside, self.record
        self._aside = (left, parted)
        self._show_record(parted)

    def open_recording(self, recording: Recording) -> None:
        """Show a recorded run of this level from its beginning.

        Raises:
            NavcoreError: if the recording is damaged; then the present run stays.
        """
        self._bake.wait()
        record = RunRecord.of(recording, self._document.level)
        self.pause()
        self._begin()
        self._aside = None
        self.record = record
        self._show_record(0)

    def _show_record(self, tick: int) -> None:
        """Another record is the present run: show a tick of it."""
        self._moment = self.length
        self._look(None)
        self.seek_tick(tick)

    # What follows from the moment that is shown.

    @property
    def _nearest(self) -> int:
        """The tick nearest to the moment that is shown."""
        return round(self.seconds / self.recording.seconds_per_tick)

    def _look(self, moment: float | None) -> None:
        """Show a moment; None shows the end of the run."""
        was, self._moment = self._moment, moment
        if was is None and moment is None:
            return
        record = self.record
        if moment is None:
            self._past.forget()
            doors, inputs = record.doors.last, record.inputs.last
        else:
            doors, inputs = record.doors.at(self._tick), record.inputs.at(self._tick)
        if was is None or moment is None or inputs is not self._shown_inputs:
            self._shown_inputs, self.inputs = inputs, inputs.copy()
            self.inputs.follow(self._document.level)
            self.choose(self._chosen)
        self._looking = True
        try:
            self.run_world.stand(doors)
        finally:
            self._looking = False
        if moment is None:
            self._ask_for(self.world)

    def _at_present(self, simulation: Simulation) -> Simulation:
        """A run that was, in the world as it is now.

        Where agents walk alike in both it stays in its own, whose level the recording holds:
        edits of the level are recorded as they follow on that one.
        """
        if same_world(simulation.world, self.world):
            return simulation
        simulation.change_world(self.world)
        return simulation

    def _take_in(self, _: object) -> None:
        """There is another world."""
        self.inputs.follow(self._document.level)
        if self._moment is None:
            self._ask_for(self.world)
        elif not self._looking:
            self._drawn_here = True
            if self.playing:
                self.go_on_here()
        self._show_frame()

    def _ask_for(self, world: World) -> None:
        """Let the run go on in a world, unless it is in a world like it, or is about to be."""
        if self.simulation.steps == 0:
            self.record.begin_in(world)
        elif not same_world(self.record.asked, world):
            self.simulation.change_world(world)
        self.record.asked = world

    def _changed_since(self) -> bool:
        """Whether the level is otherwise than at the moment that is looked back on."""
        baked = self._document.level is self._bake.world.level
        return not (baked and same_level(self.record.levels.at(self._tick), self.world.level))

    def _prepare(self) -> None:
        if self._moment is not None and not self.playing:
            self._past.prepare(self.record, self._tick)
            self._show_frame()

    def _begin(self) -> None:
        """Another run, at the start."""
        self._moment = None
        self.record = RunRecord(Simulation(self._bake.world))
        self.inputs, self._held = RunInputs(), {}
        self._past.forget()
        self.choose(())
        self.run_world.forget()

    def _show_frame(self, _: object = None) -> None:
        self.frame.emit(self.fraction)


def same_world(one: World, other: World) -> bool:
    """Whether agents walk alike in two worlds."""
    if one is other:
        return True
    return one.grid.lattice == other.grid.lattice and same_level(one.level, other.level)
