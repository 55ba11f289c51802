"""Charts of crowds: contents, texts, and the target of clicks."""

import csv

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from run_charts import choose, count, open_charts
from small_level import GATE

from editor.panels.run import crowd_series
from editor.panels.run.chart import table_text
from editor.panels.run.series import CHARTS

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def panel(window):
    """Return the panel with its charts shown; the guard is sent to the hall and back."""
    yield open_charts(window)
    window.run.clock.stop_to_start()
    window.document.select(frozenset())


class TestCrowd:
    """Charts of crowding, for an agent that walks through a gate."""

    @pytest.fixture
    def pushed(self, window, panel):
        """Return the run with one push of 0.5 m at 0:11, and the values of the charts."""
        record = window.run.record
        for _ in range(record.steps_per_tick * 10):
            agents = record.simulation._run.agents  # noqa: SLF001  No request pushes.
            record.simulation.step()
            if record.simulation.steps == 640:
                agents.positions[0, 0] += 0.5
            record.pushes.take(record.simulation)
            record.recorder.take()
        window.run.playhead.tell()
        count(window, panel)
        return panel

    def test_farthest_push(self, pushed):
        """It is in centimetres, with the limit beside it."""
        choose(pushed, "pushes")
        farthest, limit = pushed.charts.plot.curves
        assert farthest.ys[106] == pytest.approx(50, abs=0.5)
        assert (farthest.ys[:105] < 0.1).all()
        assert set(limit.ys.tolist()) == {5.0}

    def test_pushes_of_recordings_are_not_known(self, window, panel):
        """The chart gives the reason."""
        recording = window.run.record.recording
        window.run.timeline.open_recording(recording.until(recording.ticks - 1))
        panel.refresh()
        count(window, panel)
        choose(panel, "pushes")
        assert "measured while a run plays" in panel.charts.nothing.text()

    def test_each_chart_has_lines_words_and_a_table(self, window, panel):
        """One key names all of them."""
        for chart in CHARTS:
            choose(panel, chart.key)
            lines = chart.lines(window.run.record, 10.0)
            assert lines, chart.key
            assert panel.charts.about.text() == chart.about
            assert len({line.key for line in lines}) == len(lines)
            shown = panel.charts.plane.traces if chart.over else panel.charts.plot.curves
            assert [one.name for one in shown] == [line.name for line in lines]
            rows = list(csv.reader(table_text(lines, 0.1).splitlines()))
            assert len(rows) > 10
            assert len(panel.charts._values()) == len(lines)  # noqa: SLF001

    def test_overlap_turning_and_queueing_are_those_of_the_figures(self, window, panel):
        """They are in per cent, and times per minute."""
        crowd, ticks = window.run.record.statistics.crowd, window.run.record.statistics.ticks
        choose(panel, "overlap")
        assert panel.charts.plot.curves[0].ys == pytest.approx(
            100 * crowd.deepest(ticks), nan_ok=True
        )
        choose(panel, "turns")
        (turns,) = panel.charts.plot.curves
        assert np.nanmax(turns.ys) == 0.0
        choose(panel, "queueing")
        crawling, held_up = panel.charts.plot.curves
        assert np.nanmax(crawling.ys) <= 100
        assert np.nanmax(held_up.ys) == 0.0

    def test_density(self, window, panel):
        """Around the agent that most others are near, and around walkers in the mean."""
        choose(panel, "density")
        densest, walkers, limit = panel.charts.plot.curves
        assert np.nanmax(densest.ys) == pytest.approx(1 / (np.pi * 1.5**2))
        assert np.nanmax(walkers.ys) == pytest.approx(1 / (np.pi * 1.5**2))
        assert limit.ys[0] == 5.4

    def test_flow_is_the_rate_for_each_metre(self, window, panel):
        """The value for people is shown beside it."""
        choose(panel, "doors")
        (rate,) = panel.charts.plot.curves
        choose(panel, "flow")
        least, most, flow = panel.charts.plot.curves
        width = window.run.record.statistics.passages.width(GATE)
        assert flow.ys == pytest.approx(rate.ys / width)
        assert (least.ys[0], most.ys[0]) == (1.2, 3.3)

    def test_time_between_two(self):
        """Mean over a window, from its second agent on."""
        gaps = crowd_series._mean_gap(np.array([3, 5, 9]), 16, 6)  # noqa: SLF001
        known = {tick: gap for tick, gap in enumerate(gaps.tolist()) if gap == gap}
        assert known == {5: 2, 6: 2, 7: 2, 8: 2, 9: 4, 10: 4}

    def test_a_dot_leads_to_its_moment(self, window, panel):
        """By a click; arrows go on and back; the moment that is shown is marked."""
        choose(panel, "speeds")
        panel.charts.refresh()
        plane = panel.charts.plane
        dots = plane.traces[0]
        number = int(np.flatnonzero(~np.isnan(dots.ys))[3])
        place = plane.mapFromScene(
            plane.box.mapViewToScene(QPointF(dots.xs[number], dots.ys[number]))
        )
        QTest.mouseClick(plane.viewport(), LEFT, pos=place)
        at = window.run.playhead.seconds
        tick = round(10 * at)
        assert dots.xs[round(at)] == pytest.approx(dots.xs[number], abs=0.05)
        assert dots.ys[round(at)] == pytest.approx(dots.ys[number], abs=0.05)
        panel.charts.refresh()
        crowd = window.run.record.statistics.crowd
        assert plane.mark == (crowd.density(tick + 1)[-1], crowd.speed(tick + 1)[-1])
        QTest.keyClick(plane, KEY.Key_Right)
        assert window.run.playhead.seconds == pytest.approx(at + 1)
        QTest.mouseClick(plane.viewport(), LEFT, pos=QPoint(2, 2))
        assert window.run.playhead.seconds == pytest.approx(at + 1)
        QTest.keyClick(plane, KEY.Key_Home)
        assert window.run.playhead.seconds == 0.0
        assert not panel.charts.picture().isNull()
