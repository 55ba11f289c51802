"""Terrains in the library: the table, its fields, and costs for an agent type."""

import pytest
from fields_hand import retype, type_into
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QColorDialog

from editor.panels.library.agent_types import AgentTypes
from editor.panels.library.terrains import Terrains
from editor.tools.brush import BrushTool
from navcore.level.edit import Edit
from navcore.level.model import Profile, Zone
from navcore.level.operations import profiles as profile_operations
from navcore.level.operations.brush import Brush, paint
from navcore.level.operations.terrains import uses_of
from navcore.level.tables import TERRAINS

KEY = Qt.Key
USUAL = [terrain.name for terrain in TERRAINS]
RING = ((1.0, 1.0), (4.0, 1.0), (4.0, 4.0))


@pytest.fixture
def terrains(window):
    """Return the visible section for a level with a zone and a patch of mud."""
    zone = Zone(id=900, name="marsh", terrain="mud", polygon=RING)
    window.document.commit(Edit.put(window.document.level, [zone]))
    level = window.document.level
    window.document.commit(paint(level, [(6.0, 6.0)], "mud", Brush(2)))
    window.document.stack.setClean()
    window.activateWindow()
    window.show_panel("library")
    return window.panels["library"].sections[Terrains]


def table(window):
    """The terrains of the level, by name."""
    return {terrain.name: terrain for terrain in window.document.level.settings.all_terrains}


def choose(terrains, name):
    """Choose a row."""
    (item,) = terrains.table.list.findItems(name, Qt.MatchFlag.MatchExactly)
    terrains.table.list.setCurrentItem(item)


def steps(window):
    """Return the number of undo steps after the setup."""
    return window.document.stack.index() - 2


def test_the_table_is_listed_with_costs_and_swatches(window, terrains):
    """A tool tip explains each, and so does the text for screen readers."""
    rows = [terrains.table.list.item(n) for n in range(terrains.table.list.count())]
    assert [row.text() for row in rows] == USUAL
    mud = rows[USUAL.index("mud")]
    assert mud.data(Qt.ItemDataRole.AccessibleTextRole) == "mud, × 1.5"
    assert mud.toolTip() == "mud, cost × 1.5"
    assert rows[USUAL.index("water")].toolTip() == "water, requires swim"
    assert not mud.icon().isNull()
    assert terrains.table.chosen == "ground"
    assert not terrains.table.remove.isEnabled()
    assert not terrains.reset.isEnabled()


def test_a_cost_is_one_step(window, terrains):
    """Refused with a sentence where it can't be."""
    choose(terrains, "mud")
    type_into(terrains.fields.cost, "2.5")
    assert table(window)["mud"].cost == 2.5
    assert steps(window) == 1
    assert window.canvas.hasFocus()
    type_into(terrains.fields.cost, "0")
    assert "over 0" in terrains.fields.rows.fault.text() or terrains.fields.rows.fault.isVisible()
    assert steps(window) == 1
    QTest.keyClick(terrains.fields.cost, KEY.Key_Escape)
    window.document.stack.undo()
    assert table(window)["mud"].cost == 1.5
    assert window.document.level.settings.terrains == ()
    assert terrains.fields.cost.value == 1.5


def test_the_other_fields(window, terrains):
    """Required abilities, slowing and colour, one step each."""
    choose(terrains, "mud")
    type_into(terrains.fields.requires, "boots, boots, wade")
    assert table(window)["mud"].needs == ("boots", "wade")
    terrains.fields.slows.click()
    assert not table(window)["mud"].slows
    type_into(terrains.fields.colour, "#00ff88")
    assert table(window)["mud"].colour == "#00ff88"
    assert steps(window) == 3
    type_into(terrains.fields.colour, "green")
    assert terrains.fields.rows.fault.isVisible()
    assert "six hexadecimal digits" in terrains.fields.rows.fault.text()
    assert steps(window) == 3


def test_a_colour_can_be_chosen(window, terrains):
    """A dialog offers it; closing it without a choice changes nothing."""
    choose(terrains, "mud")
    terrains.fields.choose.click()
    (dialog,) = terrains.fields.findChildren(QColorDialog)
    dialog.reject()
    assert steps(window) == 0
    terrains.fields.choose.click()
    dialog = terrains.fields.findChildren(QColorDialog)[-1]
    assert dialog.currentColor().name() == "#8a6a46"
    dialog.setCurrentColor("#112233")
    dialog.accept()
    assert table(window)["mud"].colour == "#112233"
    assert steps(window) == 1


