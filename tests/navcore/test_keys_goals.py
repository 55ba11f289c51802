"""Goals behind keys are problems unless a player gets the keys."""

from msgspec.structs import replace
from rule_levels import DOOR, agent, box, keyed, level_of

from navcore.level.model import Agent, Area, Element
from navcore.level.naming import called
from navcore.proof.problems import problems
from navcore.world import World

LOCKED = replace(DOOR, needs=("key",))
NOWHERE = "guard can't come to its stop 1, even with all doors open."


def walker(*, player: bool, x: float = 16.0) -> Agent:
    """Return an agent in the hall with a stop in the store, or farther."""
    return replace(agent(3, 6, (x, 6.0)), player=player)


def unreached(*elements: Element) -> list[str]:
    """Return the problems about goals that agents can't reach."""
    found = problems(World.build(level_of(*elements, without=4)))
    return [one.text for one in found if one.code == "goal-unreachable"]


def codes(*elements: Element) -> list[str]:
    """Return the codes of all errors and warnings."""
    found = problems(World.build(level_of(*elements, without=4)))
    return [one.code for one in found if one.severity != "note"]


def test_goal_behind_a_key_that_the_player_can_pick_up_is_no_problem() -> None:
    """The key is in the player's room. Other agents don't pick up keys."""
    assert unreached(LOCKED, keyed(9.0), walker(player=True)) == []
    assert codes(LOCKED, walker(player=True)) == ["key-missing"]
    (told,) = unreached(LOCKED, keyed(9.0), walker(player=False))
    assert told == f"{NOWHERE} It could with key, from {called([keyed(9.0)])}."


def test_goal_behind_a_key_that_nobody_gets_is_told_with_the_key() -> None:
    """One cause, one finding, however many agents go there: it lies behind itself, or is off."""
    guard = replace(walker(player=False), id=21, name="second", position=(3.0, 4.0))
    for walkers in ([walker(player=True)], [walker(player=True), guard], [guard]):
        assert codes(LOCKED, keyed(14.0), *walkers) == ["key-behind-door"]
        off = replace(keyed(9.0), enabled=False)
        assert codes(LOCKED, off, *walkers) == ["key-missing"]


def test_goal_behind_a_key_on_floor_that_is_cut_off_is_told_with_the_floor() -> None:
    """What cuts that floor off keeps the key from everybody."""
    vault = Area(id=6, name="vault", polygon=box(0, 9, 6, 13))
    key = replace(keyed(3.0), position=(3.0, 11.0))
    assert codes(LOCKED, vault, key, walker(player=True)) == ["area-cut-off"]


def test_goal_that_is_out_of_reach_for_another_reason_is_told_beside_a_lost_key() -> None:
    """With the key the agent could not come to it either: its type is too wide for the door."""
    narrow = replace(LOCKED, polygon=box(10, 3, 10.4, 4.4))
    cart = replace(walker(player=False), radius=0.8)
    assert codes(narrow, cart) == ["goal-unreachable", "key-missing"]


def test_goal_behind_two_keys_asks_for_both() -> None:
    """The second is behind the first; a third, useless key isn't mentioned."""
    vault = Area(id=6, name="vault", polygon=box(18.8, 0, 24, 8))
    gate = replace(DOOR, id=7, name="gate", needs=("seal",), polygon=box(18.4, 3, 18.8, 5))
    seal = replace(keyed(14.0), id=91, name="desk", gives=("seal", "feather"))
    far = walker(player=True, x=22.0)
    assert unreached(LOCKED, vault, gate, keyed(9.0), seal, far) == []
    assert codes(LOCKED, vault, gate, seal, far) == ["key-missing"]
    (told,) = unreached(LOCKED, vault, gate, keyed(9.0), seal, replace(far, player=False))
    assert told == f"{NOWHERE} It could with key, seal, from {called([keyed(9.0), seal])}."
