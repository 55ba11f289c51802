"""Goals between floors of which each is somebody's: no agent stands still without a finding."""

from msgspec.structs import replace
from rule_levels import SETTINGS, agent, level_of

from navcore.level.model import Element, Level, Profile
from navcore.proof.problems import problems
from navcore.world import World

CART = replace(agent(14, 6), id=21, name="cart", profile="cart")
TYPES = (Profile(name="cart", radius=0.45),)


def apart(*elements: Element) -> Level:
    """Return the two rooms without their door, and a cart at home in the second."""
    settings = replace(SETTINGS, profiles=TYPES)
    return level_of(CART, *elements, settings=settings, without=3)


def told(level: Level) -> list[tuple[str, tuple[int, ...]]]:
    """Return errors and warnings with their elements."""
    found = problems(World.build(level))
    return [(one.code, one.elements) for one in found if one.severity != "note"]


def test_floor_that_is_another_type_at_home_is_not_cut_off() -> None:
    """A pond belongs to its fish."""
    assert told(apart()) == []


def test_agent_on_the_floor_of_others_with_a_goal_elsewhere_is_told() -> None:
    """Nothing else says why it stands still; a goal on its own side is none."""
    assert told(apart(agent(14, 2, (5, 4)))) == [("goal-unreachable", (20,))]
    assert told(apart(agent(5, 4, (14, 2)))) == [("goal-unreachable", (20,))]
    assert told(apart(agent(14, 2, (16, 4)))) == []


def test_goal_on_floor_that_is_told_as_cut_off_is_not_told_again() -> None:
    """One cause, one finding."""
    level = level_of(agent(14, 2, (5, 4)), without=3)
    assert told(level) == [("area-cut-off", (2,))]
