"""Compute the effect of a door while the mouse rests over it."""

from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.canvas.canvas import Canvas
from editor.canvas.overlays.door_effects import NAME, hovered_door
from editor.services.doors import DoorService

REST_MS: Final = 60
"""Milliseconds that the mouse must rest before anything is computed."""


class DoorHover(QObject):
    """Tells the service of doors which door the mouse rests on, if its effect is visible."""

    def __init__(self, canvas: Canvas, doors: DoorService) -> None:
        """Follow the mouse on this canvas."""
        super().__init__(canvas)
        self._canvas, self._doors = canvas, doors
        self._soon = QTimer(self, singleShot=True, interval=REST_MS)
        self._soon.timeout.connect(self._look)
        for signal in (canvas.gestures.moved, canvas.gestures.tool_changed):
            signal.connect(self._wait)

    def _wait(self, _: object = None) -> None:
        self._soon.start()

    def _look(self) -> None:
        scene = self._canvas.scene()
        self._doors.hover(hovered_door(scene) if NAME in scene.shown else None)
