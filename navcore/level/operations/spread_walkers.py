"""The agents of a route, spread evenly along the paths between its stops."""

import math
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point, Route
from navcore.level.naming import called
from navcore.level.shared_routes import walkers_of

Floats = npt.NDArray[np.float64]

_PHASES: Final = 240
"""Places of the first agent that are tried."""


class Walked(NamedTuple):
    """A leg of a route, as it is walked."""

    points: Floats
    """(n, 2) metres, from stop to stop."""
    layer: str
    """The storey."""


def spread_walkers(
    level: Level, route_id: int, legs: Sequence[Walked], ids: Collection[int]
) -> Edit:
    """Put agents of a route at even distances along it, facing ahead.

    An agent first walks to its nearest stop, so an agent in the first half of a leg would turn
    back. Such agents are put at the start or the middle of the leg, whichever spaces them more
    evenly. Each place goes to the nearest agent.

    Args:
        level: The level.
        route_id: Id of a route with mode loop or return.
        legs: The paths between its stops, in order.
        ids: The agents that can be moved.

    Raises:
        NavcoreError: if the mode is once, or there are no agents to spread, or no legs.
    """
    route = level.of(Route)[route_id]
    agents = [agent for agent in walkers_of(level, route_id) if agent.id in ids]
    if route.mode == "once":
        raise NavcoreError(tr("Agents of a route that is walked once all begin at its first stop."))
    if not agents or not legs:
        raise NavcoreError(tr("No agents walk along {0}.").format(called([route])))
    line = _Line(legs, closed=route.mode == "loop")
    places = line.even(len(agents))
    changed = [
        replace(agent, position=at.place, facing=at.facing, layer=at.layer)
        for agent, at in _given(agents, places)
    ]
    label = tr("Spread {0} along {1}")
    return Edit.put(level, changed, label.format(called(agents), called([route])))


class _At(NamedTuple):
    """A place along the route."""

    place: Point
    facing: float
    layer: str


class _Line:
    """All legs in a row."""

    def __init__(self, legs: Sequence[Walked], *, closed: bool) -> None:
        self._legs, self._closed = legs, closed
        lengths = [float(np.hypot(*np.diff(leg.points, axis=0).T).sum()) for leg in legs]
        self._stops = np.concatenate(([0.0], np.cumsum(lengths)))
        """Metres along the route at which each stop is, its end too."""
        self._length = float(self._stops[-1])

    def even(self, count: int) -> list[_At]:
        """Return this many places, spaced as evenly as possible."""
        step = self._length / (count if self._closed else max(1, count - 1))
        best: tuple[float, list[float]] = (math.inf, [])
        for phase in range(_PHASES if self._closed else 1):
            wanted = [(step * (k + phase / _PHASES)) % self._length for k in range(count)]
            if not self._closed:
                wanted = [min(step * k, self._length) for k in range(count)]
            found = [self._kept(one) for one in wanted]
            off = max(abs(one - other) for one, other in zip(found, wanted, strict=True))
            if off < best[0] - 1e-9:
                best = (off, found)
        return [self._at(one) for one in best[1]]

    def _kept(self, along: float) -> float:
        """Return the place nearest to one from which an agent does not turn back."""
        leg = min(int(np.searchsorted(self._stops, along, "right")) - 1, len(self._legs) - 1)
        begin, end = float(self._stops[leg]), float(self._stops[leg + 1])
        middle = begin + (end - begin) * 0.51
        if along >= middle:
            return along
        return begin if along - begin <= middle - along else middle

    def _at(self, along: float) -> _At:
        leg = min(int(np.searchsorted(self._stops, along, "right")) - 1, len(self._legs) - 1)
        points, layer = self._legs[leg]
        steps = np.diff(points, axis=0)
        ends = np.cumsum(np.hypot(*steps.T))
        rest = along - float(self._stops[leg])
        row = min(int(np.searchsorted(ends, rest)), len(ends) - 1)
        begin = float(ends[row - 1]) if row else 0.0
        share = (rest - begin) / max(float(ends[row]) - begin, 1e-12)
        x, z = (points[row] + np.clip(share, 0.0, 1.0) * steps[row]).tolist()
        return _At((x, z), math.atan2(float(steps[row][1]), float(steps[row][0])), layer)


def _given(agents: Sequence[Agent], places: Sequence[_At]) -> list[tuple[Agent, _At]]:
    """Pairs of agents and places, the nearest first."""
    pairs = [
        (math.dist(agent.position, at.place), i, k)
        for i, agent in enumerate(agents)
        for k, at in enumerate(places)
    ]
    taken: dict[int, int] = {}
    for _, i, k in sorted(pairs):
        if i not in taken and k not in taken.values():
            taken[i] = k
    return [(agents[i], places[k]) for i, k in sorted(taken.items())]
