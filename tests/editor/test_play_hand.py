"""A run under mouse and keyboard, in the whole window."""

import pytest
from hand import RIGHT, SHIFT, Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from small_level import COOK, GATE, GUARD, TABLE

from editor.canvas.hints import hint_now
from editor.shell.window import MainWindow
from navcore.level.model import Level

IN_GATE = (10.5, 4.5)
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """Return user input on the canvas, with all of the level in view and a run paused at 0.3 s."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    for _ in range(3):
        window.run.clock.step_once()
    return Hand(window.canvas)


def place_of(window: MainWindow, agent_id: int) -> tuple[float, float]:
    """Where an agent is drawn."""
    view = window.run.agents.view()
    (agent,) = view.agents({agent_id})
    return (round(agent.position[0], 6), round(agent.position[1], 6))


def hint_of(window: MainWindow) -> str:
    """Return the hint for the next click."""
    canvas = window.canvas
    return hint_now(canvas.gestures, window.document, window.run, None)


def added(window: MainWindow) -> int:
    """Return the only agent that exists in the run only."""
    (agent_id,) = window.run.inputs.added
    return agent_id


def untouched(window: MainWindow, level: Level) -> bool:
    """Return whether level, undo stack and title are unchanged."""
    stack = window.document.stack
    return (
        window.document.level is level
        and not stack.canUndo()
        and stack.isClean()
        and not window.isWindowModified()
    )


def menu_of(window: MainWindow) -> QMenu:
    """Return the context menu that would open now."""
    return window.context_menu.make(window)


def test_t_toggles_a_door_of_the_run(qtbot: QtBot, window: MainWindow, hand: Hand) -> None:
    """Cells change, the level does not; Shift+F5 restores, and the title never has a star."""
    level, bake = window.document.level, window.bake.world
    hand.move(IN_GATE)
    qtbot.waitUntil(
        lambda: window.status.shown == "T shuts gate in this run. The level stays as it is"
    )
    hand.key(Qt.Key.Key_T)
    assert not window.run.world.is_walkable(*IN_GATE)
    assert window.bake.world is bake
    assert untouched(window, level)
    qtbot.waitUntil(lambda: window.status.shown.startswith("T opens gate again."))
    window.run.clock.step_once()
    assert not window.run.record.simulation.world.is_walkable(*IN_GATE)
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert window.run.playhead.at_start
    assert window.run.world.is_walkable(*IN_GATE)
    assert untouched(window, level)
    hand.key(Qt.Key.Key_T)
    assert not window.document.level.areas[GATE].available
    assert window.document.stack.undoText() == "Shut gate"


def test_the_play_bar_counts_the_inputs(window: MainWindow, hand: Hand) -> None:
    """How many, and which ones as a tip; none are not spoken of."""
    label = window.panels["play"].inputs_label
    assert label.isHidden()
    hand.move(IN_GATE)
    hand.key(Qt.Key.Key_T)
    assert label.text() == "1 input of this run"
    hand.drag((18.0, 2.0), (15.0, 3.0))
    assert label.text() == "2 inputs of this run"
    assert label.toolTip().startswith("doors toggled: 1\nagents moved: 1\n\nNot in the level")
    assert not label.isHidden()
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert label.isHidden()


def test_keep_is_in_the_menu_of_a_door(window: MainWindow, hand: Hand) -> None:
    """Keeping is one undo step; until then exports use the level's doors."""
    hand.move(IN_GATE)
    hand.key(Qt.Key.Key_T)
    hand.click(IN_GATE, RIGHT)
    assert window.document.selection.ids == {GATE}
    keep = window.commands.table["keep"]
    menu = menu_of(window)
    assert keep in menu.actions()
    assert keep.isEnabled()
    keep.trigger()
    assert window.document.stack.count() == 1
    assert window.document.stack.undoText() == "Keep gate in the level"
    assert not window.document.level.areas[GATE].available
    assert not keep.isEnabled()
    assert keep not in menu_of(window).actions()
    assert window.run.commands.count() == 0


def test_an_agent_is_dragged_where_it_stands(window: MainWindow, hand: Hand) -> None:
    """It follows the mouse, jumps there in the run, and the level keeps its start."""
    level = window.document.level
    hand.hold((18.0, 2.0), (15.0, 3.0))
    assert place_of(window, COOK) == (15.0, 3.0)
    assert tuple(window.run.record.simulation.agents.positions[1]) == (18.0, 2.0)
    hand.release((15.0, 3.0))
    assert tuple(window.run.record.simulation.agents.positions[1]) == (15.0, 3.0)
    assert window.document.selection.ids == {COOK}
    assert untouched(window, level)
    hand.click((18.0, 2.0))
    assert COOK not in window.document.selection.ids
    hand.click((15.0, 3.0))
    assert window.document.selection.ids == {COOK}
    hand.hold((15.0, 3.0), (12.0, 3.0))
    hand.key(Qt.Key.Key_Escape)
    hand.release((12.0, 3.0))
    assert place_of(window, COOK) == (15.0, 3.0)
    window.commands.table["keep"].trigger()
    assert window.document.level.agents[COOK].position == (15.0, 3.0)
    assert window.document.stack.count() == 1


