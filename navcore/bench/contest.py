"""A contest: the same calls to several tools, answers first, then times in turns."""

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
"""How far an answer may be off, as a share of it."""

_FEWEST_CALLS: Final = 3
_STRIDE: Final = 7
_TICK: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Entrant:
    """A tool with its way to do the work."""

    tool: str
    call: Callable[[int], Any]
    """Does one piece of the work, by number: what is timed."""
    figure: Callable[[int, Any], float]
    """What the outcome of a call comes to: what is compared. Infinite when there is no path."""
    version: str = ""
    rule: str = ""
    """How the tool's problem differs from ours; empty if it is the same. Answers to another
    problem are not compared."""


def agree(found: float, expected: float) -> bool:
    """Whether two answers are the same."""
    if math.isinf(found) or math.isinf(expected):
        return found == expected
    return abs(found - expected) <= _RELATIVE * (1.0 + abs(expected))


@dataclass(frozen=True, slots=True)
class Contest:
    """One case of a kind of work, and who does it. The first entrant is the reference."""

    work: str
    case: str
    width: int
    depth: int
    calls: int
    entrants: Sequence[Entrant]
    expected: Sequence[float] | None = None
    """The right answers where they are known; else the reference's count as right."""
    judge: Callable[[int, float, float], bool] = lambda _, found, expected: agree(found, expected)
    """Whether a found answer, given with its number, is right beside the expected one."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How one tool did. Times are microseconds a call."""

    tool: str
    version: str
    rule: str
    calls: int
    rounds: int
    wrong: int
    """Calls with another answer than the expected one. Times are kept, but not compared."""
    mean: float
    median: float
    p99: float
    longest: float
    ratio: float | None
    """Mean beside the reference's on the same calls; None where answers differ."""
    answers: dict[int, float] = field(default_factory=dict)
    """What was found, by the call's number."""
    extra: dict[str, float] = field(default_factory=dict)
    """Further figures of this kind of work, by name."""


@dataclass(frozen=True, slots=True)
class Result:
    """A contest that was held."""

    work: str
    case: str
    width: int
    depth: int
    standings: tuple[Standing, ...]


class _Course:
    """One entrant on its way through a contest."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.answers: dict[int, float] = {}
        self.times: dict[int, list[float]] = {}
        self.slow = False

    def check(self, order: Sequence[int], budget: float) -> None:
        """Calls once each until the time is up: the answers, and a warming-up."""
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
        # The first call finds the caches full of someone else's data: another one each time.
        first = turn * _STRIDE % len(pieces)
        for number, took in (*pieces[first:], *pieces[:first]):
            begin = time.perf_counter()
            call(number)
            took.append(_since(begin))


def _since(begin: float) -> float:
    """Seconds, some even where the clock has not moved: times are divided by each other."""
    return max(time.perf_counter() - begin, _TICK)


def hold(contest: Contest, *, rounds: int, budget: float) -> Result:
    """Holds a contest: every answer is checked, then times are taken in turns.

    Each call counts with the median of its rounds. In each round everyone does all its calls,
    in another order of tools and beginning with another call, while the garbage collector rests.

    Args:
        contest: what to hold.
        rounds: how often everything is timed.
        budget: seconds that a tool may take in a round; a slower one does only the first few
            of the shuffled calls, and is compared on those.
    """
    shuffled = np.random.default_rng(0)
    order = shuffled.permutation(contest.calls).tolist()
    courses = [_Course(entrant) for entrant in contest.entrants]
    for course in courses:
        course.check(order, budget)
        # Nobody is asked what the reference was not: there would be nothing to compare with.
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
    """A standing of our own from the seconds of each call, a row of rounds a call."""
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
    """Without the cyclic garbage collector, as `timeit` does."""
    running = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()
