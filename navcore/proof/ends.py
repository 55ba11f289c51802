"""Ends of a queried path: their cells, and the elements there."""

from math import ceil, dist, sqrt
from typing import Final, NamedTuple

import numpy as np

from navcore.bake.given import GivenGrid
from navcore.bake.grid import NavGrid
from navcore.bake.profile import boundary_padding_for, radius_in
from navcore.level.model import Level, Obstacle, Point, Profile
from navcore.level.pick import pick_index
from navcore.level.profiles import on_layer
from navcore.path.space import Space
from navcore.world import World

_EDGE: Final = 1e-6
"""Distance in metres up to which a place counts as lying on an outline."""

_STEP: Final = 0.05
"""Metres from place to place where a short line is tested."""


class End(NamedTuple):
    """A start or a goal."""

    point: Point
    """The requested place, metres."""
    layer: str
    cell: tuple[int, int]
    """Column and row of its cell, or of the cell that replaces it."""
    beside: Point | None = None
    """Centre of the replacing cell, if any: the end is too close to a wall."""
    title: str = ""
    """Name at the beginning of sentences."""

    def is_free(self, world: World, profile: Profile) -> bool:
        """Return whether the cell is walkable for agents of a profile."""
        grid = world.grid_for(on_layer(profile, self.layer))
        column, row = self.cell
        return grid.lattice.holds(column, row) and bool(grid.padded[row + 1, column + 1])


def end_at(world: World, profile: Profile, point: Point, layer: str, title: str = "") -> End:
    """Return an end in its own cell, or in walkable floor beside it where an agent stops.

    The latter if it lies on open floor, but nearer to a wall than agents can come, and walkable
    floor is in sight within that distance plus a cell.
    """
    grid = world.grid_for(on_layer(profile, layer))
    space = Space.of(grid)
    own = End(point, layer, space.cell_of(point), title=title)
    if space.free_cell_at(point) >= 0 or not _is_floor(world, profile, layer, point):
        return own
    settings = world.level.settings
    radius = radius_in(profile, settings)
    needed = max(radius + settings.object_padding, boundary_padding_for(radius, settings))
    reach = needed * sqrt(2.0) + grid.cell_size
    for cell in _free_around(grid, point, reach):
        centre = grid.centre_of(*cell)
        count = ceil(dist(point, centre) / _STEP) + 1
        if all(
            _is_floor(world, profile, layer, (float(x), float(z)))
            for x, z in np.linspace(point, centre, count)
        ):
            return End(point, layer, cell, centre, title)
    return own


def _free_around(grid: NavGrid, point: Point, reach: float) -> list[tuple[int, int]]:
    """Walkable cells within reach of a place, the nearest first."""
    column, row = grid.cell_of(*point)
    rings = ceil(reach / grid.cell_size)
    top, left = max(0, row - rings), max(0, column - rings)
    near = grid.walkable[top : row + rings + 1, left : column + rings + 1]
    cells = [(left + x, top + z) for z, x in np.argwhere(near).tolist()]
    away = {cell: dist(grid.centre_of(*cell), point) for cell in cells}
    return sorted((cell for cell in cells if away[cell] <= reach), key=lambda one: away[one])


def _is_floor(world: World, profile: Profile, layer: str, point: Point) -> bool:
    """Return whether a place is floor that is open to a profile, however near to a wall."""
    own = on_layer(profile, layer)
    if isinstance(world.on(layer), GivenGrid):
        return False
    floor = world.floor_for(own)
    column, row = world.grid.cell_of(*point)
    if not world.grid.lattice.holds(column, row):
        return False
    if not floor[row, column] and not _in_open_area(world.level, profile, layer, point):
        return False
    if not set(profile.abilities).issuperset(world.terrain_at(*point, layer=layer).needs):
        return False
    return obstacle_at(world.level, layer, point) is None


def _in_open_area(level: Level, profile: Profile, layer: str, point: Point) -> bool:
    """Return whether a place is in an area, even if the centre of its cell is not."""
    x, z = point
    has = frozenset(profile.abilities)
    near = (level.areas.get(key) for key in pick_index(level).touching_box(x, z, x, z))
    return any(
        area.available
        and has.issuperset(area.needs)
        and (area.holds(point) or area.distance(point) <= _EDGE)
        for area in near
        if area is not None and level.settings.layer_of(area) == layer
    )


def obstacle_at(level: Level, layer: str, point: Point) -> Obstacle | None:
    """Return the obstacle of a storey that a place lies in, the topmost of several; else None."""
    x, z = point
    near = pick_index(level).touching_box(x, z, x, z)
    held = [
        obstacle
        for key in near
        if (obstacle := level.obstacles.get(key)) is not None
        and obstacle.enabled
        and level.settings.layer_of(obstacle) == layer
        and obstacle.holds(point)
    ]
    return max(held, key=lambda one: (one.order, one.id), default=None)
