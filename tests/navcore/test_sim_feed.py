"""Feeds of runs: every reader gets every event and input once."""

import numpy as np
import pytest
from sim_levels import agent, room, simulate

from navcore.errors import NavcoreError
from navcore.replication.viewers import Snapshots
from navcore.sim import feed
from navcore.sim.events import EVENT, Events, Kind
from navcore.sim.feed import UnreadEvents
from navcore.sim.inputs import Send
from navcore.sim.recording.recorder import Recorder
from navcore.sim.simulation import Simulation


def crowd(**fields: object) -> Simulation:
    """Return a run with many events: nudges, arrivals, new paths."""
    starts = [(2.0 + i % 6, 2.0 + i // 6) for i in range(24)]
    level = room(20, 10, (9, 2, 11, 8))
    agents = (
        agent(i + 1, start, goals=((18.0, 8.0), start), loop=True) for i, start in enumerate(starts)
    )
    return simulate(level, *agents, **fields)


def by_step(seconds: float) -> list[tuple[object, ...]]:
    """Return all events of the run, read after every step."""
    run, told = crowd(), []
    while run.seconds < seconds:
        run.step()
        told += run.events.tolist()
    return told


def test_ticks_and_times_lose_no_event() -> None:
    """Asked after ticks, after seconds or once: the same events as after every step."""
    expected = by_step(30.0)
    assert len(expected) > 40
    run, told = crowd(), []
    while run.seconds < 30.0:
        run.tick()
        told += run.events.tolist()
    assert told == expected
    run, told = crowd(), []
    for seconds in (0.5, 9.5, 20.0):
        run.run(seconds)
        told += run.events.tolist()
    assert told == expected
    run = crowd()
    run.run(30.0)
    assert run.events.tolist() == expected


def test_arrivals_are_those_since_they_were_last_asked_for() -> None:
    """Reading the events in between doesn't matter."""
    run = crowd()
    arrived = [row for row in by_step(30.0) if row[1] == Kind.ARRIVED]
    while run.seconds < 30.0:
        run.tick()
        assert run.events.dtype == EVENT
    assert [(one.step, one.agent_id) for one in run.arrivals] == [
        (row[0], row[3]) for row in arrived
    ]
    assert len(arrived) > 10


def test_asking_twice_gives_the_same_events() -> None:
    """The next step begins anew."""
    run = crowd()
    run.run(20.0)
    first = run.events
    assert run.events is first
    assert not first.flags.writeable
    run.step()
    assert len(run.events) < len(first)
    assert all(run.events["step"] == run.steps - 1)


def test_readers_take_nothing_from_each_other() -> None:
    """A recorder, a server and the caller all follow one run, each at its own pace."""
    run = crowd(keep_inputs=0)
    recorder, _, reader = Recorder(run), Snapshots(run), run.reader()
    told = []
    while run.seconds < 30.0:
        if run.steps % 100 == 0:
            run.send([1], (5.0, 5.0))
        run.step()
        recorder.take()
        if run.steps % 7 == 0:
            told += run.events.tolist()
    told += run.events.tolist()
    inputs, events = reader.take()
    assert events.tolist() == told == recorder.recording.events.tolist()
    assert inputs == recorder.recording.inputs
    assert len(inputs) == 18
    assert run.inputs == []
    assert reader.take() == ([], feed.NONE)


def test_events_that_nobody_asks_for_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The older half goes, and is counted."""
    monkeypatch.setattr(feed, "MOST_EVENTS", 100)
    unread = UnreadEvents()
    for step in range(1000):
        unread.add(numbered(step, step % 4))
    events = unread.read()
    assert 50 <= len(events) <= 100
    assert unread.dropped + len(events) == 1500
    assert events["step"][-1] == 999
    assert (np.diff(events["step"]) >= 0).all()


def numbered(step: int, count: int) -> Events:
    """Return a number of events of a step."""
    events = np.zeros(count, EVENT)
    events["step"] = step
    return events


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_a_time_to_run_is_a_number(seconds: float) -> None:
    """It is at least 0."""
    with pytest.raises(NavcoreError, match="seconds must be a number of at least 0"):
        crowd().run(seconds)


def test_the_log_of_inputs_is_bounded() -> None:
    """To the last ones, or to none; the run is the same."""
    whole, last, none = (crowd(keep_inputs=keep) for keep in (None, 5, 0))
    for number in range(40):
        for run in (whole, last, none):
            run.send([1 + number % 3], (5.0, 5.0))
            run.step()
    assert len(whole.inputs) == 40
    assert last.inputs == whole.inputs[-5:]
    assert none.inputs == []
    assert whole.agents.positions.tobytes() == none.agents.positions.tobytes()
    with pytest.raises(NavcoreError, match="keep_inputs must be at least 0"):
        crowd(keep_inputs=-1)


def test_a_run_without_a_log_begins_in_another_world() -> None:
    """Requests that were carried out before the first step are kept."""
    run = crowd(keep_inputs=0)
    run.spawn(agent(99, (5, 9)))
    run.take_in()
    level = room(30, 10).with_items({7: agent(7, (3, 3))})
    run.begin_in(run.world.build(level))
    assert run.agents.ids.tolist() == [7, 99]


def test_the_same_agents_are_stored_once() -> None:
    """They are sent again and again, in any kind of list or array."""
    run = crowd()
    for number in range(10):
        run.send(run.agents.ids if number % 2 else range(1, 25), (5.0, 5.0))
        run.step()
    sent = [one.request for one in run.inputs]
    assert len({id(request.ids) for request in sent if isinstance(request, Send)}) == 1


def test_two_spawns_of_one_id_are_refused() -> None:
    """The second at once, whether the first was carried out or still waits."""
    run = crowd()
    run.spawn(agent(99, (5, 9)))
    with pytest.raises(NavcoreError, match="already was asked for an agent with the id 99"):
        run.spawn(agent(99, (6, 6)))
    run.step()
    assert tuple(run.agents.positions[run.agents.index[99]]) == (5, 9)
    with pytest.raises(NavcoreError, match="already has an agent with the id 99"):
        run.spawn(agent(99, (6, 6)))


def test_an_id_is_free_once_its_agent_is_removed() -> None:
    """This holds in the same step, too."""
    run = crowd()
    run.remove([1])
    run.spawn(agent(1, (5, 5)))
    run.remove([1])
    run.spawn(agent(1, (6, 9)))
    run.step()
    assert tuple(run.agents.positions[run.agents.index[1]]) == (6, 9)


def test_arrays_stay_the_same_views_until_agents_come_or_go() -> None:
    """Callers that cache data by these views need no look-up at every step."""
    run = crowd()
    ids = run.agents.ids
    run.run(1.0)
    assert run.agents.ids is ids
    run.spawn(agent(99, (5, 9)))
    run.step()
    assert run.agents.ids is not ids
    assert len(run.agents.ids) == len(ids) + 1


def test_agents_can_not_be_written_to() -> None:
    """Neither values nor arrays can be replaced; they show the present state of the run."""
    run = crowd()
    positions = run.agents.positions
    with pytest.raises(ValueError, match="read-only"):
        positions[0] = (100.0, 100.0)
    with pytest.raises(ValueError, match="read-only"):
        run.agents.states[:] = 1
    with pytest.raises(NavcoreError, match=r"agents\.positions can't be set: ask the simulation"):
        run.agents.positions = positions
    with pytest.raises(TypeError):
        run.agents.index[5] = 0
    run.run(5.0)
    assert np.array_equal(run.agents.positions, positions)
    assert run.agents.place(0) == tuple(positions[0])
    assert len(run.agents) == 24
