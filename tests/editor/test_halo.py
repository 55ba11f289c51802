"""Halos of texts are those that Qt strokes around the whole text."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QImage, QPainter, QPainterPath, QPen

from editor.canvas.painting.halo import paint_halo
from editor.look import pens

TEXTS = [
    "Grid: 189.1 m, 135 s, narrowest 2.00 m; 95 visited, 0.30 ms",
    "stall_23",
    "Große Halle, AV. Ye To",
    "בית המכס",
    "日本 2",
    "a\u2028b",
    "",
]
COLOUR, WIDTH = "#14171C", 3.0


def picture(words: str, ratio: float, font: QFont, *, whole: bool) -> np.ndarray:
    """How opaque each pixel is with a halo by letters, or stroked at once."""
    wide, high = round(480 * ratio), round(24 * ratio)
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    base = QPointF(3.0, 16.0)
    if whole:
        path = QPainterPath()
        path.addText(base, font, words)
        pen = QPen(pens.colour(COLOUR), WIDTH)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
    else:
        paint_halo(painter, words, base, font, (COLOUR, WIDTH))
    painter.end()
    return np.array(image.constBits(), np.uint8).reshape(high, wide, 4)[..., 3].astype(int)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 2.0])
@pytest.mark.parametrize("words", TEXTS)
@pytest.mark.parametrize("semibold", [False, True])
def test_letter_by_letter_it_is_the_halo_of_the_text(
    qapp: object, words: str, ratio: float, semibold: bool
) -> None:
    """They are equal except for the edges of pixels where the halos of two letters meet."""
    font = pens.font(11, semibold=semibold)
    at_once = picture(words, ratio, font, whole=True)
    by_letters = picture(words, ratio, font, whole=False)
    off = np.abs(at_once - by_letters)
    assert off.max() <= 80
    assert np.count_nonzero(off > 8) <= 0.04 * np.count_nonzero(at_once)
    assert at_once.any() == bool(words)


def test_kept_letters_are_those_of_their_font(qapp: object) -> None:
    """Sizes and weights don't share outlines."""
    fonts = [pens.font(size, semibold=bold) for size in (11, 12) for bold in (False, True)]
    first = [picture("Agg 12", 1.0, font, whole=False) for font in fonts]
    again = [picture("Agg 12", 1.0, font, whole=False) for font in fonts]
    for n, one in enumerate(first):
        assert (one == again[n]).all()
        assert all((one != other).any() for other in first[:n])
