"""Lanes: links as searches use them, from one cell to another at a fixed cost.

A link between two points is one lane. If an end is a segment, the link can be entered anywhere
along it and leads to the same share of the other end: there is one lane for each cell length of the
longer end, at most 64, evenly spaced, with half a spacing at both ends of the segment. A lane can
be taken if both its cells are walkable and differ; ends are never snapped to other cells. A two-way
link has each lane twice.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import count
from math import ceil, dist, hypot, sqrt
from typing import Final, NamedTuple

import numpy as np

from navcore.bake.grid import FOUR, NavGrid
from navcore.bake.profile import radius_in
from navcore.errors import UnknownLayer
from navcore.level.affine import Point, Ring
from navcore.level.links import link_cost
from navcore.level.model import Level, Link, Profile
from navcore.level.profiles import on_layer
from navcore.path.joined_grids import JoinedGrids
from navcore.path.lane_groups import LaneGroups
from navcore.path.space import Space

__all__ = ["Lane", "Storeys", "can_take", "crossings", "storeys_of"]

_MOST_LANES: Final = 64
"""Most lanes of one link in one direction."""

_CLOSE: Final = 1e-9
"""Relative difference up to which lengths count as equal."""


class Lane(NamedTuple):
    """One connection through a link, in one direction."""

    link: int
    """Id of the link."""
    storeys: tuple[int, int]
    """Numbers of the storeys of both ends."""
    cells: tuple[int, int]
    """Ids of the cells of both ends."""
    points: tuple[Point, Point]
    """Both ends, metres."""
    length: float
    """Metres, in a straight line from floor to floor."""
    cost: float
    """Cost in cells."""
    strips: tuple[int, int]
    """Numbers of the strips of both ends; a strip is a run of connected cells of one end of a link.
    -1 if the link has one lane."""
    along: tuple[float, float]
    """Positions on the strips: walking between two costs no more than their difference."""

    @property
    def back(self) -> "Lane":
        """Return the same lane in the other direction."""
        return Lane(
            self.link, self.storeys[::-1], self.cells[::-1], self.points[::-1], self.length,
            self.cost, self.strips[::-1], self.along[::-1],
        )  # fmt: skip


class Storeys:
    """The grid of each storey and the lanes of links that agents of one profile can use.

    Immutable; any number of threads may search it.
    """

    def __init__(
        self, names: Iterable[str], grid_of: Callable[[str], NavGrid], links: Iterable[Link] = ()
    ) -> None:
        """Take the names of all storeys, their grids, and links that the profile can take.

        The first storey is used for every name that is not in `names`. All grids have the same
        lattice; a grid is fetched when a link has an end there, or when it is searched.
        """
        self.names: Final = tuple(names)
        self._grid_of: Final = grid_of
        self._grids: Final[dict[int, NavGrid]] = {}
        self._strips = count()
        self.lanes: Final = tuple(lane for link in links for lane in self._lanes_of(link))
        size = len(self.lanes)
        self.costs: Final = np.array([lane.cost for lane in self.lanes], np.float64)
        """(n,) cost of each lane in cells."""
        self.cells: Final = np.array([lane.cells for lane in self.lanes], np.int32)
        """(n, 2) cells of both ends of each lane."""
        self.cells.shape = (size, 2)
        row_length = self.grid(0).padded.shape[1] if size else 1
        rows, columns = np.divmod(self.cells, np.int32(row_length))
        self.spots: Final = np.stack((columns, rows), axis=2).reshape(size, 4)
        """(n, 4) int32 column and row of the near, and of the far end in the padded arrays."""
        self.places: Final = np.array([self._places(lane) for lane in self.lanes], np.int64)
        """(n, 2) region and storey of these cells, as :meth:`place_of` numbers them."""
        self.places.shape = (size, 2)
        self.strips: Final = np.array([lane.strips for lane in self.lanes], np.int64)
        """(n, 2) strips of both ends of each lane."""
        self.strips.shape = (size, 2)
        self.along: Final = np.array([lane.along for lane in self.lanes], np.float64)
        """(n, 2) where the ends lie on their strips."""
        self.along.shape = (size, 2)
        leasts = np.array([[self.grid(storey).least_cost for storey in lane.storeys]
                           for lane in self.lanes], np.float64)  # fmt: skip
        leasts.shape = (size, 2)
        self.groups: Final = LaneGroups.of(self.strips, self.spots, self.places, leasts)
        self._joined: Final[dict[tuple[int, ...], JoinedGrids]] = {}

    def grid(self, storey: int) -> NavGrid:
        """Return the grid of a storey by its number."""
        found = self._grids.get(storey)
        if found is None:
            found = self._grids[storey] = self._grid_of(self.names[storey])
        return found

    def number_of(self, name: str) -> int:
        """Return the number of a storey; "" is the first.

        Raises:
            UnknownLayer: if no storey has the name.
        """
        if not name:
            return 0
        if name not in self.names:
            message = f"no layer is named {name!r}; layers here: {', '.join(self.names)}"
            raise UnknownLayer(message)
        return self.names.index(name)

    def joined(self, *storeys: int) -> JoinedGrids:
        """Return these storeys, and all with ends of lanes, as one array of cells; cached."""
        numbers = tuple(sorted({*storeys, *(self.places >> 32).ravel().tolist()}))
        found = self._joined.get(numbers)
        if found is None:
            grids = {number: self.grid(number) for number in numbers}
            found = self._joined[numbers] = JoinedGrids(grids, self.places, self.cells)
        return found

    def place_of(self, storey: int, cell: int) -> int:
        """Return the region of a walkable cell, numbered so that storeys share none."""
        return storey << 32 | self.grid(storey).regions.region_at(cell)

    def _places(self, lane: Lane) -> tuple[int, int]:
        (storey, to_storey), (cell, to_cell) = lane.storeys, lane.cells
        return self.place_of(storey, cell), self.place_of(to_storey, to_cell)

    def _lanes_of(self, link: Link) -> Iterator[Lane]:
        """Yield the lanes of a link whose ends are both walkable, each pair of cells once."""
        start = self.number_of(link.layer if link.layer in self.names else "")
        end = start
        if link.to_layer:
            end = self.number_of(link.to_layer if link.to_layer in self.names else "")
        grid, to_grid = self.grid(start), self.grid(end)
        space, to_space = Space.of(grid), Space.of(to_grid)
        up = to_grid.floor_y - grid.floor_y
        found = set()
        places = crossings(link, grid.cell_size)
        near, far = (_Strip(one, self._strips, len(places)) for one in (grid, to_grid))
        for a, b in places:
            cells = space.free_cell_at(a), to_space.free_cell_at(b)
            if min(cells) < 0 or cells in found or (start == end and cells[0] == cells[1]):
                continue
            found.add(cells)
            near.go_on(cells[0])
            far.go_on(cells[1])
            length = hypot(dist(a, b), up)
            cost = link_cost(link, length) / grid.cell_size
            lane = Lane(
                link.id, (start, end), cells, (a, b), length, cost, (near.number, far.number),
                (near.along, far.along),
            )  # fmt: skip
            yield lane
            if not link.one_way:
                yield lane.back


class _Strip:
    """Consecutive cells of one end of a link; a new strip begins where they are not connected."""

    def __init__(self, grid: NavGrid, numbers: Iterator[int], lanes: int) -> None:
        self.number = -1
        self.along = 0.0
        self._grid = grid
        self._numbers = numbers
        self._cell = -1
        self._is_one = lanes == 1

    def go_on(self, cell: int) -> None:
        """Go on to the next cell."""
        if not self._is_one:
            step = _most_for_step(self._grid, self._cell, cell) if self._cell >= 0 else None
            if step is None:
                self.number, self.along = next(self._numbers), 0.0
            else:
                self.along += step
            self._cell = cell


def _most_for_step(grid: NavGrid, cell: int, to: int) -> float | None:
    """Return the most that a step between cells costs; None if they aren't neighbours."""
    row_length = grid.padded.shape[1]
    (row, column), (to_row, to_column) = divmod(cell, row_length), divmod(to, row_length)
    rows, columns = abs(to_row - row), abs(to_column - column)
    if max(rows, columns) > 1:
        return None
    dearest: float = 1.0
    if grid.cost is not None:
        dearest = float(max(grid.cost[row, column], grid.cost[to_row, to_column]))
    if rows + columns < 2:
        return float(rows + columns) * dearest
    if grid.connectivity == FOUR:
        return None
    is_allowed = bool(grid.padded[row, to_column] and grid.padded[to_row, column])
    return dearest * sqrt(2.0) if is_allowed else None


