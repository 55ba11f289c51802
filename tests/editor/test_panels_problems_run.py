"""Problems found by a run are listed, with their moment and place."""

import pytest
from msgspec.structs import replace
from rule_levels import CASES, level_of
from run_charts import go

from editor.panels.problems.panel import ProblemsPanel
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level
from navcore.proof.problem import Problem

DOOR = 3
LEDGE = 30


def crowded(level: Level) -> Level:
    """Return the level with many agents that must pass the door."""
    crowd = [
        Agent(id=100 + n, name=f"guest_{n}", position=(1.5 + n % 8, 1.2 + n // 8),
              goals=((12.0 + n % 6, 1.0 + n // 6),), radius=0.3)
        for n in range(40)
    ]  # fmt: skip
    return level.with_items({one.id: one for one in crowd})


@pytest.fixture
def panel(window: MainWindow) -> ProblemsPanel:
    """Return the panel, in front, after 20 s of a crowd."""
    window.activateWindow()
    pit = CASES["trap"][0]()
    window.document.load(crowded(pit), None)
    window.bake.wait()
    window.workspace.problems.wait()
    window.show_panel("problems")
    go(window, 200)
    found = window.panels["problems"]
    assert isinstance(found, ProblemsPanel)
    follow(found)
    return found


def follow(panel: ProblemsPanel) -> None:
    """Wait until all statistics are computed and shown."""
    while not panel.bench.run.record.statistics.follow():
        pass
    panel.from_run.refresh()


def shown(panel: ProblemsPanel) -> list[Problem]:
    """Return the listed problems of the run."""
    return [one for one in panel.model.rows if one.seconds is not None]


def text(panel: ProblemsPanel, problem: Problem) -> str:
    """The sentence of a row."""
    row = panel.model.row_of(problem.key)
    assert row is not None
    return str(panel.model.data(panel.model.index(row, 0)))


def test_findings_of_the_run_follow_those_of_the_drawing(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """They count for no check and stand last."""
    codes = [one.code for one in panel.model.rows]
    assert codes[0] == "trap"
    assert "run-waiting" in codes[1:]
    assert window.status.problems.text() == "1 problem"
    assert all(text(panel, one).startswith("From the run, 0:") for one in shown(panel))


def test_show_goes_to_the_moment_and_the_agents(window: MainWindow, panel: ProblemsPanel) -> None:
    """It also shows the place."""
    waits = next(one for one in shown(panel) if one.code == "run-waiting")
    panel.table.selectRow(panel.model.row_of(waits.key) or 0)
    assert panel.bench.problems.problem == waits
    assert "late" in panel.details.why.text()
    assert "moment" in panel.details.show_button.toolTip()
    panel.details.show_button.click()
    assert window.run.playhead.seconds == pytest.approx(waits.seconds)
    assert window.document.selection.ids == frozenset(waits.finding.agents)
    camera = window.canvas.viewport.camera
    assert camera.sees((*waits.place, *waits.place))
    assert not window.run.playhead.playing


def test_findings_are_old_when_the_level_changed_and_gone_in_a_new_run(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """After undo they are current again; a door that is shut in the run changes no level."""
    waits = next(one for one in shown(panel) if one.code == "run-waiting")
    assert not waits.finding.old
    document = window.document
    wide = replace(document.level.areas[1], polygon=((0, 0), (10, 0), (10, 8.5), (0, 8.5)))
    document.commit(Edit.put(document.level, [wide]))
    window.bake.wait()
    panel.from_run.refresh()
    assert all(one.finding.old for one in shown(panel))
    assert "before the last change" in text(panel, waits)
    panel.table.selectRow(panel.model.row_of(waits.key) or 0)
    assert "play on" in panel.details.why.text()
    window.canvas.undo()
    window.bake.wait()
    panel.from_run.refresh()
    assert not any(one.finding.old for one in shown(panel))
    window.run.clock.stop_to_start()
    panel.from_run.refresh()
    assert shown(panel) == []
    assert [one.code for one in panel.model.rows] == ["trap"]


def test_what_happens_again_after_a_change_is_not_old(
    window: MainWindow, panel: ProblemsPanel
) -> None:
    """A problem is old only if it wasn't found again after the change."""
    document = window.document
    door = document.level.areas[DOOR]
    assert isinstance(door, Area)
    narrow = replace(door, polygon=((10, 3), (10.4, 3), (10.4, 4.4), (10, 4.4)))
    document.commit(Edit.put(document.level, [narrow]))
    window.bake.wait()
    go(window, 150)
    follow(panel)
    waits = next(one for one in shown(panel) if one.code == "run-waiting")
    assert not waits.finding.old


def test_meant_findings_and_those_that_are_off(window: MainWindow, panel: ProblemsPanel) -> None:
    """They work like findings of the drawing."""
    waits = next(one for one in shown(panel) if one.code == "run-waiting")
    panel.table.selectRow(panel.model.row_of(waits.key) or 0)
    panel.details.reason.take("They queue for the show.")
    follow(panel)
    assert panel.bench.problems.problem is not None
    assert panel.bench.problems.problem.meant == "They queue for the show."
    panel.details.severity.setCurrentIndex(3)
    panel.details.severity.activated.emit(3)
    follow(panel)
    assert "run-waiting" not in [one.code for one in panel.model.rows]
    assert panel.off.isVisible()
    panel.off.menu().aboutToShow.emit()
    assert [action.text() for action in panel.off.menu().actions()] == ["Agents wait"]
    panel.off.menu().actions()[0].trigger()
    follow(panel)
    assert "run-waiting" in [one.code for one in panel.model.rows]


def test_nothing_is_counted_while_nobody_looks(window: MainWindow) -> None:
    """A run costs nothing for it."""
    window.document.load(crowded(level_of()), None)
    window.bake.wait()
    window.workspace.problems.wait()
    window.show_panel("history")
    window.show_panel("run")
    go(window, 20)
    found = window.panels["problems"]
    assert isinstance(found, ProblemsPanel)
    assert not found.isVisible()
    assert not found.from_run.soon.isActive()
    assert window.run.record.statistics.ticks == 0
