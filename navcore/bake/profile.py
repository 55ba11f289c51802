"""The profile of an agent, and the distances that a profile keeps in a level."""

from typing import Final, NamedTuple

from navcore.errors import NavcoreError, UnknownProfile
from navcore.level.limits import LIMITS
from navcore.level.model import Agent, Profile, Settings
from navcore.level.profiles import on_layer, profile_named, radius_of_body
from navcore.level.tables import GROUND

_UNNAMED = Profile()


class Padding(NamedTuple):
    """Distances beyond their radius that agents keep from what blocks, metres."""

    obstacles: float
    """Distance from obstacles, at least 0."""
    edge: float
    """Distance from the floor's outer edge; below 0 if agents come nearer than their radius."""

    @property
    def at_least_radius(self) -> "Padding":
        """The padding with at least the radius as distance from the outer edge."""
        return Padding(self.obstacles, max(0.0, self.edge))


NO_PADDING: Final = Padding(0.0, 0.0)
"""Padding of agents that only keep their radius from everything that blocks."""


def profile_of(agent: Agent, settings: Settings) -> Profile:
    """Return the profile on whose floor an agent plans.

    It is the profile that the agent names. If it names none, or one that the level lacks, it is the
    level's agent radius, or the body's radius if `profile_follows_body` is set and the body is
    wider. The storey is that of the agent; but a profile with a storey of its own other than the
    ground, such as a flying bird, keeps it wherever the agent was drawn. A storey that the level
    lacks counts as the ground, for agents and for profiles.
    """
    found = profile_named(settings.profiles, agent.profile) if agent.profile else None
    if found is None:
        found = _UNNAMED
        if settings.profile_follows_body and agent.radius > settings.agent_radius:
            found = Profile(radius=radius_of_body(agent.radius, settings.agent_radius))
    return _own_layer_or(settings.layer_of(agent), found, settings)


def profile_called(name: str, settings: Settings) -> Profile:
    """Return the profile of this name; the unnamed one for "".

    Its storey is the ground if the level lacks its storey.

    Raises:
        UnknownProfile: if the level has no profile of this name; the text lists its profiles.
    """
    found = profile_named(settings.profiles, name) if name else _UNNAMED
    if found is None:
        names = ", ".join(repr(profile.name) for profile in settings.profiles)
        message = f"no profile is named {name!r}; " + (
            f"profiles here: {names}" if names else "this level has none"
        )
        raise UnknownProfile(message)
    return _own_layer_or(GROUND, found, settings)


def _own_layer_or(layer: str, profile: Profile, settings: Settings) -> Profile:
    """Return the profile on its own storey if that is not the ground, else on this one."""
    if profile.layer != GROUND and profile.layer in settings.layer_names:
        return profile
    return on_layer(profile, layer)


def radius_in(profile: Profile, settings: Settings) -> float:
    """Return half the width of agents of a profile in a level with these settings, metres.

    Raises:
        NavcoreError: if the radius is out of the limits of agent radii.
    """
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


def padding_for(profile: Profile, settings: Settings) -> Padding:
    """Return how far agents of a profile keep from what blocks, as in the bake.

    Raises:
        NavcoreError: if the radius is out of the limits of agent radii.
    """
    radius = radius_in(profile, settings)
    return Padding(settings.object_padding, boundary_padding_for(radius, settings) - radius)
