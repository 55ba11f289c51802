"""Decide when names of areas may move: not during gestures and camera glides."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QObject, QTimer

from editor.canvas.camera import Box
from editor.canvas.overlays.drawn import AreaNamesOverlay
from editor.canvas.overlays.overlay import Overlay
from editor.canvas.painting.area_names import AreaNames
from editor.canvas.painting.drawing import text_size

REST_MS: Final = 250
"""Milliseconds without a change after which a gliding camera is at rest."""


class NamesInView(QObject):
    """Names of areas, and the frames that they need once nothing moves any more."""

    def __init__(
        self, overlays: Sequence[Overlay], repaint: Callable[[], None], parent: QObject
    ) -> None:
        """`repaint` requests a frame."""
        super().__init__(parent)
        self.names = AreaNames(text_size)
        self._overlays, self._repaint = overlays, repaint
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.come_to_rest)
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(repaint)

    @property
    def gliding(self) -> bool:
        """True if the camera goes on to other places soon."""
        return self._rest.isActive()

    @property
    def boxes(self) -> Mapping[int, Box]:
        """The boxes of names by area, metres; empty while they are not shown."""
        shown = any(o.visible and o.name == AreaNamesOverlay.name for o in self._overlays)
        return self.names.boxes if shown else {}

    def follow_camera(self, *, glides: bool) -> None:
        """Follow the camera; a gliding one comes to rest later."""
        if glides:
            self._rest.start()
        else:
            self._rest.stop()

    def come_to_rest(self) -> None:
        """Repaint when the camera is at rest: names may move now."""
        self._rest.stop()
        self._repaint()

    def follow_paint(self) -> None:
        """A frame is painted: where there are many names, some are left for the next one."""
        if self.names.pending:
            self._more.start()
