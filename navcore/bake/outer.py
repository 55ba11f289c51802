"""The outer edge of a level's available areas, area by area (S0-025, S0-026)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from navcore.bake.shapes import Shapes
from navcore.geometry.outline import Geometry, outer_pieces, polygon_of, reach_of
from navcore.geometry.rings import Box, Floats, strips_around
from navcore.level.model import Area, Settings

STRIP_CELLS: Final = 24
"""Height in cells of the strips into which the surroundings of a long edge are cut."""


@dataclass(frozen=True, slots=True, eq=False)
class OuterEdge:
    """Outer edge of the union of the available areas, immutable.

    The pieces on an area depend on that area and on what others cover close to its box, so
    that an edit redoes only the areas close to what it changed, and the result is the same as
    from scratch.
    """

    polygons: Mapping[int, Geometry]
    """Each available area as a valid polygon, by id."""
    pieces: Mapping[int, Floats]
    """The parts of each available area's edges that are outer edge, (n, 4), by id."""
    segments: Floats
    """All pieces together."""

    @classmethod
    def of(cls, areas: Shapes, elements: Mapping[int, Area], seam: float) -> "OuterEdge":
        """The outer edge of the available ones among `areas`, which are `elements` packed."""
        polygons = {
            key: polygon_of(element.polygon)
            for key, element in elements.items()
            if element.available
        }
        pieces = {key: _pieces(key, areas, polygons, seam) for key in polygons}
        return cls(polygons, pieces, _together(pieces))

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
        seam, height = settings.seam, STRIP_CELLS * settings.cell_size
        polygons = {key: polygon for key, polygon in self.polygons.items() if key not in changes}
        for key, element in changes.items():
            if element is not None and element.available:
                polygons[key] = polygon_of(element.polygon)
        # Half as far again, so that rounding never makes an area miss what it depends on.
        reach = 1.5 * reach_of(seam)
        stale = set(changes).union(*(after.active_ids(box, reach) for box in changed))
        pieces = {key: old for key, old in self.pieces.items() if key not in stale}
        boxes: list[Box] = []
        for key in sorted(stale):
            if key in polygons:
                pieces[key] = _pieces(key, after, polygons, seam)
            differing = _difference(self.pieces.get(key), pieces.get(key))
            boxes += strips_around(differing, height)
        return OuterEdge(polygons, pieces, _together(pieces)), boxes


def _pieces(key: int, areas: Shapes, polygons: Mapping[int, Geometry], seam: float) -> Floats:
    near = areas.active_ids(areas.box(key), reach_of(seam))
    others = [polygons[other] for other in near if other != key]
    return outer_pieces(areas.active_edges(key), polygons[key], others, seam)


def _together(pieces: Mapping[int, Floats]) -> Floats:
    return np.concatenate([np.empty((0, 4)), *pieces.values()])


def _difference(before: Floats | None, after: Floats | None) -> Floats:
    """The segments that only one of the two has."""
    changed = sorted(_rows(before) ^ _rows(after))
    return np.array(changed).reshape(len(changed), 4)


def _rows(segments: Floats | None) -> set[tuple[float, ...]]:
    return set() if segments is None else set(map(tuple, segments.tolist()))
