"""The floor of an agent type as a clearance: corridors of its radius that are clear lie on it."""

from typing import Protocol

from navcore.bake.layers import Storey
from navcore.bake.profile import padding_for
from navcore.bake.terrain import TerrainCells
from navcore.graph.clearance import Clearance
from navcore.graph.shut_terrain import ShutTerrain
from navcore.level.model import Level, Profile


class Baked(Protocol):
    """A world."""

    @property
    def level(self) -> Level:
        """The drawing."""

    def on(self, layer: str) -> Storey:
        """Return a storey of it."""


def floor_for(world: Baked, profile: Profile, *, through_doors: bool = True) -> Clearance:
    """Return the floor of a type on its storey in a world; see :func:`floor_of`.

    Raises:
        UnknownLayer: if the level lacks the profile's storey.
    """
    terrain = world.on(profile.layer).terrain
    return floor_of(world.level, profile, terrain, through_doors=through_doors)


def floor_of(
    level: Level,
    profile: Profile,
    terrain: TerrainCells | None = None,
    *,
    through_doors: bool = True,
) -> Clearance:
    """Return the floor of a type on its storey: what is clear for its radius lies on it.

    As in the bake, agents keep their radius plus the object padding from obstacles, the boundary
    padding from the outer edge, and their centre out of terrain that they can't enter.

    Args:
        level: The drawing.
        profile: The type.
        terrain: Terrain of the storey; None: agents can enter everything.
        through_doors: Whether shut doors count as floor.

    Raises:
        NavcoreError: if the type's radius is out of its limits, or an outline is invalid.
    """
    return Clearance.of(
        level, profile.layer, abilities=profile.abilities, through_doors=through_doors,
        shut=ShutTerrain.of(terrain, profile), padding=padding_for(profile, level.settings),
    )  # fmt: skip
