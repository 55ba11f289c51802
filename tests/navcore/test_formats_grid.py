"""Grid files: exact bytes, round trips, and every refusal with its words."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from level_strategies import grids

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.errors import FormatError, NavcoreError
from navcore.formats import DoorCells, load_grid, load_level, open_file, save_grid, save_level
from navcore.formats.grid_json import read_grid_json, write_grid_json
from navcore.formats.grid_text import read_grid_text, write_grid_text
from navcore.level.model import Level

GOLDEN = Path(__file__).parent / "golden"
ROWS = ["11110", "10010", "11111"]
DOORS = (
    DoorCells("gate", open=True, cells=((0, 1, 3), (2, 0, 5))),
    DoorCells('the "back" door', open=False, cells=()),
)
HEADER = {
    "cellSize": "0.4",
    "agentRadius": "0.45",
    "floorY": "0.0",
    "objectPadding": "0.25",
    "boundaryPadding": "0.0",
    "minX": "-5.3",
    "minZ": "-1.5",
    "gridWidth": "5",
    "gridDepth": "3",
}


def small_grid() -> NavGrid:
    """Five columns, three rows, asymmetric."""
    padded = np.zeros((5, 7), np.uint8)
    padded[1:-1, 1:-1] = [[int(cell) for cell in row] for row in ROWS]
    lattice = Lattice(0.4, -5.3, -1.5, 5, 3)
    return NavGrid(lattice, padded, agent_radius=0.45, object_padding=0.25)


def text_of(rows: list[str] | None = None, **changes: str | None) -> str:
    """A text grid with these header values in place of the usual; None leaves a line out."""
    header = {**HEADER, **changes}
    lines = [f"{key} {value}" for key, value in header.items() if value is not None]
    return "\n".join([*lines, *(ROWS if rows is None else rows)]) + "\n"


def json_of(**changes: object) -> str:
    """A JSON grid with these keys in place of the usual, an entry a line; None leaves one out."""
    entries = json.loads(write_grid_json(small_grid(), DOORS)) | changes
    lines = [f"{json.dumps(key)}: {json.dumps(entries[key])}" for key in entries]
    kept = [line for line, key in zip(lines, entries, strict=True) if entries[key] is not None]
    return "{" + ",\n".join(kept) + "}"


def same(first: NavGrid, second: NavGrid) -> bool:
    """Whether cells and header are equal to the last bit."""
    names = ("cell_size", "min_x", "min_z", "agent_radius", "object_padding", "boundary_padding")
    return (
        np.array_equal(first.walkable, second.walkable)
        and all(getattr(first, name) == getattr(second, name) for name in names)
        and first.floor_y == second.floor_y
    )


def test_golden_files(tmp_path: Path) -> None:
    """The exact bytes of both forms, for games to rely on."""
    for name in ("small.grid.txt", "small.grid.json"):
        save_grid(small_grid(), tmp_path / name, doors=DOORS)
        assert (tmp_path / name).read_bytes() == (GOLDEN / name).read_bytes()
        assert same(load_grid(GOLDEN / name), small_grid())


def test_golden_doors_come_back() -> None:
    """What doors cover is read as it was written."""
    assert open_file(GOLDEN / "small.grid.json").doors == DOORS


@given(grids())
@settings(max_examples=100)
def test_grids_come_back(grid: NavGrid) -> None:
    """Both forms give back every cell and every number of the header exactly."""
    text, data = write_grid_text(grid), write_grid_json(grid)
    assert same(read_grid_text(text, "g.txt"), grid)
    assert same(read_grid_json(data, "g.json").grid, grid)
    assert write_grid_text(read_grid_text(text, "g.txt")) == text
    assert write_grid_json(read_grid_json(data, "g.json").grid) == data


def test_a_thousand_random_grids_come_back() -> None:
    """1,000 grids of any size and header survive the text form."""
    random = np.random.default_rng(7)
    for _ in range(1000):
        shape = random.integers(1, 40, 2)
        grid = NavGrid.from_array(
            random.integers(0, 2, shape),
            cell_size=float(random.uniform(0.01, 3)),
            min_x=float(random.normal(0, 1000)),
            min_z=float(random.normal(0, 1e-3)),
        )
        assert same(read_grid_text(write_grid_text(grid), "g.txt"), grid)


def test_header_in_any_order_and_unknown_keys() -> None:
    """Shuffled, spaced and extended headers load; source 000's elided keys may be missing."""
    keys = ["gridDepth", "minZ", "cellSize", "floorY", "minX", "gridWidth", "agentRadius"]
    lines = ["madeBy  some tool, v 2", "", *(f"  {key}\t{HEADER[key]} " for key in keys)]
    grid = read_grid_text("\r\n".join([*lines, *ROWS, "", ""]).encode(), "g.txt")
    assert same(grid, small_grid())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("tail", ["", "\n", "\n\n\n", "\r\n"])
