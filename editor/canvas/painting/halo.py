"""The halo around a line of text, stroked letter by letter.

Qt's time for filling a shape grows with the square of the crossings in a row of pixels: the outline
of sixty letters at once takes 4 ms, one letter after the other half a millisecond. Pictures of
letters are kept: a changing label has other numbers in the same places.
"""

import math
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QPixmap,
    QRawFont,
    QTextLayout,
)

from editor.look import pens

_COARSE: Final = 0.5
"""Device pixels by which a curve may be off, as where Qt strokes it itself."""
_MOST: Final = 2000
"""Letters that are kept, each at all places on a pixel; of 1 kB each, 4 kB at 200 %."""

_letters: dict[tuple[object, ...], tuple[QPointF, QPixmap]] = {}
"""Strokes around letters, by face, letter, look, ratio and place on a pixel; see `_letter`."""


def paint_halo(
    painter: QPainter, words: str, base: QPointF, font: QFont, halo: tuple[str, float]
) -> None:
    """Stroke the outlines of letters.

    Args:
        painter: Painter of a picture, without a transform.
        words: One line.
        base: Start of the text on its baseline, pixels.
        font: Its font.
        halo: Colour, `#RRGGBB`, and width of the strokes, pixels.
    """
    colour, width = halo
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    if line.textLength() != len(words.encode("utf-16-le")) // 2:
        # Qt would break it into several lines.
        path = QPainterPath()
        path.addText(base, font, words)
        painter.strokePath(path, _pen(colour, width))
        return
    ratio = painter.device().devicePixelRatioF()
    origin = base - QPointF(0.0, line.ascent())
    for run in layout.glyphRuns():
        raw = run.rawFont()
        face = (raw.familyName(), raw.styleName(), raw.weight(), raw.pixelSize())
        for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
            # Letters are placed between device pixels, their pictures on them.
            x, y = (ratio * (origin.x() + at.x()), ratio * (origin.y() + at.y()))
            left, top = math.floor(x), math.floor(y)
            key = (*face, glyph, halo, ratio, x - left, y - top)
            letter = _letters.get(key)
            if letter is None:
                if len(_letters) >= _MOST:
                    _letters.clear()
                aside = QPointF((x - left) / ratio, (y - top) / ratio)
                letter = _letters[key] = _letter(raw, glyph, halo, ratio, aside)
            corner, picture = letter
            painter.drawPixmap(QPointF(left / ratio, top / ratio) + corner, picture)


def _letter(
    raw: QRawFont, glyph: int, halo: tuple[str, float], ratio: float, aside: QPointF
) -> tuple[QPointF, QPixmap]:
    """The picture of a stroke around a letter, and where its corner is from the letter's pixel.

    `aside` is where on that pixel its base line begins.
    """
    colour, width = halo
    stroker = QPainterPathStroker(_pen(colour, width))
    stroker.setCurveThreshold(_COARSE / ratio)
    outline = stroker.createStroke(raw.pathForGlyph(glyph)).translated(aside)
    box = outline.boundingRect()
    left, top = math.floor(ratio * box.left()) - 1, math.floor(ratio * box.top()) - 1
    wide = math.ceil(ratio * box.right()) + 1 - left
    high = math.ceil(ratio * box.bottom()) + 1 - top
    picture = QPixmap(wide, high)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    corner = QPointF(left / ratio, top / ratio)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.fillPath(outline.translated(-corner), pens.brush(colour))
    painter.end()
    return corner, picture


def _pen(colour: str, width: float) -> QPen:
    made = QPen(pens.colour(colour), width)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made
