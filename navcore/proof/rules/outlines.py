"""Outlines that cross themselves, have needless corners, are tiny, overlap, or are there twice."""

from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from navcore.geometry.boolean import even_odd_area, overlap_of
from navcore.geometry.edge_bounds import crossing_among
from navcore.geometry.edge_trees import meet_themselves
from navcore.geometry.even_odd import MOST_CORNERS, MOST_CROSSINGS
from navcore.geometry.faces import without_needless
from navcore.geometry.polygons import area_of, is_flat
from navcore.geometry.rings import packed
from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Element,
    Obstacle,
    Point,
    Polygon,
    Ring,
    Zone,
    in_drawing_order,
)
from navcore.level.naming import called, fresh_id, names_in, next_name
from navcore.proof.fresh import new_ids
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey

TINY: Final = 0.01
"""Square metres under which an outline is a slip of the hand."""

SAME_PLACE: Final = 1e-3
"""Metres within which neighbouring corners are one."""

OVERLAP: Final = 0.5
"""Least overlap of two areas that is reported, square metres."""

_LOOKED_AT: Final = 64
"""Edges of a complex outline that are looked at for a crossing to show."""

_DIGITS: Final = 6
"""Decimals, in metres, to which corners are rounded to compare outlines."""


def complex_outlines(survey: Survey) -> Iterator[Finding]:
    """Yield the polygons that have too many corners or crossings to be worked on as polygons."""
    level, world = survey.level, survey.world
    open_gaps = world.gaps_left_open
    for key in sorted(world.tangled | open_gaps):
        polygon = level.areas.get(key) or level.obstacles[key]
        said = (_too_often if key in world.tangled else _too_many)(polygon)
        if key in open_gaps:
            gaps = tr("Gaps to its neighbours that are narrower than {0} m stay open in the bake.")
            said += " " + gaps.format(f"{level.settings.seam:g}")
        yield Finding(said, (key,), place_in(polygon), layer=level.settings.layer_of(polygon))


def _too_often(polygon: Polygon) -> str:
    said = tr(
        "{0} crosses itself more than {1} times. Check the order of its corners: inside and "
        "outside alternate, and it can't be united, cut or split."
    )
    return said.format(called([polygon]), MOST_CROSSINGS)


def _too_many(polygon: Polygon) -> str:
    said = tr("{0} has {1} corners. Use fewer, at most {2}.")
    return said.format(called([polygon]), f"{len(polygon.polygon):,}", f"{MOST_CORNERS:,}")


def place_in(polygon: Polygon) -> Point:
    """Return a place where the outline crosses itself, or a corner if it has too many corners."""
    ring = polygon.polygon
    if len(ring) > MOST_CORNERS:
        return ring[0]
    found = crossing_among(ring, range(min(_LOOKED_AT, len(ring))))
    return ring[0] if found is None else found[0]


def self_crossing(survey: Survey) -> list[Polygon]:
    """Return the outlines that cross themselves, except those that do so too often."""
    polygons = survey.once(polygons_of)
    rings = packed([one.polygon for one in polygons])
    tangled = survey.world.tangled
    found = []
    for number in meet_themselves(rings.edges, rings.spans).nonzero()[0].tolist():
        polygon = polygons[number]
        ring = polygon.polygon
        if polygon.id in tangled or len(ring) > MOST_CORNERS or is_flat(ring):
            continue
        if abs(even_odd_area(ring) - area_of(ring)) <= TINY * TINY:
            continue  # It only touches itself: the inside is unambiguous.
        found.append(polygon)
    return found


def in_pieces(survey: Survey, polygon: Polygon, pieces: list[Ring]) -> dict[int, Element | None]:
    """Return the polygons for the pieces of one: the first keeps id and name, others are new."""
    level = survey.level
    taken, used, new_id = names_in(level), set[int](), new_ids(level, str(polygon.id))
    items: dict[int, Element | None] = {}
    for number, ring in enumerate(pieces):
        if number == 0:
            items[polygon.id] = replace(polygon, polygon=ring, shape=None)
            continue
        key, name = fresh_id(new_id, used), polygon.name
        if name:
            name = next_name(taken, name)
            taken.add(name)
        order = polygon.order + number * 1e-3
        items[key] = replace(polygon, id=key, name=name, order=order, polygon=ring, shape=None)
    return items


