"""The recorder: it is called after every step of a run and writes its recording."""

import numpy as np

from navcore.errors import NavcoreError
from navcore.sim.agents import Flags
from navcore.sim.events import Kind
from navcore.sim.inputs import Teleport
from navcore.sim.recording.frames import UNITS_PER_METRE, Snapshot, rows_of, snapshot_of
from navcore.sim.recording.recording import KEYFRAME_SECONDS, Parts, Recording
from navcore.sim.recording.replay import Scene
from navcore.sim.simulation import Simulation
from navcore.world import World

FREE_TELEPORT = 0.5
"""Metres per tick, beyond twice its walk, from which on an agent was moved by a request (S3-003).
"""


class Recorder:
    """Writer of a run's recording; it changes nothing in the run."""

    def __init__(self, simulation: Simulation, recording: Recording | None = None) -> None:
        """Begin at the start of a run, or continue a recording: see `resumed`.

        Raises:
            NavcoreError: if the run has begun, or is not at the recording's last tick.
        """
        self.simulation = simulation
        self.recording = recording or Recording(Parts(simulation.settings))
        self._reader = simulation.reader()
        self._world: World | None = None
        self._scene: Scene | None = None
        due = max(0, self.recording.ticks - 1) * simulation.settings.steps_per_tick
        if simulation.steps != due:
            message = f"the recording goes on at step {due}, the run is at step {simulation.steps}"
            raise NavcoreError(message)
        self._steps = due
        if recording is None:
            self._reader.inputs += simulation.inputs
            self.take()

    @classmethod
    def resumed(cls, recording: Recording, tick: int, simulation: Simulation) -> "Recorder":
        """Return a recorder that continues a recording from a tick of a resumed simulation.

        Later ticks are cut from the recording.

        Raises:
            NavcoreError: if the recording has no such tick, or the run is not at it.
        """
        recording.cut(tick)
        return cls(simulation, recording)

    def take(self) -> None:
        """Store what the last step brought; call it after every step.

        Called again at the same step, it takes over the changes by `Simulation.take_in` and
        `begin_in`.

        Raises:
            NavcoreError: if it was not called after every step.
        """
        simulation, recording = self.simulation, self.recording
        if simulation.steps not in (self._steps, self._steps + 1):
            message = f"step {self._steps} was the last one taken, the run is at {simulation.steps}"
            raise NavcoreError(message)
        self._steps = simulation.steps
        recording.note(*self._reader.take())
        tick, odd = divmod(simulation.steps, simulation.settings.steps_per_tick)
        if odd:
            recording.go_on()
            return
        apart = max(1, round(KEYFRAME_SECONDS / recording.seconds_per_tick))
        state = None if tick % apart else simulation.state()
        if self._scene is None or self._world is not simulation.world:
            self._world = simulation.world
            self._scene = Scene.of(simulation.world)
            recording.stand_in(self._scene, simulation.world)
        snapshot = snapshot_of(simulation, self._teleported(tick))
        recording.put(tick, snapshot, self._scene, state)

    def let_go(self) -> None:
        """Drop references to worlds: large ones must not outlive a run that begins in another."""
        self._world = self._scene = None
        self.recording.let_go()

    def _teleported(self, tick: int) -> Flags:
        """Return which agents were moved by requests since the last frame."""
        agents, recording = self.simulation.agents, self.recording
        jumped = np.zeros(len(agents), np.bool_)
        if tick == 0 or len(agents) == 0:
            return jumped
        before = recording.snapshot(tick - 1)
        if len(before.ids):
            jumped |= self._went_too_far(before)
        inputs, events = recording.since(tick - 1)
        put = [
            agent_id
            for one in inputs
            if isinstance(one.request, Teleport)
            for agent_id, _ in one.request.places
        ]
        put += events["agent"][events["kind"] == Kind.DISPLACED].tolist()
        if put:
            jumped |= np.isin(agents.ids, put)
        return jumped

    def _went_too_far(self, before: Snapshot) -> Flags:
        """Return which agents are farther from their last places than they could have walked."""
        agents = self.simulation.agents
        reach = 2 * agents.walk_speeds * self.recording.seconds_per_tick + FREE_TELEPORT
        x, z = agents.positions.T
        was_x, was_z = before.places
        found: Flags | np.bool = np.True_
        if not np.array_equal(agents.ids, before.ids):
            rows, found = rows_of(agents.ids, before.ids)
            was_x, was_z = was_x[rows], was_z[rows]
        x, z = x - was_x / UNITS_PER_METRE, z - was_z / UNITS_PER_METRE
        far: Flags = found & (x * x + z * z > reach * reach)
        return far
