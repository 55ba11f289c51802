"""Paints one overlay, and the texts of all."""

from collections.abc import Iterable
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.drawing import text
from editor.canvas.painting.label_room import Label, LabelRoom
from editor.canvas.painting.name_places import Pixel
from editor.look import style

_SMOOTH: Final = QPainter.RenderHint.Antialiasing
_NO_BRUSH: Final = Qt.BrushStyle.NoBrush
"""Looked up once: an enum of Python takes a microsecond each time."""


def paint_overlay(overlay: Overlay, painter: QPainter, scene: Scene, camera: Camera) -> None:
    """Let an overlay draw, and leave the painter as it was."""
    painter.save()
    painter.setRenderHint(_SMOOTH, False)
    painter.setBrush(_NO_BRUSH)
    try:
        overlay.paint(painter, scene, camera)
    finally:
        painter.restore()


def ask_for_labels(overlays: Iterable[Overlay], scene: Scene, camera: Camera) -> LabelRoom:
    """Let overlays ask for room for their texts, and return all that they ask for."""
    room = LabelRoom()
    room.keep_off(np.array(scene.covered, np.float64).reshape(-1, 4))
    for overlay in overlays:
        overlay.label(room, scene, camera)
    return room


def paint_placed(labels: Iterable[tuple[Label, Pixel]], painter: QPainter) -> None:
    """Paint texts where they stand."""
    theme = style.current()
    for label, place in labels:
        text(painter, label.words, QPointF(*place), token=getattr(theme, label.token))


def paint_labels(
    overlays: Iterable[Overlay], painter: QPainter, scene: Scene, camera: Camera
) -> None:
    """Let overlays ask for room for their texts, and paint those that get some."""
    paint_placed(ask_for_labels(overlays, scene, camera).placed(), painter)
