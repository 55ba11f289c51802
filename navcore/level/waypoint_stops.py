"""Stops at waypoints: a stop that lies exactly on a waypoint belongs to it and moves with it."""

from collections.abc import Iterable

from msgspec.structs import replace

from navcore.level.model import ElementT, Level, Point, Settings, Waypoint, WithStops
from navcore.level.pick import pick_index


def storey_of_stop(one: WithStops, index: int, settings: Settings, home: str | None = None) -> str:
    """Return the storey of a stop: its own if set, else `home`, else that of its element."""
    own = one.stop(index).layer
    if own is not None and own in settings.layer_names:
        return own
    return settings.layer_of(one) if home is None else home


def waypoint_at(level: Level, place: Point, layer: str) -> Waypoint | None:
    """Return the waypoint at exactly this place on a storey; of several, the least id."""
    waypoints = level.of(Waypoint)
    if not waypoints:
        return None
    x, z = place
    near = (waypoints.get(found) for found in pick_index(level).touching_box(x, z, x, z))
    here = [
        one for one in near
        if one and one.position == place and level.settings.layer_of(one) == layer
    ]  # fmt: skip
    return min(here, key=lambda one: one.id, default=None)


def at_waypoints(level: Level, one: ElementT, indices: Iterable[int]) -> ElementT:
    """Return an element whose stops that lie on waypoints refer to them.

    A stop that lies on none keeps its waypoint; :meth:`navcore.Edit.change` separates them if the
    stop has moved away.
    """
    if not isinstance(one, WithStops) or not level.of(Waypoint):
        return one
    stops = [one.stop(index) for index in range(len(one.goals))]
    for index in indices:
        found = waypoint_at(level, one.goals[index], storey_of_stop(one, index, level.settings))
        if found is not None:
            stops[index] = replace(stops[index], waypoint=found.id)
    return one.with_stops(tuple(stops))
