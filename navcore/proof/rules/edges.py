"""The edge of the floor: seams between areas, areas without floor."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.geometry.boolean import shortest_between
from navcore.geometry.contact import touching_stretches
from navcore.geometry.polygons import area_of, is_flat, nearest_on_ring
from navcore.i18n import tr
from navcore.level.doorways import reach_of
from navcore.level.edit import Edit
from navcore.level.model import Area, Point, Ring, in_drawing_order
from navcore.level.naming import called
from navcore.level.tables import MANY
from navcore.path.space import Space
from navcore.proof.problem import Finding, Member
from navcore.proof.rules.doors import doors_of, is_covered
from navcore.proof.rules.outlines import SAME_PLACE, TINY
from navcore.proof.survey import Survey

SEAM: Final = 0.1
"""Distance in metres up to which two areas were probably meant to touch."""

_SIDE: Final = 0.5
"""Least length in metres over which two areas must run beside each other for that."""

FEW_AREAS: Final = 4
"""Most areas without floor that are reported one by one: of more, the padding is the one cause."""

_LOOKED_AT: Final = 500
"""Number of cells, spread over an area, that are tested for floor first."""


@dataclass(frozen=True, slots=True)
class OpenSeam:
    """Two areas that were probably meant to touch, but don't."""

    areas: tuple[Area, Area]
    """The areas, in drawing order."""
    ends: tuple[Point, Point]
    """Their nearest points, one on each."""

    @property
    def gap(self) -> float:
        """Their distance, metres."""
        return math.dist(*self.ends)


def open_seams(survey: Survey) -> tuple[OpenSeam, ...]:
    """Return the areas that all but touch, doors that fall short apart."""
    level = survey.level
    reach = reach_of(level)
    short = {frozenset((one.door.id, one.room.id)) for one in survey.once(doors_of).short}
    found = []
    for area in in_drawing_order(level.areas):
        for other in survey.near(area, SEAM):
            later = (other.order, other.id) > (area.order, area.id)
            if not isinstance(other, Area) or not later:
                continue
            if frozenset((area.id, other.id)) in short:
                continue
            if is_flat(area.polygon) or is_flat(other.polygon):
                continue
            seam = OpenSeam((area, other), shortest_between(area.polygon, other.polygon))
            if not reach < seam.gap <= SEAM:
                continue
            beside = touching_stretches(area.polygon, other.polygon, SEAM)
            if sum(stretch.length for stretch in beside) >= min(_SIDE, *_sides(area, other)):
                found.append(seam)
    return tuple(found)


def seams(survey: Survey) -> Iterator[Finding]:
    """Yield the areas that all but touch: no floor leads across."""
    for seam in survey.once(open_seams):
        one, other = seam.areas
        said = tr("{0} and {1} lie {2} m apart: the seam counts as a wall.")
        said = said.format(called([one]), called([other]), f"{seam.gap:.2f}")
        yield Finding(said, (one.id, other.id), seam.ends[0], _closed(survey, one, other),
                      layer=survey.level.settings.layer_of(one))  # fmt: skip


def _sides(*areas: Area) -> list[float]:
    """Return the longest side of each area, metres."""
    return [
        max(math.dist(a, b) for a, b in zip(one.polygon, (*one.polygon[1:], one.polygon[0]),
                                            strict=True))
        for one in areas
    ]  # fmt: skip


def _closed(survey: Survey, one: Area, other: Area) -> Edit | None:
    """Return the edit that moves the corners of one area onto the side of the other."""
    level = survey.level
    small, large = sorted((one, other), key=lambda area: (not area.door, min(_sides(area))))
    for moved, still in ((small, large), (large, small)):
        ring = _onto(moved.polygon, still.polygon)
        if ring is None or moved.locked:
            continue
        ends = shortest_between(ring, still.polygon)
        grown = replace(moved, polygon=ring, shape=None)
        if math.dist(*ends) <= SAME_PLACE and not _covers_door(survey, moved, grown):
            label = tr("Close the seam between {0} and {1}").format(called([one]), called([other]))
            return Edit.put(level, [grown], label)
    return None


