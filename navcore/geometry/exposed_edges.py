"""Parts of polygons' edges that other polygons don't cover, and where they aren't final."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from navcore.geometry.edge_trees import forest_of, meet_themselves, touching, tree_of
from navcore.geometry.rings import Box, Floats, lower_end_first
from navcore.kernels import buffers
from navcore.kernels.polygon import closing as closing_kernel
from navcore.kernels.polygon import rings as rings_kernel
from navcore.kernels.polygon import union_edges as union_edges_kernel

Marks = npt.NDArray[np.uint8]
Ids = npt.NDArray[np.int64]

ROUNDING: Final = 1e-5
"""Largest gap in metres that counts as a rounding error; it is always closed."""

_WELD: Final = 0.01
"""Largest distance between shared edges that count as one, as a share of the seam."""

_SAME: Final = 1e-6
"""Largest distance in metres between edges of the same direction that count as one."""

_TINY: Final = 1e-9
"""Largest length in metres of a stretch that counts as a rounding error."""

_SPOILED: Final = 2
"""State of an edge that runs along an odd polygon."""

_UNSURE: Final = 2
"""Mark of a polygon that is odd if any of its edges meet."""

_MANY: Final = 2**20
"""Number of pairs of boxes from which a tree is faster than testing all pairs."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Polygons with directed edges: the inside is on the left of each edge."""

    edges: Floats
    """(n, 4) xa, za, xb, zb."""
    polygons: Ids
    """(k, 4) first edge, edge past the last, id, and 1 if neither side is certain to be inside."""
    boxes: Floats
    """(k, 4)."""

    @classmethod
    def of(
        cls, rings: Sequence[Floats], ids: Ids, boxes: Floats, odd: Collection[int] = ()
    ) -> "Outlines":
        """Direct the edges of packed rings; edges of polygons in `odd` stay as they are."""
        edges = np.concatenate([np.empty((0, 4)), *rings])
        polygons = np.zeros((len(rings), 4), np.int64)
        polygons[:, 1] = np.cumsum(np.fromiter(map(len, rings), np.int64, len(rings)))
        polygons[1:, 0] = polygons[:-1, 1]
        polygons[:, 2] = ids
        polygons[:, 3] = [key in odd for key in ids.tolist()]
        directed = np.empty_like(edges)
        rings_kernel.direct(*buffers(rings_kernel, edges, polygons, directed))
        unsure = np.flatnonzero(polygons[:, 3] == _UNSURE)
        polygons[unsure, 3] = meet_themselves(directed, polygons[unsure, :2])
        return cls(directed, polygons, boxes)

    @property
    def owners(self) -> Ids:
        """(n,) id of the polygon of each edge."""
        return np.repeat(self.polygons[:, 2], self.polygons[:, 1] - self.polygons[:, 0])

    @property
    def odd(self) -> set[int]:
        """Ids of the polygons that touch or cross themselves, or enclose no area."""
        return set(self.polygons[self.polygons[:, 3] != 0, 2].tolist())


class Uncovered(NamedTuple):
    """Pieces of edges that no other polygon covers."""

    owners: Ids
    """(n,) the edge of each piece."""
    pieces: Floats
    """(n, 10) a directed edge; start and end of the piece in metres from the edge's start; the
    piece as a segment, lower end first, with the edge's exact coordinates where it isn't cut."""
    spoiled: npt.NDArray[np.bool_]
    """For each edge, whether an odd polygon runs along it, so that its pieces aren't certain."""


def weld_of(seam: float) -> float:
    """Return the largest distance in metres between shared edges that count as one."""
    return _WELD * max(seam, ROUNDING)


def touched(boxes: Floats, queries: Floats, reach: float) -> npt.NDArray[np.bool_]:
    """Return (n,) whether boxes, or boxes of edges, are within `reach` of any of `queries`.

    Both are (n, 4) and hold two opposite corners.
    """
    if len(boxes) * len(queries) > _MANY:
        return touching(tree_of(queries), boxes, reach)
    marks = np.zeros(len(boxes), np.uint8)
    b = buffers(rings_kernel, boxes, queries, marks)
    rings_kernel.touched(b[0], b[1], reach, b[2])
    return marks.view(np.bool_)


