"""A recording: frames to show, events, and all data for resuming the run at any tick."""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from threading import RLock
from typing import Final, NamedTuple

from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.level.model import Level
from navcore.sim.events import Events
from navcore.sim.inputs import Input
from navcore.sim.recording.frames import Frame, Snapshot, between
from navcore.sim.recording.happened import Happened
from navcore.sim.recording.packing import KeptState, Packing
from navcore.sim.recording.replay import Scene, replayed
from navcore.sim.recording.track import Track
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World

KEYFRAME_SECONDS: Final = 5.0
"""Seconds between keyframes."""
_FRAMES_KEPT: Final = 4
"""Frames in the cache: those on both sides of a moment, during playback and single steps."""


class Known(NamedTuple):
    """Contents of a recording before a frame."""

    inputs: int
    """Number of inputs that had taken effect."""
    events: int
    """Number of events that had happened."""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """All data to resume a run from."""

    tick: int
    scene: Scene
    state: KeptState


@dataclass(slots=True)
class Parts:
    """Contents of a recording."""

    settings: SimulationSettings
    inputs: list[Input] = field(default_factory=list)
    happened: Happened = field(default_factory=Happened)
    track: Track = field(default_factory=Track)
    known: list[Known] = field(default_factory=list)
    """One for each tick."""
    keyframes: list[Keyframe] = field(default_factory=list)


