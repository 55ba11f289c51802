"""Tiles of source 001: their properties, and the layers on which they lie."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final

from navcore.errors import NavcoreError
from navcore.level.tables import TERRAINS

__all__ = ["CollisionLayer", "TileProperties"]

TERRAIN_COSTS: Final[Mapping[str, float]] = MappingProxyType(
    {row.name: row.cost for row in TERRAINS if not row.needs or row.name == "water"}
)
"""Cost of each terrain that can be walked on (S1-034); of others no tile is navigable."""


class CollisionLayer(IntEnum):
    """Layers by their numbers (S1-039)."""

    GROUND = 0
    SKY = 1
    UNDERGROUND = 2
    VOLUME = 3
    CUSTOM_1 = 4
    CUSTOM_2 = 5
    CUSTOM_3 = 6
    CUSTOM_4 = 7

    @classmethod
    def of_mask(cls, mask: int) -> "CollisionLayer":
        """The layer of an agent: the lowest bit that is set; the ground without one (S1-044)."""
        for layer in cls:
            if mask >> layer & 1:
                return layer
        return cls.GROUND


@dataclass(frozen=True, slots=True)
class TileProperties:
    """Properties of one tile (S1-031)."""

    is_blocked: bool = False
    is_navigable: bool = True
    traversal_cost: float | None = None
    """Cost of entering it, over 0; None: the cost of its terrain (S1-036)."""
    terrain: str = "ground"
    custom_flags: int = 0
    """Eight bits for the game."""
    layer: int = 0
    """Number of its layer; set when a map receives the tile (S1-038)."""
    is_dynamic: bool = False
    on_destroyed_state: "TileProperties | None" = None
    """Tile after :meth:`TileMap.destroy`; None: plain ground."""
    on_built_state: "TileProperties | None" = None
    """Tile after :meth:`TileMap.build`; None: plain ground."""
    metadata: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        """Refuse what no tile can be (S1-035).

        Raises:
            NavcoreError: if the cost is not a finite number over 0, or flags are no eight bits.
        """
        cost = self.traversal_cost
        if cost is not None and not (math.isfinite(cost) and cost > 0):
            message = f"traversal_cost must be a finite number over 0, got {cost}"
            raise NavcoreError(message)
        if not 0 <= self.custom_flags <= 0xFF:
            message = f"custom_flags must be eight bits, 0 to 255, got {self.custom_flags}"
            raise NavcoreError(message)

    @property
    def cost(self) -> float:
        """The cost of entering it; infinite if its terrain can't be walked on."""
        if self.traversal_cost is not None:
            return self.traversal_cost
        return TERRAIN_COSTS.get(self.terrain, math.inf)

    @property
    def is_free(self) -> bool:
        """True if agents can enter it (S1-032)."""
        return self.is_navigable and not self.is_blocked and math.isfinite(self.cost)
