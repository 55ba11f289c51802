"""Exports: the grids that a level names, written at once, and nothing else overwritten."""

from pathlib import Path

import pytest
from desk import Desk
from exports_desk import AWAY, JSON, OPEN, TEXT, names_in, press, shut_the_gate
from pytestqt.qtbot import QtBot

from editor.files.prompts import Choice
from navcore import World, load_grid, load_level
from navcore.export import bytes_of
from navcore.formats import save_level
from navcore.level.model import ExportTarget
from navcore.level.operations import add_area, set_settings


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """A level in a file, `levels/inn.json`."""
    made = Desk(tmp_path)
    (tmp_path / "levels").mkdir()
    made.answers.place = tmp_path / "levels" / "inn.json"
    assert made.files.save()
    made.answers.proposals.clear()
    return made


def test_all_grids_are_written_at_once(desk: Desk, tmp_path: Path) -> None:
    """They are written beside the level; the message has names, cells and shut doors."""
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
    """Nothing is written; the proposed file is beside the level, or in the last folder."""
    assert not desk.exports.export()
    assert names_in(tmp_path / "levels") == ["inn.json"]
    assert desk.exports.proposals() == (TEXT,)
    desk.answers.choice = Choice.DISCARD
    desk.files.open_sample("tavern")
    place = (tmp_path / "levels" / "tavern.grid.txt").as_posix()
    assert desk.exports.proposals()[0] == ExportTarget(path=place)


def test_changing_what_is_written_is_one_step(desk: Desk) -> None:
    """Undone as any other; the same again is none."""
    steps = desk.document.stack.count()
    desk.exports.change((TEXT,))
    desk.exports.change((TEXT,))
    assert desk.document.stack.count() == steps + 1
    desk.document.stack.undo()
    assert desk.exports.targets == ()


def test_what_is_written_never_lags_behind_the_drawing(desk: Desk, tmp_path: Path) -> None:
    """This holds even before the bake has received the last edit."""
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
    assert f"the folder {tmp_path / 'levels' / 'grids' / 'nav'} doesn't exist" in desk.notice
    press(desk, "Create the folder")
    assert (tmp_path / "levels" / "grids" / "nav" / "inn.txt").is_file()
    assert desk.notices[-1] is None


def test_outside_the_levels_folder_is_asked_for_once(desk: Desk, tmp_path: Path) -> None:
    """The answer is stored for this level and this file, not in the level."""
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
    """Choosing it in the file dialog is confirmation enough."""
    (tmp_path / "game").mkdir()
    desk.answers.place = tmp_path / "game" / "inn.grid.json"
    found = desk.exports.ask_place(desk.exports.proposals()[0])
    assert found == ExportTarget(path="../game/inn.grid.json", format="json")
    desk.exports.change((found,))
    assert desk.exports.export()


def test_what_is_proposed_is_not_written_already(desk: Desk) -> None:
    """A text grid is proposed first, then one with doors, then a grid with a free name."""
    text = ExportTarget(path="inn.grid.txt")
    data = ExportTarget(path="inn.grid.json", format="json")
    third = ExportTarget(path="inn_2.grid.txt")
    for targets, proposed in (((), text), ((text,), data), ((data,), text), ((text, data), third)):
        assert desk.exports.proposal(targets) == proposed


def test_what_is_proposed_replaces_no_file(desk: Desk, tmp_path: Path) -> None:
    """It is beside other files; the first grid of a level is written again."""
    for name in ("inn.grid.txt", "inn.grid.json", "inn_2.grid.txt"):
        (tmp_path / "levels" / name).write_text("")
    text = ExportTarget(path="inn.grid.txt")
    assert desk.exports.proposals()[0] == text
    assert desk.exports.proposal((text,)) == ExportTarget(path="inn_3.grid.txt")


def test_a_level_gets_its_first_file(qtbot: QtBot, tmp_path: Path) -> None:
    """Paths are relative to its folder from then on; earlier choices need no question."""
    desk = Desk(tmp_path)
    for folder in ("levels", "game"):
        (tmp_path / folder).mkdir()
    near, away = tmp_path / "levels" / "a.grid.txt", tmp_path / "game" / "b.grid.txt"
    targets = []
    for desk.answers.place in (near, away):
        targets.append(desk.exports.ask_place(desk.exports.proposals()[0]))
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
    """This depends on a setting of the level; the message names both files."""
    desk.exports.change((TEXT,))
    assert desk.files.save()
    assert names_in(tmp_path / "levels") == ["inn.json"]
    desk.document.commit(set_settings(desk.document.level, export_on_save=True))
    shut_the_gate(desk)
    assert desk.files.save()
    assert desk.said[-1].startswith("Saved inn.json, exported inn.grid.txt: ")
    assert desk.said[-1].endswith("shut: gate")
    assert (tmp_path / "levels" / "inn.grid.txt").is_file()
