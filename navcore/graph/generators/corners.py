"""Points of visibility: a network around the corners of what blocks (S4-022 to S4-029).

Shortest paths bend at convex corners of obstacles and at corners where the outer edge juts into
the floor. A node stands before each, on the bisector of its outer angle, so far out that a line
along either side keeps the radius and a buffer from it: the offset over the sine of half the
corner's angle. A sharp corner has two, one beside each side, rather than one far out. Whether a
corner juts into floor is not worked out but tried: before any other corner the node stands in
something, and is dropped by the exact test.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.geos import shapely
from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import Clearance
from navcore.graph.generators.proposal import LEAST_RADIUS, NOTHING, Proposal, Standing, joinable
from navcore.graph.generators.sight import visible_pairs
from navcore.graph.generators.thinning import Thinning, thinned

_Marks: TypeAlias = npt.NDArray[np.bool_]

_SHARP: Final = np.sin(np.radians(30.0))
"""Sine of half the angle below which a corner gets two nodes: one would stand two offsets out."""

_STRAIGHT: Final = np.cos(np.radians(1.0) / 2)
"""Sine of half the angle above which a corner is none."""

_FLAT: Final = 0.05
"""Sine of half the angle below which an inner corner is a crack."""

_NARROW: Final = 1.001
"""Radii that a node stands off where there is no room for the buffer."""

_SNAP: Final = 1e-4
"""Metres to which ends of pieces of the outer edge are rounded to find which ones meet."""

_SAME: Final = 0.01
"""Metres up to which two nodes are one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AroundCorners:
    """Options of the network around corners."""

    buffer: float = 0.1
    """Share of the radius by which nodes stand farther off (S4-023)."""
    simplify: float = 0.1
    """Metres by which outlines are simplified first (S4-025); nodes keep clear of what is drawn."""
    concave: bool = False
    """Whether inner corners of rooms get nodes, too (S4-029)."""
    extra: float = 0.1
    """Metres by which nodes in inner corners stand farther off."""
    thinning: Thinning = field(default_factory=Thinning)
    """How dense it may get."""

    def __post_init__(self) -> None:
        """Refuse numbers below 0."""
        if not (self.buffer >= 0 and self.simplify >= 0 and self.extra >= 0):
            message = (
                "buffer, simplify and extra must be at least 0, "
                f"got {self.buffer}, {self.simplify} and {self.extra}"
            )
            raise NavcoreError(message)


class Corners(NamedTuple):
    """Nodes before corners."""

    positions: Floats
    """(n, 2)."""
    sides: Floats
    """(n, 4) unit vectors along both sides of the corner, away from it; zeros: goes round none."""

    def taken(self, rows: Ints | npt.NDArray[np.bool_]) -> "Corners":
        """Some of them."""
        return Corners(self.positions[rows], self.sides[rows])


def around_corners(
    clearance: Clearance,
    radius: float,
    options: AroundCorners | None = None,
    standing: Standing = NOTHING,
) -> Proposal:
    """Propose nodes before all corners, and the edges between those that see each other.

    Args:
        clearance: What blocks on the storey.
        radius: Half the width of the agents, metres.
        options: None for the usual ones.
        standing: Waypoints that stay; they are joined, too.
    """
    options = options or AroundCorners()
    radius = max(radius, LEAST_RADIUS)
    corners = corner_nodes(clearance, radius, options)
    ok, warnings = joinable(clearance, radius, standing.positions)
    kept = np.flatnonzero(ok)
    nodes = np.concatenate((standing.positions[kept], corners.positions))
    sides = np.concatenate((np.zeros((len(kept), 4)), corners.sides))
    pairs = visible_pairs(clearance, radius, nodes, sides=sides, longest=options.thinning.longest)
    return joined(standing, kept, corners.positions, pairs, options.thinning, warnings)


def joined(
    standing: Standing,
    kept: Ints,
    positions: Floats,
    pairs: Ints,
    thinning: Thinning,
    warnings: tuple[str, ...] = (),
) -> Proposal:
    """Return the proposal of those of the pairs that the network needs.

    `pairs` are rows of the standing waypoints `kept`, then of the new `positions`.
    """
    count = len(standing.ids)
    rows = np.concatenate((kept, count + np.arange(len(positions))))
    nodes = np.concatenate((standing.positions, positions))
    possible = rows[pairs]
    if len(standing.pairs):
        known = {*map(tuple, standing.pairs.tolist())}
        new = [tuple(sorted(pair)) not in known for pair in possible.tolist()]
        possible = possible[np.array(new, np.bool_)]
    left = thinned(nodes, possible, thinning, standing.pairs)
    return Proposal(
        standing, positions, left.pairs, warnings, tried=len(possible), detour=left.detour
    )


