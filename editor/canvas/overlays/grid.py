"""Grid lines by zoom: the minor line is the snap step, or the next that is wide enough."""

from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainter, QPen

from editor import style
from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.style import CANVAS, Z

LADDER: Final = (
    (0.1, 1.0), (0.25, 1.0), (0.5, 5.0), (1.0, 5.0), (2.0, 10.0), (5.0, 25.0), (10.0, 50.0),
    (25.0, 100.0), (50.0, 250.0),
)  # fmt: skip
"""Minor and major step, metres."""


class GridOverlay(Overlay):
    """Minor and major lines and the two axes, each one device pixel wide."""

    name: ClassVar[str] = "grid"
    z: ClassVar[Z] = Z.GRID

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Faint lines; nothing when the grid is off."""
        if not scene.settings.grid:
            return
        theme = style.current()
        minor, major = steps(scene.settings.snap_step, camera.scale)
        span = CANVAS.grid_fade_to - CANVAS.grid_fade_from
        fade = min(1.0, max(0.0, (minor * camera.scale - CANVAS.grid_fade_from) / span))
        ratio = scene.device_ratio
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for step, alpha, skip in (
            (minor, theme.grid_minor_alpha * fade, major),
            (major, theme.grid_major_alpha, None),
        ):
            if alpha > 0.002:
                painter.setPen(_pen(alpha, ratio))
                painter.drawLines(_lines(camera, step, skip, ratio))
        painter.setPen(_pen(theme.grid_axis_alpha, ratio))
        painter.drawLines(_axes(camera, ratio))


def steps(snap_step: float, scale: float) -> tuple[float, float]:
    """Minor and major step in metres at `scale` pixels a metre."""
    for minor, major in LADDER:
        if minor >= snap_step - 1e-9 and minor * scale >= CANVAS.grid_fade_from:
            return minor, major
    return LADDER[-1]


def _pen(alpha: float, ratio: float) -> QPen:
    return style.pen(style.current().grid, 1 / ratio, alpha=alpha)


def _lines(camera: Camera, step: float, skip: float | None, ratio: float) -> list[QLineF]:
    left, low, right, high = camera.box
    lines = [
        QLineF(x, 0, x, camera.height)
        for x in _pixels(left, right, step, skip, camera.scale, ratio)
    ]
    lines += [
        QLineF(0, camera.height - y, camera.width, camera.height - y)
        for y in _pixels(low, high, step, skip, camera.scale, ratio)
    ]
    return lines


def _pixels(
    low: float, high: float, step: float, skip: float | None, scale: float, ratio: float
) -> list[float]:
    """Where multiples of `step` fall between two world values; not those of `skip`, nor 0."""
    counts = np.arange(np.ceil(low / step), np.floor(high / step) + 1)
    counts = counts[counts != 0]
    if skip is not None:
        counts = counts[np.mod(counts, round(skip / step)) != 0]
    return _crisp((counts * step - low) * scale, ratio)


def _crisp(pixels: np.ndarray[tuple[int], np.dtype[np.float64]], ratio: float) -> list[float]:
    return [(round(pixel * ratio - 0.5) + 0.5) / ratio for pixel in pixels.tolist()]


def _axes(camera: Camera, ratio: float) -> list[QLineF]:
    x, y = camera.to_pixel((0.0, 0.0))
    (x,), (y,) = _crisp(np.array([x]), ratio), _crisp(np.array([y]), ratio)
    return [QLineF(x, 0, x, camera.height), QLineF(0, y, camera.width, y)]


OVERLAYS = (GridOverlay,)
