"""Background queries about the level: never stale, stopped by edits, one at a time."""

import random
import threading
from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication

from editor.document import Document
from editor.services.bake.service import BakeService
from editor.services.latest import Latest
from editor.services.live_answer import LiveAnswer
from editor.services.problems import ProblemService
from editor.services.scheduler import Rank, Scheduler
from editor.services.unhurried import Unhurried
from editor.services.worker import Task
from navcore.level.edit import Edit
from navcore.proof.problems import RULES, problems_of
from navcore.proof.survey import Survey
from navcore.world import World
from tests.rule_levels import PLAYER, level_of


class Numbers:
    """A client that needs the square of a changing number."""

    def __init__(self, scheduler: Scheduler, rank: Rank = Rank.PROBLEMS) -> None:
        """Start without a listener."""
        self.number: int | None = None
        self.begun: list[int] = []
        self.stopped: list[int] = []
        self.told: list[tuple[int, int]] = []
        self.gate: threading.Event | None = None
        """While it is there and not set, work goes on until it is stopped."""
        self.at_work = threading.Event()
        self.answer: LiveAnswer[int, int] = LiveAnswer(
            scheduler, rank, wanted=lambda: self.number, work=self._work, take=self._take
        )

    def _work(self, number: int, job: Unhurried) -> int:
        self.begun.append(number)
        self.at_work.set()
        while self.gate is not None and not self.gate.wait(0.001):
            try:
                job.pause()
            except BaseException:
                self.stopped.append(number)
                raise
        return number * number

    def _take(self, number: int, task: Task[int]) -> None:
        assert number == self.number
        self.told.append((number, task.result))


@pytest.fixture
def may_begin() -> list[bool]:
    """Return a list with the permission to start long work as its last entry."""
    return [True]


@pytest.fixture
def scheduler(qapp: object, may_begin: list[bool]) -> Iterator[Scheduler]:
    """Return a scheduler that starts no long work while the last of `may_begin` is False."""
    made = Scheduler("test", lambda: may_begin[-1])
    yield made
    made.shutdown()


def pump(until: Callable[[], object]) -> None:
    """Process events until a condition holds."""
    while not until():
        QCoreApplication.processEvents()


def test_stale_work_is_stopped_and_never_told(scheduler: Scheduler) -> None:
    """Only the newest question is answered."""
    numbers = Numbers(scheduler)
    numbers.number, numbers.gate = 1, threading.Event()
    numbers.answer.look()
    pump(numbers.at_work.is_set)
    for number in range(2, 9):
        numbers.number = number
        scheduler.stir()
    pump(lambda: numbers.stopped)
    numbers.gate = None
    numbers.answer.wait()
    assert numbers.begun == [1, 8]
    assert numbers.stopped == [1]
    assert numbers.told == [(8, 64)]
    assert numbers.answer.is_current


def test_nothing_long_begins_in_a_drag(scheduler: Scheduler, may_begin: list[bool]) -> None:
    """And waiting for it does not hang; it begins when the drag is over."""
    may_begin.append(False)
    numbers = Numbers(scheduler)
    numbers.number = 3
    scheduler.stir()
    numbers.answer.wait()
    assert numbers.begun == []
    assert not numbers.answer.is_coming
    may_begin.append(True)
    scheduler.stir()
    assert numbers.answer.is_coming
    numbers.answer.wait()
    assert numbers.told == [(3, 9)]


def test_long_work_stops_when_a_drag_begins_and_starts_again_after_it(
    scheduler: Scheduler, may_begin: list[bool]
) -> None:
    """Though its answer is still of use: the frames of the drag need the interpreter lock more."""
    numbers = Numbers(scheduler)
    numbers.gate, numbers.number = threading.Event(), 7
    scheduler.wake()
    pump(numbers.at_work.is_set)
    may_begin.append(False)
    scheduler.stir()
    pump(lambda: numbers.stopped == [7])
    assert not numbers.told
    may_begin.append(True)
    numbers.gate.set()
    scheduler.stir()
    pump(lambda: numbers.told == [(7, 49)])


