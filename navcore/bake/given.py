"""A grid that was baked before, in place of a bake: all that can change are its doors (S0-019)."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from navcore.bake.doors import door_areas, with_doors
from navcore.bake.grid import NavGrid
from navcore.bake.grid_links import level_links
from navcore.bake.profile import radius_in
from navcore.bake.raster import CellRect, Cells
from navcore.bake.sources import Changes, bakes_alike
from navcore.bake.variants import Variants
from navcore.errors import NavcoreError
from navcore.level.model import Level, Profile, Settings
from navcore.level.tables import GROUND


@dataclass(frozen=True, slots=True, eq=False)
class GivenGrid:
    """The ground of a world that was made from a grid, immutable; answers as `LayerBake` does."""

    level: Level
    given: NavGrid
    """The grid as it was given, with its doors as they were."""
    grid: NavGrid
    """The grid with its doors as in the level."""
    dirty: tuple[CellRect, ...] | None = None
    """The cells that may differ from the world before."""
    _variants: "Variants[GivenGrid]" = field(default_factory=Variants)

    @classmethod
    def of(cls, level: Level, given: NavGrid) -> "GivenGrid":
        """Return the grid with its doors as in a level."""
        doors = door_areas(given)
        opened = {
            number: level.areas[key].active
            for number, key in enumerate(doors)
            if key in level.areas and level.areas[key].active != given.doors[number].open
        }
        return cls(level, given, with_doors(given, given, opened)[0] if opened else given)

    @property
    def name(self) -> str:
        """Name of the storey: a world from a grid has no other one."""
        return GROUND

    @property
    def floor(self) -> Cells:
        """(depth, width) walkable cells: the floor beneath obstacles is unknown."""
        return self.grid.walkable

    @property
    def gaps_left_open(self) -> frozenset[int]:
        """Empty: the grid has no outlines."""
        return frozenset()

    @property
    def tangled(self) -> frozenset[int]:
        """Empty: the grid has no outlines."""
        return frozenset()

    def changed(self, level: Level, changes: Changes) -> "GivenGrid | None":
        """Return the grid after doors opened or shut; None if the level changed in another way."""
        before, after = self.level.settings, level.settings
        alike = (before.floor_y, before.layers) == (after.floor_y, after.layers)
        if not alike or not bakes_alike(before, after) or changes.obstacles:
            return None
        numbers = {door_id: number for number, door_id in enumerate(door_areas(self.given))}
        states: dict[int, bool] = {}
        for key, area in changes.areas.items():
            old = self.level.areas.get(key)
            if key not in numbers or area is None or old is None or area.polygon != old.polygon:
                return None
            states[numbers[key]] = area.active
        if not states:
            return replace(self, level=level, dirty=())
        grid, dirty = with_doors(self.grid, self.given, states)
        return GivenGrid(level, self.given, grid, dirty)

    def grid_for(self, profile: Profile) -> NavGrid:
        """Return the grid, if the profile has the radius that it was baked for.

        Raises:
            NavcoreError: if the radius differs.
        """
        settings = self.level.settings
        radius = radius_in(profile, settings)
        if radius != settings.agent_radius:
            message = (
                f"this world was made from a grid for agents of radius {self.grid.agent_radius:g}; "
                f"build it from a level to ask for radius {radius:g}"
            )
            raise NavcoreError(message)
        return self.grid

    def slowness_for(self, profile: Profile) -> npt.NDArray[np.float32] | None:
        """Return the costs of the cells: in a given grid all costs slow agents."""
        return self.grid_for(profile).cost

    @property
    def terrain(self) -> None:
        """None, because a given grid has costs, but no names of terrains."""
        return None

    def opened_to(self, abilities: Collection[str]) -> "GivenGrid":
        """Return the grid with the doors open that need no more than these abilities."""
        if not abilities:
            return self
        has = frozenset(abilities)
        numbers = {door_id: number for number, door_id in enumerate(door_areas(self.given))}
        opened = frozenset(
            key
            for key in numbers
            if (area := self.level.areas.get(key)) is not None
            if area.needs and area.available and has.issuperset(area.needs)
        )
        if not opened:
            return self

        def make() -> GivenGrid:
            states = dict.fromkeys((numbers[key] for key in opened), True)
            return replace(self, grid=with_doors(self.grid, self.given, states)[0])

        return self._variants.get(opened, make)


def level_of(grid: NavGrid) -> Level:
    """Return a level with the numbers of a grid, its doors, and the links on its storey."""
    settings = Settings(
        cell_size=grid.cell_size, floor_y=grid.floor_y, agent_radius=grid.agent_radius,
        object_padding=grid.object_padding, boundary_padding=grid.boundary_padding,
    )  # fmt: skip
    areas = door_areas(grid)
    level = Level(settings=settings, areas=MappingProxyType(areas))
    links = level_links(grid.links, areas)
    return level.with_items(links) if links else level
