"""Breadcrumbs: waypoints where a walk turns out of sight of the last one (S4-034 to S4-037).

The rule of the Reaper bot: at each think, if the place sees the last waypoint, it becomes the last
safe place. Otherwise the last safe place becomes a waypoint, joined to the last waypoint, and is
the last one from now on. The place is then tested against it in the same think, so that no place
passes two corners at once. If a place sees an existing waypoint, that one is used, unless the walk
found a short cut to it: a walk over known ground adds nothing.
"""

import heapq
import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from typing import Final

import numpy as np

from navcore.errors import NavcoreError
from navcore.geometry.rings import Ints
from navcore.graph.clearance import Clearance
from navcore.level.model import Point

_LOOK: Final = 0.5
"""Metres from one look for loops to the next."""


_SQUARE: Final = 0.1
"""Metres: of all places of a walk in a square of this side, one is remembered for each waypoint."""

_BESIDE: Final = 0.5
"""Share of the longest edge: a walk in sight goes to a waypoint this near and adds none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FromWalk:
    """Options of breadcrumbs."""

    most: int = 500
    """Waypoints at most (S4-037)."""
    spacing: float = 1.0
    """Metres below which two waypoints become one, where nothing is lost by it: neither an edge,
    nor the sight of the network from where the walk led."""
    reach: float = 5.0
    """Metres within which waypoints that see each other are joined (S4-036)."""
    longest: float = math.inf
    """Metres after which a waypoint is left even where the last one is in sight."""

    short_cut: float = 1.5
    """Factor by which the path over the network must be longer than the walk for the walk to add an
    edge between waypoints that are already connected."""

    def __post_init__(self) -> None:
        """Refuse numbers that make no sense."""
        if not (self.most >= 1 and self.spacing >= 0 and self.reach > 0 and self.longest > 0):
            message = (
                "most must be at least 1, spacing at least 0, reach and longest over 0, "
                f"got {self.most}, {self.spacing}, {self.reach} and {self.longest}"
            )
            raise NavcoreError(message)


class Breadcrumbs:
    """A network that grows along a walk."""

    def __init__(self, clearance: Clearance, radius: float, options: FromWalk) -> None:
        """Start with an empty network."""
        self.nodes: list[Point] = []
        self.full = False
        """True if more waypoints were needed than are allowed."""
        self.breaks = 0
        """Times that the walk went on where it can't be reached from before."""
        self._clearance, self._radius, self._options = clearance, radius, options
        self._arcs: list[dict[int, float]] = []
        self._walked: set[tuple[int, int]] = set()
        """Pairs of rows that walking has joined, the lower one first."""
        self._bins: dict[tuple[int, int], list[int]] = {}
        self._last = -1
        self._safe: Point | None = None
        self._looked: Point | None = None
        self._gone: set[int] = set()
        self._seen_from: list[dict[tuple[int, int], Point]] = []
        """Places of the walk that saw each waypoint, by square: it must not merge out of their
        sight."""

    @property
    def left(self) -> Ints:
        """Rows of the nodes that were not merged into others."""
        return np.array([n for n in range(len(self.nodes)) if n not in self._gone], np.int64)

    @property
    def pairs(self) -> Ints:
        """(m, 2) rows of nodes that walking has joined, lower row first, sorted."""
        return np.array(sorted(self._walked), np.int64).reshape(-1, 2)

    def put(self, place: Point, joined: Iterable[int] = ()) -> int:
        """Add a waypoint that stands, and is joined to these rows already; returns its row."""
        self.nodes.append(place)
        self._arcs.append({})
        self._seen_from.append({})
        self._bins.setdefault(self._bin(place), []).append(len(self.nodes) - 1)
        row = len(self.nodes) - 1
        for other in joined:
            self._arc(row, other)
        return row

    def begin(self) -> None:
        """Begin another walk with the next place."""
        self._last, self._safe, self._looked = -1, None, None

    def end(self) -> None:
        """Add a waypoint where the walk ends, unless there is one beside it."""
        safe = self._safe
        if self._last < 0 or safe is None:
            return
        self._drop_crumb(safe, self._options.spacing)

    def think(self, place: Point) -> None:
        """Take in where the walk is."""
        if self._last < 0:
            self._begin(place)
        elif self._sees(self.nodes[self._last], place):
            if math.dist(self.nodes[self._last], place) >= self._options.longest:
                self._drop_crumb(place, max(self._options.spacing, _BESIDE * self._options.longest))
            self._safe = place
            self._remember(place)
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
        self._remember(place)

    def _remember(self, place: Point) -> None:
        """Remember that a place sees the last waypoint."""
        square = (math.floor(place[0] / _SQUARE), math.floor(place[1] / _SQUARE))
        self._seen_from[self._last].setdefault(square, place)

    def _drop_crumb(self, place: Point, spacing: float) -> None:
        """Add a waypoint in sight of the last one, or go to one that is this near."""
        neighbour = self._crumb_near(place, spacing)
        if neighbour >= 0:
            self._go_to(neighbour)
        else:
            self._lay(place)

    def _lay(self, place: Point) -> None:
        """Leave a waypoint in sight of the last one, joined to it alone."""
        if len(self.nodes) >= self._options.most:
            self.full = True
            return
        row = self.put(place)
        self._join(self._last, row)
        self._last = row

    def _go_to(self, known: int) -> None:
        if known != self._last and self._sees(self.nodes[self._last], self.nodes[known]):
            self._join(self._last, known)
        self._last = known

    def _turn(self, place: Point) -> None:
        """Go on from the last safe place, or from a waypoint that is known."""
        safe = self._safe
        known = self._known(place)
        if known >= 0 and safe is not None and not self._is_short_cut(safe, place, known):
            self._go_to(known)
            self._safe = place
            self._remember(place)
            return
        if safe is not None and safe != self.nodes[self._last]:
            if len(self.nodes) >= self._options.most:
                self.full = True
                self._last, self._safe = known, place
                return
            self._lay(safe)
            for other in self._near(safe):
                if other != self._last and self._sees(safe, self.nodes[other]):
                    self._join(self._last, other)
        if self._sees(self.nodes[self._last], place):
            self._safe = place
            self._remember(place)
            if known >= 0 and self._sees(self.nodes[self._last], self.nodes[known]):
                self._join(self._last, known)
            return
        # The walk can't have come here from there.
        self.breaks += 1
        self.begin()
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
            if self._is_near(known, walked):
                continue
            if self._sees(last, self.nodes[known]):
                self._join(self._last, known)
            elif len(self.nodes) < self._options.most and self._sees(place, self.nodes[known]):
                self._lay(place)
                self._join(self._last, known)

    def _known(self, place: Point) -> int:
        """Return the nearest waypoint within reach that a place sees, or -1."""
        near = self._near(place)
        near.sort(key=lambda row: math.dist(place, self.nodes[row]))
        return next((row for row in near if self._sees(self.nodes[row], place)), -1)

    def _crumb_near(self, place: Point, spacing: float) -> int:
        """The nearest waypoint within a distance, and within reach, that a place sees, or -1."""
        known = self._known(place)
        away = math.inf if known < 0 else math.dist(self.nodes[known], place)
        return known if away <= spacing else -1

    def near(self, places: Iterable[Point]) -> set[int]:
        """Return rows of the waypoints within reach of any of these places."""
        return {row for place in places for row in self._near(place)}

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
        """Return whether the network leads from the last waypoint to one only by a long detour."""
        last = self.nodes[self._last]
        walked = math.dist(last, safe) + math.dist(safe, place)
        walked += math.dist(place, self.nodes[known])
        if self._sees(last, self.nodes[known]):
            return False
        return not self._is_near(known, walked)

    def _is_near(self, known: int, walked: float) -> bool:
        """Return whether the network leads there from the last waypoint with little detour."""
        most = self._options.short_cut * walked
        return self._distance(self._last, known, most) <= most

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

    def _arc(self, a: int, b: int) -> None:
        length = math.dist(self.nodes[a], self.nodes[b])
        # Replaced, not changed in place: copies share these mappings.
        self._arcs[a] = {**self._arcs[a], b: length}
        self._arcs[b] = {**self._arcs[b], a: length}

    def _join(self, a: int, b: int) -> None:
        if a != b:
            self._arc(a, b)
            self._walked.add((min(a, b), max(a, b)))

    def _sees(self, a: Point, b: Point) -> bool:
        """Return whether the corridor from a place with a clear disc to another place is clear."""
        return bool(self._clearance.passes([[*a, *b]], self._radius)[0])

    def copied(self) -> "Breadcrumbs":
        """Return a copy that may go on; this network stays as it is."""
        made = Breadcrumbs(self._clearance, self._radius, self._options)
        made.nodes, made.full, made.breaks = list(self.nodes), self.full, self.breaks
        made._bins = {place: list(rows) for place, rows in self._bins.items()}
        made._arcs, made._walked = list(self._arcs), set(self._walked)
        made._last, made._safe = self._last, self._safe
        made._seen_from = list(self._seen_from)
        return made

    def clean_up(self, first: int) -> None:
        """Merge nodes from index `first` on into nodes beside them, where nothing is lost.

        These must see the node's neighbours, and places of the walk must not lose sight of the
        network.
        """
        for row in range(len(self.nodes) - 1, first - 1, -1):
            self._merge_beside(row)

    def _merge_beside(self, row: int) -> None:
        for other in self._near(self.nodes[row]):
            apart = math.dist(self.nodes[row], self.nodes[other])
            if other == row or other in self._gone or apart > self._options.spacing:
                continue
            if all(
                end == other or self._sees(self.nodes[other], self.nodes[end])
                for end in self._arcs[row]
            ) and self._keep_in_sight(row, other):
                self._merge(row, other)
                return

    def _keep_in_sight(self, row: int, other: int) -> bool:
        """Leave the places that see a node to others that they see, `other` first; False if none.

        Nothing changes then.
        """
        left = list(self._seen_from[row].items())
        found: dict[int, dict[tuple[int, int], Point]] = {}
        for node in (other, *self._arcs[row], *self._near(self.nodes[row])):
            if not left:
                break
            if node == row or node in self._gone or node in found:
                continue
            lines = np.array([[*self.nodes[node], *place] for _, place in left])
            sees = self._clearance.passes(lines, self._radius).tolist()
            found[node] = dict(compress(left, sees))
            left = [one for one, seen in zip(left, sees, strict=True) if not seen]
        if left:
            return False
        for node, places in found.items():
            # Replaced, not changed in place: copies share these mappings.
            self._seen_from[node] = {**places, **self._seen_from[node]}
        return True

    def _merge(self, row: int, other: int) -> None:
        for end in self._arcs[row]:
            self._arcs[end] = {one: length for one, length in self._arcs[end].items() if one != row}
            self._walked.discard((min(row, end), max(row, end)))
            self._join(other, end)
        self._arcs[row] = {}
        self._gone.add(row)
