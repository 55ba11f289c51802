"""Tile maps of source 001: tiles with properties, on up to eight layers, and paths.

One object holds the tiles and searches paths over them (S1-002): the source's `CollisionMap` and
`NavigationMap` correspond to the same data here. Tiles are square in plan; x counts columns to the
right, y rows downwards, as on a screen.
"""

import math
import random
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR, NavGrid
from navcore.ecs.tiles import CollisionLayer, TileProperties
from navcore.errors import NavcoreError
from navcore.level.tables import MOST_LAYERS
from navcore.path.find import find_path, suggested_limit
from navcore.path.result import Status

__all__ = ["Projection", "TileMap", "TilePath"]

Projection: TypeAlias = Literal["ortho"]
"""Layout of tiles: in rows and columns."""

MAX_ITERATIONS: Final = 10_000
"""Most tiles that a search expands by default (S1-003)."""

_NO_POINTS: Final = np.empty((0, 3), np.float64)


@dataclass(frozen=True, slots=True, eq=False)
class TilePath:
    """A path over tiles, or why there is none."""

    status: Status
    """`Complete`, `AlreadyThere` (one point), `BadStart`, `BadEnd`, `NoPath` or `LimitReached`."""
    points: npt.NDArray[np.float64] = field(default_factory=lambda: _NO_POINTS)
    """(n, 3) centres of tiles from start to goal, both included, third number 0 (S1-013)."""
    cost: float = 0.0
    """Sum over all entered tiles; the start is free (S1-015)."""
    iterations: int = 0
    """Tiles that the search took from its queue (S1-011)."""

    def __bool__(self) -> bool:
        """Return whether it leads to the goal."""
        return self.status in {Status.COMPLETE, Status.ALREADY_THERE}


_PLAIN: Final = TileProperties()


