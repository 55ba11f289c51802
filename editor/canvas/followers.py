"""Paints the overlays above the kept picture; during drags, most of them a moment later.

This applies to drags of outlines and of waypoints. Other elements are drawn by these overlays
themselves, so they are painted at once.

The dragged elements, the floor, the islands and the path of the probe are painted in the frame
that changes them. The other overlays (pinned paths, widths, marks, texts) take longer to paint than
all of these. They are painted into pictures, one for each group of neighbouring overlays, and every
frame of a drag shows the last complete pictures. New pictures are painted in parts that take
`PART_SECONDS` each: when an event of the mouse changes nothing, when no frame follows a change for
`SOON_MS`, and in frames later than `LATEST_SECONDS` after the first change that the pictures lack.
Releases, and an undo right after them, do the same. At rest all overlays are painted directly.
"""

import math
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera
from editor.canvas.overlay_painting import paint_labels, paint_overlay
from editor.canvas.overlay_pictures import Key, OverlayPictures, key_of
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Obstacle, Waypoint, Zone
from navcore.world import World

SOON_MS: Final = 20
"""Milliseconds without a frame or event until a part of new pictures is painted."""
LATEST_SECONDS: Final = 0.1
"""Time after which frames of a drag paint parts of new pictures."""
PART_SECONDS: Final = 0.0025
"""Time after which a part begins no further overlay."""
REST_MS: Final = 300
"""Milliseconds after the last frame of a drag until all overlays are painted directly."""

_GO_AHEAD: Final = frozenset({Area, Obstacle, Zone, Waypoint, Edge})
"""Types of elements during whose drags other overlays are painted later."""
_AT_ONCE: Final = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SWITCHES, Reads.SELECTION, Reads.TOOL})
"""Data whose changes are painted in the same frame, by overlays with `at_once`."""
_ANSWERS: Final = frozenset(
    {
        Reads.PROBE,
        Reads.CLEARANCES,
        Reads.COVERAGE,
        Reads.PROBLEMS,
        Reads.ROUTES,
        Reads.DOORS,
        Reads.RUN,
    }
)
"""Results computed from the floor, which may be shown a moment later. Of a run only its start is
shown so: showing a moving run calls `forget`."""

Change: TypeAlias = Edit | World | Box | None


