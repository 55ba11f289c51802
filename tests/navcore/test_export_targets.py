"""Targets of exports: the files they replace, and those they never overwrite."""

import errno
import os
from pathlib import Path

import numpy as np
import pytest
from export_level import two_rooms, with_doors

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.export import (
    ExportFault,
    bytes_of,
    default_target,
    differing,
    faults,
    grid_for_export,
    named_from,
    resolved,
    write_exports,
)
from navcore.formats import load_grid, open_file, save_grid, save_level
from navcore.level.model import ExportTarget, Level
from navcore.level.profiles import Profile
from navcore.world import World


def target(path: str, doors: str = "drawn") -> ExportTarget:
    """Return a target with the format of its name."""
    return ExportTarget(path=path, format="json" if path.endswith(".json") else "txt", doors=doors)


@pytest.fixture
def level_path(tmp_path: Path) -> Path:
    """The two rooms in a file, in a folder of their own."""
    folder = tmp_path / "levels"
    folder.mkdir()
    path = folder / "rooms.json"
    save_level(two_rooms(), path)
    return path


def reasons(level_path: Path | None, *targets: ExportTarget, may_leave=None) -> list[str]:
    """Return why each target is refused, or an empty text."""
    return [fault.reason if fault else "" for fault in faults(level_path, targets, may_leave)]


def link(path: Path, to: Path) -> None:
    """A symbolic link, where the system lets us make one."""
    try:
        path.symlink_to(to)
    except OSError:
        pytest.skip("no symbolic links here")