def uncovered(outlines: Outlines, wanted: npt.NDArray[np.bool_], seam: float) -> Uncovered:
    """Return the pieces of the `wanted` edges that no other polygon covers."""
    states = wanted.astype(np.uint8)
    covers = _covers(outlines, states, seam)
    covers = np.ascontiguousarray(covers[np.lexsort((covers[:, 1], covers[:, 0]))])
    most = len(outlines.edges) + len(covers)
    owners, pieces = np.empty(most, np.int64), np.empty((most, 10))
    b = buffers(union_edges_kernel, outlines.edges, states, covers, owners, pieces)
    count = union_edges_kernel.uncovered(b[0], b[1], b[2], 2 * weld_of(seam), b[3], b[4])
    return Uncovered(owners[:count], pieces[:count], states == _SPOILED)


class Closed(NamedTuple):
    """The parts of pieces that remain after closing gaps narrower than a seam."""

    segments: Floats
    """(n, 4) lower end first, with the original coordinates where nothing is cut off."""
    unsure: npt.NDArray[np.bool_]
    """(n,) whether a segment is only a guess, because closing can't be decided locally."""


def closed(pieces: Floats, count: int, seam: float) -> Closed:
    """Close gaps narrower than `seam` metres; return what remains of the first `count` pieces.

    The other pieces (n, 10) are those near them.
    """
    seam = max(seam, ROUNDING)
    weld = weld_of(seam)
    marks = np.zeros(len(pieces), np.uint8)
    order = np.argsort(pieces[:, 7])
    ranks = np.empty(len(pieces), np.int64)
    ranks[order] = np.arange(len(pieces))
    limits = np.array((seam / 2, 6 * weld, weld))
    ends = np.zeros((len(pieces), 8))
    b = buffers(closing_kernel, pieces, ranks, limits, ends, marks)
    closing_kernel.closing(b[0], tree_of(pieces[:, 6:]), *b[1:])
    segments = pieces[:count, 6:].copy()
    cut = ends[:count, 4:6].any(axis=1)
    if cut.any():
        segments[cut] = _clipped(pieces[:count][cut], ends[:count, 4:6][cut])
    return Closed(segments, marks[:count].view(np.bool_))


def _clipped(pieces: Floats, off: Floats) -> Floats:
    """Return the segments of pieces, shortened by `off` (n, 2) metres at start and end."""
    start, along = pieces[:, :2], pieces[:, 2:4] - pieces[:, :2]
    along /= np.hypot(along[:, 0], along[:, 1])[:, None]
    low, high = pieces[:, 4] + off[:, 0], pieces[:, 5] - off[:, 1]
    return lower_end_first(np.hstack((start + low[:, None] * along, start + high[:, None] * along)))


def box_rows(boxes: Sequence[Box]) -> Floats:
    """Return boxes as an array (n, 4)."""
    return np.array(boxes, np.float64).reshape(len(boxes), 4)


def _covers(outlines: Outlines, states: Marks, seam: float) -> Floats:
    weld = weld_of(seam)
    pairs = _near_pairs(outlines.boxes, weld)
    limits = np.array((weld, min(weld, _SAME), _TINY))
    sizes = outlines.polygons[:, 1] - outlines.polygons[:, 0]
    largest = int(sizes.max(initial=0))
    cuts, welds = np.empty(4 * largest + 2), np.empty((largest, 3))
    room = 4 * len(pairs) + len(outlines.edges)
    forest = forest_of(outlines.edges, outlines.polygons[:, :2])
    while True:
        covers = np.empty((room, 3))
        b = buffers(
            union_edges_kernel, outlines.polygons, outlines.boxes, pairs, limits, cuts, welds,
            states, covers,
        )  # fmt: skip
        count = union_edges_kernel.cover(forest, *b)
        if count <= room:
            return covers[:count]
        room = count


def _near_pairs(boxes: Floats, reach: float) -> Ids:
    order = np.argsort(boxes[:, 1])
    room = 8 * len(boxes)
    while True:
        pairs = np.empty((room, 2), np.int64)
        b = buffers(rings_kernel, boxes, order, pairs)
        count = rings_kernel.near_pairs(b[0], b[1], reach, b[2])
        if count <= room:
            return pairs[:count]
        room = count
