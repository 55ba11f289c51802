"""Boundary padding of agent types that are wider than the level's agents."""

import pytest
from msgspec.structs import replace
from rule_levels import DOOR, SETTINGS, agent, box, level_of

from navcore.formats.level_text import write_level
from navcore.level.model import Level, Profile
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems
from navcore.world import World

RULE = RULES["padding-below-radius"]


def typed(radius: float, *, follows: bool = False, width: float = 2.0) -> Level:
    """Return the two rooms with a cart of this radius, and a door of this width."""
    settings = replace(
        SETTINGS, boundary_follows_radius=follows,
        profiles=(Profile(name="cart", radius=radius), Profile(name="cat", radius=0.2)),
    )  # fmt: skip
    door = replace(DOOR, polygon=box(10, 3, 10.4, 3 + width))
    cart = replace(agent(2, 6, (14, 4)), name="cart", profile="cart", radius=radius)
    return level_of(door, cart, settings=settings)


def found_in(level: Level) -> tuple[Problem, ...]:
    """Return what the rule finds."""
    return problems(World.build(level), (RULE,))


def test_padding_that_is_the_same_for_a_wider_type_is_told() -> None:
    """The cart walks with its shoulders in the walls; the fix keeps it off them."""
    level = typed(0.7)
    (found,) = found_in(level)
    assert found.text == (
        "cart reaches 0.25 m over the edge of every area, because the boundary padding is 0.45 "
        "for every agent type."
    )
    assert (found.elements, found.placed) == ((), False)
    assert found.fix is not None
    assert found.fix.label == "Let the padding grow with the radius"
    fixed = found.fix.apply(level)
    assert found_in(fixed) == ()
    assert write_level(found.fix.inverse().apply(fixed)) == write_level(level)
    cart = level.settings.profiles[0]
    edge = (5.0, 0.5)
    assert World.build(level).grid_for(cart).is_walkable(*edge)
    assert not World.build(fixed).grid_for(cart).is_walkable(*edge)


def test_fix_is_not_offered_where_a_type_would_lose_floor() -> None:
    """A cart of 2.2 m comes through a door of 2 m only in the program; the finding stays."""
    (found,) = found_in(typed(1.1))
    assert "cart reaches 0.65 m over the edge" in found.text
    assert found.fix is None
    (found,) = found_in(typed(1.1, width=4.0))
    assert found.fix is not None


@pytest.mark.parametrize(("radius", "follows"), [(0.45, False), (0.3, False), (0.6, True)])
def test_padding_is_enough_where_no_type_is_wider_or_it_grows(radius: float, follows: bool) -> None:
    """As in new levels."""
    assert found_in(typed(radius, follows=follows)) == ()


def test_padding_below_the_radius_of_the_level_is_told_once() -> None:
    """Not for each type as well."""
    level = typed(0.6)
    level = level.with_settings(replace(level.settings, boundary_padding=0.3))
    (found,) = found_in(level)
    assert found.text.startswith("Agents reach 0.15 m over the edge of every area")
