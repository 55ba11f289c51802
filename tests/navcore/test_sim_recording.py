"""Recordings: every frame, any moment between two, and runs that go on to the last bit."""

import math
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sim_levels import agent, box, change, level_of, room, run_for, simulate

from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle
from navcore.sim.agents import Integers
from navcore.sim.events import EVENT, NONE, Kind
from navcore.sim.reasons import Reason
from navcore.sim.recording import Frame, Recorder, Recording
from navcore.sim.recording.coding import Basis, TornError, decoded, encoded
from navcore.sim.recording.frames import Snapshot, between
from navcore.sim.recording.happened import Happened
from navcore.sim.recording.track import BLOCK, Track
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World


def record(run: Simulation, recorder: Recorder, ticks: int) -> None:
    """Go on for so many ticks."""
    for _ in range(ticks * run.settings.steps_per_tick):
        run.step()
        recorder.take()


def same(one: Frame, other: Frame) -> bool:
    """Whether two frames show the same."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Frame._fields)


def test_frames_hold_what_was() -> None:
    """To the millimetre and a ten thousandth of a radian, with states and reasons."""
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
    none = np.zeros(3, np.int8)
    first = Frame(
        ids, np.array([[0.0, 0], [1, 1], [2, 2]]), np.array([3.0, 0, 1]), none, none, none > 0
    )
    second = Frame(
        np.array([9, 4, 11]), np.array([[9.0, 9], [1, 2], [5, 5]]), np.array([2.0, -3.0, 0]),
        none, none, np.array([True, False, False]),
    )  # fmt: skip
    middle = between(first, second, 0.5)
    assert middle.ids.tolist() == [4, 7, 9]
    assert middle.positions.tolist() == [[0.5, 1.0], [1, 1], [2, 2]]
    assert middle.facings.tolist() == pytest.approx([math.pi, 0, 1])
    assert between(first, second, 0.0) is first
    nobody = Frame(
        ids[:0], first.positions[:0], first.facings[:0], none[:0], none[:0], none[:0] > 0
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
    """It grows, is cut, and what was handed out stays as it was."""
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
    """A run that is recorded ends as one that is not, to the last bit."""
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
    """What was taken in at a tick is in its frame, and in the run that goes on from it."""
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
    """In the run, in its log, and in runs that go on from the recording."""
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
    """What came after the tick is cut, and what comes now follows; the whole one can stay."""
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


# What is kept, against what was to be kept.

_far = st.integers(-(2**60), 2**60)
_places = st.integers(-3000, 3000) | _far


@st.composite
def snapshots(draw: st.DrawFn) -> Snapshot:
    """Any agents anywhere."""
    ids = draw(st.lists(st.integers(1, 12), unique=True, max_size=8))
    count = len(ids)
    numbers: Integers = np.array(
        draw(st.lists(_places, min_size=2 * count, max_size=2 * count)), np.int64
    )
    turns = draw(st.lists(st.integers(0, 65535), min_size=count, max_size=count))
    codes = draw(st.lists(st.integers(0, 255), min_size=count, max_size=count))
    return Snapshot(
        np.array(ids, np.int64),
        numbers.reshape(2, count),
        np.array(turns, np.uint16),
        np.array(codes, np.uint8),
    )


def equal(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots hold the same."""
    return all(
        np.array_equal(getattr(one, name), getattr(other, name))
        for name in ("ids", "places", "facings", "codes")
    )


