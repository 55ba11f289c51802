"""Profile: who walks."""

from dataclasses import dataclass

from navcore.errors import NavcoreError
from navcore.level.limits import LIMITS
from navcore.level.model import Settings

LAYERS = ("ground",)
"""Layers that are baked."""


@dataclass(frozen=True, slots=True)
class Profile:
    """Who walks: worlds answer for each profile from the same bake."""

    layer: str = "ground"
    """Where it walks."""
    radius: float | None = None
    """Half its width, metres, at least 0; None: the level's agent radius."""
    abilities: tuple[str, ...] = ()
    """What it can do besides walking."""

    def radius_in(self, settings: Settings) -> float:
        """Half its width in a level with these settings, metres.

        Raises:
            NavcoreError: if the radius is out of the limits of agent radii, or the layer is
                none that is baked.
        """
        if self.layer not in LAYERS:
            message = f"no layer is named {self.layer!r}; layers here: {', '.join(LAYERS)}"
            raise NavcoreError(message)
        if self.radius is None:
            return settings.agent_radius
        limit = LIMITS["agent_radius"]
        if not limit.allows(self.radius):
            message = f"radius must be {limit}, got {self.radius}"
            raise NavcoreError(message)
        return float(self.radius)


def boundary_padding_for(radius: float, settings: Settings) -> float:
    """Clearance from the outer edge that agents of a radius keep, metres, at least 0 (S0-029)."""
    if not settings.boundary_follows_radius:
        return settings.boundary_padding
    return max(0.0, settings.boundary_padding + (radius - settings.agent_radius))
