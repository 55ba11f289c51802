"""Commands about grid lines, snapping and its step."""

from PySide6.QtCore import QObject, Signal

from editor.canvas.grid_steps import next_step
from editor.canvas.input.gestures import Gestures
from editor.settings.settings import Settings


class SnapControls(QObject):
    """Changes preferences of grid and snapping, also during a drag."""

    changed = Signal(object)

    def __init__(self, settings: Settings, gestures: Gestures) -> None:
        """Changes these preferences."""
        super().__init__(gestures)
        self._settings, self._gestures = settings, gestures

    def toggle_grid(self) -> None:
        """Show or hide the grid lines."""
        self._settings.grid = not self._settings.grid
        self.changed.emit(None)

    def toggle(self) -> None:
        """Turn snapping on or off."""
        self._settings.snap = not self._settings.snap
        self._snap_again()

    def switch(self, kind: str) -> None:
        """Turn snapping to this kind of thing on or off."""
        self._settings.set_snap_to(kind, on=kind not in self._settings.snap_to)
        self._snap_again()

    def change_step(self, direction: int) -> None:
        """Take the next coarser (1) or finer (-1) step."""
        self.set_step(next_step(self._settings.snap_step, direction))

    def set_step(self, step: float) -> None:
        """Snap to whole multiples of this, metres."""
        self._settings.snap_step = step
        self._snap_again()

    def _snap_again(self) -> None:
        self._gestures.again()
        self.changed.emit(None)
