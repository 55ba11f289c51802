"""The playtest panel: who does what and why, what happened, and what the steps cost."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from hand import RIGHT, Hand
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from sim_runs import writable

from editor.panels.playtest import messages as words
from editor.panels.playtest.facts import area_at, facts_of
from editor.panels.playtest.panel import PlaytestPanel
from editor.run.step_times import StepTimes
from editor.shell.window import MainWindow
from navcore.level import operations as op
from navcore.level.model import Agent, Area, Level
from navcore.sim.events import EVENT, Kind
from navcore.sim.phases import PHASES
from navcore.sim.reasons import Reason

FIELD, YARD, GATE, WALKER, WAITER, LOST, PLAYER = range(1, 8)


def level() -> Level:
    """A field and a yard behind a gate: one walks, one waits at goals, one can't get there."""

    def ring(x0: float, z0: float, x1: float, z1: float) -> tuple[tuple[float, float], ...]:
        return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))

    elements = [
        Area(id=FIELD, name="field", polygon=ring(0, 0, 40, 20)),
        Area(id=YARD, name="yard", polygon=ring(42, 0, 60, 20)),
        Area(id=GATE, name="gate", polygon=ring(40, 8, 42, 12), door=True, available=False),
        Agent(id=WALKER, name="walker", position=(3.0, 10.0), goals=((30.0, 10.0),)),
        Agent(
            id=WAITER, name="waiter", position=(5.0, 4.0), goals=((5.4, 4.0), (9.0, 4.0)), wait=60.0
        ),
        Agent(id=LOST, name="lost", position=(35.0, 16.0), goals=((50.0, 16.0),)),
        Agent(id=PLAYER, name="hero", position=(20.0, 3.0), player=True),
    ]
    return Level().with_items({element.id: element for element in elements})


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
def panel(window: MainWindow) -> PlaytestPanel:
    """The panel, in front, its first page open."""
    found = window.panels["playtest"]
    assert isinstance(found, PlaytestPanel)
    window.arrangement.bring_up(found)
    found.tabs.setCurrentIndex(0)
    found.events.search.clear()
    return found


def go(window: MainWindow, ticks: int) -> None:
    """So many ticks of the run."""
    for _ in range(ticks):
        window.run.clock.step_once()


def rows(panel: PlaytestPanel) -> list[tuple[str, str, str]]:
    """What is listed."""
    model = panel.events.model
    return [model.cells(row) for row in range(model.rowCount())]


def open_log(panel: PlaytestPanel) -> None:
    """Turn to the events, as they are now."""
    panel.tabs.setCurrentIndex(1)
    panel.refresh()