def test_paths_begin_at_the_levels_folder(
    level_path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The working directory and the level's name don't matter."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    world = World.build(two_rooms())
    (written,) = write_exports(world, Path("../levels/rooms.json"), [target("a.grid.txt")])
    assert written.place.path.samefile(level_path.parent / "a.grid.txt")
    assert list(elsewhere.iterdir()) == []
    assert resolved("../game/a.txt", level_path) == level_path.parent / "../game/a.txt"
    assert resolved(str(elsewhere / "b.txt"), level_path) == elsewhere / "b.txt"
    assert named_from(level_path.parent / "x" / "a.txt", level_path) == "x/a.txt"
    assert named_from(tmp_path / "game" / "a.txt", level_path) == "../game/a.txt"
    assert named_from(elsewhere / "a.txt", None) == (elsewhere / "a.txt").as_posix()


def test_a_level_without_a_file_has_a_grid_in_a_folder(tmp_path: Path) -> None:
    """It is beside the level once that has a file."""
    assert default_target("inn") == ExportTarget(path="inn.grid.txt")
    proposed = default_target("inn", tmp_path)
    assert reasons(None, proposed) == [""]
    write_exports(World.build(two_rooms()), None, [proposed])
    assert (tmp_path / "inn.grid.txt").is_file()
    assert reasons(None, target("inn.grid.txt")) == ["unsaved"]


def test_what_is_written_is_what_each_target_asks_for(level_path: Path) -> None:
    """Files have the target's form and doors; the result lists them."""
    targets = [target("a.grid.txt"), target("b.grid.json", "open"), target("c.txt", "open")]
    world = World.build(two_rooms())
    steps: list[tuple[int, str]] = []
    done = write_exports(
        world, level_path, targets, told=lambda n, place: steps.append((n, place.path.name))
    )
    assert [one.shut for one in done] == [("hatch",), (), ()]
    assert [one.opened for one in done] == [("gate",), ("gate", "hatch"), ("gate", "hatch")]
    assert steps == [(n, t.path) for n, t in enumerate(targets)] * 2
    for one, target_ in zip(done, targets, strict=True):
        data = one.place.path.read_bytes()
        assert len(data) == one.size
        assert data == bytes_of(world, target_.format, target_.doors)[2]
        expected, doors = grid_for_export(world, target_.doors)
        assert np.array_equal(load_grid(one.place.path).walkable, expected.walkable)
        if target_.format == "json":
            assert open_file(one.place.path).doors == doors


def test_a_name_must_fit_the_format(level_path: Path) -> None:
    """It must be valid on this system, too."""
    odd = ExportTarget(path="a.json", format="txt"), ExportTarget(path="a.txt", format="json")
    names = [target("a.png"), target("a\0.txt"), target(".txt"), target("")]
    assert reasons(level_path, *odd, *names) == ["name"] * 6
    if os.name != "nt":
        assert reasons(level_path, target("C:/game/a.txt")) == ["name"]


def test_levels_are_never_overwritten(level_path: Path) -> None:
    """This holds for this level in any spelling, and for others."""
    folder = level_path.parent
    link(folder / "link.json", level_path)
    link(folder / "round", folder)
    save_level(Level(), folder / "other.json")
    spellings = ["rooms.json", "./rooms.json", "../levels/rooms.json", str(level_path)]
    others = ["link.json", "round/rooms.json", "other.json", "ROOMS.json"]
    targets = [target(path) for path in spellings + others]
    assert reasons(level_path, *targets) == ["level"] * 8
    before = level_path.read_bytes()
    with pytest.raises(ExportFault, match=r"rooms\.json: this file holds a level"):
        write_exports(World.build(two_rooms()), level_path, [target("a.txt"), targets[0]])
    assert level_path.read_bytes() == before
    assert not (folder / "a.txt").exists()
    level_path.unlink()
    assert reasons(level_path, target("rooms.json")) == ["level"]


def test_two_targets_for_one_file_are_refused(level_path: Path) -> None:
    """By any spelling; capitals alone do not part files everywhere."""
    again = [target(path) for path in ("a.txt", "./a.txt", "b.txt", "B.TXT", "../levels/b.txt")]
    again[3] = ExportTarget(path="B.TXT")
    assert reasons(level_path, *again) == ["", "twice", "", "twice", "twice"]


def test_outside_the_levels_folder(level_path: Path, tmp_path: Path) -> None:
    """Only where it is said to be fine; a link that leads out is outside."""
    (tmp_path / "game").mkdir()
    link(level_path.parent / "out", tmp_path / "game")
    (level_path.parent / "in").mkdir()
    paths = ["../game/a.txt", str(tmp_path / "game" / "b.txt"), "out/c.txt", "in/d.txt"]
    targets = [target(path) for path in paths]
    assert reasons(level_path, *targets) == [""] * 4
    never = reasons(level_path, *targets, may_leave=lambda _: False)
    assert never == ["outside", "outside", "outside", ""]
    asked: list[Path] = []
    assert reasons(level_path, targets[0], may_leave=lambda p: not asked.append(p)) == [""]
    assert asked == [level_path.parent / "../game/a.txt"]


def test_folders_that_are_not_there(level_path: Path) -> None:
    """Which one is said; a folder is no file."""
    folder = level_path.parent
    (folder / "b.txt").mkdir()
    missing, is_folder = faults(level_path, [target("x/y/a.txt"), target("b.txt")])
    assert (missing.reason, missing.path) == ("no_folder", folder / "x" / "y")
    assert str(missing) == f"x/y/a.txt: the folder {folder / 'x' / 'y'} doesn't exist."
    assert (is_folder.reason, is_folder.number) == ("is_folder", 1)


def test_a_place_where_nothing_can_be_written(
    level_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Found before anything is written."""
    real = os.access
    monkeypatch.setattr(
        os, "access", lambda path, mode, **more: mode != os.W_OK and real(path, mode, **more)
    )
    assert reasons(level_path, target("a.txt")) == ["read_only"]


def test_a_full_disk_leaves_the_old_grid_whole(
    level_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error names the failed target; the targets before it are written."""
    world, targets = World.build(two_rooms()), [target("a.txt"), target("b.txt")]
    write_exports(world, level_path, targets)
    before = (level_path.parent / "b.txt").read_bytes()
    real, calls = os.fsync, []

    def full(descriptor: int) -> None:
        calls.append(descriptor)
        if len(calls) > 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ExportFault, match="no space left on device") as caught:
        write_exports(with_doors(two_rooms(), gate=False), level_path, targets)
    assert (caught.value.reason, caught.value.number) == ("failed", 1)
    assert (level_path.parent / "b.txt").read_bytes() == before
    assert sorted(path.name for path in level_path.parent.iterdir()) == [
        "a.txt", "b.txt", "rooms.json",
    ]  # fmt: skip


def test_grids_that_can_not_be_made(level_path: Path) -> None:
    """None is written."""
    with pytest.raises(NavcoreError, match="radius"):
        write_exports(
            World.build(two_rooms()), level_path, [target("a.txt")], profile=Profile(radius=-1.0)
        )
    assert not (level_path.parent / "a.txt").exists()


def test_what_differs_is_found_without_writing(level_path: Path) -> None:
    """Missing, other bytes, or the same."""
    world, targets = (
        World.build(two_rooms()),
        [target("a.txt"), target("b.json"), target("n/c.txt")],
    )
    write_exports(world, level_path, targets[:2])
    assert [p.target for p in differing(world, level_path, targets)] == targets[2:]
    save_grid(NavGrid.from_array([[1]]), level_path.parent / "a.txt")
    assert [p.target for p in differing(world, level_path, targets[:2])] == targets[:1]
    with pytest.raises(ExportFault):
        differing(world, level_path, [target("rooms.json")])


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("notes.txt", b"buy milk\n"),
        ("list.txt", b"111\n"),
        ("data.json", b'{"player": 3}'),
        ("map.json", b'{"type": "map", "layers": []}'),
        ("picture.txt", b"\x89PNG\r\n\x1a\n\0\0"),
    ],
)
def test_files_that_are_no_grids_are_kept(level_path: Path, name: str, data: bytes) -> None:
    """A file that is neither empty nor a grid belongs to another program."""
    path = level_path.parent / name
    path.write_bytes(data)
    (fault,) = faults(level_path, [target(name)])
    assert fault is not None
    assert fault.reason == "foreign"
    assert str(fault).startswith(f"{name}: this file is not a grid")
    with pytest.raises(NavcoreError, match="not a grid"):
        save_grid(NavGrid.from_array([[1]]), path)
    assert path.read_bytes() == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \r\n",
        b"\xef\xbb\xbfnote x\r\ncellSize 0.4\r\n gridDepth 3\r\n",
        b"<<<<<<< HEAD\ncellSize 0.4\n=======\ncellSize 0.5\n>>>>>>> theirs\ngridWidth 2\n",
        b'{"format": "waywright-grid", "rows": [',
    ],
)
def test_grids_are_replaced_also_broken_ones(level_path: Path, data: bytes) -> None:
    """A grid with an unresolved merge is baked again, which is how to resolve it."""
    for name in ("a.txt", "b.json"):
        (level_path.parent / name).write_bytes(data)
        assert reasons(level_path, target(name)) == [""]


