"""Hints about the next stop of a route that is being drawn."""

import math
from collections.abc import Sequence

from editor.tools import messages
from editor.tools.messages import route as say
from editor.tools.route_paths import Placed, RouteDraft, reaches, slowest
from navcore.level.model import Element
from navcore.level.waypoint_stops import waypoint_at


def hint_of_stop(draft: RouteDraft, at: Placed, stop: int, chosen: Sequence[Element]) -> str:
    """Return what a click at a place does, with the path there.

    Args:
        draft: The route so far.
        at: The place and its storey.
        stop: The number that the stop would get.
        chosen: The agents or routes that receive the stop; none for a new route.
    """
    place, storey = at
    waypoint = waypoint_at(draft.level, place, storey)
    if waypoint is not None and not waypoint.enabled:
        return say.at_disabled(messages.these([waypoint]), stop)
    short = [math.dist(path.end, place) for path in draft.ahead(at) if not reaches(path)]
    if short:
        return say.no_path(stop, max(short))
    named = "" if waypoint is None else messages.these([waypoint])
    length = draft.length_to(at)
    seconds = length / slowest(draft.walkers)
    if draft.placed:
        return say.next_stop(stop, length, seconds, at=named)
    if not chosen:
        return say.first_of_new(at=named)
    return say.first_stop(messages.these([*chosen]), stop, length, seconds, at=named)
