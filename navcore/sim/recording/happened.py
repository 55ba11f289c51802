"""Events of a whole run: they come a few at a time and are read all at once."""

import numpy as np

from navcore.sim.events import EVENT, Events


class Happened:
    """Events in the order of their coming, with room for more."""

    def __init__(self, events: Events | None = None) -> None:
        """These, or none."""
        self._rows: Events = np.empty(0, EVENT) if events is None else events
        self._count = len(self._rows)

    def __len__(self) -> int:
        """How many there are."""
        return self._count

    @property
    def nbytes(self) -> int:
        """Bytes of memory that they take."""
        return int(self._rows.nbytes)

    def add(self, events: Events) -> None:
        """More, after those before them."""
        end = self._count + len(events)
        if end > len(self._rows):
            grown = np.empty(max(64, 2 * end), EVENT)
            grown[: self._count] = self._rows[: self._count]
            self._rows = grown
        self._rows[self._count : end] = events
        self._count = end

    def cut(self, count: int) -> None:
        """Keep the first `count`; what was handed out stays as it is."""
        if count < self._count:
            self._rows = self._rows[:count].copy()
            self._count = count

    def all(self) -> Events:
        """All of them, read-only."""
        view = self._rows[: self._count]
        view.flags.writeable = False
        return view
