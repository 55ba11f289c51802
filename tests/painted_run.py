"""Paint overlays of a run on plain floor, without a window."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from play_stage import Stage
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Overlay
from editor.look import style
from editor.run.traffic import RunTraffic
from editor.tools.legs import RouteSight

CAMERA = Camera(x=10, z=5, scale=40, width=800, height=400)


@dataclass
class Run:
    """A run, and the state that overlays read."""

    stage: Stage
    traffic: RunTraffic

    def scene(self, camera: Camera, **more: Any) -> SimpleNamespace:
        """Return the scene that overlays read."""
        return SimpleNamespace(
            document=self.stage.document, run=self.stage.run, traffic=self.traffic,
            device_ratio=1.0, box=camera.box,
            route_sight=RouteSight(self.stage.document.level.settings, None), **more,
        )  # fmt: skip

    def paint(self, overlay: Overlay, camera: Camera = CAMERA, ratio: float = 1.0) -> QImage:
        """Return an image of what an overlay paints on plain floor."""
        size = (round(camera.width * ratio), round(camera.height * ratio))
        image = QImage(*size, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        image.fill(QColor(style.current().walkable))
        painter = QPainter(image)
        scene = self.scene(camera)
        scene.device_ratio = ratio
        overlay.paint(painter, scene, camera)
        painter.end()
        return image

    def shapes(self, overlay: Overlay) -> str:
        """Return what an overlay paints as SVG."""
        store = QByteArray()
        buffer = QBuffer(store)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        generator = QSvgGenerator()
        generator.setOutputDevice(buffer)
        painter = QPainter(generator)
        overlay.paint(painter, self.scene(CAMERA), CAMERA)
        painter.end()
        return bytes(store.data()).decode()


def differing(image: QImage) -> int:
    """Return the number of pixels that differ from plain floor."""
    words = np.frombuffer(image.constBits(), np.uint32).copy()
    return int(np.count_nonzero(words != np.uint32(QColor(style.current().walkable).rgb())))
