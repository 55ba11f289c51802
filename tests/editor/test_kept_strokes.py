"""Lines that are cached as pictures look like stroked lines."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPolygonF

from editor.canvas.painting.kept_strokes import MOST, KeptStrokes
from editor.look import pens

LINE = [QPointF(-40.0, 30.3), QPointF(55.2, 12.7), QPointF(90.0, 80.1), QPointF(400.0, 61.5)]


class Lines:
    """Draws lines, and counts how often they are stroked."""

    def __init__(self) -> None:
        """Nothing is kept."""
        self.strokes, self.kept = 0, KeptStrokes()

    def picture(self, corners: list[QPointF], ratio: float = 1.0) -> np.ndarray:
        """Return a frame of 160 x 120 pixels."""
        wide, high = round(160 * ratio), round(120 * ratio)
        image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.darkGray)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        line = QPolygonF(corners)

        def stroke(painter: QPainter) -> None:
            self.strokes += 1
            for pen in (pens.pen("#102030", 7.0, alpha=0.6), pens.pen("#f0a000", 3.0)):
                painter.setPen(pen)
                painter.drawPolyline(line)

        self.kept.draw(painter, line, 7.0, ("look",), stroke)
        painter.end()
        return np.array(image.constBits(), np.uint8).reshape(high, wide, 4).astype(int)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
def test_a_kept_line_looks_as_it_was_stroked(qapp: object, ratio: float) -> None:
    """They are equal except for rounding of overlapping colours."""
    lines = Lines()
    stroked, made, kept = (lines.picture(LINE, ratio) for _ in range(3))
    assert lines.strokes == 2
    assert (stroked != stroked[0, -1]).any()
    assert np.abs(stroked - made).max() <= 2
    assert (made == kept).all()


def test_a_line_that_moves_is_stroked_each_time(qapp: object) -> None:
    """Lines that move in the next frame aren't kept as pictures."""
    lines = Lines()
    for number in range(3 * MOST):
        moved = [point + QPointF(0.0, number / 7) for point in LINE]
        fresh = Lines().picture(moved)
        assert (lines.picture(moved) == fresh).all()
    assert lines.strokes == 3 * MOST
