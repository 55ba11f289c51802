"""Earlier moments of a run: the agents at that time, and the run restored to it."""

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop

from editor.run.agent_drawing import Crowd, Look, Roster
from editor.run.record import RunRecord
from editor.services.latest import Latest
from editor.services.scheduler import Scheduler
from navcore.level.model import Agent, Level
from navcore.sim.agents import WALK, Codes, Integers
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame
from navcore.sim.simulation import Simulation

AT_ONCE_MS: Final = 30.0
"""Milliseconds up to which a run is restored at once; longer ones use a thread."""
AGENT_MS: Final = 0.2
"""First guess at what that costs an agent: some hundred steps, half a microsecond each."""


_PAINT_AND_WAIT: Final = (
    QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
    | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
)


class RunCounts(NamedTuple):
    """Numbers of agents by activity; the fields after `agents` are mutually exclusive."""

    agents: int
    walking: int
    """Agents that walk and make progress."""
    held_up: int
    """Agents that want to walk but make no progress."""
    waiting: int
    stuck: int


def counts_of(states: Codes, reasons: Codes) -> RunCounts:
    """Count agents by activity, from their codes of `STAND`, `WALK` and `Reason`."""
    of_reason = np.bincount(reasons, minlength=len(Reason))
    held_up = int(of_reason[Reason.HELD_UP])
    return RunCounts(
        agents=len(states),
        walking=int(np.count_nonzero(states == WALK)) - held_up,
        held_up=held_up,
        waiting=int(of_reason[Reason.WAITS_AT_GOAL]),
        stuck=int(of_reason[Reason.NO_WAY]),
    )


class Moments:
    """Frames of a recording as crowds, with what does not change from one to the next kept."""

    def __init__(self) -> None:
        """Start without a cached moment."""
        self._frame: tuple[object, float, Frame] | None = None
        self._who: tuple[Integers, object, object, Roster] | None = None
        self._scheduler = Scheduler("resume")
        self._ready: Latest[Simulation] = Latest(AGENT_MS, self._scheduler, short_ms=AT_ONCE_MS)
        self.arrived = self._ready.arrived
        """The run of a moment was made ready on the thread."""
        self.shutdown = self._scheduler.shutdown

    def frame(self, record: RunRecord, seconds: float) -> Frame:
        """Return the frame at a moment."""
        known, recording = self._frame, record.recording
        if known is None or known[0] is not recording or known[1] != seconds:
            self._frame = known = (recording, seconds, recording.at(seconds))
        return known[2]

    def forget(self) -> None:
        """Drop the cached frame: the run continues and may differ later."""
        self._frame = None

    def crowd(self, level: Level, record: RunRecord, seconds: float) -> Crowd:
        """Return the crowd at a moment, without agents that the level has lost since.

        Agents that were drawn since are at their starts.
        """
        frame = self.frame(record, seconds)
        roster = self._roster(level, record, frame)
        looks = np.where(frame.states == WALK, np.int8(Look.WALKS), np.int8(Look.STANDS))
        looks[frame.reasons == Reason.NO_WAY] = Look.STUCK
        return roster.crowd(frame.positions, frame.facings, looks, frame.layers)

    def prepare(self, record: RunRecord, tick: int) -> None:
        """Make the run ready as it was at a tick; on a thread where that takes long."""
        recording, agents = record.recording, len(record.simulation.agents)
        self._ready.ask(
            (recording, float(tick)), lambda _: recording.resume(tick), float(max(1, agents))
        )

    def ready(self, record: RunRecord, tick: int) -> Simulation | None:
        """Return the run as it was at a tick, where it was made ready; not to be gone on with."""
        known = self._ready.known
        if known is None or known[0][0] is not record.recording or known[0][1] != tick:
            return None
        return known[1]

    def take(self, record: RunRecord, tick: int) -> Simulation:
        """Return the run restored to a tick, ready to continue.

        The window is painted meanwhile, but receives no input, which would refer to a moment that
        is about to change.
        """
        self.prepare(record, tick)
        while self._ready.busy:
            QCoreApplication.processEvents(_PAINT_AND_WAIT)
        found = self.ready(record, tick)
        self._ready.forget()
        return found or record.recording.resume(tick)

    def _roster(self, level: Level, record: RunRecord, frame: Frame) -> Roster:
        known, spawned = self._who, record.spawned()
        if (
            known is None
            or known[1] is not level.agents
            or known[2] != len(spawned)
            or not (known[0] is frame.ids or np.array_equal(known[0], frame.ids))
        ):
            roster = _roster_of(level, spawned, frame)
            self._who = known = (frame.ids, level.agents, len(spawned), roster)
        return known[3]


def _roster_of(level: Level, spawned: Mapping[int, Agent], frame: Frame) -> Roster:
    ids = frame.ids.tolist()
    elements = [level.agents.get(agent_id) or spawned.get(agent_id) for agent_id in ids]
    rows = [row for row, element in enumerate(elements) if element is not None]
    there = frozenset(ids)
    new = [element for element in level.agents.values() if element.id not in there]
    kept = [element for element in elements if element is not None]
    if len(kept) == len(ids) and not new:
        return Roster(kept)
    return Roster([*kept, *new], np.array(rows, np.int64))
