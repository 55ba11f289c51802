"""Adjacency: nodes in the plane and the edges that leave them, as arrays for searches.

A *record* is an edge as it was drawn, one-way or not. An *arc* is one direction of a record. Arcs
are stored in compressed rows (CSR): the arcs that leave node i are `offsets[i]` to `offsets[i +
1]`, first those along their records, then those against them, each in the order of records.
"""

from collections.abc import Mapping
from math import inf
from typing import Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.kernels import buffers
from navcore.kernels.search import graph_search as kernel
from navcore.path.result import Status

__all__ = [
    "NO_LIMIT",
    "Adjacency",
    "Bools",
    "Bytes",
    "Ends",
    "Floats",
    "Found",
    "Ids",
    "Rows",
    "lengths_of",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Ids: TypeAlias = npt.NDArray[np.int64]
Rows: TypeAlias = npt.NDArray[np.int32]
Bools: TypeAlias = npt.NDArray[np.bool_]
Bytes: TypeAlias = npt.NDArray[np.uint8]

NO_LIMIT: Final = 2**62

_FAR: Final = 1e300
"""The kernel's word for a cost of what can't be reached."""

_FOUND: Final = 0
_GAVE_UP: Final = 2
"""The kernel's codes for a search that found a path, and for one that reached its limit."""

_SHORT: Final = 2**16
"""Numbers below it are sorted several times faster, as 16 bits."""


class Ends(msgspec.Struct, frozen=True, eq=False):
    """Nodes where paths may begin or end, with the cost of reaching or leaving them."""

    rows: Rows
    costs: Floats
    """Each at least the factor times the distance from the node to the point that is sought."""

    @classmethod
    def at(cls, row: int) -> "Ends":
        """Return the ends of one node without cost."""
        return cls(np.array([row], np.int32), np.zeros(1))


class Found(msgspec.Struct, frozen=True, eq=False):
    """Result of a search; the path has no nodes if there is none."""

    rows: Rows
    """(k,) nodes of the path, with the first and the last."""
    arcs: Rows
    """(k - 1,) the arcs between them."""
    cost: float
    """Infinite without a path."""
    visited: int
    """Nodes that were taken from the queue and expanded."""
    operations: int
    """Nodes that were put into the queue, moved up in it or taken out of it."""
    gave_up: bool = False
    """True if the search reached its limit."""

    @property
    def status(self) -> Status:
        """The status of the finished search."""
        if self.gave_up:
            return Status.LIMIT_REACHED
        return Status.COMPLETE if len(self.rows) else Status.NO_PATH


class Adjacency(msgspec.Struct, frozen=True, eq=False):
    """Nodes and arcs, immutable."""

    positions: Floats
    """(n, 2) x, z of nodes, metres."""
    ends: Rows
    """(m, 2) nodes that each record joins."""
    lengths: Floats
    """(m,) straight length of each record, metres."""
    prices: Floats
    """(m,) what each record costs, at least 0."""
    offsets: Rows
    """(n + 1,) first arc of each node, then the number of arcs."""
    targets: Rows
    """(e,) target node of each arc."""
    records: Rows
    """(e,) record of each arc."""
    costs: Floats
    """(e,) what each arc costs."""
    factor: float
    """Least cost of a metre of any record, in a straight line. Records of length 0 are ignored,
    because they lead no farther."""

    @classmethod
    def of(
        cls, positions: Floats, ends: Rows, lengths: Floats, prices: Floats, one_way: Bools
    ) -> "Adjacency":
        """Nodes (n, 2) and the records between them.

        Args:
            positions: (n, 2) x, z, metres.
            ends: (m, 2) nodes that each record joins.
            lengths: (m,) as :func:`lengths_of` gives them.
            prices: (m,) what each record costs, at least 0.
            one_way: (m,) whether it leads from the first to the second only.
        """
        both = np.flatnonzero(~one_way).astype(np.int32)
        sources = np.concatenate((ends[:, 0], ends[both, 1]))
        count = len(positions)
        keys = sources.astype(np.uint16) if count <= _SHORT else sources
        order = np.argsort(keys, kind="stable")
        offsets = np.zeros(count + 1, np.int32)
        np.cumsum(np.bincount(sources, minlength=count), out=offsets[1:])
        targets = np.concatenate((ends[:, 1], ends[both, 0]))[order]
        records = np.concatenate((np.arange(len(ends), dtype=np.int32), both))[order]
        return cls(
            positions, ends, lengths, prices, offsets, targets, records, prices[records],
            _factor(lengths, prices),
        )  # fmt: skip

    def moved(self, positions: Floats, lengths: Floats, prices: Floats) -> "Adjacency":
        """Return the same graph with moved nodes: new positions, lengths and costs of records."""
        return msgspec.structs.replace(
            self,
            positions=positions,
            lengths=lengths,
            prices=prices,
            costs=prices[self.records],
            factor=_factor(lengths, prices),
        )

    def priced(self, prices: Mapping[int, float]) -> "Adjacency":
        """Return the same where some arcs cost something else than their records."""
        arcs = np.fromiter(prices, np.int64)
        costs = self.costs.copy()
        costs[arcs] = list(prices.values())
        lengths = self.lengths[self.records[arcs]]
        far = lengths > 0
        least = float((costs[arcs][far] / lengths[far]).min(initial=self.factor))
        return msgspec.structs.replace(self, costs=costs, factor=least)

    def sources(self) -> Rows:
        """(e,) node that each arc leaves."""
        return np.repeat(np.arange(len(self.positions), dtype=np.int32), np.diff(self.offsets))

    def search(
        self,
        starts: Ends,
        ends: Ends,
        *,
        is_open: Bytes,
        toward: tuple[float, float] = (0.0, 0.0),
        factor: float = 0.0,
        limit: int = NO_LIMIT,
    ) -> Found:
        """Return the cheapest path from any of the starts to any of the ends.

        Args:
            starts: nodes where the path may begin.
            ends: nodes where the path may end.
            is_open: (e,) 1 for each arc that can be taken.
            toward: the point of the heuristic, metres.
            factor: cost of a metre for the heuristic: at most the records' factor, and so low that
                no end costs less than this times its distance from `toward`; 0 disables the
                heuristic.
            limit: the most nodes to expand.
        """
        count = len(self.positions)
        way = np.empty((count, 2), np.int32)
        graph = buffers(
            kernel, self.offsets, self.targets, self.costs, is_open, self.positions,
            np.full((3, count), _FAR), np.full((4, count), -1, np.int32),
        )  # fmt: skip
        given = buffers(kernel, starts.rows, starts.costs, ends.rows, ends.costs, way)
        search = kernel.Search(*graph)
        search.aim(*toward, factor)
        search.end_at(*given[2:4])
        search.start_from(*given[:2])
        outcome = search.run(limit)
        length = search.trace(given[4]) if outcome == _FOUND else 0
        return Found(
            way[:length, 0].copy(), way[1:length, 1].copy(), search.best if length else inf,
            search.visited, search.operations, outcome == _GAVE_UP,
        )  # fmt: skip


def lengths_of(positions: Floats, ends: Rows) -> Floats:
    """Return the straight length (m,) of records with these ends (m, 2), metres."""
    # Column by column: to take pairs takes five times as long.
    starts, goals = (np.ascontiguousarray(column) for column in ends.T)
    squares = np.zeros(len(ends))
    for column in positions.T:
        places = np.ascontiguousarray(column)
        across = places.take(goals) - places.take(starts)
        across *= across
        squares += across
    return np.sqrt(squares)


def _factor(lengths: Floats, prices: Floats) -> float:
    """Return the least ratio of cost and straight length (S3-028, X-006); 0 if there is none."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        ratios = prices / lengths
    least = float(ratios[lengths > 0].min(initial=np.inf))
    return least if least < np.inf else 0.0
