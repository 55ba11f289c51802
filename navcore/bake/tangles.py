"""Tangles: areas that cross themselves too often for polygon operations.

They are baked all the same. Under even-odd every side of an outline has the inside on one hand and
the outside on the other, so its sides are its edge, except where other areas cover them; the inside
is found row by row. Only narrow gaps between a tangle and its neighbours are not closed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.bake.shapes import Shapes
from navcore.geometry.edge_trees import forest_of, meetings, tree_of
from navcore.geometry.even_odd import MOST_CORNERS, cancelled, is_tangled
from navcore.geometry.exposed_edges import weld_of
from navcore.geometry.rings import Floats, Ints, lower_end_first
from navcore.geometry.segment_coverage import Pieces, beside, one_sided, uncovered_by
from navcore.kernels.polygon import edge_tree

MOST_SHARED: Final = 100_000
"""Times that a tangle and another area may cross for one to cover edges of the other: 50 ms."""

MOST_AROUND: Final = 2_000
"""Most crossings between sides of an area and its neighbours, without consecutive sides, for
polygon operations: 50 ms."""

Sides: TypeAlias = Mapping[int, Floats]
"""Sides (n, 4) by area, doubled stretches cancelled."""


class Edge(NamedTuple):
    """The outer edge of areas."""

    segments: Floats
    """(n, 4) lower end first."""
    owners: Ints
    """(n,) the area of each."""


def sides_of(areas: Shapes, odd: Collection[int], keys: Iterable[int]) -> tuple[Sides, Sides]:
    """Return the sides of odd areas, and of tangles, among the active areas `keys`.

    `odd` areas touch or cross themselves, or enclose nothing.
    """
    crossed: dict[int, Floats] = {}
    tangles: dict[int, Floats] = {}
    for key in keys:
        edges = areas.active_edges(key)
        if key in odd or len(edges) > MOST_CORNERS:
            sides = cancelled(edges)
            if is_tangled(sides):
                tangles[key] = sides
            elif key in odd:
                crossed[key] = sides
    return crossed, tangles


def with_tangles(areas: Shapes, tangles: Sides, others: Edge, seam: float) -> Edge:
    """Return the outer edge of all areas, given the outer edge of `others`, which aren't tangles.

    A tangle and an area that cross more than `MOST_SHARED` times do not cover each other's edges.
    """
    ground = _Ground(areas, tangles)
    apart = beside(weld_of(seam), ground.edges)
    pieces = Pieces.of(others.segments, others.owners)
    for key in sorted(tangles):
        touched = ground.near(key, pieces.segments) & ~ground.crowded(key, pieces.owners)
        left = uncovered_by(
            ground.forest, ground.trees[key], ground.size(key), apart, pieces.taken(touched)
        )
        pieces = pieces.taken(~touched).and_also(left)
    for key in sorted(tangles):
        sides = tangles[key]
        mine = Pieces.of(sides, np.full(len(sides), key, np.int64))
        for other, tree in ground.trees.items():
            if other != key and ground.meet(key, other) and not ground.is_crowded(key, other):
                mine = uncovered_by(ground.forest, tree, ground.size(other), apart, mine)
        pieces = pieces.and_also(mine)
    # Sides that are uncovered on one side only need no tree.
    trees = np.array([ground.trees.get(key, 0) for key in pieces.owners.tolist()], np.int64)
    kept = one_sided(ground.forest, apart, pieces._replace(owners=trees))
    return Edge(lower_end_first(pieces.segments[kept]), pieces.owners[kept])


def are_crowded(outlines: Sequence[Floats]) -> bool:
    """Return whether sides of adjacent areas, (n, 4) each, meet too often for polygons."""
    sides = np.concatenate(outlines)
    most = len(sides) + MOST_AROUND
    if len(sides) * (len(sides) - 1) // 2 < most:
        return False
    return meetings(tree_of(sides), 0, (0, len(sides)), most) >= most


def edge_in_a_crowd(areas: Shapes, key: int, sides: Floats, seam: float) -> Floats:
    """Return the outer edge (n, 4) of one area among the others; no gaps are closed."""
    ground = _Ground(areas, {key: sides})
    apart = beside(weld_of(seam), ground.edges)
    pieces = Pieces.of(sides, np.full(len(sides), key, np.int64))
    for other, tree in ground.trees.items():
        if other != key and not ground.is_crowded(key, other):
            pieces = uncovered_by(ground.forest, tree, ground.size(other), apart, pieces)
    trees = np.full(len(pieces.owners), ground.trees[key], np.int64)
    kept = one_sided(ground.forest, apart, pieces._replace(owners=trees))
    return lower_end_first(pieces.segments[kept])


class _Ground:
    """The outlines of tangles and of the areas around them, in one forest."""

    def __init__(self, areas: Shapes, tangles: Sides) -> None:
        self._boxes = {key: areas.box(key) for key in sorted(tangles)}
        around = {
            key for box in self._boxes.values() for key in areas.active_ids(box, 0.0)
        } - tangles.keys()
        self._boxes |= {key: areas.box(key) for key in sorted(around)}
        rings = [tangles[key] if key in tangles else areas.active_edges(key) for key in self._boxes]
        ends = np.cumsum([0, *map(len, rings)], dtype=np.int64)
        self.edges = np.concatenate(rings)
        self._spans = np.column_stack((ends[:-1], ends[1:]))
        self.forest: edge_tree.Forest = forest_of(self.edges, self._spans)
        self.trees = {key: tree for tree, key in enumerate(self._boxes)}
        self._crowded: dict[tuple[int, int], bool] = {}

    def size(self, key: int) -> int:
        first, last = self._spans[self.trees[key]].tolist()
        return int(last - first)

    def meet(self, one: int, other: int) -> bool:
        """Return whether the bounding boxes of two areas touch."""
        a, b = self._boxes[one], self._boxes[other]
        return a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3]

    def near(self, key: int, segments: Floats) -> npt.NDArray[np.bool_]:
        """Return which segments have boxes that touch an area's."""
        x0, z0, x1, z1 = self._boxes[key]
        low, high = np.minimum(segments[:, 0], segments[:, 2]), segments[:, 3]
        across = (low <= x1) & (np.maximum(segments[:, 0], segments[:, 2]) >= x0)
        up = (np.minimum(segments[:, 1], high) <= z1) & (np.maximum(segments[:, 1], high) >= z0)
        return across & up

    def is_crowded(self, one: int, other: int) -> bool:
        """Return whether two areas cross too often."""
        pair = (min(one, other), max(one, other))
        if pair not in self._crowded:
            few = self.size(one) * self.size(other) < MOST_SHARED
            self._crowded[pair] = not few and self._crossings(*pair) >= MOST_SHARED
        return self._crowded[pair]

    def crowded(self, key: int, owners: Ints) -> npt.NDArray[np.bool_]:
        """Return which owners an area crosses too often."""
        crowd = [
            owner
            for owner in np.unique(owners).tolist()
            if owner in self.trees and self.meet(key, owner) and self.is_crowded(key, owner)
        ]
        return np.isin(owners, crowd)

    def _crossings(self, one: int, other: int) -> int:
        small, large = sorted((one, other), key=lambda key: (self.size(key), key))
        rows = self._spans[self.trees[small]].tolist()
        tree = self.trees[large]
        return meetings(self.forest, tree, rows, MOST_SHARED)
