"""Exports that fail, take long, are cancelled or previewed, and the files they leave."""

import errno
import os
from pathlib import Path

import pytest
from desk import Desk
from exports_desk import AWAY, JSON, OPEN, TEXT, names_in, press, shut_the_gate
from pytestqt.qtbot import QtBot

from editor.exports import GridPreview, Previews, told
from editor.exports.messages import listed_names
from navcore import World, load_grid, load_level, samples
from navcore.export import bytes_of, write_exports
from navcore.formats import open_file
from navcore.level.model import ExportTarget, Level
from navcore.level.operations import set_settings


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """A level in a file, `levels/inn.json`."""
    made = Desk(tmp_path)
    (tmp_path / "levels").mkdir()
    made.answers.place = tmp_path / "levels" / "inn.json"
    assert made.files.save()
    made.answers.proposals.clear()
    return made


def test_an_export_that_fails_does_not_make_the_save_fail(desk: Desk, tmp_path: Path) -> None:
    """The level is saved; the notice says that its grids are not."""
    desk.exports.change((ExportTarget(path="gone/inn.txt"),))
    desk.document.commit(set_settings(desk.document.level, export_on_save=True))
    assert desk.files.save()
    assert desk.document.stack.isClean()
    assert load_level(tmp_path / "levels" / "inn.json") == desk.document.level
    assert desk.notice.startswith("The level is saved. Its grids are not: gone/inn.txt: ")


