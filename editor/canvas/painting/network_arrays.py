"""Waypoints and edges of a level as arrays, carried on from level to level by what differs."""

from collections import deque
from collections.abc import Mapping, Reversible, Sequence
from itertools import chain, compress, count, islice
from threading import local
from typing import Final, TypeAlias, TypeVar, cast, get_args

import numpy as np
import numpy.typing as npt

from editor.canvas.camera import Box, Floats
from navcore.kernels import buffers
from navcore.kernels.search import id_rows as kernel
from navcore.level.differences import differences
from navcore.level.model import Edge, Element, Level, Waypoint
from navcore.level.network import WaypointType
from navcore.level.points import boxes_overlap

TYPES: Final[tuple[str, ...]] = get_args(WaypointType)
"""Types of waypoints; their numbers are places in here."""

_NUMBERS: Final = {name: number for number, name in enumerate(TYPES)}

Flags = npt.NDArray[np.bool_]
Rows = npt.NDArray[np.int64]
Changes: TypeAlias = Mapping[int, Element | None]
ElementT = TypeVar("ElementT", bound=Element)

MANY: Final = 5000
"""Number of changes above which, if they are also over half of all, a rebuild is faster."""


_REVISIONS: Final = count(1)
_ASCENDING: Final[Rows] = np.empty(0, np.int64)
"""The order of ids that ascend."""


class RowIds:
    """The ids of rows, and which row an id has."""

    def __init__(self) -> None:
        """Start without rows."""
        self.ids: Rows = np.empty(0, np.int64)
        self._order: Rows | None = None

    def put(self, ids: Rows) -> None:
        """Take over other ids."""
        self.ids, self._order = ids, None

    def keep(self, kept: Flags) -> None:
        """Remove the rows that are not kept, (n,) yes or no.

        Like `add`, without sorting all ids again: that would be the slowest part for 30,000.
        """
        order = self._sorted()
        self._order = (np.cumsum(kept) - 1).take(order[kept.take(order)])
        self.ids = self.ids[kept]

    def add(self, new: Rows) -> None:
        """Add rows at the end."""
        order, by_id = self._sorted(), np.argsort(new)
        at = np.searchsorted(self.ids, new[by_id], sorter=order)
        self._order = np.insert(order, at, by_id + len(self.ids))
        self.ids = np.append(self.ids, new)

    def _sorted(self) -> Rows:
        """(n,) rows by ascending id."""
        if self._order is None:
            self._order = np.argsort(self.ids)
        return self._order

    def rows_of(self, some: npt.ArrayLike) -> Rows:
        """Return the row of each of these ids; -1 if it has none."""
        given = np.asarray(some, np.int64)
        if not len(self.ids):
            return np.full(given.shape, -1)
        return _rows_of(self.ids, self._sorted(), given.reshape(-1)).reshape(given.shape)

    def rows_in(self, ascending: Rows) -> Rows:
        """(n,) for each row where its id stands among others, which ascend; -1 for no place."""
        order, rows = self._sorted(), np.empty(len(self.ids), np.int64)
        # Both ascending: then each follows the one before, and nothing is searched for.
        rows[order] = _rows_of(ascending, _ASCENDING, self.ids.take(order))
        return rows


def _rows_of(ids: Rows, order: Rows, sought: Rows) -> Rows:
    """The row of each id that is sought; -1 of those that have none."""
    rows = np.empty(len(sought), np.int32)
    kernel.find_rows(*buffers(kernel, ids, order, np.ascontiguousarray(sought), rows))
    return rows.astype(np.int64)


