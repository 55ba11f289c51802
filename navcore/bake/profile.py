"""The profile of an agent, and the distances that a profile keeps in a level."""

from typing import Final, NamedTuple

from navcore.errors import NavcoreError, UnknownProfile
from navcore.level.limits import LIMITS
from navcore.level.model import Agent, Profile, Settings
from navcore.level.profiles import on_layer, profile_named, radius_of_body
from navcore.level.tables import GROUND

_UNNAMED = Profile()


class Padding(NamedTuple):
    """How much farther than their radius agents keep from what blocks, metres."""

    obstacles: float
    """At least 0."""
    edge: float
    """From the floor's outer edge; below 0 where they come nearer than their radius."""

    @property
    def at_least_radius(self) -> "Padding":
        """The same where nobody comes nearer to the outer edge than their radius."""
        return Padding(self.obstacles, max(0.0, self.edge))


NO_PADDING: Final = Padding(0.0, 0.0)
"""Of agents that keep just their radius from all that blocks."""


def profile_of(agent: Agent, settings: Settings) -> Profile:
    """Return the profile on which floor an agent plans.

    The one that it names; if it names none, or one that the level lacks, that of the level's
    agent radius, or of its body where `profile_follows_body` says so and it is wider. It walks
    on the storey on which the agent stands; but one that has a storey of its own besides the
    ground, such as a bird that flies, is there wherever it was drawn. A storey that the level
    lacks is the ground, for agents as for profiles.
    """
    found = profile_named(settings.profiles, agent.profile) if agent.profile else None
    if found is None:
        found = _UNNAMED
        if settings.profile_follows_body and agent.radius > settings.agent_radius:
            found = Profile(radius=radius_of_body(agent.radius, settings.agent_radius))
    return _own_layer_or(settings.layer_of(agent), found, settings)


def profile_called(name: str, settings: Settings) -> Profile:
    """Return the profile of this name; the one without a name for "".

    It walks on the ground where the level lacks its storey.

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
    return _own_layer_or(GROUND, found, settings)


def _own_layer_or(layer: str, profile: Profile, settings: Settings) -> Profile:
    """The profile on the storey that it has of its own besides the ground, else on this one."""
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
    """Return how far agents of a profile keep from what blocks, as their floor is baked.

    Raises:
        NavcoreError: if the radius is out of the limits of agent radii.
    """
    radius = radius_in(profile, settings)
    return Padding(settings.object_padding, boundary_padding_for(radius, settings) - radius)
