"""Events of a whole run: a few are added at a time, and all are read at once."""

import numpy as np

from navcore.sim.events import EVENT, Events


class Happened:
    """Events in order, with capacity for more."""

    def __init__(self, events: Events | None = None) -> None:
        """Start with these events, or none."""
        self._rows: Events = np.empty(0, EVENT) if events is None else events
        self._count = len(self._rows)

    def __len__(self) -> int:
        """Return the number of events."""
        return self._count

    @property
    def nbytes(self) -> int:
        """Bytes of memory that they use."""
        return int(self._rows.nbytes)

    def add(self, events: Events) -> None:
        """Append events."""
        end = self._count + len(events)
        if end > len(self._rows):
            grown = np.empty(max(64, 2 * end), EVENT)
            grown[: self._count] = self._rows[: self._count]
            self._rows = grown
        self._rows[self._count : end] = events
        self._count = end

    def cut(self, count: int) -> None:
        """Keep the first `count`; arrays that were returned before stay unchanged."""
        if count < self._count:
            self._rows = self._rows[:count].copy()
            self._count = count

    def all(self) -> Events:
        """Return all events, read-only."""
        view = self._rows[: self._count]
        view.flags.writeable = False
        return view
