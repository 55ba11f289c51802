"""The panel Fit: trial radii, needed widths, choke points, and their number."""

import dataclasses
import math

import pytest
from fields_hand import type_over
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from small_level import GATE, TABLE

from editor.look.fields import Refused
from editor.panels.fit.bins import MOST, bins_of
from editor.panels.fit.panel import FitPanel
from navcore import load_level
from navcore.level.operations import move, set_settings
from navcore.level.profiles import Profile
from navcore.proof.clearances import limits_of, passages

KEY = Qt.Key


@pytest.fixture
def panel(window):
    """Return the panel, in front; nothing is computed on threads."""
    for latest in (window.bake.shown_floor.latest, window.bake.widths.latest):
        latest.short_ms = math.inf
    window.activateWindow()
    window.show_panel("fit")
    found = window.panels["fit"]
    assert isinstance(found, FitPanel)
    found.refresh()
    return found


def settings_of(window):
    """The level's numbers now."""
    return window.document.level.settings


class TestRadius:
    """Another radius is tried without touching the level."""

    def test_the_slider_shows_its_cells(self, window, panel):
        """Cells, islands and floor are those of a profile of this radius."""
        panel.trial.slider.setValue(90)
        shown = window.bake.shown_floor
        grid = window.bake.world.grid_for(Profile(radius=0.9))
        assert shown.tried == 0.9
        assert shown.shown(window.bake.world).grid is grid
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
        assert window.bake.shown_floor.tried is None
        assert panel.trial.take.isHidden()

    @pytest.mark.parametrize("way", ["back", "slider", "field", "tab", "load"])
    def test_it_ends(self, window, panel, way):
        """Its button, Esc, another tab and another level end it."""
        panel.trial.slider.setValue(120)
        if way == "back":
            panel.trial.back.click()
        elif way == "slider":
            panel.trial.slider.setFocus()
            QTest.keyClick(panel.trial.slider, KEY.Key_Escape)
        elif way == "field":
            type_over(panel.trial.field, "1.1")
            QTest.keyClick(panel.trial.field, KEY.Key_Escape)
        elif way == "tab":
            window.show_panel("run")
        else:
            window.document.load(window.document.level, None)
        assert window.bake.shown_floor.tried is None
        assert panel.trial.slider.value() == 45
        assert panel.trial.field.text() == "0.45 m"

    def test_a_number_is_typed(self, window, panel):
        """It may be beyond the slider, which then extends; it can't be below 0."""
        type_over(panel.trial.field, "3.5")
        QTest.keyClick(panel.trial.field, KEY.Key_Return)
        assert window.bake.shown_floor.tried == 3.5
        assert panel.trial.slider.value() == 350
        type_over(panel.trial.field, "-1")
        QTest.keyClick(panel.trial.field, KEY.Key_Return)
        assert panel.trial.fault.isVisible()
        assert window.bake.shown_floor.tried == 3.5
        with pytest.raises(Refused):
            panel.trial.field.read("-1")

    def test_it_follows_edits(self, window, panel):
        """While a wall moves, the preview is for the present level."""
        panel.trial.slider.setValue(90)
        level = window.document.level
        window.document.commit(set_settings(level, object_padding=0.6))
        world = window.run.switches.world
        assert window.bake.shown_floor.of(world).world.grid is world.grid_for(Profile(radius=0.9))

    def test_the_probe_follows(self, window, panel):
        """A path for an agent that doesn't fit through the gate ends before the gate."""
        window.probe.set((2, 6), (18, 6))
        assert window.probe.result.ok
        walked = window.probe.result.length
        panel.trial.slider.setValue(190)
        assert window.probe.result.length != walked
        panel.trial.back.click()
        assert window.probe.result.length == walked


