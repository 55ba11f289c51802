"""World: one immutable bake of a level, with all queries about it."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from navcore.bake.extent import MAX_CELLS
from navcore.bake.given import GivenGrid, level_of
from navcore.bake.grid import FOUR, NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.layers import Layers, Storey
from navcore.bake.profile import profile_of
from navcore.bake.raster import CellRect, Job
from navcore.bake.variants import Variants
from navcore.errors import UnknownArea
from navcore.graph.graph import Graph
from navcore.graph.networks import Networks
from navcore.graph.search_choice import search_for
from navcore.level.canonical import canonical_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Link, Point, Profile, Terrain
from navcore.level.naming import unknown_area
from navcore.level.profiles import grounded, on_layer
from navcore.level.states import edit_between_states, turned
from navcore.level.tables import GROUND
from navcore.path import batch, jump_cache
from navcore.path.links import Storeys, storeys_of
from navcore.path.options import Journey
from navcore.path.result import PathResult
from navcore.path.terrain_shares import TerrainShare, terrain_shares

__all__ = ["CellRect", "Job", "World"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class World:
    """One immutable, versioned bake of a level.

    :meth:`build` and :meth:`from_grid` make a world; :meth:`update` makes the next one, which
    shares everything that the edit did not change.

    Threads: any number of threads may query one world, batch searches included, while others
    update, pickle or release it. Searches only write to memory of their own thread. No query waits
    for a lock, except that the first query for a storey other than the ground, or for a profile of
    another radius, bakes its grid once for all threads.
    """

    level: Level
    grid: NavGrid
    """Walkable cells of the ground storey, for agents with the level's radius."""
    floor: npt.NDArray[np.uint8]
    """(depth, width), 1 where the centre of a cell lies in an available area of the ground, without
    obstacles and padding; read-only."""
    version: int
    dirty: tuple[CellRect, ...] | None
    """Cells of the ground that may differ from the world that this one was updated from; other
    storeys have their own, see :meth:`on`. None: everything may differ, even the lattice."""
    _layers: Layers
    _storeys: Variants[Storeys] | None
    """Storeys by profile; None in a level without links, where every path stays on one grid."""
    _networks: Networks
    drawing: Level
    """The level as drawn; differs from `level` in a world made by :meth:`in_state`."""
    _in_states: "Variants[World]"

    def __repr__(self) -> str:
        """Return version and size."""
        return f"<World version {self.version}, {self.grid.width} x {self.grid.depth} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the level with its lattice, or with the cells of a grid that was given.

        Unpickling bakes the same cells again; `dirty` is then None.
        """
        most = max(self._layers.max_cells, self.grid.lattice.cells)
        cells = self.given_grid or self.grid.lattice
        return (_world_of, (self.level, cells, most, self.version))

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
        """Build the bake of a level from scratch (S0-010 to S0-029).

        Args:
            level: The level to bake.
            lattice: The cells to bake on, instead of the bounds of all areas with their margin.
            max_cells: The most cells to bake, in this world and in worlds updated from it.
            job: (2,) int64 shared with another thread: setting [0] to 1 cancels, [1] counts
                finished polygons and edges.

        Raises:
            LevelTooLarge: if the level needs more than `max_cells`; the text names a cell size that
                fits.
            NavcoreError: if an outline has fewer than three corners or one that is not finite, a
                point does not have two numbers, a number is out of its limits (S0-004 to S0-008),
                or an element is stored under an id other than its own.
            Cancelled: if `job` was cancelled.
        """
        level = canonical_level(level)
        return cls._of(level, Layers.build(level, max_cells, lattice=lattice, job=job), 0)

    @classmethod
    def from_grid(cls, grid: NavGrid, level: Level | None = None) -> "World":
        """Make a world over a grid that was baked before.

        Its level has the settings of the grid, its doors (S0-019), which :meth:`set_area_available`
        opens and shuts by their cells, and links within its storey. Any other edit of areas,
        obstacles or baking settings bakes the level without the grid. Zones and painted tiles have
        no effect: the grid defines the cost of cells.

        Args:
            grid: A grid from `load_grid`.
            level: The level of an earlier world over this grid, with its doors; None for a new one.
        """
        if level is None:
            level = level_of(grid)
        return cls._of(level, Layers(level, GivenGrid.of(level, grid), MAX_CELLS), 0)

    def update(
        self, level: Level, edit: Edit, *, keep_lattice: bool = False, job: Job | None = None
    ) -> "World":
        """Return the world after an edit; equals a build on its lattice, cell for cell (S0-030).

        Only storeys that are already baked and that the edit changes are baked.

        Args:
            level: The level after the edit.
            edit: The edit from this world's level to `level`.
            keep_lattice: Extend the present lattice by whole cells if the level outgrows it,
                instead of using the level's own lattice; for drags.
            job: As for :meth:`build`.

        Raises:
            LevelTooLarge, NavcoreError, Cancelled: as :meth:`build`.
        """
        level = canonical_level(level, edit.after)
        layers = self._layers.changed(level, edit.after, keep_lattice=keep_lattice, job=job)
        for layer in layers:
            if layer.dirty is not None:
                jump_cache.hand_on(self._layers[layer.name].grid, layer.grid, layer.dirty)
        networks = self._networks.changed(level, layers, edit.after)
        return World._of(level, layers, self.version + 1, networks)

    def set_area_available(self, name: str, flag: bool) -> "World":
        """Return the world with the named area opened or shut; this world if nothing changes.

        Raises:
            UnknownArea: if no area has the name; a world made from a grid only has its doors
                (S0-019, S0-030).
        """
        area = self.level.area_named(name)
        if area is None:
            raise UnknownArea(unknown_area(self.level, name))
        edit = Edit.put(self.level, [turned(area, on=flag)])
        return self.update(edit.apply(self.level), edit) if edit else self

    def in_state(self, name: str) -> "World":
        """Return the world with the level in a state, "" for as drawn; cached in this world.

        It equals a build in that state on this world's lattice. Updating or pickling the result
        makes its level the drawing.

        Raises:
            UnknownState: if the level has none of this name; the text lists those that it has.
        """
        edit = edit_between_states(self.level, self.drawing, name)
        if not edit:
            return self
        make = partial(self.update, edit.apply(self.level), edit)
        return self._in_states.get(name, lambda: make().drawn_as(self.drawing))

    def drawn_as(self, drawing: Level) -> "World":
        """Return this world with another drawing, from which other states are derived."""
        return self if self.drawing is drawing else replace(self, drawing=drawing)

    def on(self, layer: str) -> Storey:
        """Return the storey with this name: its `grid`, `floor` and `dirty` cells.

        Storeys only share the lattice: elements on one storey don't affect another (S1-040). The
        ground is baked with the world, other storeys when they are first asked for; edits then
        update them.

        Raises:
            UnknownLayer: if the level has no storey of this name; the text lists its storeys. A
                world made from a grid only has the ground.
        """
        return self._layers[layer]

    def grid_for(self, profile: Profile) -> NavGrid:
        """Return the grid on which agents of a profile walk; cached and updated by edits.

        It equals, cell for cell, the bake of a level with this agent radius on this world's
        lattice, on the profile's storey. Agents keep the level's boundary padding from the outer
        edge; if `boundary_follows_radius` is set, wider agents keep more and narrower agents less
        (S0-029). Areas and terrain that need abilities are only open to profiles that have all of
        them. Terrain costs come from the profile, else from the level's table (S1-034).

        Raises:
            UnknownLayer: if the level lacks the profile's storey.
            NavcoreError: if the radius is out of its limits, or differs from the radius of the grid
                that the world was made from.
        """
        grid = self._layers[profile.layer].opened_to(profile.abilities).grid_for(profile)
        return grid.four_connected if profile.neighbours == FOUR else grid

    def slowness_for(self, profile: Profile) -> npt.NDArray[np.float32] | None:
        """Return the factors by which terrain slows agents of a profile; None if it slows none.

        Agents walk at their speed divided by the factor. The array has the shape and values of
        `NavGrid.cost`, except 1 where terrain costs without slowing (X-046).

        Raises:
            NavcoreError: as :meth:`grid_for`.
        """
        return self._layers[profile.layer].opened_to(profile.abilities).slowness_for(profile)

    def terrain_at(self, x: float, z: float, *, layer: str = GROUND) -> Terrain:
        """Return the terrain of the cell that contains a point; ground outside the grid.

        Raises:
            UnknownLayer: as :meth:`on`.
        """
        cells = self._layers[layer].terrain
        return Terrain(name=GROUND) if cells is None else cells.at(x, z)

    def terrain_on(
        self, path: PathResult, *, profile: Profile | None = None, layer: str | None = None
    ) -> list[TerrainShare]:
        """Return the cost of each terrain along a path that was found for a profile.

        See :func:`navcore.path.terrain_shares.terrain_shares`. `layer` names the storey of a path
        without storeys of its own; None for the profile's storey.

        Raises:
            NavcoreError: as :meth:`grid_for`.
        """
        own = layer or (profile or Profile()).layer

        return terrain_shares(
            lambda name: (self.grid_on(profile, name or own), self._layers[name or own].terrain),
            path,
        )

    def floor_for(self, profile: Profile) -> npt.NDArray[np.uint8]:
        """Return the floor of the profile's storey, with the areas that its abilities open.

        See `floor` and :meth:`grid_for`; read-only.
        """
        return self._layers[profile.layer].opened_to(profile.abilities).floor

    @property
    def graph(self) -> Graph:
        """The network of waypoints for agents without a type; see :meth:`graph_for`."""
        return self.graph_for(Profile())

    def graph_for(self, profile: Profile) -> Graph:
        """Return the network of waypoints, with edges shut that a profile can't walk.

        An edge is shut if a shut door, an obstacle or terrain that the profile can't enter crosses
        it or comes nearer than the profile's floor allows. An edge between storeys is only open if
        a link joins its waypoints. A radius out of its limits raises a NavcoreError.
        """
        return self._networks.graph_for(profile, self.storeys_for)

    def profile_of(self, agent: Agent) -> Profile:
        """Return the profile on whose floor an agent plans: the named one, or one for its body.

        See :func:`navcore.bake.profile.profile_of`.
        """
        return profile_of(agent, self.level.settings)

    @property
    def given_grid(self) -> NavGrid | None:
        """The grid that :meth:`from_grid` was given, with its original doors; None in a bake."""
        ground = self._layers.ground
        return ground.given if isinstance(ground, GivenGrid) else None

    @property
    def gaps_left_open(self) -> frozenset[int]:
        """Ids of areas that are too complex for the bake to close gaps beside them.

        They have too many corners or crossings, but are baked all the same. Without boundary
        padding no gap needs closing, and the set is empty. Bakes all storeys.
        """
        return frozenset().union(*(one.gaps_left_open for one in map(self.on, self._layers.names)))

    @property
    def tangled(self) -> frozenset[int]:
        """Ids of areas and obstacles that cross themselves too often to be cut or united.

        They are baked exactly by the even-odd rule. Bakes all storeys.
        """
        return frozenset().union(*(one.tangled for one in map(self.on, self._layers.names)))

    def is_walkable(self, x: float, z: float, *, layer: str = GROUND) -> bool:
        """Return whether the point is in a walkable cell of a storey; false outside the grid.

        Raises:
            UnknownLayer: as :meth:`on`.
        """
        return self.grid_on(None, layer).is_walkable(x, z)

    def find_path(self, start: Point, goal: Point, **options: Unpack[Journey]) -> PathResult:
        """Return the cheapest path from start to goal, for agents of a profile.

        Args:
            start: x and z, metres; anywhere.
            goal: x and z, metres; anywhere.
            profile: The agent type; None for agents of the level's radius.
            layer: The storey of the start; None for the profile's storey, by default the ground
                (S1-043).
            goal_layer: The storey of the goal; None for the storey of the start.
            over: "cells"; or "graph" for the waypoints of :meth:`graph_for`, with the options of
                :func:`navcore.graph.journeys.find_path_over` and the `smoothing` of
                :func:`navcore.graph.smoothing.smoothed_over`, by default "none".
            options: Options of :func:`navcore.path.find.find_path`; with links, or between storeys,
                of :func:`navcore.path.across.find_path_across`.

        Raises:
            NavcoreError: as `navcore.path.find.find_path` and :meth:`grid_for`.
        """
        return search_for(self, options)(start, goal)

    def find_path_to_nearest(
        self, start: Point, goal: Point, **options: Unpack[Journey]
    ) -> PathResult:
        """Return the path to the goal, or to the nearest reachable place on the goal's storey.

        See :func:`navcore.path.find.find_path_to_nearest` and :meth:`find_path`.
        """
        return search_for(self, options, to_nearest=True)(start, goal)

    def find_paths(
        self,
        starts: npt.ArrayLike,
        goals: npt.ArrayLike,
        *,
        threads: int | None = None,
        **options: Unpack[Journey],
    ) -> list[PathResult]:
        """Return the cheapest path for each pair, searched on all cores.

        See :func:`navcore.path.batch.find_paths` and :meth:`find_path`.
        """
        return batch.find_all(search_for(self, options), starts, goals, threads=threads)

    def storeys_for(self, profile: Profile) -> Storeys:
        """Return what agents of a profile can move on: grids of storeys, and usable links."""
        make = partial(storeys_of, self.level, grounded(profile), self._layers.names, self.grid_for)
        return make() if self._storeys is None else self._storeys.get(grounded(profile), make)

    @property
    def has_links(self) -> bool:
        """True if the level has links, so that a path may lead over more than one grid."""
        return self._storeys is not None

    def grid_on(self, profile: Profile | None, layer: str | None) -> NavGrid:
        """Return the grid of a profile on a storey; None: the profile's own storey."""
        if profile is None:
            return self.grid if layer is None or layer == GROUND else self._layers[layer].grid
        return self.grid_for(profile if layer is None else on_layer(profile, layer))

    @classmethod
    def _of(
        cls, level: Level, layers: Layers, version: int, networks: Networks | None = None
    ) -> "World":
        ground = layers.ground
        storeys: Variants[Storeys] | None = Variants() if level.of(Link) else None
        networks = networks or Networks(level, layers)
        return cls(
            level, ground.grid, ground.floor, version, ground.dirty, layers, storeys, networks,
            level, Variants(),
        )  # fmt: skip


def _world_of(level: Level, cells: Lattice | NavGrid, max_cells: int, version: int) -> World:
    """Return a world from a pickle: baked on its lattice, or made from its given grid."""
    if isinstance(cells, NavGrid):
        return replace(World.from_grid(cells, level), version=version)
    return replace(World.build(level, lattice=cells, max_cells=max_cells), version=version)
