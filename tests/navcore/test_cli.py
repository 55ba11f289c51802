"""The command line: answers, exit codes, and never a traceback."""

import json
from pathlib import Path

import numpy as np
import pytest
from cli_calls import Output, run, yard

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.formats import load_level, save_grid, save_level
from navcore.level.edit import Edit
from navcore.level.model import Level, Waypoint
from navcore.world import World


@pytest.fixture
def level_file(tmp_path: Path) -> Path:
    """The yard in a file."""
    path = tmp_path / "yard.json"
    save_level(yard(), path)
    return path


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


def test_path_json(level_file: Path, capsys: Output) -> None:
    """Negative coordinates work in every form; the answer equals the library's."""
    start, goal = ("-7", "-6.5"), ("6e0", "-.5e1")
    code, out, err = run(capsys, "path", level_file, *start, *goal, "--json")
    result = World.build(yard()).find_path((-7.0, -6.5), (6.0, -5.0))
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    data = json.loads(out)
    assert 0 < data.pop("seconds") < 10
    assert data == {
        "status": "Complete", "start": [-7.0, -6.5], "goal": [6.0, -5.0],
        "snappedStart": None, "snappedGoal": None, "points": result.points.tolist(),
        "floorY": 1.5, "layers": [], "links": [], "length": result.length,
        "terrain": [{"name": "ground", "metres": pytest.approx(result.length),
                     "cost": pytest.approx(result.length)}], "cost": result.cost,
        "visited": result.visited, "heapOperations": result.heap_operations, "step": 1,
    }  # fmt: skip


def test_path_text(level_file: Path, capsys: Output) -> None:
    """Plain columns: the status, then the points."""
    code, out, _ = run(capsys, "path", level_file, 2, 2, 6, 2)
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "status   Complete: the path leads to the goal"
    assert lines[-2].split() == ["x", "z"]
    assert lines[-1].split() == ["6.000", "2.000"]
    assert all(line == line.rstrip() for line in lines)


def test_path_moved_ends_are_told(level_file: Path, capsys: Output) -> None:
    """A start inside an obstacle is moved, and the answer says where to."""
    code, out, _ = run(capsys, "path", level_file, 0, 0, 6, 2)
    assert code == 0
    assert "\nstart    moved to the nearest floor at " in out


def test_path_without_smoothing(level_file: Path, capsys: Output) -> None:
    """Every cell along the way is printed."""
    smooth = json.loads(run(capsys, "path", level_file, -6, -6, 6, 6, "--json")[1])
    arguments = ("path", level_file, -6, -6, 6, 6, "--json", "--smoothing", "none")
    cells = json.loads(run(capsys, *arguments)[1])
    assert len(cells["points"]) > len(smooth["points"])
    assert cells["cost"] == smooth["cost"]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ((2, 2, 12, 0), "NoPath"),
        ((200, 2, 2, 2), "BadStart"),
        ((2, 2, 200, 2), "BadEnd"),
        ((2, 2, 12, 0, "--nearest"), "Partial"),
    ],
)
def test_path_no(level_file: Path, capsys: Output, arguments: tuple, status: str) -> None:
    """An unreached goal is exit code 1; the answer still has the partial result."""
    code, out, err = run(capsys, "path", level_file, *arguments, "--json")
    assert (code, err) == (1, "")
    answer = json.loads(out)
    assert answer["status"] == status
    assert bool(answer["points"]) is (status == "Partial")
    assert run(capsys, "path", level_file, *arguments)[1].startswith(f"status   {status}: ")


def test_path_already_there(level_file: Path, capsys: Output) -> None:
    """Start and goal in one point is a yes."""
    code, out, _ = run(capsys, "path", level_file, 2, 2, 2, 2, "--json")
    assert (code, json.loads(out)["status"]) == (0, "AlreadyThere")


