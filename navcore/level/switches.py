"""What a run can switch: doors, open or shut, and obstacles, in the way or knocked down."""

from typing import TypeAlias

from msgspec.structs import replace

from navcore.level.model import Area, Item, Obstacle

Switch: TypeAlias = Area | Obstacle
"""A door or an obstacle. It is on while the door is open, or the obstacle in the way."""


def as_switch(item: Item | None) -> Switch | None:
    """Return the item if it is a door or an obstacle, else None."""
    if isinstance(item, Obstacle) or (isinstance(item, Area) and item.door):
        return item
    return None


def is_on(switch: Switch) -> bool:
    """Whether a door is open, or an obstacle is in the way."""
    return switch.enabled if isinstance(switch, Obstacle) else switch.available


def turned(switch: Switch, *, on: bool) -> Switch:
    """Return the door open or shut, the obstacle in the way or not."""
    if isinstance(switch, Obstacle):
        return replace(switch, enabled=on)
    return replace(switch, available=on)
