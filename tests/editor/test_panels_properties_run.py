"""Properties during a run: the run's value is shown next to the level's."""

import pytest
from PySide6.QtCore import QCoreApplication
from small_level import COOK, GATE, GUARD

from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.sim.inputs import Teleport


@pytest.fixture
def panel(window: MainWindow) -> PropertiesPanel:
    """The panel, while a run is paused a tick after its start."""
    window.run.clock.step_once()
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    yield found
    window.run.clock.stop_to_start()


def notes(panel: PropertiesPanel) -> dict[str, str]:
    """Return the visible notes by the keys of their rows."""
    QCoreApplication.processEvents()
    found = {key: label.text() for key, label in panel.form.notes.items() if label.isVisible()}
    return found | ({"agents": text} if (text := panel.in_run.text()) else {})


def test_a_door_that_was_toggled(window: MainWindow, panel: PropertiesPanel) -> None:
    """The note is beside the switch with the level's value; it disappears when both are equal."""
    window.document.select(frozenset({GATE}))
    assert notes(panel) == {}
    window.run.commands.switch([GATE])
    assert notes(panel) == {"available": "In this run: shut"}
    assert panel.controls["available"].isChecked()
    window.run.commands.switch([GATE])
    assert notes(panel) == {}


def test_at_the_start_everything_is_the_levels(window: MainWindow, panel: PropertiesPanel) -> None:
    """Changes made in the run are gone there."""
    window.document.select(frozenset({GATE}))
    window.run.commands.switch([GATE])
    window.run.clock.stop_to_start()
    assert notes(panel) == {}


def test_an_agent_that_was_put_elsewhere_and_sent(
    window: MainWindow, panel: PropertiesPanel
) -> None:
    """Its place, how it looks, and where it goes; nothing in the panel moves for it."""
    window.document.select(frozenset({GUARD}))
    QCoreApplication.processEvents()
    table = panel.places.geometry()
    window.run.commands.send([GUARD], (15.0, 6.0))
    assert notes(panel) == {"agents": "In this run: sent to 15.00, 6.00 m"}
    window.run.commands.carry_out([Teleport(((GUARD, (3.0, 4.0)),))])
    said = notes(panel)
    assert said["agents"].startswith("In this run: put at 3.00, 4.00 m · facing ")
    assert panel.places.geometry() == table
    window.document.select(frozenset())
    window.document.select(frozenset({GUARD}))
    assert notes(panel) == said


def test_several_are_counted(window: MainWindow, panel: PropertiesPanel) -> None:
    """All of them that differ in the run are counted."""
    window.document.select(frozenset({GUARD, COOK}))
    window.run.commands.send([GUARD], (15.0, 6.0))
    assert notes(panel) == {"agents": "In this run: 1 of 2 sent elsewhere"}


def test_looking_back_shows_what_was_then(window: MainWindow, panel: PropertiesPanel) -> None:
    """A recorded moment shows its own values, the end of the run the current ones."""
    window.document.select(frozenset({GATE}))
    for _ in range(5):
        window.run.clock.step_once()
    window.run.commands.switch([GATE])
    for _ in range(5):
        window.run.clock.step_once()
    window.run.timeline.seek(0.2)
    assert notes(panel) == {}
    window.run.timeline.seek(1e9)
    assert notes(panel) == {"available": "In this run: shut"}
