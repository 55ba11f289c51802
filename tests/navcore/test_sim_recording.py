"""Recordings: every frame, any moment between two, and runs that continue to the last bit."""

import math

import numpy as np
import pytest
from sim_levels import agent, level_of, room, run_for, simulate

from navcore.errors import NavcoreError
from navcore.sim.events import EVENT, NONE, Kind
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame, Recorder
from navcore.sim.recording.frames import between
from navcore.sim.recording.happened import Happened
from navcore.sim.recording.packing import Packing
from navcore.sim.simulation import Simulation
from navcore.world import World


def record(run: Simulation, recorder: Recorder, ticks: int) -> None:
    """Go on for so many ticks."""
    for _ in range(ticks * run.settings.steps_per_tick):
        run.step()
        recorder.take()


def same(one: Frame, other: Frame) -> bool:
    """Return whether two frames show the same."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Frame._fields)


def test_frames_hold_what_was() -> None:
    """They are exact to a millimetre and a ten thousandth of a radian, with states and reasons."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 8),)), agent(2, (9, 3), facing=-2.5))
    recorder = Recorder(run)
    seen = [(run.agents.positions.copy(), run.agents.facings.copy(), run.reasons())]
    for _ in range(35):
        record(run, recorder, 1)
        seen.append((run.agents.positions.copy(), run.agents.facings.copy(), run.reasons()))
    recording = recorder.recording
    assert recording.ticks == 36
    assert recording.seconds == pytest.approx(3.5)
    for tick in [*range(36), 3, 30, 12, 35, 0]:
        frame = recording.frame(tick)
        positions, facings, reasons = seen[tick]
        assert frame.ids.tolist() == [1, 2]
        assert np.abs(frame.positions - positions).max() <= 0.0005 + 1e-9
        turn = (frame.facings - facings + math.pi) % (2 * math.pi) - math.pi
        assert np.abs(turn).max() < 1e-4
        assert np.array_equal(frame.reasons, reasons)
        assert not frame.teleported.any()
        assert not frame.positions.flags.writeable
    assert Reason(int(recording.frame(20).reasons[0])) is Reason.WALKS


def test_ticks_that_are_not_there() -> None:
    """They are refused by name."""
    recording = Recorder(simulate(room(5, 5), agent(1, (2, 2)))).recording
    for tick in (-1, 1):
        for call in (recording.frame, recording.resume, recording.cut, recording.until):
            with pytest.raises(NavcoreError, match=f"has the ticks 0 to 0, got {tick}"):
                call(tick)


def test_moments_between_frames() -> None:
    """Halfway is halfway, turned the shorter way; beyond both ends everything holds (S3-115)."""
    ids = np.array([4, 7, 9])
    none, ground = np.zeros(3, np.int8), np.zeros(3, np.uint8)
    first = Frame(
        ids,
        np.array([[0.0, 0], [1, 1], [2, 2]]),
        np.array([3.0, 0, 1]),
        none,
        none,
        none > 0,
        ground,
    )
    second = Frame(
        np.array([9, 4, 11]), np.array([[9.0, 9], [1, 2], [5, 5]]), np.array([2.0, -3.0, 0]),
        none, none, np.array([True, False, False]), ground,
    )  # fmt: skip
    middle = between(first, second, 0.5)
    assert middle.ids.tolist() == [4, 7, 9]
    assert middle.positions.tolist() == [[0.5, 1.0], [1, 1], [2, 2]]
    assert middle.facings.tolist() == pytest.approx([math.pi, 0, 1])
    assert between(first, second, 0.0) is first
    nobody = Frame(
        ids[:0],
        first.positions[:0],
        first.facings[:0],
        none[:0],
        none[:0],
        none[:0] > 0,
        ground[:0],
    )
    assert between(first, nobody, 0.7).positions.tolist() == first.positions.tolist()
    assert len(between(nobody, first, 0.7).ids) == 0


