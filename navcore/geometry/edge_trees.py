"""Bounding box trees over segments: built once for an array, then searched by kernels."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Floats, Ints
from navcore.kernels import buffers
from navcore.kernels.polygon import edge_tree as kernel
from navcore.kernels.polygon import tree_build

WORK: Final = (256, 4_000_000)
"""Limit of box tests in a count: a number for each segment, plus a constant."""


def forest_of(segments: Floats, spans: Ints) -> kernel.Forest:
    """Return a forest with a tree over each range of segments (n, 4).

    `spans` (k, 2) are the first segment of each range and the segment past its last.
    """
    count = int((spans[:, 1] - spans[:, 0]).sum())
    room = count // 2 + len(spans)
    order, roots = np.empty(count, np.int64), np.empty(len(spans) + 1, np.int64)
    boxes, nodes = np.empty((room, 4)), np.empty((room, 3), np.int64)
    b = buffers(
        kernel, np.ascontiguousarray(segments), np.ascontiguousarray(spans), order, boxes, nodes,
        roots,
    )  # fmt: skip
    tree_build.plant(*b)
    (found,) = buffers(kernel, np.empty(count, np.int64))
    return kernel.Forest(b[0], b[2], b[3], b[4], b[5], found)


def tree_of(segments: Floats) -> kernel.Forest:
    """Return a forest of one tree over all the segments (n, 4)."""
    return forest_of(segments, np.array([[0, len(segments)]]))


def meetings(forest: kernel.Forest, tree: int, rows: Sequence[int], most: int) -> int:
    """Count the segments of a tree and the segments rows[0] to rows[1] that cross or touch.

    Pairs within the tree count once. Returns `most` if there are at least that many, or if the
    count would take too long; see the kernel.
    """
    each, least = WORK
    work = least + each * (rows[1] - rows[0])
    (span,) = buffers(kernel, np.array(rows, np.int64))
    return int(kernel.meetings(forest, tree, span, False, most, work))


def meet_themselves(edges: Floats, spans: Ints) -> Ints:
    """Return (k,) 1 for each ring with edges that cross or touch edges other than neighbours.

    `spans` (k, 2) are the first edge of each ring and the edge past its last. The result is 1,
    too, for rings that would take too long.
    """
    marks = np.zeros(len(spans), np.int64)
    if len(spans):
        spans = np.ascontiguousarray(spans)
        each, least = WORK
        work = least + each * (spans[:, 1] - spans[:, 0])
        kernel.mark_meeting(forest_of(edges, spans), *buffers(kernel, spans, work, marks))
    return marks


def touching(forest: kernel.Forest, boxes: Floats, reach: float) -> npt.NDArray[np.bool_]:
    """Return (n,) whether boxes (n, 4) are within `reach` of a segment's box in the first tree.

    Each box is given by two opposite corners.
    """
    marks = np.zeros(len(boxes), np.uint8)
    b = buffers(kernel, np.ascontiguousarray(boxes), marks)
    kernel.touching(forest, b[0], reach, b[1])
    return marks.view(np.bool_)
