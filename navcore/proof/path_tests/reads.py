"""Decide whether a change between two worlds can change the result of a path test.

A search reads cells, and the rules below say which: they never keep a result that a new search
would change, and search again as seldom as possible. Cells are compared directly, whatever edit led
from one world to the other.

- If an end of the test changes between floor and no floor, search again.
- *No path* stays as long as both ends are in different regions.
- A path of cost C stays as long as no cell changed that a path of this cost could come near: a cell
  whose distances to both ends, in steps over free ground of the lowest cost, add up to at most C.
  Searches expand cells in the order of cost plus distance, so they have read no other cells when
  the goal is reached, and neither has pulling the path taut, which stays between the cells of the
  path. Queues sort by ranges of cost, and searches read neighbours: `_SLACK` allows for both.
- If links may be taken, or both ends lie on different storeys, a link may be a short cut from
  anywhere: search again as soon as any cell, link or height has changed.
- The duration also depends on the terrain that slows.
"""

from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR
from navcore.level.model import Link, PathTest, Point, Profile
from navcore.level.profiles import on_layer
from navcore.path.lane_groups import octile
from navcore.path.result import PathResult, Status
from navcore.proof.path_tests.answer import Asked
from navcore.world import World

__all__ = ["Changes"]

_SLACK: Final = (0.5, 6.0)
"""Cost, and steps over ground of the lowest cost, by which a changed cell may lie outside."""

_MOST: Final = 4096
"""Number of changed cells above which they are grouped in blocks."""

_BLOCK: Final = 8
"""Side of such a block in cells; no cell of it is more than 4 steps from its middle, which
lengthens the path over it by less than 12 steps."""

_IN_BLOCK: Final = 12.0


class _Spots(NamedTuple):
    """Rows and columns of changed cells in the padded arrays."""

    rows: npt.NDArray[np.int64]
    columns: npt.NDArray[np.int64]
    margin: float
    """Steps by which a cell may lie nearer to the ends than these say."""


class _Storey:
    """Changes of one storey for agents of one type."""

    def __init__(self, old: World, new: World, profile: Profile) -> None:
        self.grid: Final = new.grid_for(profile)
        self.before: Final = old.grid_for(profile)
        self._worlds: Final = (old, new)
        self._profile: Final = profile

    @cached_property
    def is_alike(self) -> bool:
        """True if both have the same lattice and lowest cost, and are searched in the same way."""
        one, other = self.before, self.grid
        same = one.lattice == other.lattice and one.least_cost == other.least_cost
        return same and one.has_costs == other.has_costs

    @cached_property
    def spots(self) -> _Spots:
        """Return the changed cells; both grids must have the same lattice."""
        one, other = self.before, self.grid
        if one is other:
            differ = np.zeros(0, np.int64)
        else:
            changed = one.padded != other.padded
            if one.has_costs or other.has_costs:
                changed |= one.weights != other.weights
            differ = np.flatnonzero(changed)
        slower = self._slower()
        if slower is not None:
            differ = np.union1d(differ, slower)
        rows, columns = np.divmod(differ, other.padded.shape[1])
        if len(rows) <= _MOST:
            return _Spots(rows, columns, 0.0)
        blocks = np.unique(np.stack((rows // _BLOCK, columns // _BLOCK)), axis=1)
        middles = blocks * _BLOCK + _BLOCK // 2
        return _Spots(middles[0], middles[1], _IN_BLOCK)

    def _slower(self) -> npt.NDArray[np.int64] | None:
        """Return cells where agents are slower or faster than before; None if there are none."""
        one, other = (world.slowness_for(self._profile) for world in self._worlds)
        if one is other:
            return None
        plain = np.ones((), np.float32)
        return np.flatnonzero(
            (plain if one is None else one) != (plain if other is None else other)
        )

    def cell_at(self, point: Point) -> tuple[int, int]:
        """Row and column of a place in the padded arrays."""
        column, row = self.grid.cell_of(*point)
        return row + 1, column + 1

    def stays_on(self, point: Point) -> bool:
        """Return whether a place is on floor as before, or off it as before."""
        return self.before.is_walkable(*point) == self.grid.is_walkable(*point)

    def region_at(self, point: Point) -> int:
        """Return the region of a place on floor."""
        row, column = self.cell_at(point)
        return self.grid.regions.region_at(row * self.grid.padded.shape[1] + column)

    def comes_near(self, start: Point, goal: Point, cost: float) -> bool:
        """Return whether a cell changed that a path of this cost could come near."""
        spots, grid = self.spots, self.grid
        if not len(spots.rows):
            return False
        steps = np.zeros(len(spots.rows))
        for row, column in (self.cell_at(start), self.cell_at(goal)):
            across, along = np.abs(spots.columns - column), np.abs(spots.rows - row)
            steps += octile(across, along, is_four=grid.connectivity == FOUR)
        fixed, around = _SLACK
        least = (float(steps.min()) - around - spots.margin) * grid.least_cost
        return least <= cost + fixed


class Changes:
    """Changes between two worlds, as tests need them. For one thread."""

    def __init__(self, old: World, new: World) -> None:
        """Both are the level in the same state; nothing is compared yet."""
        self._old, self._new = old, new
        self._storeys: dict[tuple[str, Profile | None], _Storey] = {}

    def touch(self, test: PathTest, asked: Asked, was: Asked, found: PathResult) -> bool:
        """Return whether the result of a test may have changed.

        Args:
            test: The test, at the time of its last search.
            asked: Its query to the new world.
            was: Its query to the old world.
            found: The result in the old world.
        """
        if asked != was:
            return True
        if asked.layer != asked.goal_layer or self._has_links:
            return self._touches_anything(asked)
        assert test.end is not None
        storey = self._storey(asked.layer, asked.profile)
        if not storey.is_alike:
            return True
        if not (storey.stays_on(test.start) and storey.stays_on(test.end)):
            return True
        if found.status in {Status.BAD_START, Status.BAD_END, Status.ALREADY_THERE}:
            return False
        if found.status is Status.NO_PATH:
            return storey.region_at(test.start) == storey.region_at(test.end)
        return storey.comes_near(test.start, test.end, found.cost)

    @cached_property
    def _has_links(self) -> bool:
        return bool(self._old.level.of(Link) or self._new.level.of(Link))

    def _touches_anything(self, asked: Asked) -> bool:
        old, new = self._old.level, self._new.level
        if old.of(Link) != new.of(Link) or old.settings.layers != new.settings.layers:
            return True
        storeys = [self._storey(name, asked.profile) for name in new.settings.layer_names]
        return any(not one.is_alike or len(one.spots.rows) > 0 for one in storeys)

    def _storey(self, layer: str, profile: Profile | None) -> _Storey:
        key = (layer, profile)
        found = self._storeys.get(key)
        if found is None:
            on = on_layer(profile or Profile(), layer)
            found = self._storeys[key] = _Storey(self._old, self._new, on)
        return found
