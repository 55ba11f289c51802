"""Properties of the level: live preview of numbers, defaults, exports."""

from threading import Event

import pytest
from fields_hand import type_over
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog
from small_level import GATE, TABLE

from navcore.errors import Cancelled
from navcore.level.model import NEW_SETTINGS, ExportTarget, Level, Settings
from navcore.level.operations import delete, set_settings
from navcore.world import World

KEY = Qt.Key


@pytest.fixture
def panel(window):
    """Return the panel, in front; nothing is computed on threads."""
    window.activateWindow()
    window.document.select(frozenset())
    window.show_panel("properties")
    return window.panels["properties"].level


def settings_of(window):
    """The level's numbers now."""
    return window.document.level.settings


class TestTyping:
    """Typed values are previewed at once, and become one undo step when committed."""

    def test_it_shows_before_enter(self, window, panel):
        """Level and cells follow the keys; the undo stack does not."""
        before = window.bake.world.grid.walkable.sum()
        type_over(panel.form.fields["agent_radius"], "0.9")
        assert settings_of(window).agent_radius == 0.9
        assert window.bake.world.grid.walkable.sum() < before
        assert window.document.stack.count() == 0
        QTest.keyClick(panel.form.fields["agent_radius"], KEY.Key_Return)
        assert settings_of(window).agent_radius == 0.9
        assert window.document.stack.count() == 1
        assert not window.document.dragging
        window.document.stack.undo()
        assert settings_of(window).agent_radius == 0.45

    def test_esc_takes_it_back(self, window, panel):
        """Nothing of it remains."""
        field = panel.form.fields["object_padding"]
        type_over(field, "1.5")
        QTest.keyClick(field, KEY.Key_Escape)
        assert settings_of(window) == Settings(boundary_padding=0.45)
        assert field.text() == "0.25 m"
        assert window.document.stack.count() == 0
        assert not window.document.dragging

    def test_what_is_no_number_yet_shows_the_level(self, window, panel):
        """Leaving the field commits nothing."""
        field = panel.form.fields["cell_size"]
        type_over(field, "0.2")
        type_over(field, "0.2 +")
        assert settings_of(window).cell_size == 0.4
        QTest.keyClicks(field, "0.3")
        assert settings_of(window).cell_size == 0.5
        window.canvas.setFocus()
        assert settings_of(window).cell_size == 0.5
        assert window.document.stack.count() == 1

    def test_a_change_of_the_value_means_the_one_before(self, window, panel):
        """However often it was shown meanwhile."""
        field = panel.form.fields["cell_size"]
        type_over(field, "*= 2")
        QTest.keyClick(field, KEY.Key_Return)
        assert settings_of(window).cell_size == 0.8

    def test_far_too_many_cells_wait_for_enter(self, window, panel):
        """0.01 may be on the way to 0.015."""
        worlds = []
        window.bake.baked.connect(worlds.append)
        type_over(panel.form.fields["cell_size"], "0.001")
        assert settings_of(window).cell_size != 0.001
        assert all(world.grid.lattice.cells < 5_000_000 for world in worlds)
        QTest.keyClick(panel.form.fields["cell_size"], KEY.Key_Escape)

    def test_spinning_is_one_step(self, window, panel):
        """Three turns of the wheel, one undo."""
        field = panel.form.fields["agent_radius"]
        field.setFocus()
        for _ in range(3):
            QTest.keyClick(field, KEY.Key_Up)
        assert settings_of(window).agent_radius == pytest.approx(0.6)
        assert window.document.stack.count() == 1

    def test_undo_elsewhere_ends_what_is_typed(self, window, panel):
        """The menu's undo leaves no preview behind."""
        window.document.commit(set_settings(window.document.level, seam=0.02))
        type_over(panel.form.fields["agent_radius"], "0.9")
        window.document.stack.undo()
        assert settings_of(window).agent_radius == 0.45
        assert settings_of(window).seam == 0.01
        window.canvas.setFocus()

    def test_why_it_is_refused_stands_beneath_its_field(self, panel):
        """In sight wherever the panel is scrolled to."""
        for key in ("seam", "cell_size"):
            field = panel.form.fields[key]
            type_over(field, "-1")
            QTest.keyClick(field, KEY.Key_Return)
            assert panel.form.fault.isVisible()
            assert panel.form.fault.y() > field.y()
            assert panel.form.fault.y() - field.geometry().bottom() < field.height()
            QTest.keyClick(field, KEY.Key_Escape)


