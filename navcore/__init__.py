"""Navigation for games without a window: levels, walkable grids, paths and agents.

    from navcore import World, load_level
    world = World.build(load_level("tavern.json"))
    result = world.find_path((7, -6), (3, 16))

The names below are loaded when they are first used, so that importing navcore is cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from navcore.bake.grid import NavGrid
    from navcore.errors import (
        Cancelled,
        EditConflict,
        FormatError,
        LevelTooLarge,
        NavcoreError,
        UnknownArea,
    )
    from navcore.formats import load_grid, load_level, save_grid, save_level
    from navcore.level.edit import Edit
    from navcore.level.model import Agent, Area, Level, Obstacle, Settings
    from navcore.level.profiles import Profile
    from navcore.path.result import PathResult, Status
    from navcore.sim.simulation import Simulation
    from navcore.world import World

__all__ = [
    "Agent",
    "Area",
    "Cancelled",
    "Edit",
    "EditConflict",
    "FormatError",
    "Level",
    "LevelTooLarge",
    "NavGrid",
    "NavcoreError",
    "Obstacle",
    "PathResult",
    "Profile",
    "Settings",
    "Simulation",
    "Status",
    "UnknownArea",
    "World",
    "load_grid",
    "load_level",
    "save_grid",
    "save_level",
]

_ROOMS = {
    "navcore.bake.grid": ("NavGrid",),
    "navcore.level.profiles": ("Profile",),
    "navcore.errors": (
        "Cancelled", "EditConflict", "FormatError", "LevelTooLarge", "NavcoreError", "UnknownArea",
    ),
    "navcore.formats": ("load_grid", "load_level", "save_grid", "save_level"),
    "navcore.level.edit": ("Edit",),
    "navcore.level.model": ("Agent", "Area", "Level", "Obstacle", "Settings"),
    "navcore.path.result": ("PathResult", "Status"),
    "navcore.sim.simulation": ("Simulation",),
    "navcore.world": ("World",),
}  # fmt: skip
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOME[name]), name)
