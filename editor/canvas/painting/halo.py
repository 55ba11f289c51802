"""The halo around a line of text, stroked letter by letter.

How long Qt takes to fill a shape grows with the square of what it crosses in a row of pixels: the
outline of sixty letters at once takes 4 ms, one letter after the other takes half of one.
"""

from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import (
    QFont,
    QPainter,
    QPainterPath,
    QPainterPathStroker,
    QPen,
    QRawFont,
    QTextLayout,
)

from editor.look import pens

_COARSE: Final = 0.5
"""Device pixels by which a curve may be off, as where Qt strokes it itself."""
_MOST: Final = 2000
"""Letters that are kept."""

_outlines: dict[tuple[object, ...], QPainterPath] = {}
"""Strokes around letters, by face, letter, width and coarseness."""


def paint_halo(
    painter: QPainter, words: str, base: QPointF, font: QFont, halo: tuple[str, float]
) -> None:
    """Stroke the outlines of letters.

    Args:
        painter: Draws on pixels, smoothly.
        words: One line.
        base: Where the line of text begins, on its base line, pixels.
        font: Its font.
        halo: Colour, `#RRGGBB`, and width of the strokes, pixels.
    """
    colour, width = halo
    layout = QTextLayout(words, font)
    layout.beginLayout()
    line = layout.createLine()
    layout.endLayout()
    if line.textLength() != len(words.encode("utf-16-le")) // 2:
        # It would be broken into several lines.
        path = QPainterPath()
        path.addText(base, font, words)
        painter.strokePath(path, _pen(colour, width))
        return
    curve = _COARSE / painter.device().devicePixelRatioF()
    origin, fill = base - QPointF(0.0, line.ascent()), pens.brush(colour)
    for run in layout.glyphRuns():
        raw = run.rawFont()
        for glyph, at in zip(run.glyphIndexes(), run.positions(), strict=True):
            outline = _outline_of(raw, glyph, width, curve)
            painter.fillPath(outline.translated(origin + at), fill)


def _outline_of(raw: QRawFont, glyph: int, width: float, curve: float) -> QPainterPath:
    """A stroke around a letter, the base line of which begins at the origin."""
    face = (raw.familyName(), raw.styleName(), raw.weight(), raw.pixelSize())
    key = (*face, glyph, width, curve)
    outline = _outlines.get(key)
    if outline is None:
        stroker = QPainterPathStroker(_pen("", width))
        stroker.setCurveThreshold(curve)
        outline = stroker.createStroke(raw.pathForGlyph(glyph))
        if len(_outlines) >= _MOST:
            _outlines.clear()
        _outlines[key] = outline
    return outline


def _pen(colour: str, width: float) -> QPen:
    made = QPen(pens.colour(colour), width)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made
