"""How many agents do what at each tick of a recording, how they crowd, and who passes which door.

Everything is worked out from the frames and events of the recording, whenever somebody asks: a
run costs nothing for it, and a recording that was opened has the same numbers as the run had.
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
    """What an agent does, as it is counted; somebody who was never sent anywhere is not."""

    WALKING = 0
    """It walks and gets on."""
    HELD_UP = 1
    """It wants to walk, and somebody is in its way."""
    WAITING = 2
    """It stands at one of its goals for the time that it was given, or waits for a path."""
    STUCK = 3
    """Its goal can't be reached."""
    ARRIVED = 4
    """It came to the end of its path, has not walked since, and has had nowhere else to go for
    more than a tick: whoever walks on to its next goal arrives for no time at all."""


class RunStatistics:
    """Counts of a recording, from its first frame on as far as it was followed.

    The frame of a tick shows its beginning. The last frame of a recording is counted only when
    there is one after it: until then agents may still be put elsewhere in it.
    """

    def __init__(self, recording: Recording, narrow_places: NarrowPlaces | None = None) -> None:
        """Of this recording; nothing is counted yet. `narrow_places` finds those of a level."""
        self.ticks = 0
        """How many frames were counted."""
        self.crowd = CrowdFigures()
        """How agents overlapped, waited and turned back."""
        self.passages = Passages(recording.seconds_per_tick, narrow_places)
        """Who passed which door or narrow place."""
        self._recording = recording
        self._read = RecordedTicks(recording)
        self._counts = np.zeros((64, len(Doing)), np.int32)
        self._events = 0
        self._last: Frame | None = None
        self._arrived: Flags = np.zeros(0, np.bool_)

    @property
    def seconds_per_tick(self) -> float:
        """Time from one frame to the next."""
        return self._recording.seconds_per_tick

    def counts(self, doing: Doing) -> Integers:
        """(ticks,) how many agents did this at each tick."""
        return self._counts[: self.ticks, doing].astype(np.int64)

    def rate(self, ticks: Integers, seconds: float) -> Floats:
        """(ticks,) how many of these ticks there were a second, in so many seconds before each.

        At the beginning of a run, in the time that there is.
        """
        window = max(1, round(seconds / self.seconds_per_tick))
        so_far = np.cumsum(np.bincount(ticks, minlength=self.ticks + 1))[: self.ticks]
        before = np.concatenate((np.zeros(min(window, self.ticks), np.int64), so_far))
        spans = np.minimum(np.arange(1, self.ticks + 1), window) * self.seconds_per_tick
        rates: Floats = (so_far - before[: self.ticks]) / spans
        return rates

    def follow(self, most: int | None = None) -> bool:
        """Count what came since, at most so many frames; whether that is all there is.

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

    # Who does what.

    def _count(self, recording: Recording, frame: Frame, tick: int) -> Integers:
        """Count who does what at a tick; return the ids of those who arrived before it."""
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
