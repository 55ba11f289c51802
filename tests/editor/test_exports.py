"""Exports: the grids that a level names, written at once, and nothing else overwritten."""

import errno
import os
from pathlib import Path

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

import sample_levels
from editor.exports import GridPreview, Previews, told
from editor.exports.messages import listed_names
from editor.files.prompts import Choice
from navcore import World, load_grid, load_level
from navcore.export import bytes_of, write_exports
from navcore.formats import open_file, save_level
from navcore.level.model import ExportTarget, Level
from navcore.level.operations import add_area, set_settings, toggle_doors

TEXT = ExportTarget(path="inn.grid.txt")
JSON = ExportTarget(path="inn.grid.json", format="json")
OPEN = ExportTarget(path="open.grid.txt", doors="open")
AWAY = ExportTarget(path="../game/inn.grid.txt")


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """A level in a file, `levels/inn.json`."""
    made = Desk(tmp_path)
    (tmp_path / "levels").mkdir()
    made.answers.place = tmp_path / "levels" / "inn.json"
    assert made.files.save()
    made.answers.proposals.clear()
    return made


def names_in(folder: Path) -> list[str]:
    """What lies there."""
    return sorted(path.name for path in folder.iterdir())


def shut_the_gate(desk: Desk) -> None:
    """As the designer draws it, not as a run leaves it."""
    ids = [area.id for area in desk.document.level.areas.values() if area.door]
    desk.document.commit(toggle_doors(desk.document.level, ids))


def press(desk: Desk, verb: str) -> None:
    """Press a button of the notice."""
    notice = desk.notices[-1]
    assert notice is not None
    dict(notice.buttons)[verb]()


def test_all_grids_are_written_at_once(desk: Desk, tmp_path: Path) -> None:
    """Beside the level; the sentence names them, their cells and the shut doors."""
    shut_the_gate(desk)
    desk.exports.change((TEXT, JSON, OPEN))
    heard = []
    desk.exports.exported.connect(heard.append)
    assert desk.exports.export()
    folder = tmp_path / "levels"
    assert names_in(folder) == ["inn.grid.json", "inn.grid.txt", "inn.json", "open.grid.txt"]
    world = World.build(desk.document.level)
    for target in (TEXT, JSON, OPEN):
        data = bytes_of(world, target.format, target.doors)[2]
        assert (folder / target.path).read_bytes() == data
    assert desk.said[-1].startswith("Exported inn.grid.txt, inn.grid.json, open.grid.txt: ")
    assert desk.said[-1].endswith("m² walkable · shut: gate")
    assert [one.place.target for one in heard[0]] == [TEXT, JSON, OPEN]
    assert not load_grid(folder / "inn.grid.txt").is_walkable(8.5, 3.0)
    assert load_grid(folder / "open.grid.txt").is_walkable(8.5, 3.0)
    assert desk.settled


def test_a_level_that_names_nothing(desk: Desk, tmp_path: Path) -> None:
    """Nothing is written; what is proposed lies beside it, or in the last folder."""
    assert not desk.exports.export()
    assert names_in(tmp_path / "levels") == ["inn.json"]
    assert desk.exports.proposal() == TEXT
    desk.answers.choice = Choice.DISCARD
    desk.files.open_sample("tavern")
    place = (tmp_path / "levels" / "tavern.grid.txt").as_posix()
    assert desk.exports.proposal() == ExportTarget(path=place)


def test_changing_what_is_written_is_one_step(desk: Desk) -> None:
    """Undone as any other; the same again is none."""
    steps = desk.document.stack.count()
    desk.exports.change((TEXT,))
    desk.exports.change((TEXT,))
    assert desk.document.stack.count() == steps + 1
    desk.document.stack.undo()
    assert desk.exports.targets == ()


def test_what_is_written_never_lags_behind_the_drawing(desk: Desk, tmp_path: Path) -> None:
    """Even where the bake has not heard of the last edit."""
    desk.exports.change((TEXT,))
    desk.document.changed.disconnect()
    extra = ((0.0, 6.0), (8.0, 6.0), (8.0, 9.0), (0.0, 9.0))
    desk.document.commit(add_area(desk.document.level, extra, desk.document.new_id))
    assert desk.exports.export()
    assert load_grid(tmp_path / "levels" / "inn.grid.txt").is_walkable(4.0, 7.5)


def test_exporting_onto_a_level_is_refused(desk: Desk, tmp_path: Path) -> None:
    """Before any of the others is written; another place is one press away."""
    level = ExportTarget(path="inn.json", format="json")
    desk.exports.change((TEXT, level))
    before = (tmp_path / "levels" / "inn.json").read_bytes()
    assert not desk.exports.export()
    assert "this file holds a level" in desk.notice
    assert names_in(tmp_path / "levels") == ["inn.json"]
    assert (tmp_path / "levels" / "inn.json").read_bytes() == before
    desk.answers.place = tmp_path / "levels" / "other.json"
    press(desk, "Choose another place")
    assert desk.answers.proposals == [tmp_path / "levels" / "inn.json"]
    assert names_in(tmp_path / "levels") == ["inn.grid.txt", "inn.json", "other.json"]
    assert desk.exports.targets == (TEXT, ExportTarget(path="other.json", format="json"))
    assert desk.notices[-1] is None


def test_a_folder_that_is_not_there_is_made(desk: Desk, tmp_path: Path) -> None:
    """On request; the notice names it."""
    desk.exports.change((ExportTarget(path="grids/nav/inn.txt"),))
    assert not desk.exports.export()
    assert f"the folder {tmp_path / 'levels' / 'grids' / 'nav'} is not there" in desk.notice
    press(desk, "Make the folder")
    assert (tmp_path / "levels" / "grids" / "nav" / "inn.txt").is_file()
    assert desk.notices[-1] is None


