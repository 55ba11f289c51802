"""Figures of a crowd, for each tick and in total: overlaps, waiting, turns, speed, density."""

import math
from typing import Final, NamedTuple

import numpy as np

from navcore.sim.agents import Floats, Integers, Rows
from navcore.sim.judging.pushes import NOTHING, Moment
from navcore.sim.judging.spots import Spots
from navcore.sim.judging.ticks import AROUND, Contacts, CrowdTick

DEEP: Final = 0.2
"""Share of both radii above which an overlap is counted as deep."""
DENSITIES: Final = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 5.0, 6.0)
"""Upper limits of the classes of density, agents per square metre; the last class has none."""
SHARES: Final = (0.5, 0.9, 0.99)
"""Quantiles of overlap that are stored for each tick, as shares of all agents."""
NOBODY: Final[Integers] = np.empty(0, np.int64)
"""Ids of no agents."""
_TENTHS: Final = 1000
"""Resolution of percentiles: parts of an overlap of 100 %."""
_CIRCLE: Final = math.pi * AROUND**2
"""Square metres of the circle that the density around an agent is measured in."""
_HALF, _NINETY, _NINETY_NINE, _DEEPEST, _WANTED, _WAITED, _TURNED, _CROWD, _FAR, _DENSEST = range(
    10
)


class SpeedAtDensity(NamedTuple):
    """Speed of agents that wanted to walk at a density."""

    density: float
    """Mean of the class, agents per square metre, themselves included."""
    speed: float
    """Metres per second."""
    agent_seconds: float
    """Time summed over all agents."""


