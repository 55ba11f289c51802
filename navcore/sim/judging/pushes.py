"""Pushes: distances of agents in each step of a run beyond what they can walk."""

from typing import Final, NamedTuple

import numpy as np

from navcore.kernels import buffers
from navcore.kernels.crowd import contacts as kernel
from navcore.level.model import Point
from navcore.sim.agents import NEVER, Floats
from navcore.sim.simulation import Simulation

PUSHED: Final = 0.05
"""Metres beyond its own walking in one step above which a push is counted."""
_VALUE, _SECONDS, _AGENT, _X, _Z, _COUNT = range(6)


class Moment(NamedTuple):
    """The worst moment of something: time, agents and place."""

    value: float
    seconds: float
    """Time of the run."""
    agents: tuple[int, ...]
    """Ids."""
    place: Point
    """Metres."""


NOTHING: Final = Moment(0.0, 0.0, (), (0.0, 0.0))
"""Value for something that did not happen."""


class Pushes:
    """The farthest push of each tick of a run, and all pushes over `PUSHED`.

    Add each step of a live run: a recording has the places at ticks only. Nothing is known of ticks
    without an added step. Moves by requests and by links are no pushes.
    """

    def __init__(self) -> None:
        """Start with no steps."""
        self._ticks = np.full((64, 6), np.nan)
        self._places: dict[int, list[Floats]] = {}
        """(k, 2) places of the pushes over `PUSHED`, by tick."""
        self._rows = np.empty(1, np.int32)
        self._beyond = np.empty(1)

    @property
    def count(self) -> int:
        """Number of pushes over `PUSHED`."""
        return int(np.nansum(self._ticks[:, _COUNT]))

    @property
    def known(self) -> bool:
        """True if any step was added."""
        return not bool(np.isnan(self._ticks[:, _VALUE]).all())

    @property
    def most(self) -> Moment:
        """The farthest push of all; `value` in metres."""
        values = self._ticks[:, _VALUE]
        if not (values > 0).any():
            return NOTHING
        value, seconds, agent, x, z, _ = self._ticks[int(np.nanargmax(values))].tolist()
        return Moment(value, seconds, (int(agent),), (x, z))

    def largest(self, ticks: int) -> Floats:
        """Return (ticks,) metres of the farthest push in each tick; NaN where unknown."""
        self._have(ticks)
        return self._ticks[:ticks, _VALUE].copy()

    def places(self, begin: int, end: int) -> Floats:
        """Return (k, 2) places of pushes from one tick to before another, metres."""
        found = [part for tick in range(begin, end) for part in self._places.get(tick, ())]
        return np.concatenate((np.empty((0, 2)), *found))

    def until(self, tick: int) -> "Pushes":
        """Return a copy with the ticks before this one."""
        made = Pushes()
        made._ticks = self._ticks.copy()
        made._ticks[tick:] = np.nan
        made._places = {at: [*parts] for at, parts in self._places.items() if at < tick}
        return made

    def take(self, simulation: Simulation) -> None:
        """Add the step that a run has just done."""
        agents, settings = simulation.agents, simulation.settings
        tick = (simulation.steps - 1) // settings.steps_per_tick
        self._have(tick + 1)
        row = self._ticks[tick]
        if np.isnan(row[_VALUE]):
            row[:] = 0.0
        count = len(agents)
        if len(self._rows) != count + 1:
            self._rows, self._beyond = np.empty(count + 1, np.int32), np.empty(count + 1)
        speeds = agents.walk_speeds
        if agents.are_linked:
            speeds = np.where(agents.link_begun == NEVER, speeds, np.inf)
        before, after, speeds, rows, beyond = buffers(
            kernel, agents.previous_positions, agents.positions, speeds, self._rows, self._beyond
        )
        found = kernel.pushed(
            before, after, speeds, settings.seconds_per_step, PUSHED, rows, beyond
        )
        farthest = float(self._beyond[count])
        if farthest > row[_VALUE]:
            agent = int(self._rows[count])
            x, z = agents.positions[agent].tolist()
            row[:_COUNT] = (farthest, simulation.seconds, int(agents.ids[agent]), x, z)
        if found:
            row[_COUNT] += found
            self._places.setdefault(tick, []).append(agents.positions[self._rows[:found]])

    def _have(self, ticks: int) -> None:
        if ticks > len(self._ticks):
            more = np.full((max(ticks, 2 * len(self._ticks)) - len(self._ticks), 6), np.nan)
            self._ticks = np.concatenate((self._ticks, more))
