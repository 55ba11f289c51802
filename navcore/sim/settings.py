"""The numbers of the simulation, with the names that their sources gave them (S0-117)."""

import math
from dataclasses import dataclass

from navcore.errors import NavcoreError


@dataclass(frozen=True, slots=True)
class SimulationSettings:
    """Constants of a run; a run keeps those that it began with.

    Raises:
        NavcoreError: if a number is outside its limits.
    """

    steps_per_second: int = 60
    """Steps in a second, 1 or more (X-014)."""
    steps_per_tick: int = 6
    """Every so many steps agents think and plan, 1 or more (X-014)."""
    walk_threshold: float = 0.05
    """WALK_THRESHOLD, metres, at least 0: nearer than this counts as there (S0-086, S0-089)."""
    target_replan_threshold: float = 0.25
    """TARGET_REPLAN_THRESHOLD, metres, at least 0: a walker's new goal this near to its
    present one is the same goal (S0-081)."""
    snap_radius: float = 8.0
    """How far a start or goal outside walkable cells may be moved, metres, at least 0 (S0-040)."""
    plans_per_tick: int = 64
    """Paths planned in one tick at most, 1 or more; other agents wait for their turn."""
    expansions_per_tick: int = 40_000
    """No further path is planned in a tick once searches took this many cells, 1 or more."""

    def __post_init__(self) -> None:
        """Refuse numbers outside their limits."""
        for name in ("steps_per_second", "steps_per_tick", "plans_per_tick", "expansions_per_tick"):
            if getattr(self, name) < 1:
                message = f"{name} must be 1 or more, got {getattr(self, name)}"
                raise NavcoreError(message)
        for name in ("walk_threshold", "target_replan_threshold", "snap_radius"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                message = f"{name} must be a number of at least 0 metres, got {value}"
                raise NavcoreError(message)

    @property
    def seconds_per_step(self) -> float:
        """Length of a step, seconds."""
        return 1.0 / self.steps_per_second
