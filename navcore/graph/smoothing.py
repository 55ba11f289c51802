"""Shorter paths over a network, by two ways of leaving its edges (S4-039 to S4-043).

A path over waypoints turns at each of them, also in the middle of a hall. Pulled tight, each turn
is cut off by the longest line that stays clear, again and again until the path hardly gets shorter:
the string then lies against the walls. The greedy path is what an agent walks that always goes on
to the furthest place of its path in sight: the furthest turn, then as much of the edge behind it as
repeated halving finds.

New lines stay in walkable cells, keep the agent's radius from walls by the exact distance, and lead
neither at a higher cost nor over slower ground than the part of the path that they replace. So no
path becomes longer. Costs that designers give to edges don't count here, only the ground's.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.graph.adjacency import Bools, Floats, Ids
from navcore.graph.clearance import Clearance
from navcore.path.result import PathResult
from navcore.path.searcher import Searcher
from navcore.path.smooth import Smoothing
from navcore.path.space import Space
from navcore.path.terrain_shares import cost_along

__all__ = ["Sight", "smoothed_over"]

_SWEEPS: Final = 12
"""Times that all turns are cut off, at most."""

_CUTS: Final = 6
"""Halvings of a cut: the last is a 64th of the side."""

HALVINGS: Final = 4
"""Halvings of the edge behind the furthest turn in sight (S4-042)."""

_LITTLE: Final = 1e-3
"""Metres: a cut that saves less is left out, and a sweep that saves less is the last."""


class Sight:
    """The lines that agents of one type may walk instead of edges, on one storey."""

    def __init__(self, grid: NavGrid, walls: Clearance | None, radius: float) -> None:
        """Take the type's cells, exact walls (None: cells decide alone) and radius in metres."""
        self._grid: Final = grid
        self._walls: Final = walls
        self._radius: Final = radius
        self.rays = 0
        """Lines that were tested."""

    def sees(self, starts: Floats, ends: Floats) -> Bools:
        """Return (n,) which straight lines between places (n, 2) are clear, metres."""
        marks = np.zeros(len(starts), np.uint8)
        if not len(starts):
            return marks.view(np.bool_)
        self.rays += len(starts)
        space = Space.of(self._grid)
        begins, goals = (space.all_to_cells(np.ascontiguousarray(side)) for side in (starts, ends))
        Searcher.of(self._grid).sees(begins, goals, marks)
        sees: Bools = marks.view(np.bool_)
        if self._walls is not None:
            lines = np.hstack((starts, ends))[sees]
            sees[sees] = self._walls.blockers(lines, self._radius) < 0
        return sees

    def is_no_slower(self, stops: Floats) -> bool:
        """Return whether the line between the ends of a path (n, 2) costs no more than the path.

        It must not lead over dearer ground than the path, either.
        """
        if not self._grid.has_costs:
            return True
        cost, dearest = cost_along(self._grid, stops)
        straight, slowest = cost_along(self._grid, stops[[0, -1]])
        return straight <= cost * (1 + 1e-9) and slowest <= dearest


def smoothed_over(
    result: PathResult, layer: str, sight_on: Callable[[str], Sight], how: Smoothing
) -> PathResult:
    """Return a path over waypoints pulled tight, greedy, or as it is.

    `nodes` and `cost` stay those of the search; `points` and `length` are what is walked. Parts
    from link to link are smoothed separately.

    Args:
        result: The path.
        layer: Storey of its start.
        sight_on: Returns what agents see on a storey.
        how: `taut`, `greedy` or `none`.
    """
    if how == "none" or len(result.points) < 2:
        return result
    shorten = _pulled_tight if how == "taut" else _greedy
    begin = np.array(result.start if result.snapped_start is None else result.snapped_start)
    taken = result.links if len(result.links) else np.zeros(len(result.points), np.int64)
    names = result.layers or (layer,) * len(result.points)
    before = _length(np.vstack((begin, result.points)))
    points: list[Floats] = []
    layers: list[str] = []
    links: list[int] = []
    first, rays = 0, result.rays
    for end in (*np.flatnonzero(taken).tolist(), len(result.points)):
        part = result.points[first:end]
        if len(part):
            sight = sight_on(names[first])
            short = shorten(np.vstack((begin, part)), sight)[1:]
            points.append(short)
            layers += [names[first]] * len(short)
            links += [0] * len(short)
            rays += sight.rays
        if end < len(result.points):
            # A link leads on from the next point.
            points.append(result.points[end : end + 1])
            layers.append(names[end])
            links.append(int(taken[end]))
            begin = result.points[end]
        first = end + 1
    walked = np.concatenate(points)
    start = result.start if result.snapped_start is None else result.snapped_start
    return replace(
        result,
        points=walked,
        length=result.length + _length(np.vstack((start, walked))) - before,
        layers=tuple(layers) if result.layers else (),
        links=np.array(links, np.int64) if len(result.links) else result.links,
        rays=rays,
    )


