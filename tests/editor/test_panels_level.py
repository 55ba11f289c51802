"""The bake panel: numbers that show while they are typed, their defaults, another radius."""

import math
from threading import Event

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from editor.look.fields import Refused
from navcore.bake.profile import Profile
from navcore.errors import Cancelled
from navcore.level.model import NEW_SETTINGS, Settings
from navcore.level.operations import set_settings
from navcore.proof.clearances import limits_of
from navcore.world import World

KEY = Qt.Key


@pytest.fixture
def panel(window):
    """The panel in front; nothing is worked out on threads."""
    for latest in (window.bake.preview.latest, window.bake.widths.latest):
        latest.short_ms = math.inf
    found = window.panels["bake"]
    window.activateWindow()
    window.arrangement.docks["lower"].bring_up(found)
    return found


def settings_of(window):
    """The level's numbers now."""
    return window.document.level.settings


def type_into(field, text):
    """Type in place of what is there; nothing is committed."""
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


class TestTyping:
    """What is typed shows at once and is one undo step once it is committed."""

    def test_it_shows_before_enter(self, window, panel):
        """Level and cells follow the keys; the undo stack does not."""
        before = window.bake.world.grid.walkable.sum()
        type_into(panel.fields["agent_radius"], "0.9")
        assert settings_of(window).agent_radius == 0.9
        assert window.bake.world.grid.walkable.sum() < before
        assert window.document.stack.count() == 0
        QTest.keyClick(panel.fields["agent_radius"], KEY.Key_Return)
        assert settings_of(window).agent_radius == 0.9
        assert window.document.stack.count() == 1
        assert not window.document.dragging
        window.document.stack.undo()
        assert settings_of(window).agent_radius == 0.45

    def test_esc_takes_it_back(self, window, panel):
        """As if nothing had been typed."""
        field = panel.fields["object_padding"]
        type_into(field, "1.5")
        QTest.keyClick(field, KEY.Key_Escape)
        assert settings_of(window) == Settings(boundary_padding=0.45)
        assert field.text() == "0.25 m"
        assert window.document.stack.count() == 0
        assert not window.document.dragging

    def test_what_is_no_number_yet_shows_the_level(self, window, panel):
        """And leaving the field commits nothing."""
        field = panel.fields["cell_size"]
        type_into(field, "0.2")
        type_into(field, "0.2 +")
        assert settings_of(window).cell_size == 0.4
        QTest.keyClicks(field, "0.3")
        assert settings_of(window).cell_size == 0.5
        window.canvas.setFocus()
        assert settings_of(window).cell_size == 0.5
        assert window.document.stack.count() == 1

    def test_a_change_of_the_value_means_the_one_before(self, window, panel):
        """However often it was shown meanwhile."""
        field = panel.fields["cell_size"]
        type_into(field, "*= 2")
        QTest.keyClick(field, KEY.Key_Return)
        assert settings_of(window).cell_size == 0.8

    def test_far_too_many_cells_wait_for_enter(self, window, panel):
        """0.01 may be on the way to 0.015."""
        worlds = []
        window.bake.baked.connect(worlds.append)
        type_into(panel.fields["cell_size"], "0.001")
        assert settings_of(window).cell_size != 0.001
        assert all(world.grid.lattice.cells < 5_000_000 for world in worlds)
        QTest.keyClick(panel.fields["cell_size"], KEY.Key_Escape)

    def test_spinning_is_one_step(self, window, panel):
        """Three turns of the wheel, one undo."""
        field = panel.fields["agent_radius"]
        field.setFocus()
        for _ in range(3):
            QTest.keyClick(field, KEY.Key_Up)
        assert settings_of(window).agent_radius == pytest.approx(0.6)
        assert window.document.stack.count() == 1

    def test_undo_elsewhere_ends_what_is_typed(self, window, panel):
        """The menu's undo leaves no preview behind."""
        window.document.commit(set_settings(window.document.level, seam=0.02))
        type_into(panel.fields["agent_radius"], "0.9")
        window.document.stack.undo()
        assert settings_of(window).agent_radius == 0.45
        assert settings_of(window).seam == 0.01
        window.canvas.setFocus()

    def test_why_it_is_refused_stands_beneath_its_field(self, panel):
        """In sight wherever the panel is scrolled to."""
        for key in ("seam", "cell_size"):
            field = panel.fields[key]
            type_into(field, "-1")
            QTest.keyClick(field, KEY.Key_Return)
            assert panel.fault.isVisible()
            assert panel.fault.y() > field.y()
            assert panel.fault.y() - field.geometry().bottom() < field.height()
            QTest.keyClick(field, KEY.Key_Escape)


class TestDefaults:
    """A way back for each number, and one for all."""

    def test_only_what_differs_has_one(self, window, panel):
        """Nothing of a new level; what others would change anew, of the small one."""
        shown = {key for key, button in panel.resets.items() if not button.isHidden()}
        assert shown == {"boundary_follows_radius"}
        assert "0.45 m" in panel.resets["boundary_padding"].toolTip()
        window.files.new()
        assert all(button.isHidden() for button in panel.resets.values())

    def test_it_is_one_step(self, window, panel):
        """The button goes, and the keyboard stays beside where it was."""
        window.document.commit(set_settings(window.document.level, boundary_padding=0.0))
        panel.resets["boundary_padding"].click()
        assert settings_of(window).boundary_padding == 0.45
        assert window.document.stack.count() == 2
        assert panel.resets["boundary_padding"].isHidden()
        assert window.focusWidget() is panel.fields["boundary_padding"]

    def test_switch_and_origin_have_one_too(self, window, panel):
        """And all go back in one step."""
        panel.follows.click()
        window.document.commit(set_settings(window.document.level, grid_origin="cells", seam=0.05))
        assert settings_of(window).boundary_follows_radius
        assert not panel.resets["grid_origin"].isHidden()
        window.document.commit(set_settings(window.document.level, boundary_padding=0.0))
        count = window.document.stack.count()
        panel.reset.click()
        assert settings_of(window) == NEW_SETTINGS
        assert window.document.stack.count() == count + 1
        assert all(button.isHidden() for button in panel.resets.values())
        panel_cells = panel.origin.currentData()
        assert panel_cells == "bounds"


