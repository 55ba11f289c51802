"""Coverage: floor that sees the network. Agents that see no waypoint can't enter it (S4-046)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.profile import Padding
from navcore.geometry.rings import Floats
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import LEAST_RADIUS
from navcore.graph.journey_ends import floor_at
from navcore.graph.point_boxes import PointBoxes
from navcore.kernels import buffers
from navcore.kernels.polygon import coverage as kernel
from navcore.level.model import Agent, Level, Point, Waypoint

NO_FLOOR: Final = 0
"""Value of a cell that agents can't walk on."""

COVERED: Final = 1
"""Value of a walkable cell that sees a waypoint."""

UNSEEN: Final = 2
"""Value of a walkable cell that sees no waypoint."""

_NEAR: Final = 50.0
"""Distance in metres up to which the nearest waypoints are tried first, ring by ring."""

_SIDE: Final = 4.0
_MOST_SQUARES: Final = 512


_PIECE: Final = 2_000_000
"""Pairs of a place and a waypoint at most that are tried from one pause to the next."""


def _do_nothing() -> None:
    """Neither rest nor stop."""


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Cells of a storey with whether they see a waypoint."""

    field: npt.NDArray[np.uint8]
    """(depth, width) `NO_FLOOR`, `COVERED` or `UNSEEN`; row 0 = lowest z; read-only."""
    covered: int
    """Cells that see a waypoint."""
    walkable: int
    """Cells that agents can walk on."""
    unseeing: tuple[int, ...]
    """Ids, ascending, of agents and spawn points on the storey that see no waypoint."""

    @property
    def share(self) -> float:
        """Share of the walkable cells that see a waypoint, 0 to 1; 1 if none is walkable."""
        return self.covered / self.walkable if self.walkable else 1.0


def coverage(
    clearance: Clearance,
    grid: NavGrid,
    radius: float,
    *,
    reach: float = math.inf,
    pause: Callable[[], None] = _do_nothing,
) -> Coverage:
    """Return which walkable cells of a storey see an enabled waypoint.

    A cell sees a waypoint if its centre can be joined to it on the floor, from any distance, as
    paths over waypoints enter them. A waypoint beside the
    floor, such as one drawn by hand in the padding of a table, counts as lying on the nearest floor
    within a metre, where agents arrive.

    Args:
        clearance: The clearance of the storey, with the level of the waypoints.
        grid: The cells on which agents of the type walk, `World.grid_for`, with their padding.
        radius: Half the width of the agents, metres.
        reach: Greatest distance in metres at which a waypoint counts as seen; no limit by default.
        pause: Called between pieces of work; it may raise to stop.
    """
    radius = max(radius, LEAST_RADIUS)
    padding = Padding(grid.object_padding, grid.boundary_padding - radius)
    clearance = clearance.keeping(padding)
    rows, columns = np.nonzero(grid.walkable)
    lattice = grid.lattice
    cells = np.column_stack((lattice.centres_x()[columns], lattice.centres_z()[rows]))
    starts = _starts(clearance.level, clearance.layer)
    places = _on_floor(clearance, grid, radius, [place for _, place in starts])
    points = _on_floor(clearance, grid, radius, _waypoints(clearance))
    points = points[_has_room(clearance, points, radius)]
    seen = _seen(clearance, np.concatenate((cells, places)), points, radius, reach, pause)
    free = _has_room(clearance, places, radius)
    field = np.zeros(grid.walkable.shape, np.uint8)
    field[rows, columns] = np.where(seen[: len(cells)], COVERED, UNSEEN)
    field.flags.writeable = False
    blind = ~(seen[len(cells) :] & free)
    return Coverage(
        field,
        int(seen[: len(cells)].sum()),
        len(cells),
        tuple(sorted(starts[row][0] for row in np.flatnonzero(blind).tolist())),
    )


def _starts(level: Level, layer: str) -> list[tuple[int, Point]]:
    """Return ids and places of agents and spawn points on a storey."""
    layer_of = level.settings.layer_of
    found = [(one.id, one.position) for one in level.of(Agent).values() if layer_of(one) == layer]
    found += [
        (one.id, one.position)
        for one in level.of(Waypoint).values()
        if one.type == "spawn" and layer_of(one) == layer
    ]
    return found


def _waypoints(clearance: Clearance) -> list[Point]:
    """Return the positions of the enabled waypoints of the storey."""
    level = clearance.level
    return [
        one.position
        for one in level.of(Waypoint).values()
        if one.enabled and level.settings.layer_of(one) == clearance.layer
    ]


def _on_floor(
    clearance: Clearance, grid: NavGrid, radius: float, places: Sequence[Point]
) -> Floats:
    """Return (n, 2) places, moved to the nearest floor within a metre if beside the floor."""
    moved = np.array(places, np.float64).reshape(-1, 2)
    for row in np.flatnonzero(~_has_room(clearance, moved, radius)).tolist():
        moved[row] = floor_at(grid, places[row])
    return moved


def _has_room(clearance: Clearance, places: Floats, radius: float) -> npt.NDArray[np.bool_]:
    return clearance.clear(np.hstack((places, places)), radius)


def _seen(
    clearance: Clearance,
    places: Floats,
    points: Floats,
    radius: float,
    reach: float,
    pause: Callable[[], None],
) -> npt.NDArray[np.bool_]:
    """Return (n,) which places see one of the points."""
    if len(points) == 0:
        return np.zeros(len(places), np.bool_)
    seen = _seen_near(clearance, places, points, radius, min(reach, _NEAR))
    rest = np.flatnonzero(~seen)
    if reach > _NEAR and len(rest):
        pause()
        seen[rest] = _seen_far(clearance, places[rest], points, radius, reach, pause)
    return seen


def _seen_near(
    clearance: Clearance, places: Floats, points: Floats, radius: float, reach: float
) -> npt.NDArray[np.bool_]:
    low, high = points.min(axis=0), points.max(axis=0)
    side = max(_SIDE, float((high - low).max()) / _MOST_SQUARES)
    squares = ((points - low) // side).astype(np.int64)
    counts = squares.max(axis=0) + 1
    keys = squares[:, 1] * counts[0] + squares[:, 0]
    order = np.argsort(keys, kind="stable")
    starts = np.searchsorted(keys[order], np.arange(int(counts.prod()) + 1))
    seen = np.empty(len(places), np.int32)
    b = buffers(
        kernel, np.ascontiguousarray(places), np.ascontiguousarray(points),
        np.array([*low, side, *counts]), starts, order, np.array((radius, reach)),
        clearance.kinds, np.full(len(points), -1, np.int64), seen,
    )  # fmt: skip
    kernel.cover(clearance.tree, *b)
    return seen >= 0


def _seen_far(
    clearance: Clearance,
    places: Floats,
    points: Floats,
    radius: float,
    reach: float,
    pause: Callable[[], None],
) -> npt.NDArray[np.bool_]:
    tree = PointBoxes.of(points)
    seen = np.empty(len(places), np.int32)
    b = buffers(
        kernel, *tree, np.array((radius, reach)), clearance.kinds,
        np.full(len(tree.nodes), -1, np.int64), np.full(len(points), -1, np.int64),
    )  # fmt: skip
    piece = max(1, _PIECE // len(points))
    for first in range(0, len(places), piece):
        some = slice(first, first + piece)
        asked, found = buffers(kernel, np.ascontiguousarray(places[some]), seen[some])
        kernel.cover_far(clearance.tree, *(asked, *b, found))
        pause()
    return seen >= 0
