"""Upper bound of the agents that can have passed the narrow places before their goals by now.

Whatever rules agents follow, no more of them pass a narrow place than its width allows. Narrow
places divide the floor into quarters. An agent that goes from one quarter to another passes one of
the rows of narrow places between them; the maximal number of agents in the quarters of their goals
is a linear program over these rows: each place passes at most the elapsed time times its flow. The
program assumes that all agents are there at once, in the best order, on the best of all paths.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import ndimage
from scipy.optimize import linprog

from navcore.bake.grid import NavGrid
from tests.crowd_scenes import Gate

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

SHUT = 0.6
"""Cells this near to the line across a narrow place are taken from the floor, metres."""
BESIDE = 1.0
"""The line goes on beyond its ends by this, metres."""
BEYOND = 2.5
"""Distance of the quarters on both sides of a narrow place from its line, metres."""
TINY = 5.0
"""Square metres: smaller pieces of floor are no quarters."""


class Quarters(NamedTuple):
    """Floor that is parted by narrow places."""

    grid: NavGrid
    numbers: Integers
    """(depth, width) the quarter of each cell; where there is no floor the nearest one."""
    gates: tuple[Gate, ...]
    joined: tuple[tuple[int, int], ...]
    """The quarters on both sides of each gate."""

    @classmethod
    def of(cls, grid: NavGrid, gates: tuple[Gate, ...]) -> "Quarters":
        """The pieces of a floor without its gates."""
        floor = grid.walkable > 0
        side = grid.cell_size
        rows, columns = np.mgrid[: floor.shape[0], : floor.shape[1]]
        places = np.stack((grid.min_x + (columns + 0.5) * side, grid.min_z + (rows + 0.5) * side))
        for gate in gates:
            middle, along, across = _axes(gate)
            away = places - middle[:, None, None]
            beside = np.abs(np.tensordot(along, away, 1))
            before = np.abs(np.tensordot(across, away, 1))
            floor &= (before >= SHUT) | (beside >= gate.width / 2 + BESIDE)
        pieces, count = ndimage.label(floor)
        areas = ndimage.sum_labels(floor, pieces, np.arange(1, count + 1)) * side**2
        large = np.flatnonzero(areas >= TINY) + 1
        place = np.zeros(count + 1, np.int64)
        place[large] = np.arange(len(large))
        nearest = ndimage.distance_transform_edt(
            ~np.isin(pieces, large), return_distances=False, return_indices=True
        )
        numbers = place[pieces[tuple(nearest)]]
        parts = cls(grid, numbers, gates, ())
        sides = []
        for gate in gates:
            middle, _, across = _axes(gate)
            one, other = parts.at(np.array((middle - BEYOND * across, middle + BEYOND * across)))
            sides.append((int(one), int(other)))
        return parts._replace(joined=tuple(sides))

    def at(self, places: Floats) -> Integers:
        """(k,) the quarters of (k, 2) places."""
        corner = (self.grid.min_x, self.grid.min_z)
        columns, rows = ((places - corner) / self.grid.cell_size).astype(np.int64).T
        return self.numbers[rows, columns]

    def demand(self, starts: Floats, goals: Floats) -> Integers:
        """Return (q, q) the number of agents from each quarter to each other one."""
        count = int(self.numbers.max()) + 1
        found = np.zeros((count, count), np.int64)
        np.add.at(found, (self.at(starts), self.at(goals)), 1)
        return found

    def rows_between(self, one: int, other: int) -> list[tuple[int, ...]]:
        """All rows of gates that lead from one quarter to another, no quarter twice."""
        found: list[tuple[int, ...]] = []

        def go(at: int, seen: frozenset[int], taken: tuple[int, ...]) -> None:
            if at == other:
                found.append(taken)
                return
            for gate, ends in enumerate(self.joined):
                for here, there in (ends, ends[::-1]):
                    if here == at and there not in seen:
                        go(there, seen | {there}, (*taken, gate))

        go(one, frozenset((one,)), ())
        return found


def most_across(quarters: Quarters, demand: Integers, flow: float, seconds: float) -> float:
    """Return the most agents from other quarters that can be in their goal's quarter by now.

    Args:
        quarters: The floor.
        demand: (q, q) number of agents from each quarter to each other one.
        flow: Flow through a gate, both directions together, agents per second and metre of width.
        seconds: Time since they started.
    """
    ways, limits, rows = [], [flow * gate.width * seconds for gate in quarters.gates], []
    for one, other in np.argwhere(demand > 0).tolist():
        if one != other:
            ways += [(one, other, way) for way in quarters.rows_between(one, other)]
    if not ways:
        return 0.0
    rows = [[way.count(gate) for _, _, way in ways] for gate in range(len(quarters.gates))]
    for pair in sorted({(one, other) for one, other, _ in ways}):
        rows.append([int((one, other) == pair) for one, other, _ in ways])
        limits.append(float(demand[pair]))
    solved = linprog(-np.ones(len(ways)), A_ub=rows, b_ub=limits)
    return float(-solved.fun)


def _axes(gate: Gate) -> tuple[Floats, Floats, Floats]:
    """The middle of a gate's line, and the directions along it and across."""
    ends = np.array((gate.a, gate.b))
    along = (ends[1] - ends[0]) / gate.width
    return ends.mean(axis=0), along, np.array((-along[1], along[0]))
