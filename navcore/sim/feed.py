"""Events and inputs of a run for its readers: each reader gets all of them once."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from navcore.path.result import Status
from navcore.sim.agents import STATUSES
from navcore.sim.events import NONE, Events, Kind
from navcore.sim.inputs import Input

MOST_EVENTS: Final = 1 << 20
"""Events kept for a reader that does not read them, 42 bytes each."""


class Arrival(NamedTuple):
    """Arrival of an agent at the end of its path: the goal, or the nearest place (Partial)."""

    step: int
    agent_id: int
    status: Status


class UnreadEvents:
    """Events since the last reading.

    If there are more than `MOST_EVENTS`, the older half is dropped and counted.
    """

    def __init__(self) -> None:
        """Start without events."""
        self.dropped = 0
        """Number of events that were dropped because nobody read them."""
        self._parts: list[Events] = []
        self._count = 0
        self._is_read = False

    def add(self, events: Events) -> None:
        """Add the events of a step; the first step after a reading drops the events read."""
        if self._is_read:
            self.clear()
        count = len(events)
        if not count:
            return
        parts = self._parts
        parts.append(events)
        self._count += count
        # Parts grow towards the front, so that each event is copied only a few times.
        while len(parts) > 1 and len(parts[-2]) <= len(parts[-1]):
            last = parts.pop()
            parts[-1] = _joined((parts[-1], last))
        if self._count > MOST_EVENTS:
            kept = _joined(parts)[-MOST_EVENTS // 2 :].copy()
            kept.flags.writeable = False
            self.dropped += self._count - len(kept)
            self._parts, self._count = [kept], len(kept)

    def read(self) -> Events:
        """Return the events since the last reading; the same ones until the next step."""
        self._is_read = True
        if len(self._parts) > 1:
            self._parts = [_joined(self._parts)]
        return self._parts[0] if self._parts else NONE

    def take(self) -> Events:
        """Return the events since the last reading; a second call returns none."""
        events = self.read()
        self.clear()
        return events

    def clear(self) -> None:
        """Drop all events."""
        self._parts, self._count, self._is_read = [], 0, False


class Reader:
    """Reader of a run's inputs and events from now on, see `Simulation.reader`."""

    __slots__ = ("__weakref__", "events", "inputs")

    def __init__(self) -> None:
        """Start without inputs and events."""
        self.inputs: list[Input] = []
        self.events = UnreadEvents()

    def take(self) -> tuple[list[Input], Events]:
        """Return the inputs that took effect and the events since the last call."""
        inputs, self.inputs = self.inputs, []
        return inputs, self.events.take()


class SharedIds:
    """Cache of tuples of ids: equal tuples are stored once, as the same agents are often sent."""

    _MOST: Final = 1 << 18
    """Most numbers that are stored; then the cache is emptied."""

    def __init__(self) -> None:
        """Create an empty cache."""
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._room = self._MOST

    def of(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Return a tuple of plain ints, for the input log, which is written to files."""
        whole = tuple(map(int, ids))
        known = self._known.get(whole)
        if known is not None:
            return known
        self._room -= len(whole) + 1
        if self._room < 0:
            self._known.clear()
            self._room = self._MOST
        else:
            self._known[whole] = whole
        return whole


def of_kind(events: Events, kind: Kind) -> Events:
    """Return the events of one kind, read-only."""
    found: Events = events[events["kind"] == kind]
    found.flags.writeable = False
    return found


def arrivals_in(events: Events) -> list[Arrival]:
    """Return the arrivals of these events, which must be of that kind."""
    fields = (events[name].tolist() for name in ("step", "agent", "status"))
    return [
        Arrival(step, agent, STATUSES[code] or Status.COMPLETE)
        for step, agent, code in zip(*fields, strict=True)
    ]


def _joined(parts: Iterable[Events]) -> Events:
    joined = np.concatenate(tuple(parts))
    joined.flags.writeable = False
    return joined
