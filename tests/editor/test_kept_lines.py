"""Cached pictures of lines look like new lines."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Camera
from editor.canvas.painting.line_pictures import (
    KeptLines,
    LinePicture,
    SmoothLines,
    draw_smooth_lines,
)

CAMERA = Camera(0.0, 0.0, 10.0, 160, 120)


def parts(shift: float, *, token: str = "#f0a000") -> list[SmoothLines]:
    """Two lines that cross, the upper one with a casing."""
    one = np.array([[-20.0, 30.5 + shift, 180.0, 61.0], [180.0, 61.0, 200.0, 0.0]])
    other = np.array([[30.0, -10.0, 90.0 + shift, 140.0]])
    return [(one, (("#102030", 7.0),)), (other, (("#102030", 5.0), (token, 3.0)))]


def picture(draw: object, lines: list[SmoothLines], camera: Camera, ratio: float) -> np.ndarray:
    """The pixels of a canvas with these lines."""
    wide, high = round(160 * ratio), round(120 * ratio)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.darkGray)
    painter = QPainter(image)
    draw(painter, lines, camera, camera.box, ratio)
    painter.end()
    return np.array(image.constBits(), np.uint8).reshape(high, wide, 4)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_they_equal_fresh_ones_whatever_comes_after_what(qapp: object, ratio: float) -> None:
    """They are drawn again, moved, in another colour or view, none, and the first again."""
    kept = KeptLines()
    panned = CAMERA.panned(13.0, -7.0)
    steps = [
        (parts(0.0), CAMERA),
        (parts(0.0), CAMERA),
        (parts(4.25), CAMERA),
        (parts(4.25, token="#40c0ff"), CAMERA),
        (parts(4.25, token="#40c0ff"), panned),
        ([], CAMERA),
        (parts(0.0), CAMERA),
    ]
    for lines, camera in steps:
        fresh = picture(draw_smooth_lines, lines, camera, ratio)
        assert (picture(kept.draw, lines, camera, ratio) == fresh).all()


def test_the_same_lines_are_painted_once(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another ratio needs another picture."""
    times: list[None] = []
    paint = LinePicture.paint_smooth
    monkeypatch.setattr(
        LinePicture, "paint_smooth", lambda *args: (times.append(None), paint(*args))
    )
    kept = KeptLines()
    for ratio, painted in ((1.0, 1), (1.0, 1), (2.0, 2), (2.0, 2), (1.0, 3)):
        picture(kept.draw, parts(0.0), CAMERA, ratio)
        assert len(times) == painted


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_cropped_picture_looks_as_the_whole_one(qapp: object, ratio: float) -> None:
    """Where little is in it, where nothing is, and once it is painted anew."""
    cropped, whole = LinePicture(), LinePicture()

    def drawn(one: LinePicture) -> object:
        def draw(painter: QPainter, lines: object, camera: Camera, box: object, by: float) -> None:
            one.paint_smooth(lines, camera, box, by)
            if one is cropped:
                one.crop()
            painter.setOpacity(0.4)
            one.draw(painter)

        return draw

    short = np.array([[30.0, 41.5, 66.2, 44.0], [58.0, 70.0, 61.5, 71.25]])
    away = np.array([[-90.0, -50.0, -60.0, -50.0]])
    look = (("#102030", 5.0), ("#f0a000", 3.0))
    for ends in (short, away, short + 17.0, np.vstack((short, short + 80.0))):
        lines = [(ends, look)]
        found, expected = (picture(drawn(one), lines, CAMERA, ratio) for one in (cropped, whole))
        assert (found == expected).all()
