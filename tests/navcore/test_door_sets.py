"""Sets of doors with an effect that none of them has alone."""

from itertools import combinations
from random import Random

import pytest
from msgspec.structs import replace
from sim_levels import box

from navcore import World, load_level
from navcore.level.model import Agent, Area, Level, Settings
from navcore.proof.door_effects.effects import DoorEffects
from navcore.proof.door_effects.sets import MOST, DoorSet, sets_of


def named(level: Level, sets: tuple[DoorSet, ...], why: str) -> list[set[str]]:
    """Return the names of the doors in each set with this reason."""
    return [{level.areas[d].name for d in one.doors} for one in sets if one.why == why]


def test_tavern_names_the_pairs_that_part_house_and_yard() -> None:
    """House from yard, and kitchen from both."""
    level = load_level("sample_levels/tavern.json")
    together = named(level, sets_of(DoorEffects(World.build(level))), "shut together")
    assert {"front_door", "back_door"} in together
    assert {"kitchen_door", "back_door"} in together


def test_station_needs_all_open_gates_shut() -> None:
    """One open gate is enough."""
    level = load_level("sample_levels/station.json")
    sets = sets_of(DoorEffects(World.build(level)))
    assert [len(one.doors) for one in sets] == [5]
    assert sets[0].why == "all shut"
    assert sets[0].effect.lost.square_metres == pytest.approx(2205, abs=1)


def test_two_shut_doors_in_a_row_are_opened_together() -> None:
    """The gaol, and a cell in it."""
    level = load_level("sample_levels/dungeon.json")
    shut = {"gaol_door", "cell_door_2"}
    level = level.with_items(
        {d.id: replace(d, available=False) for d in level.areas.values() if d.name in shut}
    )
    sets = sets_of(DoorEffects(World.build(level)))
    assert {"gaol_door", "cell_door_2"} in named(level, sets, "open together")
    assert {"gaol_door", "cell_door_5"} in named(level, sets, "open together")


def test_doors_around_a_room_are_a_set() -> None:
    """The set has all open doors that touch it."""
    level = load_level("sample_levels/tavern.json")
    sets = sets_of(DoorEffects(World.build(level)))
    kitchen = level.area_named("kitchen")
    assert kitchen is not None
    (around,) = (one for one in sets if one.area == kitchen.id)
    assert {level.areas[d].name for d in around.doors} == {
        "kitchen_door", "back_door", "pantry_door",
    }  # fmt: skip


def house(seed: int) -> Level:
    """Three by three rooms with doors between most neighbours, most of them open."""
    random = Random(seed)
    items: dict[int, Area | Agent] = {}

    def put(ring: tuple[tuple[float, float], ...], *, door: bool = False) -> None:
        one = len(items) + 1
        is_open = not door or random.random() < (0.4 if seed % 2 else 0.9)
        items[one] = Area(
            id=one, order=float(one), name=f"area_{one}", polygon=ring, door=door,
            available=is_open,
        )  # fmt: skip

    for column in range(3):
        for row in range(3):
            x, z = column * 4.0, row * 4.0
            put(box(x, z, x + 3.5, z + 3.5))
            if column < 2 and random.random() < 0.8:
                put(box(x + 3.5, z + 1, x + 4, z + 2.5), door=True)
            if row < 2 and random.random() < 0.8:
                put(box(x + 1, z + 3.5, x + 2.5, z + 4), door=True)
    items[1000] = Agent(id=1000, order=0.0, name="player", position=(1, 1), player=True)
    return Level(settings=Settings(cell_size=0.25)).with_items(dict(items))


@pytest.mark.parametrize("part", range(3))
def test_sets_are_smallest_and_complete_for_pairs(part: int) -> None:
    """Each room that a pair of doors cuts off, but no single door, is reported with a pair."""
    pairs = opened = 0
    for seed in range(part * 12, part * 12 + 12):
        effects = DoorEffects(World.build(house(seed)))
        sets = sets_of(effects)
        told, gained = set[int](), set[int]()
        for one in sets:
            assert len(one.doors) > 1
            assert one.effect.matters
            if one.why in {"shut together", "open together"}:
                assert len(one.doors) <= MOST
                rooms = one.effect.lost.rooms | one.effect.gained.rooms
                for door in one.doors:
                    rest = effects.of(set(one.doors) - {door})
                    assert rooms - rest.lost.rooms - rest.gained.rooms
            if len(one.doors) == 2:
                told |= one.effect.lost.rooms
                gained |= one.effect.gained.rooms
        alone = {room for one in effects.of_each for room in one.lost.rooms}
        for pair in combinations(sorted(effects.graph.open_now), 2):
            found = effects.of(pair).lost.rooms - alone
            pairs += bool(found)
            assert found <= told
        alone = {room for one in effects.of_each for room in one.gained.rooms}
        shut = effects.graph.doors.keys() - effects.graph.open_now
        for pair in combinations(sorted(shut), 2):
            found = effects.of(pair).gained.rooms - alone
            opened += bool(found)
            assert found <= gained
    assert pairs > 5
    assert opened > 0
