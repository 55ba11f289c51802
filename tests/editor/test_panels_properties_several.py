"""The panel Properties for several elements: shared numbers, shapes, tags, groups, notes."""

import math

import pytest
from properties_rows import check, field, note, select, type_in
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from small_level import CHEST, COOK, GUARD, HALL, TABLE

from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.geometry.shapes import circle_ring, rectangle_ring, wall_rings
from navcore.level.edit import Edit
from navcore.level.model import Obstacle
from navcore.level.operations import delete, lock, middle_of, size_of
from navcore.world import World


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def faults(panel: PropertiesPanel) -> list[str]:
    """The sentences below fields."""
    labels = panel.form.findChildren(QLabel, "fault")
    return [label.text() for label in labels if not label.isHidden()]


def test_what_an_obstacle_blocks_is_counted(
    qtbot: QtBot, panel: PropertiesPanel, window: MainWindow
) -> None:
    """The property of several obstacles is counted."""
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
    """Each starts from its own value."""
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
    """Enter begins another, Ctrl+Enter returns to the canvas."""
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
