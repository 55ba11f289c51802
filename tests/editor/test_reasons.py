"""Reasons why no path exists: text, marks, and a fix that is one undo step."""

import math

import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot
from sim_levels import box

from editor.canvas.overlays.reasons import ReasonOverlay
from editor.canvas.painting.label_room import LabelRoom
from editor.files.prompts import Notice
from editor.look import style
from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Area,
    Edge,
    Layer,
    Level,
    Obstacle,
    Settings,
    Waypoint,
)
from navcore.proof.explanation import Reason
from tests.editor.test_network_overlay import is_drawn

HALL = Area(id=1, name="hall", polygon=box(0, 0, 8, 8))
VAULT = Area(id=2, name="vault", polygon=box(9, 0, 16, 8))
DOOR = Area(id=3, name="vault_door", door=True, available=False, polygon=box(8, 3, 9, 5))
THIEF = Agent(id=4, name="thief", position=(2.0, 4.0), goals=((13.0, 4.0),), radius=0.3)
LEVEL = Level(settings=Settings(agent_radius=0.3, object_padding=0.1)).with_items(
    {one.id: one for one in (HALL, VAULT, DOOR, THIEF)}
)
SAID = "vault_door is shut, and it is the only way into vault."


@pytest.fixture
def vault(window: MainWindow) -> MainWindow:
    """Return a thief in front of a closed vault."""
    window.document.load(LEVEL, None)
    window.resize(1440, 900)
    window.canvas.frame_all()
    return window