def corners_twice(survey: Survey) -> Iterator[Finding]:
    """Yield the outlines with neighbouring corners in one place."""
    for polygon in survey.once(polygons_of):
        survey.pause()
        ring = polygon.polygon
        kept = [
            corner for corner, before in zip(ring, (ring[-1], *ring[:-1]), strict=True)
            if not _same_place(corner, before)
        ]  # fmt: skip
        if len(kept) == len(ring) or len(kept) < 3 or is_flat(tuple(kept)):
            continue
        gone = len(ring) - len(kept)
        said = tr("{0}: {1}").format(
            called([polygon]),
            several(gone, "a corner lies on its neighbour.",
                    "{0} corners lie on their neighbours."),
        )  # fmt: skip
        place = next(c for c, b in zip(ring, (ring[-1], *ring[:-1]), strict=True)
                     if _same_place(c, b))  # fmt: skip
        # Corners that become straight without them are removed too.
        least = without_needless(tuple(kept), _own_corners(survey, tuple(kept)))
        fewer = tuple(kept) if is_flat(least) else least
        yield _fewer_corners(survey, polygon, fewer, said, place)


def _own_corners(survey: Survey, ring: Ring) -> set[Point]:
    """Return the corners of an outline at which no other one has one."""
    shared = survey.once(_corners)
    return {corner for corner in ring if shared[corner] == 1}


def _corners(survey: Survey) -> dict[Point, int]:
    """Return the number of outlines with a corner at each place."""
    shared: dict[Point, int] = defaultdict(int)
    for polygon in survey.once(polygons_of):
        survey.pause()
        if polygon.id not in survey.once(_copies):
            for corner in set(polygon.polygon):
                shared[corner] += 1
    return shared


def _copies(survey: Survey) -> set[int]:
    """Return ids of the outlines that lie exactly on one drawn before."""
    known, found = set[tuple[str, Ring]](), set[int]()
    for polygon in survey.once(polygons_of):
        survey.pause()
        key = (survey.level.settings.layer_of(polygon), canonical(polygon.polygon))
        if key in known:
            found.add(polygon.id)
        known.add(key)
    return found


def corners_straight(survey: Survey) -> Iterator[Finding]:
    """Yield outlines with corners on a straight side that no other outline shares."""
    for polygon in survey.once(polygons_of):
        survey.pause()
        ring = polygon.polygon
        if polygon.shape is not None or len(ring) <= 3 or len(ring) > MOST_CORNERS:
            continue
        if polygon.id in survey.once(_copies):
            continue
        kept = without_needless(ring, _own_corners(survey, ring))
        gone = set(ring) - set(kept)
        if not gone or is_flat(kept):
            continue
        said = tr("{0}: {1}").format(
            called([polygon]),
            several(len(gone), "a corner lies on a straight side.",
                    "{0} corners lie on straight sides."),
        )  # fmt: skip
        yield _fewer_corners(survey, polygon, kept, said, min(gone))


