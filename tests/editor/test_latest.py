"""Repeated queries: results at once, after a short wait, or later."""

from threading import Event

import pytest

from editor.services import latest
from editor.services.latest import Latest
from editor.services.scheduler import Scheduler


@pytest.fixture
def stage(qapp):
    """Questions that look long at first and were answered quickly once; counted arrivals."""
    scheduler = Scheduler("test")
    asked = Latest(1e9, scheduler, short_ms=1e6)
    arrived = []
    asked.arrived.connect(lambda _: arrived.append(asked.known))
    asked.ask((0.0,), lambda _: "before", 0.0)
    yield asked, arrived
    scheduler.shutdown()


def test_a_small_question_is_answered_at_once(stage):
    """There is no later answer."""
    asked, arrived = stage
    assert asked.ask((1.0,), lambda _: "now", 0.0) == ((1.0,), "now")
    assert arrived == []


def test_the_window_waits_for_a_quick_answer_to_a_large_question(stage, monkeypatch):
    """It is the answer, and nothing arrives later."""
    asked, arrived = stage
    monkeypatch.setattr(latest, "WAIT_MS", 60_000.0)
    assert asked.ask((1.0,), lambda _: "now", 1.0) == ((1.0,), "now")
    assert not asked.busy
    assert arrived == []


def test_it_does_not_wait_long(stage, monkeypatch):
    """The last answer is shown until the new one arrives."""
    asked, arrived = stage
    monkeypatch.setattr(latest, "WAIT_MS", 1.0)
    go = Event()
    found = asked.ask((1.0,), lambda _: go.wait() and "later", 1.0)
    assert found == ((0.0,), "before")
    go.set()
    asked.wait()
    assert arrived == [((1.0,), "later")]
