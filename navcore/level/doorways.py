"""Find the rooms that a door belongs to, and where their outlines touch the door's.

A door belongs to every room that it touches; a door in the gap between two rooms belongs to both.
If the door was cut out of a floor, so that it lies in a notch of that floor's outline, it belongs
to that floor only. An area that lies inside another one, such as a carpet, has no doors. A door in
the middle of a floor that it was not cut out of belongs to the smallest area that holds it.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from navcore.geometry.boolean import overlap_of
from navcore.geometry.contact import Stretch, faces_itself, touching_stretches
from navcore.geometry.faces import THIN
from navcore.geometry.polygons import area_of
from navcore.level.edit import Edit
from navcore.level.elements import Area
from navcore.level.model import Level
from navcore.level.pick import pick_index
from navcore.level.points import box_around

WHOLE: Final = 1.0 - 1e-6
"""Share of an area that must lie in another area to count as completely inside."""


class Hinge(NamedTuple):
    """A room that a door belongs to, and the parts of the room's edges that touch the door."""

    room: Area
    stretches: tuple[Stretch, ...]
    encloses: bool
    """True if the door is in a notch of the room's outline."""


_RECENT: Final[deque[tuple[Level, dict[int, list[Hinge]]]]] = deque(maxlen=2)


def reach_of(level: Level) -> float:
    """Return the distance up to which outlines count as touching: the bake closes such gaps."""
    return max(THIN, level.settings.seam)


def hinges_of(level: Level, door: Area) -> list[Hinge]:
    """Return the rooms that a door touches and belongs to, in drawing order.

    The list is empty if the door touches no outline; it may still lie in the middle of a floor.
    Results for the last few levels are cached, because a drag asks at every mouse move.
    """
    answers = _answers_of(level)
    if door.id not in answers:
        answers[door.id] = _hinges(level, door)
    return answers[door.id]


def _answers_of(level: Level) -> dict[int, list[Hinge]]:
    for asked, known in tuple(_RECENT):
        if asked is level:
            return known
    answers: dict[int, list[Hinge]] = {}
    _RECENT.append((level, answers))
    return answers


def _hinges(level: Level, door: Area) -> list[Hinge]:
    reach = reach_of(level)
    low_x, low_z, high_x, high_z = box_around(door.polygon)
    near = pick_index(level).touching_box(
        low_x - reach, low_z - reach, high_x + reach, high_z + reach
    )
    found: list[Hinge] = []
    for area_id in near:
        room = level.areas.get(area_id)
        if room is None or room.door or room.layer != door.layer:
            continue
        stretches = touching_stretches(room.polygon, door.polygon, reach)
        if stretches:
            notch = faces_itself(room.polygon, stretches)
            found.append(Hinge(room, tuple(stretches), notch))
    found = [hinge for hinge in found if not _is_inside_another(hinge.room, found)]
    cut = [hinge for hinge in found if hinge.encloses]
    return cut or found


class Parting(NamedTuple):
    """A door that moves with one of its rooms and away from another."""

    door: Area
    """The door before the move."""
    hinge: Hinge
    """The room that the door leaves, and where it touched that room."""


def partings(level: Level, edit: Edit) -> tuple[Parting, ...]:
    """Return the doors that leave one of their rooms and stay at another, in drawing order.

    A door that slides along one room together with its other room leaves neither. Deleted doors and
    rooms, and doors that are moved away from all their rooms, are left out.

    Args:
        level: The level before the edit.
        edit: Any edit; only the door outlines that it changes matter.
    """
    reach = reach_of(level)
    found: list[Parting] = []
    for door_id, after in edit.after.items():
        before = edit.before[door_id]
        if not isinstance(before, Area) or not isinstance(after, Area) or not before.door:
            continue
        if before.polygon == after.polygon:
            continue
        hinges = [h for h in hinges_of(level, before) if _after(edit, h.room) is not None]
        left = [hinge for hinge in hinges if not _touches(_after(edit, hinge.room), after, reach)]
        if len(left) < len(hinges):
            found += (Parting(before, hinge) for hinge in left)
    return tuple(sorted(found, key=lambda parting: parting.door.order))


def _after(edit: Edit, room: Area) -> Area | None:
    """Return a room after an edit; None if the edit deletes it."""
    after = edit.after.get(room.id, room)
    return after if isinstance(after, Area) else None


def _touches(room: Area | None, door: Area, reach: float) -> bool:
    return room is not None and bool(touching_stretches(room.polygon, door.polygon, reach))


def _is_inside_another(room: Area, hinges: Iterable[Hinge]) -> bool:
    """Return whether a room is completely inside a larger one of these."""
    x0, z0, x1, z1 = box_around(room.polygon)
    size = area_of(room.polygon)
    for other in (hinge.room.polygon for hinge in hinges):
        low_x, low_z, high_x, high_z = box_around(other)
        if x0 < low_x - THIN or z0 < low_z - THIN or x1 > high_x + THIN or z1 > high_z + THIN:
            continue
        if area_of(other) > size and overlap_of(room.polygon, other) >= WHOLE * size:
            return True
    return False
