"""Grid lines by zoom: the minor line is the snap step, or the next that is wide enough."""

import math
from functools import lru_cache
from typing import ClassVar, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from editor import pens, style
from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.style import CANVAS, Theme, Z

LADDER: Final = (
    (0.1, 1.0), (0.25, 1.0), (0.5, 5.0), (1.0, 5.0), (2.0, 10.0), (5.0, 25.0), (10.0, 50.0),
    (25.0, 100.0), (50.0, 250.0),
)  # fmt: skip
"""Minor and major step, metres."""


Floats: TypeAlias = npt.NDArray[np.float64]


class GridOverlay(Overlay):
    """Minor and major lines and the two axes, each one device pixel wide."""

    name: ClassVar[str] = "grid"
    z: ClassVar[Z] = Z.GRID

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Faint lines; nothing when the grid is off."""
        if scene.settings.grid:
            lines = _lines(camera, scene.settings.snap_step, style.current(), scene.device_ratio)
            painter.drawImage(QPointF(0, 0), lines)


def steps(snap_step: float, scale: float) -> tuple[float, float]:
    """Minor and major step in metres at `scale` pixels a metre."""
    for minor, major in LADDER:
        if minor >= snap_step - 1e-9 and minor * scale >= CANVAS.grid_fade_from:
            return minor, major
    return LADDER[-1]


@lru_cache(maxsize=2)
def _lines(camera: Camera, snap_step: float, theme: Theme, ratio: float) -> QImage:
    """All lines as one picture.

    Blending it costs the same however many lines there are; stroking hundreds of upright lines
    one by one took most of a frame.
    """
    minor, major = steps(snap_step, camera.scale)
    span = CANVAS.grid_fade_to - CANVAS.grid_fade_from
    fade = min(1.0, max(0.0, (minor * camera.scale - CANVAS.grid_fade_from) / span))
    strengths = (
        (minor, theme.grid_minor_alpha * fade),
        (major, theme.grid_major_alpha),
        (math.inf, theme.grid_axis_alpha),
    )
    left, low, right, high = camera.box
    across = _alphas(math.ceil(camera.width * ratio), left, right, strengths)
    down = _alphas(math.ceil(camera.height * ratio), low, high, strengths)[::-1]
    picture = np.empty((len(down), len(across)), np.uint32)
    picture[:] = _premultiplied(across, theme.grid)
    for row in np.flatnonzero(down).tolist():
        picture[row] = _premultiplied(np.maximum(across, down[row]), theme.grid)
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, len(across), len(down), 4 * len(across), form).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _alphas(
    count: int, low: float, high: float, strengths: tuple[tuple[float, float], ...]
) -> Floats:
    """The opacity of the line on each of `count` device pixels between two world values."""
    alphas = np.zeros(count)
    for step, alpha in strengths:
        if math.isinf(step):
            values = np.zeros(1)
        else:
            values = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
        pixels = np.floor((values - low) / (high - low) * count).astype(np.int64)
        inside = pixels[(pixels >= 0) & (pixels < count)]
        alphas[inside] = np.maximum(alphas[inside], alpha)
    return alphas


def _premultiplied(alphas: Floats, token: str) -> npt.NDArray[np.uint32]:
    colour = pens.colour(token)
    packed = np.round(alphas * 255).astype(np.uint32) << np.uint32(24)
    for part, shift in ((colour.red(), 16), (colour.green(), 8), (colour.blue(), 0)):
        packed |= np.round(alphas * part).astype(np.uint32) << np.uint32(shift)
    return packed


OVERLAYS = (GridOverlay,)
