"""Settings of a level as a whole: baking, movement, exports, backgrounds and tables."""

from typing import Any, Final, Literal, TypeAlias

import msgspec

from navcore.level.affine import Point
from navcore.level.bases import Element
from navcore.level.profiles import Profile
from navcore.level.tables import DRAWN, GROUND, TERRAINS, Layer, State, Terrain

GridOrigin: TypeAlias = Literal["bounds", "cells"]

GridFormat: TypeAlias = Literal["txt", "json"]

DoorStates: TypeAlias = Literal["drawn", "open"]
"""Which doors are open in an exported grid: those drawn open, or all."""

Rules: TypeAlias = Literal["crowd", "source"]
"""Movement rules of agents: `crowd` with avoidance, or `source`, exactly as source 000."""

BackgroundKind: TypeAlias = Literal["picture", "grid"]


class ExportTarget(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A grid that is written for the game."""

    path: str
    """Path from the folder of the level's file, with slashes; absolute paths stay absolute."""
    format: GridFormat = "txt"
    doors: DoorStates = "drawn"
    profile: str = ""
    """Name of the profile whose floor is exported; empty: the level's agent radius."""
    layer: str = ""
    """Name of the storey; empty: the ground."""
    state: str = DRAWN
    """Name of the state of the level; empty: as drawn."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Background(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Something to draw over: a picture, or a grid that a game already has. Never baked."""

    path: str
    """Path of the file, as in `ExportTarget`."""
    kind: BackgroundKind = "picture"
    position: Point = (0.0, 0.0)
    """Lower left corner of a picture, metres; the header of a grid has its own position."""
    scale: float = 0.05
    """Metres a pixel of a picture, over 0."""
    turn: float = 0.0
    """Radians, counter-clockwise, that a picture is turned about its lower left corner."""
    opacity: float = 0.5
    """Opacity from 0 (invisible) to 1."""
    visible: bool = True
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Meant(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A finding that the designer means: it is listed with the reason, and fails no check."""

    rule: str
    """Code of the rule."""
    elements: tuple[int, ...] = ()
    """Ids of the elements that the finding is about, ascending; none for a finding of many."""
    about: str = ""
    """Name of the table row that the finding is about, if any: a terrain, a storey, a type;
    `navcore.level.tables.MANY` if one finding covers many elements."""
    members: tuple[tuple[int, ...], ...] = ()
    """Ids of each accepted group of elements of such a finding; empty: any elements."""
    reason: str = ""
    """Why the finding is accepted, in the designer's words."""
    extra: dict[str, Any] = {}
    """Keys that this version does not know, kept as they were."""


class Settings(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Settings of the level as a whole. A level has exactly one, under the id `SETTINGS_ID`."""

    cell_size: float = 0.4
    """Side of a cell, metres, over 0."""
    agent_radius: float = 0.45
    """Half the width of a character, metres, at least 0; keeps it away from obstacles."""
    object_padding: float = 0.25
    """Extra clearance around obstacles, metres, at least 0."""
    boundary_padding: float = 0.0
    """Clearance from the outer edge of the areas, metres, at least 0."""
    floor_y: float = 0.0
    """Height of every exported point, metres."""
    seam: float = 0.01
    """Gaps between areas narrower than this are closed before the outer edge is taken, metres."""
    grid_origin: GridOrigin = "bounds"
    """`bounds`: the grid begins at the areas' margin. `cells`: at a multiple of the cell size."""
    boundary_follows_radius: bool = False
    """True if other radii change the boundary padding by their difference to `agent_radius`."""
    profile_follows_body: bool = False
    """True if agents without a profile plan on a floor for the larger of `agent_radius` and their
    own radius, which is rounded up to 5 cm."""
    tile_size: float = 0.0
    """Side of a painted cell, metres; 0: the cell size."""
    rules: Rules = "crowd"
    """Movement rules of agents in runs of the level."""
    knows_crowd: bool = True
    """True if plans lead around crowds where that takes less time; by the rules `crowd` only."""
    walk_threshold: float = 0.05
    """WALK_THRESHOLD, metres: nearer than this a point counts as reached (S0-086)."""
    target_replan_threshold: float = 0.25
    """TARGET_REPLAN_THRESHOLD, metres: a goal so near to the present one is the same (S0-081)."""
    influence_distance: float = 6.0
    """kDynamicObstacleInfluenceDist, metres: paths lead around agents that are this near to the
    straight line (S0-073)."""
    obstacle_radius_fraction: float = 0.6
    """kDynamicObstacleRadiusFraction: the part of their radius that blocks, 0 to 1 (S0-074)."""
    separation_iterations: int = 3
    """kIterations: passes a step that push overlapping agents apart (S0-092)."""
    nudge_distance: float = 1.2
    """kNudgeDist, metres: how far an agent that blocks another steps aside (S0-103)."""
    moved_distance: float = 0.05
    """kMovedEps, metres: an agent that moved farther is a mover (S0-110)."""
    replan_distance: float = 1.8
    """kReplanTriggerDist, metres: a mover so near to a walker's line makes it plan again (S0-111).
    """
    replan_cooldown: float = 0.5
    """kReplanCooldownMs, here in seconds (S0-112)."""
    talk_distance: float = 1.35
    """NPC_TALK_DISTANCE, metres: from here one agent meets another (S0-118)."""
    snap_radius: float = 8.0
    """Greatest distance in metres by which a start or goal outside walkable cells is moved
    (S0-040)."""
    trim_factor: float = 0.75
    """Share of a cell's side beyond which a path keeps the centre of its first cell (S0-044)."""
    title: str = ""
    description: str = ""
    notes: str = ""
    export_on_save: bool = False
    """True if saving the level in the editor writes its exports, too."""
    exports: tuple[ExportTarget, ...] = ()
    background: tuple[Background, ...] = ()
    """Back to front."""
    profiles: tuple[Profile, ...] = ()
    """Agent types, by name."""
    terrains: tuple[Terrain, ...] = ()
    """The level's terrains; empty: those of `navcore.level.tables.TERRAINS`."""
    layers: tuple[Layer, ...] = ()
    """Storeys, the ground first; empty: the ground only, with everything on it."""
    states: tuple[State, ...] = ()
    """States other than the drawing."""
    severities: dict[str, str] = {}
    """Severity of findings in this level, by code of the rule: `error`, `warning`, `note` or `off`;
    a missing rule, or any other value, keeps the rule's default."""
    meant: tuple[Meant, ...] = ()
    """Findings that the designer has accepted as intended."""
    extra: dict[str, Any] = {}
    """Keys of the file's top level that this version does not know, kept as they were."""

    @property
    def all_terrains(self) -> tuple[Terrain, ...]:
        """Terrains that elements can name: the level's own, or the default ones."""
        return self.terrains or TERRAINS

    @property
    def layer_names(self) -> tuple[str, ...]:
        """Names of the storeys, the ground first."""
        return tuple(layer.name for layer in self.layers) or (GROUND,)

    def layer_of(self, element: Element) -> str:
        """Return the storey of an element: the ground if the table lacks the storey that it names.

        Files written before storeys existed therefore bake as they did.
        """
        named = element.layer
        return named if any(layer.name == named for layer in self.layers) else GROUND

    @property
    def clearance(self) -> float:
        """Distance that a centre keeps from obstacles: agent radius plus object padding."""
        return self.agent_radius + self.object_padding

    @property
    def margin(self) -> float:
        """Free space around the areas' bounds, metres (S0-010)."""
        return self.cell_size * 2 + self.agent_radius + self.object_padding


MOVEMENT: Final = (
    "rules", "knows_crowd", "walk_threshold", "target_replan_threshold", "influence_distance",
    "obstacle_radius_fraction", "separation_iterations", "nudge_distance", "moved_distance",
    "replan_distance", "replan_cooldown", "talk_distance", "snap_radius", "trim_factor",
)  # fmt: skip
"""Settings that control movement in runs (S0-117); none of them affects the bake."""

NEW_SETTINGS: Final = Settings(
    boundary_padding=Settings().agent_radius,
    boundary_follows_radius=True,
    profile_follows_body=True,
)
"""Settings of a new level: agents keep their whole body on the floor.

Keys that a file lacks have the defaults of the format, `Settings()`.
"""
