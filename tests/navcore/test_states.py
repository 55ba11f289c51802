"""States of a level: switched elements in files, edits and worlds."""

import json
import pickle
import random

import pytest
from hypothesis import given, settings
from level_strategies import levels
from made_up_kinds import applied
from msgspec.structs import replace
from state_levels import BACK, CRATE, FRONT, NIGHT, STRANGER, rooms_with_states, with_states
from strategies import generators, random_edit, random_level

from navcore.errors import FormatError, NavcoreError, UnknownState
from navcore.formats.level import read_level, write_level
from navcore.level.affine import Affine
from navcore.level.companions import companions
from navcore.level.edit import Edit
from navcore.level.model import ExportTarget, Level, State, Waypoint, Zone
from navcore.level.operations import (
    array,
    delete,
    duplicate,
    duplicate_along,
    duplicate_together,
    mirror_copies,
    split,
)
from navcore.level.states import can_switch, in_state, is_on, state_as, state_edit, strangers
from navcore.world import World


def text_with(states: object) -> str:
    """The text of a file with these states."""
    return json.dumps({"format": "waywright-level", "version": 2, "states": states})


def random_states(level: Level, rng: random.Random) -> Level:
    """The level with two states that switch some of its elements."""
    ids = [one.id for held in level.held.values() for one in held.values()] or [1]
    made = [
        State(
            name,
            {one: rng.random() < 0.5 for one in rng.sample(ids, min(len(ids), 3))},
            tuple(sorted(rng.sample(ids, min(len(ids), 2)))),
            tuple(sorted(rng.sample(ids, min(len(ids), 2)))),
        )
        for name in ("Day", "Alarm")
    ]
    return with_states(level, *made)


def test_a_state_switches_what_it_names_and_nothing_else() -> None:
    """Doors, obstacles and zones, off and on."""
    level = rooms_with_states()
    night, moved = in_state(level, "Night"), in_state(level, "Moved")
    assert [night.areas[one].available for one in (FRONT, BACK)] == [False, True]
    crates = [shown.obstacles[CRATE].enabled for shown in (level, night, moved)]
    spares = [shown.of(Zone)[201].enabled for shown in (level, night, moved)]
    assert (crates, spares) == ([True, False, True], [False, False, True])
    assert state_edit(level, "Night").after.keys() == {FRONT, CRATE}
    assert in_state(level, "") is level
    assert night.settings is level.settings


def test_an_unknown_state_is_refused_with_those_that_there_are() -> None:
    """Levels and worlds refuse it."""
    with pytest.raises(UnknownState, match=r"no state 'Noon'\. It has: Alarm, Night, Moved"):
        in_state(rooms_with_states(), "Noon")
    with pytest.raises(UnknownState, match="none besides the drawing"):
        World.build(with_states(rooms_with_states())).in_state("Noon")


def test_doors_of_a_state_are_only_those_that_are_doors_and_there() -> None:
    """An area that is no door any more is as drawn, and so is an element with an unknown id."""
    level = rooms_with_states(State("Odd", {100: False, STRANGER: False}, (STRANGER,)))
    assert not state_edit(level, "Odd")
    assert list(strangers(level)) == [("Odd", [100, STRANGER])]


@given(levels())
def test_states_come_back_from_files(level: Level) -> None:
    """Equal, with the same text; dict order does not matter."""
    text = write_level(level)
    again = read_level(text, "x").level
    assert again.states == level.states
    assert write_level(again) == text
    turned = tuple(replace(one, doors=dict(reversed(one.doors.items()))) for one in level.states)
    assert write_level(with_states(level, *turned)) == text


def test_a_level_without_states_is_written_as_before() -> None:
    """The key is not in the file."""
    assert "states" not in write_level(with_states(rooms_with_states()))


def test_only_exports_of_a_state_raise_the_version() -> None:
    """Older programs may ignore states, but must not export the drawing instead of a state."""
    level = rooms_with_states(NIGHT).with_items({201: None})
    assert json.loads(write_level(level))["version"] == 1
    target = ExportTarget(path="a.txt", state="Night")
    level = level.with_settings(replace(level.settings, exports=(target,)))
    written = json.loads(write_level(level))
    assert (written["version"], written["exports"][0]["state"]) == (3, "Night")
    assert read_level(write_level(level), "x").level == level


