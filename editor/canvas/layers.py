"""Paint all overlays, keeping a picture of those that rarely change.

Only the parts of the kept picture that an edit changed are repainted, so that a drag costs the same
in a small and in a large level; panning shifts it and paints new parts. While the user zooms over
many elements it is drawn scaled, and a crisp one is painted in bands within a frame's time; where
zooming out shows more than it contains, a picture of the whole level lies below.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Final, TypeAlias

from PySide6.QtCore import QObject, QRect, QTimer, Signal
from PySide6.QtGui import QPainter, QPixmap

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.elements_in_view import ElementsInView, count_in_view
from editor.canvas.followers import Change, Followers
from editor.canvas.frame_times import FrameTimes
from editor.canvas.overlay_painting import paint_overlay
from editor.canvas.overlays.overlay import Overlay, Reads, Scene
from editor.canvas.painting.changes import LINE_REACH, box_of_many
from editor.canvas.painting.fresh_picture import FreshPicture
from editor.canvas.painting.ground import Ground, inside, without
from editor.canvas.painting.tile_cache import EVERYTHING, MANY_PARTS, SLICES, Kept
from editor.look import pens, style
from editor.look.style import Z
from navcore.level.edit import Edit
from navcore.level.model import Element
from navcore.level.pick import pick_index
from navcore.world import World

BESIDE: Final = 2.0
"""Pixels outside a part that lines around it may reach into it."""
MANY_ITEMS: Final = 4096
"""Number of items above which the reach of an edit is not computed per item."""
HEAVY: Final = 200
"""Elements in view from which zooming does not paint them all at every frame."""
LARGE: Final = 4_000_000
"""Device pixels from which zooming does not paint them all at every frame."""
BANDS: Final = 48
"""Bands that a canvas with a huge number of elements is painted in."""
SLICE_SECONDS: Final = 0.001
"""Seconds of a frame that may be spent on parts that are not visible yet."""
CALM_SECONDS: Final = 0.008
"""The same if no event waits for the frame."""
NEXT_MS: Final = 16
"""Milliseconds until the next frame if no event requests one."""
REST_MS: Final = 300
"""Rest after which the picture of the whole level is brought up to date."""

Key: TypeAlias = tuple[object, ...]


class Layers(QObject):
    """Paints overlays back to front, and keeps a picture of those that rarely change."""

    outdated = Signal()
    """Emitted when the screen must be repainted."""

    def __init__(
        self,
        overlays: Sequence[Overlay],
        scene_now: Callable[[], Scene],
        camera_now: Callable[[], Camera],
        parent: QObject | None = None,
        *,
        bare_scene: Callable[[], Scene] | None = None,
        is_dragging: Callable[[], bool] = bool,
    ) -> None:
        """Use these functions for scene and camera at every paint; timers belong to `parent`.

        `bare_scene` gives the scene without what the tool shows, which takes longest to find,
        `is_dragging` says whether a gesture is in hand.
        """
        super().__init__(parent)
        self._overlays = overlays
        self._scene_now, self._bare_scene = scene_now, bare_scene or scene_now
        self._camera_now = camera_now
        self.followers = Followers(overlays, is_dragging)
        self.followers.outdated.connect(self.repaint)
        self._read_by: dict[Reads, list[Overlay]] = {}
        self._key: Key = ()
        self._shown = Kept()
        self._coming = Kept()
        """The crisp picture that is being painted while the shown one is scaled."""
        self._whole = Kept()
        """The whole level, small: it shows where the others have nothing."""
        self._ground = Ground()
        """Picture of everything below the network, while nothing else changes."""
        self._is_coming = False
        self.fresh = FreshPicture()
        """A whole picture that is painted behind the shown one, which it replaces."""
        self._complete: Camera | None = None
        """View for which the shown picture was complete last."""
        self._glides = False
        self._calm = False
        self._next = QTimer(self, singleShot=True, interval=NEXT_MS)
        self._next.timeout.connect(self._go_on)
        self._behind = QTimer(self, singleShot=True, interval=0)
        self._behind.timeout.connect(self._paint_behind)
        self._rest = QTimer(self, singleShot=True)
        self._rest.timeout.connect(lambda: self.rest(SLICE_SECONDS))
        self.times: FrameTimes | None = None
        """Receives durations of painting, while an overlay shows them."""
        self.heavy = HEAVY
        """Elements in view from which a gliding camera gets scaled pictures first."""
        self.large = LARGE
        """Device pixels of the canvas from which it does so too."""
        self.in_view = ElementsInView()
        """Says when whatever is out of date is painted band by band."""
        self.is_asked = False
        """True if a repaint of the screen is requested."""
        self.still_pixels = 0
        """Number of pixels of the kept picture that were last painted."""

    @property
    def crisp(self) -> bool:
        """True if the kept picture is shown unscaled."""
        return self._shown.camera == self._camera_now()

    @property
    def still(self) -> QPixmap:
        """The kept picture of what seldom changes."""
        return self._shown.picture

    def follow_camera(self, *, glides: bool) -> None:
        """Follow the camera; if it glides, further changes will follow soon."""
        self._glides = glides
        self.repaint()

    def follow(self, read: Reads, change: Change = None) -> None:
        """Paint again what reads this, now that it has changed; None: everywhere."""
        readers = [overlay for overlay in self._readers(read) if overlay.visible]
        cached = [overlay for overlay in readers if overlay.cached]
        if isinstance(change, Edit):
            self._follow_edit(change, cached)
        elif cached:
            self._follow_place(change)
            if isinstance(change, World):
                self._follow_world(change, cached)
        if readers and self.followers.follow(read, change):
            self.repaint()

    def is_read(self, read: Reads) -> bool:
        """Return whether an overlay that is shown reads this."""
        return any(overlay.visible for overlay in self._readers(read))

    def _readers(self, read: Reads) -> list[Overlay]:
        """Return the overlays that read this, visible or not; cached."""
        if read not in self._read_by:
            self._read_by[read] = [o for o in self._overlays if read in o.reads]
        return self._read_by[read]

    def paint_anew(self) -> None:
        """Paint everything again, whatever is kept."""
        self.followers.forget()
        self._touch(EVERYTHING)
        self.repaint()

    def repaint(self) -> None:
        """Repaint the screen; the kept picture is still valid."""
        self.is_asked = True
        if self.times is not None:
            self.times.await_paint()
        self.outdated.emit()

    def _follow_edit(self, edit: Edit, readers: Sequence[Overlay]) -> None:
        """Repaint what the edit changed, or everything if that is much."""
        items = [i for i in (*edit.before.values(), *edit.after.values()) if i is not None]
        elements = [item for item in items if isinstance(item, Element)]
        if len(elements) < len(items):
            self._touch(EVERYTHING)
            return
        kinds = {*map(type, elements)}
        readers = [overlay for overlay in readers if overlay.shows(edit, kinds)]
        above = all(overlay.z >= Z.GRAPH for overlay in readers)
        if readers and above:
            self._ground.want()
        if len(edit.after) > MANY_ITEMS:
            self._touch(EVERYTHING, above=above)
            return
        level = self._bare_scene().document.level
        if len(edit.after) > MANY_PARTS:
            # Many parts are painted as one.
            box = box_of_many(elements, edit, level)
            for overlay in readers:
                self._touch(*overlay.stale_within(box, edit, level), above=above)
            return
        for overlay in readers:
            for box, across, up in overlay.stale_edit(edit, level):
                self._touch(box, across, up, above=above)

    def _follow_world(self, world: World, readers: Sequence[Overlay]) -> None:
        """Paint again what overlays make of cells that have not changed themselves."""
        moving = self._bare_scene().moving
        for overlay in readers:
            boxes = overlay.stale_cells(world, moving=moving)
            for box in (EVERYTHING,) if boxes is None else boxes:
                self._touch(box, overlay.reach, overlay.reach, above=overlay.z >= Z.GRAPH)

    def _follow_place(self, place: World | Box | None) -> None:
        """Paint again the cells of a world that differ, a box of it, or everything."""
        if isinstance(place, tuple):
            self._touch(place)
            return
        if place is None or place.dirty is None:
            self._touch(EVERYTHING)
            return
        lattice = place.grid.lattice
        half = lattice.cell_size / 2
        for rect in place.dirty:
            low = lattice.centre_of(rect.column0, rect.row0)
            high = lattice.centre_of(rect.column1 - 1, rect.row1 - 1)
            self._touch(grown((*low, *high), half), LINE_REACH, LINE_REACH)

    def _touch(
        self, box: Box, across: float = 0.0, up: float = 0.0, *, above: bool = False
    ) -> None:
        """Mark a box as outdated, except below the network if `above` is set."""
        if not above:
            self._ground.forget()
        for kept in (self._shown, self._coming, self._whole, self.fresh):
            kept.touch(box, across, up)

    def paint(self, painter: QPainter) -> None:
        """The kept picture, then what moves."""
        begun = perf_counter()
        self.is_asked = False
        scene, camera = self._scene_now(), self._camera_now()
        scene.bake.scheduler.painted()
        self._bring_up_to_date(scene, camera)
        if self._shown.camera == camera:
            painter.drawPixmap(0, 0, self._shown.picture)
        else:
            self._draw_scaled(painter, scene, camera)
        self.followers.paint(painter, scene, camera)
        self._rest.start(REST_MS)
        scene.bake.scheduler.painted()
        if self.times is not None:
            self.times.painted(perf_counter() - begun)

    def _bring_up_to_date(self, scene: Scene, camera: Camera) -> None:
        """Paint outdated parts that depend on level, world, camera, theme and settings."""
        shown, ratio = self._shown, scene.device_ratio
        huge = self.in_view.are_huge(scene, camera)
        if self._forget(scene, camera) or not (shown.scroll(camera) or self._may_scale(scene)):
            self._complete = self._complete if shown.camera == camera else None
            shown.begin(camera, ratio, BANDS if huge else 1)
        until = math.inf
        if shown.camera == camera:
            self._ground.follow(camera, ratio)
            if huge and self._waits_for_fresh(scene, camera):
                return
            shown = self._shown
        if huge:
            shown.cut(BANDS)
            until = perf_counter() + CALM_SECONDS
        self.still_pixels = shown.paint(self._part_of(scene), until)
        if shown.camera == camera:
            self._is_coming = False
            if shown.unpainted:
                self._next.start()
            else:
                self._complete = camera
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

    def _waits_for_fresh(self, scene: Scene, camera: Camera) -> bool:
        """Replace the shown picture if another is complete; return whether one is on its way.

        Another is painted if all of the shown one is outdated, but was complete for this view.
        """
        ratio, size = scene.device_ratio, camera.width * camera.height
        if self.fresh.is_complete and self.fresh.goes_on(camera, ratio):
            self._shown = self.fresh.take(self._shown)
            return False
        if self._shown.unpainted < size or self._complete != camera:
            self.fresh.end()
            return False
        if not self.fresh.goes_on(camera, ratio):
            self.fresh.begin(camera, ratio)
            self._shown.join()
        self.still_pixels = self._shown.paint_small(self._part_of(scene), size // BANDS)
        self._is_coming = False
        self._behind.start()
        return True

    def _paint_behind(self) -> None:
        """Paint parts of the picture that comes next, and show it when it is complete."""
        scene, camera = self._bare_scene(), self._camera_now()
        if self.fresh.goes_on(camera, scene.device_ratio):
            is_complete = self.fresh.paint(self._part_of(scene), CALM_SECONDS)
            (self.repaint if is_complete else self._behind.start)()

    def _go_on(self) -> None:
        """Paint the next frame, because no event has requested one."""
        self._calm = True
        self.repaint()

    def _forget(self, scene: Scene, camera: Camera) -> bool:
        """Drop the kept picture if theme, overlays or sizes changed; return whether it was."""
        key: Key = (
            style.current().name,
            scene.device_ratio,
            tuple(overlay.visible for overlay in self._overlays if overlay.cached),
            (camera.width, camera.height),
        )
        if key == self._key:
            return False
        self._key, self._is_coming = key, False
        self._whole.camera = None
        self._ground.forget()
        return True

    def _may_scale(self, scene: Scene) -> bool:
        """Return whether a scaled picture may be shown while a crisp one is painted."""
        if not self._glides:
            return False
        camera = self._camera_now()
        device_pixels = camera.width * camera.height * scene.device_ratio**2
        return device_pixels >= self.large or count_in_view(scene) >= self.heavy

    def _draw_scaled(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Draw the kept picture scaled, and crisp strips where it has nothing."""
        canvas = QRect(0, 0, camera.width, camera.height)
        bare = without([canvas], inside(self._shown.place(camera)))
        painter.save()
        if self._whole.camera is not None and bare:
            self.still_pixels += self._whole.paint(self._part_of(scene))
            for part in bare:
                painter.setClipRect(part)
                self._whole.draw(painter, camera)
            bare = without(bare, inside(self._whole.place(camera)))
        for part in bare:
            self._paint_still(painter, part, camera, scene)
        painter.setClipping(False)
        self._shown.draw(painter, camera)
        painter.restore()

    def rest(self, seconds: float = math.inf) -> None:
        """Use that nothing happens to paint the whole level, for so long at a time."""
        scene, camera = self._bare_scene(), self._camera_now()
        lattice = scene.bake.world.grid.lattice
        bounds = (lattice.min_x, lattice.min_z, lattice.max_x, lattice.max_z)
        over = camera.framing(bounds)
        if pick_index(scene.document.level).count_in(bounds) < self.heavy:
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
        cached = [overlay for overlay in self._overlays if overlay.visible and overlay.cached]
        if self._ground.camera != camera:
            _paint_part(cached, painter, region, camera, scene)
            return
        beneath = [overlay for overlay in cached if overlay.z < Z.GRAPH]
        self._ground.paint_within(
            region, lambda painter, part, _: _paint_part(beneath, painter, part, camera, scene)
        )
        above = [overlay for overlay in cached if overlay.z >= Z.GRAPH]
        _paint_part(above, painter, region, camera, scene, self._ground.picture)


def _paint_part(
    overlays: Iterable[Overlay],
    painter: QPainter,
    region: QRect,
    camera: Camera,
    scene: Scene,
    ground: QPixmap | None = None,
) -> None:
    """Let overlays paint a part of the canvas, over the background or a picture of everything."""
    part = camera.part(region.x(), region.y(), region.width(), region.height())
    painter.setClipRect(region)
    if ground is None:
        painter.fillRect(region, pens.colour(style.current().outside))
    else:
        painter.drawPixmap(0, 0, ground)
    around = replace(scene, box=grown(part.box, BESIDE / camera.scale))
    for overlay in overlays:
        paint_overlay(overlay, painter, around, camera)
