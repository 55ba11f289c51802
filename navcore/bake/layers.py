"""The storeys of a level: baked separately, on one lattice (S1-039, S1-040).

The ground is baked with its level, every other storey when it is first needed; from then on each
edit updates it like the ground. Changes are sorted by storey, so that an edit only updates storeys
on which something changes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from threading import Lock
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.bake import Bake
from navcore.bake.extent import extended, lattice_for
from navcore.bake.given import GivenGrid
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.pool import Pool, Sheet
from navcore.bake.profile import radius_in
from navcore.bake.radii import Radii
from navcore.bake.raster import CellRect, Cells, Job
from navcore.bake.shapes import Shapes
from navcore.bake.sources import NO_CHANGES, Changes, Sources, Touched, bakes_alike
from navcore.bake.terrain import TerrainCells
from navcore.bake.terrain_grids import TerrainGrids
from navcore.bake.variants import Variants
from navcore.errors import LevelTooLarge, UnknownLayer
from navcore.geometry.rings import Box
from navcore.level.canonical import canonical
from navcore.level.model import Item, Level, Profile, Settings
from navcore.level.tables import GROUND

_UNNAMED: Final = Profile()


class LayerBake(msgspec.Struct, frozen=True, eq=False):
    """The bake of one storey of a level, immutable."""

    level: Level
    """All of the level."""
    name: str
    """Name of the storey."""
    grid: NavGrid
    """The cells on which agents of the level's radius walk, with terrain costs."""
    floor: Cells
    """(depth, width), 1 where a cell's centre lies in an available area, before obstacles and
    padding; read-only."""
    dirty: tuple[CellRect, ...] | None
    """The cells that may differ from the world before. None: everything may differ, even the
    lattice, or the storey was not baked then."""
    _bake: Bake
    _plain: NavGrid
    """The cells of `grid` without terrain."""
    _radii: Radii
    _terrain: TerrainGrids
    _variants: "Variants[LayerBake]" = msgspec.field(default_factory=Variants)
    """Bakes with more areas open, by the areas that need abilities."""

    @classmethod
    def of(
        cls,
        level: Level,
        name: str,
        sources: Sources,
        lattice: Lattice,
        job: Job | None = None,
        pool: Pool[Sheet] | None = None,
    ) -> "LayerBake":
        """Return the bake of a storey from scratch; arrays come from the `pool` if they fit.

        Raises:
            Cancelled: if the job asks for it.
        """
        bake = Bake.of(sources, lattice, job, pool)
        radii = Radii(sources, lattice, bake.floor_rows)
        terrain = TerrainGrids.of(level, name, lattice)
        return cls._made(level, name, bake, radii, terrain, None)

    @classmethod
    def _made(
        cls,
        level: Level,
        name: str,
        bake: Bake,
        radii: Radii,
        terrain: TerrainGrids,
        dirty: tuple[CellRect, ...] | None,
    ) -> "LayerBake":
        settings = bake.sources.settings
        plain = NavGrid(
            bake.lattice,
            bake.walkable,
            settings.agent_radius,
            settings.object_padding,
            settings.boundary_padding,
            settings.floor_y,
            derived=bake.derived,
        )
        grid, floor = terrain.grid(plain, _UNNAMED), bake.floor[1:-1, 1:-1]
        return cls(level, name, grid, floor, dirty, bake, plain, radii, terrain)

    @property
    def terrain(self) -> TerrainCells:
        """The terrains of the cells."""
        return self._terrain.cells

    @property
    def sources(self) -> Sources:
        """The outlines that are baked."""
        return self._bake.sources

    @property
    def pool(self) -> Pool[Sheet]:
        """Pool of arrays for the next bakes."""
        return self._bake.pool

    @property
    def gaps_left_open(self) -> frozenset[int]:
        """Ids of areas that are too complex for the bake to close gaps beside them.

        They are baked all the same; without boundary padding no gap needs closing.
        """
        outer = self.sources.outer
        return frozenset() if outer is None else frozenset(outer.tangles)

    @property
    def tangled(self) -> frozenset[int]:
        """Ids of areas and obstacles that cross themselves too often to be cut or united.

        They are baked exactly: inside and outside take turns at every edge.
        """
        return self.sources.tangled

    def changed(
        self,
        level: Level,
        ids: Iterable[int],
        changes: Changes,
        news: tuple[Sources, Touched],
        lattice: Lattice,
        job: Job | None = None,
    ) -> "LayerBake":
        """Return the bake after changes of the storey.

        Args:
            level: The level after the changes.
            ids: Ids of all changed elements.
            changes: Changed areas and obstacles of the storey.
            news: The changed sources, and where cells may differ.
            lattice: The cells to bake on.
            job: As for `World.build`.

        Raises:
            Cancelled: if the job asks for it.
        """
        sources, touched = news
        terrain, rects = self._terrain.changed((self.level, level), ids, lattice)
        same = sources is self.sources and lattice == self.grid.lattice
        if same and terrain.cells is self.terrain:
            return replace(self, level=level, dirty=())
        dirty: tuple[CellRect, ...] | None = None
        if lattice.shares_cells(self.grid.lattice):
            bake, dirty = self._bake.changed(sources, touched, lattice, job)
            dirty = None if dirty is None else (*dirty, *rects)
        else:
            bake = Bake.of(sources, lattice, job, self._bake.pool)
        radii = self._radii.changed(sources, lattice, bake.floor_rows, changes, touched)
        return self._made(level, self.name, bake, radii, terrain, dirty)

    def settings_in(self, level: Level) -> Settings:
        """Return the settings of the storey in a later version of the level."""
        if level.settings is self.level.settings:
            return self.sources.settings
        return _settings_on(level.settings, self.name)

    def grid_for(self, profile: Profile) -> NavGrid:
        """Return the cells on which agents of a profile walk (S0-029), with terrain costs.

        Raises:
            NavcoreError: if the radius is out of its limits.
        """
        return self._terrain.grid(self._plain_for(profile), profile)

    def slowness_for(self, profile: Profile) -> npt.NDArray[np.float32] | None:
        """Return factors by which its cells slow agents of a profile, see `World.slowness_for`."""
        return self._terrain.slowness(self._plain_for(profile), profile)

    def _plain_for(self, profile: Profile) -> NavGrid:
        radius = radius_in(profile, self.level.settings)
        return self._plain if radius == self._plain.agent_radius else self._radii.grid_for(radius)

    def opened_to(self, abilities: Collection[str]) -> "LayerBake":
        """Return the bake with the storey's areas open that need no more than these abilities."""
        if not abilities:
            return self
        has, layer_of = frozenset(abilities), self.level.settings.layer_of
        opened = {
            area.id: replace(area, needs=())
            for area in self.level.areas.values()
            if area.needs and area.available and has.issuperset(area.needs)
            if layer_of(area) == self.name
        }
        if not opened:
            return self

        def make() -> LayerBake:
            changes = Changes(opened, {})
            news = self.sources.changed(changes, self.sources.settings)
            return self.changed(self.level, (), changes, news, self.grid.lattice)

        return self._variants.get(frozenset(opened), make)


