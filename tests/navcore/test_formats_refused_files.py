"""Files that aren't levels: depth, encodings, truncated files, folders."""

import json
from pathlib import Path

import pytest

from navcore.errors import FormatError, NavcoreError
from navcore.formats import load_level, open_file
from navcore.formats.level import read_level


def test_too_deep_for_writing_is_refused_at_load() -> None:
    """Nesting that can just be read, but perhaps not written, is refused by its depth."""
    for depth in (99, 100):
        text = '{"a": ' + "[" * depth + "]" * depth + "}"
        if depth == 99:
            read_level(text, "x.json")
        else:
            with pytest.raises(FormatError, match="nested deeper than 100"):
                read_level(text, "x.json")


def test_deep_data_in_elements_is_refused() -> None:
    """The same holds for unknown keys of elements."""
    for depth in (96, 120):
        deep: list = []
        for _ in range(depth):
            deep = [deep]
        text = json.dumps({"agents": [{"position": [0, 0], "mood": deep}]})
        if depth == 96:
            read_level(text, "x.json")
        else:
            with pytest.raises(
                FormatError, match=r"agents\[0\]\.mood.*: must not be nested deeper"
            ):
                read_level(text, "x.json")


def test_not_utf_8(tmp_path: Path) -> None:
    """Bytes of another encoding are reported by line and value."""
    path = tmp_path / "level.json"
    path.write_bytes('{\n"title": "Küche"}'.encode("latin-1"))
    with pytest.raises(FormatError) as caught:
        load_level(path)
    assert str(caught.value) == f"{path}, line 2: must be UTF-8 text, got byte 0xfc"


def test_zero_bytes_are_no_text(tmp_path: Path) -> None:
    """UTF-16 without its mark, and files after a power cut: no control characters are shown."""
    path = tmp_path / "level.json"
    for data, line in (("{\n}".encode("utf-16-le"), 1), (b'{\n"title": "' + bytes(50), 2)):
        path.write_bytes(data)
        with pytest.raises(FormatError) as caught:
            load_level(path)
        assert str(caught.value) == f"{path}, line {line}: must be UTF-8 text, got byte 0x00"


def test_endless_version_is_cut_short(tmp_path: Path) -> None:
    """A message stays a line."""
    path = tmp_path / "level.json"
    path.write_text(f'{{"format": "waywright-level", "version": {10**400}}}', encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        load_level(path)
    assert len(str(caught.value)) < len(str(path)) + 150


def test_text_grid_is_told_apart(tmp_path: Path) -> None:
    """A grid in text form under the name of a level is recognised."""
    path = tmp_path / "level.json"
    path.write_text("cellSize 0.4\nminX 0\n1\n", encoding="utf-8")
    for load in (load_level, open_file):
        with pytest.raises(FormatError) as caught:
            load(path)
        assert str(caught.value) == (
            f"{path}: this is a baked grid in text form, not a level: load it with load_grid"
        )


def test_missing_file_and_folder(tmp_path: Path) -> None:
    """Files that can't be read at all are reported in the same way."""
    with pytest.raises(NavcoreError) as caught:
        load_level(tmp_path / "none.json")
    assert str(caught.value) == f"{tmp_path / 'none.json'}: can't be read: no such file or folder"
    with pytest.raises(NavcoreError, match="can't be read") as caught:
        load_level(tmp_path)
    assert str(caught.value).startswith(str(tmp_path))


def test_every_cut_of_a_level_is_refused() -> None:
    """A file that ends anywhere before its last bracket is never half a level."""
    text = json.dumps(
        {
            "cellSize": 0.4,
            "title": 'a\\"b',
            "areas": [{"name": "a", "polygon": [[0, 0], [1.5, -1e-3], [1, 1]]}],
        }
    )
    for end in range(len(text)):
        with pytest.raises(FormatError, match=r"^x\.json"):
            read_level(text[:end], "x.json")


def test_a_number_too_large_without_an_exponent():
    """It is unusual, but it is no finite number either."""
    with pytest.raises(FormatError, match="floorY: must be a finite number"):
        read_level('{"floorY": ' + "9" * 400 + ".5}", "level.json")