class Followers(QObject):
    """Paints the overlays above the kept picture."""

    outdated = Signal()
    """Emitted when the canvas must be repainted, to replace outdated pictures."""

    def __init__(self, overlays: Sequence[Overlay], is_dragging: Callable[[], bool]) -> None:
        """`is_dragging` says whether a gesture is in hand."""
        super().__init__()
        self._overlays, self._is_dragging = overlays, is_dragging
        self._shown: OverlayPictures | None = None
        self._coming: OverlayPictures | None = None
        """Pictures that are being painted."""
        self._old: list[QPixmap] = []
        """Pictures that are no longer shown."""
        self._last: tuple[Scene, Camera, Key] | None = None
        """The last frame, if it belongs to a drag or follows one closely."""
        self._is_floor = False
        """True if floor or tool have changed since the last frame."""
        self._is_due = self._was_dragging = False
        self.rest = QTimer(self, singleShot=True, interval=REST_MS)
        """Active during a drag, and after it until overlays are painted directly."""
        self.rest.timeout.connect(self._settle)
        self.soon = QTimer(self, singleShot=True, interval=SOON_MS)
        """Active until the next part of new pictures is painted."""
        self.soon.timeout.connect(self.paint_part)
        self.stood_in = False
        """True if the last frame showed outdated pictures of some overlays."""

    def follow(self, read: Reads, change: Change = None) -> bool:
        """Follow a change; return whether it must be painted in the next frame."""
        if read is Reads.TOOL and self._is_dragging():
            return True
        hovers = read is Reads.TOOL and not (self._was_dragging or self._is_floor)
        if hovers or not _may_wait(read, change):
            self.forget()
            return True
        for pictures in (self._shown, self._coming):
            if pictures is not None:
                pictures.note_change()
        if read in _AT_ONCE:
            self._is_floor = True
        elif self._shown is not None:
            if not self.soon.isActive():
                self.soon.start()
            return False
        return True

    def forget(self) -> None:
        """Paint everything in the next frame."""
        self._drop(self._shown)
        self._drop(self._coming)
        self._shown = self._coming = None

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint all overlays outside the kept picture, and the texts of all overlays."""
        if self._is_dragging() and not self._was_dragging:
            # Pictures from before the press show what lies under the mouse.
            self.forget()
        if self._is_dragging() or (self._shown is not None and self._is_floor):
            self.rest.start()
        if self._is_dragging() or self.rest.isActive():
            self._last = scene, camera, key_of(self._overlays, scene, camera)
            self._bring_up_to_date(*self._last)
        else:
            self._last = None
            self.forget()
        if self._shown is None:
            self._paint_all(painter, scene, camera)
        else:
            self._shown.show(painter, scene, camera)
        self._is_floor = self._is_due = False
        self._was_dragging = self._is_dragging()
        self.stood_in = self._shown is not None and self._shown.outdated_since is not None
        if self.stood_in:
            self.soon.start()

    def _settle(self) -> None:
        if not self._is_dragging():
            self.outdated.emit()

    def end(self) -> None:
        """Paint all overlays in the next frame."""
        self._is_due = True
        self.outdated.emit()

    def use_idle_event(self) -> None:
        """Paint a part of new pictures: an event of a drag has changed nothing.

        The time until the next event is free then, which it may not be when a timer ends.
        """
        if self.soon.isActive():
            self.paint_part()

    def paint_part(self) -> None:
        """Paint a part of new pictures; show them once they are complete."""
        self.soon.stop()
        if self._last is None:
            return
        if self._paint(PART_SECONDS, *self._last):
            self.outdated.emit()
        else:
            self.soon.start()

    def _bring_up_to_date(self, scene: Scene, camera: Camera, key: Key) -> None:
        """Drop pictures of other views; paint new ones, or a part, if it is time for them."""
        if self._shown is not None and self._shown.key != key:
            self._drop(self._shown)
            self._shown = None
        if self._coming is not None and (self._coming.key != key or self._is_due):
            self._drop(self._coming)
            self._coming = None
        if self._is_due or self._shown is None:
            self._paint(math.inf, scene, camera, key)
        elif self._is_late():
            self._paint(PART_SECONDS, scene, camera, key)

    def _is_late(self) -> bool:
        """Return whether the pictures have been outdated for as long as they may be."""
        since = None if self._shown is None else self._shown.outdated_since
        return since is not None and perf_counter() - since >= LATEST_SECONDS

    def _paint(self, seconds: float, scene: Scene, camera: Camera, key: Key) -> bool:
        """Paint new pictures for so long; return whether they are complete, and shown now."""
        if self._coming is None:
            self._coming = OverlayPictures(self._overlays, key, self._old)
        if not self._coming.paint(seconds, scene, camera):
            return False
        self._drop(self._shown)
        self._shown, self._coming = self._coming, None
        return True

    def _paint_all(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint all overlays directly."""
        for overlay in self._overlays:
            if overlay.visible and not overlay.cached:
                paint_overlay(overlay, painter, scene, camera)
        paint_labels([o for o in self._overlays if o.visible], painter, scene, camera)

    def _drop(self, pictures: OverlayPictures | None) -> None:
        """Keep the memory of pictures that are no longer shown."""
        if pictures is not None:
            self._old[:] = pictures.give_up()


def _may_wait(read: Reads, change: Change) -> bool:
    """Return whether pictures may stand in after this change."""
    if read is Reads.LEVEL:
        if not isinstance(change, Edit):
            return False
        items = (*change.before.values(), *change.after.values())
        return all(type(item) in _GO_AHEAD for item in items if item is not None)
    return read in _AT_ONCE or read in _ANSWERS
