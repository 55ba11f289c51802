"""From a walk: breadcrumbs that grow a network where somebody went (S4-034 to S4-038).

The rule of the Reaper bot: at each thought, if the place sees the last waypoint, it is the last
safe place; else the last safe place becomes a waypoint, joined to the last one, and is the last
one from now on. The place is then tested against it in the same thought, so that nobody gets past
two corners at once. Where a place sees a waypoint that stands already, that one is taken, unless
the walk found a short cut to it: so a walk over known ground leaves nothing.
"""

import heapq
import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import (
    LEAST_RADIUS,
    NOTHING,
    Proposal,
    Standing,
    joinable,
    without,
)
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import Thinning, thinned
from navcore.i18n import several, tr
from navcore.level.model import Point

_STEP: Final = 0.1
"""Metres between two thoughts: at a walk, ten times a second."""

_SHORT_CUT: Final = 1.5
"""Times the length of a walk that the way over the network is longer, for it to be a short cut."""

_LOOK: Final = 0.5
"""Metres from one look for loops to the next."""

_OFF: Final = 1.1
"""Radii that places of a walk are moved off walls, where there is room."""

_TURNS: Final = 16
_PUSHES: Final = (1.02, 1.3, 1.6)


@dataclass(frozen=True, slots=True, kw_only=True)
class FromWalk:
    """Options of breadcrumbs."""

    most: int = 500
    """Waypoints at most (S4-037)."""
    spacing: float = 1.0
    """Metres below which two waypoints become one, where nothing is lost by it."""
    reach: float = 5.0
    """Metres within which waypoints that see each other are joined (S4-036)."""

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if not (self.most >= 1 and self.spacing >= 0 and self.reach > 0):
            message = (
                "most must be at least 1, spacing at least 0 and reach over 0, "
                f"got {self.most}, {self.spacing} and {self.reach}"
            )
            raise NavcoreError(message)


def walk(
    clearance: Clearance,
    radius: float,
    track: npt.ArrayLike,
    options: FromWalk | None = None,
    standing: Standing = NOTHING,
) -> Proposal:
    """Propose waypoints where a walk turned out of sight, and edges between them.

    Args:
        clearance: What blocks on the storey.
        radius: Half the width of the agents, metres.
        track: (n, 2) the corners of a stroke, or where an agent was at each moment, metres.
        options: None for the usual ones.
        standing: Waypoints that stay; they are joined, too.

    Raises:
        NavcoreError: if the track is empty.
    """
    options = options or FromWalk()
    places = _densely(np.asarray(track, np.float64).reshape(-1, 2))
    radius = max(radius, LEAST_RADIUS)
    ok, warnings = joinable(clearance, radius, standing.positions)
    crumbs = Breadcrumbs(clearance, radius, options)
    for row in np.flatnonzero(ok).tolist():
        crumbs.put(_point(standing.positions[row]))
    for place in _off_walls(clearance, radius, places).tolist():
        crumbs.think(_point(place))
    kept = np.flatnonzero(ok)
    crumbs.clean_up(len(kept))
    left = np.array(crumbs.left, np.int64)
    new = left[left >= len(kept)]
    nodes = np.array(crumbs.nodes, np.float64).reshape(-1, 2)
    places_of = np.full(len(nodes), -1, np.int64)
    places_of[: len(kept)], places_of[new] = kept, len(ok) + np.arange(len(new))
    every = np.concatenate((standing.positions, nodes[new]))
    usable = np.concatenate((kept, len(ok) + np.arange(len(new))))
    near = visible_pairs(clearance, radius, every[usable], longest=options.reach)
    fixed = np.concatenate((standing.pairs, places_of[crumbs.pairs]))
    more = thinned(every, usable[near], Thinning(), fixed)
    pairs = without(np.concatenate((places_of[crumbs.pairs], more.pairs)), standing.pairs)
    possible = without(np.concatenate((pairs, usable[near])), standing.pairs)
    return Proposal(
        standing,
        nodes[new],
        pairs,
        warnings + _told(crumbs, options),
        tried=len(possible),
        detour=more.detour,
    )


def _told(crumbs: "Breadcrumbs", options: FromWalk) -> tuple[str, ...]:
    found: list[str] = []
    if crumbs.full:
        found.append(tr("The walk was too long: it stopped at {0} waypoints.").format(options.most))
    if crumbs.breaks:
        found.append(
            several(
                crumbs.breaks,
                "In 1 place the walk led where there is no room: its parts may not be joined.",
                "In {0} places the walk led where there is no room: its parts may not be joined.",
            )
        )
    return tuple(found)


