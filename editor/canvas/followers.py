"""Paints the overlays above the kept picture; during drags, most of them a moment later.

This applies to drags of outlines and of waypoints. Other elements are drawn by these overlays
themselves, so they are painted at once.

The dragged elements, the floor, the islands and the path of the probe are painted in the frame
that changes them. The other overlays (pinned paths, widths, marks, texts) take longer to paint than
all of these. They are painted `SOON_MS` after that frame if no other frame follows, and at the
latest `LATEST_SECONDS` after the first frame that left them out. Until then their last pictures are
shown, one for each group of neighbouring overlays. The frames of a release, and of an undo right
after it, do the same. At rest all overlays are painted directly.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import perf_counter
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera
from editor.canvas.overlay_painting import paint_overlay, paint_placed, placed_labels
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.look import style
from navcore.level.edit import Edit
from navcore.level.model import Area, Edge, Obstacle, Waypoint, Zone
from navcore.world import World

SOON_MS: Final = 20
"""Milliseconds after a frame without them until all overlays are painted."""
LATEST_SECONDS: Final = 0.1
"""Longest time that frames of a drag may leave them out."""
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


@dataclass(slots=True)
class _Run:
    """Neighbouring overlays with the same value of `at_once`."""

    overlays: list[Overlay]
    at_once: bool
    picture: QPixmap = field(default_factory=QPixmap)
    """Their last picture, if they are not painted at once."""


class Followers(QObject):
    """Paints the overlays above the kept picture."""

    outdated = Signal()
    """Emitted when the canvas must be repainted, to replace outdated pictures."""

    def __init__(self, overlays: Sequence[Overlay], is_dragging: Callable[[], bool]) -> None:
        """`is_dragging` says whether a gesture is in hand."""
        super().__init__()
        self._overlays, self._is_dragging = overlays, is_dragging
        self._runs: list[_Run] = []
        self._labels = QPixmap()
        self._old: list[QPixmap] = []
        """Pictures of the last drag. Their memory is used again, because new memory is slow."""
        self._key: tuple[object, ...] = ()
        """View and settings for which the pictures were painted; empty if they are not valid."""
        self._stands_since: float | None = None
        """Time of the first change that the pictures lack, seconds; None if they lack none."""
        self._is_floor = False
        """Whether floor or tool have changed since the last frame."""
        self._is_due = self._was_dragging = False
        self.rest = QTimer(self, singleShot=True, interval=REST_MS)
        """Active during a drag, and after it until overlays are painted directly."""
        self.rest.timeout.connect(self._settle)
        self.soon = QTimer(self, singleShot=True, interval=SOON_MS)
        """Active until all overlays are painted."""
        self.soon.timeout.connect(self.end)
        self.stood_in = False
        """Whether the last frame showed outdated pictures of some overlays."""

    def follow(self, read: Reads, change: Change = None) -> bool:
        """Follow a change; return whether it must be painted in the next frame."""
        if read is Reads.TOOL and self._is_dragging():
            return True
        hovers = read is Reads.TOOL and not (self._was_dragging or self._is_floor)
        if hovers or not (self._key and _may_wait(read, change)):
            self.forget()
            return True
        if self._stands_since is None:
            self._stands_since = perf_counter()
        if read in _AT_ONCE:
            self._is_floor = True
            return True
        if not self.soon.isActive():
            self.soon.start()
        return False

    def forget(self) -> None:
        """Paint everything in the next frame."""
        self._key = ()

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint all overlays outside the kept picture, and the texts of all overlays."""
        if self._is_dragging() and not self._was_dragging:
            # Pictures from before the press show what lies under the mouse.
            self.forget()
        if self._is_dragging() or (self._key and self._is_floor):
            self.rest.start()
        is_lively = self.rest.isActive() or self._is_dragging()
        key = self._key_of(scene, camera) if is_lively else ()
        self.stood_in = self._may_stand_in(key)
        if not key:
            self._paint_all(painter, scene, camera)
        else:
            if not self._is_fresh(key):
                self._paint_pictures(scene, camera, key)
            self._compose(painter, scene, camera)
        self._is_floor = self._is_due = False
        self._was_dragging = self._is_dragging()
        if self.stood_in:
            self.soon.start()

    def _settle(self) -> None:
        if not self._is_dragging():
            self.outdated.emit()

    def end(self) -> None:
        """Paint all overlays in the next frame."""
        self._is_due = True
        self.outdated.emit()

    def _is_fresh(self, key: tuple[object, ...]) -> bool:
        """Whether the pictures can be shown: they are current, or may be outdated."""
        return self.stood_in or (key == self._key and self._stands_since is None)

    def _may_stand_in(self, key: tuple[object, ...]) -> bool:
        if not key or key != self._key or self._stands_since is None or not self._is_floor:
            return False
        return not self._is_due and perf_counter() - self._stands_since < LATEST_SECONDS

    def _key_of(self, scene: Scene, camera: Camera) -> tuple[object, ...]:
        shown = [overlay for overlay in self._overlays if overlay.visible]
        return (
            camera,
            scene.device_ratio,
            style.current().name,
            scene.covered,
            scene.shown,
            tuple(overlay.shown_at_once(scene) for overlay in shown),
        )

    def _paint_all(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Straight, as at rest."""
        self._forget_pictures()
        for overlay in self._overlays:
            if overlay.visible and not overlay.cached:
                paint_overlay(overlay, painter, scene, camera)
        labels = placed_labels([o for o in self._overlays if o.visible], scene, camera)
        paint_placed(labels, painter)

    def _forget_pictures(self) -> None:
        self._key, self._stands_since = (), None
        self.soon.stop()
        self.rest.stop()
        if self._runs:
            self._old = self._pictures()
            self._runs, self._labels = [], QPixmap()

    def _pictures(self) -> list[QPixmap]:
        return [self._labels, *(run.picture for run in self._runs if not run.at_once)]

    def _paint_pictures(self, scene: Scene, camera: Camera, key: tuple[object, ...]) -> None:
        """Paint what does not follow at once into pictures."""
        old = self._pictures() if self._runs else self._old
        self._old = []
        above = [overlay for overlay in self._overlays if overlay.visible and not overlay.cached]
        self._runs = [
            _Run([*overlays], at_once)
            for at_once, overlays in groupby(above, key=lambda overlay: overlay.at_once)
        ]
        for run in self._runs:
            if not run.at_once:
                run.picture = _blank(old, scene, camera)
                inner = QPainter(run.picture)
                try:
                    for overlay in run.overlays:
                        paint_overlay(overlay, inner, scene, camera)
                finally:
                    inner.end()
        self._labels = _blank(old, scene, camera)
        placed = placed_labels([o for o in self._overlays if o.visible], scene, camera)
        inner = QPainter(self._labels)
        try:
            paint_placed([one for one in placed if one[0].rank is not Rank.TOOL], inner)
        finally:
            inner.end()
        self._key, self._stands_since = key, None
        self.soon.stop()

    def _compose(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """What follows at once, and pictures of the rest."""
        room = LabelRoom()
        for run in self._runs:
            if not run.at_once:
                painter.drawPixmap(0, 0, run.picture)
                continue
            for overlay in run.overlays:
                paint_overlay(overlay, painter, scene, camera)
                overlay.label(room, scene, camera)
        painter.drawPixmap(0, 0, self._labels)
        # What the tool writes stands exactly where it wants it.
        paint_placed([one for one in room.placed() if one[0].rank is Rank.TOOL], painter)


def _may_wait(read: Reads, change: Change) -> bool:
    """Whether pictures may stand in after this change."""
    if read is Reads.LEVEL:
        if not isinstance(change, Edit):
            return False
        items = (*change.before.values(), *change.after.values())
        return all(type(item) in _GO_AHEAD for item in items if item is not None)
    return read in _AT_ONCE or read in _ANSWERS


def _blank(old: list[QPixmap], scene: Scene, camera: Camera) -> QPixmap:
    """A clear picture of the canvas: one of these, which is taken, if it has the size."""
    ratio = scene.device_ratio
    size = QSize(round(camera.width * ratio), round(camera.height * ratio))
    picture = old.pop() if old else QPixmap()
    if picture.size() != size:
        picture = QPixmap(size)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    return picture
