"""Messages name the current keys of actions."""

from collections.abc import Iterator
from functools import partial

import pytest
from hand import Hand
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from editor.canvas.canvas import Canvas
from editor.panels.outline.panel import OutlinePanel
from editor.panels.timeline.play_bar import PlayBar
from editor.shell.window import MainWindow
from editor.system import clipboard
from editor.tools import keys
from editor.tools.messages import door as door_words
from editor.tools.messages import drawing, select, split
from editor.tools.messages import play as play_words
from navcore.errors import NavcoreError
from navcore.level.operations import move


@pytest.fixture(autouse=True)
def _as_proposed() -> Iterator[None]:
    """Restore the default keys after the test."""
    keys.forget()
    yield
    keys.forget()


def rebind(window: MainWindow, action: str, *chosen: str) -> None:
    """Give an action other keys, as the preferences do."""
    window.commands.keymap.set_keys(action, chosen)
    window.commands.wear_keys()


def test_what_is_known_without_a_window_is_what_the_table_has(window: MainWindow) -> None:
    """So tools tested alone show the same hints as in the window, with menu entries."""
    for name, (key, _) in keys.PROPOSED.items():
        assert window.commands.key_of(name) == key, name
    for name, (_, entry) in keys.PROPOSED.items():
        row = window.commands.rows[name]
        assert entry == " > ".join((*row.path, row.text)), name


def test_sentences_follow() -> None:
    """They name the present key; without a key, the menu path."""
    keys.know("toggle_door", "J", "Draw > Open or shut door")
    assert door_words.door_over("gate", shut=False).startswith("**J shuts gate.**")
    assert "J switches a door, obstacle or waypoint" in play_words.sends(1, paused=False)
    keys.know("toggle_door", "", "Draw > Open or shut door")
    said = door_words.door_over("gate", shut=False)
    assert said.startswith("**Draw > Open or shut door shuts gate.**")
    assert "switches" not in play_words.sends(1, paused=False)
    keys.know("tool_polygon_obstacle", "", "Draw > Obstacle: polygon")
    assert "obstacle" not in drawing.polygon_first("area")
    keys.know("lock", "U", "Edit > Lock")
    assert "U unlocks" in select.select_locked("bed")
    keys.know("unlock_all", "", "Edit > Unlock all")
    assert "unlocks it" not in split.split_untouchable()


def test_a_mac_says_cmd(monkeypatch: pytest.MonkeyPatch) -> None:
    """The modifier that counts there."""
    monkeypatch.setattr(keys, "COMMAND", "Cmd")
    assert "Cmd no snap" in select.moving("bed", (1.0, 0.0))


def test_hints_panels_and_tips_follow(window: MainWindow, canvas: Canvas, hand: Hand) -> None:
    """They change at once, without a restart."""
    rebind(window, "tool_polygon_area", "J")
    rebind(window, "tool_agent")
    rebind(window, "restart", "F7")
    window.files.new()
    outline, run = window.panels["outline"], window.panels["play"]
    assert isinstance(outline, OutlinePanel)
    assert isinstance(run, PlayBar)
    assert outline.empty.text() == "Nothing drawn yet. Press J and click the corners of a floor."
    said = "No agents yet. Choose Draw > Agents > Agent and click the floor."
    assert run.state_label.text() == said
    assert "F7" in run.restart_button.toolTip()
    rebind(window, "tool_agent", "Shift+A")
    assert run.state_label.text() == "No agents yet. Press Shift+A and click the floor."
    rebind(window, "tool_polygon_area")
    assert outline.empty.text() == (
        "Nothing drawn yet. Choose Draw > Areas > Area: polygon and click the corners of a floor."
    )


def test_the_hint_in_sight_follows(
    qtbot: QtBot, window: MainWindow, canvas: Canvas, hand: Hand
) -> None:
    """The status bar names the new key at once."""
    hints = [""]
    canvas.hints.changed.connect(hints.append)
    canvas.gestures.choose(
        next(tool for tool in canvas.gestures.tools if tool.name == "polygon_area")
    )
    hand.move((1.0, 1.0))
    qtbot.waitUntil(lambda: "Shift+P draws an obstacle" in hints[-1])
    rebind(window, "tool_polygon_obstacle", "J")
    qtbot.waitUntil(lambda: "J draws an obstacle" in hints[-1])


def test_lessons_and_the_clipboard_follow(window: MainWindow) -> None:
    """The lesson in sight too."""
    window.settings.hints_hidden = False
    window.files.open_sample("first_steps")
    gate = next(a for a in window.document.level.areas.values() if a.door)
    window.document.commit(move(window.document.level, [gate.id], (0.5, 0.0)))
    window.run.clock.toggle()
    assert window.lessons.strip.text.text() == "Press T over the gate while he walks."
    rebind(window, "toggle_door", "J")
    assert window.lessons.strip.text.text() == "Press J over the gate while he walks."
    rebind(window, "copy", "F3")
    QGuiApplication.clipboard().clear()
    with pytest.raises(NavcoreError, match="press F3"):
        clipboard.take()


def test_the_next_window_knows_its_own_keys(window: MainWindow) -> None:
    """Shortcuts of another window are forgotten."""
    rebind(window, "toggle_door", "J")
    window.commands.keymap.reset_all()
    window.commands.wear_keys()
    assert keys.key("toggle_door") == "T"
    assert partial(keys.key, "save")() == "Ctrl+S"