def corner_nodes(clearance: Clearance, radius: float, options: AroundCorners) -> Corners:
    """Return the nodes before all corners, along one outline after the other."""
    outlines = _corners(_outlines(clearance, options.simplify))
    found = _before(clearance, radius, outlines, options)
    if options.concave:
        found = _joined(found, _within(clearance, radius, outlines, options))
    # Outlines that share a corner have the same node before it.
    places = np.round(found.positions / _SAME)
    _, first = np.unique(places, axis=0, return_index=True)
    return found.taken(np.sort(first))


def _outlines(clearance: Clearance, simplify: float) -> list[Floats]:
    """Outlines of the obstacles, then the outer edge in lines, simplified (Douglas-Peucker).

    Closed ones have their first corner at the end once more.
    """
    obstacles = clearance.sources.obstacles
    ids = obstacles.ids[obstacles.active].tolist()
    rings = [np.array(clearance.level.obstacles[key].polygon, np.float64) for key in ids]
    closed = [np.concatenate((ring, ring[:1])) for ring in rings]
    outer = clearance.segments[clearance.owners == 0].reshape(-1, 2, 2)
    lines: list[npt.NDArray[np.object_]] = []
    with np.errstate(all="ignore"):
        if closed:
            numbers = np.repeat(np.arange(len(closed)), [len(ring) for ring in closed])
            lines.append(np.asarray(shapely.linestrings(np.concatenate(closed), indices=numbers)))
        if len(outer):
            rounded = np.round(outer / _SNAP) * _SNAP
            merged = shapely.line_merge(shapely.multilinestrings(shapely.linestrings(rounded)))
            lines.append(shapely.get_parts(merged))
        if not lines:
            return []
        every = np.concatenate(lines)
        if simplify > 0:
            every = shapely.simplify(every, simplify, preserve_topology=False)
        points, owners = shapely.get_coordinates(every, return_index=True)
    return np.split(points, np.flatnonzero(np.diff(owners)) + 1)


class _Outlines(NamedTuple):
    """The corners of all outlines."""

    corners: Floats
    """(n, 2)."""
    sides: Floats
    """(n, 4) unit vectors to the corners before and after."""
    lengths: Floats
    """(n, 2) how far those are."""

    def taken(self, rows: Ints) -> "_Outlines":
        return _Outlines(self.corners[rows], self.sides[rows], self.lengths[rows])


def _corners(outlines: list[Floats]) -> _Outlines:
    """The corners of outlines, but those that lie in one place."""
    before: list[Floats] = []
    at: list[Floats] = []
    after: list[Floats] = []
    for line in outlines:
        if len(line) > 2 and (line[0] == line[-1]).all():
            before.append(np.concatenate((line[-2:-1], line[:-2])))
            at.append(line[:-1])
            after.append(line[1:])
        elif len(line) > 2:
            before.append(line[:-2])
            at.append(line[1:-1])
            after.append(line[2:])
    if not at:
        return _Outlines(np.empty((0, 2)), np.empty((0, 4)), np.empty((0, 2)))
    places = np.concatenate(at)
    one, other = np.concatenate(before) - places, np.concatenate(after) - places
    lengths = np.column_stack((np.hypot(*one.T), np.hypot(*other.T)))
    kept = np.flatnonzero(lengths.all(axis=1))
    lengths = lengths[kept]
    sides = np.hstack((one[kept] / lengths[:, :1], other[kept] / lengths[:, 1:]))
    return _Outlines(places[kept], sides, lengths)


