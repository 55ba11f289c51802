"""Heat maps: counts of each cell during a run, in colours."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Final

import numpy as np
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.class_picture import Classes, ClassPicture, Paints
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import tr
from navcore.sim.cell_counts import Cells

BETWEEN: Final = 4
"""Shades from one colour of the legend to the next."""
LEAST: Final = 0.1
"""Counts for each square metre from which anything is drawn."""


class HeatOverlay(Overlay):
    """Counts for each square metre, in four colours of a logarithmic scale."""

    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.TRAFFIC, Reads.RUN, Reads.WORLD})
    hatched: ClassVar[bool] = False
    """True if a hatch distinguishes it too."""

    def __init__(self) -> None:
        """Start without counts."""
        super().__init__()
        self._known: tuple[object, object, int, Classes, float] | None = None
        self._picture = ClassPicture()

    def cells(self, scene: Scene) -> tuple[Cells, int]:
        """Return the counts of the cells, and the tick up to which they go."""
        raise NotImplementedError

    def words(self, least: str) -> str:
        """Return the meaning of a colour, from a least value per square metre."""
        raise NotImplementedError

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the colours that are there, the highest first."""
        found = self._classes(scene)
        if found is None:
            return ()
        classes, least = found
        if not classes.any():
            words = tr("{0}: none so far").format(tr(self.title))
            return (LegendRow(words, style.current().outside, style.current().control),)
        highest = int(classes.max())
        heat = _heat()
        return tuple(
            LegendRow(
                self.words(f"{_rounded(least * 10 ** (number / 2)):g}"),
                pens.mixed(style.current().walkable, colour, CANVAS.heat_alpha),
                style.current().control,
                style.current().outside if self.hatched else "",
            )
            for number, colour in reversed(list(enumerate(heat)))
            if number * BETWEEN < highest
        )

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint the walkable cells with counts."""
        found = self._classes(scene)
        if found is None or not found[0].any():
            return
        lattice, ratio = scene.run.world.grid.lattice, scene.device_ratio
        box, paints = scene.box, self._paints()
        self._picture.paint(painter, found[0], lattice, camera, box, ratio, paints)

    def _classes(self, scene: Scene) -> tuple[Classes, float] | None:
        """Return the class of each cell, 0 for none, and the first limit; None without a run."""
        if scene.run.playhead.at_start:
            return None
        (cells, ticks), grid, known = self.cells(scene), scene.run.world.grid, self._known
        if (
            known is not None
            and known[0] is cells
            and known[1] is grid
            and (known[2] == ticks or not scene.traffic.may_show(self))
        ):
            return known[3], known[4]
        classes, least = classes_of(cells / np.float32(grid.lattice.cell_size**2))
        classes *= grid.walkable != 0
        self._known = (cells, grid, ticks, classes, least)
        return classes, least

    def _paints(self) -> Paints:
        shades, outside = _shades(_heat()), style.current().outside
        over = [pens.mixed(shade, outside, CANVAS.heat_hatch_alpha) for shade in shades]
        return Paints(shades, over if self.hatched else (), CANVAS.heat_alpha)


def classes_of(density: Cells) -> tuple[Classes, float]:
    """Return the class of each cell, and the density at which the first class begins.

    The scale is logarithmic and ends at the highest density: four colours, each from a round
    number on, 1 or 3 times a power of ten, with `BETWEEN` classes in each. 0 is not shown.
    """
    colours = len(_heat())
    highest = float(density.max(initial=0.0))
    if highest < LEAST:
        return np.zeros(density.shape, np.uint8), LEAST
    # Half powers of ten: 0.1, 0.3, 1, 3, 10 ...
    top = math.floor(2 * math.log10(highest) + 1e-6)
    first = max(2 * math.log10(LEAST), top - colours + 1)
    least = 10 ** (first / 2)
    classes = np.zeros(density.shape, np.uint8)
    hit = density >= np.float32(least)
    steps = np.floor((2 * np.log10(density[hit]) - first) * BETWEEN) + 1
    classes[hit] = np.clip(steps, 1, colours * BETWEEN).astype(np.uint8)
    return classes, least


def _heat() -> tuple[str, ...]:
    return style.HEAT[style.current().name]


def _rounded(value: float) -> float:
    """Return 1 or 3 times a power of ten, for half powers of ten."""
    power = math.floor(math.log10(value) + 1e-6)
    return (3.0 if value / 10**power > 2 else 1.0) * 10.0**power


@lru_cache(maxsize=8)
def _shades(heat: Sequence[str]) -> tuple[str, ...]:
    """Return the colours of all classes: those of the legend, and colours in between."""
    following = [*heat[1:], heat[-1]]
    return tuple(
        pens.mixed(one, other, step / BETWEEN)
        for one, other in zip(heat, following, strict=True)
        for step in range(BETWEEN)
    )
