"""Stops at waypoints: those that lie exactly on one belong to it, and move with it."""

from collections.abc import Iterable

from msgspec.structs import replace

from navcore.level.model import ElementT, Level, Point, Settings, Waypoint, WithStops
from navcore.level.pick import pick_index


def storey_of_stop(one: WithStops, index: int, settings: Settings, home: str | None = None) -> str:
    """Return the storey of a stop: its own, or `home`, or that on which its agent or route lies."""
    own = one.stop(index).layer
    if own is not None and own in settings.layer_names:
        return own
    return settings.layer_of(one) if home is None else home


def waypoint_at(level: Level, place: Point, layer: str) -> Waypoint | None:
    """Return the waypoint in this very place on a storey, of several the one with the least id."""
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
    """Return an element with these of its stops at the waypoints on which they lie, if it has any.

    A stop that lies on none keeps the waypoint that it has: :meth:`navcore.Edit.change` parts
    them when the stop has moved away.
    """
    if not isinstance(one, WithStops) or not level.of(Waypoint):
        return one
    stops = [one.stop(index) for index in range(len(one.goals))]
    for index in indices:
        found = waypoint_at(level, one.goals[index], storey_of_stop(one, index, level.settings))
        if found is not None:
            stops[index] = replace(stops[index], waypoint=found.id)
    return one.with_stops(tuple(stops))
