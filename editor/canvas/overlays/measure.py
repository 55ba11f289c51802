"""The last measurement, in sight whatever tool is in hand."""

from typing import ClassVar

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.drawing import draw_line, draw_marks, outlines, text
from editor.look.style import MARKS, STROKES, Z
from editor.tools.measure import MeasureTool
from navcore.i18n import mark


class MeasureOverlay(Overlay):
    """What was measured last; with the tool itself in hand, that shows it."""

    name: ClassVar[str] = "measure"
    title: ClassVar[str] = mark("Last measurement")
    z: ClassVar[Z] = Z.PROBLEMS
    still: ClassVar[bool] = False

    def __init__(self) -> None:
        """Nothing is measured."""
        super().__init__()
        self.tool = MeasureTool()
        """Whose measurement it shows; the canvas puts its own here."""

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Line, ends and lengths."""
        if scene.leaves or scene.tool is self.tool or not self.tool.places:
            return
        shown, ratio = self.tool.kept(1 / camera.scale), scene.device_ratio
        for stroke in shown.strokes:
            line = STROKES[stroke.style]
            (shape,) = outlines([stroke.points], camera, line.width, ratio)
            draw_line(painter, shape, line, closed=False)
        for end in shown.marks:
            draw_marks(painter, MARKS[end.style], [QPointF(*camera.to_pixel(end.at))], ratio)
        for label in shown.labels:
            text(painter, label.text, QPointF(*camera.to_pixel(label.at)))


OVERLAYS = (MeasureOverlay,)
