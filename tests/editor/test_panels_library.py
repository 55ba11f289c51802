"""The library: definitions that are used by name."""

import pytest
from fields_hand import retype, type_into
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small_level import COOK, GATE, GUARD

from editor.panels.library.agent_types import AgentTypes
from editor.panels.library.sections import SECTIONS
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import profiles as op
from navcore.level.profiles import profile_named

KEY = Qt.Key


@pytest.fixture
def types(window):
    """The section of agent types, in sight."""
    window.activateWindow()
    window.show_panel("library")
    return window.panels["library"].sections[AgentTypes]


@pytest.fixture
def cart(window):
    """The level has a type besides the one without a name."""
    window.document.commit(op.add_profile(window.document.level, "cart", radius=0.9))


def names(window):
    """The names of the level's types."""
    return [profile.name for profile in window.document.level.settings.profiles]


def profile(window, name):
    """One of them."""
    return profile_named(window.document.level.settings.profiles, name)


def choose(types, text):
    """Choose the line with this text."""
    (item,) = types.table.list.findItems(text, Qt.MatchFlag.MatchExactly)
    types.table.list.setCurrentItem(item)


def test_it_stands_between_outline_and_history(window):
    """Second of the upper tabs."""
    tabs = window.arrangement.docks["upper"].tabs
    assert [tabs.tabText(n) for n in range(tabs.count())] == ["Outline", "Library", "History"]


def test_every_section_of_the_table_is_there(window):
    """They have titles, in the order of the table."""
    assert list(window.panels["library"].sections) == list(SECTIONS)
    assert all(section.title for section in SECTIONS)


class TestAgentTypes:
    """The types of a level."""

    def test_standard_is_the_radius_of_the_level(self, window, types):
        """One edit, one step; refused with a sentence. It has no abilities and stays."""
        fields = types.fields
        assert [types.table.list.item(n).text() for n in range(types.table.list.count())] == [
            "Standard"
        ]
        assert types.hint.isVisible()
        assert not fields.abilities.isEnabled()
        assert not types.table.remove.isEnabled()
        type_into(fields.radius, "0.6")
        assert window.document.level.settings.agent_radius == 0.6
        assert window.document.stack.count() == 1
        assert window.canvas.hasFocus()
        type_into(fields.radius, "-1")
        assert fields.rows.fault.isVisible()
        assert window.document.stack.count() == 1
        QTest.keyClick(fields.radius, KEY.Key_Escape)
        types.table.list.setFocus()
        QTest.keyClick(types.table.list, KEY.Key_Delete)
        QTest.keyClick(types.table.list, KEY.Key_F2)
        assert not types.table.list.renames
        assert window.document.stack.count() == 1

    def test_a_new_type_is_named_at_once(self, window, types):
        """Two steps: it comes, and gets its name."""
        types.table.add.click()
        assert types.table.chosen == "type_1"
        assert types.table.list.renames
        retype(" cart ")
        assert names(window) == ["cart"]
        assert QApplication.focusWidget() is window.canvas
        assert types.table.chosen == "cart"
        assert window.document.stack.count() == 2
        assert not types.hint.isVisible()
        window.document.stack.undo()
        assert (types.table.chosen, names(window)) == ("type_1", ["type_1"])
        window.document.stack.undo()
        assert (types.table.chosen, names(window)) == ("", [])

    def test_a_name_that_is_taken_is_refused(self, window, types, cart):
        """There is a message, and the old name stays."""
        said = []
        types.said.connect(said.append)
        types.table.add.click()
        retype("cart")
        assert said == ["Another agent type is called cart."]
        assert names(window) == ["cart", "type_1"]
        assert types.table.list.currentItem().text() == "type_1"

    def test_fields_are_those_of_the_chosen_type(self, window, types, cart):
        """Each value is one step; a number that is turned is one step, too."""
        fields = types.fields
        choose(types, "cart")
        type_into(fields.abilities, "key,  swim, key")
        assert profile(window, "cart").abilities == ("key", "swim")
        assert fields.abilities.text() == "key, swim"
        fields.neighbours.setCurrentIndex(1)
        fields.neighbours.activated.emit(1)
        assert profile(window, "cart").neighbours == 4
        steps = window.document.stack.count()
        fields.radius.setFocus()
        for _ in range(3):
            QTest.keyClick(fields.radius, KEY.Key_Up)
        assert profile(window, "cart").radius == pytest.approx(1.05)
        assert window.document.stack.count() == steps + 1
        type_into(fields.radius, "0")
        assert fields.rows.fault.text() == "Radius must be a number over 0, at most 1000, not 0."
        QTest.keyClick(fields.radius, KEY.Key_Escape)
        choose(types, "Standard")
        assert fields.radius.text() == "0.45 m"
        assert fields.abilities.text() == ""

    def test_abilities_are_completed_one_by_one(self, window, types, cart):
        """To those that types have and areas require."""
        level = window.document.level
        gate = replace(level.areas[GATE], needs=("silver_key",))
        window.document.commit(Edit.put(level, [gate]))
        choose(types, "cart")
        field = types.fields.abilities
        field.setFocus()
        QTest.keyClicks(field, "swim, sil")
        completer = field.completer()
        assert completer.completionCount() == 1
        assert completer.currentCompletion() == "swim, silver_key"
        QTest.keyClick(field, KEY.Key_Escape)

    def test_it_counts_its_agents_and_selects_them(self, window, types, chosen, cart):
        """Those of another radius as well."""
        fields, level = types.fields, window.document.level
        window.document.commit(op.assign_profile(level, [COOK], "cart"))
        fields.recount.refresh()
        assert fields.users.text() == "1 agent has this type"
        fields.select_users.click()
        assert chosen() == {GUARD}
        choose(types, "cart")
        assert fields.users.text() == "1 agent has this type"
        assert fields.others.text() == "1 has another radius"
        fields.select_others.click()
        assert chosen() == {COOK}

    def test_it_follows_edits_while_it_is_seen(self, window, types):
        """It updates later, and not at all while it is hidden."""
        fields, level = types.fields, window.document.level
        before = fields.others.text()
        window.document.commit(Edit.put(level, [replace(level.agents[GUARD], radius=0.9)]))
        assert fields.others.text() == before
        QTest.qWait(300)
        assert fields.others.text() != before
        window.show_panel("outline")
        asked = []
        fields.recount.refresh = lambda: asked.append(1)
        window.document.stack.undo()
        QTest.qWait(300)
        del fields.recount.refresh
        assert not asked

    def test_types_are_duplicated_and_reordered(self, window, types, cart):
        """By buttons; the chosen one stays chosen."""
        choose(types, "cart")
        types.table.copy.click()
        retype("wagon")
        assert names(window) == ["cart", "wagon"]
        assert profile(window, "wagon").radius == 0.9
        types.table.up.click()
        assert names(window) == ["wagon", "cart"]
        assert types.table.chosen == "wagon"
        assert not types.table.up.isEnabled()
        types.table.down.click()
        assert names(window) == ["cart", "wagon"]
        assert not types.table.down.isEnabled()

    def test_its_floor_is_shown_from_here(self, window, types, cart):
        """The button is off for other types, and shows their floors."""
        choose(types, "cart")
        types.see.click()
        assert window.bake.shown_floor.type_name == "cart"
        assert types.see.isChecked()
        choose(types, "Standard")
        assert not types.see.isChecked()
        types.see.click()
        assert window.bake.shown_floor.type_name == ""


