"""Doors that end just before a room."""

import math
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from navcore.geometry.polygons import nearest_on_ring
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Ring
from navcore.level.naming import called
from navcore.proof.cut_off import islands_of
from navcore.proof.problem import Finding
from navcore.proof.rules.doors import ShortDoor, doors_of
from navcore.proof.rules.outlines import SAME_PLACE
from navcore.proof.rules.unclear import beside_unclear
from navcore.proof.rules.verified import joins
from navcore.proof.survey import Survey

_FRONT: Final = 1e-6
"""Metres by which corners of a door's end may lie behind the foremost one."""


def falls_short(survey: Survey) -> Iterator[Finding]:
    """Yield the doors that end just before a room."""
    joints = {
        joint.cause.door.id: joint
        for joint in survey.once(islands_of).behind if isinstance(joint.cause, ShortDoor)
    }  # fmt: skip
    for short in survey.once(doors_of).short:
        door, room = short.door, short.room
        if beside_unclear(survey, (door.id,)):
            continue
        said = tr("{0} ends {1} m short of {2}.")
        said = said.format(called([door]), f"{short.gap:.2f}", called([room]))
        ring = _extended(short)
        label = tr("Extend {0} to {1}").format(called([door]), called([room]))
        edit = Edit.put(survey.level, [replace(door, polygon=ring, shape=None)], label)
        joint = joints.get(door.id)
        fix = edit if joint is None or joins(survey, joint, edit) else None
        layer = survey.level.settings.layer_of(door)
        yield Finding(said, (door.id, room.id), short.ends[0], fix, layer=layer)


def _extended(short: ShortDoor) -> Ring:
    """Return the outline of the door with its end moved to the room."""
    (x, z), (to_x, to_z) = short.ends
    along = ((to_x - x) / short.gap, (to_z - z) / short.gap)
    ahead = [px * along[0] + pz * along[1] for px, pz in short.door.polygon]
    front = max(ahead)
    side = short.room.polygon
    ring = []
    for corner, place in zip(short.door.polygon, ahead, strict=True):
        if place >= front - max(_FRONT, short.gap / 2):
            straight = (corner[0] + to_x - x, corner[1] + to_z - z)
            onto = nearest_on_ring(side, straight)[1]
            corner = onto if math.dist(onto, straight) < short.gap else straight  # noqa: PLW2901
        ring.append((round(corner[0], 6), round(corner[1], 6)))
    # Two corners may be moved onto one corner of the room.
    kept = [one for one, before in zip(ring, (ring[-1], *ring[:-1]), strict=True)
            if math.dist(one, before) > 2 * SAME_PLACE]  # fmt: skip
    return tuple(kept if len(kept) > 2 else ring)
