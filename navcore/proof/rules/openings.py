"""Fixes that open a connection: a door through a wall, a gap wide enough on every grid.

A fix is only offered if it helps: behind a door must be floor that agents reach, and next to a
wider gap must be no other gap as narrow.
"""

import math
from collections.abc import Collection, Iterator
from typing import Final

from navcore.errors import NavcoreError
from navcore.geometry.boolean import overlap_of, shortest_between
from navcore.geometry.contact import Stretch, direction, touching_stretches
from navcore.i18n import tr
from navcore.level.doorways import reach_of
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point, Ring
from navcore.level.naming import names_in, numbered
from navcore.level.operations.doors import add_door
from navcore.level.operations.doorway import door_across
from navcore.level.storeys import only_on
from navcore.proof.clearances import Passage, limits_of, passages
from navcore.proof.cut_off import islands_of
from navcore.proof.fresh import new_ids
from navcore.proof.reach import Place
from navcore.proof.rules.edges import SEAM
from navcore.proof.rules.outlines import canonical
from navcore.proof.survey import Survey
from navcore.proof.verdicts import rounded_up
from navcore.proof.widening import SPARE, cut_out, lane_of

DOOR_REACH: Final = 3.0
"""Metres of wall that the fix for a room without a door lays a door through."""

_ALONG: Final = (0.5, 0.25, 0.75, 0.1, 0.9)
"""Places along a wall where a door is tried, as shares of the free length."""

_CHECKED: Final = 40
"""Most tests per level of what an edit makes too narrow."""

_AROUND: Final = 3.0
"""Times the width of a gap within which others must not become too narrow."""


def door_between(
    survey: Survey, room: Area, area: Area, cut: Collection[Place], layer: str
) -> Edit | None:
    """Return the edit that lays a door through the wall between two areas; None if none fits.

    Args:
        survey: Survey of the level.
        room: The reachable area.
        area: The unreachable area.
        cut: The places of that area to reach.
        layer: The storey of both.
    """
    level = survey.level
    far = math.dist(*shortest_between(room.polygon, area.polygon))
    if not 0.0 < far <= DOOR_REACH:
        return None
    sides = limits_of(level.settings, sides=("edge", "edge"), steps=math.sqrt(2.0))
    width = max(1.0, math.ceil(sides.always_from * 10) / 10)
    beside = touching_stretches(room.polygon, area.polygon, far + SPARE)
    for stretch in sorted(beside, key=lambda one: -one.length):
        if stretch.length < width:
            break
        for line in _lines_across(survey, (room, area), stretch, (far, width), layer):
            if not _joins(survey, line, width, cut, layer):
                continue
            ring = _door_on(level, line, width, layer)
            if ring is None or _width_of(ring, line) < width - SPARE:
                continue
            if _is_beside(survey, ring, layer):
                continue
            name = numbered(names_in(level), "door")
            edit = add_door(level, ring, new_ids(level), name=name, layer=layer)
            if not _narrows(survey, line[0], _AROUND * width, edit, layer):
                return edit
    return None


def _lines_across(
    survey: Survey, rooms: tuple[Area, Area], stretch: Stretch, size: tuple[float, float],
    layer: str,
) -> Iterator[tuple[Point, Point]]:  # fmt: skip
    """Yield lines from one area to the other at which a door may be laid."""
    far, width = size
    ring, edge = rooms[0].polygon, stretch.edge
    (x0, z0), (ux, uz) = ring[edge], direction(ring, edge)
    deep = survey.level.settings.cell_size
    for share in _ALONG:
        along = stretch.start + width / 2 + share * (stretch.length - width)
        x, z = x0 + ux * along, z0 + uz * along
        for nx, nz in ((-uz, ux), (uz, -ux)):
            start = (x - nx * deep, z - nz * deep)
            end = (x + nx * (far + deep), z + nz * (far + deep))
            if survey.areas_at([start, end], layer) == [one.id for one in rooms]:
                yield start, end


def _joins(
    survey: Survey, line: tuple[Point, Point], width: float, cut: Collection[Place], layer: str
) -> bool:
    """Return whether agents reach the floor before a door that the cut-off place is behind."""
    islands = survey.once(islands_of)
    known = islands.reached.union(*islands.behind.values())
    (x0, z0), (x1, z1) = line
    far = math.dist(*line)
    ux, uz = (x1 - x0) / far * width / 2, (z1 - z0) / far * width / 2
    ends = (x0 - ux, z0 - uz), (x1 + ux, z1 + uz)
    side = survey.level.settings.cell_size
    near, behind = (islands.reach.place_at(end, layer, side) for end in ends)
    if near not in known or behind not in cut:
        return False
    (ax, az), (bx, bz) = ends
    lane = ((ax - uz, az + ux), (bx - uz, bz + ux), (bx + uz, bz - ux), (ax + uz, az - ux))
    around = survey.near(Obstacle(id=0, polygon=lane, layer=layer), 0.0)
    return not any(overlap_of(lane, one.polygon) > SPARE for one in around)


