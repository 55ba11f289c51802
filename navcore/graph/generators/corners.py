"""Points of visibility: nodes before the corners of what blocks (S4-022 to S4-029).

Shortest paths bend at convex corners of obstacles and at corners where the outer edge juts into the
floor. A node stands before each, on the bisector of its outer angle, so far out that a line along
either side keeps its distance plus a buffer: the offset divided by the sine of half the corner's
angle. A sharp corner has two nodes, one beside each side, rather than one far out. Whether a corner
juts into the floor is not computed: before any other corner the node stands in something, and the
exact test drops it.
"""

from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.corner_arrays import CORNERS
from navcore.geometry.geos import shapely
from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import Clearance
from navcore.graph.generators.thinning import Thinning

_Marks: TypeAlias = npt.NDArray[np.bool_]

_SHARP: Final = np.sin(np.radians(40.0))
"""Sine of half the angle below which a corner gets two nodes.

A single node would stand up to two offsets out, and make a short path around it over 2 % longer.
"""

_STRAIGHT: Final = np.cos(np.radians(1.0) / 2)
"""Sine of half the angle above which a corner is none."""

_FLAT: Final = 0.05
"""Sine of half the angle below which an inner corner is a crack."""

_NARROW: Final = 1.001
"""Factor of the distance at which a node stands if there is no room for the buffer."""

_OUTWARD: Final = (0.25, 0.5, 0.75, 1.0)
"""Cells by which a node is moved outwards until it lies in a walkable cell."""

_SNAP: Final = 1e-4
"""Metres to which ends of outer edge pieces are rounded to find the ones that meet."""

_STAIRS: Final = 0.75
"""Tolerance in cells for simplifying borders of cells, so that slanted ones become lines."""

