"""The constants of the simulation, with the names from their sources (S0-117)."""

import math
from dataclasses import dataclass
from typing import Any, Final, Self, get_args

from navcore.errors import NavcoreError
from navcore.level.settings import MOVEMENT, Rules, Settings

RULES: Final[tuple[Rules, ...]] = get_args(Rules)


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """Constants of a run; a run keeps those that it began with.

    Raises:
        NavcoreError: if a number is outside its limits.
    """

    rules: Rules = "crowd"
    """Rules of movement: see `navcore.sim.phases` and `navcore.sim.source_rules`."""
    steps_per_second: int = 60
    """Steps per second, 1 or more (X-014)."""
    steps_per_tick: int = 6
    """Steps per tick, 1 or more: agents think once a tick (X-014)."""
    walk_threshold: float = 0.05
    """WALK_THRESHOLD, metres, at least 0: an agent nearer than this has arrived (S0-086, S0-089).
    """
    target_replan_threshold: float = 0.25
    """TARGET_REPLAN_THRESHOLD, metres, at least 0: a walker's new goal this near to its
    present one is the same goal (S0-081)."""
    snap_radius: float = 8.0
    """Metres by which a start or goal outside walkable cells may be moved, at least 0 (S0-040)."""
    influence_distance: float = 6.0
    """kDynamicObstacleInfluenceDist, metres, at least 0: a plan avoids standing agents this near to
    the straight line from its start to its goal (S0-073)."""
    obstacle_radius_fraction: float = 0.6
    """kDynamicObstacleRadiusFraction, 0 to 1: the part of their radius that blocks (S0-074)."""
    separation_iterations: int = 3
    """kIterations, 0 or more: passes a step that push overlapping agents apart (S0-092)."""
    nudge_distance: float = 1.2
    """kNudgeDist, metres, at least 0: distance that a standing agent steps aside (S0-103)."""
    moved_distance: float = 0.05
    """kMovedEps, metres, at least 0: an agent that moved farther is a mover (S0-110, X-015). Under
    the rules of the crowd, farther in a tick; under those of the source, farther in a frame of 60
    Hz, which is 3 m/s, measured over the last tick."""
    replan_distance: float = 1.8
    """kReplanTriggerDist, metres, at least 0: an agent plans again if a mover is this near to its
    way to the next point (S0-111)."""
    replan_cooldown: float = 0.5
    """kReplanCooldownMs, here in seconds of the simulation, at least 0 (S0-112)."""
    talk_distance: float = 1.35
    """NPC_TALK_DISTANCE, metres, at least 0: from here an agent has met the one that it was sent to
    (S0-118)."""
    trim_factor: float = 0.75
    """Part of a cell's side, at least 0: under the source's rules a path begins with the centre of
    the agent's own cell if that is farther away (S0-044)."""
    plans_per_step: int = 48
    """Most paths planned in one step, 1 or more; other agents wait for their turn."""
    work_per_step: int = 4000
    """Work after which no further path is planned in a step, in cells that a search looks at; 1 or
    more."""
    mover_replans_per_step: int = 1
    """Most plans per step for agents that pass near walking ones, 0 or more: walkers don't block,
    so these plans are the first to be left out."""
    seeks_shorter: bool = False
    """True if all agents on a floor plan again when it opens up or becomes cheaper anywhere: not
    only those without a path, and those with a path that comes near (S1-055)."""
    knows_crowd: bool = True
    """True if plans count the waiting time at narrow places, and lead through others if that takes
    less time in all."""
    direct_pursuit: bool = True
    """True if agents that follow another one walk straight at it while they see it, without a plan;
    False if they always take a path (S3-040)."""
    terrain_slows: bool = True
    """True if agents are slower by the factor of a cell's cost, so that cost is time, except on
    terrain with the option not to slow (X-046)."""
    detail_distances: tuple[float, float, float] = (40.0, 80.0, 160.0)
    """Distances from the place that a run is watched from, metres, ascending: farther away agents
    think only every 2nd, 5th and 10th tick (S3-118); without such a place all think at each tick.
    """

    def __post_init__(self) -> None:
        """Refuse numbers outside their limits."""
        if self.rules not in RULES:
            message = f"rules must be one of {', '.join(RULES)}, got {self.rules!r}"
            raise NavcoreError(message)
        for name in ("steps_per_second", "steps_per_tick", "plans_per_step", "work_per_step"):
            if getattr(self, name) < 1:
                message = f"{name} must be 1 or more, got {getattr(self, name)}"
                raise NavcoreError(message)
        for name in ("separation_iterations", "mover_replans_per_step"):
            if getattr(self, name) < 0:
                message = f"{name} must be 0 or more, got {getattr(self, name)}"
                raise NavcoreError(message)
        for name, unit in _LENGTHS.items():
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                message = f"{name} must be a number of at least 0 {unit}, got {value}"
                raise NavcoreError(message)
        if not 0 <= self.obstacle_radius_fraction <= 1:
            message = (
                "obstacle_radius_fraction must be between 0 and 1, "
                f"got {self.obstacle_radius_fraction}"
            )
            raise NavcoreError(message)
        near, middle, far = self.detail_distances
        if not 0 <= near <= middle <= far:
            message = f"detail_distances must rise from 0 m on, got {self.detail_distances}"
            raise NavcoreError(message)

    @classmethod
    def of(cls, level: Settings, **others: Any) -> Self:
        """Return the constants that a level's settings name, with `others` by name.

        Raises:
            NavcoreError: if a number is outside its limits.
        """
        named = {name: getattr(level, name) for name in MOVEMENT}
        return cls(**{**named, **others})

    @property
    def seconds_per_step(self) -> float:
        """Length of a step, seconds."""
        return 1.0 / self.steps_per_second

    @property
    def seconds_per_tick(self) -> float:
        """Length of a tick, seconds."""
        return self.steps_per_tick / self.steps_per_second

    @property
    def cooldown_steps(self) -> int:
        """Steps between two plans because of movers: more than the cooldown (S0-112, S0-116)."""
        return math.floor(self.replan_cooldown * self.steps_per_second) + 1


_LENGTHS = {
    "walk_threshold": "metres",
    "target_replan_threshold": "metres",
    "snap_radius": "metres",
    "influence_distance": "metres",
    "nudge_distance": "metres",
    "moved_distance": "metres",
    "replan_distance": "metres",
    "replan_cooldown": "seconds",
    "talk_distance": "metres",
    "trim_factor": "cells",
}
