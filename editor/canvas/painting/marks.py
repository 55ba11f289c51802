"""Marks at places of the level: drawn one by one where few are in view, else as sprites."""

from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera, Floats
from editor.canvas.painting.sprites import LARGEST, SIZES, Atlas, Figures, Paint, Span
from editor.canvas.painting.vector import is_vector
from editor.look import style

FEW: Final = 16
"""Most marks in view that are drawn one by one."""


class Marks:
    """Draws marks of a few kinds. 2,600 marks take 2 ms as sprites, and 25 ms one by one."""

    def __init__(self, paint: Paint, span: Span, kinds: int = 1) -> None:
        """`paint` draws a mark and nothing beyond its `span`; marks of higher kinds lie on top."""
        self._paint, self._span = paint, span
        self._atlas = Atlas(paint, span, range(kinds))
        self._key: tuple[object, ...] = ()
        """What the atlas drew last."""

    def draw(
        self,
        painter: QPainter,
        places: Floats,
        kinds: npt.NDArray[np.int8],
        sizes: Floats,
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Draw the marks that are seen in a box of the world.

        `places` (n, 2) are metres, `kinds` (n,) their kinds, `sizes` (n,) their radii in pixels.
        """
        rows = self._seen(places, kinds, sizes, camera, box)
        if not len(rows):
            return
        places, kinds, sizes = places[rows], kinds[rows], sizes[rows]
        count = len(rows)
        if count > FEW and float(sizes.max()) < LARGEST and not is_vector(painter):
            key = (
                camera,
                box,
                ratio,
                style.current(),
                places.tobytes(),
                kinds.tobytes(),
                sizes.tobytes(),
            )
            if key == self._key:
                # Most moves of a drag leave all marks alone.
                self._atlas.draw_again(painter)
                return
            self._key = key
            quarters = np.rint(SIZES * sizes).astype(np.int32)
            none = np.zeros(count, np.bool_)
            figures = Figures(places, quarters, np.zeros(count), kinds, none)
            self._atlas.draw(painter, figures, camera, box, ratio)
            return
        order = np.argsort(kinds, kind="stable")
        pixels = camera.to_pixels(places[order]).tolist()
        looks = zip(pixels, sizes[order].tolist(), kinds[order].tolist(), strict=True)
        for (x, y), size, kind in looks:
            self._paint(painter, QPointF(x, y), size, 0.0, kind, False)

    def _seen(
        self,
        places: Floats,
        kinds: npt.NDArray[np.int8],
        sizes: Floats,
        camera: Camera,
        box: Box,
    ) -> npt.NDArray[np.int64]:
        if not len(places):
            return np.empty(0, np.int64)
        largest = float(sizes.max())
        reach = max(self._span(largest, kind, False) for kind in np.unique(kinds).tolist())
        reach /= camera.scale
        x, z = places.T
        inside = (x >= box[0] - reach) & (x <= box[2] + reach)
        inside &= (z >= box[1] - reach) & (z <= box[3] + reach)
        return np.flatnonzero(inside)
