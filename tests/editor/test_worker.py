"""The worker: order, results on the window's thread, and ends that never block."""

import math
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled


class Gate:
    """Work that blocks until it is released."""

    def __init__(self) -> None:
        """Shut."""
        self.begun, self.open = threading.Event(), threading.Event()

    def __call__(self, job: Job) -> str:
        """Hang."""
        self.begun.set()
        assert self.open.wait(5)
        return "through"


@pytest.fixture
def worker(qtbot: QtBot) -> Iterator[Worker]:
    """A worker that ends with the test."""
    made = Worker("test")
    yield made
    made.shutdown(5.0)


def test_results_arrive_on_the_windows_thread_in_order(worker: Worker, qtbot: QtBot) -> None:
    """One after the other, each on a thread of the worker's name."""
    got: list[tuple[int, str, bool]] = []
    here = threading.current_thread()

    def then(task: Task[tuple[int, str]]) -> None:
        got.append((*task.result, threading.current_thread() is here))

    for number in range(5):
        worker.submit(lambda _, n=number: (n, threading.current_thread().name), then)
    qtbot.waitUntil(lambda: len(got) == 5)
    assert got == [(n, "test", True) for n in range(5)]


def test_a_result_can_be_taken_in_the_call(worker: Worker, qtbot: QtBot) -> None:
    """And is not taken twice."""
    got: list[int] = []
    task = worker.submit(lambda _: 7, lambda task: got.append(task.result))
    assert worker.finish(task, math.inf)
    qtbot.wait(1)
    assert got == [7]


def test_cancel_is_seen_by_the_work_and_told(worker: Worker, qtbot: QtBot) -> None:
    """A task that has not begun is not done at all."""
    gate, got = Gate(), []
    worker.submit(gate)
    waiting = worker.submit(lambda _: pytest.fail("done"), got.append)
    waiting.cancel()
    gate.open.set()
    qtbot.waitUntil(lambda: bool(got))
    with pytest.raises(Cancelled):
        _ = got[0].result


def test_abandoned_work_holds_up_nothing(worker: Worker, qtbot: QtBot) -> None:
    """The next task gets a thread of its own, and the abandoned result is never delivered."""
    gate, got = Gate(), []
    hanging = worker.submit(gate, lambda _: got.append("late"))
    assert gate.begun.wait(10)
    worker.submit(lambda _: "next", lambda task: got.append(task.result))
    worker.abandon(hanging)
    qtbot.waitUntil(lambda: got == ["next"])
    gate.open.set()
    hanging.wait(10)
    worker.wait()
    assert got == ["next"]


def test_shutdown_waits_no_longer_than_it_says(qtbot: QtBot) -> None:
    """Threads are daemons: the program ends even if they hang."""
    worker, gate = Worker("test"), Gate()
    worker.submit(gate)
    assert gate.begun.wait(10)
    assert not worker.shutdown(0.0)
    assert all(t.daemon for t in threading.enumerate() if t.name == "test")
    refused = worker.submit(lambda _: 1)
    assert refused.wait(0)
    gate.open.set()


def test_shutdown_waits_for_what_was_asked_for(qtbot: QtBot) -> None:
    """Their results aren't delivered any more."""
    worker, done = Worker("test"), []
    for number in range(3):
        worker.submit(lambda _, n=number: done.append(n), lambda _: pytest.fail("told"))
    assert worker.shutdown(30.0)
    qtbot.wait(1)
    assert done == [0, 1, 2]


def test_an_error_nobody_takes_reaches_the_crash_boundary(worker: Worker, qtbot: QtBot) -> None:
    """As one of the window's thread does."""

    def fail(_: Job) -> None:
        message = "unexpected"
        raise RuntimeError(message)

    with qtbot.captureExceptions() as caught:
        worker.submit(fail)
        qtbot.waitUntil(lambda: bool(caught))
    assert str(caught[0][1]) == "unexpected"
