"""Agents that are wider than the floor that they plan on are a problem with a fix."""

import msgspec

from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Profile, Settings
from navcore.proof.problems import RULES, problems
from navcore.world import World

CART = Profile(name="cart", radius=0.9)
WIDE = [RULES["wide-body"]]


def level_of(*agents: Agent) -> Level:
    """A level with a cart type, and floor for 0.45 m."""
    return Level(settings=Settings(profiles=(CART,)), agents={one.id: one for one in agents})


def agent(number: int, radius: float, profile: str = "") -> Agent:
    """An agent at the origin."""
    return Agent(
        id=number, name=f"a{number}", position=(float(number), 0.0), radius=radius, profile=profile
    )


def test_each_type_with_wide_bodies_is_told_once_with_its_agents() -> None:
    """Agents that fit are left out; the fix leaves no finding."""
    level = level_of(agent(1, 0.45), agent(2, 0.5), agent(3, 1.2), agent(4, 1.0, "cart"),
                     agent(5, 0.9, "cart"))  # fmt: skip
    found = problems(World.build(level), WIDE)
    assert [(one.code, one.elements, one.place) for one in found] == [
        ("wide-body", (2, 3), (2.0, 0.0)),
        ("wide-body", (4,), (4.0, 0.0)),
    ]
    assert "2 agents: a radius of 1.2 m, on a floor for 0.45 m" in found[0].text
    assert "a4: a radius of 1 m, on a floor for 0.9 m" in found[1].text
    while found:
        assert isinstance(found[0].fix, Edit)
        level = found[0].fix.apply(level)
        found = problems(World.build(level), WIDE)
    assert level.settings.profile_follows_body
    assert level.settings.profiles[0].radius == 1.0


def test_wider_floors_for_wider_bodies_leave_nothing_to_tell() -> None:
    """The floor is made for the body then."""
    level = level_of(agent(1, 1.23))
    settings = msgspec.structs.replace(level.settings, profile_follows_body=True)
    assert problems(World.build(level.with_settings(settings)), WIDE) == ()