def test_a_walker_is_dragged_while_it_walks(window: MainWindow, hand: Hand) -> None:
    """The run goes on meanwhile; afterwards the agent walks on from there."""
    for _ in range(9):
        window.run.clock.step_once()
    here = place_of(window, GUARD)
    hand.hold(here, (4.0, 7.0))
    window.run.clock.step_once()
    assert place_of(window, GUARD) == (4.0, 7.0)
    hand.release((4.0, 7.0))
    for _ in range(200):
        window.run.clock.step_once()
    assert place_of(window, GUARD) == (18.0, 6.0)


def test_a_spawned_agent_is_selected_sent_kept_and_removed(window: MainWindow, hand: Hand) -> None:
    """All its commands work, and the level stays unchanged before Keep."""
    level = window.document.level
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    newcomer = added(window)
    assert window.run.agents.chosen == {newcomer}
    assert place_of(window, newcomer) == (14.0, 6.0)
    assert untouched(window, level)
    hand.key(Qt.Key.Key_V)
    hand.click((12.0, 6.0), RIGHT)
    for _ in range(30):
        window.run.clock.step_once()
    assert place_of(window, newcomer) == (12.0, 6.0)
    hand.click((5.0, 7.0))
    assert window.run.agents.chosen == frozenset()
    hand.click((12.0, 6.0))
    assert window.run.agents.chosen == {newcomer}
    assert window.document.selection.ids == frozenset()
    actions = menu_of(window).actions()
    assert window.commands.table["keep"] in actions
    assert window.commands.table["delete"] in actions
    hand.key(Qt.Key.Key_Delete)
    assert newcomer not in window.run.agents.view().ids
    assert untouched(window, level)
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    window.commands.table["keep"].trigger()
    (kept,) = window.document.level.agents.keys() - level.agents.keys()
    assert window.document.selection.ids == {kept}
    assert window.document.stack.count() == 1
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert window.document.level.agents[kept].position == (14.0, 6.0)


def test_delete_in_the_menu_removes_what_only_the_run_has(window: MainWindow, hand: Hand) -> None:
    """The action, not the key of a tool."""
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    delete = window.commands.table["delete"]
    window.commands.refresh()
    assert delete.isEnabled()
    delete.trigger()
    assert window.run.commands.count() == 0
    assert not window.document.stack.canUndo()


def test_what_is_drawn_while_it_plays_is_the_levels(window: MainWindow, hand: Hand) -> None:
    """One undo step, taken in at the next tick; undo takes it back and leaves the clock."""
    hand.move(IN_GATE)
    hand.key(Qt.Key.Key_T)
    window.run.clock.play()
    window.commands.table["tool_rectangle_obstacle"].trigger()
    hand.drag((7.0, 6.0), (8.0, 7.0))
    window.bake.wait()
    assert window.document.stack.count() == 1
    assert not window.bake.world.is_walkable(7.5, 6.5)
    window.run.clock.pause()
    window.run.clock.step_once()
    assert not window.run.record.simulation.world.is_walkable(7.5, 6.5)
    assert not window.run.record.simulation.world.is_walkable(*IN_GATE)
    steps = window.run.record.simulation.steps
    hand.key(Qt.Key.Key_Z, modifiers=CTRL)
    window.bake.wait()
    assert window.run.record.simulation.steps == steps
    assert window.document.stack.index() == 0
    assert window.run.world.is_walkable(7.5, 6.5)
    assert not window.run.world.is_walkable(*IN_GATE)
    hand.key(Qt.Key.Key_Z, modifiers=CTRL)
    assert not window.run.world.is_walkable(*IN_GATE)


def test_a_box_takes_agents_where_they_stand(window: MainWindow, hand: Hand) -> None:
    """Sent together with those that only the run has."""
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    hand.key(Qt.Key.Key_V)
    hand.drag((18.0, 2.0), (15.0, 5.5))
    hand.drag((16.5, 7.5), (13.0, 4.5))
    assert window.document.selection.ids == {COOK}
    assert window.run.agents.chosen == {added(window)}
    hand.click((12.0, 2.0), RIGHT)
    assert set(window.run.inputs.sent) == {COOK, added(window)}


