"""Properties: type of agents, requirements of areas and doors, bodies wider than their type."""

import pytest
from fields_hand import type_into
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from small_level import COOK, GATE, GUARD, HALL, TABLE

from editor.panels.properties import form
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.level.operations import profiles as op
from navcore.level.operations import set_fields

KEY = Qt.Key


@pytest.fixture
def panel(window):
    """The panel, over a level with a cart and a wagon."""
    window.activateWindow()
    settings = replace(
        window.document.level.settings,
        profiles=(Profile(name="cart", radius=0.9, abilities=("key",)),
                  Profile(name="wagon", radius=1.5)),
    )  # fmt: skip
    window.document.load(window.document.level.with_settings(settings), None)
    return window.panels["properties"]


def choose(panel, text):
    """Choose from the list of types, as a click does."""
    box = panel.controls["type"]
    row = box.findText(text)
    assert row >= 0, [box.itemText(n) for n in range(box.count())]
    box.setCurrentIndex(row)
    box.activated.emit(row)


def agent(window, key):
    """Return the agent of the level."""
    return window.document.level.agents[key]


class TestType:
    """The agent types of the level, for one agent or several."""

    def test_it_is_chosen_from_the_types_of_the_level(self, window, panel):
        """It is one step; agents as wide as the old type become as wide as the new one."""
        window.document.select(frozenset({GUARD}))
        box = panel.controls["type"]
        assert [box.itemText(n) for n in range(box.count())] == ["Standard", "cart", "wagon"]
        assert box.currentText() == "Standard"
        choose(panel, "cart")
        assert (agent(window, GUARD).profile, agent(window, GUARD).radius) == ("cart", 0.9)
        assert panel.controls["radius"].text() == "0.90 m"
        assert window.document.stack.undoText() == "Change agent type of guard"
        window.document.stack.undo()
        assert box.currentText() == "Standard"

    def test_several_agents_show_that_they_differ(self, window, panel):
        """The chosen type is set for all of them."""
        document = window.document
        document.commit(op.assign_profile(document.level, [COOK], "wagon"))
        document.select(frozenset({COOK, GUARD}))
        box = panel.controls["type"]
        assert box.currentIndex() == -1
        assert box.placeholderText() == "several values"
        choose(panel, "cart")
        assert {agent(window, key).profile for key in (COOK, GUARD)} == {"cart"}
        assert box.currentText() == "cart"

    def test_it_follows_the_types(self, window, panel):
        """New ones, new names, and those that go."""
        document = window.document
        document.commit(op.assign_profile(document.level, [GUARD], "cart"))
        document.select(frozenset({GUARD}))
        document.commit(op.rename_profile(document.level, "cart", "barrow"))
        box = panel.controls["type"]
        assert box.currentText() == "barrow"
        document.commit(op.add_profile(document.level, "ghost"))
        assert box.findText("ghost") == 3
        document.commit(op.delete_profile(document.level, "barrow"))
        assert box.currentText() == "Standard"
        assert box.findText("barrow") < 0
        document.stack.undo()
        assert box.currentText() == "barrow"

    def test_a_type_that_the_level_lacks_is_told(self, window, panel):
        """Files may have one; it is shown until another is chosen."""
        level = window.document.level
        lost = replace(level.agents[GUARD], profile="gone")
        window.document.commit(Edit.put(level, [lost]))
        window.document.select(frozenset({GUARD}))
        assert panel.controls["type"].currentText() == "gone (not in this level)"
        choose(panel, "Standard")
        assert agent(window, GUARD).profile == ""
        assert panel.controls["type"].findText("gone (not in this level)") < 0

    def test_only_agents_have_one(self, window, panel):
        """Other selected elements have none."""
        window.document.select(frozenset({GUARD, TABLE}))
        assert "type" not in panel.controls


class TestRequires:
    """Abilities without which areas and doors are shut."""

    def test_it_is_typed_as_words(self, window, panel):
        """It is one undo step; the completion has the abilities of types."""
        window.document.select(frozenset({GATE}))
        field = panel.controls["requires"]
        assert field.placeholderText() == "Nothing"
        field.setFocus()
        QTest.keyClicks(field, "badge, k")
        assert field.completer().currentCompletion() == "badge, key"
        type_into(field, "key, badge")
        level = window.document.level
        assert level.areas[GATE].needs == ("key", "badge")
        assert field.text() == "key, badge"
        assert window.document.stack.undoText() == "Change required abilities of gate"
        assert not window.bake.world.is_walkable(10.5, 4.5)

    def test_several_areas_get_or_lose_a_word(self, window, panel):
        """Each keeps its others."""
        document = window.document
        document.commit(set_fields(document.level, [GATE], needs=("key",)))
        document.select(frozenset({GATE, HALL}))
        field = panel.controls["requires"]
        assert field.placeholderText() == "several values"
        type_into(field, "+badge")
        areas = document.level.areas
        assert (areas[GATE].needs, areas[HALL].needs) == (("key", "badge"), ("badge",))
        type_into(field, "-badge")
        areas = document.level.areas
        assert (areas[GATE].needs, areas[HALL].needs) == (("key",), ())

    def test_obstacles_require_nothing(self, window, panel):
        """Obstacles block all agents."""
        window.document.select(frozenset({TABLE}))
        assert "requires" not in panel.controls