def test_adding_duplicating_and_renaming(window, terrains):
    """A new row is named at once; elements with a renamed terrain follow."""
    terrains.table.add.click()
    assert terrains.table.chosen == "terrain_1"
    retype(" glue ")
    assert list(table(window)) == [*USUAL, "glue"]
    assert steps(window) == 2
    choose(terrains, "mud")
    terrains.table.copy.click()
    assert terrains.table.chosen == "mud_2"
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Escape)
    choose(terrains, "mud")
    terrains.table.list.setFocus()
    QTest.keyClick(terrains.table.list, KEY.Key_F2)
    retype("bog")
    assert terrains.table.chosen == "bog"
    assert uses_of(window.document.level, "bog") == (1, 4)
    assert steps(window) == 4


def test_a_name_that_is_taken_is_refused(window, terrains):
    """And the ground keeps its own."""
    said = []
    terrains.said.connect(said.append)
    choose(terrains, "mud")
    terrains.table.list.setFocus()
    QTest.keyClick(terrains.table.list, KEY.Key_F2)
    retype("ice")
    assert said == ["Another terrain is called ice."]
    assert terrains.table.list.currentItem().text() == "mud"
    choose(terrains, "ground")
    QTest.keyClick(terrains.table.list, KEY.Key_F2)
    assert not terrains.table.list.renames
    assert steps(window) == 0


def test_deleting_says_what_is_ground_now(window, terrains):
    """It is one step, and undo restores all of it."""
    said = []
    terrains.said.connect(said.append)
    choose(terrains, "mud")
    assert terrains.fields.uses.text() == "1 drawn zone, 4 painted tiles of it."
    terrains.table.list.setFocus()
    QTest.keyClick(terrains.table.list, KEY.Key_Delete)
    assert said == [
        "mud is deleted. What was made of it is ground now: 1 drawn zone, 4 painted tiles."
    ]
    assert window.document.level.of(Zone)[900].terrain == "ground"
    assert steps(window) == 1
    window.document.stack.undo()
    assert uses_of(window.document.level, "mud") == (1, 4)
    assert terrains.table.list.count() == len(USUAL)


def test_order_and_reset(window, terrains):
    """Rows move up and down, and back to the default."""
    choose(terrains, "mud")
    terrains.table.up.click()
    assert list(table(window)).index("mud") == USUAL.index("mud") - 1
    assert terrains.table.chosen == "mud"
    terrains.table.down.click()
    assert list(table(window)) == USUAL
    terrains.table.add.click()
    QTest.keyClick(QApplication.focusWidget(), KEY.Key_Escape)
    terrains.reset.click()
    assert window.document.level.settings.terrains == ()
    assert steps(window) == 4


def test_painting_with_a_terrain(window, terrains):
    """The brush becomes active with it."""
    choose(terrains, "ice")
    terrains.paint.click()
    tool = window.canvas.gestures.tool
    assert isinstance(tool, BrushTool)
    assert tool.terrain.name == "ice"
    assert window.options.choices["terrain"].currentText() == "ice"
    assert window.canvas.hasFocus()


def test_costs_of_one_agent_type(window, terrains):
    """An empty field means the terrain's own cost; the Standard type has no costs."""
    types = window.panels["library"].sections[AgentTypes]
    costs = types.fields.costs
    assert not costs.isEnabled()
    level = window.document.level
    window.document.commit(profile_operations.add_profile(level, "pig"))
    types.table.list.setCurrentRow(1)
    assert costs.isEnabled()
    assert costs.listed.text() == "As the terrains say."
    costs.terrain.setCurrentIndex(USUAL.index("mud"))
    costs.terrain.activated.emit(USUAL.index("mud"))
    assert costs.cost.placeholderText() == "× 1.5"
    before = steps(window)
    type_into(costs.cost, "0.5")
    pig = window.document.level.settings.profiles[0]
    assert pig == Profile(name="pig", radius=pig.radius, costs={"mud": 0.5})
    assert costs.listed.text() == "mud × 0.5"
    assert steps(window) == before + 1
    type_into(costs.cost, "-3")
    assert types.fields.rows.fault.isVisible()
    QTest.keyClick(costs.cost, KEY.Key_Escape)
    type_into(costs.cost, "")
    assert window.document.level.settings.profiles[0].costs == {}
    assert steps(window) == before + 2


def test_another_level_shows_its_own_table(window, terrains):
    """Its first row is selected."""
    choose(terrains, "mud")
    window.files.new()
    assert terrains.table.chosen == "ground"