def test_ids_that_a_level_lacks_are_kept_and_told() -> None:
    """A merge may bring them: nothing is lost."""
    level = rooms_with_states(State("Odd", {FRONT: False, STRANGER: True}, (STRANGER,)))
    read = read_level(write_level(level), "x.json")
    assert read.level == level
    assert read.warnings == (
        "x.json: state 'Odd' names what can't be switched here, kept as it is: 999",
    )


@pytest.mark.parametrize(
    ("states", "said"),
    [
        (7, r"states: must be a list"),
        ([7], r"states\[0\]: must be an object"),
        ([{}], r'states\[0\]: "name" is missing'),
        ([{"name": ""}], r"states\[0\].name: must be a text that is not empty"),
        ([{"name": "a"}, {"name": "a"}], r"states\[1\].name: must be another name"),
        ([{"name": "all"}], r"states\[0\].name: must be another name than 'all'"),
        ([{"name": "a", "doors": [1]}], r"states\[0\].doors: must be an object"),
        ([{"name": "a", "doors": {"x": True}}], r"states\[0\].doors.x: must be under an id"),
        ([{"name": "a", "doors": {"05": True}}], r'states\[0\].doors\["05"\]: must be under'),
        ([{"name": "a", "doors": {"-5": True}}], r"states\[0\].doors: must be true or false by"),
        ([{"name": "a", "doors": {"5": 1}}], r'states\[0\].doors\["5"\]: must be true or false'),
        ([{"name": "a", "disabled": [0]}], r"states\[0\].disabled: must be ids"),
        ([{"name": "a", "disabled": ["5"]}], r"states\[0\].disabled\[0\]: must be a whole number"),
    ],
)
def test_faults_in_states_are_told_with_their_place(states: object, said: str) -> None:
    """The message has the path of the value and the allowed values."""
    with pytest.raises(FormatError, match=said):
        read_level(text_with(states), "x")


@pytest.mark.parametrize(
    "state",
    [State("", {}), State("all"), State("a", {-1: True}), State("a", {1: 1}), State("a", [1])],
)
def test_programs_cannot_put_bad_states_into_a_level(state: State) -> None:
    """Values that no file can have are refused."""
    level = rooms_with_states()
    with pytest.raises(NavcoreError, match="states"):
        Edit.put(level, [replace(level.settings, states=(state,))])


def test_deleting_what_a_state_names_drops_its_entry_in_the_same_edit() -> None:
    """Undo brings it back."""
    level = rooms_with_states()
    edit = delete(level, [FRONT, CRATE])
    after = applied(level, edit)
    assert [one.doors for one in after.states] == [{BACK: False}, {}, {}]
    assert [one.disabled for one in after.states] == [(), (), ()]
    assert edit.inverse().apply(after).states == level.states


@given(generators)
@settings(max_examples=30)
def test_edits_never_leave_a_state_naming_what_they_removed(rng: random.Random) -> None:
    """This holds for elements of any kind, and undo is exact."""
    level = random_states(random_level(rng), rng)
    for _ in range(6):
        edit = random_edit(level, rng)
        after = edit.apply(level)
        gone = {key for key, item in edit.after.items() if item is None}
        for state in after.states:
            assert gone.isdisjoint({*state.doors, *state.disabled, *state.enabled})
        assert edit.inverse().apply(after) == level
        level = after


def test_copies_are_switched_as_their_originals() -> None:
    """Copied, arrayed, mirrored or cut in pieces."""
    level, ids = rooms_with_states(), iter(range(5000, 6000))
    move = Affine.translation((0, 30))
    edit, sources = duplicate_along(level, [FRONT, CRATE], move, ids.__next__)
    after = applied(level, edit)
    copies = {source.id: copy for copy, source in sources.items()}
    assert after.states[1].doors == {FRONT: False, copies[FRONT]: False}
    assert after.states[1].disabled == (CRATE, copies[CRATE])
    edits = [
        array(level, [CRATE], [move, move], ids.__next__),
        mirror_copies(level, [CRATE], (0, 0), (1, 0), ids.__next__),
        split(level, [CRATE], (10, 0), (10, 20), ids.__next__),
    ]
    for edit, pieces in zip(edits, (3, 2, 2), strict=True):
        after = applied(level, edit)
        assert len(after.states[1].disabled) == pieces
        assert set(after.states[1].disabled) <= after.obstacles.keys()
    assert 0 not in duplicate(level, [100], (1, 1), ids.__next__).after


