"""The narrowest place that a path leads through."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from navcore.geometry.rings import Floats
from navcore.proof.clearances import Passage


class Narrowest:
    """Narrow places, for questions about many paths."""

    def __init__(self, passages: Sequence[Passage], *, aside: float = 0.0) -> None:
        """Take passages; paths up to `aside` metres beside their sides count as crossing."""
        self.passages, self.aside = passages, aside
        lines = np.array([passage.ends for passage in passages], np.float64).reshape(-1, 2, 2)
        along = lines[:, 1] - lines[:, 0]
        longer = along * (aside / np.maximum(np.hypot(*along.T), aside or 1.0))[:, None]
        lines[:, 0] -= longer
        lines[:, 1] += longer
        self._lines = lines
        self._low, self._high = lines.min(axis=1), lines.max(axis=1)

    def on(self, points: Floats) -> Passage | None:
        """Return the narrowest that a path crosses, see :func:`narrowest_on`."""
        crossed = np.zeros(len(self.passages), np.bool_)
        for start, end in pairwise(points):
            least, most = np.minimum(start, end), np.maximum(start, end)
            near = (self._low[:, 0] <= most[0]) & (self._high[:, 0] >= least[0])
            near &= (self._low[:, 1] <= most[1]) & (self._high[:, 1] >= least[1])
            rows = np.flatnonzero(near)
            one, other = self._lines[rows, 0], self._lines[rows, 1]
            apart = _side(start, end, one) * _side(start, end, other) <= 0
            apart &= _side(one, other, start) * _side(one, other, end) <= 0
            # A path along the line of a passage does not lead through it.
            apart &= _side(one, other, start) != _side(one, other, end)
            crossed[rows] |= apart
        found = (self.passages[row] for row in np.flatnonzero(crossed).tolist())
        return min(found, key=lambda passage: passage.width, default=None)


def narrowest_on(
    passages: Sequence[Passage], points: Floats, *, aside: float = 0.0
) -> Passage | None:
    """Return the narrowest of these passages that a path crosses; None if it crosses none.

    Args:
        passages: Narrow places, each with a line from side to side.
        points: (n, 2) x, z of the path, its start first, metres.
        aside: How far beside the sides of a passage a crossing path may run, metres. Around the
            corner of a door it uses cells that reach half their width over its edge.
    """
    return Narrowest(passages, aside=aside).on(points)


def _side(start: Floats, end: Floats, place: Floats) -> Floats:
    """Return on which side of a line each place lies: positive, negative, or 0 on it."""
    along, away = end - start, place - start
    side: Floats = along[..., 0] * away[..., 1] - along[..., 1] * away[..., 0]
    return side
