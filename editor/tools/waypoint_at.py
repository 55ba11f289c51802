"""The waypoint under the mouse that a click takes: as a stop, or to join it."""

import math

from editor.tools.gesture import FIRST_REACH
from editor.tools.tool import Pointer, ToolView
from navcore.level.model import Point, Waypoint
from navcore.level.pick import pick_index


def stop_waypoint_at(pointer: Pointer, view: ToolView) -> Waypoint | None:
    """Return the nearest waypoint under the mouse, locked or not.

    None with Shift or Ctrl, which define the place in another way.
    """
    if pointer.modifiers.ctrl or pointer.modifiers.shift:
        return None
    return waypoint_at(pointer.position, view)


def waypoint_at(place: Point, view: ToolView) -> Waypoint | None:
    """Return the nearest waypoint within a few pixels of a place, locked or not."""
    if not view.level.of(Waypoint):
        return None
    (x, z), reach = place, view.pixels(FIRST_REACH)
    box = (x - reach, z - reach, x + reach, z + reach)
    hits = pick_index(view.level).elements_in(box, Waypoint)
    near = [one for one in hits if one.id not in view.hidden]
    away = {one.id: math.dist(one.position, place) for one in near}
    found = [one for one in near if away[one.id] <= reach]
    return min(found, key=lambda one: (away[one.id], one.id), default=None)
