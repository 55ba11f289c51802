"""Ticks of a recorded crowd, with the level and the bodies at each tick."""

from collections.abc import Mapping
from itertools import islice

import numpy as np

from navcore.level.model import Agent, Level
from navcore.sim.agents import Floats, Integers
from navcore.sim.inputs import Spawn, WorldEdit
from navcore.sim.judging.ticks import CrowdTick, TickReader
from navcore.sim.recording import Frame, Recording


class RecordedTicks:
    """Reader of a recording, tick by tick from the first one on."""

    def __init__(self, recording: Recording) -> None:
        """Start before the first tick of the recording."""
        self._recording = recording
        self._reader = TickReader()
        self._level: Level | None = None
        self._inputs = 0
        """Number of the recording's inputs that were searched for edits of the level."""
        self._spawned: dict[int, Agent] = {}
        self._searched = 0
        """Number of the inputs that were searched for spawned agents."""
        self._bodies: tuple[Integers, Mapping[int, Agent], Floats, Floats] | None = None

    @property
    def level(self) -> Level:
        """The level at the tick that was read last."""
        return self._level or self._recording.level

    def read(self, tick: int) -> tuple[Frame, CrowdTick]:
        """Return the frame of a tick, and the same tick for figures.

        Raises:
            NavcoreError: if the recording was damaged, or has no such tick.
        """
        recording = self._recording
        self._follow_level(tick)
        frame = recording.frame(tick)
        radii, speeds = self._bodies_of(frame)
        return frame, self._reader.of_frame(tick, recording.seconds_per_tick, frame, radii, speeds)

    def _follow_level(self, tick: int) -> None:
        """Apply the edits of the level that are in force at a tick, as in the run."""
        recording = self._recording
        per_tick, inputs = recording.settings.steps_per_tick, recording.inputs
        level = self.level
        while self._inputs < len(inputs):
            one = inputs[self._inputs]
            # A new world takes effect at the next tick.
            if -(-one.step // per_tick) >= tick:
                break
            self._inputs += 1
            if isinstance(one.request, WorldEdit):
                level = one.request.edit.apply(level)
        self._level = level

    def _bodies_of(self, frame: Frame) -> tuple[Floats, Floats]:
        """Return (n,) radii and walk speeds of the agents of a frame; 0 for unknown agents."""
        known, agents = self._bodies, self.level.agents
        if (
            known is not None
            and known[1] is agents
            and (known[0] is frame.ids or np.array_equal(known[0], frame.ids))
        ):
            return known[2], known[3]
        inputs = self._recording.inputs
        for one in islice(inputs, self._searched, None):
            if isinstance(one.request, Spawn):
                self._spawned[one.request.agent.id] = one.request.agent
        self._searched = len(inputs)
        elements = [agents.get(i) or self._spawned.get(i) for i in frame.ids.tolist()]
        radii = np.array([one.radius if one else 0.0 for one in elements])
        speeds = np.array([one.walk_speed if one else 0.0 for one in elements])
        self._bodies = (frame.ids, agents, radii, speeds)
        return radii, speeds
