"""Recordings as files: one `.wwrec`, a zip that any tool opens, the same bytes for the same run.

header.json     format, version, constants, cells, and how the other parts are laid out
level.json      the level that the run began in, as a level file
grid.json       its grid, only where that was not baked from the level
inputs.json     every request that took effect, with its step
agents.json     all agents that were ever in it
*.bin           arrays, little-endian: events, known (inputs and events before each frame),
                rosters (ids), crowds (places in agents.json); frames and keyframes, which are
                compressed in themselves
"""

import io
import os
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.bake.extent import MAX_CELLS
from navcore.errors import LevelTooLarge, NavcoreError
from navcore.formats import read_level, write_level
from navcore.formats.atomic import read_bytes, read_head, write_atomically
from navcore.formats.foreign import RECORDING_PART
from navcore.formats.grid_json import write_grid_json
from navcore.formats.journal import orders_that_differ
from navcore.formats.limits import MAX_FILE_BYTES, size_text
from navcore.formats.positions import shortened
from navcore.formats.zip_parts import TooMuchError, ZipParts
from navcore.i18n import tr
from navcore.level.model import Agent
from navcore.sim.recording.packing import Packed
from navcore.sim.recording.reading import DAMAGE, EVENTS, NUMBERS, RecordingReader, parsed
from navcore.sim.recording.recording import Keyframe, Recording
from navcore.sim.recording.texts import (
    agent_data,
    input_data,
    json_bytes,
    lattice_data,
    settings_data,
)

SUFFIX: Final = ".wwrec"
FORMAT: Final = "waywright-recording"
VERSION: Final = 1

_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""Date of every part: files of the same run have the same bytes whenever they are written."""
_UNIX: Final = 3
_READABLE: Final = 0o644 << 16
_EFFORT: Final = 6
_MAGIC: Final = b"PK"

_FilePath = str | os.PathLike[str]
_T = TypeVar("_T")


def save_recording(recording: Recording, path: _FilePath) -> None:
    """Write a recording to a file, atomically; the name should end in `SUFFIX`.

    Raises:
        NavcoreError: if the file can't be written, or the level that the run began in could
            not be read again; the file stays as it was.
    """
    try:
        data = _written(recording)
    except ValueError as error:
        message = tr("{0}: not saved, for it could not be opened again: {1}")
        raise NavcoreError(message.format(os.fspath(path), error)) from error
    if len(data) > MAX_FILE_BYTES:
        message = tr(
            "{0}: not saved, for no recording of more than {1} is opened; save a shorter run"
        )
        raise NavcoreError(message.format(os.fspath(path), size_text(MAX_FILE_BYTES)))
    write_atomically(path, data)


def load_recording(path: _FilePath, *, max_cells: int = MAX_CELLS) -> Recording:
    """Return the recording in a file: the same frames and events, and the same resumed runs.

    Every number in it is checked here, so that showing, resuming and writing it can't fail because
    of the file's contents.

    Args:
        path: The file.
        max_cells: Cells that its levels may have; more only where asked for.

    Raises:
        LevelTooLarge: if it has more than `max_cells` cells.
        NavcoreError: if the file can't be read, holds no recording, one of a newer version, is
            cut off, damaged, or too large once unpacked; the text begins with the path and says
            what to do.
    """
    place = Path(path)
    if read_head(place, len(_MAGIC)) != _MAGIC:
        raise _foreign(place)
    data = read_bytes(place)
    try:
        parts = ZipParts(data)
        header = _header_in(parts)
        version = header.get("version")
        if version == VERSION:
            return RecordingReader(parts, header, max_cells).recording()
    except _ForeignError as error:
        raise _foreign(place) from error
    except LevelTooLarge as error:
        message = f"{place}: {error}"
        raise LevelTooLarge(message, error.cells) from error
    except TooMuchError as error:
        message = tr("{0}: this recording is refused: {1}; take another copy of the file")
        raise NavcoreError(message.format(place, error)) from error
    except DAMAGE as error:
        message = tr(
            "{0}: this recording is cut off or damaged; take another copy of the file, or record "
            "the run again"
        )
        raise NavcoreError(message.format(place)) from error
    message = tr(
        "{0}: this recording is of version {1}, this Waywright reads {2}; update Waywright, or "
        "record the run again"
    )
    raise NavcoreError(message.format(place, shortened(str(version)), VERSION))


class _ForeignError(Exception):
    """Files of another kind."""


def _header_in(parts: ZipParts) -> dict[str, Any]:
    if RECORDING_PART in parts.names:
        header = parsed(parts, RECORDING_PART)
        if isinstance(header, dict) and header.get("format") == FORMAT:
            return header
    raise _ForeignError


def _foreign(path: Path) -> NavcoreError:
    message = tr("{0}: this is not a recording; choose a {1} file that Waywright wrote")
    return NavcoreError(message.format(path, SUFFIX))


class _Table(Generic[_T]):
    """Numbers of objects; the same object has one number."""

    def __init__(self) -> None:
        self.items: list[_T] = []
        self._numbers: dict[int, int] = {}

    def number(self, item: _T) -> int:
        """Return an object's number, the next one if it is new."""
        number = self._numbers.setdefault(id(item), len(self.items))
        if number == len(self.items):
            self.items.append(item)
        return number

    def numbers(self, items: Iterable[_T]) -> list[int]:
        """Return the number of each object."""
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
    out.add(RECORDING_PART, json_bytes(header))
    out.add("level.json", level.encode("utf-8"))
    if start.grid is not None:
        out.add("grid.json", write_grid_json(start.grid, start.grid.doors).encode("utf-8"))
    out.add("inputs.json", _lines(map(input_data, parts.inputs)))
    out.add("agents.json", _lines(map(agent_data, agents.items)))
    out.add("events.bin", parts.happened.all().astype(EVENTS).tobytes())
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
    return np.asarray(values, NUMBERS).tobytes()


def _lines(entries: Iterable[dict[str, Any]]) -> bytes:
    """Return a JSON list with one entry per line, so that people find what they look for."""
    body = b",\n".join(map(json_bytes, entries))
    return b"[\n%s\n]\n" % body if body else b"[]\n"


class _Writer:
    """A zip file in memory."""

    def __init__(self) -> None:
        self._bytes = io.BytesIO()
        self._archive = zipfile.ZipFile(self._bytes, "w")

    def add(self, name: str, data: bytes, *, packed: bool = False) -> None:
        """Add a part; `packed` ones are not compressed again."""
        info = zipfile.ZipInfo(name, _DATE)
        info.create_system = _UNIX
        info.external_attr = _READABLE
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        self._archive.writestr(info, data, compresslevel=_EFFORT)

    def done(self) -> bytes:
        """Return the bytes of the file."""
        self._archive.close()
        return self._bytes.getvalue()
