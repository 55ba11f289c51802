"""Obstacles that a run removes or restores: in its world only, recorded, kept on demand."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hand import RIGHT, SHIFT, Hand
from msgspec.structs import replace
from play_stage import Stage
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE, GUARD, TABLE, box, small_level

from editor.panels.outline.panel import OutlinePanel
from editor.run.record import RunRecord, is_of
from editor.shell.window import MainWindow
from navcore.bake.grid import NavGrid
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.sim.inputs import WorldEdit
from navcore.sim.recording import load_recording, save_recording
from navcore.world import World

ON_TABLE = (4.5, 4.0)


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return two rooms and a gate, 0.1 s into a run."""
    stage = Stage(small_level())
    stage.run.clock.step_once()
    return stage


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """Return user input on the canvas, with all of the level in view and a run paused at 0.3 s."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    for _ in range(3):
        window.run.clock.step_once()
    return Hand(window.canvas)


def grid_of(stage: Stage, **enabled: bool) -> NavGrid:
    """Return the grid of a bake of the level with obstacles switched, by name."""
    level = stage.document.level
    for obstacle in level.obstacles.values():
        on = enabled.get(obstacle.name, obstacle.enabled)
        level = operations.set_fields(level, [obstacle.id], enabled=on).apply(level)
    return World.build(level, lattice=stage.run.world.grid.lattice).grid


def same_cells(stage: Stage, **enabled: bool) -> bool:
    """Return whether the run's cells equal those of the level with obstacles switched."""
    return np.array_equal(stage.run.world.grid.walkable, grid_of(stage, **enabled).walkable)


def test_an_obstacle_is_knocked_down_in_the_run_alone(stage: Stage) -> None:
    """Its cells become floor, the level and its bake know nothing; the start restores it."""
    level = stage.document.level
    told: list[Edit] = []
    stage.run.switches.changed.connect(told.append)
    (knocked,) = stage.run.commands.switch([TABLE])
    assert not knocked.enabled
    assert dict(stage.run.switches.switched) == {TABLE: False}
    assert same_cells(stage, table=False)
    assert not stage.bake.world.is_walkable(*ON_TABLE)
    assert stage.document.level is level
    assert not stage.document.stack.canUndo()
    assert stage.run.commands.count() == 1
    assert [edit.after[TABLE].enabled for edit in told] == [False]
    stage.run.clock.step_once()
    assert stage.run.record.simulation.world is stage.run.world
    assert [type(one.request) for one in stage.run.record.simulation.inputs] == [WorldEdit]
    stage.run.commands.switch([TABLE])
    assert stage.run.world is stage.bake.world
    stage.run.commands.switch([TABLE])
    stage.run.clock.stop_to_start()
    assert stage.run.world is stage.bake.world
    assert stage.run.commands.count() == 0
    assert told[-1].after[TABLE].enabled


def test_doors_and_obstacles_are_switched_together(stage: Stage) -> None:
    """Nothing else is."""
    stage.run.commands.switch([GATE, TABLE, GUARD])
    assert dict(stage.run.switches.switched) == {GATE: False, TABLE: False}
    assert stage.run.commands.keepable([GATE, TABLE, CHEST]) == {GATE, TABLE}
    assert stage.run.world.is_walkable(*ON_TABLE)
    assert not stage.run.world.is_walkable(10.5, 4.5)


def test_the_level_is_edited_around_a_knocked_obstacle(stage: Stage) -> None:
    """It stays down where it is moved to; deleted, it is forgotten."""
    stage.run.commands.switch([TABLE])
    document = stage.document
    for vector in ((1.0, 0.0), (0.0, 2.0)):
        document.commit(operations.move(document.level, [TABLE, CHEST], vector))
        assert same_cells(stage, table=False)
    document.commit(operations.delete(document.level, [TABLE]))
    assert stage.run.commands.count() == 0
    document.stack.undo()
    assert stage.run.world is stage.bake.world
    assert same_cells(stage)


def test_an_obstacle_that_the_level_switched_off_is_put_up(stage: Stage) -> None:
    """The difference disappears when the level has the same state."""
    document = stage.document
    document.commit(operations.set_fields(document.level, [CHEST], enabled=False))
    stage.run.commands.switch([CHEST])
    assert dict(stage.run.switches.switched) == {CHEST: True}
    assert same_cells(stage, chest=True)
    document.stack.undo()
    assert stage.run.commands.count() == 0
    assert stage.run.world is stage.bake.world


def test_agents_walk_through_where_a_wall_was(qtbot: QtBot) -> None:
    """A wall shuts the gate.

    When it is knocked down, the guard walks to the other room (S1-053).
    """
    level = small_level()
    wall = replace(level.obstacles[CHEST], polygon=box(10.0, 2.5, 11.0, 6.5))
    stage = Stage(level.with_items({CHEST: wall}))
    for _ in range(80):
        stage.run.clock.step_once()
    run = stage.run
    row = run.record.simulation.agents.index[GUARD]
    assert run.record.simulation.agents.positions[row, 0] < 10.0
    run.commands.switch([CHEST])
    for _ in range(200):
        run.clock.step_once()
    assert run.record.simulation.agents.positions[row].tolist() == pytest.approx([18.0, 6.0])


def test_looking_back_shows_obstacles_as_they_were(stage: Stage) -> None:
    """And each of two runs has its own."""
    run = stage.run
    for _ in range(19):
        run.clock.step_once()
    run.commands.switch([TABLE])
    for _ in range(20):
        run.clock.step_once()
    run.timeline.seek(1.0)
    assert same_cells(stage)
    assert run.commands.count() == 0
    run.timeline.seek(3.0)
    assert same_cells(stage, table=False)
    run.timeline.seek_tick(10)
    run.commands.switch([CHEST])
    assert dict(run.switches.switched) == {CHEST: False}
    run.timeline.change_runs()
    run.timeline.seek(99.0)
    assert dict(run.switches.switched) == {TABLE: False}


