"""The panel Playtest: events, times, sentences."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hand import RIGHT, Hand
from playtest_level import GATE, PLAYER, WAITER, WALKER, go, level
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from editor.panels.run import messages as words
from editor.panels.run.panel import RunPanel
from editor.run.step_times import StepTimes
from editor.shell.window import MainWindow
from navcore.sim.events import EVENT, Kind
from navcore.sim.phases import PHASES
from navcore.sim.reasons import Reason


@pytest.fixture
def window(window: MainWindow) -> Iterator[MainWindow]:
    """The window, with the level at the start."""
    window.document.load(level(), None)
    window.bake.wait()
    window.canvas.setFocus()
    window.canvas.frame_all()
    yield window
    window.run.clock.stop_to_start()


@pytest.fixture
def panel(window: MainWindow) -> RunPanel:
    """The panel, in front, its first page open."""
    found = window.panels["run"]
    assert isinstance(found, RunPanel)
    window.arrangement.bring_up(found)
    found.tabs.setCurrentIndex(0)
    found.events.search.clear()
    return found


def rows(panel: RunPanel) -> list[tuple[str, str, str]]:
    """Return the listed rows."""
    model = panel.events.model
    return [model.cells(row) for row in range(model.rowCount())]


def open_log(panel: RunPanel) -> None:
    """Turn to the events, as they are now."""
    panel.tabs.setCurrentIndex(1)
    panel.refresh()


class TestEvents:
    """Events of the run."""

    def test_they_are_listed_as_they_come(self, window: MainWindow, panel: RunPanel) -> None:
        """Columns are time, agent and event; another run begins anew."""
        go(window, 1)
        open_log(panel)
        before = panel.events.model.rowCount()
        go(window, 40)
        panel.refresh()
        assert panel.events.model.rowCount() > before
        assert any(row[1:] == ("waiter", "arrived") for row in rows(panel))
        assert all(row[0].startswith("0:0") for row in rows(panel))
        window.run.clock.restart()
        window.run.clock.pause()
        go(window, 1)
        panel.refresh()
        assert panel.events.model.rowCount() == before

    def test_a_door_is_named(self, window: MainWindow, panel: RunPanel) -> None:
        """The row has its new state."""
        go(window, 3)
        window.run.commands.switch([GATE])
        go(window, 3)
        open_log(panel)
        assert ("gate", "was opened") in [row[1:] for row in rows(panel)]

    def test_kinds(self, window: MainWindow, panel: RunPanel) -> None:
        """The first click leaves one alone, another adds it, none left is all."""
        go(window, 3)
        window.run.commands.switch([GATE])
        go(window, 60)
        open_log(panel)
        kinds = panel.events.kinds
        kinds.actions_by_kind[Kind.WORLD_CHANGED].trigger()
        assert kinds.chosen == {Kind.WORLD_CHANGED}
        assert kinds.text() == "Doors and walls"
        assert {row[1] for row in rows(panel)} == {"gate"}
        kinds.actions_by_kind[Kind.ARRIVED].trigger()
        assert kinds.text() == "2 kinds"
        assert "of" in panel.events.count.text()
        kinds.all_action.trigger()
        assert kinds.text() == "All kinds"
        assert panel.events.model.rowCount() == panel.events.model.total

    def test_search_and_selection(self, window: MainWindow, panel: RunPanel) -> None:
        """By name, by word, and of the selected alone."""
        go(window, 60)
        open_log(panel)
        panel.events.search.setText("WAITER")
        assert {row[1] for row in rows(panel)} == {"waiter"}
        panel.events.search.setText("arrived")
        assert {row[2] for row in rows(panel)} <= {"arrived", "went as near as possible"}
        panel.events.search.setText("nothing like this")
        assert panel.events.empty.isVisible()
        panel.events.search.clear()
        window.document.select(frozenset({WAITER}))
        panel.events.selected_only.click()
        panel.refresh()
        assert {row[1] for row in rows(panel)} == {"waiter"}
        panel.events.selected_only.click()
        assert panel.events.model.rowCount() == panel.events.model.total

    def test_enter_goes_there(self, window: MainWindow, panel: RunPanel) -> None:
        """It goes to the moment and the place and selects the agent; later events are grey."""
        go(window, 60)
        open_log(panel)
        model, table = panel.events.model, panel.events.table
        row = next(n for n in range(model.rowCount()) if model.agent(n) == WAITER)
        table.setCurrentIndex(model.index(row, 0))
        QTest.keyClick(table, Qt.Key.Key_Return)
        assert window.run.playhead.seconds == pytest.approx(model.seconds(row))
        assert window.document.selection.ids == {WAITER}
        assert math.dist(window.canvas.viewport.middle(), model.place(row)) < 0.1
        later = [n for n in range(model.rowCount()) if model.seconds(n) > model.seconds(row)]
        if later:
            colour = model.data(model.index(later[0], 1), Qt.ItemDataRole.ForegroundRole)
            assert colour is not None
        table.jumped.emit(10**6)

    def test_they_are_copied_as_lines(self, window: MainWindow, panel: RunPanel) -> None:
        """The selected ones; all where none is."""
        go(window, 40)
        open_log(panel)
        panel.events.table.clearSelection()
        QTest.keyClick(panel.events.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        lines = QGuiApplication.clipboard().text().splitlines()
        assert len(lines) == panel.events.model.rowCount()
        assert all(len(line.split("\t")) == 4 for line in lines)
        panel.events.table.selectRow(0)
        QTest.keyClick(panel.events.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert QGuiApplication.clipboard().text() == lines[0]
        QTest.keyClick(panel.events.table, Qt.Key.Key_Escape)
        assert window.canvas.hasFocus()

    def test_a_hundred_thousand(self, window: MainWindow, panel: RunPanel) -> None:
        """Only visible events are put into words."""
        go(window, 2)
        open_log(panel)
        many = np.zeros(100_000, EVENT)
        many["kind"], many["agent"], many["other"] = Kind.NUDGED, WALKER, PLAYER
        many["step"] = 5
        window.run.record.recording.note((), many)
        asked: list[int] = []
        model = panel.events.model
        cells = model.cells
        model.cells = lambda row: asked.append(row) or cells(row)  # type: ignore[method-assign]
        try:
            panel.refresh()
            QTest.qWait(20)
        finally:
            del model.cells
        assert model.rowCount() >= 100_000
        assert len(asked) < 1000
        assert model.rowCount(QModelIndex()) == model.total
        assert model.cells(model.rowCount() - 1) == ("0:00.0", "walker", "steps aside for hero")


class TestTimes:
    """Times of steps."""

    def test_a_run_shows_its_phases(self, window: MainWindow, panel: RunPanel) -> None:
        """Each has a bar, and its share of a frame."""
        panel.tabs.setCurrentIndex(2)
        for number in range(12):
            timings = {"follow": 0.001} | ({"think": 0.002} if number % 6 == 0 else {})
            window.run.times.take(number / 60, timings)
        go(window, 1)
        panel.refresh()
        shown = [line.name.text() for line in panel.times.lines if line.name.isVisible()]
        assert {"Walking", "Thinking"} <= set(shown)
        assert panel.times.total.text().startswith("A step takes ")
        assert "% of the 8 ms" in panel.times.share.text()

    def test_only_the_last_second_counts(self) -> None:
        """Mean over all steps, those without the phase too."""
        times = StepTimes()
        assert times.summary().steps == 0
        times.take(0.0, {"follow": 9.0})
        times.take(1.5, {"follow": 0.25, "think": 0.5})
        times.take(2.0, {"follow": 0.75})
        summary = times.summary()
        assert summary.steps == 2
        assert summary.worst == 0.75
        assert summary.total == 1.5
        assert [(p.name, p.mean, p.worst) for p in summary.phases] == [
            ("follow", 0.5, 0.75),
            ("think", 0.25, 0.5),
        ]
        times.forget()
        assert times.summary().phases == ()


class TestWords:
    """Nothing is left without words."""

    def test_every_phase_has_a_name(self) -> None:
        """Of those that a step has."""
        phases = (phase for rules in PHASES.values() for phase in rules)
        assert all(words.phase(phase.name) != phase.name for phase in phases)

    def test_every_kind_and_reason_has_words(self) -> None:
        """Each has words with and without a second agent."""
        assert set(words.KINDS) == set(Kind)
        assert set(words.REASONS) == set(Reason)
        for kind in Kind:
            assert words.happened(kind, 0, "")
            assert words.happened(kind, 0, "cook")
        assert all(words.counted(reason, count) for reason in Reason for count in (1, 2))


def test_right_click_sends_who_came_by_the_brush(window: MainWindow) -> None:
    """They are selected once they are there."""
    go(window, 1)
    hand = Hand(window.canvas)
    brush = next(tool for tool in window.canvas.gestures.tools if tool.name == "spawn")
    window.canvas.gestures.choose(brush)
    hand.click((20.0, 15.0))
    window.canvas.gestures.choose(window.canvas.gestures.tools[0])
    hand.click((10.0, 17.0), RIGHT)
    assert len(window.run.inputs.sent) == 20
