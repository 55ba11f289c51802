"""A contest: the same calls to several tools; results are checked first, then timed in turns."""

import gc
import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

__all__ = [
    "Contest",
    "Entrant",
    "Result",
    "Standing",
    "agree",
    "hold",
    "resting",
    "standing",
]

_RELATIVE: Final = 1e-6
"""Largest relative difference between results that count as equal."""

_FEWEST_CALLS: Final = 3
_STRIDE: Final = 7
_TICK: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Entrant:
    """A tool and its function for the work."""

    tool: str
    call: Callable[[int], Any]
    """Does the work with a number; this is timed."""
    figure: Callable[[int, Any], float]
    """Returns the number that is compared, from the result of a call; infinite for no path."""
    version: str = ""
    rule: str = ""
    """How the tool's problem differs from ours; empty if it is the same. Results for a different
    problem aren't compared."""


def agree(found: float, expected: float) -> bool:
    """Return whether two results are equal."""
    if math.isinf(found) or math.isinf(expected):
        return found == expected
    return abs(found - expected) <= _RELATIVE * (1.0 + abs(expected))


@dataclass(frozen=True, slots=True)
class Contest:
    """One case of a kind of work, with its entrants. The first entrant is the reference."""

    work: str
    case: str
    width: int
    depth: int
    calls: int
    entrants: Sequence[Entrant]
    expected: Sequence[float] | None = None
    """The right results if they are known; otherwise those of the reference count as right."""
    judge: Callable[[int, float, float], bool] = lambda _, found, expected: agree(found, expected)
    """Returns whether a result is right, from its number, the result and the expected result."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Results of one tool. Times are in microseconds per call."""

    tool: str
    version: str
    rule: str
    calls: int
    rounds: int
    wrong: int
    """Number of calls with a wrong result. Their times are kept but not compared."""
    mean: float
    median: float
    p99: float
    longest: float
    ratio: float | None
    """Mean divided by the reference's on the same calls; None if results differ."""
    answers: dict[int, float] = field(default_factory=dict)
    """Results by the number of the call."""
    extra: dict[str, float] = field(default_factory=dict)
    """Further numbers of this kind of work, by name."""


@dataclass(frozen=True, slots=True)
class Result:
    """Results of a contest."""

    work: str
    case: str
    width: int
    depth: int
    standings: tuple[Standing, ...]


class _Course:
    """State of one entrant during a contest."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.answers: dict[int, float] = {}
        self.times: dict[int, list[float]] = {}
        self.slow = False

    def check(self, order: Sequence[int], budget: float) -> None:
        """Make each call once, until the time is up, for the results and as a warm-up."""
        first: dict[int, float] = {}
        for number in order:
            begin = time.perf_counter()
            outcome = self.entrant.call(number)
            first[number] = _since(begin)
            self.answers[number] = self.entrant.figure(number, outcome)
            if sum(first.values()) > budget and len(first) >= _FEWEST_CALLS:
                break
        self.slow = sum(first.values()) > 2 * budget
        self.times = {number: [took] if self.slow else [] for number, took in first.items()}

    def measure(self, turn: int) -> None:
        call = self.entrant.call
        pieces = list(self.times.items())
        # The caches are full of other tools' data at the first call: start with a different one
        # in each round.
        first = turn * _STRIDE % len(pieces)
        for number, took in (*pieces[first:], *pieces[:first]):
            begin = time.perf_counter()
            call(number)
            took.append(_since(begin))


def _since(begin: float) -> float:
    """Return the seconds since `begin`; never 0, because times are divided by each other."""
    return max(time.perf_counter() - begin, _TICK)


def hold(contest: Contest, *, rounds: int, budget: float) -> Result:
    """Run a contest: check every result, then take times in turns.

    The time of a call is the median of its rounds. In each round every tool makes all its calls,
    with a different order of tools and a different first call, and without garbage collection.

    Args:
        contest: The contest to run.
        rounds: Number of rounds.
        budget: Maximum time in seconds of a tool in a round; a slower tool makes only the first
            few of the shuffled calls, and is compared on those.
    """
    shuffled = np.random.default_rng(0)
    order = shuffled.permutation(contest.calls).tolist()
    courses = [_Course(entrant) for entrant in contest.entrants]
    for course in courses:
        course.check(order, budget)
        # Other tools make only the calls of the reference: others couldn't be compared.
        order = list(courses[0].answers)
    with resting():
        for turn in range(rounds):
            for at in shuffled.permutation(len(courses)).tolist():
                if not courses[at].slow:
                    courses[at].measure(turn)
    return Result(
        contest.work, contest.case, contest.width, contest.depth,
        tuple(_standing_of(course, courses[0], contest) for course in courses),
    )  # fmt: skip


def standing(
    tool: str, times: Sequence[Sequence[float]], *, wrong: int = 0, reference: float | None = None
) -> Standing:
    """Return the standing of a tool without version and rule; a row of `times` is one call."""
    medians = [statistics.median(took) * 1e6 for took in times]
    mean = statistics.fmean(medians)
    return Standing(
        tool, "", "", len(times), len(times[0]), wrong, mean,
        statistics.median(medians), float(np.percentile(medians, 99)), max(medians),
        None if wrong else 1.0 if reference is None else mean / reference,
    )  # fmt: skip


def _standing_of(course: _Course, reference: _Course, contest: Contest) -> Standing:
    entrant = course.entrant
    if entrant.rule:
        wrong = 0
    elif contest.expected is None:
        right = reference.answers
        wrong = sum(not agree(found, right[at]) for at, found in course.answers.items())
    else:
        right = dict(enumerate(contest.expected))
        wrong = sum(not contest.judge(at, found, right[at]) for at, found in course.answers.items())
    ours = statistics.fmean(
        statistics.median(reference.times[number]) * 1e6 for number in course.times
    )
    found = standing(entrant.tool, list(course.times.values()), wrong=wrong, reference=ours)
    return Standing(
        found.tool, entrant.version, entrant.rule, found.calls, found.rounds, found.wrong,
        found.mean, found.median, found.p99, found.longest, found.ratio, course.answers,
    )  # fmt: skip


@contextmanager
def resting() -> Iterator[None]:
    """Disable the cyclic garbage collector, as `timeit` does."""
    running = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
