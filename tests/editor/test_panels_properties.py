"""Properties: each committed value is one undo step, and what can't be is refused."""

import math

import pytest
from hand import Hand
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, box

from editor.look.fields import Check, Field, NoteField
from editor.panels.properties.panel import MANY, PropertiesPanel
from editor.shell.window import MainWindow
from navcore.errors import NavcoreError
from navcore.geometry.shapes import circle_ring, rectangle_ring, wall_rings
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Obstacle
from navcore.level.operations import delete, lock, middle_of, move, size_of
from navcore.sim.run import Spawn
from navcore.world import World


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def select(panel: PropertiesPanel, *ids: int) -> None:
    """Select these elements."""
    panel.bench.document.select(frozenset(ids))


def field(panel: PropertiesPanel, key: str) -> Field:
    """The field of a property."""
    found = panel.controls[key]
    assert isinstance(found, Field)
    return found


def check(panel: PropertiesPanel, key: str) -> Check:
    """The switch of a property."""
    found = panel.controls[key]
    assert isinstance(found, Check)
    return found


def note(panel: PropertiesPanel) -> NoteField:
    """The field of the note."""
    found = panel.controls["note"]
    assert isinstance(found, NoteField)
    return found


def faults(panel: PropertiesPanel) -> list[str]:
    """The sentences below fields."""
    labels = panel.form.findChildren(QLabel, "fault")
    return [label.text() for label in labels if not label.isHidden()]


def type_in(qtbot: QtBot, panel: PropertiesPanel, key: str, text: str) -> None:
    """Type a value and press Enter."""
    found = field(panel, key)
    found.setFocus()
    found.selectAll()
    qtbot.keyClicks(found, text)
    qtbot.keyClick(found, Qt.Key.Key_Return)


def test_nothing_selected_says_what_to_do(panel: PropertiesPanel) -> None:
    """Nothing selected says what to do."""
    assert "Nothing selected" in panel.summary.text()
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
    check(panel, "loop").click()
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
    """Several show what they share."""
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


def test_fields_follow_a_drag(panel: PropertiesPanel, window: MainWindow) -> None:
    """Fields follow a drag."""

    select(panel, TABLE)
    window.document.preview(move(window.document.level, [TABLE], (1.0, 0.0)))
    assert field(panel, "centre").text() == "5.50, 4.00 m"
    window.document.cancel_preview()
    assert field(panel, "centre").text() == "4.50, 4.00 m"


