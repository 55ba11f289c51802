"""Small pockets of unreachable floor: one note for each area, unless something is in them."""

from dataclasses import dataclass

import pytest
from msgspec.structs import replace
from rule_levels import DOOR, HALL, agent, box, corner, level_of, walls, waypoint

from navcore.level.model import Area, Element, Level, Link, Obstacle
from navcore.level.tables import MANY
from navcore.proof.members import parts_of
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.proof.rules.floor import FEW_POCKETS
from navcore.world import World

POCKET = corner(2.5)


def found(*elements: Element) -> list[Problem]:
    """All problems of the two rooms with these."""
    return list(problems(World.build(level_of(*elements))))


def test_pocket_is_a_note_at_its_floor() -> None:
    """It fails no check."""
    (one,) = found(POCKET)
    assert (one.code, one.elements, one.fails) == ("floor-pocket", (HALL.id,), False)
    assert one.place[0] < 2.5
    assert one.place[1] > 5.5
    assert one.text == "hall: a small part of the floor can't be entered from anywhere (1.9 m²)."


def test_pockets_of_an_area_are_one_finding() -> None:
    """Those of another area are another one."""
    other = Obstacle(id=41, name="wall_2", polygon=box(9.0, -1, 9.4, 2.9))
    top = Obstacle(id=42, name="wall_3", polygon=box(9.0, 2.5, 11, 2.9))
    third = replace(corner(2.5), id=43, name="wall_4",
                    polygon=tuple((x + 10.4, z) for x, z in POCKET.polygon))  # fmt: skip
    codes = [(one.code, one.elements) for one in found(POCKET, other, top)]
    assert codes == [("floor-pocket", (1,))]
    told = found(POCKET, third)
    assert [(one.code, one.elements) for one in told] == [("floor-pocket", (1,)),
                                                          ("floor-pocket", (2,))]  # fmt: skip


@dataclass(frozen=True)
class Use:
    """A use that makes a pocket matter, and the problem found then."""

    element: Element
    code: str = "area-cut-off"


@pytest.mark.parametrize(
    "use",
    [
        Use(agent(1.2, 6.8)),
        Use(agent(4, 2, (1.2, 6.8))),
        Use(waypoint(50, 1.2, 6.8)),
        Use(Link(id=30, name="hole", start=((1.2, 6.8),), end=((4, 2),), one_way=True)),
    ],
    ids=lambda use: type(use.element).__name__,
)
def test_pocket_that_something_is_in_is_cut_off(use: Use) -> None:
    """Its designer wants agents to enter or leave it."""
    assert [one.code for one in found(POCKET, use.element)] == [use.code]


@pytest.mark.parametrize(("side", "code"), [(2.1, "floor-pocket"), (2.6, "area-cut-off")])
def test_room_of_its_own_is_no_pocket_unless_it_is_a_scrap(side: float, code: str) -> None:
    """Rooms are drawn on purpose, except for scraps that cutting leaves."""
    closet = Area(id=6, name="closet", polygon=box(2, 9, 2 + side, 9 + side))
    assert [one.code for one in found(closet)] == [code]


@pytest.mark.parametrize(
    ("west", "south", "code"),
    [(2.0, 9.0, "area-cut-off"), (2.0, 11.2, "floor-pocket"), (18.4, 8.0, "floor-pocket")],
    ids=["beside a room", "far from any room", "at a corner of a room"],
)
@pytest.mark.parametrize("side", [2.6, 4.4])
def test_small_room_is_a_pocket_where_no_door_could_lead_to_it(
    west: float, south: float, side: float, code: str
) -> None:
    """A closet without a door is a fault; a leftover of a traced picture is not."""
    closet = Area(id=6, name="closet", polygon=box(west, south, west + side, south + side))
    assert [one.code for one in found(closet)] == [code]


def test_leftovers_beside_each_other_are_pockets() -> None:
    """A door between the two would lead nowhere."""
    one = Area(id=6, name="one", polygon=box(2, 12, 5, 15))
    other = Area(id=7, name="other", polygon=box(6, 12, 9, 15))
    assert [one.code for one in found(one, other)] == ["floor-pocket"] * 2