def _before(
    clearance: Clearance, radius: float, outlines: _Outlines, options: AroundCorners
) -> Corners:
    """Nodes on the outer side of corners, where there is room."""
    sine, inward = _half_angles(outlines.sides)
    blunt = np.flatnonzero((sine >= _SHARP) & (sine < _STRAIGHT))
    shift = -inward[blunt] / sine[blunt, None]
    parts = [(_Tries(clearance, radius, outlines.taken(blunt), shift).clear(options), blunt)]
    sharp = np.flatnonzero(sine < _SHARP)
    cosine = np.sqrt(np.maximum(1.0 - sine[sharp] ** 2, 1e-12))
    at = outlines.taken(sharp)
    for turn in (1.0, -1.0):
        across = turn * np.column_stack((-inward[sharp, 1], inward[sharp, 0]))
        shift = ((1.0 - sine[sharp]) / cosine)[:, None] * across - inward[sharp]
        # Each goes round the side that lies on its hand, and what leads to its twin.
        first = (at.sides[:, :2] * across).sum(axis=1) >= (at.sides[:, 2:] * across).sum(axis=1)
        own = np.where(first[:, None], at.sides[:, :2], at.sides[:, 2:])
        lengths = np.zeros((len(sharp), 2))
        lengths[:, 0] = np.where(first, at.lengths[:, 0], at.lengths[:, 1])
        bevelled = _Outlines(at.corners, np.hstack((own, -across)), lengths)
        parts.append((_Tries(clearance, radius, bevelled, shift).clear(options), sharp))
    # One outline after the other: nodes that stand side by side see the same.
    rows = np.concatenate([rows[ok] for (_, ok), rows in parts])
    nodes = _joined(*(nodes.taken(ok) for (nodes, ok), _ in parts))
    return nodes.taken(np.argsort(rows, kind="stable"))


class _Tries(NamedTuple):
    """Corners, and where a node may stand before each."""

    clearance: Clearance
    radius: float
    outlines: _Outlines
    shift: Floats
    """(n, 2) from the corner to where a node stands that keeps 1 m from both its sides."""

    def clear(self, options: AroundCorners) -> tuple[Corners, _Marks]:
        """The nodes, and which of them have a clear disc.

        The first that has, and can go along both sides of its corner: with the buffer; farther
        out, where simplifying cut a corner off; without the buffer, in a passage hardly wider
        than the agent. Else the first with a clear disc.
        """
        offset = self.radius * (1.0 + options.buffer)
        offsets = [offset, offset + options.simplify, self.radius * _NARROW]
        places = [self.outlines.corners + off * self.shift for off in offsets]
        chosen, ok = places[0].copy(), np.zeros(len(self.shift), np.bool_)
        for is_good in (self._is_passable, self._is_clear):
            for tried in places:
                rows = np.flatnonzero(~ok)
                good = rows[is_good(tried, rows)]
                chosen[good], ok[good] = tried[good], True
        return Corners(chosen, self.outlines.sides), ok

    def _is_clear(self, places: Floats, rows: Ints) -> _Marks:
        asked = places[rows]
        return self.clearance.clear(np.hstack((asked, asked)), self.radius)

    def _is_passable(self, places: Floats, rows: Ints) -> _Marks:
        marks = self._is_clear(places, rows)
        for k in (0, 1):
            asked = rows[marks]
            reach = np.minimum(self.outlines.lengths[asked, k], 2 * self.radius)[:, None]
            ends = places[asked] + reach * self.outlines.sides[asked, 2 * k : 2 * k + 2]
            lines = np.hstack((places[asked], ends))
            marks[marks] = self.clearance.blockers(lines, self.radius) < 0
        return marks


def _within(
    clearance: Clearance, radius: float, outlines: _Outlines, options: AroundCorners
) -> Corners:
    """Nodes on the inner side of corners of at most 135 degrees, where they are clear."""
    sine, inward = _half_angles(outlines.sides)
    rows = np.flatnonzero((sine >= _FLAT) & (sine < np.sin(np.radians(67.5))))
    offset = radius * (1.0 + options.buffer) + options.extra
    places = outlines.corners[rows] + inward[rows] * (offset / sine[rows])[:, None]
    ok = clearance.clear(np.hstack((places, places)), radius)
    return Corners(places[ok], np.zeros((int(ok.sum()), 4)))


def _half_angles(sides: Floats) -> tuple[Floats, Floats]:
    """Sine (n,) of half the angle of each corner, and unit vectors (n, 2) into the corner."""
    sums = sides[:, :2] + sides[:, 2:]
    sine = np.hypot(*(sides[:, :2] - sides[:, 2:]).T) / 2
    lengths = np.hypot(sums[:, 0], sums[:, 1])
    return sine, sums / np.maximum(lengths, 1e-12)[:, None]


def _joined(*parts: Corners) -> Corners:
    return Corners(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.sides for part in parts]),
    )
