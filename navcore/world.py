"""World: one immutable bake of a level, and the questions that it answers."""

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

    Made by :meth:`build` or :meth:`from_grid`; :meth:`update` makes the next one, which shares
    everything that an edit did not touch.

    Threads: any number of them may ask one world anything, searches in batches included, while
    others update it, pickle it or let go of it. What a search needs to write lies in the memory of
    its thread and ends with the thread; no query waits for a lock, except that the first one for a
    storey besides the ground, or for a profile of another radius, bakes its grid once for all.
    """

    level: Level
    grid: NavGrid
    """The ground: its walkable cells for agents of the level's radius."""
    floor: npt.NDArray[np.uint8]
    """(depth, width), 1 where a cell's centre lies in an available area of the ground, before
    obstacles and padding; read-only."""
    version: int
    dirty: tuple[CellRect, ...] | None
    """The cells outside of which the ground equals that of the world that this one was updated
    from; other storeys have their own, see :meth:`on`. None: everything may differ, the lattice
    included."""
    _layers: Layers
    _storeys: Variants[Storeys] | None
    """By profile; None in a level without links, where a path leads over one grid."""
    _networks: Networks
    drawing: Level
    """The level as drawn; another than `level` in a world that :meth:`in_state` gave."""
    _in_states: "Variants[World]"

    def __repr__(self) -> str:
        """Version and size."""
        return f"<World version {self.version}, {self.grid.width} x {self.grid.depth} cells>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by level and lattice, or by the cells of a grid that was baked before.

        Loading bakes again, to the same cells; `dirty` is None then.
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
        """Return the bake of a level from scratch (S0-010 to S0-029).

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
        return cls._of(level, Layers.build(level, max_cells, lattice=lattice, job=job), 0)

    @classmethod
    def from_grid(cls, grid: NavGrid, level: Level | None = None) -> "World":
        """Return a world over a grid that was baked before.

        Its level has the numbers of the grid and, of elements, its doors (S0-019), which
        :meth:`set_area_available` opens and shuts by their cells, and the links that lead from
        its storey to the same one. Any other edit of areas,
        obstacles or baking numbers bakes what the level then draws, without the grid. Zones and
        painted tiles change nothing: what cells cost is the grid's.

        Args:
            grid: As `load_grid` gives it.
            level: One that an earlier world over this grid had, with doors as it says; None for
                a new one.
        """
        if level is None:
            level = level_of(grid)
        return cls._of(level, Layers(level, GivenGrid.of(level, grid), MAX_CELLS), 0)

    def update(
        self, level: Level, edit: Edit, *, keep_lattice: bool = False, job: Job | None = None
    ) -> "World":
        """Return the world after an edit; equals a build on its lattice, cell for cell (S0-030).

        Only the storeys are baked on which something changes, of those that were asked for.

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
        layers = self._layers.changed(level, edit.after, keep_lattice=keep_lattice, job=job)
        for layer in layers:
            if layer.dirty is not None:
                jump_cache.hand_on(self._layers[layer.name].grid, layer.grid, layer.dirty)
        networks = self._networks.changed(level, layers, edit.after)
        return World._of(level, layers, self.version + 1, networks)

    def set_area_available(self, name: str, flag: bool) -> "World":
        """Return the world with the area of this name opened or shut; this one if it is so already.

        Raises:
            UnknownArea: if no area has the name; a world made from a grid has its doors only
                (S0-019, S0-030).
        """
        area = self.level.area_named(name)
        if area is None:
            raise UnknownArea(unknown_area(self.level, name))
        edit = Edit.put(self.level, [turned(area, on=flag)])
        return self.update(edit.apply(self.level), edit) if edit else self

    def in_state(self, name: str) -> "World":
        """Return the world with the level in one of its states; "": as drawn. Kept with this world.

        It equals a build in that state on this world's lattice. Updating it, or pickling it,
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
        """This world of a level in a state, with the drawing from which other states follow."""
        return self if self.drawing is drawing else replace(self, drawing=drawing)

    def on(self, layer: str) -> Storey:
        """The storey of this name: its `grid`, `floor` and `dirty`, as the world's of the ground.

        Storeys share nothing but the lattice: what is drawn on one blocks no other (S1-040). The
        ground is baked with the world, another storey when it is first asked for; edits then
        bring it up to date.

        Raises:
            UnknownLayer: if the level has none of this name; the text lists those that it has.
                A world made from a grid has the ground only.
        """
        return self._layers[layer]

    def grid_for(self, profile: Profile) -> NavGrid:
        """The grid on which agents of a profile walk, kept and brought up to date after edits.

        It equals, cell for cell, what a level with this agent radius bakes to on this world's
        lattice, on the profile's storey; from the outer edge agents keep the level's boundary
        padding, or more and less by what they are wider and narrower, if
        `boundary_follows_radius` says so (S0-029). Areas and terrain that need abilities are open
        to profiles that have all of them, and shut to all others; terrain costs what the profile
        says, else what the level's table says (S1-034).

        Raises:
            UnknownLayer: if the level lacks the profile's storey.
            NavcoreError: if the radius is out of its limits, or another radius is asked of a
                world that was made from a grid.
        """
        grid = self._layers[profile.layer].opened_to(profile.abilities).grid_for(profile)
        return grid.four_connected if profile.neighbours == FOUR else grid

    def slowness_for(self, profile: Profile) -> npt.NDArray[np.float32] | None:
        """By how much terrain slows agents of a profile: they walk at their speed divided by it.

        Shaped as `NavGrid.cost`, and equal to it but 1 where terrain costs without slowing
        (X-046). None: it slows nobody.

        Raises:
            NavcoreError: as :meth:`grid_for`.
        """
        return self._layers[profile.layer].opened_to(profile.abilities).slowness_for(profile)

    def terrain_at(self, x: float, z: float, *, layer: str = GROUND) -> Terrain:
        """Return the terrain of the cell that holds a point; ground outside of the grid.

        Raises:
            UnknownLayer: as :meth:`on`.
        """
        cells = self._layers[layer].terrain
        return Terrain(name=GROUND) if cells is None else cells.at(x, z)

    def terrain_on(
        self, path: PathResult, *, profile: Profile | None = None, layer: str | None = None
    ) -> list[TerrainShare]:
        """What each terrain costs along a path that was found for a profile.

        See :func:`navcore.path.terrain_shares.terrain_shares`. `layer` names the storey of a path
        that doesn't name storeys itself; None for the profile's.

        Raises:
            NavcoreError: as :meth:`grid_for`.
        """
        own = layer or (profile or Profile()).layer

        return terrain_shares(
            lambda name: (self.grid_on(profile, name or own), self._layers[name or own].terrain),
            path,
        )

    def floor_for(self, profile: Profile) -> npt.NDArray[np.uint8]:
        """The floor of the profile's storey, with areas that need no more than its abilities.

        See `floor` and :meth:`grid_for`; read-only.
        """
        return self._layers[profile.layer].opened_to(profile.abilities).floor

    @property
    def graph(self) -> Graph:
        """The network of waypoints, for agents of no type; see :meth:`graph_for`."""
        return self.graph_for(Profile())

    def graph_for(self, profile: Profile) -> Graph:
        """Return the network of waypoints with the edges open that lie on the floor of a profile.

        Shut doors, obstacles and terrain that it can't enter shut the edges that cross them or
        come nearer than its floor does; edges between storeys need a link that joins their
        waypoints. A radius out of its limits raises a NavcoreError.
        """
        return self._networks.graph_for(profile, self.storeys_for)

    def profile_of(self, agent: Agent) -> Profile:
        """The profile on which floor an agent plans: the one that it names, or that of its body.

        See :func:`navcore.bake.profile.profile_of`.
        """
        return profile_of(agent, self.level.settings)

    @property
    def given_grid(self) -> NavGrid | None:
        """The grid that :meth:`from_grid` was given, its doors as they were; None in a bake."""
        ground = self._layers.ground
        return ground.given if isinstance(ground, GivenGrid) else None

    @property
    def gaps_left_open(self) -> frozenset[int]:
        """Ids of areas with too many corners or crossings for gaps beside them to be closed.

        They are baked all the same; without boundary padding nothing is lost, and none is named.
        Asks for all storeys.
        """
        return frozenset().union(*(one.gaps_left_open for one in map(self.on, self._layers.names)))

    @property
    def tangled(self) -> frozenset[int]:
        """Ids of areas and obstacles that cross themselves too often to be cut or united.

        They are baked exactly: inside and outside take turns at every edge. Asks for all storeys.
        """
        return frozenset().union(*(one.tangled for one in map(self.on, self._layers.names)))

    def is_walkable(self, x: float, z: float, *, layer: str = GROUND) -> bool:
        """Whether the point lies in a walkable cell of a storey; outside the grid nothing is.

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
            layer: The storey of the start; None for the profile's, which is the ground if
                nothing else was said (S1-043).
            goal_layer: The storey of the goal; None for that of the start.
            over: "cells"; or "graph", over the waypoints of :meth:`graph_for`, with the options
                of :func:`navcore.graph.journeys.find_path_over`.
            options: Also those of :func:`navcore.path.find.find_path`; with links, or on two
                storeys, as :func:`navcore.path.across.find_path_across` takes them.

        Raises:
            NavcoreError: as `navcore.path.find.find_path` and :meth:`grid_for`.
        """
        return search_for(self, options)(start, goal)

    def find_path_to_nearest(
        self, start: Point, goal: Point, **options: Unpack[Journey]
    ) -> PathResult:
        """The path to the goal, or to the reachable place nearest to it on the goal's storey.

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
        """Return the cheapest path for each pair, found on all cores.

        See :func:`navcore.path.batch.find_paths` and :meth:`find_path`.
        """
        return batch.find_all(search_for(self, options), starts, goals, threads=threads)

    def storeys_for(self, profile: Profile) -> Storeys:
        """What agents of a profile move on: grids of storeys, and the links that they can take."""
        make = partial(storeys_of, self.level, grounded(profile), self._layers.names, self.grid_for)
        return make() if self._storeys is None else self._storeys.get(grounded(profile), make)

    @property
    def has_links(self) -> bool:
        """Whether the level has links, by which a path may lead over more than one grid."""
        return self._storeys is not None

    def grid_on(self, profile: Profile | None, layer: str | None) -> NavGrid:
        """Return the grid of a profile on a storey; None: on its own."""
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
    """A world from a pickle: baked again on its lattice, or over the grid that it was given."""
    if isinstance(cells, NavGrid):
        return replace(World.from_grid(cells, level), version=version)
    return replace(World.build(level, lattice=cells, max_cells=max_cells), version=version)
