"""Every refusal of a level file, with its exact words."""

from pathlib import Path

import pytest

from navcore.errors import FormatError
from navcore.formats import load_level

TRIANGLE = "[[0, 0], [1, 0], [1, 1]]"


REFUSED = {
    # Not JSON
    "empty": ("", "level.json: the file is empty"),
    "blank": (" \n\n", "level.json: the file is empty"),
    "NaN": (
        '{\n"cellSize": NaN}',
        "level.json, line 2, cellSize: must be a finite number, got NaN",
    ),
    "Infinity": (
        '{"floorY":\nInfinity}',
        "level.json, line 2, floorY: must be a finite number, got Infinity",
    ),
    "-Infinity": (
        '{"floorY": -Infinity}',
        "level.json, line 1, floorY: must be a finite number, got -Infinity",
    ),
    "1e999": (
        '{"floorY": 1e999}',
        "level.json, line 1, floorY: must be a finite number, got 1e999",
    ),
    "corner too far out": (
        '{"areas": [{"name": "a", "polygon":\n[[0, 0], [1, 1],\n[-1.7e308, 2]]}]}',
        (
            "level.json, line 3, areas[0].polygon[2]: must be a point "
            "within 1,000,000,000 m of the origin, got [-1.7e308, 2]"
        ),
    ),
    "agent too far out": (
        '{"agents": [{"name": "a", "position": [0, 1e10]}]}',
        (
            "level.json, line 1, agents[0].position: must be a point "
            "within 1,000,000,000 m of the origin, got [0, 1e10]"
        ),
    ),
    "1e999 in unknown": (
        '{"a": {"b": [1, -1e999]}}',
        "level.json, line 1, a.b[1]: must be a finite number, got -1e999",
    ),
    "huge whole number": (
        '{"floorY": ' + "9" * 5000 + "}",
        "level.json, line 1, floorY: must be a finite number, got " + "9" * 37 + "...",
    ),
    "large whole number": (
        '{"floorY": ' + "9" * 400 + "}",
        "level.json, line 1, floorY: must be a finite number, got " + "9" * 37 + "...",
    ),
    "key twice": (
        '{\n"cellSize": 1,\n"floorY": 2,\n"cellSize": 1}',
        'level.json, line 4: the key "cellSize" stands twice, first on line 2',
    ),
    "key twice inside": (
        '{"areas": [{}, {"name": "a",\n "n\\u0061me": "b"}]}',
        'level.json, line 2, areas[1]: the key "name" stands twice, first on line 1',
    ),
    "cut off": (
        '{\n"areas": [\n{"name": "a", "poly',
        'level.json, line 3, areas[0]: the file is cut off: the "{" of line 3 is not closed',
    ),
    "cut off after a comma": (
        '{"areas": [\n[1,\n',
        'level.json, line 3, areas[0][1]: the file is cut off: the "[" of line 2 is not closed',
    ),
    "merge": (
        '{"a": 1,\n<<<<<<< HEAD\n"b": 1\n=======\n"b": 2\n>>>>>>> other\n}',
        (
            "level.json: unresolved merge at line 2: "
            "keep one of the two versions and delete the lines of marks"
        ),
    ),
    "comma missing": (
        '{"a": 1\n"b": 2}',
        'level.json, line 2, a: must be a comma or "}", got "',
    ),
    "comma too many": (
        '{"areas": [1,\n]}',
        'level.json, line 1, areas[0]: nothing follows the comma before "]"',
    ),
    "comma too many in an object": (
        '{"areas": [],}',
        'level.json, line 1, areas: nothing follows the comma before "}"',
    ),
    "colon missing": ('{"a" 1}', "level.json, line 1: must be a colon after the key, got 1"),
    "key without quotes": ("{a: 1}", 'level.json, line 1: must be a key in quotes or "}", got a'),
    "single quotes": (
        "{'a': 1}",
        "level.json, line 1: must be a key in quotes or \"}\", got 'a'",
    ),
    "comment": (
        '{\n// hall\n"a": 1}',
        'level.json, line 2: must be a key in quotes or "}", got //',
    ),
    "wrong closer": ('{"a": [1}', 'level.json, line 1, a[0]: must be a comma or "]", got }'),
    "True": ('{"a": True}', "level.json, line 1, a: must be a value, got True"),
    "leading zero": ('{"a": 012}', "level.json, line 1, a: must be a value, got 012"),
    "leading plus": ('{"a": +1}', "level.json, line 1, a: must be a value, got +1"),
    "no value": ('{"a": }', "level.json, line 1, a: must be a value, got }"),
    "two roots": ("{}\n{}", "level.json, line 2: must be the end of the file, got {"),
    "line end in a text": (
        '{"title": "a\nb"}',
        "level.json, line 1, title: must be a text that ends with a quote on the same line",
    ),
    "control character": (
        '{"title": "a\tb"}',
        "level.json, line 1, title: must be a text without control characters, got '\\t'",
    ),
    "backslash": (
        r'{"title": "C:\maps"}',
        "level.json, line 1, title: must be a text in which a backslash is written twice",
    ),
    "too deep": (
        '{"a":\n' + "[" * 120 + "]" * 120 + "}",
        "level.json, line 2, a" + "[0]" * 7 + "...: must not be nested deeper than 100 brackets",
    ),
    "much too deep": (
        "[" * 100_000,
        "level.json, line 1, " + "[0]" * 8 + "...: must not be nested deeper than 100 brackets",
    ),
    "text": ("hello", "level.json, line 1: must be a value, got hello"),
    # Not a level
    "list": ("[1]", "level.json, line 1: must be an object {...}, got [1]"),
    "other format": (
        '{"format": "tiled"}',
        'level.json, line 1, format: must be "waywright-level", got "tiled"',
    ),
    "grid": (
        '{"format": "waywright-grid", "version": 1}',
        "level.json, line 1, format: this is a baked grid, not a level: load it with load_grid",
    ),
    "newer": (
        '{"format": "waywright-level",\n"version": 4, "areas": 7}',
        (
            "level.json, line 2, version: this file is of version 4, "
            "this Waywright reads version 3: update it"
        ),
    ),
    "profile without a name": (
        '{"format": "waywright-level",\n"profiles": [{"radius": 1}]}',
        'level.json, line 2, profiles[0]: "name" is missing, it must be a text that is not empty',
    ),
    "two profiles of a name": (
        '{"profiles": [{"name": "cart"},\n{"name": "cart"}]}',
        (
            "level.json, line 2, profiles[1].name: must be another name than those before it, "
            'got "cart"'
        ),
    ),
    "neighbours": (
        '{"profiles": [{"name": "cart", "neighbours": 6}]}',
        "level.json, line 1, profiles[0].neighbours: must be 4 or 8, got 6",
    ),
    "version 0": (
        '{"format": "waywright-level", "version": 0}',
        "level.json, line 1, version: must be a whole number from 1 to 3, got 0",
    ),
    "version as text": (
        '{"format": "waywright-level", "version": "1"}',
        'level.json, line 1, version: must be a whole number from 1 to 3, got "1"',
    ),
    # Settings
    **{
        f"cellSize {value}": (
            f'{{\n"cellSize": {value}}}',
            f"level.json, line 2, cellSize: must be a number over 0, at most 1000, got {value}",
        )
        for value in ("0", "-0.4", "1e9", "true", '"0.4"', "null", "[]")
    },
    **{
        f"{key} {value}": (
            f'{{"{key}": {value}}}',
            f"level.json, line 1, {key}: must be a number of at least 0, at most 1000, got {value}",
        )
        for key in ("agentRadius", "objectPadding", "boundaryPadding", "seam")
        for value in ("-0.1", "1001", "false")
    },
    "floorY": (
        '{"floorY": "0,4"}',
        'level.json, line 1, floorY: must be a finite number, got "0,4"',
    ),
    "gridOrigin": (
        '{"gridOrigin": "corner"}',
        'level.json, line 1, gridOrigin: must be "bounds" or "cells", got "corner"',
    ),
    "boundaryFollowsRadius": (
        '{"boundaryFollowsRadius": 1}',
        "level.json, line 1, boundaryFollowsRadius: must be true or false, got 1",
    ),
    "title": ('{"title": 7}', "level.json, line 1, title: must be a text in quotes, got 7"),
    # Elements
    "areas": ('{"areas": {}}', "level.json, line 1, areas: must be a list [...], got {}"),
    "area": ('{"areas": [7]}', "level.json, line 1, areas[0]: must be an object {...}, got 7"),
    "polygon missing": (
        '{"areas": [\n{"name": "a"}]}',
        (
            'level.json, line 2, areas[0]: "polygon" is missing, '
            "it must be a list of points [[x, z], ...]"
        ),
    ),
    "polygon": (
        '{"areas": [{"polygon": "x"}]}',
        'level.json, line 1, areas[0].polygon: must be a list of points [[x, z], ...], got "x"',
    ),
    "point": (
        '{"obstacles": [{"polygon": [[0, 0],\n[1, 0],\n[1, 1, 1]]}]}',
        (
            "level.json, line 3, obstacles[0].polygon[2]: "
            "must be a point [x, z] of two finite numbers, got [1, 1, 1]"
        ),
    ),
    "number": (
        '{"disabledObstacles": [{"polygon": [[0, 0], [1, "a"], [1, 1]]}]}',
        (
            "level.json, line 1, disabledObstacles[0].polygon[1]: "
            'must be a point [x, z] of two finite numbers, got [1, "a"]'
        ),
    ),
    "truth value for a number": (
        '{"areas": [{"polygon": [[0, 0], [1, true], [1, 1]]}]}',
        (
            "level.json, line 1, areas[0].polygon[1]: "
            "must be a point [x, z] of two finite numbers, got [1, true]"
        ),
    ),
    "two points": (
        '{"areas": [{"polygon": [[0, 0], [1, 0]]}]}',
        (
            "level.json, line 1, areas[0].polygon: "
            "must be a list of at least 3 points, got [[0, 0], [1, 0]]"
        ),
    ),
    "two points and a closing one": (
        '{"areas": [{"polygon": [[0, 0], [1, 0], [0, 0]]}]}',
        (
            "level.json, line 1, areas[0].polygon: "
            "must be a list of at least 3 points, got [[0, 0], [1, 0], [0, 0]]"
        ),
    ),
    "no points": (
        '{"areas": [{"polygon": []}]}',
        "level.json, line 1, areas[0].polygon: must be a list of at least 3 points, got []",
    ),
    "name": (
        f'{{"areas": [{{"name": null, "polygon": {TRIANGLE}}}]}}',
        "level.json, line 1, areas[0].name: must be a text in quotes, got null",
    ),
    "available": (
        f'{{"areas": [{{"available": "no", "polygon": {TRIANGLE}}}]}}',
        'level.json, line 1, areas[0].available: must be true or false, got "no"',
    ),
    "name twice": (
        (
            f'{{"areas": [\n{{"name": "a", "polygon": {TRIANGLE}}},\n{{"name": "b", "polygon": '
            f'{TRIANGLE}}},\n{{"name": "a", "polygon": {TRIANGLE}}}]}}'
        ),
        (
            'level.json, line 4, areas[2].name: the name "a" must stand once, '
            "but areas[0].name on line 2 has it too"
        ),
    ),
    "id twice": (
        f'{{"areas": [{{"id": 7, "polygon": {TRIANGLE}}}],\n"agents": [\n{{"id": 7}}]}}',
        (
            "level.json, line 3, agents[0].id: the id 7 must stand once, "
            "but areas[0].id on line 1 has it too"
        ),
    ),
    **{
        f"id {value}": (
            f'{{"areas": [{{"id": {value}, "polygon": {TRIANGLE}}}]}}',
            (
                f"level.json, line 1, areas[0].id: "
                f"must be a whole number from 1 to 4294967295, got {value}"
            ),
        )
        for value in ("0", "-1", "4294967296", "1.0", "true", '"7"', "null")
    },
    "tags": (
        f'{{"areas": [{{"tags": ["a", 7], "polygon": {TRIANGLE}}}]}}',
        "level.json, line 1, areas[0].tags[1]: must be a text in quotes, got 7",
    ),
    "tags as text": (
        f'{{"areas": [{{"tags": "a", "polygon": {TRIANGLE}}}]}}',
        'level.json, line 1, areas[0].tags: must be a list of texts, got "a"',
    ),
    "shape": (
        f'{{"areas": [{{"shape": [], "polygon": {TRIANGLE}}}]}}',
        "level.json, line 1, areas[0].shape: must be an object {...}, got []",
    ),
    "position missing": (
        '{"agents": [{"name": "a"}]}',
        (
            'level.json, line 1, agents[0]: "position" is missing, '
            "it must be a point [x, z] of two finite numbers"
        ),
    ),
    "position": (
        '{"agents": [{"position": {"x": 1}}]}',
        (
            "level.json, line 1, agents[0].position: "
            'must be a point [x, z] of two finite numbers, got {"x": 1}'
        ),
    ),
    "goal": (
        '{"agents": [{"position": [0, 0], "goals": [[1]]}]}',
        (
            "level.json, line 1, agents[0].goals[0]: "
            "must be a point [x, z] of two finite numbers, got [1]"
        ),
    ),
    **{
        f"{key} {value}": (
            f'{{"agents": [{{"position": [0, 0], "{key}": {value}}}]}}',
            (
                f"level.json, line 1, agents[0].{key}: "
                f"must be a number over 0, at most 1000, got {value}"
            ),
        )
        for key in ("radius", "walkSpeed", "rotationSpeed")
        for value in ("0", "-1", '"fast"')
    },
    "wait": (
        '{"agents": [{"position": [0, 0], "wait": -1}]}',
        "level.json, line 1, agents[0].wait: must be a number of at least 0, at most 1e+09, got -1",
    ),
    "long value": (
        '{"title": ["' + "a" * 50 + '"]}',
        'level.json, line 1, title: must be a text in quotes, got ["' + "a" * 35 + "...",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str, tmp_path: Path) -> None:
    """A bad file gives one message with the place, the value and the allowed values."""
    text, expected = REFUSED[name]
    path = tmp_path / "level.json"
    path.write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(FormatError) as caught:
        load_level(path)
    assert str(caught.value) == expected.replace("level.json", str(path), 1)
