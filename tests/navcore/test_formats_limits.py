"""Texts at the limits: refused with one sentence before memory or time is taken."""

import io
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from navcore.errors import FormatError, NavcoreError
from navcore.formats import (
    json_text,
    load_grid,
    load_level,
    load_map,
    load_scen,
    zip_parts,
)
from navcore.formats.limits import (
    MAX_GRID_TEXT_BYTES,
    MAX_HEADER_LINES,
    MAX_JSON_BYTES,
    MAX_SCENARIO_BYTES,
)
from navcore.sim.recording import archive, load_recording

NAMES = {
    "level.json": (load_level, MAX_JSON_BYTES),
    "a.grid.json": (load_grid, MAX_JSON_BYTES),
    "a.grid.txt": (load_grid, MAX_GRID_TEXT_BYTES),
    "a.map": (load_map, MAX_GRID_TEXT_BYTES),
    "a.scen": (load_scen, MAX_SCENARIO_BYTES),
}


@pytest.mark.parametrize("name", NAMES)
def test_size_is_refused_unread(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size alone refuses it."""
    read, most = NAMES[name]
    path = tmp_path / name
    with path.open("wb") as file:
        file.truncate(most + 1)
    monkeypatch.setattr("navcore.formats.atomic.read_head", None)
    with pytest.raises(NavcoreError, match="it has more than"):
        read(path)


def test_commas_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """About as many as values."""
    monkeypatch.setattr(json_text, "MAX_JSON_COMMAS", 3)
    path = tmp_path / "a.json"
    path.write_text('{"areas": [], "x": [1, 2, 3, 4]}')
    with pytest.raises(FormatError, match="must hold at most 3 commas"):
        load_level(path)


@pytest.mark.parametrize(("name", "read"), [("a.grid.txt", load_grid), ("a.map", load_map)])
def test_header_lines_are_counted(
    name: str, read: Callable[[Path], object], tmp_path: Path
) -> None:
    """Blank ones, too."""
    path = tmp_path / name
    path.write_bytes(b"\n" * (MAX_HEADER_LINES + 5) + b"type octile\nheight 1\nwidth 1\nmap\n.\n")
    with pytest.raises(FormatError, match="is missing"):
        read(path)


def test_header_values_end_without_their_spaces(tmp_path: Path) -> None:
    """Spaces around lines of a header mean nothing."""
    path = tmp_path / "a.map"
    path.write_bytes(b" type octile \t\r\nheight 1  \nwidth  2\t\nmap \n..\n")
    assert load_map(path).width == 2


def test_what_is_no_recording_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first bytes are enough to refuse it."""
    path = tmp_path / "a.wwrec"
    path.write_bytes(b"\0" * 1000)
    monkeypatch.setattr(archive, "read_bytes", None)
    with pytest.raises(NavcoreError, match="this is not a recording"):
        load_recording(path)


def test_json_of_a_recording_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before it is unpacked."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        made.writestr("level.json", b" " * 100)
    monkeypatch.setattr(zip_parts, "MAX_JSON_BYTES", 99)
    with pytest.raises(zip_parts.TooMuchError, match=r"level\.json would unpack"):
        zip_parts.ZipParts(data.getvalue())
