"""Properties: each committed value is one undo step, and invalid values are refused."""

import pytest
from properties_rows import check, choose, field, select, type_in
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE

from editor.look.after_frame import AfterFrame
from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.level.operations import move


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def test_nothing_selected_shows_those_of_the_level(panel: PropertiesPanel) -> None:
    """Nothing selected shows those of the level."""
    assert panel.level.isVisible()
    assert panel.controls == {}
    assert panel.places.isHidden()


def test_an_obstacle(panel: PropertiesPanel) -> None:
    """An obstacle."""
    select(panel, TABLE)
    assert list(panel.controls) == [
        "name", "group", "enabled", "centre", "size", "turn", "locked", "tags", "note",
    ]  # fmt: skip
    assert field(panel, "name").text() == "table"
    assert field(panel, "centre").text() == "4.50, 4.00 m"
    assert field(panel, "size").text() == "3.00 × 2.00 m"
    assert panel.places.places.rowCount() == 4


def test_rename_is_one_step_and_a_taken_name_is_marked(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Rename is one step and a taken name is marked."""
    select(panel, HALL)
    type_in(qtbot, panel, "name", "great_hall")
    assert window.document.level.areas[HALL].name == "great_hall"
    assert window.document.stack.count() == 1
    type_in(qtbot, panel, "name", "yard")
    assert field(panel, "name").property("invalid")
    assert window.document.stack.count() == 1
    window.canvas.setFocus()
    assert field(panel, "name").text() == "great_hall"
    window.document.stack.undo()
    assert field(panel, "name").text() == "hall"


def test_centre_and_size(qtbot: QtBot, panel: PropertiesPanel, window: MainWindow) -> None:
    """Centre and size."""
    select(panel, TABLE)
    type_in(qtbot, panel, "centre", "5, 4")
    assert window.document.level.obstacles[TABLE].polygon[0] == (3.5, 3.0)
    type_in(qtbot, panel, "size", "2 x 2")
    assert window.document.level.obstacles[TABLE].polygon == ((4, 3), (6, 3), (6, 5), (4, 5))
    type_in(qtbot, panel, "size", "0 x 2")
    assert field(panel, "size").property("invalid")
    assert window.document.stack.count() == 2


def test_a_shut_door(qtbot: QtBot, panel: PropertiesPanel, window: MainWindow) -> None:
    """A shut door."""
    select(panel, GATE)
    assert check(panel, "available").isChecked()
    check(panel, "available").click()
    assert not window.document.level.areas[GATE].available
    assert window.document.stack.undoText() == "Shut gate"
    window.document.stack.undo()
    assert check(panel, "available").isChecked()


def test_an_agent(qtbot: QtBot, panel: PropertiesPanel, window: MainWindow) -> None:
    """An agent."""
    select(panel, GUARD)
    type_in(qtbot, panel, "position", "3, 1")
    type_in(qtbot, panel, "facing", "90")
    type_in(qtbot, panel, "radius", "0.5")
    type_in(qtbot, panel, "walk_speed", "2")
    type_in(qtbot, panel, "wait", "1.5")
    choose(panel, "route_mode", "Loop")
    agent = window.document.level.agents[GUARD]
    assert agent.position == (3.0, 1.0)
    assert agent.facing == pytest.approx(1.5707963)
    assert (agent.radius, agent.walk_speed, agent.wait, agent.loop) == (0.5, 2.0, 1.5, True)
    assert window.document.stack.count() == 6
    type_in(qtbot, panel, "radius", "0")
    assert field(panel, "radius").property("invalid")
    assert window.document.level.agents[GUARD].radius == 0.5


def test_goals_are_added_moved_and_taken_away(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Goals are added moved and taken away."""
    select(panel, GUARD)
    panel.add_handle.click()
    assert len(window.document.level.agents[GUARD].goals) == 2
    places = panel.places.places
    assert places.setData(places.index(1, 0), "4.5")
    assert window.document.level.agents[GUARD].goals[1][0] == 4.5
    assert not places.setData(places.index(1, 0), "here")
    panel.places.selectRow(0)
    panel.places.setFocus()
    qtbot.keyClick(panel.places, Qt.Key.Key_Delete)
    assert len(window.document.level.agents[GUARD].goals) == 1
    assert window.document.stack.count() == 3


def test_corners_are_edited_and_selected_both_ways(
    panel: PropertiesPanel, window: MainWindow
) -> None:
    """Corners are edited and selected both ways."""
    select(panel, TABLE)
    places = panel.places.places
    assert places.setData(places.index(0, 0), "2")
    assert window.document.level.obstacles[TABLE].polygon[0] == (2.0, 3.0)
    panel.places.selectRow(2)
    assert window.document.selection.handles == {TABLE: frozenset({2})}
    window.document.select(frozenset({TABLE}), {TABLE: frozenset({1, 3})})
    rows = panel.places.selectionModel().selectedRows()
    assert sorted(index.row() for index in rows) == [1, 3]


def test_several_show_what_they_share(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Several elements show their shared values."""
    select(panel, TABLE, CHEST)
    assert panel.summary.text() == "2 obstacles"
    assert list(panel.controls) == [
        "group", "enabled", "centre_x", "centre_z", "width", "depth", "turn", "locked", "tags",
        "note",
    ]  # fmt: skip
    assert field(panel, "group").placeholderText() == "several values"
    type_in(qtbot, panel, "group", "Furniture")
    level = window.document.level
    assert {level.obstacles[TABLE].group, level.obstacles[CHEST].group} == {"Furniture"}
    assert window.document.stack.count() == 1
    select(panel, TABLE, COOK)
    assert panel.summary.text() == "2 elements"
    assert list(panel.controls) == ["group", "centre_x", "centre_z", "locked", "tags", "note"]


def test_a_mixed_switch_turns_all_on(panel: PropertiesPanel, window: MainWindow) -> None:
    """A mixed switch turns all on."""
    select(panel, CHEST)
    check(panel, "enabled").click()
    select(panel, TABLE, CHEST)
    assert check(panel, "enabled").checkState() == Qt.CheckState.PartiallyChecked
    check(panel, "enabled").click()
    level = window.document.level
    assert level.obstacles[TABLE].enabled
    assert level.obstacles[CHEST].enabled


def test_turning_a_number_is_one_step(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Turning a number is one step."""
    select(panel, COOK)
    found = field(panel, "radius")
    found.setFocus()
    for _ in range(4):
        qtbot.keyClick(found, Qt.Key.Key_Up)
    assert window.document.level.agents[COOK].radius == pytest.approx(0.6)
    assert window.document.stack.count() == 1


def test_fields_follow_a_drag(qtbot: QtBot, panel: PropertiesPanel, window: MainWindow) -> None:
    """Fields follow a drag, and the end of one that is cancelled."""
    select(panel, TABLE)
    window.document.preview(move(window.document.level, [TABLE], (1.0, 0.0)))
    qtbot.waitUntil(lambda: field(panel, "centre").text() == "5.50, 4.00 m")
    window.document.cancel_preview()
    assert field(panel, "centre").text() == "4.50, 4.00 m"


def test_fields_follow_a_drag_a_few_times_a_second(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Not in frames that move something; but the end at once."""
    select(panel, TABLE)
    level = window.document.level
    for x in (1.0, 2.0, 3.0):
        window.document.preview(move(level, [TABLE], (x, 0.0)))
    assert field(panel, "centre").text() == "4.50, 4.00 m"
    qtbot.waitUntil(lambda: field(panel, "centre").text() == "7.50, 4.00 m")
    edit = move(level, [TABLE], (4.0, 0.0))
    window.document.preview(edit)
    assert field(panel, "centre").text() == "7.50, 4.00 m"
    window.document.commit(edit)
    assert field(panel, "centre").text() == "8.50, 4.00 m"
    window.document.stack.undo()


def test_rows_that_were_shown_before_come_back_as_they_were_made(
    panel: PropertiesPanel, window: MainWindow
) -> None:
    """Text typed for other elements is gone, and the values are those of the selection."""
    window.document.select(frozenset({TABLE}))
    of_table = dict(panel.controls)
    panel.controls["name"].setText("never committed")
    window.document.select(frozenset({HALL}))
    assert panel.controls["name"] is not of_table["name"]
    window.document.select(frozenset({TABLE}))
    assert panel.controls == of_table
    assert panel.controls["name"].text() == window.document.level.element(TABLE).name


def test_properties_follow_the_frame_of_a_change(
    qtbot: QtBot,
    panel: PropertiesPanel,
    window: MainWindow,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The frame of a click, a drop or an undo leaves them; what is typed goes to whom they show."""
    select(panel, HALL)
    monkeypatch.setattr(AfterFrame, "ms", 20)
    window.document.select(frozenset({TABLE}))
    assert field(panel, "name").text() == "hall"
    qtbot.waitUntil(lambda: field(panel, "name").text() == "table")
    window.document.commit(move(window.document.level, [TABLE], (1.0, 0.0)))
    window.document.stack.undo()
    window.document.select(frozenset({HALL}))
    assert field(panel, "centre").text() == "4.50, 4.00 m"
    type_in(qtbot, panel, "name", "desk")
    assert window.document.level.obstacles[TABLE].name == "desk"
    qtbot.waitUntil(lambda: field(panel, "name").text() == "hall")
