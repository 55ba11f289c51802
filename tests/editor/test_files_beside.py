"""Files that take long: the window lives, and nothing is lost or mixed up.

A reader and a writer that hang until they are released stand for large files and slow drives.
"""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import Desk
from pytestqt.qtbot import QtBot

from editor.files import opening, saving
from editor.files.prompts import Choice, Overwrite
from editor.files.tasks import FileTasks
from editor.panels.outline.model import OutlineModel
from editor.panels.outline.tree import Tree
from navcore.errors import NavcoreError
from navcore.formats import load_level, open_file, save_level
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle
from navcore.level.operations import set_settings
from navcore.level.pick import PickIndex, pick_index

SQUARE = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))


def many(count: int = 3000) -> Level:
    """A level of a few thousand elements."""
    found = {i: Obstacle(id=i, order=float(i), polygon=SQUARE) for i in range(2, count)}
    return Level(areas={1: Area(id=1, polygon=SQUARE)}, obstacles=found)


class Brake:
    """Holds calls of a function until they are released, and can make one fail."""

    def __init__(self, real: Callable[..., Any]) -> None:
        """Start without blocking."""
        self.real, self.fault = real, ""
        self.begun, self.open = threading.Semaphore(0), threading.Semaphore(1000)
        self.calls = 0

    def hold(self) -> None:
        """Block further calls."""
        self.open = threading.Semaphore(0)

    def release(self, count: int = 1) -> None:
        """Release a number of calls."""
        for _ in range(count):
            self.open.release()

    def wait_until_held(self) -> None:
        """Wait until a call is blocked."""
        assert self.begun.acquire(timeout=5)

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Wait until released, then call the function."""
        self.calls += 1
        self.begun.release()
        assert self.open.acquire(timeout=5)
        if self.fault:
            raise NavcoreError(self.fault)
        return self.real(*args, **options)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot) -> Iterator["Slow"]:
    """Return a desk with files that can be held up."""
    monkeypatch.setattr(FileTasks, "patience", 0.0)
    made = Slow(monkeypatch, tmp_path, qtbot)
    yield made
    made.reader.release(100)
    made.writer.release(100)
    made.desk.files.wait()
    made.desk.files.shutdown()


class Slow:
    """A desk with a reader and a writer that can be held."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path, qtbot: QtBot) -> None:
        """Start without blocking."""
        self.reader, self.writer = Brake(open_file), Brake(save_level)
        monkeypatch.setattr(opening, "open_file", self.reader)
        monkeypatch.setattr(saving, "save_level", self.writer)
        self.desk, self.folder, self.qtbot = Desk(folder), folder, qtbot
        self.file = folder / "large.json"
        save_level(many(), self.file)

    @property
    def files(self) -> Any:
        """Those of the desk."""
        return self.desk.files

    def edit(self, title: str) -> Level:
        """Make an unsaved edit."""
        self.desk.document.commit(set_settings(self.desk.document.level, title=title))
        return self.desk.document.level

    def start_save(self, name: str = "mine.json") -> Path:
        """Start a save that blocks."""
        path = self.folder / name
        self.desk.answers.place = path
        self.writer.hold()
        assert not self.files.save_as()
        self.writer.wait_until_held()
        return path

    def finish(self) -> None:
        """Release everything and wait for its end."""
        self.reader.release(100)
        self.writer.release(100)
        self.files.wait()


def test_opening_leaves_the_open_level_alone_until_it_is_read(slow: Slow) -> None:
    """It can be edited; it is asked about at the end, when it has changes."""
    before = slow.desk.document.level
    slow.desk.document.stack.setClean()
    slow.reader.hold()
    ended: list[bool] = []
    assert not slow.files.open(slow.file, ended.append)
    slow.reader.wait_until_held()
    assert slow.desk.document.level is before
    assert ended == []
    slow.finish()
    assert len(slow.desk.document.level.obstacles) == len(many().obstacles)
    assert slow.desk.document.path == slow.file
    assert ended == [True]


def test_edits_made_while_a_file_is_read_are_asked_about(slow: Slow) -> None:
    """Choosing to keep editing keeps them."""
    slow.desk.document.stack.setClean()
    slow.reader.hold()
    slow.files.open(slow.file)
    mine = slow.edit("mine")
    slow.desk.answers.choice = Choice.KEEP
    slow.finish()
    assert slow.desk.document.level is mine


def test_what_goes_on_is_said_and_can_be_cancelled(slow: Slow) -> None:
    """Cancelling leaves everything unchanged, even if the reader still hangs."""
    slow.desk.document.stack.setClean()
    before = slow.desk.document.level
    slow.reader.hold()
    ended: list[bool] = []
    slow.files.open(slow.file, ended.append)
    slow.reader.wait_until_held()
    slow.files.tasks.tell_now()
    notice = slow.desk.notices[-1]
    assert notice is not None
    assert notice.text == "Opening large.json…"
    withdrawn: list[object] = []
    slow.files.tasks.withdrawn.connect(withdrawn.append)
    dict(notice.buttons)["Cancel"]()
    assert withdrawn == [notice]
    assert not slow.files.tasks.busy
    assert ended == [False]
    assert slow.desk.document.level is before
    slow.reader.release()
    slow.qtbot.wait(1)
    assert slow.desk.document.level is before


def test_the_second_of_two_files_is_opened(slow: Slow) -> None:
    """The first never replaces it, even if it hangs longer."""
    slow.desk.document.stack.setClean()
    other = slow.folder / "other.json"
    save_level(Level(areas={1: Area(id=1, polygon=SQUARE)}), other)
    slow.reader.hold()
    slow.files.open(slow.file)
    slow.reader.wait_until_held()
    slow.files.open(other)
    slow.finish()
    slow.qtbot.wait(1)
    assert slow.desk.document.path == other


