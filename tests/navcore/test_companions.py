"""Contents of rooms: elements in them, doors, goals."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from made_up_kinds import CABLE_KIND, TRAIL, Cable, Trail
from msgspec.structs import replace
from small_level import box

from navcore import load_level
from navcore.level.companions import ALONE, companions, with_companions
from navcore.level.doorways import hinges_of
from navcore.level.kinds import registered
from navcore.level.model import Agent, Area, Level, Obstacle

HALL, YARD, GATE, TABLE, WALL, CARPET, VASE, COOK, PORTER = range(1, 10)


def level_of(*elements: object) -> Level:
    """A level of these elements."""
    return Level().with_items({element.id: element for element in elements})


def area(element_id: int, *corners: float, door: bool = False, **more: object) -> Area:
    """A rectangular area named after its id."""
    return Area(id=element_id, name=f"a{element_id}", polygon=box(*corners), door=door, **more)


def thing(element_id: int, *corners: float, **more: object) -> Obstacle:
    """A rectangular obstacle."""
    return Obstacle(id=element_id, polygon=box(*corners), **more)


@pytest.fixture
def level() -> Level:
    """Two rooms with a wall and a gate between them; a table, a carpet with a vase, two agents."""
    return level_of(
        area(HALL, 0, 0, 10, 8), area(YARD, 10.4, 0, 20, 8), area(GATE, 10, 3, 10.4, 5, door=True),
        thing(TABLE, 3, 3, 6, 5), thing(WALL, 10, 0, 10.4, 3), area(CARPET, 6, 5, 9, 7),
        thing(VASE, 7, 5.5, 8, 6.5),
        Agent(id=COOK, position=(2.0, 2.0), goals=((18.0, 6.0), (4.0, 7.0))),
        Agent(id=PORTER, position=(18.0, 2.0), goals=((1.0, 1.0),)),
    )  # fmt: skip


def test_a_room_takes_what_stands_in_it_and_its_doors(level):
    """It takes things, people, a carpet and elements on it; the wall beside it stays."""
    found = companions(level, [HALL])
    assert found.ids == {TABLE, CARPET, VASE, GATE, COOK}
    assert not found.locked
    assert with_companions(level, [HALL]) == {HALL, TABLE, CARPET, VASE, GATE, COOK}


def test_goals_go_along_where_they_lie_in_it_whosever_they_are(level):
    """This includes goals of agents that stand elsewhere."""
    assert companions(level, [HALL]).handles == {COOK: {1}, PORTER: {0}}
    assert companions(level, [YARD]).handles == {COOK: {0}}


def test_a_door_between_two_rooms_belongs_to_both(level):
    """Whichever moves takes it."""
    assert GATE in companions(level, [HALL]).ids
    assert GATE in companions(level, [YARD]).ids


def test_a_wall_between_two_rooms_moves_with_both_alone(level):
    """It is in neither room."""
    assert WALL not in companions(level, [HALL]).ids
    assert WALL not in companions(level, [YARD]).ids
    assert WALL in companions(level, [HALL, YARD]).ids


def test_all_rooms_take_everything(level):
    """Nothing is left behind."""
    assert with_companions(level, [HALL, YARD]) == {element.id for element in level.elements()}


def test_what_is_asked_for_is_no_companion(level):
    """It moves by itself."""
    everything = [element.id for element in level.elements()]
    found = companions(level, everything)
    assert not found.ids
    assert found.handles == {COOK: {0, 1}, PORTER: {0}}, "goals lie in what moves all the same"


@pytest.mark.parametrize("element", [TABLE, GATE, COOK, WALL])
def test_only_rooms_have_companions(level, element):
    """Doors and tables have none."""
    assert companions(level, [element]) == ALONE


def test_a_carpet_takes_what_stands_on_it_and_no_door():
    """The door that it touches is the room's."""
    level = level_of(
        area(HALL, 0, 0, 10, 8), area(CARPET, 6, 2, 10, 7), area(GATE, 10, 3, 10.4, 5, door=True),
        thing(VASE, 7, 5.5, 8, 6.5), thing(TABLE, 1, 1, 2, 2),
    )  # fmt: skip
    assert companions(level, [CARPET]).ids == {VASE}
    assert companions(level, [HALL]).ids == {CARPET, VASE, TABLE, GATE}


def test_what_stands_in_two_rooms_belongs_to_the_smallest_that_holds_it():
    """The rooms overlap there."""
    level = level_of(
        area(HALL, 0, 0, 20, 20), area(YARD, 15, 0, 25, 10), thing(TABLE, 16, 1, 17, 2)
    )
    assert companions(level, [HALL]).ids == frozenset()
    assert companions(level, [YARD]).ids == {TABLE}