def test_keep_writes_switched_obstacles_to_the_level(stage: Stage) -> None:
    """Each as an undo step; the rest stays the run's."""
    stage.run.commands.switch([TABLE, CHEST])
    stage.run.commands.keep({TABLE})
    level = stage.document.level
    assert (level.obstacles[TABLE].enabled, level.obstacles[CHEST].enabled) == (False, True)
    assert stage.document.stack.undoText() == "Keep table in the level"
    assert dict(stage.run.switches.switched) == {CHEST: False}
    stage.run.commands.keep({CHEST})
    assert stage.run.world is stage.bake.world
    stage.document.stack.undo()
    stage.document.stack.undo()
    assert stage.run.world.level.obstacles[TABLE].enabled


def test_a_recording_resumes_to_the_byte_around_switched_obstacles(
    stage: Stage, tmp_path: Path
) -> None:
    """From any tick of the file; opened again, each switch is where it was on the time line."""
    run, states = stage.run, []
    for ids in ([TABLE], [GATE, CHEST], [TABLE, GATE], [CHEST], []):
        for _ in range(12):
            run.clock.step_once()
            states.append(run.record.simulation.state())
        run.commands.switch(ids)
    path = tmp_path / "run.wwrec"
    save_recording(run.record.recording, path)
    read = load_recording(path)
    for number, state in enumerate(states):
        assert read.resume(number + 2).state().equals(state), number
    assert is_of(read, stage.document.level)
    again = RunRecord.of(read, stage.document.level)
    times = [again.switches.at(tick) for tick in range(read.ticks)]
    assert times == [run.record.switches.at(tick) for tick in range(read.ticks)]
    assert sum(a != b for a, b in pairwise(times)) == 4


def test_t_knocks_down_a_wall_and_puts_it_back(
    qtbot: QtBot, window: MainWindow, hand: Hand
) -> None:
    """The hint says what the key does next; Shift+F5 restores all, and the level is unchanged."""
    level, click = window.document.level, "Click selects table, drag moves it."
    hand.move(ON_TABLE)
    qtbot.waitUntil(lambda: window.status.shown == f"{click} T knocks it down in this run")
    hand.key(Qt.Key.Key_T)
    assert window.run.world.is_walkable(*ON_TABLE)
    assert not window.bake.world.is_walkable(*ON_TABLE)
    qtbot.waitUntil(
        lambda: window.status.shown == f"{click} T puts it back · Keep writes it to the level"
    )
    label = window.panels["play"].inputs_label
    assert label.toolTip().startswith("obstacles switched: 1\n")
    hand.key(Qt.Key.Key_T)
    assert window.run.commands.count() == 0
    hand.key(Qt.Key.Key_T)
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert window.run.playhead.at_start
    assert not window.run.world.is_walkable(*ON_TABLE)
    assert window.document.level is level
    assert not window.document.stack.canUndo()
    hand.key(Qt.Key.Key_T)
    assert window.document.level is level, "at the start T is about doors alone"
    assert "Point at a door" in window.status.shown


def test_the_context_menu_switches_and_keeps_obstacles(window: MainWindow, hand: Hand) -> None:
    """At the start it does not offer to."""
    switch, keep = (window.commands.table[name] for name in ("toggle_door", "keep"))
    hand.move(ON_TABLE)
    hand.click(ON_TABLE, RIGHT)
    menu = window.context_menu.make(window)
    assert switch in menu.actions()
    assert switch.text().startswith("Knock down in this run")
    switch.trigger()
    menu = window.context_menu.make(window)
    assert switch.text().startswith("Put back")
    assert keep in menu.actions()
    keep.trigger()
    assert not window.document.level.obstacles[TABLE].enabled
    assert window.document.stack.undoText() == "Keep table in the level"
    hand.key(Qt.Key.Key_F5, modifiers=SHIFT)
    assert switch not in window.context_menu.make(window).actions()


def test_knocked_obstacles_are_drawn_as_switched_off_with_a_clock(
    window: MainWindow, hand: Hand
) -> None:
    """A partial repaint equals a full one."""
    canvas = window.canvas
    hand.move((19.0, 7.5))
    before = canvas.grab().toImage()
    window.run.commands.switch([TABLE])
    knocked = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == knocked
    assert knocked != before
    window.run.commands.switch([TABLE])
    assert canvas.grab().toImage() == before
    window.run.commands.switch([TABLE])
    window.run.commands.keep({TABLE})
    window.bake.wait()
    assert canvas.grab().toImage() != knocked, "no clock: the level says so, too"


def test_panels_say_what_the_run_has_switched(window: MainWindow, hand: Hand) -> None:
    """Properties and outline, until the run starts anew."""
    window.document.select(frozenset({TABLE}))
    window.run.commands.switch([TABLE])
    notes = window.panels["properties"].form.notes
    assert notes["enabled"].text() == "In this run: down"
    outline = window.panels["outline"]
    assert isinstance(outline, OutlinePanel)
    assert "table (knocked down in this run)" in labels(outline)
    window.run.commands.switch([TABLE, GATE])
    assert "gate (shut in this run)" in labels(outline)
    assert "table" in labels(outline)
    window.run.clock.stop_to_start()
    assert "gate" in labels(outline)


def labels(outline: OutlinePanel) -> list[str]:
    """Texts of all elements in the outline."""
    model = outline.model
    sections = [model.index(row, 0) for row in range(model.rowCount())]
    return [
        model.data(model.index(row, 0, section))
        for section in sections
        for row in range(model.rowCount(section))
    ]
