"""Counts of agents in each state at each tick of a recording, crowding, and use of doors.

All numbers are computed from the frames and events of the recording when they are needed: they cost
the run nothing, and a recording that was opened gives the same numbers as the run.
"""

from enum import IntEnum

import numpy as np

from navcore.geometry.rings import Floats
from navcore.sim.agents import WALK, Flags, Integers
from navcore.sim.events import Kind
from navcore.sim.judging import NOBODY, CrowdFigures, NarrowPlaces, Passages, contacts_of
from navcore.sim.judging.recorded import RecordedTicks
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame, Recording
from navcore.sim.recording.frames import rows_of


class Doing(IntEnum):
    """What an agent does, as it is counted; agents that were never sent anywhere don't count."""

    WALKING = 0
    """It walks and makes progress."""
    HELD_UP = 1
    """It wants to walk, and another agent is in its way."""
    WAITING = 2
    """It stands at one of its goals for the goal's pause, or waits for a path."""
    STUCK = 3
    """Its goal can't be reached."""
    ARRIVED = 4
    """It reached the end of its path, has not walked since, and has had no other goal for more than
    a tick: an agent that walks on to its next goal at once does not count as arrived."""


class RunStatistics:
    """Counts of a recording, from its first frame up to the last one that was counted.

    The frame of a tick shows its beginning. The last frame of a recording is counted only when
    another one follows: until then agents may still be moved in it.
    """

    def __init__(self, recording: Recording, narrow_places: NarrowPlaces | None = None) -> None:
        """Count nothing yet. `narrow_places` finds the narrow places of a level."""
        self.ticks = 0
        """Number of frames counted."""
        self.crowd = CrowdFigures()
        """Overlaps, waiting times and turns back of agents."""
        self.passages = Passages(recording.seconds_per_tick, narrow_places)
        """Agents that passed each door or narrow place."""
        self._recording = recording
        self._read = RecordedTicks(recording)
        self._counts = np.zeros((64, len(Doing)), np.int32)
        self._events = 0
        self._last: Frame | None = None
        self._arrived: Flags = np.zeros(0, np.bool_)

    @property
    def seconds_per_tick(self) -> float:
        """Time between two frames."""
        return self._recording.seconds_per_tick

    def counts(self, doing: Doing) -> Integers:
        """Return (ticks,) the number of agents that did this at each tick."""
        return self._counts[: self.ticks, doing].astype(np.int64)

    def rate(self, ticks: Integers, seconds: float) -> Floats:
        """Return (ticks,) the rate of these ticks per second, over a window before each tick.

        At the beginning of a run, over the time that there is.
        """
        window = max(1, round(seconds / self.seconds_per_tick))
        so_far = np.cumsum(np.bincount(ticks, minlength=self.ticks + 1))[: self.ticks]
        before = np.concatenate((np.zeros(min(window, self.ticks), np.int64), so_far))
        spans = np.minimum(np.arange(1, self.ticks + 1), window) * self.seconds_per_tick
        rates: Floats = (so_far - before[: self.ticks]) / spans
        return rates

    def follow(self, most: int | None = None) -> bool:
        """Count new frames, at most this many; return whether all are counted.

        Raises:
            NavcoreError: if the recording was damaged.
        """
        end = self._recording.ticks - 1
        stop = end if most is None else min(end, self.ticks + most)
        for tick in range(self.ticks, stop):
            self._take(self._recording, tick)
        return self.ticks >= end

    def _take(self, recording: Recording, tick: int) -> None:
        frame, seen = self._read.read(tick)
        self.passages.follow(self._read.level)
        if self._last is None:
            self._arrived = np.zeros(len(frame.ids), np.bool_)
        self.passages.take(seen)
        contacts = contacts_of(seen.places, seen.radii, seen.storeys)
        self.crowd.take(seen, contacts, self._count(recording, frame, tick))
        self._last = frame
        self.ticks = tick + 1

    # Counting agents by what they do.

    def _count(self, recording: Recording, frame: Frame, tick: int) -> Integers:
        """Count agents by what they do at a tick; return the ids that arrived before it."""
        arrived = self._follow_arrivals(recording, frame, tick)
        if tick >= len(self._counts):
            self._counts = np.concatenate((self._counts, np.zeros_like(self._counts)))
        walks, reasons = frame.states == WALK, frame.reasons
        planning = reasons == Reason.WAITS_FOR_PLAN
        row = self._counts[tick]
        row[Doing.WALKING] = np.count_nonzero((reasons == Reason.WALKS) | (planning & walks))
        row[Doing.HELD_UP] = np.count_nonzero(reasons == Reason.HELD_UP)
        row[Doing.WAITING] = np.count_nonzero(
            (reasons == Reason.WAITS_AT_GOAL) | (planning & ~walks)
        )
        row[Doing.STUCK] = np.count_nonzero(reasons == Reason.NO_WAY)
        stands = reasons == Reason.STANDS
        if self._last is not None:
            rows, found = rows_of(frame.ids, self._last.ids)
            stood = self._last.reasons == Reason.STANDS
            stands &= found & (stood[rows] if len(stood) else found)
        row[Doing.ARRIVED] = np.count_nonzero(stands & self._arrived)
        return arrived

    def _follow_arrivals(self, recording: Recording, frame: Frame, tick: int) -> Integers:
        last, here = self._last, NOBODY
        if last is not None and last.ids is not frame.ids:
            rows, found = rows_of(frame.ids, last.ids)
            self._arrived = self._arrived[rows] & found if len(last.ids) else found
        known = recording.parts().known[tick].events
        if known > self._events:
            events = recording.events[self._events : known]
            here = np.unique(events["agent"][events["kind"] == Kind.ARRIVED])
            self._arrived |= np.isin(frame.ids, here)
            self._events = known
        self._arrived &= frame.states != WALK
        return here
