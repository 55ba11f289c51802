"""Slow reference of source 000's characters, written from the text of the document.

It covers sections 6 to 9 of the document, with the corrections of the rules' docstring. Searches
are those of the library, which have their own references.
"""

import itertools
import math
from dataclasses import dataclass, field

import naive

from navcore.bake.grid import NavGrid
from navcore.level.model import Agent, Point
from navcore.path.find import find_path_to_nearest
from navcore.sim.settings import SimulationSettings

FRAMES = 60
TICK = 6
GIVE_UP = 20
"""Number of ticks, two seconds."""
TOUCHING = 1e-6


def _turned(facing: float, aim: float, most: float) -> float:
    """Return `facing` turned towards `aim` the shorter way, to the right if it is opposite."""
    turn = aim - facing
    turn -= math.tau * math.floor((turn + math.pi) / math.tau)
    return aim if abs(turn) <= most else facing + math.copysign(most, turn)


@dataclass
class Character:
    """State of one character."""

    agent: Agent
    position: Point
    facing: float = 0.0
    path: list[Point] = field(default_factory=list)
    walk_target: Point = (0.0, 0.0)
    requested: Point = (0.0, 0.0)
    asked: bool = False
    on_arrived: bool = False
    """True if a caller waits for its arrival."""
    yields: bool = False
    """True if it is yielding or walking back."""
    may_replan: int = 0
    """First frame in which it may replan."""
    due: bool = False
    stood: bool = True
    tick_position: Point = (0.0, 0.0)
    hindered: int = 0
    gap: float = 0.0
    legs: int = 0

    def is_moving(self, threshold: float) -> bool:
        """Return whether it has points left or hasn't reached its walk target."""
        away = math.dist(self.position, self.walk_target)
        return bool(self.path) or self.asked or away > threshold

    def clear(self) -> None:
        """Discard the path."""
        self.path, self.hindered = [], 0


