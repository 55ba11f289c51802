"""Waypoints and edges of a level as arrays, carried on from level to level by what differs."""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import is_
from typing import Final, get_args

import numpy as np
import numpy.typing as npt

from editor.canvas.camera import Box, Floats
from navcore.level.model import Edge, Level, Waypoint
from navcore.level.network import WaypointType

TYPES: Final[tuple[str, ...]] = get_args(WaypointType)
"""Types of waypoints; their numbers are places in here."""

_NUMBERS: Final = {name: number for number, name in enumerate(TYPES)}

Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]


class NetworkArrays:
    """What is drawn of a network: a row a waypoint, a row an edge, in the order of the level."""

    def __init__(self) -> None:
        """No network."""
        self._waypoints: Mapping[int, Waypoint] = {}
        self._edges: Mapping[int, Edge] = {}
        self.ids: Rows = np.empty(0, np.int64)
        """(n,) of waypoints."""
        self.places: Floats = np.empty((0, 2))
        """(n, 2) metres."""
        self.types: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.off: Flags = np.empty(0, bool)
        self.clear: Floats = np.empty(0)
        """(n,) clear radii, metres; 0: not said."""
        self.edge_ids: Rows = np.empty(0, np.int64)
        self.ends: Rows = np.empty((0, 2), np.int64)
        """(m, 2) rows of the waypoints of each edge."""
        self.one_way: Flags = np.empty(0, bool)
        self.locked: Flags = np.empty(0, bool)
        """(m,) whether an edge requires abilities."""

    def follow(self, level: Level) -> None:
        """Take over the network of a level; quick where only a few of it differ."""
        waypoints, edges = level.of(Waypoint), level.of(Edge)
        if waypoints is not self._waypoints:
            rows = _differing(self._waypoints, waypoints)
            if rows is None:
                self._take_waypoints(waypoints)
                self._edges = {}
            elif len(rows):
                listed = list(waypoints.values())
                self._put_waypoints(rows, [listed[row] for row in rows.tolist()])
            self._waypoints = waypoints
        if edges is not self._edges:
            rows = _differing(self._edges, edges)
            if rows is None:
                self._take_edges(edges)
            elif len(rows):
                held = list(edges.values())
                self._put_edges(rows, [held[row] for row in rows.tolist()])
            self._edges = edges

    def edges_in(self, box: Box) -> Rows:
        """Rows of the edges whose bounds touch a box."""
        starts, ends = self.places[self.ends[:, 0]].T, self.places[self.ends[:, 1]].T
        seen = np.minimum(starts[0], ends[0]) <= box[2]
        seen &= np.maximum(starts[0], ends[0]) >= box[0]
        seen &= np.minimum(starts[1], ends[1]) <= box[3]
        seen &= np.maximum(starts[1], ends[1]) >= box[1]
        return np.flatnonzero(seen)

    def waypoints_in(self, box: Box) -> Rows:
        """Rows of the waypoints in a box."""
        x, z = self.places.T
        return np.flatnonzero((x >= box[0]) & (x <= box[2]) & (z >= box[1]) & (z <= box[3]))

    def _take_waypoints(self, waypoints: Mapping[int, Waypoint]) -> None:
        count = len(waypoints)
        self.ids = np.fromiter(waypoints, np.int64, count)
        self.places, self.types = np.empty((count, 2)), np.empty(count, np.int8)
        self.off, self.clear = np.empty(count, bool), np.empty(count)
        self._put_waypoints(np.arange(count), list(waypoints.values()))

    def _put_waypoints(self, rows: Rows, waypoints: Sequence[Waypoint]) -> None:
        places = chain.from_iterable([one.position for one in waypoints])
        self.places[rows] = np.fromiter(places, np.float64, 2 * len(rows)).reshape(-1, 2)
        self.types[rows] = [_NUMBERS[one.type] for one in waypoints]
        self.off[rows] = [not one.enabled for one in waypoints]
        self.clear[rows] = [one.clear_radius for one in waypoints]

    def _take_edges(self, edges: Mapping[int, Edge]) -> None:
        count = len(edges)
        self.edge_ids = np.fromiter(edges, np.int64, count)
        self.ends = np.empty((count, 2), np.int64)
        self.one_way, self.locked = np.empty(count, bool), np.empty(count, bool)
        self._put_edges(np.arange(count), list(edges.values()))

    def _put_edges(self, rows: Rows, edges: Sequence[Edge]) -> None:
        order = np.argsort(self.ids)
        ends = np.array([[one.start for one in edges], [one.end for one in edges]], np.int64).T
        self.ends[rows] = order[np.searchsorted(self.ids, ends, sorter=order)]
        self.one_way[rows] = [one.one_way for one in edges]
        self.locked[rows] = [bool(one.needs) for one in edges]


def _differing(old: Mapping[int, object], new: Mapping[int, object]) -> Rows | None:
    """Rows that hold another element of the same id; None where ids or their order differ."""
    if len(old) != len(new) or not old or [*old] != [*new]:
        return None
    count = len(new)
    return np.flatnonzero(~np.fromiter(map(is_, old.values(), new.values()), bool, count))
