"""The probe compares the grid with the network of waypoints on one query."""

from msgspec.structs import replace
from pytestqt.qtbot import QtBot
from small_level import box

from editor.panels.probes.panel import ProbesPanel
from editor.shell.window import MainWindow
from editor.tools import compared
from editor.tools.messages.probe import against_words, compared_on_grid, over_waypoints
from editor.tools.probe import ProbeTool
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Level, Obstacle, Settings, Waypoint
from navcore.path.result import Status

START, GOAL = (1.0, 5.0), (9.0, 5.0)


def yard() -> Level:
    """Return a block in a yard, and a network around it in the north that is half as long again."""
    level = Level(settings=Settings(cell_size=0.25, agent_radius=0.2, object_padding=0.0))
    return Edit.put(
        level,
        [
            Area(id=1, name="yard", polygon=box(0, 0, 10, 10)),
            Obstacle(id=2, name="block", polygon=box(4, 2, 6, 7)),
            Waypoint(id=11, position=(2.0, 9.0)),
            Waypoint(id=12, position=(8.0, 9.0)),
            Edge(id=21, start=11, end=12, factor=1.5),
        ],
    ).apply(level)


def test_both_paths_of_one_query(window: MainWindow) -> None:
    """Both have length, cost and visited cells or waypoints, and follow changes of the level."""
    window.document.load(yard(), None)
    window.bake.wait()
    window.probe.set(START, GOAL)
    grid, network = window.probe.result, window.probe.over_network
    assert grid is not None
    assert network is not None
    assert network.status is Status.COMPLETE
    assert network.nodes.tolist() == [11, 12]
    assert network.length > grid.length
    facts = window.probe.facts
    assert facts.network is network
    assert "costs 17." in over_waypoints(network)
    assert compared_on_grid(grid, facts).startswith("Grid: ")
    level = window.document.level
    window.document.commit(Edit.put(level, [replace(level.of(Waypoint)[12], enabled=False)]))
    window.bake.wait()
    after = window.probe.over_network
    assert after is not None
    assert after.status is not Status.COMPLETE
    assert over_waypoints(after).startswith("Waypoints: ")
    window.probe.clear()
    assert window.probe.over_network is None


def test_it_is_drawn_and_can_be_hidden(window: MainWindow) -> None:
    """A line of its own, listed under Show."""
    window.document.load(yard(), None)
    window.bake.wait()
    window.canvas.frame_all()
    window.probe.set(START, GOAL)
    both = window.canvas.grab().toImage()
    window.commands.table["overlay_network_path"].trigger()
    assert window.canvas.grab().toImage() != both


def test_a_level_without_waypoints_has_no_second_path(window: MainWindow) -> None:
    """There is no text about one."""
    level = yard()
    bare = Edit.remove(level, [11, 12]).apply(level)
    window.document.load(bare, None)
    window.bake.wait()
    window.probe.set(START, GOAL)
    assert window.probe.over_network is None
    assert window.probe.facts.network is None


def test_in_a_drag_the_path_over_waypoints_follows_a_moment_later(
    qtbot: QtBot, window: MainWindow
) -> None:
    """The path on the grid does at once; when the drag is over both are there."""
    window.document.load(yard(), None)
    window.bake.wait()
    window.probe.set(START, GOAL)
    grid, network = window.probe.result, window.probe.over_network
    level = window.document.level
    wall = replace(level.obstacles[2], polygon=box(4, 2, 6, 9.5))
    window.document.preview(Edit.put(level, [wall]))
    window.bake.wait()
    assert window.probe.result is not grid
    assert window.probe.over_network is network
    qtbot.waitUntil(lambda: window.probe.over_network is not network)
    window.document.cancel_preview()
    window.bake.wait()
    qtbot.waitUntil(lambda: not window.probe.later.isActive())
    after = window.probe.over_network
    assert after is not None
    assert network is not None
    assert after.points.tolist() == network.points.tolist()
    window.probe.clear()


def test_ways_over_waypoints_are_compared_side_by_side(window: MainWindow) -> None:
    """From waypoint to waypoint, with shortcuts, and pulled tight: lines and lengths (U-35)."""
    window.document.load(yard(), None)
    window.bake.wait()
    window.commands.table["tool_probe"].trigger()
    tool = window.canvas.gestures.tool
    assert isinstance(tool, ProbeTool)
    offered = [value for value, _ in tool.against.choices]
    assert {compared.PULLED, compared.GREEDY} <= {*offered}
    window.probe.set(START, GOAL)
    if not window.panel_shown("probes"):
        window.commands.table["panel_probes"].trigger()
    panel = window.panels["probes"]
    assert isinstance(panel, ProbesPanel)
    lengths = {}
    for against in (compared.GREEDY, compared.PULLED):
        window.probe.compare(against)
        found = window.probe.compared
        assert found is not None
        assert found.status is Status.COMPLETE
        lengths[against] = found.length
        panel.refresh()
        row = next(row for row in panel.model.rows if row.kind == "compared")
        assert row.cells[1] == against_words(against)
        assert row.cells[3] == f"{found.length:.2f} m"
        # Metres, not cells.
        assert row.cells[5] == f"{found.cost:.2f} m"
    grid, plain = window.probe.result, window.probe.over_network
    assert grid is not None
    assert plain is not None
    assert plain.length > lengths[compared.GREEDY] >= lengths[compared.PULLED]
    assert abs(lengths[compared.PULLED] - grid.length) < 0.1
    gone = list(window.document.level.of(Waypoint))
    window.document.commit(Edit.remove(window.document.level, gone))
    window.bake.wait()
    assert window.probe.compared is None
