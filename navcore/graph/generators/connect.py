"""Edges between waypoints that stand: joined where they see each other, or thinned out."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from navcore.geometry.rings import Ints
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import LEAST_RADIUS, Proposal, Standing, joinable, without
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import Thinning, thinned
from navcore.level.model import Edge

REACH: Final = 10.0
"""Greatest distance in metres at which waypoints are joined."""

_NONE = np.empty((0, 2))


def connect(
    clearance: Clearance, radius: float, standing: Standing, *, reach: float = REACH
) -> Proposal:
    """Propose edges between all waypoints within a distance that see each other (S3-027).

    Pairs that an edge already joins are left out, so doing it twice changes nothing.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        standing: The waypoints.
        reach: Metres.
    """
    radius = max(radius, LEAST_RADIUS)
    ok, warnings = joinable(clearance, radius, standing.positions)
    kept = np.flatnonzero(ok)
    pairs = kept[visible_pairs(clearance, radius, standing.positions[kept], longest=reach)]
    new = without(pairs, standing.pairs)
    return Proposal(standing, _NONE, new, warnings, tried=len(pairs))


def prune(
    clearance: Clearance,
    radius: float,
    thinning: Thinning | None = None,
    ids: Iterable[int] | None = None,
    others: Sequence[tuple[Clearance, float]] = (),
) -> Proposal:
    """Propose to remove edges that paths don't need (S4-028).

    The network stays connected, and no path becomes longer by more than the proposal's `detour`,
    for agents of the radius and of all `others`: an alley replaces no road that carts need. Edges
    are kept if they are locked, off, one-way, tagged, need an ability, have a factor other than 1,
    or lead to another storey, and so are edges along which agents of the radius can't walk. None of
    these but locked and tagged ones counts as a path that makes another edge superfluous.

    Args:
        clearance: The clearance of the storey in the level.
        radius: Half the width of the agents, metres.
        thinning: How dense the network may stay; None for the default bounds.
        ids: Edges that may be removed; None: all.
        others: Clearances and radii of other agent types that use the network.
    """
    level = clearance.level
    standing = Standing.of(level, clearance.layer, replace=False)
    passable, *by_others = (
        set(map(tuple, standing.passable(one, max(wide, LEAST_RADIUS)).tolist()))
        for one, wide in ((clearance, radius), *others)
    )
    rows = {key: row for row, key in enumerate(standing.ids.tolist())}
    allowed = None if ids is None else set(ids)
    loose: dict[tuple[int, int], list[int]] = {}
    fixed: set[tuple[int, int]] = set()
    for edge in level.of(Edge).values():
        if edge.start not in rows or edge.end not in rows:
            continue
        start, end = rows[edge.start], rows[edge.end]
        pair = (min(start, end), max(start, end))
        is_loose = _is_plain(edge) and (allowed is None or edge.id in allowed)
        if is_loose and pair in passable:
            loose.setdefault(pair, []).append(edge.id)
        elif edge.enabled and not edge.one_way and not edge.needs and edge.factor == 1:
            fixed.add(pair)
    stays, detour = set[tuple[int, int]](), 0.0
    for walked in (passable, *by_others):
        kept = walked & fixed | walked - loose.keys()
        left = thinned(
            standing.positions, _array(walked & loose.keys()), thinning or Thinning(), _array(kept)
        )
        stays |= set(map(tuple, left.pairs.tolist()))
        detour = max(detour, left.detour)
    # Of several edges between the same two nodes, one is enough.
    gone = [key for pair, keys in loose.items() for key in sorted(keys)[pair in stays :]]
    return Proposal(
        standing,
        _NONE,
        np.empty((0, 2), np.int64),
        gone_edges=tuple(sorted(gone)),
        tried=len(loose),
        detour=detour,
    )


def _array(pairs: Iterable[tuple[int, ...]]) -> Ints:
    return np.array(sorted(pairs), np.int64).reshape(-1, 2)


def _is_plain(edge: Edge) -> bool:
    special = edge.locked or edge.one_way or edge.tags or edge.needs
    return not special and edge.enabled and edge.factor == 1
