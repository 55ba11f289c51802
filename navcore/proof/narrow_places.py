"""Narrow places of a level at which passing agents are counted, besides doors."""

from typing import Final

from navcore.errors import NavcoreError
from navcore.level.model import Level
from navcore.level.storeys import only_on
from navcore.proof.clearances import WIDEST, clearance_of, passages
from navcore.sim.judging import Opening

MOST_CORNERS: Final = 5_000
"""Most corners of all outlines; with more, narrow places aren't searched: over 0.15 s."""


NARROW: Final = 3.5
"""Widths in metres at which even small agents queue."""


def narrow_places(level: Level) -> tuple[Opening, ...]:
    """Return the gaps of all storeys for agents of the level's radius, doors left out.

    A gap is where the floor is narrower than three times what an agent needs, or than `NARROW`,
    and wider on both faces; its line is from side to side where it is narrowest.
    """
    shapes = (*level.areas.values(), *level.obstacles.values())
    if sum(len(shape.polygon) for shape in shapes) > MOST_CORNERS:
        return ()
    settings = level.settings
    needed = 2 * clearance_of("obstacle", settings.agent_radius, settings)
    widest = max(NARROW, WIDEST * needed)
    try:
        return tuple(
            Opening(gap.ends, name)
            for name in settings.layer_names
            for gap in passages(only_on(level, name), widest=widest)
            if gap.kind == "gap"
        )
    except NavcoreError:
        # Outlines that can't be measured: the bake reports what is wrong with them.
        return ()
