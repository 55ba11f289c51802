"""Speed of the crowd: its mean speed on squares of floor at one tick."""

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.crowd import tallies
from navcore.sim.agents import Agents, Floats, Integers

SQUARE: Final = 2.0
"""Side of the squares on which speeds are measured, metres."""
CREEPING: Final = 0.3
"""Metres per second: plans look for a way around squares that are slower."""
FEW: Final = 3
"""Number of walkers on a square below which their speed says nothing about others."""
ROW: Final = 1 << 24
"""Numbers reserved for a row of squares, and rows for a storey."""


@dataclass(frozen=True)
class Speeds:
    """Speeds of the crowd where it is slower than agents would be alone, at one tick."""

    squares: Integers
    """(s,) sorted numbers of squares with `FEW` walkers or more."""
    speeds: Floats
    """(s,) their mean speeds, metres per second."""

    @cached_property
    def slow(self) -> Integers:
        """Sorted numbers of the squares on which the crowd creeps."""
        found: Integers = self.squares[self.speeds < CREEPING]
        return found


def squares_of(places: Floats, storeys: npt.NDArray[np.integer]) -> Integers:
    """Return (k,) numbers of the squares that contain (k, 2) places on these storeys."""
    columns, rows = np.floor(places / SQUARE).astype(np.int64).T
    numbers: Integers = (storeys.astype(np.int64) * ROW + rows + ROW // 2) * ROW
    numbers += columns + ROW // 2
    return numbers


def measure_speeds(agents: Agents) -> Speeds:
    """Return the present speeds of the crowd."""
    room = agents.kernel(_Room, partial(_room, len(agents)))
    walks = agents.has_path() & ~agents.aside
    b = buffers(tallies, walks.view(np.uint8), agents.positions, agents.velocities, agents.layers)
    count = tallies.measure_squares(b[0], b[1], b[2], b[3], SQUARE, ROW, *room.buffers)
    kept = np.flatnonzero(room.counts[:count] >= FEW)
    squares = room.numbers[kept]
    order = np.argsort(squares)
    means = room.sums[kept] / room.counts[kept]
    return Speeds(squares[order], means[order])


class _Room(NamedTuple):
    """Buffers for the results of the kernel: numbers of squares, walkers, and speeds."""

    numbers: Integers
    counts: Integers
    sums: Floats
    buffers: tuple[Any, ...]
    """Arguments for the kernel: room for a table, and all three buffers."""


def _room(count: int) -> _Room:
    slots, sums = np.empty(tallies.table_size(count), np.int32), np.empty(count)
    numbers, counts = np.empty(count, np.int64), np.empty(count, np.int64)
    return _Room(numbers, counts, sums, buffers(tallies, slots, numbers, counts, sums))


NOBODY_WALKS: Final = Speeds(np.zeros(0, np.int64), np.zeros(0))


def middles_of(squares: Integers) -> Floats:
    """Return (k,) x, z of the centres of squares, metres."""
    columns = squares % ROW - ROW // 2
    rows = squares // ROW % ROW - ROW // 2
    middles = np.column_stack((columns, rows)).astype(np.float64)
    middles += 0.5
    middles *= SQUARE
    return middles
