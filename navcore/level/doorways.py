"""Which rooms a door belongs to, and where its outline touches theirs.

A door belongs to every room that it touches: one that was laid into the gap between two rooms, to
both. Where the door was cut out of a floor, and so lies in a notch of its outline, it belongs to
that floor alone. An area that lies within another one, a carpet, has no doors; a door in the
middle of floor that it was not cut out of belongs to the smallest area that holds it.
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
"""Share of an area that lies whole in another one."""


class Hinge(NamedTuple):
    """A room that a door belongs to, and the stretches of the room's edges that touch the door."""

    room: Area
    stretches: tuple[Stretch, ...]
    encloses: bool
    """Whether the door lies in a notch of the room's outline."""


_RECENT: Final[deque[tuple[Level, dict[int, list[Hinge]]]]] = deque(maxlen=2)


def reach_of(level: Level) -> float:
    """Return the distance up to which outlines touch: a gap so narrow is closed by the bake."""
    return max(THIN, level.settings.seam)


def hinges_of(level: Level, door: Area) -> list[Hinge]:
    """Return the rooms that a door belongs to by touching it, in drawing order.

    None if it touches no outline: then it may still lie in the middle of floor. Answers for the
    last few levels are kept: a drag asks at every move of the mouse.
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
    found = [hinge for hinge in found if not _lies_in_another(hinge.room, found)]
    cut = [hinge for hinge in found if hinge.encloses]
    return cut or found


class Parting(NamedTuple):
    """A door that moves with one of its rooms, away from another one of them."""

    door: Area
    """As it was."""
    hinge: Hinge
    """The room that it leaves, and where it touched that room."""


def partings(level: Level, edit: Edit) -> tuple[Parting, ...]:
    """Return the doors that leave a room and stay at another one, in drawing order.

    A door that slides along a room with its other room leaves neither. Doors and rooms that are
    deleted, and doors that are taken away from all their rooms, are left out.

    Args:
        level: What the edit starts from.
        edit: Any edit; of what it changes, outlines of doors count.
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
    """A room as an edit leaves it; None if it is gone."""
    after = edit.after.get(room.id, room)
    return after if isinstance(after, Area) else None


def _touches(room: Area | None, door: Area, reach: float) -> bool:
    return room is not None and bool(touching_stretches(room.polygon, door.polygon, reach))


def _lies_in_another(room: Area, hinges: Iterable[Hinge]) -> bool:
    """Whether a room lies whole within a larger one of these."""
    x0, z0, x1, z1 = box_around(room.polygon)
    size = area_of(room.polygon)
    for other in (hinge.room.polygon for hinge in hinges):
        low_x, low_z, high_x, high_z = box_around(other)
        if x0 < low_x - THIN or z0 < low_z - THIN or x1 > high_x + THIN or z1 > high_z + THIN:
            continue
        if area_of(other) > size and overlap_of(room.polygon, other) >= WHOLE * size:
            return True
    return False