def _door_on(level: Level, line: tuple[Point, Point], width: float, layer: str) -> Ring | None:
    try:
        return door_across(level, *line, width, layer)
    except NavcoreError:
        return None


def _width_of(ring: Ring, line: tuple[Point, Point]) -> float:
    """Return how wide a door is at the narrower of the ends that a line leads through, metres."""
    (x0, z0), (x1, z1) = line
    far = math.dist(*line)
    ux, uz = (x1 - x0) / far, (z1 - z0) / far
    by_depth = sorted((x * ux + z * uz, x * -uz + z * ux) for x, z in ring)
    ends = by_depth[:2], by_depth[-2:]
    return min(abs(one[1] - other[1]) for one, other in ends)


def _is_beside(survey: Survey, ring: Ring, layer: str) -> bool:
    """Return whether a door would almost touch an area: it only joins areas that it touches."""
    door = Area(id=0, polygon=ring, door=True, layer=layer)
    reach = reach_of(survey.level)
    return any(
        reach < math.dist(*shortest_between(ring, other.polygon)) <= SEAM
        for other in survey.near(door, SEAM)
    )


def widened(survey: Survey, gap: Passage, layer: str) -> Edit | None:
    """Return the edit of obstacles that makes a gap wide enough on every grid; None if none."""
    level = survey.level
    obstacles = [level.obstacles[one] for one in gap.between if one in level.obstacles]
    if not obstacles or gap.door is not None:
        return None
    first, second = (side == "obstacle" for side in gap.sides)
    both = len(obstacles) == 2 and gap.between[0] != gap.between[1]
    needed = rounded_up(gap.always_from)
    lane = lane_of(gap, needed, (first, second and (both or not first)))
    found = _with_copies(survey, obstacles)
    if _is_blocked(survey, lane, found, layer) or any(one.locked for one in found.values()):
        return None
    items = cut_out(level, found.values(), lane)
    if not items:
        return None
    edit = Edit.change(level, items, tr("Widen the gap to {0} m").format(f"{needed:.2f}"))
    around = _AROUND * gap.always_from + gap.depth
    return None if _narrows(survey, gap.place, around, edit, layer) else edit


def _with_copies(survey: Survey, obstacles: Collection[Obstacle]) -> dict[int, Obstacle]:
    """Return obstacles with exact copies of them, by id: a copy would close a gap again."""
    found = {one.id: one for one in obstacles}
    for obstacle in obstacles:
        ring = canonical(obstacle.polygon)
        for other in survey.near(obstacle, 0.0):
            if isinstance(other, Obstacle) and other.active and canonical(other.polygon) == ring:
                found.setdefault(other.id, other)
    return found


def _is_blocked(survey: Survey, lane: Ring, cut: Collection[int], layer: str) -> bool:
    """Return whether a lane is blocked by obstacles other than those that it is cut out of."""
    around = survey.near(Obstacle(id=0, polygon=lane, layer=layer), 0.0)
    return any(
        one.id not in cut and one.active and overlap_of(lane, one.polygon) > SPARE for one in around
    )


def _narrows(survey: Survey, place: Point, around: float, edit: Edit, layer: str) -> bool:
    """Return whether an edit adds narrow gaps near a place: new ones, or ones that were hidden.

    Each call takes some 20 ms in a level of thousands of outlines: after `_CHECKED` calls the
    answer is yes.
    """
    checked = survey.once(_checks)
    checked.append(place)
    if len(checked) > _CHECKED:
        return True
    spots = (kind(id=0, polygon=(place,), layer=layer) for kind in (Area, Obstacle))
    near = {one.id for spot in spots for one in survey.near(spot, around)}
    level = survey.level
    bare = level.with_items(dict.fromkeys({*level.areas, *level.obstacles} - near))
    changed = {key: one for key, one in edit.after.items() if one is None or key in near
               or key not in edit.before or edit.before[key] is None}  # fmt: skip
    before, after = (
        {
            _key(one) for one in passages(only_on(part, layer), abilities=survey.able.abilities)
            if one.verdict != "always" and math.dist(one.place, place) < around
        }
        for part in (bare, bare.with_items(changed))
    )  # fmt: skip
    return bool(after - before)


def _checks(_: Survey) -> list[Point]:
    """Return where it was looked at what an edit makes too narrow."""
    return []


def _key(gap: Passage) -> frozenset[int]:
    return frozenset((*gap.between, gap.door or 0))
