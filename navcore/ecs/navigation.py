"""The navigation system of source 001: entities that plan on a grid and follow their paths."""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Unpack

import numpy as np

from navcore.bake.grid import Derived, NavGrid
from navcore.ecs.components import (
    Entity,
    MoveIntent,
    NavigationAgent,
    Position,
    Tile,
    invalidate_all_paths,
    invalidate_paths_near_tile,
)
from navcore.errors import NavcoreError
from navcore.level.canonical import as_point
from navcore.level.model import Point
from navcore.path.find import find_path
from navcore.path.options import Options
from navcore.path.sight import is_clear

__all__ = ["NavigationSystem", "straight_end"]

_HAIR: Final = 1e-9
"""Distance in cells at which an entity on a border looks up the cell ahead of it."""

_HALVINGS: Final = 40
"""Number of bisection steps that find the end of a straight line."""


class NavigationSystem:
    """Moves entities over a grid by the rules of source 001.

    An entity searches when it has an intent and no path, a dirty path, or a path to another tile
    (S1-049, S1-058), and at no other time (S1-050). Then it walks from waypoint to waypoint at
    `desired_speed * max_speed`, for any length of update, and never past a waypoint (S1-061).
    Entities don't avoid each other; in a `Simulation` they do.

    >>> import numpy as np
    >>> from navcore import NavGrid
    >>> room = NavGrid.from_array(np.ones((10, 10)), cell_size=32)
    >>> system = NavigationSystem(room)
    >>> hero = (Position((16.0, 16.0)), MoveIntent(), NavigationAgent())
    >>> position, intent, agent = hero
    >>> intent.target, intent.has_intent, intent.use_pathfinding = (300.0, 300.0), True, True
    >>> while intent.has_intent:
    ...     system.update([hero], 1 / 60)
    >>> math.dist(position.position, intent.target) < intent.arrival_threshold
    True
    >>> system.searches
    1
    """

    def __init__(
        self,
        grid: NavGrid,
        *,
        terrain_slows: bool = True,
        layer: int = 0,
        **options: Unpack[Options],
    ) -> None:
        """Make a system for one layer of a world.

        Args:
            grid: Walkable cells and their costs.
            terrain_slows: Whether speed is divided by the cost of the cell, so that the cost of a
                path is the time that it takes (X-046).
            layer: Entities without this bit in their `layer_mask` are ignored.
            options: Options of the searches, as in `navcore.path.find.find_path`. Ends are only
                snapped to walkable tiles if `snap_radius` is given: as in the source, an intent
                from or to a blocked tile fails.
        """
        self.grid = grid
        self.terrain_slows = terrain_slows
        self.layer = layer
        self.searches = 0
        """Searches done so far (S1-050)."""
        self._options = Options(snap_radius=0.0)
        self._options.update(options)

    def update(self, entities: Iterable[Entity], dt: float) -> None:
        """Update each entity in turn; as `update_entity`."""
        for position, intent, agent in entities:
            self.update_entity(position, intent, agent, dt)

    def update_entity(
        self, position: Position, intent: MoveIntent, agent: NavigationAgent, dt: float
    ) -> None:
        """Plan if needed, and move for `dt` seconds.

        Without a path, and at the end of one, the intent is cleared (S1-058, S1-060).

        Raises:
            NavcoreError: if `dt` is below 0, or `dt`, the target or the position is not finite.
        """
        if not (math.isfinite(dt) and dt >= 0):
            message = f"dt must be a number of at least 0 seconds, got {dt}"
            raise NavcoreError(message)
        if not intent.has_intent or not agent.layer_mask >> self.layer & 1:
            return
        if not intent.use_pathfinding:
            self._go_straight(position, intent, agent, dt)
        elif not self._is_planned(intent, agent) and not self._plan(position, intent, agent):
            intent.has_intent = False
        else:
            self._follow(position, intent, agent, dt)

    def set_tile(
        self,
        tile: Tile,
        agents: Iterable[NavigationAgent],
        *,
        navigable: bool = True,
        cost: float = 1.0,
        replan_all: bool = False,
    ) -> int:
        """Change a tile and mark the paths near it as dirty; return their number.

        A tile that became cheaper or free may open a better path far away: with `replan_all` every
        path is marked (S1-055).

        Raises:
            NavcoreError: if the tile is outside the grid, or the cost not a number over 0.
        """
        self.grid = _with_tile(self.grid, tile, cost if navigable else 0.0, cost)
        if replan_all:
            return invalidate_all_paths(agents)
        return invalidate_paths_near_tile(self.grid.lattice, agents, tile)

    def destroy_wall(
        self, tile: Tile, agents: Iterable[NavigationAgent], *, replan_all: bool = False
    ) -> int:
        """Open the tile of a wall, with a cost of 1 (S1-053); see `set_tile`."""
        return self.set_tile(tile, agents, replan_all=replan_all)

    def build_wall(
        self, tile: Tile, agents: Iterable[NavigationAgent], *, replan_all: bool = False
    ) -> int:
        """Block a tile; see `set_tile`."""
        return self.set_tile(tile, agents, navigable=False, replan_all=replan_all)

    def build_bridge(
        self, tile: Tile, agents: Iterable[NavigationAgent], *, replan_all: bool = False
    ) -> int:
        """Give a water tile a cost of 1 from now on, as for dry ground (S1-055); see `set_tile`."""
        return self.set_tile(tile, agents, replan_all=replan_all)

    def _is_planned(self, intent: MoveIntent, agent: NavigationAgent) -> bool:
        if not agent.has_path or agent.path_dirty or agent.cached_goal is None:
            return False
        # Another place in the same tile is the same goal (S1-049).
        if agent.cached_goal == intent.target:
            return True
        target = as_point(intent.target, "target")
        return self.grid.cell_of(*agent.cached_goal) == self.grid.cell_of(*target)

    def _plan(self, position: Position, intent: MoveIntent, agent: NavigationAgent) -> bool:
        self.searches += 1
        result = find_path(self.grid, position.position, intent.target, **self._options)
        agent.drop_path()
        agent.cached_goal = intent.target
        if not result.ok:
            return False
        # The source begins in the middle of the tile, which at times lies behind (S1-062).
        points = [(x, z) for x, z in result.points.tolist()]
        agent.current_path = [position.position, *points]
        agent.has_path = True
        agent.path_dirty = False
        return True

    def _follow(
        self, position: Position, intent: MoveIntent, agent: NavigationAgent, dt: float
    ) -> None:
        speed = intent.desired_speed * agent.max_speed
        while True:
            self._pass_waypoints(position.position, intent, agent)
            if agent.current_waypoint_index >= len(agent.current_path):
                agent.has_path = False
                intent.has_intent = False
                return
            if dt <= 0:
                return
            waypoint = agent.current_path[agent.current_waypoint_index]
            place, dt = self._stride(position.position, waypoint, speed, dt)
            if not self.grid.is_walkable(*place) and self.grid.is_walkable(*position.position):
                # The grid changed without `set_tile`: don't step into a wall.
                agent.path_dirty = True
                return
            position.position = place

    def _pass_waypoints(self, place: Point, intent: MoveIntent, agent: NavigationAgent) -> None:
        """Turn to the first waypoint that is not reached yet.

        A corner counts as reached only from where the next waypoint is in sight: thresholds may
        be wider than a tile.
        """
        path = agent.current_path
        while agent.current_waypoint_index < len(path):
            at = agent.current_waypoint_index
            away = math.dist(place, path[at])
            if away == 0:
                passed = True
            elif away < intent.arrival_threshold:
                passed = at + 1 == len(path) or is_clear(self.grid, place, path[at + 1])
            else:
                passed = at == 0 and self._is_behind(place, path)
            if not passed:
                return
            agent.current_waypoint_index += 1

    def _is_behind(self, place: Point, path: list[Point]) -> bool:
        """Return whether the first waypoint leads away from the second, which is in sight."""
        if len(path) < 2:
            return False
        first, second = path[0], path[1]
        back = (first[0] - place[0]) * (first[0] - second[0])
        back += (first[1] - place[1]) * (first[1] - second[1])
        return back > 0 and is_clear(self.grid, place, second)

    def _go_straight(
        self, position: Position, intent: MoveIntent, agent: NavigationAgent, dt: float
    ) -> None:
        target = as_point(intent.target, "target")
        end = target
        if intent.avoid_obstacles:
            end = straight_end(self.grid, position.position, target)
        speed = intent.desired_speed * agent.max_speed
        position.position, _ = self._stride(position.position, end, speed, dt)
        near = math.dist(position.position, target) < intent.arrival_threshold
        if near or position.position == end:
            agent.drop_path()
            intent.has_intent = False

    def _stride(
        self, place: Point, goal: Point, speed: float, seconds: float
    ) -> tuple[Point, float]:
        """Return the position after moving straight to `goal`, and the remaining time."""
        if speed <= 0:
            return place, 0.0
        slows = self.terrain_slows and self.grid.cost is not None
        while seconds > 0 and place != goal:
            away = math.dist(place, goal)
            towards = ((goal[0] - place[0]) / away, (goal[1] - place[1]) / away)
            reach, pace = away, speed
            if slows:
                # From border to border: each cell has its own speed.
                edge, cost = self._cell_ahead(place, towards)
                reach, pace = min(away, edge), speed / cost
            if reach > pace * seconds:
                reach = pace * seconds
                seconds = 0.0
            else:
                seconds -= reach / pace
                if reach == away:
                    return goal, seconds
            place = (place[0] + towards[0] * reach, place[1] + towards[1] * reach)
        return place, seconds

    def _cell_ahead(self, place: Point, towards: Point) -> tuple[float, float]:
        """Return the distance to the far border of the next cell, and the cost of that cell."""
        lattice, cost = self.grid.lattice, self.grid.cost
        hair = _HAIR * lattice.cell_size
        column, row = lattice.cell_of(place[0] + towards[0] * hair, place[1] + towards[1] * hair)
        middle = lattice.centre_of(column, row)
        edge = math.inf
        for at, along, centre in zip(place, towards, middle, strict=True):
            if along:
                side = centre + math.copysign(lattice.cell_size / 2, along)
                edge = min(edge, (side - at) / along)
        there = 0.0
        if cost is not None and lattice.holds(column, row):
            there = float(cost[row + 1, column + 1])
        return max(edge, hair), there or 1.0


