"""Cached sprites of stops and arrows look as drawn, within a quarter of a device pixel."""

import math

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from editor.canvas.camera import Camera
from editor.canvas.painting.route_stamps import stamp_arrow, stamp_stops
from editor.canvas.painting.routes import Arrow, paint_stops, paint_tip

SIZE = (120, 90)
SEEN = 60
"""Levels by which the smooth edge of a shape may differ where it lies an eighth of a pixel off."""


def blank(ratio: float) -> QImage:
    """A dark picture."""
    image = QImage(
        round(SIZE[0] * ratio), round(SIZE[1] * ratio), QImage.Format.Format_ARGB32_Premultiplied
    )
    image.setDevicePixelRatio(ratio)
    image.fill(0xFF202020)
    return image


def levels(image: QImage) -> np.ndarray:
    """Every channel of every pixel."""
    return np.frombuffer(image.constBits(), np.uint8).astype(np.int16)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_stamps_look_as_drawn(qapp: QApplication, ratio: float) -> None:
    """Wherever they stand, and also where the picture cuts them."""
    camera = Camera(3.3, 2.1, 11.7, *SIZE)
    places = [(x * 1.13 - 2, z * 1.09 - 2) for x in range(9) for z in range(7)]
    turns = [math.tau * number / 23 for number in range(len(places))]
    drawn, stamped = blank(ratio), blank(ratio)
    one, other = QPainter(drawn), QPainter(stamped)
    one.setRenderHint(QPainter.RenderHint.Antialiasing)
    stamp_stops(other, camera, places[::2], ratio)
    paint_stops(one, camera, places[::2])
    for place, turn in zip(places[1::2], turns, strict=False):
        along = (math.cos(turn), math.sin(turn))
        stamp_arrow(other, camera, Arrow(place, along, 9.0), ratio)
        paint_tip(one, QPointF(*camera.to_pixel(place)), (along[0], -along[1]))
    one.end()
    other.end()
    apart = np.abs(levels(drawn) - levels(stamped))
    assert (levels(drawn) != levels(blank(ratio))).any()
    assert apart.max() <= SEEN
    assert apart.mean() < 1.0
