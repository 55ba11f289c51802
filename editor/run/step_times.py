"""How long the steps of a run take, phase by phase, over the last second of the clock."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

KEPT: Final = 1.0
"""Seconds of the clock before the last step that are looked at."""


@dataclass(frozen=True, slots=True)
class PhaseTime:
    """One phase of a step; seconds."""

    name: str
    mean: float
    """Over all steps, those included that did without this phase."""
    worst: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What the steps of the last second took; seconds."""

    steps: int
    """How many they were."""
    mean: float
    worst: float
    total: float
    """All of them together."""
    phases: tuple[PhaseTime, ...]
    """In the order in which they run."""


class StepTimes:
    """Takes the times of each step; `summary` adds them up only when somebody asks."""

    def __init__(self) -> None:
        """No step was done."""
        self._steps: deque[tuple[float, Mapping[str, float]]] = deque()

    def take(self, now: float, timings: Mapping[str, float]) -> None:
        """A step is done at this second of the clock; what each of its phases took."""
        self._steps.append((now, timings))
        while self._steps[0][0] < now - KEPT:
            self._steps.popleft()

    def forget(self) -> None:
        """Another run begins."""
        self._steps.clear()

    def summary(self) -> Summary:
        """The last second before the last step; of a run that is paused too."""
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
        """As they run: a tick has all of them."""
        fullest = max((timings for _, timings in self._steps), key=len, default={})
        return [*fullest, *(name for name in names if name not in fullest)]
