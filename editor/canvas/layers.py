"""The one item of the scene: paints all overlays, keeping what stands still as a picture."""

from collections.abc import Callable, Sequence

import pyqtgraph
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor import style
from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay, Scene

Key = tuple[object, ...]


class Layers(pyqtgraph.GraphicsObject):
    """Overlays back to front; scene coordinates are the canvas's pixels."""

    def __init__(
        self,
        overlays: Sequence[Overlay],
        scene_now: Callable[[], Scene],
        camera_now: Callable[[], Camera],
    ) -> None:
        """Asks for scene and camera at every paint."""
        super().__init__()
        self._overlays = overlays
        self._scene_now = scene_now
        self._camera_now = camera_now
        self._kept: tuple[Key, QPixmap] | None = None
        self.still_paints = 0
        """How often the kept picture was painted anew."""

    def boundingRect(self) -> QRectF:
        """The whole canvas."""
        camera = self._camera_now()
        return QRectF(0, 0, camera.width, camera.height)

    def resized(self) -> None:
        """The canvas has another size."""
        self.prepareGeometryChange()

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """The kept picture, then what moves."""
        scene, camera = self._scene_now(), self._camera_now()
        painter.drawPixmap(0, 0, self._still(scene, camera))
        for overlay in self._overlays:
            if overlay.visible and not overlay.still:
                _paint(overlay, painter, scene, camera)

    def _still(self, scene: Scene, camera: Camera) -> QPixmap:
        """What only level, world, camera, theme and preferences decide."""
        key: Key = (
            camera,
            style.current().name,
            scene.device_ratio,
            id(scene.document.level),
            scene.bake.world.version,
            id(scene.bake.world),
            scene.settings.grid,
            scene.settings.snap_step,
            tuple(overlay.visible for overlay in self._overlays),
        )
        if self._kept is None or self._kept[0] != key:
            self._kept = (key, self._painted(scene, camera))
            self.still_paints += 1
        return self._kept[1]

    def _painted(self, scene: Scene, camera: Camera) -> QPixmap:
        picture = self._blank(camera, scene.device_ratio)
        painter = QPainter(picture)
        for overlay in self._overlays:
            if overlay.visible and overlay.still:
                _paint(overlay, painter, scene, camera)
        painter.end()
        return picture

    def _blank(self, camera: Camera, ratio: float) -> QPixmap:
        """An empty picture; the old one where it fits, for new memory is slow."""
        size = QSize(round(camera.width * ratio), round(camera.height * ratio))
        picture = self._kept[1] if self._kept is not None else QPixmap()
        self._kept = None
        if picture.size() != size:
            picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(style.colour(style.current().outside))
        return picture


def _paint(overlay: Overlay, painter: QPainter, scene: Scene, camera: Camera) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    overlay.paint(painter, scene, camera)
    painter.restore()
