"""The one item of the scene: paints all overlays, keeping what stands still as a picture.

Of the kept picture only what an edit touched is painted anew, so that a drag costs the same in
a small level and in a large one; panning shifts it and paints what comes into view.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

import msgspec
import pyqtgraph
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor import pens, style
from editor.canvas.camera import Box, Camera, grown
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.style import CANVAS
from navcore.geometry.labels import label_point
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Point, Polygon, Ring
from navcore.world import World

LINE_REACH: Final = 8.0
"""Pixels beyond an outline that its line may reach."""
BESIDE: Final = 2.0
"""Pixels outside a part that lines around it may reach into it."""
PIXEL_DUST: Final = 1e-6
"""Pixels that are none: what is left of adding fractions."""
MANY_PARTS: Final = 64
"""More parts are painted as one."""
MANY_ITEMS: Final = 512
"""Edits of more items are not asked where they reach."""
PART_COST: Final = 80_000
"""So many pixels take as long to paint as one more part takes to look for what it shows."""

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
        self._camera: Camera | None = None
        """Where the kept picture was painted."""
        self._stale: list[Box] = []
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
        """Paint anew what the edit touches; all of it where that is much."""
        if len(edit.after) > MANY_ITEMS:
            self._touch(EVERYTHING, 0.0)
            return
        for item_id, new in edit.after.items():
            old = edit.before[item_id]
            if item_id == SETTINGS_ID:
                self._touch(EVERYTHING, 0.0)
            elif isinstance(old, Polygon | None) and isinstance(new, Polygon | None):
                for box in _boxes_of_change(old, new):
                    self._touch(box, LINE_REACH)
                for area in (old, new):
                    if isinstance(area, Area) and not area.door:
                        self._touch_name(label_point(area.polygon))

    def follow_hidden(self, _: object = None) -> None:
        """What is hidden is drawn no more: paint all anew."""
        self._touch(EVERYTHING, 0.0)

    def follow_world(self, world: World) -> None:
        """Paint anew the cells that differ."""
        if world.dirty is None:
            self._touch(EVERYTHING, 0.0)
            return
        lattice = world.grid.lattice
        half = lattice.cell_size / 2
        for rect in world.dirty:
            low = lattice.centre_of(rect.column0, rect.row0)
            high = lattice.centre_of(rect.column1 - 1, rect.row1 - 1)
            self._touch(grown((*low, *high), half), LINE_REACH)

    def _touch_name(self, place: Point) -> None:
        across, up = (reach / self._camera_now().scale for reach in CANVAS.name_reach)
        x, z = place
        self._stale.append((x - across, z - up, x + across, z + up))

    def _touch(self, box: Box, reach: float) -> None:
        self._stale.append(grown(box, reach / self._camera_now().scale))

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
            style.current().name,
            scene.device_ratio,
            scene.settings.grid,
            scene.settings.snap_step,
            tuple(overlay.visible for overlay in self._overlays),
        )
        parts: list[QRect] = []
        shift = _shift(self._camera, camera, scene.device_ratio)
        if key != self._key or shift is None:
            self._key, self._stale = key, [EVERYTHING]
            self._make_picture(camera, scene.device_ratio)
        elif not shift.isNull():
            parts = self._scroll(shift, camera, scene.device_ratio)
        self._camera = camera
        parts += [QRect(*camera.pixels_of(box)) for box in self._stale]
        self._stale = []
        parts = _few(part for part in parts if not part.isEmpty())
        self.still_pixels = sum(map(_pixels, parts))
        painter = QPainter(self._picture)
        try:
            for part in parts:
                self._paint_still(painter, part, scene, camera)
        finally:
            # A picture that is still being painted on when it goes would end the program.
            painter.end()

    def _paint_still(self, painter: QPainter, region: QRect, scene: Scene, camera: Camera) -> None:
        part = camera.part(region.x(), region.y(), region.width(), region.height())
        painter.setClipRect(region)
        painter.fillRect(region, pens.colour(style.current().outside))
        around = grown(part.box, BESIDE / camera.scale)
        for overlay in self._overlays:
            if overlay.visible and overlay.still:
                _paint(overlay, painter, replace(scene, box=around), camera)

    def _scroll(self, shift: QPoint, camera: Camera, ratio: float) -> list[QRect]:
        """Shift the kept picture; what has come into view and is not painted yet."""
        x, y = shift.x(), shift.y()
        self._picture.scroll(round(x * ratio), round(y * ratio), self._picture.rect())
        width, height = camera.width, camera.height
        return [
            QRect(0 if x > 0 else width + x, 0, abs(x), height),
            QRect(0, 0 if y > 0 else height + y, width, abs(y)),
        ]

    def _make_picture(self, camera: Camera, ratio: float) -> None:
        """A picture of the right size; the old one where it fits, for new memory is slow."""
        size = QSize(round(camera.width * ratio), round(camera.height * ratio))
        if self._picture.size() != size:
            self._picture = QPixmap(size)
            self._picture.fill(pens.colour(style.current().outside))
        self._picture.setDevicePixelRatio(ratio)


def _boxes_of_change(old: Polygon | None, new: Polygon | None) -> list[Box]:
    """Boxes around what is drawn otherwise: single edges where only corners moved."""
    if old is None or new is None or len(old.polygon) != len(new.polygon) or _restyled(old, new):
        return [_box_of(item.polygon) for item in (old, new) if item is not None]
    boxes = []
    before, after = old.polygon, new.polygon
    for number in range(len(before)):
        edge = ((before[number - 1], before[number]), (after[number - 1], after[number]))
        if edge[0] != edge[1]:
            boxes.append(_box_of((*edge[0], *edge[1])))
    # What a fill gains or loses lies between the old and the new edges.
    return boxes


def _restyled(old: Polygon, new: Polygon) -> bool:
    """Whether more than the outline differs."""
    return msgspec.structs.replace(old, polygon=new.polygon, shape=new.shape) != new


def _box_of(points: Ring) -> Box:
    xs, zs = [x for x, _ in points], [z for _, z in points]
    return (min(xs), min(zs), max(xs), max(zs))


def _few(parts: Iterable[QRect]) -> list[QRect]:
    """Rectangles around all of these, as few as are painted the fastest; they may overlap."""
    waiting = list(parts)
    if len(waiting) > MANY_PARTS:
        around = QRect()
        for part in waiting:
            around = around.united(part)
        return [around]
    few: list[QRect] = []
    while waiting:
        part = waiting.pop()
        for other in few:
            joined = part.united(other)
            if _pixels(joined) <= _pixels(part) + _pixels(other) + PART_COST:
                few.remove(other)
                waiting.append(joined)
                break
        else:
            few.append(part)
    return few


def _pixels(part: QRect) -> int:
    return part.width() * part.height()


def _shift(old: Camera | None, new: Camera, ratio: float) -> QPoint | None:
    """By how many pixels all that is drawn moves; None if it does not just move.

    Lines and words are drawn on whole pixels: only whole ones, of both kinds, leave them alone.
    """
    if old is None or (old.scale, old.width, old.height) != (new.scale, new.width, new.height):
        return None
    across, down = (old.x - new.x) * new.scale, (new.z - old.z) * new.scale
    shift = QPoint(round(across), round(down))
    if max(abs(across), abs(down)) >= max(new.width, new.height):
        return None
    for wanted, whole in ((across, shift.x()), (down, shift.y())):
        device = whole * ratio
        if abs(wanted - whole) > PIXEL_DUST or abs(device - round(device)) > PIXEL_DUST:
            return None
    return shift


def _paint(overlay: Overlay, painter: QPainter, scene: Scene, camera: Camera) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    overlay.paint(painter, scene, camera)
    painter.restore()
