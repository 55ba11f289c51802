"""The panel Coverage: a list of agents and floor that see no waypoint."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from editor.panels.coverage.panel import CoveragePanel
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Waypoint

HALL = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
WALL = Obstacle(id=2, name="wall", polygon=((9, 0), (10, 0), (10, 10), (9, 10)))
NEAR = Agent(id=3, name="near", position=(4.0, 5.0))
FAR = Agent(id=4, name="far", position=(16.0, 5.0))
ONE = Waypoint(id=5, name="one", position=(4.0, 8.0))
SPAWN = Waypoint(id=6, name="den", position=(16.0, 8.0), type="spawn", enabled=False)


@pytest.fixture
def panel(window):
    """Return the panel for a hall that a wall divides, with a waypoint on one side."""
    level = Edit.put(Level(), [HALL, WALL, NEAR, FAR, ONE, SPAWN]).apply(Level())
    window.document.load(level, None)
    window.canvas.frame_all()
    window.activateWindow()
    window.show_panel("coverage")
    found = window.panels["coverage"]
    assert isinstance(found, CoveragePanel)
    settle(window, found)
    return found


def settle(window, panel):
    """Wait until the panel shows its result."""
    window.bake.wait()
    panel.refresh()
    window.bake.coverage.latest.wait()
    panel.refresh()


def texts(panel):
    """Return the texts of the list."""
    return [row.cells for row in panel.model.rows]


def click(panel, row, *, double=False):
    """Click a row, or double-click it."""
    place = panel.table.visualRect(panel.model.index(row, 0)).center()
    make = QTest.mouseDClick if double else QTest.mouseClick
    make(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))


def test_agents_spawn_points_and_floor_are_listed(window, panel):
    """The list has the share, the counts, and the area of each patch."""
    rows = texts(panel)
    assert [row[:2] for row in rows] == [("far", "hall"), ("den", "hall"), ("floor", "hall")]
    area = float(rows[2][2].removesuffix(" m²"))
    assert 60 < area < 100
    assert panel.share.text().endswith("% of the floor sees a waypoint")
    assert "2 agents and spawn points see no waypoint" in panel.told.text()
    assert f"{rows[2][2]} of floor see no waypoint, in 1 patch" in panel.told.text()


def test_a_click_selects_or_marks_and_a_double_click_goes_there(window, panel):
    """The focus is the canvas's then; to have the focus alone chooses nothing."""
    panel.table.setFocus()
    assert window.document.selection.ids == frozenset()
    click(panel, 0)
    assert window.document.selection.ids == {FAR.id}
    assert window.bake.coverage.picked is None
    click(panel, 2)
    assert window.bake.coverage.picked is panel.model.rows[2].patch
    scale = 5.0
    window.canvas.viewport.look(replace(window.canvas.viewport.camera, scale=scale))
    click(panel, 2, double=True)
    assert window.canvas.viewport.camera.scale > scale
    x, z = window.canvas.viewport.middle()
    assert 10 < x < 20
    assert 0 < z < 10
    assert window.focusWidget() is window.canvas


def test_keys_do_the_same(window, panel):
    """Arrows choose, Enter goes there, Esc returns."""
    panel.table.setFocus()
    panel.table.selectRow(0)
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert window.document.selection.ids == {SPAWN.id}
    QTest.keyClick(panel.table, Qt.Key.Key_Down)
    assert window.bake.coverage.picked is not None
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert window.focusWidget() is window.canvas
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Escape)
    assert window.focusWidget() is window.canvas


def test_the_canvas_shows_it_as_long_as_the_panel_is_seen(window, panel):
    """It is shown with any preset, and doesn't change the preset."""
    overlay = next(one for one in window.canvas.overlays if one.name == "coverage")
    assert overlay.visible
    assert not window.canvas.shown.is_chosen(overlay)
    click(panel, 2)
    window.show_panel("fit")
    assert not overlay.visible
    assert window.bake.coverage.picked is None


def test_the_list_follows_edits(window, panel):
    """A waypoint beyond the wall empties the list; without waypoints the panel says what to do."""
    document = window.document
    beyond = Waypoint(id=7, name="two", position=(16.0, 5.0))
    document.commit(Edit.put(document.level, [beyond]))
    settle(window, panel)
    assert texts(panel) == []
    assert panel.share.text() == "100 % of the floor sees a waypoint"
    assert panel.empty.isVisible()
    assert not panel.grow.isVisible()
    document.commit(Edit.remove(document.level, [ONE.id, SPAWN.id, beyond.id]))
    settle(window, panel)
    assert panel.share.text() == "No waypoints yet"
    assert panel.grow.isVisible()


def test_it_opens_from_the_menu(window):
    """It closes, too."""
    table = window.commands.table
    table["panel_coverage"].trigger()
    assert window.panel_shown("coverage")
    table["panel_coverage"].trigger()
    assert not window.panel_shown("coverage")
