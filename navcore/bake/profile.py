"""The profile of an agent, and the distances that a profile keeps in a level."""

from navcore.errors import NavcoreError, UnknownProfile
from navcore.level.limits import LIMITS
from navcore.level.model import Agent, Profile, Settings
from navcore.level.profiles import grounded, profile_named, radius_of_body

LAYERS = ("ground",)
"""Layers that are baked."""

_UNNAMED = Profile()


def profile_of(agent: Agent, settings: Settings) -> Profile:
    """Return the profile on which floor an agent plans.

    The one that it names; if it names none, or one that the level lacks, that of the level's
    agent radius, or of its body where `profile_follows_body` says so and it is wider. Its layer
    is always the ground, whatever the file says: no other is baked.
    """
    if agent.profile:
        found = profile_named(settings.profiles, agent.profile)
        if found is not None:
            return grounded(found)
    if settings.profile_follows_body and agent.radius > settings.agent_radius:
        return Profile(radius=radius_of_body(agent.radius, settings.agent_radius))
    return _UNNAMED


def profile_called(name: str, settings: Settings) -> Profile:
    """Return the profile of this name; the one without a name for "".

    Raises:
        UnknownProfile: if the level has none of this name; the text lists those that it has.
    """
    found = profile_named(settings.profiles, name) if name else _UNNAMED
    if found is None:
        names = ", ".join(repr(profile.name) for profile in settings.profiles)
        message = f"no profile is named {name!r}; " + (
            f"profiles here: {names}" if names else "this level has none"
        )
        raise UnknownProfile(message)
    return found


def radius_in(profile: Profile, settings: Settings) -> float:
    """Return half the width of agents of a profile in a level with these settings, metres.

    Raises:
        NavcoreError: if the radius is out of the limits of agent radii, or the layer is none
            that is baked.
    """
    if profile.layer not in LAYERS:
        message = f"no layer is named {profile.layer!r}; layers here: {', '.join(LAYERS)}"
        raise NavcoreError(message)
    if profile.radius is None:
        return settings.agent_radius
    limit = LIMITS["agent_radius"]
    if not limit.allows(profile.radius):
        message = f"radius must be {limit}, got {profile.radius}"
        raise NavcoreError(message)
    return float(profile.radius)


def boundary_padding_for(radius: float, settings: Settings) -> float:
    """Clearance from the outer edge that agents of a radius keep, metres, at least 0 (S0-029)."""
    if not settings.boundary_follows_radius:
        return settings.boundary_padding
    return max(0.0, settings.boundary_padding + (radius - settings.agent_radius))
