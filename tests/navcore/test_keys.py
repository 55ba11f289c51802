"""Keys in a level: the order in which doors open, and keys that can't be reached."""

from itertools import permutations
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sim_levels import box

from navcore import Profile, World, load_level, save_level
from navcore.level.model import Agent, Area, Level, Settings, Waypoint
from navcore.proof.door_effects.held import starts_of
from navcore.proof.explain import explain
from navcore.proof.keys import Keys, Order
from navcore.proof.problems import RULES, problems


def row(*locks: str, keys: dict[str, int]) -> Level:
    """Return rooms in a row, the player's first, with locked doors between; keys by room."""
    items: dict[int, Area | Agent | Waypoint] = {}
    for n in range(len(locks) + 1):
        items[n + 1] = Area(
            id=n + 1, order=float(n), name=f"room_{n}", polygon=box(n * 5, 0, n * 5 + 4.5, 4)
        )
    for n, lock in enumerate(locks):
        items[100 + n] = Area(
            id=100 + n, order=100.0 + n, name=f"door_{n}", door=True,
            polygon=box(n * 5 + 4.5, 1, n * 5 + 5, 3), needs=(lock,) if lock else (),
        )  # fmt: skip
    for n, (key, room) in enumerate(keys.items()):
        items[200 + n] = Waypoint(
            id=200 + n, order=200.0 + n, name=f"at_{key}", position=(room * 5 + 2, 2), gives=(key,)
        )
    items[1000] = Agent(id=1000, order=0.0, name="player", position=(2, 2), player=True)
    return Level(settings=Settings(cell_size=0.25, agent_radius=0.3)).with_items(dict(items))


def order_of(level: Level) -> Order:
    """The order for agents of no type."""
    world = World.build(level)
    return Keys(world, starts_of(world, "")).order(Profile())


def found(level: Level) -> list[tuple[str, str]]:
    """Codes and sentences about keys."""
    rules = [RULES["key-behind-door"], RULES["key-missing"]]
    return [(one.code, one.text) for one in problems(World.build(level), rules)]


def test_level_opens_up_key_by_key() -> None:
    """Each key opens the next room, which has the next key."""
    order = order_of(row("red", "blue", "gold", keys={"red": 0, "blue": 1, "gold": 2}))
    assert [dict(step.gained) for step in order.steps] == [
        {}, {"red": (200,)}, {"blue": (201,)}, {"gold": (202,)},
    ]  # fmt: skip
    assert [step.opened for step in order.steps] == [(), (100,), (101,), (102,)]
    sizes = [step.square_metres for step in order.steps]
    assert sizes == sorted(set(sizes))
    assert order.step_of(["red", "gold"]) == 3
    assert order.step_of(["fly"]) is None


def test_key_behind_its_own_door_is_told() -> None:
    """The finding has both names; a fix puts the key before the door."""
    level = row("red", keys={"red": 1})
    assert found(level) == [("key-behind-door", "red lies behind door_0, which requires red.")]
    (one,) = problems(World.build(level), [RULES["key-behind-door"]])
    assert one.elements == (200, 100)
    assert one.fix is not None
    assert found(one.fix.apply(level)) == []


def test_two_keys_behind_each_others_doors_are_one_problem() -> None:
    """Neither is reported as a problem of its own."""
    level = row("red", keys={"red": 1})
    side = Area(id=50, name="side", polygon=box(0, 4.5, 4.5, 8))
    door = Area(id=150, name="side_door", polygon=box(1, 4, 3, 4.5), door=True, needs=("blue",))
    red = Waypoint(id=200, name="at_red", position=(2, 6), gives=("red",))
    blue = Waypoint(id=201, name="at_blue", position=(7, 2), gives=("blue",))
    level = level.with_items({50: side, 150: door, 200: red, 201: blue})
    ((code, text),) = found(level)
    assert code == "key-behind-door"
    assert "red lies behind side_door, which requires blue." in text
    assert "blue lies behind door_0, which requires red." in text


def test_key_behind_two_doors_names_both() -> None:
    """The sentence is for several doors, not one."""
    ((code, text),) = found(row("red", "blue", keys={"red": 2, "blue": 2}))
    assert code == "key-behind-door"
    assert "blue lies behind door_0 and door_1, which require blue, red." in text


