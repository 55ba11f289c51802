"""Keep doors in their gaps when the rooms that they belong to are reshaped.

A door sits on the room edge that it touches. If the whole edge moves by one vector, the door moves
with it. If the edge turns or changes its length, the door turns with it and keeps its distance from
the end that stays, but never leaves the edge. If several edges of one room touch the door, it
follows the one that it touches most.

A door that was cut out of a floor lies in a notch of its outline: its corners follow the corners
of the notch, so that it fills the notch as before.
"""

import math
from collections.abc import Mapping
from typing import Final

from navcore.geometry.boolean import is_simple
from navcore.geometry.contact import Stretch, direction
from navcore.geometry.polygons import nearest_on_ring
from navcore.level.affine import Affine
from navcore.level.doorways import Hinge, hinges_of, reach_of
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Point, Ring
from navcore.level.pick import pick_index
from navcore.level.points import box_around

_DIGITS: Final = 9
_SAME: Final = 1e-9


def doors_follow(level: Level, edit: Edit) -> Edit:
    """Extend an edit so that doors move with the edges of the rooms that it reshapes.

    Locked doors, and doors that the edit itself changes, are left alone. If a room gets or loses
    corners, its doors stay where they are.

    Args:
        level: The level before the edit.
        edit: Any edit; only the floor outlines that it changes matter.
    """
    rings = _reshaped(edit)
    if not rings:
        return edit
    reach = reach_of(level)
    boxes = [
        (x0 - reach, z0 - reach, x1 + reach, z1 + reach)
        for x0, z0, x1, z1 in (box_around(_area(edit, room).polygon) for room in rings)
    ]
    moved: list[Area] = []
    for door in pick_index(level).in_boxes(boxes):
        if isinstance(door, Area) and door.door and not door.locked and door.id not in edit.after:
            ring = _moved_outline(door, hinges_of(level, door), rings, reach)
            if ring is not None and door.allows(ring) and is_simple(ring):
                moved.append(door.with_points(ring, range(len(ring))))
    if not moved:
        return edit
    doors = Edit.put(level, moved)
    before, after = {**edit.before, **doors.before}, {**edit.after, **doors.after}
    return Edit(before, after, edit.label, edit.sources)


def _area(edit: Edit, area_id: int) -> Area:
    area = edit.before[area_id]
    assert isinstance(area, Area)
    return area


def _reshaped(edit: Edit) -> dict[int, Ring]:
    """Return the new outlines of floors that keep the number of their corners, by id."""
    found: dict[int, Ring] = {}
    for area_id, after in edit.after.items():
        before = edit.before[area_id]
        if (
            isinstance(before, Area)
            and isinstance(after, Area)
            and not before.door
            and len(before.polygon) == len(after.polygon)
            and before.polygon != after.polygon
        ):
            found[area_id] = after.polygon
    return found


def _moved_outline(
    door: Area, hinges: list[Hinge], rings: Mapping[int, Ring], reach: float
) -> Ring | None:
    """Return the outline of a door that follows its rooms to these outlines; None if it stays."""
    moving = [hinge for hinge in hinges if hinge.room.id in rings]
    if not moving:
        return None
    hinge = max(moving, key=lambda hinge: max(map(_length, hinge.stretches)))
    before, after = hinge.room.polygon, rings[hinge.room.id]
    if hinge.encloses:
        ring = _in_notch(door.polygon, hinge, after, reach)
        if ring is not None:
            return ring
    stretch = max(hinge.stretches, key=_length)
    affine = _along_edge(before, after, stretch)
    if affine is None:
        return None
    return tuple(_tidy(affine(corner)) for corner in door.polygon)


def _length(stretch: Stretch) -> float:
    return round(stretch.length, _DIGITS)


def _along_edge(before: Ring, after: Ring, stretch: Stretch) -> Affine | None:
    """Return the motion that keeps a door on a moved edge; None if there is none."""
    following = (stretch.edge + 1) % len(before)
    a, b, c, d = before[stretch.edge], before[following], after[stretch.edge], after[following]
    vector = (c[0] - a[0], c[1] - a[1])
    if math.dist(vector, (d[0] - b[0], d[1] - b[1])) <= _SAME:
        return Affine.translation(vector) if math.hypot(*vector) > _SAME else None
    length, half = math.dist(c, d), stretch.length / 2
    if length <= _SAME:
        return None
    (ux, uz), (vx, vz) = direction(before, stretch.edge), direction(after, stretch.edge)
    middle = (stretch.start + stretch.end) / 2
    place = (a[0] + ux * middle, a[1] + uz * middle)
    # Keep the distance to the end that stays; if both ends moved, stay as near as possible.
    longer = length - math.dist(a, b)
    near, far = sorted((middle, middle + longer))
    along = (place[0] - c[0]) * vx + (place[1] - c[1]) * vz
    along = min(max(along, near), far)
    along = min(max(along, half), length - half) if length > stretch.length else length / 2
    turn = math.atan2(ux * vz - uz * vx, ux * vx + uz * vz)
    turned = Affine.rotation(turn if abs(turn) > _SAME else 0.0, place)
    dx, dz = c[0] + vx * along - place[0], c[1] + vz * along - place[1]
    return Affine(turned.a, turned.b, turned.c, turned.d, turned.e + dx, turned.f + dz)


def _in_notch(ring: Ring, hinge: Hinge, after: Ring, reach: float) -> Ring | None:
    """Return the door with its corners moved like its notch's corners; None without a notch."""
    before = hinge.room.polygon
    edges = {stretch.edge for stretch in hinge.stretches}
    ends = edges | {(edge + 1) % len(before) for edge in edges}
    anchors = [
        index
        for index in sorted(ends)
        if math.dist(nearest_on_ring(ring, before[index])[1], before[index]) <= reach
    ]
    if not anchors:
        return None
    corners: list[Point] = []
    for x, z in ring:
        nearest = min(anchors, key=lambda index: (math.dist(before[index], (x, z)), index))
        (ax, az), (bx, bz) = before[nearest], after[nearest]
        corners.append(_tidy((x + bx - ax, z + bz - az)))
    return tuple(corners)


def _tidy(point: Point) -> Point:
    """Return the point without the dust of binary fractions."""
    return (round(point[0], _DIGITS) + 0.0, round(point[1], _DIGITS) + 0.0)
