"""Trees of boxes around points, for kernels that decide on many points at once."""

from typing import Final, NamedTuple

import numpy as np

from navcore.graph.adjacency import Floats, Ids

_IN_LEAF: Final = 8
"""Most points in a box that is not divided."""


class PointBoxes(NamedTuple):
    """Points in a tree of boxes: each box is divided across its longer side, at the median."""

    points: Floats
    """(n, 2) in the order of the leaves."""
    boxes: Floats
    """(t, 4) the box around the points of each node: least x and z, greatest x and z."""
    nodes: Ids
    """(t, 4) as the kernel `coverage.cover_far` takes them."""

    @classmethod
    def of(cls, points: Floats) -> tuple["PointBoxes", Ids]:
        """Return the tree of points (n, 2), at least one, and (n,) their rows in its order."""
        boxes: list[list[float]] = []
        nodes: list[list[int]] = []
        rows: list[Ids] = []
        laid = 0
        # Nodes to make, the next one last: its points, and the node that holds it.
        left = [(np.arange(len(points)), -1)]
        while left:
            inside, above = left.pop()
            places = points[inside]
            low, high = places.min(axis=0), places.max(axis=0)
            boxes.append([*low.tolist(), *high.tolist()])
            nodes.append([0, above, -1, -1])
            if len(inside) > _IN_LEAF:
                half = len(inside) // 2
                order = np.argpartition(places[:, int(np.argmax(high - low))], half)
                here = len(nodes) - 1
                left += ((inside[order[half:]], here), (inside[order[:half]], here))
                continue
            rows.append(inside)
            nodes[-1][2:] = laid, laid + len(inside)
            laid += len(inside)
        # Last nodes first: what follows a node follows the last one in it.
        for number in range(len(nodes) - 1, -1, -1):
            nodes[number][0] = max(nodes[number][0], number + 1)
            above = nodes[number][1]
            if above >= 0:
                nodes[above][0] = max(nodes[above][0], nodes[number][0])
        order = np.concatenate(rows)
        tree = cls(np.ascontiguousarray(points[order]), np.array(boxes), np.array(nodes, np.int64))
        return tree, order
