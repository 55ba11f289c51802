"""Each rule finds only its own problem, and its fix removes it."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from rule_levels import (
    CASES,
    SETTINGS,
    VAULT,
    agent,
    box,
    level_of,
    moved,
    pit,
    slanted_walls,
    walls,
)

from navcore import load_level, save_level
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Level,
    Link,
    Meant,
    Obstacle,
    Profile,
    Route,
    Settings,
)
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems
from navcore.world import World


def codes(level: Level) -> list[str]:
    """Codes of the rules that find something."""
    return [one.code for one in problems(World.build(level))]


def test_sound_level_has_no_problems() -> None:
    """At any of the offsets that others are tried at."""
    assert problems(World.build(level_of())) == ()


def test_every_rule_has_a_level_that_shows_it() -> None:
    """And the table is in order."""
    assert CASES.keys() == RULES.keys()
    assert list(RULES) == sorted(RULES)


SIXTEEN = [(x / 10, z / 10) for x in range(4) for z in range(4)]


@pytest.mark.parametrize("code", CASES)
def test_rule_finds_its_fault_alone(code: str) -> None:
    """One cause, one finding, at every one of 16 grid offsets."""
    shows, shows_not = (make() for make in CASES[code])
    for x, z in SIXTEEN:
        level = moved(shows, x, z)
        (found,) = problems(World.build(level))
        assert found.code == code
        assert found.text.strip() == found.text
        assert found.text.endswith(".")
        assert all(level.get(one) is not None for one in found.elements)
        assert code not in codes(moved(shows_not, x, z)), (x, z)


@pytest.mark.parametrize("code", CASES)
def test_fix_removes_the_problem_and_undoes(code: str) -> None:
    """It adds none, and the level after undo saves the same bytes."""
    level = CASES[code][0]()
    world = World.build(level)
    (found,) = problems(world)
    if found.fix is None:
        return
    after = found.fix.apply(level)
    assert problems(World.build(after)) == ()
    assert problems(world.update(after, found.fix)) == ()
    assert found.fix.inverse().apply(after) == level
    assert found.fix.label


NO_FIX = {
    "area-without-floor", "areas-overlap", "complex-outline", "floor-pocket", "goal-unreachable",
    "loose-link", "route-broken", "waypoint-off-floor",
}  # fmt: skip
"""Rules that leave the decision to the designer."""


@pytest.mark.parametrize("code", CASES)
def test_all_others_have_a_fix(code: str) -> None:
    """None loses its fix unnoticed."""
    (found,) = problems(World.build(CASES[code][0]()))
    assert (found.fix is None) == (code in NO_FIX)


def test_padding_below_the_radius_becomes_the_radius() -> None:
    """A new level has none (X-018): afterwards agents keep their radius from the outer edge."""
    level = level_of(settings=replace(SETTINGS, boundary_padding=Settings().boundary_padding))
    assert level.settings.boundary_padding == 0.0
    told = _only(level)
    assert told.code == "padding-below-radius"
    assert told.text.startswith("Agents reach 0.45 m over the edge of every area")
    assert told.fix is not None
    after = told.fix.apply(level)
    assert after.settings == replace(level.settings, boundary_padding=0.45)
    before, world = World.build(level), World.build(after)
    edge = (6.0, 0.25)
    assert before.is_walkable(*edge)
    assert not world.is_walkable(*edge)


@pytest.mark.parametrize(("x", "z"), SIXTEEN)
@pytest.mark.parametrize(
    ("gap", "expected"),
    [(1.0, "gap-too-narrow"), (1.40, "gap-too-narrow"), (1.41, "gap-by-luck"),
     (1.6, "gap-by-luck"), (1.79, "gap-by-luck"), (1.80, None), (3.0, None)],
)  # fmt: skip
def test_widths_count_alike_wherever_the_cells_fall(
    gap: float, expected: str | None, x: float, z: float
) -> None:
    """At every one of 16 grid offsets."""
    assert codes(moved(level_of(*walls(gap)), x, z)) == ([] if expected is None else [expected])


@pytest.mark.parametrize(("x", "z"), SIXTEEN)
@pytest.mark.parametrize(
    ("gap", "expected"),
    [(1.39, "gap-too-narrow"), (1.41, "gap-by-luck"), (1.95, "gap-by-luck"), (1.97, None)],
)
def test_slanted_widths_count_alike_wherever_the_cells_fall(
    gap: float, expected: str | None, x: float, z: float
) -> None:
    """A diagonal gap must be wider to be open on every grid."""
    hall = Area(id=1, name="hall", polygon=((0, 0), (16, 0), (16, 16), (0, 16)))
    level = level_of(hall, *slanted_walls(gap), without=2)
    elements = {key: one for key, one in level.areas.items() if key == 1}
    level = Level(settings=level.settings, areas=elements, obstacles=level.obstacles)
    assert codes(moved(level, x, z)) == ([] if expected is None else [expected])


def test_identity_is_the_rule_with_its_elements_wherever_they_lie() -> None:
    """A dragged element stays the same problem."""
    keys = [[one.key for one in problems(World.build(moved(CASES["trap"][0](), x, 0)))]
            for x in (0.0, 3.7)]  # fmt: skip
    assert keys[0] == keys[1] == [("trap", (30,), "")]


def test_floor_below_a_ledge_that_nobody_reaches_is_no_trap() -> None:
    """The ledge is reported, not the hall that players start in."""
    ledge = Area(id=6, name="ledge", polygon=box(0, 9, 6, 12))
    drop = Link(id=30, name="drop", start=((3, 10.5),), end=((3, 6.5),), type="drop", one_way=True)
    assert codes(level_of(ledge, drop)) == ["area-cut-off"]
    up = Link(id=31, name="ladder", start=((5, 6.5),), end=((5, 10.5),), type="ladder",
              one_way=True)  # fmt: skip
    assert codes(level_of(ledge, drop, up)) == []


def test_goals_outside_a_trap_are_told_with_it() -> None:
    """The way out that others have by an ability makes it no second problem."""
    ladder = Link(id=31, name="ladder", start=((4, 10.5),), end=((4, 6.5),), type="ladder",
                  needs=("agile",), one_way=True)  # fmt: skip
    guard = agent(4, 2, (3, 11), (4, 2))
    level = pit(one_way=True, more=(ladder, guard))
    nimble = Profile(name="nimble", abilities=("agile",))
    settings = replace(level.settings, profiles=(nimble,))
    assert codes(level.with_settings(settings)) == ["trap"]
    pitless = pit(one_way=False, more=(replace(ladder, id=32), guard))
    assert codes(pitless.with_settings(settings)) == []


@pytest.mark.parametrize("beyond", [False, True])
def test_floor_behind_a_seam_is_told_with_the_seam(*, beyond: bool) -> None:
    """One cause gives one finding, which also covers floor farther away."""
    wing = Area(id=6, name="wing", polygon=box(18.45, 0, 24, 8))
    annex = Area(id=7, name="annex", polygon=box(24.4, 0, 30, 8))
    door = Area(id=8, name="side_door", door=True, polygon=box(24, 3, 24.4, 5))
    assert codes(level_of(wing, *([annex, door] if beyond else []))) == ["seam-open"]


def test_trap_behind_a_narrow_gap_is_told_before_the_gap_is_widened() -> None:
    """A reason that keeps agents from it now is a problem of its own."""
    ledge = Area(id=6, name="pit", polygon=box(19.5, 0, 25, 8))
    drop = Link(id=30, name="drop", start=((17, 4),), end=((22, 4),), type="drop", one_way=True)
    assert codes(level_of(*walls(1.3), ledge, drop)) == ["gap-too-narrow", "trap"]


def test_padding_is_not_raised_where_that_shuts_a_gap() -> None:
    """The gap beside the wall would be a new problem."""
    low = level_of(replace(walls(1.0)[0], polygon=box(14, -1, 14.6, 6.5)),
                   settings=replace(SETTINGS, boundary_padding=0.3))  # fmt: skip
    told = _only(low)
    assert told.fix is None
    assert told.text.endswith("With more, a gap becomes too narrow.")


def test_copies_of_an_outline_are_told_once() -> None:
    """A door on a door is still a door to nothing, and corners of a copy are its first one's."""
    gate = Area(id=6, name="gate", door=True, polygon=box(2, 8, 4, 8.4))
    found = codes(level_of(gate, replace(gate, id=7, name="copy")))
    assert found == ["door-leads-nowhere", "door-leads-nowhere", "outline-twice"]
    bar = CASES["corners-on-side"][0]().obstacles[40]
    assert codes(level_of(bar, replace(bar, id=41, name="copy"))) == [
        "corners-on-side", "outline-twice",
    ]  # fmt: skip


