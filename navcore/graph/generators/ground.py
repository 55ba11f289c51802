"""What networks of an agent type are laid on, and which abilities their edges need."""

from typing import Protocol

import numpy as np
from msgspec.structs import replace

from navcore.bake.layers import Storey
from navcore.bake.profile import radius_in
from navcore.geometry.rings import Floats
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import LEAST_RADIUS
from navcore.graph.shut_terrain import ShutTerrain
from navcore.level.model import Level, Profile


class Baked(Protocol):
    """A world."""

    @property
    def level(self) -> Level:
        """What is drawn."""

    def on(self, layer: str) -> Storey:
        """A storey of it."""


def ground_for(world: Baked, profile: Profile) -> Clearance:
    """Return what blocks agents of a type on its storey: walls, and terrain that they can't enter.

    Shut doors are floor.

    Raises:
        UnknownLayer: if the level lacks the profile's storey.
    """
    shut = ShutTerrain.of(world.on(profile.layer).terrain, profile)
    return Clearance.of(world, profile.layer, abilities=profile.abilities, shut=shut)


def needs_along(world: Baked, profile: Profile, lines: Floats) -> tuple[tuple[str, ...], ...]:
    """Return for each line (n, 4), clear to a type, the abilities without one of which it isn't.

    Agents that lack them must not take an edge there: it leads through a door that needs a key, or
    through water.
    """
    radius = max(radius_in(profile, world.level.settings), LEAST_RADIUS)
    needs: list[list[str]] = [[] for _ in lines]
    for ability in sorted(set(profile.abilities)):
        others = tuple(one for one in profile.abilities if one != ability)
        ground = ground_for(world, replace(profile, abilities=others))
        for row in np.flatnonzero(~ground.clear(lines, radius)).tolist():
            needs[row].append(ability)
    return tuple(tuple(found) for found in needs)
