"""The floors that the agents of a run walk on: one for each profile in use."""

from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.profile import profile_of
from navcore.kernels import buffers
from navcore.kernels.crowd import walkability
from navcore.kernels.raster import grid_transform
from navcore.kernels.search import sight
from navcore.level.limits import LIMITS
from navcore.level.model import Profile
from navcore.level.profiles import STEP, on_layer, rounded_up
from navcore.path.space import numbers_of
from navcore.sim.agents import Agents, Floats
from navcore.world import World

MOST_BODIES: Final = 8
"""Most floors for bodies without a profile; with more sizes, agents share wider floors."""

MOST_FLOORS: Final = 256
"""Most floors of a run: kernels hold their numbers in a byte. Further agents walk on the first."""


_NO_CORRIDORS: Final = np.empty((0, 7))


class Floors:
    """The floors of a run, the level's own first."""

    def __init__(self, world: World, agents: Agents) -> None:
        """Make the floors of these agents, on their storeys."""
        self.profiles, self.numbers, self._places = _profiles(world, agents)
        self.grids: list[NavGrid] = [world.grid_for(profile) for profile in self.profiles]
        self.slowness = [world.slowness_for(profile) for profile in self.profiles]
        """Factors by which the cells of each floor slow agents, as `NavGrid.cost`; None: they
        don't."""
        self.has_costs = any(grid.has_costs for grid in self.grids)
        """True if cells of some floor differ in cost."""
        ground = None
        for grid, slowness in zip(self.grids[:0:-1], self.slowness[:0:-1], strict=True):
            ground = ground_of(grid, slowness, ground)
        ground = ground_of(self.grids[0], self.slowness[0], ground)
        # Without a choice of floors there are no numbers: kernels check that first.
        numbers = self.numbers if len(self.grids) > 1 else self.numbers[:0]
        self._parts = (ground, *buffers(walkability, numbers))
        self.in_kernel = walkability.Floors(*self._parts, *buffers(walkability, _NO_CORRIDORS))
        """The floors as kernels take them."""

    def within(self, corridors: Floats) -> walkability.Floors:
        """Return the floors for kernels that move agents: (n, 7) `Agents.corridors` limit them."""
        if not corridors[:, 4].any():
            return self.in_kernel
        return walkability.Floors(*self._parts, *buffers(walkability, corridors))

    def change(self, row: int, agents: Agents) -> bool:
        """Put an agent on the floor of its present storey; return False if there is none yet."""
        number = self._places.get(_kind_of(agents, row))
        if number is None or len(self.grids) == 1:
            return False
        self.numbers[row] = number
        return True

    def profile_of(self, row: int) -> Profile:
        """Return the profile of an agent, on its present storey."""
        return self.profiles[int(self.numbers[row])]

    def grid_of(self, row: int) -> NavGrid:
        """Return the cells on which an agent walks."""
        return self.grids[int(self.numbers[row])]

    def passes(self, row: int, ax: float, az: float, bx: float, bz: float) -> bool:
        """Return whether an agent can go straight from a to b; always True if a is in a wall."""
        return self.in_kernel.passes(row, ax, az, bx, bz)


_Kind: TypeAlias = tuple[str, float, int]
"""Key of an agent's floor: profile, radius of the body, number of the storey."""


def _kind_of(agents: Agents, row: int) -> _Kind:
    element = agents.elements[row]
    return (element.profile, element.radius, int(agents.layers[row]))


def _profiles(
    world: World, agents: Agents
) -> tuple[list[Profile], npt.NDArray[np.uint8], dict[_Kind, int]]:
    """Return the profiles of agents, the unnamed one first, and their numbers by agent and key."""
    settings = world.level.settings
    numbers = np.zeros(len(agents), np.uint8)
    found: dict[Profile, int] = {Profile(): 0}
    if not (settings.profiles or settings.profile_follows_body or settings.layers):
        return list(found), numbers, {}
    # Computed once for equal agents: dragging a wall asks for it at every tick.
    layers = agents.layers.tolist()
    kinds = [
        (agent.profile, agent.radius, layer)
        for agent, layer in zip(agents.elements, layers, strict=True)
    ]
    names = settings.layer_names
    profiles = {
        kind: on_layer(profile_of(agent, settings), names[kind[2]])
        for kind, agent in dict(zip(kinds, agents.elements, strict=True)).items()
    }
    step, bodies = STEP, {profile for profile in profiles.values() if not profile.name}
    while len(bodies) > MOST_BODIES * len(names):
        step *= 2
        bodies = {_rounded(body, step) for body in bodies}
    places = dict.fromkeys(profiles, 0)
    for kind, profile in profiles.items():
        shared = profile if profile.name else _rounded(profile, step)
        if shared in found or len(found) < MOST_FLOORS:
            places[kind] = found.setdefault(shared, len(found))
    numbers[:] = [places[kind] for kind in kinds]
    return list(found), numbers, places


def _rounded(profile: Profile, step: float) -> Profile:
    """Return the profile of a body, its radius rounded up to a step, metres, within its limits."""
    if profile.radius is None:
        return profile
    widest = LIMITS["agent_radius"].greatest
    radius = min(rounded_up(profile.radius, step), widest)
    return Profile(radius=radius, layer=profile.layer)


def ground_of(
    grid: NavGrid,
    slowness: npt.NDArray[np.float32] | None = None,
    other: walkability.Ground | None = None,
) -> walkability.Ground:
    """Return the floor of a grid for kernels, its slowness, and the floor that follows it."""
    flat = grid.padded.reshape(-1)
    none = np.zeros(0, np.uint8)
    places, boxes = np.empty((2, 2)), np.empty((1, 4))
    kept, turns = np.zeros(2, np.int32), np.zeros((2, 2), np.int32)
    row_length = grid.lattice.width + 2
    b = buffers(grid_transform, flat, none, numbers_of(grid.lattice), places, kept, turns)
    frame = grid_transform.Frame(b[0], b[1], row_length, *b[2:])
    b = buffers(sight, flat, none, places, boxes, kept)
    sight_kernel = sight.Sight(b[0], b[1], row_length, *b[2:])
    costs = np.zeros(0, np.float32) if slowness is None else slowness.reshape(-1)
    b = buffers(walkability, costs, np.zeros(flat.shape, np.uint8))
    return walkability.Ground(frame, sight_kernel, b[0], b[1], other)
