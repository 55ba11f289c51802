"""The first steps, done one by one with mouse and keyboard."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import Answers
from hand import RIGHT, Hand
from leaving import leave
from PySide6.QtCore import QPoint, QRect, Qt
from pytestqt.qtbot import QtBot

from editor.canvas.canvas import Canvas
from editor.files.prompts import Choice, Notice
from editor.look.style import SIZE
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from navcore.level.edit import Edit
from navcore.level.model import ExportTarget

KEY = Qt.Key


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window with the first steps, as a first start shows them."""
    settings = Settings(tmp_path / "waywright.ini")
    settings.folder = tmp_path
    settings.snap = False
    make_app(settings)
    answers = Answers()
    answers.choice = Choice.DISCARD
    made = MainWindow(settings, answers)
    made.show()
    made.files.open_sample("first_steps")
    made.bake.wait()
    qtbot.waitExposed(made)
    made.canvas.setFocus()
    made.canvas.frame_all()
    yield made
    leave(made)


@pytest.fixture
def canvas(window: MainWindow) -> Canvas:
    """Its canvas."""
    return window.canvas


@pytest.fixture
def hand(canvas: Canvas) -> Hand:
    """A hand over it."""
    return Hand(canvas)


def shown(window: MainWindow) -> tuple[str, str]:
    """Progress and sentence; nothing if the strip is hidden."""
    strip = window.lessons.strip
    return ("", "") if strip.isHidden() else (strip.progress.text(), strip.text.text())


