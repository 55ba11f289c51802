"""Recordings as files: one `.wwrec`, a zip that any tool opens, the same bytes for the same run.

header.json     format, version, constants, cells, and how the other parts are laid out
level.json      the level that the run began in, as a level file
grid.json       its grid, only where that was not baked from the level
inputs.json     every request that took effect, with its step
agents.json     everybody who was ever in it
*.bin           arrays, little-endian: events, known (inputs and events before each frame),
                rosters (ids), crowds (places in agents.json); frames and keyframes, which are
                compressed in themselves
"""

import io
import json
import os
import zipfile
import zlib
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.atomic import read_bytes, write_atomically
from navcore.formats.grid_json import read_grid_json, write_grid_json
from navcore.formats.journal import orders_that_differ, with_orders
from navcore.level.model import Agent, Point
from navcore.sim.events import EVENT
from navcore.sim.recording.happened import Happened
from navcore.sim.recording.packing import Packed, PackedState
from navcore.sim.recording.recording import Keyframe, Known, Parts, Recording
from navcore.sim.recording.replay import Scene
from navcore.sim.recording.texts import (
    agent_data,
    agent_of,
    input_data,
    input_of,
    json_bytes,
    lattice_data,
    lattice_of,
    settings_data,
    settings_of,
)
from navcore.sim.recording.track import BLOCK, Block, Track
from navcore.sim.run import Input, WorldEdit
from navcore.words import tr

