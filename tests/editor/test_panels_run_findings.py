"""Findings about the crowd of a run: texts, and the target of each."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from run_charts import count, open_charts
from sim_levels import agent, box, level_of, room
from sim_runs import writable
from small_level import GATE

from editor.panels.run.crowd_findings import findings, who
from editor.run.record import RunRecord
from navcore.level.model import Area
from navcore.sim.simulation import Simulation
from navcore.world import World

KEY = Qt.Key


def recorded(record: RunRecord, seconds: float) -> dict[str, object]:
    """Run for some seconds, and return the findings by subject."""
    for _ in range(round(60 * seconds)):
        record.step()
    while not record.statistics.follow():
        pass
    return {finding.what: finding for finding in findings(record)}


def test_nobody_and_nothing() -> None:
    """There are no findings before a tick is counted, nor for an agent that walks alone."""
    record = RunRecord(Simulation(World.build(level_of(room(30, 4)))))
    assert recorded(record, 1.0) == {}
    level = level_of(room(30, 4), agent(1, (1, 2), goals=((29, 2),)))
    found = recorded(RunRecord(Simulation(World.build(level))), 5.0)
    assert {what: finding.told for what, finding in found.items()} == {
        "Deepest overlap": "No agents overlap.",
        "Farthest push": "No agent is pushed as far as 1 cm.",
        "Densest place": "0.14 agents/m² within 1.5 m",
        "Crawling": "No agent is slower than a fifth of its speed.",
        "Turning back": "No agent turns back.",
    }
    assert found["Deepest overlap"].verdict == found["Farthest push"].verdict == "good"


def test_two_in_each_other_and_a_push() -> None:
    """The finding has depth, distance, time, place and agents."""
    level = level_of(room(10, 10), *(agent(i, (i, 5), radius=0.4) for i in (1, 4, 8)))
    record = RunRecord(Simulation(World.build(level)))
    simulation = record.simulation
    for step in range(60):
        simulation.step()
        if 29 <= step <= 35:
            writable(simulation).positions[:2] = [(2.0, 5.0), (2.6, 5.0)]
        elif step > 35:
            writable(simulation).positions[:2] = [(1.0, 5.0), (4.0, 5.0)]
        if step == 50:
            writable(simulation).positions[2, 1] += 0.3
        elif step >= 29:
            agents = writable(simulation)
            agents.previous_positions[:2] = agents.positions[:2]
        record.pushes.take(simulation)
        record.recorder.take()
    while not record.statistics.follow():
        pass
    by_name = {finding.what: finding for finding in findings(record)}
    overlap, push = by_name["Deepest overlap"], by_name["Farthest push"]
    assert overlap.told == "25 % of both radii · 99 of 100 agents stay below 25 %"
    assert (overlap.verdict, overlap.agents) == ("bad", (1, 4))
    assert overlap.seconds == pytest.approx(0.5)
    assert overlap.place == pytest.approx((2.3, 5.0), abs=0.01)
    assert push.told == "27.7 cm beyond walking in one step · 1 push over 5 cm"
    assert (push.verdict, push.agents) == ("bad", (8,))
    assert push.seconds == pytest.approx(51 / 60)
    assert who(overlap, {1: "ada", 4: ""}.get) == "ada and without a name"


def test_a_column_at_a_door() -> None:
    """Agents a second and metre, and the time from one to the next."""
    rooms = room(20, 4).with_items(
        {
            101: Area(id=101, name="gate", polygon=box(20, 1, 21, 3), door=True),
            102: Area(id=102, name="beyond", polygon=box(21, 0, 45, 4)),
        }
    )
    ones = [
        agent(i + 1, (19 - 2 * i, 2), walk_speed=1.0, goals=((41 - 2 * i, 2),)) for i in range(9)
    ]
    found = recorded(RunRecord(Simulation(World.build(level_of(rooms, *ones)))), 24.0)
    gate = found["gate"]
    assert gate.told.startswith("9 agents pass, 2.00 m wide · 0.25 agents/(s·m)")
    assert "2.0 s from one to the next" in gate.told
    assert gate.verdict == ""
    assert gate.place == (20.5, 2.0)


class TestPage:
    """The list in the panel."""

    @pytest.fixture
    def panel(self, window):
        """The tab Crowd, of a guard that walked through a gate."""
        found = open_charts(window)
        count(window, found)
        found.tabs.setCurrentIndex(4)
        yield found
        window.run.clock.stop_to_start()
        window.document.select(frozenset())

    def cell(self, panel, row, column):
        """A text of the list."""
        return panel.crowd.table.item(row, column).text()

    def test_lists_findings_and_leads_to_them(self, window, panel):
        """Enter goes to the moment, the agents and the place; Esc leads back."""
        table = panel.crowd.table
        assert panel.tabs.tabText(4) == "Crowd"
        rows = [self.cell(panel, row, 0) for row in range(table.rowCount())]
        name = window.document.level.areas[GATE].name
        assert rows[:3] == ["Deepest overlap", "Farthest push", "Densest place"]
        assert rows[3:] == ["Crawling", "Turning back", name]
        first = [table.item(row, 0) for row in range(table.rowCount())]
        assert all(item.toolTip() and not item.icon().isNull() for item in first)
        told = first[0].data(Qt.ItemDataRole.AccessibleTextRole)
        assert told == "Deepest overlap. Looks as it would among people."
        centre = window.canvas.viewport.camera
        table.setFocus()
        table.setCurrentCell(5, 0)
        QTest.keyClick(table, KEY.Key_Return)
        camera, place = window.canvas.viewport.camera, panel.crowd.found[5].place
        assert (camera.x, camera.z) == pytest.approx(place, abs=0.01)
        assert camera.scale == centre.scale
        QTest.keyClick(table, KEY.Key_Escape)
        assert window.canvas.hasFocus()

    def test_a_moment_is_sought_and_agents_are_selected(self, window, panel):
        """Of a finding that has them."""
        guard = next(iter(window.document.level.agents))
        table = panel.crowd.table
        panel.crowd.found[0] = type(panel.crowd.found[0])(
            "", "", seconds=3.0, agents=(guard,), place=(2.0, 3.0)
        )
        table.cellDoubleClicked.emit(0, 1)
        assert window.run.playhead.seconds == pytest.approx(3.0)
        assert guard in window.document.selection.ids
        assert window.canvas.viewport.camera.x == pytest.approx(2.0, abs=0.01)

    def test_pushes_of_a_recording_are_not_known(self, window, panel):
        """The list says so."""
        recording = window.run.record.recording
        window.run.timeline.open_recording(recording.until(recording.ticks - 1))
        window.run.timeline.seek(2.0)
        panel.refresh()
        while not window.run.record.count():
            pass
        panel.crowd.refresh()
        assert "only while a run plays" in self.cell(panel, 1, 1)
