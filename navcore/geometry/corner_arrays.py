"""Cache of the corners of outlines as arrays.

While many outlines are dragged, every frame needs their corners as an array several times: for
bounds, limits and painting. Packing tuples into arrays is most of that cost. So the drag that makes
new outlines puts the arrays from which it made them into the cache.
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float64]
Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]

MOST: Final = 32_768
"""Number of outlines in a generation; outlines unused for a generation are dropped."""

_Known: TypeAlias = dict[int, tuple[Ring, Floats]]


class CornerArrays:
    """Arrays by outline, with the outline's identity as key: comparing corners would be slow."""

    def __init__(self, most: int = MOST) -> None:
        """Start empty; `most` is the number of outlines in a generation."""
        self._most = most
        self._young: _Known = {}
        self._old: _Known = {}
        """The previous generation; an outline that is used again moves to the young one."""

    def of(self, rings: Sequence[Ring]) -> list[Floats]:
        """Return the read-only (n, 2) x and z of the corners of each ring, and keep them."""
        self._make_room()
        arrays = self._known(rings)
        if len(arrays) == len(rings):
            return arrays
        unknown = [ring for ring in rings if not self._is_young(ring)]
        self._put(unknown, _packed(unknown))
        return self._known(rings)

    def keep(self, rings: Sequence[Ring], flat: Floats) -> None:
        """Keep the consecutive corners (n, 2) of these rings; does nothing for very many rings."""
        if len(rings) <= self._most:
            self._make_room()
            self._put(rings, flat)

    def flat(self, rings: Sequence[Sequence[Point]]) -> Floats:
        """Return the consecutive corners (n, 2) of all rings, without keeping unknown ones."""
        arrays = self._known(rings)
        if len(arrays) < len(rings) or not arrays:
            return _packed(rings)
        return np.concatenate(arrays)

    def _known(self, rings: Sequence[Sequence[Point]]) -> list[Floats]:
        """Return the arrays of the rings that are in the young generation."""
        found = map(self._young.get, map(id, rings))
        return [
            known[1]
            for ring, known in zip(rings, found, strict=True)
            if known is not None and known[0] is ring
        ]

    def _is_young(self, ring: Ring) -> bool:
        """Return whether a ring is in the young generation, after moving it there from the old."""
        known = self._young.get(id(ring))
        if known is not None and known[0] is ring:
            return True
        known = self._old.get(id(ring))
        if known is None or known[0] is not ring:
            return False
        self._young[id(ring)] = known
        return True

    def _put(self, rings: Sequence[Ring], flat: Floats) -> None:
        flat.flags.writeable = False
        ends = np.cumsum([0, *map(len, rings)]).tolist()
        for ring, (first, end) in zip(rings, pairwise(ends), strict=True):
            self._young[id(ring)] = (ring, flat[first:end])

    def _make_room(self) -> None:
        if len(self._young) > self._most:
            self._old, self._young = self._young, {}


def _packed(rings: Sequence[Sequence[Point]]) -> Floats:
    count = sum(map(len, rings))
    flat = chain.from_iterable(chain.from_iterable(rings))
    return np.fromiter(flat, np.float64, 2 * count).reshape(-1, 2)


CORNERS: Final = CornerArrays()
"""The cache that the whole program shares."""
