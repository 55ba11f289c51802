"""Corridors of varying width: discs around waypoints, and the linear shapes between them.

A waypoint has a clear radius. A place lies in the corridor along an edge if its distance to the
nearest point of the edge is at most the radius there, which changes linearly from end to end
(S4-048, S4-049). That is slightly inside the convex hull of both discs, which is tested against
walls. Agents of any width share the corridors: each subtracts its own radius at both ends (S4-050).
"""

import math
from collections.abc import Callable, Collection
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.geometry.rings import Floats, Ints
from navcore.graph.clearance import MOST_CLEAR, Clearance, Marks
from navcore.i18n import tr
from navcore.kernels import buffers
from navcore.kernels.polygon import disc_pull
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Point, Waypoint
from navcore.level.naming import called

_HALVINGS: Final = 24
"""Steps of a bisection: 10 m to less than a thousandth of a millimetre."""

_ROUNDS: Final = 2
"""Times that all discs are grown back."""

_SWEEPS: Final = 64
"""Times that all turns of a path are pulled tight, at most."""

_STILL: Final = 1e-6
"""Metres by which a sweep has to shorten a path for another sweep to follow."""

_LESS: Final = (1.0, 0.9, 0.75, 0.5, 0.25, 0.0)
"""Shares of the radii within which a path is pulled tight, until it stays inside them."""

_TESTED: Final = 17
"""Places of a segment that are tested to lie inside."""

_HAIR: Final = 0.0015
"""Metres by which a clear radius may be smaller than an agent that just fits."""

_TOUCHING: Final = 1e-9
"""Metres by which a place may lie outside of a corridor and still count as inside."""


def grown_radii(
    clearance: Clearance, positions: Floats, pairs: Ints, most: float = MOST_CLEAR
) -> Floats:
    """Return (n,) clear radii of waypoints, as large as walls allow (S4-047, S4-053).

    Each disc grows to the nearest wall. If a corridor between two discs would then meet a wall,
    both shrink toward the width of the edge; then each grows back as far as its corridors allow.
    Maximising the area of all corridors together would be hard; this is greedy. Waypoints that
    stand in an obstacle, or have an edge through one, get 0.

    Args:
        clearance: The clearance of the storey.
        positions: (n, 2) waypoints, metres.
        pairs: (m, 2) indices of the waypoints that edges join.
        most: Metres up to which radii grow.
    """
    radii = clearance.clear_radii(positions, most)
    if len(pairs) == 0:
        return radii
    lines = positions[pairs].reshape(-1, 4)
    widths = np.minimum(clearance.widths(lines, most), radii[pairs].min(axis=1))
    # The share of what both discs have over the width of the edge that they may keep.
    keep = _bisected(
        lambda share: _clear(
            clearance, lines, widths[:, None] + share[:, None] * (radii[pairs] - widths[:, None])
        ),
        np.zeros(len(pairs)),
        np.ones(len(pairs)),
    )
    allowed = widths[:, None] + keep[:, None] * (radii[pairs] - widths[:, None])
    shrunk = radii.copy()
    np.minimum.at(shrunk, pairs.ravel(), allowed.ravel())
    for _ in range(_ROUNDS):
        _grow_back(clearance, positions, pairs, shrunk, radii)
    return shrunk


def _grow_back(
    clearance: Clearance, positions: Floats, pairs: Ints, radii: Floats, most: Floats
) -> None:
    """Grow each disc in turn while its corridors stay clear; `radii` change in place."""
    ends = np.concatenate((pairs, pairs[:, ::-1]))
    ends = ends[np.argsort(ends[:, 0], kind="stable")]
    starts = np.searchsorted(ends[:, 0], np.arange(len(positions) + 1))
    for row in np.flatnonzero(radii < most * (1 - 1e-9)).tolist():
        others = ends[starts[row] : starts[row + 1], 1]
        at = np.broadcast_to(positions[row], (len(others), 2))
        lines = np.hstack((at, positions[others]))
        low, high = float(radii[row]), float(most[row])
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            both = np.column_stack((np.full(len(others), middle), radii[others]))
            if (clearance.blockers(lines, both) < 0).all():
                low = middle
            else:
                high = middle
        radii[row] = low


def _bisected(is_good: Callable[[Floats], Marks], low: Floats, high: Floats) -> Floats:
    """Return (n,) the greatest good numbers, if all numbers below a good one are good too."""
    good = is_good(high)
    low = np.where(good, high, low)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        good = is_good(middle)
        low, high = np.where(good, middle, low), np.where(good, high, middle)
    return low


def _clear(clearance: Clearance, lines: Floats, radii: Floats) -> Marks:
    return np.asarray(clearance.blockers(lines, radii) < 0)


def for_widths(floor: Clearance) -> Clearance:
    """Return what corridors over the floor of a type keep off: all walls, and shut terrain.

    So the middle of an agent stays on its floor wherever in the corridor it walks.
    """
    return floor.keeping(floor.padding.at_least_radius).off_terrain()


