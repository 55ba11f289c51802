"""Coverage: floor that sees the network. Agents that see no waypoint can't enter it (S4-046)."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.bake.profile import Padding
from navcore.geometry.rings import Box, Floats
from navcore.graph.clearance import Clearance, Marks
from navcore.graph.generators.proposal import LEAST_RADIUS
from navcore.graph.generators.sight import near_boxes
from navcore.graph.journey_ends import floor_at
from navcore.graph.point_boxes import PointBoxes
from navcore.graph.shut_terrain import boxes_of_change
from navcore.kernels import buffers
from navcore.kernels.polygon import coverage as kernel
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Waypoint

Ints: TypeAlias = npt.NDArray[np.int32]

NO_FLOOR: Final = 0
"""Value of a cell that agents can't walk on."""

COVERED: Final = 1
"""Value of a walkable cell that sees a waypoint."""

UNSEEN: Final = 2
"""Value of a walkable cell that sees no waypoint."""

_NEAR: Final = 50.0
"""Distance in metres up to which the nearest waypoints are tried first, ring by ring."""

_HAIR: Final = 1 + 1e-9
"""Squares of distances are compared with so much room."""

_MOST_LINES: Final = 20_000_000
"""Lines above which all cells that saw no waypoint are asked again."""

_SIDE: Final = 4.0
_MOST_SQUARES: Final = 512


_PIECE: Final = 2_000_000
"""Pairs of a place and a waypoint at most that are tried from one pause to the next."""


def _do_nothing() -> None:
    """Neither rest nor stop."""


class Sights(NamedTuple):
    """Which waypoint each cell sees, and what that depends on."""

    clearance: Clearance
    lattice: Lattice
    limits: tuple[float, float]
    """Radius of the agents, and the greatest distance, metres."""
    points: Floats
    """(m, 2) places of the waypoints, on floor."""
    seen: Ints
    """(depth, width) row in `points`; -1 for cells that see none or have no floor."""
    floor: Marks
    """(depth, width) which cells agents can walk on."""


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
    sights: Sights
    """What each cell sees, from which the coverage of a later level is carried on."""

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
    before: Coverage | None = None,
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
        before: The coverage of an earlier level: only cells are asked whose lines of sight may have
            changed. The result is the same.
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
    known = np.full(grid.walkable.shape, -1, np.int32)
    sights = Sights(
        clearance, lattice, (radius, reach), points, known, grid.walkable.astype(np.bool_)
    )
    seen, again = np.full(len(cells), -1, np.int32), np.ones(len(cells), np.bool_)
    if before is not None:
        seen, again = _kept(before.sights, sights, cells, (rows, columns), pause)
    asked = np.concatenate((cells[again], places))
    found = _seen(clearance, asked, points, radius, reach, pause)
    seen[again] = found[: len(found) - len(places)]
    known[rows, columns] = seen
    free = _has_room(clearance, places, radius)
    field = np.zeros(grid.walkable.shape, np.uint8)
    field[rows, columns] = np.where(seen >= 0, COVERED, UNSEEN)
    field.flags.writeable = False
    blind = ~((found[len(found) - len(places) :] >= 0) & free)
    return Coverage(
        field,
        int((seen >= 0).sum()),
        len(cells),
        tuple(sorted(starts[row][0] for row in np.flatnonzero(blind).tolist())),
        sights,
    )


