"""`navcore scen` checks published lengths one by one, and prints times."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from maps import random_cells, random_free
from naive_paths import costs_from

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.cli import main
from navcore.formats import save_grid

Output = pytest.CaptureFixture[str]
CELLS = np.array([[1, 1, 1, 1, 0, 1], [1, 0, 0, 1, 0, 1], [1, 1, 1, 1, 0, 1]])


@pytest.fixture(autouse=True)
def _compiled_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pretend compiled kernels: their warning is tested separately."""
    monkeypatch.setattr(kernels, "INTERPRETED", ())


def run(output: Output, *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one call."""
    code = main(["scen", *map(str, arguments)])
    captured = output.readouterr()
    return code, captured.out, captured.err


def write(folder: Path, name: str, cells: np.ndarray, queries: list[tuple]) -> Path:
    """A map and its scenario; a query is a bucket, both ends' column and row, and a length."""
    depth, width = cells.shape
    rows = ["".join(".@"[not cell] for cell in row) for row in cells]
    header = ["type octile", f"height {depth}", f"width {width}", "map"]
    path = folder / f"{name}.map"
    path.write_text("\n".join([*header, *rows]) + "\n", encoding="utf-8")
    lines = [
        f"{bucket}\t{name}.map\t{width}\t{depth}\t{x}\t{z}\t{goal_x}\t{goal_z}\t{length}"
        for bucket, x, z, goal_x, goal_z, length in queries
    ]
    scenario = folder / f"{name}.map.scen"
    scenario.write_text("\n".join(["version 1", *lines]) + "\n", encoding="utf-8")
    return path


SOUND = [
    (0, 0, 0, 3, 2, "5"),
    (0, 0, 0, 0, 0, "0"),
    (1, 0, 0, 5, 0, "0"),
    (2, 3, 0, 0, 2, "5"),
]


@pytest.fixture
def map_file(tmp_path: Path) -> Path:
    """Return a small map with a correct scenario."""
    return write(tmp_path, "small", CELLS, SOUND)


def test_all_are_met(map_file: Path, capsys: Output) -> None:
    """A table of times a bucket, and the exit code of a yes."""
    code, out, err = run(capsys, map_file)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"map         {map_file}: 6 x 3 cells, 13 free"
    assert "mismatches  0" in lines
    assert [line.split()[:2] for line in lines[-5:]] == [
        ["bucket", "queries"], ["0", "2"], ["1", "1"], ["2", "1"], ["all", "4"],
    ]  # fmt: skip
    assert all(line == line.rstrip() for line in lines)


def test_mismatches_are_listed(tmp_path: Path, capsys: Output) -> None:
    """Too long, too short, a way where there should be none, and none where there should be."""
    wrong = [(0, 0, 0, 3, 2, "5.001"), (0, 0, 0, 3, 2, "4.9"), (0, 0, 0, 3, 2, "0")]
    wrong += [(0, 0, 0, 5, 2, "7.25"), (0, 1, 1, 0, 0, "1")]
    path = write(tmp_path, "wrong", CELLS, [*SOUND, *wrong])
    code, out, err = run(capsys, path, "--json")
    assert (code, err) == (1, "")
    (scenario,) = json.loads(out)["scenarios"]
    told = [
        (found["query"], found["line"], found["expected"], found["status"], found["got"])
        for found in scenario["mismatches"]
    ]
    assert told == [
        (5, 6, 5.001, "Complete", 5.0),
        (6, 7, 4.9, "Complete", 5.0),
        (7, 8, None, "Complete", 5.0),
        (8, 9, 7.25, "NoPath", None),
        (9, 10, 1.0, "BadStart", None),
    ]
    assert scenario["mismatches"][3]["goal"] == [5, 2]
    text = run(capsys, path)[1]
    assert "mismatches  5\n" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["5", "6", "0,", "0", "3,", "2", "5.001", "5"] in rows
    assert ["7", "8", "0,", "0", "3,", "2", "no", "path", "5"] in rows
    assert ["8", "9", "0,", "0", "5,", "2", "7.25", "NoPath"] in rows


def test_only_some_mismatches_are_listed(tmp_path: Path, capsys: Output) -> None:
    """The text stays short."""
    path = write(tmp_path, "wrong", CELLS, [(at, 0, 0, 3, 2, "9") for at in range(30)])
    out = run(capsys, path)[1]
    assert "and 10 more, all of them with --json\n" in out
    assert len(out.splitlines()) < 60
    assert " 0-1 " in out


def test_tolerance(tmp_path: Path, capsys: Output) -> None:
    """It follows the digits in the file, or an option."""
    fixed = [(0, 0, 0, 3, 2, "5.00"), (0, 0, 0, 3, 0, "3.00")]
    path = write(tmp_path, "fixed", CELLS, [*fixed, (0, 0, 0, 2, 0, "2.01")])
    code, out, _ = run(capsys, path, "--json")
    assert code == 1
    (scenario,) = json.loads(out)["scenarios"]
    assert scenario["tolerance"] == [0.006, 0.006]
    assert [found["query"] for found in scenario["mismatches"]] == [3]
    assert run(capsys, path, "--tolerance", "0.011")[0] == 0


@pytest.mark.parametrize("engine", ["auto", "astar", "jump"])
def test_random_maps_against_the_naive_search(engine: str, tmp_path: Path, capsys: Output) -> None:
    """The lengths of a slow search are reproduced, to six digits, in every map of a folder."""
    rng = random.Random(3)
    for number in range(12):
        cells = random_cells(rng)
        start = random_free(rng, cells)
        if start is None:
            continue
        costs = costs_from(cells, start)
        goals = [random_free(rng, cells) for _ in range(20)]
        queries = [(0, *start, *goal, f"{costs.get(goal, 0.0):.6g}") for goal in goals]
        write(tmp_path, f"random_{number}", cells, queries)
    (tmp_path / "alone.map").write_text("no scenario", encoding="utf-8")
    code, out, err = run(capsys, tmp_path, "--json", "--engine", engine)
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert len(answer["scenarios"]) > 8
    assert answer["queries"] == 20 * len(answer["scenarios"])
    assert answer["mismatchCount"] == 0
    assert answer["engine"] == engine


def test_pairs(map_file: Path, tmp_path: Path, capsys: Output) -> None:
    """A scenario of another name follows its map; grids of other formats serve as maps."""
    other = tmp_path / "other.scen"
    other.write_text("0 small.map 6 3 0 0 3 2 5\n", encoding="utf-8")
    text_grid = tmp_path / "small.txt"
    save_grid(NavGrid.from_array(CELLS, cell_size=0.3, min_x=7), text_grid)
    code, out, _ = run(capsys, map_file, other, map_file, text_grid, other)
    assert code == 0
    assert [line.split()[1] for line in out.splitlines() if line.startswith("queries")] == [
        "1", "4", "1", "6",
    ]  # fmt: skip


def test_fewer_queries(tmp_path: Path, capsys: Output) -> None:
    """Spread over the file, the first and the last among them."""
    wrong = [(at, 0, 0, 3, 2, "9") for at in range(11)]
    path = write(tmp_path, "many", CELLS, wrong)
    out = run(capsys, path, "--json", "--limit-queries", 3)[1]
    (scenario,) = json.loads(out)["scenarios"]
    assert [found["query"] for found in scenario["mismatches"]] == [1, 6, 11]
    out = run(capsys, path, "--json", "--limit-queries", 300)[1]
    assert json.loads(out)["queries"] == 11


def test_every_key_of_the_json_is_documented(map_file: Path, capsys: Output) -> None:
    """The help documents every key that programs may rely on."""
    answer = json.loads(run(capsys, map_file, "--json")[1])
    (scenario,) = answer["scenarios"]
    keys = [*answer, *scenario, *scenario["all"]]
    text = run(capsys, "--help")[1]
    assert [key for key in keys if key not in text] == []
    assert scenario["all"]["queries"] == 4
    assert [row["bucket"] for row in scenario["buckets"]] == [0, 1, 2]


def test_files_that_can_not_be_used(map_file: Path, tmp_path: Path, capsys: Output) -> None:
    """Exit code 2 and one line that begins with the path."""
    scenario = map_file.with_name("small.map.scen")
    broken = write(tmp_path, "broken", CELLS[:2], SOUND)
    lonely = tmp_path / "lonely.map"
    lonely.write_bytes(map_file.read_bytes())
    empty = tmp_path / "empty"
    empty.mkdir()
    cases = {
        (lonely,): "lonely.map.scen: can't be read: no such file or folder",
        (tmp_path / "none.map", scenario): "none.map: can't be read",
        (scenario,): "small.map.scen: this is a scenario; name its map before it",
        (map_file, scenario, scenario): "this is a scenario; name its map before it",
        (broken, scenario): "line 2: this is for a map of 6 x 3 cells, the map has 6 x 2",
        (broken,): "broken.map.scen, line 2: goal y must be less than 2, got 2",
        (empty,): "empty: no map in this folder has a scenario, NAME.map.scen, beside it",
    }
    for arguments, expected in cases.items():
        code, out, err = run(capsys, *arguments)
        assert (code, out) == (2, "")
        assert err.startswith(f"navcore: {tmp_path}")
        assert expected in err
        assert err.count("\n") == 1


def test_the_bar_is_for_people_only(
    map_file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal it is printed to standard error, and the answer doesn't change."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    code, out, err = run(capsys, map_file, "--json")
    assert code == 0
    assert json.loads(out)["queries"] == 4
    assert "small.map" in err
