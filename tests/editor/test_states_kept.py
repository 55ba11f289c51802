"""Saving a level that is shown in a state: backups, files, fixes."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from autosave_desk import Desk, same
from pytestqt.qtbot import QtBot
from small_level import CHEST, GATE
from state_levels import BACK, FRONT, rooms_with_states
from strategies import random_edit

from editor.document import Document
from editor.shell.window import MainWindow
from navcore.formats import load_level
from navcore.level.model import Agent
from navcore.level.operations import move, toggle_doors
from navcore.level.operations.states import add_state
from navcore.proof.explain import explain
from navcore.proof.problems import problems
from navcore.world import World


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    """Return a desk that shows a state of its level."""
    made = Desk(tmp_path)
    document = made.document
    document.commit(add_state(document.drawing, None, "Night"))
    document.state.show("Night")
    yield made
    made.autosave.close()


def test_the_drawing_is_outside_at_once_whatever_is_shown(desk: Desk) -> None:
    """This also holds if an undo changes the drawing but not the shown level."""
    document = desk.document
    document.state.show("")
    document.commit(toggle_doors(document.level, [GATE]))
    document.state.show("Night")
    desk.autosave.flush()
    assert same(desk.lost(), document.drawing)
    lines = desk.lines()
    document.commit(toggle_doors(document.level, [GATE]))
    document.commit(move(document.level, [CHEST], (0.25, 0.0)))
    assert same(desk.lost(), document.drawing)
    for _ in range(3):
        document.stack.undo()
        assert same(desk.lost(), document.drawing)
    assert desk.lines() == lines + 5


def test_random_work_in_states_is_kept_step_by_step(desk: Desk) -> None:
    """Edits, undo and other states; choosing one writes nothing."""
    rng, document = random.Random(7), desk.document
    desk.autosave.flush()
    for _ in range(12):
        edit = random_edit(document.level, rng)
        document.commit(edit)
        assert same(desk.lost(), document.drawing)
        lines = desk.lines()
        document.state.show(rng.choice(document.state.names))
        assert desk.lines() == lines
        if rng.random() < 0.4:
            document.stack.undo()
            assert same(desk.lost(), document.drawing)


def test_a_file_holds_the_drawing(window: MainWindow, tmp_path: Path) -> None:
    """Choosing a state leaves nothing to save."""
    window.document.load(rooms_with_states(), None)
    window.files.dialogs.place = tmp_path / "rooms.json"
    assert window.files.save()
    window.document.state.show("Night")
    assert not window.isWindowModified()
    window.document.commit(toggle_doors(window.document.level, [FRONT]))
    assert window.isWindowModified()
    assert window.files.save()
    assert load_level(tmp_path / "rooms.json") == window.document.drawing
    assert load_level(tmp_path / "rooms.json").areas[FRONT].available


def test_fixes_open_doors_in_the_state_that_is_shown() -> None:
    """Those of problems and of reasons; undo takes them back."""
    guard = Agent(id=500, name="guard", position=(2.0, 6.0), radius=0.2, goals=((14.0, 6.0),))
    document = Document(rooms_with_states().with_items({500: guard}))
    document.state.show("Alarm")
    world = World.build(document.level)
    fixes = [one.fix for one in problems(world) if one.code == "door-cuts-off" and one.fix]
    fixes.append(explain(world, (2.0, 6.0), (14.0, 6.0)).fix)
    assert len(fixes) > 1
    for fix in fixes:
        assert fix is not None
        document.commit(fix)
        assert any(document.level.areas[one].available for one in (FRONT, BACK))
        assert all(document.drawing.areas[one].available for one in (FRONT, BACK))
        assert document.stack.undoText().endswith("in Alarm")
        document.stack.undo()
    assert document.drawing.states == rooms_with_states().states