def _same_place(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= SAME_PLACE and abs(one[1] - other[1]) <= SAME_PLACE


def _fewer_corners(
    survey: Survey, polygon: Polygon, ring: Ring, said: str, place: Point
) -> Finding:
    label = tr("Remove needless corners of {0}").format(called([polygon]))
    fix = Edit.put(survey.level, [replace(polygon, polygon=ring, shape=None)], label)
    layer = survey.level.settings.layer_of(polygon)
    return Finding(said, (polygon.id,), place, fix, layer=layer)


def tiny(survey: Survey) -> Iterator[Finding]:
    """Yield the outlines that enclose next to nothing."""
    for polygon in survey.once(polygons_of):
        survey.pause()
        if polygon.id in survey.world.tangled:
            continue
        xs, zs = zip(*polygon.polygon, strict=True)
        wide = (max(xs) - min(xs)) * (max(zs) - min(zs)) >= TINY
        if wide and not is_flat(polygon.polygon) and even_odd_area(polygon.polygon) >= TINY:
            continue
        said = tr("{0} encloses less than {1} m². Delete it, or draw it anew.")
        fix = Edit.remove(survey.level, [polygon.id], tr("Delete {0}").format(called([polygon])))
        yield Finding(said.format(called([polygon]), f"{TINY:g}"), (polygon.id,),
                      polygon.polygon[0], fix,
                      layer=survey.level.settings.layer_of(polygon))  # fmt: skip


def twice(survey: Survey) -> Iterator[Finding]:
    """Yield the outlines that lie exactly on another one of their kind."""
    level = survey.level
    found: dict[object, list[Polygon]] = defaultdict(list)
    for polygon in survey.once(polygons_of):
        survey.pause()
        is_door = isinstance(polygon, Area) and polygon.door
        terrain = polygon.terrain if isinstance(polygon, Zone) else ""
        layer = level.settings.layer_of(polygon)
        kind = (type(polygon), is_door, terrain, layer, polygon.active)
        found[kind, canonical(polygon.polygon)].append(polygon)
    for same in found.values():
        if len(same) > 1:
            first, *others = same
            said = tr("{0} lies exactly on {1}. Delete one.")
            label = tr("Delete {0}").format(called(others))
            fix = Edit.remove(level, [one.id for one in others], label)
            yield Finding(
                said.format(called(others), called([first])), tuple(one.id for one in same),
                first.anchor or first.polygon[0], fix, layer=level.settings.layer_of(first),
            )  # fmt: skip


@lru_cache(8192)
def canonical(ring: Ring) -> Ring:
    """Return a ring from its lowest corner on, in the direction that comes first."""
    rounded = [(round(x, _DIGITS) + 0.0, round(z, _DIGITS) + 0.0) for x, z in ring]
    first = rounded.index(min(rounded))
    there = tuple(rounded[first:] + rounded[:first])
    return min(there, (there[0], *there[:0:-1]))


def overlapping(survey: Survey) -> Iterator[Finding]:
    """Yield the areas that overlap another one, except doors and equal outlines."""
    level = survey.level
    for area in in_drawing_order(level.areas):
        if area.door or not area.active:
            continue
        for other in survey.near(area, 0.0):
            later = (other.order, other.id) > (area.order, area.id)
            if not isinstance(other, Area) or other.door or not other.active or not later:
                continue
            if _boxes_share(area, other) < OVERLAP:
                continue
            if canonical(area.polygon) == canonical(other.polygon):
                continue
            shared = overlap_of(area.polygon, other.polygon)
            if shared >= OVERLAP:
                said = tr("{0} and {1} overlap by {2} m².")
                said = said.format(called([area]), called([other]), f"{shared:.1f}")
                yield Finding(said, (area.id, other.id), _middle_of_both(area, other),
                              layer=level.settings.layer_of(area))  # fmt: skip


def _shared_box(one: Polygon, other: Polygon) -> tuple[float, float, float, float]:
    (ax, az), (bx, bz) = (tuple(zip(*p.polygon, strict=True)) for p in (one, other))
    return (max(min(ax), min(bx)), max(min(az), min(bz)),
            min(max(ax), max(bx)), min(max(az), max(bz)))  # fmt: skip


def _boxes_share(one: Polygon, other: Polygon) -> float:
    x0, z0, x1, z1 = _shared_box(one, other)
    return max(0.0, x1 - x0) * max(0.0, z1 - z0)


def _middle_of_both(one: Polygon, other: Polygon) -> Point:
    x0, z0, x1, z1 = _shared_box(one, other)
    return ((x0 + x1) / 2, (z0 + z1) / 2)


def polygons_of(survey: Survey) -> list[Polygon]:
    """Return the areas, obstacles and zones of a level, in drawing order."""
    level = survey.level
    found: list[Polygon] = []
    for kind in (Area, Obstacle, Zone):
        held: list[Polygon] = [*in_drawing_order(level.of(kind))]
        found += held
    return found
