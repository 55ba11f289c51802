"""Shapes on the canvas: many in one go are what they are one by one."""

import random

import pytest
from PySide6.QtGui import QGuiApplication

from editor.canvas.camera import Camera
from editor.canvas.drawing import MANY, shapes


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
