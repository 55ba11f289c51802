"""A kept picture of what rarely changes: painted once, then only where it is outdated."""

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from time import perf_counter
from typing import Final, TypeAlias

from PySide6.QtCore import QPoint, QRect, QRectF, QSize
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera
from editor.look import pens, style

PIXEL_DUST: Final = 1e-6
"""Tolerance in pixels for floating-point noise."""
MANY_PARTS: Final = 64
"""Number of parts above which they are painted as one."""
PART_COST: Final = 80_000
"""Number of pixels whose painting takes as long as the overhead of another part."""
SLICES: Final = 24
"""Bands that a whole picture is painted in, where each must not take long."""
FINE: Final = 2.0
"""Device pixels a pixel from which pictures need not be scaled smoothly."""

EVERYTHING: Final[Box] = (-math.inf, -math.inf, math.inf, math.inf)

PaintPart: TypeAlias = Callable[[QPainter, QRect, Camera], None]
"""Paints a part of the canvas, all of it, for a camera."""


class Kept:
    """Picture of one camera's view, with its outdated parts."""

    def __init__(self) -> None:
        """Start without a picture."""
        self.picture = QPixmap()
        self.camera: Camera | None = None
        """Camera of the picture; None before the first time."""
        self._ratio = 1.0
        self._stale: list[tuple[Box, float, float]] = []
        self._todo: list[QRect] = []

    @property
    def ratio(self) -> float:
        """Device pixels a pixel."""
        return self._ratio

    def touch(self, box: Box, across: float, up: float) -> None:
        """Mark a box of the world, with a margin in pixels, as outdated."""
        if len(self._stale) > MANY_PARTS:
            boxes, sides, heights = zip(*self._stale, strict=True)
            self._stale = [(_around(boxes), max(sides), max(heights))]
        self._stale.append((box, across, up))

    def begin(self, camera: Camera, ratio: float, slices: int = 1) -> None:
        """Repaint all of it for this camera, in this many bands."""
        # Partly visible pixels are painted completely.
        size = QSize(
            *(math.ceil(side * ratio - PIXEL_DUST) for side in (camera.width, camera.height))
        )
        if self.picture.size() != size:
            # The old one is used again where it fits, for new memory is slow.
            old, self.picture = self.picture, QPixmap(size)
            self.picture.fill(pens.colour(style.current().outside))
            if slices > 1 and not old.isNull():
                # The old picture is visible until all bands are painted.
                painter = QPainter(self.picture)
                painter.drawPixmap(0, 0, old)
                painter.end()
        self.picture.setDevicePixelRatio(ratio)
        self.camera, self._ratio, self._stale = camera, ratio, []
        ends = [camera.height * number // slices for number in range(slices + 1)]
        self._todo = [
            QRect(0, top, camera.width, end - top) for top, end in pairwise(ends) if end > top
        ]

    def scroll(self, camera: Camera) -> bool:
        """Follow a camera that only moved by whole pixels; whether it did."""
        shift = _shift(self.camera, camera, self._ratio)
        if shift is None:
            return False
        if not shift.isNull():
            x, y = shift.x(), shift.y()
            device = (round(x * self._ratio), round(y * self._ratio))
            self.picture.scroll(*device, self.picture.rect())
            width, height = camera.width, camera.height
            self._todo = [part.translated(shift) for part in self._todo]
            self._todo += [
                QRect(0 if x > 0 else width + x, 0, abs(x), height),
                QRect(0, 0 if y > 0 else height + y, width, abs(y)),
            ]
        self.camera = camera
        return True

    def paint(self, paint_part: PaintPart, until: float = math.inf) -> int:
        """Paint outdated parts until this time; return the number of painted pixels.

        `until` is a time of `perf_counter`, checked after each part.
        """
        assert self.camera is not None
        self._settle_stale()
        painted = 0
        if not self._todo:
            return painted
        if until == math.inf:
            self._todo = few(self._todo)
        painter = QPainter(self.picture)
        try:
            while self._todo:
                part = self._todo.pop(0)
                paint_part(painter, part, self.camera)
                painted += pixels(part)
                if perf_counter() >= until:
                    break
        finally:
            # A picture that is still being painted on when it goes would end the program.
            painter.end()
        return painted

    def paint_small(self, paint_part: PaintPart, most: int) -> int:
        """Paint only outdated parts of at most so many pixels; return the number of pixels."""
        self._settle_stale()
        small = [part for part in self._todo if pixels(part) <= most]
        if not small:
            return 0
        large = [part for part in self._todo if pixels(part) > most]
        self._todo = small
        painted = self.paint(paint_part)
        self._todo = large
        return painted

    def join(self) -> None:
        """Count all of it as one outdated part."""
        assert self.camera is not None
        self._todo = [QRect(0, 0, self.camera.width, self.camera.height)]

    def cut(self, slices: int) -> None:
        """Split outdated parts into bands, of which `slices` cover the canvas.

        Small parts are not split, and come first.
        """
        assert self.camera is not None
        self._settle_stale()
        width, height = self.camera.width, self.camera.height
        step = max(1, height // slices)
        whole = QRect(0, 0, width, height)
        if any(part.contains(whole) for part in self._todo):
            self._todo = [whole]
        most = 2 * width * step
        large = [part for part in self._todo if pixels(part) > most]
        self._todo = [part for part in self._todo if pixels(part) <= most]
        self._todo += [
            QRect(part.x(), top, part.width(), min(step, part.bottom() + 1 - top))
            for part in large
            for top in range(part.top(), part.bottom() + 1, step)
        ]

    @property
    def unpainted(self) -> int:
        """The number of outdated pixels."""
        self._settle_stale()
        return sum(map(pixels, self._todo))

    def place(self, camera: Camera) -> QRectF:
        """Return where on the canvas of another camera the picture belongs."""
        assert self.camera is not None
        box = self.camera.box
        left, top = camera.to_pixel((box[0], box[3]))
        right, bottom = camera.to_pixel((box[2], box[1]))
        return QRectF(left, top, right - left, bottom - top)

    def draw(self, painter: QPainter, camera: Camera) -> None:
        """Draw it, scaled, where another camera sees it."""
        # Smoothing is not visible on small pixels, and takes twice as long.
        smooth = self._ratio < FINE
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.drawPixmap(self.place(camera), self.picture, QRectF(self.picture.rect()))

    def _settle_stale(self) -> None:
        """Convert boxes of the world to parts of the canvas."""
        camera = self.camera
        if camera is None or not self._stale:
            return
        for (x0, z0, x1, z1), across, up in self._stale:
            dx, dz = across / camera.scale, up / camera.scale
            part = QRect(*camera.pixels_of((x0 - dx, z0 - dz, x1 + dx, z1 + dz)))
            if not part.isEmpty():
                self._todo.append(part)
        self._stale = []
        if len(self._todo) > MANY_PARTS:
            self._todo = few(self._todo)


def _around(boxes: Sequence[Box]) -> Box:
    low_x, low_z, high_x, high_z = zip(*boxes, strict=True)
    return (min(low_x), min(low_z), max(high_x), max(high_z))


def few(parts: Iterable[QRect]) -> list[QRect]:
    """Rectangles around all of these, as few as are painted the fastest; they may overlap."""
    waiting = [part for part in parts if not part.isEmpty()]
    if len(waiting) > MANY_PARTS:
        around = QRect()
        for part in waiting:
            around = around.united(part)
        return [around]
    found: list[QRect] = []
    while waiting:
        part = waiting.pop()
        for other in found:
            joined = part.united(other)
            if pixels(joined) <= pixels(part) + pixels(other) + PART_COST:
                found.remove(other)
                waiting.append(joined)
                break
        else:
            found.append(part)
    return found


def pixels(part: QRect) -> int:
    """Return the number of pixels."""
    return part.width() * part.height()


def _shift(old: Camera | None, new: Camera, ratio: float) -> QPoint | None:
    """Return the pixels by which all drawings move; None if they do more than move.

    Lines and words are drawn on whole pixels: only whole pixels, of both kinds, keep them.
    """
    if old is None or (old.scale, old.width, old.height) != (new.scale, new.width, new.height):
        return None
    across, down = (old.x - new.x) * new.scale, (new.z - old.z) * new.scale
    shift = QPoint(round(across), round(down))
    if max(abs(across), abs(down)) >= max(new.width, new.height):
        return None
    for wanted, whole in ((across, shift.x()), (down, shift.y())):
        device = whole * ratio
        if abs(wanted - whole) > PIXEL_DUST or abs(device - round(device)) > PIXEL_DUST:
            return None
    return shift
