"""The canvas widget: the overlays, what floats over them, and what is seen."""

import math
from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QShowEvent

from editor.canvas.camera import Camera
from editor.canvas.chrome import EyeButton, Legend, ScaleBar, corner_places
from editor.canvas.follow import FollowChip, Follower
from editor.canvas.hints import hint_now, traffic_now, width_now
from editor.canvas.input.keyboard import KeyInput
from editor.canvas.layers import Layers
from editor.canvas.overlays import all_overlays
from editor.canvas.overlays.clearances import are_shown
from editor.canvas.overlays.frame_time import FrameTimeOverlay
from editor.canvas.overlays.measure import MeasureOverlay
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.overlays.traffic import HeatOverlay
from editor.canvas.painting.tile_cache import EVERYTHING
from editor.canvas.snapping import next_step
from editor.look.style import SIZE
from editor.run.traffic import RunTraffic
from editor.tools.measure import MeasureTool
from editor.tools.preview import Preview
from editor.tools.run import taken
from editor.workspace import Workspace
from navcore.i18n import tr
from navcore.level.operations import bounds_of
from navcore.level.pick import pick_index

TELL_MS: Final = 100
"""While a run plays hint and legend follow it so often."""


class Canvas(KeyInput):
    """The level, live; everything that is drawn is drawn here."""

    hint_changed = Signal(object)
    """What the next click does."""

    def __init__(
        self,
        workspace: Workspace,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """A canvas on this workspace; `clock` gives seconds."""
        document, run, settings = workspace.document, workspace.run, workspace.settings
        super().__init__(document, workspace.probe, run, settings, clock=clock)
        self._workspace = workspace
        self._bake, self._probe = workspace.bake, workspace.probe
        self.overlays = all_overlays()
        for overlay in self.overlays:
            overlay.visible = settings.overlay_visible(overlay.name, default=overlay.shown_at_first)
        self.layers = Layers(self.overlays, self._scene_now, lambda: self.camera)
        self.scene().addItem(self.layers)
        self.legend = Legend(self)
        self.scale_bar = ScaleBar(self)
        self.eye = EyeButton(self, self.overlays, self.toggle_overlay)
        self.follower = Follower(
            self, document, run, lambda: self.gestures.drag is not None, clock=clock
        )
        self.follow_chip = FollowChip(self, self.follower)
        self.traffic = RunTraffic(run)
        self._hint = ""
        self._frame_when_shown = False
        self._chrome_shown = True
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell)
        self._later = QTimer(self, singleShot=True, interval=TELL_MS)
        self._later.timeout.connect(self._tell)
        self.setAccessibleName(tr("Canvas"))
        self._wire()
        self._measure()

    def _wire(self) -> None:
        self._document.changed.connect(self.layers.follow_edit)
        self._document.hidden_changed.connect(self.layers.follow_hidden)
        self._run.doors.baked.connect(self.layers.follow_world)
        self._run.doors.changed.connect(self.layers.follow_edit)
        for changed in (
            self._document.changed, self._document.selection_changed,
            self._document.hidden_changed, self._run.doors.baked,
            self._probe.changed, self._run.signals.state_changed, self.gestures.moved,
        ):  # fmt: skip
            changed.connect(self._refresh)
        self._run.signals.frame.connect(self._follow_frame)
        preview = self._bake.preview
        self.gestures.end_trial = preview.end
        self._run.doors.baked.connect(preview.refresh)
        preview.changed.connect(self.layers.follow_hidden)
        preview.changed.connect(self._refresh)
        self._bake.widths.latest.arrived.connect(self._refresh)
        self.traffic.changed.connect(self._refresh)
        for overlay in self.overlays:
            if isinstance(overlay, HeatOverlay):
                overlay.traffic = self.traffic
            if isinstance(overlay, MeasureOverlay):
                overlay.tool = next(tool for tool in self.tools if isinstance(tool, MeasureTool))
                self._document.loaded.connect(overlay.tool.forget)
        self.camera_changed.connect(self._moved_camera)
        self.tool_changed.connect(self._refresh)
        self.follower.changed.connect(self._refresh)
        self.follower.changed.connect(self.state_changed)

    # What is seen.

    def frame_all(self, _: object = None) -> None:
        """Show everything that is drawn; before the window is laid out, as soon as it is."""
        self._frame_when_shown = not self.isVisible()
        self.frame(pick_index(self._document.level).bounds, corner=self._corner())
        framed = self.camera
        # A strip over the canvas may come or go with a level.
        QTimer.singleShot(0, self, lambda: self._frame_again(framed))

    def _frame_again(self, framed: Camera) -> None:
        """The canvas may have another size by now than when this was framed."""
        now = self.camera
        moved = math.hypot(now.x - framed.x, now.z - framed.z) * now.scale
        resized = (now.width, now.height) != (framed.width, framed.height)
        if resized and now.scale == framed.scale and moved < 1.0:
            self.frame(pick_index(self._document.level).bounds, corner=self._corner())

    def _corner(self) -> tuple[float, float]:
        """Pixels across and up that legend and scale bar cover, with a margin."""
        self._place_chrome()
        if self.legend.isHidden():
            return (0.0, 0.0)
        across = self.legend.x() + self.legend.width() + SIZE.margin
        return (across, self.height() - self.legend.y() + SIZE.margin)

    def frame_selection(self) -> None:
        """Show what is selected, agents of a run where they stand; everything if nothing is."""
        view = self.gestures.view()
        find = view.level.get
        chosen = [e for e in taken(view, view.selection) if e.body(find) is not None]
        if chosen:
            self.frame(bounds_of(chosen, find))
        else:
            self.frame_all()

    def toggle_grid(self) -> None:
        """Show or hide the grid lines."""
        self._settings.grid = not self._settings.grid
        self._show_state()

    def toggle_snapping(self) -> None:
        """Snap or don't."""
        self._settings.snap = not self._settings.snap
        self.gestures.again()
        self._show_state()

    def switch_snap(self, kind: str) -> None:
        """Snap to this kind of thing, or don't any more."""
        self._settings.set_snap_to(kind, on=kind not in self._settings.snap_to)
        self.gestures.again()
        self._show_state()

    def change_snap_step(self, direction: int) -> None:
        """Coarser (1) or finer (-1)."""
        self.set_snap_step(next_step(self._settings.snap_step, direction))

    def set_snap_step(self, step: float) -> None:
        """Snap to whole multiples of this, metres."""
        self._settings.snap_step = step
        self.gestures.again()
        self._show_state()

    def toggle_overlay(self, overlay: Overlay) -> None:
        """Show or hide an overlay, and remember it."""
        overlay.visible = not overlay.visible
        self._settings.set_overlay_visible(overlay.name, visible=overlay.visible)
        self._measure()
        self._show_state()

    def _measure(self) -> None:
        """Measure frames while somebody looks at their times, and only then."""
        shown = [o for o in self.overlays if isinstance(o, FrameTimeOverlay) and o.visible]
        times = shown[0].times if shown else None
        if times is self.layers.times:
            return
        if self.layers.times is not None:
            self.viewport().removeEventFilter(self.layers.times)
        self.layers.times = times
        if times is not None:
            times.forget()
            self.viewport().installEventFilter(times)

    def paint_anew(self, _: object = None) -> None:
        """Paint everything: something that is drawn has come or gone beside the level."""
        self.layers.touch(EVERYTHING)
        self._refresh()

    # Painting.

    def _scene_now(self) -> Scene:
        preview = self.gestures.preview()
        return replace(self._quiet_scene(), preview=preview, snapped=self.gestures.snapped)

    def _quiet_scene(self) -> Scene:
        """The scene without what the tool shows."""
        return Scene(
            self._workspace,
            self.tool,
            Preview(),
            None,
            self.devicePixelRatioF(),
            self.camera.box,
            scale=self.camera.scale,
        )

    def _refresh(self, _: object = None) -> None:
        """Something that is shown may have changed; one event often changes several things."""
        self._repaint()
        if not self._soon.isActive():
            self._soon.start()

    def _follow_frame(self, _: object) -> None:
        """Agents moved; what is said of them is not read sixty times a second."""
        if not self._run.playhead.playing:
            self._refresh()
            return
        self._repaint()
        if not (self._soon.isActive() or self._later.isActive()):
            self._later.start()

    def _repaint(self) -> None:
        self.layers.update()
        if self.layers.times is not None:
            self.layers.times.await_paint()

    def _tell(self) -> None:
        """Say what the next click does, and put the chrome in its places."""
        hint = ""
        if are_shown(self._settings, self._bake):
            hint = width_now(self.gestures, self._document, self._bake, self.camera.scale)
        if not hint and any(o.visible for o in self.overlays if isinstance(o, HeatOverlay)):
            hint = traffic_now(self.gestures, self._run, self.traffic)
        if not hint:
            hint = hint_now(self.gestures, self._document, self._run, self.door_under_mouse())
        if hint != self._hint:
            self._hint = hint
            self.hint_changed.emit(hint)
        self._place_chrome()

    def _moved_camera(self, _: object) -> None:
        self.layers.follow_camera(glides=self.glides)
        self._refresh()

    def show_chrome(self, shown: bool) -> None:
        """Show or hide legend and scale bar, with the panels."""
        self._chrome_shown = shown
        self._place_chrome()

    def _place_chrome(self) -> None:
        scene = self._quiet_scene()
        shown = [overlay for overlay in self.overlays if overlay.visible]
        self.legend.show_rows([row for overlay in shown for row in overlay.legend(scene)])
        legend, bar = corner_places(self.size(), self.legend.size(), self.scale_bar.size())
        self.legend.move(legend.toPoint())
        self.scale_bar.move(bar.toPoint())
        self.scale_bar.show_scale(self.camera.scale)
        self.legend.setVisible(self._chrome_shown and bool(self.legend.rows))
        self.scale_bar.setVisible(self._chrome_shown)
        self.eye.move(self.width() - self.eye.width() - SIZE.margin, SIZE.margin)
        self.follow_chip.move(self.eye.x() - self.follow_chip.width() - SIZE.related, SIZE.margin)

    def _show_state(self) -> None:
        self.eye.refresh()
        self._refresh()
        self.state_changed.emit(None)

    def showEvent(self, event: QShowEvent) -> None:
        """Say from the start what the next click does."""
        super().showEvent(event)
        self.zoom_changed.emit(self.camera.zoom)
        self._tell()
        self.hint_changed.emit(self._hint)
        if self._frame_when_shown:
            # The layout gives the canvas its size only after it is shown.
            QTimer.singleShot(0, self, self.frame_all)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "eye"):
            self._refresh()
