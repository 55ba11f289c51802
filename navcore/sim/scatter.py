"""Random places to stand: for wanderers, and for whole crowds placed at once.

All randomness comes from the given generator: the same seed and world give the same places.
"""

import math
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.level.canonical import as_point
from navcore.level.model import Point
from navcore.level.profiles import Profile
from navcore.path.nearest import nearest_walkable
from navcore.sim.poisson_disc import DARTS_FILL, Darts, laid, spread
from navcore.world import World

__all__ = ["random_place", "random_places", "random_places_anywhere"]

Places: TypeAlias = npt.NDArray[np.float64]

_SNAP: Final = 8.0
"""Metres from `reachable_from` in which a cell to stand in is searched (S0-040)."""

_HAIR: Final = 1e-9
"""Distance from the sides of a cell, in cells, at which a place is surely inside."""

_NOTHING: Final = 1e-6
"""Distances below this count as 0, metres."""

_ROUNDS: Final = 12
"""Most batches of places before only the nearest corners of cells are tried."""


def random_place(
    world: World,
    centre: Point,
    radius: float,
    rng: np.random.Generator,
    *,
    attempts: int = 10,
    reachable_from: Point | None = None,
    profile: Profile | None = None,
) -> Point | None:
    """Return a random walkable place in a disc, uniformly distributed; None if none was found.

    Up to `attempts` places are drawn, uniform in angle and area, and the first walkable one is
    returned: the place itself, not its cell's centre (S1-045, S1-046). With a radius of 0 it is the
    centre or None.

    Args:
        world: The world.
        centre: Centre of the disc, metres; need not be walkable.
        radius: Radius of the disc, metres, at least 0.
        rng: Random numbers: the same seed gives the same place (S1-048).
        attempts: Most places to draw; 0 finds nothing.
        reachable_from: Only places that can be reached from here (S1-047). A point outside
            walkable cells stands for the nearest walkable one within 8 m.
        profile: Agent type for which places are walkable; None: the level's own agents.

    Raises:
        NavcoreError: if a number is not finite or below 0, or the profile is out of its limits.

    >>> import numpy as np
    >>> from navcore import NavGrid, World
    >>> meadow = World.from_grid(NavGrid.from_array(np.ones((40, 40))))
    >>> place = random_place(meadow, (20, 20), 8.0, np.random.default_rng(1))
    >>> place is not None and meadow.is_walkable(*place)
    True
    """
    centre = _checked(centre, radius, attempts, "attempts")
    grid = _grid(world, profile)
    region = None if reachable_from is None else _region(grid, reachable_from)
    for _ in range(attempts):
        angle = rng.random() * 2 * math.pi
        distance = math.sqrt(rng.random()) * radius
        place = (centre[0] + distance * math.cos(angle), centre[1] + distance * math.sin(angle))
        if _suits(grid, place, region):
            return place
    return None


def random_places(
    world: World,
    centre: Point,
    radius: float,
    count: int,
    rng: np.random.Generator,
    *,
    reachable_from: Point | None = None,
    apart: float = 0.0,
    profile: Profile | None = None,
) -> Places:
    """Return (count, 2) walkable places in a disc, `apart` from each other if there is room.

    Places are drawn uniformly from the walkable part of the disc. If it is too full for `apart`
    metres between any two, all are closer, still evenly spread. There are fewer than `count`, none
    at all, only if no walkable cell reaches into the disc.

    Args:
        world: The world.
        centre: Centre of the disc, metres; need not be walkable.
        radius: Radius of the disc, metres, at least 0.
        count: Number of places.
        rng: Random numbers: the same seed gives the same places (S1-048).
        reachable_from: Only places that can be reached from here; as in `random_place`.
        apart: Metres between any two, at least 0: twice the radius of agents that stand there.
        profile: Agent type for which places are walkable; None: the level's own agents.

    Raises:
        NavcoreError: if a number is not finite or below 0, or the profile is out of its limits.
    """
    centre = _checked(centre, radius, count, "count")
    grid = _grid(world, profile)
    return _places(grid, _Disc(*centre, radius), count, rng, reachable_from, apart)


def random_places_anywhere(
    world: World,
    count: int,
    rng: np.random.Generator,
    *,
    reachable_from: Point | None = None,
    apart: float = 0.0,
    profile: Profile | None = None,
) -> Places:
    """Return (count, 2) walkable places anywhere in the world; none if it has no walkable cell.

    Arguments and errors are those of `random_places`.
    """
    _checked((0.0, 0.0), 0.0, count, "count")
    grid = _grid(world, profile)
    lattice = grid.lattice
    x, z = (lattice.min_x + lattice.max_x) / 2, (lattice.min_z + lattice.max_z) / 2
    everything = _Disc(x, z, math.hypot(lattice.max_x - x, lattice.max_z - z))
    return _places(grid, everything, count, rng, reachable_from, apart)


class _Disc(NamedTuple):
    """Disc in which places are drawn, metres."""

    x: float
    z: float
    radius: float

    def holds(self, places: Places) -> npt.NDArray[np.bool_]:
        """Return (n,) whether each of (n, 2) places is in the disc."""
        distances = np.hypot(places[:, 0] - self.x, places[:, 1] - self.z)
        inside: npt.NDArray[np.bool_] = distances <= self.radius
        return inside


def _checked(centre: Point, radius: float, number: int, name: str) -> Point:
    centre = as_point(centre, "the centre")
    _check_metres("radius", radius)
    if number < 0:
        message = f"{name} must be at least 0, got {number}"
        raise NavcoreError(message)
    return centre


def _check_metres(name: str, value: float) -> None:
    if not (math.isfinite(value) and value >= 0):
        message = f"{name} must be a number of at least 0 metres, got {value}"
        raise NavcoreError(message)