def test_right_click_without_an_agent_opens_the_menu(
    qtbot: QtBot, window: MainWindow, hand: Hand
) -> None:
    """No agent is sent; over an agent of the run the menu is for that agent."""
    asked: list[object] = []
    window.canvas.menu_requested.disconnect()
    window.canvas.menu_requested.connect(asked.append)
    hand.click((4.5, 4.0), RIGHT)
    assert window.document.selection.ids == {TABLE}
    hand.drag((18.0, 2.0), (15.0, 3.0))
    window.document.select(frozenset())
    hand.click((15.0, 3.0), RIGHT)
    assert window.document.selection.ids == {COOK}
    assert window.commands.table["keep"] in menu_of(window).actions()
    hand.click((15.0, 3.0), RIGHT, SHIFT)
    assert len(asked) == 3
    assert not window.run.inputs.sent


def test_right_click_on_another_agent_opens_its_menu(window: MainWindow, hand: Hand) -> None:
    """The selected agent stays: who right-clicks a stuck agent asks about that one."""
    asked: list[object] = []
    window.canvas.menu_requested.disconnect()
    window.canvas.menu_requested.connect(asked.append)
    hand.click(place_of(window, GUARD))
    assert window.document.selection.ids == {GUARD}
    hand.click(place_of(window, COOK), RIGHT)
    assert len(asked) == 1
    assert not window.run.inputs.sent
    assert window.document.selection.ids == {COOK}
    assert window.commands.table["why"] in menu_of(window).actions()
    hand.click((12.0, 2.0), RIGHT)
    assert set(window.run.inputs.sent) == {COOK}


def test_ctrl_right_is_one_tick(window: MainWindow, hand: Hand) -> None:
    """As the full stop is."""
    hand.key(Qt.Key.Key_Right, modifiers=CTRL)
    hand.key(Qt.Key.Key_Period)
    assert window.run.record.simulation.steps == 30


def test_escape_selects_none_of_the_run(window: MainWindow, hand: Hand) -> None:
    """First the tool, then the selection."""
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    hand.key(Qt.Key.Key_Escape)
    assert window.run.agents.chosen
    hand.key(Qt.Key.Key_Escape)
    assert not window.run.agents.chosen
    hand.click((14.0, 6.0))
    assert window.run.agents.chosen
    hand.key(Qt.Key.Key_A, modifiers=CTRL | SHIFT)
    assert not window.run.agents.chosen
    assert window.run.commands.count() == 1


def test_f_frames_agents_where_they_stand(window: MainWindow, hand: Hand) -> None:
    """Also one that only the run has."""
    hand.key(Qt.Key.Key_A)
    hand.click((14.0, 6.0))
    hand.key(Qt.Key.Key_F)
    camera = window.canvas.viewport.camera
    assert (camera.x, camera.z) == pytest.approx((14.0, 6.0), abs=1e-3)


def test_a_toggle_repaints_what_changed_and_nothing_else(
    qtbot: QtBot, window: MainWindow, hand: Hand
) -> None:
    """The kept picture equals a new painting, and little of it is repainted."""
    canvas = window.canvas
    hand.move(IN_GATE)
    for door_key in (Qt.Key.Key_T, Qt.Key.Key_T, Qt.Key.Key_T):
        canvas.grab()
        hand.key(door_key)
        part = canvas.grab().toImage()
        assert 0 < canvas.layers.still_pixels < canvas.width() * canvas.height() / 4
        window.commands.table["grid"].trigger()
        canvas.grab()
        window.commands.table["grid"].trigger()
        assert canvas.grab().toImage() == part


def test_a_look_back_from_the_window(window: MainWindow, hand: Hand) -> None:
    """Keys step back, a table is dragged there, and the run goes on: the rest can be restored."""
    run, table = window.run, window.commands.table
    hand.key(*[Qt.Key.Key_Period] * 17)
    hand.key(*[Qt.Key.Key_Comma] * 5)
    bar = window.panels["play"]
    assert run.playhead.time_text == bar.time_label.text() == "0:01.5"
    assert bar.state_label.text() == "of 0:02.0 · looking back"
    assert bar.go_on_button.isEnabled()
    hand.move((1.0, 12.0))
    assert "Looking back at 0:01.5." in hint_of(window)
    hand.drag((4.5, 4), (5, 4), (6, 4))
    assert run.playhead.looks_back
    hand.key(Qt.Key.Key_Period)
    assert not run.playhead.looks_back
    assert run.playhead.time_text == "0:01.6"
    assert not bar.go_on_button.isEnabled()
    assert bar.other_run_button.isEnabled()
    assert "0:01.5" in bar.other_run_button.toolTip()
    table["other_run"].trigger()
    assert run.playhead.length == 2.0
    assert window.document.stack.count() == 1
    table["back"].trigger()
    assert not bar.other_run_button.isEnabled()
    assert run.playhead.length == 0.0
