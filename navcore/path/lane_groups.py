"""Groups of lanes: lanes of one link that begin near each other and end near each other.

The remaining cost is bounded per group instead of per lane: a wide link has dozens of lanes.
"""

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import FOUR, NavGrid
from navcore.kernels import buffers
from navcore.kernels.search import link_bounds
from navcore.path.cell_path import FAR

__all__ = ["LaneGroups", "octile"]

_MOST: Final = 4
"""Most lanes of one group; with more, the bounding boxes of slanting ends would be too large."""

_SQRT2: Final = 2.0**0.5

Costs = npt.NDArray[np.float64]


class LaneGroups(NamedTuple):
    """The groups of all lanes of a level, for one profile."""

    of_lanes: npt.NDArray[np.int64]
    """(lanes,) number of the group of each lane."""
    boxes: npt.NDArray[np.int32]
    """(n, 8) first and last column, first and last row of the near ends in the padded arrays of
    their storey, and of the far ends."""
    places: npt.NDArray[np.int64]
    """(n, 2) region and storey of both ends."""
    leasts: Costs
    """(n, 2) the lowest cost of a cell on the storeys of both ends."""

    @classmethod
    def of(
        cls, strips: npt.NDArray[np.int64], spots: npt.NDArray[np.int32],
        places: npt.NDArray[np.int64], leasts: Costs,
    ) -> "LaneGroups":  # fmt: skip
        """Group lanes by (lanes, 4) columns and rows, (lanes, 2) strips, places and least costs."""
        counts: dict[tuple[int, ...], int] = {}
        numbers: dict[tuple[int, ...], int] = {}
        of_lanes = np.empty(len(strips), np.int64)
        for i, (near, far) in enumerate(strips.tolist()):
            line = (i if near < 0 else -1, near, far)
            count = counts[line] = counts.get(line, -1) + 1
            of_lanes[i] = numbers.setdefault((*line, count // _MOST), len(numbers))
        boxes = np.empty((len(numbers), 8), np.int32)
        boxes[:, ::2], boxes[:, 1::2] = np.iinfo(np.int32).max, -1
        for number in range(4):
            np.minimum.at(boxes[:, 2 * number], of_lanes, spots[:, number])
            np.maximum.at(boxes[:, 2 * number + 1], of_lanes, spots[:, number])
        group_places = np.empty((len(numbers), 2), np.int64)
        group_places[of_lanes] = places
        group_leasts = np.empty((len(numbers), 2))
        group_leasts[of_lanes] = leasts
        return cls(of_lanes, boxes, group_places, group_leasts)

    def costs(self, lane_costs: Costs) -> Costs:
        """Return (n,) the cost of the cheapest lane of each group."""
        costs = np.full(len(self.boxes), FAR)
        np.minimum.at(costs, self.of_lanes, lane_costs)
        return costs

    def bounds_to(self, grid: NavGrid, cell: int, place: int, costs: Costs) -> Costs:
        """Return (n,) lower bounds of the cost from the far end of each group to a cell of a grid.

        `costs` are the costs of the groups; `place` contains the cell's region and storey.
        """
        row, column = divmod(cell, grid.padded.shape[1])
        is_four = grid.connectivity == FOUR
        far = self.boxes[:, 4:]
        across = np.maximum(0, np.maximum(far[:, 0] - column, column - far[:, 1]))
        along = np.maximum(0, np.maximum(far[:, 2] - row, row - far[:, 3]))
        walks = octile(across, along, is_four=is_four) * self.leasts[:, 1]
        walks[self.places[:, 1] != place] = FAR
        bounds = np.empty(len(costs))
        boxes, places, held, leasts, near, out, done = buffers(
            link_bounds, self.boxes, self.places, costs, np.ascontiguousarray(self.leasts[:, 1]),
            walks, bounds, np.zeros(len(costs), np.uint8),
        )  # fmt: skip
        link_bounds.bound_groups(boxes, places, held, leasts, is_four, near, out, done)
        return bounds


def octile(across: npt.NDArray[np.int32], along: npt.NDArray[np.int32], *, is_four: bool) -> Costs:
    """Return the least number of straight steps that it is worth to walk so far."""
    shorter = np.minimum(across, along) * (0.0 if is_four else 2.0 - _SQRT2)
    steps: Costs = across + along - shorter
    return steps