def test_moments_of_a_recording() -> None:
    """No jump is longer than a tick's walk, and there is nothing beyond the ends."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 8), (2, 2))))
    recorder = Recorder(run)
    record(run, recorder, 200)
    recording = recorder.recording
    places = np.array([recording.at(t / 60).positions[0] for t in range(1200)])
    assert np.hypot(*np.diff(places, axis=0).T).max() < 1.4 / 60 + 0.0011
    assert same(recording.at(-5), recording.frame(0))
    assert same(recording.at(1e9), recording.frame(200))
    assert same(recording.at(4.0), recording.frame(40))


def test_who_is_put_somewhere_does_not_glide_there() -> None:
    """However near it is: no moment shows it on the way (S3-003)."""
    run = simulate(room(20, 10), agent(1, (2, 2)), agent(2, (2, 8), goals=((18, 8),)))
    recorder = Recorder(run)
    record(run, recorder, 3)
    run.place({1: (2.3, 2), 2: (17, 8)})
    record(run, recorder, 3)
    recording = recorder.recording
    assert [recording.frame(tick).teleported.tolist() for tick in (3, 4, 5)] == [
        [False, False], [True, True], [False, False],
    ]  # fmt: skip
    assert recording.at(0.39).positions.tolist() == recording.frame(3).positions.tolist()
    assert recording.at(0.4).positions[0].tolist() == [2.3, 2]


def test_who_comes_and_goes() -> None:
    """Everybody is in the frames of its time, and in no other."""
    run = simulate(room(20, 10), agent(1, (2, 2)), agent(2, (4, 4), goals=((18, 8),)))
    recorder = Recorder(run)
    record(run, recorder, 4)
    run.spawn(agent(9, (7, 7), goals=((2, 7),)))
    record(run, recorder, 4)
    run.remove([1])
    record(run, recorder, 4)
    recording = recorder.recording
    assert [recording.frame(tick).ids.tolist() for tick in (4, 5, 8, 9, 12)] == [
        [1, 2], [1, 2, 9], [1, 2, 9], [2, 9], [2, 9],
    ]  # fmt: skip
    assert recording.at(0.45).ids.tolist() == [1, 2]
    run.remove([2, 9])
    record(run, recorder, 15)
    assert len(recording.frame(recording.ticks - 1).ids) == 0
    assert len(recording.at(2.65).ids) == 0
    assert recording.resume(8).state().equals(recording.until(8).resume(8).state())


def test_events_of_the_whole_run() -> None:
    """All of them in their order, and those of a cut end are gone."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((3, 2), (4, 2), (5, 2))))
    recorder = Recorder(run)
    told = []
    for _ in range(30):
        for _ in range(6):
            run.step()
            recorder.take()
            told += run.events.tolist()
    recording = recorder.recording
    assert recording.events.tolist() == told
    assert recording.events.dtype == EVENT
    recording.cut(12)
    assert recording.events.tolist() == [row for row in told if row[0] < 72]


def test_log_of_events() -> None:
    """It grows and is cut; arrays that were returned before stay unchanged."""
    log = Happened()
    rows = np.zeros(100, EVENT)
    rows["step"] = np.arange(100)
    for row in range(100):
        log.add(rows[row : row + 1])
    before = log.all()
    log.cut(10)
    log.add(rows[50:52])
    assert before["step"].tolist() == list(range(100))
    assert log.all()["step"].tolist() == [*range(10), 50, 51]
    assert len(Happened().all()) == len(NONE)


def test_recorder_changes_nothing() -> None:
    """A recorded run ends like an unrecorded one, to the last bit."""
    plain, recorded = (
        simulate(
            room(12, 10, (5, 3, 6, 8)),
            *(agent(i, (1 + i % 3, i), goals=((10, 9), (2, 8)), loop=True) for i in range(1, 9)),
        )
        for _ in range(2)
    )  # fmt: skip
    recorder = Recorder(recorded)
    record(recorded, recorder, 120)
    run_for(plain, 12.0)
    assert plain.state().equals(recorded.state())


def test_take_follows_every_step() -> None:
    """A recorder that came late, or missed a tick, says so."""
    run = simulate(room(12, 10), agent(1, (2, 2)))
    recorder = Recorder(run)
    run.tick()
    run.tick()
    with pytest.raises(NavcoreError, match="step 0 was the last one taken, the run is at 12"):
        recorder.take()
    with pytest.raises(NavcoreError, match="goes on at step 0, the run is at step 12"):
        Recorder(run)
    with pytest.raises(NavcoreError, match="goes on at step 0, the run is at step 12"):
        Recorder.resumed(recorder.recording, 0, run)


