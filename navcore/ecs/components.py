"""Components of source 001, for games that keep their characters in an ECS; and their paths.

Lengths are in the units of the grid: tiles of 32 go well with the source's numbers, in metres
thresholds, radii and speeds are smaller.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from navcore.bake.lattice import Lattice
from navcore.level.model import Point

__all__ = [
    "Entity",
    "MoveIntent",
    "NavigationAgent",
    "Position",
    "Tile",
    "invalidate_all_paths",
    "invalidate_paths_near_tile",
]

Tile: TypeAlias = tuple[int, int]
"""Column and row of a cell, from the window's first."""


@dataclass(slots=True)
class Position:
    """Position of an entity."""

    position: Point = (0.0, 0.0)


@dataclass(slots=True)
class MoveIntent:
    """Target of an entity, and how it gets there (S1-056)."""

    target: Point = (0.0, 0.0)
    desired_speed: float = 1.0
    """Times the agent's `max_speed` (X-024)."""
    has_intent: bool = False
    """Taken back on arrival, and where there is no path."""
    use_pathfinding: bool = False
    """True if it walks around obstacles; otherwise straight towards the target."""
    avoid_obstacles: bool = True
    """True if straight movement stops at obstacles; otherwise it passes through them."""
    arrival_threshold: float = 5.0
    """Nearer than this a waypoint counts as reached (S1-059)."""


@dataclass(slots=True)
class NavigationAgent:
    """Path of an entity, and its properties as an agent (S1-057)."""

    current_path: list[Point] = field(default_factory=list)
    """Waypoints, from where the search began."""
    current_waypoint_index: int = 0
    has_path: bool = False
    path_dirty: bool = True
    """True if the path must be searched again: it may be blocked or no longer the best."""
    cached_goal: Point | None = None
    """Target of the present path; None before the first search."""
    agent_radius: float = 16.0
    """Radius of the agent; the grid should be baked for it."""
    max_speed: float = 100.0
    """Units a second on ground of cost 1."""
    layer_mask: int = 0x01
    """Bit i: walks on layer i; bit 0 is the ground."""

    def drop_path(self) -> None:
        """Clear the path."""
        self.current_path = []
        self.current_waypoint_index = 0
        self.has_path = False


Entity: TypeAlias = tuple[Position, MoveIntent, NavigationAgent]


def invalidate_paths_near_tile(
    lattice: Lattice, agents: Iterable[NavigationAgent], tile: Tile
) -> int:
    """Mark agents whose paths come within one tile of `tile` as dirty; return their number.

    Every tile that a path crosses counts, not only the tiles of its waypoints: smoothed paths have
    few waypoints (S1-054, X-041). The part of a path that an agent has already walked doesn't
    count.
    """
    size = lattice.cell_size
    low = (
        lattice.anchor_x + (lattice.column + tile[0] - 1) * size,
        lattice.anchor_z + (lattice.row + tile[1] - 1) * size,
    )
    high = (low[0] + 3 * size, low[1] + 3 * size)
    marked = 0
    for agent in agents:
        path = agent.current_path[max(agent.current_waypoint_index - 1, 0) :]
        # A path with one waypoint is a segment of length 0.
        ends = path[1:] or path
        if any(_touches(a, b, low, high) for a, b in zip(path, ends, strict=False)):
            agent.path_dirty = True
            marked += 1
    return marked


def invalidate_all_paths(agents: Iterable[NavigationAgent]) -> int:
    """Mark all that have a path dirty: a new way may be better than any of theirs (S1-055)."""
    marked = 0
    for agent in agents:
        if agent.current_path:
            agent.path_dirty = True
            marked += 1
    return marked


def _touches(a: Point, b: Point, low: Point, high: Point) -> bool:
    """Return whether a segment touches a box."""
    enters, leaves = 0.0, 1.0
    for start, end, least, most in zip(a, b, low, high, strict=True):
        along = end - start
        if along == 0:
            if not least <= start < most:
                return False
            continue
        first, last = sorted(((least - start) / along, (most - start) / along))
        enters, leaves = max(enters, first), min(leaves, last)
    return enters <= leaves
