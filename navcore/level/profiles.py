"""Profiles: the agent types of a level. The level defines them, and each agent names one."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

NEIGHBOURS: Final = (4, 8)
"""Numbers of neighbours that a step may go to."""

STEP: Final = 0.05
"""Step in metres to which the radius of a body is rounded up for planning, so that bodies of
similar size share a floor."""


class Profile(msgspec.Struct, frozen=True, rename="camel"):
    """An agent type: its size, abilities and costs. A world has a floor for each."""

    layer: str = "ground"
    """Storey on which the agents walk."""
    radius: float | None = None
    """Half its width, metres, over 0; None: the level's agent radius."""
    abilities: tuple[str, ...] = ()
    """Abilities of the agents beyond walking; areas may need some of them."""
    name: str = ""
    """Name by which agents refer to the profile."""
    costs: dict[str, float] = {}
    """Costs of terrains by their names, in place of the table's; each over 0."""
    neighbours: int = 8
    """Connectivity: 8, or 4 for paths without diagonal steps (X-044)."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""

    def __hash__(self) -> int:
        """Hash the fields in which most profiles differ."""
        return hash((self.name, self.radius, self.abilities, self.neighbours))


def profile_named(profiles: Iterable[Profile], name: str) -> Profile | None:
    """Return the profile with this name; None if there is none."""
    return next((profile for profile in profiles if profile.name == name), None)


def name_after(name: str, before: Sequence[Profile], after: Sequence[Profile]) -> str:
    """Return the name that a profile has after an edit of a level's profiles; "" if it is gone."""
    if profile_named(after, name) is not None:
        return name
    known = {profile.name for profile in before}
    for old, new in zip(before, after, strict=False):
        same = msgspec.structs.replace(old, name=new.name) == new
        if old.name == name and same and len(before) == len(after) and new.name not in known:
            return new.name
    return ""


def on_layer(profile: Profile, layer: str) -> Profile:
    """Return the profile on this storey; itself if it is there."""
    return profile if profile.layer == layer else msgspec.structs.replace(profile, layer=layer)


def grounded(profile: Profile) -> Profile:
    """Return the profile on the ground, the layer that every level has."""
    return on_layer(profile, Profile().layer)


def radius_of_body(body: float, agent_radius: float) -> float:
    """Return the radius of the floor for a body without a profile, metres.

    The larger of both, the body's rounded up to `STEP`.
    """
    return max(agent_radius, rounded_up(body, STEP))


def rounded_up(length: float, step: float) -> float:
    """Return a length rounded up to a multiple of a step of whole centimetres, metres."""
    # A hair less, so that 0.45 stays 0.45.
    return round(math.ceil(length / step - 1e-9) * step, 2)
