"""Files: an open level is never lost, and error messages say where, why and what to do."""

import json
from pathlib import Path

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from editor.files.prompts import Choice
from navcore import samples
from navcore.bake.grid import NavGrid
from navcore.formats import load_level, save_grid, save_level
from navcore.level.model import Level
from navcore.level.operations import set_settings


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Desk:
    """A new desk in an empty folder."""
    return Desk(tmp_path)


def test_saving_writes_the_level_and_makes_it_clean(desk: Desk, tmp_path: Path) -> None:
    """Saving writes the level and makes it clean."""
    desk.answers.place = tmp_path / "inn.json"
    assert desk.files.title == "Untitled"
    assert desk.files.save()
    assert desk.answers.proposals == [tmp_path / "Untitled.json"]
    assert load_level(tmp_path / "inn.json") == desk.document.level
    assert desk.document.stack.isClean()
    assert desk.files.title == "inn"
    assert desk.settled
    assert desk.said == ["Saved inn.json"]
    assert desk.settings.recent.files == (tmp_path / "inn.json",)
    assert desk.files.save()
    assert len(desk.answers.proposals) == 1


def test_a_place_that_cannot_be_written_keeps_the_work(desk: Desk, tmp_path: Path) -> None:
    """A place that cannot be written keeps the work."""
    desk.answers.place = tmp_path / "nowhere" / "inn.json"
    assert not desk.files.save()
    assert "no such file or folder" in desk.notice
    assert not desk.document.stack.isClean()
    assert desk.document.path is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "line 1"),
        ('{"areas": [{"name": "a", "polygon": [[0, 0], [1, 1]]}]}', "at least 3 points"),
        ("", "empty"),
    ],
)
def test_a_bad_file_says_where_and_changes_nothing(
    desk: Desk, tmp_path: Path, text: str, reason: str
) -> None:
    """The message names the place, and the open level stays."""
    before = desk.document.level
    bad = tmp_path / "bad.json"
    bad.write_text(text, encoding="utf-8")
    assert not desk.files.open(bad)
    assert str(bad) in desk.notice
    assert reason in desk.notice
    assert desk.document.level is before
    assert desk.document.stack.count() == 2
    assert desk.answers.asked == []


def test_a_grid_is_no_level(desk: Desk, tmp_path: Path) -> None:
    """A grid is no level."""
    save_grid(NavGrid.from_array([[1]]), tmp_path / "room.grid.txt")
    assert not desk.files.open(tmp_path / "room.grid.txt")
    assert "baked grid" in desk.notice


def test_opening_asks_only_when_something_would_be_lost(desk: Desk, tmp_path: Path) -> None:
    """Opening asks only when something would be lost."""
    other = tmp_path / "other.json"
    save_level(Level(), other)
    assert not desk.files.open(other)
    assert desk.answers.asked == ["Untitled"]
    desk.answers.choice = Choice.DISCARD
    assert desk.files.open(other)
    assert desk.document.level == Level()
    assert desk.files.open(other)
    assert len(desk.answers.asked) == 2
    assert desk.files.may_close()


def test_saving_from_the_question(desk: Desk, tmp_path: Path) -> None:
    """Saving from the question."""
    desk.answers.choice = Choice.SAVE
    assert not desk.files.may_close()
    desk.answers.place = tmp_path / "kept.json"
    assert desk.files.may_close()
    assert (tmp_path / "kept.json").exists()


def test_unknown_keys_are_told_and_kept(desk: Desk, tmp_path: Path) -> None:
    """Unknown keys are reported and kept."""
    desk.answers.choice = Choice.DISCARD
    path = tmp_path / "odd.json"
    path.write_text('{"areas": [], "weather": "rain"}', encoding="utf-8")
    assert desk.files.open(path)
    assert "weather" in desk.notice
    assert desk.files.save()
    assert json.loads(path.read_text(encoding="utf-8"))["weather"] == "rain"


def test_a_new_level_keeps_shoulders_inside(desk: Desk) -> None:
    """A new level keeps shoulders inside."""
    desk.answers.choice = Choice.DISCARD
    assert desk.files.new()
    settings = desk.document.level.settings
    assert settings.boundary_padding == settings.agent_radius
    assert settings.boundary_follows_radius


def test_samples_open_as_copies(desk: Desk, tmp_path: Path) -> None:
    """Samples open as copies."""
    desk.answers.choice = Choice.DISCARD
    for name in samples.names():
        assert desk.files.open_sample(name)
        assert desk.files.title == name
        assert desk.document.path is None
        assert desk.document.stack.isClean()
        assert desk.notice == ""
    assert desk.settings.recent.files == ()


def test_a_closed_level_leaves_an_empty_one(desk: Desk, tmp_path: Path) -> None:
    """Its changes may be saved first; only its file name is remembered."""
    path = tmp_path / "mine.json"
    save_level(Level(), path)
    desk.answers.choice = Choice.DISCARD
    assert desk.files.open(path)
    desk.document.commit(set_settings(desk.document.level, title="Mine"))
    desk.answers.choice = Choice.KEEP
    assert not desk.files.close()
    assert desk.files.title == "mine"
    desk.answers.choice = Choice.DISCARD
    assert desk.files.close()
    assert desk.document.level == Level()
    assert desk.document.path is None
    assert desk.settings.recent.files == (path,)
