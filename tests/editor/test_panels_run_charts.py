"""The charts of a run: contents, cursor, and saving."""

import csv
import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from run_charts import choose, count, go, open_charts
from small_level import GATE

from editor.look import style
from editor.look.plots.strokes import stroke_of
from editor.look.style import SIZE
from editor.panels.run.chart import Line, table_text
from editor.panels.run.series import CHARTS
from editor.run.record import COUNT_SECONDS
from editor.run.step_times import PhaseTimes
from navcore.sim.recording import Recording
from navcore.sim.statistics import Doing, RunStatistics

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    """Return the panel with its charts shown; the guard is sent to the hall and back."""
    yield open_charts(window)
    window.run.clock.stop_to_start()
    window.document.select(frozenset())


def shown(panel):
    """Names of the lines that are drawn."""
    return [curve.name for curve in panel.charts.plot.curves]


class TestNumbers:
    """The lines show the recorded values."""

    def test_who_does_what(self, window, panel):
        """A line each; their sum is at most the number of agents."""
        assert shown(panel) == ["Walking", "Held up", "Waiting", "Stuck", "Arrived"]
        statistics = RunStatistics(window.run.record.recording)
        statistics.follow()
        for doing, curve in zip(Doing, panel.charts.plot.curves, strict=True):
            assert curve.ys.tolist() == statistics.counts(doing).tolist()
        assert sum(curve.ys for curve in panel.charts.plot.curves).max() <= 2
        assert panel.charts.plot.curves[0].xs[10] == pytest.approx(1.0)

    def test_who_passes_which_door(self, window, panel):
        """The guard goes through the gate; the window over which rates are taken matters."""
        choose(panel, "doors")
        (curve,) = panel.charts.plot.curves
        assert curve.name == window.document.level.areas[GATE].name
        (tick,) = window.run.record.statistics.passages.ticks(GATE).tolist()
        assert curve.ys[tick - 1] == 0.0
        assert curve.ys.max() == pytest.approx(1 / min(10.0, (tick + 1) / 10))
        panel.charts.window_choice.setCurrentIndex(0)
        (curve,) = panel.charts.plot.curves
        assert curve.ys.max() == pytest.approx(1 / min(5.0, (tick + 1) / 10))
        panel.charts.window_choice.setCurrentIndex(1)

    def test_what_steps_cost(self, window, panel):
        """Each phase and their sum are shown as means of each tick."""
        choose(panel, "steps")
        whole, *phases = panel.charts.plot.curves
        assert len(phases) >= 5
        assert (whole.ys[5:-1] > 0).all()
        assert whole.ys == pytest.approx(sum(curve.ys for curve in phases))

    def test_looking_back_changes_no_numbers(self, window, panel):
        """Only the cursor moves."""
        before = [curve.ys.tolist() for curve in panel.charts.plot.curves]
        window.run.timeline.seek(3.0)
        count(window, panel)
        assert [curve.ys.tolist() for curve in panel.charts.plot.curves] == before
        assert panel.charts.plot.moment == pytest.approx(3.0)

    def test_going_on_from_earlier_cuts_what_was_later(self, window, panel):
        """And the other run has its own again."""
        before = [curve.ys.tolist() for curve in panel.charts.plot.curves]
        window.run.timeline.seek(4.0)
        window.run.timeline.go_on_here()
        count(window, panel)
        after = [curve.ys.tolist() for curve in panel.charts.plot.curves]
        assert after == [line[:40] for line in before]
        choose(panel, "steps")
        assert len(panel.charts.plot.curves[0].xs) == 40
        assert not np.isnan(panel.charts.plot.curves[0].ys[1:]).any()
        choose(panel, "agents")
        window.run.timeline.change_runs()
        count(window, panel)
        assert [curve.ys.tolist() for curve in panel.charts.plot.curves] == before

    def test_a_recording_that_is_opened_has_them_too(self, window, panel):
        """It has all but the times of steps, and says so."""
        before = [curve.ys.tolist() for curve in panel.charts.plot.curves]
        recording: Recording = window.run.record.recording
        copy = recording.until(recording.ticks - 1)
        window.run.timeline.open_recording(copy)
        panel.refresh()
        count(window, panel)
        assert [curve.ys.tolist() for curve in panel.charts.plot.curves] == before
        choose(panel, "steps")
        assert panel.charts.nothing.isVisible()
        assert "timed while a run plays" in panel.charts.nothing.text()
        assert not panel.charts.save_table.isEnabled()

    def test_a_new_run_begins_anew(self, window, panel):
        """Nothing of the one before is left."""
        window.run.clock.stop_to_start()
        go(window, 5)
        count(window, panel)
        assert len(panel.charts.plot.curves[0].xs) == 5

    def test_a_long_run_is_counted_bit_by_bit(self, window, panel, monkeypatch):
        """Each update counts at most a slice, and all of it is counted in the end."""
        window.run.record.statistics = RunStatistics(window.run.record.recording)
        seconds = iter(np.arange(0.0, 1000.0, COUNT_SECONDS).tolist())
        monkeypatch.setattr("editor.run.record.perf_counter", lambda: next(seconds))
        panel.charts.refresh()
        assert 0 < window.run.record.statistics.ticks < 50
        while not window.run.record.statistics.follow(0):
            QApplication.processEvents()
        assert window.run.record.statistics.ticks == window.run.record.recording.ticks - 1