def test_path_on_grids(level_file: Path, capsys: Output) -> None:
    """A baked grid of either form answers as the level does."""
    arguments = (-7, -7, 7, 7, "--json")
    expected = json.loads(run(capsys, "path", level_file, *arguments)[1])
    del expected["seconds"]
    for name in ("yard.grid.txt", "yard.grid.json"):
        target = level_file.with_name(name)
        run(capsys, "bake", level_file, "-o", target)
        answer = json.loads(run(capsys, "path", target, *arguments)[1])
        del answer["seconds"]
        assert answer == expected


def test_info_of_a_level(level_file: Path, capsys: Output) -> None:
    """All documented values are printed, and islands are listed."""
    code, out, err = run(capsys, "info", level_file, "--json")
    grid = World.build(yard()).grid
    assert (code, err) == (0, "")
    answer = json.loads(out)
    islands = answer.pop("islands")
    assert [one["code"] for one in answer.pop("problems")] == ["padding-below-radius"]
    (storey,) = answer.pop("storeys")
    assert storey["walkableCells"] == answer["walkableCells"]
    assert (storey["name"], storey["islands"]) == ("ground", 2)
    (ground,) = answer.pop("terrains")
    assert (ground["name"], ground["area"]) == ("ground", pytest.approx(ground["cells"] * 0.16))
    assert ground["cells"] == np.count_nonzero(World.build(yard()).floor)
    walkable = int(np.count_nonzero(grid.walkable))
    assert answer == {
        "kind": "level", "title": "Yard", "description": "A hof.", "areas": 2, "doors": 1,
        "shutDoors": 1, "obstacles": 1, "disabledObstacles": 1, "agents": 1,
        "layers": ["ground"], "states": [], "links": {}, "cellSize": 0.4, "agentRadius": 0.45,
        "objectPadding": 0.25, "boundaryPadding": 0.0, "floorY": 1.5,
        "minX": grid.min_x, "minZ": grid.min_z, "gridWidth": grid.width, "gridDepth": grid.depth,
        "walkableCells": walkable, "walkableArea": pytest.approx(walkable * 0.16),
    }  # fmt: skip
    assert [island["cells"] for island in islands] == sorted(
        (island["cells"] for island in islands), reverse=True
    )
    assert len(islands) == 2
    assert sum(island["cells"] for island in islands) == walkable


def test_islands_touch_at_sides_only(tmp_path: Path, capsys: Output) -> None:
    """Cells that meet at a corner are not joined, for no way cuts corners."""
    path = tmp_path / "g.txt"
    save_grid(NavGrid.from_array([[1, 0, 1], [0, 1, 1]]), path)
    answer = json.loads(run(capsys, "info", path, "--json")[1])
    assert answer["kind"] == "grid"
    assert [island["cells"] for island in answer["islands"]] == [3, 1]
    assert answer["islands"][0]["area"] == 3.0


def test_info_text(tmp_path: Path, level_file: Path, capsys: Output) -> None:
    """Plain columns, and only the largest of many islands."""
    out = run(capsys, "info", level_file)[1]
    assert "kind               level\n" in out
    assert "doors              1\n" in out
    path = tmp_path / "g.txt"
    save_grid(NavGrid.from_array(np.eye(14)), path)
    lines = run(capsys, "info", path)[1].splitlines()
    assert lines[-1] == "and 4 smaller"
    assert lines[-2].split() == ["10", "1", "1.00"]


def test_warnings_go_to_standard_error(level_file: Path, capsys: Output) -> None:
    """Unknown keys are reported there, and standard output stays readable for programs."""
    data = json.loads(level_file.read_text(encoding="utf-8")) | {"weather": 1}
    level_file.write_text(json.dumps(data), encoding="utf-8")
    code, out, err = run(capsys, "info", level_file, "--json")
    assert code == 0
    assert json.loads(out)["areas"] == 2
    assert err == (
        f"navcore: {level_file}: keys that this version does not know are kept as they are: "
        "weather\n"
    )