class NetworkArrays:
    """Drawn data of a network: a row for each waypoint and edge, in the order of the level."""

    # Windows share the arrays: without a dictionary no window owns them.
    __slots__ = (
        "_boxes", "_level", "_of_edges", "_of_waypoints", "clear", "edges_off", "ends", "locked",
        "off", "one_way", "places", "revision", "types",
    )  # fmt: skip

    def __init__(self) -> None:
        """Start without a network."""
        self._level = Level()
        self.revision = 0
        """Another number where anything but places differs, and in other arrays."""
        self._of_waypoints, self._of_edges = RowIds(), RowIds()
        self.places: Floats = np.empty((0, 2))
        """(n, 2) metres."""
        self.types: npt.NDArray[np.int8] = np.empty(0, np.int8)
        self.off: Flags = np.empty(0, bool)
        self.clear: Floats = np.empty(0)
        """(n,) clear radii, metres; 0: not said."""
        self.ends: Rows = np.empty((0, 2), np.int64)
        """(m, 2) rows of the waypoints of each edge."""
        self.one_way: Flags = np.empty(0, bool)
        self.locked: Flags = np.empty(0, bool)
        """(m,) whether an edge requires abilities."""
        self.edges_off: Flags = np.empty(0, bool)
        """(m,) whether an edge is switched off."""
        self._boxes: Floats = np.empty((4, 0))
        """(4, m) least x and z, greatest x and z of each edge, metres."""

    @property
    def ids(self) -> Rows:
        """(n,) of waypoints."""
        return self._of_waypoints.ids

    @property
    def edge_ids(self) -> Rows:
        """(m,) of edges."""
        return self._of_edges.ids

    def edge_rows_in(self, ascending: Rows) -> Rows:
        """(m,) where the id of each edge stands among others, which ascend; -1 for no place."""
        return self._of_edges.rows_in(ascending)

    @property
    def level(self) -> Level:
        """The level of this network."""
        return self._level

    def follow(self, level: Level) -> None:
        """Take over the network of a level; in time that follows what differs, where it is little.

        Rows of new elements come last, as in the level.
        """
        before, self._level = self._level, level
        if level is before or not (_held(level) or _held(before)):
            return
        changes = differences(before, level, (Waypoint, Edge))
        if len(changes) <= max(MANY, (len(self.ids) + len(self.edge_ids)) // 2):
            waypoints = _of_kind(changes, before, level, Waypoint)
            edges = _of_kind(changes, before, level, Edge)
            if self._follow_changes(level, waypoints, edges):
                return
        self._take_all(level)

    def _take_all(self, level: Level) -> None:
        self.revision = next(_REVISIONS)
        self._of_waypoints, self._of_edges = RowIds(), RowIds()
        self.places, self.types = np.empty((0, 2)), np.empty(0, np.int8)
        self.off, self.clear = np.empty(0, bool), np.empty(0)
        self.ends, self._boxes = np.empty((0, 2), np.int64), np.empty((4, 0))
        self.one_way, self.locked = np.empty(0, bool), np.empty(0, bool)
        self.edges_off = np.empty(0, bool)
        self._add_waypoints([*level.of(Waypoint).values()])
        self._add_edges([*level.of(Edge).values()])

    def _follow_changes(self, level: Level, waypoints: Changes, edges: Changes) -> bool:
        """Apply the changes; return whether that was possible."""
        new_waypoints = _new_last(level.of(Waypoint), waypoints, self._of_waypoints)
        new_edges = _new_last(level.of(Edge), edges, self._of_edges)
        if new_waypoints is None or new_edges is None:
            return False
        self._take_out_edges([i for i, one in edges.items() if one is None])
        self._take_out_waypoints([i for i, one in waypoints.items() if one is None])
        moved = self._put_waypoints(
            [one for one in waypoints.values() if isinstance(one, Waypoint)]
        )
        self._add_waypoints(new_waypoints)
        self._put_edges([one for one in edges.values() if isinstance(one, Edge)])
        self._add_edges(new_edges)
        if len(moved):
            touched = np.zeros(len(self.ids), bool)
            touched[moved] = True
            self._bound(np.flatnonzero(self.at_an_end(touched)))
        return True

    def edges_in(self, box: Box) -> Rows:
        """Return rows of edges whose bounds touch a box."""
        return np.flatnonzero(boxes_overlap([*self._boxes], box))

    def boxes_of(self, rows: Rows) -> list[Box]:
        """Return the bounds of these edges."""
        return [(a, b, c, d) for a, b, c, d in self._boxes[:, rows].T.tolist()]

    def at_an_end(self, waypoints: Flags) -> Flags:
        """(m,) which edges have one of these waypoints, (n,) yes or no, at an end."""
        # Column by column: along an axis of two numbers numpy takes ten times as long.
        return waypoints.take(self.ends[:, 0]) | waypoints.take(self.ends[:, 1])

    def box_around(self, rows: Rows) -> Box:
        """Return the bounds of these edges together; at least one."""
        lows, highs = self._boxes[:2, rows].min(axis=1), self._boxes[2:, rows].max(axis=1)
        return (*lows.tolist(), *highs.tolist())

    def waypoints_in(self, box: Box) -> Rows:
        """Return rows of the waypoints in a box."""
        x, z = self.places.T
        return np.flatnonzero((x >= box[0]) & (x <= box[2]) & (z >= box[1]) & (z <= box[3]))

    def _take_out_waypoints(self, gone: Sequence[int]) -> None:
        rows = _known_rows(self._of_waypoints, gone)
        if not len(rows):
            return
        self.revision = next(_REVISIONS)
        kept = np.ones(len(self.ids), bool)
        kept[rows] = False
        self.ends = (np.cumsum(kept) - 1).take(self.ends)
        self._of_waypoints.keep(kept)
        self.places, self.types = self.places[kept], self.types[kept]
        self.off, self.clear = self.off[kept], self.clear[kept]

    def _take_out_edges(self, gone: Sequence[int]) -> None:
        rows = _known_rows(self._of_edges, gone)
        if not len(rows):
            return
        self.revision = next(_REVISIONS)
        kept = np.ones(len(self.edge_ids), bool)
        kept[rows] = False
        self._of_edges.keep(kept)
        stay = np.flatnonzero(kept)
        self.ends, self._boxes = self.ends.take(stay, axis=0), self._boxes.take(stay, axis=1)
        self.one_way, self.locked = self.one_way[kept], self.locked[kept]
        self.edges_off = self.edges_off[kept]

    def _put_waypoints(self, waypoints: Sequence[Waypoint]) -> Rows:
        """Replace those of these that have a row; return the rows that were moved."""
        rows, found = _known(self._of_waypoints, waypoints)
        if not found:
            return rows
        places, types, off, clear = _columns_of_waypoints(found)
        for held, new in ((self.types, types), (self.off, off), (self.clear, clear)):
            if not np.array_equal(held[rows], new):
                self.revision = next(_REVISIONS)
                held[rows] = new
        moved: Rows = rows[(self.places[rows] != places).any(axis=1)]
        self.places[rows] = places
        return moved

    def _add_waypoints(self, waypoints: Sequence[Waypoint]) -> None:
        if not waypoints:
            return
        self.revision = next(_REVISIONS)
        places, types, off, clear = _columns_of_waypoints(waypoints)
        ids = np.array([one.id for one in waypoints], np.int64)
        self._of_waypoints.add(ids)
        self.places = np.vstack((self.places, places))
        self.types, self.off = np.append(self.types, types), np.append(self.off, off)
        self.clear = np.append(self.clear, clear)

    def _put_edges(self, edges: Sequence[Edge]) -> None:
        """Replace those of these that have a row."""
        rows, found = _known(self._of_edges, edges)
        if not found:
            return
        self.revision = next(_REVISIONS)
        columns = self._columns_of_edges(found)
        held = (self.ends, self.one_way, self.locked, self.edges_off)
        for array, new in zip(held, columns, strict=True):
            array[rows] = new
        self._bound(rows)

    def _add_edges(self, edges: Sequence[Edge]) -> None:
        if not edges:
            return
        self.revision = next(_REVISIONS)
        ends, one_way, locked, off = self._columns_of_edges(edges)
        ids = np.array([one.id for one in edges], np.int64)
        self._of_edges.add(ids)
        self.ends = np.vstack((self.ends, ends))
        self.one_way = np.append(self.one_way, one_way)
        self.locked = np.append(self.locked, locked)
        self.edges_off = np.append(self.edges_off, off)
        self._boxes = np.hstack((self._boxes, np.empty((4, len(edges)))))
        self._bound(np.arange(len(self.ends) - len(edges), len(self.ends)))

    def _columns_of_edges(self, edges: Sequence[Edge]) -> tuple[Rows, Flags, Flags, Flags]:
        ends = np.array([[one.start for one in edges], [one.end for one in edges]], np.int64).T
        one_way = np.array([one.one_way for one in edges], bool)
        locked = np.array([bool(one.needs) for one in edges], bool)
        off = np.array([not one.enabled for one in edges], bool)
        return self._of_waypoints.rows_of(ends), one_way, locked, off

    def _bound(self, rows: Rows) -> None:
        """Find the boxes of these edges."""
        starts, ends = self.places[self.ends[rows, 0]].T, self.places[self.ends[rows, 1]].T
        self._boxes[:2, rows] = np.minimum(starts, ends)
        self._boxes[2:, rows] = np.maximum(starts, ends)


class _Recent(local):
    """The last used arrays; each thread has its own."""

    def __init__(self) -> None:
        self.arrays: deque[NetworkArrays] = deque(maxlen=2)


_RECENT: Final = _Recent()


def arrays_of(level: Level) -> NetworkArrays:
    """Return the arrays of a level, which overlays share and later levels update.

    They are updated from the arrays of an earlier level. Those of two levels are kept, for undo of
    very large edits, and for two windows.
    """
    recent = _RECENT.arrays
    found = next((one for one in recent if one.level is level), None)
    if found is None:
        found = next((one for one in recent if level.changed_since(one.level) is not None), None)
    if found is None:
        found = recent[0] if len(recent) == recent.maxlen else NetworkArrays()
    if not (recent and recent[-1] is found):
        if found in recent:
            recent.remove(found)
        recent.append(found)
    found.follow(level)
    return found


def _held(level: Level) -> bool:
    return bool(level.of(Waypoint))


def _of_kind(changes: Changes, old: Level, new: Level, kind: type[Element]) -> Changes:
    """Return the changes of elements of one kind; None for deleted ones."""
    before, after = old.of(kind), new.of(kind)
    return {i: after.get(i) for i in changes if i in before or i in after}


def _new_last(
    held: Mapping[int, ElementT], changes: Changes, known: RowIds
) -> list[ElementT] | None:
    """Return new elements in the order of the level; None if they are not the last there."""
    rows = known.rows_of([*changes]).tolist()
    new = {i for i, row in zip(changes, rows, strict=True) if row < 0 and i in held}
    backwards = reversed(cast("Reversible[int]", held))
    last = [*islice(backwards, len(new))][::-1] if new else []
    return [held[i] for i in last] if new == {*last} else None


def _known_rows(known: RowIds, some: Sequence[int]) -> Rows:
    """Return rows of those of these ids that have one."""
    rows = known.rows_of(some)
    return rows[rows >= 0]


def _known(known: RowIds, elements: Sequence[ElementT]) -> tuple[Rows, list[ElementT]]:
    """Return those of these elements that have a row, with their rows."""
    rows = known.rows_of([one.id for one in elements])
    found: list[ElementT] = [*compress(elements, (rows >= 0).tolist())]
    return rows[rows >= 0], found


def _columns_of_waypoints(
    waypoints: Sequence[Waypoint],
) -> tuple[Floats, npt.NDArray[np.int8], Flags, Floats]:
    places = chain.from_iterable([one.position for one in waypoints])
    return (
        np.fromiter(places, np.float64, 2 * len(waypoints)).reshape(-1, 2),
        np.array([_NUMBERS[one.type] for one in waypoints], np.int8),
        np.array([not one.enabled for one in waypoints], bool),
        np.array([one.clear_radius for one in waypoints], np.float64),
    )