def test_key_behind_a_door_that_nothing_opens_follows_from_that() -> None:
    """So it isn't reported separately."""
    level = row("gold", "red", keys={"red": 1})
    ((code, text),) = found(level)
    assert code == "key-missing"
    assert text == "door_0 requires gold, which no agent type has and no waypoint gives."


def test_key_of_two_doors_that_nothing_gives_names_both() -> None:
    """The sentence is one of several doors."""
    ((code, text),) = found(row("gold", "gold", keys={}))
    assert code == "key-missing"
    assert text.startswith("door_0 and door_1 require gold, ")


def test_key_that_a_type_has_is_no_problem() -> None:
    """Agents that have it may open the door for others."""
    level = row("red", keys={"red": 1})
    thief = Profile(name="thief", abilities=("red",))
    settings = replace(level.settings, profiles=(thief,))
    assert found(Level(settings=settings, elements=level.held)) == []


def test_waypoint_that_is_switched_off_gives_nothing() -> None:
    """The key is missing then."""
    level = row("red", keys={"red": 0})
    off = replace(level.of(Waypoint)[200], enabled=False)
    assert [code for code, _ in found(level.with_items({200: off}))] == ["key-missing"]


def test_shut_door_before_a_key_is_no_fault_of_the_key() -> None:
    """The shut door has its own problem; the order of keys uses doors as drawn."""
    level = row("", "red", keys={"red": 1})
    shut = level.with_items({100: replace(level.areas[100], available=False)})
    assert found(shut) == []
    assert len(order_of(shut).steps) == 1
    assert len(order_of(level).steps) == 2


@pytest.mark.parametrize("part", range(3))
def test_keys_had_equal_trying_all_orders(part: int) -> None:
    """The steps lead to the same result as any order of picking up keys."""
    had = lost = 0
    for seed in range(part * 20, part * 20 + 20):
        random = Random(seed)
        names = ["red", "blue", "gold"]
        level = row(
            *(random.choice(["", *names]) for _ in range(3)),
            keys={name: random.randrange(4) for name in names},
        )
        wanted = most_by_any_order(level, names)
        got = order_of(level).abilities
        assert got == wanted
        told = {one.about for one in problems(World.build(level), [RULES["key-behind-door"]])}
        needed = {name for area in level.areas.values() for name in area.needs}
        assert bool(told) == bool(needed - wanted)
        assert told <= needed - wanted
        had += bool(wanted)
        lost += bool(told)
    assert had > 3
    assert lost > 3


def most_by_any_order(level: Level, names: list[str]) -> frozenset[str]:
    """Return the largest set of keys that any order of walking yields, by brute force."""
    world, best = World.build(level), frozenset[str]()
    spots = {one.gives[0]: one.position for one in level.of(Waypoint).values()}
    for order in permutations(names):
        has = frozenset[str]()
        for name in order:
            profile = Profile(abilities=tuple(sorted(has)))
            if world.find_path((2, 2), spots[name], profile=profile).ok:
                has |= {name}
        best = max(best, has, key=len)
    return best


def test_what_waypoints_give_is_saved(tmp_path: Path) -> None:
    """And nothing is written for those that give nothing."""
    level = row("red", keys={"red": 0})
    plain = level.of(Waypoint)[200]
    level = level.with_items({201: replace(plain, id=201, name="plain", gives=())})
    path = tmp_path / "level.json"
    save_level(level, path)
    assert load_level(path) == level
    assert path.read_text(encoding="utf-8").count('"gives": ["red"]') == 1


def test_reason_names_where_a_missing_key_lies():
    """Paths and runs pick nothing up, but the reason names it.

    Elements that give another key, or are off, are not named.
    """
    level = row("brass", keys={"brass": 0, "iron": 0})
    told = explain(World.build(level), (1.0, 1.0), (7.0, 2.0)).text
    without = "door_0 requires brass, which this agent does not have."
    assert told == f"{without} at_brass gives it; agents of runs don't pick it up."
    hook = level.of(Waypoint)[200]
    for other in (None, replace(hook, enabled=False)):
        level = level.with_items({200: other})
        assert explain(World.build(level), (1.0, 1.0), (7.0, 2.0)).text == without
