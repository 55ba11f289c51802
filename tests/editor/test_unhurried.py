"""Long work that releases the interpreter's lock for the window."""

import threading
from array import array
from itertools import count
from typing import cast

import pytest

from editor.services import unhurried
from editor.services.unhurried import RESTS, WORK_SECONDS, Unhurried
from navcore.errors import Cancelled
from navcore.formats import write_level
from navcore.formats.progress import WHOLE, Job, go_on
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
