"""The run of the level in the window, composed of named parts.

Read the `playhead` for the shown moment and whether it plays; play with the `clock`, look at
earlier moments with the `timeline`, act with the `commands`; connect to the `signals`.
"""

from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject

from editor.document import Document
from editor.run.agents import RunAgents
from editor.run.clock import RunClock
from editor.run.commands import RunCommands
from editor.run.inputs import RunInputs
from editor.run.moments import Moments
from editor.run.playhead import Playhead
from editor.run.record import RunRecord
from editor.run.signals import RunSignals
from editor.run.step_times import StepTimes
from editor.run.switches import RunSwitches
from editor.run.timeline import RunTimeline
from editor.services.bake.service import BakeService
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World


class Run(QObject):
    """The run of a document's level; the same object for as long as the window lives."""

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        *,
        settings: Callable[[], SimulationSettings] = SimulationSettings,
        now: Callable[[], float] = perf_counter,
    ) -> None:
        """Make a run at its start; `settings` is called at each start, `now` returns seconds."""
        super().__init__()
        self.signals = RunSignals(self)
        self.playhead = Playhead(self.signals, Simulation(bake.world, settings=settings()))
        """The shown moment: time, state, record and inputs of the run."""
        self.switches = RunSwitches(document, bake)
        """Doors and obstacles that were switched in the run, and the world that follows."""
        self.times = StepTimes()
        """Durations of the steps of the last second."""
        moments = Moments()
        self.agents = RunAgents(document, self.playhead, moments)
        """Agents as they are drawn, selected and held."""
        self.timeline = RunTimeline(
            document, bake, self.playhead, self.switches, moments, self.agents, self.times,
            settings=settings, pause=self._pause,
        )  # fmt: skip
        """Looks back, goes on from there, opens recordings."""
        self.clock = RunClock(bake, self.playhead, self.timeline, self.times, now=now)
        """Plays, pauses and steps."""
        self.commands = RunCommands(
            document, self.playhead, self.switches, self.agents, self.timeline
        )
        """Sends, moves and adds agents, switches doors and obstacles, saves changes."""
        document.loaded.connect(self.clock.stop_to_start)

    @property
    def record(self) -> RunRecord:
        """The present run: its simulation and recording; another object where another goes on."""
        return self.playhead.record

    @property
    def inputs(self) -> RunInputs:
        """Changes to agents up to the shown moment."""
        return self.playhead.inputs

    @property
    def world(self) -> World:
        """The world of the run: the level's bake with the run's switches."""
        return self.switches.world

    def shutdown(self) -> None:
        """Pause, and stop the thread that makes moments ready."""
        self.clock.pause()
        self.timeline.shutdown()

    def _pause(self) -> None:
        # The clock drives the timeline, so it is made after it.
        self.clock.pause()
