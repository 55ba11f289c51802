"""The outer edge of a level's available areas (S0-025, S0-026)."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from navcore.bake.shapes import Shapes
from navcore.bake.tangles import Edge, Sides, are_crowded, edge_in_a_crowd, sides_of, with_tangles
from navcore.geometry.enclosed_boxes import strips_around
from navcore.geometry.even_odd import MOST_CORNERS, cancelled
from navcore.geometry.exposed_edges import Ids, Outlines, box_rows, closed, touched, uncovered
from navcore.geometry.outline import closed_pieces, reach_of
from navcore.geometry.rings import Box, Floats
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
    """Data of the areas' edges before gaps are closed."""

    ids: Ids
    """(n,) area of each piece."""
    pieces: Floats
    """(n, 10) what other areas leave of the edges, see `Uncovered`."""
    segments: Floats
    """(n, 4) what closing gaps leaves of the pieces, where that is sure; lower end first."""
    hard_ids: Ids
    """(h,) area of each of `hard`."""
    hard: Floats
    """(h, 4) edges for which that is not certain."""

    def near(self, boxes: Floats, reach: float, keys: Collection[int]) -> tuple[_Marks, _Marks]:
        """Return which pieces and hard edges are within `reach` of boxes or belong to `keys`."""
        pieces = touched(self.pieces, boxes, reach) | _are_in(self.ids, keys)
        return pieces, touched(self.hard, boxes, reach) | _are_in(self.hard_ids, keys)

    def taken(self, pieces: _Marks, hard: _Marks) -> "_Edges":
        """Return the marked edges."""
        rows, hard_rows = np.flatnonzero(pieces), np.flatnonzero(hard)
        return _Edges(
            self.ids[rows],
            self.pieces[rows],
            self.segments[rows],
            self.hard_ids[hard_rows],
            self.hard[hard_rows],
        )

    def replaced(self, pieces: _Marks, hard: _Marks, other: "_Edges") -> "_Edges":
        """Return the edges, with the marked ones replaced by the edges of `other`."""
        kept, hard_kept = _unmarked(pieces), _unmarked(hard)
        return _Edges(
            _joined(self.ids, kept, other.ids),
            _joined(self.pieces, kept, other.pieces),
            _joined(self.segments, kept, other.segments),
            _joined(self.hard_ids, hard_kept, other.hard_ids),
            _joined(self.hard, hard_kept, other.hard),
        )

    def rows(self, keys: Collection[int]) -> _Rows:
        """Return the segments of all but these areas."""
        mine = ~_are_in(self.ids, keys)
        return _rows_of(self.ids[mine].tolist(), self.segments[mine])


