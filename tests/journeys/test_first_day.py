"""A full use of the program with mouse and keys: from an empty level to a grid in a game."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hand import CTRL, RIGHT, SHIFT
from journey_window import OpenWindow
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest

from editor.dialogs.export.dialog import ExportDialog
from editor.shell.window import MainWindow
from navcore import World, load_grid, load_level
from navcore.formats import write_level
from navcore.level.model import ExportTarget, Level
from navcore.level.operations import set_settings

KEY = Qt.Key
ROOT = Path(__file__).parents[2]


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with an empty level."""
    return open_window(Level(), (-12.0, -10.0, 12.0, 10.0))


def draw_rooms(window, hand):
    """Draw a floor, a wall with a gap that divides it into two rooms, and a door in the gap."""
    hand.key(KEY.Key_P)
    for corner in ((-10, -6), (10, -6), (10, 6), (-10, 6)):
        hand.click(corner)
    hand.key(KEY.Key_Return)
    hand.key(KEY.Key_R, modifiers=SHIFT)
    hand.drag((-0.5, -6), (0, 0), (0.5, -1.5))
    hand.drag((-0.5, 6), (0, 2), (0.5, 1.5))
    hand.key(KEY.Key_D)
    hand.click((-0.5, 0))
    hand.click((0.5, 0))


def test_from_an_empty_level_to_a_grid_in_a_game(window, hand, tmp_path):
    """Draw, drag a wall, toggle the door, probe, walk, save, export, load: the same path."""
    bake = window.bake
    draw_rooms(window, hand)
    level = window.document.level
    assert [area.door for area in level.areas.values()].count(True) == 1
    assert len(level.obstacles) == 2
    assert bake.world.is_walkable(-5, 0)

    cells_follow_the_wall(window, hand)
    through = probe_through_the_door(window, hand)
    an_agent_walks_through_the_door(window, hand)
    save_and_export(window, hand, tmp_path, through)


def cells_follow_the_wall(window, hand):
    """Cells change while the wall is dragged, and change back with Escape."""
    bake = window.bake
    hand.key(KEY.Key_V)
    assert bake.world.is_walkable(2.5, -4)
    hand.hold((0, -4), (1, -4), (2.5, -4))
    assert not bake.world.is_walkable(2.5, -4)
    hand.key(KEY.Key_Escape)
    hand.release((2.5, -4))
    assert bake.world.is_walkable(2.5, -4)


def probe_through_the_door(window, hand):
    """Keep a probed path shown while the door closes and opens."""
    hand.key(KEY.Key_Q)
    hand.drag((-8, 0), (0, 0), (8, 0.3))
    through = window.probe.result
    assert through.ok
    assert through.length < 17
    hand.move((0, 0))
    hand.key(KEY.Key_T)
    assert not window.probe.result.ok
    hand.key(KEY.Key_T)
    assert window.probe.result.ok
    return window.probe.result


def an_agent_walks_through_the_door(window, hand):
    """Place an agent and send it across; it stops at the closed door, and goes on once it opens."""
    hand.key(KEY.Key_A)
    hand.click((-8, 3))
    (agent,) = window.document.level.agents.values()
    hand.key(KEY.Key_V)
    hand.click((-8, 3))
    window.run.clock.step_once()
    hand.click((8, 3), RIGHT)
    run = window.run.record.simulation
    for _ in range(30):
        window.run.clock.step_once()
    assert run.agents.is_moving(agent.id)
    hand.move((0, 0))
    hand.key(KEY.Key_T)
    for _ in range(100):
        window.run.clock.step_once()
    assert run.agents.positions_at(1.0)[0, 0] < 0
    assert not run.agents.is_moving(agent.id)
    hand.key(KEY.Key_T)
    for _ in range(150):
        window.run.clock.step_once()
    assert run.agents.positions_at(1.0)[0] == pytest.approx((8, 3), abs=0.06)


def save_and_export(window, hand, tmp_path, through):
    """Both formats of the grid have the same cells and give the same path."""
    answers, bake, document = window.files.dialogs, window.bake, window.document
    answers.place = tmp_path / "first.json"
    hand.key(KEY.Key_S, modifiers=CTRL)
    assert not window.isWindowModified()
    export_as_asked(window, hand)
    assert [target.path for target in window.exports.targets] == ["first.grid.txt"]
    document.commit(
        set_settings(
            document.level,
            exports=(*window.exports.targets, ExportTarget(path="first.grid.json", format="json")),
        )
    )
    hand.key(KEY.Key_E, modifiers=CTRL)
    hand.key(KEY.Key_S, modifiers=CTRL)
    for name in ("first.grid.txt", "first.grid.json"):
        world = World.from_grid(load_grid(tmp_path / name))
        again = world.find_path((-8, 0), (8, 0.3))
        assert again.status is through.status
        assert np.allclose(again.points, through.points)
        assert again.length == pytest.approx(through.length)
        assert np.array_equal(world.grid.walkable, bake.world.grid.walkable)
    assert write_level(load_level(tmp_path / "first.json")) == write_level(document.level)
    the_run_and_the_command_line_write_the_same(window, hand, tmp_path)