def test_half_of_an_outline_is_enough(level):
    """Less is not."""
    for x, inside in ((9.5, True), (9.49, True), (9.51, False)):
        table = thing(TABLE, x, 0.5, x + 1, 1.5)
        assert (TABLE in companions(level.with_items({TABLE: table}), [HALL]).ids) is inside


def test_neighbours_that_overlap_are_no_carpets():
    """An area only comes along if all of it is inside."""
    level = level_of(area(HALL, 0, 0, 10, 8), area(YARD, 1, 1, 10.5, 7))
    assert not companions(level, [HALL]).ids


def test_locked_ones_stay_and_are_told(level):
    """They move nothing of their own, either."""
    items = {i: replace(level.element(i), locked=True) for i in (TABLE, GATE, PORTER)}
    found = companions(level.with_items(items), [HALL])
    assert found.ids == {CARPET, VASE, COOK}
    assert found.locked == {TABLE, GATE}
    assert found.handles == {COOK: {1}}, "nor do goals of locked agents move"


def test_what_lies_on_a_locked_carpet_goes_along(level):
    """Only elements that are locked themselves stay."""
    carpet = replace(level.areas[CARPET], locked=True)
    assert VASE in companions(level.with_items({CARPET: carpet}), [HALL]).ids


def test_another_storey_stays(level):
    """A table upstairs is in no room downstairs."""
    table = replace(level.obstacles[TABLE], layer="roof")
    assert TABLE not in companions(level.with_items({TABLE: table}), [HALL]).ids


def test_who_stands_in_a_door_goes_with_it_into_either_room(level):
    """With the door alone they don't."""
    level = level.with_items({COOK: Agent(id=COOK, position=(10.2, 4.0))})
    assert COOK in companions(level, [HALL]).ids
    assert COOK in companions(level, [YARD]).ids
    assert not companions(level, [GATE])


def test_a_door_that_was_cut_out_of_a_floor_belongs_to_it_alone():
    """It is in a notch of the hall."""
    notched = ((0, 0), (10, 0), (10, 3), (9, 3), (9, 5), (10, 5), (10, 8), (0, 8))
    level = level_of(
        Area(id=HALL, name="hall", polygon=notched),
        area(YARD, 10, 0, 20, 8), area(GATE, 9, 3, 10, 5, door=True),
    )  # fmt: skip
    assert companions(level, [HALL]).ids == {GATE}
    assert companions(level, [YARD]).ids == frozenset()
    assert [hinge.room.id for hinge in hinges_of(level, level.areas[GATE])] == [HALL]


def test_a_door_between_the_pieces_of_a_corridor_belongs_to_both():
    """As wide as the corridor is."""
    level = level_of(
        area(HALL, 0, 0, 5, 2), area(YARD, 6, 0, 9, 2), area(GATE, 5, 0, 6, 2, door=True)
    )
    assert companions(level, [HALL]).ids == companions(level, [YARD]).ids == {GATE}


def test_a_door_on_floor_that_was_not_cut_belongs_to_that_floor():
    """It touches no outline."""
    level = level_of(area(HALL, 0, 0, 10, 8), area(GATE, 4, 3, 5, 5, door=True))
    assert companions(level, [HALL]).ids == {GATE}


def test_joins_go_along_with_all_that_they_join(level):
    """They don't go along if they join only some moved elements."""
    with registered(CABLE_KIND):
        inside = level.with_items({50: Cable(id=50, start=TABLE, ends=(VASE,))})
        assert 50 in companions(inside, [HALL]).ids
        outside = level.with_items({50: Cable(id=50, start=TABLE, ends=(VASE, PORTER))})
        assert 50 not in companions(outside, [HALL]).ids


def test_an_element_of_handles_goes_along_when_all_of_them_do(level):
    """Otherwise only its handles in the room move."""
    with registered(TRAIL):
        inside = level.with_items({50: Trail(id=50, stops=((1, 1), (2, 2)))})
        assert 50 in companions(inside, [HALL]).ids
        across = level.with_items({50: Trail(id=50, stops=((1, 1), (12, 2)))})
        found = companions(across, [HALL])
        assert 50 not in found.ids
        assert found.handles[50] == {0}


