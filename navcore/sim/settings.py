"""The numbers of the simulation, with the names that their sources gave them (S0-117)."""

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
    """How agents move: see `navcore.sim.phases` and `navcore.sim.source_rules`."""
    steps_per_second: int = 60
    """Steps in a second, 1 or more (X-014)."""
    steps_per_tick: int = 6
    """Every so many steps agents think, 1 or more (X-014)."""
    walk_threshold: float = 0.05
    """WALK_THRESHOLD, metres, at least 0: nearer than this counts as there (S0-086, S0-089)."""
    target_replan_threshold: float = 0.25
    """TARGET_REPLAN_THRESHOLD, metres, at least 0: a walker's new goal this near to its
    present one is the same goal (S0-081)."""
    snap_radius: float = 8.0
    """How far a start or goal outside walkable cells may be moved, metres, at least 0 (S0-040)."""
    influence_distance: float = 6.0
    """kDynamicObstacleInfluenceDist, metres, at least 0: a plan walks round those who stand this
    near to the straight line from its start to its goal (S0-073)."""
    obstacle_radius_fraction: float = 0.6
    """kDynamicObstacleRadiusFraction, 0 to 1: the part of their radius that blocks (S0-074)."""
    separation_iterations: int = 3
    """kIterations, 0 or more: passes a step that push overlapping agents apart (S0-092)."""
    nudge_distance: float = 1.2
    """kNudgeDist, metres, at least 0: how far one who stands in the way steps aside (S0-103)."""
    moved_distance: float = 0.05
    """kMovedEps, metres, at least 0: whoever moved farther is a mover (S0-110, X-015). By the rules
    of the crowd farther in a tick; by the source's farther in a frame of 60 Hz, which is 3 m/s,
    measured over the last tick."""
    replan_distance: float = 1.8
    """kReplanTriggerDist, metres, at least 0: a mover this near to the way of another to its next
    point makes that one plan again (S0-111)."""
    replan_cooldown: float = 0.5
    """kReplanCooldownMs, here in seconds of the simulation, at least 0 (S0-112)."""
    talk_distance: float = 1.35
    """NPC_TALK_DISTANCE, metres, at least 0: who is sent to another has met it from here
    (S0-118)."""
    trim_factor: float = 0.75
    """Part of a cell's side, at least 0: by the source's rules a path begins with the centre of
    the agent's own cell if that is farther away (S0-044)."""
    plans_per_step: int = 48
    """Paths planned in one step at most, 1 or more; other agents wait for their turn."""
    work_per_step: int = 4000
    """No further path is planned in a step once the plans took as long as a search takes to look
    at so many cells; 1 or more."""
    mover_replans_per_step: int = 1
    """Plans a step at most for those who pass near somebody that only walks, 0 or more: such
    walkers don't block, so these are the first to be left out."""
    seeks_shorter: bool = False
    """Whether all agents on a floor plan again where it opened up or became cheaper, wherever that
    is: not only those without a path, and those whose path comes near (S1-055)."""
    knows_crowd: bool = True
    """Whether plans count the time that people wait at narrow places, and lead through others
    where that takes less time in all."""
    terrain_slows: bool = True
    """Whether agents are slower by what a cell costs, so that cost is time, except on terrain that
    says that it does not slow (X-046)."""
    detail_distances: tuple[float, float, float] = (40.0, 80.0, 160.0)
    """From where a run is watched: farther away than these agents think every 2nd, 5th and 10th
    tick only, metres, rising (S3-118); all of them always while it is watched from nowhere."""

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
        """The constants that a level's settings name, and others by name.

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
        """Steps between two plans that movers ask for: more than the cooldown (S0-112, S0-116)."""
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
