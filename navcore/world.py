"""World: one immutable bake of a level, and the questions that it answers."""

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Unpack

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.bake.bake import Bake
from navcore.bake.doors import door_areas, with_doors
from navcore.bake.extent import MAX_CELLS, extended, lattice_for
from navcore.bake.grid import FOUR, NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.profile import profile_of, radius_in
from navcore.bake.radii import Radii
from navcore.bake.raster import CellRect, Job
from navcore.bake.sources import Changes, Sources, bakes_alike
from navcore.bake.variants import Variants
from navcore.errors import LevelTooLarge, NavcoreError, UnknownArea
from navcore.level.canonical import canonical_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Profile, Settings
from navcore.level.naming import unknown_area
from navcore.path import batch, find, jump_cache
from navcore.path.options import Options
from navcore.path.result import PathResult

__all__ = ["CellRect", "Job", "World"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class World:
    """One immutable, versioned bake of a level.

    Made by :meth:`build` or :meth:`from_grid`; :meth:`update` makes the next one, which shares
    everything that an edit did not touch.

    Threads: any number of them may ask one world anything, searches in batches included, while
    others update it, pickle it or let go of it. What a search needs to write lies in the memory of
    its thread and ends with the thread; no query waits for a lock, except that the first one for a
    profile of another radius bakes its grid once for all.
    """

    level: Level
    grid: NavGrid
    floor: npt.NDArray[np.uint8]
    """(depth, width), 1 where a cell's centre lies in an available area, before obstacles and
    padding; read-only."""
    version: int = 0
    dirty: tuple[CellRect, ...] | None = None
    """The cells outside of which this world equals the one that it was updated from. None:
    everything may differ, the lattice included."""
    _bake: Bake | None = None
    _max_cells: int = field(default=MAX_CELLS)
    _radii: Radii | None = None
    given_grid: NavGrid | None = None
    """The grid that :meth:`from_grid` was given, its doors as they were; None in a bake."""
    _variants: "Variants[World]" = field(default_factory=Variants)
    """By the areas that need abilities and are open besides."""

    def __repr__(self) -> str:
        """Version and size."""
        return f"<World version {self.version}, {self.grid.width} x {self.grid.depth} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by level and lattice, or by the cells of a grid that was baked before.

        Loading bakes again, to the same cells; `dirty` is None then.
        """
        if self.given_grid is not None:
            return (_world_over, (self.given_grid, self.level, self.version))
        most = max(self._max_cells, self.grid.lattice.cells)
        return (_world_of, (self.level, self.grid.lattice, most, self.version))

    def __copy__(self) -> "World":
        """Return this world, which never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "World":
        """Return this world, which never changes."""
        return self

    @classmethod
    def build(
        cls,
        level: Level,
        *,
        lattice: Lattice | None = None,
        max_cells: int = MAX_CELLS,
        job: Job | None = None,
    ) -> "World":
        """The bake of a level from scratch (S0-010 to S0-029).

        Args:
            level: What to bake.
            lattice: The cells to bake on, instead of the bounds of all areas with their margin.
            max_cells: The most cells to bake, in this world and those updated from it.
            job: (2,) int64 shared with another thread: [0] set to 1 cancels, [1] counts the
                polygons and edges that are done.

        Raises:
            LevelTooLarge: if the level needs more than `max_cells`; the text names a cell size
                that fits.
            NavcoreError: if an outline has less than three corners or one that is not finite, a
                point is not of two numbers, a number is out of its limits (S0-004 to S0-008), or
                an element stands under another id than its own.
            Cancelled: if `job` asked for it.
        """
        level = canonical_level(level)
        sources = Sources.of(level)
        if lattice is None:
            lattice = lattice_for(sources.bounds, level.settings, max_cells)
        elif lattice.cells > max_cells:
            message = f"the lattice has {lattice.cells:,} cells, more than {max_cells:,}"
            raise LevelTooLarge(message, lattice.cells)
        bake = Bake.of(sources, lattice, job)
        return cls._of(level, bake, max_cells, version=0, dirty=None, radii=None)

    @classmethod
    def from_grid(cls, grid: NavGrid, level: Level | None = None) -> "World":
        """A world over a grid that was baked before.

        Its level has the numbers of the grid and, of elements, its doors only (S0-019), which
        :meth:`set_area_available` opens and shuts by their cells. Any other edit of areas,
        obstacles or baking numbers bakes what the level then draws, without the grid.

        Args:
            grid: As `load_grid` gives it.
            level: One that an earlier world over this grid had, with doors as it says; None for
                a new one.
        """
        if level is None:
            settings = Settings(
                cell_size=grid.cell_size,
                agent_radius=grid.agent_radius,
                object_padding=grid.object_padding,
                boundary_padding=grid.boundary_padding,
                floor_y=grid.floor_y,
            )
            level = Level(settings=settings, areas=MappingProxyType(door_areas(grid)))
        opened = {
            number: level.areas[key].active
            for number, key in enumerate(door_areas(grid))
            if key in level.areas and level.areas[key].active != grid.doors[number].open
        }
        now = with_doors(grid, grid, opened)[0] if opened else grid
        return cls(level, now, now.walkable, given_grid=grid)

    def update(
        self, level: Level, edit: Edit, *, keep_lattice: bool = False, job: Job | None = None
    ) -> "World":
        """The world after an edit; equals a build on its lattice, cell for cell (S0-030).

        Args:
            level: The level after the edit.
            edit: What leads from this world's level to `level`.
            keep_lattice: Extend the present lattice by whole cells where the level outgrows
                it, rather than lay the level's own: for the time of a drag.
            job: As for :meth:`build`.

        Raises:
            LevelTooLarge, NavcoreError, Cancelled: as :meth:`build`.
        """
        level = canonical_level(level, edit.after)
        changes = Changes.between(self.level, level, edit.after)
        if self._bake is None:
            return self._updated_grid(level, changes) or self._rebuilt(level, None, job)
        if not bakes_alike(self.level.settings, level.settings):
            return self._rebuilt(level, self.grid.lattice if keep_lattice else None, job)
        sources, touched = self._bake.sources.changed(changes, level.settings)
        lattice = self._next_lattice(sources, self.grid.lattice if keep_lattice else None)
        dirty: tuple[CellRect, ...] | None = None
        if lattice.shares_cells(self.grid.lattice):
            bake, dirty = self._bake.changed(sources, touched, lattice, job)
        else:
            bake = Bake.of(sources, lattice, job, self._bake.pool)
        radii = None
        if self._radii is not None:
            radii = self._radii.changed(sources, lattice, bake.floor_rows, changes, touched)
        world = World._of(level, bake, self._max_cells, self.version + 1, dirty, radii)
        if dirty is not None and lattice == self.grid.lattice:
            jump_cache.hand_on(self.grid, world.grid, dirty)
        return world

    def set_area_available(self, name: str, flag: bool) -> "World":
        """The world with the area of this name opened or shut; this one if it is so already.

        Raises:
            UnknownArea: if no area has the name; a world made from a grid has its doors only
                (S0-019, S0-030).
        """
        area = self.level.area_named(name)
        if area is None:
            raise UnknownArea(unknown_area(self.level, name))
        if area.available == flag:
            return self
        edit = Edit.put(self.level, [msgspec.structs.replace(area, available=flag)])
        return self.update(edit.apply(self.level), edit)

    def grid_for(self, profile: Profile) -> NavGrid:
        """The grid on which agents of a profile walk, kept and brought up to date after edits.

        It equals, cell for cell, what a level with this agent radius bakes to on this world's
        lattice; from the outer edge agents keep the level's boundary padding, or more and less
        by what they are wider and narrower, if `boundary_follows_radius` says so (S0-029). Areas
        that need abilities are open to profiles that have all of them, and shut to all others.

        Raises:
            NavcoreError: if the radius is out of its limits, the layer is not baked, or another
                radius is asked of a world that was made from a grid.
        """
        if profile.abilities:
            abilities, profile = profile.abilities, msgspec.structs.replace(profile, abilities=())
            return self._opened_to(abilities).grid_for(profile)
        grid = self._grid_of(radius_in(profile, self.level.settings))
        return grid.four_connected if profile.neighbours == FOUR else grid

    def floor_for(self, profile: Profile) -> npt.NDArray[np.uint8]:
        """`floor` with the areas that need no more abilities than a profile has; read-only."""
        return self._opened_to(profile.abilities).floor

    def profile_of(self, agent: Agent) -> Profile:
        """The profile on which floor an agent plans: the one that it names, or that of its body.

        See :func:`navcore.bake.profile.profile_of`.
        """
        return profile_of(agent, self.level.settings)

    def _grid_of(self, radius: float) -> NavGrid:
        if radius == self.level.settings.agent_radius:
            return self.grid
        if self._radii is None:
            message = (
                f"this world was made from a grid for agents of radius {self.grid.agent_radius:g}; "
                f"build it from a level to ask for radius {radius:g}"
            )
            raise NavcoreError(message)
        return self._radii.grid_for(radius)

    def _opened_to(self, abilities: Collection[str]) -> "World":
        """This world with the areas open that need no more than these abilities."""
        has = frozenset(abilities)
        opened = [
            msgspec.structs.replace(area, needs=())
            for area in self.level.areas.values()
            if area.needs and area.available and has.issuperset(area.needs)
        ]
        if not opened:
            return self

        def make() -> World:
            edit = Edit.put(self.level, opened)
            world = self.update(edit.apply(self.level), edit, keep_lattice=True)
            # This world goes on to use what its threads know of its cells.
            world.grid.derived.ancestors = ()
            return world

        return self._variants.get(frozenset(area.id for area in opened), make)

    @property
    def gaps_left_open(self) -> frozenset[int]:
        """Ids of areas with too many corners or crossings for gaps beside them to be closed.

        They are baked all the same; without boundary padding nothing is lost, and none is named.
        """
        outer = None if self._bake is None else self._bake.sources.outer
        return frozenset() if outer is None else frozenset(outer.tangles)

    @property
    def tangled(self) -> frozenset[int]:
        """Ids of areas and obstacles that cross themselves too often to be cut or united.

        They are baked exactly: inside and outside take turns at every edge.
        """
        return frozenset() if self._bake is None else self._bake.sources.tangled

    def is_walkable(self, x: float, z: float) -> bool:
        """Whether the point lies in a walkable cell; outside the grid nothing is."""
        return self.grid.is_walkable(x, z)

    def find_path(
        self,
        start: Point,
        goal: Point,
        *,
        profile: Profile | None = None,
        **options: Unpack[Options],
    ) -> PathResult:
        """The shortest way from start to goal, for agents of a profile.

        See :func:`navcore.path.find.find_path`; errors are also those of :meth:`grid_for`.
        """
        grid = self.grid if profile is None else self.grid_for(profile)
        return find.find_path(grid, start, goal, **options)

    def find_path_to_nearest(
        self,
        start: Point,
        goal: Point,
        *,
        profile: Profile | None = None,
        **options: Unpack[Options],
    ) -> PathResult:
        """The way to the goal, or to the reachable place nearest to it.

        See :func:`navcore.path.find.find_path_to_nearest` and :meth:`find_path`.
        """
        grid = self.grid if profile is None else self.grid_for(profile)
        return find.find_path_to_nearest(grid, start, goal, **options)

    def find_paths(
        self,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        *,
        profile: Profile | None = None,
        threads: int | None = None,
        **options: Unpack[Options],
    ) -> list[PathResult]:
        """The shortest way for each pair, found on all cores.

        See :func:`navcore.path.batch.find_paths` and :meth:`find_path`.
        """
        grid = self.grid if profile is None else self.grid_for(profile)
        return batch.find_paths(grid, starts, goals, threads=threads, **options)

    @classmethod
    def _of(
        cls,
        level: Level,
        bake: Bake,
        max_cells: int,
        version: int,
        dirty: tuple[CellRect, ...] | None,
        radii: Radii | None,
    ) -> "World":
        settings = level.settings
        grid = NavGrid(
            bake.lattice,
            bake.walkable,
            settings.agent_radius,
            settings.object_padding,
            settings.boundary_padding,
            settings.floor_y,
            derived=bake.derived,
        )
        if radii is None:
            radii = Radii(bake.sources, bake.lattice, bake.floor_rows)
        floor = bake.floor[1:-1, 1:-1]
        return cls(level, grid, floor, version, dirty, bake, max_cells, radii)

    def _updated_grid(self, level: Level, changes: Changes) -> "World | None":
        """The world after doors of the grid opened or shut; None if anything else changed."""
        before, after = self.level.settings, level.settings
        alike = bakes_alike(before, after) and before.floor_y == after.floor_y
        if self.given_grid is None or not alike or changes.obstacles:
            return None
        numbers = {door_id: number for number, door_id in enumerate(door_areas(self.given_grid))}
        states: dict[int, bool] = {}
        for key, area in changes.areas.items():
            old = self.level.areas.get(key)
            if key not in numbers or area is None or old is None or area.polygon != old.polygon:
                return None
            states[numbers[key]] = area.active
        version = self.version + 1
        if not states:
            return replace(self, level=level, version=version, dirty=(), _variants=Variants())
        grid, dirty = with_doors(self.grid, self.given_grid, states)
        jump_cache.hand_on(self.grid, grid, dirty)
        return replace(
            self, level=level, grid=grid, floor=grid.walkable, version=version, dirty=dirty,
            _variants=Variants(),
        )  # fmt: skip

    def _rebuilt(self, level: Level, kept: Lattice | None, job: Job | None) -> "World":
        """Everything anew: what changed is a setting that every cell depends on."""
        sources = Sources.of(level)
        pool = None if self._bake is None else self._bake.pool
        bake = Bake.of(sources, self._next_lattice(sources, kept), job, pool)
        return World._of(level, bake, self._max_cells, self.version + 1, None, None)

    def _next_lattice(self, sources: Sources, kept: Lattice | None) -> Lattice:
        """The level's own lattice, or `kept` extended where its cells are still of the size."""
        bounds, settings = sources.bounds, sources.settings
        if kept is not None and kept.cell_size == settings.cell_size:
            return extended(kept, bounds, settings, self._max_cells)
        return lattice_for(bounds, settings, self._max_cells)


def _world_of(level: Level, lattice: Lattice, max_cells: int, version: int) -> World:
    """A world from a pickle, baked again."""
    return replace(World.build(level, lattice=lattice, max_cells=max_cells), version=version)


def _world_over(given: NavGrid, level: Level, version: int) -> World:
    """A world over a grid from a pickle."""
    return replace(World.from_grid(given, level), version=version)