class TestCursor:
    """The time line's cursor is the charts' cursor."""

    def x_of(self, plot, seconds):
        """The pixel of a moment."""
        return plot.mapFromScene(plot.box.mapViewToScene(QPointF(seconds, 0.0))).x()

    def test_a_click_goes_to_the_moment(self, window, panel):
        """A drag goes on; at the right end the run is at its end."""
        plot = panel.charts.plot
        QTest.mousePress(plot.viewport(), LEFT, pos=QPoint(self.x_of(plot, 2.0), 40))
        assert window.run.playhead.looks_back
        assert window.run.playhead.seconds == pytest.approx(2.0, abs=0.1)
        move = QPoint(self.x_of(plot, 6.0), 40)
        plot.mouseMoveEvent(moved(plot, move))
        assert window.run.playhead.seconds == pytest.approx(6.0, abs=0.1)
        QTest.mouseRelease(plot.viewport(), LEFT, pos=move)
        QTest.mouseClick(plot.viewport(), LEFT, pos=QPoint(plot.width() - 1, 40))
        assert not window.run.playhead.looks_back

    def test_keys(self, window, panel):
        """Ticks, seconds, the ends; Esc leads back to the canvas."""
        plot, playhead = panel.charts.plot, window.run.playhead
        plot.setFocus()
        QTest.keyClick(plot, KEY.Key_Home)
        assert playhead.seconds == 0.0
        QTest.keyClick(plot, KEY.Key_PageDown)
        QTest.keyClick(plot, KEY.Key_Right)
        assert playhead.seconds == pytest.approx(1.1)
        QTest.keyClick(plot, KEY.Key_Left)
        assert playhead.seconds == pytest.approx(1.0)
        QTest.keyClick(plot, KEY.Key_End)
        assert not playhead.looks_back
        QTest.keyClick(plot, KEY.Key_Escape)
        assert window.canvas.hasFocus()

    def test_the_legend_tells_the_values_there(self, window, panel):
        """It has the value of each line at the cursor."""
        window.run.timeline.seek(3.0)
        panel.charts.refresh()
        told = [panel.charts.legend.topLevelItem(n).text(1) for n in range(5)]
        assert told == [f"{curve.ys[30]:.0f}" for curve in panel.charts.plot.curves]


