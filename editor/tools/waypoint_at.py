"""The waypoint under the mouse that a click takes as a stop."""

import math

from editor.tools.gesture import FIRST_REACH
from editor.tools.tool import Pointer, ToolView
from navcore.level.model import Waypoint
from navcore.level.pick import pick_index

MOST_LOOKED_AT = 64
"""Of more elements around the mouse the nearest are looked at."""


def stop_waypoint_at(pointer: Pointer, view: ToolView) -> Waypoint | None:
    """Return the nearest waypoint under the mouse, locked or not.

    With Shift or Ctrl none: they say otherwise where the place is.
    """
    waypoints = view.level.of(Waypoint)
    if not waypoints or pointer.modifiers.ctrl or pointer.modifiers.shift:
        return None
    reach = view.pixels(FIRST_REACH)
    hits = pick_index(view.level).around(pointer.position, reach, MOST_LOOKED_AT, view.hidden)
    near = [waypoints[hit] for hit in hits if hit in waypoints]
    away = {one.id: math.dist(one.position, pointer.position) for one in near}
    found = [one for one in near if away[one.id] <= reach]
    return min(found, key=lambda one: (away[one.id], one.id), default=None)
