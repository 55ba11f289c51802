"""How fast the crowd walks: its mean speed on squares of floor, as of one tick."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.sim.agents import Agents, Floats, Integers

SQUARE: Final = 2.0
"""Side of the squares on which speeds are measured, metres."""
CREEPING: Final = 0.3
"""Metres a second: below this a square is one that a plan looks for a way around."""
FEW: Final = 3
"""Walkers on a square, below which their speed tells nothing of others."""

_ROW: Final = 1 << 24


@dataclass(frozen=True)
class Speeds:
    """How fast the crowd walks where it is slower than it would be alone, as of one tick."""

    squares: Integers
    """(s,) sorted numbers of squares with `FEW` walkers or more."""
    speeds: Floats
    """(s,) their mean speed, metres a second."""

    @cached_property
    def slow(self) -> frozenset[int]:
        """Numbers of the squares on which it creeps."""
        return frozenset(self.squares[self.speeds < CREEPING].tolist())

    def at(self, places: Floats, storey: int) -> Floats:
        """(k,) speeds at (k, 2) places, infinite where nobody is in the way."""
        if not len(self.squares):
            return np.full(len(places), np.inf)
        numbers = squares_of(places, np.full(len(places), storey))
        found = np.minimum(np.searchsorted(self.squares, numbers), len(self.squares) - 1)
        speeds: Floats = np.where(self.squares[found] == numbers, self.speeds[found], np.inf)
        return speeds


def squares_of(places: Floats, storeys: npt.NDArray[np.integer]) -> Integers:
    """(k,) numbers of the squares that hold (k, 2) places on these storeys."""
    columns, rows = np.floor(places / SQUARE).astype(np.int64).T
    numbers: Integers = (storeys.astype(np.int64) * _ROW + rows + _ROW // 2) * _ROW
    numbers += columns + _ROW // 2
    return numbers


def measure_speeds(agents: Agents) -> Speeds:
    """Return how fast the crowd walks now."""
    rows = np.flatnonzero(agents.has_path() & ~agents.aside)
    numbers = squares_of(agents.positions[rows], agents.layers[rows])
    squares, of, counts = np.unique(numbers, return_inverse=True, return_counts=True)
    speeds = np.sqrt((agents.velocities[rows] ** 2).sum(axis=1))
    means = np.bincount(of, speeds, len(squares)) / np.maximum(counts, 1)
    kept = counts >= FEW
    return Speeds(squares[kept], means[kept])


NOBODY_WALKS: Final = Speeds(np.zeros(0, np.int64), np.zeros(0))


def middles_of(squares: Integers) -> Floats:
    """(k, 2) x, z of the middles of squares, metres."""
    columns = squares % _ROW - _ROW // 2
    rows = squares // _ROW % _ROW - _ROW // 2
    middles = np.column_stack((columns, rows)).astype(np.float64)
    middles += 0.5
    middles *= SQUARE
    return middles


def beside(square: int) -> tuple[int, ...]:
    """Return the squares that share a side with one."""
    return (square + 1, square - 1, square + _ROW, square - _ROW)
