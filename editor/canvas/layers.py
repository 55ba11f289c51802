"""The one item of the scene: paints all overlays, keeping what stands still as a picture.

Of the kept picture only what an edit touched is painted anew, so that a drag costs the same in
a small level and in a large one.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import pyqtgraph
from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor import pens, style
from editor.canvas.camera import Box, Camera, grown, joined
from editor.canvas.overlays.overlay import Overlay, Scene
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Polygon
from navcore.world import World

LINE_REACH: Final = 8.0
"""Pixels beyond an outline that its line may reach."""
NAME_REACH: Final = 160.0
"""Pixels beyond an area that its name may reach."""

Key: TypeAlias = tuple[object, ...]
EVERYTHING: Final[Box] = (-math.inf, -math.inf, math.inf, math.inf)


class Layers(pyqtgraph.GraphicsObject):
    """Overlays back to front; scene coordinates are the canvas's pixels."""

    def __init__(
        self,
        overlays: Sequence[Overlay],
        scene_now: Callable[[], Scene],
        camera_now: Callable[[], Camera],
    ) -> None:
        """Asks for scene and camera at every paint."""
        super().__init__()
        self._overlays = overlays
        self._scene_now = scene_now
        self._camera_now = camera_now
        self._picture = QPixmap()
        self._key: Key = ()
        self._stale: Box | None = None
        self.still_pixels = 0
        """How many pixels of the kept picture were painted at last."""

    def boundingRect(self) -> QRectF:
        """The whole canvas."""
        camera = self._camera_now()
        return QRectF(0, 0, camera.width, camera.height)

    def resized(self) -> None:
        """The canvas has another size."""
        self.prepareGeometryChange()

    def follow_edit(self, edit: Edit) -> None:
        """Paint anew what the edit touches."""
        for items in (edit.before, edit.after):
            for item_id, item in items.items():
                if item_id == SETTINGS_ID:
                    self._stale = EVERYTHING
                elif isinstance(item, Polygon):
                    reach = NAME_REACH if isinstance(item, Area) else LINE_REACH
                    self._touch(_box_of(item), reach)

    def follow_world(self, world: World) -> None:
        """Paint anew the cells that differ."""
        if world.dirty is None:
            self._stale = EVERYTHING
            return
        lattice = world.grid.lattice
        half = lattice.cell_size / 2
        for rect in world.dirty:
            low = lattice.centre_of(rect.column0, rect.row0)
            high = lattice.centre_of(rect.column1 - 1, rect.row1 - 1)
            self._touch(grown((*low, *high), half), LINE_REACH)

    def _touch(self, box: Box, reach: float) -> None:
        self._stale = joined(self._stale, grown(box, reach / self._camera_now().scale))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """The kept picture, then what moves."""
        scene, camera = self._scene_now(), self._camera_now()
        self._bring_up_to_date(scene, camera)
        painter.drawPixmap(0, 0, self._picture)
        for overlay in self._overlays:
            if overlay.visible and not overlay.still:
                _paint(overlay, painter, scene, camera)

    def _bring_up_to_date(self, scene: Scene, camera: Camera) -> None:
        """Paint what is stale of that which level, world, camera, theme and settings decide."""
        key: Key = (
            camera,
            style.current().name,
            scene.device_ratio,
            scene.settings.grid,
            scene.settings.snap_step,
            tuple(overlay.visible for overlay in self._overlays),
        )
        if key != self._key:
            self._key, self._stale = key, EVERYTHING
            self._make_picture(camera, scene.device_ratio)
        stale, self._stale = self._stale, None
        self.still_pixels = 0
        if stale is None:
            return
        region = _pixels_of(stale, camera)
        if region.isEmpty():
            return
        self.still_pixels = region.width() * region.height()
        part = camera.part(region.x(), region.y(), region.width(), region.height())
        painter = QPainter(self._picture)
        try:
            painter.setClipRect(region)
            painter.fillRect(region, pens.colour(style.current().outside))
            for overlay in self._overlays:
                if overlay.visible and overlay.still:
                    _paint(overlay, painter, replace(scene, box=part.box), camera)
        finally:
            # A picture that is still being painted on when it goes would end the program.
            painter.end()

    def _make_picture(self, camera: Camera, ratio: float) -> None:
        """A picture of the right size; the old one where it fits, for new memory is slow."""
        size = QSize(round(camera.width * ratio), round(camera.height * ratio))
        if self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.fill(pens.colour(style.current().outside))
        self._picture.setDevicePixelRatio(ratio)


def _box_of(item: Polygon) -> Box:
    xs, zs = [x for x, _ in item.polygon], [z for _, z in item.polygon]
    return (min(xs), min(zs), max(xs), max(zs))


def _pixels_of(box: Box, camera: Camera) -> QRect:
    """The whole pixels that show a world box."""
    canvas = QRect(0, 0, camera.width, camera.height)
    if box == EVERYTHING:
        return canvas
    x0, y1 = camera.to_pixel((box[0], box[1]))
    x1, y0 = camera.to_pixel((box[2], box[3]))
    left, top = math.floor(max(x0, -1.0)), math.floor(max(y0, -1.0))
    right, bottom = math.ceil(min(x1, camera.width)), math.ceil(min(y1, camera.height))
    return QRect(left, top, right - left, bottom - top).intersected(canvas)


def _paint(overlay: Overlay, painter: QPainter, scene: Scene, camera: Camera) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    overlay.paint(painter, scene, camera)
    painter.restore()
