"""Looks of terrains on the canvas: a colour, and a pattern if they cost more or are shut.

Colour is never the only difference: from a cost of 1.2 there are dots, from 1.5 a hatch, and
terrain that the shown agent type can't enter is crossed: in its own colour over the canvas's, or
black.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.canvas.camera import Camera
from editor.look import pens, style
from editor.look.style import BLOCKED, CANVAS, COSTS
from navcore.level.model import Profile, Settings, Terrain
from navcore.level.tiles import can_enter, cost_for

DOTS_FROM: Final = 1.2
HATCH_FROM: Final = 1.5
"""Costs from which terrain has a pattern."""

CHEAP: Final = 1.0
MIDDLING: Final = 1.5
"""Greatest costs with the first and the second colour of `COSTS`."""

_GAMMA: Final = 2.2
_FLARE: Final = 0.05
"""Luminance that black has on a screen (WCAG 2)."""

PATTERNS: Final = ("", "dots", "hatch", "cross")

Patterns = npt.NDArray[np.uint8]
"""(4, n, n) device pixels: 1 where the ink of each of `PATTERNS` is."""


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """Look of one terrain."""

    colour: str = ""
    """`#rrggbb`; empty: the floor is seen as it is."""
    alpha: float = 0.0
    pattern: str = ""
    """Pattern, one of `PATTERNS`."""
    ink: str = ""
    """Colour of the pattern."""

    @property
    def fill(self) -> int:
        """The premultiplied colour of its pixels; 0 is transparent."""
        return pens.premultiplied(self.colour, self.alpha) if self.colour else 0

    @property
    def ink_pixel(self) -> int:
        """The premultiplied colour of the pixels of its pattern."""
        return pens.premultiplied(self.ink, CANVAS.terrain_ink_alpha) if self.ink else 0


def colour_of_cost(cost: float) -> str:
    """Return the default colour of a cost."""
    return COSTS[0] if cost <= CHEAP else COSTS[1] if cost <= MIDDLING else COSTS[2]


def look_of(
    terrain: Terrain, profile: Profile | None, theme: style.Theme, *, by_cost: bool = False
) -> TerrainLook:
    """Return how a terrain looks to an agent type; `by_cost`: whatever colour it has itself."""
    if not can_enter(terrain, profile):
        if by_cost or not terrain.colour:
            return TerrainLook(BLOCKED, CANVAS.terrain_blocked_alpha, "cross", theme.text)
        # It is no floor for them: the hatch along walls below it would be misleading.
        tint = pens.mixed(theme.outside, terrain.colour, CANVAS.terrain_alpha)
        return TerrainLook(tint, CANVAS.terrain_barred_alpha, "cross", theme.text)
    cost = cost_for(terrain, profile)
    pattern = "hatch" if cost >= HATCH_FROM else "dots" if cost >= DOTS_FROM else ""
    own = "" if by_cost else terrain.colour
    if not (own or by_cost) and cost <= CHEAP:
        return TerrainLook()
    colour = own or colour_of_cost(cost)
    alpha = CANVAS.terrain_alpha if own else CANVAS.terrain_cost_alpha
    tint = pens.mixed(theme.walkable, colour, alpha)
    return TerrainLook(colour, alpha, pattern, _ink(colour, tint, theme) if pattern else "")


def _ink(colour: str, tint: str, theme: style.Theme) -> str:
    """Return a colour that shows on a tint: the terrain's own, darker or lighter."""
    inks = [pens.mixed(colour, to, CANVAS.terrain_ink_share) for to in (theme.text, theme.outside)]
    below = _luminance(tint) + _FLARE
    return max(inks, key=lambda ink: abs(math.log((_luminance(ink) + _FLARE) / below)))


def _luminance(token: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2)."""
    colour = pens.colour(token)
    parts = ((0.2126, colour.redF()), (0.7152, colour.greenF()), (0.0722, colour.blueF()))
    return math.fsum(share * math.pow(part, _GAMMA) for share, part in parts)


def looks_of(
    settings: Settings, profile: Profile | None, theme: style.Theme
) -> tuple[TerrainLook, ...]:
    """Return the look of every terrain of a level, in the order of its table."""
    return tuple(look_of(terrain, profile, theme) for terrain in settings.all_terrains)


def pattern_shift(part: Camera, ratio: float) -> tuple[int, int]:
    """Return where patterns begin in a part of the canvas, so that they move with the world."""
    step = pattern_masks(ratio).shape[1]
    across = math.floor(round(part.left * part.scale * ratio, 3)) % step
    return across, math.floor(round(-part.top * part.scale * ratio, 3)) % step


@lru_cache(maxsize=8)
def pattern_masks(ratio: float) -> Patterns:
    """Return one step of each pattern at a device ratio, to be repeated."""
    step = max(4, round(CANVAS.terrain_step * ratio))
    dot = max(1, round(CANVAS.terrain_dot * ratio))
    line = max(1, round(CANVAS.terrain_dot * ratio / 2))
    y, x = np.mgrid[0:step, 0:step]
    masks = np.zeros((len(PATTERNS), step, step), np.uint8)
    masks[1, :dot, :dot] = 1
    half = step // 2
    masks[1, half : half + dot, half : half + dot] = 1
    rising, falling = (x + y) % step < line, (x - y) % step < line
    masks[2] = rising
    masks[3] = rising | falling
    return masks
