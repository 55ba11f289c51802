"""What a run has to tell: events and inputs, each reader getting all of them once."""

from collections.abc import Iterable
from typing import Final, NamedTuple

import numpy as np

from navcore.path.result import Status
from navcore.sim.agents import STATUSES
from navcore.sim.events import NONE, Events, Kind
from navcore.sim.inputs import Input

MOST_EVENTS: Final = 1 << 20
"""Events that are kept for a reader that does not ask, 42 bytes each."""


class Arrival(NamedTuple):
    """An agent came to the end of its path: at the goal, or as near as it gets (Partial)."""

    step: int
    agent_id: int
    status: Status


class UnreadEvents:
    """Events since they were last asked for.

    Beyond `MOST_EVENTS` the older half is dropped and counted.
    """

    def __init__(self) -> None:
        """Nothing has happened."""
        self.dropped = 0
        """How many events were dropped because nobody asked for them."""
        self._parts: list[Events] = []
        self._count = 0
        self._is_read = False

    def add(self, events: Events) -> None:
        """Add what a step brought; the first step after a reading begins anew."""
        if self._is_read:
            self.clear()
        count = len(events)
        if not count:
            return
        parts = self._parts
        parts.append(events)
        self._count += count
        # Parts grow towards the front, so an event is copied a few times however many come.
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
        """Return the events since the last reading; asked again, none."""
        events = self.read()
        self.clear()
        return events

    def clear(self) -> None:
        """Forget what happened so far."""
        self._parts, self._count, self._is_read = [], 0, False


class Reader:
    """Follows a run beside its caller: inputs and events from here on, see `Simulation.reader`."""

    __slots__ = ("__weakref__", "events", "inputs")

    def __init__(self) -> None:
        """Nothing was told yet."""
        self.inputs: list[Input] = []
        self.events = UnreadEvents()

    def take(self) -> tuple[list[Input], Events]:
        """Return the inputs that took effect and the events since the last time."""
        inputs, self.inputs = self.inputs, []
        return inputs, self.events.take()


class SharedIds:
    """Tuples of ids of which equal ones are stored once: the same agents are often sent."""

    _MOST: Final = 1 << 18
    """Numbers that are stored before all begins anew."""

    def __init__(self) -> None:
        """None yet."""
        self._known: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._room = self._MOST

    def of(self, ids: Iterable[int]) -> tuple[int, ...]:
        """Plain numbers, whatever array they come from: the input log is written to files."""
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
    """Those of the events that are of one kind; read-only."""
    found: Events = events[events["kind"] == kind]
    found.flags.writeable = False
    return found


def arrivals_in(events: Events) -> list[Arrival]:
    """The arrivals that events of that kind tell of."""
    fields = (events[name].tolist() for name in ("step", "agent", "status"))
    return [
        Arrival(step, agent, STATUSES[code] or Status.COMPLETE)
        for step, agent, code in zip(*fields, strict=True)
    ]


def _joined(parts: Iterable[Events]) -> Events:
    joined = np.concatenate(tuple(parts))
    joined.flags.writeable = False
    return joined
