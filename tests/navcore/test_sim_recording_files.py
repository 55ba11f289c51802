"""Recordings as files: the same after reading, the same bytes, and every broken one refused."""

import contextlib
import io
import json
import zipfile
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from sim_levels import agent, box, change, level_of, room

from navcore.errors import NavcoreError
from navcore.formats import read_level
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.sim.events import EVENT
from navcore.sim.recording import (
    Frame,
    Recorder,
    Recording,
    load_recording,
    save_recording,
    write_csv,
)
from navcore.sim.recording.archive import FORMAT
from navcore.sim.recording.happened import Happened
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World


def busy_run() -> tuple[Simulation, Recorder]:
    """Return seven seconds with all kinds of log entries."""
    level = level_of(
        room(14, 9, (5, 3, 6, 9)),
        agent(1, (1, 1), order=0.1, name="Ann, \"the\" guard", goals=((13, 8), (1, 1)), loop=True),
        agent(2, (2, 8), order=7.25, name="Bö\ufffdb", extra={"mood": [1, None, 1e300]}),
    )  # fmt: skip
    run = Simulation(World.build(level), seed=2**60)
    recorder = Recorder(run)
    for step in range(430):
        match step:
            case 20:
                run.send([2, 99], (12, 2))
            case 63:
                run.spawn(agent(30, (7, 7), name="new", goals=((1, 4),), order=3.5))
            case 100:
                change(run, Edit.put(run.world.level, [Obstacle(id=7, polygon=box(8, 0, 9, 6))]))
            case 150:
                run.place({1: (3.25, 2), 30: (1.1, 1.2)})
                run.watch((3, 3))
            case 200:
                run.stop_in_place([2])
                run.meet([30], 1)
            case 250:
                change(run, Edit.remove(run.world.level, [7, 2], "away"))
            case 380:
                run.remove([30])
                run.watch(None)
        run.step()
        recorder.take()
    return run, recorder


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Return the recording of a busy run."""
    return busy_run()[1].recording


@pytest.fixture(scope="module")
def saved(recording: Recording, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """It in a file."""
    path = tmp_path_factory.mktemp("run") / "busy.wwrec"
    save_recording(recording, path)
    return path


def same(one: Frame, other: Frame) -> bool:
    """Return whether two frames show the same."""
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in Frame._fields)


def refusal(path: Path) -> str:
    """Return the message about a file without its path, with which it must start."""
    with pytest.raises(NavcoreError) as caught:
        load_recording(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    return text.removeprefix(f"{path}: ")


def test_reading_gives_what_was_written(recording: Recording, saved: Path) -> None:
    """Frames, events, inputs, start, and runs that go on from any tick."""
    loaded = load_recording(saved)
    assert (loaded.ticks, loaded.seconds, loaded.seed) == (72, recording.seconds, 2**60)
    assert loaded.settings == recording.settings
    assert (loaded.level, loaded.lattice) == (recording.level, recording.lattice)
    assert all(same(loaded.frame(tick), recording.frame(tick)) for tick in range(72))
    assert loaded.events.tolist() == recording.events.tolist()
    assert loaded.events.dtype == EVENT
    assert loaded.inputs == recording.inputs
    assert len(loaded.inputs) == 10
    for tick in (0, 17, 26, 49, 50, 71):
        assert loaded.resume(tick).state().equals(recording.resume(tick).state())


def test_same_run_same_bytes(recording: Recording, saved: Path, tmp_path: Path) -> None:
    """A second run, a recording that was cut, and the file read again have the same bytes."""
    again, third = tmp_path / "again.wwrec", tmp_path / "third.wwrec"
    run, recorder = busy_run()
    for tick in (70, 3, 44):
        recorder.recording.frame(tick)
    save_recording(recorder.recording, again)
    save_recording(load_recording(saved), third)
    assert saved.read_bytes() == again.read_bytes() == third.read_bytes()
    save_recording(recorder.recording, again)
    assert saved.read_bytes() == again.read_bytes()
    assert run.steps == 430


def test_goes_on_from_a_file(recording: Recording, saved: Path, tmp_path: Path) -> None:
    """A read recording can be gone on with, and saved again."""
    ends: list[State] = []
    for whole in (recording.until(60), load_recording(saved)):
        run = whole.resume(60)
        recorder = Recorder.resumed(whole, 60, run)
        run.send([1], (2, 2))
        for _ in range(300):
            run.step()
            recorder.take()
        path = tmp_path / "on.wwrec"
        save_recording(whole, path)
        ends.append(load_recording(path).resume(109).state())
    assert ends[0].equals(ends[1])


def test_parts_are_for_people(saved: Path) -> None:
    """A zip with the level as a level file, and inputs a line each."""
    with zipfile.ZipFile(saved) as archive:
        header = json.loads(archive.read("header.json"))
        assert (header["format"], header["version"]) == (FORMAT, 1)
        level = read_level(archive.read("level.json").decode(), "level.json").level
        assert {one.name for one in level.areas.values()} == {"room"}
        assert len(archive.read("inputs.json").splitlines()) == 12
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_nobody_and_no_time(tmp_path: Path) -> None:
    """A run without agents, and one without a step."""
    for level, ticks in ((room(5, 5), 12), (level_of(room(5, 5), agent(1, (2, 2))), 0)):
        run = Simulation(World.build(level))
        recorder = Recorder(run)
        for _ in range(6 * ticks):
            run.step()
            recorder.take()
        path = tmp_path / "run.wwrec"
        save_recording(recorder.recording, path)
        loaded = load_recording(path)
        assert loaded.ticks == ticks + 1
        assert loaded.resume(ticks).state().equals(run.state())
        assert same(loaded.at(3.0), recorder.recording.at(3.0))


def test_world_of_a_grid(tmp_path: Path) -> None:
    """The file has its cells unchanged."""
    grid = World.build(room(9, 9, (4, 0, 5, 7))).grid
    run = Simulation(World.from_grid(grid))
    run.spawn(agent(5, (2, 2), goals=((8, 2),)))
    recorder = Recorder(run)
    for _ in range(90):
        run.step()
        recorder.take()
    path = tmp_path / "run.wwrec"
    save_recording(recorder.recording, path)
    again = load_recording(path).resume(15)
    assert again.state().equals(run.state())
    assert again.world.grid.lattice == grid.lattice


def test_state_has_no_part_that_files_leave_out() -> None:
    """A field added to `State` must be written to keyframes, too."""
    assert [one.name for one in fields(State)] == [
        "step", "seed", "elements", "columns", "points", "focus",
    ]  # fmt: skip


@given(st.integers(0, 2**40))
def test_cut_off_anywhere(saved: Path, at: int) -> None:
    """The file is refused with the reason, wherever it ends."""
    whole = saved.read_bytes()
    path = saved.with_name("cut.wwrec")
    path.write_bytes(whole[: at % len(whole)])
    said = refusal(path)
    short = at % len(whole) < 2
    assert ("not a recording" if short else "cut off or damaged") in said


@given(st.integers(0, 2**40), st.integers(1, 255))
def test_damaged_anywhere(saved: Path, at: int, flip: int) -> None:
    """One wrong byte is reported, unless it is where nothing is read."""
    whole = bytearray(saved.read_bytes())
    whole[at % len(whole)] ^= flip
    path = saved.with_name("damaged.wwrec")
    path.write_bytes(bytes(whole))
    with contextlib.suppress(NavcoreError):
        loaded = load_recording(path)
        assert loaded.ticks == 72
        loaded.resume(71)
        return
    refusal(path)


def changed(saved: Path, name: str, data: bytes | None) -> Path:
    """The file with another part in place of the one of this name, or without it."""
    path = saved.with_name("changed.wwrec")
    out = io.BytesIO()
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(out, "w") as new:
        for info in old.infolist():
            if info.filename != name:
                new.writestr(info, old.read(info))
            elif data is not None:
                new.writestr(info, data)
    path.write_bytes(out.getvalue())
    return path


def test_not_a_recording(saved: Path, tmp_path: Path) -> None:
    """The message names the kind of other files, and missing ones as missing."""
    path = tmp_path / "other.wwrec"
    for data in (b"", b"cellSize 0.4\n", b"{}"):
        path.write_bytes(data)
        assert refusal(path).startswith("this is not a recording; choose a .wwrec file")
    assert "not a recording" in refusal(changed(saved, "header.json", None))
    assert "not a recording" in refusal(changed(saved, "header.json", b'{"format": "zip"}'))
    assert refusal(tmp_path / "none.wwrec") == "can't be read: no such file or folder"
    assert refusal(tmp_path).startswith("can't be read")


def test_newer_version(saved: Path) -> None:
    """The message names the version, and what to do."""
    with zipfile.ZipFile(saved) as archive:
        header = json.loads(archive.read("header.json"))
    path = changed(saved, "header.json", json.dumps({**header, "version": 2}).encode())
    assert refusal(path) == (
        "this recording is of version 2, this Waywright reads 1; "
        "update Waywright, or record the run again"
    )


@pytest.mark.parametrize(
    "name",
    [
        "level.json", "inputs.json", "agents.json", "events.bin", "known.bin", "rosters.bin",
        "crowds.bin", "frames.bin", "keyframes.bin",
    ],
)  # fmt: skip
def test_parts_that_are_missing_or_strange(saved: Path, name: str) -> None:
    """Each is refused, also where the zip itself is whole."""
    for data in (None, b"", b"[1, 2]", b"{}", b"\xff" * 48):
        assert "cut off or damaged" in refusal(changed(saved, name, data))


def test_frames_and_keyframes_that_are_strange(saved: Path) -> None:
    """Data in compressed parts is checked when the file is opened, not when it is shown."""
    with zipfile.ZipFile(saved) as archive:
        parts = {name: archive.read(name) for name in ("frames.bin", "keyframes.bin")}
    for name, data in parts.items():
        for at in (0, len(data) // 2, len(data) - 100):
            damaged = data[:at] + b"x" * 100 + data[at + 100 :]
            assert "cut off or damaged" in refusal(changed(saved, name, damaged))


def test_headers_that_are_strange(saved: Path) -> None:
    """Any contents of a header lead to a refusal."""
    with zipfile.ZipFile(saved) as archive:
        header = json.loads(archive.read("header.json"))
    strange: list[object] = [None, [], {}, -1, "x", [[0, 1, [2]]], [[1e9]], {"x": 1}]
    for key in header.keys() - {"format", "version", "orders"}:
        for value in strange:
            path = changed(saved, "header.json", json.dumps({**header, key: value}).encode())
            assert "cut off or damaged" in refusal(path)


def test_save_that_fails_leaves_the_file(saved: Path, tmp_path: Path) -> None:
    """A missing folder is reported; a recording that could not be read again is not written."""
    recording = load_recording(saved)
    path = tmp_path / "none" / "run.wwrec"
    with pytest.raises(NavcoreError, match="can't be written"):
        save_recording(recording, path)
    kept = tmp_path / "kept.wwrec"
    kept.write_bytes(b"before")
    floor = next(iter(room(5, 5).areas.values()))
    twin = structs.replace(floor, id=99, name="floor")
    level = room(5, 5).with_items({99: twin, floor.id: structs.replace(floor, name="floor")})
    broken = Recorder(Simulation(World.build(level))).recording
    with pytest.raises(NavcoreError, match="not saved, for it could not be opened again"):
        save_recording(broken, kept)
    assert kept.read_bytes() == b"before"


def test_table(recording: Recording, tmp_path: Path) -> None:
    """One row an agent and tick, numbers with fixed decimals, names as tables have them."""
    path = tmp_path / "busy.csv"
    write_csv(recording, path)
    data = path.read_bytes()
    lines = data.decode("utf-8").split("\n")
    assert b"\r" not in data
    assert lines[0] == "time,id,name,x,z,facing,state,reason"
    assert lines[1] == '0.000,1,"Ann, ""the"" guard",1.000,1.000,0.0000,stand,waits_for_plan'
    assert lines[2] == "0.000,2,Bö\ufffdb,2.000,8.000,0.0000,stand,stands"
    assert lines[-1] == ""
    rows = sum(len(recording.frame(tick).ids) for tick in range(recording.ticks))
    assert len(lines) == rows + 2
    assert any(line.startswith("1.100,30,new,") for line in lines)
    write_csv(recording, path, every=10)
    times = [line.split(",")[0] for line in path.read_text("utf-8").splitlines()[1:]]
    assert sorted(set(times)) == [f"{second}.000" for second in range(8)]
    with pytest.raises(NavcoreError, match="every must be 1 or more ticks, got 0"):
        write_csv(recording, path, every=0)


def test_events_read_from_a_file_can_grow() -> None:
    """Those that were read are not written to."""
    rows = np.zeros(3, EVENT)
    rows.flags.writeable = False
    log = Happened(rows)
    log.add(np.ones(2, EVENT))
    assert log.all()["step"].tolist() == [0, 0, 0, 1, 1]
