"""Forged recordings are refused at loading, before memory is allocated."""

import io
import json
import re
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sim_levels import agent, level_of, room

from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats.limits import unpacked_limit
from navcore.sim.columns import COLUMNS, GONE
from navcore.sim.recording import Recorder, load_recording, save_recording
from navcore.sim.recording.checks import COLUMN_LIMITS
from navcore.sim.recording.coding import from_planes, planes
from navcore.sim.recording.packing import POINTS, unpacked_column
from navcore.sim.simulation import Simulation
from navcore.world import World

GOLDEN = Path(__file__).parent / "golden"


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a recording of two agents, one of which walks."""
    path = tmp_path_factory.mktemp("run") / "run.wwrec"
    level = level_of(room(6, 6), agent(1, (1, 1), goals=((5, 5), (1, 5))), agent(2, (3, 3)))
    run = Simulation(World.build(level))
    recorder = Recorder(run)
    for _ in range(12):
        run.step()
        recorder.take()
    save_recording(recorder.recording, path)
    return path


def parts_of(path: Path) -> dict[str, bytes]:
    """All parts of a recording."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def with_parts(path: Path, parts: Mapping[str, bytes]) -> Path:
    """A recording of these parts beside another one."""
    made = path.with_name("made.wwrec")
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return made


def with_header(path: Path, change: Callable[[dict[str, Any]], object]) -> Path:
    """The recording with another header."""
    parts = parts_of(path)
    header = json.loads(parts["header.json"])
    change(header)
    return with_parts(path, {**parts, "header.json": json.dumps(header).encode()})


def with_state(path: Path, name: str, values: np.ndarray[Any, Any] | None) -> Path:
    """The recording with another array in its only state; None takes it away."""
    parts = parts_of(path)
    header = json.loads(parts["header.json"])
    arrays = header["keyframes"][0]["arrays"]
    if values is None:
        arrays.pop(name, None)
    else:
        packed = zlib.compress(planes(values))
        arrays[name] = len(header["arrays"])
        header["arrays"].append([len(packed), values.size])
        parts["keyframes.bin"] += packed
    return with_parts(path, {**parts, "header.json": json.dumps(header).encode()})


def refusal(path: Path) -> str:
    """Return the message about a file without its path."""
    with pytest.raises(NavcoreError) as caught:
        load_recording(path)
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text.removeprefix(f"{path}: ")


def test_old_recordings_open(tmp_path: Path) -> None:
    """Older files can be read, resumed and written again."""
    busy = load_recording(GOLDEN / "busy.wwrec")
    assert (busy.ticks, len(busy.inputs), len(busy.events), busy.seed) == (72, 10, 7, 2**60)
    assert busy.resume(71).steps == 426
    grid = load_recording(GOLDEN / "grid.wwrec")
    assert (grid.ticks, grid.resume(6).agents.ids.tolist()) == (7, [1, 2])
    save_recording(grid, tmp_path / "again.wwrec")
    assert (tmp_path / "again.wwrec").read_bytes() == (GOLDEN / "grid.wwrec").read_bytes()
    assert busy.level.agents[2].name == "Bö\ufffdb"


@pytest.mark.parametrize("side", [4300, 20_000, 2**31, 2**62])
def test_many_cells(plain: Path, side: int) -> None:
    """Twelve kilobytes asked for seven gigabytes, which `resume` took."""
    path = with_header(plain, lambda head: head["lattice"].update(width=side, depth=side))
    if side < 2**40:
        with pytest.raises(LevelTooLarge, match=re.escape(f"is on {side * side:,} cells, at most")):
            load_recording(path)
    else:
        assert "damaged" in refusal(path)
    if side == 4300:
        assert load_recording(path, max_cells=side * side).lattice.width == side


@pytest.mark.parametrize("name", ["level.json", "events.bin", "padding.bin"])
def test_bomb(plain: Path, name: str) -> None:
    """A part a hundred times larger than allowed is never unpacked."""
    parts = {**parts_of(plain), name: b" " * (unpacked_limit(0) + 1)}
    said = refusal(with_parts(plain, parts))
    assert said == (
        "this recording is refused: it would unpack to 67.1 MB, at most 67.1 MB are read; "
        "take another copy of the file"
    )


def test_bomb_in_frames(plain: Path) -> None:
    """Compressed data in a part is unpacked to the checked length, no further."""
    bomb = zlib.compress(b"\0" * 2**26, 9)
    for key, part in (("blocks", "frames.bin"), ("arrays", "keyframes.bin")):

        def swap(head: dict[str, Any], key: str = key) -> None:
            head[key][0][-2 if key == "arrays" else 1] = len(bomb)
            if key == "blocks":
                head[key] = [[0, len(bomb), [2**26]]]

        path = with_header(plain, swap)
        parts = parts_of(path)
        rest = json.loads(parts["header.json"])[key][0][1 if key == "blocks" else 0]
        assert rest == len(bomb)
        old = len(zlib.decompressobj().decompress(parts[part]))
        assert old < 2**20
        parts[part] = bomb + (b"" if key == "blocks" else parts[part])
        assert "damaged" in refusal(with_parts(plain, parts))