def _length(stops: Floats) -> float:
    return float(np.hypot(*np.diff(stops, axis=0).T).sum())


def _pulled_tight(stops: Floats, sight: Sight) -> Floats:
    """Return the stops (n, 2) of a path pulled tight.

    The greedy path may pass obstacles on their other sides: it is pulled as well, and the shorter
    one taken.
    """
    return min((_tightened(one, sight) for one in (stops, _greedy(stops, sight))), key=_length)


def _tightened(stops: Floats, sight: Sight) -> Floats:
    """Return the stops with their turns cut off, until the path hardly gets shorter."""
    length = _length(stops)
    for _ in range(_SWEEPS):
        # Neighbouring turns share a side: every other one at a time.
        for first in (1, 2):
            stops = _cut_off(stops, np.arange(first, len(stops) - 1, 2), sight)
        shorter = _length(stops)
        if length - shorter < _LITTLE:
            break
        length = shorter
    return stops


def _cut_off(stops: Floats, turns: Ids, sight: Sight) -> Floats:
    """Return the stops with these turns cut off as far as lines are clear."""
    shares = np.zeros(len(turns))
    back, on = stops[turns - 1] - stops[turns], stops[turns + 1] - stops[turns]
    saves = np.hypot(*back.T) + np.hypot(*on.T) - np.hypot(*(on - back).T)
    for step in (1.0, *(0.5**halving for halving in range(1, _CUTS + 1))):
        tried = np.flatnonzero((shares + step <= 1.0) & ((shares + step) * saves > _LITTLE))
        cuts = (shares[tried] + step)[:, None]
        middles = stops[turns[tried]]
        starts, ends = middles + cuts * back[tried], middles + cuts * on[tried]
        fine = sight.sees(starts, ends)
        for number in np.flatnonzero(fine).tolist():
            part = np.vstack((starts[number], middles[number], ends[number]))
            fine[number] = sight.is_no_slower(part)
        shares[tried[fine]] += step
    kept: list[Floats] = []
    left = 0
    for turn, share, towards, onward in zip(turns.tolist(), shares.tolist(), back, on, strict=True):
        if share:
            kept.append(stops[left:turn])
            left = turn + 1
        if 0 < share < 1:
            kept.append(stops[turn] + share * np.vstack((towards, onward)))
    return np.concatenate((*kept, stops[left:]))


def _greedy(stops: Floats, sight: Sight) -> Floats:
    """Return the path of an agent that walks to the furthest place of its path in sight."""
    found = [stops[0]]
    number, last = 1, len(stops) - 1
    while number <= last:
        place = found[-1]
        turn = _furthest(place, stops, number, sight)
        reached = 0.0
        for halving in range(1, HALVINGS + 1) if turn < last else ():
            tried = reached + 0.5**halving
            aim = stops[turn] + tried * (stops[turn + 1] - stops[turn])
            replaced = np.vstack((place, stops[number : turn + 1], aim))
            if sight.sees(place[None], aim[None])[0] and sight.is_no_slower(replaced):
                reached = tried
        beyond = stops[min(turn + 1, last)] - stops[turn]
        found.append(stops[turn] + reached * beyond)
        number = turn + 1
    return np.array(found)


def _furthest(place: Floats, stops: Floats, number: int, sight: Sight) -> int:
    """Return the furthest stop from `number` on that a place sees; the next one always counts."""
    rest = stops[number + 1 :]
    sees = sight.sees(np.broadcast_to(place, rest.shape), rest)
    for behind in np.flatnonzero(sees)[::-1].tolist():
        turn = number + 1 + int(behind)
        if sight.is_no_slower(np.vstack((place, stops[number : turn + 1]))):
            return turn
    return number
