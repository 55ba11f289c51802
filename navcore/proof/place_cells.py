"""Cells of a place: its middle, and the areas that it lies in.

A place may have millions of cells. They are counted row by row, and only sampled ones are looked
up.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Ints
from navcore.level.model import Area, Point
from navcore.proof.reach import Place, Reach
from navcore.proof.survey import Survey

_MOST: Final = 2000
"""Number of cells of a place whose areas are looked up."""
_MOST_PLACES: Final = 8
"""Number of places whose areas are looked up."""
_SHARE: Final = 0.1
"""Share of the cells of places that must lie in an area for it to be named."""
_NEAR: Final = 16
"""Cells around the mean of all within which the nearest cell is sought first."""


def areas_under(survey: Survey, reach: Reach, place: Place) -> list[int]:
    """Return the ids of the areas under a place, those with most of its cells first."""
    return [key for key, _ in _counted(survey, reach, place).most_common()]


def rooms_under(survey: Survey, reach: Reach, places: Sequence[Place]) -> list[Area]:
    """Return the areas that a tenth of the floor of places lies in, the largest share first.

    Only the largest places are looked up. Doors count if nothing else lies there.
    """
    counts = Counter[int]()
    for place in sorted(places, key=lambda one: (-reach.cells[one], one))[:_MOST_PLACES]:
        found = _counted(survey, reach, place)
        for key, count in found.items():
            counts[key] += round(_MOST * reach.cells[place] * count / found.total())
    rooms = [(survey.level.areas[key], count) for key, count in counts.most_common()]
    rooms = [one for one in rooms if not one[0].door] or rooms
    least = _SHARE * sum(count for _, count in rooms)
    return [room for room, count in rooms if count >= least]


def _counted(survey: Survey, reach: Reach, place: Place) -> Counter[int]:
    """Return the number of sampled cells of a place in each area."""
    layer = reach.layer_of(place)
    lattice = reach.grid(layer).lattice
    cells, row0, column0 = reach.cells_of(place)
    rows, columns = _spread(cells, _MOST)
    rows, columns = rows + row0, columns + column0
    xs = lattice.min_x + (columns - 0.5) * lattice.cell_size
    zs = lattice.min_z + (rows - 0.5) * lattice.cell_size
    found = survey.areas_at(np.column_stack((xs, zs)).tolist(), layer)
    return Counter(key for key in found if key is not None)


def middle_of(reach: Reach, place: Place) -> Point:
    """Return the centre of the cell of a place that is nearest to the mean of all its cells."""
    cells, top, left = reach.cells_of(place)
    row, column = (_mean(np.count_nonzero(cells, axis=axis)) for axis in (1, 0))
    lattice = reach.grid(reach.layer_of(place)).lattice
    far = _NEAR
    while True:
        row0, column0 = (max(0, int(at) - far) for at in (row, column))
        part = cells[row0 : int(row) + far + 2, column0 : int(column) + far + 2]
        rows, columns = np.nonzero(part)
        rows, columns = rows + row0, columns + column0
        if len(rows):
            away = (rows - row) ** 2 + (columns - column) ** 2
            nearest = int(away.argmin())
            if away[nearest] <= far**2 or part.shape == cells.shape:
                return lattice.centre_of(
                    int(columns[nearest]) + left - 1, int(rows[nearest]) + top - 1
                )
        far *= 4


def _mean(counts: Ints) -> float:
    """Return the mean row or column of cells that are counted by it."""
    return float((counts * np.arange(len(counts))).sum() / counts.sum())


def _spread(cells: npt.NDArray[np.bool_], most: int) -> tuple[Ints, Ints]:
    """Return rows and columns of the cells, at most `most`, spread evenly over all rows."""
    ends = np.cumsum(np.count_nonzero(cells, axis=1))
    count = int(ends[-1])
    if count <= most:
        low, high = np.searchsorted(ends, (1, count))
        rows, columns = np.nonzero(cells[low : high + 1])
        return rows + low, columns
    picked = np.linspace(0, count - 1, most).astype(np.int64)
    rows = np.searchsorted(ends, picked, side="right")
    columns = np.empty(most, np.int64)
    for row in np.unique(rows).tolist():
        there = np.flatnonzero(cells[row])
        some = rows == row
        columns[some] = there[picked[some] - (ends[row] - len(there))]
    return rows, columns