@pytest.mark.parametrize(
    ("number", "words"),
    [(errno.ENOSPC, "no space left on device"), (errno.EACCES, "permission denied")],
)
def test_a_disk_that_does_not_take_it(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, words: str
) -> None:
    """The old grid stays complete, the notice names the file, and trying again helps."""
    desk.exports.change((TEXT,))
    assert desk.exports.export()
    before = (tmp_path / "levels" / "inn.grid.txt").read_bytes()
    shut_the_gate(desk)
    real = os.fsync

    def full(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", full)
    assert not desk.exports.export()
    assert desk.notice.startswith(str(tmp_path / "levels" / "inn.grid.txt"))
    assert words in desk.notice
    assert (tmp_path / "levels" / "inn.grid.txt").read_bytes() == before
    assert names_in(tmp_path / "levels") == ["inn.grid.txt", "inn.json"]
    monkeypatch.setattr(os, "fsync", real)
    press(desk, "Try again")
    assert (tmp_path / "levels" / "inn.grid.txt").read_bytes() != before


def test_places_where_nothing_can_be_written(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder in place of the file, and a folder that takes no files."""
    (tmp_path / "levels" / "inn.grid.txt").mkdir()
    desk.exports.change((TEXT,))
    assert not desk.exports.export()
    assert "this is a folder" in desk.notice
    desk.exports.change((OPEN,))
    monkeypatch.setattr(os, "access", lambda path, mode, **_: mode != os.W_OK)
    assert not desk.exports.export()
    assert "nothing can be written there" in desk.notice


def test_what_takes_long_goes_on_beside_the_window(
    desk: Desk, qtbot: QtBot, tmp_path: Path
) -> None:
    """The strip shows progress; later requests follow, with the level of their time."""
    desk.exports.patience = 0.0
    desk.exports.change((TEXT, JSON))
    assert desk.exports.export()
    shut_the_gate(desk)
    assert desk.exports.export()
    desk.exports.wait()
    assert not load_grid(tmp_path / "levels" / "inn.grid.txt").is_walkable(8.5, 3.0)
    assert desk.notices[-1] is None
    progress = [notice.text for notice in desk.notices if notice is not None]
    assert all(text.startswith(("Baking the grid", "Exporting ")) for text in progress)
    desk.exports.shutdown()


def test_a_long_export_can_be_cancelled(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between its grids and while it bakes; nothing half is left."""
    desk.exports.change((TEXT, JSON))
    desk.exports.patience = 0.0

    def cancelled_on_the_way(*arguments: object, **more: object) -> object:
        desk.exports.cancel()
        return write_exports(*arguments, **more)

    monkeypatch.setattr("editor.exports.service.write_exports", cancelled_on_the_way)
    assert not desk.exports.export() or desk.exports.busy
    desk.exports.wait()
    assert desk.said[-1] == "The export was cancelled"
    assert names_in(tmp_path / "levels") == ["inn.json"]
    assert desk.notices[-1] is None
    desk.exports.shutdown()


def test_a_preview_is_what_would_be_written(qtbot: QtBot) -> None:
    """Size in cells and bytes, floor and shut doors; row 0 is the lowest z."""
    level = load_level(samples.path("tavern"))
    doors = [area for area in level.areas.values() if area.door]
    shut = tuple(area.name for area in doors if not area.available)
    previews = Previews(level, 1 << 24)
    world = World.build(level)
    for form in ("txt", "json"):
        for choice in ("drawn", "open"):
            target = ExportTarget(path="", format=form, doors=choice)
            while (found := previews.of(target)) is None:
                qtbot.wait(5)
            assert isinstance(found, GridPreview)
            grid, _, data = bytes_of(world, form, choice)
            assert found.size == len(data)
            assert (found.grid_width, found.grid_depth) == (grid.width, grid.depth)
            walkable = found.cells == 1
            assert (walkable == (grid.walkable == 1)).all()
            assert found.shut == (shut if choice == "drawn" else ())
            assert bool((found.cells == 2).any()) is (choice == "drawn")
            assert found.doors == len(doors)
    assert shut
    previews.close()


def test_a_preview_of_what_can_not_be_baked(qtbot: QtBot) -> None:
    """A sentence in its place."""
    level = load_level(samples.path("tavern"))
    previews = Previews(level, 10)
    while (found := previews.of(ExportTarget(path=""))) is None:
        qtbot.wait(5)
    assert isinstance(found, str)
    assert "more than 10" in found
    previews.close()


def test_words(desk: Desk, tmp_path: Path) -> None:
    """Many grids are counted, long lists of doors are cut."""
    targets = [ExportTarget(path=f"{n}.txt") for n in range(4)]
    done = write_exports(World.build(desk.document.level), desk.document.path, targets)
    assert told(done).startswith("Exported 4 grids: ")
    assert listed_names(["a", "b"]) == "a, b"
    assert listed_names([f"a_long_name_{n}" for n in range(9)]).endswith(" and 5 more")


def test_a_grid_is_written_with_its_doors(desk: Desk, tmp_path: Path) -> None:
    """The JSON form contains the cells of each door."""
    shut_the_gate(desk)
    desk.exports.change((JSON,))
    assert desk.exports.export()
    opened = open_file(tmp_path / "levels" / "inn.grid.json")
    assert not isinstance(opened.content, Level)
    assert [(door.name, door.open, bool(door.cells)) for door in opened.doors] == [
        ("gate", False, True)
    ]


def test_a_first_save_that_fails_leaves_the_targets(qtbot: QtBot, tmp_path: Path) -> None:
    """The next save may be elsewhere: paths must not begin at a folder that was not taken."""
    desk = Desk(tmp_path)
    target = ExportTarget(path=(tmp_path / "game" / "a.grid.txt").as_posix())
    (tmp_path / "game").mkdir()
    desk.exports.change((target,))
    desk.answers.place = tmp_path / "gone" / "inn.json"
    assert not desk.files.save()
    assert desk.exports.targets == (target,)
    (tmp_path / "a" / "b").mkdir(parents=True)
    desk.answers.place = tmp_path / "a" / "b" / "inn.json"
    assert desk.files.save()
    assert desk.exports.path_of(desk.exports.targets[0]).resolve() == Path(target.path)


def test_closing_right_after_a_save(desk: Desk, tmp_path: Path) -> None:
    """Exports that a save requested are written, even if another export is running."""
    desk.exports.patience = 0.0
    desk.exports.change((TEXT, JSON))
    desk.document.commit(set_settings(desk.document.level, export_on_save=True))
    assert desk.exports.export()
    shut_the_gate(desk)
    assert desk.files.save()
    desk.exports.shutdown()
    assert not load_grid(tmp_path / "levels" / "inn.grid.txt").is_walkable(8.5, 3.0)
    assert not load_grid(tmp_path / "levels" / "inn.grid.json").is_walkable(8.5, 3.0)


def test_what_was_asked_for_is_written_for_its_own_level(desk: Desk, tmp_path: Path) -> None:
    """Opening another level meanwhile changes neither the target nor the content."""
    (tmp_path / "game").mkdir()
    desk.exports.patience = 0.0
    desk.exports.change((AWAY,))
    desk.exports.allow(tmp_path / "game" / "inn.grid.txt")
    assert desk.exports.export()
    shut_the_gate(desk)
    assert desk.exports.export()
    assert desk.files.save()
    assert desk.files.open_sample("arena")
    desk.exports.wait()
    assert not load_grid(tmp_path / "game" / "inn.grid.txt").is_walkable(8.5, 3.0)
    desk.exports.shutdown()


def test_saving_in_another_folder(desk: Desk, tmp_path: Path) -> None:
    """Relative targets name the same file beside the new one; the old grids stay."""
    desk.exports.change((TEXT,))
    assert desk.exports.export()
    (tmp_path / "copy").mkdir()
    desk.answers.place = tmp_path / "copy" / "inn.json"
    assert desk.files.save_as()
    assert desk.exports.targets == (TEXT,)
    assert desk.exports.export()
    assert names_in(tmp_path / "copy") == ["inn.grid.txt", "inn.json"]
    assert names_in(tmp_path / "levels") == ["inn.grid.txt", "inn.json"]


def test_what_is_no_grid_is_kept(desk: Desk, tmp_path: Path) -> None:
    """Another place is one press away, also at a save."""
    notes = tmp_path / "levels" / "notes.txt"
    notes.write_text("buy milk", encoding="utf-8")
    desk.exports.change((ExportTarget(path="notes.txt"),))
    desk.document.commit(set_settings(desk.document.level, export_on_save=True))
    assert desk.files.save()
    assert desk.document.stack.isClean()
    assert "this file is not a grid" in desk.notice
    desk.answers.place = tmp_path / "levels" / "inn.grid.txt"
    press(desk, "Choose another place")
    assert notes.read_text(encoding="utf-8") == "buy milk"
    assert desk.exports.targets == (TEXT,)
    assert names_in(tmp_path / "levels") == ["inn.grid.txt", "inn.json", "notes.txt"]


def test_a_level_without_areas(qtbot: QtBot, tmp_path: Path) -> None:
    """A level without areas has a grid of one blocked cell."""
    desk = Desk(tmp_path)
    desk.document.load(Level(), None)
    desk.answers.place = tmp_path / "empty.json"
    assert desk.files.save()
    desk.exports.change((TEXT, JSON))
    assert desk.exports.export()
    assert desk.said[-1] == "Exported inn.grid.txt, inn.grid.json: 1 × 1 cells, 0.0 m² walkable"
    assert not load_grid(tmp_path / "inn.grid.txt").walkable.any()
