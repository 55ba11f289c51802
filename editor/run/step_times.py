"""Durations of the steps of a run by phase, over the last second and for each tick."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

KEPT: Final = 1.0
"""Seconds of the clock before the last step that are looked at."""


@dataclass(frozen=True, slots=True)
class PhaseTime:
    """Duration of one phase of a step; seconds."""

    name: str
    mean: float
    """Mean over all steps, including steps without this phase."""
    worst: float


@dataclass(frozen=True, slots=True)
class Summary:
    """Durations of the steps of the last second; seconds."""

    steps: int
    """Number of steps."""
    mean: float
    worst: float
    total: float
    """Total of all steps."""
    phases: tuple[PhaseTime, ...]
    """Phases in the order of execution."""


class StepTimes:
    """Collects the durations of steps; `summary` adds them up on request."""

    def __init__(self) -> None:
        """Start without steps."""
        self._steps: deque[tuple[float, Mapping[str, float]]] = deque()

    def take(self, now: float, timings: Mapping[str, float]) -> None:
        """Add a step that ended at this time, with the durations of its phases."""
        self._steps.append((now, timings))
        while self._steps[0][0] < now - KEPT:
            self._steps.popleft()

    def forget(self) -> None:
        """Another run begins."""
        self._steps.clear()

    def summary(self) -> Summary:
        """Return the last second before the last step; of a run that is paused too."""
        totals: dict[str, float] = {}
        worst: dict[str, float] = {}
        steps = []
        for _, timings in self._steps:
            steps.append(sum(timings.values()))
            for name, seconds in timings.items():
                totals[name] = totals.get(name, 0.0) + seconds
                worst[name] = max(worst.get(name, 0.0), seconds)
        count = len(steps)
        phases = tuple(
            PhaseTime(name, totals[name] / count, worst[name]) for name in self._order(totals)
        )
        total = sum(steps)
        mean = total / count if count else 0.0
        return Summary(count, mean, max(steps, default=0.0), total, phases)

    def _order(self, names: Mapping[str, float]) -> list[str]:
        """Return phases in the order of execution: a step that begins a tick has all of them."""
        fullest = max((timings for _, timings in self._steps), key=len, default={})
        return [*fullest, *(name for name in names if name not in fullest)]


class PhaseTimes:
    """Durations of the steps of each tick of a run, for the ticks that were timed."""

    def __init__(self) -> None:
        """Start without steps."""
        self._seconds: dict[str, npt.NDArray[np.float32]] = {}
        self._steps = np.zeros(64, np.int32)

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases that were timed."""
        return tuple(self._seconds)

    def take(self, tick: int, timings: Mapping[str, float]) -> None:
        """Add a step of this tick, with the durations of its phases, seconds."""
        if tick >= len(self._steps):
            self._grow(tick)
        self._steps[tick] += 1
        for name, seconds in timings.items():
            if name not in self._seconds:
                self._seconds[name] = np.zeros(len(self._steps), np.float32)
            self._seconds[name][tick] += seconds

    def of(self, phase: str, ticks: int) -> npt.NDArray[np.float64]:
        """(ticks,) seconds that a phase took a step, in the mean of each tick; NaN if unknown."""
        if ticks > len(self._steps):
            self._grow(ticks)
        steps = self._steps[:ticks]
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(steps > 0, self._seconds[phase][:ticks] / steps, np.nan)

    def until(self, tick: int) -> "PhaseTimes":
        """Return an independent copy for the ticks before this one."""
        made = PhaseTimes()
        made._steps = self._steps.copy()
        made._steps[tick:] = 0
        made._seconds = {name: seconds.copy() for name, seconds in self._seconds.items()}
        for seconds in made._seconds.values():
            seconds[tick:] = 0.0
        return made

    def _grow(self, tick: int) -> None:
        room = max(tick + 1, 2 * len(self._steps)) - len(self._steps)
        self._steps = np.pad(self._steps, (0, room))
        self._seconds = {name: np.pad(row, (0, room)) for name, row in self._seconds.items()}