Storey: TypeAlias = LayerBake | GivenGrid
"""A storey of a world; only the ground can be a grid that was given."""


class Layers:
    """The storeys of one version of a level. Any number of threads may ask for them at once."""

    __slots__ = ("_areas", "_baked", "_level", "_lock", "ground", "max_cells")

    def __init__(
        self,
        level: Level,
        ground: Storey,
        max_cells: int,
        areas: Shapes | None = None,
        baked: dict[str, LayerBake] | None = None,
    ) -> None:
        """Take the ground, and other storeys that are already baked.

        `areas` are the areas of all storeys, which define the lattice; None for the ground's.
        """
        self.ground = ground
        self.max_cells = max_cells
        """The most cells to bake, in this version and later ones."""
        self._level = level
        self._areas = areas
        self._baked = {} if baked is None else baked
        self._lock = Lock()

    @classmethod
    def build(
        cls,
        level: Level,
        max_cells: int,
        *,
        lattice: Lattice | None = None,
        kept: Lattice | None = None,
        job: Job | None = None,
        pool: Pool[Sheet] | None = None,
    ) -> "Layers":
        """Return the storeys of a level from scratch, the ground baked.

        Args:
            level: The level to bake.
            max_cells: The most cells to bake.
            lattice: The cells to bake on, instead of the bounds of all areas with their margin.
            kept: A lattice to extend to these bounds, if its cells have the right size.
            job: As for `World.build`.
            pool: Pool of arrays to use if they fit.

        Raises:
            LevelTooLarge, NavcoreError, Cancelled: as `World.build`.
        """
        sources, areas = Sources.of(_part(level, GROUND)), None
        if level.settings.layers:
            areas = Shapes.of(level.areas.values())
        if lattice is None:
            bounds = sources.bounds if areas is None else areas.bounds
            lattice = _lattice_around(bounds, level.settings, kept, max_cells)
        elif lattice.cells > max_cells:
            message = f"the lattice has {lattice.cells:,} cells, more than {max_cells:,}"
            raise LevelTooLarge(message, lattice.cells)
        return cls(
            level, LayerBake.of(level, GROUND, sources, lattice, job, pool), max_cells, areas
        )

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all storeys, the ground first."""
        known = isinstance(self.ground, LayerBake)
        return self._level.settings.layer_names if known else (GROUND,)

    def __iter__(self) -> Iterator[Storey]:
        """The storeys that are baked so far, the ground first."""
        return iter((self.ground, *self._baked.copy().values()))

    def __getitem__(self, name: str) -> Storey:
        """Return the bake of a storey, made now if it is needed for the first time.

        Raises:
            UnknownLayer: if there is no storey of this name; the text lists the storeys.
        """
        if name == GROUND:
            return self.ground
        found = self._baked.get(name)
        if found is not None:
            return found
        if name not in self.names:
            message = f"no layer is named {name!r}; layers here: {', '.join(self.names)}"
            raise UnknownLayer(message)
        with self._lock:
            found = self._baked.get(name)
            if found is None:
                sources = Sources.of(_part(self._level, name))
                found = LayerBake.of(self._level, name, sources, self.ground.grid.lattice)
                self._baked[name] = found
        return found

    def changed(
        self,
        level: Level,
        ids: Mapping[int, Item | None],
        *,
        keep_lattice: bool = False,
        job: Job | None = None,
    ) -> "Layers":
        """Return the storeys of a level that differs from this one in the items with these ids.

        Baked storeys are updated, the others are baked when needed.

        Raises:
            LevelTooLarge, NavcoreError, Cancelled: as `World.update`.
        """
        old, ground, most = self._level, self.ground, self.max_cells
        if isinstance(ground, GivenGrid):
            given = ground.changed(level, Changes.between(old, level, ids))
            return (
                Layers.build(level, most, job=job) if given is None else Layers(level, given, most)
            )
        kept = ground.grid.lattice if keep_lattice else None
        if not bakes_alike(old.settings, level.settings):
            return Layers.build(level, most, kept=kept, job=job, pool=ground.pool)
        changes = Changes.by_layer(old, level, ids)
        own = changes.get(GROUND, NO_CHANGES)
        news = ground.sources.changed(own, ground.settings_in(level))
        areas = self._areas_after(level, ids)
        bounds = news[0].bounds if areas is None else areas.bounds
        lattice = _lattice_around(bounds, level.settings, kept, most)
        ground = ground.changed(level, ids, own, news, lattice, job)
        if areas is None:
            return Layers(level, ground, most)
        names, baked = level.settings.layer_names, {}
        for name, layer in self._baked.copy().items():
            if name in names:
                own = changes.get(name, NO_CHANGES)
                news = layer.sources.changed(own, layer.settings_in(level))
                baked[name] = layer.changed(level, ids, own, news, lattice, job)
        return Layers(level, ground, most, areas, baked)

    def _areas_after(self, level: Level, ids: Mapping[int, Item | None]) -> Shapes | None:
        """Return the areas of all storeys of a later version; None for the ground's."""
        if not level.settings.layers:
            return None
        if self._areas is None:
            return Shapes.of(level.areas.values())
        changes = Changes.between(self._level, level, ids)
        return self._areas.replaced(changes.areas) if changes.areas else self._areas


def _part(level: Level, name: str) -> Level:
    """Return one storey as a level of its own; the level itself if it has only the ground."""
    if not level.settings.layers:
        return level
    layer_of = level.settings.layer_of
    held = {
        kind: {key: element for key, element in elements.items() if layer_of(element) == name}
        for kind, elements in level.held.items()
    }
    return Level(settings=_settings_on(level.settings, name), elements=held)


def _settings_on(settings: Settings, name: str) -> Settings:
    """Return the settings of a level with the height of one of its storeys.

    Raises:
        NavcoreError: if the height is out of its limits.
    """
    height = next((layer.floor_y for layer in settings.layers if layer.name == name), 0.0)
    if height == 0:
        return settings
    return canonical(replace(settings, floor_y=settings.floor_y + height))


def _lattice_around(
    bounds: Box | None, settings: Settings, kept: Lattice | None, max_cells: int
) -> Lattice:
    """Return the lattice of a level, or `kept` extended where its cells are still of the size."""
    if kept is not None and kept.cell_size == settings.cell_size:
        return extended(kept, bounds, settings, max_cells)
    return lattice_for(bounds, settings, max_cells)