class TestGaps:
    """The numbers are the widths from which on agents fit through gaps."""

    def test_the_table_follows_the_numbers(self, window, panel):
        """The source's: 1.40 and 1.80 m, 1.97 m at any angle."""
        cells = panel.gaps.cells["obstacle", "obstacle"]
        assert [cell.text() for cell in cells] == ["1.40 m", "1.80 m", "1.97 m"]
        window.document.commit(set_settings(window.document.level, object_padding=0.5))
        assert cells[0].text() == "1.90 m"

    def test_and_the_radius_that_is_tried(self, panel):
        """The level's radius stays the same."""
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


class TestChokePoints:
    """Doors and gaps, the narrowest first."""

    def test_it_lists_them_narrowest_first(self, window, panel):
        """As `passages` finds them, doors by their names."""
        found = passages(window.document.level)
        assert panel.model.passages == found
        assert [p.width for p in found] == sorted(p.width for p in found)
        rows = [panel.model.cells(passage) for passage in found]
        assert any(row[0] == window.document.level.areas[GATE].name for row in rows)
        assert all(row[2] in {"too narrow", "grid-dependent", "wide enough"} for row in rows)

    def test_it_follows_edits_in_idle_time(self, window, panel, monkeypatch):
        """It updates in idle time during drags, and not at all while it is hidden."""
        shown = []
        monkeypatch.setattr(panel.model, "show", shown.append)
        for step in range(20):
            window.document.preview(move(window.document.level, [TABLE], (0.01 * step, 0.0)))
            window.document.cancel_preview()
        assert not shown
        QTest.qWait(panel.soon.interval() + 60)
        assert len(shown) == 1
        window.toggle_panel("fit")
        window.document.commit(move(window.document.level, [TABLE], (1.0, 0.0)))
        assert not panel.soon.isActive()

    def test_a_click_shows_it_on_the_canvas(self, window, panel):
        """It is marked there, and brought into view if it was not."""
        canvas = window.canvas
        canvas.viewport.look(dataclasses.replace(canvas.viewport.camera, x=500.0))
        row = panel.table.visualRect(panel.model.index(0, 0))
        QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
        first = panel.model.passages[0]
        assert window.bake.widths.picked == (first,)
        assert canvas.viewport.camera.x == pytest.approx(first.place[0], abs=0.01)
        camera = canvas.viewport.camera
        panel.table.clearFocus()
        QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=row.center())
        assert canvas.viewport.camera == camera

    def test_what_is_chosen_stays_chosen_after_an_edit(self, window, panel):
        """The gap is found again by its sides, even if its row has changed."""
        panel.table.choose([1])
        (before,) = window.bake.widths.picked
        window.document.commit(set_settings(window.document.level, object_padding=0.3))
        panel.refresh()
        (after,) = window.bake.widths.picked
        assert (after.door, after.between) == (before.door, before.between)

    def test_the_canvas_shows_widths_while_the_panel_is_seen(self, window, panel):
        """And no longer when it is closed."""
        assert window.bake.widths.watched
        window.toggle_panel("fit")
        assert not window.bake.widths.watched
        (shown,) = (o for o in window.canvas.overlays if o.name == "widths")
        assert not shown.visible

    @pytest.mark.parametrize("key", [KEY.Key_Escape, KEY.Key_Return])
    def test_keys_lead_back(self, window, panel, key):
        """Esc and Enter."""
        panel.table.setFocus()
        QTest.keyClick(panel.table, key)
        assert window.canvas.hasFocus()


