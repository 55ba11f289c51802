"""Operations on the states of a level: each one step that undo takes back."""

from collections.abc import Callable

import pytest
from made_up_kinds import applied
from msgspec.structs import replace
from state_levels import ALARM, BACK, CRATE, FRONT, MOVED, NIGHT, rooms_with_states

from navcore.errors import NavcoreError, UnknownState
from navcore.level.edit import Edit
from navcore.level.model import Area, ExportTarget, Level, PathTest, State
from navcore.level.operations.states import (
    add_state,
    delete_state,
    duplicate_state,
    leave_as_drawn,
    move_state,
    rename_state,
    switch_in_state,
    toggle_doors_in_state,
    update_state,
)
from navcore.level.states import in_state


def names(level: Level) -> list[str]:
    """Names of the states in order."""
    return [state.name for state in level.states]


def exported(level: Level, *states: str) -> Level:
    """The level with an export of each of these states."""
    targets = tuple(ExportTarget(path=f"{one}.txt", state=one) for one in states)
    return level.with_settings(replace(level.settings, exports=targets))


def test_a_new_state_is_as_the_doors_stand() -> None:
    """It has the doors of the drawing, or of a variant of it, and a name of its own."""
    level = applied(rooms_with_states(), add_state(rooms_with_states()))
    assert level.states[-1] == State("state_1", {FRONT: True, BACK: True}, (201,))
    now = in_state(level, "Night")
    edit = add_state(level, now, " After the key ")
    assert edit.label == "Add state After the key"
    level = applied(level, edit)
    assert level.states[-1].doors == {FRONT: False, BACK: True}
    assert level.states[-1].disabled == (CRATE, 201)
    assert in_state(level, "After the key").held == now.held


def test_a_state_follows_how_everything_stands_now() -> None:
    """It keeps its name and unknown keys."""
    level = rooms_with_states()
    level = level.with_settings(
        replace(level.settings, states=(replace(ALARM, extra={"mood": 1}), *level.states[1:]))
    )
    after = applied(level, update_state(level, "Alarm", in_state(level, "Moved")))
    assert after.states[0] == State("Alarm", {FRONT: True, BACK: True}, (), (201,), {"mood": 1})
    assert not update_state(after, "Alarm", in_state(after, "Moved"))


def test_exports_follow_the_name_of_their_state() -> None:
    """Those of a state that goes are of the drawing."""
    level = exported(rooms_with_states(), "Night", "")
    renamed = applied(level, rename_state(level, "Night", " Late "))
    assert names(renamed) == ["Alarm", "Late", "Moved"]
    assert [one.state for one in renamed.settings.exports] == ["Late", ""]
    gone = applied(renamed, delete_state(renamed, "Late"))
    assert names(gone) == ["Alarm", "Moved"]
    assert [one.state for one in gone.settings.exports] == ["", ""]


def test_tests_follow_their_state_and_go_with_it() -> None:
    """In the drawing their meaning would differ."""
    tests = [
        PathTest(id=600 + number, start=(1.0, 1.0), end=(15.0, 1.0), state=state)
        for number, state in enumerate(["Night", ""])
    ]
    level = Edit.put(rooms_with_states(), tests).apply(rooms_with_states())
    renamed = applied(level, rename_state(level, "Night", "Late"))
    assert [one.state for one in renamed.of(PathTest).values()] == ["Late", ""]
    assert applied(renamed, delete_state(renamed, "Late")).of(PathTest).keys() == {601}


def test_copies_and_places_in_the_list() -> None:
    """Places beyond the end are the last."""
    level = rooms_with_states()
    level = applied(level, duplicate_state(level, "Night"))
    assert names(level) == ["Alarm", "Night", "Night_2", "Moved"]
    assert level.states[2] == replace(NIGHT, name="Night_2")
    assert names(applied(level, move_state(level, "Moved", 0)))[0] == "Moved"
    assert names(applied(level, move_state(level, "Alarm", 99)))[-1] == "Alarm"
    assert names(applied(level, duplicate_state(level, "")))[-1] == "state_1"
    assert MOVED in level.states


def test_switching_in_a_state_leaves_the_drawing_as_it_is() -> None:
    """Switching to the present state is no edit."""
    level = rooms_with_states()
    edit = toggle_doors_in_state(level, "Night", [FRONT, BACK])
    assert edit.label == "Toggle 2 doors in Night"
    after = applied(level, edit)
    assert after.states[1].doors == {FRONT: True, BACK: False}
    assert after.areas == level.areas
    edit = toggle_doors_in_state(level, "Night", [FRONT])
    assert edit.label == "Open door in Night"
    edit = switch_in_state(level, "Night", [CRATE], on=True)
    assert edit.label == "Switch crate on in Night"
    assert applied(level, edit).states[1] == State("Night", {FRONT: False}, (), (CRATE,))
    edit = switch_in_state(level, "Moved", [201], on=False)
    assert applied(level, edit).states[2] == State("Moved", {}, (201,))
    assert not switch_in_state(level, "Night", [FRONT], on=False)


def test_switching_without_a_state_switches_the_drawing() -> None:
    """The drawing is the state without a name."""
    level = rooms_with_states()
    after = applied(level, toggle_doors_in_state(level, "", [FRONT]))
    assert not after.areas[FRONT].available
    assert after.settings is level.settings
    edit = switch_in_state(after, "", [FRONT, BACK], on=False)
    assert edit.after.keys() == {BACK}


def test_what_a_state_says_nothing_of_is_as_drawn() -> None:
    """Doors and others."""
    level = rooms_with_states()
    edit = leave_as_drawn(level, "Night", [FRONT, CRATE])
    assert edit.label == "Leave 2 elements as drawn in Night"
    assert applied(level, edit).states[1] == State("Night")


@pytest.mark.parametrize("shut", [True, False])
def test_new_doors_are_in_every_state_as_drawn(shut: bool) -> None:
    """No state has to be edited for them."""
    level = rooms_with_states()
    side = Area(
        id=400, name="side", door=True, available=not shut, polygon=((0, 20), (1, 20), (1, 21))
    )
    level = Edit.put(level, [side]).apply(level)
    assert {in_state(level, one).areas[400].available for one in names(level)} == {not shut}


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda level: rename_state(level, "Night", "  "), "A state needs a name."),
        (lambda level: rename_state(level, "Night", "Alarm"), "Another state is called Alarm."),
        (lambda level: add_state(level, None, "all"), "all stands for every state"),
        (lambda level: rename_state(level, "Night", "x" * 1001), "at most 1,000 characters"),
    ],
)
def test_names_that_are_refused(make: Callable[[Level], Edit], said: str) -> None:
    """The message gives the reason."""
    with pytest.raises(NavcoreError, match=said):
        make(rooms_with_states())


@pytest.mark.parametrize("operation", [delete_state, duplicate_state])
def test_states_that_are_not_there(operation: Callable[[Level, str], Edit]) -> None:
    """The message lists those that are."""
    with pytest.raises(UnknownState, match="It has: Alarm, Night, Moved"):
        operation(rooms_with_states(), "Noon")