def test_door_is_laid_where_it_leads_somewhere() -> None:
    """It is not made beside a cupboard on either side, nor beside a third area."""
    full = Obstacle(id=40, name="cupboard", polygon=box(2.5, 6, 5, 8))
    (told,) = problems(World.build(level_of(VAULT, full)))
    assert told.fix is not None
    assert problems(World.build(told.fix.apply(level_of(VAULT, full)))) == ()
    blocked = Obstacle(id=40, name="cupboard", polygon=box(0, 6, 6, 8))
    (told,) = problems(World.build(level_of(VAULT, blocked)))
    assert (told.code, told.fix) == ("area-cut-off", None)


def test_every_broken_leg_of_a_route_is_counted() -> None:
    """Both ways along an edge that is not there."""
    level = CASES["route-broken"][0]()
    edges = {key: one for key, one in level.of(Edge).items() if one.start != 51}
    bare = level.with_items(dict.fromkeys(level.of(Edge).keys() - edges.keys()))
    route = bare.of(Route)[53]
    for count, legs in ((2, "a leg leads over no edges of the network."),
                        (3, "2 legs lead over no edges of the network.")):  # fmt: skip
        stops = (*route.stops, route.stops[0])[:count]
        told = _only(bare.with_items({53: replace(route, stops=stops)}))
        assert told.text == f"round: {legs}"


