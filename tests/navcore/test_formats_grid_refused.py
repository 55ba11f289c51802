"""Grids with faults are refused with file, line and reason."""

import json
from pathlib import Path

import pytest
from grid_texts import HEADER, ROWS, json_of, text_of

from navcore.errors import FormatError
from navcore.formats import load_grid

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
    "NaN": (json_of(minX=float("nan")), "line 8, minX: must be a finite number, got NaN"),
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