class CrowdFigures:
    """Figures of a run, tick by tick; series are (ticks,), NaN for ticks that are missing.

    The overlap of two agents on one storey is a share of the sum of their radii.
    """

    def __init__(self) -> None:
        """Start with no ticks."""
        self.overlap = NOTHING
        """The deepest overlap of two agents; `value` is a share of both radii."""
        self.densest = NOTHING
        """Place with most agents within `AROUND` of one; `value` in agents per square metre."""
        self.deep_pairs = 0
        """Pairs that overlap by more than `DEEP`, summed over the ticks."""
        self.agent_ticks = 0
        """Agents, summed over the ticks."""
        self.waited = 0.0
        """Agent-seconds in which agents wanted to walk and were slower than a fifth of their speed.
        """
        self.wanted = 0.0
        """Agent-seconds in which agents wanted to walk."""
        self.turns = 0
        """Number of times that agents turned back."""
        self.spots = Spots()
        """Places where agents wait, overlap or turn back."""
        self._depths = np.zeros(_TENTHS + 1, np.int64)
        self._by_density = np.zeros((len(DENSITIES) + 1, 3))
        self._ticks = np.full((64, 10), np.nan)

    def take(self, tick: CrowdTick, contacts: Contacts, arrived: Integers = NOBODY) -> None:
        """Add a tick, the contacts at its end, and the ids of agents that arrived in it."""
        self.spots.take(tick, contacts, DEEP, arrived)
        while tick.number >= len(self._ticks):
            self._ticks = np.concatenate((self._ticks, np.full_like(self._ticks, np.nan)))
        row = self._ticks[tick.number]
        row[:] = 0.0
        count, seconds, wants = len(tick.ids), tick.seconds, tick.wants
        self.agent_ticks += count
        self._take_depths(tick, contacts, row)
        wanted, waited = int(np.count_nonzero(wants)), int(np.count_nonzero(tick.waits))
        turned = int(np.count_nonzero(tick.turns))
        self.wanted += seconds * wanted
        self.waited += seconds * waited
        self.turns += turned
        row[_WANTED], row[_WAITED], row[_TURNED] = wanted, waited, turned
        self._take_densest(tick, contacts, row)
        density = (contacts.near[wants] + 1) / _CIRCLE
        far = tick.far[wants]
        row[_CROWD], row[_FAR] = density.sum(), far.sum() / seconds
        classes = np.searchsorted(DENSITIES, density)
        size = len(DENSITIES) + 1
        self._by_density[:, 0] += seconds * np.bincount(classes, minlength=size)
        self._by_density[:, 1] += seconds * np.bincount(classes, density, minlength=size)
        self._by_density[:, 2] += np.bincount(classes, far, minlength=size)

    def _take_depths(self, tick: CrowdTick, contacts: Contacts, row: Floats) -> None:
        if not len(tick.ids):
            return
        parts = np.ceil(contacts.deepest * _TENTHS).astype(np.int64)
        depths = np.bincount(parts, minlength=_TENTHS + 1)
        self._depths += depths
        row[:_DEEPEST] = [_below(depths, share) for share in SHARES]
        if not len(contacts.pairs):
            return
        depth = depths_of(tick.places, tick.radii, contacts.pairs)
        self.deep_pairs += int(np.count_nonzero(depth > DEEP))
        worst = int(depth.argmax())
        row[_DEEPEST] = depth[worst]
        if depth[worst] > self.overlap.value:
            pair = contacts.pairs[worst]
            one, other = sorted(tick.ids[pair].tolist())
            x, z = tick.places[pair].mean(axis=0).tolist()
            at = tick.number * tick.seconds
            self.overlap = Moment(float(depth[worst]), at, (one, other), (x, z))

    def _take_densest(self, tick: CrowdTick, contacts: Contacts, row: Floats) -> None:
        if not len(tick.ids):
            return
        agent = int(contacts.near.argmax())
        row[_DENSEST] = (int(contacts.near[agent]) + 1) / _CIRCLE
        if row[_DENSEST] > self.densest.value:
            x, z = tick.places[agent].tolist()
            at = tick.number * tick.seconds
            self.densest = Moment(float(row[_DENSEST]), at, (int(tick.ids[agent]),), (x, z))

    def depth(self, share: float) -> float:
        """Return the overlap that this share of all agent-ticks stays below, 0 to 1.

        Each agent counts at each tick with its deepest overlap, exact to a thousandth.
        """
        return _below(self._depths, share)

    def deepest(self, ticks: int) -> Floats:
        """Return the deepest overlap of two agents at each tick, 0 to 1."""
        return self._series(ticks, _DEEPEST)

    def depths(self, ticks: int, share: float) -> Floats:
        """Return the overlap that one of `SHARES` of agents stays below at each tick, 0 to 1."""
        return self._series(ticks, SHARES.index(share))

    def waiting(self, ticks: int) -> Floats:
        """Return the number of agents that wait at each tick.

        They want to walk, and are slower than a fifth of their speed.
        """
        return self._series(ticks, _WAITED)

    def walkers(self, ticks: int) -> Floats:
        """Return the number of agents that want to walk at each tick."""
        return self._series(ticks, _WANTED)

    def turned(self, ticks: int) -> Floats:
        """Return the number of agents that turn back at each tick."""
        return self._series(ticks, _TURNED)

    def density(self, ticks: int) -> Floats:
        """Return the mean density around walkers at each tick, per square metre; NaN for none."""
        return self._mean(ticks, _CROWD)

    def densest_of(self, ticks: int) -> Floats:
        """Return the density around the agent with most others near, agents per square metre."""
        return self._series(ticks, _DENSEST)

    def speed(self, ticks: int) -> Floats:
        """Return the mean speed of agents that want to walk, metres per second; NaN for none."""
        return self._mean(ticks, _FAR)

    def speeds(self) -> list[SpeedAtDensity]:
        """Return the speed at each density that occurred, the lowest density first."""
        return [
            SpeedAtDensity(crowd / seconds, far / seconds, seconds)
            for seconds, crowd, far in self._by_density.tolist()
            if seconds > 0
        ]

    def _mean(self, ticks: int, column: int) -> Floats:
        walkers = self.walkers(ticks)
        walkers[walkers == 0] = np.nan
        return self._series(ticks, column) / walkers

    def _series(self, ticks: int, column: int) -> Floats:
        found = np.full(ticks, np.nan)
        known = self._ticks[:ticks, column]
        found[: len(known)] = known
        return found


def depths_of(places: Floats, radii: Floats, pairs: Rows) -> Floats:
    """Return (k,) the overlap of pairs of agents, as a share of both radii."""
    one, other = pairs.T
    offsets = places[one] - places[other]
    reach = radii[one] + radii[other]
    depths: Floats = 1.0 - np.hypot(offsets[:, 0], offsets[:, 1]) / np.maximum(reach, 1e-12)
    return depths


def weidmann(density: Floats) -> Floats:
    """Return the speed of people at a density, metres per second (Weidmann 1993).

    `density` (n,): people per square metre; 1.34 m/s if nobody is near, 0 from 5.4 on.
    """
    sparse = np.maximum(density, 1e-9)
    speeds: Floats = 1.34 * (1.0 - np.exp(-1.913 * (1.0 / sparse - 1.0 / 5.4)))
    return np.maximum(speeds, 0.0)


def _below(depths: Integers, share: float) -> float:
    wanted = share * float(depths.sum())
    found = int(np.searchsorted(np.cumsum(depths), wanted))
    return min(found, _TENTHS) / _TENTHS