SUFFIX: Final = ".wwrec"
FORMAT: Final = "waywright-recording"
VERSION: Final = 1

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Of every part: files of the same run have the same bytes whenever they are written."""
_UNIX: Final = 3
_READABLE: Final = 0o644 << 16
_EFFORT: Final = 6
_NUMBERS: Final = np.dtype("<i8")
_EVENTS: Final = EVENT.newbyteorder("<")
_MAGIC: Final = b"PK"

_FilePath = str | os.PathLike[str]
_T = TypeVar("_T")


def save_recording(recording: Recording, path: _FilePath) -> None:
    """Write a recording, whole or not at all; its name should end in `SUFFIX`.

    Raises:
        NavcoreError: if the file can't be written, or the level that the run began in could
            not be read again; the file stays as it was.
    """
    try:
        data = _written(recording)
    except ValueError as error:
        message = tr("{0}: not saved, for it could not be opened again: {1}")
        raise NavcoreError(message.format(os.fspath(path), error)) from error
    write_atomically(path, data)


def load_recording(path: _FilePath) -> Recording:
    """The recording in a file: the same frames and events, and runs that go on the same.

    Raises:
        NavcoreError: if the file can't be read, holds no recording, one of a newer version, or
            is cut off or damaged; the text begins with the path and says what to do.
    """
    place = Path(path)
    data = read_bytes(place)
    if not data.startswith(_MAGIC):
        raise _foreign(place)
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            header = _header_in(archive)
            version = header.get("version")
            if version == VERSION:
                return _Reader(archive, header).recording()
    except _ForeignError as error:
        raise _foreign(place) from error
    except _DAMAGE as error:
        message = tr(
            "{0}: this recording is cut off or damaged; take another copy of the file, or record "
            "the run again"
        )
        raise NavcoreError(message.format(place)) from error
    message = tr(
        "{0}: this recording is of version {1}, this Waywright reads {2}; update Waywright, or "
        "record the run again"
    )
    raise NavcoreError(message.format(place, version, VERSION))


class _ForeignError(Exception):
    """It is something else."""


def _header_in(archive: zipfile.ZipFile) -> dict[str, Any]:
    if "header.json" in archive.namelist():
        header = json.loads(archive.read("header.json"))
        if isinstance(header, dict) and header.get("format") == FORMAT:
            return header
    raise _ForeignError


_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    # Also what json, numpy, msgspec and navcore raise.
    ValueError,
    KeyError,
    IndexError,
    TypeError,
    AttributeError,
    OverflowError,
    EOFError,
    RecursionError,
    # What zipfile raises for parts that are locked, or packed as it can't unpack them.
    RuntimeError,
)


def _foreign(path: Path) -> NavcoreError:
    message = tr("{0}: this is not a recording; choose a {1} file that Waywright wrote")
    return NavcoreError(message.format(path, SUFFIX))


class _Table(Generic[_T]):
    """Things by number; what is the same thing has one number."""

    def __init__(self) -> None:
        self.items: list[_T] = []
        self._numbers: dict[int, int] = {}

    def number(self, item: _T) -> int:
        """Its number, the next one if it is new."""
        number = self._numbers.setdefault(id(item), len(self.items))
        if number == len(self.items):
            self.items.append(item)
        return number

    def numbers(self, items: Iterable[_T]) -> list[int]:
        """Of each."""
        return [self.number(item) for item in items]


def _written(recording: Recording) -> bytes:
    parts = recording.parts()
    start = parts.keyframes[0].scene
    level = write_level(start.level)
    orders = orders_that_differ(start.level, read_level(level, "the level").level)
    rosters: _Table[npt.NDArray[np.int64]] = _Table()
    arrays: _Table[Packed] = _Table()
    crowds: _Table[tuple[Agent, ...]] = _Table()
    agents: _Table[Agent] = _Table()
    blocks = parts.track.blocks()
    header = {
        "format": FORMAT,
        "version": VERSION,
        "settings": settings_data(parts.settings),
        "lattice": lattice_data(start.lattice),
        "orders": [[element_id, order] for element_id, order in orders.items()],
        "blocks": [[rosters.number(one.ids), len(one.data), one.lengths] for one in blocks],
        "keyframes": [_keyframe_data(key, arrays, crowds) for key in parts.keyframes],
        "arrays": [[len(one.data), one.count] for one in arrays.items],
        "crowds": [len(one) for one in crowds.items],
        "rosters": [len(ids) for ids in rosters.items],
    }
    members = [agents.numbers(crowd) for crowd in crowds.items]
    out = _Writer()
    out.add("header.json", json_bytes(header))
    out.add("level.json", level.encode("utf-8"))
    if start.grid is not None:
        out.add("grid.json", write_grid_json(start.grid).encode("utf-8"))
    out.add("inputs.json", _lines(map(input_data, parts.inputs)))
    out.add("agents.json", _lines(map(agent_data, agents.items)))
    out.add("events.bin", parts.happened.all().astype(_EVENTS).tobytes())
    out.add("known.bin", _numbers(parts.known))
    out.add("rosters.bin", b"".join(map(_numbers, rosters.items)))
    out.add("crowds.bin", b"".join(map(_numbers, members)))
    out.add("frames.bin", b"".join([one.data for one in blocks]), packed=True)
    out.add("keyframes.bin", b"".join([one.data for one in arrays.items]), packed=True)
    return out.done()


def _keyframe_data(
    key: Keyframe, arrays: _Table[Packed], crowds: _Table[tuple[Agent, ...]]
) -> dict[str, Any]:
    state = key.state.packed()
    return {
        "tick": key.tick,
        "step": state.step,
        "seed": state.seed,
        "focus": state.focus,
        "crowd": crowds.number(state.elements),
        "arrays": {name: arrays.number(one) for name, one in state.arrays.items()},
    }


def _numbers(values: npt.ArrayLike) -> bytes:
    return np.asarray(values, _NUMBERS).tobytes()


def _lines(entries: Iterable[dict[str, Any]]) -> bytes:
    """A list with an entry a line, so that people find what they look for."""
    body = b",\n".join(map(json_bytes, entries))
    return b"[\n%s\n]\n" % body if body else b"[]\n"


class _Writer:
    """A zip in the making."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        self._archive = zipfile.ZipFile(self._bytes, "w")

    def add(self, name: str, data: bytes, *, packed: bool = False) -> None:
        """One more part; `packed` ones are not compressed again."""
        info = zipfile.ZipInfo(name, _DATE)
        info.create_system = _UNIX
        info.external_attr = _READABLE
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        self._archive.writestr(info, data, compresslevel=_EFFORT)

    def done(self) -> bytes:
        """All of it."""
        self._archive.close()
        return self._bytes.getvalue()