def storeys_of(
    level: Level, profile: Profile, names: Iterable[str], grid_for: Callable[[Profile], NavGrid]
) -> Storeys:
    """Return the storeys and links that agents of a profile can use in a level.

    Args:
        level: the level with its links.
        profile: the agent type.
        names: names of all storeys, the ground first.
        grid_for: returns the grid of a profile on its storey.

    Raises:
        NavcoreError: if the profile's radius is out of its limits.
    """
    radius = radius_in(profile, level.settings)
    links = [link for link in level.of(Link).values() if can_take(link, profile.abilities, radius)]
    return Storeys(names, lambda name: grid_for(on_layer(profile, name)), links)


def can_take(link: Link, abilities: Collection[str], radius: float) -> bool:
    """Return whether agents with these abilities and this radius in metres can take a link."""
    is_wide_enough = link.width <= 0 or 2 * radius <= link.width * (1 + _CLOSE)
    return is_wide_enough and set(abilities).issuperset(link.needs)


def crossings(link: Link, cell_size: float) -> list[tuple[Point, Point]]:
    """Return the ends of a link's lanes in metres, without checking the floor there."""
    longest = max(dist(end[0], end[-1]) for end in (link.start, link.end))
    count = min(_MOST_LANES, max(1, ceil(longest / cell_size * (1 - _CLOSE))))
    shares = [(i + 0.5) / count for i in range(count)]
    return [(_along(link.start, share), _along(link.end, share)) for share in shares]


def _along(end: Ring, share: float) -> Point:
    """Return the point at a share of the length of one end."""
    if len(end) == 1:
        return end[0]
    (x, z), (to_x, to_z) = end
    return (x + share * (to_x - x), z + share * (to_z - z))