def moved(plot, place):
    """The mouse moves with the left button down."""
    from PySide6.QtCore import QEvent  # noqa: PLC0415
    from PySide6.QtGui import QMouseEvent  # noqa: PLC0415

    return QMouseEvent(
        QEvent.Type.MouseMove, QPointF(place), QPointF(plot.mapToGlobal(place)), LEFT, LEFT,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


class TestZoom:
    """Parts of the time."""

    def test_the_wheel_zooms_and_show_all_resets(self, window, panel):
        """At the mouse; the button is there to press only while there is something to reset."""
        plot = panel.charts.plot
        everything = plot.part
        assert not panel.charts.all.isEnabled()
        middle = QPointF(plot.width() / 2, 40.0)
        event = QWheelEvent(
            middle, plot.mapToGlobal(middle), QPoint(), QPoint(0, 240),
            Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        plot.wheelEvent(event)
        begin, end = plot.part
        assert everything[0] < begin < end < everything[1]
        panel.charts.all.click()
        assert plot.part == everything

    def test_a_box_zooms_into_what_it_covers(self, window, panel):
        """Drawn with Shift; keys zoom, too."""
        plot, shift = panel.charts.plot, Qt.KeyboardModifier.ShiftModifier
        x_of = TestCursor().x_of
        first, last = QPoint(x_of(plot, 2.0), 20), QPoint(x_of(plot, 5.0), 60)
        QTest.mousePress(plot.viewport(), LEFT, shift, first)
        QTest.mouseRelease(plot.viewport(), LEFT, shift, last)
        assert plot.part == pytest.approx((2.0, 5.0), abs=0.2)
        assert not window.run.playhead.looks_back
        plot.setFocus()
        QTest.keyClick(plot, KEY.Key_Backspace)
        assert plot.part[0] == 0.0
        QTest.keyClick(plot, KEY.Key_Plus)
        assert plot.part[1] - plot.part[0] < 10.0
        QTest.keyClick(plot, KEY.Key_Minus)
        assert plot.part[0] == 0.0

    def test_the_highest_value_in_sight_sets_the_height(self, window, panel):
        """Other parts of the time don't matter."""
        plot = panel.charts.plot
        highest = max(curve.ys.max() for curve in plot.curves)
        assert plot.box.viewRange()[1][1] > highest

    def test_an_hour_is_drawn_by_its_peaks(self, panel):
        """A pixel needs no more than its highest and its lowest value."""
        from editor.look.plots.lines import Curve, seconds_of  # noqa: PLC0415

        plot = panel.charts.plot
        ys = np.zeros(36_000)
        ys[17_777] = 9.0
        plot.show_curves([Curve("a", stroke_of(0), seconds_of(36_000, 0.1), ys)], 3600.0, 0.1)
        QApplication.processEvents()
        (item,) = plot._items  # noqa: SLF001
        drawn = item.curve.getData()[1]
        assert len(drawn) < 12_000
        assert drawn.max() == 9.0


class TestLegend:
    """Which lines there are, and which are drawn."""

    def test_boxes_choose_the_lines(self, window, panel):
        """The mouse and Space check them; the choice is stored per chart."""
        legend = panel.charts.legend
        legend.topLevelItem(1).setCheckState(0, Qt.CheckState.Unchecked)
        assert shown(panel) == ["Walking", "Waiting", "Stuck", "Arrived"]
        choose(panel, "doors")
        assert len(shown(panel)) == 1
        choose(panel, "agents")
        assert shown(panel) == ["Walking", "Waiting", "Stuck", "Arrived"]
        legend.topLevelItem(1).setCheckState(0, Qt.CheckState.Checked)
        assert "Held up" in shown(panel)

    def test_lines_differ_without_colours(self):
        """They have dashes; of many, the first twenty differ by colour and dashes."""
        strokes = [stroke_of(number) for number in range(20)]
        assert len(set(strokes)) == 20

    def test_they_follow_the_theme(self, window, panel):
        """Chart, axes and legend."""
        window.choose_theme("light")
        QApplication.processEvents()
        plot = panel.charts.plot
        assert plot.backgroundBrush().color().name().upper() == style.LIGHT.panel
        window.choose_theme("dark")


class TestSaving:
    """Saving as a table and as a picture."""

    def test_a_table(self, window, panel, tmp_path):
        """Seconds, and a column a line, hidden ones as well."""
        window.files.dialogs.place = tmp_path / "run.csv"
        panel.charts.save_table.click()
        with (tmp_path / "run.csv").open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        assert rows[0] == ["seconds", "walking", "held_up", "waiting", "stuck", "arrived"]
        assert len(rows) == window.run.record.statistics.ticks + 1
        assert rows[11][0] == "1.0"
        walking = window.run.record.statistics.counts(Doing.WALKING)
        assert [float(row[1]) for row in rows[1:]] == walking.tolist()
        assert window.status.shown == "Wrote the table run.csv"

    def test_a_picture(self, window, panel, tmp_path):
        """With the names of all lines, twice as fine as on a usual screen; the screen's stays."""
        window.files.dialogs.place = tmp_path / "run.png"
        panel.charts.save_picture.click()
        image = QImage(str(tmp_path / "run.png"))
        assert image.width() > 2 * panel.charts.plot.width()
        assert image.height() >= 2 * 6 * SIZE.row
        assert image.pixelColor(2, image.height() - 2).name().upper() == style.DARK.panel

    def test_what_cannot_be_written_is_told(self, window, panel, tmp_path):
        """Over the canvas; the table is not there."""
        window.files.dialogs.place = tmp_path / "missing" / "run.csv"
        panel.charts.save_table.click()
        assert window.message.isVisible()
        window.message.show_notice(None)

    def test_giving_up_writes_nothing(self, window, panel, tmp_path):
        """The file dialog was closed."""
        window.files.dialogs.place = None
        panel.charts.save_table.click()
        panel.charts.save_picture.click()
        assert list(tmp_path.iterdir()) == []

    def test_any_name_makes_one_column(self):
        """Commas and quotes are no signs of the table."""
        lines = [Line('a "b", c', "", stroke_of(0), np.array([1.0, math.nan]))]
        text = table_text(lines, 0.1)
        assert list(csv.reader(text.splitlines())) == [
            ["seconds", 'a "b", c'], ["0.0", "1"], ["0.1", ""],
        ]  # fmt: skip


class TestPhaseTimes:
    """Times of steps, tick by tick."""

    def test_it_is_the_mean_of_the_steps_of_a_tick(self):
        """Phases that a step leaves out count as nothing."""
        times = PhaseTimes()
        times.take(3, {"steer": 2.0, "think": 4.0})
        times.take(3, {"steer": 4.0})
        times.take(200, {"steer": 1.0})
        assert times.of("steer", 5)[3] == 3.0
        assert times.of("think", 5)[3] == 2.0
        assert np.isnan(times.of("steer", 5)[:3]).all()
        assert times.of("steer", 500)[200] == 1.0
        assert np.isnan(times.of("think", 500)[300])

    def test_what_is_cut_is_forgotten(self):
        """The one before keeps it."""
        times = PhaseTimes()
        for tick in range(5):
            times.take(tick, {"steer": 1.0})
        part = times.until(2)
        assert np.isnan(part.of("steer", 5)).tolist() == [False, False, True, True, True]
        part.take(2, {"steer": 7.0})
        assert part.of("steer", 3)[2] == 7.0
        assert times.of("steer", 5).tolist() == [1.0] * 5


def test_every_chart_says_what_to_do_without_lines(window):
    """The one that always has lines needs no message."""
    assert all(chart.nothing for chart in CHARTS[1:])
