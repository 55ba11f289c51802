"""Elements that a run can switch: doors, obstacles, zones and waypoints."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from navcore.level.model import Area, Item, Level, Obstacle, Waypoint, Zone

Switch: TypeAlias = Area | Obstacle | Zone | Waypoint
"""A door, an obstacle, a zone or a waypoint. It is on while the door is open, the obstacle blocks,
the zone is in force, or the waypoint is in use."""


def as_switch(item: Item | None) -> Switch | None:
    """Return the item if it is a door, an obstacle, a zone or a waypoint, else None."""
    if isinstance(item, Obstacle | Zone | Waypoint) or (isinstance(item, Area) and item.door):
        return item
    return None


def is_on(switch: Switch) -> bool:
    """Return whether a door is open, an obstacle in the way, a zone laid, or a waypoint in use."""
    return switch.available if isinstance(switch, Area) else switch.enabled


def turned(switch: Switch, *, on: bool) -> Switch:
    """Return the door open or shut, the obstacle in the way or not, and so on."""
    if isinstance(switch, Area):
        return replace(switch, available=on)
    return replace(switch, enabled=on)


def ids_of_switches(level: Level) -> Iterator[int]:
    """Ids of all elements that may be switches; among the areas only doors are."""
    yield from level.areas
    yield from level.obstacles
    yield from level.of(Zone)
    yield from level.of(Waypoint)