class TileMap:
    """A map of tiles, and the paths over them.

    >>> tiles = TileMap(20, 10, tile_width=32, tile_height=32, num_layers=2)
    >>> tiles.set_navigable(5, 4, False)
    >>> path = tiles.find_path(2, 4, 8, 4)
    >>> bool(path), path.cost, len(path.points)
    (True, 8.0, 9)
    """

    def __init__(
        self,
        width: int,
        height: int,
        projection: Projection = "ortho",
        tile_width: float = 32.0,
        tile_height: float = 32.0,
        num_layers: int = 1,
    ) -> None:
        """Make a map in which every tile is plain ground (S1-004a).

        NavcoreError: if there are no tiles, no such projection, a tile size of 0, or not one to
            eight layers.
        """
        if projection != "ortho":
            message = f"projection must be 'ortho', got {projection!r}"
            raise NavcoreError(message)
        for name, value in (("width", width), ("height", height)):
            if value < 1:
                message = f"{name} must be 1 tile or more, got {value}"
                raise NavcoreError(message)
        for name, size in (("tile_width", tile_width), ("tile_height", tile_height)):
            if not (math.isfinite(size) and size > 0):
                message = f"{name} must be a finite number over 0, got {size}"
                raise NavcoreError(message)
        if not 1 <= num_layers <= MOST_LAYERS:
            message = f"num_layers must be 1 to {MOST_LAYERS}, got {num_layers}"
            raise NavcoreError(message)
        self.projection: Final = projection
        self.width: Final = width
        self.height: Final = height
        self.tile_width: Final = float(tile_width)
        self.tile_height: Final = float(tile_height)
        self._layers: Final = [_Layer(width, height) for _ in range(num_layers)]
        self._active = CollisionLayer.GROUND

    @property
    def num_layers(self) -> int:
        """The number of layers."""
        return len(self._layers)

    @property
    def active_layer(self) -> CollisionLayer:
        """The default layer of all methods except path searches (S1-042, S1-043)."""
        return self._active

    def set_active_layer(self, layer: int) -> bool:
        """Make a layer the active one; False, and nothing done, if the map lacks it (S1-041)."""
        if not 0 <= layer < self.num_layers:
            return False
        self._active = CollisionLayer(layer)
        return True

    # Places.

    def is_valid_grid_position(self, x: int, y: int) -> bool:
        """Return whether the map has this tile."""
        return 0 <= x < self.width and 0 <= y < self.height

    def world_to_grid(self, x: float, y: float) -> tuple[int, int]:
        """Return the tile that holds a place, perhaps outside of the map (S1-024).

        Raises:
            NavcoreError: if the place is not finite.
        """
        if not (math.isfinite(x) and math.isfinite(y)):
            message = f"a place must be two finite numbers, got ({x}, {y})"
            raise NavcoreError(message)
        return math.floor(x / self.tile_width), math.floor(y / self.tile_height)

    def grid_to_world(self, x: int, y: int) -> tuple[float, float]:
        """Return the centre of a tile (S1-024)."""
        return ((x + 0.5) * self.tile_width, (y + 0.5) * self.tile_height)

    # Tiles.

    def tile(self, x: int, y: int, layer: int | None = None) -> TileProperties:
        """Return the properties of a tile.

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        number = self._number(layer)
        self._check(x, y)
        return self._layers[number].tiles.get((x, y)) or replace(_PLAIN, layer=number)

    def set_tile(self, x: int, y: int, tile: TileProperties, layer: int | None = None) -> None:
        """Replace the properties of a tile; its layer stays the same (S1-038).

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        number = self._number(layer)
        self._check(x, y)
        self._layers[number].put(x, y, replace(tile, layer=number))

    def set_navigable(
        self, x: int, y: int, is_navigable: bool, cost: float = 1.0, layer: int | None = None
    ) -> None:
        """Let agents enter a tile at a cost, or keep them off it.

        A tile that is made navigable is not blocked any more: a destroyed wall is open (S1-037).

        Raises:
            NavcoreError: if the map lacks the tile or the layer, or the cost is not over 0.
        """
        old = self.tile(x, y, layer)
        if is_navigable:
            new = replace(old, is_navigable=True, is_blocked=False, traversal_cost=float(cost))
        else:
            new = replace(old, is_navigable=False)
        self.set_tile(x, y, new, layer)

    def set_blocked(self, x: int, y: int, is_blocked: bool, layer: int | None = None) -> None:
        """Let a tile have a hard collision, or none.

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        self.set_tile(x, y, replace(self.tile(x, y, layer), is_blocked=is_blocked), layer)

    def set_terrain(self, x: int, y: int, terrain: str, layer: int | None = None) -> None:
        """Give a tile a terrain, and with it that terrain's cost (S1-036).

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        old = self.tile(x, y, layer)
        self.set_tile(x, y, replace(old, terrain=terrain, traversal_cost=None), layer)

    def destroy(self, x: int, y: int, layer: int | None = None) -> None:
        """Change a tile to its destroyed state; by default open ground (S1-053).

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        self.set_tile(x, y, self.tile(x, y, layer).on_destroyed_state or _PLAIN, layer)

    def build(self, x: int, y: int, layer: int | None = None) -> None:
        """Change a tile to its built state: a bridge, by default open ground (S1-055).

        Raises:
            NavcoreError: if the map lacks the tile or the layer.
        """
        self.set_tile(x, y, self.tile(x, y, layer).on_built_state or _PLAIN, layer)

    def is_navigable(self, x: int, y: int, layer: int | None = None) -> bool:
        """Return whether agents can enter a tile; false outside the map (S1-032).

        Raises:
            NavcoreError: if the map lacks the layer.
        """
        number = self._number(layer)
        return self.is_valid_grid_position(x, y) and bool(self._layers[number].cost[y, x] > 0)

    def has_collision(self, x: int, y: int, layer: int | None = None) -> bool:
        """Return whether a tile is blocked; true outside the map (S1-033).

        Raises:
            NavcoreError: if the map lacks the layer.
        """
        self._number(layer)
        return not self.is_valid_grid_position(x, y) or self.tile(x, y, layer).is_blocked

    def traversal_cost(self, x: int, y: int, layer: int | None = None) -> float:
        """Return the cost of entering a tile; infinite outside the map (S1-033).

        Raises:
            NavcoreError: if the map lacks the layer.
        """
        self._number(layer)
        return self.tile(x, y, layer).cost if self.is_valid_grid_position(x, y) else math.inf

    # Paths.

    def find_path(
        self,
        start_x: int,
        start_y: int,
        goal_x: int,
        goal_y: int,
        layer: int = CollisionLayer.GROUND,
        max_iterations: int = MAX_ITERATIONS,
    ) -> TilePath:
        """Return the cheapest path from tile to tile, over sides only (S1-003 to S1-021).

        Ends are not snapped: an end outside the map, or one that can't be entered, has no path
        (S1-005, S1-006). The cost of a step is the cost of the tile that it enters.

        Args:
            start_x: Column of the start.
            start_y: Row of the start.
            goal_x: Column of the goal.
            goal_y: Row of the goal.
            layer: The layer to search; by default the ground, independent of the active layer
                (S1-043).
            max_iterations: The most tiles to expand; reaching it gives no path (S1-011).
                `suggested_iterations` is enough for most maps.

        Raises:
            NavcoreError: if `max_iterations` is below 0.
        """
        if not 0 <= layer < self.num_layers or not self.is_navigable(start_x, start_y, layer):
            return TilePath(Status.BAD_START)
        if not self.is_navigable(goal_x, goal_y, layer):
            return TilePath(Status.BAD_END)
        ends = [self.grid_to_world(start_x, start_y), self.grid_to_world(goal_x, goal_y)]
        if (start_x, start_y) == (goal_x, goal_y):
            return TilePath(Status.ALREADY_THERE, np.array([(*ends[0], 0.0)]))
        found = find_path(
            self.grid(layer),
            (start_x + 0.5, start_y + 0.5),
            (goal_x + 0.5, goal_y + 0.5),
            snap_radius=0.0,
            smoothing="none",
            limit=max_iterations,
        )
        if found.status is not Status.COMPLETE:
            return TilePath(found.status, iterations=found.visited)
        centres = (found.cells + 0.5) * (self.tile_width, self.tile_height)
        points = np.column_stack((centres, np.zeros(len(centres))))
        return TilePath(Status.COMPLETE, points, found.cost, found.visited)

    @property
    def suggested_iterations(self) -> int:
        """A `max_iterations` for this map: all tiles, at most 50,000 (S1-012)."""
        return suggested_limit(self.grid(CollisionLayer.GROUND))

    def random_navigable_point(
        self,
        center_x: float,
        center_y: float,
        radius: float,
        max_attempts: int = 10,
        *,
        layer: int = CollisionLayer.GROUND,
        seed: int | random.Random = 0,
        reachable_from: tuple[int, int] | None = None,
    ) -> tuple[float, float] | None:
        """Return a uniformly random place on navigable tiles in a disc; None if no attempt hits.

        Args:
            center_x: x of the centre of the disc.
            center_y: y of the centre of the disc.
            radius: Radius of the disc, at least 0; 0 tries the centre (S1-045).
            max_attempts: Number of places to try; the first navigable one is returned (S1-046).
            layer: The layer of the place.
            seed: Seed that makes the result repeatable (S1-048), or a random generator.
            reachable_from: A tile from which the place must be reachable (S1-047).

        Raises:
            NavcoreError: if the disc is not finite or the map lacks the layer.
        """
        draw = seed if isinstance(seed, random.Random) else random.Random(seed)
        if not (math.isfinite(radius) and radius >= 0):
            message = f"radius must be a finite number of at least 0, got {radius}"
            raise NavcoreError(message)
        regions = None if reachable_from is None else self.grid(layer).regions
        for _ in range(max_attempts):
            angle, away = math.tau * draw.random(), math.sqrt(draw.random()) * radius
            place = (center_x + away * math.cos(angle), center_y + away * math.sin(angle))
            tile = self.world_to_grid(*place)
            if not self.is_navigable(*tile, layer):
                continue
            if regions is not None and reachable_from is not None:
                here, there = (self._cell(*one) for one in (reachable_from, tile))
                if here < 0 or regions.region_at(here) != regions.region_at(there):
                    continue
            return place
        return None

    def grid(self, layer: int = CollisionLayer.GROUND) -> NavGrid:
        """Return the tiles of a layer as a grid of 1 x 1, row 0 the first row of tiles.

        The same object until a tile changes.

        Raises:
            NavcoreError: if the map lacks the layer.
        """
        return self._layers[self._number(layer)].grid()

    def _cell(self, x: int, y: int) -> int:
        """Id of a tile in its grid, see `navcore.path.space`; -1 outside of the map."""
        return (y + 1) * (self.width + 2) + x + 1 if self.is_valid_grid_position(x, y) else -1

    def _number(self, layer: int | None) -> int:
        number = int(self._active) if layer is None else int(layer)
        if not 0 <= number < self.num_layers:
            message = f"layer must be 0 to {self.num_layers - 1}, got {number}"
            raise NavcoreError(message)
        return number

    def _check(self, x: int, y: int) -> None:
        if not self.is_valid_grid_position(x, y):
            message = f"the map has {self.width} x {self.height} tiles, none at ({x}, {y})"
            raise NavcoreError(message)


class _Layer:
    """The tiles of one layer."""

    def __init__(self, width: int, height: int) -> None:
        self.tiles: dict[tuple[int, int], TileProperties] = {}
        """Tiles that are not plain ground."""
        self.cost: npt.NDArray[np.float32] = np.ones((height, width), np.float32)
        """Cost of entering each tile; 0 if it can't be entered."""
        self._grid: NavGrid | None = None

    def put(self, x: int, y: int, tile: TileProperties) -> None:
        self.tiles[x, y] = tile
        cost = np.float32(tile.cost) if tile.is_free else np.float32(0)
        if self.cost[y, x] != cost:
            self.cost[y, x] = cost
            self._grid = None

    def grid(self) -> NavGrid:
        if self._grid is None:
            self._grid = NavGrid.from_array(self.cost > 0, cost=self.cost, connectivity=FOUR)
        return self._grid
