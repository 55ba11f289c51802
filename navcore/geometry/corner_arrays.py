"""Corners of outlines as arrays, kept for as long as somebody asks for them.

While many outlines are dragged, every frame needs their corners several times as an array: for
bounds, for limits, for painting. Packing tuples into arrays is what most of that costs, so the
move that makes new outlines keeps the arrays that it made them from.
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
"""Outlines after which those that nobody has asked for since the last time are forgotten."""

_Known: TypeAlias = dict[int, tuple[Ring, Floats]]


class CornerArrays:
    """Arrays by outline: the object itself, for comparing all corners would take as long."""

    def __init__(self, most: int = MOST) -> None:
        """None yet."""
        self._most = most
        self._young: _Known = {}
        self._old: _Known = {}
        """What was asked for before `most` others; what is asked for again gets young."""

    def of(self, rings: Sequence[Ring]) -> list[Floats]:
        """(n, 2) x and z of each; they are kept, and nobody may write to them."""
        self._make_room()
        arrays = self._known(rings)
        if len(arrays) == len(rings):
            return arrays
        unknown = [ring for ring in rings if not self._is_young(ring)]
        self._put(unknown, _packed(unknown))
        return self._known(rings)

    def keep(self, rings: Sequence[Ring], flat: Floats) -> None:
        """Keep the corners of these rings, (n, 2) one after the other; of very many none."""
        if len(rings) <= self._most:
            self._make_room()
            self._put(rings, flat)

    def flat(self, rings: Sequence[Sequence[Point]]) -> Floats:
        """(n, 2) corners of all, one after the other; those that are not known are not kept."""
        arrays = self._known(rings)
        if len(arrays) < len(rings) or not arrays:
            return _packed(rings)
        return np.concatenate(arrays)

    def _known(self, rings: Sequence[Sequence[Point]]) -> list[Floats]:
        """The arrays of those that were asked for lately."""
        found = map(self._young.get, map(id, rings))
        return [
            known[1]
            for ring, known in zip(rings, found, strict=True)
            if known is not None and known[0] is ring
        ]

    def _is_young(self, ring: Ring) -> bool:
        """Whether it was asked for lately; from now on, if it was asked for before."""
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
"""Those of all outlines of the program."""
