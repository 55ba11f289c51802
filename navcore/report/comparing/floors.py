"""Floor that was lost and gained, and floor that became unreachable or reachable.

Both levels are compared on the cells of the new one, so that an outline that moves slightly doesn't
shift all cells and change floor everywhere. Reachable floor is what connects to the positions of
players and spawn waypoints, with doors as drawn; if there are none, the largest connected region.
"""

from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.grid_differences import GAINED, LOST, Differences, covering, sampled
from navcore.bake.lattice import Lattice
from navcore.errors import NavcoreError
from navcore.level.model import Level, Profile, Waypoint
from navcore.level.profiles import on_layer
from navcore.proof.reach import Place, Reach
from navcore.report.comparing.patches import Patch, patches_of
from navcore.world import World

CUT_OFF: Final = 1
JOINED: Final = 2


class ReachCells(msgspec.Struct, frozen=True, eq=False):
    """Cells that agents can no longer reach, and cells that they can now reach."""

    lattice: Lattice
    cells: npt.NDArray[np.uint8]
    """(depth, width) `CUT_OFF`, `JOINED`, 0 for neither."""

    def __eq__(self, other: object) -> bool:
        """Return whether the same cells changed in the same way."""
        if not isinstance(other, ReachCells):
            return NotImplemented
        return self.lattice == other.lattice and np.array_equal(self.cells, other.cells)

    __hash__ = None  # type: ignore[assignment]

    def square_metres(self, kind: int) -> float:
        """Return the area of the cells of a kind, square metres."""
        return float((self.cells == kind).sum()) * self.lattice.cell_size**2


class FloorChange(msgspec.Struct, frozen=True):
    """Differences of a storey for agents of one type."""

    type: str
    """Name of the agent type; empty: agents without one."""
    layer: str
    lost: float
    """Walkable floor that is gone, square metres."""
    gained: float
    """Walkable floor that is new, square metres."""
    lost_at: tuple[Patch, ...]
    gained_at: tuple[Patch, ...]
    cut_off: tuple[Patch, ...]
    """Floor that still exists, but became unreachable."""
    joined: tuple[Patch, ...]
    """Floor that existed before, and became reachable."""
    reach: ReachCells | None = None
    """Cells of `cut_off` and `joined`; None if there are none."""

    @property
    def differs(self) -> bool:
        """True if there are any differences."""
        return bool(self.lost or self.gained or self.cut_off or self.joined)


def on_same_cells(old: World, new: World) -> World:
    """Return the old world on the lattice of the new one, if both have the same cell size."""
    was, now = old.grid.lattice, new.grid.lattice
    if was.cell_size != now.cell_size or was.shares_cells(now) or old.given_grid is not None:
        return old
    try:
        return World.build(old.level, lattice=covering(now, was))
    except NavcoreError:
        return old


def floor_changes(old: World, new: World) -> tuple[FloorChange, ...]:
    """Return the differences on each storey for each agent type, without equal ones.

    `old` lies on the cells of `new`, see `on_same_cells`. Storeys and types that only one level has
    are reported as changes of the settings.
    """
    was, now = old.level.settings, new.level.settings
    types = [Profile(), *(one for one in now.profiles if one.name in _names(was.profiles))]
    layers = [name for name in now.layer_names if name in was.layer_names]
    found = []
    for profile in types:
        before = next((one for one in was.profiles if one.name == profile.name), Profile())
        reaches = (_Reached(old, before), _Reached(new, profile))
        found += [_change(reaches, layer) for layer in layers]
    return tuple(one for one in found if one.differs)


def _names(profiles: tuple[Profile, ...]) -> set[str]:
    return {one.name for one in profiles}


def _change(reached: "tuple[_Reached, _Reached]", layer: str) -> FloorChange:
    old, new = reached
    grids = [one.world.grid_for(on_layer(one.profile, layer)) for one in reached]
    try:
        different = Differences(grids[0], grids[1])
    except NavcoreError:
        # The levels lie too far apart to have any floor in common.
        metres = [float(grid.walkable.sum()) * grid.cell_size**2 for grid in grids]
        return FloorChange(new.profile.name, layer, metres[0], metres[1], (), (), (), ())
    lattice, levels = different.lattice, (new.world.level, old.world.level)
    side = lattice.cell_size**2
    lost, gained = different.cells == LOST, different.cells == GAINED
    seen = [
        sampled(one.cells(layer), grid.lattice, lattice)
        for one, grid in zip(reached, grids, strict=True)
    ]
    kept = sampled(grids[0].padded, grids[0].lattice, lattice) > 0
    kept &= sampled(grids[1].padded, grids[1].lattice, lattice) > 0
    cut_off = kept & (seen[0] > 0) & ~(seen[1] > 0)
    joined = kept & ~(seen[0] > 0) & (seen[1] > 0)
    reach = None
    if cut_off.any() or joined.any():
        reach = ReachCells(lattice, np.where(cut_off, CUT_OFF, np.where(joined, JOINED, 0))
                           .astype(np.uint8))  # fmt: skip
    return FloorChange(
        new.profile.name, layer,
        round(int(lost.sum()) * side, 4), round(int(gained.sum()) * side, 4),
        patches_of(lost, lattice, layer, levels[::-1]),
        patches_of(gained, lattice, layer, levels),
        patches_of(cut_off, lattice, layer, levels), patches_of(joined, lattice, layer, levels),
        reach,
    )  # fmt: skip


class _Reached:
    """Reachable cells of a type in a world."""

    def __init__(self, world: World, profile: Profile) -> None:
        self.world, self.profile = world, profile
        self._reach = Reach.of(world, profile)
        self._places = self._reach.from_(_starts(world, self._reach, profile))

    def cells(self, layer: str) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        """Return (depth + 2, width + 2) uint8, 1 in reachable cells of a storey."""
        reach = self._reach
        number = reach.storeys.number_of(layer)
        labels = reach.labels(layer)
        inside = np.zeros(reach.regions[number].count + 1, np.uint8)
        inside[[place & 0xFFFFFFFF for place in self._places if place >> 32 == number]] = 1
        return inside[labels]


def _starts(world: World, reach: Reach, profile: Profile) -> set[Place]:
    level = world.level
    found = {reach.place_at(at, layer) for at, layer in _begins(level, world, profile)} - {None}
    places = {place for place in found if place is not None}
    if not places and reach.largest is not None:
        places.add(reach.largest)
    return places


def _begins(
    level: Level, world: World, profile: Profile
) -> Iterator[tuple[tuple[float, float], str]]:
    """Yield the starts of players and spawns; for a type, also the starts of its agents."""
    for agent in level.agents.values():
        walks = world.profile_of(agent)
        if agent.enabled and (walks.name == profile.name if profile.name else agent.player):
            yield agent.position, walks.layer
    for one in level.of(Waypoint).values():
        if one.type == "spawn" and one.active:
            yield one.position, level.settings.layer_of(one)