class Location:
    """A grid with characters that move frame by frame."""

    def __init__(self, grid: NavGrid, agents: list[Agent], constants: SimulationSettings) -> None:
        """Place the agents, and send those with a goal there."""
        self.grid, self.frame, self.constants = grid, 0, constants
        self.cooldown = math.floor(constants.replan_cooldown * FRAMES) + 1
        self.characters = [Character(one, one.position, one.facing) for one in agents]
        self.movers: list[Character] = []
        self.arrived: list[tuple[int, int]] = []
        self.nudged: list[tuple[int, int, int]] = []
        for one in self.characters:
            one.walk_target = one.requested = one.tick_position = one.position
            if one.agent.goals:
                one.requested, one.asked = one.agent.goals[0], True

    def step(self) -> None:
        """Advance by one frame."""
        if self.frame % TICK == 0:
            self._tick()
        for mover, one in itertools.product(self.movers, self.characters):
            if one is not mover and self._may(one) and self._passes(one, mover):
                self._ask(one)
        asking = [one for one in self.characters if one.asked]
        standing = [one for one in self.characters if not self._moves(one)]
        for one in asking:
            self._plan(one, standing)
        for one in asking:
            one.asked = False
        for one in self.characters:
            self._update(one)
        for _ in range(self.constants.separation_iterations):
            for a, b in itertools.combinations(self.characters, 2):
                self._collide(a, b)
        for one in self.characters:
            if not one.path and not one.asked and self._moves(one):
                one.clear()
                one.path, one.yields = [one.walk_target], True
        self.frame += 1

    def _moves(self, one: Character) -> bool:
        return one.is_moving(self.constants.walk_threshold)

    # Section 9.

    def _tick(self) -> None:
        self.movers = []
        changed = []
        for one in self.characters:
            far = math.dist(one.position, one.tick_position)
            one.tick_position = one.position
            if far > self.constants.moved_distance * TICK:
                self.movers.append(one)
            self._count(one)
            if one.yields and one.hindered >= GIVE_UP:
                one.clear()
                one.walk_target = one.position
            stands = not one.path and not one.asked
            if stands and (far > self.constants.walk_threshold or not one.stood):
                changed.append(one)
            one.stood = not one.path
        for one in self.characters:
            near = any(one is not other and self._passes(one, other) for other in changed)
            one.due = bool(one.path) and (one.due or (near and self.frame > 0))
            if one.due and self._may(one):
                self._ask(one)

    def _count(self, one: Character) -> None:
        """Count ticks without progress."""
        gap = math.dist(one.position, one.path[0]) if one.path else 0.0
        stride = one.agent.walk_speed * TICK / FRAMES
        gets_on = len(one.path) != one.legs or one.gap - gap >= 0.25 * stride
        one.gap, one.legs = gap, len(one.path)
        one.hindered = (one.hindered // 2 if gets_on else one.hindered + 1) * bool(one.path)

    def _ask(self, one: Character) -> None:
        one.may_replan, one.asked, one.due = self.frame + self.cooldown, True, False

    def _may(self, one: Character) -> bool:
        return bool(one.path) and not one.asked and one.may_replan <= self.frame

    def _passes(self, one: Character, other: Character) -> bool:
        """Return whether another character is near the line to the next waypoint."""
        if not one.path:
            return False
        return (
            naive.to_segment(other.position, one.position, one.path[0])
            <= self.constants.replan_distance
        )

    # Sections 5 and 6.

    def _plan(self, one: Character, standing: list[Character]) -> None:
        circles = [
            (*other.position, self.constants.obstacle_radius_fraction * other.agent.radius)
            for other in standing
            if other is not one
            and naive.to_segment(other.position, one.position, one.requested)
            <= self.constants.influence_distance
        ]
        result = find_path_to_nearest(
            self.grid, one.position, one.requested, avoid=circles or None, engine="astar",
            smoothing="greedy", snap_radius=self.constants.snap_radius,
        )  # fmt: skip
        points = [(x, z) for x, z in result.points.tolist()]
        if points:
            one.path, one.walk_target = points, points[-1]
            one.on_arrived |= not one.yields
            return
        one.clear()
        one.walk_target, one.on_arrived, one.yields = one.position, result.ok, False

    # Section 7.

    def _update(self, one: Character) -> None:
        self._walk(one)
        if one.path:
            return
        if one.on_arrived:
            self.arrived.append((self.frame, one.agent.id))
        if one.on_arrived or one.yields:
            one.clear()
        one.on_arrived = one.yields = False

    def _walk(self, one: Character) -> None:
        speed = one.agent.walk_speed
        left = speed / FRAMES
        while one.path:
            to = one.path[0]
            distance = math.dist(one.position, to)
            clear = len(one.path) == 1 or naive.may_pass(self.grid, one.position, one.path[1])
            if distance <= self.constants.walk_threshold and clear:
                one.path.pop(0)
                continue
            if left <= 0.0:
                return
            share = min(1.0, left / distance)
            x = one.position[0] + (to[0] - one.position[0]) * share
            z = one.position[1] + (to[1] - one.position[1]) * share
            end = to if distance <= left else (x, z)
            on_floor = self.grid.is_walkable(*one.position)
            if on_floor and not naive.may_pass(self.grid, one.position, end):
                if one.may_replan <= self.frame:
                    one.may_replan, one.asked = self.frame + self.cooldown, True
                return
            aim = math.atan2(end[1] - one.position[1], end[0] - one.position[0])
            most = one.agent.rotation_speed * min(left, distance) / speed
            one.facing = _turned(one.facing, aim, most)
            one.position = end
            if distance > left:
                return
            left -= distance
            one.path.pop(0)

    # Section 8.

    def _collide(self, a: Character, b: Character) -> None:
        apart = math.dist(a.position, b.position)
        penetration = a.agent.radius + b.agent.radius - apart
        if penetration <= TOUCHING:
            return
        turn = math.tau * ((a.agent.id * 40503 + b.agent.id * 30011) % 1024) / 1024
        away = (b.position[0] - a.position[0], b.position[1] - a.position[1])
        unit = (away[0] / apart, away[1] / apart) if apart else (math.cos(turn), math.sin(turn))
        moving = tuple(self._moves(one) for one in (a, b))
        sides = ((a, -1.0, moving[0]), (b, 1.0, moving[1]))
        half = penetration / 2

        def moved(one: Character, by: float) -> Point:
            return (one.position[0] + by * unit[0], one.position[1] + by * unit[1])

        can = [naive.may_pass(self.grid, one.position, moved(one, s * half)) for one, s, _ in sides]
        for (one, sign, moves), mine, other in zip(sides, can, can[::-1], strict=True):
            if not mine:
                continue
            whole = moved(one, sign * penetration)
            takes_all = not other and naive.may_pass(self.grid, one.position, whole)
            one.position = whole if takes_all else moved(one, sign * half)
            if one.agent.player and not moves:
                one.walk_target = one.requested = one.position
        if moving[0] != moving[1]:
            stands, walks = (b, a) if moving[0] else (a, b)
            if not stands.agent.player:
                self._nudge(stands, walks)

    def _nudge(self, one: Character, by: Character) -> None:
        x, z = one.position
        away = (x - by.position[0], z - by.position[1])
        length = math.hypot(*away)
        ux, uz = (away[0] / length, away[1] / length) if length else (1.0, 0.0)
        for dx, dz in ((ux, uz), (-uz, ux), (uz, -ux), (-ux, -uz)):
            candidate = (
                x + self.constants.nudge_distance * dx,
                z + self.constants.nudge_distance * dz,
            )
            if naive.may_pass(self.grid, one.position, candidate):
                one.requested, one.yields, one.on_arrived = candidate, True, False
                self._plan(
                    one,
                    [other for other in self.characters if not self._moves(other)],
                )
                self.nudged.append((self.frame, one.agent.id, by.agent.id))
                return
