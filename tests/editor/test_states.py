"""A level that is shown in one of its states: edits, undo and saving."""

import random

import pytest
from hypothesis import given, settings
from state_levels import BACK, CRATE, FRONT, rooms_with_states, with_states
from strategies import generators, random_edit, random_level

from editor.document import Document
from editor.services.bake.service import BakeService
from navcore.errors import EditConflict
from navcore.level.affine import Affine
from navcore.level.companions import ALONE
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, State
from navcore.level.operations import (
    array,
    delete,
    duplicate_together,
    mirror_copies,
    move,
    paste,
    set_fields,
    toggle_doors,
)
from navcore.level.operations.states import add_state, delete_state, rename_state
from navcore.level.states import in_state, is_on
from navcore.world import World


def shown_in(name: str, level: Level | None = None) -> Document:
    """A document that shows a level in this state."""
    document = Document(level or rooms_with_states(), seed=1)
    document.state.show(name)
    return document


def check(document: Document) -> None:
    """Check that the shown level is the drawing in the state."""
    assert document.level == in_state(document.drawing, document.state.name)
    if not document.state.name:
        assert document.level is document.drawing


def test_choosing_a_state_is_no_edit() -> None:
    """There is nothing to undo or save; listeners get the differences."""
    document = Document(rooms_with_states())
    heard: list[Edit] = []
    names: list[str] = []
    document.changed.connect(heard.append)
    document.state.changed.connect(names.append)
    before = document.drawing
    document.state.show("Night")
    check(document)
    assert heard[0].after.keys() == {FRONT, CRATE}
    assert (document.drawing, document.stack.count(), document.stack.isClean()) == (before, 0, True)
    document.state.show("")
    check(document)
    document.state.show("Noon")
    assert names == ["Night", ""]


def test_toggling_a_door_edits_the_state_that_is_shown() -> None:
    """It is one step; the drawing's door is unchanged, and undo works in any state."""
    document = shown_in("Night")
    document.commit(toggle_doors(document.level, [FRONT]))
    check(document)
    assert document.stack.undoText() == "Open door in Night"
    assert document.drawing.areas[FRONT].available
    assert document.level.areas[FRONT].available
    assert document.drawing.states[1].doors == {FRONT: True}
    document.state.show("")
    document.stack.undo()
    check(document)
    assert document.drawing == rooms_with_states()
    document.state.show("Night")
    document.stack.redo()
    check(document)
    assert document.level.areas[FRONT].available


def test_everything_else_edits_the_drawing() -> None:
    """Moves keep elements that the state has switched apart from the drawing."""
    document = shown_in("Night")
    document.commit(move(document.level, [FRONT, CRATE], (0.0, 1.0)))
    check(document)
    assert document.drawing.areas[FRONT].available
    assert document.drawing.obstacles[CRATE].enabled
    assert not document.level.obstacles[CRATE].enabled
    assert document.drawing.states == rooms_with_states().states
    assert document.stack.undoText() == "Move 2 elements"
    document.commit(set_fields(document.level, [CRATE], enabled=True))
    assert document.drawing.states[1].enabled == (CRATE,)
    document.commit(delete(document.level, [CRATE]))
    check(document)
    assert document.drawing.states[1] == State("Night", {FRONT: False})
    for _ in range(3):
        document.stack.undo()
        check(document)
    assert document.drawing == rooms_with_states()


def test_an_edit_of_another_level_is_refused_in_a_state_as_well() -> None:
    """The level stays unchanged."""
    document = shown_in("Night")
    late = toggle_doors(document.level, [FRONT])
    document.commit(late)
    before = document.drawing
    with pytest.raises(EditConflict):
        document.commit(late)
    with pytest.raises(EditConflict):
        document.preview(late)
    assert (document.drawing, document.stack.count(), document.dragging) == (before, 1, False)
    check(document)


def test_a_drag_in_a_state_previews_and_commits_once() -> None:
    """And Esc takes it back to the byte."""
    document = shown_in("Night")
    before, shown = document.drawing, document.level
    for step in range(3):
        document.preview(move(shown, [FRONT], (0.0, 0.1 * step)))
        check(document)
    document.cancel_preview()
    assert (document.drawing, document.level) == (before, shown)
    document.preview(move(shown, [FRONT], (0.0, 1.0)))
    document.commit(move(shown, [FRONT], (0.0, 1.0)))
    check(document)
    assert document.stack.count() == 1


def test_a_state_that_is_renamed_stays_shown_and_one_that_goes_does_not() -> None:
    """Undo restores the state, but does not show it."""
    document = shown_in("Night")
    names: list[str] = []
    document.state.changed.connect(names.append)
    document.commit(rename_state(document.drawing, "Night", "Late"))
    check(document)
    document.commit(delete_state(document.drawing, "Late"))
    check(document)
    document.stack.undo()
    check(document)
    assert names == ["Late", ""]
    assert "Late" in document.state.names