def export_as_asked(window, hand):
    """The first export opens a dialog that suggests a file next to the level; Enter accepts it."""
    hand.key(KEY.Key_E, modifiers=CTRL)
    dialog = window.findChild(ExportDialog)
    QTest.keyClick(dialog, KEY.Key_Return)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def the_run_and_the_command_line_write_the_same(window, hand, tmp_path):
    """Doors toggled in play don't change the level; the command line exports the same bytes."""
    names = ("first.grid.txt", "first.grid.json")
    before = [(tmp_path / name).read_bytes() for name in names]
    doors = [area.name for area in window.document.level.areas.values() if area.door]
    assert not window.run.playhead.at_start
    hand.move((0, 0))
    hand.key(KEY.Key_T)
    assert not window.run.world.is_walkable(0, 0)
    hand.key(KEY.Key_E, modifiers=CTRL)
    assert [(tmp_path / name).read_bytes() for name in names] == before
    hand.key(KEY.Key_T)
    assert len(doors) == 1
    for name in names:
        (tmp_path / name).unlink()
    command = [sys.executable, "-m", "navcore.cli", "bake", str(tmp_path / "first.json")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [(tmp_path / name).read_bytes() for name in names] == before
    assert subprocess.run([*command, "--check"], cwd=ROOT, check=False).returncode == 0


def test_the_door_is_cut_out_of_the_floor_in_one_step(window, hand):
    """One undo removes the door and restores the floor."""
    draw_rooms(window, hand)
    after = write_level(window.document.level)
    steps = window.document.stack.count()
    hand.key(KEY.Key_Z, modifiers=CTRL)
    areas = list(window.document.level.areas.values())
    assert [area.polygon for area in areas] == [((-10, -6), (10, -6), (10, 6), (-10, 6))]
    hand.key(KEY.Key_Z, modifiers=CTRL | SHIFT)
    assert write_level(window.document.level) == after
    assert window.document.stack.index() == steps


def mixed_gesture(window, hand, random):
    """Make one typical gesture of a designer at a random place."""

    def place():
        return (float(random.uniform(-9, 9)), float(random.uniform(-6, 6)))

    def toward(start):
        return (start[0] + float(random.uniform(-3, 3)), start[1] + float(random.uniform(-3, 3)))

    kind = int(random.integers(0, 9))
    start = place()
    if kind <= 2:
        hand.key(KEY.Key_V)
        end = toward(start)
        hand.drag(start, ((start[0] + end[0]) / 2, start[1]), end)
    elif kind == 3:
        hand.key(KEY.Key_E)
        hand.click(start)
        hand.drag(toward(start), toward(start), toward(start))
    elif kind == 4:
        hand.key(KEY.Key_R, modifiers=[Qt.KeyboardModifier.NoModifier, SHIFT][start[0] > 0])
        hand.drag(start, toward(start))
    elif kind == 5:
        hand.key(KEY.Key_P, modifiers=SHIFT)
        for _ in range(4):
            hand.click(toward(start))
        hand.key(KEY.Key_Return)
    elif kind == 6:
        hand.key(KEY.Key_D)
        hand.drag(start, toward(start))
    elif kind == 7:
        hand.key(KEY.Key_A)
        hand.drag(start, toward(start))
    else:
        hand.key(KEY.Key_V)
        hand.click(start)
        hand.key([KEY.Key_Left, KEY.Key_Delete, KEY.Key_T][int(random.integers(0, 3))])


@pytest.mark.parametrize("seed", range(2))
def test_undo_and_redo_through_a_hundred_gestures(window, hand, seed, exhaustive):
    """Undoing all gives the first bytes, redoing all the last ones, with the same cells."""
    random = np.random.default_rng(seed)
    draw_rooms(window, hand)
    stack = window.document.stack
    first_index, first = stack.index(), write_level(window.document.level)
    for _ in range(1000 if exhaustive else 100):
        mixed_gesture(window, hand, random)
    hand.key(KEY.Key_Escape, KEY.Key_Escape, KEY.Key_Escape)
    last_index, last = stack.index(), write_level(window.document.level)
    assert last_index - first_index > 20
    while stack.index() > first_index:
        window.canvas.undo()
    assert write_level(window.document.level) == first
    while stack.canRedo():
        window.canvas.redo()
    assert stack.index() == last_index
    assert write_level(window.document.level) == last
    window.bake.wait()
    built = World.build(window.document.level)
    assert np.array_equal(built.grid.walkable, window.bake.world.grid.walkable)


def test_a_bad_file_leaves_everything_as_it_was(window, hand, tmp_path):
    """A message shows the reason; level, file name and undo stack stay as they were."""
    draw_rooms(window, hand)
    bad = tmp_path / "bad.json"
    bad.write_text('{"areas": [{"name": "a", "polygon": [[0, 0], [1, NaN]', encoding="utf-8")
    before, steps = write_level(window.document.level), window.document.stack.count()
    window.files.dialogs.place = bad
    window.document.stack.setClean()
    hand.key(KEY.Key_O, modifiers=CTRL)
    assert write_level(window.document.level) == before
    assert window.document.stack.count() == steps
    assert window.message.notice is not None
    assert "bad.json" in window.message.notice.text