def straight_end(grid: NavGrid, start: Point, goal: Point) -> Point:
    """Return the place nearest to `goal` that can be reached straight from `start`."""
    if is_clear(grid, start, goal):
        return goal
    end, clear, blocked = start, 0.0, 1.0
    if not grid.is_walkable(*start):
        return end
    for _ in range(_HALVINGS):
        part = (clear + blocked) / 2
        place = (start[0] + (goal[0] - start[0]) * part, start[1] + (goal[1] - start[1]) * part)
        if is_clear(grid, start, place):
            end, clear = place, part
        else:
            blocked = part
    return end


def _with_tile(grid: NavGrid, tile: Tile, new: float, cost: float) -> NavGrid:
    """Return the grid with another cost of a tile, 0 to block it."""
    column, row = tile
    if not grid.lattice.holds(column, row):
        message = (
            f"tile {tile} is outside the grid of {grid.width} x {grid.depth} tiles; "
            "columns and rows count from 0"
        )
        raise NavcoreError(message)
    if not (math.isfinite(cost) and np.float32(cost) > 0):
        message = f"the cost of a tile must be a number over 0, got {cost}"
        raise NavcoreError(message)
    padded = grid.padded.copy()
    padded[row + 1, column + 1] = new > 0
    costs = grid.cost
    if costs is not None or new not in {0.0, 1.0}:
        costs = padded.astype(np.float32) if costs is None else costs.copy()
        costs[row + 1, column + 1] = new
    return replace(grid, padded=padded, cost=costs, derived=Derived())
