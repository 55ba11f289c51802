"""Whether a gap of a given width lets somebody through, whatever the cells happen to be.

A centre keeps its clearance from both sides of a gap. What is left between the two clearances is
a strip; wherever the cells fall, one row of them runs through a strip that is at least one cell
wide along an axis, and a staircase through one of `|cos| + |sin|` cells in any direction, which
is at most sqrt 2. A narrower strip is open by luck: a shift of the grid would shut it.
"""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from navcore.bake.profile import boundary_padding_for
from navcore.level.model import Settings

Kind: TypeAlias = Literal["never", "by luck", "always"]
"""Whether a gap is open: on no grid, on some, on all."""

Side: TypeAlias = Literal["obstacle", "edge"]
"""What a gap lies between: an obstacle, or the outer edge of the areas."""

TWO_OBSTACLES: Final[tuple[Side, Side]] = ("obstacle", "obstacle")

_DUST: Final = 1e-9
"""Metres by which widths may miss a limit for rounding."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The widths at which a gap opens, metres."""

    can_pass_from: float
    """Up to this width it is shut on every grid."""
    always_from: float
    """From this width on it is open on every grid."""

    def kind_of(self, width: float) -> Kind:
        """What becomes of a gap of this width."""
        if width >= self.always_from - _DUST:
            return "always"
        return "never" if width <= self.can_pass_from + _DUST else "by luck"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether somebody of a radius gets through a gap."""

    kind: Kind
    width: float
    """Metres."""
    radius: float
    """Of whoever is asked about, metres."""
    needed: float
    """Metres from which it can be passed: wider than this."""
    always_from: float
    """Metres from which it is open wherever the cells fall."""
    greatest_radius: float | None
    """Of whoever always fits, metres; infinite where the radius does not matter, None: nobody."""


def verdict_of(
    width: float,
    settings: Settings,
    *,
    radius: float | None = None,
    sides: tuple[Side, Side] = TWO_OBSTACLES,
    axis_aligned: bool = True,
) -> Verdict:
    """Whether somebody gets through a straight gap of this width, metres.

    Args:
        width: From side to side.
        settings: The numbers that the level is baked with.
        radius: Of whoever walks; None: the level's agent radius.
        sides: What the gap lies between.
        axis_aligned: Whether the way through runs along an axis; else any direction is meant.
    """
    steps = 1.0 if axis_aligned else math.sqrt(2.0)
    limits = limits_of(settings, radius=radius, sides=sides, steps=steps)
    return Verdict(
        limits.kind_of(width),
        width,
        settings.agent_radius if radius is None else radius,
        limits.can_pass_from,
        limits.always_from,
        greatest_radius(width, settings, sides=sides, steps=steps),
    )


def limits_of(
    settings: Settings,
    *,
    radius: float | None = None,
    sides: tuple[Side, Side] = TWO_OBSTACLES,
    steps: float = 1.0,
    depth: float = math.inf,
) -> Limits:
    """The widths at which a gap opens.

    Args:
        settings: The numbers that the level is baked with.
        radius: Of whoever walks; None: the level's agent radius.
        sides: What the gap lies between.
        steps: Cells that the strip between the clearances must be wide to hold a way on every
            grid, see :func:`steps_across`.
        depth: How far the sides run beside each other, metres. Past two corners that face each
            other one step may lead, though neither of its ends would fit between them.
    """
    size = settings.agent_radius if radius is None else radius
    clearances = [clearance_of(side, size, settings) for side in sides]
    over = max(0.0, (settings.cell_size - depth) / 2)
    can_pass = sum(math.sqrt(max(0.0, c * c - over * over)) for c in clearances)
    return Limits(can_pass, sum(clearances) + steps * settings.cell_size)


def clearance_of(side: Side, radius: float, settings: Settings) -> float:
    """What a centre keeps from this side of a gap, metres (S0-027, S0-029)."""
    if side == "obstacle":
        return radius + settings.object_padding
    return boundary_padding_for(radius, settings)


def steps_across(x: float, z: float) -> float:
    """Cells that a strip across the direction (x, z) must be wide to hold a way on every grid."""
    length = math.hypot(x, z)
    return (abs(x) + abs(z)) / length if length > 0 else math.sqrt(2.0)


def greatest_radius(
    width: float,
    settings: Settings,
    *,
    sides: tuple[Side, Side] = TWO_OBSTACLES,
    steps: float = 1.0,
) -> float | None:
    """The radius of the largest who always fits, metres; infinite: everybody, None: nobody."""
    room = width - steps * settings.cell_size + _DUST / 2
    obstacles = sides.count("obstacle")
    follows = settings.boundary_follows_radius
    room -= obstacles * settings.object_padding
    edges = len(sides) - obstacles
    # From this radius on the clearance from the outer edge grows with it.
    base = settings.agent_radius - settings.boundary_padding if follows else 0.0
    if not follows:
        room -= edges * settings.boundary_padding
        edges = 0
    if room < edges * max(0.0, -base):
        return None
    found = room / obstacles if obstacles else math.inf
    if edges and found > base:
        found = (room + edges * base) / (obstacles + edges)
    if found < 0.0:
        return None
    return math.floor(found * 1e6) / 1e6 if math.isfinite(found) else found