def test_what_an_obstacle_blocks_is_counted(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """What an obstacle blocks is counted."""
    select(panel, TABLE)
    cell = window.bake.world.grid.cell_size
    before = int(window.bake.world.grid.walkable.sum())

    level = window.document.level
    bare = World.build(delete(level, [TABLE]).apply(level))
    blocked = (int(bare.grid.walkable.sum()) - before) * cell**2
    assert blocked > 6.0
    qtbot.waitUntil(lambda: panel.facts.text() == f"Blocks {blocked:.1f} m² of floor")
    select(panel, HALL)
    assert panel.facts.text() == "Encloses 80.0 m²"


def test_several_numbers_are_set_at_once_or_each_from_its_own(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Plain values, sums with units, changes and the number in the row."""
    select(panel, GUARD, COOK)
    assert field(panel, "radius").text() == ""
    assert field(panel, "radius").placeholderText() == "several values"
    for text, radii in (
        ("50 cm", (0.5, 0.5)), ("*= 2", (1.0, 1.0)), ("x + n*0.5", (1.0, 1.5)),
        ("-= 0.5", (0.5, 1.0)),
    ):  # fmt: skip
        type_in(qtbot, panel, "radius", text)
        agents = window.document.level.agents
        assert (agents[GUARD].radius, agents[COOK].radius) == radii
    assert window.document.stack.count() == 4
    assert window.document.stack.undoText() == "Change radius of 2 agents"
    window.document.stack.undo()
    assert window.document.level.agents[COOK].radius == 1.5


def test_several_are_moved_resized_and_turned_by_component(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """x and z, width and depth each have a field of their own."""
    select(panel, TABLE, CHEST)
    assert field(panel, "centre_x").placeholderText() == "several"

    def middles() -> list[tuple[float, float]]:
        """Where they are."""
        return [middle_of(window.document.level.obstacles[i]) for i in (TABLE, CHEST)]

    def sizes() -> list[tuple[float, float]]:
        """How large they are."""
        return [size_of(window.document.level.obstacles[i]) for i in (TABLE, CHEST)]

    type_in(qtbot, panel, "centre_x", "+= 0.5")
    assert middles() == [(5.0, 4.0), (15.0, 1.5)]
    assert window.document.stack.undoText() == "Move 2 obstacles"
    type_in(qtbot, panel, "centre_z", "3")
    assert middles() == [(5.0, 3.0), (15.0, 3.0)]
    assert field(panel, "centre_z").text() == "3.00 m"
    type_in(qtbot, panel, "width", "*= 2")
    assert sizes() == [(6.0, 2.0), (2.0, 1.0)]
    type_in(qtbot, panel, "depth", "1.5")
    assert sizes() == [(6.0, 1.5), (2.0, 1.5)]
    assert window.document.stack.undoText() == "Resize 2 obstacles"
    type_in(qtbot, panel, "turn", "n * 45")
    assert window.document.stack.undoText() == "Turn chest"
    assert sizes() == [(6.0, 1.5), (2.0, 1.5)]
    assert window.document.stack.count() == 5
    type_in(qtbot, panel, "width", "-= 4")
    assert field(panel, "width").property("invalid")
    assert faults(panel) == ["Type 0.00 m or more."]
    assert window.document.stack.count() == 5


def test_turning_several_numbers_by_the_wheel_is_one_step(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Each goes on from its own."""
    select(panel, GUARD, COOK)
    found = field(panel, "radius")
    found.setFocus()
    for _ in range(3):
        qtbot.keyClick(found, Qt.Key.Key_Up)
    agents = window.document.level.agents
    assert agents[GUARD].radius == pytest.approx(0.6)
    assert agents[COOK].radius == pytest.approx(0.55)
    assert window.document.stack.count() == 1


def test_shapes_show_what_they_were_made_from(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """A rectangle its turn, a circle its radius, a wall its thickness; outlines follow."""
    line = ((1.0, 7.0), (5.0, 7.0))
    made = [
        Obstacle(
            id=20, polygon=rectangle_ring((2, 2), 2, 1, 0.5), shape={"rect": [2, 2, 2, 1, 0.5]}
        ),
        Obstacle(id=21, polygon=circle_ring((5, 5), 1), shape={"circle": [5, 5, 1]}),
        Obstacle(id=22, polygon=wall_rings(line, 0.2)[0], shape={"line": [*line], "width": 0.2}),
    ]
    document = window.document
    document.commit(Edit.put(document.level, made))
    select(panel, 20)
    assert field(panel, "size").text() == "2.00 × 1.00 m"
    assert field(panel, "turn").text() == "29°"
    type_in(qtbot, panel, "turn", "45")
    assert document.level.obstacles[20].polygon == rectangle_ring((2, 2), 2, 1, math.pi / 4)
    select(panel, 21)
    assert "size" not in panel.controls
    type_in(qtbot, panel, "circle_radius", "+= 50 cm")
    assert document.level.obstacles[21].polygon == circle_ring((5, 5), 1.5)
    select(panel, 22)
    type_in(qtbot, panel, "thickness", "0.4")
    assert document.level.obstacles[22].polygon == wall_rings(line, 0.4)[0]
    assert document.stack.count() == 4


def test_what_is_locked_stays_where_it_is(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Place, size and corners are shown, everything else can be changed."""
    select(panel, TABLE)
    check(panel, "locked").click()
    assert window.document.stack.undoText() == "Lock table"
    moving = {"centre", "size", "turn"}
    for key, control in panel.controls.items():
        assert control.isEnabled() == (key not in moving)
    assert field(panel, "size").text() == "3.00 × 2.00 m"
    assert "Locked" in field(panel, "size").toolTip()
    assert not panel.places.isEnabled()
    type_in(qtbot, panel, "name", "desk")
    assert window.document.level.obstacles[TABLE].name == "desk"
    select(panel, TABLE, CHEST)
    assert panel.summary.text() == "2 obstacles, 1 locked"
    assert check(panel, "locked").checkState() == Qt.CheckState.PartiallyChecked
    assert not field(panel, "centre_x").isEnabled()
    select(panel, GUARD)
    assert panel.add_handle.isEnabled()
    window.document.commit(lock(window.document.level, [GUARD]))
    assert not panel.add_handle.isEnabled()
    check(panel, "locked").click()
    assert panel.add_handle.isEnabled()
    assert field(panel, "position").isEnabled()


def test_tags_are_words_parted_by_commas(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """For several: + adds one to each, - takes it away."""
    select(panel, TABLE)
    type_in(qtbot, panel, "tags", " wood, heavy ,wood,")
    assert window.document.level.obstacles[TABLE].tags == ("wood", "heavy")
    assert field(panel, "tags").text() == "wood, heavy"
    select(panel, TABLE, CHEST)
    assert field(panel, "tags").placeholderText() == "several values"
    type_in(qtbot, panel, "tags", "+old, -wood")
    level = window.document.level
    assert level.obstacles[TABLE].tags == ("heavy", "old")
    assert level.obstacles[CHEST].tags == ("old",)
    assert window.document.stack.undoText() == "Change tags of 2 obstacles"
    assert window.document.stack.count() == 2


def test_groups_that_are_there_are_offered(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """One types a few letters and takes it."""
    select(panel, TABLE)
    found = field(panel, "group")
    found.setFocus()
    completer = found.completer()
    assert completer is not None
    qtbot.keyClicks(found, "thi")
    assert completer.currentCompletion() == "Things"
    popup = completer.popup()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert window.document.level.obstacles[TABLE].group == "Things"
    assert window.document.stack.undoText() == "Put table into Things"


def test_notes_hold_several_lines(qtbot: QtBot, panel: PropertiesPanel, window: MainWindow) -> None:
    """Enter begins another, Ctrl+Enter goes back to the canvas."""
    window.activateWindow()
    select(panel, TABLE, CHEST)
    found = note(panel)
    found.setFocus()
    qtbot.keyClicks(found, "Oak.")
    qtbot.keyClick(found, Qt.Key.Key_Return)
    qtbot.keyClicks(found, "Heavy.")
    qtbot.keyClick(found, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    level = window.document.level
    assert level.obstacles[TABLE].note == level.obstacles[CHEST].note == "Oak.\nHeavy."
    assert window.focusWidget() is window.canvas
    assert window.document.stack.count() == 1


def test_a_look_at_a_field_changes_nothing(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """Through all of them with Tab, and Enter in each."""
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
    """What is selected elsewhere while somebody types drops the typing."""
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
    """What is switched is meant for what the rows are about, not for what is selected since."""
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
    """In the status bar."""
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
