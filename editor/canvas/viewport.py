"""The view of the canvas: camera, zoom, pan. What is drawn and what a click does lie elsewhere.

The camera is ours; pyqtgraph's view box follows it, so that its items lie under the same view.
"""

from typing import Final

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QInputDevice, QNativeGestureEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QGraphicsView

from editor.canvas.camera import Box, Camera
from navcore.level.model import Point

WHEEL: Final = 1.0015
"""Zoom of an eighth of a degree of the wheel."""
NOTCH: Final = 120
"""Eighths of a degree that a mouse wheel turns by."""
STEP_ZOOM: Final = 1.25
"""Zoom of one key press."""


class Viewport(pyqtgraph.GraphicsView):
    """A window on the world; scene coordinates are its pixels."""

    zoom_changed = Signal(object)
    """1.0 for 100 %."""
    camera_changed = Signal(object)
    """The `Camera`, after every pan, zoom and change of size."""

    def __init__(self) -> None:
        """At 100 %, on the origin."""
        pyqtgraph.setConfigOptions(imageAxisOrder="row-major", antialias=False)
        super().__init__(background=None)
        self.camera = Camera()
        self.glides = False
        """Whether the last change of view is one of many: the hand is on wheel or mouse."""
        self._paint_no_ground()
        self._view_box = pyqtgraph.ViewBox(enableMenu=False, enableMouse=False)
        self._panning: QPointF | None = None
        self.setCentralItem(self._view_box)
        self.setMouseTracking(True)

    def _paint_no_ground(self) -> None:
        """What is kept of the level covers every pixel: nothing has to be painted beneath it."""
        viewport = self.viewport()
        viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        viewport.setAutoFillBackground(False)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)

    def middle(self) -> Point:
        """The place of the world in the middle of the canvas."""
        return (self.camera.x, self.camera.z)

    def zoom_in(self) -> None:
        """Larger, at the mouse or in the middle."""
        self.look(self.camera.zoomed(STEP_ZOOM), glides=True)

    def zoom_out(self) -> None:
        """Smaller."""
        self.look(self.camera.zoomed(1 / STEP_ZOOM), glides=True)

    def zoom_to_100(self) -> None:
        """40 pixels a metre."""
        self.look(self.camera.zoomed(1 / self.camera.zoom))

    def frame(self, box: Box | None, *, corner: tuple[float, float] = (0.0, 0.0)) -> None:
        """Show a box of the world whole; None: the origin at 100 %.

        `corner` is how many pixels across and up stay free at the lower left, if they can.
        """
        self.look(self.camera.framing(box, corner=corner))

    def look(self, camera: Camera, *, glides: bool = False) -> None:
        """Take another view; one that glides is followed by others soon."""
        self.glides = glides
        zoomed = camera.scale != self.camera.scale
        self.camera = camera = camera.settled()
        box = camera.box
        self._view_box.setRange(
            xRange=(box[0], box[2]), yRange=(box[1], box[3]), padding=0, disableAutoRange=True
        )
        if zoomed:
            self.zoom_changed.emit(camera.zoom)
        self.camera_changed.emit(camera)

    @property
    def panning(self) -> bool:
        """Whether the world is being dragged."""
        return self._panning is not None

    def begin_pan(self, place: QPointF) -> None:
        """Take hold of the world at this pixel."""
        self._panning = place

    def pan_to(self, place: QPointF) -> None:
        """Drag what was taken hold of here, by whole pixels: a shifted picture stays crisp."""
        if self._panning is not None:
            moved = (place - self._panning).toPoint()
            self._panning += moved.toPointF()
            self.look(self.camera.panned(moved.x(), moved.y()), glides=True)

    def end_pan(self) -> None:
        """Let go."""
        self._panning = None

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep centre and scale. While it is being made pyqtgraph calls this without an event."""
        super().resizeEvent(event)
        if event is not None:
            self.look(self.camera.resized(self.width(), self.height()))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor or pan, as the user wants it; with Ctrl always zoom."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        pans = self.wheel_pans(fine=_is_touchpad(event))
        if pans and not ctrl:
            pixels = event.pixelDelta()
            if pixels.isNull():
                pixels = event.angleDelta() / 8
            self.look(self.camera.panned(pixels.x(), pixels.y()), glides=True)
        else:
            place = event.position()
            turned = event.angleDelta().y() or event.angleDelta().x()
            at = (place.x(), place.y())
            self.look(self.camera.zoomed(WHEEL**turned, at), glides=True)
        event.accept()

    def wheel_pans(self, *, fine: bool) -> bool:
        """Whether turning the wheel pans; `fine` if it looks like two fingers on a touchpad."""
        return fine

    def _pinch(self, event: QNativeGestureEvent) -> None:
        place = event.position()
        at = (place.x(), place.y())
        self.look(self.camera.zoomed(1.0 + event.value(), at), glides=True)

    def viewportEvent(self, event: QEvent) -> bool:
        """Two fingers that pinch."""
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self._pinch(event)
            return True
        return bool(super().viewportEvent(event))


def _is_touchpad(event: QWheelEvent) -> bool:
    """By the device's name, by the phases that only fingers have, else by fine steps."""
    named = event.device().type() == QInputDevice.DeviceType.TouchPad
    phased = event.phase() != Qt.ScrollPhase.NoScrollPhase
    turned = event.angleDelta()
    # A wheel that says how many pixels it means turns by notches all the same.
    fine = bool(turned.x() % NOTCH or turned.y() % NOTCH) and not event.pixelDelta().isNull()
    return named or phased or fine