def test_requests_while_time_stands_still() -> None:
    """Inputs carried out at a tick are in its frame, and in the run that is resumed from it."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 2),)))
    recorder = Recorder(run)
    run.place({1: (2, 9)})
    run.take_in()
    recorder.take()
    record(run, recorder, 50)
    run.place({1: (9, 9)})
    run.take_in()
    recorder.take()
    recording = recorder.recording
    assert (recording.ticks, len(recording.inputs)) == (51, 2)
    assert recording.frame(0).positions.tolist() == [[2, 9]]
    assert recording.frame(50).positions.tolist() == [[9, 9]]
    assert recording.frame(50).teleported.tolist() == [True]
    assert recording.resume(50).state().equals(run.state())
    record(run, recorder, 20)
    assert recording.resume(70).state().equals(run.state())


def test_start_in_another_world() -> None:
    """A run that moves before its first step is recorded from there."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 2),)))
    recorder = Recorder(run)
    run.begin_in(World.build(level_of(room(20, 10), agent(1, (2, 5), goals=((18, 2),)))))
    recorder.take()
    record(run, recorder, 10)
    assert recorder.recording.frame(0).positions.tolist() == [[2, 5]]
    assert recorder.recording.resume(10).state().equals(run.state())


def test_who_was_taken_in_at_a_keyframe_is_told_of_by_runs_that_go_on_from_there() -> None:
    """The step after it has the same events, in the run and in those that go on from its ticks."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    recorder = Recorder(run)
    record(run, recorder, 50)
    run.spawn(agent(50, (3, 3)))
    run.take_in()
    recorder.take()
    resumed = recorder.recording.resume(50)
    assert resumed.state().equals(run.state())
    run.step()
    resumed.step()
    assert run.events["kind"].tolist() == [Kind.SPAWNED]
    assert resumed.events.tobytes() == run.events.tobytes()


def test_what_was_taken_in_before_another_start_is_still_there() -> None:
    """They are in the run, in its log, and in runs that are resumed from the recording."""
    run = simulate(room(20, 10), agent(1, (2, 2)))
    recorder = Recorder(run)
    run.spawn(agent(50, (3, 3)))
    run.take_in()
    recorder.take()
    run.begin_in(World.build(level_of(room(20, 10), agent(1, (2, 2)), agent(2, (8, 8)))))
    recorder.take()
    assert run.agents.ids.tolist() == [1, 2, 50]
    run.spawn(agent(51, (4, 4)))
    record(run, recorder, 2)
    recording = recorder.recording
    assert recording.inputs == run.inputs
    for tick, ids in enumerate(([1, 2, 50], [1, 2, 50, 51], [1, 2, 50, 51])):
        assert recording.frame(tick).ids.tolist() == ids
        assert recording.resume(tick).agents.ids.tolist() == ids


def test_goes_on_with_a_recording() -> None:
    """Later ticks are cut, and new ones follow; the whole recording can be kept."""
    run = simulate(room(20, 10), agent(1, (2, 2), goals=((18, 8),)), agent(2, (3, 9)))
    recorder = Recorder(run)
    record(run, recorder, 30)
    run.send([2], (10, 9))
    record(run, recorder, 60)
    whole = recorder.recording
    part = whole.until(57)
    again = part.resume(57)
    recorder = Recorder.resumed(part, 57, again)
    again.send([2], (3, 3))
    record(again, recorder, 63)
    assert (part.ticks, whole.ticks) == (121, 91)
    assert [one.step for one in part.inputs] == [180, 342]
    assert all(same(part.frame(tick), whole.frame(tick)) for tick in range(58))
    assert not same(part.frame(80), whole.frame(80))
    assert part.resume(119).state().equals(part.until(119).resume(119).state())
    assert part.resume(120).state().equals(again.state())


def test_world_of_a_grid() -> None:
    """A world without a level is kept as its cells."""
    world = World.from_grid(World.build(room(20, 10, (8, 0, 9, 8))).grid)
    run = Simulation(world, seed=3)
    run.spawn(agent(5, (2, 2), goals=((18, 2),)))
    recorder = Recorder(run)
    record(run, recorder, 70)
    again = recorder.recording.resume(68)
    record(again, Recorder.resumed(recorder.recording.until(68), 68, again), 2)
    assert again.state().equals(run.state())


def test_recordings_leave_out_late_columns_that_hold_nothing() -> None:
    """This includes columns with NaN as their empty value."""
    run = simulate(room(5, 5), agent(1, (2, 2)))
    kept = Packing(run.state()).packed()
    assert not {"gate", "through", "held", "aims"} & kept.arrays.keys()
    assert kept.unpacked().equals(run.state())
