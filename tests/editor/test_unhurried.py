"""Long work that releases the interpreter's lock for the window."""

import sys
import threading
from array import array
from itertools import count
from typing import cast

import pytest

from editor.services import unhurried
from editor.services.unhurried import RESTS, SHORT_RESTS, WORK_SECONDS, Unhurried
from navcore.errors import Cancelled
from navcore.formats import read_level, write_level
from navcore.formats.journal import orders_that_differ
from navcore.formats.progress import WHOLE, Job, go_on
from navcore.level.model import Edge, Level, Waypoint
from tests.cli_calls import yard


class Waits(threading.Event):
    """An event that records the requested waiting times, and doesn't wait."""

    def __init__(self) -> None:
        """Start without records."""
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        """Note it."""
        assert timeout is not None
        self.seconds.append(timeout)
        return self.is_set()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that works 0.4 ms between two looks at the clock."""
    times = count()
    monkeypatch.setattr(unhurried, "thread_time", lambda: 0.0004 * next(times))


def numbers() -> Job:
    """Two zeros."""
    return cast(Job, array("q", (0, 0)))


def test_rests_several_times_as_long_as_it_worked() -> None:
    """A rest is a multiple of the preceding working time."""
    waits = Waits()
    job = Unhurried(numbers(), waits)
    for _ in range(30):
        go_on(job, 0, WHOLE, 0.5)
    assert waits.seconds
    assert min(waits.seconds) > RESTS * WORK_SECONDS
    assert max(waits.seconds) < RESTS * 3 * WORK_SECONDS


def test_passes_on_progress_and_the_wish_to_stop() -> None:
    """It shares its values with the task."""
    plain = numbers()
    job = Unhurried(plain, Waits())
    go_on(job, 0, WHOLE, 0.5)
    assert plain[1] == WHOLE // 2
    plain[0] = 1
    with pytest.raises(Cancelled):
        go_on(job, 0, WHOLE, 1.0)


def test_a_level_is_written_the_same_with_rests() -> None:
    """Rests don't change the written file."""
    level = yard()
    assert write_level(level, job=Unhurried(numbers(), Waits())) == write_level(level)


def test_rests_have_a_bound_where_one_is_given() -> None:
    """After a long call of a kernel, which held no lock, no frame waits for a long rest."""
    waits = Waits()
    job = Unhurried(numbers(), waits, rests=SHORT_RESTS, most=0.0005)
    for _ in range(10):
        job.pause()
    assert set(waits.seconds) == {0.0005}


def test_no_part_of_a_backup_works_long_without_a_look_at_its_job() -> None:
    """All passes over a large level look at the job: writing, reading, comparing orders.

    Work is counted in calls, which are the same on every machine.
    """
    side = 40
    items: dict[int, Waypoint | Edge] = {}
    for number in range(side * side):
        place = (float(number % side), float(number // side))
        items[number + 1] = Waypoint(id=number + 1, order=number, name=f"w{number}", position=place)
        for turn, end in enumerate((number + 1, number + side)):
            if end < side * side:
                edge = 10_000 + 2 * number + turn
                items[edge] = Edge(id=edge, start=number + 1, end=end + 1, order=edge)
    level = Level().with_items(items)
    looks = Looks()

    def back_up() -> None:
        loaded = read_level(write_level(level, job=looks), "a level", job=looks).level
        assert orders_that_differ(level, loaded, looks)

    back_up()  # msgspec looks at types when it first meets them.
    looks.calls = looks.most = 0
    sys.setprofile(looks.count)
    try:
        back_up()
    finally:
        sys.setprofile(None)
    looks[0]
    assert looks.most < 5 * len(items)


class Looks:
    """A job that is never cancelled, and counts the calls from one look to the next."""

    def __init__(self) -> None:
        """Nothing is counted yet."""
        self.calls = self.most = self.progress = 0

    def count(self, frame: object, event: str, value: object) -> None:
        """Count an event of `sys.setprofile`."""
        self.calls += event in {"call", "c_call"}

    def __getitem__(self, index: int, /) -> int:
        """Look at the job."""
        self.most, self.calls = max(self.most, self.calls), 0
        return self.progress if index else 0

    def __setitem__(self, index: int, value: int, /) -> None:
        """Set the progress."""
        self.progress = value
