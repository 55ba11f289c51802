"""Find out why a crowd looks wrong, with charts, findings and overlays of a run."""

import msgspec
import pytest
from hand import Hand
from journey_window import OpenWindow
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.panels.run.panel import RunPanel
from editor.panels.run.series import CHARTS
from editor.shell.window import MainWindow
from tests.crowd_scenes import swap

KEY, LEFT = Qt.Key, Qt.MouseButton.LeftButton


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with two rooms of twelve agents that change rooms through a door of 1.2 m.

    Two agents start at the same place.
    """
    level = swap(1.2, 12, 60.0).level
    twin = msgspec.structs.replace(next(iter(level.agents.values())), id=999_999, name="twin")
    return open_window(level.with_items({twin.id: twin}), (0.0, 0.0, 9.0, 7.0))


def run_panel(window: MainWindow) -> RunPanel:
    """Return the panel Run after bringing it to the front."""
    window.show_panel("run")
    panel = window.panels["run"]
    assert isinstance(panel, RunPanel)
    return panel


def counted(window: MainWindow, panel: RunPanel) -> None:
    """Wait until statistics of the whole run are computed and shown."""
    while not window.run.record.count():
        QApplication.processEvents()
    panel.refresh()


def test_from_a_chart_to_the_place_of_the_worst_overlap(window: MainWindow, hand: Hand) -> None:
    """Play, open Run, and find the worst moment in a chart, in the findings and on the canvas."""
    for _ in range(80):
        hand.key(KEY.Key_Period)
    run, panel = window.run, run_panel(window)
    panel.tabs.setCurrentIndex(3)
    counted(window, panel)
    charts = panel.charts
    charts.choice.setFocus()
    names = [chart.key for chart in CHARTS]
    for _ in range(names.index("overlap")):
        QTest.keyClick(charts.choice, KEY.Key_Down)
    charts.refresh()
    assert charts.plot is not None
    assert charts.plot.curves[0].name == "Deepest pair"
    assert "both radii" in charts.about.text()

    worst = run.record.statistics.crowd.overlap
    assert worst.value > 0.0
    plot = charts.plot
    place = plot.mapFromScene(plot.box.mapViewToScene(QPointF(worst.seconds, 1.0)))
    QTest.mouseClick(plot.viewport(), LEFT, pos=QPoint(place.x(), plot.height() // 2))
    assert run.playhead.seconds == pytest.approx(worst.seconds, abs=0.1)
    assert run.playhead.looks_back

    panel.tabs.setCurrentIndex(4)
    counted(window, panel)
    table = panel.crowd.table
    table.setFocus()
    table.setCurrentCell(0, 0)
    QTest.keyClick(table, KEY.Key_Return)
    assert run.playhead.seconds == pytest.approx(worst.seconds)
    assert window.document.selection.ids == set(worst.agents)
    camera = window.canvas.viewport.camera
    assert (camera.x, camera.z) == pytest.approx(worst.place, abs=0.02)
    QTest.keyClick(table, KEY.Key_Escape)
    assert window.canvas.hasFocus()


@pytest.mark.parametrize("name", ["overlaps", "pushes", "turning_back"])
def test_overlays_show_where_it_goes_wrong(window: MainWindow, hand: Hand, name: str) -> None:
    """An overlay is off at first; a click in the list shows it with its legend, without an edit."""
    for _ in range(60):
        hand.key(KEY.Key_Period)
    level, canvas = window.document.level, window.canvas
    check = canvas.chrome.show_bar.list.checks[name]
    assert not check.isChecked()
    before = {row.text for row in canvas.chrome.legend.rows}
    check.click()
    while canvas.traffic.trouble().ticks < 60:
        QApplication.processEvents()
    canvas.paint_anew()
    canvas.grab()
    QApplication.processEvents()
    trouble = canvas.traffic.trouble()
    counts = {
        "overlaps": trouble.overlapped, "pushes": trouble.pushed, "turning_back": trouble.turned
    }  # fmt: skip
    rows = {row.text for row in canvas.chrome.legend.rows} - before
    told = "per m²" if counts[name].any() else "none so far"
    assert rows
    assert all(told in row for row in rows)
    assert window.document.level is level
    window.commands.table[f"overlay_{name}"].trigger()
    assert not check.isChecked()
