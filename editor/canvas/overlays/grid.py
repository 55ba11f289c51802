"""Grid lines by zoom: the minor line is the snap step, or the next that is wide enough."""

import math
from typing import ClassVar

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Camera
from editor.canvas.grid_steps import drawn_steps
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.pixel_room import SCRATCH
from editor.canvas.painting.vector import draw_grid, is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z


class GridOverlay(Overlay):
    """Minor and major lines and the two axes, each one device pixel wide."""

    name: ClassVar[str] = "grid"
    z: ClassVar[Z] = Z.GRID
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.SETTINGS})

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Faint lines; nothing when the grid is off."""
        if scene.settings.grid:
            _paint_lines(painter, camera.pixels_of(scene.box), scene, camera)


def _paint_lines(
    painter: QPainter,
    part: tuple[int, int, int, int],
    scene: Scene,
    camera: Camera,
) -> None:
    """All lines of a part of the canvas as one picture.

    Blending it costs the same however many lines there are; stroking hundreds of upright lines
    one by one took most of a frame.
    """
    theme, ratio = style.current(), scene.device_ratio
    left, top, width, height = (round(value * ratio) for value in part)
    minor, major = drawn_steps(scene.settings.snap_step, camera.scale)
    if is_vector(painter):
        draw_grid(painter, camera, (minor, major), _alphas(minor, camera.scale)[1:])
        return
    scale = camera.scale * ratio
    across = _ranks(left, width, -camera.left * scale, scale, (minor, major))
    down = _ranks(top, height, camera.top * scale, -scale, (minor, major))
    alphas = _alphas(minor, camera.scale)
    colours = np.array([pens.premultiplied(theme.grid, alpha) for alpha in alphas], np.uint32)
    picture = SCRATCH.of(height, width)
    for rank in range(len(alphas)):
        picture[down == rank] = colours[np.maximum(across, rank)]
    form = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(picture.data, width, height, 4 * width, form)
    image.setDevicePixelRatio(ratio)
    painter.drawImage(QPointF(part[0], part[1]), image)


def _alphas(minor: float, scale: float) -> tuple[float, ...]:
    """Return the opacities of the values of `_ranks`: nothing, minor, major lines, the axes."""
    theme = style.current()
    span = CANVAS.grid_fade_to - CANVAS.grid_fade_from
    fade = min(1.0, max(0.0, (minor * scale - CANVAS.grid_fade_from) / span))
    return (0.0, theme.grid_minor_alpha * fade, theme.grid_major_alpha, theme.grid_axis_alpha)


def _ranks(
    first: int, count: int, zero: float, scale: float, steps: tuple[float, float]
) -> npt.NDArray[np.uint8]:
    """Return for each of `count` device pixels: nothing, a minor, a major line or the axis.

    0 lies at `zero` pixels, 1 metre `scale` pixels further.
    """
    ranks = np.zeros(count, np.uint8)
    ends = sorted(((first - zero) / scale, (first + count - zero) / scale))
    for rank, step in enumerate(steps, start=1):
        numbers = np.arange(math.floor(ends[0] / step), math.ceil(ends[1] / step) + 1)
        _mark(ranks, np.floor(zero + numbers * step * scale) - first, rank)
    _mark(ranks, np.floor([zero]) - first, len(steps) + 1)
    return ranks


def _mark(ranks: npt.NDArray[np.uint8], pixels: npt.NDArray[np.float64], rank: int) -> None:
    inside = (pixels >= 0) & (pixels < len(ranks))
    ranks[pixels[inside].astype(np.int64)] = rank


OVERLAYS = (GridOverlay,)
