"""Agents that are wider than the floor that they plan on."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import change_profile
from navcore.level.profiles import grounded
from navcore.proof.cut_off import drawn_starts, starts_of
from navcore.proof.problem import Finding
from navcore.proof.rules.verified import loses
from navcore.proof.survey import Survey

_SAME: Final = 1e-9
"""Difference in metres up to which two radii count as equal."""


def wide_bodies(survey: Survey) -> Iterator[Finding]:
    """Yield the agents that are wider than the floor that they plan on, type by type."""
    level, world = survey.level, survey.world
    found: dict[Profile, list[Agent]] = {}
    for agent in in_drawing_order(level.agents):
        # One problem for each type, whatever the storeys of its agents.
        profile = grounded(world.profile_of(agent))
        if agent.radius > radius_in(profile, level.settings) + _SAME:
            found.setdefault(profile, []).append(agent)
    for profile, agents in found.items():
        widest, floor = max(agent.radius for agent in agents), radius_in(profile, level.settings)
        said = tr(
            "{0}: a radius of {1} m, on a floor for {2} m. Paths lead through gaps that are too "
            "narrow for it."
        )
        if _loses_floor(survey, profile, widest):
            label = tr("Make {0} as wide as the floor").format(called(agents))
            fix = Edit.put(level, [replace(one, radius=floor) for one in agents], label)
        elif profile.name:
            fix = change_profile(level, profile.name, bodies=False, radius=widest)
        else:
            fix = set_settings(level, profile_follows_body=True)
        text = said.format(called(agents), f"{widest:g}", f"{floor:g}")
        ids = tuple(agent.id for agent in agents)
        layer = world.profile_of(agents[0]).layer
        yield Finding(text, ids, agents[0].position, fix, profile.name, layer)


def _loses_floor(survey: Survey, profile: Profile, radius: float) -> bool:
    """Return whether a wider agent type can no longer reach, or leave, some floor that it fits on.

    The wider type would then have problems that the narrower one does not have.
    """
    now = survey.reach(survey.able_as(profile))
    then = survey.reach(survey.able_as(replace(profile, radius=radius)))
    known, left = (
        reach.from_(starts_of(survey, reach, profile) or drawn_starts(survey, reach, profile))
        for reach in (now, then)
    )
    if len(then.traps) > len(now.traps):
        return True
    return loses(survey.layers, (now, known), (then, left))
