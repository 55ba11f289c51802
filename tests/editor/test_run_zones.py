"""Zones that a run adds or removes, such as a bridge: recorded, and kept on demand."""

from pathlib import Path

import pytest
from hand import RIGHT, SHIFT, Hand
from msgspec.structs import replace
from play_stage import Stage
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from small_level import box

from editor.look.style import CANVAS, current
from editor.panels.outline.messages import label_of
from editor.run.record import is_of
from editor.shell.window import MainWindow
from navcore.formats.level import read_level
from navcore.formats.level_text import write_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Profile, Settings, Zone
from navcore.level.tables import TERRAINS
from navcore.level.tiles import terrain_at
from navcore.sim.recording import load_recording, save_recording
from navcore.world import World

RIVER, BRIDGE, GROUND, WALKER = 50, 51, 1, 6
ON_BRIDGE = (10.0, 4.0)


def river_level() -> Level:
    """Return a meadow divided by a river that agents can't swim, with a bridge that is off."""
    settings = Settings(
        boundary_padding=0.45, terrains=TERRAINS, profiles=(Profile(name="walker", radius=0.45),)
    )
    return Level(settings=settings).with_items(
        {
            GROUND: Area(id=GROUND, name="meadow", polygon=box(0, 0, 20, 8)),
            RIVER: Zone(id=RIVER, name="river", terrain="water", polygon=box(8, 0, 12, 8)),
            BRIDGE: Zone(
                id=BRIDGE, name="bridge", order=1, terrain="grass", polygon=box(7, 3, 13, 5),
                enabled=False,
            ),
            WALKER: Agent(
                id=WALKER, name="walker", position=(2.0, 4.0), goals=((18.0, 4.0),),
                profile="walker",
            ),
        }
    )  # fmt: skip


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return a run after 0.1 s."""
    stage = Stage(river_level())
    stage.run.clock.step_once()
    return stage


def crosses(world: World) -> bool:
    """Return whether an agent crosses the river."""
    profile = world.level.settings.profiles[0]
    return world.find_path((2.0, 4.0), (18.0, 4.0), profile=profile).ok


def test_a_bridge_that_is_laid_bakes_as_if_drawn_so() -> None:
    """Update and build agree, both ways; files keep it."""
    level = river_level()
    world = World.build(level)
    assert not crosses(world)
    assert terrain_at(level, ON_BRIDGE) == "water"
    for laid in (True, False, True):
        edit = Edit.put(world.level, [replace(level.of(Zone)[BRIDGE], enabled=laid)])
        world = world.update(edit.apply(world.level), edit)
        assert crosses(world) is laid
        assert crosses(World.build(world.level)) is laid
    assert terrain_at(world.level, ON_BRIDGE) == "grass"
    assert read_level(write_level(level), "a.json").level == level
    assert '"enabled"' not in write_level(world.level)


def test_agents_cross_a_bridge_that_the_run_lays(stage: Stage) -> None:
    """The walker waits at the river, then goes on (S1-055); the level is unchanged."""
    run, level = stage.run, stage.document.level
    for _ in range(80):
        run.clock.step_once()
    row = run.record.simulation.agents.index[WALKER]
    assert run.record.simulation.agents.positions[row, 0] < 8.0
    run.commands.switch([BRIDGE])
    assert dict(run.switches.switched) == {BRIDGE: True}
    for _ in range(200):
        run.clock.step_once()
    assert run.record.simulation.agents.positions[row].tolist() == pytest.approx([18.0, 4.0])
    assert stage.document.level is level
    assert not crosses(stage.bake.world)
    run.clock.stop_to_start()
    assert run.world is stage.bake.world


def test_a_bridge_is_kept_and_recorded(stage: Stage, tmp_path: Path) -> None:
    """Keep writes it to the level as one undo step; a file resumes to the byte."""
    run = stage.run
    states = []
    for _ in range(2):
        run.commands.switch([BRIDGE])
        for _ in range(12):
            run.clock.step_once()
            states.append(run.record.simulation.state())
    path = tmp_path / "run.wwrec"
    save_recording(run.record.recording, path)
    read = load_recording(path)
    for number, state in enumerate(states):
        assert read.resume(number + 2).state().equals(state), number
    assert is_of(read, stage.document.level)
    run.commands.switch([BRIDGE])
    assert run.commands.keepable([BRIDGE, RIVER]) == {BRIDGE}
    run.commands.keep({BRIDGE})
    assert stage.document.level.of(Zone)[BRIDGE].enabled
    assert stage.document.stack.undoText() == "Keep bridge in the level"
    assert run.world is stage.bake.world


def test_t_lays_the_selected_zone_alone(qtbot: QtBot, window: MainWindow) -> None:
    """Zones are wide: under the mouse they don't count. Hint, menu, outline and undo agree."""
    window.document.load(river_level(), None)
    window.bake.wait()
    window.canvas.frame_all()
    window.canvas.setFocus()
    for _ in range(3):
        window.run.clock.step_once()
    hand, commands = Hand(window.canvas), window.commands.table
    hand.move(ON_BRIDGE)
    assert not commands["toggle_door"].text().startswith("Lay")
    window.document.select({BRIDGE})
    hand.move(ON_BRIDGE)
    assert commands["toggle_door"].text().startswith("Lay in this run")
    lays = "Drag moves bridge. water, requires swim · T lays it in this run"
    qtbot.waitUntil(lambda: window.status.shown == lays)
    before = window.canvas.grab().toImage()
    hand.key(Qt.Key.Key_T)
    assert dict(window.run.switches.switched) == {BRIDGE: True}
    takes = "T takes it away again · Keep writes it to the level"
    qtbot.waitUntil(lambda: window.status.shown.endswith(takes))
    assert "water" not in window.status.shown, "what it is made of is the run's"
    laid = window.canvas.grab().toImage()
    assert laid != before
    window.canvas.layers.paint_anew()
    assert window.canvas.grab().toImage() == laid
    bridge = window.document.level.element(BRIDGE)
    assert label_of(bridge, True) == "bridge (laid in this run)"
    assert label_of(bridge) == "bridge (not laid)"
    label = window.panels["play"].inputs_label
    assert label.toolTip().startswith("zones switched: 1\n")
    hand.click(ON_BRIDGE, RIGHT)
    assert commands["keep"] in window.context_menu.make(window).actions()
    window.document.select(frozenset())
    hand.move(ON_BRIDGE)
    hand.key(Qt.Key.Key_T)
    assert dict(window.run.switches.switched) == {BRIDGE: True}
    assert "select one or a zone" in window.status.shown
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert not window.run.switches.switched
    assert not crosses(window.run.world)


def test_the_clock_lies_over_all_and_beside_the_frame_of_a_selection(window: MainWindow) -> None:
    """It is above and to the right of the corner, where a handle would hide it."""
    window.document.load(river_level(), None)
    window.bake.wait()
    canvas = window.canvas
    canvas.frame_all()
    window.run.clock.step_once()
    window.run.commands.switch([BRIDGE])
    corner = max(window.document.level.of(Zone)[BRIDGE].polygon, key=sum)
    x, y = canvas.viewport.camera.to_pixel(corner)
    theme, aside = current(), CANVAS.run_clock_aside
    for ids, away in ((frozenset[int](), 0.0), (frozenset({BRIDGE}), aside)):
        window.document.select(ids)
        image = canvas.grab().toImage()
        # Between the hands and the rim.
        place = (round(x + away) - 2, round(y - away) + 2)
        seen, disc = image.pixelColor(*place), QColor(theme.outside)
        assert abs(seen.lightness() - disc.lightness()) < 10
