"""Shapes on the canvas: drawing many at once equals drawing them one by one."""

import random

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication, QImage, QPainter

from editor.canvas.camera import Camera
from editor.canvas.painting.drawing import MANY, outlines, shapes
from editor.canvas.painting.rings import draw_plain
from editor.look import pens, style
from editor.look.style import LineStyle


@pytest.mark.parametrize("fewest", [1, 2, 3])
@pytest.mark.usefixtures("qapp")
def test_many_shapes_are_those_that_they_are_one_by_one(fewest: int) -> None:
    """Corners that fall on one pixel, ends that meet and far places included."""
    assert QGuiApplication.instance() is not None
    rng = random.Random(4)
    camera = Camera(3.0, 4.0, 7.0, 320, 200)
    rings = [
        tuple(
            (rng.choice([0.0, 0.01, 2.0, 1e9]), rng.uniform(-50, 50))
            for _ in range(rng.randint(fewest, 9))
        )
        for _ in range(2 * MANY)
    ]
    rings += [((0.0, 0.0), (5.0, 0.0), (5.0, 5.0), (0.0, 5.0), (0.0, 0.0))]
    together = shapes(rings, camera, 1.0, 1.5)
    for ring, (shape, along_axes) in zip(rings, together, strict=True):
        [(alone, alone_along_axes)] = shapes([ring], camera, 1.0, 1.5)
        assert shape.toList() == alone.toList()
        assert along_axes == alone_along_axes


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_many_rings_in_one_go_look_as_one_by_one(ratio: float) -> None:
    """Closed, with the same line and fill; smooth lines as nearly as one can see."""
    camera = Camera(16.0, 10.0, 10.0, 320, 200)
    line = LineStyle("accent", 2.0, (), 4.0, 0.14)
    rings = [
        ((x, z), (x + 1.2, z), (x + 1.3, z + 1.1), (x + 0.4, z + 1.3))
        for x in range(0, 32, 2)
        for z in range(0, 20, 2)
    ]
    pictures = []
    for in_one_go in (True, False):
        picture = QImage(round(320 * ratio), round(200 * ratio), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(ratio)
        picture.fill(pens.colour(style.current().outside))
        painter = QPainter(picture)
        if in_one_go:
            draw_plain(painter, rings, line, camera, ratio)
        else:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pens.pen(style.current().accent))
            painter.setBrush(pens.brush(style.current().accent, 0.14))
            for ring in outlines(rings, camera, 1.0, ratio):
                painter.drawPolygon(ring)
        painter.end()
        pictures.append(picture)
    assert len(rings) > MANY
    shades = [np.frombuffer(each.constBits(), np.uint8).astype(int) for each in pictures]
    apart = np.abs(shades[0] - shades[1])
    assert apart.mean() < 4
    assert np.count_nonzero(apart > 64) < 0.02 * apart.size