def test_other_levels_are_kept_by_hard_links_too(level_path: Path) -> None:
    """A level under a grid's name stays a level."""
    folder = level_path.parent
    try:
        os.link(level_path, folder / "own.json")
    except OSError:
        pytest.skip("no hard links here")
    (folder / "hidden.txt").write_bytes(level_path.read_bytes())
    assert reasons(level_path, target("own.json"), target("hidden.txt")) == ["level"] * 2


def test_names_that_mean_something_else_elsewhere(level_path: Path) -> None:
    """A level is opened on every system, from every home; no path may crash the check."""
    names = ["grids\\a.txt", "~/a.txt", "~me/a.txt", "a.txt ", " ", ".", ".."]
    assert reasons(level_path, *map(target, names)) == ["name"] * 7
    assert reasons(level_path, target("x" * 300 + ".txt")) == ["name"]
    assert reasons(level_path, target("x" * 300 + "/a.txt")) == ["name"]
    assert reasons(level_path, target("rooms.json/a.txt")) == ["no_folder"]
    assert reasons(level_path, target("Gitter — é 格.txt"), target(".//b.txt")) == ["", ""]


def test_what_is_no_file(level_path: Path) -> None:
    """A pipe is neither read nor replaced."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    os.mkfifo(level_path.parent / "pipe.txt")
    link(level_path.parent / "null.txt", Path(os.devnull))
    assert reasons(level_path, target("pipe.txt"), target("null.txt")) == ["read_only"] * 2


def test_a_level_in_a_linked_folder(level_path: Path, tmp_path: Path) -> None:
    """Its grids begin at the folder that the link leads to, as the system has it."""
    (tmp_path / "home" / "game").mkdir(parents=True)
    link(tmp_path / "home" / "link", level_path.parent)
    linked = tmp_path / "home" / "link" / "rooms.json"
    chosen = tmp_path / "home" / "game" / "a.txt"
    name = named_from(chosen, linked)
    assert resolved(name, linked).resolve() == chosen
    assert named_from(tmp_path / "home" / "link" / "b.txt", linked) == "b.txt"


def test_a_grid_that_did_not_change_is_left_alone(level_path: Path) -> None:
    """Build tools and version control see no change."""
    world, targets = World.build(two_rooms()), [target("a.txt"), target("b.json")]
    write_exports(world, level_path, targets)
    path = level_path.parent / "a.txt"
    os.utime(path, ns=(10**9, 10**9))
    (done, _) = write_exports(world, level_path, targets)
    assert done.size == path.stat().st_size
    assert path.stat().st_mtime_ns == 10**9
    write_exports(with_doors(two_rooms(), gate=False), level_path, targets)
    assert path.stat().st_mtime_ns != 10**9
