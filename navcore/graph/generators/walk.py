"""Networks from a walk: waypoints along a stroke, or along agents' tracks (S4-034 to S4-038)."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Floats
from navcore.graph.clearance import Clearance
from navcore.graph.generators.breadcrumbs import Breadcrumbs, FromWalk
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

_OFF: Final = 1.1
"""Radii that places of a walk are moved off walls, where there is room."""

_TURNS: Final = 16
_PUSHES: Final = (1.02, 1.3, 1.6)

_PULSE: Final = 64
"""Number of thinks between calls that may stop the work."""


Told: TypeAlias = Callable[[float], None]
"""Called now and then with the share that is done, 0 to 1; an exception stops the work."""


def _do_nothing(share: float) -> None:
    """Ignore the progress."""


def walk(
    clearance: Clearance,
    radius: float,
    track: npt.ArrayLike,
    options: FromWalk | None = None,
    standing: Standing = NOTHING,
) -> Proposal:
    """Propose waypoints where a walk turned out of sight, and edges between them.

    Args:
        clearance: The clearance of the storey.
        radius: Half the width of the agents, metres.
        track: (n, 2) corners of a stroke, or positions of an agent over time, metres.
        options: None for the defaults.
        standing: Waypoints that stay; new ones are joined to them too.

    Raises:
        NavcoreError: if the track is empty.
    """
    if not np.size(track):
        raise NavcoreError(tr("A walk needs at least one place."))
    trail = Trail(clearance, radius, options, standing)
    trail.go_on(track)
    return trail.proposal()


class Trail:
    """A network that grows while walks go on; it can return a proposal at any time.

    The same places give the same network whether they come at once or one by one, except for the
    steps between corners, which start again with each call.
    """

    def __init__(
        self,
        clearance: Clearance,
        radius: float,
        options: FromWalk | None = None,
        standing: Standing = NOTHING,
    ) -> None:
        """Start without a walk; arguments as for :func:`walk`."""
        self._clearance, self._radius = clearance, max(radius, LEAST_RADIUS)
        self._options, self._standing = options or FromWalk(), standing
        ok, self._warnings = joinable(clearance, self._radius, standing.positions)
        self._crumbs = Breadcrumbs(clearance, self._radius, self._options)
        self._kept = np.flatnonzero(ok)
        rows = np.full(len(ok), -1, np.int64)
        rows[self._kept] = np.arange(len(self._kept))
        arcs: list[list[int]] = [[] for _ in self._kept]
        self._passable = standing.passable(clearance, self._radius)
        for low, high in np.sort(rows[self._passable], axis=1).tolist():
            if low >= 0:
                arcs[high].append(low)
        for place, joined in zip(standing.positions[self._kept], arcs, strict=True):
            self._crumbs.put(_point(place), joined)
        self._at: Point | None = None

    @property
    def breaks(self) -> int:
        """Times that a walk went on where it can't be reached from before."""
        return self._crumbs.breaks

    def go_on(self, track: npt.ArrayLike, told: Told = _do_nothing) -> None:
        """Walk on, straight from place to place.

        Args:
            track: (n, 2) metres.
            told: Called with the share of the track that is done.
        """
        places = np.asarray(track, np.float64).reshape(-1, 2)
        if not len(places):
            return
        if self._at is None:
            places = _densely(places)
        else:
            places = _densely(np.concatenate(([self._at], places)))[1:]
        for number, place in enumerate(_off_walls(self._clearance, self._radius, places).tolist()):
            if number % _PULSE == 0:
                told(number / len(places))
            self._crumbs.think(_point(place))
        if len(places):
            self._at = _point(places[-1])

    def end(self) -> None:
        """Add a waypoint where the walk is; the next place begins another walk."""
        self._crumbs.end()
        self._crumbs.begin()
        self._at = None

    def proposal(self, *, ends: bool = False) -> Proposal:
        """Return the network that the walks so far give; they may go on.

        `ends` leaves a waypoint where the walk is, as if it ended there.
        """
        standing, count, first = self._standing, len(self._standing.ids), len(self._kept)
        crumbs = self._crumbs.copied()
        if ends:
            crumbs.end()
        crumbs.clean_up(first)
        left = crumbs.left
        new = left[first:]
        nodes = np.array([crumbs.nodes[row] for row in new.tolist()], np.float64).reshape(-1, 2)
        rows = np.full(len(crumbs.nodes), -1, np.int64)
        rows[:first], rows[new] = self._kept, count + np.arange(len(new))
        every = np.concatenate((standing.positions, nodes))
        close = rows[sorted(crumbs.near(map(_point, nodes)) & {*left.tolist()})]
        near = close[
            visible_pairs(
                self._clearance, self._radius, every[close], longest=self._options.reach,
                fresh=close >= count,
            )
        ]  # fmt: skip
        walked = without(rows[crumbs.pairs], standing.pairs)
        more = thinned(every, near, Thinning(), np.concatenate((self._passable, walked)))
        pairs = without(np.concatenate((walked, more.pairs)), standing.pairs)
        possible = without(np.concatenate((pairs, near)), standing.pairs)
        return Proposal(
            standing,
            nodes,
            pairs,
            self._warnings + _walk_warnings(crumbs, self._options),
            tried=len(possible),
            detour=more.detour,
        )


def along(trail: Trail, tracks: Sequence[Floats], told: Told) -> Proposal:
    """Return what walks along these tracks (n, 2) propose, with a waypoint where each ends."""
    every, before = max(1, sum(map(len, tracks))), 0
    for track in tracks:
        trail.go_on(track, partial(_tell_part, told, before / every, len(track) / every))
        trail.end()
        before += len(track)
    return trail.proposal()


def _tell_part(told: Told, begin: float, part: float, share: float) -> None:
    """Report the progress of a part as a share of the whole."""
    told(begin + part * share)


def _walk_warnings(crumbs: Breadcrumbs, options: FromWalk) -> tuple[str, ...]:
    found: list[str] = []
    if crumbs.full:
        found.append(
            several(
                options.most,
                "The walk was too long: it stopped at 1 waypoint.",
                "The walk was too long: it stopped at {0} waypoints.",
            )
        )
    if crumbs.breaks:
        found.append(
            several(
                crumbs.breaks,
                "In 1 place the walk led where there is no room: its parts may not be joined.",
                "In {0} places the walk led where there is no room: its parts may not be joined.",
            )
        )
    return tuple(found)


def _point(place: npt.ArrayLike) -> Point:
    x, z = np.asarray(place).tolist()
    return (x, z)


def _densely(track: Floats) -> Floats:
    """Return the places of a track, with extra places where they are farther apart than a step."""
    steps = np.hypot(*np.diff(track, axis=0).T)
    at = np.concatenate(([0.0], np.cumsum(steps)))
    every = np.union1d(at, np.arange(0.0, at[-1], _STEP))
    return np.column_stack([np.interp(every, at, track[:, axis]) for axis in (0, 1)])


def _off_walls(clearance: Clearance, radius: float, places: Floats) -> Floats:
    """Return the places, with those beside a wall moved away from it by less than the radius.

    Agents come nearer to the outer edge than their radius if a level has no boundary padding; and
    around a corner at exactly the radius, the line between two places would cut it.
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
    # A place must not be moved through a wall.
    found[clearance.blockers(lines.reshape(-1, 4), 0.0).reshape(found.shape) >= 0] = 0.0
    best = found.argmax(axis=1)
    good = found[np.arange(len(close)), best] > np.maximum(rooms[close], radius)
    moved[close[good]] = spots[np.flatnonzero(good), best[good]]
    return moved
