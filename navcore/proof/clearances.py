"""Find narrow places of a level, and the radii that fit through them.

A gap is a place where the floor narrows between two sides: the disc from one side to the other is
empty, and on both of its faces the floor widens to where an agent can stand. In a row of narrow
places with hardly more room between them the narrowest counts. Shut doors are measured as if they
were open.
"""

import math
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np

from navcore.bake.outer import OuterEdge
from navcore.bake.shapes import Shapes
from navcore.geometry.bottlenecks import Boundary, Narrow
from navcore.geometry.even_odd import FEW_CORNERS, cancelled, is_tangled
from navcore.geometry.rings import Floats, Ints, holding
from navcore.level.model import Area, Level, Point, Settings
from navcore.proof.narrowing import narrowings
from navcore.proof.verdicts import (
    Kind,
    Limits,
    Side,
    Verdict,
    clearance_of,
    greatest_radius,
    limits_of,
    steps_across,
    verdict_of,
)

__all__ = [
    "Kind", "Limits", "Passage", "PassageKind", "Side", "Verdict", "clearance_of",
    "greatest_radius", "limits_of", "passages", "verdict_of",
]  # fmt: skip

PassageKind: TypeAlias = Literal["door", "gap"]

WIDEST: Final = 3.0
"""Multiple of the needed width above which a gap counts as a room."""

_ALONG: Final = (0.5, 0.25, 0.75)
"""Shares of a line at which it is tested for lying on a door."""

_SEAM: Final = 2.0
"""Distance in seams up to which a place may lie beside the floor."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A place where the floor narrows."""

    place: Point
    """The middle, metres."""
    ends: tuple[Point, Point]
    """One point on each side; the line between them lies on the floor."""
    width: float
    """Distance from side to side, metres."""
    kind: PassageKind
    between: tuple[int, int]
    """Ids of the obstacles on both sides, or of the areas with the outer edge there."""
    sides: tuple[Side, Side]
    door: int | None
    """Id of the door that it leads through."""
    depth: float
    """Length over which the sides run beside each other, metres."""
    verdict: Kind
    can_pass_from: float
    """Metres: up to this width it would be shut on every grid."""
    always_from: float
    """Metres: from this width on it would be open on every grid."""
    radius: float
    """Radius of the tested agents, metres."""
    greatest_radius: float | None
    """Largest radius that always fits, metres; infinite: all, None: none."""


@dataclass(frozen=True, slots=True, eq=False)
class _Sides:
    """All that floor ends at."""

    segments: Floats
    """(n, 4): of obstacles first, then of the outer edge."""
    ids: Ints
    """(n,) the element of each."""
    obstacles: int
    """Number of the segments that belong to obstacles."""
    areas: Shapes
    solid: Shapes
    doors: Ints
    """Places of the doors among the areas."""

    def side(self, segment: int) -> Side:
        return "obstacle" if segment < self.obstacles else "edge"


def _nothing() -> None:
    """Neither rest nor stop."""


def passages(
    level: Level,
    *,
    radius: float | None = None,
    abilities: Collection[str] = (),
    widest: float | None = None,
    pause: Callable[[], None] = _nothing,
) -> tuple[Passage, ...]:
    """Return where the floor narrows, narrowest first, and whether agents fit through.

    Outlines that cross themselves too often, or have too many corners, are not measured.

    Args:
        level: The level. Doors count as open.
        radius: Radius of the agents; None: the level's agent radius.
        abilities: Abilities of the agents; areas that need others are not floor, even doors.
        widest: Metres up to which gaps are reported; None: three times the needed width. Doors are
            reported at any width.
        pause: Called between pieces of work; may raise to stop.

    Raises:
        NavcoreError: if an outline has fewer than three corners or one that is not finite.
    """
    settings = level.settings
    size = settings.agent_radius if radius is None else radius
    sides = _sides_of(level, abilities)
    needed = max(2 * clearance_of("obstacle", size, settings), settings.cell_size)
    most = WIDEST * needed if widest is None else widest
    stand = min(
        clearance_of("obstacle", size, settings), max(clearance_of("edge", size, settings), size)
    )
    if not len(sides.segments):
        return ()
    pause()
    boundary = Boundary(sides.segments, most)
    found = boundary.narrow(most)
    pause()
    found = _on_floor(found, sides, settings.seam)
    pause()
    kept = narrowings(boundary, found, stand)
    pause()
    kept = kept[found.widths[kept] >= min(size, needed)]
    result = _passages(settings, size, sides, found.taken(kept))
    result += _wide_doors(settings, size, sides, result, pause)
    return tuple(sorted(result, key=lambda passage: (passage.width, passage.place)))


def _sides_of(level: Level, abilities: Collection[str]) -> _Sides:
    areas = Shapes.of(_opened(area, abilities) for area in level.areas.values())
    solid = Shapes.of(level.obstacles.values())
    slots = np.array(
        [s for s in np.flatnonzero(solid.active).tolist() if not _is_tangle(solid, s)], np.intp
    )
    rings = [solid.edges[slot] for slot in slots.tolist()]
    counts = np.array([len(ring) for ring in rings], np.int64)
    outer = OuterEdge.of(areas, level.settings.seam)
    if outer.tangles:
        areas = areas.without(outer.tangles)
        outer = OuterEdge.of(areas, level.settings.seam)
    edges, owners = outer.owned
    segments = np.concatenate((np.empty((0, 4)), *rings, edges))
    ids = np.concatenate((np.repeat(solid.ids[slots], counts), owners))
    open_to = frozenset(abilities).issuperset
    doors = [areas.slots[a.id] for a in level.areas.values() if a.door and open_to(a.needs)]
    return _Sides(segments, ids, int(counts.sum()), areas, solid, np.array(doors, np.int64))


