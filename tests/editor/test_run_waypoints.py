"""Waypoints that a run switches off and on: recorded, and kept on demand (S3-120)."""

from pathlib import Path

import pytest
from hand import Hand
from play_stage import Stage
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import box

from editor.panels.outline.messages import label_of
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Route, RouteStop, Settings, Waypoint
from navcore.sim.recording import load_recording, save_recording

PLACES = ((3.0, 4.0), (9.0, 4.0), (15.0, 4.0))
FIRST, MIDDLE, LAST, GUARD = 11, 12, 13, 31


def posted_level() -> Level:
    """Return a level with a guard that walks a route over three waypoints."""
    stops = tuple(RouteStop(waypoint=11 + n, at=place) for n, place in enumerate(PLACES))
    return Edit.put(
        Level(settings=Settings(boundary_padding=0.45)),
        [
            Area(id=1, name="yard", polygon=box(0, 0, 18, 8)),
            *(
                Waypoint(id=11 + n, name=f"post_{n}", type="guardPost", position=place)
                for n, place in enumerate(PLACES)
            ),
            Route(id=21, name="rounds", stops=stops, mode="return"),
            Agent(id=GUARD, name="guard", position=(2.0, 4.0), route=21, walk_speed=4.0),
        ],
    ).apply(Level(settings=Settings(boundary_padding=0.45)))


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return a run after 0.1 s."""
    stage = Stage(posted_level())
    stage.run.clock.step_once()
    return stage


def furthest(stage: Stage, ticks: int) -> float:
    """Return the greatest x of the guard within some ticks."""
    found = 0.0
    for _ in range(ticks):
        stage.run.clock.step_once()
        agents = stage.run.record.simulation.agents
        found = max(found, float(agents.positions[agents.index[GUARD], 0]))
    return found


def test_a_stop_that_the_run_switches_off_is_skipped(stage: Stage) -> None:
    """The level is unchanged; when it is switched on again, the guard goes there."""
    stage.run.commands.switch([LAST])
    assert furthest(stage, 80) < 10.0
    assert stage.document.level.of(Waypoint)[LAST].enabled
    stage.run.commands.switch([LAST])
    assert furthest(stage, 80) > 14.0
    assert not stage.run.switches.switched


def test_it_is_kept_and_recorded(stage: Stage, tmp_path: Path) -> None:
    """Keep writes it to the level as one undo step; a file resumes to the byte."""
    run, states = stage.run, []
    for _ in range(2):
        run.commands.switch([MIDDLE])
        for _ in range(20):
            run.clock.step_once()
            states.append(run.record.simulation.state())
    path = tmp_path / "run.wwrec"
    save_recording(run.record.recording, path)
    read = load_recording(path)
    for number, state in enumerate(states):
        assert read.resume(number + 2).state().equals(state), number
    run.commands.switch([MIDDLE])
    run.commands.keep({MIDDLE})
    assert not stage.document.level.of(Waypoint)[MIDDLE].enabled
    assert stage.document.stack.undoText() == "Keep post_1 in the level"


def test_t_switches_the_waypoint_under_the_mouse(qtbot: QtBot, window: MainWindow) -> None:
    """Hint, menu, outline, picture and the count of inputs agree."""
    window.document.load(posted_level(), None)
    window.bake.wait()
    window.canvas.frame_all()
    window.canvas.setFocus()
    for _ in range(3):
        window.run.clock.step_once()
    hand, commands = Hand(window.canvas), window.commands.table
    hand.move(PLACES[1])
    assert commands["toggle_door"].text().startswith("Switch off in this run")
    qtbot.waitUntil(lambda: window.status.shown.endswith("T switches it off in this run"))
    before = window.canvas.grab().toImage()
    hand.key(Qt.Key.Key_T)
    assert dict(window.run.switches.switched) == {MIDDLE: False}
    qtbot.waitUntil(lambda: window.status.shown.endswith("Keep writes it to the level"))
    after = window.canvas.grab().toImage()
    assert after != before
    window.canvas.layers.paint_anew()
    assert window.canvas.grab().toImage() == after
    assert label_of(window.document.level.element(MIDDLE), False) == "post_1 (off in this run)"
    label = window.panels["play"].inputs_label
    assert label.toolTip().startswith("waypoints switched: 1\n")