@dataclass(frozen=True, slots=True, eq=False)
class OuterEdge:
    """Outer edge of the union of the available areas, immutable.

    The remaining part of an edge depends on what covers it and comes close to it, so an edit only
    recomputes edges close to its changes, and the result is the same as from scratch. Where gaps
    may have to be closed, an area is recomputed as a whole.
    """

    edges: _Edges
    odd: Sides
    """Areas that touch or cross themselves, or enclose nothing."""
    hard: Mapping[int, Floats]
    """The outer edge (n, 4) of each area that has a hard edge, by id."""
    tangles: Sides
    """Areas that cross themselves too often; all fields above are about the others."""
    owned: Edge
    """The outer edge of all areas, and the area of each of its segments."""

    @property
    def segments(self) -> Floats:
        """The outer edge of all areas, (n, 4), lower ends first."""
        return self.owned.segments

    @classmethod
    def of(cls, areas: Shapes, seam: float) -> "OuterEdge":
        """Return the outer edge of the active ones among the areas."""
        outlines = _outlines(areas, np.flatnonzero(areas.active))
        odd = tangles = _NONE
        every_area, ids = areas, outlines.polygons[:, 2].tolist()
        if outlines.odd or len(outlines.edges) > MOST_CORNERS:
            odd, tangles = sides_of(areas, outlines.odd, ids)
            areas = areas.without(tangles)
            outlines = _outlines(areas, np.flatnonzero(areas.active), odd)
        every = np.ones(len(outlines.edges), np.bool_)
        edges = _survey(outlines, every, np.empty((0, 10)), seam)
        hard = {key: _closed(key, areas, odd, seam) for key in set(edges.hard_ids.tolist())}
        owned = _owned(edges, hard)
        if tangles:
            owned = with_tangles(every_area, tangles, owned, seam)
        return cls(edges, odd, hard, tangles, owned)

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
        seam, every_area = settings.seam, after
        odd, tangles = self._crossed_after(after, changes)
        after = after.without(tangles)
        # Half as far again, so that rounding never hides a dependency.
        reach = 1.5 * reach_of(seam)
        slots = [after.slots[key] for key in changes if key in after.slots]
        slots = [slot for slot in slots if after.active[slot]]
        # Which side of an odd area's edge is inside depends on the whole area.
        unsure = [slot for slot in slots if after.ids[slot] in self.odd.keys() | odd.keys()]
        boxes = np.concatenate((box_rows(changed), after.boxes[unsure]))
        near = (touched(after.boxes, boxes, reach) | _are_in(after.ids, changes)) & after.active
        stale, owners = _edges_of(after, np.flatnonzero(near))
        stale = stale[touched(stale, boxes, reach) | _are_in(owners, changes)]

        around = touched(after.boxes, stale, reach_of(seam)) & after.active
        outlines = _outlines(after, np.flatnonzero(around), odd)
        wanted = touched(outlines.edges, boxes, reach) | _are_in(outlines.owners, changes)
        old = self.edges
        gone, hard_gone = old.near(boxes, reach, changes)
        beside = touched(old.pieces[:, 6:], stale, reach_of(seam)) & ~gone
        come = _survey(outlines, wanted, old.pieces[np.flatnonzero(beside)], seam)
        edges = old.replaced(gone, hard_gone, come)

        keys = set(edges.hard_ids.tolist())
        hard = {key: old for key, old in self.hard.items() if key in keys}
        for key in keys.intersection(after.ids[near].tolist()):
            hard[key] = _closed(key, after, odd, seam)
        owned = _owned(edges, hard)
        height = STRIP_CELLS * settings.cell_size
        if tangles or self.tangles:
            if tangles:
                owned = with_tangles(every_area, tangles, owned, seam)
            new = OuterEdge(edges, odd, hard, tangles, owned)
            return new, _boxes_around(_differing_rows(self.owned, owned), height)
        new = OuterEdge(edges, odd, hard, tangles, owned)
        return new, self._differing(new, old.taken(gone, hard_gone), come, height)

    def _crossed_after(
        self, after: Shapes, changes: Mapping[int, Area | None]
    ) -> tuple[Sides, Sides]:
        """Odd areas and tangles after changes."""
        slots = [after.slots[key] for key in changes if key in after.slots]
        slots = [slot for slot in slots if after.active[slot]]
        outlines = _outlines(after, np.array(slots, np.intp))
        odd, tangles = sides_of(after, outlines.odd, outlines.polygons[:, 2].tolist())
        kept, tangled = (
            {key: sides for key, sides in known.items() if key not in changes}
            for known in (self.odd, self.tangles)
        )
        return kept | dict(odd), tangled | dict(tangles)

    def _differing(self, new: "OuterEdge", gone: _Edges, come: _Edges, height: float) -> list[Box]:
        """Return boxes around the segments of each area that only one of the two has.

        For areas without hard edges only `gone` and `come` differ.
        """
        keys = self.hard.keys() | new.hard.keys()
        redone = {key for key in keys if self.hard.get(key) is not new.hard.get(key)}
        differing = gone.rows(redone) ^ come.rows(redone)
        for key in redone:
            differing |= self.rows(key) ^ new.rows(key)
        return _boxes_around(np.array(sorted(differing)).reshape(-1, 5), height)

    def rows(self, key: int) -> _Rows:
        """Return the segments of one area."""
        segments = self.hard.get(key)
        if segments is None:
            segments = self.edges.segments[self.edges.ids == key]
        return _rows_of([key] * len(segments), segments)