class TestRadius:
    """Another radius is tried without touching the level."""

    def test_the_slider_shows_its_cells(self, window, panel):
        """Cells, islands and floor are those of a profile of this radius."""
        panel.trial.slider.setValue(90)
        preview = window.bake.preview
        grid = window.bake.world.grid_for(Profile(radius=0.9))
        assert preview.radius == 0.9
        assert preview.shown(window.bake.world).grid is grid
        area = grid.walkable.sum() * 0.16
        assert f"{area:,.1f} m²" in panel.trial.told.text()
        assert "0.90 m" in panel.trial.take.text()
        assert settings_of(window).agent_radius == 0.45
        assert window.document.stack.count() == 0

    def test_it_is_used_in_one_step(self, window, panel):
        """And the trial is over."""
        panel.trial.slider.setValue(90)
        panel.trial.take.click()
        assert settings_of(window).agent_radius == 0.9
        assert window.document.stack.count() == 1
        assert window.bake.preview.radius is None
        assert panel.trial.take.isHidden()

    @pytest.mark.parametrize("way", ["back", "slider", "field", "tab", "load"])
    def test_it_ends(self, window, panel, way):
        """By its button, by Esc, by another tab, by another level."""
        panel.trial.slider.setValue(120)
        if way == "back":
            panel.trial.back.click()
        elif way == "slider":
            panel.trial.slider.setFocus()
            QTest.keyClick(panel.trial.slider, KEY.Key_Escape)
        elif way == "field":
            type_into(panel.trial.field, "1.1")
            QTest.keyClick(panel.trial.field, KEY.Key_Escape)
        elif way == "tab":
            window.arrangement.docks["lower"].bring_up(window.panels["properties"])
        else:
            window.document.load(window.document.level, None)
        assert window.bake.preview.radius is None
        assert panel.trial.slider.value() == 45
        assert panel.trial.field.text() == "0.45 m"

    def test_a_number_is_typed(self, window, panel):
        """Also beyond the slider, which then reaches so far; not below 0."""
        type_into(panel.trial.field, "3.5")
        QTest.keyClick(panel.trial.field, KEY.Key_Return)
        assert window.bake.preview.radius == 3.5
        assert panel.trial.slider.value() == 350
        type_into(panel.trial.field, "-1")
        QTest.keyClick(panel.trial.field, KEY.Key_Return)
        assert panel.trial.fault.isVisible()
        assert window.bake.preview.radius == 3.5
        with pytest.raises(Refused):
            panel.trial.field.read("-1")

    def test_it_follows_edits(self, window, panel):
        """While a wall moves the preview is that of the level as it is."""
        panel.trial.slider.setValue(90)
        level = window.document.level
        window.document.commit(set_settings(level, object_padding=0.6))
        world = window.run.doors.world
        assert window.bake.preview.of(world).world.grid is world.grid_for(Profile(radius=0.9))

    def test_the_probe_follows(self, window, panel):
        """A path for somebody who does not fit through the gate ends before it."""
        window.probe.set((2, 6), (18, 6))
        assert window.probe.result.ok
        walked = window.probe.result.length
        panel.trial.slider.setValue(190)
        assert window.probe.result.length != walked
        panel.trial.back.click()
        assert window.probe.result.length == walked


class TestGaps:
    """The numbers say from which width gaps let agents through."""

    def test_the_table_follows_the_numbers(self, window, panel):
        """The source's: 1.40 and 1.80 m, 1.97 m at any angle."""
        cells = panel.gaps.cells["obstacle", "obstacle"]
        assert [cell.text() for cell in cells] == ["1.40 m", "1.80 m", "1.97 m"]
        window.document.commit(set_settings(window.document.level, object_padding=0.5))
        assert cells[0].text() == "1.90 m"

    def test_and_the_radius_that_is_tried(self, panel):
        """Without being the level's."""
        panel.trial.slider.setValue(90)
        assert panel.gaps.cells["obstacle", "obstacle"][0].text() == "2.30 m"
        assert panel.gaps.cells["edge", "edge"][0].text() == "0.90 m"

    def test_always_is_never_told_too_low(self, window, panel):
        """Rounded up to the centimetre."""
        cell = panel.gaps.cells["obstacle", "obstacle"][2]
        settings = replace(settings_of(window), cell_size=0.33)
        window.document.commit(set_settings(window.document.level, cell_size=0.33))
        exact = limits_of(settings, steps=math.sqrt(2)).always_from
        assert float(cell.text().removesuffix(" m")) >= exact


class TestLongBakes:
    """A bake that takes long can be cancelled, in the panel or over the canvas."""

    @pytest.fixture
    def go(self, window, monkeypatch):
        """Bakes run on the thread and end when this is set or they are cancelled."""
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
        window.arrangement.docks["lower"].bring_up(window.panels["properties"])
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
