"""The outer edge of a level's available areas (S0-025, S0-026)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.bake.shapes import Shapes
from navcore.geometry.outline import closed_pieces, reach_of
from navcore.geometry.rings import Box, Floats
from navcore.geometry.strips import strips_around
from navcore.geometry.uncovered import Ids, Outlines, box_rows, closed, touched, uncovered
from navcore.level.model import Area, Settings

STRIP_CELLS: Final = 24
"""Height in cells of the strips into which the surroundings of a long edge are cut."""

_FEW: Final = 4

_T = TypeVar("_T", np.float64, np.int64)
_Marks: TypeAlias = npt.NDArray[np.bool_]
_Rows: TypeAlias = set[tuple[float, ...]]
"""Segments of areas: id, xa, za, xb, zb."""


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """What is known of the areas' edges before gaps are closed."""

    ids: Ids
    """(n,) area of each piece."""
    pieces: Floats
    """(n, 10) what other areas leave of the edges, see `Uncovered`."""
    segments: Floats
    """(n, 4) what closing gaps leaves of the pieces, where that is sure; lower end first."""
    hard_ids: Ids
    """(h,) area of each of `hard`."""
    hard: Floats
    """(h, 4) the edges of which that is not sure."""

    def near(self, boxes: Floats, reach: float, keys: Collection[int]) -> tuple[_Marks, _Marks]:
        """Which pieces and hard edges lie within `reach` of the boxes or belong to `keys`."""
        pieces = touched(self.pieces, boxes, reach) | _are_in(self.ids, keys)
        return pieces, touched(self.hard, boxes, reach) | _are_in(self.hard_ids, keys)

    def taken(self, pieces: _Marks, hard: _Marks) -> "_Edges":
        """The marked ones."""
        rows, hard_rows = np.flatnonzero(pieces), np.flatnonzero(hard)
        return _Edges(
            self.ids[rows],
            self.pieces[rows],
            self.segments[rows],
            self.hard_ids[hard_rows],
            self.hard[hard_rows],
        )

    def replaced(self, pieces: _Marks, hard: _Marks, other: "_Edges") -> "_Edges":
        """Those of `other` in place of the marked ones."""
        kept, hard_kept = _unmarked(pieces), _unmarked(hard)
        return _Edges(
            _joined(self.ids, kept, other.ids),
            _joined(self.pieces, kept, other.pieces),
            _joined(self.segments, kept, other.segments),
            _joined(self.hard_ids, hard_kept, other.hard_ids),
            _joined(self.hard, hard_kept, other.hard),
        )

    def rows(self, keys: Collection[int]) -> _Rows:
        """The segments of all but these areas."""
        mine = ~_are_in(self.ids, keys)
        return _rows_of(self.ids[mine].tolist(), self.segments[mine])


@dataclass(frozen=True, slots=True, eq=False)
class OuterEdge:
    """Outer edge of the union of the available areas, immutable.

    What is left of an edge depends on what covers it and comes close to it, so that an edit
    redoes only the edges close to what it changed, and the result is the same as from scratch.
    Where gaps may have to be closed, all of an area is done at once.
    """

    edges: _Edges
    odd: frozenset[int]
    """Areas that touch or cross themselves, or enclose nothing."""
    hard: Mapping[int, Floats]
    """The outer edge (n, 4) of each area that has a hard edge, by id."""
    segments: Floats
    """The outer edge of all areas, (n, 4), lower ends first."""

    @classmethod
    def of(cls, areas: Shapes, seam: float) -> "OuterEdge":
        """The outer edge of the active ones among the areas."""
        outlines = _outlines(areas, np.flatnonzero(areas.active))
        every = np.ones(len(outlines.edges), np.bool_)
        edges = _survey(outlines, every, np.empty((0, 10)), seam)
        hard = {key: _closed(key, areas, seam) for key in set(edges.hard_ids.tolist())}
        return cls(edges, frozenset(outlines.odd), hard, _segments(edges, hard))

    def replaced(
        self,
        after: Shapes,
        changes: Mapping[int, Area | None],
        changed: Sequence[Box],
        settings: Settings,
    ) -> tuple["OuterEdge", list[Box]]:
        """The outer edge after the changes, and boxes around the pieces that differ.

        `after` are the areas after the changes; outside of the boxes `changed` they cover the
        same ground as before.
        """
        seam = settings.seam
        # Half as far again, so that rounding never makes an edge miss what it depends on.
        reach = 1.5 * reach_of(seam)
        slots = [after.slots[key] for key in changes if key in after.slots]
        slots = [slot for slot in slots if after.active[slot]]
        odd = (self.odd - changes.keys()) | _outlines(after, np.array(slots, np.intp)).odd
        # Which side of an odd area's edge is inside depends on all of the area.
        unsure = [slot for slot in slots if after.ids[slot] in self.odd | odd]
        boxes = np.concatenate((box_rows(changed), after.boxes[unsure]))
        near = (touched(after.boxes, boxes, reach) | _are_in(after.ids, changes)) & after.active
        stale, owners = _edges_of(after, np.flatnonzero(near))
        stale = stale[touched(stale, boxes, reach) | _are_in(owners, changes)]

        around = touched(after.boxes, stale, reach_of(seam)) & after.active
        outlines = _outlines(after, np.flatnonzero(around))
        wanted = touched(outlines.edges, boxes, reach) | _are_in(outlines.owners, changes)
        old = self.edges
        gone, hard_gone = old.near(boxes, reach, changes)
        beside = touched(old.pieces[:, 6:], stale, reach_of(seam)) & ~gone
        come = _survey(outlines, wanted, old.pieces[np.flatnonzero(beside)], seam)
        edges = old.replaced(gone, hard_gone, come)

        keys = set(edges.hard_ids.tolist())
        hard = {key: old for key, old in self.hard.items() if key in keys}
        for key in keys.intersection(after.ids[near].tolist()):
            hard[key] = _closed(key, after, seam)
        new = OuterEdge(edges, odd, hard, _segments(edges, hard))
        height = STRIP_CELLS * settings.cell_size
        return new, self._differing(new, old.taken(gone, hard_gone), come, height)

    def _differing(self, new: "OuterEdge", gone: _Edges, come: _Edges, height: float) -> list[Box]:
        """Boxes around the segments of each area that only one of the two has.

        Of areas without hard edges only `gone` and `come` differ.
        """
        keys = self.hard.keys() | new.hard.keys()
        redone = {key for key in keys if self.hard.get(key) is not new.hard.get(key)}
        differing = gone.rows(redone) ^ come.rows(redone)
        for key in redone:
            differing |= self.rows(key) ^ new.rows(key)
        groups: dict[float, list[tuple[float, ...]]] = {}
        for row in sorted(differing):
            groups.setdefault(row[0], []).append(row[1:])
        return [box for rows in groups.values() for box in strips_around(np.array(rows), height)]

    @property
    def owned(self) -> tuple[Floats, Ids]:
        """The outer edge of all areas, and the area of each of its segments."""
        easy = ~_are_in(self.edges.ids, self.hard)
        counts = [len(segments) for segments in self.hard.values()]
        owners = np.repeat(np.array(list(self.hard), np.int64), counts)
        return self.segments, np.concatenate((self.edges.ids[easy], owners))

    def rows(self, key: int) -> _Rows:
        """The segments of one area."""
        segments = self.hard.get(key)
        if segments is None:
            segments = self.edges.segments[self.edges.ids == key]
        return _rows_of([key] * len(segments), segments)


