"""Worlds with doors opened or shut, as a game could have them at run time."""

from msgspec.structs import replace

from navcore.level.edit import Edit
from navcore.level.model import Area, Level, in_drawing_order
from navcore.world import World


def all_open(world: World) -> World:
    """Return the world with every door open, on all storeys."""
    shut = [area for area in world.level.areas.values() if area.door and not area.available]
    edit = Edit.put(world.level, [replace(door, available=True) for door in shut])
    return world.update(edit.apply(world.level), edit) if edit else world


def doors_on(level: Level, layer: str) -> list[Area]:
    """Return the doors of a storey, in drawing order."""
    layer_of = level.settings.layer_of
    return [a for a in in_drawing_order(level.areas) if a.door and layer_of(a) == layer]


def with_door(world: World, door: Area, *, available: bool) -> World:
    """Return the world with one door opened or shut."""
    edit = Edit.put(world.level, [replace(door, available=available)])
    return world.update(edit.apply(world.level), edit) if edit else world
