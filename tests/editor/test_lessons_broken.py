"""The first steps when users do something else: they never get stuck or wrong."""

import pytest
from hand import RIGHT, Hand
from PySide6.QtCore import Qt

from editor.shell.window import MainWindow
from navcore.level import operations
from navcore.level.model import Area, Level, Point

KEY = Qt.Key
GARDEN: Point = (16.0, 10.0)


@pytest.fixture
def steps(window: MainWindow, hand: Hand) -> MainWindow:
    """The sample of the first steps, with its hints."""
    window.settings.snap = False
    window.files.open_sample("first_steps")
    window.bake.wait()
    window.canvas.setFocus()
    window.canvas.frame_all()
    return window


def said(window: MainWindow) -> str:
    """Number and sentence; empty if the strip is hidden."""
    strip = window.lessons.strip
    return "" if strip.isHidden() else f"{strip.progress.text()[:1]} {strip.text.text()}"


def gate(window: MainWindow) -> Area:
    """The only door."""
    return next(area for area in window.document.level.areas.values() if area.door)


def move_gate(window: MainWindow) -> None:
    """Move the gate as a drag or arrow keys do."""
    document = window.document
    document.commit(operations.move(document.level, [gate(window).id], (0.0, 0.5)))


def to_third(window: MainWindow) -> None:
    """Done: the gate was moved, time goes on."""
    move_gate(window)
    window.run.clock.play()
    assert said(window) == "3 Press T over the gate while he walks."


def to_fourth(window: MainWindow) -> None:
    """Done: the gate was shut and opened."""
    to_third(window)
    for _ in range(2):
        window.run.commands.switch([gate(window).id])
    assert said(window) == "4 Right-click the garden: your player goes there."


def test_the_gate_is_deleted(steps: MainWindow) -> None:
    """The hint says how to restore it; another gate works as well."""
    document = steps.document
    document.commit(operations.delete(document.level, [gate(steps).id]))
    assert said(steps) == "1 The gate is gone. Ctrl+Z brings it back."
    document.stack.undo()
    assert said(steps) == "1 Drag the gate with the mouse and watch the blue floor follow."
    to_third(steps)
    document.commit(operations.delete(document.level, [gate(steps).id]))
    assert said(steps) == "3 The gate is gone. Ctrl+Z brings it back."
    document.stack.undo()
    assert said(steps) == "3 Press T over the gate while he walks."


def test_another_gate_counts(steps: MainWindow) -> None:
    """A user who draws a new one has seen the floor follow."""
    document, old = steps.document, gate(steps)
    document.commit(operations.delete(document.level, [old.id]))
    made = operations.duplicate(Level(areas={old.id: old}), [old.id], (0, 0.5),
                                document.new_id)  # fmt: skip
    document.commit(made)
    assert said(steps).startswith("2 ")


def test_playing_at_once(steps: MainWindow) -> None:
    """A lesson doesn't request a state that holds already."""
    steps.run.clock.play()
    steps.run.clock.step_once()
    assert said(steps).startswith("1 ")
    steps.run.clock.play()
    move_gate(steps)
    assert said(steps) == "3 Press T over the gate while he walks."


def test_back_at_the_start_in_the_middle(steps: MainWindow) -> None:
    """Doors toggled at the start are the level's, and no agent walks before the run continues."""
    to_third(steps)
    steps.run.clock.stop_to_start()
    assert said(steps) == "3 Press Space. The gardener walks."
    steps.run.clock.toggle()
    to = gate(steps).id
    steps.run.commands.switch([to])
    assert said(steps) == "3 No agent gets through now. Press T over the gate again."
    steps.run.clock.stop_to_start()
    assert said(steps) == "3 Press Space. The gardener walks."
    steps.run.clock.play()
    assert said(steps) == "3 Press T over the gate while he walks."
    for _ in range(2):
        steps.run.commands.switch([to])
    assert said(steps).startswith("4 ")
    steps.run.clock.stop_to_start()
    assert said(steps) == "4 Press Space, and time goes on."


def test_a_gate_that_is_shut_in_the_level(steps: MainWindow) -> None:
    """It is opened, and then the player gets through."""
    document = steps.document
    document.commit(operations.toggle_doors(document.level, [gate(steps).id]))
    move_gate(steps)
    steps.run.clock.play()
    assert said(steps) == "3 No agent gets through now. Press T over the gate again."
    steps.run.commands.switch([gate(steps).id])
    assert said(steps).startswith("4 ")


def test_sending_before_the_gate(steps: MainWindow, hand: Hand) -> None:
    """Steps already done in this run aren't requested again."""
    to_third(steps)
    players = [a.id for a in steps.document.level.agents.values() if a.player]
    steps.run.commands.send(players, GARDEN)
    assert said(steps).startswith("3 ")
    for _ in range(2):
        steps.run.commands.switch([gate(steps).id])
    steps.run.clock.step_once()
    assert said(steps) == "5 Draw a bed in his way: Shift+R and drag."


def test_the_player_is_let_go_or_deleted(steps: MainWindow, hand: Hand) -> None:
    """A right-click would open the menu then."""
    to_fourth(steps)
    document = steps.document
    document.select(frozenset())
    assert said(steps) == "4 Click your player, the one with the crown."
    players = frozenset(a.id for a in document.level.agents.values() if a.player)
    document.commit(operations.delete(document.level, players))
    assert said(steps) == "4 Your player is gone. Ctrl+Z brings it back."
    document.stack.undo()
    document.select(players)
    assert said(steps) == "4 Right-click the garden: your player goes there."
    hand.click(GARDEN, RIGHT)
    assert said(steps).startswith("5 ")


def test_undo_takes_no_lesson_back(steps: MainWindow) -> None:
    """A lesson stays done: a bed that is undone has been drawn."""
    to_third(steps)
    while steps.document.stack.canUndo():
        steps.document.stack.undo()
    assert said(steps).startswith("3 ")
    while steps.document.stack.canRedo():
        steps.document.stack.redo()
    assert said(steps).startswith("3 ")


def test_other_keys(steps: MainWindow, hand: Hand) -> None:
    """The visible lesson names the key, and the key works."""
    commands = steps.commands
    commands.keymap.set_keys("toggle_door", ["J"])
    commands.wear_keys()
    move_gate(steps)
    steps.run.clock.play()
    assert said(steps) == "3 Press J over the gate while he walks."
    hand.move(
        tuple(sum(v) / len(gate(steps).polygon) for v in zip(*gate(steps).polygon, strict=True))
    )
    hand.key(KEY.Key_J)
    assert said(steps) == "3 No agent gets through now. Press J over the gate again."
    commands.keymap.set_keys("toggle_door", [])
    commands.wear_keys()
    assert said(steps).endswith("choose Draw > Open or shut door again.")


def test_another_level_closing_and_coming_back(steps: MainWindow) -> None:
    """There are no requests about the old level, and no messages about the new one."""
    to_third(steps)
    steps.document.stack.setClean()
    steps.files.new()
    assert said(steps) == ""
    steps.document.stack.setClean()
    steps.commands.table["first_steps"].trigger()
    assert said(steps).startswith("1 ")
    steps.lessons.strip.button.click()
    assert said(steps) == ""
    move_gate(steps)
    steps.run.clock.play()
    assert said(steps) == ""
