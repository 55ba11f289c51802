"""Pictures of overlays, painted in parts and shown in frames that have no time to paint them."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from time import perf_counter
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Camera
from editor.canvas.overlay_painting import ask_for_labels, paint_overlay, paint_placed
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.look import style

Key: TypeAlias = tuple[object, ...]


def key_of(overlays: Sequence[Overlay], scene: Scene, camera: Camera) -> Key:
    """Return what must be the same where pictures of these overlays are shown, never empty."""
    shown = [overlay for overlay in overlays if overlay.visible]
    return (
        camera,
        scene.device_ratio,
        style.current().name,
        scene.covered,
        scene.shown,
        tuple(overlay.shown_at_once(scene) for overlay in shown),
    )


@dataclass(slots=True)
class _Group:
    """Neighbouring overlays with the same value of `at_once`."""

    overlays: list[Overlay]
    at_once: bool
    picture: QPixmap = field(default_factory=QPixmap)
    """The overlays, unless they are painted at once."""


class OverlayPictures:
    """Pictures of the overlays that are not painted at once, and of the texts of all overlays."""

    def __init__(self, overlays: Sequence[Overlay], key: Key, spare: list[QPixmap]) -> None:
        """Nothing is painted yet; pictures of `spare` are used again, because new memory is slow.

        `key` is that of the scenes that will be painted.
        """
        self.key = key
        self.outdated_since: float | None = None
        """Time of the first change that they may lack, seconds; None if they lack none."""
        self._visible = [overlay for overlay in overlays if overlay.visible]
        above = [overlay for overlay in self._visible if not overlay.cached]
        self._groups = [
            _Group([*group], at_once)
            for at_once, group in groupby(above, key=lambda overlay: overlay.at_once)
        ]
        self._labels = QPixmap()
        self._spare = spare
        self._scene: tuple[Scene, Camera]
        self._parts = self._painted()

    def note_change(self) -> None:
        """Something has changed that they may show."""
        if self.outdated_since is None:
            self.outdated_since = perf_counter()

    def paint(self, seconds: float, scene: Scene, camera: Camera) -> bool:
        """Paint further overlays for so long; return whether all are painted."""
        self._scene = scene, camera
        until = perf_counter() + seconds
        return all(perf_counter() < until for _ in self._parts)

    def show(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint what is painted at once, and show pictures of the rest."""
        room = LabelRoom()
        for group in self._groups:
            if not group.at_once:
                painter.drawPixmap(0, 0, group.picture)
                continue
            for overlay in group.overlays:
                paint_overlay(overlay, painter, scene, camera)
                overlay.label(room, scene, camera)
        painter.drawPixmap(0, 0, self._labels)
        # What the tool writes stands exactly where it wants it.
        paint_placed([one for one in room.placed() if one[0].rank is Rank.TOOL], painter)

    def give_up(self) -> list[QPixmap]:
        """Paint no more, and return all pictures, to be used again."""
        # A generator that has not ended holds this object, and its pictures, in a cycle.
        self._parts.close()
        return [self._labels, *(group.picture for group in self._groups if not group.at_once)]

    def _painted(self) -> Generator[None, None, None]:
        """Paint one overlay after the other."""
        for group in self._groups:
            if not group.at_once:
                group.picture = self._blank()
                for overlay in group.overlays:
                    painter = QPainter(group.picture)
                    try:
                        paint_overlay(overlay, painter, *self._scene)
                    finally:
                        painter.end()
                    yield
        room = ask_for_labels(self._visible, *self._scene)
        yield
        placed = [one for one in room.placed() if one[0].rank is not Rank.TOOL]
        yield
        self._labels = self._blank()
        painter = QPainter(self._labels)
        try:
            paint_placed(placed, painter)
        finally:
            painter.end()

    def _blank(self) -> QPixmap:
        """Return a clear picture of the canvas."""
        scene, camera = self._scene
        ratio = scene.device_ratio
        size = QSize(round(camera.width * ratio), round(camera.height * ratio))
        picture = self._spare.pop() if self._spare else QPixmap()
        if picture.size() != size:
            picture = QPixmap(size)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        return picture
