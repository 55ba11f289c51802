"""Spots of a run: where agents wait, overlap or turn back, the worst moment, and the agents.

They are counted on squares of `SIDE` metres, tick by tick. Adjacent squares in which the same
happens are one spot; its place and moment are those with most agents at once.
"""

from collections import deque
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, NamedTuple, TypeAlias

import numpy as np

from navcore.level.model import Point
from navcore.sim.agents import Floats, Integers
from navcore.sim.judging.ticks import Contacts, CrowdTick
from navcore.sim.recording.frames import rows_of

SIDE: Final = 2.0
"""Metres of a square: room for a handful of people."""
STRETCH: Final = 1.0
"""Seconds there, and seconds back: an agent that turns back walks this long in both directions."""
FAR: Final = 0.4
"""Least metres in both directions; agents that squeeze past each other jerk to and fro by less than
half of it."""
BACK: Final = -0.5
"""Greatest cosine between both directions that counts as back: 120 degrees."""
_PART: Final = 0.1
"""Squares with less than this share of a spot's least amount don't connect two others."""
_DUST: Final = 1e-6
"""Agent-seconds by which sums of ticks may miss a limit for rounding."""
_NAMED: Final = 20
"""Most agents that are stored of the worst moment."""
_LOOKS: Final = 2
"""Number of checks for turning back in a stretch."""
_OFFSET: Final = 2**24
"""Offset of the numbers of squares, so that those left of the origin are above 0."""

Square: TypeAlias = tuple[int, int, int]
"""Number of a storey, column and row."""


class Ado(IntEnum):
    """What happens at a spot."""

    WAITING = 0
    """Agents want to walk and are slower than a fifth of their speed."""
    OVERLAP = 1
    """Agents overlap by more than a fifth of both radii."""
    TURNING = 2
    """Agents go back in the direction that they came from, though they were not at a goal."""


ENOUGH: Final = {Ado.WAITING: 10.0, Ado.OVERLAP: 2.0, Ado.TURNING: 3.0}
"""Least amount of a spot in agent-seconds, or in turns: two agents that let a third pass wait less
than 10 s, and a pair that brushes past each other overlaps for half a second each."""
SHARES: Final = {Ado.WAITING: 0.05, Ado.OVERLAP: 0.01, Ado.TURNING: 0.02}
"""The same for each second of the run: in a long run everything happens now and then."""


class Spot(NamedTuple):
    """A place at which something happened often or for long."""

    kind: Ado
    amount: float
    """Agent-seconds, or number of turns."""
    place: Point
    """Place where it happened most, metres."""
    storey: int
    """Number of its storey."""
    seconds: float
    """Time at which most agents did it at once, within `SIDE` metres."""
    last: float
    """Time at which it happened last, seconds of the run."""
    agents: tuple[int, ...]
    """Ids of the agents that did it then, twenty at most."""
    at_once: int
    """Number of these agents."""


class _Seen(NamedTuple):
    """Positions of agents at a tick."""

    tick: int
    ids: Integers
    places: Floats


@dataclass(slots=True)
class _Count:
    """Counts of a square."""

    amount: float = 0.0
    most: int = 0
    tick: int = 0
    last: int = 0
    place: Point = (0.0, 0.0)
    agents: tuple[int, ...] = field(default=())


