"""The panel Properties while other things happen: undo, focus, drags, refusals."""

import pytest
from hand import Hand
from properties_rows import check, field, select, type_in
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, box

from editor.look.fields import NoteField
from editor.panels.properties.panel import MANY, PropertiesPanel
from editor.shell.window import MainWindow
from navcore.errors import NavcoreError
from navcore.level.model import Agent, Level, Obstacle
from navcore.level.operations import delete, move
from navcore.sim.inputs import Spawn


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def test_a_look_at_a_field_changes_nothing(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Tab goes through all of them, with Enter in each."""
    third = 10 / 3
    document = window.document
    thing = Obstacle(id=20, polygon=box(0, 0, third, 1))
    document.load(document.level.with_items({20: thing}), None)
    select(panel, 20)
    assert field(panel, "size").text() == "3.33 × 1.00 m"
    for control in panel.controls.values():
        control.setFocus()
        if not isinstance(control, NoteField):
            qtbot.keyClick(control, Qt.Key.Key_Return)
            assert window.focusWidget() is window.canvas
    assert document.stack.count() == 0
    field(panel, "size").setFocus()
    assert field(panel, "size").text() == "3.333333 × 1.00 m"


def test_undo_passes_through_an_untouched_field(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Ctrl+Z in a field takes the level's last step back, Ctrl+Shift+Z does it again."""
    window.activateWindow()
    select(panel, TABLE)
    type_in(qtbot, panel, "size", "1 x 1")
    field(panel, "size").setFocus()
    hand = Hand(window.canvas)
    hand.key(Qt.Key.Key_Z, modifiers=Qt.KeyboardModifier.ControlModifier)
    assert field(panel, "size").text() == "3.00 × 2.00 m"
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    hand.key(Qt.Key.Key_Z, modifiers=both)
    assert field(panel, "size").text() == "1.00 × 1.00 m"


def test_typing_for_one_element_never_lands_on_another(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Selecting another element elsewhere drops the typed text."""
    select(panel, TABLE)
    found = field(panel, "size")
    found.setFocus()
    found.selectAll()
    qtbot.keyClicks(found, "9 x 9")
    select(panel, CHEST)
    assert field(panel, "size").text() == "1.00 × 1.00 m"
    window.canvas.setFocus()
    assert window.document.stack.count() == 0


def test_the_focus_stays_where_it_was_when_rows_change(
    panel: PropertiesPanel, window: MainWindow
) -> None:
    """A switch that brings another row can be switched back at once."""
    window.activateWindow()
    select(panel, HALL)
    check(panel, "door").setFocus()
    check(panel, "door").click()
    assert "available" in panel.controls
    assert window.focusWidget() is check(panel, "door")


def test_equal_numbers_are_equal_whatever_their_dust(
    panel: PropertiesPanel, window: MainWindow
) -> None:
    """0.1 + 0.2 is 0.3."""
    level = Level().with_items(
        {
            1: Obstacle(id=1, polygon=box(0.0, 0.0, 0.3, 1.0)),
            2: Obstacle(id=2, polygon=box(0.1, 0.0, 0.4, 1.0)),
        }
    )
    window.document.load(level, None)
    select(panel, 1, 2)
    assert field(panel, "width").text() == "0.30 m"


def test_many_follow_a_drag_when_it_is_over(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Hundreds are not shown at each move of the mouse."""
    things = {i: Obstacle(id=i, order=i, polygon=box(i, 0, i + 0.5, 1)) for i in range(1, MANY + 2)}
    document = window.document
    document.load(Level().with_items(things), None)
    select(panel, *things)
    assert "centre_z" not in panel.controls, "the canvas shows first what is selected"
    qtbot.waitUntil(lambda: "centre_z" in panel.controls)
    level = document.level
    assert field(panel, "centre_z").text() == "0.50 m"
    document.preview(move(document.level, list(things), (0.0, 1.0)))
    assert field(panel, "centre_z").text() == "0.50 m"
    document.cancel_preview()
    QApplication.processEvents()
    assert field(panel, "centre_z").text() == "0.50 m"
    document.preview(move(document.level, list(things), (0.0, 1.0)))
    QApplication.processEvents()
    assert field(panel, "centre_z").text() == "0.50 m"
    document.commit(move(level, list(things), (0.0, 1.0)))
    qtbot.waitUntil(lambda: field(panel, "centre_z").text() == "1.50 m")


def test_areas_of_several_kinds_share_their_rows(panel: PropertiesPanel) -> None:
    """A door and a floor are both areas."""
    select(panel, HALL, YARD)
    assert "floor" in panel.controls
    select(panel, HALL, GATE)
    assert "floor" not in panel.controls
    assert check(panel, "door").checkState() == Qt.CheckState.PartiallyChecked
    assert panel.summary.text() == "2 elements"


def test_a_drag_that_ends_with_another_selection_keeps_the_value(panel: PropertiesPanel) -> None:
    """A switched value applies to the elements of the rows, not to a later selection."""
    document = panel.bench.document
    select(panel, TABLE)
    switch = check(panel, "enabled")
    # Something selects agents while the drag in hand ends, before the panel hears of it.
    document.blockSignals(True)
    select(panel, COOK, GUARD)
    document.blockSignals(False)
    switch.click()
    assert not document.level.obstacles[TABLE].enabled
    assert "enabled" not in panel.controls


def test_a_switch_whose_elements_are_gone_says_so(panel: PropertiesPanel) -> None:
    """No fault leaves the control, and nothing is set."""
    document = panel.bench.document
    said: list[str] = []
    panel.said.connect(said.append)
    select(panel, TABLE)
    switch = check(panel, "enabled")
    document.blockSignals(True)
    document.commit(delete(document.level, [TABLE]))
    document.blockSignals(False)
    switch.click()
    assert said == ["The selection has changed, so nothing was set."]
    assert document.stack.count() == 1


def test_a_switch_that_is_refused_is_taken_back_and_says_why(panel: PropertiesPanel) -> None:
    """The status bar has the reason."""
    said: list[str] = []
    panel.said.connect(said.append)
    select(panel, TABLE)
    switch = check(panel, "enabled")

    def refuse(value: object) -> None:
        message = "Not now."
        raise NavcoreError(message)

    switch.take = refuse
    switch.click()
    assert switch.isChecked()
    assert said == ["Not now."]


def test_agents_that_only_the_run_has_say_so_and_can_be_kept(
    panel: PropertiesPanel, window: MainWindow
) -> None:
    """One, several, none; the button writes them to the level."""
    run = window.run
    run.clock.step_once()
    newcomers = [Agent(id=9000 + i, name=f"late_{i}", position=(2.0 + i, 2.0)) for i in range(2)]
    run.commands.carry_out([Spawn(agent) for agent in newcomers])
    run.agents.choose({9000})
    assert not panel.run_only.isHidden()
    assert panel.summary.isHidden()
    assert panel.run_only.what.text() == "late_0, radius 0.45 m\nThis agent is only in the run."
    run.agents.choose({9000, 9001})
    assert "These agents are only in the run." in panel.run_only.what.text()
    run.agents.choose({9001})
    panel.run_only.keep.click()
    assert window.document.level.agents[9001].name == "late_1"
    assert panel.run_only.isHidden()
    assert field(panel, "name").text() == "late_1"
    run.agents.choose({9000})
    run.clock.stop_to_start()
    assert panel.run_only.isHidden()
