"""Overlay of floor where agents see no waypoint."""

import dataclasses

import pytest

from editor.canvas.overlays.coverage import CoverageOverlay
from editor.look import style
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Waypoint
from tests.editor.test_network_overlay import is_drawn

HALL = Area(id=1, name="hall", polygon=((0, 0), (20, 0), (20, 10), (0, 10)))
WALL = Obstacle(id=2, name="wall", polygon=((9, 0), (10, 0), (10, 10), (9, 10)))
NEAR = Agent(id=3, name="near", position=(4.0, 5.0))
FAR = Agent(id=4, name="far", position=(16.0, 5.0))
ONE = Waypoint(id=5, name="one", position=(4.0, 8.0))


@pytest.fixture
def overlay(window, canvas):
    """Return the overlay, shown over a hall that a wall divides, with an agent on both sides."""
    level = Edit.put(Level(), [HALL, WALL, NEAR, FAR]).apply(Level())
    window.document.load(level, None)
    window.canvas.frame_all()
    window.commands.table["overlay_coverage"].trigger()
    return next(one for one in canvas.overlays if isinstance(one, CoverageOverlay))


def texts(overlay, canvas):
    """Return the texts of the legend once all is computed."""
    overlay.legend(canvas.scene())
    canvas.scene().bake.coverage.latest.wait()
    return [row.text for row in overlay.legend(canvas.scene())]


def test_without_waypoints_it_says_what_to_do(overlay, canvas):
    """No floor is coloured."""
    assert texts(overlay, canvas) == ["no waypoints yet: draw some, or grow a network"]
    canvas.grab()


def test_floor_and_agents_that_see_none_are_shown(window, overlay, canvas):
    """The share is live; the marks disappear when a waypoint is added."""
    document = window.document
    document.commit(Edit.put(document.level, [ONE]))
    window.bake.wait()
    said = texts(overlay, canvas)
    share = float(said[0].split()[0])
    assert 40 < share < 55
    assert said[1:] == ["sees no waypoint", "1 agent or spawn point sees no waypoint"]
    scale = canvas.viewport.camera.scale
    ring = (16.0 + max(13.0, FAR.radius * scale + 5.0) / scale, 5.0)
    assert is_drawn(canvas, ring, style.current().warn)
    assert overlay.tip(canvas.scene(), (16.0, 8.0)).startswith("Sees no waypoint")
    assert overlay.tip(canvas.scene(), (4.0, 3.0)) == ""
    beyond = Waypoint(id=6, name="two", position=(16.0, 8.0))
    document.commit(Edit.put(document.level, [beyond]))
    window.bake.wait()
    assert texts(overlay, canvas) == ["100 % of the floor sees a waypoint"]
    assert not is_drawn(canvas, ring, style.current().warn)


def test_nothing_is_worked_out_while_something_is_dragged(window, overlay, canvas):
    """The old result stays until the mouse is released."""
    document = window.document
    document.commit(Edit.put(document.level, [ONE]))
    window.bake.wait()
    before = texts(overlay, canvas)
    document.commit(Edit.remove(document.level, [WALL.id]))
    moving = dataclasses.replace(canvas.scene(), moving=True)
    assert [row.text for row in overlay.legend(moving)] == before
    assert texts(overlay, canvas) != before
