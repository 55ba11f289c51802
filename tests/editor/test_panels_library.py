"""The library: what is defined once and used by name."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from small_level import COOK, GUARD

from editor.panels.library.agent_types import AgentTypes
from editor.panels.library.sections import SECTIONS
from navcore.level.edit import Edit

KEY = Qt.Key


@pytest.fixture
def types(window):
    """The section of agent types, in sight."""
    window.activateWindow()
    window.show_panel("library")
    found = window.panels["library"].sections[AgentTypes]
    found.refresh()
    return found


def test_it_stands_between_outline_and_history(window):
    """Second of the upper tabs."""
    tabs = window.arrangement.docks["upper"].tabs
    assert [tabs.tabText(n) for n in range(tabs.count())] == ["Outline", "Library", "History"]


def test_every_section_of_the_table_is_there(window):
    """With a title, in the order of the table."""
    assert list(window.panels["library"].sections) == list(SECTIONS)
    assert all(section.title for section in SECTIONS)


class TestAgentTypes:
    """The one type that a level has."""

    def test_its_radius_is_that_of_the_level(self, window, types):
        """One edit, one step; refused with a sentence."""
        types.radius.setFocus()
        types.radius.selectAll()
        QTest.keyClicks(types.radius, "0.6")
        QTest.keyClick(types.radius, KEY.Key_Return)
        assert window.document.level.settings.agent_radius == 0.6
        assert window.document.stack.count() == 1
        assert window.canvas.hasFocus()
        types.radius.setFocus()
        types.radius.selectAll()
        QTest.keyClicks(types.radius, "-1")
        QTest.keyClick(types.radius, KEY.Key_Return)
        assert types.fault.isVisible()
        assert window.document.stack.count() == 1
        QTest.keyClick(types.radius, KEY.Key_Escape)

    def test_it_counts_its_agents_and_selects_them(self, window, types, chosen):
        """Those of another radius as well."""
        level = window.document.level
        wide = replace(level.agents[COOK], radius=0.9)
        narrow = replace(level.agents[GUARD], radius=level.settings.agent_radius)
        window.document.commit(Edit.put(level, [wide, narrow]))
        types.refresh()
        assert types.users.text() == "1 agent is of it"
        assert types.others.text() == "1 agent has a radius of its own"
        types.select_users.click()
        assert chosen() == {GUARD}
        types.select_others.click()
        assert chosen() == {COOK}

    def test_it_follows_edits_while_it_is_seen(self, window, types):
        """Later, and not at all where nobody looks."""
        level = window.document.level
        before = types.users.text()
        window.document.commit(Edit.put(level, [replace(level.agents[GUARD], radius=0.9)]))
        assert types.users.text() == before
        QTest.qWait(300)
        assert types.users.text() != before
        window.show_panel("outline")
        asked = []
        types.refresh = lambda: asked.append(1)
        window.document.stack.undo()
        QTest.qWait(300)
        del types.refresh
        assert not asked
