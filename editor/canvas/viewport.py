"""The view of the canvas: camera, zoom, pan. No widget; drawing is done elsewhere."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, Signal

from editor.canvas.camera import Box, Camera, PixelBox
from navcore.level.model import Point

STEP_ZOOM: Final = 1.25
"""Zoom factor of one key press."""
_MARGIN: Final = 0.1
"""Share of the canvas at its edges that is not well in sight."""


class Viewport(QObject):
    """Camera of the canvas, and how it is zoomed, panned and framed."""

    zoom_changed = Signal(object)
    """Emitted with the zoom, 1.0 for 100 %."""
    camera_changed = Signal(object)
    """The `Camera`, after every pan, zoom and change of size."""

    def __init__(self) -> None:
        """Start at 100 %, on the origin."""
        super().__init__()
        self.camera = Camera()
        self.glides = False
        """True if the last change of view is one of many, by wheel or mouse."""
        self._panning: QPointF | None = None

    def middle(self) -> Point:
        """Return the place of the world in the middle of the canvas."""
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

    def frame(self, box: Box | None, *, covered: Sequence[PixelBox] = ()) -> None:
        """Show a whole box of the world; None: the origin at 100 %.

        It keeps clear of `covered` pixels of the canvas, if possible.
        """
        self.look(self.camera.framing(box, covered=covered))

    def bring_into_view(self, place: Point) -> None:
        """Look at a place at the same scale, unless it is well in sight."""
        camera, (x, z) = self.camera, place
        across, down = camera.to_pixel(place)
        aside, above = _MARGIN * camera.width, _MARGIN * camera.height
        seen = aside < across < camera.width - aside and above < down < camera.height - above
        if not seen:
            self.look(replace(camera, x=x, z=z))

    def look(self, camera: Camera, *, glides: bool = False) -> None:
        """Change the view; further changes will follow soon if it glides."""
        self.glides = glides
        zoomed = camera.scale != self.camera.scale
        self.camera = camera = camera.settled()
        if zoomed:
            self.zoom_changed.emit(camera.zoom)
        self.camera_changed.emit(camera)

    @property
    def panning(self) -> bool:
        """True if the world is being dragged."""
        return self._panning is not None

    def begin_pan(self, place: QPointF) -> None:
        """Take hold of the world at this pixel."""
        self._panning = place

    def pan_to(self, place: QPointF) -> None:
        """Drag the grabbed place here, by whole pixels, so that a shifted picture stays crisp."""
        if self._panning is not None:
            moved = (place - self._panning).toPoint()
            self._panning += moved.toPointF()
            self.look(self.camera.panned(moved.x(), moved.y()), glides=True)

    def end_pan(self) -> None:
        """End the pan."""
        self._panning = None
