"""`navcore bake`: the grids that levels name, for build machines; never a traceback."""

import io
import sys
from pathlib import Path

import numpy as np
import pytest
from cli_calls import Output, run, yard

from navcore import kernels
from navcore.bake.grid import NavGrid
from navcore.cli import main
from navcore.export import bytes_of
from navcore.formats import load_grid, load_level, open_file, save_level
from navcore.level.model import ExportTarget
from navcore.level.operations import set_settings
from navcore.level.profiles import Profile
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


def test_bake_text(level_file: Path, capsys: Output) -> None:
    """The written grid is the world's, and one line reports it."""
    target = level_file.with_name("yard.grid.txt")
    code, out, err = run(capsys, "bake", level_file, "-o", target)
    world = World.build(yard())
    assert (code, err) == (0, "")
    assert np.array_equal(load_grid(target).walkable, world.grid.walkable)
    area = np.count_nonzero(world.grid.walkable) * 0.16
    width, depth = world.grid.width, world.grid.depth
    assert out == f"{target}: {width} x {depth} cells, {area:.1f} m2 walkable, 1 door (1 shut)\n"


def test_bake_json_with_doors(level_file: Path, capsys: Output) -> None:
    """Doors are written as drawn, or all open."""
    target = level_file.with_name("yard.grid.json")
    for choice, is_open in (("drawn", False), ("open", True)):
        assert run(capsys, "bake", level_file, "--output", target, "--doors", choice)[0] == 0
        opened = open_file(target)
        (door,) = opened.doors
        assert (door.name, door.open, bool(door.cells)) == ("door", is_open, True)
        assert isinstance(opened.content, NavGrid)
        z, x0, _ = door.cells[0]
        assert bool(opened.content.walkable[z, x0]) is is_open


def test_bake_for_another_radius(level_file: Path, capsys: Output) -> None:
    """Cells and header are for agents of that radius; no radius is less than 0."""
    target = level_file.with_name("wide.grid.txt")
    assert run(capsys, "bake", level_file, "-o", target, "--radius", "1.2")[0] == 0
    grid = load_grid(target)
    expected = World.build(yard()).grid_for(Profile(radius=1.2))
    assert np.array_equal(grid.walkable, expected.walkable)
    assert grid.agent_radius == 1.2
    code, out, err = run(capsys, "bake", level_file, "-o", target, "--radius", "-1")
    assert (code, out) == (2, "")
    assert "radius must be a number of at least 0, at most 1000, got -1.0" in err


@pytest.fixture
def named_file(level_file: Path) -> Path:
    """The yard again, with two grids that it writes."""
    path = level_file.with_name("named.json")
    targets = (
        ExportTarget(path="named.grid.txt"),
        ExportTarget(path="game/open.json", format="json", doors="open"),
    )
    save_level(set_settings(yard(), exports=targets).apply(yard()), path)
    return path


