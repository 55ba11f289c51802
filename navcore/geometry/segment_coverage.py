"""Parts of segments that outlines don't cover; the outlines may cross themselves."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Floats, Ints
from navcore.kernels import buffers
from navcore.kernels.polygon import edge_tree
from navcore.kernels.polygon import segment_coverage as kernel

_DIGITS = 2.0**-44
"""Least distance from a segment at which coverage is tested, relative to the coordinates."""


class Pieces(NamedTuple):
    """Parts of segments, and the sides on which they are covered."""

    segments: Floats
    """(n, 4), none of length 0."""
    sides: npt.NDArray[np.uint8]
    """(n,) 1 if outlines cover the left side, 2 for the right side, 0 for neither."""
    owners: Ints
    """(n,) the outline of each piece, in the caller's numbering."""

    @classmethod
    def of(cls, segments: Floats, owners: Ints) -> "Pieces":
        """Return pieces with no covered side; segments of length 0 are left out."""
        long = np.flatnonzero((segments[:, :2] != segments[:, 2:]).any(axis=1))
        return cls(segments[long], np.zeros(len(long), np.uint8), owners[long])

    def taken(self, rows: Ints | npt.NDArray[np.bool_]) -> "Pieces":
        """Return some of the pieces."""
        return Pieces(self.segments[rows], self.sides[rows], self.owners[rows])

    def and_also(self, other: "Pieces") -> "Pieces":
        """Return these pieces and others."""
        return Pieces(
            np.concatenate((self.segments, other.segments)),
            np.concatenate((self.sides, other.sides)),
            np.concatenate((self.owners, other.owners)),
        )


def beside(seam: float, coordinates: Floats) -> float:
    """Return the distance in metres from segments at which coverage is tested."""
    return max(seam, _DIGITS * float(np.abs(coordinates).max(initial=0.0)))


def uncovered_by(
    forest: edge_tree.Forest, tree: int, size: int, apart: float, pieces: Pieces
) -> Pieces:
    """Return the pieces that remain after removing what an outline covers on both sides.

    The outline is a tree of `size` edges and follows the even-odd rule. Coverage is tested `apart`
    metres from the pieces.
    """
    left, right = np.empty(size + 1), np.empty(size + 1)
    room = 2 * len(pieces.segments) + 64
    while True:
        segments, sides = np.empty((room, 4)), np.empty(room, np.uint8)
        origins = np.empty(room, np.int64)
        b = buffers(
            kernel, np.ascontiguousarray(pieces.segments), pieces.sides, left, right,
            segments, sides, origins,
        )  # fmt: skip
        count = kernel.expose(forest, tree, apart, *b)
        if count <= room:
            owners = pieces.owners[origins[:count]]
            return Pieces(segments[:count], sides[:count], owners)
        room = count


def one_sided(forest: edge_tree.Forest, apart: float, pieces: Pieces) -> npt.NDArray[np.bool_]:
    """Return (n,) whether pieces have floor on one side only.

    `owners` are the trees of the pieces' own outlines. Pieces that other outlines cover on neither
    side always have floor on one side only, so they aren't tested.
    """
    asked = np.flatnonzero(pieces.sides)
    start, end = pieces.segments[asked, :2], pieces.segments[asked, 2:]
    along = end - start
    along *= (apart / np.hypot(along[:, 0], along[:, 1]))[:, None]
    middle, across = (start + end) / 2, np.column_stack((-along[:, 1], along[:, 0]))
    trees = pieces.owners[asked]
    left = held(forest, trees, middle + across) | (pieces.sides[asked] & 1 != 0)
    right = held(forest, trees, middle - across) | (pieces.sides[asked] & 2 != 0)
    answers = np.ones(len(pieces.segments), np.bool_)
    answers[asked] = left != right
    return answers


def held(forest: edge_tree.Forest, trees: Ints, places: Floats) -> npt.NDArray[np.bool_]:
    """Return (n,) whether each place (n, 2) is inside the outline of its tree, even-odd."""
    marks = np.zeros(len(places), np.uint8)
    b = buffers(kernel, np.ascontiguousarray(trees), np.ascontiguousarray(places), marks)
    kernel.held(forest, *b)
    return marks.view(np.bool_)