@settings(max_examples=60)
@given(st.lists(snapshots(), min_size=1, max_size=2 * BLOCK + 3), st.data())
def test_changes_lead_to_the_whole(taken: list[Snapshot], data: st.DataObject) -> None:
    """A delta applied is the full snapshot, in any order of asking, after any cut (S3-114)."""
    basis = heard = Basis.nothing(taken[0].ids)
    track = Track()
    for snapshot in taken:
        sent, basis = encoded(basis, snapshot)
        received, heard = decoded(heard, sent)
        assert equal(received, snapshot)
        track.append(snapshot)
    order = data.draw(st.permutations(range(len(taken))))
    assert all(equal(track[tick], taken[tick]) for tick in order)
    again = Track.of(track.blocks())
    count = data.draw(st.integers(0, len(taken)))
    again.cut(count)
    for snapshot in taken[:5]:
        again.append(snapshot)
    kept = [*taken[:count], *taken[:5]]
    assert len(again) == len(kept)
    assert all(equal(again[tick], kept[tick]) for tick in reversed(range(len(kept))))
    assert all(equal(track[tick], snapshot) for tick, snapshot in enumerate(taken))


@settings(max_examples=40)
@given(st.lists(snapshots(), min_size=1, max_size=BLOCK + 3), st.data())
def test_packed_bit_by_bit_it_is_the_same(taken: list[Snapshot], data: st.DataObject) -> None:
    """However much of it is packed when the next one comes, or somebody looks."""
    at_once, by_bits = Track(), Track()
    for tick, snapshot in enumerate(taken):
        at_once.append(snapshot)
        at_once.blocks()
        by_bits.append(snapshot)
        assert len(by_bits) == tick + 1
        for _ in range(data.draw(st.integers(0, 4))):
            by_bits.go_on()
        asked = data.draw(st.integers(0, tick))
        assert equal(by_bits[asked], taken[asked])
    pairs = zip(at_once.blocks(), by_bits.blocks(), strict=True)
    assert all((a.data, a.lengths) == (b.data, b.lengths) for a, b in pairs)


@given(st.lists(snapshots(), min_size=2, max_size=2), st.data())
def test_bytes_that_are_not_a_snapshot(taken: list[Snapshot], data: st.DataObject) -> None:
    """What was cut off is told by its length, and nothing but a ValueError comes of any bytes."""
    _, basis = encoded(Basis.nothing(taken[0].ids), taken[0])
    sent, _ = encoded(basis, taken[1])
    with pytest.raises(TornError):
        decoded(basis, sent[: data.draw(st.integers(0, len(sent) - 1))])
    other = bytearray(sent)
    other[data.draw(st.integers(0, len(sent) - 1))] ^= data.draw(st.integers(1, 255))
    with suppress(ValueError):
        decoded(basis, bytes(other))


def test_who_stands_takes_no_room() -> None:
    """A crowd that stands still adds next to nothing to a snapshot; a full one holds them all."""
    ids = np.arange(1, 10_001)
    rng = np.random.default_rng(1)
    snapshot = Snapshot(
        ids, rng.integers(0, 200_000, (2, 10_000)), np.zeros(10_000, np.uint16),
        np.zeros(10_000, np.uint8),
    )  # fmt: skip
    full, basis = encoded(Basis.nothing(ids), snapshot)
    _, basis = decoded(basis, encoded(basis, snapshot)[0])
    nothing, _ = encoded(basis, snapshot)
    assert len(full) > 100_000
    assert len(nothing) < 1_300


# Any moment, changed and gone on from.

_spots = st.tuples(st.floats(0.5, 11.5), st.floats(0.5, 7.5))
_deeds = st.one_of(
    st.tuples(st.just("send"), st.integers(1, 4), _spots),
    st.tuples(st.just("place"), st.integers(1, 4), _spots),
    st.tuples(st.just("stop"), st.integers(1, 4)),
    st.tuples(st.just("meet"), st.integers(1, 4), st.integers(1, 7)),
    st.tuples(st.just("watch"), st.none() | _spots),
    st.tuples(st.just("remove"), st.integers(1, 4)),
    st.tuples(st.just("spawn"), st.integers(5, 7), _spots, _spots),
    st.tuples(st.just("door"), st.booleans()),
    st.tuples(st.just("wall"), _spots),
    st.tuples(st.just("grow"), st.floats(12, 16)),
)
_days = st.lists(st.tuples(st.integers(0, 419), _deeds), max_size=8).map(
    lambda days: sorted(days, key=lambda day: day[0])
)