class TestDefaults:
    """A way back for each number, and one for all."""

    def test_only_what_differs_has_one(self, window, panel):
        """A new level has none; in the small one, the changed values have one."""
        shown = {key for key, button in panel.form.resets.items() if not button.isHidden()}
        assert shown == {"boundary_follows_radius", "profile_follows_body"}
        assert "0.45 m" in panel.form.resets["boundary_padding"].toolTip()
        window.files.new()
        assert all(button.isHidden() for button in panel.form.resets.values())

    def test_it_is_one_step(self, window, panel):
        """The button disappears, and the focus stays nearby."""
        window.document.commit(set_settings(window.document.level, boundary_padding=0.0))
        panel.form.resets["boundary_padding"].click()
        assert settings_of(window).boundary_padding == 0.45
        assert window.document.stack.count() == 2
        assert panel.form.resets["boundary_padding"].isHidden()
        assert window.focusWidget() is panel.form.fields["boundary_padding"]

    def test_switch_and_origin_have_one_too(self, window, panel):
        """All are reset in one step."""
        panel.form.follows.click()
        panel.form.widens.click()
        assert settings_of(window).profile_follows_body
        window.document.stack.undo()
        window.document.commit(set_settings(window.document.level, grid_origin="cells", seam=0.05))
        assert settings_of(window).boundary_follows_radius
        assert not panel.form.resets["grid_origin"].isHidden()
        window.document.commit(set_settings(window.document.level, boundary_padding=0.0))
        count = window.document.stack.count()
        panel.form.reset.click()
        assert settings_of(window) == NEW_SETTINGS
        assert window.document.stack.count() == count + 1
        assert all(button.isHidden() for button in panel.form.resets.values())
        panel_cells = panel.form.origin.currentData()
        assert panel_cells == "bounds"


class TestPlace:
    """The level's properties stand where those of a selection would."""

    def test_they_are_there_while_nothing_is_selected(self, window, panel):
        """The selection's properties replace them."""
        assert panel.isVisible()
        window.document.select(frozenset({TABLE}))
        assert not panel.isVisible()
        assert window.panels["properties"].controls["name"].isVisible()
        window.document.select(frozenset())
        assert panel.isVisible()

    def test_there_is_no_other_place_for_them(self, window):
        """No tab for the bake."""
        assert set(window.panels) >= {"properties", "fit", "run", "outline", "history"}
        assert not {"bake", "playtest"} & set(window.panels)

    def test_facts_at_a_glance(self, window, panel):
        """The elements, the floor and the cells are counted; the counts follow edits."""
        told = panel.facts.counts.text()
        assert told == "2 areas · 1 door · 2 obstacles · 2 agents"
        assert "m² walkable" in panel.state.result.text()
        window.document.commit(delete(window.document.level, [TABLE]))
        panel.facts.recount.refresh()
        assert panel.facts.counts.text() == "2 areas · 1 door · 1 obstacle · 2 agents"
        window.document.load(Level(), None)
        panel.facts.recount.refresh()
        assert panel.facts.counts.text() == "Nothing drawn yet."

    def test_typing_is_dropped_where_something_is_selected_on_the_canvas(self, window, panel):
        """An uncommitted number never reaches the selected elements."""
        type_over(panel.form.fields["agent_radius"], "0.9")
        QTest.keyClick(panel.form.fields["agent_radius"], KEY.Key_Escape)
        window.document.select(frozenset({GATE}))
        assert settings_of(window).agent_radius == 0.45

    def test_units_and_commas_are_read(self, window, panel):
        """They work as in every field; the bake follows, and so do changes by other edits."""
        type_over(panel.form.fields["cell_size"], "0,25 m")
        QTest.keyClick(panel.form.fields["cell_size"], KEY.Key_Return)
        assert settings_of(window).cell_size == 0.25
        window.bake.wait()
        grid = window.bake.world.grid
        assert f"{grid.width} × {grid.depth} cells" in panel.state.result.text()
        window.document.commit(set_settings(window.document.level, grid_origin="cells"))
        assert panel.form.origin.currentData() == "cells"


