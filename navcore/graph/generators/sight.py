"""Pairs of nodes that see each other through a corridor of an agent's width (S4-026)."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.exposed_edges import box_rows
from navcore.geometry.rings import Box, Floats, Ints
from navcore.graph.clearance import Clearance
from navcore.kernels import buffers
from navcore.kernels.polygon import visible_pairs as kernel

DIRECTIONS: Final = 128
"""Number of directions around a point in which the nearest segment is tested first."""


def visible_pairs(
    clearance: Clearance,
    radius: float,
    nodes: Floats,
    *,
    sides: Floats | None = None,
    longest: float = np.inf,
    near: float = 0.0,
    fresh: npt.NDArray[np.bool_] | None = None,
    boxes: Sequence[Box] = (),
) -> Ints:
    """Return (m, 2) the pairs i < j of nodes that see each other, sorted by i and then j.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, over 0, metres.
        nodes: (n, 2), each with a clear disc of that radius.
        sides: (n, 4) unit vectors along both sides of the corner of a node, zeros for none. Pairs
            whose line runs into such a corner are left out, because no shortest path bends there.
            None: all pairs count.
        longest: Greatest length of a pair, metres.
        near: Metres up to which pairs count regardless of the corners that they run into.
        fresh: (n,) pairs without a fresh node are left out; None: none are.
        boxes: Pairs that come near one of these boxes are not left out for lack of a fresh node.
    """
    count = len(nodes)
    corners = np.zeros((count, 4)) if sides is None else np.ascontiguousarray(sides)
    new = np.ones(count, np.bool_) if fresh is None else fresh
    shades, depths = np.empty(DIRECTIONS, np.int64), np.empty(DIRECTIONS)
    room = 16 * count + 64
    while True:
        pairs = np.empty((room, 2), np.int32)
        blockers = np.full(count, -1, np.int64)
        places, turns, marks, asked, limits, kinds = buffers(
            kernel, np.ascontiguousarray(nodes), corners, new.view(np.uint8), box_rows(boxes),
            np.array((radius, longest, near, clearance.reach(radius))), clearance.kinds,
        )  # fmt: skip
        guesses = kernel.Guesses(radius, *buffers(kernel, blockers, shades, depths))
        found = kernel.visible(
            clearance.tree, kinds, places, turns, marks, asked, limits, guesses,
            buffers(kernel, pairs)[0],
        )  # fmt: skip
        if found <= room:
            seen = pairs[:found].astype(np.int64)
            return seen[clearance.are_followed(nodes[seen].reshape(-1, 4))]
        room = found


def near_boxes(lines: Floats, boxes: Sequence[Box], reach: float) -> npt.NDArray[np.bool_]:
    """Return (n,) which lines (n, 4) come within a reach of a box, as :func:`visible_pairs`."""
    marks = np.zeros(len(lines), np.uint8)
    b = buffers(kernel, np.ascontiguousarray(lines), box_rows(boxes), marks)
    kernel.touching(b[0], b[1], reach, b[2])
    return marks.view(np.bool_)
