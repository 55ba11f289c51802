"""Proposed networks: waypoints and edges, their counts, and warnings for the designer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np

from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import Clearance, Marks
from navcore.graph.corridors import leaves_room
from navcore.i18n import several
from navcore.level.model import Edge, Level, Point, Waypoint
from navcore.level.network import WaypointType
from navcore.level.operations.grown import GROWN
from navcore.level.tables import GROUND

LEAST_RADIUS: Final = 0.01
"""Metres that networks keep from walls even for agents without a width."""

__all__ = [
    "GROWN",
    "LEAST_RADIUS",
    "NOTHING",
    "Proposal",
    "Standing",
    "absorbed",
    "joinable",
    "left_out",
    "without",
]

_NO_PAIRS: Final[Ints] = np.empty((0, 2), np.int64)
_NO_ROOMS: Final[Floats] = np.empty(0)
_NO_PLACES: Final[Floats] = np.empty((0, 2))


class Standing(NamedTuple):
    """The waypoints of a storey that a generator keeps and joins to its new ones."""

    ids: Ints
    """(k,) ascending."""
    positions: Floats
    """(k, 2)."""
    pairs: Ints
    """(m, 2) indices of waypoints that edges already join, the lower index first."""
    replaced: tuple[int, ...]
    """Ids of waypoints to remove: grown earlier, not locked, and used by nothing but edges."""
    two_way: Ints = _NO_PAIRS
    """(j, 2) those of `pairs` that lead both ways, cost their length and need no ability; none that
    is switched off."""
    rooms: Floats = _NO_ROOMS
    """(k,) path width of each waypoint, metres; 0 if it has none."""
    off: Floats = _NO_PLACES
    """(l, 2) places of waypoints that stay and are switched off: no new one is laid there."""
    shut: int = 0
    """Number of edges among `pairs` that are switched off: no other is laid in their place."""

    @classmethod
    def of(cls, level: Level, layer: str = GROUND, *, replace: bool = True) -> "Standing":
        """Return what stays on a storey of a level: waypoints drawn by hand, locked, or in use.

        A waypoint is in use if a route or an agent stops at it, a state switches it or one of its
        edges, or an edge ends at it that is locked or switched off: removing it would break what
        was built on it. Disabled waypoints stay as well, but are not joined. `replace` says whether
        other waypoints that were grown earlier are removed.
        """
        used = _used(level) if replace else frozenset[int]()
        edges = level.of(Edge).values()
        stays: list[Waypoint] = []
        goes: list[int] = []
        off: list[Point] = []
        for waypoint in level.of(Waypoint).values():
            if level.settings.layer_of(waypoint) != layer:
                continue
            is_kept = waypoint.locked or waypoint.id in used
            if replace and GROWN in waypoint.tags and not is_kept:
                goes.append(waypoint.id)
            elif waypoint.enabled:
                stays.append(waypoint)
            else:
                off.append(waypoint.position)
        stays.sort(key=lambda waypoint: waypoint.id)
        rows = {waypoint.id: row for row, waypoint in enumerate(stays)}
        inner = [edge for edge in edges if edge.start in rows and edge.end in rows]
        plain = [one for one in inner if one.factor == 1 and not one.needs and one.enabled]
        arcs = {(rows[edge.start], rows[edge.end]) for edge in plain}
        arcs |= {(rows[edge.end], rows[edge.start]) for edge in plain if not edge.one_way}
        return cls(
            np.array(list(rows), np.int64),
            np.array([waypoint.position for waypoint in stays], np.float64).reshape(-1, 2),
            _sorted_pairs({tuple(sorted((rows[one.start], rows[one.end]))) for one in inner}),
            tuple(sorted(goes)),
            _sorted_pairs({(a, b) for a, b in arcs if a < b and (b, a) in arcs}),
            np.array([waypoint.clear_radius for waypoint in stays], np.float64),
            np.array(off, np.float64).reshape(-1, 2),
            sum(not edge.enabled for edge in inner),
        )

    @property
    def kept(self) -> int:
        """Number of waypoints that stay, with those that are switched off."""
        return len(self.ids) + len(self.off)

    def is_off(self, places: Floats, reach: float) -> Marks:
        """Return (n,) which places (n, 2) lie within `reach` metres of a switched-off waypoint."""
        marks: Marks = np.zeros(len(places), np.bool_)
        for x, z in self.off.tolist():
            marks |= np.hypot(places[:, 0] - x, places[:, 1] - z) < reach
        return marks

    def passable(self, clearance: Clearance, radius: float) -> Ints:
        """Return those of `pairs` along which agents of a radius can walk both ways (S4-028).

        Only these can make another edge superfluous: an edge that is one-way, has a factor, needs
        an ability, is too narrow, or leads through a wall is no replacement for a clear one.
        """
        ends = self.positions[self.two_way].reshape(-1, 4)
        room = leaves_room(self.rooms, radius)[self.two_way].all(axis=1)
        found: Ints = self.two_way[room & clearance.clear(ends, radius)]
        return found


def _sorted_pairs(pairs: Iterable[tuple[int, ...]]) -> Ints:
    return np.array(sorted(pairs), np.int64).reshape(-1, 2)


def _used(level: Level) -> frozenset[int]:
    """Return ids that other elements than edges refer to, and those that states switch.

    Both ends of edges that are locked, switched off, or switched by a state count too.
    """
    switched = {key for state in level.settings.states for key in (*state.disabled, *state.enabled)}
    found = {
        one
        for edge in level.of(Edge).values()
        if edge.locked or not edge.enabled or edge.id in switched
        for one in edge.references
    }
    found |= {
        one
        for kind, held in level.held.items()
        if kind is not Edge
        for item in held.values()
        for one in item.references
    }
    return frozenset(found | switched)


NOTHING: Final = Standing(np.empty(0, np.int64), np.empty((0, 2)), _NO_PAIRS, ())
"""No waypoints stay."""


@dataclass(frozen=True, slots=True, eq=False)
class Proposal:
    """A network that a generator proposes for one storey; :func:`laying.lay` makes an edit of it.

    Nodes are counted through: first standing waypoints, then new ones.
    """

    standing: Standing
    """Waypoints that stay, and waypoints to remove."""
    positions: Floats
    """(n, 2) new waypoints, metres."""
    pairs: Ints
    """(m, 2) nodes that new edges join."""
    warnings: tuple[str, ...] = ()
    """Warnings for the designer, one sentence each."""
    types: tuple[WaypointType, ...] = ()
    """Type of each new waypoint; empty: all are for navigation."""
    names: tuple[str, ...] = ()
    """Name of each new waypoint, numbered if it is taken; empty: no names."""
    needs: tuple[tuple[str, ...], ...] = ()
    """Abilities that each new edge needs; empty: none does."""
    gone_edges: tuple[int, ...] = ()
    """Ids of edges that go."""
    tried: int = 0
    """Edges that would be clear; more than `pairs` where some are not needed."""
    detour: float = 0.0
    """Greatest share by which paths become longer because edges were left out."""
    rooms: Floats = field(default_factory=lambda: np.empty(0))
    """(n,) clear radius of each new waypoint, metres; empty: not said."""

    @property
    def nodes(self) -> Floats:
        """(k + n, 2) all nodes."""
        return np.concatenate((self.standing.positions, self.positions))

    @property
    def lines(self) -> Floats:
        """(m, 4) new edges from node to node."""
        return self.nodes[self.pairs].reshape(-1, 4)


def left_out(off: Marks) -> tuple[str, ...]:
    """Return a warning if some of the places (n,) are switched off, so that the network may end."""
    count = int(off.sum())
    if not count:
        return ()
    return (
        several(
            count,
            "1 waypoint is left out where one is switched off.",
            "{0} waypoints are left out where one is switched off.",
        ),
    )


def joinable(
    clearance: Clearance, radius: float, positions: Floats
) -> tuple[Marks, tuple[str, ...]]:
    """Return (n,) which places have a clear disc, and a warning if some lack it."""
    ok = clearance.clear(np.hstack((positions, positions)), radius)
    lacking = int((~ok).sum())
    if not lacking:
        return ok, ()
    return ok, (
        several(
            lacking,
            "1 waypoint that stays is too near a wall to be joined.",
            "{0} waypoints that stay are too near a wall to be joined.",
        ),
    )


def absorbed(
    clearance: Clearance,
    radius: float,
    standing: Standing,
    ok: Marks,
    nodes: Floats,
    pairs: Ints,
    reach: float,
    *,
    served: Sequence[Floats],
) -> tuple[Floats, Ints, Ints]:
    """Let waypoints that stay replace new ones beside them, if nothing loses sight of the network.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        standing: The waypoints that stay.
        ok: (k,) which of them can be joined.
        nodes: (n, 2) new waypoints.
        pairs: (m, 2) indices of joined nodes in `nodes`.
        reach: Metres up to which a waypoint replaces another one.
        served: For each new waypoint, places (k, 2) that see it, and maybe no other one.

    Returns:
        The remaining new waypoints; pairs of indices, first of waypoints that stay, then of the
            remaining ones; indices in `nodes` of the remaining ones.
    """
    count = len(standing.ids)
    rows = count + np.arange(len(nodes))
    taken = ~ok
    for row, place in enumerate(standing.positions.tolist()):
        if taken[row]:
            continue
        apart = np.hypot(nodes[:, 0] - place[0], nodes[:, 1] - place[1])
        near = np.flatnonzero((apart <= reach) & (rows >= count))
        for node in near[np.argsort(apart[near])].tolist():
            mine = pairs[(pairs == node).any(axis=1)]
            others = np.where(mine[:, 0] == node, mine[:, 1], mine[:, 0])
            # A neighbour may have been replaced already.
            every = np.concatenate((standing.positions, nodes))
            ends = every[rows[others]]
            lines = np.hstack((np.broadcast_to(np.array(place), ends.shape), ends))
            if not clearance.passes(lines, radius).all():
                continue
            if _see_one(clearance, radius, served[node], np.vstack((place, ends))):
                rows[node] = row
                break
    left = np.flatnonzero(rows >= count)
    rows[left] = count + np.arange(len(left))
    joined = rows[pairs]
    return nodes[left], joined[joined[:, 0] != joined[:, 1]], left


def _see_one(clearance: Clearance, radius: float, places: Floats, nodes: Floats) -> bool:
    """Return whether each of these places sees one of these nodes."""
    left = places
    for node in nodes:
        if not len(left):
            break
        lines = np.hstack((left, np.broadcast_to(node, left.shape)))
        left = left[~clearance.passes(lines, radius)]
    return not len(left)


def without(pairs: Ints, known: Ints) -> Ints:
    """Return the pairs (m, 2), lower row first and each once, that are not `known`."""
    unique = np.unique(np.sort(pairs, axis=1), axis=0)
    span = 1 + max(int(unique.max(initial=0)), int(known.max(initial=0)))
    taken = np.sort(known, axis=1) @ (span, 1)
    return unique[~np.isin(unique @ (span, 1), taken)]