def test_rooms_are_copied_with_the_states_of_what_goes_along() -> None:
    """Their doors and contents go along."""
    level, ids = rooms_with_states(), iter(range(5000, 6000))
    rooms = [one.id for one in level.areas.values() if not one.door]
    along = companions(level, rooms)
    assert {FRONT, CRATE} <= along.ids
    move = Affine.translation((0, 60))
    edit, sources = duplicate_together(level, rooms, along, move, ids.__next__)
    after = applied(level, edit)
    copies = {source.id: copy for copy, source in sources.items()}
    assert after.states[1].doors == {FRONT: False, copies[FRONT]: False}


@given(levels())
def test_a_state_made_of_a_level_brings_it_back(level: Level) -> None:
    """This holds for every variant of a drawing, also after later switches in the drawing."""
    for state in level.states:
        now = in_state(level, state.name)
        made = with_states(level, state_as(level, now, "Now"))
        assert in_state(made, "Now").held == now.held
        flipped = [replace(one, available=not one.available) for one in level.areas.values()]
        flipped = [one for one in flipped if one.door]
        later = Edit.put(made, flipped).apply(made)
        doors = [one.id for one in flipped]
        shown = in_state(later, "Now").areas
        assert [shown[one] for one in doors] == [now.areas[one] for one in doors]


@given(generators)
@settings(max_examples=25)
def test_a_world_in_a_state_equals_a_build(rng: random.Random) -> None:
    """Cell for cell, also from one state to another, after edits and from a pickle."""
    level = random_states(random_level(rng), rng)
    world = World.build(level)
    for _ in range(3):
        level = random_states(level, rng)
        world = world.update(level, Edit.between(world.level, level))
        for name in ("Day", "Alarm"):
            shown = world.in_state(name)
            built = World.build(in_state(level, name), lattice=shown.grid.lattice)
            assert shown.level == built.level
            assert shown.grid.padded.tobytes() == built.grid.padded.tobytes()
            assert shown.floor.tobytes() == built.floor.tobytes()
            other = shown.in_state("Day")
            assert other.grid.padded.tobytes() == world.in_state("Day").grid.padded.tobytes()
            assert shown.in_state("").level == level
            assert shown.in_state("").grid.padded.tobytes() == world.grid.padded.tobytes()
        edit = random_edit(level, rng)
        level = edit.apply(level)
        world = world.update(level, edit)


def test_a_world_from_a_pickle_has_its_states() -> None:
    """They come with its level."""
    level = rooms_with_states()
    world = pickle.loads(pickle.dumps(World.build(level)))
    assert world.in_state("Alarm").level == in_state(level, "Alarm")


def test_a_world_that_was_switched_knows_the_drawing_if_it_is_told() -> None:
    """So a run that opened a door can be compared with the states of its level."""
    world = World.build(rooms_with_states())
    alarm = world.in_state("Alarm")
    opened = alarm.set_area_available("back_door", True)
    assert opened.in_state("").level == opened.level
    told = opened.drawn_as(alarm.drawing)
    assert told.in_state("").level == world.level
    assert told.in_state("Alarm").level == alarm.level


def test_worlds_in_states_are_kept() -> None:
    """A state that switches nothing is the world itself."""
    world = World.build(rooms_with_states())
    assert world.in_state("") is world
    assert world.in_state("Alarm") is world.in_state("Alarm")
    assert world.in_state("Alarm").find_path((2, 2), (14, 2)).status != "Complete"
    night = World.build(rooms_with_states(replace(NIGHT, doors={}, disabled=())))
    assert night.in_state("Night") is night


def test_waypoints_and_areas_can_be_switched_off() -> None:
    """As everything that has a switch."""
    level = rooms_with_states(State("Off", {}, (100, 300)))
    level = Edit.put(level, [Waypoint(id=300, position=(1.0, 1.0))]).apply(level)
    off = in_state(level, "Off")
    assert not off.areas[100].available
    assert not off.of(Waypoint)[300].enabled
    assert can_switch(off.areas[100])
    assert not is_on(off.areas[100])
