"""A level whose elements name what it lacks opens, is shown whole and can be mended."""

from msgspec.structs import replace

from editor.canvas.overlays.routes import _routed
from editor.shell.window import MainWindow
from navcore.formats.level import read_level, write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, PathTest

TEXT = """{"format": "waywright-level", "version": 2, "boundaryPadding": 0.45,
"areas": [{"id": 1, "name": "hall", "polygon": [[0,0],[12,0],[12,8],[0,8]]}],
"agents": [{"id": 2, "name": "guard", "position": [2,2], "goals": [[8,6]], "route": 70}],
"tests": [
{"id": 3, "name": "one", "from": [2,2], "to": [8,6], "passes": [77]},
{"id": 4, "name": "two", "from": [2,2], "to": [8,6], "avoids": [1, 78]}
]}"""


def test_level_with_missing_references_is_shown_and_mended(window: MainWindow) -> None:
    """Panels, properties and the canvas show it; the fix of the problem is one step."""
    document = window.document
    document.load(read_level(TEXT, "a.json").level, None)
    before = write_level(document.drawing)
    window.canvas.frame_all()
    for panel in ("tests", "problems", "outline"):
        window.show_panel(panel)
        window.bake.wait()
        window.workspace.tests.wait()
        for one in (2, 3, 4):
            document.select(frozenset({one}))
            window.commands.refresh()
            window.grab()
    assert [one.id for one in _routed(document.level)] == [2]
    problems = window.workspace.problems
    problems.wait()
    (found,) = (one for one in problems.found if one.code == "unknown-route")
    document.commit(found.fix)
    guard = document.level.element(2)
    assert isinstance(guard, Agent)
    assert guard.route is None
    document.stack.undo()
    assert write_level(document.drawing) == before
    window.commands.table["select_all"].trigger()
    window.commands.refresh()
    window.commands.table["duplicate"].trigger()
    assert len(document.level.of(PathTest)) == 4
    document.stack.undo()
    assert write_level(document.drawing) == before


def test_properties_show_the_own_stops_of_an_agent_without_its_route(window: MainWindow) -> None:
    """It walks them, so they can be edited; the route that is missing is named."""
    document, panel = window.document, window.panels["properties"]
    document.load(read_level(TEXT, "a.json").level, None)
    window.show()
    document.select(frozenset({2}))
    window.commands.refresh()
    controls = panel.form.controls
    assert controls["route"].currentText() == "70 (not in this level)"
    assert controls["route_mode"].isVisible()
    assert panel.route.walkers.text() == "Its shared route is missing"
    assert panel.places.isVisible()
    guard = document.level.element(2)
    document.commit(Edit.put(document.level, [replace(guard, goals=())]))
    assert panel.places.isHidden()
    assert panel.add_handle.isVisible()
