"""Remove edges that a network doesn't need, within a stated detour (S4-028).

All pairs that see each other are far more edges than paths need. The greedy spanner (see the kernel
`spanner`) goes from the shortest pair to the longest and leaves out each one that the edges chosen
so far replace by a path that is hardly longer. The network stays connected, and no shortest path
becomes longer by more than the bound.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats, Ints
from navcore.graph.generators.proposal import Proposal, Standing
from navcore.kernels import buffers
from navcore.kernels.search import spanner as kernel

CROWDED: Final = 3.0
"""Times the detour that is allowed where a node has its number of neighbours already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Thinning:
    """Density of a network."""

    detour: float = 0.01
    """Greatest detour that replaces an edge, as a share of its length; 0 only removes edges that
    are a straight row of others."""
    neighbours: int = 16
    """Edges of a waypoint from which on `CROWDED` times the detour is allowed. A few more are kept
    where even that would not do, so that the network stays connected."""
    longest: float = np.inf
    """Metres of the longest edge."""

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if not (0 <= self.detour < np.inf and self.neighbours >= 1 and self.longest > 0):
            message = (
                "detour must be at least 0, neighbours at least 1 and longest over 0, "
                f"got {self.detour}, {self.neighbours} and {self.longest}"
            )
            raise NavcoreError(message)


class Thinned(NamedTuple):
    """The pairs that are left."""

    pairs: Ints
    """(m, 2) shortest first."""
    degrees: npt.NDArray[np.int32]
    """(n,) number of edges of each node, with fixed ones."""
    detour: float
    """The bound on how much longer any path gets: 0 if nothing was left out."""


def thinned(nodes: Floats, pairs: Ints, thinning: Thinning, fixed: Ints | None = None) -> Thinned:
    """Return the pairs of nodes that the network needs.

    Args:
        nodes: (n, 2) metres.
        pairs: (m, 2) indices of nodes that could be joined.
        thinning: How dense the network may be.
        fixed: (k, 2) indices of nodes that are joined in any case; they are not returned.
    """
    fixed = np.empty((0, 2), np.int64) if fixed is None else fixed
    every = np.concatenate((fixed, pairs))
    along = nodes[every[:, 1]] - nodes[every[:, 0]]
    lengths = np.hypot(along[:, 0], along[:, 1])
    stays = np.arange(len(every)) < len(fixed)
    # Fixed edges first: nodes that they join need no other edge.
    order = np.lexsort((lengths, ~stays)) if len(fixed) else np.argsort(lengths, kind="stable")
    order = order[stays[order] | (lengths[order] <= thinning.longest)]
    count, edges = len(nodes), len(order)
    lengths = lengths[order]
    degrees, kept = np.zeros(count, np.int32), np.zeros(edges, np.uint8)
    b = buffers(
        kernel, np.ascontiguousarray(nodes), np.full(count, -1, np.int32),
        np.empty(2 * edges, np.int32), np.empty(2 * edges, np.int32), lengths, np.empty(count),
        np.zeros(count, np.int32), np.empty(2 * edges + count, np.int32),
        np.empty(2 * edges + count),
    )  # fmt: skip
    # A hair more, so that a straight row of edges replaces one along it.
    stretches = 1.0 + 1e-9 + np.array((thinning.detour, CROWDED * thinning.detour))
    pairs_of = np.ascontiguousarray(every[order], np.int32)
    marks = buffers(kernel, pairs_of, stays[order].view(np.uint8), stretches, degrees, kept)
    kernel.span(
        kernel.Search(*b), marks[0], marks[1], thinning.neighbours, marks[2], marks[3], marks[4]
    )
    left = kept.view(np.bool_) & ~stays[order]
    dropped = not kept.all()
    crowded = bool((degrees >= thinning.neighbours).any())
    bound = thinning.detour * (CROWDED if crowded else 1.0) if dropped else 0.0
    return Thinned(every[order[left]], degrees, bound)


def joined(
    standing: Standing,
    fixed: Ints,
    kept: Ints,
    positions: Floats,
    pairs: Ints,
    thinning: Thinning,
    warnings: tuple[str, ...] = (),
) -> Proposal:
    """Return the proposal of the pairs that the network needs.

    `fixed` are pairs of standing waypoints that agents can walk between already, see
    :meth:`Standing.passable`; `pairs` are indices of the standing waypoints `kept`, then of the new
    `positions`.
    """
    count = len(standing.ids)
    rows = np.concatenate((kept, count + np.arange(len(positions))))
    nodes = np.concatenate((standing.positions, positions))
    possible = rows[pairs]
    if len(standing.pairs):
        known = {*map(tuple, standing.pairs.tolist())}
        new = [tuple(sorted(pair)) not in known for pair in possible.tolist()]
        possible = possible[np.array(new, np.bool_)]
    left = thinned(nodes, possible, thinning, fixed)
    return Proposal(
        standing, positions, left.pairs, warnings, tried=len(possible), detour=left.detour
    )
