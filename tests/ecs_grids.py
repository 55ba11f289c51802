"""Grids and entities for tests of the ECS adapter."""

from typing import Any

import numpy as np

from navcore import NavGrid
from navcore.ecs.adapter import (
    Entity,
    MoveIntent,
    NavigationAgent,
    NavigationSystem,
    Position,
)
from navcore.level.model import Point

TILE = 32.0


def grid_of(*rows: str, costs: dict[str, float] | None = None, **fields: Any) -> NavGrid:
    """A grid from a picture, the top row last in z: `#` blocked, other signs cost 1 or as said."""
    signs = np.array([list(row) for row in reversed(rows)])
    cost = np.ones(signs.shape)
    for sign, value in (costs or {}).items():
        cost[signs == sign] = value
    cost[signs == "#"] = 0
    return NavGrid.from_array(signs != "#", cell_size=TILE, cost=cost if costs else None, **fields)


def middle(column: int, row: int) -> Point:
    """The centre of a tile."""
    return ((column + 0.5) * TILE, (row + 0.5) * TILE)


def entity(start: Point, target: Point, **intent: Any) -> Entity:
    """Return an entity that wants to walk to a target along a path."""
    wish = MoveIntent(target, has_intent=True, use_pathfinding=True)
    for name, value in intent.items():
        setattr(wish, name, value)
    return Position(start), wish, NavigationAgent()


def run(system: NavigationSystem, one: Entity, dt: float = 1 / 60, most: int = 20_000) -> int:
    """Updates until it wants nothing more."""
    for count in range(most):
        if not one[1].has_intent:
            return count
        system.update([one], dt)
    message = "it never comes to an end"
    raise AssertionError(message)
