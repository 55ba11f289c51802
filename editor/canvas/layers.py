"""The one item of the scene: paints all overlays, keeping what stands still as a picture.

Of the kept picture only what an edit touched is painted anew, so that a drag costs the same in
a small level and in a large one; panning shifts it and paints what comes into view. While one
zooms over many things it is drawn scaled, and a crisp one is painted band by band within a
frame's time until it is there; where zooming out shows more than it held, a picture of the
whole level lies beneath.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Final, TypeAlias

import msgspec
import pyqtgraph
from PySide6.QtCore import QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.overlays.frame_time import FrameTimes
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.tile_cache import EVERYTHING, SLICES, Kept
from editor.look import pens, style
from editor.look.style import CANVAS
from navcore.geometry.labels import label_point
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Polygon, Ring
from navcore.level.pick import pick_index
from navcore.world import World

LINE_REACH: Final = 8.0
"""Pixels beyond an outline that its line may reach."""
BESIDE: Final = 2.0
"""Pixels outside a part that lines around it may reach into it."""
MANY_ITEMS: Final = 512
"""Edits of more items are not asked where they reach."""
HEAVY: Final = 200
"""Elements in view from which zooming does not paint them all at every frame."""
HUGE: Final = 20_000
"""Elements in view from which everything is painted in bands, for painting all takes long."""
BANDS: Final = 48
"""Bands that a canvas with a huge number of elements is painted in."""
SLICE_SECONDS: Final = 0.001
"""How long a frame may paint on what is not shown yet."""
CALM_SECONDS: Final = 0.008
"""The same where no event waits for the frame."""
NEXT_MS: Final = 16
"""Where no event brings the next frame, it comes after so long."""
REST_MS: Final = 300
"""Rest after which the picture of the whole level is brought up to date."""

Key: TypeAlias = tuple[object, ...]


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
        self._key: Key = ()
        self._shown = Kept()
        self._coming = Kept()
        """The crisp picture that is being painted while the shown one is scaled."""
        self._whole = Kept()
        """The whole level, small: it shows where the others have nothing."""
        self._is_coming = False
        self._glides = False
        self._calm = False
        self._next = QTimer(self, singleShot=True, interval=NEXT_MS)
        self._next.timeout.connect(self._go_on)
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(lambda: self.rest(SLICE_SECONDS))
        self.times: FrameTimes | None = None
        """Who wants to know how long painting takes."""
        self.heavy = HEAVY
        """Elements in view from which a gliding camera gets scaled pictures first."""
        self.huge = HUGE
        """Elements in view from which whatever is out of date is painted band by band."""
        self.still_pixels = 0
        """How many pixels of the kept picture were painted at last."""

    @property
    def crisp(self) -> bool:
        """Whether what stands still is shown as it is, not scaled."""
        return self._shown.camera == self._camera_now()

    def boundingRect(self) -> QRectF:
        """The whole canvas."""
        camera = self._camera_now()
        return QRectF(0, 0, camera.width, camera.height)

    def follow_camera(self, *, glides: bool) -> None:
        """The camera is another one; one that glides goes on to others soon."""
        self._glides = glides
        self.prepareGeometryChange()

    def follow_edit(self, edit: Edit) -> None:
        """Paint anew what the edit touches; all of it where that is much."""
        if len(edit.after) > MANY_ITEMS:
            self._touch(EVERYTHING)
            return
        for item_id, new in edit.after.items():
            old = edit.before[item_id]
            if item_id == SETTINGS_ID:
                self._touch(EVERYTHING)
            elif isinstance(old, Polygon | None) and isinstance(new, Polygon | None):
                for box in _boxes_of_change(old, new):
                    self._touch(box, LINE_REACH, LINE_REACH)
                for area in (old, new):
                    if isinstance(area, Area) and not area.door:
                        x, z = label_point(area.polygon)
                        self._touch((x, z, x, z), *CANVAS.name_reach)

    def follow_hidden(self, _: object = None) -> None:
        """What is hidden is drawn no more: paint all anew."""
        self._touch(EVERYTHING)

    def follow_world(self, world: World) -> None:
        """Paint anew the cells that differ."""
        if world.dirty is None:
            self._touch(EVERYTHING)
            return
        lattice = world.grid.lattice
        half = lattice.cell_size / 2
        for rect in world.dirty:
            low = lattice.centre_of(rect.column0, rect.row0)
            high = lattice.centre_of(rect.column1 - 1, rect.row1 - 1)
            self._touch(grown((*low, *high), half), LINE_REACH, LINE_REACH)

    def touch(self, box: Box) -> None:
        """Paint anew what shows this box of the world."""
        self._touch(box)

    def _touch(self, box: Box, across: float = 0.0, up: float = 0.0) -> None:
        for kept in (self._shown, self._coming, self._whole):
            kept.touch(box, across, up)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        """The kept picture, then what moves."""
        begun = perf_counter()
        scene, camera = self._scene_now(), self._camera_now()
        self._bring_up_to_date(scene, camera)
        if self._shown.camera == camera:
            painter.drawPixmap(0, 0, self._shown.picture)
        else:
            self._draw_scaled(painter, scene, camera)
        for overlay in self._overlays:
            if overlay.visible and not overlay.still:
                paint_overlay(overlay, painter, scene, camera)
        self._rest.start(REST_MS)
        if self.times is not None:
            self.times.painted(perf_counter() - begun)

    def _bring_up_to_date(self, scene: Scene, camera: Camera) -> None:
        """Paint what is stale of that which level, world, camera, theme and settings decide."""
        shown, ratio = self._shown, scene.device_ratio
        count = sum(map(len, scene.document.level.held.values()))
        huge = count >= self.huge and self._in_view(scene) >= self.huge
        if self._forget(scene, camera) or not (shown.scroll(camera) or self._may_scale(scene)):
            shown.begin(camera, ratio, BANDS if huge else 1)
        until = math.inf
        if huge:
            shown.cut(BANDS)
            until = perf_counter() + CALM_SECONDS
        self.still_pixels = shown.paint(self._part_of(scene), until)
        if shown.camera == camera:
            self._is_coming = False
            if shown.unpainted:
                self._next.start()
            return
        if not self._is_coming:
            self._coming.begin(camera, ratio, SLICES)
            self._is_coming = True
        until = perf_counter() + (CALM_SECONDS if self._calm else SLICE_SECONDS)
        self._calm = False
        self.still_pixels += self._coming.paint(self._part_of(scene), until)
        if not self._coming.unpainted:
            self._shown, self._coming = self._coming, self._shown
            self._is_coming = False
        self._next.start()

    def _go_on(self) -> None:
        """No event has brought the next frame."""
        self._calm = True
        self.update()

    def _forget(self, scene: Scene, camera: Camera) -> bool:
        """Whether nothing of what is kept is of use: theme, settings or sizes are others."""
        key: Key = (
            style.current().name,
            scene.device_ratio,
            scene.settings.grid,
            scene.settings.snap_step,
            tuple(overlay.visible for overlay in self._overlays),
            (camera.width, camera.height),
        )
        if key == self._key:
            return False
        self._key, self._is_coming = key, False
        self._whole.camera = None
        return True

    def _may_scale(self, scene: Scene) -> bool:
        """Whether a scaled picture may stand in while a crisp one is painted."""
        if not self._glides:
            return False
        return self._in_view(scene) >= self.heavy

    def _in_view(self, scene: Scene) -> int:
        """How many elements are at least partly in view."""
        return len(pick_index(scene.document.level).touching_box(*scene.box))

    def _draw_scaled(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """What is kept, at the size of today; crisp strips where there is none of it."""
        canvas = QRect(0, 0, camera.width, camera.height)
        bare = _without([canvas], _inside(self._shown.place(camera)))
        painter.save()
        if self._whole.camera is not None and bare:
            self.still_pixels += self._whole.paint(self._part_of(scene))
            for part in bare:
                painter.setClipRect(part)
                self._whole.draw(painter, camera)
            bare = _without(bare, _inside(self._whole.place(camera)))
        for part in bare:
            self._paint_still(painter, part, camera, scene)
        painter.setClipping(False)
        self._shown.draw(painter, camera)
        painter.restore()

    def rest(self, seconds: float = math.inf) -> None:
        """Use that nothing happens to paint the whole level, for so long at a time."""
        scene, camera = self._scene_now(), self._camera_now()
        lattice = scene.bake.world.grid.lattice
        bounds = (lattice.min_x, lattice.min_z, lattice.max_x, lattice.max_z)
        over = camera.framing(bounds)
        if len(pick_index(scene.document.level).touching_box(*bounds)) < self.heavy:
            self._whole.camera = None
            return
        if self._whole.camera != over:
            self._whole.begin(over, scene.device_ratio, SLICES)
        self._whole.paint(self._part_of(scene), perf_counter() + seconds)
        if self._whole.unpainted:
            self._rest.start(0)

    def _part_of(self, scene: Scene) -> Callable[[QPainter, QRect, Camera], None]:
        return lambda painter, part, camera: self._paint_still(painter, part, camera, scene)

    def _paint_still(self, painter: QPainter, region: QRect, camera: Camera, scene: Scene) -> None:
        part = camera.part(region.x(), region.y(), region.width(), region.height())
        painter.setClipRect(region)
        painter.fillRect(region, pens.colour(style.current().outside))
        around = replace(scene, box=grown(part.box, BESIDE / camera.scale))
        for overlay in self._overlays:
            if overlay.visible and overlay.still:
                paint_overlay(overlay, painter, around, camera)


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


def _inside(place: QRectF) -> QRect:
    """The whole pixels that a picture drawn here covers."""
    left, top = math.ceil(place.left()), math.ceil(place.top())
    return QRect(left, top, math.floor(place.right()) - left, math.floor(place.bottom()) - top)


def _without(parts: list[QRect], hole: QRect) -> list[QRect]:
    """What is left of these parts outside of a rectangle."""
    left = []
    for part in parts:
        cut = part.intersected(hole)
        if cut.isEmpty():
            left.append(part)
            continue
        x0, y0, x1, y1 = part.x(), part.y(), part.right() + 1, part.bottom() + 1
        a0, b0, a1, b1 = cut.x(), cut.y(), cut.right() + 1, cut.bottom() + 1
        left += [
            QRect(x0, y0, x1 - x0, b0 - y0),
            QRect(x0, b1, x1 - x0, y1 - b1),
            QRect(x0, b0, a0 - x0, b1 - b0),
            QRect(a1, b0, x1 - a1, b1 - b0),
        ]
    return [part for part in left if not part.isEmpty()]


def paint_overlay(overlay: Overlay, painter: QPainter, scene: Scene, camera: Camera) -> None:
    """Let an overlay draw, and leave the painter as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    try:
        overlay.paint(painter, scene, camera)
    finally:
        painter.restore()