class TestHistogram:
    """Number of gaps by width."""

    def test_bars_count_all_of_them(self, window):
        """Each counts once, at its width, by its verdict."""
        found = passages(window.document.level)
        bins = bins_of(found)
        assert sum(int(counts.sum()) for counts in bins.counts.values()) == len(found)
        for passage in found:
            bar = bins.bar_of(passage.width)
            assert bar * bins.size <= passage.width + 1e-9
            assert passage.width < (bar + 1) * bins.size + 1e-9
            assert bins.counts[passage.verdict][bar] > 0

    def test_no_gaps_no_bars(self):
        """There is no error."""
        assert bins_of(()).bars == 0
        assert bins_of(()).total(0) == 0

    @pytest.mark.parametrize("widest", [0.4, 2.0, 7.5, 80.0, 4000.0])
    def test_there_are_never_too_many(self, window, widest):
        """However wide the widest is."""
        one = passages(window.document.level)[0]
        assert bins_of([dataclasses.replace(one, width=widest)]).bars <= MOST

    def test_a_bar_chooses_its_gaps(self, window, panel):
        """They are selected in the list and on the canvas; a row selects its bar."""
        first = panel.model.passages[0]
        bar = bins_of(panel.model.passages).bar_of(first.width)
        panel.chart.pick(bar)
        chosen = [panel.model.passages[row] for row in panel.table.rows]
        assert first in chosen
        assert window.bake.widths.picked == tuple(chosen)
        last = panel.model.passages[-1]
        panel.table.choose([len(panel.model.passages) - 1])
        assert panel.chart.chosen == bins_of(panel.model.passages).bar_of(last.width)

    def test_arrows_go_from_bar_to_bar(self, window, panel):
        """Past those that count nothing; Esc leads back."""
        panel.chart.setFocus()
        QTest.keyClick(panel.chart, KEY.Key_Right)
        assert panel.table.rows[0] == 0
        QTest.keyClick(panel.chart, KEY.Key_Right)
        assert 0 not in panel.table.rows
        QTest.keyClick(panel.chart, KEY.Key_Escape)
        assert window.canvas.hasFocus()

    def test_a_click_hits_the_bar_under_the_mouse(self, window, panel):
        """Anywhere over it."""
        bins = bins_of(panel.model.passages)
        bar = bins.bar_of(panel.model.passages[0].width)
        chart = panel.chart
        x = chart.mapFromScene(chart.box.mapViewToScene(QPointF((bar + 0.5) * bins.size, 0.0))).x()
        assert chart.bar_at(x) == bar


class TestTraffic:
    """Choke points by the paths that lead through them, and rooms that a radius loses."""

    @pytest.fixture
    def tavern(self, window, panel):
        """Return the panel for the tavern, with all results."""
        window.bake.fit.latest.short_ms = math.inf
        window.document.load(load_level("sample_levels/tavern.json"), None)
        window.bake.wait()
        panel.refresh()
        return panel

    def test_list_begins_with_what_most_paths_lead_through(self, window, tavern):
        """Or with the narrowest; each has its number of paths, which the canvas shows, too."""
        column = [int(tavern.model.index(row, 4).data()) for row in range(tavern.model.rowCount())]
        assert column != sorted(column, reverse=True)
        assert tavern.counted.text() == "41 paths of agents"
        assert window.bake.widths.traffic is None
        tavern.order_by.setCurrentIndex(1)
        tavern.refresh()
        by_paths = [int(tavern.model.index(row, 4).data()) for row in range(len(column))]
        assert by_paths == sorted(column, reverse=True)
        assert window.bake.widths.traffic is not None
        assert "thicker: more paths" in legend(window)
        window.toggle_panel("fit")
        assert window.bake.widths.traffic is None
        assert "thicker: more paths" not in legend(window)
        tavern.order_by.setCurrentIndex(0)

    def test_rooms_that_a_radius_loses_are_named(self, window, tavern):
        """Only while one is tried."""
        assert tavern.lost.text() == ""
        tavern.trial.slider.setValue(90)
        window.bake.shown_floor.latest.wait()
        tavern.refresh()
        told = tavern.lost.text()
        assert told.startswith("Lost: corridor (34.1 m²), guest_room_1 (15.0 m²)")
        assert "part of common_room" in told
        tavern.trial.slider.setValue(46)
        tavern.refresh()
        assert tavern.lost.text() == "No room is lost."
        tavern.trial.back.click()
        tavern.refresh()
        assert tavern.lost.text() == ""


def legend(window):
    """Texts of the rows that the overlays of widths give."""
    scene = window.canvas.scene()
    found = [one for one in window.canvas.overlays if one.name in {"widths", "preview_widths"}]
    return [row.text for one in found for row in one.legend(scene)]