def _survey(outlines: Outlines, wanted: _Marks, beside: Floats, seam: float) -> _Edges:
    """Return the uncovered parts of edges; `beside` are pieces of other edges close to them."""
    found = uncovered(outlines, wanted, seam)
    pieces = np.concatenate((found.pieces, beside))
    segments, unsure = closed(pieces, len(found.pieces), seam)
    hard = found.spoiled | (wanted & _are_in(outlines.owners, outlines.odd))
    hard[found.owners[unsure]] = True
    ids = outlines.owners
    return _Edges(ids[found.owners], found.pieces, segments, ids[hard], outlines.edges[hard])


def _closed(key: int, areas: Shapes, odd: Sides, seam: float) -> Floats:
    near = areas.active_ids(areas.box(key), reach_of(seam))
    others = [_edges_in(areas, other, odd) for other in near if other != key]
    own = _edges_in(areas, key, odd)
    if are_crowded([own, *others]):
        return edge_in_a_crowd(areas, key, own if key in odd else cancelled(own), seam)
    return closed_pieces(own, others, seam)


def _edges_in(areas: Shapes, key: int, odd: Sides) -> Floats:
    sides = odd.get(key)
    return areas.active_edges(key) if sides is None else sides


def _owned(edges: _Edges, hard: Mapping[int, Floats]) -> Edge:
    if not hard:
        return Edge(edges.segments, edges.ids)
    easy = ~_are_in(edges.ids, hard)
    counts = [len(segments) for segments in hard.values()]
    owners = np.repeat(np.array(list(hard), np.int64), counts)
    segments = np.concatenate((edges.segments[easy], *hard.values()))
    return Edge(segments, np.concatenate((edges.ids[easy], owners)))


def _differing_rows(before: Edge, after: Edge) -> Floats:
    """Return areas and segments (n, 5) that only one of the two has, sorted by area."""
    rows = np.concatenate(
        [np.column_stack((edge.owners, edge.segments)) for edge in (before, after)]
    )
    which = np.repeat((0, 1), (len(before.owners), len(after.owners)))
    order = np.lexsort(rows.T[::-1])
    rows, which = rows[order], which[order]
    fresh = np.ones(len(rows), np.bool_)
    fresh[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    starts = np.flatnonzero(fresh)
    if len(starts) == 0:
        return rows
    ends = np.append(starts[1:], len(rows))
    differing: Floats = rows[starts[which[starts] == which[ends - 1]]]
    return differing


def _boxes_around(rows: Floats, height: float) -> list[Box]:
    """Boxes around the segments of each area; rows (n, 5) are an area and a segment."""
    ends = np.flatnonzero(np.diff(rows[:, 0])) + 1
    groups = np.split(np.ascontiguousarray(rows[:, 1:]), ends)
    return [box for group in groups for box in strips_around(group, height)]


_NONE: Final[Sides] = MappingProxyType({})


def _outlines(areas: Shapes, slots: npt.NDArray[np.intp], odd: Sides = _NONE) -> Outlines:
    ids = areas.ids[slots]
    rings = (
        [_edges_in(areas, key, odd) for key in ids.tolist()]
        if odd
        else [areas.edges[slot] for slot in slots.tolist()]
    )
    return Outlines.of(rings, ids, areas.boxes[slots], odd)


def _edges_of(areas: Shapes, slots: npt.NDArray[np.intp]) -> tuple[Floats, Ids]:
    """Return the edges (n, 4) of the areas in these slots, and the area of each."""
    rings = [areas.edges[slot] for slot in slots.tolist()]
    owners = np.repeat(areas.ids[slots], np.array([len(ring) for ring in rings], np.intp))
    return np.concatenate((np.empty((0, 4)), *rings)), owners


def _unmarked(marks: _Marks) -> list[tuple[int, int]]:
    """Return runs of unmarked rows; marked rows are few and mostly consecutive."""
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
