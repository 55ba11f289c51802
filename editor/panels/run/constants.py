"""The numbers of source 000 that runs use, as the panel Run offers them (S0-117)."""

from dataclasses import dataclass
from typing import Final

from navcore.i18n import mark


@dataclass(frozen=True, slots=True)
class Constant:
    """A number by which agents move."""

    key: str
    """The field of the level's settings."""
    title: str
    unit: str
    most: float
    """End of the slider; larger values can be typed, up to the limit of the field."""
    step: float
    source: str
    """Name in source 000."""
    meaning: str


CONSTANTS: Final = (
    Constant("nudge_distance", mark("Step aside"), "m", 4.0, 0.1, "kNudgeDist",
             mark("How far an agent that stands in the way steps aside")),
    Constant("separation_iterations", mark("Separation passes"), "", 10.0, 1.0, "kIterations",
             mark("How often in a step overlapping agents are pushed apart")),
    Constant("replan_distance", mark("Replan distance"), "m", 6.0, 0.1, "kReplanTriggerDist",
             mark("Agents plan again when a moving agent is this near to their line")),
    Constant("replan_cooldown", mark("Replan cooldown"), "s", 3.0, 0.05, "kReplanCooldownMs",
             mark("Least time between two such plans of one agent")),
    Constant("moved_distance", mark("Movement that counts"), "m", 0.2, 0.005, "kMovedEps",
             mark("Agents that move farther in a tenth of a second make others plan again; where "
                  "all walk straight on, in a sixtieth")),
    Constant("influence_distance", mark("Influence"), "m", 20.0, 0.5,
             "kDynamicObstacleInfluenceDist",
             mark("Paths lead around standing agents that are this near to the straight line")),
    Constant("obstacle_radius_fraction", mark("Blocking share"), "", 1.0, 0.05,
             "kDynamicObstacleRadiusFraction",
             mark("Share of their radius that blocks paths where agents stand")),
    Constant("walk_threshold", mark("Arrival distance"), "m", 0.5, 0.01, "WALK_THRESHOLD",
             mark("Distance at which a point of a path counts as reached")),
    Constant("target_replan_threshold", mark("Same goal"), "m", 2.0, 0.05,
             "TARGET_REPLAN_THRESHOLD",
             mark("A new goal this near to the current one changes nothing")),
    Constant("talk_distance", mark("Talk distance"), "m", 5.0, 0.05, "NPC_TALK_DISTANCE",
             mark("An agent that is sent to another one has met it from here, in its sight")),
    Constant("snap_radius", mark("Snap radius"), "m", 20.0, 0.5, mark("snap radius"),
             mark("How far a start or goal beside the floor is moved onto it")),
    Constant("trim_factor", mark("First point"), "", 2.0, 0.05, mark("trim factor"),
             mark("Where all walk straight on, paths begin at the centre of the agent's own cell "
                  "if that is farther away than so many cells")),
)  # fmt: skip
"""Constants in the order of the panel: the most visible effects first."""