def test_another_level_is_shown_as_drawn() -> None:
    """A reload keeps the state if the file still has it."""
    document = shown_in("Night")
    document.replace(with_states(rooms_with_states(), State("Night", {BACK: False})), "Reload")
    check(document)
    assert document.state.name == "Night"
    assert not document.level.areas[BACK].available
    document.load(rooms_with_states(), None)
    check(document)
    assert document.state.name == ""


def test_a_new_state_is_made_from_what_is_shown() -> None:
    """The new state takes doors and switches from the shown state."""
    document = shown_in("Moved")
    document.commit(add_state(document.drawing, document.level, "Copy"))
    document.state.show("Copy")
    check(document)
    assert document.level.held == in_state(document.drawing, "Moved").held


def doubled(document: Document, how: str) -> Edit:
    """Return the edit that copies the shown elements in one of several ways."""
    level, new_id = document.level, document.new_id
    away = Affine.translation((0.0, 30.0))
    if how == "duplicate":
        return duplicate_together(level, [FRONT, CRATE], ALONE, away, new_id)[0]
    if how == "array":
        return array(level, [FRONT, CRATE], [away], new_id)
    if how == "mirror":
        return mirror_copies(level, [FRONT, CRATE], (0, 30), (1, 30), new_id)
    # What is copied to the clipboard is drawn.
    return paste(level, [document.drawing.element(i) for i in (FRONT, CRATE)], (0, 30), new_id)


@pytest.mark.parametrize("how", ["duplicate", "array", "mirror", "paste"])
@pytest.mark.parametrize("state", ["Night", "Moved"])
def test_a_copy_is_drawn_as_its_source_and_switched_as_it_in_every_state(
    how: str, state: str
) -> None:
    """Whichever state is shown while it is made; undo and redo give the same."""
    document = shown_in(state)
    edit = doubled(document, how)
    new = sorted(key for key, before in edit.before.items() if key and before is None)
    assert len(new) == 2
    document.preview(edit)
    document.commit(edit)
    for _ in range(2):
        check(document)
        for name in document.state.names:
            there = document.state.level_in(name)
            copies = {type(one): is_on(one) for one in map(there.element, new)}
            sources = {type(one): is_on(one) for one in map(there.element, (FRONT, CRATE))}
            assert copies == sources, name
        document.stack.undo()
        check(document)
        document.stack.redo()


def test_a_copy_that_is_switched_in_the_same_step_stays_as_it_is() -> None:
    """The later decision counts."""
    document = shown_in("Night")
    edit = doubled(document, "duplicate")
    (copy,) = (one for one in edit.after.values() if isinstance(one, Area))
    toggled = toggle_doors(edit.apply(document.level), [copy.id])
    document.commit(edit.then(toggled))
    assert document.drawing.areas[copy.id].available is not copy.available


def test_the_bake_knows_the_drawing() -> None:
    """Also where the drawing changes and nothing that is shown does."""
    document = shown_in("Night")
    bake = BakeService(document, short_ms=float("inf"))
    bake.bake_now()
    built = World.build(document.level, lattice=bake.world.grid.lattice)
    assert bake.world.grid.padded.tobytes() == built.grid.padded.tobytes()
    door = document.drawing.areas[FRONT]
    document.state.show("")
    document.commit(toggle_doors(document.level, [FRONT]))
    document.state.show("Night")
    document.stack.undo()
    assert document.drawing.areas[FRONT] == door
    drawn = bake.world.in_state("")
    assert drawn.level == document.drawing
    bake.shutdown()


@given(generators)
@settings(max_examples=40)
def test_whatever_is_done_in_a_state_shows_the_drawing_in_it(rng: random.Random) -> None:
    """Edits, previews, undo, redo and other states at random; all undone gives the same level."""
    level = random_level(rng)
    ids = [one.id for held in level.held.values() for one in held.values()] or [1]
    some = {one: rng.random() < 0.5 for one in rng.sample(ids, min(4, len(ids)))}
    off = tuple(sorted(rng.sample(ids, min(3, len(ids)))))
    level = with_states(level, State("Day", some), State("Alarm", {}, off, tuple(some)))
    document = shown_in("Day", level)
    for _ in range(8):
        choice = rng.randrange(5)
        if choice == 0:
            document.state.show(rng.choice(["", "Day", "Alarm"]))
        elif choice == 1:
            document.preview(random_edit(document.level, rng))
            check(document)
            document.cancel_preview()
        elif choice == 2 and document.stack.canUndo():
            document.stack.undo()
        else:
            shown = random_edit(document.level, rng)
            after = shown.apply(document.level)
            document.commit(shown)
            if document.state.name:
                for kind, held in after.held.items():
                    assert document.level.of(kind) == held
        check(document)
    while document.stack.canUndo():
        document.stack.undo()
        check(document)
    assert document.drawing == level