def _kept(
    old: Sights,
    new: Sights,
    cells: Floats,
    at: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]],
    pause: Callable[[], None],
) -> tuple[Ints, Marks]:
    """Return (n,) what each cell sees, and whether it must be asked again.

    A cell still sees its waypoint unless something changed along the line between them. One that
    saw none still sees none unless something changed along a line to a waypoint, or one is new.
    """
    seen, again = np.full(len(cells), -1, np.int32), np.ones(len(cells), np.bool_)
    boxes = _changes(old, new)
    if boxes is None:
        return seen, again
    rows = {place: row for row, place in enumerate(map(tuple, new.points.tolist()))}
    moved = [rows.get(place, -2) for place in map(tuple, old.points.tolist())]
    # The last one is for cells that saw none: row -1.
    seen = np.array([*moved, -1], np.int32)[old.seen[at]]
    again = ~old.floor[at] | (seen == -2)
    near = new.clearance.reach(new.limits[0])
    some = np.flatnonzero(seen >= 0)
    again[some] |= near_boxes(np.hstack((cells[some], new.points[seen[some]])), boxes, near)
    fresh = np.ones(len(new.points), np.bool_)
    fresh[[row for row in moved if row >= 0]] = False
    blind, far = np.flatnonzero((seen == -1) & ~again), new.limits[1] + near
    if not fresh.any():
        blind = blind[_within(cells[blind], boxes, far)]
    asked = np.flatnonzero(fresh | _within(new.points, boxes, far)).tolist()
    if len(asked) * len(blind) > _MOST_LINES:
        again[blind] = True
        return seen, again
    left, there = blind, cells[blind]
    for row in asked:
        pause()
        point = new.points[row]
        may = _may_be_joined(there, point, new.limits[1])
        if not fresh[row]:
            may &= _may_touch(there, point, boxes, near)
        some, places = left[may], there[may]
        if not fresh[row]:
            lines = np.hstack((places, np.broadcast_to(point, places.shape)))
            touch = near_boxes(lines, boxes, near)
            some, places = some[touch], places[touch]
        sees = _seen_far(new.clearance, places, point[None], *new.limits, _do_nothing) >= 0
        if sees.any():
            seen[some[sees]] = row
            rest = seen[left] < 0
            left, there = left[rest], there[rest]
    return seen, again


def _may_be_joined(places: Floats, point: Floats, reach: float) -> Marks:
    """Return (n,) which places are at most so far from a point."""
    if math.isinf(reach):
        return np.ones(len(places), np.bool_)
    x, z = (places - point).T
    near: Marks = x * x + z * z <= reach**2 * _HAIR
    return near


def _may_touch(places: Floats, point: Floats, boxes: list[Box], reach: float) -> Marks:
    """Return (n,) of which places the line to a point spans something within reach of a box.

    Quick, and true of more lines than come near to a box.
    """
    marks: Marks = np.zeros(len(places), np.bool_)
    (x, z), (px, pz) = places.T, point.tolist()
    for x0, z0, x1, z1 in boxes:
        spans = np.ones(len(places), np.bool_)
        for values, own, low, high in ((x, px, x0, x1), (z, pz, z0, z1)):
            if own < low - reach:
                spans &= values >= low - reach
            elif own > high + reach:
                spans &= values <= high + reach
        marks |= spans
    return marks


def _within(places: Floats, boxes: list[Box], reach: float) -> Marks:
    """Return (n,) which places are at most so far from a box, by the sides of a square."""
    marks: Marks = np.zeros(len(places), np.bool_)
    x, z = places.T
    for x0, z0, x1, z1 in boxes:
        marks |= (x >= x0 - reach) & (x <= x1 + reach) & (z >= z0 - reach) & (z <= z1 + reach)
    return marks


def _changes(old: Sights, new: Sights) -> list[Box] | None:
    """Return boxes that hold all that differs between two floors; None: maybe everything."""
    ids = new.clearance.level.changed_since(old.clearance.level)
    was, now = old.clearance, new.clearance
    if ids is None or (old.limits, old.lattice, was.layer, was.abilities, was.through_doors) != (
        new.limits, new.lattice, now.layer, now.abilities, now.through_doors,
    ) or was.padding != now.padding:  # fmt: skip
        return None
    _, touched = was.changed(now.level, Edit(after=dict.fromkeys(ids)))
    wet = None if was.shut is now.shut else boxes_of_change(was.shut, now.shut)
    if was.shut is not now.shut and wet is None:
        return None
    boxes: list[Box] = [*touched.floor, *touched.obstacles, *touched.edge]
    return boxes if wet is None else [*boxes, *map(tuple, wet.tolist())]


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
) -> Ints:
    """Return (n,) the row of a point that each place sees; -1 if none."""
    if len(points) == 0 or len(places) == 0:
        return np.full(len(places), -1, np.int32)
    seen = _seen_near(clearance, places, points, radius, min(reach, _NEAR))
    rest = np.flatnonzero(seen < 0)
    if reach > _NEAR and len(rest):
        pause()
        seen[rest] = _seen_far(clearance, places[rest], points, radius, reach, pause)
    return seen


def _seen_near(
    clearance: Clearance, places: Floats, points: Floats, radius: float, reach: float
) -> Ints:
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
    return seen


def _seen_far(
    clearance: Clearance,
    places: Floats,
    points: Floats,
    radius: float,
    reach: float,
    pause: Callable[[], None],
) -> Ints:
    tree, rows = PointBoxes.of(points)
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
    # The last one is for places that see none: row -1.
    return np.append(rows, -1).astype(np.int32)[seen]