class TestExports:
    """Files that the level writes for the game."""

    def test_without_any_it_says_how(self, window, panel):
        """And has the button."""
        assert panel.exports.none.isVisible()
        assert panel.exports.choose.isVisible()
        assert panel.exports.rows == []

    def test_each_has_a_row(self, window, panel):
        """File, format and doors; all of the path at the tool tip."""
        targets = (
            ExportTarget(path="inn.grid.txt"),
            ExportTarget(path="game/data/inn.grid.json", format="json", doors="open"),
        )
        window.document.commit(set_settings(window.document.level, exports=targets))
        told = [(path.text(), how.text()) for path, how in panel.exports.rows]
        assert told == [
            ("inn.grid.txt", "Text, doors as drawn"),
            ("game/data/inn.grid.json", "JSON, all doors open"),
        ]
        assert not panel.exports.none.isVisible()
        window.document.stack.undo()
        assert panel.exports.rows == []

    def test_the_button_asks_which(self, window, panel):
        """The dialog of the File menu."""
        panel.exports.choose.click()
        dialog = next(dialog for dialog in window.findChildren(QDialog) if dialog.isVisible())
        assert "xport" in dialog.windowTitle()
        dialog.reject()


class TestLongBakes:
    """A bake that takes long can be cancelled, in the panel or over the canvas."""

    @pytest.fixture
    def go(self, window, monkeypatch):
        """Return an event that lets bakes on the thread end; cancelling also ends them."""
        go, update = Event(), World.update

        def held(world, level, edit, *, keep_lattice=False, job=None):
            while not go.wait(0.001):
                if job[0]:
                    raise Cancelled
            return update(world, level, edit, keep_lattice=keep_lattice, job=job)

        monkeypatch.setattr(World, "update", held)
        window.bake.short_ms = -1.0
        yield go
        go.set()
        window.bake.wait()

    def test_in_the_panel(self, window, panel, go, qtbot):
        """A bar with Cancel, then that the cells lag behind, with Bake now."""
        state = panel.state
        assert state.cancel.isHidden()
        window.document.commit(set_settings(window.document.level, cell_size=0.5))
        qtbot.waitUntil(state.cancel.isVisible)
        state.cancel.click()
        qtbot.waitUntil(state.now.isVisible)
        assert state.cancel.isHidden()
        assert window.bake.world.grid.cell_size == 0.4
        assert not window.message.isVisible()
        go.set()
        state.now.click()
        window.bake.wait()
        assert state.now.isHidden()
        assert window.bake.world.grid.cell_size == 0.5

    def test_over_the_canvas(self, window, panel, go, qtbot):
        """Where the panel is out of sight."""
        window.document.select(frozenset({TABLE}))
        window.document.commit(set_settings(window.document.level, cell_size=0.5))
        qtbot.waitUntil(window.message.isVisible)
        (cancel,) = window.message.buttons
        cancel.click()
        qtbot.waitUntil(lambda: window.bake.lags and not window.bake.busy)
        (now,) = window.message.buttons
        go.set()
        now.click()
        window.bake.wait()
        qtbot.waitUntil(lambda: not window.message.isVisible())
        assert window.bake.world.grid.cell_size == 0.5
        assert not panel.isVisible()
