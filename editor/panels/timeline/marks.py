"""Events of a run, counted by kind and place on a line."""

from collections.abc import Iterable
from enum import IntEnum
from itertools import islice
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.sim.agents import Integers
from navcore.sim.events import Kind
from navcore.sim.inputs import Input, Meet, Remove, Return, Send, Spawn, Stop, Teleport, WorldEdit
from navcore.sim.recording import Recording


class Mark(IntEnum):
    """Kinds of marks; of several in one place the first kind is drawn."""

    WORLD = 0
    """A door was toggled or the level changed."""
    STUCK = 1
    NO_WAY = 2
    BY_HAND = 3
    """Agents were sent, moved, added or removed by hand."""
    NUDGED = 4
    REPLANNED = 5
    ARRIVED = 6


_OF_KIND: Final = {
    Kind.ARRIVED: Mark.ARRIVED,
    Kind.MET: Mark.ARRIVED,
    Kind.REPLANNED: Mark.REPLANNED,
    Kind.NO_WAY: Mark.NO_WAY,
    Kind.NUDGED: Mark.NUDGED,
    Kind.DISPLACED: Mark.NUDGED,
    Kind.STUCK: Mark.STUCK,
    Kind.OFF_NETWORK: Mark.REPLANNED,
}
"""Mark of each kind of event; changes of the world are taken from the inputs."""

_MARKS: Final = np.full(max(Kind) + 1, -1, np.int64)
for _kind, _mark in _OF_KIND.items():
    _MARKS[_kind] = _mark


_ALL: Final = tuple(Mark)


class Marks:
    """Counts events in each place of a line; counted events are not read again."""

    def __init__(self) -> None:
        """Start without events."""
        self.counts: Integers = np.zeros((0, len(Mark)), np.int64)
        """(places, marks) number of marks."""
        self.firsts: npt.NDArray[np.float64] = np.zeros((0, len(Mark)))
        """(places, marks) time in seconds of the first event."""
        self._of: tuple[object, float, int] = (None, 0.0, 0)
        self._events = self._inputs = 0

    def follow(self, recording: Recording, span: float, places: int) -> bool:
        """Count new events on a line of `span` seconds; return whether there were any."""
        events, inputs = recording.events, recording.inputs
        of = (recording, span, places)
        again = of != self._of or len(events) < self._events or len(inputs) < self._inputs
        if again:
            self._of = of
            self._events = self._inputs = 0
            self.counts = np.zeros((places, len(Mark)), np.int64)
            self.firsts = np.full((places, len(Mark)), np.inf)
        if not again and len(events) == self._events and len(inputs) == self._inputs:
            return False
        rate = recording.settings.steps_per_second
        new = events[self._events :]
        self._count(new["step"] / rate, _MARKS[new["kind"]], span)
        by_hand = [(one.step / rate, mark) for one, mark in _marked(inputs, self._inputs)]
        if by_hand:
            seconds, marks = np.array(by_hand, np.float64).T
            self._count(seconds, marks.astype(np.int64), span)
        self._events, self._inputs = len(events), len(inputs)
        return True

    def between(self, first: int, last: int) -> list[tuple[Mark, int]]:
        """Return the numbers of each kind in these places, both ends included."""
        sums = self.counts[max(0, first) : last + 1].sum(axis=0).tolist()
        return [(mark, sums[mark]) for mark in Mark if sums[mark]]

    def drawn(self) -> Iterable[tuple[float, Mark, int]]:
        """Yield, for each place with events: seconds, the foremost mark, and their number."""
        places = np.flatnonzero(self.counts.any(axis=1))
        counts = self.counts[places]
        marks = (counts > 0).argmax(axis=1)
        firsts, totals = self.firsts[places, marks].tolist(), counts.sum(axis=1).tolist()
        return zip(firsts, map(_ALL.__getitem__, marks.tolist()), totals, strict=True)

    def _count(self, seconds: npt.NDArray[np.float64], marks: Integers, span: float) -> None:
        known = marks >= 0
        seconds, marks = seconds[known], marks[known]
        if not len(marks):
            return
        places = self.counts.shape[0]
        at = np.minimum((seconds * (places / span)).astype(np.int64), places - 1)
        flat = at * len(Mark) + marks
        counts = np.bincount(flat, minlength=self.counts.size).reshape(self.counts.shape)
        self.counts += counts
        np.minimum.at(self.firsts.reshape(-1), flat, seconds)


def _marked(inputs: list[Input], begun: int) -> Iterable[tuple[Input, Mark]]:
    for one in islice(inputs, begun, None):
        if isinstance(one.request, WorldEdit):
            yield one, Mark.WORLD
        elif isinstance(one.request, Send | Return | Meet | Stop | Spawn | Teleport | Remove):
            yield one, Mark.BY_HAND