def test_rooms_of_any_shape():
    """Elements inside a room's bounding box but outside the room stay."""
    ring = ((0, 0), (10, 0), (10, 10), (8, 10), (8, 2), (0, 2))
    level = level_of(
        Area(id=HALL, name="hall", polygon=ring),
        thing(TABLE, 8.5, 8, 9.5, 9),
        thing(VASE, 1, 7, 2, 8),
    )
    assert companions(level, [HALL]).ids == {TABLE}
    turned = ((5, 0), (10, 5), (5, 10), (0, 5))
    level = level.with_items({HALL: Area(id=HALL, name="hall", polygon=turned)})
    assert companions(level, [HALL]).ids == frozenset()
    level = level.with_items({VASE: thing(VASE, 2, 4.5, 3, 5.5)})
    assert companions(level, [HALL]).ids == {VASE}


def test_the_tavern():
    """The common room takes the elements that a designer would expect."""
    level = load_level("sample_levels/tavern.json")
    names = {element.name: element.id for element in level.elements()}
    found = companions(level, [names["common_room"]])
    assert {level.element(i).name for i in found.ids} == {
        "front_door", "kitchen_door", "corridor_door", "fireplace", "bar", "long_table",
        "barrel_1", "barrel_2", "barrel_3", "table_1", "table_2", "table_3", "table_4", "table_5",
        "landlord", "server_anna", "server_jon",
    }  # fmt: skip


boxes = st.tuples(*[st.integers(0, 24)] * 2, *[st.integers(1, 12)] * 2)


@st.composite
def scenes(draw):
    """Draw overlapping rooms, doors, obstacles and agents of any size on a grid of half metres."""
    elements = []
    for number, (x, z, w, d) in enumerate(draw(st.lists(boxes, min_size=1, max_size=12))):
        corners = (x / 2, z / 2, (x + w) / 2, (z + d) / 2)
        order, kind = (
            float(draw(st.integers(0, 3))),
            draw(st.sampled_from(["room", "door", "thing", "agent"])),
        )
        locked = draw(st.booleans())
        if kind == "thing":
            made = thing(number + 1, *corners, order=order, locked=locked)
        elif kind == "agent":
            made = Agent(id=number + 1, position=corners[:2], goals=(corners[2:],), order=order)
        else:
            made = area(number + 1, *corners, order=order, locked=locked, door=kind == "door")
        elements.append(made)
    return elements


@settings(max_examples=150)
@given(scenes(), st.data())
def test_the_answer_depends_on_no_order(elements, data):
    """Neither the order of ids nor that of elements matters."""
    ids = data.draw(st.lists(st.sampled_from([e.id for e in elements]), unique=True))
    found = companions(level_of(*elements), ids)
    again = list(elements)
    random.Random(data.draw(st.integers(0, 99))).shuffle(again)
    assert companions(level_of(*again), list(reversed(ids))) == found


@settings(max_examples=150)
@given(scenes(), st.data())
def test_companions_of_companions_come_along(elements, data):
    """Rooms take carpets and the elements on them; the companions of these add nothing."""
    level = level_of(*(replace(e, locked=False) for e in elements))
    ids = data.draw(st.lists(st.sampled_from([e.id for e in elements]), unique=True))
    found = companions(level, ids)
    assert found.ids.isdisjoint(ids)
    rooms = frozenset(i for i in ids if i in level.areas)
    carpets = frozenset(i for i in found.ids if i in level.areas and not level.areas[i].door)
    again = companions(level, rooms | carpets)
    assert again.ids | carpets >= found.ids - carpets - frozenset(ids)
    for carpet in carpets:
        assert companions(level, [carpet]).ids - set(ids) <= found.ids


def naive_homes(level: Level, element) -> int | None:
    """Return the smallest area over the middle of an element, testing all areas."""
    x, z = element.position
    over = [
        a for a in level.areas.values()
        if min(p[0] for p in a.polygon) < x < max(p[0] for p in a.polygon)
        and min(p[1] for p in a.polygon) < z < max(p[1] for p in a.polygon)
    ]  # fmt: skip
    sizes = [
        ((a.polygon[2][0] - a.polygon[0][0]) * (a.polygon[2][1] - a.polygon[0][1]), -a.order, a.id)
        for a in over
    ]
    return min(sizes)[2] if sizes else None


@settings(max_examples=150)
@given(scenes(), st.tuples(st.integers(0, 30), st.integers(0, 30)))
def test_an_agent_belongs_to_the_smallest_area_over_it(elements, place):
    """Asking one by one gives the same result."""
    agent = Agent(id=99, position=(place[0] / 2 + 0.25, place[1] / 2 + 0.25))
    level = level_of(*(replace(e, locked=False) for e in elements), agent)
    home = naive_homes(level, agent)
    for room in level.areas.values():
        if not room.door:
            found = companions(level, [room.id])
            expected = home is not None and (home == room.id or home in found.ids)
            assert (99 in found.ids) is expected
