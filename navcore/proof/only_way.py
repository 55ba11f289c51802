"""Shut doors that are the only way between two ends, and the room that they shut off."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from navcore.i18n import mark, tr
from navcore.level.model import Area, Level, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.profiles import on_layer
from navcore.proof.ends import End
from navcore.proof.narrow_place import path_between
from navcore.proof.relaxed import put
from navcore.world import World

_SMALL: Final = 0.5
"""Share of the floor at the goal below which the floor at the start is what is shut off."""

_SAID: Final[Mapping[tuple[bool, bool], str]] = {
    (True, False): mark("{0} is shut, and it is the only way into {1}."),
    (True, True): mark("{0} is shut, and it is the only way out of {1}."),
    (False, False): mark("{0} is switched off, and it is the only way into {1}."),
    (False, True): mark("{0} is switched off, and it is the only way out of {1}."),
}
"""Sentences by whether it is a door, and whether it leads out of the room of the start."""


def told_door(world: World, profile: Profile, ends: tuple[End, End], door: Area) -> str:
    """Return the sentence about one area that is shut between two ends."""
    opened = put(world, _others(world.level, door))
    start, goal = (_room(world.level, end, but=door) for end in ends)
    if goal is not None and not path_between(opened, profile, ends).ok:
        is_out = start is not None and _is_shut_in(opened, profile, ends)
        room = start if is_out and start is not None else goal
        return tr(_SAID[door.door, is_out]).format(called([door]), room.name)
    said = tr("{0} is shut.") if door.door else tr("{0} is switched off.")
    return said.format(called([door]))


def _others(level: Level, door: Area) -> list[Area]:
    """Return all other areas that are shut, open."""
    return [
        replace(area, available=True)
        for area in level.areas.values()
        if not area.available and area.id != door.id
    ]


def _room(level: Level, end: End, *, but: Area) -> Area | None:
    """Return the named area, topmost of several, that an end lies in."""
    for area in reversed(in_drawing_order(level.areas)):
        if area.id == but.id or area.door or not area.name:
            continue
        if level.settings.layer_of(area) == end.layer and area.holds(end.point):
            return area
    return None


def _is_shut_in(opened: World, profile: Profile, ends: tuple[End, End]) -> bool:
    """Return whether the start is on the smaller floor: a room that has no other exit."""
    if ends[0].layer != ends[1].layer:
        return False
    regions = opened.grid_for(on_layer(profile, ends[0].layer)).regions
    length = opened.grid.width + 2
    start, goal = (
        int(regions.sizes[regions.region_at((end.cell[1] + 1) * length + end.cell[0] + 1)])
        for end in ends
    )
    return start < _SMALL * goal
