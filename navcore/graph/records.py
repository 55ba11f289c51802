"""Waypoints and edges of a level as arrays, row by row in the order of their ids.

An edit only changes the rows of its elements; everything else is copied, or shared if unchanged.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.graph.adjacency import Bools, Floats, Ids, Rows
from navcore.graph.near import Places
from navcore.kernels import buffers
from navcore.kernels.search import id_rows as kernel
from navcore.level.model import Edge, Element, Settings, Waypoint

__all__ = ["Edges", "Groups", "Waypoints", "matched", "rows_joined"]

ElementT = TypeVar("ElementT", bound=Element)

NO_ROWS: Final[Rows] = np.empty(0, np.int32)
NO_ROWS.flags.writeable = False
_ASCENDING: Final[Ids] = np.empty(0, np.int64)
"""The order of ids that ascend."""


class Groups(Generic[ElementT]):
    """Indices of elements by a tag or a type that they have; built when first needed."""

    def __init__(
        self,
        held: Mapping[int, ElementT],
        ids: Ids,
        words: Callable[[ElementT], Iterable[Hashable]],
    ) -> None:
        """Take the elements of these ids; `words` returns the tags or types of each."""
        self._held = held
        self._ids = ids
        self._words = words
        self._rows: dict[Hashable, Rows] | None = None
        self._lock = Lock()

    @property
    def all(self) -> Mapping[Hashable, Rows]:
        """(k,) rows, ascending, by what their elements have."""
        with self._lock:
            if self._rows is None:
                found: dict[Hashable, list[int]] = {}
                for row, element_id in enumerate(self._ids.tolist()):
                    for word in self._words(self._held[element_id]):
                        found.setdefault(word, []).append(row)
                self._rows = {word: np.array(rows, np.int32) for word, rows in found.items()}
            return self._rows

    def having(self, words: Collection[Hashable]) -> Rows:
        """Return (k,) ascending indices of the elements that have one of these."""
        found = [rows for word in words if (rows := self.all.get(word)) is not None]
        return np.unique(np.concatenate(found)) if found else NO_ROWS

    def changed(
        self, held: Mapping[int, ElementT], ids: Ids, changed: Iterable[int]
    ) -> "Groups[ElementT]":
        """Return the groups after elements changed; the same object if their words didn't."""
        words = self._words
        if ids is self._ids and all(words(self._held[one]) == words(held[one]) for one in changed):
            return self
        return Groups(held, ids, words)


class Waypoints(msgspec.Struct, frozen=True, eq=False):
    """Waypoints of a level."""

    held: Mapping[int, Waypoint]
    storeys: tuple[str, ...]
    """Names of all storeys."""
    ids: Ids
    """(n,) ascending."""
    places: Places
    """(n, 2) x, z, metres."""
    enabled: Bools
    """(n,) whether agents use it."""
    layers: npt.NDArray[np.int8]
    """(n,) number of the storey of each."""
    clear: Floats
    """(n,) clear radius of each, metres; 0: it has none."""
    types: Groups[Waypoint]
    tags: Groups[Waypoint]

    @classmethod
    def of(cls, held: Mapping[int, Waypoint], settings: Settings) -> "Waypoints":
        """Return these waypoints by id; their storeys come from the settings."""
        arrays = _waypoint_arrays([held[one] for one in sorted(held)], settings)
        ids, positions, enabled, layers, clear = arrays
        types, tags = Groups(held, ids, _type_of), Groups(held, ids, _tags_of)
        places = Places(positions)
        return cls(held, settings.layer_names, ids, places, enabled, layers, clear, types, tags)

    def changed(
        self, held: Mapping[int, Waypoint], settings: Settings, edited: Iterable[int]
    ) -> "Waypoints":
        """Return the waypoints after those with these ids were changed, added or removed."""
        if settings.layer_names != self.storeys:
            return Waypoints.of(held, settings)
        changed = _differing(self.held, held, edited)
        if not changed:
            return self
        added = _waypoint_arrays([held[one] for one in changed if one in held], settings)
        old = (self.ids, self.places.positions, self.enabled, self.layers, self.clear)
        ids, positions, enabled, layers, clear = _replaced(old, changed, added)
        types = self.types.changed(held, ids, changed)
        tags = self.tags.changed(held, ids, changed)
        stay = np.array_equal(positions, self.places.positions)
        places = self.places if stay else Places(positions)
        return Waypoints(held, self.storeys, ids, places, enabled, layers, clear, types, tags)


class Edges(msgspec.Struct, frozen=True, eq=False):
    """Edges of a level."""

    held: Mapping[int, Edge]
    ids: Ids
    """(m,) ascending."""
    joined: Ids
    """(m, 2) ids of the waypoints that each joins."""
    factors: Floats
    """(m,) cost of a metre of each edge."""
    one_way: Bools
    """(m,) whether each leads from the first to the second only."""
    enabled: Bools
    """(m,) whether each is switched on."""
    tags: Groups[Edge]
    needs: Groups[Edge]
    """Edges by the set of abilities that they need; without edges that need none."""

    @classmethod
    def of(cls, held: Mapping[int, Edge]) -> "Edges":
        """Return these edges by id."""
        arrays = _edge_arrays([held[one] for one in sorted(held)])
        ids = arrays[0]
        return cls(held, *arrays, Groups(held, ids, _tags_of), Groups(held, ids, _needs_of))

    def changed(self, held: Mapping[int, Edge], edited: Iterable[int]) -> "Edges":
        """Return the edges after those with these ids were changed, added or removed."""
        changed = _differing(self.held, held, edited)
        if not changed:
            return self
        added = _edge_arrays([held[one] for one in changed if one in held])
        old = (self.ids, self.joined, self.factors, self.one_way, self.enabled)
        ids, joined, factors, one_way, enabled = _replaced(old, changed, added)
        tags = self.tags.changed(held, ids, changed)
        needs = self.needs.changed(held, ids, changed)
        return Edges(held, ids, joined, factors, one_way, enabled, tags, needs)


