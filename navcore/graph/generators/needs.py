"""Find the abilities that the edges of a network need."""

import numpy as np
from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.geometry.rings import Floats
from navcore.graph.floors import Baked, floor_for
from navcore.graph.generators.proposal import LEAST_RADIUS
from navcore.level.model import Profile


def needs_along(world: Baked, profile: Profile, lines: Floats) -> tuple[tuple[str, ...], ...]:
    """Return the abilities without which each line (n, 4), clear for a type, is not clear.

    Agents without one of them must not take an edge there: it leads through a door that needs a
    key, or through water.
    """
    radius = max(radius_in(profile, world.level.settings), LEAST_RADIUS)
    needs: list[list[str]] = [[] for _ in lines]
    for ability in sorted(set(profile.abilities)):
        others = tuple(one for one in profile.abilities if one != ability)
        floor = floor_for(world, replace(profile, abilities=others))
        for row in np.flatnonzero(~floor.clear(lines, radius)).tolist():
            needs[row].append(ability)
    return tuple(tuple(found) for found in needs)