def test_large_or_used_room_far_away_is_cut_off() -> None:
    """A room of 21 m² is intended, and so is one that an agent stands in."""
    hut = Area(id=6, name="hut", polygon=box(2, 12, 6.6, 16.6))
    assert [one.code for one in found(hut)] == ["area-cut-off"]
    small = replace(hut, polygon=box(2, 12, 6, 16))
    assert [one.code for one in found(small, agent(4, 14))] == ["area-cut-off"]


def test_rest_of_a_hall_without_neighbours_is_cut_off_from_4_m2_on() -> None:
    """It is no area of its own, however far other areas are."""
    codes = [one.code for one in found(corner(3.4))]
    assert codes == ["area-cut-off"]


def test_small_room_behind_a_narrow_opening_is_told_with_the_gap() -> None:
    """It touches the hall, so it is not isolated."""
    nook = Area(id=6, name="nook", polygon=((3, 8), (3.8, 8), (3.8, 9), (6, 9), (6, 12), (2, 12),
                                            (2, 9), (3, 9)))  # fmt: skip
    assert [one.code for one in found(nook)] == ["gap-too-narrow"]


def leftovers(count: int) -> Level:
    """Return a hall, and single squares of 2 m as tracing a map leaves them."""
    squares = {
        100 + i: Area(id=100 + i, name=f"scrap_{i}", polygon=box(6 * i, 14, 6 * i + 2, 16))
        for i in range(count)
    }
    return level_of(*squares.values())


def test_pockets_of_many_areas_are_one_finding() -> None:
    """It has the ids of all, and each is known as one about it alone would be."""
    few = problems(World.build(leftovers(FEW_POCKETS)))
    assert [one.elements for one in few] == [(100 + i,) for i in range(FEW_POCKETS)]
    (many,) = problems(World.build(leftovers(FEW_POCKETS + 1)))
    assert (many.code, many.about) == ("floor-pocket", MANY)
    assert many.text.startswith("3 areas have small parts of floor that can't be entered from")
    assert parts_of(many)[:FEW_POCKETS] == tuple(one.key for one in few)


def test_pocket_behind_a_narrow_gap_is_not_told_as_a_gap() -> None:
    """The store keeps its floor, and its other fault is reported once."""
    south, north = (replace(one, polygon=tuple((x + 1.7, z) for x, z in one.polygon))
                    for one in walls(1.3))  # fmt: skip
    middle = Obstacle(id=12, name="stack", polygon=box(16.3, 5.6, 19, 9))
    low = Obstacle(id=13, name="stack_2", polygon=box(16.3, -1, 19, 2.4))
    assert [one.code for one in found(south, north, middle, low)] == ["floor-pocket"]


def test_closet_behind_a_narrow_door_is_told_with_the_door() -> None:
    """A door is drawn to be walked through."""
    closet = Area(id=6, name="closet", polygon=box(2, 8.4, 4.4, 10.8))
    door = replace(DOOR, id=7, name="hatch", polygon=box(2.6, 8, 3.8, 8.4))
    codes = [one.code for one in found(closet, door)]
    assert codes in (["gap-by-luck"], ["gap-too-narrow"])


def test_level_without_floor_has_no_pockets() -> None:
    """Nothing is asked of floor that is not there."""
    assert problems(World.build(Level())) == ()


def test_floor_of_two_rooms_that_is_cut_off_names_both() -> None:
    """The square metres are those of both, so one name alone would be wrong."""
    across = [
        Obstacle(id=60, name="west", polygon=box(4, -1, 4.6, 3)),
        Obstacle(id=61, name="east", polygon=box(4, 4.2, 4.6, 9)),
    ]
    (one,) = found(*across)
    assert one.code == "gap-too-narrow"
    assert one.text.endswith(" are cut off behind it.")
    assert "m² of store and hall are" in one.text
