"""Groups of the tool rail."""

from enum import IntEnum


class Group(IntEnum):
    """Groups of tools on the rail, from top to bottom; an empty group takes no space."""

    SELECT = 1
    """Tools that select: select, corners."""
    BUILD = 2
    """Floor and elements on it: areas, obstacles, walls, doors."""
    TERRAIN = 3
    """Terrain of the floor."""
    AGENTS = 4
    """Agents and their routes, waypoints and links."""
    CHECK = 5
    """Changes nothing: probe, measure. The Check menu lists these tools, Draw all others."""
