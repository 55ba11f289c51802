"""The narrowest place that a path leads through."""

from collections.abc import Sequence

import numpy as np

from navcore.geometry.rings import Floats
from navcore.proof.clearances import Passage


def narrowest_on(
    passages: Sequence[Passage], points: Floats, *, aside: float = 0.0
) -> Passage | None:
    """Return the narrowest of these passages that a path crosses; None if it crosses none.

    Args:
        passages: Narrow places, each with a line from side to side.
        points: (n, 2) x, z of the path, its start first, metres.
        aside: How far beside the sides of a passage a path may run that leads through it, metres.
            Around the corner of a door it is in cells that reach half their width over its edge.
    """
    if not passages or len(points) < 2:
        return None
    lines = np.array([passage.ends for passage in passages], np.float64)
    along = lines[:, 1] - lines[:, 0]
    longer = along * (aside / np.maximum(np.hypot(*along.T), aside or 1.0))[:, None]
    lines[:, 0] -= longer
    lines[:, 1] += longer
    starts, ends = points[:-1, None], points[1:, None]
    one, other = lines[:, 0], lines[:, 1]
    apart = _side(starts, ends, one) * _side(starts, ends, other) <= 0
    apart &= _side(one, other, starts) * _side(one, other, ends) <= 0
    # On one line with a passage the path does not lead through it.
    apart &= _side(one, other, starts) != _side(one, other, ends)
    crossed = np.flatnonzero(apart.any(axis=0)).tolist()
    return min((passages[n] for n in crossed), key=lambda passage: passage.width, default=None)


def _side(start: Floats, end: Floats, place: Floats) -> Floats:
    """On which side of a line each place lies: positive, negative, or 0 on it."""
    along, away = end - start, place - start
    side: Floats = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    return side