def settled(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the reason is computed."""
    window.bake.wait()
    qtbot.waitUntil(lambda: not window.probe.reasons.busy)


def probed(qtbot: QtBot, window: MainWindow) -> None:
    """Probe the path into the vault."""
    window.probe.set((2.0, 4.0), (13.0, 4.0))
    settled(qtbot, window)


def test_probe_says_why_and_its_fix_is_one_step(qtbot: QtBot, vault: MainWindow) -> None:
    """Undo brings the reason back."""
    probed(qtbot, vault)
    assert vault.message.isVisible()
    assert vault.message.text.text() == SAID
    assert [button.text() for button in vault.message.buttons] == ["Open vault_door", "Show"]
    vault.message.buttons[0].click()
    settled(qtbot, vault)
    assert vault.document.level.areas[3].available
    assert vault.document.stack.count() == 1
    assert not vault.message.isVisible()
    assert vault.probe.reasons.found is None
    vault.document.stack.undo()
    settled(qtbot, vault)
    assert vault.document.level == LEVEL
    assert vault.message.text.text() == SAID


def test_strip_does_not_cover_what_it_is_about(qtbot: QtBot, vault: MainWindow) -> None:
    """In a small window the door may be at the top, where the strip usually is."""
    vault.resize(1024, 640)
    probed(qtbot, vault)
    strips, canvas = vault.strips, vault.canvas
    top, bottom = strips.y(), strips.geometry().bottom()
    vault.probe.clear()
    viewport = canvas.viewport
    door = (8.5, 4.0)
    viewport.frame((4.0, -6.0, 13.0, 4.5))
    at = viewport.camera.to_pixel(door)
    assert top < at[1] < bottom
    probed(qtbot, vault)
    assert vault.message.isVisible()
    assert strips.y() > at[1]
    assert strips.geometry().bottom() <= canvas.height()
    assert not strips.geometry().intersects(canvas.chrome.legend.geometry())
    vault.probe.clear()
    viewport.frame((4.0, 2.0, 13.0, 16.0))
    probed(qtbot, vault)
    assert strips.y() == top


def test_hint_says_why(qtbot: QtBot, vault: MainWindow) -> None:
    """With the probe, it replaces the text on how far short the path ends."""
    tools = {tool.name: tool for tool in vault.canvas.gestures.tools}
    vault.canvas.gestures.choose(tools["probe"])
    probed(qtbot, vault)
    assert vault.canvas.gestures.hint().startswith(f"**{SAID}**")


def test_marks_are_drawn_and_shown(qtbot: QtBot, vault: MainWindow) -> None:
    """The door is outlined, with a ring in its middle; Show selects it."""
    probed(qtbot, vault)
    corner, error = (8.0, 4.6), style.current().error
    assert is_drawn(vault.canvas, corner, error)
    overlay = next(one for one in vault.canvas.overlays if isinstance(one, ReasonOverlay))
    assert [row.text for row in overlay.legend(vault.canvas.scene())] == ["why there is no path"]
    vault.message.buttons[1].click()
    assert vault.document.selection.ids == {3}
    vault.probe.clear()
    assert not vault.message.isVisible()
    vault.document.select(frozenset())


def test_show_brings_all_marks_into_view(qtbot: QtBot, window: MainWindow) -> None:
    """This includes the stop outside, not only the area beside it."""
    thief = replace(THIEF, goals=((4.0, -30.0),))
    window.document.load(LEVEL.with_items({4: thief}).with_items({2: None, 3: None}), None)
    window.resize(1440, 900)
    window.canvas.frame_all()
    window.probe.set((2.0, 4.0), (4.0, -30.0))
    settled(qtbot, window)
    window.message.buttons[-1].click()
    assert window.document.selection.ids == {1}
    left, low, right, high = window.canvas.viewport.camera.box
    assert left < 0 < 8 < right
    assert low < -30 < 8 < high


def test_gap_has_its_width_beside_it(qtbot: QtBot, window: MainWindow) -> None:
    """The fix widens it."""
    level = Level(settings=Settings(cell_size=0.25, agent_radius=0.45, object_padding=0.0))
    walls = (
        Obstacle(id=5, name="south", polygon=box(6, -1, 7, 3)),
        Obstacle(id=6, name="north", polygon=box(6, 3.6, 7, 9)),
    )
    level = level.with_items({1: replace(HALL, polygon=box(0, 0, 13, 8)), 5: walls[0], 6: walls[1]})
    window.document.load(level, None)
    window.resize(1440, 900)
    window.canvas.frame_all()
    window.probe.set((2.0, 4.0), (11.0, 4.0))
    settled(qtbot, window)
    assert window.message.text.text() == (
        "The gap between south and north is 0.60 m wide; this agent needs 1.15 m."
    )
    overlay = next(one for one in window.canvas.overlays if isinstance(one, ReasonOverlay))
    room = LabelRoom()
    overlay.label(room, window.canvas.scene(), window.canvas.viewport.camera)
    assert [label.words for label, _ in room.placed()] == ["0.60 m"]
    window.canvas.grab()
    window.message.buttons[0].click()
    settled(qtbot, window)
    assert not window.message.isVisible()
    assert window.probe.result is not None
    assert window.probe.result.ok


def test_agent_is_asked_by_its_context_menu(qtbot: QtBot, vault: MainWindow) -> None:
    """The sentence stands until it is closed; then its marks go, too."""
    vault.document.select(frozenset({4}))
    menu = vault.context_menu.make(vault)
    assert "Why?" in [action.text() for action in menu.actions()]
    vault.commands.table["why"].trigger()
    settled(qtbot, vault)
    assert vault.message.text.text() == SAID
    vault.message.buttons[0].click()
    settled(qtbot, vault)
    assert vault.message.text.text() == "thief gets to all its stops."
    assert vault.message.buttons == []
    vault.message.findChildren(QToolButton)[0].click()
    assert vault.probe.reasons.found is None


def test_agent_without_a_stop_has_nowhere_to_go(qtbot: QtBot, vault: MainWindow) -> None:
    """Removing the agent closes the message."""
    document = vault.document
    document.commit(Edit.put(document.level, [replace(THIEF, goals=())]))
    document.select(frozenset({4}))
    vault.commands.refresh()
    vault.commands.table["why"].trigger()
    settled(qtbot, vault)
    found = vault.probe.reasons.found
    assert found is not None
    assert found.reason is Reason.NO_GOAL
    assert vault.message.text.text() == "thief has nowhere to go. Give it a stop."
    document.commit(Edit.remove(document.level, [4]))
    settled(qtbot, vault)
    assert not vault.message.isVisible()


def test_why_says_again_what_was_closed_of_the_probe(qtbot: QtBot, vault: MainWindow) -> None:
    """With nothing selected; where there is a path, there is nothing to ask."""
    vault.document.select(frozenset())
    vault.probe.set((2.0, 4.0), (3.0, 4.0))
    vault.commands.refresh()
    assert not vault.commands.table["why"].isEnabled()
    probed(qtbot, vault)
    assert vault.message.text.text() == SAID
    vault.message.findChildren(QToolButton)[0].click()
    assert not vault.message.isVisible()
    vault.commands.refresh()
    vault.commands.table["why"].trigger()
    settled(qtbot, vault)
    assert vault.message.isVisible()
    assert vault.message.text.text() == SAID


def test_why_needs_one_agent(vault: MainWindow) -> None:
    """It is off for areas, and for several."""
    vault.document.select(frozenset({1}))
    vault.commands.refresh()
    assert not vault.commands.table["why"].isEnabled()


def test_properties_ask_why_where_a_stop_is_not_reached(qtbot: QtBot, vault: MainWindow) -> None:
    """Once it is, the button is gone."""
    panel = vault.panels["properties"]
    assert isinstance(panel, PropertiesPanel)
    vault.workspace.legs.at_once_ms = math.inf
    vault.document.select(frozenset({4}))
    assert panel.route.why.isVisibleTo(panel)
    panel.route.why.click()
    settled(qtbot, vault)
    assert vault.message.text.text() == SAID
    vault.message.buttons[0].click()
    settled(qtbot, vault)
    qtbot.waitUntil(lambda: not panel.route.why.isVisibleTo(panel))


def test_waypoint_that_is_off_is_told_where_the_grid_has_a_path(
    qtbot: QtBot, vault: MainWindow
) -> None:
    """A network that just does not lead there is no reason to speak."""
    places = [(2.0, 7.0), (8.5, 7.0), (14.0, 7.0)]
    waypoints = [Waypoint(id=n, name=f"w{n}", position=at) for n, at in enumerate(places, 11)]
    edges = [Edge(id=21, start=11, end=12), Edge(id=22, start=12, end=13)]
    column = Obstacle(id=31, name="column", polygon=box(6, 2, 7, 6))
    hall = replace(HALL, polygon=box(0, 0, 16, 8))
    level = Level(settings=LEVEL.settings)
    elements = (hall, column, *waypoints, *edges)
    vault.document.load(level.with_items({one.id: one for one in elements}), None)
    probed(qtbot, vault)
    assert not vault.message.isVisible()
    document = vault.document
    document.commit(Edit.put(document.level, [replace(waypoints[1], enabled=False)]))
    settled(qtbot, vault)
    assert vault.message.text.text() == "w12 is switched off, and the path leads over it."
    vault.message.buttons[0].click()
    settled(qtbot, vault)
    assert not vault.message.isVisible()
    document.commit(Edit.remove(document.level, [22]))
    settled(qtbot, vault)
    assert not vault.message.isVisible()


def test_other_notices_come_first(qtbot: QtBot, vault: MainWindow) -> None:
    """The reason follows when they are closed."""
    other = Notice("Something went wrong.")
    vault.message.show_notice(other)
    probed(qtbot, vault)
    assert vault.message.notice is other
    vault.message.findChildren(QToolButton)[0].click()
    assert vault.message.text.text() == SAID


def test_show_brings_the_storey_of_the_mark(qtbot: QtBot, vault: MainWindow) -> None:
    """Marks of another storey show that storey."""
    settings = replace(LEVEL.settings, layers=(Layer(name="ground"), Layer(name="up", floor_y=3)))
    elements = [replace(one, layer="up") for one in (HALL, VAULT, DOOR)]
    level = Level(settings=settings).with_items({one.id: one for one in elements})
    vault.document.load(level, None)
    vault.probe.set((2.0, 4.0), (13.0, 4.0), ("up", "up"))
    settled(qtbot, vault)
    assert vault.message.text.text() == SAID
    assert vault.document.storey.name == "ground"
    vault.message.buttons[1].click()
    assert vault.document.storey.name == "up"