def test_severities_of_the_level_count() -> None:
    """Unknown words leave a rule unchanged, and unknown codes have no effect."""
    level = CASES["trap"][0]()

    def found(**said: str) -> list[tuple[str, bool]]:
        settings = {code.replace("_", "-"): severity for code, severity in said.items()}
        edit = Edit.put(level, [_with(level, severities=settings)])
        return [(one.severity, one.fails) for one in problems(World.build(edit.apply(level)))]

    assert found() == [("error", True)]
    assert found(trap="warning", not_a_rule="error") == [("warning", True)]
    assert found(trap="note") == [("note", False)]
    assert found(trap="off") == []
    assert found(trap="sometimes") == [("error", True)]


def _with(level: Level, **fields: Any) -> Settings:
    return replace(level.settings, **fields)


def _only(level: Level) -> Problem:
    (found,) = problems(World.build(level))
    return found


def test_all_that_is_said_of_rules_survives_files(tmp_path: Path) -> None:
    """Codes that this version does not know, too."""
    level = CASES["trap"][0]()
    meant = Meant(rule="trap", elements=(30,), reason="The pit is the end.")
    level = level.with_settings(
        _with(level, severities={"trap": "warning", "later": "off"}, meant=(meant,))
    )
    save_level(level, tmp_path / "pit.json")
    assert load_level(tmp_path / "pit.json") == level
    found = _only(level)
    assert (found.meant, found.fails) == ("The pit is the end.", False)
