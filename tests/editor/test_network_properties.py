"""Properties of waypoints and edges, of one and of many."""

import pytest
from properties_rows import check, field, select, type_in
from PySide6.QtCore import Qt
from small_level import small_level

from editor.look.fields import ChoiceBox
from editor.panels.properties.panel import PropertiesPanel
from navcore.level.edit import Edit
from navcore.level.model import Edge, Obstacle, Waypoint

ONE, TWO, THREE, FIRST, SECOND = 51, 52, 53, 61, 62


@pytest.fixture
def panel(window):
    """The panel over a network of three waypoints."""
    items = {
        ONE: Waypoint(id=ONE, name="one", position=(12.0, 4.0)),
        TWO: Waypoint(id=TWO, name="two", position=(16.0, 4.0), reach=2.0),
        THREE: Waypoint(id=THREE, name="three", position=(16.0, 7.0)),
        FIRST: Edge(id=FIRST, start=ONE, end=TWO),
        SECOND: Edge(id=SECOND, start=TWO, end=THREE, factor=2.0),
    }
    window.document.load(small_level().with_items(items), None)
    return next(p for p in window.findChildren(PropertiesPanel))


def now(panel, element_id):
    """An element of the level."""
    return panel.bench.document.level.element(element_id)


def test_a_waypoint_has_its_rows(panel, qtbot):
    """S3-068: name, type, radius, width, whether it is in use, tags."""
    select(panel, ONE)
    assert {"name", "waypoint_type", "used", "reach", "path_width", "tags"} <= panel.controls.keys()
    box = panel.controls["waypoint_type"]
    assert isinstance(box, ChoiceBox)
    assert box.count() == 9
    type_in(qtbot, panel, "reach", "0.5")
    type_in(qtbot, panel, "path_width", "3")
    check(panel, "used").click()
    one = now(panel, ONE)
    assert (one.reach, one.clear_radius, one.enabled) == (0.5, 1.5, False)
    steps = panel.bench.document.stack
    assert steps.text(1) == "Change path width of one"
    assert steps.text(2) == "Switch off one"


def test_a_waypoint_says_its_id_and_its_edges(panel, qtbot):
    """S3-068: in files its id is what others refer to; the nearest connection comes first."""
    document, facts = panel.bench.document, panel.facts
    select(panel, TWO)
    assert facts.text() == "Id 52\nJoined to three, 3.00 m\nJoined to one, 4.00 m"
    one_way = Edge(id=FIRST, start=ONE, end=TWO, one_way=True)
    document.commit(Edit.put(document.level, [one_way]))
    qtbot.waitUntil(lambda: facts.text().endswith("One way from one, 4.00 m"))
    moved = Waypoint(id=THREE, name="three", position=(16.0, 9.0))
    document.commit(Edit.put(document.level, [moved]))
    qtbot.waitUntil(lambda: "Joined to three, 5.00 m" in facts.text())
    document.commit(Edit.remove(document.level, [SECOND, FIRST]))
    qtbot.waitUntil(lambda: facts.text() == "Id 52")
    select(panel, ONE, TWO)
    assert not facts.isVisibleTo(panel)
    many = [Waypoint(id=900 + n, name=f"w{n}", position=(n, 8.0)) for n in range(12)]
    edges = [Edge(id=950 + n, start=ONE, end=900 + n) for n in range(12)]
    document.commit(Edit.put(document.level, [*many, *edges]))
    select(panel, ONE)
    assert facts.text().splitlines()[-1] == "and 4 more edges"


def test_several_waypoints_are_changed_at_once(panel, qtbot):
    """A formula changes each from its own value."""
    select(panel, ONE, TWO)
    assert field(panel, "reach").text() == ""
    type_in(qtbot, panel, "reach", "+=1")
    assert (now(panel, ONE).reach, now(panel, TWO).reach) == (2.0, 3.0)


def test_an_edge_says_what_is_in_its_way(panel, qtbot):
    """It has the obstruction for the shown type, its distance, and a radius that would pass."""
    document, facts = panel.bench.document, panel.facts
    select(panel, FIRST)
    qtbot.waitUntil(lambda: not facts.rest.isActive())
    assert "Blocked for" not in facts.text()
    crate = Obstacle(id=900, name="crate", polygon=((13, 4.5), (14, 4.5), (14, 5), (13, 5)))
    document.commit(Edit.put(document.level, [crate]))
    qtbot.waitUntil(lambda: "Blocked for Standard: crate is 0.50 m" in facts.text())
    assert "a radius of 0." in facts.text()
    document.commit(Edit.remove(document.level, [crate.id]))
    qtbot.waitUntil(lambda: "Blocked for" not in facts.text())


def test_an_edge_says_how_long_it_is_and_what_it_costs(panel, qtbot):
    """Beneath its rows."""
    select(panel, FIRST)
    assert {"factor", "one_way", "requires", "tags"} <= panel.controls.keys()
    assert "name" not in panel.controls
    assert panel.facts.text() == "one to two, 4.00 m"
    type_in(qtbot, panel, "factor", "1.5")
    assert panel.facts.text() == "one to two, 4.00 m, costs 6.00 m"
    type_in(qtbot, panel, "requires", "key")
    assert now(panel, FIRST).needs == ("key",)


def test_edges_are_turned_round(panel, qtbot):
    """Several in one step, by the button beneath the switch."""
    select(panel, FIRST, SECOND)
    qtbot.mouseClick(panel.turn, Qt.MouseButton.LeftButton)
    assert (now(panel, FIRST).start, now(panel, SECOND).start) == (TWO, THREE)
    panel.bench.document.stack.undo()
    assert (now(panel, FIRST).start, now(panel, SECOND).start) == (ONE, TWO)