class Breadcrumbs:
    """A network that grows while somebody walks."""

    def __init__(self, clearance: Clearance, radius: float, options: FromWalk) -> None:
        """With nothing yet."""
        self.nodes: list[Point] = []
        self.full = False
        """Whether waypoints were needed beyond the most."""
        self.breaks = 0
        """Times that the walk went on where it can't be reached from before."""
        self._clearance, self._radius, self._options = clearance, radius, options
        self._arcs: list[dict[int, float]] = []
        self._bins: dict[tuple[int, int], list[int]] = {}
        self._last = -1
        self._safe: Point | None = None
        self._looked: Point | None = None
        self._gone: set[int] = set()

    @property
    def left(self) -> list[int]:
        """Rows of the nodes that were not merged into others."""
        return [row for row in range(len(self.nodes)) if row not in self._gone]

    @property
    def pairs(self) -> Ints:
        """(m, 2) rows of nodes that are joined, lower row first."""
        pairs = [(a, b) for a, arcs in enumerate(self._arcs) for b in arcs if a < b]
        return np.array(pairs, np.int64).reshape(-1, 2)

    def put(self, place: Point) -> int:
        """Add a waypoint that is joined to nothing; returns its row."""
        self.nodes.append(place)
        self._arcs.append({})
        self._bins.setdefault(self._bin(place), []).append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def think(self, place: Point) -> None:
        """Take in where somebody is."""
        if self._last < 0:
            self._begin(place)
        elif self._sees(self.nodes[self._last], place):
            self._safe = place
            self._close(place)
        elif not self._clearance.clear([[*place, *place]], self._radius)[0]:
            return
        else:
            self._turn(place)

    def _begin(self, place: Point) -> None:
        if not self._clearance.clear([[*place, *place]], self._radius)[0]:
            return
        known = self._known(place)
        if known < 0 and len(self.nodes) >= self._options.most:
            self.full = True
            return
        self._last, self._safe = (self.put(place) if known < 0 else known), place

    def _turn(self, place: Point) -> None:
        """Go on from the last safe place, or from a waypoint that is known."""
        safe = self._safe
        known = self._known(place)
        if known >= 0 and safe is not None and not self._is_short_cut(safe, place, known):
            if self._sees(self.nodes[self._last], self.nodes[known]):
                self._join(self._last, known)
            self._last, self._safe = known, place
            return
        if safe is not None and safe != self.nodes[self._last]:
            if len(self.nodes) >= self._options.most:
                self.full = True
                self._last, self._safe = known, place
                return
            row = self.put(safe)
            self._join(self._last, row)
            self._last = row
            for other in self._near(safe):
                if other != row and self._sees(safe, self.nodes[other]):
                    self._join(row, other)
        if self._sees(self.nodes[self._last], place):
            self._safe = place
            if known >= 0 and self._sees(self.nodes[self._last], self.nodes[known]):
                self._join(self._last, known)
            return
        # It can't have come here from there.
        self.breaks += 1
        self._last, self._safe = -1, None
        self._begin(place)

    def _close(self, place: Point) -> None:
        """Close a loop where the walk comes near a waypoint that is far away on the network."""
        if self._looked is not None and math.dist(place, self._looked) < _LOOK:
            return
        self._looked = place
        for known in self._near(place):
            last = self.nodes[self._last]
            if known == self._last or known in self._arcs[self._last]:
                continue
            walked = math.dist(last, place) + math.dist(place, self.nodes[known])
            if self._distance(self._last, known, _SHORT_CUT * walked) <= _SHORT_CUT * walked:
                continue
            if self._sees(last, self.nodes[known]):
                self._join(self._last, known)
            elif len(self.nodes) < self._options.most and self._sees(place, self.nodes[known]):
                row = self.put(place)
                self._join(self._last, row)
                self._join(row, known)
                self._last = row

    def _known(self, place: Point) -> int:
        """The nearest waypoint within reach that a place sees, or -1."""
        near = self._near(place)
        near.sort(key=lambda row: math.dist(place, self.nodes[row]))
        return next((row for row in near if self._sees(self.nodes[row], place)), -1)

    def _near(self, place: Point) -> list[int]:
        column, row = self._bin(place)
        found = [
            node
            for up in (-1, 0, 1)
            for across in (-1, 0, 1)
            for node in self._bins.get((column + across, row + up), ())
        ]
        return [node for node in found if math.dist(self.nodes[node], place) <= self._options.reach]

    def _bin(self, place: Point) -> tuple[int, int]:
        reach = self._options.reach
        return math.floor(place[0] / reach), math.floor(place[1] / reach)

    def _is_short_cut(self, safe: Point, place: Point, known: int) -> bool:
        """Whether the network leads from the last waypoint to a known one much farther about."""
        last = self.nodes[self._last]
        walked = math.dist(last, safe) + math.dist(safe, place)
        walked += math.dist(place, self.nodes[known])
        if self._sees(last, self.nodes[known]):
            return False
        return self._distance(self._last, known, _SHORT_CUT * walked) > _SHORT_CUT * walked

    def _distance(self, a: int, b: int, most: float) -> float:
        costs, queue = {a: 0.0}, [(0.0, a)]
        while queue:
            cost, node = heapq.heappop(queue)
            if node == b or cost > most:
                return cost
            if cost > costs[node]:
                continue
            for other, length in self._arcs[node].items():
                if cost + length < costs.get(other, math.inf):
                    costs[other] = cost + length
                    heapq.heappush(queue, (cost + length, other))
        return math.inf

    def _join(self, a: int, b: int) -> None:
        if a != b:
            self._arcs[a][b] = self._arcs[b][a] = math.dist(self.nodes[a], self.nodes[b])

    def _sees(self, a: Point, b: Point) -> bool:
        """Whether the corridor from a place with a clear disc to another one is clear."""
        return bool(self._clearance.blockers([[*a, *b]], self._radius)[0] < 0)

    def clean_up(self, first: int) -> None:
        """Merge waypoints from row `first` on into others beside them that see their neighbours."""
        for row in range(len(self.nodes) - 1, first - 1, -1):
            for other in self._near(self.nodes[row]):
                apart = math.dist(self.nodes[row], self.nodes[other])
                if other == row or other in self._gone or apart > self._options.spacing:
                    continue
                if all(
                    end == other or self._sees(self.nodes[other], self.nodes[end])
                    for end in self._arcs[row]
                ):
                    self._merge(row, other)
                    break

    def _merge(self, row: int, other: int) -> None:
        for end in list(self._arcs[row]):
            del self._arcs[end][row]
            self._join(other, end)
        self._arcs[row] = {}
        self._gone.add(row)


