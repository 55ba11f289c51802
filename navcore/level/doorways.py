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