def _is_tangle(shapes: Shapes, slot: int) -> bool:
    """Return whether an outline has many sides close to each other, all of which would be gaps."""
    edges = shapes.edges[slot]
    return len(edges) > FEW_CORNERS and is_tangled(cancelled(edges))


def _opened(area: Area, abilities: Collection[str]) -> Area:
    """Return the area for agents with these abilities; shut doors count as open."""
    if area.needs and set(area.needs).issubset(abilities):
        area = msgspec.structs.replace(area, needs=())
    shut = area.door and not area.available
    return msgspec.structs.replace(area, available=True) if shut else area


def _on_floor(found: Narrow, sides: _Sides, seam: float) -> Narrow:
    """Return the places that lie on floor and in no obstacle."""
    middles = (found.ends[:, :2] + found.ends[:, 2:]) / 2
    across = found.ends[:, 2:] - found.ends[:, :2]
    lengths = np.hypot(across[:, 0], across[:, 1])
    beside = np.column_stack((-across[:, 1], across[:, 0])) * (_SEAM * seam / lengths)[:, None]
    floor = np.zeros(len(middles), np.bool_)
    for places in (middles, middles + beside, middles - beside):
        left = np.flatnonzero(~floor)
        floor[left] = _holding(sides.areas, places[left]) >= 0
    there = np.flatnonzero(floor)
    return found.taken(there[_holding(sides.solid, middles[there]) < 0])


def _holding(shapes: Shapes, places: Floats) -> Ints:
    return holding(shapes.edges, shapes.boxes, np.flatnonzero(shapes.active), places)


def _passages(settings: Settings, radius: float, sides: _Sides, found: Narrow) -> list[Passage]:
    doors = _doors_at(sides, found.ends)
    rows = zip(
        found.ends.tolist(), found.widths.tolist(), found.depths.tolist(), found.sides.tolist(),
        doors.tolist(), strict=True,
    )  # fmt: skip
    return [
        _passage(settings, radius, sides, ends, size, segments, door)
        for ends, *size, segments, door in rows
    ]


def _passage(
    settings: Settings,
    radius: float,
    sides: _Sides,
    ends: list[float],
    size: list[float],
    segments: list[int],
    door: int,
) -> Passage:
    (px, pz, qx, qz), (width, depth), (one, other) = ends, size, segments
    kinds = (sides.side(one), sides.side(other))
    steps = steps_across(qx - px, qz - pz)
    limits = limits_of(settings, radius=radius, sides=kinds, steps=steps, depth=depth)
    return Passage(
        place=((px + qx) / 2, (pz + qz) / 2),
        ends=((px, pz), (qx, qz)),
        width=width,
        kind="door" if door else "gap",
        between=(int(sides.ids[one]), int(sides.ids[other])),
        sides=kinds,
        door=door or None,
        depth=depth,
        verdict=limits.kind_of(width),
        can_pass_from=limits.can_pass_from,
        always_from=limits.always_from,
        radius=radius,
        greatest_radius=greatest_radius(width, settings, sides=kinds, steps=steps),
    )


def _doors_at(sides: _Sides, ends: Floats) -> Ints:
    """(n,) id of the door that each line lies on, at least in part, else 0."""
    doors = np.zeros(len(ends), np.int64)
    areas = sides.areas
    for share in _ALONG:
        places = ends[:, :2] + share * (ends[:, 2:] - ends[:, :2])
        at = holding(areas.edges, areas.boxes, sides.doors, places)
        doors = np.where((doors == 0) & (at >= 0), areas.ids[at], doors)
    return doors


def _wide_doors(
    settings: Settings,
    radius: float,
    sides: _Sides,
    told: Iterable[Passage],
    pause: Callable[[], None],
) -> list[Passage]:
    """Return doors that are wider than gaps, at their narrowest."""
    known = {passage.door for passage in told}
    found: list[Passage] = []
    order = np.argsort(sides.ids, kind="stable")
    ordered = sides.ids[order]
    for slot in sides.doors.tolist():
        pause()
        door = int(sides.areas.ids[slot])
        if door in known:
            continue
        rows = order[slice(*np.searchsorted(ordered, (door, door + 1)))]
        if len(rows) < 2:
            continue
        x0, z0, x1, z1 = sides.areas.boxes[slot].tolist()
        widest = math.hypot(x1 - x0, z1 - z0)
        across = Boundary(sides.segments[rows], widest).narrow(widest)
        across = replace(across, sides=rows[across.sides])
        there = np.flatnonzero(_doors_at(sides, across.ends) == door)
        if len(there):
            narrowest = there[[int(across.widths[there].argmin())]]
            found += _passages(settings, radius, sides, across.taken(narrowest))
    return found
