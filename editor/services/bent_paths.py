"""Paths for legs that are not searched yet: those of similar legs, bent to their ends.

While a stop is dragged, each move makes a leg that nobody knows. A straight line until its path is
found would flicker across walls several times a second.
"""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from editor.tools.legs import Leg
from navcore.path.result import PathResult

__all__ = ["bent_paths"]

_PLACES: Final = 2
"""Number of fields of a leg that are places, its first ones."""
_MOST: Final = 512
"""Most known legs among which similar ones are sought: those that were found last."""
_MOST_BENT: Final = 100
"""Most legs that get a bent path at once, within about 2 ms; others are straight for a frame."""
_ALIKE: Final = 0.5
"""Metres by which the ends may be apart along both axes together, for each metre of the known
leg."""


def bent_paths(legs: Sequence[Leg], known: Mapping[Leg, PathResult]) -> dict[Leg, PathResult]:
    """Return bent paths for those of the legs that have a similar one among the known legs.

    Legs are similar if the same agents walk them, and their ends are near each other. Paths that
    take links or do not reach the goal are not bent.
    """
    last = [one for one in [*known.items()][-_MOST:] if _can_bend(one[1])]
    if not last or not legs:
        return {}
    places = np.array([(*leg.start, *leg.goal) for leg, _ in last])
    spans = _ALIKE * np.hypot(places[:, 2] - places[:, 0], places[:, 3] - places[:, 1])
    wanted = legs[:_MOST_BENT]
    ends = np.array([(*leg.start, *leg.goal) for leg in wanted])
    # Column by column, along both axes: 50 legs take 0.9 ms in place of 1.6 by distances.
    apart = sum(np.abs(np.subtract.outer(ends[:, n], places[:, n])) for n in range(4))
    rows = np.asarray(apart).argmin(axis=1)
    found: dict[Leg, PathResult] = {}
    for leg, row, shift in zip(wanted, rows.tolist(), np.min(apart, axis=1).tolist(), strict=True):
        near, path = last[row]
        if shift <= spans[row] and near[_PLACES:] == leg[_PLACES:]:
            found[leg] = _bent(path, leg)
    return found


def _can_bend(path: PathResult) -> bool:
    return path.ok and len(path.points) > 0 and not len(path.links) and not path.layers


def _bent(path: PathResult, leg: Leg) -> PathResult:
    points = np.array(path.points)
    points[-1] = leg.goal
    return replace(
        path, start=leg.start, goal=leg.goal, points=points, snapped_start=None, snapped_goal=None
    )