def test_line_ends(end: str, tail: str) -> None:
    """Either line end, mixed ones, a missing last one and trailing blank lines load."""
    text = text_of().strip().replace("\n", end) + tail
    assert same(read_grid_text(text.encode(), "g.txt"), small_grid())
    mixed = text.replace(ROWS[0] + end, ROWS[0] + "\r\n").encode()
    assert same(read_grid_text(b"\xef\xbb\xbf" + mixed, "g.txt"), small_grid())


def test_number_forms() -> None:
    """Exponents, signs and bare points are numbers."""
    grid = read_grid_text(text_of(cellSize="+4e-1", minX="-.5", floorY="2.").encode(), "g.txt")
    assert (grid.cell_size, grid.min_x, grid.floor_y) == (0.4, -0.5, 2.0)


COUNT = "a whole number of at least 1"
REFUSED_TEXT = {
    "row too short": (
        text_of(["11110", "1001", "11111"]),
        "line 11: a row must have 5 characters (gridWidth), got 4",
    ),
    "row too long": (
        text_of(["11110", "10010", "111111"]),
        "line 12: a row must have 5 characters (gridWidth), got 6",
    ),
    "lengths that add up": (
        text_of(["111101", "0010", "11111"]),
        "line 10: a row must have 5 characters (gridWidth), got 6",
    ),
    "other character": (
        text_of(["11110", "10x10", "11111"]),
        'line 11: a row must be made of 1 and 0 only, got "x"',
    ),
    "a 2": (
        text_of(["11110", "10010", "11121"]),
        'line 12: a row must be made of 1 and 0 only, got "2"',
    ),
    "letter first": (
        text_of(["a1110", "10010", "11111"]),
        'line 10: a row must be made of 1 and 0 only, got "a"',
    ),
    "not ASCII": (
        text_of(["11110", "10é10", "11111"]),
        'line 11: a row must be made of 1 and 0 only, got "é"',
    ),
    "space after a row": (
        text_of(["11110", "10010 ", "11111"]),
        'line 11: a row must be made of 1 and 0 only, got " "',
    ),
    "blank row": (
        text_of(["11110", "", "11111"]),
        "line 11: a row must have 5 characters (gridWidth), got 0",
    ),
    "too few rows": (
        text_of(["11110", "10010"]),
        "line 12: there must be 3 rows (gridDepth), got 2",
    ),
    "too many rows": (
        text_of([*ROWS, "11111"]),
        "line 13: there must be 3 rows (gridDepth), got 4",
    ),
    "no rows": (text_of([]), "line 10: there must be 3 rows (gridDepth), got 0"),
    "cut off": (text_of()[:-4], "line 12: a row must have 5 characters (gridWidth), got 2"),
    "merge": (
        text_of(["11110", "<<<<<<< HEAD", "10010", "=======", "10011", ">>>>>>> b", "11111"]),
        "unresolved merge at line 11: bake the level again",
    ),
    "merge in the header": (
        text_of().replace("floorY", "<<<<<<< HEAD\nfloorY"),
        "unresolved merge at line 3: bake the level again",
    ),
    "key twice": (
        text_of(floorY="0\ncellSize 0.5"),
        "line 4: cellSize stands twice, first on line 1",
    ),
    "no value": (text_of(minX=""), "line 6: minX must be a finite number, got nothing"),
    **{
        f"{key} missing": (text_of(**{key: None}), f'line 9: the header line "{key}" is missing')
        for key in HEADER
        if key not in ("objectPadding", "boundaryPadding")
    },
    **{
        f"{key} {value}": (
            text_of(**{key: value}),
            f"line {line}: {key} must be {COUNT}, got {value}",
        )
        for line, key in ((8, "gridWidth"), (9, "gridDepth"))
        for value in ("0", "-3", "5.0", "5e0", "x", "1_0", "٣", "99999999999999999999")
    },
    **{
        f"cellSize {value}": (
            text_of(cellSize=value),
            f"line 1: cellSize must be a number over 0, at most 1000, got {value}",
        )
        for value in ("0", "-0.4", "nan", "inf", "1e999", "0,4", "0x1", "1_0", "4 5")
    },
    **{
        f"{key} {value}": (
            text_of(**{key: value}),
            f"line {line}: {key} must be a number of at least 0, at most 1000, got {value}",
        )
        for line, key in ((2, "agentRadius"), (4, "objectPadding"), (5, "boundaryPadding"))
        for value in ("-1", "nan")
    },
    "huge": (
        text_of(gridWidth="60000", gridDepth="60000"),
        "line 9: a grid must have at most 2147483647 cells",
    ),
    "large": (
        text_of(gridDepth="40000"),
        "line 13: there must be 40000 rows (gridDepth), got 3",
    ),
    "empty": ("", "the file is empty"),
    "blank": ("\n \n", "the file is empty"),
    "level": (
        '{"format": "waywright-level", "version": 1}',
        (
            "this is JSON, not a grid in text form: load a level with load_level, "
            "a JSON grid under a name that ends in .json"
        ),
    ),
}