_SAME: Final = 0.01
"""Metres up to which two nodes count as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AroundCorners:
    """Options of the network around corners."""

    buffer: float = 0.1
    """Share of the radius that is added to the distance of nodes (S4-023)."""
    simplify: float = 0.1
    """Tolerance in metres for simplifying outlines (S4-025); nodes keep clear of the originals."""
    concave: bool = False
    """True if inner corners of rooms get nodes, too (S4-029)."""
    extra: float = 0.1
    """Metres that are added to the distance of nodes in inner corners."""
    thinning: Thinning = field(default_factory=Thinning)
    """Density of the edges."""

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
        """Return these rows of the corners."""
        return Corners(self.positions[rows], self.sides[rows])


def corner_nodes(clearance: Clearance, radius: float, options: AroundCorners) -> Corners:
    """Return the nodes before all corners, along one outline after the other."""
    outlines = _corners(*_lines(clearance, options.simplify), radius)
    found = _before(clearance, radius, outlines, options)
    if options.concave:
        found = together(found, _within(clearance, radius, outlines, options))
    # Outlines that share a corner have the same node before it.
    places = np.round(found.positions / _SAME)
    # As complex numbers, which numpy sorts in a third of the time that rows take.
    _, first = np.unique(places[:, 0] + 1j * places[:, 1], return_index=True)
    return found.taken(np.sort(first))


def _lines(clearance: Clearance, simplify: float) -> tuple[Floats, Ints, Floats]:
    """Return simplified corners (n, 2), (n,) the outline of each, and distances of outlines.

    Outlines are simplified by Douglas-Peucker. The distance of an outline, in metres, is what
    agents keep from it beyond their radius. Obstacles come first, then the outer edge in lines.
    Closed outlines repeat their first corner at the end.
    """
    obstacles, level = clearance.sources.obstacles, clearance.level
    ids = obstacles.ids[obstacles.active].tolist()
    rings = [level.obstacles[key].polygon for key in ids]
    outer = clearance.segments[clearance.owners == 0].reshape(-1, 2, 2)
    lines: list[npt.NDArray[np.object_]] = []
    more: list[Floats] = []
    with np.errstate(all="ignore"):
        if rings:
            owners = np.repeat(np.arange(len(rings)), [len(ring) for ring in rings])
            closed = np.asarray(shapely.linearrings(CORNERS.flat(rings), indices=owners))
            lines.append(closed)
            more.append(np.full(len(closed), clearance.padding.obstacles))
        if len(outer):
            lines.append(_merged(outer))
            more.append(np.full(len(lines[-1]), clearance.padding.edge))
        if clearance.shut is not None:
            # Borders of cells go up and down in steps.
            steps = _STAIRS * clearance.shut.lattice.cell_size
            merged = _merged(clearance.shut.borders.reshape(-1, 2, 2))
            lines.append(shapely.simplify(merged, steps, preserve_topology=False))
            more.append(np.zeros(len(merged)))
        if not lines:
            return np.empty((0, 2)), np.empty(0, np.int64), np.empty(0)
        every = np.concatenate(lines)
        if simplify > 0:
            every = shapely.simplify(every, simplify, preserve_topology=False)
        points, numbers = shapely.get_coordinates(every, return_index=True)
    return points, numbers, np.concatenate(more)


def _merged(segments: Floats) -> npt.NDArray[np.object_]:
    """Return lines of segments (n, 2, 2) that meet."""
    rounded = np.round(segments / _SNAP) * _SNAP
    lines = np.asarray(shapely.linestrings(rounded), np.object_)
    merged = shapely.line_merge(shapely.multilinestrings(lines))
    return np.asarray(shapely.get_parts(merged))


class _Outlines(NamedTuple):
    """The corners of all outlines."""

    corners: Floats
    """(n, 2)."""
    sides: Floats
    """(n, 4) unit vectors to the corners before and after."""
    lengths: Floats
    """(n, 2) lengths of the sides."""
    distances: Floats
    """(n,) what agents keep from the corner, metres."""

    def taken(self, rows: Ints) -> "_Outlines":
        return _Outlines(*(part[rows] for part in self))


def _corners(points: Floats, numbers: Ints, more: Floats, radius: float) -> _Outlines:
    """Return the corners of lines, without duplicates and without the ends of open lines."""
    count = len(points)
    first = np.flatnonzero(np.diff(numbers, prepend=-1))
    last = np.flatnonzero(np.diff(numbers, append=-1))
    before, after = np.arange(count) - 1, np.arange(count) + 1
    is_closed = (points[first] == points[last]).all(axis=1)
    kept = np.ones(count, np.bool_)
    kept[last] = False
    kept[first[~is_closed]] = False
    before[first] = last - 1
    rows = np.flatnonzero(kept)
    places = points[rows]
    one, other = points[before[rows]] - places, points[after[rows]] - places
    lengths = np.column_stack((np.hypot(*one.T), np.hypot(*other.T)))
    long = np.flatnonzero(lengths.all(axis=1))
    lengths = lengths[long]
    sides = np.hstack((one[long] / lengths[:, :1], other[long] / lengths[:, 1:]))
    distances = radius + more[numbers[rows[long]]]
    return _Outlines(places[long], sides, lengths, distances)


def _before(
    clearance: Clearance, radius: float, outlines: _Outlines, options: AroundCorners
) -> Corners:
    """Nodes on the outer side of corners, where there is room."""
    sine, inward = _half_angles(outlines.sides)
    blunt = np.flatnonzero((sine >= _SHARP) & (sine < _STRAIGHT))
    at = [outlines.taken(blunt)]
    shifts, rows = [-inward[blunt] / sine[blunt, None]], [blunt]
    sharp = np.flatnonzero(sine < _SHARP)
    for turn in (1.0, -1.0) if len(sharp) else ():
        across = turn * np.column_stack((-inward[sharp, 1], inward[sharp, 0]))
        cosine = np.sqrt(np.maximum(1.0 - sine[sharp] ** 2, 1e-12))
        shifts.append(((1.0 - sine[sharp]) / cosine)[:, None] * across - inward[sharp])
        at.append(_one_side(outlines.taken(sharp), across))
        rows.append(sharp)
    every = _Outlines(*(np.concatenate(parts) for parts in zip(*at, strict=True)))
    nodes, ok = _Tries(clearance, radius, every, np.concatenate(shifts)).clear(options)
    # One outline after the other: nodes that stand side by side see the same others.
    kept = np.flatnonzero(ok)
    return nodes.taken(kept[np.argsort(np.concatenate(rows)[kept], kind="stable")])


def _one_side(corners: _Outlines, across: Floats) -> _Outlines:
    """Return the corners for nodes beside each side, and the vectors to their twins."""
    sides, lengths = corners.sides, np.zeros(corners.lengths.shape)
    first = (sides[:, :2] * across).sum(axis=1) >= (sides[:, 2:] * across).sum(axis=1)
    own = np.where(first[:, None], sides[:, :2], sides[:, 2:])
    lengths[:, 0] = np.where(first, corners.lengths[:, 0], corners.lengths[:, 1])
    return _Outlines(corners.corners, np.hstack((own, -across)), lengths, corners.distances)


class _Tries(NamedTuple):
    """Corners, with the places where a node may stand before each."""

    clearance: Clearance
    radius: float
    outlines: _Outlines
    shift: Floats
    """(n, 2) vector from the corner to a node that keeps 1 m from both its sides."""

    def clear(self, options: AroundCorners) -> tuple[Corners, _Marks]:
        """Return the nodes, and which of them have a clear disc.

        The first place is used that has a clear disc and allows moving along both sides of its
        corner: with the buffer; farther out, if simplifying cut a corner off; without the buffer,
        in a passage hardly wider than the agent; up to a cell farther out, if none of these lies in
        a walkable cell. Otherwise the first place with a clear disc is used.
        """
        least = self.outlines.distances[:, None]
        offset = least + self.radius * options.buffer
        offsets = [offset, offset + options.simplify, least * _NARROW]
        if self.clearance.cells is not None:
            offsets += [offset + part * self.clearance.cells.cell_size for part in _OUTWARD]
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
        marks = self.clearance.passes(np.hstack((asked, asked)), self.radius)
        # As `Clearance.clear`, which would test each place twice, as both ends.
        marks[marks] = self.clearance.free(asked[marks])
        return marks

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
    offsets = outlines.distances[rows] + radius * options.buffer + options.extra
    places = outlines.corners[rows] + inward[rows] * (offsets / sine[rows])[:, None]
    ok = clearance.clear(np.hstack((places, places)), radius)
    return Corners(places[ok], np.zeros((int(ok.sum()), 4)))


def _half_angles(sides: Floats) -> tuple[Floats, Floats]:
    """Sine (n,) of half the angle of each corner, and unit vectors (n, 2) into the corner."""
    sums = sides[:, :2] + sides[:, 2:]
    sine = np.hypot(*(sides[:, :2] - sides[:, 2:]).T) / 2
    lengths = np.hypot(sums[:, 0], sums[:, 1])
    return sine, sums / np.maximum(lengths, 1e-12)[:, None]


def together(*parts: Corners) -> Corners:
    """Return the nodes of all parts, one part after the other."""
    return Corners(
        np.concatenate([part.positions for part in parts]),
        np.concatenate([part.sides for part in parts]),
    )