class Recording:
    """Recording of a run. The frame of a tick shows its beginning; 0 is the start.

    A `Recorder` writes it, and meanwhile it can be read. Any number of threads may read it: frames,
    events, inputs, and runs that are resumed at a tick.
    """

    def __init__(self, parts: Parts) -> None:
        """Take these parts over."""
        self._parts = parts
        self._frames: dict[int, Frame] = {}
        self._packing: Packing | None = None
        self._built: tuple[Scene, World] | None = None
        """The last used world, cached to save a bake."""
        self._weighed = (0, 0, 0)
        """Number of blocks and keyframes with a known size, and that size; for `nbytes`."""
        self._lock = RLock()
        """Held while frames, states and worlds are unpacked, as the last ones are cached."""

    @property
    def settings(self) -> SimulationSettings:
        """Constants of the run."""
        return self._parts.settings

    @property
    def ticks(self) -> int:
        """Number of frames, ten a second; `frame` takes 0 to one less."""
        return len(self._parts.track)

    @property
    def seconds(self) -> float:
        """Time from the first frame to the last."""
        return max(0, self.ticks - 1) * self.seconds_per_tick

    @property
    def seconds_per_tick(self) -> float:
        """Time between two frames."""
        return self.settings.steps_per_tick / self.settings.steps_per_second

    @property
    def seed(self) -> int:
        """Seed of the run."""
        return self._first.state.packed().seed

    @property
    def level(self) -> Level:
        """Level that the run began in."""
        return self._first.scene.level

    @property
    def lattice(self) -> Lattice:
        """Cells that the run began on."""
        return self._first.scene.lattice

    @property
    def inputs(self) -> list[Input]:
        """Every request that took effect, with its step, in order; read-only."""
        return self._parts.inputs

    @property
    def nbytes(self) -> int:
        """Bytes of memory of frames, keyframes and events, accurate to a few per cent.

        Only additions since the last call are measured.
        """
        parts, (blocks, keyframes, total) = self._parts, self._weighed
        # The last keyframe may still be being packed.
        done = max(keyframes, len(parts.keyframes) - 1)
        total += parts.track.nbytes(blocks)
        total += sum(key.state.nbytes for key in parts.keyframes[keyframes:done])
        self._weighed = (parts.track.full_blocks, done, total)
        return total + parts.happened.nbytes

    @property
    def events(self) -> Events:
        """(k,) all events so far, rows of `navcore.sim.events.EVENT`; read-only."""
        with self._lock:
            return self._parts.happened.all()

    def frame(self, tick: int) -> Frame:
        """Return all agents at the beginning of a tick.

        Raises:
            NavcoreError: if the recording has no such tick, or was damaged.
        """
        with self._lock:
            self._check(tick)
            frame = self._frames.get(tick)
            if frame is None:
                frame = self._parts.track[tick].frame()
                while len(self._frames) >= _FRAMES_KEPT:
                    del self._frames[next(iter(self._frames))]
                self._frames[tick] = frame
            return frame

    def at(self, seconds: float) -> Frame:
        """Return all agents at a time since the beginning, between two frames (S3-115).

        Before the first frame it is the first, after the last the last: nothing is extrapolated.

        Raises:
            NavcoreError: if the recording was damaged, or holds no frame.
        """
        last = self.ticks - 1
        at = min(max(seconds / self.seconds_per_tick, 0.0), float(last))
        tick = int(at)
        first = self.frame(tick)
        return first if tick == last else between(first, self.frame(tick + 1), at - tick)

    def resume(self, tick: int) -> Simulation:
        """Return the run at the beginning of a tick, to the last bit, ready to continue.

        Its input log begins anew. Inputs that were carried out at that tick while the run was
        paused are included.

        Raises:
            NavcoreError: if the recording has no such tick, or was damaged.
        """
        step = tick * self.settings.steps_per_tick
        with self._lock:
            self._check(tick)
            keyframes = self._parts.keyframes
            at = bisect_right(keyframes, tick, key=lambda one: one.tick) - 1
            end = self._parts.known[tick].inputs
            if at and keyframes[at].tick == tick and end and self.inputs[end - 1].step == step:
                # The events of inputs that were carried out here are missing in this state.
                at -= 1
            key = keyframes[at]
            state = key.state.unpacked()
            inputs = self.inputs[self._parts.known[key.tick].inputs : end]
            world = self._world_of(key.scene)
        return replayed(world, state, self.settings, inputs, step)

    def cut(self, tick: int) -> None:
        """Remove all after the beginning of a tick; its frame stays.

        Raises:
            NavcoreError: if the recording has no such tick.
        """
        with self._lock:
            self._check(tick)
            self._keep(tick + 1)
            known = self._parts.known[tick]
            del self._parts.inputs[known.inputs :]
            self._parts.happened.cut(known.events)

    def until(self, tick: int) -> "Recording":
        """Return another recording that ends with the frame of a tick; this one is unchanged.

        Both share their common data.

        Raises:
            NavcoreError: if the recording has no such tick, or was damaged.
        """
        with self._lock:
            self._check(tick)
            parts, known = self._parts, self._parts.known[tick]
            track = Track.of(parts.track.blocks())
            track.cut(tick + 1)
            made = Recording(
                Parts(
                    parts.settings,
                    parts.inputs[: known.inputs],
                    Happened(self.events[: known.events]),
                    track,
                    parts.known[: tick + 1],
                    [key for key in parts.keyframes if key.tick <= tick],
                )
            )
            made._built = self._built
            return made

    def note(self, inputs: Iterable[Input], events: Events) -> None:
        """Add the inputs and events of a step; for recorders."""
        with self._lock:
            self._parts.inputs += inputs
            if len(events):
                self._parts.happened.add(events)

    def go_on(self) -> None:
        """Pack a slice of the stored data; for recorders, after steps without a frame."""
        with self._lock:
            self._parts.track.go_on()
            if self._packing is not None:
                self._packing.go_on()

    def put(self, tick: int, snapshot: Snapshot, scene: Scene, state: State | None) -> None:
        """Add the next tick's frame, or replace the last one; for recorders.

        With a state it becomes a keyframe.

        Raises:
            NavcoreError: if a tick was left out.
        """
        if tick not in (self.ticks, self.ticks - 1):
            message = f"the frame of tick {self.ticks} is missing, got that of {tick}"
            raise NavcoreError(message)
        with self._lock:
            self._keep(tick)
            parts = self._parts
            parts.track.append(snapshot)
            parts.known.append(Known(len(parts.inputs), len(parts.happened)))
            if state is not None:
                before = self._packing
                if before is not None:
                    before.packed()
                self._packing = Packing(state, before)
                parts.keyframes.append(Keyframe(tick, scene, self._packing))

    def stand_in(self, scene: Scene, world: World) -> None:
        """Cache the world of a scene that comes with the next frames; for recorders."""
        self._built = (scene, world)

    def let_go(self) -> None:
        """Drop the cached world; a resumed run bakes it again; for recorders."""
        self._built = None

    def snapshot(self, tick: int) -> Snapshot:
        """Return the frame of a tick as it is stored; for recorders.

        Raises:
            NavcoreError: if the recording has no such tick, or was damaged.
        """
        with self._lock:
            self._check(tick)
            return self._parts.track[tick]

    def since(self, tick: int) -> tuple[list[Input], Events]:
        """Return the inputs that took effect, and the events, after the frame of a tick."""
        with self._lock:
            self._check(tick)
            known = self._parts.known[tick]
            return self.inputs[known.inputs :], self.events[known.events :]

    def parts(self) -> Parts:
        """Return all contents, read-only."""
        return self._parts

    @property
    def _first(self) -> Keyframe:
        return self._parts.keyframes[0]

    def _world_of(self, scene: Scene) -> World:
        if self._built is None or self._built[0] is not scene:
            self._built = (scene, scene.build())
        return self._built[1]

    def _keep(self, ticks: int) -> None:
        """Keep only this many frames, and the keyframes among them."""
        if ticks >= self.ticks:
            return
        parts, self._weighed = self._parts, (0, 0, 0)
        parts.track.cut(ticks)
        del parts.known[ticks:]
        self._frames = {tick: frame for tick, frame in self._frames.items() if tick < ticks}
        while parts.keyframes and parts.keyframes[-1].tick >= ticks:
            parts.keyframes.pop()
            self._packing = None

    def _check(self, tick: int) -> None:
        if not 0 <= tick < self.ticks:
            message = f"the recording has the ticks 0 to {self.ticks - 1}, got {tick}"
            raise NavcoreError(message)