def matched(old: Ids, new: Ids) -> tuple[Rows, Bools]:
    """Return the row in `old` (ascending) of each id of `new`, 0 for others, and which it has."""
    rows = np.empty(new.shape, np.int32)
    kernel.find_rows(*buffers(kernel, old, _ASCENDING, new.reshape(-1), rows.reshape(-1)))
    found = rows >= 0
    rows[~found] = 0
    return rows, found


def rows_joined(
    waypoints: Waypoints, edges: Edges, known: tuple[Waypoints, Edges, Rows] | None = None
) -> Rows:
    """Return (m, 2) indices of the waypoints that each edge joins.

    `known` are earlier waypoints and edges with their result; unchanged rows are reused.

    Raises:
        NavcoreError: if an edge leads to a missing waypoint.
    """
    ends = np.empty((len(edges.ids), 2), np.int32)
    taken = np.zeros(len(edges.ids), np.bool_)
    if known is not None and len(known[2]):
        rows, taken = matched(known[1].ids, edges.ids)
        # To take rows is several times as fast as to index by them.
        same = known[1].joined.take(rows, axis=0) == edges.joined
        taken &= same[:, 0] & same[:, 1]
        ends = known[2].take(rows, axis=0)
        if known[0].ids is not waypoints.ids:
            row_now, stays = matched(waypoints.ids, known[0].ids)
            taken &= stays.take(ends[:, 0]) & stays.take(ends[:, 1])
            ends = row_now.take(ends)
    sought = np.flatnonzero(~taken)
    rows, found = matched(waypoints.ids, edges.joined[sought])
    if not found.all():
        at, end = np.argwhere(~found)[0]
        edge = sought[at]
        message = f"edge {edges.ids[edge]}: there is no waypoint {edges.joined[edge, end]}"
        raise NavcoreError(message)
    ends[sought] = rows
    return ends


def _type_of(waypoint: Waypoint) -> tuple[str]:
    return (waypoint.type,)


def _tags_of(element: Element) -> tuple[str, ...]:
    return element.tags


def _needs_of(edge: Edge) -> tuple[frozenset[str], ...]:
    return (frozenset(edge.needs),) if edge.needs else ()


def _waypoint_arrays(
    waypoints: list[Waypoint], settings: Settings
) -> tuple[Ids, Floats, Bools, npt.NDArray[np.int8], Floats]:
    number = {name: at for at, name in enumerate(settings.layer_names)}
    layers = (
        [number[settings.layer_of(one)] for one in waypoints]
        if len(number) > 1
        else [0] * len(waypoints)
    )
    return (
        np.array([one.id for one in waypoints], np.int64),
        np.array([one.position for one in waypoints], np.float64).reshape(-1, 2),
        np.array([one.enabled for one in waypoints], np.bool_),
        np.array(layers, np.int8),
        np.array([one.clear_radius for one in waypoints], np.float64),
    )


def _edge_arrays(edges: list[Edge]) -> tuple[Ids, Ids, Floats, Bools, Bools]:
    return (
        np.array([one.id for one in edges], np.int64),
        np.array([(one.start, one.end) for one in edges], np.int64).reshape(-1, 2),
        np.array([one.factor for one in edges], np.float64),
        np.array([one.one_way for one in edges], np.bool_),
        np.array([one.enabled for one in edges], np.bool_),
    )


def _differing(
    old: Mapping[int, Element], new: Mapping[int, Element], ids: Iterable[int]
) -> list[int]:
    """Return the ids, ascending, whose elements differ."""
    if old is new:
        return []
    return sorted({one for one in ids if old.get(one) is not new.get(one)})


def _replaced(
    arrays: tuple[npt.NDArray[Any], ...], changed: list[int], come: tuple[npt.NDArray[Any], ...]
) -> tuple[Any, ...]:
    """Return arrays, ids first, with rows of changed elements replaced, added and removed.

    The ids are the same array object if no element is added or removed.
    """
    ids = arrays[0]
    keys = np.array(changed, np.int64)
    rows = np.searchsorted(ids, keys)
    if len(come[0]) == len(keys) and (rows < len(ids)).all() and (ids[rows] == keys).all():
        copies = [array.copy() for array in arrays[1:]]
        for array, news in zip(copies, come[1:], strict=True):
            array[rows] = news
        return (ids, *copies)
    found = rows < len(ids)
    found[found] = ids[rows[found]] == keys[found]
    kept = np.ones(len(ids), np.bool_)
    kept[rows[found]] = False
    places = np.searchsorted(ids[kept], come[0])
    return tuple(
        np.insert(array[kept], places, news, axis=0)
        for array, news in zip(arrays, come, strict=True)
    )