@pytest.mark.parametrize("name", REFUSED_TEXT)
def test_refused_text(name: str, tmp_path: Path) -> None:
    """A malformed text grid gives one message with its line, and no grid."""
    text, expected = REFUSED_TEXT[name]
    path = tmp_path / "bad.txt"
    path.write_bytes(text.encode())
    with pytest.raises(FormatError) as caught:
        load_grid(path)
    between = ", " if expected.startswith("line") else ": "
    assert str(caught.value) == f"{path}{between}{expected}"


def test_refused_bytes(tmp_path: Path) -> None:
    """Bytes that are no text at all are refused too."""
    path = tmp_path / "bad.txt"
    path.write_bytes(b"\x89PNG\r\n\xff\x00")
    with pytest.raises(FormatError, match=r"line 1: must be UTF-8 text, got byte 0x89"):
        load_grid(path)


REFUSED_JSON = {
    "list": ("[]", "line 1: must be an object {...}, got []"),
    "level": (
        '{"format": "waywright-level"}',
        "line 1, format: this is a level, not a baked grid: load it with load_level and bake it",
    ),
    "config": (
        '{"areas": []}',
        "line 1, format: this is a level, not a baked grid: load it with load_level and bake it",
    ),
    "other format": (
        json_of(format="tiled"),
        'line 1, format: must be "waywright-grid", got "tiled"',
    ),
    "newer": (
        json_of(version=2),
        "line 2, version: this file is of version 2, this Waywright reads version 1: update it",
    ),
    "version": (
        json_of(version=True),
        "line 2, version: must be a whole number from 1 to 1, got true",
    ),
    "missing": (
        json_of(minX=None),
        'line 1: "minX" is missing, it must be a finite number',
    ),
    "count missing": (
        json_of(gridWidth=None),
        f'line 1: "gridWidth" is missing, it must be {COUNT}',
    ),
    "cellSize": (
        json_of(cellSize=0),
        "line 3, cellSize: must be a number over 0, at most 1000, got 0",
    ),
    "floorY": (json_of(floorY="1"), 'line 5, floorY: must be a finite number, got "1"'),
    "gridWidth": (json_of(gridWidth=5.0), f"line 10, gridWidth: must be {COUNT}, got 5.0"),
    "huge": (
        json_of(gridWidth=10**6, gridDepth=10**6),
        "line 11, gridDepth: must be less: a grid has at most 2147483647 cells, got 1000000",
    ),
    "rows missing": (json_of(rows=None), 'line 1: "rows" is missing, it must be a list of texts'),
    "rows": (json_of(rows="11"), 'line 12, rows: must be a list of texts, got "11"'),
    "row": (json_of(rows=[7, 7, 7]), "line 12, rows[0]: must be a text in quotes, got 7"),
    "row too short": (
        json_of(rows=["11111", "1111", "11111"]),
        "line 12, rows[1]: must be a row of 5 characters (gridWidth), got 4 characters",
    ),
    "other character": (
        json_of(rows=["11111", "11111", "1111#"]),
        'line 12, rows[2]: must be made of "1" and "0" only, got "#"',
    ),
    "too few rows": (
        json_of(rows=["11111"]),
        "line 12, rows: must be a list of 3 rows (gridDepth), got 1",
    ),
    "doors": (json_of(doors={}), "line 13, doors: must be a list [...], got {}"),
    "door": (json_of(doors=[1]), "line 13, doors[0]: must be an object {...}, got 1"),
    "door without cells": (
        json_of(doors=[{"name": "a", "open": True}]),
        'line 13, doors[0]: "cells" is missing, it must be a list of [z, x0, x1]',
    ),
    "door neither open nor shut": (
        json_of(doors=[{"name": "a", "open": 1, "cells": []}]),
        "line 13, doors[0].open: must be true or false, got 1",
    ),
    **{
        f"cells {run}": (
            json_of(doors=[{"name": "a", "open": True, "cells": [[0, 0, 1], run]}]),
            (
                "line 13, doors[0].cells[1]: must be [z, x0, x1] within the grid, x0 < x1, "
                f"got {json.dumps(run)}"
            ),
        )
        for run in ([3, 0, 1], [0, 0, 6], [0, 2, 2], [-1, 0, 1], [0, 0], [0, True, 2], 7)
    },
    "NaN": (json_of(minX=float("nan")), "line 8, minX: must be a value, got NaN"),
    "text grid": (text_of(), "line 1: must be a value, got cellSize"),
}