def test_outside_the_levels_folder_is_asked_for_once(desk: Desk, tmp_path: Path) -> None:
    """For this level and this file, also at the next start; the level itself says nothing of it."""
    (tmp_path / "game").mkdir()
    desk.exports.change((AWAY,))
    assert desk.files.save()
    assert not desk.exports.export()
    assert "outside the level's folder" in desk.notice
    assert names_in(tmp_path / "game") == []
    press(desk, "Write it there")
    assert names_in(tmp_path / "game") == ["inn.grid.txt"]
    again = Desk(tmp_path)
    again.answers.choice = Choice.DISCARD
    assert again.files.open(tmp_path / "levels" / "inn.json")
    assert again.exports.export()
    again.exports.change((ExportTarget(path="../game/other.txt"),))
    assert not again.exports.export()
    save_level(again.document.level, tmp_path / "levels" / "guest.json")
    assert again.files.open(tmp_path / "levels" / "guest.json")
    again.exports.change((AWAY,))
    assert not again.exports.export()


def test_a_file_chosen_by_hand_needs_no_second_question(desk: Desk, tmp_path: Path) -> None:
    """Whoever picks it in the file dialog means it."""
    (tmp_path / "game").mkdir()
    desk.answers.place = tmp_path / "game" / "inn.grid.json"
    found = desk.exports.ask_place(desk.exports.proposal())
    assert found == ExportTarget(path="../game/inn.grid.json", format="json")
    desk.exports.change((found,))
    assert desk.exports.export()


def test_what_is_proposed_is_not_written_already(desk: Desk) -> None:
    """A second grid of a level is the one with doors, or whatever somebody calls it."""
    text = ExportTarget(path="inn.grid.txt")
    data = ExportTarget(path="inn.grid.json", format="json")
    for targets, proposed in (((), text), ((text,), data), ((data,), text), ((text, data), text)):
        desk.exports.change(targets)
        assert desk.exports.proposal() == proposed


def test_a_level_gets_its_first_file(qtbot: QtBot, tmp_path: Path) -> None:
    """Paths begin at its folder from then on; what was chosen before needs no question."""
    desk = Desk(tmp_path)
    for folder in ("levels", "game"):
        (tmp_path / folder).mkdir()
    near, away = tmp_path / "levels" / "a.grid.txt", tmp_path / "game" / "b.grid.txt"
    targets = []
    for desk.answers.place in (near, away):
        targets.append(desk.exports.ask_place(desk.exports.proposal()))
    desk.exports.change(tuple(targets))
    assert [target.path for target in targets] == [near.as_posix(), away.as_posix()]
    assert desk.exports.export()
    desk.answers.place = tmp_path / "levels" / "inn.json"
    assert desk.files.save()
    assert [t.path for t in desk.exports.targets] == ["a.grid.txt", "../game/b.grid.txt"]
    assert desk.document.stack.isClean()
    assert load_level(tmp_path / "levels" / "inn.json").settings.exports == desk.exports.targets
    assert desk.exports.export()


def test_relative_paths_without_a_file(qtbot: QtBot, tmp_path: Path) -> None:
    """Mean nothing until the level is saved, which the notice offers."""
    desk = Desk(tmp_path)
    desk.exports.change((TEXT,))
    assert not desk.exports.export()
    assert "Save the level first" in desk.notice
    desk.answers.place = tmp_path / "inn.json"
    press(desk, "Save the level")
    assert (tmp_path / "inn.grid.txt").is_file()


def test_written_again_at_every_save(desk: Desk, tmp_path: Path) -> None:
    """Only where the level says so; the sentence tells of both."""
    desk.exports.change((TEXT,))
    assert desk.files.save()
    assert names_in(tmp_path / "levels") == ["inn.json"]
    desk.document.commit(set_settings(desk.document.level, export_on_save=True))
    shut_the_gate(desk)
    assert desk.files.save()
    assert desk.said[-1].startswith("Saved inn.json, exported inn.grid.txt: ")
    assert desk.said[-1].endswith("shut: gate")
    assert (tmp_path / "levels" / "inn.grid.txt").is_file()


def test_an_export_that_fails_does_not_make_the_save_fail(desk: Desk, tmp_path: Path) -> None:
    """The level is saved and clean; the notice says that its grids are not."""
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
    """The old grid stays whole, the notice says which file, and trying again helps."""
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
    """Progress stands in the strip; what is asked for meanwhile follows with the level of then."""
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
    level = load_level(sample_levels.path("tavern"))
    doors = [area for area in level.areas.values() if area.door]
    shut = tuple(area.name for area in doors if not area.available)
    previews = Previews(level, 1 << 24)
    world = World.build(level)
    for form in ("txt", "json"):
        for choice in ("drawn", "open"):
            while (found := previews.of(form, choice)) is None:
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
    level = load_level(sample_levels.path("tavern"))
    previews = Previews(level, 10)
    while (found := previews.of("txt", "drawn")) is None:
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
    """The JSON form tells the game which cells each takes."""
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
    """What a save has ordered is written, also where an export was on its way."""
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
    """Opening another one meanwhile changes neither where it may go nor what."""
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
    """Has a grid of one cell that nobody can stand on."""
    desk = Desk(tmp_path)
    desk.document.load(Level(), None)
    desk.answers.place = tmp_path / "empty.json"
    assert desk.files.save()
    desk.exports.change((TEXT, JSON))
    assert desk.exports.export()
    assert desk.said[-1] == "Exported inn.grid.txt, inn.grid.json: 1 × 1 cells, 0.0 m² walkable"
    assert not load_grid(tmp_path / "inn.grid.txt").walkable.any()
