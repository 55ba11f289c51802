"""Number of gaps by width."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from navcore.proof.clearances import Kind, Passage
from navcore.sim.agents import Integers

SIZES: Final = (0.05, 0.1, 0.2, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Possible widths of a bar in metres."""
MOST: Final = 30
"""Most bars."""
KINDS: Final[tuple[Kind, ...]] = ("never", "by luck", "always")


@dataclass(frozen=True, slots=True)
class Bins:
    """Histogram of gap widths: bar `i` counts gaps from `i * size` to `(i + 1) * size` metres."""

    size: float
    counts: dict[Kind, Integers]
    """Numbers for each verdict, one for each bar."""

    @property
    def bars(self) -> int:
        """The number of bars."""
        return len(self.counts["always"])

    def bar_of(self, width: float) -> int:
        """Return the bar that counts gaps of this width, metres."""
        return math.floor(width / self.size + 1e-9)

    def total(self, bar: int) -> int:
        """Return the number of gaps in a bar; 0 if there is no such bar."""
        if not 0 <= bar < self.bars:
            return 0
        return sum(int(counts[bar]) for counts in self.counts.values())


def bins_of(passages: Sequence[Passage]) -> Bins:
    """Count passages by their width, in steps that give at most `MOST` bars."""
    widest = max((passage.width for passage in passages), default=0.0)
    size = next((size for size in SIZES if widest < MOST * size), widest / (MOST - 1))
    bins = Bins(size, {kind: np.zeros(0, np.int64) for kind in KINDS})
    bars = bins.bar_of(widest) + 1 if passages else 0
    for kind in KINDS:
        at = [bins.bar_of(passage.width) for passage in passages if passage.verdict == kind]
        bins.counts[kind] = np.bincount(at, minlength=bars).astype(np.int64)
    return bins
