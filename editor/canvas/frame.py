"""The canvas on the screen: it is painted into a picture, and only what differs is shown anew.

To hand a whole canvas to the screen takes longer than to paint most frames, and what lies over it
(buttons, the legend) is painted anew with it. Two pictures are compared in a tenth of a
millisecond. A frame is asked for by the corner of the canvas; the window composes it when it is
about to paint, so that what differs is painted in the same go.
"""

import math
from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget

Words = npt.NDArray[np.uint64]

CORNER: Final = QRect(0, 0, 1, 1)
"""What is painted anew to ask for a frame."""


class Frame:
    """The picture of a canvas, and the one before it."""

    def __init__(
        self,
        canvas: QWidget,
        paint: Callable[[QPainter], None],
        covered: Callable[[], object] = tuple,
    ) -> None:
        """Show what `paint` paints; it covers the whole canvas, and texts avoid what is `covered`.

        `covered` returns the boxes of what lies over the canvas.
        """
        self._canvas, self._paint, self._covered = canvas, paint, covered
        self._kept_off: object = ()
        """What was covered when the picture was painted."""
        self._picture, self._words = _blank(0, 0)
        self._spare, self._spare_words = _blank(0, 0)
        """The picture before, to be painted over."""
        self._is_asked = False
        self._is_composed = False
        """True if the picture shows what is so, and was not shown yet."""

    def ask(self) -> None:
        """Something has changed: paint it in the next frame of the window."""
        self._is_asked, self._is_composed = True, False
        self._canvas.update(CORNER)

    def compose(self) -> None:
        """Paint what was asked for, and ask Qt to show where it differs."""
        if self._is_asked and self._canvas.isVisible():
            self._canvas.update(self._composed())
            self._is_composed = True

    def show(self, region: QRegion) -> None:
        """Paint a region of the canvas; to be called in its paint event.

        If nothing was asked for, something that lies over a part of the canvas has changed. If it
        covers the same part as before, the picture is valid. If the whole canvas is to be painted,
        it is painted anew.
        """
        is_part = not region.boundingRect().contains(self._canvas.rect())
        if not (self._is_composed or (is_part and self._is_valid())):
            left = QRegion(self._composed()).subtracted(region)
            if not left.isEmpty():
                self._canvas.update(left)
        self._is_composed = False
        painter = QPainter(self._canvas)
        try:
            painter.setClipRegion(region)
            painter.drawImage(QPoint(0, 0), self._picture)
        finally:
            # A widget that is still being painted on when it goes would end the program.
            painter.end()

    def _is_valid(self) -> bool:
        """Return whether the picture shows all that was asked for, in the size of the canvas."""
        ratio = self._canvas.devicePixelRatioF()
        is_alike = self._picture.devicePixelRatio() == ratio and self._size() == (
            self._picture.height(),
            self._picture.width(),
        )
        return is_alike and not self._is_asked and self._kept_off == self._covered()

    def _size(self) -> tuple[int, int]:
        """Return height and width of the canvas in device pixels."""
        ratio, canvas = self._canvas.devicePixelRatioF(), self._canvas
        return (math.ceil(canvas.height() * ratio), math.ceil(canvas.width() * ratio))

    def _composed(self) -> QRect:
        """Paint the whole canvas, and return where it differs from the picture before."""
        self._is_asked, self._kept_off = False, self._covered()
        ratio, size = self._canvas.devicePixelRatioF(), self._size()
        if (self._spare.height(), self._spare.width()) != size:
            self._spare, self._spare_words = _blank(*size)
        self._spare.setDevicePixelRatio(ratio)
        painter = QPainter(self._spare)
        try:
            self._paint(painter)
        finally:
            painter.end()
        before = self._words
        self._picture, self._spare = self._spare, self._picture
        self._words, self._spare_words = self._spare_words, before
        if before.shape != self._words.shape or self._spare.devicePixelRatio() != ratio:
            return self._canvas.rect()
        left, top, right, bottom = (value / ratio for value in differing(before, self._words))
        corner = QPoint(math.floor(left), math.floor(top))
        return QRect(corner, QPoint(math.ceil(right) - 1, math.ceil(bottom) - 1))


def differing(before: Words, after: Words) -> tuple[int, int, int, int]:
    """Return the box around all pixels that differ: left, top, right, bottom; all 0 for none.

    Both (height, pairs of pixels). Right and bottom are the first ones beyond; left and right are
    even.
    """
    differ = before != after
    rows = np.flatnonzero(differ.any(axis=1))
    if not len(rows):
        return (0, 0, 0, 0)
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    columns = np.flatnonzero(differ[top:bottom].any(axis=0))
    return (2 * int(columns[0]), top, 2 * int(columns[-1]) + 2, bottom)


def _blank(height: int, width: int) -> tuple[QImage, Words]:
    """Return a picture, and its memory as pairs of pixels; one more pixel a row if it is odd."""
    words = np.zeros((height, (width + 1) // 2), np.uint64)
    data = words.data if words.size else bytearray(8)
    return QImage(data, width, height, 8 * words.shape[1], QImage.Format.Format_RGB32), words
