"""Long operations in a window and on the home page: paste, close, open, cancel."""

import math
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from answers import Answers
from leaving import leave
from pytestqt.qtbot import QtBot

from editor.actions import edit as edit_actions
from editor.files import opening, saving
from editor.files.tasks import FileTasks
from editor.settings.settings import Settings
from editor.shell.program import Program
from editor.shell.window import MainWindow
from navcore.formats import open_file, save_level
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import duplicate, set_settings


class Brake:
    """Holds calls of a function until they are released."""

    def __init__(self, real: Any) -> None:
        """Start blocked."""
        self.real, self.begun, self.open = real, threading.Event(), threading.Event()

    def __call__(self, *args: Any, **options: Any) -> Any:
        """Wait until released, then call the function."""
        self.begun.set()
        assert self.open.wait(5)
        return self.real(*args, **options)


@pytest.fixture(autouse=True)
def at_once_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all file operations run in the background."""
    monkeypatch.setattr(FileTasks, "patience", 0.0)


def test_a_large_clipboard_is_read_beside_the_window(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pasting is one undo step, as ever; the level can be edited meanwhile."""
    monkeypatch.setattr(edit_actions, "LARGE_TEXT", 0)
    brake = Brake(edit_actions.clipboard.read)
    monkeypatch.setattr(edit_actions.clipboard, "read", brake)
    document = window.document
    document.select(frozenset(document.level.obstacles))
    window.commands.table["copy"].trigger()
    before, count = len(document.level.obstacles), document.stack.count()
    window.commands.table["paste"].trigger()
    assert len(document.level.obstacles) == before
    brake.open.set()
    window.files.wait()
    assert len(document.level.obstacles) == 2 * before
    assert document.stack.count() == count + 1
    document.stack.undo()


def test_what_is_pasted_beside_the_window_fits_the_level_as_it_is_by_then(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the level was edited meanwhile, it is worked out anew: names that came are taken."""
    monkeypatch.setattr(edit_actions, "LARGE_TEXT", 0)
    brake = Brake(edit_actions.clipboard.read)
    monkeypatch.setattr(edit_actions.clipboard, "read", brake)
    document = window.document
    chosen = min(document.level.obstacles)
    document.select(frozenset({chosen}))
    window.commands.table["copy"].trigger()
    window.commands.table["paste"].trigger()
    assert brake.begun.wait(5)
    document.commit(duplicate(document.level, [chosen], (1.0, 0.0), document.new_id))
    brake.open.set()
    window.files.wait()
    (pasted,) = document.selection.ids
    names = [element.name for element in document.level.elements()]
    assert len(set(names)) == len(names)
    assert max(document.level.obstacles.values(), key=lambda e: e.order).id == pasted
    document.stack.undo()
    document.stack.undo()


def test_what_a_large_paste_leads_to_is_worked_out_beside_the_window(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window's thread makes neither the copies nor the level with them."""
    monkeypatch.setattr(edit_actions, "LARGE_TEXT", 0)
    threads: list[str] = []
    made, applied = edit_actions.operations.paste, Edit.apply

    def paste(*args: Any) -> Edit:
        threads.append(threading.current_thread().name)
        return made(*args)

    def apply(edit: Edit, level: Level) -> Level:
        threads.append(threading.current_thread().name)
        return applied(edit, level)

    monkeypatch.setattr(edit_actions.operations, "paste", paste)
    document = window.document
    document.select(frozenset(document.level.obstacles))
    window.commands.table["copy"].trigger()
    with monkeypatch.context() as watched:
        watched.setattr(Edit, "apply", apply)
        window.commands.table["paste"].trigger()
        window.files.wait()
    assert threads == ["reading", "reading"]
    document.stack.undo()


def test_a_window_that_is_closed_while_it_saves_closes_once_it_is_saved(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """There is no question, and nothing is lost."""
    brake = Brake(save_level)
    monkeypatch.setattr(saving, "save_level", brake)
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    answers.place = tmp_path / "level.json"
    asked = len(answers.asked)
    window.document.commit(set_settings(window.document.level, title="x"))
    window.files.save()
    assert brake.begun.wait(5)
    assert not window.close()
    assert window.isVisible()
    brake.open.set()
    window.files.wait()
    assert not window.isVisible()
    assert len(answers.asked) == asked
    assert open_file(answers.place).content == window.document.level


@pytest.fixture
def program(qtbot: QtBot, tmp_path: Path) -> Iterator[Program]:
    """A program at its home page."""
    made = Program(Settings(tmp_path / "settings.ini"), Answers(), tmp_path / "cache")
    made.show_home()
    yield made
    if made.window is not None:
        made.window.document.stack.setClean()
        leave(made.window)
    made.home.easel.close()
    made.home.close()


def test_the_home_page_says_how_far_opening_is_and_cancels(
    program: Program, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qtbot: QtBot
) -> None:
    """The page stays until the level is loaded; after a cancel it is as before."""
    brake = Brake(open_file)
    monkeypatch.setattr(opening, "open_file", brake)
    file = tmp_path / "large.json"
    save_level(program.make_window().document.level, file)
    assert not program.open(file)
    assert brake.begun.wait(5)
    window = program.make_window()
    window.files.tasks.tell_now()
    notice = program.home.strip.notice
    assert notice is not None
    assert notice.text == "Opening large.json…"
    assert program.front is program.home
    dict(notice.buttons)["Cancel"]()
    assert program.home.strip.notice is None
    assert program.front is program.home
    assert not program.open(file)
    brake.open.set()
    window.files.wait()
    assert program.front is window
    assert window.document.path == file


def test_the_number_of_a_progress_changes_under_the_same_button(window: MainWindow) -> None:
    """A click that begins on one number and ends on the next still counts."""
    tasks, gate = window.files.tasks, threading.Event()
    half, begun = threading.Event(), threading.Event()

    def work(job: Any) -> None:
        half.wait(5)
        job[1] = 500
        begun.set()
        gate.wait(5)

    tasks.read("Reading…", work, lambda _: None)
    tasks.tell_now()
    (button,) = window.message.buttons
    half.set()
    begun.wait(5)
    tasks.tell_now()
    assert window.message.text.text() == "Reading… 50 %"
    assert window.message.buttons == [button]
    button.click()
    assert not tasks.busy
    assert not window.message.isVisible()
    gate.set()
    assert math.isfinite(tasks.patience)