def test_many_parts(plain: Path) -> None:
    """A directory of a million entries would take half a gigabyte."""
    parts = {**parts_of(plain), **{f"part {number}": b"" for number in range(400)}}
    assert "it has more parts than a directory" in refusal(with_parts(plain, parts))


def test_parts_of_strange_kinds(plain: Path) -> None:
    """Other methods unpack without bounds; twice the same name means two things."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_BZIP2) as archive:
        for name, part in parts_of(plain).items():
            archive.writestr(name, part)
    made = plain.with_name("made.wwrec")
    made.write_bytes(data.getvalue())
    assert "damaged" in refusal(made)
    with zipfile.ZipFile(made, "w") as archive:
        for name, part in parts_of(plain).items():
            archive.writestr(name, part)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("header.json", b"{}")
    assert "damaged" in refusal(made)


def test_every_array_has_limits() -> None:
    """An array added to agents needs a limit."""
    assert COLUMN_LIMITS.keys() == COLUMNS.keys() | GONE.keys() | {POINTS}


@pytest.mark.parametrize("name", [*COLUMNS, POINTS])
def test_state(plain: Path, name: str) -> None:
    """Each array is refused with numbers out of range, of another length, or missing."""
    state = load_recording(plain).parts().keyframes[0].state.unpacked()
    good = state.points if name == POINTS else state.columns[name]
    assert load_recording(with_state(plain, name, good)).ticks == 3
    is_late = name != POINTS and COLUMNS[name].late
    bad: list[np.ndarray[Any, Any] | None] = [] if is_late else [None]
    if name != POINTS:
        bad.append(good[:1])
    if good.dtype == np.float64:
        shape = (2, 2) if name == POINTS else good.shape
        allows_nan = name != POINTS and np.isnan(COLUMNS[name].value)
        bad += [np.full(shape, value) for value in (np.inf, -1e300)]
        bad += [] if allows_nan else [np.full(shape, np.nan)]
    if good.dtype == np.int64:
        bad += [np.full_like(good, 2**63 - 1), np.full_like(good, -(2**63))]
    if good.dtype == np.int8:
        bad += [np.full_like(good, 127), np.full_like(good, -1)]
    if good.dtype == np.uint8:
        # A gate has up to eight mouths, the first is 1; 128 more mean inside of it.
        values = (9, 127, 128, 137, 255) if name == "gate_side" else (8,)
        bad += [np.full_like(good, value) for value in values]
    if good.dtype == np.bool_:
        bad.append(np.full(good.shape, 2, np.uint8))
    for values in bad:
        assert "damaged" in refusal(with_state(plain, name, values))


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ids", [1, 1]),
        ("ids", [1, 3]),
        ("goal_indices", [2, -1]),
        ("goal_indices", [0, 0]),
        ("asked", [1, -1]),
        ("path_end", [9, 0]),
        ("path_current", [1, 0]),
        ("path_start", [1, 0]),
    ],
)
def test_arrays_that_do_not_fit(plain: Path, name: str, values: list[int]) -> None:
    """Ids are those of the agents, goals and path points those that there are."""
    assert "damaged" in refusal(with_state(plain, name, np.array(values, np.int64)))


@pytest.mark.parametrize("name", GONE)
def test_arrays_that_runs_no_longer_have(plain: Path, name: str, tmp_path: Path) -> None:
    """They are kept unchanged, except for numbers that no run could have written."""
    good = np.array([0.0, 0.85])
    save_recording(load_recording(with_state(plain, name, good)), tmp_path / "again.wwrec")
    again = load_recording(tmp_path / "again.wwrec")
    kept = unpacked_column(again.parts().keyframes[0].state.packed(), name)
    assert kept.tolist() == good.tolist()
    assert again.resume(2).steps == 12
    for bad in ([0.0, np.nan], [-0.1, 0.0], [0.0, 1.1], [0.5]):
        assert "damaged" in refusal(with_state(plain, name, np.array(bad)))


@pytest.mark.parametrize("name", ["aims", "detour"])
def test_places_are_known_whole_or_not_at_all(plain: Path, name: str) -> None:
    """NaN means none; half a place is invalid."""
    width = COLUMNS[name].width
    half = np.zeros((2, width))
    half[1, width - 1] = np.nan
    assert "damaged" in refusal(with_state(plain, name, half))


def test_truth_values_are_bits(plain: Path) -> None:
    """Numpy takes a byte of 2 for true and compares it as 2."""
    odd = from_planes(b"\x02\x00", np.uint8)
    assert "damaged" in refusal(with_state(plain, "players", odd))


def test_numbers_are_native() -> None:
    """Interpreted kernels read them through memoryviews, which know no other byte order."""
    numbers = np.array([3, -1, 2**40], np.int64)
    found = from_planes(planes(numbers), np.int64)
    assert memoryview(found).tolist() == numbers.tolist()


HEADERS: Mapping[str, Callable[[dict[str, Any]], object]] = {
    "seed": lambda head: head["keyframes"][0].update(seed=2**70),
    "step of another tick": lambda head: head["keyframes"][0].update(step=6),
    "no step": lambda head: head["keyframes"][0].update(step=1.5),
    "focus": lambda head: head["keyframes"][0].update(focus=[1e300, 0]),
    "crowd": lambda head: head["keyframes"][0].update(crowd=7),
    "array": lambda head: head["keyframes"][0]["arrays"].update(ids=99),
    "keyframe too many": lambda head: head["keyframes"].append(head["keyframes"][0]),
    "no keyframe": lambda head: head.update(keyframes=[]),
    "steps a second": lambda head: head["settings"].update(steps_per_second=10**9),
    "steps a tick": lambda head: head["settings"].update(steps_per_tick=10**9),
    "no truth value": lambda head: head["settings"].update(knows_crowd=2),
    "setting of no name": lambda head: head["settings"].update(knows_all=True),
    "passes": lambda head: head["settings"].update(separation_iterations=10**9),
    "cell size": lambda head: head["lattice"].update(cell_size=1e-300),
    "anchor": lambda head: head["lattice"].update(anchor_x=1e300),
    "window": lambda head: head["lattice"].update(column=2**60),
    "no window": lambda head: head["lattice"].update(width=-1),
    "length": lambda head: head["blocks"][0].__setitem__(2, [2**40]),
    "order": lambda head: head.update(orders=[[1, 1e300]]),
    "order of nothing": lambda head: head.update(orders=[["x", 1]]),
    "roster": lambda head: head["blocks"][0].__setitem__(0, -1),
    "lengths": lambda head: head.update(rosters=[2**60]),
}


@pytest.mark.parametrize("name", HEADERS)
def test_header(plain: Path, name: str) -> None:
    """Numbers of the header are held against the limits and against each other."""
    assert "damaged" in refusal(with_header(plain, HEADERS[name]))


BOX = [[0, 0], [1, 0], [1, 1]]
LATTICE = {"cell_size": 0.4, "anchor_x": 0, "anchor_z": 0, "width": 1, "depth": 1}
INPUTS: Mapping[str, dict[str, Any]] = {
    "nothing": {},
    "two kinds": {"Stop": [[1]], "Remove": [[1]]},
    "no kind": {"Fly": [[1]]},
    "goal": {"Send": [[1], [1e300, 0]]},
    "id": {"Send": [[2**70], [1, 1]]},
    "place": {"Place": [[[1, [0, -1e200]]]]},
    "agent": {"Spawn": [{"id": 5, "position": [0, 0], "radius": -1}]},
    "agent far out": {"Spawn": [{"id": 5, "position": [0, 1e99]}]},
    "edit that does not fit": {
        "WorldEdit": {
            "label": "",
            "changes": [[9, {"obstacle": {"id": 9, "polygon": BOX}}, None]],
            "lattice": LATTICE,
        }
    },
    "outline of two corners": {
        "WorldEdit": {
            "label": "",
            "changes": [[9, None, {"obstacle": {"id": 9, "polygon": BOX[:2]}}]],
            "lattice": LATTICE,
        }
    },
    "settings": {
        "WorldEdit": {
            "label": "",
            "changes": [[0, {"settings": {}}, {"settings": {"cellSize": 0}}]],
            "lattice": LATTICE,
        }
    },
}


@pytest.mark.parametrize("name", INPUTS)
def test_input(plain: Path, name: str) -> None:
    """Requests are checked as those that a program makes, edits against their level."""
    for step in (0, 17):
        text = json.dumps([{"step": step, **INPUTS[name]}]).encode()
        assert "damaged" in refusal(with_parts(plain, {**parts_of(plain), "inputs.json": text}))


@pytest.mark.parametrize("steps", [[-1], [18], [6, 5], [2**70]])
def test_steps_of_inputs(plain: Path, steps: list[int]) -> None:
    """They rise, and end with the recording."""
    text = json.dumps([{"step": step, "Stop": [[1]]} for step in steps]).encode()
    assert "damaged" in refusal(with_parts(plain, {**parts_of(plain), "inputs.json": text}))
