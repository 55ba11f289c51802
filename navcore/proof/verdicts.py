"""Decide whether agents fit through a gap of a given width, on any grid alignment.

A centre keeps its clearance from both sides of a gap. A strip remains between the two clearances.
On any grid alignment, one row of cells runs through a strip that is at least one cell wide along an
axis, and a staircase through a strip of `|cos| + |sin|` cells in any direction, which is at most
sqrt 2. A narrower strip is only passable at some alignments: shifting the grid would close it.
"""

import math
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from navcore.bake.profile import boundary_padding_for
from navcore.level.model import Settings

Kind: TypeAlias = Literal["never", "by luck", "always"]
"""Grid alignments on which a gap is open: none, some or all."""

Side: TypeAlias = Literal["obstacle", "edge"]
"""Side of a gap: an obstacle, or the outer edge of the areas."""

TWO_OBSTACLES: Final[tuple[Side, Side]] = ("obstacle", "obstacle")

_DUST: Final = 1e-9
"""Metres by which widths may miss a limit for rounding."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The widths at which a gap opens, metres."""

    can_pass_from: float
    """Width up to which the gap is shut on every grid."""
    always_from: float
    """Width from which on the gap is open on every grid."""

    def kind_of(self, width: float) -> Kind:
        """Return the kind of a gap with this width."""
        if width >= self.always_from - _DUST:
            return "always"
        return "never" if width <= self.can_pass_from + _DUST else "by luck"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Verdict on whether agents of a radius fit through a gap."""

    kind: Kind
    width: float
    """Metres."""
    radius: float
    """Radius of the tested agents, metres."""
    needed: float
    """Metres from which it can be passed: wider than this."""
    always_from: float
    """Metres from which it is open wherever the cells fall."""
    greatest_radius: float | None
    """Largest radius that always fits, metres; infinite if any does, None if none does."""


def verdict_of(
    width: float,
    settings: Settings,
    *,
    radius: float | None = None,
    sides: tuple[Side, Side] = TWO_OBSTACLES,
    axis_aligned: bool = True,
) -> Verdict:
    """Return whether agents fit through a straight gap of this width, metres.

    Args:
        width: Distance from side to side.
        settings: The settings of the bake.
        radius: Radius of the agents; None: the level's agent radius.
        sides: Both sides of the gap.
        axis_aligned: Whether the path through runs along an axis; else in any direction.
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
    """Return the widths at which a gap opens.

    Args:
        settings: The settings of the bake.
        radius: Radius of the agents; None: the level's agent radius.
        sides: Both sides of the gap.
        steps: Width in cells that the strip between the clearances needs for a path on every grid,
            see :func:`steps_across`.
        depth: Length over which the sides run beside each other, metres. Past two corners that face
            each other one step may lead, even if neither of its ends would fit between them.
    """
    size = settings.agent_radius if radius is None else radius
    clearances = [clearance_of(side, size, settings) for side in sides]
    over = max(0.0, (settings.cell_size - depth) / 2)
    can_pass = sum(math.sqrt(max(0.0, c * c - over * over)) for c in clearances)
    return Limits(can_pass, sum(clearances) + steps * settings.cell_size)


def rounded_up(width: float) -> float:
    """Return a width rounded up to whole centimetres: a gap that wide is not only open by luck."""
    return math.ceil(width * 100 - 1e-6) / 100


def clearance_of(side: Side, radius: float, settings: Settings) -> float:
    """Return the distance of a centre from this side of a gap, metres (S0-027, S0-029)."""
    if side == "obstacle":
        return radius + settings.object_padding
    return boundary_padding_for(radius, settings)


def steps_across(x: float, z: float) -> float:
    """Return the strip width in cells across (x, z) that allows a path on every grid."""
    length = math.hypot(x, z)
    return (abs(x) + abs(z)) / length if length > 0 else math.sqrt(2.0)


def greatest_radius(
    width: float,
    settings: Settings,
    *,
    sides: tuple[Side, Side] = TWO_OBSTACLES,
    steps: float = 1.0,
) -> float | None:
    """Return the largest radius that always fits, metres; infinite: all, None: none."""
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