class TestAccidents:
    """Types that change while another action is in progress."""

    def test_deleting_one_with_its_agents_selected(self, window, types, chosen, cart):
        """They stay selected and are of no type; one undo brings all back."""
        document, said = window.document, []
        document.commit(op.assign_profile(document.level, [COOK, GUARD], "cart"))
        document.select(frozenset({COOK, GUARD}))
        before = document.level
        types.said.connect(said.append)
        choose(types, "cart")
        types.table.list.setFocus()
        QTest.keyClick(types.table.list, KEY.Key_Delete)
        assert names(window) == []
        assert {agent.profile for agent in document.level.agents.values()} == {""}
        assert chosen() == {COOK, GUARD}
        assert said == ["cart is deleted. Its agents are of the Standard type now."]
        document.stack.undo()
        assert document.level == before

    def test_renaming_one_while_its_floor_is_shown(self, window, types, cart):
        """The chip shows the new name."""
        window.bake.shown_floor.show_type("cart")
        choose(types, "cart")
        types.table.list.setFocus()
        QTest.keyClick(types.table.list, KEY.Key_F2)
        retype("wagon")
        assert window.bake.shown_floor.type_name == "wagon"
        assert window.canvas.chrome.type_chip.text().strip() == "wagon"
        window.document.stack.undo()
        assert window.bake.shown_floor.type_name == "cart"

    def test_undo_while_a_field_is_typed_in(self, window, types, cart):
        """Text typed for a deleted type is dropped, and no other type gets it."""
        fields = types.fields
        choose(types, "cart")
        fields.radius.setFocus()
        fields.radius.selectAll()
        QTest.keyClicks(fields.radius, "3.3")
        window.document.stack.undo()
        assert names(window) == []
        assert types.table.chosen == ""
        window.canvas.setFocus()
        assert window.document.level.settings.agent_radius == 0.45
        assert fields.radius.text() == "0.45 m"

    def test_undo_while_a_name_is_typed(self, window, types, cart):
        """The field disappears with the type."""
        choose(types, "cart")
        types.table.list.setFocus()
        QTest.keyClick(types.table.list, KEY.Key_F2)
        window.document.stack.undo()
        assert names(window) == []
        assert not types.table.list.renames
        assert types.table.list.count() == 1

    def test_another_level_has_its_own_types(self, window, types, cart):
        """The first one is chosen."""
        choose(types, "cart")
        window.document.load(Level(), None)
        assert types.table.chosen == ""
        assert types.table.list.count() == 1