def test_uncompiled_kernels_are_told(
    level_file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line with the remedy, on standard error."""
    monkeypatch.setattr(kernels, "INTERPRETED", ("search",))
    code, _, err = run(capsys, "info", level_file)
    assert code == 0
    assert err == (
        "navcore: the kernels are not compiled, so this is slow; "
        "to compile them: pip install -e . (with a C compiler)\n"
    )


def test_files_that_can_not_be_used(tmp_path: Path, level_file: Path, capsys: Output) -> None:
    """Missing, folder, broken, wrong kind: exit code 2 and one line that begins with the path."""
    broken, grid = tmp_path / "broken.json", tmp_path / "g.txt"
    broken.write_text('{"areas": [', encoding="utf-8")
    save_grid(NavGrid.from_array([[1]]), grid)
    picture = tmp_path / "g.png"
    nowhere = tmp_path / "none" / "g.txt"
    cases = {
        ("info", tmp_path / "none.json"): "none.json: can't be read: no such file or folder",
        ("info", broken): 'broken.json, line 1, areas[0]: the file is cut off: the "[" of line 1',
        ("path", broken, 0, 0, 1, 1): "broken.json, line 1",
        ("bake", grid, "-o", tmp_path / "h.txt"): "g.txt: this is a baked grid already",
        ("bake", level_file, "-o", picture): "g.png: the name of a grid must end in .txt or .json",
        ("bake", level_file, "-o", level_file): "yard.json: this file holds a level",
        (
            "bake",
            level_file,
            "-o",
            nowhere,
        ): f"g.txt: the folder {nowhere.parent} doesn't exist. Make",
        (
            "bake",
            level_file,
        ): "yard.json: this level names no grids to write; add -o GRID or --out-dir",
    }
    for arguments, expected in cases.items():
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith(f"navcore: {tmp_path}")
        assert expected in err
        assert err.count("\n") == 1
    assert run(capsys, "info", tmp_path)[0] == 2


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), "the following arguments are required: COMMAND"),
        (("fly",), "invalid choice: 'fly'"),
        (("bake",), "the following arguments are required: LEVEL.json"),
        (("bake", "a.json", "b.json", "-o", "c.txt"), "-o takes one level; add --out-dir DIR"),
        (("bake", "a.json", "-o", "c.txt", "--out-dir", "d"), "not allowed with argument -o"),
        (("bake", "a.json", "-o", "b.txt", "--doors", "shut"), "invalid choice: 'shut'"),
        (("bake", "a.json", "-o", "b.txt", "--radius", "x"), "'x' is not a length in metres"),
        (("path", "a.json", "1", "2", "3"), "the following arguments are required: Z"),
        (("path", "a.json", "1", "2", "3", "x"), "'x' is not a coordinate in metres"),
        (("path", "a.json", "1", "2", "3", "-inf"), "'-inf' is not a coordinate in metres"),
        (("why", "a.json", "1", "2", "3", "1e300"), "'1e300' is more than 1,000,000,000 metres"),
        (("path", "a.json", "1", "2", "3", "nan"), "'nan' is not a coordinate in metres"),
        (("info", "a.json", "--colour"), "unrecognized arguments: --colour"),
        (("info", "a.json", "--max-cells", "0"), "'0' is not a whole number from 1 to 2147483647"),
        (("path", "a.json", "1", "2", "3", "4", "--max-cells", "1e9"), "'1e9' is not a whole"),
        (("scen",), "the following arguments are required: FILE"),
        (("scen", "a.map", "--tolerance", "-1"), "'-1' is less than 0"),
        (("scen", "a.map", "--limit-queries", "x"), "'x' is not a whole number"),
    ],
)
def test_bad_arguments(arguments: tuple[str, ...], expected: str, capsys: Output) -> None:
    """Exit code 2, the usage, and the fault."""
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert expected in err


def test_help_and_version(capsys: Output) -> None:
    """Both are a yes; help documents exit codes and the JSON."""
    code, out, _ = run(capsys, "--version")
    assert code == 0
    assert out.startswith("navcore")
    for command in ("bake", "path", "info", "scen"):
        code, out, _ = run(capsys, command, "--help")
        assert code == 0
        assert "exit codes:" in out
    assert "snappedStart" in run(capsys, "path", "--help")[1]


def test_every_key_of_the_json_is_documented(level_file: Path, capsys: Output) -> None:
    """The help documents every key that programs may rely on."""
    for command in (("path", level_file, 1, 1, 2, 2), ("info", level_file)):
        answer = json.loads(run(capsys, *command, "--json")[1])
        text = run(capsys, command[0], "--help")[1]
        assert [key for key in answer if key not in text] == []


def test_a_level_that_is_too_large(level_file: Path, capsys: Output) -> None:
    """Refused with its size and a cell size that fits, unless more is allowed."""
    target = level_file.with_name("yard.grid.txt")
    for command in (("info",), ("path", 1, 1, 2, 2), ("bake", "-o", target)):
        name, *rest = command
        code, out, err = run(capsys, name, level_file, *rest, "--max-cells", 100)
        assert (code, out) == (2, "")
        assert err.startswith(f"navcore: {level_file}: areas span 22 x 16 m: ")
        assert "more than 100; a cell size of" in err
        assert err.endswith("m fits; --max-cells N allows more\n")
        assert not target.exists()
        assert run(capsys, name, level_file, *rest, "--max-cells", 10_000)[0] == 0


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "navcore: not enough memory\n"),
        (ZeroDivisionError("x"), 3, "navcore: a fault in navcore: ZeroDivisionError: x\n"),
    ],
)
def test_no_traceback(
    level_file: Path,
    capsys: Output,
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    text: str,
) -> None:
    """The user sees one line at most, whatever exception is raised inside."""

    def fails(_: Level, **_options: object) -> World:
        raise error

    monkeypatch.setattr(World, "build", fails)
    assert run(capsys, "info", level_file) == (code, "", text)


def test_path_over_waypoints(level_file: Path, capsys: Output) -> None:
    """The ids that it leads over, or that no waypoint is in sight."""
    around = (-6, -6, 6, 6)
    code, out, _ = run(capsys, "path", level_file, *around, "--over", "graph", "--json")
    assert (code, json.loads(out)["status"]) == (1, "UnseenStart")
    level = load_level(level_file)
    corners = {1001: (-6.0, 6.0), 1002: (5.0, -6.0)}
    posts = [Waypoint(id=one, position=place) for one, place in corners.items()]
    save_level(Edit.put(level, posts).apply(level), level_file)
    code, out, _ = run(capsys, "path", level_file, *around, "--over", "graph", "--json")
    found = json.loads(out)
    assert (code, found["status"]) == (0, "Complete")
    assert found["nodes"] in ([1001], [1002])
    assert found["rays"] > 0
    text = run(capsys, "path", level_file, *around, "--over", "graph")[1]
    assert f"over     {found['nodes'][0]}" in text
    assert " waypoints in " in text
    assert run(capsys, "path", level_file, *around, "--over", "graph", "--nearest")[0] == 2


def test_options_may_stand_between_files_and_numbers(
    level_file: Path, tmp_path: Path, capsys: Output
) -> None:
    """The call is the same as with all of them at the end."""
    other = tmp_path / "other.json"
    other.write_bytes(level_file.read_bytes())
    for last, between in (
        (("check", level_file, other, "--json"), ("check", level_file, "--json", other)),
        (("check", level_file, other, "--state", "all"),
         ("check", level_file, "--state", "all", other)),
        (("why", level_file, "2", "2", "-1", "2", "--json"),
         ("why", level_file, "2", "--json", "2", "-1", "2")),
        (("info", level_file, "--json"), ("info", "--json", level_file)),
    ):  # fmt: skip
        known, told = run(capsys, *last), run(capsys, *between)
        assert told == known
        assert known[0] in {0, 1}
        assert known[1]
