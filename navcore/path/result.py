"""Result type of every search."""

from enum import StrEnum
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.level.model import Point
from navcore.path.cell_path import NO_TURNS, cells_between


class Status(StrEnum):
    """Outcome of a search (X-009). Expected outcomes are statuses, never exceptions."""

    COMPLETE = "Complete"
    """The path leads to the goal."""
    PARTIAL = "Partial"
    """The goal can't be reached; the path leads to the nearest place that can."""
    ALREADY_THERE = "AlreadyThere"
    """Start and goal are the same point; there is nothing to walk."""
    NO_PATH = "NoPath"
    """The goal can't be reached, and nothing nearer than the start can."""
    LIMIT_REACHED = "LimitReached"
    """The search gave up at its limit; there may still be a way."""
    BAD_START = "BadStart"
    """No walkable cell within the snap radius of the start."""
    BAD_END = "BadEnd"
    """No walkable cell within the snap radius of the goal."""
    UNSEEN_START = "UnseenStart"
    """Over waypoints: the start sees no waypoint."""
    UNSEEN_END = "UnseenEnd"
    """Over waypoints: no waypoint sees the goal."""


NO_POINTS: Final = np.empty((0, 2), np.float64)
NO_POINTS.flags.writeable = False

NO_NODES: Final = np.empty(0, np.int64)
NO_NODES.flags.writeable = False

NO_LINKS: Final = np.empty(0, np.int64)
NO_LINKS.flags.writeable = False


class Walk(NamedTuple):
    """A part of a path that is walked on one storey."""

    layer: str
    """Name of the storey; empty if all of the path lies on one."""
    stops: npt.NDArray[np.float64]
    """(n, 2) float64 x, z in metres, two at least."""


class PathResult(msgspec.Struct, frozen=True, eq=False):
    """A path, or why there is none.

    `points` is (n, 2) float64 x, z in metres, without the start (S0-044). `length` is metres from
    `start` along `points`, with heights for links. `cost` is the sum of step costs in cells before
    smoothing, plus the costs of links; over waypoints it is in metres, each edge times its factor.
    """

    status: Status
    start: Point
    """The requested start."""
    goal: Point
    """The requested goal."""
    points: npt.NDArray[np.float64] = NO_POINTS
    length: float = 0.0
    cost: float = 0.0
    turns: npt.NDArray[np.int32] = NO_TURNS
    """(k, 2) int32 column, row of the cells in which the path turns before smoothing, with both
    ends; straight or diagonal lines of cells lie between them. With links: the turns of all legs,
    one after the other."""
    snapped_start: Point | None = None
    """Centre of the cell that stood in for a start outside walkable cells, else None."""
    snapped_goal: Point | None = None
    """Centre of the cell that stood in for a goal outside walkable cells, else None."""
    visited: int = 0
    """Cells, or waypoints, that the search took from its queue."""
    heap_operations: int = 0
    """Cells, or waypoints, that the search put into its queue or took out of it."""
    time: float = 0.0
    """Seconds from the call to the result."""
    step: int = 1
    """Step of `find_path_to_nearest` that found the path: 1 with `avoid`, 2 without, 3 nearest."""
    links: npt.NDArray[np.int64] = NO_LINKS
    """(n,) int64 for each point: id of the link that leads to it, 0 where one walks there; empty
    if no link is taken."""
    link_cost: float = 0.0
    """Share of `cost` that is due to links."""
    layers: tuple[str, ...] = ()
    """Storey of each point; empty if the whole path lies on one storey."""
    legs: tuple[npt.NDArray[np.int32], ...] = ()
    """Turns of each part that is walked before, between and after links, in the form of `turns`; a
    single cell where one link begins in the cell in which another ends. Empty if no link is
    taken."""

    nodes: npt.NDArray[np.int64] = NO_NODES
    """(k,) ids of the waypoints of the path, with those at its ends; empty if the search was not
    over waypoints, or the path passes none."""
    rays: int = 0
    """Lines of sight that were tested to get to waypoints, and on from them."""

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """Return (k, 2) int32 column, row of all cells of the path before smoothing, with ends.

        With links: the cells of all legs; the path is not walked between two legs.
        """
        if self.legs:
            return np.concatenate([cells_between(leg) for leg in self.legs])
        return cells_between(self.turns)

    @property
    def walks(self) -> tuple[Walk, ...]:
        """The parts walked before, between and after links, in order; nothing where links meet.

        The first part begins at the start, or at the cell centre that replaces it.
        """
        if not len(self.points):
            return ()
        start = self.start if self.snapped_start is None else self.snapped_start
        stops = np.vstack((start, self.points))
        # A link, or an edge between storeys, leads from the end of one part to the next.
        left = {i for i, (a, b) in enumerate(pairwise(self.layers), 1) if a != b}
        firsts = [0, *sorted({i + 1 for i in left.union(np.flatnonzero(self.links).tolist())})]
        firsts.append(len(stops))
        layers = self.layers or ("",) * len(self.points)
        return tuple(
            Walk(layers[first], stops[first:end])
            for first, end in pairwise(firsts)
            if end - first > 1
        )

    @property
    def ok(self) -> bool:
        """True if the goal itself is reached: Complete or AlreadyThere."""
        return self.status is Status.COMPLETE or self.status is Status.ALREADY_THERE

    @property
    def end(self) -> Point:
        """The actual end of the path; the start if there is nothing to walk."""
        if len(self.points) == 0:
            return self.start
        return (float(self.points[-1, 0]), float(self.points[-1, 1]))
