"""Very many lines in one picture: stroking thousands of them takes longer than ten frames."""

import math
from collections.abc import Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats
from editor.canvas.painting.bands import in_bands
from editor.canvas.painting.paths import path_of
from editor.canvas.painting.pixel_room import PixelRoom
from editor.canvas.painting.vector import is_vector
from editor.look import pens
from navcore.kernels import buffers
from navcore.kernels.draw import lines, smooth_lines

FAR: Final = 1e5
"""Pixels; no line is drawn farther out."""


MANY: Final = 500
"""Smooth lines from which two threads draw them."""
BANDS: Final = 4
"""Bands of a picture that the threads take one after the other."""

SmoothLines: TypeAlias = tuple[Floats, Sequence[tuple[str, float]]]
"""Separate lines, (n, 4) pixels of both ends; colours and widths, each over the previous."""


def draw_lines(
    painter: QPainter,
    points: Floats,
    joined: npt.NDArray[np.int32],
    strokes: Sequence[tuple[str, float]],
    alpha: float,
    camera: Camera,
    box: Box,
    ratio: float,
) -> None:
    """Draw lines through pixels, with the same opacity where they overlap.

    Args:
        painter: The painter.
        points: (n, 2) pixels.
        joined: (n,) 1 if a line continues to the next point, 0 if it ends.
        strokes: Colours and widths, each over the previous one.
        alpha: Opacity of all together.
        camera: The view.
        box: The part of the world that is painted.
        ratio: Device pixels per pixel.
    """
    painter.setOpacity(alpha)
    if is_vector(painter):
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for token, width in strokes:
            painter.setPen(pens.pen(token, width))
            painter.drawPath(path_of(np.clip(points, -FAR, FAR), joined))
    else:
        _PICTURE.paint(points, joined, strokes, camera, box, ratio)
        _PICTURE.draw(painter)
    painter.setOpacity(1.0)


def draw_smooth_lines(
    painter: QPainter, parts: Sequence[SmoothLines], camera: Camera, box: Box, ratio: float
) -> None:
    """Draw separate smooth lines, part over part; the rest as in `draw_lines`.

    All parts are one picture: emptying and drawing one the size of the canvas takes 2 ms.
    """
    if not is_vector(painter):
        _PICTURE.paint_smooth(parts, camera, box, ratio)
        _PICTURE.draw(painter)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for ends, strokes in parts:
        drawn = [QLineF(*line) for line in np.clip(ends, -FAR, FAR).tolist()]
        for token, width in strokes:
            pen = pens.pen(token, width)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLines(drawn)


class LinePicture:
    """A picture of lines that is painted over again and again."""

    def __init__(self) -> None:
        """Start without lines."""
        self.image = QImage()
        """The painted lines; null if there are no pixels."""
        self.place = QPointF()
        """Upper left corner of the image, pixels of the canvas."""
        self._room = PixelRoom()
        self._pixels = self._room.of(0, 0)
        self._part: QRectF | None = None
        """What of it is drawn; None: all of it."""

    def paint(
        self,
        points: Floats,
        joined: npt.NDArray[np.int32],
        strokes: Sequence[tuple[str, float]],
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Paint these lines and nothing else, see `draw_lines`."""
        if not self._clear(camera, box, ratio):
            return
        place, (height, width) = (self.place.x(), self.place.y()), self._pixels.shape
        pixels = np.floor((np.clip(points, -FAR, FAR) - place) * ratio).astype(np.int32)
        corners, ends, out = buffers(lines, pixels, joined, self._pixels)
        for token, wide in strokes:
            colour = pens.colour(token).rgba()
            lines.draw(corners, ends, colour, max(1, round(wide * ratio)), out, width, height)

    def paint_smooth(
        self, parts: Sequence[SmoothLines], camera: Camera, box: Box, ratio: float
    ) -> None:
        """Paint these separate lines and nothing else, see `draw_smooth_lines`."""
        drawn = [(ends, *look) for ends, looks in parts for look in looks if len(ends)]
        if not self._clear(camera, box, ratio) or not drawn:
            return
        place, (height, width) = (self.place.x(), self.place.y()), self._pixels.shape
        ends = np.concatenate([(ends - place * 2) * ratio for ends, _, _ in drawn])
        counts = [len(ends) for ends, _, _ in drawn]
        tokens = [pens.colour(token).rgba() for _, token, _ in drawn]
        colours = np.repeat(np.array(tokens, np.uint32), counts)
        thick = np.repeat([wide * ratio for _, _, wide in drawn], counts)
        lines, looks, widths, out = buffers(smooth_lines, ends, colours, thick, self._pixels)

        def draw(top: int, bottom: int) -> None:
            smooth_lines.draw(lines, looks, widths, out, width, top, bottom)

        in_bands(draw, height, 1 if len(ends) < MANY else BANDS)

    def _clear(self, camera: Camera, box: Box, ratio: float) -> bool:
        """Begin an empty picture of a box of the world; whether there is anything of it."""
        left, top, width, height = camera.pixels_of(box)
        self.place, self._part = QPointF(left, top), None
        if not (width and height):
            self.image = QImage()
            return False
        width, height = math.ceil(width * ratio), math.ceil(height * ratio)
        self._pixels = self._room.of(height, width)
        self._pixels.fill(0)
        form = QImage.Format.Format_ARGB32_Premultiplied
        self.image = QImage(self._pixels.data, width, height, 4 * width, form)
        self.image.setDevicePixelRatio(ratio)
        return True

    def draw(self, painter: QPainter) -> None:
        """Draw what is painted."""
        if self.image.isNull():
            return
        if self._part is None:
            painter.drawImage(self.place, self.image)
            return
        ratio = self.image.devicePixelRatio()
        corner = self.place + self._part.topLeft() / ratio
        painter.drawImage(corner, self.image, self._part)

    def crop(self) -> None:
        """Draw only the part in which there is anything from now on, until it is painted anew.

        Worth it for a picture that is drawn at many frames: what is seen through costs as much.
        """
        rows = np.flatnonzero(self._pixels.any(axis=1))
        columns = np.flatnonzero(self._pixels.any(axis=0))
        if len(rows):
            (top, bottom), (left, right) = rows[[0, -1]].tolist(), columns[[0, -1]].tolist()
            self._part = QRectF(left, top, right + 1 - left, bottom + 1 - top)
        else:
            self.image = QImage()


class KeptLines:
    """Separate smooth lines whose picture is kept while they don't change."""

    def __init__(self) -> None:
        """Start without lines."""
        self._picture = LinePicture()
        self._key: tuple[object, ...] = ()

    def draw(
        self,
        painter: QPainter,
        parts: Sequence[SmoothLines],
        camera: Camera,
        box: Box,
        ratio: float,
    ) -> None:
        """Draw them as `draw_smooth_lines`."""
        if is_vector(painter):
            draw_smooth_lines(painter, parts, camera, box, ratio)
            return
        key = (camera, box, ratio, tuple((ends.tobytes(), tuple(look)) for ends, look in parts))
        if key != self._key:
            self._picture.paint_smooth(parts, camera, box, ratio)
            self._key = key
        self._picture.draw(painter)


_PICTURE: Final = LinePicture()
"""Picture for lines that are repainted each time."""
