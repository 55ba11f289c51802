"""Only tests that an edit can affect run again, and all results equal a full run."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from path_test_levels import FIRST_TEST, could_come_near, edits, rooms
from small_level import GATE, GUARD, TABLE, small_level

from navcore import World
from navcore.errors import Cancelled
from navcore.level.edit import Edit
from navcore.level.model import Layer, Link, PathTest, State
from navcore.level.path_tests import EVERY_STATE
from navcore.path.result import Status
from navcore.proof.path_tests.answer import Fault, asked_of, found_by
from navcore.proof.path_tests.suite import Suite, answers_of
from navcore.proof.path_tests.words import expectation, outcome


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 10**6))
def test_answers_are_those_of_asking_all_after_any_edits(seed):
    """They are equal to the last bit, paths included, also when the lattice grows."""
    rng = random.Random(seed)
    level = rooms(rng, tests=40, rows=3, states=rng.random() < 0.5)
    world, suite = World.build(level), Suite()
    assert suite.update(world) == answers_of(world)
    for after, edit in edits(rng, level, 8):
        world = world.update(after, edit)
        assert suite.update(world) == answers_of(world)
        assert [*suite.answers] == [*answers_of(world)]


def test_five_hundred_tests_and_a_door_ask_those_that_can_change():
    """Exactly the ones that the slow rule names; the others' answers are the same objects."""
    rng = random.Random(3)
    level = rooms(rng, tests=500, rows=6, clutter=60)
    world, suite = World.build(level), Suite()
    before = dict(suite.update(world))
    assert len(suite.asked) == 500
    assert sum(one.passed for one in before.values()) > 50
    door = next(one for one in level.areas.values() if one.door and one.available)
    edit = Edit.put(level, [replace(door, available=False)])
    after = world.update(edit.apply(level), edit)
    answers = suite.update(after)
    expected = set[int]()
    for test in level.of(PathTest).values():
        asked = asked_of(world, test)
        assert asked is not None
        found = found_by(world, test, asked).result
        joined = found.status is Status.NO_PATH and found_by(after, test, asked).result.ok
        nearby = found.status is Status.COMPLETE and could_come_near(world, after, test, found)
        turned = any(world.is_walkable(*p) != after.is_walkable(*p) for p in test.points)
        if joined or nearby or turned or door.id in (*test.passes, *test.avoids):
            expected.add(test.id)
    assert set(suite.asked) == expected
    assert 0 < len(suite.asked) < 250
    changed = {one for one in answers if answers[one] != before[one]}
    assert changed <= expected
    assert changed
    assert answers == answers_of(after)
    assert all(answers[one] is before[one] for one in before.keys() - expected)


def small(*tests):
    """Return the baked small level with these tests, and their suite."""
    level = small_level().with_items({one.id: one for one in tests})
    world, suite = World.build(level), Suite()
    suite.update(world)
    return world, suite


def go_on(world, suite, *items):
    """Return the world with these items, and the tests that ran."""
    edit = Edit.put(world.level, items)
    world = world.update(edit.apply(world.level), edit)
    suite.update(world)
    assert suite.answers == answers_of(world)
    return world, suite.asked


NEAR = PathTest(id=FIRST_TEST, name="near", start=(1.0, 1.0), end=(2.0, 2.0))
FAR = PathTest(id=FIRST_TEST + 1, name="far", order=1, start=(2.0, 2.0), end=(18.0, 6.0))
RUN = PathTest(id=FIRST_TEST + 2, name="run", order=2, start=(0.0, 0.0), expect="arrival")


def test_a_door_asks_only_what_leads_past_it():
    """A name, a note or a group cause no search."""
    world, suite = small(NEAR, FAR)
    gate = world.level.areas[GATE]
    world, asked = go_on(world, suite, replace(gate, available=False))
    assert asked == (FAR.id,)
    world, asked = go_on(world, suite, replace(FAR, name="new", note="why", group="Tests"))
    assert asked == ()
    world, asked = go_on(world, suite, replace(FAR, name="new", max_length=3.0))
    assert asked == (FAR.id,)
    world, asked = go_on(world, suite, replace(world.level.areas[GATE], available=True))
    assert asked == (FAR.id,)


def test_no_path_is_asked_again_only_when_both_ends_come_to_hang_together():
    """Moving a table in one of the rooms opens no gate."""
    world, suite = small(FAR)
    world, _ = go_on(world, suite, replace(world.level.areas[GATE], available=False))
    table = world.level.obstacles[TABLE]
    moved = replace(table, polygon=tuple((x + 1, z) for x, z in table.polygon))
    world, asked = go_on(world, suite, moved)
    assert asked == ()
    _, asked = go_on(world, suite, replace(world.level.areas[GATE], available=True))
    assert asked == (FAR.id,)


