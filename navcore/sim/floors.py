"""The floors that the agents of a run walk on: one for each profile that some agent has."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.profile import profile_of
from navcore.kernels import buffers
from navcore.kernels.crowd import walkability
from navcore.kernels.raster import grid_transform
from navcore.kernels.search import sight
from navcore.level.limits import LIMITS
from navcore.level.model import Agent, Profile
from navcore.level.profiles import STEP, grounded, rounded_up
from navcore.path.searcher import numbers_of
from navcore.world import World

MOST_BODIES: Final = 8
"""Floors that are made for bodies without a profile; with more sizes they share wider ones."""

MOST_FLOORS: Final = 256
"""Floors of a run: kernels hold their numbers in a byte. Agents of more walk on the first."""


class Floors:
    """The floors of a run, the level's own first."""

    def __init__(self, world: World, elements: Sequence[Agent]) -> None:
        """For these agents, a row each."""
        self.profiles, self.numbers = _profiles(world, elements)
        self.grids: list[NavGrid] = [world.grid_for(profile) for profile in self.profiles]
        first, *others = self.grids
        ground = None
        for grid in reversed(others):
            ground = ground_of(grid, ground)
        # Numbers are left out where there is no choice, which kernels ask first.
        numbers = self.numbers if len(self.grids) > 1 else self.numbers[:0]
        self.in_kernel = walkability.Floors(
            ground_of(first, ground), *buffers(walkability, numbers)
        )
        """The same for kernels."""

    def grid_of(self, row: int) -> NavGrid:
        """The cells on which an agent walks."""
        return self.grids[int(self.numbers[row])]

    def passes(self, row: int, ax: float, az: float, bx: float, bz: float) -> bool:
        """Whether an agent can go straight from a to b; out of a wall any may."""
        return self.in_kernel.passes(row, ax, az, bx, bz)


def _profiles(
    world: World, elements: Sequence[Agent]
) -> tuple[list[Profile], npt.NDArray[np.uint8]]:
    """The profiles that agents have, the unnamed first, and the number of that of each agent."""
    settings = world.level.settings
    numbers = np.zeros(len(elements), np.uint8)
    found: dict[Profile, int] = {Profile(): 0}
    if not settings.profiles and not settings.profile_follows_body:
        return list(found), numbers
    # What agents have in common is worked out once: a wall that is dragged asks at every tick.
    kinds = [(agent.profile, agent.radius) for agent in elements]
    profiles = {
        kind: grounded(profile_of(agent, settings))
        for kind, agent in dict(zip(kinds, elements, strict=True)).items()
    }
    step, bodies = STEP, {profile for profile in profiles.values() if not profile.name}
    while len(bodies) > MOST_BODIES:
        step *= 2
        bodies = {_rounded(body, step) for body in bodies}
    places = dict.fromkeys(profiles, 0)
    for kind, profile in profiles.items():
        shared = profile if profile.name else _rounded(profile, step)
        if shared in found or len(found) < MOST_FLOORS:
            places[kind] = found.setdefault(shared, len(found))
    numbers[:] = [places[kind] for kind in kinds]
    return list(found), numbers


def _rounded(profile: Profile, step: float) -> Profile:
    """The profile of a body with its radius rounded up to a step, metres; within its limits."""
    if profile.radius is None:
        return profile
    widest = LIMITS["agent_radius"].greatest
    return Profile(radius=min(rounded_up(profile.radius, step), widest))


def ground_of(grid: NavGrid, other: walkability.Ground | None = None) -> walkability.Ground:
    """The floor that a grid's agents walk on, and before which other one it comes."""
    flat = grid.padded.reshape(-1)
    none = np.zeros(0, np.uint8)
    places, boxes = np.empty((2, 2)), np.empty((1, 4))
    kept, turns = np.zeros(2, np.int32), np.zeros((2, 2), np.int32)
    row_length = grid.lattice.width + 2
    b = buffers(grid_transform, flat, none, numbers_of(grid.lattice), places, kept, turns)
    lies = grid_transform.Frame(b[0], b[1], row_length, *b[2:])
    b = buffers(sight, flat, none, places, boxes, kept)
    sees = sight.Sight(b[0], b[1], row_length, *b[2:])
    costs = np.zeros(0, np.float32)
    if grid.cost is not None and grid.has_costs:
        costs = grid.cost.reshape(-1)
    (prices,) = buffers(walkability, costs)
    return walkability.Ground(lies, sees, prices, other)
