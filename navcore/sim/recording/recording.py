"""A recording: frames to look at, events, and all that it takes to go on from any tick."""

from bisect import bisect_right
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass

import numpy as np

from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.level.model import Level
from navcore.sim.events import NONE, Events
from navcore.sim.recording.frames import Frame, Snapshot, between
from navcore.sim.recording.replay import Replay, Scene
from navcore.sim.run import Input
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.state import State

KEYFRAME_SECONDS = 5.0
"""How far keyframes are apart."""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """Everything that a run goes on from."""

    tick: int
    state: State
    scene: Scene
    inputs: int
    """How many of the recording's inputs the state holds already."""


class Recording:
    """What happened in a run. A `Recorder` writes it; the frame of a tick is its beginning."""

    def __init__(self, settings: SimulationSettings) -> None:
        """Nothing yet."""
        self.settings = settings
        self.inputs: list[Input] = []
        """Every request that took effect, with its step."""
        self._keyframes: list[Keyframe] = []
        self._snapshots: list[Snapshot] = []
        self._known: list[int] = []
        self._events: list[Events] = []

    @property
    def ticks(self) -> int:
        """How many frames there are, ten a second; `frame` takes 0 to one less."""
        return len(self._snapshots)

    @property
    def seconds(self) -> float:
        """Time from the first frame to the last."""
        return max(0, self.ticks - 1) * self.seconds_per_tick

    @property
    def seconds_per_tick(self) -> float:
        """Time from one frame to the next."""
        return self.settings.steps_per_tick / self.settings.steps_per_second

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self._keyframes[0].state.seed

    @property
    def level(self) -> Level:
        """The level that the run began in."""
        return self._keyframes[0].scene.level

    @property
    def lattice(self) -> Lattice:
        """The cells that the run began on."""
        return self._keyframes[0].scene.lattice

    @property
    def events(self) -> Events:
        """(k,) all that happened so far, rows of `navcore.sim.events.EVENT`; read-only."""
        if not self._events:
            return NONE
        if len(self._events) > 1:
            joined = np.concatenate(self._events)
            joined.flags.writeable = False
            self._events = [joined]
        return self._events[0]

    def note(self, inputs: Iterable[Input], events: Events) -> None:
        """Keep what a step brought."""
        self.inputs += inputs
        if len(events):
            self._events.append(events)

    def put(self, tick: int, snapshot: Snapshot, state: State | None, scene: Scene) -> None:
        """Keep the next tick's frame, or the last one's anew, and the state for a keyframe.

        Raises:
            NavcoreError: if a tick was left out.
        """
        if tick not in (self.ticks, self.ticks - 1):
            message = f"the frame of tick {self.ticks} is missing, got that of {tick}"
            raise NavcoreError(message)
        del self._snapshots[tick:], self._known[tick:]
        self._keyframes = [key for key in self._keyframes if key.tick < tick]
        self._snapshots.append(snapshot)
        self._known.append(len(self.inputs))
        if state is not None:
            self._keyframes.append(Keyframe(tick, state, scene, len(self.inputs)))

    def snapshot(self, tick: int) -> Snapshot:
        """The frame of a tick as it is kept.

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        self._check(tick)
        return self._snapshots[tick]

    def inputs_since(self, tick: int) -> list[Input]:
        """What took effect after the frame of a tick was taken."""
        self._check(tick)
        return self.inputs[self._known[tick] :]

    def frame(self, tick: int) -> Frame:
        """All agents at the beginning of a tick.

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        return self.snapshot(tick).frame()

    def at(self, seconds: float) -> Frame:
        """All agents at a time since the beginning, between two frames (S3-115).

        Before the first frame it is the first, after the last the last.
        """
        at = min(max(seconds / self.seconds_per_tick, 0.0), float(self.ticks - 1))
        tick = int(at)
        first = self.frame(tick)
        if tick + 1 >= self.ticks:
            return first
        return between(first, self.frame(tick + 1), at - tick)

    def resume(self, tick: int) -> Simulation:
        """The run at the beginning of a tick, to the last bit, ready to go on (DESIGN 4).

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        self._check(tick)
        key = self._keyframes[bisect_right([one.tick for one in self._keyframes], tick) - 1]
        replay = Replay(key.scene, key.state, self.settings)
        return replay.to(
            tick * self.settings.steps_per_tick, self.inputs[key.inputs : self._known[tick]]
        )

    def cut(self, tick: int) -> None:
        """Forget what came after the beginning of a tick, whose frame stays.

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        self._check(tick)
        step = tick * self.settings.steps_per_tick
        del self._snapshots[tick + 1 :]
        del self._known[tick + 1 :]
        del self.inputs[self._known[tick] :]
        self._keyframes = [key for key in self._keyframes if key.tick <= tick]
        events = self.events
        self._events = [events[events["step"] < step]]

    def until(self, tick: int) -> "Recording":
        """A recording of its own that ends at the beginning of a tick; this one stays whole.

        Both share what they have in common.

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        made = copy(self)
        for name in ("inputs", "_keyframes", "_snapshots", "_known", "_events"):
            setattr(made, name, list(getattr(self, name)))
        made.cut(tick)
        return made

    def _check(self, tick: int) -> None:
        if not 0 <= tick < self.ticks:
            message = f"the recording has the ticks 0 to {self.ticks - 1}, got {tick}"
            raise NavcoreError(message)