class Spots:
    """Counts of a run, tick by tick."""

    def __init__(self) -> None:
        """Start with no ticks."""
        self._counts: dict[Ado, dict[Square, _Count]] = {one: {} for one in Ado}
        self._past: deque[_Seen] = deque(maxlen=2 * _LOOKS + 1)
        self._since: dict[int, int] = {}
        """Tick from which an agent's path is looked at, by id: it had arrived, was moved, or
        turned."""
        self._ticks = 0
        self._seconds_per_tick = 0.1

    def take(self, tick: CrowdTick, contacts: Contacts, deep: float, arrived: Integers) -> None:
        """Add a tick, the contacts at its end, and the agents that reached a goal in it.

        `deep` is the share of both radii above which an overlap counts; `arrived` has ids.
        """
        self._ticks = max(self._ticks, tick.number)
        self._seconds_per_tick = tick.seconds
        for agent in (*arrived.tolist(), *tick.ids[~tick.stayed].tolist()):
            self._since[agent] = tick.number
        if len(tick.ids):
            self._add(Ado.WAITING, tick, tick.waits.nonzero()[0], tick.seconds)
            deepest = contacts.deepest > deep
            self._add(Ado.OVERLAP, tick, deepest.nonzero()[0], tick.seconds)
        if tick.number % max(1, round(STRETCH / _LOOKS / tick.seconds)) == 0:
            self._look_back(tick)

    def _look_back(self, tick: CrowdTick) -> None:
        """Count agents that went one way for a while, and now go back."""
        self._past.append(_Seen(tick.number, tick.ids, tick.places))
        if len(self._past) <= 2 * _LOOKS or not len(tick.ids):
            return
        first, middle = self._past[0], self._past[_LOOKS]
        first_rows, was_there = rows_of(tick.ids, first.ids)
        middle_rows, is_known = rows_of(tick.ids, middle.ids)
        if not len(first.ids) or not len(middle.ids):
            return
        at = middle.places[middle_rows]
        outward, back = at - first.places[first_rows], tick.places - at
        far = np.hypot(outward[:, 0], outward[:, 1]), np.hypot(back[:, 0], back[:, 1])
        product = outward[:, 0] * back[:, 0] + outward[:, 1] * back[:, 1]
        turns = was_there & is_known & (far[0] > FAR) & (far[1] > FAR)
        turns &= tick.wants & (product < BACK * far[0] * far[1])
        rows = [row for row in turns.nonzero()[0].tolist()
                if self._since.get(int(tick.ids[row]), -1) < first.tick]  # fmt: skip
        for row in rows:
            self._since[int(tick.ids[row])] = tick.number
        self._add(Ado.TURNING, tick._replace(places=at), np.array(rows, np.int64), 1.0)

    def _add(self, kind: Ado, tick: CrowdTick, rows: Integers, amount: float) -> None:
        if not len(rows):
            return
        places = tick.places[rows]
        cells = np.floor(places / SIDE).astype(np.int64) + _OFFSET
        keys = (tick.storeys[rows].astype(np.int64) << 52) | (cells[:, 0] << 26) | cells[:, 1]
        order = np.argsort(keys, kind="stable")
        _, begins = np.unique(keys[order], return_index=True)
        counts = self._counts[kind]
        for part in np.split(order, begins[1:]):
            column, row = (cells[part[0]] - _OFFSET).tolist()
            square = (int(tick.storeys[rows[part[0]]]), column, row)
            count = counts.get(square)
            if count is None:
                count = counts[square] = _Count()
            count.amount += amount * len(part)
            count.last = tick.number
            if len(part) > count.most:
                count.most, count.tick = len(part), tick.number
                count.place = _middle(places[part])
                count.agents = tuple(tick.ids[rows[part[:_NAMED]]].tolist())

    def found(self) -> tuple[Spot, ...]:
        """Return the spots so far, in each kind the worst first."""
        seconds = self._ticks * self._seconds_per_tick
        return tuple(
            spot for kind in Ado
            for spot in self._spots(kind, max(ENOUGH[kind], SHARES[kind] * seconds))
        )  # fmt: skip

    def _spots(self, kind: Ado, enough: float) -> list[Spot]:
        counts = self._counts[kind]
        spots = []
        for group in _groups({s for s, c in counts.items() if c.amount >= _PART * enough}):
            here = [counts[square] for square in group]
            amount = sum(count.amount for count in here)
            if amount < enough - _DUST:
                continue
            worst = max(here, key=lambda count: (count.most, count.amount, -count.tick))
            last = max(count.last for count in here)
            spots.append(
                Spot(
                    kind, amount, worst.place, group[0][0],
                    worst.tick * self._seconds_per_tick, last * self._seconds_per_tick,
                    worst.agents, worst.most,
                )
            )  # fmt: skip
        return sorted(spots, key=lambda spot: (-spot.amount, spot.storey, spot.place))


def _middle(places: Floats) -> Point:
    x, z = places.mean(axis=0).tolist()
    return (x, z)


def _groups(squares: set[Square]) -> list[list[Square]]:
    """Return groups of adjacent squares, by storey."""
    found: list[list[Square]] = []
    left = dict.fromkeys(sorted(squares))
    while left:
        group = [left.popitem()[0]]
        for storey, column, row in group:
            for x in (-1, 0, 1):
                for z in (-1, 0, 1):
                    neighbour = (storey, column + x, row + z)
                    if neighbour in left:
                        del left[neighbour]
                        group.append(neighbour)
        found.append(group)
    return found
