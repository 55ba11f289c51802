"""Snapshots for viewers: changes for each, and smooth views one tick behind."""

import doctest
import itertools
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_levels import agent, change, room, simulate

from navcore import NavcoreError
from navcore.level.edit import Edit
from navcore.replication import viewers
from navcore.replication.viewers import Delta, Snapshots, Viewer
from navcore.sim.recording.frames import Frame, snapshot_of
from navcore.sim.simulation import Simulation


def crowd(count: int = 5) -> Simulation:
    """Agents that cross a room on their rounds."""
    return simulate(
        room(20, 20),
        *(
            agent(i, (2 + 1.5 * i, 2), goals=((18 - 1.5 * i, 17), (2 + 1.5 * i, 2)), loop=True)
            for i in range(1, count + 1)
        ),
    )


def whole(simulation: Simulation) -> Frame:
    """Return a complete snapshot of the current tick."""
    return snapshot_of(simulation, np.zeros(len(simulation.agents), np.bool_)).frame()


def same(one: Frame, other: Frame) -> bool:
    """Return whether all values except marks of teleports are equal to the last bit."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("ids", "positions", "facings", "states", "reasons")
    )


def go_on(simulation: Simulation, snapshots: Snapshots, steps: int) -> None:
    """Make some steps, with a snapshot of each."""
    for _ in range(steps):
        simulation.step()
        snapshots.take()


def turned(a: float, b: float) -> float:
    """The shorter angle between two directions."""
    return abs((a - b + math.pi) % (2 * math.pi) - math.pi)


def test_a_new_viewer_gets_all_and_then_what_changed() -> None:
    """The first is complete, later ones are small; there are ten a second (S3-114)."""
    simulation = crowd()
    snapshots, viewer = Snapshots(simulation), Viewer()
    first = snapshots.changes_for("a")
    assert first is not None
    assert (first.tick, first.since, first.seconds) == (0, None, 0)
    viewer.apply(first)
    assert same(viewer.frame, whole(simulation))
    deltas = []
    for _ in range(60):
        go_on(simulation, snapshots, 1)
        delta = snapshots.changes_for("a")
        viewer.apply(delta)
        if delta is not None:
            deltas.append(delta)
            assert same(viewer.frame, whole(simulation))
    assert [delta.tick for delta in deltas] == list(range(1, 11))
    assert [delta.since for delta in deltas] == list(range(10))
    assert max(len(delta.data) for delta in deltas[3:]) < len(first.data)
    late = snapshots.changes_for("b")
    assert late is not None
    assert late.since is None
    other = Viewer()
    other.apply(late)
    assert same(other.frame, viewer.frame)


def test_who_stands_takes_no_room() -> None:
    """A snapshot has only the changes (S3-114)."""
    simulation = simulate(
        room(40, 40), *(agent(i, (1 + i % 30, 1 + i // 30)) for i in range(1, 601))
    )
    snapshots = Snapshots(simulation)
    first = snapshots.changes_for("a")
    go_on(simulation, snapshots, 12)
    second = snapshots.changes_for("a")
    assert first is not None
    assert second is not None
    assert len(first.data) > 600 * 4
    # A bit each says that nothing changed.
    assert len(second.data) < 600 / 8 + 20


@settings(max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_changes_applied_are_the_full_state(seed: int) -> None:
    """This holds for all events, however rarely and irregularly viewers ask (S3-114)."""
    rng = np.random.default_rng(seed)
    simulation = crowd()
    snapshots = Snapshots(simulation)
    clients = {name: Viewer() for name in ("often", "seldom", "late")}
    next_id = 100
    for step in range(90):
        happens = rng.integers(12)
        ids = simulation.agents.ids.tolist()
        if happens == 0:
            next_id += 1
            simulation.spawn(agent(next_id, tuple(rng.random(2) * 20)))
        elif happens == 1 and ids:
            simulation.remove([int(rng.choice(ids))])
        elif happens == 2 and ids:
            simulation.place({int(rng.choice(ids)): tuple(rng.random(2) * 20)})
            if rng.random() < 0.5:
                simulation.take_in()
                snapshots.take()
        elif happens == 3 and ids:
            simulation.send([int(rng.choice(ids))], tuple(rng.random(2) * 20))
        elif happens == 4 and simulation.world.level.agents:
            gone = int(rng.choice(list(simulation.world.level.agents)))
            change(simulation, Edit.remove(simulation.world.level, [gone]))
        for name, viewer in clients.items():
            asks = rng.random() < {"often": 0.9, "seldom": 0.15, "late": 0.5 * (step > 40)}[name]
            if asks:
                if rng.random() < 0.05:
                    snapshots.forget(name)
                viewer.apply(snapshots.changes_for(name))
                if simulation.steps % 6 == 0:
                    assert same(viewer.frame, whole(simulation))
                assert snapshots.changes_for(name) is None
        go_on(simulation, snapshots, 1)


def test_lost_or_damaged_changes_are_noticed() -> None:
    """A complete snapshot repairs it."""
    simulation = crowd()
    snapshots, viewer = Snapshots(simulation), Viewer()
    viewer.apply(snapshots.changes_for("a"))
    go_on(simulation, snapshots, 6)
    lost = snapshots.changes_for("a")
    assert lost is not None
    go_on(simulation, snapshots, 6)
    late = snapshots.changes_for("a")
    assert late is not None
    with pytest.raises(NavcoreError, match="in full"):
        viewer.apply(late)
    for data in (b"", lost.data[:-1], lost.data + b"x"):
        with pytest.raises(NavcoreError, match="damaged"):
            viewer.apply(lost._replace(data=data))
    snapshots.forget("a")
    full = snapshots.changes_for("a")
    assert full is not None
    assert full.since is None
    viewer.apply(full)
    assert same(viewer.frame, whole(simulation))


def filmed(simulation: Simulation, steps: int, **fields: Any) -> tuple[Viewer, list[Frame]]:
    """Return a viewer after some steps, and the complete frames."""
    snapshots, viewer, frames = Snapshots(simulation), Viewer(**fields), []
    for step in range(steps + 1):
        delta = snapshots.changes_for("a")
        if delta is not None:
            viewer.apply(delta)
            frames.append(viewer.frame)
        if step < steps:
            go_on(simulation, snapshots, 1)
    return viewer, frames


def test_what_is_drawn_lies_between_two_snapshots() -> None:
    """Views are a tick behind the clock; no agent jumps farther than it walks (S3-003, S3-115)."""
    viewer, frames = filmed(crowd(), 120)
    before = None
    for seconds in np.arange(0.1, 2.0999, 1 / 144):
        shown = viewer.at(float(seconds))
        tick = min(int((seconds - 0.1) / 0.1 + 1e-9), 19)
        low, high = frames[tick], frames[tick + 1]
        lesser = np.minimum(low.positions, high.positions)
        greater = np.maximum(low.positions, high.positions)
        assert ((shown.positions >= lesser - 1e-9) & (shown.positions <= greater + 1e-9)).all()
        for row in range(len(shown.ids)):
            arc = turned(low.facings[row], high.facings[row])
            assert turned(low.facings[row], shown.facings[row]) <= arc + 1e-9
            assert turned(shown.facings[row], high.facings[row]) <= arc + 1e-9
        if before is not None:
            away = np.hypot(*(shown.positions - before.positions).T)
            assert (away <= 1.5 * 0.1).all()
        before = shown
    assert np.array_equal(viewer.at(1.1).positions, frames[10].positions)


def test_before_and_after_what_is_known_nobody_moves() -> None:
    """The first and the last snapshots are held: no agent goes on through a wall (S3-115)."""
    viewer, frames = filmed(crowd(), 60)
    for seconds in (-5.0, 0.0, 0.1):
        assert np.array_equal(viewer.at(seconds).positions, frames[0].positions)
    for seconds in (1.1, 1.15, 50.0):
        assert np.array_equal(viewer.at(seconds).positions, frames[-1].positions)
    empty = Viewer()
    assert len(empty.at(3.0).ids) == 0
    assert len(empty.advance(3.0).ids) == 0
    assert empty.newest == 0


def test_facings_take_the_shorter_way() -> None:
    """Over the half turn, where the angle jumps (S3-115)."""
    simulation = simulate(room(20, 20), agent(1, (10, 10), facing=3.0, rotation_speed=4.0))
    simulation.send([1], (4, 8.5))
    viewer, frames = filmed(simulation, 60)
    facings = [float(viewer.at(seconds).facings[0]) for seconds in np.arange(0.1, 1.1, 0.01)]
    assert max(turned(a, b) for a, b in itertools.pairwise(facings)) < 0.1
    ends = [float(frame.facings[0]) for frame in frames]
    assert max(abs(a - b) for a, b in itertools.pairwise(ends)) > 3


def test_who_is_put_elsewhere_is_not_drawn_on_the_way() -> None:
    """It was moved by the run, however near, or farther than agents walk in a tick (S3-003)."""
    simulation = simulate(room(20, 20), agent(1, (2, 2)), agent(2, (5, 5)))
    snapshots, viewer = Snapshots(simulation), Viewer()
    viewer.apply(snapshots.changes_for("a"))
    simulation.place({1: (18.0, 18.0), 2: (5.5, 5.0)})
    go_on(simulation, snapshots, 6)
    viewer.apply(snapshots.changes_for("a"))
    for seconds in (0.11, 0.15, 0.19):
        assert viewer.at(seconds).positions.tolist() == [[2, 2], [5, 5]]
    assert viewer.at(0.2).positions.tolist() == [[18, 18], [5.5, 5]]
    # A client with another limit decides for itself.
    for farthest, moves in ((0.1, False), (2.0, True)):
        runner = simulate(room(20, 20), agent(1, (2, 2), walk_speed=6.0))
        runner.send([1], (18, 2))
        watched, _ = filmed(runner, 60, farthest=farthest)
        x = watched.at(0.95).positions[0, 0]
        ends = {round(float(watched.at(s).positions[0, 0]), 6) for s in (0.9, 1.0)}
        assert (round(float(x), 6) not in ends) is moves


def test_seldom_told_viewers_still_see_walking() -> None:
    """The limit is one snapshot a tick; moves by requests in between are still known."""
    simulation = simulate(room(40, 20), agent(1, (2, 2), walk_speed=3.0), agent(2, (5, 15)))
    simulation.send([1], (38, 2))
    snapshots, viewer = Snapshots(simulation), Viewer()
    go_on(simulation, snapshots, 60)
    viewer.apply(snapshots.changes_for("a"))
    go_on(simulation, snapshots, 20)
    simulation.place({2: (8.0, 15.0)})
    go_on(simulation, snapshots, 40)
    viewer.apply(snapshots.changes_for("a"))
    shown = viewer.at(1.6).positions
    assert shown[0, 0] == pytest.approx(2 + 1.5 * 3, abs=0.4)
    assert shown[1].tolist() == [5, 15]


def test_who_comes_and_goes() -> None:
    """New agents appear with the snapshot that has them; removed ones stay until it."""
    simulation = simulate(room(20, 20), agent(1, (2, 2)))
    snapshots, viewer = Snapshots(simulation), Viewer()
    viewer.apply(snapshots.changes_for("a"))
    simulation.spawn(agent(5, (9, 9)))
    simulation.remove([1])
    go_on(simulation, snapshots, 6)
    viewer.apply(snapshots.changes_for("a"))
    assert viewer.at(0.15).ids.tolist() == [1]
    assert viewer.at(0.2).ids.tolist() == [5]


def test_a_client_without_a_clock_of_the_run() -> None:
    """It goes on as the run does, waits when that pauses, and leaps when it fell behind."""
    simulation = simulate(room(40, 20), agent(1, (2, 2), walk_speed=1.0))
    simulation.send([1], (38, 2))
    snapshots, viewer = Snapshots(simulation), Viewer()
    viewer.apply(snapshots.changes_for("a"))

    def frame() -> float:
        """Return the next frame, 1/60 s later."""
        return float(viewer.advance(1 / 60).positions[0, 0])

    places = []
    for _ in range(120):
        go_on(simulation, snapshots, 1)
        viewer.apply(snapshots.changes_for("a"))
        places.append(frame())
    assert max(b - a for a, b in itertools.pairwise(places)) < 1.2 / 60
    # The run pauses: it comes to the last snapshot and stays.
    paused = [frame() for _ in range(60)]
    assert paused[-1] == viewer.frame.positions[0, 0] == paused[10]
    # A single tick is walked through.
    go_on(simulation, snapshots, 6)
    viewer.apply(snapshots.changes_for("a"))
    single = [frame() for _ in range(12)]
    assert single[5] == pytest.approx(viewer.frame.positions[0, 0])
    assert single[-1] == single[6]
    assert paused[-1] < single[2] < single[5]
    # It goes on without a jump.
    last = single[-1]
    for _ in range(60):
        go_on(simulation, snapshots, 1)
        viewer.apply(snapshots.changes_for("a"))
        place = frame()
        assert 0 <= place - last < 1.2 / 60
        last = place
    # A window that slept for seconds is up to date at once.
    for _ in range(20):
        go_on(simulation, snapshots, 6)
        viewer.apply(snapshots.changes_for("a"))
    assert viewer.frame.positions[0, 0] - frame() < 0.2


def test_a_paused_clock_shows_the_same() -> None:
    """And a clock that goes on by a tick shows the next (S3-003)."""
    viewer, frames = filmed(crowd(), 60)
    assert np.array_equal(viewer.at(0.537).positions, viewer.at(0.537).positions)
    assert np.array_equal(viewer.at(0.5).positions, frames[4].positions)
    assert np.array_equal(viewer.at(0.5 + 0.1).positions, frames[5].positions)


def test_another_run_begins_anew() -> None:
    """With its first snapshot in full, though its time is earlier."""
    viewer, _ = filmed(crowd(), 60)
    fresh = crowd(2)
    viewer.apply(Snapshots(fresh).changes_for("a"))
    assert viewer.newest == 0
    assert same(viewer.at(5.0), whole(fresh))


def test_old_snapshots_are_dropped() -> None:
    """No more are kept than are sent."""
    viewer, frames = filmed(crowd(), 120, keep=4)
    assert np.array_equal(viewer.at(0.0).positions, frames[-4].positions)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        ({"delay": -1.0}, "delay"),
        ({"delay": math.nan}, "delay"),
        ({"farthest": -0.1}, "farthest"),
        ({"keep": 1}, "keep"),
    ],
)
def test_numbers_outside_their_limits_are_refused(wrong: dict[str, Any], named: str) -> None:
    """The messages have their names."""
    with pytest.raises(NavcoreError, match=named):
        Viewer(**wrong)
    with pytest.raises(NavcoreError, match="time"):
        Viewer().advance(-1.0)


def test_a_run_between_two_ticks_has_nothing_to_send() -> None:
    """Until its next tick; nothing is a change that is none."""
    simulation = crowd()
    for _ in range(3):
        simulation.step()
    snapshots = Snapshots(simulation)
    assert snapshots.changes_for("a") is None
    Viewer().apply(None)
    go_on(simulation, snapshots, 3)
    delta = snapshots.changes_for("a")
    assert isinstance(delta, Delta)
    assert (delta.tick, delta.since) == (1, None)


def test_the_examples_run() -> None:
    """As they are written."""
    outcome = doctest.testmod(viewers)
    assert outcome.attempted
    assert not outcome.failed