def _survey(outlines: Outlines, wanted: _Marks, beside: Floats, seam: float) -> _Edges:
    """What is left of the wanted edges; `beside` are pieces of other edges close to them."""
    found = uncovered(outlines, wanted, seam)
    pieces = np.concatenate((found.pieces, beside))
    segments, unsure = closed(pieces, len(found.pieces), seam)
    hard = found.spoiled | (wanted & _are_in(outlines.owners, outlines.odd))
    hard[found.owners[unsure]] = True
    ids = outlines.owners
    return _Edges(ids[found.owners], found.pieces, segments, ids[hard], outlines.edges[hard])


def _closed(key: int, areas: Shapes, seam: float) -> Floats:
    near = areas.active_ids(areas.box(key), reach_of(seam))
    others = [areas.active_edges(other) for other in near if other != key]
    return closed_pieces(areas.active_edges(key), others, seam)


def _segments(edges: _Edges, hard: Mapping[int, Floats]) -> Floats:
    if not hard:
        return edges.segments
    easy = ~_are_in(edges.ids, hard)
    return np.concatenate((edges.segments[easy], *hard.values()))


def _outlines(areas: Shapes, slots: npt.NDArray[np.intp]) -> Outlines:
    rings = [areas.edges[slot] for slot in slots.tolist()]
    return Outlines.of(rings, areas.ids[slots], areas.boxes[slots])


def _edges_of(areas: Shapes, slots: npt.NDArray[np.intp]) -> tuple[Floats, Ids]:
    """The edges (n, 4) of the areas in these slots, and whose they are."""
    rings = [areas.edges[slot] for slot in slots.tolist()]
    owners = np.repeat(areas.ids[slots], np.array([len(ring) for ring in rings], np.intp))
    return np.concatenate((np.empty((0, 4)), *rings)), owners


def _unmarked(marks: _Marks) -> list[tuple[int, int]]:
    """Runs of rows that are not marked; marked ones are few, mostly side by side."""
    rows = np.flatnonzero(marks)
    starts, ends = [0, *(rows + 1).tolist()], [*rows.tolist(), len(marks)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


def _joined(
    array: npt.NDArray[_T], runs: list[tuple[int, int]], more: npt.NDArray[_T]
) -> npt.NDArray[_T]:
    return np.concatenate([*(array[start:end] for start, end in runs), more])


def _are_in(ids: Ids, keys: Collection[int]) -> _Marks:
    """(n,) which of the ids are among `keys`."""
    if len(keys) > _FEW:
        return np.isin(ids, np.fromiter(keys, np.int64, len(keys)))
    marks = np.zeros(len(ids), np.bool_)
    for key in keys:
        marks |= ids == key
    return marks


def _rows_of(keys: list[int], segments: Floats) -> _Rows:
    return {(key, *row) for key, row in zip(keys, segments.tolist(), strict=True)}
