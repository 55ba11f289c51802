"""The panel of a run: activities of agents and their reasons, events, and cost of steps."""

import math
from collections.abc import Iterator

import pytest
from playtest_level import FIELD, LOST, PLAYER, WAITER, WALKER, go, level
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from sim_runs import writable

from editor.panels.run.facts import area_at, facts_of
from editor.panels.run.panel import RunPanel
from editor.shell.window import MainWindow
from navcore.level import operations as op
from navcore.level.model import Level
from navcore.proof.explanation import Reason as Unreached
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


class TestPanel:
    """Where it is, and when it is quiet."""

    def test_it_stands_beneath_the_canvas(self, window: MainWindow) -> None:
        """A tab of the dock that is closed at first."""
        tabs = window.arrangement.docks["bottom"].tabs
        assert "Run" in [tabs.tabText(n) for n in range(tabs.count())]

    def test_at_the_start_it_says_what_to_do(self, window: MainWindow, panel: RunPanel) -> None:
        """One sentence beneath the tabs; without agents how to get one."""
        panel.refresh()
        assert panel.empty.isVisible()
        assert not panel.agent.isVisible()
        assert panel.empty.text().startswith("Nothing runs. Press Space")
        window.document.load(Level(), None)
        panel.refresh()
        assert panel.empty.text() == "No agents yet. Press A and click the floor."

    def test_it_follows_ten_times_a_second_at_most(
        self, window: MainWindow, panel: RunPanel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """This holds at every frame rate; a hidden panel isn't updated."""
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
        window.toggle_panel("run")
        window.run.signals.frame.emit(1.0)
        assert not panel.soon.isActive()


class TestAgent:
    """The agent that is selected."""

    def show(self, window: MainWindow, panel: RunPanel, agent: int) -> dict[str, str]:
        """Select an agent; return the texts about it."""
        window.document.select(frozenset({agent}))
        panel.refresh()
        return {key: label.text() for key, label in panel.agent.one.values.items()}

    def test_one_who_walks(self, window: MainWindow, panel: RunPanel) -> None:
        """The panel shows goal, distance and speed."""
        go(window, 20)
        told = self.show(window, panel, WALKER)
        assert panel.agent.one.name.text() == "walker"
        assert panel.agent.one.said.text() == "Walks to its stop."
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

    def test_one_who_waits_at_a_goal(self, window: MainWindow, panel: RunPanel) -> None:
        """Which stop, and how long yet."""
        go(window, 30)
        told = self.show(window, panel, WAITER)
        said = panel.agent.one.said.text()
        assert said.startswith("Waits at stop 1 for 5")
        assert said.endswith(" s more.")
        assert told["target"] == "\N{EN DASH}"

    def test_one_who_cannot_get_there(self, window: MainWindow, panel: RunPanel) -> None:
        """How far it stands from where it was to go."""
        go(window, 60)
        self.show(window, panel, LOST)
        said = panel.agent.one.said.text()
        assert said.startswith("No path leads there: stands ")
        assert said.endswith(" m short of it.")

    def test_why_it_cannot_get_there_is_a_button(
        self, window: MainWindow, panel: RunPanel, qtbot: QtBot
    ) -> None:
        """The reason is shown over the canvas, as with *Why?* in a menu; others have no button."""
        go(window, 60)
        self.show(window, panel, LOST)
        assert not panel.agent.one.why.isHidden()
        panel.agent.one.why.click()
        qtbot.waitUntil(lambda: not window.probe.reasons.busy)
        found = window.probe.reasons.found
        assert window.probe.reasons.agent == LOST
        assert found is not None
        assert found.reason is not Unreached.NONE
        self.show(window, panel, WALKER)
        assert panel.agent.one.why.isHidden()

    def test_one_without_a_goal(self, window: MainWindow, panel: RunPanel) -> None:
        """It stands; after an order and its arrival, the panel says so."""
        go(window, 2)
        self.show(window, panel, PLAYER)
        assert panel.agent.one.said.text() == "Has nowhere to go."
        window.run.commands.send([PLAYER], (21.0, 3.0))
        go(window, 30)
        self.show(window, panel, PLAYER)
        assert panel.agent.one.said.text() == "Has arrived."

    def test_who_is_in_the_way_is_a_button(
        self, window: MainWindow, panel: RunPanel, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It selects the named agent, and the view moves there."""
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

    def test_all_by_what_they_do(self, window: MainWindow, panel: RunPanel) -> None:
        """Without a selection all agents are listed by activity; a click on a line selects them."""
        go(window, 60)
        window.document.select(frozenset())
        panel.refresh()
        several = panel.agent.several
        assert several.title.text() == "4 agents in the run"
        assert several.lines[Reason.NO_WAY].text() == "1 finds no path"
        assert not several.lines[Reason.HELD_UP].isVisible()
        several.lines[Reason.NO_WAY].click()
        assert window.document.selection.ids == {LOST}

    def test_several(self, window: MainWindow, panel: RunPanel) -> None:
        """The selected agents are counted by activity; others aren't counted."""
        go(window, 10)
        window.document.select(frozenset({WALKER, PLAYER, FIELD}))
        panel.refresh()
        assert panel.agent.several.title.text() == "2 selected agents"
        assert panel.agent.several.lines[Reason.WALKS].text() == "1 walks"

    def test_while_one_looks_back(self, window: MainWindow, panel: RunPanel) -> None:
        """Recorded values are shown; the others are left out."""
        go(window, 60)
        window.run.timeline.seek(2.03)
        told = self.show(window, panel, WALKER)
        assert panel.agent.one.said.text().startswith("Walks to")
        assert told["place"].startswith("5.") or told["place"].startswith("6.")

    def test_the_follow_button(self, window: MainWindow, panel: RunPanel) -> None:
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
