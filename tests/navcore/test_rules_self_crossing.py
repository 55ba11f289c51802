"""Floor that crosses itself is one finding, whatever lies in it, with a fix that mends all."""

import random

import pytest
from msgspec.structs import replace
from rule_levels import DOOR, HALL, PLAYER, agent, box, level_of, waypoint

from navcore.formats.level_text import write_level
from navcore.geometry.boolean import is_simple
from navcore.level.model import Area, Element, Level, Meant, Point, Ring
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.proof.rules import self_crossing as rule
from navcore.proof.rules.self_crossing import untwisted
from navcore.proof.rules.unclear import CODE, is_around
from navcore.world import World

BOW: Ring = ((0, 0), (10, 8), (10, 0), (0, 8))
"""The corners of the hall, two of them in the wrong order."""
LEFT, RIGHT, ABOVE = (1.5, 4), (8.5, 4), (5, 7)


def bow(*elements: Element, hall: Ring = BOW, player: Point = LEFT) -> Level:
    """Return the two rooms with a hall that crosses itself, and the player in a half of it."""
    rooms = replace(HALL, polygon=hall), replace(PLAYER, position=player)
    return level_of(*rooms, *elements)


def found_in(level: Level) -> list[Problem]:
    """Return errors and warnings."""
    return [one for one in problems(World.build(level)) if one.severity != "note"]


@pytest.mark.parametrize(
    "level",
    [
        bow(),
        bow(agent(*ABOVE, RIGHT)),
        bow(agent(*RIGHT, LEFT, ABOVE)),
        bow(waypoint(50, *ABOVE), waypoint(51, *RIGHT)),
        bow(hall=((0, 0), (10, 0), (0, 8), (10, 8)), player=(5, 1.5)),
    ],
    ids=["room behind it", "agent", "stops", "waypoints", "door off its floor"],
)
def test_floor_that_crosses_itself_is_one_finding(level: Level) -> None:
    """With the order of its corners mended nothing is left; undo gives the same bytes."""
    (problem,) = found_in(level)
    assert problem.code == CODE
    assert problem.fix is not None
    assert problem.fix.label == "Sort the corners of hall"
    fixed = problem.fix.apply(level)
    assert found_in(fixed) == []
    assert write_level(problem.fix.inverse().apply(fixed)) == write_level(level)


def test_floor_with_both_halves_joined_is_split() -> None:
    """Nothing changes for agents, so the floor that is baked stays."""
    level = bow(Area(id=6, name="bridge", polygon=box(0, -3, 10, 3)))
    (problem,) = (one for one in found_in(level) if one.code == CODE)
    assert problem.fix is not None
    assert problem.fix.label == "Split hall"
    assert found_in(problem.fix.apply(level)) == []


def test_consequences_are_told_if_it_is_meant_to_cross_itself() -> None:
    """Or if the rule is off: then its inside is what it is."""
    level = bow(agent(*ABOVE))
    told = {one.code for one in found_in(level)}
    assert told == {CODE}
    meant = replace(level.settings, meant=(Meant(rule=CODE, elements=(1,), reason="a star"),))
    off = replace(level.settings, severities={CODE: "off"})
    for settings in (meant, off):
        left = [one for one in found_in(level.with_settings(settings)) if one.code != CODE]
        assert [one.code for one in left] == ["agent-in-wall", "area-cut-off"]


def test_agent_beside_the_corners_or_in_an_obstacle_is_told() -> None:
    """Only what lies among the corners is unclear."""
    outside = bow(agent(5, 9.5))
    assert {one.code for one in found_in(outside)} == {CODE, "agent-in-wall"}


def test_door_that_crosses_itself_is_one_finding() -> None:
    """Its two halves touch in a point."""
    level = level_of(replace(DOOR, polygon=((10, 3), (10.4, 5), (10.4, 3), (10, 5))))
    (problem,) = found_in(level)
    assert problem.code == CODE
    assert problem.fix is not None
    assert found_in(problem.fix.apply(level)) == []


def test_floor_that_stands_alone_has_a_fix_and_is_cut_off_after_it() -> None:
    """That no door leads there has another cause."""
    court = Area(id=100, name="court", polygon=((0, 20), (10, 28), (10, 20), (0, 28)))
    level = level_of(court)
    (problem,) = found_in(level)
    assert problem.fix is not None
    assert problem.fix.label == "Sort the corners of court"
    (left,) = found_in(problem.fix.apply(level))
    assert (left.code, left.elements) == ("area-cut-off", (100,))


def test_many_floors_that_cross_themselves_are_mended_one_after_the_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Looking at what a fix leaves takes time, so a few have one at once, and later the others."""
    monkeypatch.setattr(rule, "_MOST_LOOKED_AT", 2)
    level = level_of()
    for number in range(5):
        x = 18.8 + 10.4 * number
        ring = ((x, 0), (x + 10, 8), (x + 10, 0), (x, 8))
        gate = replace(DOOR, id=200 + number, polygon=box(x - 0.4, 3, x, 5), name=f"gate_{number}")
        court = Area(id=100 + number, name=f"court_{number}", polygon=ring)
        level = level.with_items({gate.id: gate, court.id: court})
    left = []
    while crossed := [one for one in found_in(level) if one.code == CODE]:
        left.append(len(crossed))
        fixes = [one.fix for one in crossed if one.fix is not None]
        assert 0 < len(fixes) <= 2
        level = fixes[-1].apply(level)
    assert left == [5, 4, 3, 2, 1]
    assert found_in(level) == []


def test_sorted_corners_are_the_same_and_cross_nowhere() -> None:
    """Up to twelve corners in any order."""
    rng = random.Random(4)
    for _ in range(300):
        ring = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(rng.randint(4, 12)))
        found = untwisted(ring)
        assert found is not None
        assert sorted(found) == sorted(ring)
        assert is_simple(found)
    assert untwisted(BOW) == ((0, 0), (10, 0), (10, 8), (0, 8))
    assert untwisted(box(0, 0, 1, 1)) == box(0, 0, 1, 1)


def test_place_among_corners_lies_in_their_hull() -> None:
    """By a scan of half planes."""
    rng = random.Random(5)
    for _ in range(500):
        ring = tuple((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(rng.randint(3, 7)))
        x, z = rng.uniform(-1, 10), rng.uniform(-1, 10)
        inside = not any(
            all((bx - ax) * (cz - az) - (bz - az) * (cx - ax) >= 0 for cx, cz in ring)
            and (bx - ax) * (z - az) - (bz - az) * (x - ax) < 0
            for ax, az in ring
            for bx, bz in ring
            if (ax, az) != (bx, bz)
        )
        assert is_around(ring, (x, z)) == inside
    assert is_around(((0, 0), (2, 0), (2, 2)), (0, 0))