def test_quick_work_goes_on_in_a_drag(scheduler: Scheduler, may_begin: list[bool]) -> None:
    """Work for a frame that ends within it goes on; long work waits."""
    may_begin.append(False)
    quick: Latest[str] = Latest(1.0, scheduler, Rank.WIDTHS, short_ms=0.0)
    long: Latest[str] = Latest(1000.0, scheduler, Rank.VISITED, short_ms=0.0)
    long.ask((1.0,), lambda _: "long", 1.0)
    quick.ask((1.0,), lambda _: "quick", 1.0)
    pump(lambda: not quick.busy)
    assert quick.known == ((1.0,), "quick")
    assert long.known is None
    may_begin.append(True)
    long.wait()
    assert long.known == ((1.0,), "long")


def test_what_matters_more_is_worked_out_first(scheduler: Scheduler) -> None:
    """Whichever was asked first, one after the other."""
    order: list[str] = []
    latest = [
        Latest[None](1000.0, scheduler, rank, short_ms=0.0)
        for rank in (Rank.COVERAGE, Rank.TESTS, Rank.REASONS)
    ]
    gate = threading.Event()
    latest[1].ask((0.0,), lambda _: gate.wait() and None, 1.0)
    for one in latest:
        one.ask((1.0,), lambda _, name=one.rank.name: order.append(name), 1.0)
    gate.set()
    for one in latest:
        one.wait()
    assert order == ["REASONS", "TESTS", "COVERAGE"]


def test_what_nobody_looks_at_is_not_worked_out(scheduler: Scheduler) -> None:
    """The number of changes doesn't matter."""
    numbers = Numbers(scheduler)
    scheduler.stir()
    numbers.answer.wait()
    assert scheduler.wake() is None
    assert numbers.begun == []


def test_what_goes_wrong_is_raised_once(scheduler: Scheduler) -> None:
    """It is not asked again and again."""
    asked: list[int] = []

    def work(number: int, _: Unhurried) -> int:
        asked.append(number)
        message = "odd"
        raise ValueError(message)

    raised: list[BaseException] = []

    def take(_: int, task: Task[int]) -> None:
        with pytest.raises(ValueError, match="odd") as info:
            _ = task.result
        raised.append(info.value)

    answer = LiveAnswer(scheduler, Rank.PROBLEMS, wanted=lambda: 1, work=work, take=take)
    answer.wait()
    scheduler.stir()
    answer.wait()
    assert asked == [1]
    assert len(raised) == 1


def test_the_end_stops_what_runs(qapp: object) -> None:
    """No result is delivered after the end."""
    scheduler = Scheduler("test")
    numbers = Numbers(scheduler)
    numbers.number, numbers.gate = 1, threading.Event()
    numbers.answer.look()
    pump(numbers.at_work.is_set)
    scheduler.shutdown()
    assert numbers.stopped == [1]
    for _ in range(20):
        QCoreApplication.processEvents()
    assert numbers.told == []
    assert not [one for one in threading.enumerate() if one.name == "test" and one.is_alive()]


@pytest.mark.parametrize("seed", range(4))
def test_problems_are_never_those_of_an_earlier_level(qapp: object, seed: int) -> None:
    """Each delivered result equals a new check of the level at that moment."""
    rng = random.Random(seed)
    document = Document()
    bake = BakeService(document)
    problems, told = ProblemService(document, bake), 0

    def fresh() -> list[object]:
        survey = Survey(World.build(document.level))
        return sorted(p.key for rule in RULES.values() for p in problems_of(survey, rule))

    def check(_: object) -> None:
        nonlocal told
        told += 1
        assert not problems.busy
        assert [one.key for one in problems.found] == fresh()

    document.load(level_of(), None)
    problems.changed.connect(check)
    try:
        for _ in range(12):
            place = (rng.uniform(-5.0, 25.0), rng.uniform(-5.0, 25.0))
            document.commit(Edit.put(document.level, [replace(PLAYER, position=place)]))
            if rng.random() < 0.4:
                problems.wait()
            else:
                for _ in range(rng.randrange(30)):
                    QCoreApplication.processEvents()
        problems.wait()
        assert not problems.busy
        assert [one.key for one in problems.found] == fresh()
        assert told
    finally:
        problems.shutdown()
        bake.shutdown()