def test_bake_writes_what_the_level_names(
    named_file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Files are written beside the level, from any working directory, all or none of them."""
    folder = named_file.parent
    code, out, err = run(capsys, "bake", named_file)
    assert (code, out) == (2, "")
    assert err == (
        f"navcore: {named_file}: game/open.json: the folder {folder / 'game'} doesn't exist. "
        "Make it first, or add --out-dir DIR.\n"
    )
    assert not (folder / "named.grid.txt").exists()
    (folder / "game").mkdir()
    monkeypatch.chdir(folder / "game")
    code, out, err = run(capsys, "bake", "../named.json")
    assert (code, err) == (0, "")
    world = World.build(load_level(named_file))
    for path, form, doors in (
        ("named.grid.txt", "txt", "drawn"),
        ("game/open.json", "json", "open"),
    ):
        assert (folder / path).read_bytes() == bytes_of(world, form, doors)[2]
    assert [line.split(":")[0] for line in out.splitlines()] == [
        str(Path("../named.grid.txt")), str(Path("../game/open.json")),
    ]  # fmt: skip
    assert out.splitlines()[0].endswith("1 door (1 shut)")
    assert out.splitlines()[1].endswith("1 door (0 shut)")


def test_bake_many_levels_into_one_folder(
    named_file: Path, level_file: Path, capsys: Output
) -> None:
    """A level that names none gets LEVEL.grid.txt; the folder is made; all levels are tried."""
    folder = named_file.parent / "build" / "grids"
    broken = named_file.with_name("broken.json")
    broken.write_text("{", encoding="utf-8")
    code, out, err = run(capsys, "bake", level_file, broken, named_file, "--out-dir", folder)
    assert code == 2
    assert err.startswith(f"navcore: {broken}, line 1")
    assert err.count("\n") == 1
    names = ["named.grid.txt", "open.json", "yard.grid.txt"]
    assert sorted(path.name for path in folder.iterdir()) == names
    assert sorted(Path(line.partition(":")[0]).name for line in out.splitlines()) == names
    assert (
        run(capsys, "bake", level_file, named_file, "--out-dir", folder, "--doors", "open")[0] == 0
    )
    door = open_file(folder / "open.json").doors[0]
    assert load_grid(folder / "yard.grid.txt").walkable[door.cells[0][0], door.cells[0][1]]


def test_bake_refuses_collisions(level_file: Path, tmp_path: Path, capsys: Output) -> None:
    """Two levels of one name would write one file: nothing is written."""
    other = tmp_path / "other" / "yard.json"
    other.parent.mkdir()
    save_level(yard(), other)
    folder = tmp_path / "build"
    code, out, err = run(capsys, "bake", level_file, other, "--out-dir", folder)
    assert (code, out) == (2, "")
    assert err == (
        f"navcore: {folder / 'yard.grid.txt'}: {level_file} and {other} "
        "would both write this file\n"
    )
    assert not folder.exists()


def test_bake_refuses_levels_that_name_the_same_file(
    level_file: Path, tmp_path: Path, capsys: Output
) -> None:
    """The second would silently replace the file of the first."""
    files = [tmp_path / "a.json", tmp_path / "sub" / "b.json"]
    files[1].parent.mkdir()
    for file, path in zip(files, ("game.txt", "../game.txt"), strict=True):
        level = set_settings(yard(), exports=(ExportTarget(path=path),)).apply(yard())
        save_level(level, file)
    code, out, err = run(capsys, "bake", "--outside", *files)
    assert (code, out) == (2, "")
    assert err == (
        f"navcore: {tmp_path / 'sub' / '../game.txt'}: {files[0]} and {files[1]} "
        "would both write this file\n"
    )
    assert not (tmp_path / "game.txt").exists()


def test_bake_keeps_what_is_no_grid(level_file: Path, capsys: Output) -> None:
    """No option of the call changes that."""
    notes = level_file.with_name("notes.txt")
    notes.write_text("buy milk\n", encoding="utf-8")
    for more in ([], ["--check"]):
        code, out, err = run(capsys, "bake", level_file, "-o", notes, *more)
        assert (code, out) == (2, "")
        assert "not a grid" in err
    assert notes.read_text(encoding="utf-8") == "buy milk\n"


def test_bake_outside_the_levels_folder(level_file: Path, tmp_path: Path, capsys: Output) -> None:
    """This needs an option."""
    inner = tmp_path / "levels" / "yard.json"
    inner.parent.mkdir()
    targets = (ExportTarget(path="../out.grid.txt"),)
    save_level(set_settings(yard(), exports=targets).apply(yard()), inner)
    code, _, err = run(capsys, "bake", inner)
    assert code == 2
    assert err.endswith("outside the level's folder. Add --outside if that is intended.\n")
    assert not (tmp_path / "out.grid.txt").exists()
    assert run(capsys, "bake", inner, "--outside")[0] == 0
    assert (tmp_path / "out.grid.txt").is_file()
    assert run(capsys, "bake", inner, "--out-dir", tmp_path / "a")[0] == 0
    assert (tmp_path / "a" / "out.grid.txt").is_file()


def test_bake_check(named_file: Path, capsys: Output) -> None:
    """It is for build machines: it reports differences and writes nothing."""
    folder = named_file.parent
    before = sorted(folder.iterdir())
    code, out, err = run(capsys, "bake", named_file, "--check")
    assert (code, err) == (1, "")
    assert out == f"{folder / 'named.grid.txt'}: differs\n{folder / 'game/open.json'}: differs\n"
    assert sorted(folder.iterdir()) == before
    assert run(capsys, "bake", named_file, "--out-dir", folder / "new", "--check")[0] == 1
    assert sorted(folder.iterdir()) == before
    (folder / "game").mkdir()
    assert run(capsys, "bake", named_file)[0] == 0
    assert run(capsys, "bake", named_file, "--check") == (0, "", "")
    target = folder / "named.grid.txt"
    target.write_bytes(target.read_bytes() + b"\n")
    assert run(capsys, "bake", named_file, "--check") == (1, f"{target}: differs\n", "")


def test_bake_shows_a_bar_on_a_terminal_only(
    named_file: Path, level_file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Standard output stays readable for scripts."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    folder = named_file.parent / "new"
    assert main(["bake", str(named_file), str(level_file), "--out-dir", str(folder)]) == 0
    assert "bake" in seen.getvalue()
    assert len(capsys.readouterr().out.splitlines()) == 3
