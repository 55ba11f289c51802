"""What outlines leave uncovered of segments, however often they cross themselves."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.geometry.rings import Floats, Ints
from navcore.kernels import buffers
from navcore.kernels.polygon import edge_tree
from navcore.kernels.polygon import segment_coverage as kernel

_DIGITS = 2.0**-44
"""Share of the coordinates that is the least one can look beside a segment."""


class Pieces(NamedTuple):
    """Parts of segments, and what is known to be covered beside them."""

    segments: Floats
    """(n, 4), each with a length."""
    sides: npt.NDArray[np.uint8]
    """(n,) 1: outlines cover what is to the left, 2: to the right, 0: neither."""
    owners: Ints
    """(n,) to which outline each belongs, as the caller counts them."""

    @classmethod
    def of(cls, segments: Floats, owners: Ints) -> "Pieces":
        """Segments of which nothing is known yet; those without length are left out."""
        long = np.flatnonzero((segments[:, :2] != segments[:, 2:]).any(axis=1))
        return cls(segments[long], np.zeros(len(long), np.uint8), owners[long])

    def taken(self, rows: Ints | npt.NDArray[np.bool_]) -> "Pieces":
        """Some of them."""
        return Pieces(self.segments[rows], self.sides[rows], self.owners[rows])

    def and_also(self, other: "Pieces") -> "Pieces":
        """These and others."""
        return Pieces(
            np.concatenate((self.segments, other.segments)),
            np.concatenate((self.sides, other.sides)),
            np.concatenate((self.owners, other.owners)),
        )


def beside(seam: float, coordinates: Floats) -> float:
    """Return how far beside segments, in metres, one asks what covers them."""
    return max(seam, _DIGITS * float(np.abs(coordinates).max(initial=0.0)))


def uncovered_by(
    forest: edge_tree.Forest, tree: int, size: int, apart: float, pieces: Pieces
) -> Pieces:
    """Return what an outline, a tree of `size` edges, leaves of pieces; even-odd.

    What it covers on both sides is left out, `apart` metres beside them.
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
    """Return (n,) whether pieces have floor on one side only; `owners` are the trees of their own.

    Of those that others cover on neither side that is so without asking.
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
    """Return (n,) whether each place (n, 2) lies inside the outline of its tree, even-odd."""
    marks = np.zeros(len(places), np.uint8)
    b = buffers(kernel, np.ascontiguousarray(trees), np.ascontiguousarray(places), marks)
    kernel.held(forest, *b)
    return marks.view(np.bool_)