@pytest.mark.parametrize("name", REFUSED_JSON)
def test_refused_json(name: str, tmp_path: Path) -> None:
    """A malformed JSON grid gives one message with line and value, and no grid."""
    text, expected = REFUSED_JSON[name]
    path = tmp_path / "bad.json"
    path.write_bytes(text.encode())
    with pytest.raises(FormatError) as caught:
        load_grid(path)
    assert str(caught.value) == f"{path}, {expected}"


def test_unknown_suffix(tmp_path: Path) -> None:
    """The name of a grid decides its form; others are refused before anything is written."""
    path = tmp_path / "grid.png"
    expected = f"{path}: the name of a grid must end in .txt or .json, got 'grid.png'"
    with pytest.raises(NavcoreError) as caught:
        save_grid(small_grid(), path)
    assert str(caught.value) == expected
    with pytest.raises(NavcoreError) as caught:
        load_grid(path)
    assert str(caught.value) == expected.replace(".txt or .json", ".txt, .json or .map")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        None,
        '{"areas": []}',
        '{"format" : "waywright-level", <<<<<<< a broken level is a level still',
    ],
)
def test_a_level_is_never_overwritten_by_a_grid(tmp_path: Path, content: str | None) -> None:
    """Neither our levels nor configs of source 000, whole or broken, are exported over."""
    path = tmp_path / "level.json"
    if content is None:
        save_level(Level(), path)
    else:
        path.write_text(content, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(NavcoreError) as caught:
        save_grid(small_grid(), path)
    assert str(caught.value) == (
        f"{path}: this file holds a level, a grid would overwrite it: take another name"
    )
    assert path.read_bytes() == before


def test_a_grid_is_overwritten_by_a_grid(tmp_path: Path) -> None:
    """Exporting again is what exporting is for."""
    for name in ("g.json", "g.txt"):
        save_grid(NavGrid.from_array([[1]]), tmp_path / name)
        save_grid(small_grid(), tmp_path / name)
        assert same(load_grid(tmp_path / name), small_grid())


def test_a_grid_without_cells_is_not_written(tmp_path: Path) -> None:
    """No file can hold it, and the message says what to do."""
    empty = NavGrid(Lattice(0.4, 0.0, 0.0, 0, 0), np.zeros((2, 2), np.uint8))
    with pytest.raises(NavcoreError, match="a grid without cells can't be written: draw an area"):
        save_grid(empty, tmp_path / "g.txt")


def test_loading_a_grid_as_a_level_is_refused(tmp_path: Path) -> None:
    """Each loader names the other."""
    save_grid(small_grid(), tmp_path / "g.json")
    with pytest.raises(FormatError, match="this is a baked grid, not a level"):
        load_level(tmp_path / "g.json")


def test_unknown_keys_of_a_json_grid_are_passed_over() -> None:
    """Further layers of later versions don't keep the cells from being read."""
    assert same(read_grid_json(json_of(layers=[[1]], doors=None), "g").grid, small_grid())


def test_a_large_grid_comes_back() -> None:
    """A million cells, in both line ends."""
    cells = np.random.default_rng(3).integers(0, 2, (1000, 1000))
    text = write_grid_text(NavGrid.from_array(cells))
    assert np.array_equal(read_grid_text(text, "g").walkable, cells)
    assert np.array_equal(read_grid_text(text.replace(b"\n", b"\r\n"), "g").walkable, cells)
