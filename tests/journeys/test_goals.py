"""Goals of an agent on the canvas of the real window: dragged, inserted, deleted, undone, saved."""

from pathlib import Path

import pytest
from answers import Answers
from hand import CTRL, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from small_level import GUARD, HALL, small_level

from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.model import Level, Point

KEY = Qt.Key


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the small level, at 40 pixels per metre or more."""
    return open_window(small_level(), (0.0, 0.0, 20.0, 8.0))


def goals(level: Level) -> tuple[Point, ...]:
    """Return the goals of the guard."""
    return level.agents[GUARD].goals


def labels(window: MainWindow) -> list[str]:
    """Return the names of undo steps."""
    stack = window.document.stack
    return [stack.text(number) for number in range(stack.count())]


@pytest.mark.parametrize("tool", [KEY.Key_V, KEY.Key_E])
def test_goals_are_edited_on_the_canvas(
    window: MainWindow, hand: Hand, tmp_path: Path, tool: Qt.Key
) -> None:
    """Drag the guard's goal, insert one on the line, delete one, and undo everything."""
    document, before = window.document, window.document.level
    hand.key(tool)
    hand.click((2.0, 2.0))
    if tool == KEY.Key_E:
        assert document.selection.ids == {GUARD}
    hand.drag((18.0, 6.0), (18.2, 6.1), (15.0, 5.0))
    assert goals(document.level) == ((15.0, 5.0),)
    see_the_paths(window)
    hand.drag((7.9, 2.7), (8.4, 4.0), (8.0, 6.0))
    assert goals(document.level) == ((8.0, 6.0), (15.0, 5.0))
    hand.click((15.0, 5.0))
    hand.key(KEY.Key_Delete)
    assert goals(document.level) == ((8.0, 6.0),)
    assert document.selection.ids == {GUARD}
    assert labels(window) == [
        "Move a stop of guard", "Add a stop to guard", "Delete a stop of guard",
    ]  # fmt: skip
    assert document.level.areas == before.areas, "no room moved"
    assert document.level.obstacles == before.obstacles

    save_and_load(window, hand, tmp_path)
    for _ in range(3):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.level == before


def see_the_paths(window: MainWindow) -> None:
    """Wait until the drawn line follows the path, because users click on the picture."""
    window.canvas.grab()
    window.workspace.legs.wait()


def save_and_load(window: MainWindow, hand: Hand, folder: Path) -> None:
    """The file holds the dragged goals."""
    answers = window.files.dialogs
    assert isinstance(answers, Answers)
    answers.place = folder / "goals.json"
    hand.key(KEY.Key_S, modifiers=CTRL)
    assert not window.isWindowModified()
    loaded = load_level(folder / "goals.json")
    assert goals(loaded) == ((8.0, 6.0),)


@pytest.mark.parametrize("tool", [KEY.Key_V, KEY.Key_E])
def test_a_drag_on_a_goal_leaves_a_selected_room_where_it_is(
    window: MainWindow, hand: Hand, tool: Qt.Key
) -> None:
    """Even if agent and room are selected, so that a drag would move both."""
    document, before = window.document, window.document.level
    hand.key(tool)
    document.select(frozenset({GUARD, HALL}))
    hand.drag((18.0, 6.0), (17.0, 5.0), (8.0, 2.0))
    assert goals(document.level) == ((8.0, 2.0),)
    hand.drag((8.0, 2.0), (8.5, 2.5), (9.0, 3.0))
    assert goals(document.level) == ((9.0, 3.0),)
    assert document.level.areas == before.areas
    assert document.level.agents[GUARD].position == (2.0, 2.0)
