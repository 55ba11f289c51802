"""Results of path tests, with each reason once."""

import pytest
from msgspec.structs import replace
from small_level import GATE, HALL, TABLE, YARD, small_level

from navcore import World
from navcore.errors import Cancelled
from navcore.level.model import Agent, Area, Layer, Link, PathTest, Profile, Zone
from navcore.proof.path_tests.answer import Fault, run_answer
from navcore.proof.path_tests.suite import answers_of
from navcore.proof.path_tests.words import expectation, outcome

TEST = 50


def answer(level=None, **fields):
    """Return the result of a test through the gate of the small level, with some fields changed."""
    given = {"start": (2.0, 2.0), "end": (18.0, 6.0), **fields}
    level = (level or small_level()).with_items({TEST: PathTest(id=TEST, name="t", **given)})
    return answers_of(World.build(level))[TEST]


def shut():
    """The small level with its gate shut."""
    level = small_level()
    return level.with_items({GATE: replace(level.areas[GATE], available=False)})


def test_a_path_that_is_there_passes():
    """The result has its length, time and places."""
    found = answer()
    assert found.passed
    assert found.length == pytest.approx(
        World.build(small_level()).find_path((2, 2), (18, 6)).length
    )
    assert found.seconds == pytest.approx(found.length / 1.4)
    assert (found.path[0], found.path[-1]) == ((2.0, 2.0), (18.0, 6.0))


def test_a_shut_gate_decides():
    """It does for both kinds of expectation."""
    assert answer(shut()).fault is Fault.NO_PATH
    assert answer(shut(), expect="noPath").passed
    assert answer(expect="noPath").fault is Fault.PATH
    assert answer(expect="noPath").length > 16


@pytest.mark.parametrize("expect", ["path", "noPath"])
def test_an_end_off_the_floor_fails_whatever_is_expected(expect):
    """No path from a wall would hold for ever, and say nothing."""
    table = (4.0, 4.0)
    assert answer(start=table, expect=expect).fault is Fault.NO_START
    assert answer(end=table, expect=expect).fault is Fault.NO_END
    assert answer(start=(-5.0, 4.0), expect=expect).fault is Fault.NO_START


@pytest.mark.parametrize(
    ("field", "fault", "step"),
    [
        ("max_length", Fault.TOO_LONG, -0.01),
        ("min_length", Fault.TOO_SHORT, 0.01),
        ("max_seconds", Fault.TOO_SLOW, -0.01),
        ("min_seconds", Fault.TOO_QUICK, 0.01),
    ],
)
def test_bounds_hold_to_the_centimetre(field, fault, step):
    """A path of exactly the limit passes."""
    plain = answer()
    value = plain.length if field.endswith("length") else plain.seconds
    assert answer(**{field: value}).passed
    assert answer(**{field: value + step}).fault is fault


def test_areas_are_passed_and_avoided():
    """The area at fault is named."""
    assert answer(passes=(GATE, YARD), avoids=()).passed
    assert answer(avoids=(GATE,)) == replace(answer(), fault=Fault.CAME_INTO, area=GATE)
    level = small_level().with_items(
        {60: Area(id=60, name="corner", order=3, polygon=((0, 6), (2, 6), (2, 8), (0, 8)))}
    )
    assert answer(level, passes=(60,)).fault is Fault.PASSED_BY
    assert answer(level, avoids=(60,), passes=(HALL,)).passed


def test_a_path_along_the_edge_of_an_area_does_not_come_into_it():
    """Only floor inside counts."""
    level = small_level().with_items(
        {60: Area(id=60, name="strip", order=3, polygon=((1, 2), (9, 2), (9, 2.5), (1, 2.5)))}
    )
    assert answer(level, start=(1.5, 2.0), end=(8.5, 2.0), avoids=(60,)).passed


def test_a_test_asks_for_its_agent_type():
    """A type that the level lacks is a fault of its own."""
    level = small_level()
    cart = Profile(name="cart", radius=1.6)
    wide = replace(level.settings, profiles=(cart,), boundary_follows_radius=True)
    level = level.with_items({0: wide})
    assert answer(level).passed
    assert answer(level, profile="cart", start=(8.0, 4.0)).fault is Fault.NO_PATH
    assert answer(level, profile="ghost").fault is Fault.NO_TYPE


def test_a_state_that_is_not_there_is_a_fault():
    """It is neither a crash, nor tested in the drawing."""
    assert answer(state="Nowhere").fault is Fault.NO_STATE


def test_mud_takes_time_and_adds_no_length():
    """Slowing terrain adds to the time only."""
    level = small_level()
    mud = Zone(id=60, name="mud", polygon=((11, 0), (20, 0), (20, 8), (11, 8)), terrain="mud")
    slow = answer(level.with_items({60: mud}))
    assert slow.length == pytest.approx(answer().length, rel=0.05)
    assert slow.seconds > 1.2 * slow.length / 1.4