class _Reader:
    """The parts of a file; whatever is wrong with them raises one of `_DAMAGE`."""

    def __init__(self, archive: zipfile.ZipFile, header: dict[str, Any]) -> None:
        self._archive = archive
        self._header = header

    def recording(self) -> Recording:
        """All of it."""
        inputs = [input_of(data) for data in self._json("inputs.json")]
        events = np.frombuffer(self._archive.read("events.bin"), _EVENTS).astype(EVENT)
        track = self._track()
        known = self._known(len(track), len(inputs), len(events))
        return Recording(
            Parts(
                settings_of(self._header["settings"]),
                inputs,
                Happened(events),
                track,
                known,
                self._keyframes(inputs, known),
            )
        )

    def _track(self) -> Track:
        rosters = self._cut("rosters.bin", self._header["rosters"])
        for ids in rosters:
            ids.flags.writeable = False
        table = self._header["blocks"]
        data = _pieces(self._archive.read("frames.bin"), [size for _, size, _ in table])
        blocks: list[Block] = []
        for (roster, _, lengths), packed in zip(table, data, strict=True):
            _check(roster >= 0 and 0 < len(lengths) <= BLOCK)
            _check(len(lengths) == BLOCK or len(blocks) == len(table) - 1)
            _check(all(isinstance(length, int) and length > 0 for length in lengths))
            blocks.append(Block(rosters[roster], packed, tuple(lengths)))
        _check(bool(blocks))
        return Track.of(blocks)

    def _known(self, ticks: int, inputs: int, events: int) -> list[Known]:
        rows = np.frombuffer(self._archive.read("known.bin"), _NUMBERS).reshape(ticks, 2)
        _check(bool((np.diff(rows, axis=0, prepend=0) >= 0).all()))
        _check(bool((rows <= (inputs, events)).all()))
        return [Known(*row) for row in rows.tolist()]

    def _keyframes(self, inputs: Sequence[Input], known: Sequence[Known]) -> list[Keyframe]:
        crowds = self._crowds()
        data = self._archive.read("keyframes.bin")
        sizes = self._header["arrays"]
        arrays = [
            Packed(piece, count)
            for piece, (_, count) in zip(_pieces(data, [n for n, _ in sizes]), sizes, strict=True)
        ]
        scene = self._start()
        keyframes: list[Keyframe] = []
        done = 0
        for one in self._header["keyframes"]:
            tick = one["tick"]
            _check(tick > keyframes[-1].tick if keyframes else tick == 0)
            for change in inputs[done : known[tick].inputs]:
                if isinstance(change.request, WorldEdit):
                    scene = scene.after(change.request)
            done = known[tick].inputs
            state = PackedState(
                msgspec.convert(one["step"], int),
                msgspec.convert(one["seed"], int),
                crowds[one["crowd"]],
                {name: arrays[number] for name, number in one["arrays"].items()},
                msgspec.convert(one["focus"], Point | None),
            )
            keyframes.append(Keyframe(tick, scene, state))
        _check(bool(keyframes))
        return keyframes

    def _crowds(self) -> list[tuple[Agent, ...]]:
        agents = [agent_of(data) for data in self._json("agents.json")]
        rows = self._cut("crowds.bin", self._header["crowds"])
        return [tuple(agents[row] for row in members.tolist()) for members in rows]

    def _start(self) -> Scene:
        loaded = read_level(self._archive.read("level.json").decode("utf-8"), "the level")
        level = with_orders(loaded.level, dict(self._header["orders"]))
        lattice = lattice_of(self._header["lattice"])
        grid = None
        if "grid.json" in self._archive.namelist():
            text = self._archive.read("grid.json").decode("utf-8")
            read = read_grid_json(text, "the grid").grid
            grid = NavGrid(
                lattice,
                read.padded,
                read.agent_radius,
                read.object_padding,
                read.boundary_padding,
                read.floor_y,
                read.cost,
                read.connectivity,
            )
        return Scene(level, lattice, grid)

    def _cut(self, name: str, counts: Sequence[int]) -> list[npt.NDArray[np.int64]]:
        """Whole numbers, so many in each list."""
        data = self._archive.read(name)
        return [
            np.frombuffer(piece, _NUMBERS).astype(np.int64)
            for piece in _pieces(data, [_NUMBERS.itemsize * count for count in counts])
        ]

    def _json(self, name: str) -> list[Any]:
        entries = json.loads(self._archive.read(name))
        _check(isinstance(entries, list))
        return list(entries)


def _pieces(data: bytes, sizes: Sequence[int]) -> list[bytes]:
    ends = list(accumulate(sizes, initial=0))
    _check(all(size >= 0 for size in sizes) and ends[-1] == len(data))
    return [data[start:end] for start, end in pairwise(ends)]


def _check(holds: bool) -> None:
    if not holds:
        raise ValueError
