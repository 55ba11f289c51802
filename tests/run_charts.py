"""Operate the charts of a run in a window: open, choose, wait for all statistics."""

from small_level import GUARD, small_level

from editor.panels.run.panel import RunPanel
from editor.panels.run.series import CHARTS
from editor.shell.window import MainWindow


def go(window: MainWindow, ticks: int) -> None:
    """Advance the run by some ticks."""
    for _ in range(ticks * window.run.record.steps_per_tick):
        window.run.record.step()
    window.run.playhead.tell()


def open_charts(window: MainWindow) -> RunPanel:
    """Return the panel with its charts shown, 10 s after the guard was sent to the hall."""
    window.document.load(small_level(), None)
    window.bake.wait()
    window.activateWindow()
    window.show_panel("run")
    found = window.panels["run"]
    assert isinstance(found, RunPanel)
    go(window, 1)
    window.run.commands.send([GUARD], (18.0, 6.0))
    go(window, 100)
    found.tabs.setCurrentIndex(3)
    found.charts.choice.setCurrentIndex(0)
    count(window, found)
    return found


def choose(panel: RunPanel, key: str) -> None:
    """Show the chart with this key."""
    panel.charts.choice.setCurrentIndex([chart.key for chart in CHARTS].index(key))


def count(window: MainWindow, panel: RunPanel) -> None:
    """Wait until all statistics are computed and shown."""
    while not window.run.record.statistics.follow():
        pass
    panel.charts.refresh()
    panel.charts._show_lines()  # noqa: SLF001  Without waiting for the timer.
