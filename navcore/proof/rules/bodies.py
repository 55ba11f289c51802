"""Agents that are wider than the floor that they plan on."""

from collections.abc import Iterator
from typing import Final

from navcore.bake.profile import radius_in
from navcore.i18n import tr
from navcore.level.model import Agent, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import change_profile
from navcore.level.profiles import grounded
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey

_SAME: Final = 1e-9
"""Metres by which radii that are meant to be the same may differ."""


def wide_bodies(survey: Survey) -> Iterator[Finding]:
    """Yield the agents that are wider than the floor that they plan on, type by type."""
    level, world = survey.level, survey.world
    found: dict[Profile, list[Agent]] = {}
    for agent in in_drawing_order(level.agents):
        # One problem a type, whatever the storeys of its agents.
        profile = grounded(world.profile_of(agent))
        if agent.radius > radius_in(profile, level.settings) + _SAME:
            found.setdefault(profile, []).append(agent)
    for profile, agents in found.items():
        widest, floor = max(agent.radius for agent in agents), radius_in(profile, level.settings)
        said = tr(
            "{0}: a radius of {1} m, on a floor for {2} m. Paths lead through gaps that are too "
            "narrow for it."
        )
        if profile.name:
            fix = change_profile(level, profile.name, bodies=False, radius=widest)
        else:
            fix = set_settings(level, profile_follows_body=True)
        told = said.format(called(agents), f"{widest:g}", f"{floor:g}")
        ids = tuple(agent.id for agent in agents)
        layer = world.profile_of(agents[0]).layer
        yield Finding(told, ids, agents[0].position, fix, profile.name, layer)