def test_links_lead_to_another_storey():
    """Places have storeys."""
    level = small_level()
    layers = (Layer(name="ground"), Layer(name="upper", floor_y=3.0))
    loft = Area(
        id=60, name="loft", order=3, layer="upper", polygon=((0, 0), (6, 0), (6, 6), (0, 6))
    )
    stairs = Link(id=61, name="stairs", start=((2.0, 1.0),), end=((2.0, 1.5),), to_layer="upper",
                  type="stairs")  # fmt: skip
    level = level.with_items({0: replace(level.settings, layers=layers), 60: loft})
    up = {"start": (8.0, 2.0), "end": (4.0, 4.0), "to_layer": "upper"}
    assert answer(level, **up).fault is Fault.NO_PATH
    found = answer(level.with_items({61: stairs}), **up)
    assert found.passed
    assert (found.layers[0], found.layers[-1]) == ("ground", "upper")
    assert found.seconds > found.length / 1.4


def run_test(**fields):
    """Return a test that all agents arrive."""
    return {"start": (1.0, 1.0), "end": None, "expect": "arrival", **fields}


def test_everybody_arrives_in_time_or_is_named():
    """The guard has 16 m to go; the cook goes nowhere."""
    found = answer(**run_test(max_seconds=60.0))
    assert found.passed
    assert (found.count, found.late) == (1, ())
    assert 10 < found.seconds < 20
    late = answer(**run_test(max_seconds=found.seconds - 1))
    assert (late.fault, late.late, late.seconds) == (Fault.LATE, (6,), None)
    assert answer(shut(), **run_test(max_seconds=20.0)).fault is Fault.LATE


def test_a_run_in_which_nobody_goes_anywhere_says_nothing():
    """So it fails."""
    level = small_level()
    still = level.with_items({6: replace(level.agents[6], enabled=False)})
    assert answer(still, **run_test(max_seconds=5.0)).fault is Fault.NOBODY


def test_all_stops_count_and_not_the_first_alone():
    """There and back takes twice as long."""
    level = small_level()
    guard: Agent = level.agents[6]
    back = level.with_items({6: replace(guard, goals=(*guard.goals, guard.position), loop=True)})
    once, twice = (answer(one, **run_test(max_seconds=90.0)).seconds for one in (level, back))
    assert twice > 1.8 * once


def test_a_run_can_be_given_up():
    """It stops between two steps."""
    world = World.build(small_level())
    test = PathTest(id=1, start=(1.0, 1.0), expect="arrival")
    with pytest.raises(Cancelled):
        run_answer(world, test, stop=lambda: True)


def test_a_test_that_is_off_is_not_asked():
    """It has no answer."""
    level = small_level().with_items(
        {TEST: PathTest(id=TEST, start=(1, 1), end=(2, 2), enabled=False)}
    )
    assert answers_of(World.build(level)) == {}
    assert TABLE in level.obstacles


def told(level=None, **fields):
    """Return the texts of a test's expectation and result."""
    given = {"start": (2.0, 2.0), "end": (18.0, 6.0), **fields}
    test = PathTest(id=TEST, name="t", **given)
    level = (level or small_level()).with_items({TEST: test})
    found = answers_of(World.build(level))[TEST]
    return expectation(level, test), outcome(level, test, found)


@pytest.mark.parametrize(
    ("fields", "expected", "said"),
    [
        ({}, "A path", "16.62 m, 11.9 s."),
        ({"max_length": 10.0}, "A path, at most 10.00 m",
         "The path is 16.62 m long, 6.62 m too long."),
        ({"min_length": 20.0}, "A path, at least 20.00 m",
         "The path is 16.62 m long, 3.38 m too short."),
        ({"max_seconds": 10.0}, "A path, at most 10.0 s", "It takes 11.9 s, 1.9 s too long."),
        ({"min_seconds": 12.0}, "A path, at least 12.0 s", "It takes 11.9 s, 0.1 s too short."),
        ({"avoids": (3,)}, "A path, not through gate", "The path leads through gate."),
        ({"expect": "noPath"}, "No path", "A path of 16.62 m leads there."),
        ({"start": (4.0, 4.0)}, "A path", "It begins where agents can't stand."),
        ({"end": (4.0, 4.0)}, "A path", "It ends where agents can't stand."),
        ({"profile": "ghost"}, "A path, for ghost", "No agent type is called ghost."),
        ({"state": "Fog"}, "A path, in Fog", "No state is called Fog."),
        ({"end": None, "expect": "arrival", "max_seconds": 60.0},
         "All agents arrive within 60.0 s", "The only agent that walks arrived after 11.9 s."),
        ({"end": None, "expect": "arrival", "max_seconds": 2.0},
         "All agents arrive within 2.0 s", "Not there within 2.0 s: guard, of 1."),
    ],
)  # fmt: skip
def test_tests_say_what_they_expect_and_what_came_out(fields, expected, said):
    """Numbers with two decimals and a unit, seconds with one."""
    assert told(**fields) == (expected, said)


def test_shut_gates_are_told_of_in_words():
    """This holds for both directions."""
    assert told(shut())[1] == "No path leads there."
    assert told(shut(), expect="noPath")[1] == "No path, as expected."
    assert told(passes=(YARD,)) == ("A path, through yard", "16.62 m, 11.9 s.")