class TestPanel:
    """Where it is, and when it is quiet."""

    def test_it_stands_behind_the_history(self, window: MainWindow) -> None:
        """Third tab of the upper part."""
        tabs = window.arrangement.docks["upper"].tabs
        assert [tabs.tabText(n) for n in range(3)] == ["Outline", "History", "Playtest"]

    def test_at_the_start_it_says_what_to_do(
        self, window: MainWindow, panel: PlaytestPanel
    ) -> None:
        """One sentence, no tabs; without agents how to get one."""
        panel.refresh()
        assert panel.empty.isVisible()
        assert not panel.tabs.isVisible()
        assert panel.empty.text().startswith("Nothing runs. Press Space")
        window.document.load(Level(), None)
        panel.refresh()
        assert panel.empty.text() == "No agents yet. Press A and click the floor."

    def test_it_follows_ten_times_a_second_at_most(
        self, window: MainWindow, panel: PlaytestPanel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However many frames there are; not at all where nobody sees it."""
        go(window, 1)
        panel.refresh()
        shown: list[object] = []
        panel.soon.stop()
        monkeypatch.setattr(panel.agent, "show_agents", shown.append)
        for _ in range(50):
            window.run.signals.frame.emit(1.0)
        assert not shown
        assert panel.soon.isActive()
        QTest.qWait(panel.soon.interval() + 60)
        assert len(shown) == 1
        window.arrangement.docks["upper"].tabs.setCurrentIndex(0)
        window.run.signals.frame.emit(1.0)
        assert not panel.soon.isActive()


class TestAgent:
    """The agent that is selected."""

    def show(self, window: MainWindow, panel: PlaytestPanel, agent: int) -> dict[str, str]:
        """Select an agent; what is told of it."""
        window.document.select(frozenset({agent}))
        panel.refresh()
        return {key: label.text() for key, label in panel.agent.one.values.items()}

    def test_one_who_walks(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Where to, how far, how fast."""
        go(window, 20)
        told = self.show(window, panel, WALKER)
        assert panel.agent.one.name.text() == "walker"
        assert panel.agent.one.said.text() == "Walks to its goal."
        assert told["target"] == "30.00, 10.00 in field"
        facts = facts_of(window.run, WALKER)
        assert facts is not None
        assert facts.errand is not None
        assert facts.errand.length == pytest.approx(30 - facts.place[0], abs=0.1)
        assert facts.errand.seconds == pytest.approx(facts.errand.length / 1.4)
        assert facts.speed == pytest.approx(1.4, abs=0.05)
        assert told["speed"].endswith("of 1.40 m/s")
        assert told["facing"] == "0°"
        assert told["replans"] == "not yet"

    def test_one_who_waits_at_a_goal(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Which goal, and how long yet."""
        go(window, 30)
        told = self.show(window, panel, WAITER)
        said = panel.agent.one.said.text()
        assert said.startswith("Stands at its goal 1 for 5")
        assert said.endswith(" s more.")
        assert told["target"] == "\N{EN DASH}"

    def test_one_who_cannot_get_there(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """How far it stands from where it was to go."""
        go(window, 60)
        self.show(window, panel, LOST)
        said = panel.agent.one.said.text()
        assert said.startswith("Can't reach its goal: stands ")
        assert said.endswith(" m short of it.")

    def test_one_without_a_goal(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """It stands; once it was sent and came there, that is said."""
        go(window, 2)
        self.show(window, panel, PLAYER)
        assert panel.agent.one.said.text() == "Has nowhere to go."
        window.run.commands.send([PLAYER], (21.0, 3.0))
        go(window, 30)
        self.show(window, panel, PLAYER)
        assert panel.agent.one.said.text() == "Stands at its goal."

    def test_who_is_in_the_way_is_a_button(
        self, window: MainWindow, panel: PlaytestPanel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It selects who it names, and the view goes there."""
        go(window, 10)
        agents = writable(window.run.record.simulation)
        agents.hindered[agents.index[WALKER]] = 50
        agents.blockers[agents.index[WALKER]] = PLAYER
        self.show(window, panel, WALKER)
        assert panel.agent.one.said.text() == "Waits for hero to move out of the way."
        assert panel.agent.one.blocker.text() == "Show hero"
        panel.agent.one.blocker.click()
        assert window.document.selection.ids == {PLAYER}
        assert math.dist(window.canvas.viewport.middle(), (20, 3)) < 0.1

    def test_all_by_what_they_do(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """With nobody selected; a click on a line selects those."""
        go(window, 60)
        window.document.select(frozenset())
        panel.refresh()
        several = panel.agent.several
        assert several.title.text() == "4 agents in the run"
        assert several.lines[Reason.NO_WAY].text() == "1 can't reach its goal"
        assert not several.lines[Reason.HELD_UP].isVisible()
        several.lines[Reason.NO_WAY].click()
        assert window.document.selection.ids == {LOST}

    def test_several(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Counted by what they do, whoever else there is."""
        go(window, 10)
        window.document.select(frozenset({WALKER, PLAYER, FIELD}))
        panel.refresh()
        assert panel.agent.several.title.text() == "2 selected agents"
        assert panel.agent.several.lines[Reason.WALKS].text() == "1 walks"

    def test_while_one_looks_back(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """What the recording knows is told; the rest is left open."""
        go(window, 60)
        window.run.timeline.seek(2.03)
        told = self.show(window, panel, WALKER)
        assert panel.agent.one.said.text().startswith("Walks to")
        assert told["place"].startswith("5.") or told["place"].startswith("6.")

    def test_the_follow_button(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Is the action."""
        go(window, 5)
        self.show(window, panel, WALKER)
        window.commands.refresh()
        panel.agent.one.follow.click()
        assert window.canvas.follower.agent == WALKER
        window.canvas.follower.end()

    def test_areas(self) -> None:
        """The smallest that holds a place."""
        inner = op.add_area(
            level(), ((1, 1), (4, 1), (4, 4), (1, 4)), lambda: 99, name="bed"
        ).apply(level())
        assert area_at(inner, (2, 2)) == "bed"
        assert area_at(inner, (20, 10)) == "field"
        assert area_at(inner, (-5, -5)) == ""


class TestEvents:
    """What happened."""

    def test_they_are_listed_as_they_come(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Time, who, what; another run begins anew."""
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

    def test_a_door_is_named(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """And how it stands since."""
        go(window, 3)
        window.run.commands.toggle_doors([GATE])
        go(window, 3)
        open_log(panel)
        assert ("gate", "was opened") in [row[1:] for row in rows(panel)]

    def test_kinds(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """The first click leaves one alone, another adds it, none left is all."""
        go(window, 3)
        window.run.commands.toggle_doors([GATE])
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

    def test_search_and_selection(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """By name, by word, and of the selected alone."""
        go(window, 60)
        open_log(panel)
        panel.events.search.setText("WAITER")
        assert {row[1] for row in rows(panel)} == {"waiter"}
        panel.events.search.setText("arrived")
        assert {row[2] for row in rows(panel)} <= {"arrived", "came as near as it gets"}
        panel.events.search.setText("nothing like this")
        assert panel.events.empty.isVisible()
        panel.events.search.clear()
        window.document.select(frozenset({WAITER}))
        panel.events.selected_only.click()
        panel.refresh()
        assert {row[1] for row in rows(panel)} == {"waiter"}
        panel.events.selected_only.click()
        assert panel.events.model.rowCount() == panel.events.model.total

    def test_enter_goes_there(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """To the moment and the place, with whom it is about; what came later is grey."""
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

    def test_they_are_copied_as_lines(self, window: MainWindow, panel: PlaytestPanel) -> None:
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

    def test_a_hundred_thousand(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Only what is seen is put into words."""
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
    """What the steps cost."""

    def test_a_run_shows_its_phases(self, window: MainWindow, panel: PlaytestPanel) -> None:
        """Each with a bar, and the share of a frame."""
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
        assert all(words.phase(phase.name) != phase.name for phase in PHASES)

    def test_every_kind_and_reason_has_words(self) -> None:
        """With somebody else in it, and without."""
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
