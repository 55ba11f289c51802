"""Terrain as shapes: cells in the colours of their terrains, with a pattern where they cost more.

As on the canvas: dots from a cost of 1.2, a hatch from 1.5, a cross-hatch over what agents without
abilities can't enter.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from navcore.level.model import Profile, Terrain
from navcore.level.tiles import can_enter
from navcore.report.pictures import style
from navcore.report.pictures.floor import cell_lines
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.layout import Swatch
from navcore.report.pictures.shapes import Pattern, Shape
from navcore.world import World

_DOTS_FROM: Final = 1.2
_HATCH_FROM: Final = 1.5
"""Costs from which terrain has a pattern."""
_MIDDLING: Final = 1.5
"""Cost that gets the middle colour of the cost scale."""
_OWN_ALPHA: Final = 0.5
_COST_ALPHA: Final = 0.3
_BARRED_ALPHA: Final = 0.5


class _Look(NamedTuple):
    """Fill of a terrain, and the pattern over it."""

    colour: str
    alpha: float
    pattern: Pattern | None


def terrain_parts(frame: Frame, world: World, layer: str) -> Iterator[tuple[Swatch, Shape]]:
    """Yield swatch and cells of each terrain in a frame that differs from plain floor.

    Args:
        frame: The shown part of the world.
        world: The world of a level; the world of a grid has no terrain.
        layer: Name of the storey.
    """
    cells = world.on(layer).terrain
    if cells is None:
        return
    numbers = cells.cells[1:-1, 1:-1]
    floor = world.floor_for(Profile(layer=layer)) > 0
    used = np.bincount(numbers[floor], minlength=len(cells.table))
    for number, terrain in enumerate(cells.table):
        look = _look_of(terrain)
        if not used[number] or look is None:
            continue
        lines = cell_lines(frame, cells.lattice, floor & (numbers == number))
        if lines:
            shape = Shape(lines, fill=look.colour, fill_alpha=look.alpha, pattern=look.pattern,
                          ink=style.TEXT2)  # fmt: skip
            yield Swatch(terrain.name, _swatch(look)), shape


def _look_of(terrain: Terrain) -> _Look | None:
    """Return the look of a terrain for agents without a type; None: plain floor."""
    if not can_enter(terrain, None):
        return _Look(terrain.colour or style.BLOCKED, _BARRED_ALPHA, Pattern.BARRED)
    cost = terrain.cost
    pattern = None
    if cost >= _DOTS_FROM:
        pattern = Pattern.SLOW if cost >= _HATCH_FROM else Pattern.ROUGH
    if terrain.colour:
        return _Look(terrain.colour, _OWN_ALPHA, pattern)
    if cost <= 1.0:
        return None
    colours = style.COST_MIDDLING, style.COST_HIGH
    return _Look(colours[cost > _MIDDLING], _COST_ALPHA, pattern)


def _swatch(look: _Look) -> Shape:
    return Shape((), fill=look.colour, fill_alpha=look.alpha, pattern=look.pattern,
                 ink=style.TEXT2, line=style.LINE)  # fmt: skip
