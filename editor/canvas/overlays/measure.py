"""The last measurement, shown with every tool."""

from typing import ClassVar

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_line, draw_marks, outlines
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.look.style import MARKS, STROKES, Z
from editor.tools.preview import Preview
from navcore.i18n import mark


class MeasureOverlay(Overlay):
    """The last measurement; the active tool shows its own."""

    name: ClassVar[str] = "measure"
    title: ClassVar[str] = mark("Last measurement")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW, Preset.CHECK})
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.TOOL})
    exported: ClassVar[bool] = False

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Line, ends and lengths."""
        for tool in scene.lasting:
            _paint_kept(painter, tool.kept(1 / camera.scale), camera, scene.device_ratio)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Lengths where the tool has put them, or close to that."""
        for tool in scene.lasting:
            for label in tool.kept(1 / camera.scale).labels:
                room.add(near(label.text, camera.to_pixel(label.at), Rank.RESULT))


def _paint_kept(painter: QPainter, shown: Preview, camera: Camera, ratio: float) -> None:
    for stroke in shown.strokes:
        line = STROKES[stroke.style]
        (shape,) = outlines([stroke.points], camera, line.width, ratio)
        draw_line(painter, shape, line, closed=False)
    for end in shown.marks:
        draw_marks(painter, MARKS[end.style], [QPointF(*camera.to_pixel(end.at))], ratio)


OVERLAYS = (MeasureOverlay,)
