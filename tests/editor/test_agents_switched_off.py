"""Agents that are switched off: property, drawing, and text in the panel."""

from PySide6.QtGui import QColor
from small_level import GUARD

from editor.panels.run.facts import facts_of
from editor.properties import rows_for
from editor.shell.window import MainWindow
from navcore.level.model import Agent


def test_a_property_switches_them_off(window: MainWindow) -> None:
    """It is one undo step; they are pale on the canvas, and the panel names their state."""
    document = window.document
    agent = document.level.agents[GUARD]
    (row,) = (row for row in rows_for([agent]) if row.key == "takes_part")
    window.canvas.frame_all()
    before = colour_at(window, agent)
    document.commit(row.edit(document.level, [agent], False))
    assert not document.level.agents[GUARD].enabled
    assert document.stack.count() == 1
    assert colour_at(window, agent) != before
    window.bake.wait()
    for _ in range(12):
        window.run.clock.step_once()
    facts = facts_of(window.run, GUARD)
    assert facts is not None
    assert facts.said == "Switched off: it doesn't move, and other agents walk through it."
    assert facts.place == agent.position
    document.stack.undo()
    assert document.level.agents[GUARD].enabled


def colour_at(window: MainWindow, agent: Agent) -> QColor:
    """Return the colour next to the centre of an agent."""
    x, y = window.canvas.viewport.camera.to_pixel(agent.position)
    camera = window.canvas.viewport.camera
    picture = window.canvas.grab().toImage()
    return picture.pixelColor(round(x), round(y + 0.7 * agent.radius * camera.scale))
