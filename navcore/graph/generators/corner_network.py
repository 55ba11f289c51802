"""The network around corners: nodes that see each other, from scratch or after an edit."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from navcore.geometry.pieces import components
from navcore.geometry.rings import Ints
from navcore.graph.clearance import Clearance
from navcore.graph.generators.corners import AroundCorners, Corners, corner_nodes, together
from navcore.graph.generators.proposal import (
    LEAST_RADIUS,
    NOTHING,
    Proposal,
    Standing,
    joinable,
    left_out,
)
from navcore.graph.generators.sight import near_boxes, visible_pairs
from navcore.graph.generators.thinning import joined
from navcore.level.edit import Edit
from navcore.level.model import Level

NEAR: Final = 4.0
"""Metres up to which nodes are joined even if no shortest path continues from there: agents that
enter at the nearest node need these edges."""


def around_corners(
    clearance: Clearance,
    radius: float,
    options: AroundCorners | None = None,
    standing: Standing = NOTHING,
) -> Proposal:
    """Propose nodes before all corners, and edges between nodes that see each other.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        options: None for the defaults.
        standing: Waypoints that stay; they are joined too.
    """
    return CornerNetwork.of(clearance, radius, options or AroundCorners(), standing).proposal


@dataclass(frozen=True, slots=True, eq=False)
class CornerNetwork:
    """The network around corners for one version of a level; edits update it."""

    clearance: Clearance
    radius: float
    options: AroundCorners
    standing: Standing
    kept: Ints
    """(k,) rows of the standing waypoints that can be joined."""
    nodes: Corners
    """The standing waypoints, then the nodes before corners."""
    pairs: Ints
    """(m, 2) pairs that see each other: all that shortest paths can use, and near ones."""
    warnings: tuple[str, ...]

    @classmethod
    def of(
        cls, clearance: Clearance, radius: float, options: AroundCorners, standing: Standing
    ) -> "CornerNetwork":
        """Return the network from scratch; arguments as for :func:`around_corners`."""
        radius = max(radius, LEAST_RADIUS)
        kept, nodes, warnings = _nodes(clearance, radius, options, standing)
        pairs = visible_pairs(
            clearance, radius, nodes.positions, sides=nodes.sides,
            longest=options.thinning.longest, near=NEAR,
        )  # fmt: skip
        return cls(clearance, radius, options, standing, kept, nodes, pairs, warnings)

    def changed(self, level: Level, edit: Edit, standing: Standing = NOTHING) -> "CornerNetwork":
        """Return the network after an edit; equals :meth:`of` for that level.

        Pairs are only tested again if one of their nodes is new, or their line comes near a change.

        Args:
            level: The level after the edit.
            edit: The edit from this network's level to `level`.
            standing: Waypoints that stay after the edit.
        """
        clearance, touched = self.clearance.changed(level, edit)
        boxes = [*touched.obstacles, *touched.edge]
        longest = self.options.thinning.longest
        kept, nodes, warnings = _nodes(clearance, self.radius, self.options, standing)
        old, new = _same_rows(self.nodes, nodes)
        rows = np.full(len(self.nodes.positions), -1, np.int64)
        rows[old] = new
        fresh = np.ones(len(nodes.positions), np.bool_)
        fresh[new] = False
        stay = np.sort(rows[self.pairs], axis=1)
        stay = stay[stay[:, 0] >= 0]
        lines = nodes.positions[stay].reshape(-1, 4)
        stay = stay[~near_boxes(lines, boxes, clearance.reach(self.radius))]
        come = visible_pairs(
            clearance, self.radius, nodes.positions, sides=nodes.sides, longest=longest, near=NEAR,
            fresh=fresh, boxes=boxes,
        )  # fmt: skip
        pairs = np.concatenate((stay, come))
        # Two runs that are nearly sorted: a stable sort merges them.
        pairs = pairs[np.argsort(pairs[:, 0] * len(fresh) + pairs[:, 1], kind="stable")]
        return CornerNetwork(
            clearance, self.radius, self.options, standing, kept, nodes, pairs, warnings
        )

    @property
    def proposal(self) -> Proposal:
        """The edges that paths need, and that connect all nodes that can be."""
        positions = self.nodes.positions[len(self.kept) :]
        pairs = np.concatenate((self.pairs, self._bridges()))
        fixed = self.standing.passable(self.clearance, self.radius)
        return joined(
            self.standing, fixed, self.kept, positions, pairs, self.options.thinning, self.warnings
        )

    def _bridges(self) -> Ints:
        """Return pairs that join small components to the largest: paths may begin or end there.

        A node between furniture and a wall may only see others past the corner that it stands
        before.
        """
        every = self.nodes.positions
        labels = components(len(every), self.pairs)
        if not labels.any():
            return np.empty((0, 2), np.int64)
        apart = labels != np.bincount(labels).argmax()
        longest = self.options.thinning.longest
        pairs = visible_pairs(self.clearance, self.radius, every, longest=longest, fresh=apart)
        bridges: Ints = pairs[labels[pairs[:, 0]] != labels[pairs[:, 1]]]
        return bridges


def _nodes(
    clearance: Clearance, radius: float, options: AroundCorners, standing: Standing
) -> tuple[Ints, Corners, tuple[str, ...]]:
    """Return indices of joinable standing waypoints; these and all corners; warnings."""
    ok, warnings = joinable(clearance, radius, standing.positions)
    kept = np.flatnonzero(ok)
    corners = corner_nodes(clearance, radius, options)
    off = standing.is_off(corners.positions, radius)
    corners = corners.taken(~off) if off.any() else corners
    warnings = (*warnings, *left_out(off))
    for place in standing.positions[kept]:
        # A waypoint that stays replaces a node beside it.
        nearby = np.hypot(*(corners.positions - place).T) < radius
        corners = corners.taken(~nearby) if nearby.any() else corners
    stays = Corners(standing.positions[kept], np.zeros((len(kept), 4)))
    return kept, together(stays, corners), warnings


def _same_rows(before: Corners, after: Corners) -> tuple[Ints, Ints]:
    """Return rows of nodes that are the same, before and after."""
    old, new = (part.positions[:, 0] + 1j * part.positions[:, 1] for part in (before, after))
    _, old_rows, new_rows = np.intersect1d(old, new, return_indices=True)
    same = (before.sides[old_rows] == after.sides[new_rows]).all(axis=1)
    return old_rows[same], new_rows[same]