def _grid(world: World, profile: Profile | None) -> NavGrid:
    return world.grid if profile is None else world.grid_for(profile)


def _region(grid: NavGrid, place: Point) -> int:
    """Return the region that can be reached from a place, 0 for none."""
    cell = nearest_walkable(grid, as_point(place, "reachable_from"), _SNAP)
    return 0 if cell is None else grid.regions.region_at(_flat(grid, *cell))


def _flat(grid: NavGrid, column: int, row: int) -> int:
    """Return a cell's index in the flat padded array."""
    return (row + 1) * (grid.width + 2) + column + 1


def _suits(grid: NavGrid, place: Point, region: int | None) -> bool:
    if not grid.is_walkable(*place):
        return False
    return region is None or grid.regions.region_at(_flat(grid, *grid.cell_of(*place))) == region


def _places(
    grid: NavGrid,
    disc: _Disc,
    count: int,
    rng: np.random.Generator,
    reachable_from: Point | None,
    apart: float,
) -> Places:
    _check_metres("apart", apart)
    region = None if reachable_from is None else _region(grid, reachable_from)
    field = _Field(grid, disc, region)
    if count == 0 or not field.any:
        return np.empty((0, 2))
    if apart < _NOTHING:
        return field.draw(count, rng)
    places = np.empty((0, 2))
    if count * apart * apart < DARTS_FILL * field.area:
        places = Darts(apart).thrown(field, count, rng)
    if len(places) < count:
        places = laid(field, apart, count, rng)
    return places if len(places) == count else spread(field, apart, count, rng)


class _Field:
    """The walkable ground of a disc: cells of one region, or of all, each clipped to the disc."""

    def __init__(self, grid: NavGrid, disc: _Disc, region: int | None) -> None:
        """Find the cells that reach into the disc, and clip them to its box for drawing."""
        self._grid, self._disc = grid, disc
        lattice, side = grid.lattice, grid.lattice.cell_size
        bounds = np.array(
            [[lattice.min_x, lattice.min_z], [lattice.max_x, lattice.max_z]], np.float64
        )
        box = np.array(
            [
                [disc.x - disc.radius, disc.z - disc.radius],
                [disc.x + disc.radius, disc.z + disc.radius],
            ]
        )
        (left, low), (right, high) = (
            lattice.cell_of(*corner) for corner in np.clip(box, *bounds).tolist()
        )
        self._left, self._low = left, low
        self._allowed = self._cells(region)[low : high + 1, left : right + 1]
        rows, columns = np.nonzero(self._allowed)
        corners = np.column_stack(
            (
                lattice.anchor_x + (lattice.column + left + columns) * side,
                lattice.anchor_z + (lattice.row + low + rows) * side,
            )
        )
        nearest = np.clip((disc.x, disc.z), corners, corners + side)
        # A point on a cell's edge may count as part of the next cell.
        inward = np.clip((disc.x, disc.z), corners + _HAIR * side, corners + (1 - _HAIR) * side)
        self._nearest = np.where(self.holds(nearest)[:, None], nearest, inward)
        reached = self.holds(self._nearest)
        self._nearest, corners = self._nearest[reached], corners[reached]
        self._lows = np.maximum(corners, box[0])
        self._highs = np.minimum(corners + side, box[1])
        sides = np.maximum(self._highs - self._lows, 0.0)
        self._areas = sides[:, 0] * sides[:, 1]

    def _cells(self, region: int | None) -> npt.NDArray[np.bool_]:
        cells: npt.NDArray[np.bool_] = self._grid.walkable != 0
        if region is not None:
            cells &= self._grid.regions.labels[1:-1, 1:-1] == region
        return cells

    @property
    def any(self) -> bool:
        """True if there is any place at all."""
        return len(self._lows) > 0

    @property
    def area(self) -> float:
        """Return the area in square metres, slightly overestimated."""
        return float(self._areas.sum())

    @property
    def box(self) -> tuple[Places, Places]:
        """Return the lower left and upper right corner of the drawn region, metres."""
        return self._lows.min(axis=0), self._highs.max(axis=0)

    def holds(self, places: Places) -> npt.NDArray[np.bool_]:
        """Return (n,) whether each of (n, 2) places is in the disc and in one of its cells."""
        lattice = self._grid.lattice
        columns = np.floor((places[:, 0] - lattice.anchor_x) / lattice.cell_size)
        rows = np.floor((places[:, 1] - lattice.anchor_z) / lattice.cell_size)
        columns -= lattice.column + self._left
        rows -= lattice.row + self._low
        depth, width = self._allowed.shape
        inside = self._disc.holds(places)
        inside &= (columns >= 0) & (columns < width) & (rows >= 0) & (rows < depth)
        at = np.flatnonzero(inside)
        inside[at] = self._allowed[rows[at].astype(np.int64), columns[at].astype(np.int64)]
        return inside

    def draw(self, count: int, rng: np.random.Generator) -> Places:
        """Return (count, 2) places, uniformly distributed."""
        total = self._areas.sum()
        drawn: list[Places] = []
        missing = count
        if total > 0:
            bounds = np.cumsum(self._areas) / total
            for _ in range(_ROUNDS):
                cells = np.searchsorted(bounds, rng.random(2 * missing), side="right")
                cells = np.minimum(cells, len(bounds) - 1)
                lows, highs = self._lows[cells], self._highs[cells]
                places = lows + rng.random((2 * missing, 2)) * (highs - lows)
                drawn.append(places[self.holds(places)][:missing])
                missing -= len(drawn[-1])
                if not missing:
                    break
        # The region consists of slivers of cells, or of the centre alone.
        drawn.append(self._nearest[rng.integers(len(self._nearest), size=missing)])
        return np.concatenate(drawn)