class TestWideBodies:
    """Agents that their floor does not know the width of."""

    def test_a_body_wider_than_its_type_is_told(self, window, panel):
        """The note has its type's radius, and disappears when it fits."""
        document, wide = window.document, panel.wide
        document.select(frozenset({GUARD}))
        assert wide.isHidden()
        type_into(panel.controls["radius"], "1.2")
        assert wide.note.text().startswith("Wider than its type, 0.45 m:")
        assert wide.widen.text() == "Widen Standard to 1.20 m"
        assert wide.change.text() == "Change type to wagon"
        window.document.stack.undo()
        assert wide.isHidden()

    def test_the_type_is_made_wider(self, window, panel):
        """It is one step, and other bodies stay unchanged."""
        document, wide = window.document, panel.wide
        document.commit(op.assign_profile(document.level, [GUARD, COOK], "cart"))
        document.commit(set_fields(document.level, [GUARD], radius=1.2))
        document.select(frozenset({GUARD}))
        count, others = document.stack.count(), agent(window, COOK).radius
        wide.widen.click()
        assert document.level.settings.profiles[0].radius == 1.2
        assert agent(window, COOK).radius == others
        assert document.stack.count() == count + 1
        assert wide.isHidden()

    def test_another_type_is_chosen(self, window, panel):
        """The narrowest that is wide enough; the body stays."""
        document, wide = window.document, panel.wide
        document.commit(set_fields(document.level, [GUARD], radius=0.7))
        document.select(frozenset({GUARD}))
        assert wide.change.text() == "Change type to cart"
        wide.change.click()
        assert (agent(window, GUARD).profile, agent(window, GUARD).radius) == ("cart", 0.7)
        assert wide.isHidden()

    def test_several_are_counted(self, window, panel):
        """If their types differ, only another type helps all of them."""
        document, wide = window.document, panel.wide
        document.commit(op.assign_profile(document.level, [COOK], "cart"))
        document.commit(set_fields(document.level, [COOK, GUARD], radius=1.2))
        document.select(frozenset({COOK, GUARD}))
        assert wide.note.text().startswith("2 of 2 are wider than their types")
        assert wide.widen.isHidden()
        wide.change.click()
        assert {agent(window, key).profile for key in (COOK, GUARD)} == {"wagon"}

    def test_floors_that_follow_bodies_are_wide_enough(self, window, panel):
        """They are for agents without a type, if the level has that option."""
        document = window.document
        settings = replace(document.level.settings, profile_follows_body=True)
        document.commit(Edit.put(document.level, [settings]))
        document.commit(set_fields(document.level, [GUARD], radius=1.2))
        document.select(frozenset({GUARD}))
        assert panel.wide.isHidden()

    def test_the_note_outlives_the_page_that_it_stands_on(self, window, panel, monkeypatch):
        """Rows of other selections push out the pages that were shown long ago."""
        monkeypatch.setattr(form, "MOST_PAGES", 1)
        document = window.document
        document.commit(set_fields(document.level, [GUARD], radius=1.2))
        document.select(frozenset({GUARD}))
        assert panel.wide.isVisible()
        for key in (GATE, HALL, TABLE):
            document.select(frozenset({key}))
            QTest.qWait(1)
        document.select(frozenset({GUARD}))
        QTest.qWait(1)
        assert panel.wide.isVisible()
        radius = panel.controls["radius"]
        beneath = radius.mapTo(panel, radius.rect().bottomLeft()).y()
        assert panel.wide.mapTo(panel, panel.wide.rect().topLeft()).y() > beneath


def test_a_name_that_has_no_room_is_told_by_the_tool_tip(window, panel):
    """As in every field that is narrower than its text."""
    document, name = window.document, "cart_of_the_miller_and_his_seven_sons_" * 2
    document.commit(op.rename_profile(document.level, "cart", name))
    document.commit(op.assign_profile(document.level, [GUARD], name))
    document.select(frozenset({GUARD}))
    box = panel.controls["type"]
    assert box.is_short
    help_event = QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 5), box.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(box, help_event)
    assert QToolTip.text().startswith(name)
    QToolTip.hideText()
    document.select(frozenset({COOK}))
    assert not panel.controls["type"].is_short