def _covers_door(survey: Survey, area: Area, grown: Area) -> bool:
    """Return whether growing an area would put a door wholly on floor for the first time."""
    for door in survey.near(area, SEAM):
        if isinstance(door, Area) and door.door and not is_flat(door.polygon):
            others = [one for one in survey.near(door, 0.0) if isinstance(one, Area)
                      and not one.door and one.active and one.id != area.id]  # fmt: skip
            if is_covered(door, [*others, grown]) and not is_covered(door, [*others, area]):
                return True
    return False


def _onto(ring: Ring, side: Ring) -> Ring | None:
    """Return a ring with corners close to another outline moved onto it; None if none are."""
    found: list[Point] = []
    for corner in ring:
        onto = nearest_on_ring(side, corner)[1]
        found.append((round(onto[0], 6), round(onto[1], 6))
                     if math.dist(onto, corner) <= SEAM * 1.5 else corner)  # fmt: skip
    new = tuple(found)
    return None if new == ring or is_flat(new) else new


def without_floor(survey: Survey) -> Iterator[Finding]:
    """Yield the areas without any place for agents to stand, or one finding for all if many are."""
    found = [*_without_floor(survey)]
    if len(found) <= FEW_AREAS:
        for area, layer in found:
            said = tr("Agents can stand nowhere in {0}: obstacles and the padding leave no floor.")
            place = area.anchor or area.polygon[0]
            yield Finding(said.format(called([area])), (area.id,), place, layer=layer)
        return
    found.sort(key=lambda one: (-area_of(one[0].polygon), one[0].id))
    largest, layer = found[0]
    said = tr(
        "Agents can stand nowhere in {0} areas, of which {1} is the largest: obstacles and the "
        "padding leave no floor."
    )
    members = tuple(
        Member((area.id,), area.anchor or area.polygon[0], storey) for area, storey in found
    )
    yield Finding(
        said.format(len(found), called([largest])), tuple(area.id for area, _ in found),
        members[0].place, about=MANY, layer=layer, members=members,
    )  # fmt: skip


def _without_floor(survey: Survey) -> Iterator[tuple[Area, str]]:
    """Yield the areas without any place for agents to stand, with their storeys."""
    reach = survey.reach(survey.able)
    for layer in survey.layers:
        grid = reach.grid(layer)
        space = Space.of(grid)
        for area in survey.on(layer, Area):
            if not isinstance(area, Area) or area.door or not area.available:
                continue
            if is_flat(area.polygon) or _is_threshold(survey, area):
                continue
            xs, zs = zip(*area.polygon, strict=True)
            if (max(xs) - min(xs)) * (max(zs) - min(zs)) < TINY or _has_floor(survey, area, space):
                continue
            yield area, layer


def _is_threshold(survey: Survey, area: Area) -> bool:
    """Return whether an area joins others, as a doorstep does, so that floor leads over it."""
    reach = reach_of(survey.level)
    touched = 0
    for other in survey.near(area, reach):
        if math.dist(*shortest_between(area.polygon, other.polygon)) <= reach:
            touched += 1
    return touched > 1


def _has_floor(survey: Survey, area: Area, space: Space) -> bool:
    """Return whether some walkable cell has its centre in an area."""
    xs, zs = zip(*area.polygon, strict=True)
    column0, row0 = space.cell_of((min(xs), min(zs)))
    column1, row1 = space.cell_of((max(xs), max(zs)))
    lattice = space.lattice
    column0, row0 = max(column0, 0), max(row0, 0)
    column1, row1 = min(column1, lattice.width - 1), min(row1, lattice.depth - 1)
    cells = space.cells.reshape(-1, space.row_length)
    rows, columns = np.nonzero(cells[row0 + 1 : row1 + 2, column0 + 1 : column1 + 2])
    # Nearly every area has floor all over, and cells of large levels are many.
    few = np.linspace(0, len(rows) - 1, min(len(rows), _LOOKED_AT)).astype(np.int64)
    for some in (few, slice(None)) if len(rows) > _LOOKED_AT else (slice(None),):
        centres = np.column_stack(
            (lattice.min_x + (columns[some] + column0 + 0.5) * lattice.cell_size,
             lattice.min_z + (rows[some] + row0 + 0.5) * lattice.cell_size)
        )  # fmt: skip
        if len(centres) and survey.holds_any(area, centres):
            return True
    return False
