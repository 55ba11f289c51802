"""A recording: frames to look at, events, and all that it takes to go on from any tick."""

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
"""How far keyframes are apart."""
_FRAMES_KEPT: Final = 4
"""Frames that are at hand: those on both sides of a moment, while one plays or steps."""


class Known(NamedTuple):
    """What a frame stands after."""

    inputs: int
    """How many inputs had taken effect."""
    events: int
    """How many events had happened."""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """Everything that a run goes on from."""

    tick: int
    scene: Scene
    state: KeptState


@dataclass(slots=True)
class Parts:
    """What a recording consists of."""

    settings: SimulationSettings
    inputs: list[Input] = field(default_factory=list)
    happened: Happened = field(default_factory=Happened)
    track: Track = field(default_factory=Track)
    known: list[Known] = field(default_factory=list)
    """One for each tick."""
    keyframes: list[Keyframe] = field(default_factory=list)


class Recording:
    """What happened in a run. The frame of a tick shows its beginning; 0 is the start.

    A `Recorder` writes it; while it does, the same recording can be looked at. Any number of
    threads may read it: frames, events, inputs, and runs that go on from a tick.
    """

    def __init__(self, parts: Parts) -> None:
        """These parts, from now on its own."""
        self._parts = parts
        self._frames: dict[int, Frame] = {}
        self._packing: Packing | None = None
        self._built: tuple[Scene, World] | None = None
        """The world that was used last, which need not be baked again."""
        self._weighed = (0, 0, 0)
        """Blocks and keyframes of which `nbytes` knows the size, and that size."""
        self._lock = RLock()
        """Held while frames, states and worlds are unpacked, which keeps what was used last."""

    @property
    def settings(self) -> SimulationSettings:
        """The constants of the run."""
        return self._parts.settings

    @property
    def ticks(self) -> int:
        """How many frames there are, ten a second; `frame` takes 0 to one less."""
        return len(self._parts.track)

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
        return self._first.state.packed().seed

    @property
    def level(self) -> Level:
        """The level that the run began in."""
        return self._first.scene.level

    @property
    def lattice(self) -> Lattice:
        """The cells that the run began on."""
        return self._first.scene.lattice

    @property
    def inputs(self) -> list[Input]:
        """Every request that took effect, with its step, in this order; not to be written to."""
        return self._parts.inputs

    @property
    def nbytes(self) -> int:
        """Bytes of memory that frames, keyframes and events take, to some per cent.

        Only what came since the last question is looked at.
        """
        parts, (blocks, keyframes, total) = self._parts, self._weighed
        # The last keyframe may still be on its way to being packed.
        done = max(keyframes, len(parts.keyframes) - 1)
        total += parts.track.nbytes(blocks)
        total += sum(key.state.nbytes for key in parts.keyframes[keyframes:done])
        self._weighed = (parts.track.full_blocks, done, total)
        return total + parts.happened.nbytes

    @property
    def events(self) -> Events:
        """(k,) all that happened so far, rows of `navcore.sim.events.EVENT`; read-only."""
        with self._lock:
            return self._parts.happened.all()

    def frame(self, tick: int) -> Frame:
        """All agents at the beginning of a tick.

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
        """All agents at a time since the beginning, between two frames (S3-115).

        Before the first frame it is the first, after the last the last: nobody goes on where
        nothing is known.

        Raises:
            NavcoreError: if the recording was damaged, or holds no frame.
        """
        last = self.ticks - 1
        at = min(max(seconds / self.seconds_per_tick, 0.0), float(last))
        tick = int(at)
        first = self.frame(tick)
        return first if tick == last else between(first, self.frame(tick + 1), at - tick)

    def resume(self, tick: int) -> Simulation:
        """The run at the beginning of a tick, to the last bit, ready to go on.

        Its input log begins anew. What was taken in at that tick while time stood still is in.

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
                # What was taken in here is told of by the next step, and no state knows of that.
                at -= 1
            key = keyframes[at]
            state = key.state.unpacked()
            inputs = self.inputs[self._parts.known[key.tick].inputs : end]
            world = self._world_of(key.scene)
        return replayed(world, state, self.settings, inputs, step)

    def cut(self, tick: int) -> None:
        """Forget what came after the beginning of a tick, whose frame stays.

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
        """A recording of its own that ends with the frame of a tick; this one stays whole.

        Both share what they have in common.

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
        """Keep what a step brought; for recorders."""
        with self._lock:
            self._parts.inputs += inputs
            if len(events):
                self._parts.happened.add(events)

    def go_on(self) -> None:
        """Pack a slice of what was kept; for recorders, after steps that bring no frame."""
        with self._lock:
            self._parts.track.go_on()
            if self._packing is not None:
                self._packing.go_on()

    def put(self, tick: int, snapshot: Snapshot, scene: Scene, state: State | None) -> None:
        """Keep the next tick's frame, or the last one's anew; for recorders.

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
        """Take the world of a scene that comes with the next frames; for recorders."""
        self._built = (scene, world)

    def let_go(self) -> None:
        """Keep no world; what is resumed next is baked; for recorders."""
        self._built = None

    def snapshot(self, tick: int) -> Snapshot:
        """The frame of a tick as it is kept; for recorders.

        Raises:
            NavcoreError: if the recording has no such tick, or was damaged.
        """
        with self._lock:
            self._check(tick)
            return self._parts.track[tick]

    def since(self, tick: int) -> tuple[list[Input], Events]:
        """What took effect and what happened after the frame of a tick was taken."""
        with self._lock:
            self._check(tick)
            known = self._parts.known[tick]
            return self.inputs[known.inputs :], self.events[known.events :]

    def parts(self) -> Parts:
        """All of it; not to be written to."""
        return self._parts

    @property
    def _first(self) -> Keyframe:
        return self._parts.keyframes[0]

    def _world_of(self, scene: Scene) -> World:
        if self._built is None or self._built[0] is not scene:
            self._built = (scene, scene.build())
        return self._built[1]

    def _keep(self, ticks: int) -> None:
        """Only so many frames, and the keyframes among them."""
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
