"""Durations of frames, for developers of the canvas: the last ones as bars, and in words."""

import math
from typing import ClassVar, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.frame_times import LAST, Frame
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.look import pens, style
from editor.look.fields import number_text
from editor.look.style import CANVAS, FONT, SIZE, Z
from navcore.i18n import mark, tr

FRAME_MS: Final = 1000 / 60
"""Milliseconds of a frame at 60 a second."""


def in_words(frames: list[Frame]) -> tuple[str, str]:
    """Two lines: median, 99th and worst of the frames; median of painting and of the rest."""
    if not frames:
        return (tr("No frames yet"), "")
    whole = sorted(frame.whole for frame in frames)
    paint = sorted(frame.paint for frame in frames)
    rest = sorted(frame.whole - frame.paint for frame in frames)
    median, most, worst = (number_text(at(whole, share), "", 1) for share in (0.5, 0.99, 1.0))
    first = tr("median {0} · 99 % {1} · worst {2} ms").format(median, most, worst)
    parts = (number_text(at(paint, 0.5), "", 1), number_text(at(rest, 0.5), "", 1))
    return (first, tr("painting {0} · the rest {1} ms").format(*parts))


def at(ordered: list[float], share: float) -> float:
    """Return the value that this share of the values does not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]


class FrameTimeOverlay(Overlay):
    """A chip at the upper left; a line marks what 60 frames a second leave for each."""

    name: ClassVar[str] = "frame_times"
    title: ClassVar[str] = mark("Frame times")
    group: ClassVar[OverlayGroup] = OverlayGroup.VIEW
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.CHROME
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.FRAMES})
    at_once: ClassVar[bool] = True
    exported: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """The frames before this one."""
        theme = style.current()
        frames = list(scene.frames.frames)
        width = LAST * CANVAS.frame_bar
        lines = in_words(frames)
        row = FONT.small + SIZE.inside
        chip = QRectF(
            SIZE.margin,
            SIZE.margin,
            width + 2 * SIZE.related,
            CANVAS.frame_graph + len(lines) * row + 3 * SIZE.related,
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(pens.pen(theme.line, SIZE.line))
        painter.setBrush(pens.brush(theme.raised))
        rim = SIZE.line / 2
        inner = chip.adjusted(rim, rim, -rim, -rim)
        painter.drawRoundedRect(inner, SIZE.radius_button, SIZE.radius_button)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        left, base = chip.left() + SIZE.related, chip.top() + SIZE.related + CANVAS.frame_graph
        _paint_bars(painter, frames, left + width, base)
        painter.setFont(pens.font(FONT.small))
        for number, (line, token) in enumerate(zip(lines, (theme.text, theme.text2), strict=True)):
            painter.setPen(pens.colour(token))
            place = QRectF(left, base + SIZE.related + number * row, width, row)
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line)


def _paint_bars(painter: QPainter, frames: list[Frame], right: float, base: float) -> None:
    """Paint the newest at the right; painting below, the rest above; slow frames stand out."""
    theme = style.current()
    per_ms = CANVAS.frame_graph / (2 * FRAME_MS)
    for number, frame in enumerate(reversed(frames)):
        left = right - (number + 1) * CANVAS.frame_bar
        heights = (frame.whole * per_ms, frame.paint * per_ms)
        long = frame.whole > FRAME_MS
        for height, token in zip(
            heights, (theme.warn if long else theme.control, theme.text2), strict=True
        ):
            up = max(1, round(min(height, CANVAS.frame_graph)))
            painter.fillRect(QRectF(left, base - up, CANVAS.frame_bar, up), pens.colour(token))
    painter.setPen(pens.pen(theme.error, SIZE.line, CANVAS.band_dash))
    y = round(base - FRAME_MS * per_ms) + 0.5
    painter.drawLine(QPointF(right - LAST * CANVAS.frame_bar, y), QPointF(right, y))


OVERLAYS = (FrameTimeOverlay,)