def test_the_six_steps_by_hand(
    window: MainWindow, canvas: Canvas, hand: Hand, tmp_path: Path, qtbot: QtBot
) -> None:
    """Each is shown until it is done; then come a final text and the next choices."""
    assert shown(window) == (
        "1 of 6",
        "Drag the gate with the mouse and watch the blue floor follow.",
    )
    hand.hold((14.2, 6.0), (14.2, 7.0), (14.2, 8.0))
    assert shown(window)[0] == "1 of 6"
    hand.release((14.2, 8.0))
    assert shown(window) == ("2 of 6", "Press Space. The gardener walks.")
    hand.key(KEY.Key_Space)
    assert shown(window) == ("3 of 6", "Press T over the gate while he walks.")
    for _ in range(5):
        window.run.clock.advance()
    hand.move((14.2, 8.0))
    window.run.clock.step_once()
    hand.key(KEY.Key_T)
    assert shown(window) == (
        "3 of 6",
        "No agent gets through now. Press T over the gate again.",
    )
    hand.key(KEY.Key_T)
    assert shown(window) == ("4 of 6", "Right-click the garden: your player goes there.")
    hand.click((16.0, 10.0), RIGHT)
    assert shown(window) == ("5 of 6", "Draw a bed in his way: Shift+R and drag.")
    hand.key(KEY.Key_R, modifiers=Qt.KeyboardModifier.ShiftModifier)
    hand.drag((11.0, 7.0), (12.0, 8.0), (12.0, 9.0))
    assert shown(window) == ("6 of 6", "Ctrl+E exports the grid.")
    target = ExportTarget(path=str(tmp_path / "garden.grid.txt"), format="txt", doors="drawn")
    window.exports.change((target,))
    hand.key(KEY.Key_E, modifiers=Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil((tmp_path / "garden.grid.txt").is_file)
    qtbot.waitUntil(lambda: window.lessons.current is None)
    assert window.settings.hints_hidden
    strip = window.lessons.strip
    assert strip.isVisible()
    assert strip.text.text() == "That is all: you can draw, play and export."
    assert not strip.progress.isVisible()
    assert [button.text() for button in (*strip.next_buttons, strip.button)] == [
        "Draw your own level", "Play in the tavern", "Close"
    ]  # fmt: skip
    strip.button.click()
    assert shown(window) == ("", "")
    assert canvas.hasFocus()


@pytest.mark.parametrize(("which", "areas"), [(0, 0), (1, 8)])
def test_the_last_word_leads_on(window: MainWindow, tmp_path: Path, which: int, areas: int) -> None:
    """It offers an empty level and the next sample, both without hints."""
    window.lessons.strip.show_end()
    window.lessons.strip.next_buttons[which].click()
    floors = [a for a in window.document.level.areas.values() if not a.door]
    assert len(floors) == areas
    assert shown(window) == ("", "")


def test_other_ways_of_doing_it_count_as_well(window: MainWindow) -> None:
    """The gate may be moved by numbers, time begun by the button; nothing else counts."""
    document = window.document
    bench = next(o for o in document.level.obstacles.values() if o.name == "bench_west")
    document.commit(Edit({bench.id: bench}, {bench.id: None}, "Delete"))
    assert shown(window)[0] == "1 of 6"
    document.stack.undo()
    gate = next(a for a in document.level.areas.values() if a.door)
    document.select(frozenset({gate.id}))
    window.canvas.setFocus()
    Hand(window.canvas).key(KEY.Key_Up)
    assert shown(window)[0] == "2 of 6"
    window.commands.table["play"].trigger()
    assert shown(window)[0] == "3 of 6"


def test_they_begin_with_the_mouse_that_moves(window: MainWindow, hand: Hand) -> None:
    """The tool used in the level before doesn't matter: a drag moves the gate."""
    window.commands.table["tool_rectangle_obstacle"].trigger()
    window.commands.table["first_steps"].trigger()
    window.bake.wait()
    window.canvas.frame_all()
    hand.drag((14.2, 6.0), (14.2, 7.0), (14.2, 8.0))
    assert shown(window)[0] == "2 of 6"


def test_hidden_hints_stay_hidden_until_asked_for(window: MainWindow) -> None:
    """The button hides them permanently; Help shows them again, from the first on."""
    window.lessons.strip.button.click()
    assert shown(window) == ("", "")
    window.files.open_sample("tavern")
    window.files.open_sample("first_steps")
    assert shown(window) == ("", "")
    window.commands.table["first_steps"].trigger()
    assert shown(window)[0] == "1 of 6"


def test_another_level_ends_them_for_now(window: MainWindow) -> None:
    """They return with their sample."""
    window.files.open_sample("tavern")
    assert shown(window) == ("", "")
    window.run.clock.play()
    assert shown(window) == ("", "")
    window.files.open_sample("first_steps")
    assert shown(window)[0] == "1 of 6"


def test_messages_stand_beside_the_hints(window: MainWindow) -> None:
    """Neither hides the other."""
    window.message.show_notice(Notice("Something is to be said."))
    assert window.message.isVisible()
    assert window.lessons.strip.isVisible()
    window.message.show_notice(None)
    assert window.lessons.strip.isVisible()


def test_the_strip_is_told_to_those_who_do_not_see_it(window: MainWindow) -> None:
    """Names, and the keyboard reaches the button."""
    strip = window.lessons.strip
    assert strip.accessibleName()
    assert strip.accessibleDescription() == strip.text.text()
    assert strip.button.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_canvas_stays_when_strips_come_and_go(
    qtbot: QtBot, window: MainWindow, canvas: Canvas
) -> None:
    """Strips are over the canvas, so the same place stays under the mouse."""
    place, camera = canvas.geometry(), canvas.viewport.camera
    window.message.show_notice(Notice("It was changed.", "warning", (("Show", lambda: None),)))
    qtbot.waitUntil(lambda: window.strips.height() > window.lessons.strip.height())
    assert canvas.geometry() == place
    assert canvas.viewport.camera == camera
    chips = canvas.chrome.show_bar.geometry()
    for strip in (window.message, window.lessons.strip):
        box = QRect(strip.mapTo(canvas, QPoint(0, 0)), strip.size())
        assert canvas.rect().contains(box)
        assert not box.intersects(chips)
    window.lessons.strip.button.click()
    window.message.show_notice(None)
    qtbot.waitUntil(lambda: window.strips.height() == 0)
    assert canvas.geometry() == place
    assert canvas.viewport.camera == camera


def test_a_long_message_has_room_in_the_smallest_window(
    qtbot: QtBot, window: MainWindow, canvas: Canvas
) -> None:
    """In as many lines as it needs."""
    window.resize(SIZE.least_width, SIZE.least_height)
    window.message.show_notice(Notice("A sentence that says what went wrong, and where. " * 6))
    text = window.message.text
    qtbot.waitUntil(lambda: text.height() >= text.heightForWidth(text.width()))
    assert canvas.width() - 2 * SIZE.margin >= window.strips.width()
