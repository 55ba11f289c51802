"""A problem of many elements in the panel *Problems*: show it, and mark it as intended."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from rule_levels import PLAYER, SETTINGS, box

from editor.panels.problems.panel import ProblemsPanel
from editor.shell.window import MainWindow
from navcore.level.model import Area, Level, Obstacle
from navcore.level.tables import MANY


def corridor(count: int) -> Level:
    """Return a hall with pairs of walls across it, each with a gap of 1.2 m."""
    elements = {
        1: Area(id=1, name="hall", polygon=box(0, 0, 5 * count + 4, 8)), PLAYER.id: PLAYER
    }  # fmt: skip
    for i in range(count):
        x = 4 + 5 * i
        for key, ring in ((100, box(x, -1, x + 0.6, 3.4)), (101, box(x, 4.6, x + 0.6, 9))):
            elements[key + 2 * i] = Obstacle(id=key + 2 * i, polygon=ring)
    return Level(settings=SETTINGS).with_items(elements)


def test_many_gaps_are_one_row_that_can_be_meant(window: MainWindow) -> None:
    """It stays marked as intended after edits, until its button is pressed."""
    window.activateWindow()
    window.document.load(corridor(12), None)
    window.bake.wait()
    window.workspace.problems.wait()
    window.show_panel("problems")
    panel = window.panels["problems"]
    assert isinstance(panel, ProblemsPanel)
    (problem,) = panel.model.rows
    assert (problem.about, len(problem.elements)) == (MANY, 24)
    panel.table.selectRow(0)
    QTest.keyClicks(panel.details.reason, "Only mice get through.")
    QTest.keyClick(panel.details.reason, Qt.Key.Key_Return)
    window.bake.wait()
    window.workspace.problems.wait()
    (problem,) = panel.model.rows
    assert problem.meant == "Only mice get through."
    (row,) = window.document.level.settings.meant
    assert (row.rule, row.elements, row.about) == ("gap-too-narrow", (), MANY)
    panel.details.unmean_button.click()
    window.bake.wait()
    window.workspace.problems.wait()
    assert panel.model.rows[0].meant is None
    assert not window.document.level.settings.meant