def do(run: Simulation, deed: tuple[object, ...]) -> None:
    """One of the deeds above."""
    match deed:
        case ("door", bool(flag)):
            run.change_world(run.world.set_area_available("door", flag))
        case ("wall", (float(x), float(z))):
            wall = Obstacle(id=200, polygon=box(x, z, x + 1, z + 1))
            change(run, Edit.put(run.world.level, [wall]))
        case ("grow", float(width)):
            floor = Area(id=100, name="room", polygon=box(0, 0, width, 8))
            change(run, Edit.put(run.world.level, [floor]))
        case ("watch", None):
            run.watch(None)
        case ("watch", (float(x), float(z))):
            run.watch((x, z))
        case _:
            ask(run, deed)


def ask(run: Simulation, deed: tuple[object, ...]) -> None:
    """Something of one agent."""
    match deed:
        case ("send", int(who), (float(x), float(z))):
            run.send([who], (x, z))
        case ("place", int(who), (float(x), float(z))):
            run.place({who: (x, z)})
        case ("stop", int(who)):
            run.stop_in_place([who])
        case ("meet", int(who), int(other)):
            run.meet([who], other)
        case ("remove", int(who)):
            run.remove([who])
        case ("spawn", int(who), (float(x), float(z)), (float(u), float(v))):
            if who not in run.agents.index:
                run.spawn(agent(who, (x, z), goals=((u, v),)))


def stage() -> Simulation:
    """Two rooms, a door between them, four that walk to and fro."""
    level = room(6, 8, (2, 3, 3, 6)).with_items(
        {
            101: Area(id=101, name="hall", polygon=box(6.4, 0, 12, 8)),
            102: Area(id=102, name="door", door=True, polygon=box(6, 3, 6.4, 5)),
        }
    )
    walkers = [
        agent(i, (1.0, 1.5 * i), goals=((11, 8 - 1.5 * i), (1.0, 1.5 * i)), loop=True, wait=0.3)
        for i in range(1, 5)
    ]
    return Simulation(World.build(level_of(level, *walkers)), seed=5)


def live(run: Simulation, days: list[tuple[int, tuple[object, ...]]], end: int) -> list[State]:
    """Recorded or not: go on to step `end` with what is done on the way; the state of each tick."""
    states = []
    while run.steps < end:
        if run.steps % run.settings.steps_per_tick == 0:
            states.append(run.state())
        for step, deed in days:
            if step == run.steps:
                do(run, deed)
        run.step()
    states.append(run.state())
    return states


def test_any_moment_goes_on_as_it_did(exhaustive: bool) -> None:
    """Scrub, change something, resume: as a fresh run that had the change at that tick."""
    tried = given(_days, st.integers(0, 70), _deeds)(goes_on_as_it_did)
    settings(max_examples=300 if exhaustive else 12)(tried)()


def goes_on_as_it_did(
    days: list[tuple[int, tuple[object, ...]]], tick: int, deed: tuple[object, ...]
) -> None:
    """What was done at which step, the tick to go back to, and what is done then."""
    run = stage()
    recorder = Recorder(run)
    states = []
    while run.steps < 420:
        if run.steps % 6 == 0:
            states.append(run.state())
        for step, done in days:
            if step == run.steps:
                do(run, done)
        run.step()
        recorder.take()
    states.append(run.state())
    recording: Recording = recorder.recording
    again = recording.resume(tick)
    assert again.state().equals(states[tick])
    step = 6 * tick
    fresh = stage()
    live(fresh, [day for day in days if day[0] < step], step)
    for one in (again, fresh):
        do(one, deed)
    until = step + 90
    ends = live(again, [], until)
    assert all(mine.equals(its) for mine, its in zip(ends, live(fresh, [], until), strict=True))
