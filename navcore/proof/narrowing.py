"""Find the narrow places that separate one room from another.

Narrow places are edges of a graph; its nodes are the places with most room, found by moving away
from both faces of each. A node with hardly more room than its widest edge, or with too little to
stand in, is merged with the node beyond, and that edge is dropped.
"""

import math
from collections import defaultdict
from itertools import chain, product
from typing import Final

import numpy as np

from navcore.geometry.bottlenecks import Boundary, Narrow
from navcore.geometry.rings import Floats, Ints

WIDENS: Final = 1.25
"""Factor by which the room beside a narrow place must exceed the room in it."""

_START: Final = 0.05
"""Share of the width at which paths begin beside the line between two corners."""
_SAME: Final = 0.2
"""Part of the room by which two places of most room may differ and be one."""
_AROUND: Final = tuple(product((-1, 0, 1), repeat=2))


def narrowings(boundary: Boundary, found: Narrow, stand: float) -> Ints:
    """Return indices of the places that separate rooms with `stand` metres to all sides."""
    if not len(found.widths):
        return np.empty(0, np.int64)
    open_from = max(float(found.widths.max()) / 2 * WIDENS, stand) * 1.01
    tops = boundary.ascend(_ascent_starts(found), open_from)
    nodes, rooms = _nodes(tops, open_from)
    count = len(found.widths)
    graph = _Graph(rooms)
    for row in range(count):
        if nodes[row] >= 0 and nodes[count + row] >= 0:
            graph.join(row, nodes[row], nodes[count + row], float(found.widths[row]) / 2)
    graph.simplify(stand)
    return np.array(sorted(graph.ways), np.int64)


def _ascent_starts(found: Narrow) -> Floats:
    """Return both faces of each place, see `Boundary.ascend`."""
    across = (found.ends[:, 2:] - found.ends[:, :2]) / found.widths[:, None]
    across /= np.hypot(across[:, 0], across[:, 1])[:, None]
    along = np.column_stack((-across[:, 1], across[:, 0]))
    middles = (found.ends[:, :2] + found.ends[:, 2:]) / 2
    first = (found.depths / 2 + _START * found.widths)[:, None]
    room = (found.widths / 2)[:, None]
    return np.concatenate([np.hstack((middles, way, first, room)) for way in (along, -along)])


def _nodes(tops: Floats, open_from: float) -> tuple[list[int], list[float]]:
    """Return the node of each top, -1 for none, and the room in each node.

    Every place with plenty of room is a node of its own.
    """
    nodes: list[int] = []
    rooms: list[float] = []
    near: dict[tuple[int, int], list[tuple[float, float, int]]] = defaultdict(list)
    side = _SAME * open_from
    for x, z, room in tops.tolist():
        node = -1 if room == 0.0 else len(rooms)
        if 0.0 < room < open_from:
            column, row = math.floor(x / side), math.floor(z / side)
            around = (near.get((column + a, row + b), ()) for a, b in _AROUND)
            for other_x, other_z, other in chain.from_iterable(around):
                beside = math.hypot(x - other_x, z - other_z) < _SAME * room
                if beside and abs(rooms[other] - room) < _SAME * room:
                    node = other
                    break
            else:
                near[column, row].append((x, z, node))
        nodes.append(node)
        if node == len(rooms):
            rooms.append(math.inf if room >= open_from else room)
    return nodes, rooms


class _Graph:
    """Rooms and the narrow places between them."""

    def __init__(self, rooms: list[float]) -> None:
        self._rooms = rooms
        self._node = list(range(len(rooms)))
        self._ways_of: list[set[int]] = [set() for _ in rooms]
        self.ways: dict[int, tuple[int, int, float]] = {}
        """By row: both nodes, and the room in the narrow place."""

    def join(self, way: int, one: int, other: int, room: float) -> None:
        self.ways[way] = (one, other, room)
        self._ways_of[one].add(way)
        self._ways_of[other].add(way)

    def simplify(self, stand: float) -> None:
        """Let rooms that are none join others, the smallest first."""
        for node in sorted(range(len(self._rooms)), key=self._rooms.__getitem__):
            room = self._rooms[node]
            while math.isfinite(room) and self._node[node] == node and self._ways_of[node]:
                way = max(self._ways_of[node], key=lambda way: (self.ways[way][2], -way))
                one, other, narrow = (*self._ends(way), self.ways[way][2])
                if room >= max(stand, WIDENS * narrow):
                    break
                del self.ways[way]
                self._ways_of[one].discard(way)
                self._ways_of[other].discard(way)
                beyond = other if one == node else one
                if beyond != node:
                    self._merge(node, beyond)

    def _ends(self, way: int) -> tuple[int, int]:
        one, other, _ = self.ways[way]
        return self._root(one), self._root(other)

    def _root(self, node: int) -> int:
        while self._node[node] != node:
            node = self._node[node]
        return node

    def _merge(self, node: int, into: int) -> None:
        self._node[node] = into
        self._ways_of[into] |= self._ways_of[node]
        self._rooms[into] = max(self._rooms[into], self._rooms[node])