def _point(place: npt.ArrayLike) -> Point:
    x, z = np.asarray(place).tolist()
    return (x, z)


def _densely(track: Floats) -> Floats:
    """The places of a track, and more between those that are farther apart than a step.

    Raises:
        NavcoreError: if there are none.
    """
    if not len(track):
        raise NavcoreError(tr("A walk needs at least one place."))
    steps = np.hypot(*np.diff(track, axis=0).T)
    at = np.concatenate(([0.0], np.cumsum(steps)))
    every = np.union1d(at, np.arange(0.0, at[-1], _STEP))
    return np.column_stack([np.interp(every, at, track[:, axis]) for axis in (0, 1)])


def _off_walls(clearance: Clearance, radius: float, places: Floats) -> Floats:
    """The places, those beside a wall moved off it by less than the radius.

    Agents come nearer to the outer edge than their radius where a level has no boundary padding;
    and around a corner at just the radius, the line between two places would cut it.
    """
    wanted = _OFF * radius
    rooms = clearance.clear_radii(places, wanted)
    close = np.flatnonzero(rooms < wanted)
    moved = places.copy()
    if not len(close):
        return moved
    turns = np.linspace(0.0, math.tau, _TURNS, endpoint=False)
    around = np.column_stack((np.cos(turns), np.sin(turns)))
    missing = (wanted - rooms[close])[:, None, None]
    tries = [places[close][:, None] + push * missing * around for push in _PUSHES]
    spots = np.concatenate(tries, axis=1)
    lines = np.concatenate((np.broadcast_to(places[close][:, None], spots.shape), spots), axis=2)
    found = clearance.clear_radii(spots.reshape(-1, 2), wanted).reshape(spots.shape[:2])
    # Not through a wall.
    found[clearance.blockers(lines.reshape(-1, 4), 0.0).reshape(found.shape) >= 0] = 0.0
    best = found.argmax(axis=1)
    good = found[np.arange(len(close)), best] > np.maximum(rooms[close], radius)
    moved[close[good]] = spots[np.flatnonzero(good), best[good]]
    return moved
