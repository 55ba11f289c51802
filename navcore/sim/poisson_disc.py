"""Points with a minimum distance: by darts, on a triangular lattice, or as far as possible."""

import math
from typing import Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

Places: TypeAlias = npt.NDArray[np.float64]


class Ground(Protocol):
    """Region of allowed places."""

    @property
    def area(self) -> float:
        """Return the area in square metres; an overestimate is allowed."""

    @property
    def box(self) -> tuple[Places, Places]:
        """Return the lower left and the upper right corner of the bounding box, metres."""

    def holds(self, places: Places) -> npt.NDArray[np.bool_]:
        """Return (n,) whether each of (n, 2) places is allowed."""

    def draw(self, count: int, rng: np.random.Generator) -> Places:
        """Return (count, 2) places, uniformly distributed."""


DARTS_FILL: Final = 0.65
"""Darts find room for about this times A / `apart`² points on an area A."""

_MOST_ROUNDS: Final = 30
"""Most batches of darts."""

_FULL: Final = 0.01
"""A batch in which at most this share found room shows that the region is full."""

_MOST_LAID: Final = 2_000_000
"""Most points of a lattice that are tested."""

_TRIES: Final = 2
"""Lattices with different offsets that are tried before giving up."""

_CLOSER: Final = 0.95
"""Factor on the distance when the places found no room."""

_DENSEST: Final = math.sqrt(2 / math.sqrt(3))
"""Distance in a lattice of n places on an area A, in units of sqrt(A / n)."""

_CROWDED: Final = 0.3
"""Distance, in units of sqrt(A / n), at which darts are not worth trying."""

_REACH: Final = range(-2, 3)
_AROUND: Final = tuple(
    (right, up) for up in _REACH for right in _REACH if 0 < abs(right) + abs(up) < 4
)
"""Bins that may contain a place too near to one in the middle bin: all but the corners."""


class Darts:
    """Places of which no two are nearer to each other than a distance."""

    def __init__(self, apart: float) -> None:
        """Start without places. Bins are so small that each contains one place at most."""
        self._apart = apart
        self._bin = apart / math.sqrt(2)
        self._keys = np.empty(0, np.int64)
        self._places = np.empty((0, 2))

    def thrown(self, ground: Ground, count: int, rng: np.random.Generator) -> Places:
        """Return (n, 2) places; fewer than `count` if darts find no more room."""
        order: list[Places] = []
        missing = count
        for _ in range(_MOST_ROUNDS):
            batch = max(2 * missing, 64)
            fit = self._fitting(ground.draw(batch, rng))[:missing]
            order.append(fit)
            missing -= len(fit)
            self._keep(fit)
            if not missing or len(fit) <= _FULL * batch:
                break
        return np.concatenate(order)

    def _fitting(self, darts: Places) -> Places:
        """Return the darts that are far enough from all kept places and all earlier darts."""
        keys = self._keys_of(darts)
        room = np.ones(len(darts), np.bool_)
        for right, up in ((0, 0), *_AROUND):
            at, found = _lookup(self._keys, keys + _key(right, up))
            room[found] &= self._clear(darts[found], self._places[at])
        darts, keys = darts[room], keys[room]
        # Only the first dart of each bin; the others may be thrown again.
        firsts = np.sort(np.unique(keys, return_index=True)[1])
        darts, keys = darts[firsts], keys[firsts]
        by_key = np.argsort(keys)
        room = np.ones(len(darts), np.bool_)
        for right, up in _AROUND:
            at, found = _lookup(keys[by_key], keys + _key(right, up))
            others = by_key[at]
            room[found] &= (others > found) | self._clear(darts[found], darts[others])
        return darts[room]

    def _clear(self, some: Places, others: Places) -> npt.NDArray[np.bool_]:
        offsets = some - others
        clear: npt.NDArray[np.bool_] = np.hypot(offsets[:, 0], offsets[:, 1]) >= self._apart
        return clear

    def _keep(self, places: Places) -> None:
        keys = np.concatenate((self._keys, self._keys_of(places)))
        order = np.argsort(keys)
        self._keys, self._places = keys[order], np.concatenate((self._places, places))[order]

    def _keys_of(self, places: Places) -> npt.NDArray[np.int64]:
        bins = np.floor(places / self._bin).astype(np.int64)
        keys: npt.NDArray[np.int64] = bins[:, 1] * _key(0, 1) + bins[:, 0]
        return keys


def _key(right: int, up: int) -> int:
    """Return the unique key of a bin, or the offset between the keys of two bins."""
    return (up << 32) + right


def _lookup(
    among: npt.NDArray[np.int64], keys: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the indices of the keys found in the sorted `among`, and which of `keys` those are."""
    if len(among) == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    at = np.minimum(np.searchsorted(among, keys), len(among) - 1)
    found = np.flatnonzero(among[at] == keys)
    return at[found], found


def laid(ground: Ground, apart: float, count: int, rng: np.random.Generator) -> Places:
    """Return `count` places of a triangular lattice with a random offset: the densest packing.

    Fewer if the lattice has no more, none if it is too large to test.
    """
    low, high = ground.box
    # Slightly wider, so that rounding brings no two places nearer than `apart`.
    step = np.array((1.0, math.sqrt(3) / 2)) * apart * (1 + 1e-9)
    across, upward = (np.floor((high - low) / step) + 2).tolist()
    if across * upward > _MOST_LAID:
        return np.empty((0, 2))
    columns, rows = np.arange(across), np.arange(upward)
    best = np.empty((0, 2))
    for shift in rng.random((_TRIES, 2)):
        rights = columns[None, :] - shift[0] + (rows % 2)[:, None] / 2
        ups = np.broadcast_to((rows - shift[1])[:, None], rights.shape)
        places = low + np.column_stack((rights.ravel(), ups.ravel())) * step
        places = places[ground.holds(places)]
        if len(places) > len(best):
            best = places
        if len(best) >= count:
            break
    return rng.permutation(best)[:count]


def spread(ground: Ground, apart: float, count: int, rng: np.random.Generator) -> Places:
    """Return (count, 2) places about as far apart as the room allows, even if that is little."""
    even = math.sqrt(ground.area / count)
    apart = min(apart, _DENSEST * even)
    while apart > _CROWDED * even:
        apart *= _CLOSER
        places = laid(ground, apart, count, rng)
        if len(places) == count:
            return places
    return ground.draw(count, rng)
