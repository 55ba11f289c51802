"""Updates of status bar and legend: soon after a change, the legend less often.

One event often changes several things that both tell of. They follow together `HINT_MS` after it,
when its frame is painted. Rows of the legend take as long as a tenth of a frame, and nobody reads
them sixty times a second: while a run plays, and while something is dragged, they follow `TELL_MS`
apart.
"""

from collections.abc import Callable
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer

from editor.canvas.chrome import Chrome
from editor.canvas.hints import HintTeller
from editor.canvas.overlays.overlay import Scene

TELL_MS: Final = 100
"""While a run plays hint and legend follow it so often, and the legend in a drag."""
HINT_MS: Final = 20
"""So long after a change the hint follows."""


class Teller(QObject):
    """Updates the hint and the legend."""

    hint_ms: ClassVar[int] = HINT_MS
    """`HINT_MS`; tests look at hints right after an event."""

    def __init__(
        self,
        hints: HintTeller,
        chrome: Chrome,
        scene_now: Callable[[], Scene],
        is_dragging: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """`is_dragging` says whether a gesture is in hand; timers go with `parent`."""
        super().__init__(parent)
        self._hints, self._chrome, self._scene_now = hints, chrome, scene_now
        self._is_dragging = is_dragging
        self._soon = QTimer(self, singleShot=True, interval=self.hint_ms)
        self._soon.timeout.connect(self._tell_soon)
        self.apart = QTimer(self, singleShot=True, interval=TELL_MS)
        """Runs while the less frequent updates wait."""
        self.apart.timeout.connect(self._tell)

    @property
    def is_due(self) -> bool:
        """True if hint or legend will follow something that has happened."""
        return self._soon.isActive() or self.apart.isActive()

    def soon(self, _: object = None) -> None:
        """Tell once the frame of what happens now is painted."""
        if not self._soon.isActive():
            self._soon.start()

    def later(self) -> None:
        """Update in a while, unless an update is due anyway."""
        if not (self._soon.isActive() or self.apart.isActive()):
            self.apart.start()

    def _tell_soon(self) -> None:
        if not self._is_dragging():
            self._tell()
            return
        self._hints.tell()
        if not self.apart.isActive():
            self.apart.start()

    def _tell(self) -> None:
        self._hints.tell()
        self._chrome.show(self._scene_now())
