"""Groups of the tool rail."""

from enum import IntEnum


class Group(IntEnum):
    """Where a tool stands on the rail, from top to bottom; an empty group takes no room."""

    SELECT = 1
    """Takes what is drawn: select, corners."""
    BUILD = 2
    """Floor and what stands on it: areas, obstacles, walls, doors."""
    TERRAIN = 3
    """What floor is made of."""
    AGENTS = 4
    """Who walks, and along what: agents, routes, waypoints, links."""
    CHECK = 5
    """Changes nothing: probe, measure. The Check menu lists these tools, Draw all others."""