def test_a_file_that_fails_late_is_told_as_one_that_fails_at_once(slow: Slow) -> None:
    """The open level stays."""
    before = slow.desk.document.level
    slow.reader.fault = "the drive is gone"
    ended: list[bool] = []
    slow.files.open(slow.file, ended.append)
    slow.finish()
    assert slow.desk.notice == "the drive is gone"
    assert slow.desk.document.level is before
    assert ended == [False]


def test_edits_made_while_it_is_saved_stay_unsaved(slow: Slow) -> None:
    """The file has the level at the time of the save; undoing the edits leads to it."""
    asked = slow.edit("as of the save")
    path = slow.start_save()
    slow.edit("later")
    slow.finish()
    assert load_level(path) == asked
    assert not slow.desk.document.stack.isClean()
    slow.desk.document.stack.undo()
    assert slow.desk.document.stack.isClean()
    assert slow.desk.document.path == path


def test_without_edits_a_late_save_leaves_the_level_clean(slow: Slow) -> None:
    """As one that ends in the call does."""
    slow.edit("x")
    slow.start_save()
    slow.finish()
    assert slow.desk.document.stack.isClean()
    assert not slow.files.lossy
    assert slow.desk.said[-1] == "Saved mine.json"


def test_a_second_save_waits_its_turn(slow: Slow) -> None:
    """Each writes the level of its request, and knows the other's file."""
    path = slow.start_save()
    second = slow.edit("second")
    slow.desk.document.path = path
    assert not slow.files.save()
    assert slow.writer.calls == 1
    slow.finish()
    assert slow.writer.calls == 2
    assert load_level(path) == second
    assert slow.desk.document.stack.isClean()


def test_a_save_that_fails_late_leaves_the_changes_unsaved(slow: Slow) -> None:
    """It offers the same remedies."""
    slow.edit("x")
    slow.writer.fault = "the disk is full"
    slow.start_save()
    slow.finish()
    assert not slow.desk.document.stack.isClean()
    assert slow.desk.notice.startswith("the disk is full. Nothing is lost")


def test_a_cancelled_save_changes_no_file(slow: Slow) -> None:
    """The file keeps its content, and unsaved edits stay unsaved."""
    slow.edit("x")
    path = slow.folder / "mine.json"
    save_level(many(), path)
    held = path.read_bytes()
    slow.start_save()
    slow.files.tasks.tell_now()
    notice = slow.desk.notices[-1]
    assert notice is not None
    dict(notice.buttons)["Cancel"]()
    slow.finish()
    assert path.read_bytes() == held
    assert not slow.desk.document.stack.isClean()
    assert "cancelled" in slow.desk.said[-1]


def test_closing_waits_for_the_save(slow: Slow) -> None:
    """No question is asked; once the file is written, the window is closed again."""
    slow.edit("x")
    slow.start_save()
    again: list[bool] = []
    assert slow.files.lossy
    assert not slow.files.may_close(lambda: again.append(slow.files.may_close()))
    assert again == []
    slow.finish()
    assert again == [True]


def test_closing_after_save_in_the_question_waits_as_well(slow: Slow) -> None:
    """A save that fails keeps the window."""
    slow.edit("x")
    slow.desk.answers.choice = Choice.SAVE
    slow.desk.answers.place = slow.folder / "mine.json"
    slow.writer.hold()
    again: list[bool] = []
    assert not slow.files.may_close(lambda: again.append(True))
    slow.writer.wait_until_held()
    slow.finish()
    assert again == [True]
    slow.edit("y")
    slow.writer.fault = "the disk is full"
    assert not slow.files.may_close(lambda: again.append(True))
    slow.finish()
    assert again == [True]


def test_what_another_program_wrote_is_asked_about_from_beside_as_well(slow: Slow) -> None:
    """The question is asked when the writer has checked the file."""
    path = slow.start_save()
    slow.finish()
    path.write_bytes(path.read_bytes() + b"\n")
    mine = slow.edit("mine")
    slow.desk.answers.overwrite = Overwrite.OVERWRITE
    assert not slow.files.save()
    slow.finish()
    assert load_level(path) == mine
    assert slow.desk.document.stack.isClean()


def test_the_end_waits_for_a_save_but_not_for_ever(slow: Slow) -> None:
    """It does not wait for reading."""
    slow.reader.hold()
    slow.files.open(slow.file)
    slow.reader.wait_until_held()
    path = slow.start_save()
    assert not slow.files.tasks.shutdown(0.0)
    slow.writer.release()
    slow.files.tasks.shutdown(30.0)
    assert path.is_file()


def test_what_is_shown_is_worked_out_beside_the_window(
    slow: "Slow", monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's thread doesn't compare levels, fill the outline or build the index."""
    threads: dict[str, set[str]] = {}

    def watched(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **options: Any) -> Any:
            threads.setdefault(name, set()).add(threading.current_thread().name)
            return real(*args, **options)

        return call

    slow.desk.document.stack.setClean()
    model = OutlineModel(slow.desk.document)
    for holder, name in ((Tree, "__init__"), (PickIndex, "__init__"), (Edit, "between")):
        key = f"{holder.__name__}.{name}"
        monkeypatch.setattr(holder, name, watched(key, getattr(holder, name)))
    slow.desk.files.open(slow.file)
    slow.desk.files.wait()
    assert len(slow.desk.document.level.obstacles) == len(many().obstacles)
    assert pick_index(slow.desk.document.level).bounds == (0.0, 0.0, 9.0, 9.0)
    assert model.index_of(2).isValid()
    assert threads == {
        "Tree.__init__": {"reading"},
        "PickIndex.__init__": {"reading"},
        "Edit.between": {"reading"},
    }