def test_terrain_that_slows_as_it_did_not_is_noticed():
    """Its cost is unchanged."""
    level = small_level()
    terrains = tuple(
        replace(one, slows=True) if one.name == "mud" else one
        for one in level.settings.all_terrains
    )
    world, suite = small(FAR)
    settings_ = world.level.settings
    world, _ = go_on(world, suite, replace(settings_, terrains=terrains))
    assert suite.answers == answers_of(world)


def test_a_link_anywhere_asks_what_may_take_it():
    """A link may be a short cut anywhere."""
    world, suite = small(FAR)
    link = Link(id=70, name="hole", start=((2.5, 2.0),), end=((17.0, 6.0),), type="teleport")
    world, asked = go_on(world, suite, link)
    assert asked == (FAR.id,)
    assert suite.answers[FAR.id].length < 17
    world, asked = go_on(world, suite, replace(link, name="rabbit_hole", one_way=True))
    assert asked == (FAR.id,)
    _, asked = go_on(world, suite, replace(world.level.settings, title="Inn"))
    assert asked == ()


def test_a_storey_higher_takes_longer_by_stairs():
    """Heights are no cells."""
    world, suite = small(FAR)
    layers = (Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    world, _ = go_on(world, suite, replace(world.level.settings, layers=layers))
    assert suite.answers == answers_of(world)


def test_a_run_is_asked_again_only_when_something_acts_otherwise():
    """Names, titles and tests act in no run."""
    world, suite = small(replace(RUN, max_seconds=20.0))
    guard = world.level.agents[GUARD]
    world, asked = go_on(world, suite, replace(guard, name="sentry", note="old"))
    assert asked == ()
    world, asked = go_on(world, suite, NEAR, replace(world.level.settings, title="Inn"))
    assert asked == (NEAR.id,)
    _, asked = go_on(world, suite, replace(world.level.agents[GUARD], walk_speed=2.0))
    assert asked == (RUN.id,)


def test_an_update_that_is_given_up_knows_what_it_has_answered():
    """The next update continues from there, with right answers."""
    level = small_level().with_items({one.id: one for one in (NEAR, FAR)})
    world, suite = World.build(level), Suite()
    calls = iter((False, True))
    with pytest.raises(Cancelled):
        suite.update(world, stop=lambda: next(calls))
    assert [*suite.answers] == [NEAR.id]
    edit = Edit.put(level, [replace(level.areas[GATE], available=False)])
    after = world.update(edit.apply(level), edit)
    assert suite.update(after) == answers_of(after)
    assert suite.asked == (FAR.id,)


def test_a_test_of_every_state_fails_in_the_first_that_breaks_it():
    """Each state is asked by itself, and only where an edit touches it."""
    every = replace(FAR, state=EVERY_STATE)
    level = small_level().with_items({every.id: every})
    night, alarm = State("Night"), State("Alarm", doors={GATE: False})
    settings_ = replace(level.settings, states=(night, alarm))
    level = level.with_items({0: settings_})
    world, suite = World.build(level), Suite()
    (found,) = suite.update(world).values()
    assert (found.fault, found.state) == (Fault.NO_PATH, "Alarm")
    test = level.of(PathTest)[every.id]
    assert expectation(level, test) == "A path, in every state"
    assert outcome(level, test, found) == "Alarm: No path leads there."
    world, asked = go_on(world, suite, replace(settings_, states=(night,)))
    assert asked == ()
    assert suite.answers[every.id].passed
    shut = replace(world.level.areas[GATE], available=False)
    world, asked = go_on(world, suite, shut)
    assert asked == (every.id,)
    assert outcome(world.level, test, suite.answers[every.id]) == "As drawn: No path leads there."
    assert suite.update(world.in_state("Night")) == answers_of(world)


def test_what_is_asked_of_a_world_in_a_state_is_what_is_asked_of_the_drawing():
    """Each test is asked in its own."""
    level = small_level().with_items({FAR.id: FAR, NEAR.id: replace(NEAR, state="Alarm")})
    alarm = State("Alarm", doors={GATE: False})
    level = level.with_items({0: replace(level.settings, states=(alarm,))})
    world = World.build(level)
    shown = world.in_state("Alarm")
    assert not shown.find_path(FAR.start, FAR.end).ok
    assert answers_of(shown) == answers_of(world)
    assert answers_of(shown)[FAR.id].passed