def grow_corridors(level: Level, clearance: Clearance, ids: Collection[int] | None = None) -> Edit:
    """Return the edit that grows the clear radii of waypoints to the walls.

    Args:
        level: The level.
        clearance: The floor of the type (`floor_for`).
        ids: Waypoints to change; None: all of the storey. Locked ones don't change.
    """
    layer_of = level.settings.layer_of
    waypoints = [one for one in level.of(Waypoint).values() if layer_of(one) == clearance.layer]
    clearance = for_widths(clearance)
    rows = {one.id: row for row, one in enumerate(waypoints)}
    positions = np.array([one.position for one in waypoints], np.float64).reshape(-1, 2)
    pairs = np.array(
        [
            (rows[edge.start], rows[edge.end])
            for edge in level.of(Edge).values()
            if edge.start in rows and edge.end in rows
        ],
        np.int64,
    ).reshape(-1, 2)
    radii = grown_radii(clearance, positions, pairs).tolist()
    changed = [
        # Down to whole millimetres, so that files stay short and corridors clear.
        replace(one, clear_radius=math.floor(radii[row] * 1000) / 1000)
        for row, one in enumerate(waypoints)
        if not one.locked and (ids is None or one.id in ids)
    ]
    return Edit.put(level, changed, tr("Grow the path width of {0}").format(called(changed)))


def leaves_room(radii: npt.ArrayLike, agent_radius: float) -> Marks:
    """Return whether agents fit into corridors of these radii; radius 0 means no limit (S4-050).

    Radii are stored in whole millimetres, so those of gaps that an agent just fits through are
    rounded slightly too small.
    """
    clear = np.asarray(radii, np.float64)
    return np.asarray((clear == 0) | (clear > agent_radius - _HAIR))


def reduced(radii: npt.ArrayLike, agent_radius: float) -> Floats:
    """Return what corridors leave for an agent's centre, metres; 0 or less: no way (S4-050)."""
    return np.asarray(radii, np.float64) - agent_radius


def contains(
    place: Point, start: Point, end: Point, start_radius: float, end_radius: float
) -> bool:
    """Return whether a place is in the corridor along an edge (S4-049).

    Its foot on the edge is clamped to the edge, and the radius there goes over evenly from end to
    end. An edge without length is the larger of both discs. A radius of 0 or less holds nothing.
    """
    dx, dz = end[0] - start[0], end[1] - start[1]
    px, pz = place[0] - start[0], place[1] - start[1]
    squared = dx * dx + dz * dz
    if squared == 0.0:
        radius = max(start_radius, end_radius)
        return radius > 0 and math.hypot(px, pz) <= radius
    t = min(1.0, max(0.0, (px * dx + pz * dz) / squared))
    radius = start_radius + t * (end_radius - start_radius)
    return radius > 0 and math.hypot(px - t * dx, pz - t * dz) <= radius


def pulled_tight(
    nodes: Floats, radii: Floats, start: Point, goal: Point, pinned: Marks | None = None
) -> Floats | None:
    """Return the path through corridors pulled tight (S4-052): (n + 2, 2) with both ends.

    Each turn may lie anywhere in the disc of its waypoint, so the line between two turns lies in
    the corridor. One turn after the other moves to where the path is shortest, until it hardly gets
    shorter. The path never becomes longer than the path over the waypoints themselves.

    Args:
        nodes: (n, 2) waypoints of the path, metres.
        radii: (n,) clear radii reduced by the agent's radius, see :func:`reduced`.
        start: Start of the path, in sight of the first waypoint.
        goal: End of the path, in sight of the last waypoint.
        pinned: (n,) turns that stay at their waypoints, whatever their radii; None: none.

    Returns:
        The turns; None if the agent is too wide for a waypoint at which the turn may move.
    """
    stays = np.zeros(len(radii), np.bool_) if pinned is None else pinned
    if (radii[~stays] <= 0).any():
        return None
    radii = np.where(stays, 0.0, radii)
    for share in _LESS:
        turns = _tightened(nodes, share * radii, start, goal)
        if share == 0 or _stays_inside(turns[1:-1], nodes, radii):
            return turns
    return None


def _tightened(nodes: Floats, radii: Floats, start: Point, goal: Point) -> Floats:
    turns = np.vstack((start, nodes, goal))
    centres, free, moving = buffers(disc_pull, np.ascontiguousarray(nodes), radii, turns)
    disc_pull.pull(centres, free, moving, _SWEEPS, _STILL)
    return turns


def _stays_inside(turns: Floats, nodes: Floats, radii: Floats) -> bool:
    """Return whether lines between turns stay in the corridors of :func:`contains`."""
    shares = np.linspace(0.0, 1.0, _TESTED)[:, None, None]
    places = turns[:-1] + shares * (turns[1:] - turns[:-1])
    lines, wide = np.hstack((nodes[:-1], nodes[1:])), np.column_stack((radii[:-1], radii[1:]))
    return bool((beyond(places, lines, wide) <= _TOUCHING).all())


def beyond(places: Floats, lines: Floats, radii: Floats) -> Floats:
    """Return (..., n) distances of places outside corridors, metres; at most 0 inside.

    Args:
        places: (..., n, 2) one for each corridor, or (2,) one for all.
        lines: (n, 4) x and z of both ends of each corridor.
        radii: (n, 2) radii at both ends; see :func:`contains`.
    """
    across = lines[:, 2:] - lines[:, :2]
    squared = (across * across).sum(axis=1)
    off = places - lines[:, :2]
    with np.errstate(divide="ignore", invalid="ignore"):
        shares = np.clip((off * across).sum(axis=-1) / squared, 0.0, 1.0)
    shares = np.where(squared > 0, shares, np.where(radii[:, 0] >= radii[:, 1], 0.0, 1.0))
    off = off - shares[..., None] * across
    wide = radii[:, 0] + shares * (radii[:, 1] - radii[:, 0])
    found: Floats = np.sqrt((off * off).sum(axis=-1)) - wide
    return found
