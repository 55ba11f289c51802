"""The canvas: the widget that shows the level and receives drawing, composed of parts.

Qt's events go to `pointer` and `keys`, which act through `gestures` and `viewport`; `layers` paints
the overlays. Changes are passed to the overlays that declare to read them.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.canvas.camera import Box
from editor.canvas.chrome import Chrome
from editor.canvas.families import ToolFamilies
from editor.canvas.follow import Follower
from editor.canvas.followers import Change
from editor.canvas.frame import Frame
from editor.canvas.frame_times import FrameTimes
from editor.canvas.hints import HintTeller
from editor.canvas.input.gestures import Gestures
from editor.canvas.input.keyboard import KeyInput
from editor.canvas.input.pointer import PointerInput
from editor.canvas.input.typed_box import TypedBox
from editor.canvas.layers import Layers
from editor.canvas.names_in_view import NamesInView
from editor.canvas.overlays import all_overlays
from editor.canvas.overlays.background import BackgroundOverlay
from editor.canvas.overlays.overlay import Reads, Scene
from editor.canvas.picture_view import PictureView, joined
from editor.canvas.shown import ShownOverlays
from editor.canvas.snap_controls import SnapControls
from editor.canvas.telling import Teller
from editor.canvas.tool_look import ToolLook
from editor.canvas.viewport import Viewport
from editor.look.style import CANVAS
from editor.run.traffic import RunTraffic
from editor.tools.run import taken
from editor.workspace import Workspace
from navcore.i18n import tr
from navcore.level.operations import bounds_of
from navcore.level.pick import pick_index


class Canvas(QWidget):
    """Widget that shows the level live and is drawn on."""

    state_changed = Signal(object)
    """Emitted when grid, snapping, its step, the shown overlays, or unfinished work changes."""
    said = Signal(object)
    """A sentence for the status bar."""
    menu_requested = Signal(object)
    """The context menu is wanted at this global place."""

    def __init__(self, workspace: Workspace, *, clock: Callable[[], float] = monotonic) -> None:
        """A canvas on this workspace; `clock` gives seconds."""
        super().__init__()
        self._workspace, self._document, self._run = workspace, workspace.document, workspace.run
        document, run, settings = workspace.document, workspace.run, workspace.settings
        self.viewport = Viewport()
        self.gestures = Gestures(workspace, lambda: 1.0 / self.viewport.camera.scale)
        self.families = ToolFamilies(self.gestures)
        self.typed_box = TypedBox(self, self.gestures)
        self.pointer = PointerInput(
            self, self.viewport, self.gestures, self.typed_box, document, run, settings
        )
        self.keys = KeyInput(
            self.viewport, self.gestures, self.pointer, self.typed_box, run, clock=clock
        )
        self.snapping = SnapControls(settings, self.gestures)
        self.overlays = all_overlays()
        self.shown = ShownOverlays(self.overlays, settings, self.gestures)
        self.pictures = PictureView(
            document,
            workspace.backgrounds,
            self.viewport,
            lambda: any(o.visible for o in self.overlays if o.name == BackgroundOverlay.name),
            self.frame_all,
        )
        self._tool_look = ToolLook(self.gestures, self.scene)
        self.layers = Layers(
            self.overlays,
            self._tool_look.scene,
            lambda: self.viewport.camera,
            self,
            bare_scene=self.scene,
            is_dragging=self._is_dragging,
        )
        self.traffic = RunTraffic(run)
        self.frame_times = FrameTimes()
        self.follower = Follower(self.viewport, document, run, self._is_dragging, clock=clock)
        self.chrome = Chrome(
            self, self.overlays, self.shown, self.follower, document, workspace.bake.shown_floor
        )
        self.chrome.legend.fold(folded=settings.legend_folded)
        self.hints = HintTeller(
            self.gestures, document, run, self.overlays, self.scene, self.pointer.switch
        )
        self._frame_when_shown = False
        self._corner, self._window_size = QPoint(), QSize()
        """Position of the canvas in a window of this size when it was last resized."""
        self.teller = Teller(self.hints, self.chrome, self.scene, self._is_dragging, self)
        self.names_in_view = NamesInView(self.overlays, self.layers.repaint, self)
        self.frame = Frame(self, self._paint, self.chrome.covered)
        self.setAccessibleName(tr("Canvas"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setMinimumSize(CANVAS.least, CANVAS.least)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        # The kept picture of the level covers every pixel: nothing has to be painted below it.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._wire()
        self._measure_frames()

    def _wire(self) -> None:
        space = self._workspace
        document, run, shown_floor = space.document, space.run, space.bake.shown_floor
        for signal, read in (
            (document.changed, Reads.LEVEL),
            (run.switches.baked, Reads.WORLD),
            (run.switches.changed, Reads.SWITCHES),
            (shown_floor.changed, Reads.WORLD),
            (space.backgrounds.touched, Reads.BACKGROUNDS),
        ):
            signal.connect(partial(self._follow, read))
        for signal, read in (
            (document.hidden_changed, Reads.LEVEL),
            (document.storey.changed, Reads.LEVEL),
            (shown_floor.changed, Reads.CLEARANCES),
            (space.bake.widths.changed, Reads.CLEARANCES),
            (space.bake.coverage.changed, Reads.COVERAGE),
            (space.problems.changed, Reads.PROBLEMS),
            (space.tests.changed, Reads.TESTS),
            (space.problems.pulse.beat, Reads.PROBLEMS),
            (space.doors.changed, Reads.DOORS),
            (space.backgrounds.changed, Reads.BACKGROUNDS),
            (self.snapping.changed, Reads.SETTINGS),
            (document.selection_changed, Reads.SELECTION),
            (space.probe.changed, Reads.PROBE),
            (space.legs.changed, Reads.ROUTES),
            (run.signals.state_changed, Reads.RUN),
            (self.traffic.changed, Reads.TRAFFIC),
            (self.gestures.tool_changed, Reads.TOOL),
        ):
            signal.connect(lambda _, read=read: self._follow(read))
        self.gestures.moved.connect(self._follow_tool)
        run.signals.frame.connect(self._follow_frame)
        run.switches.baked.connect(shown_floor.refresh)
        self.gestures.end_trial = shown_floor.end_trial
        self.gestures.shown_for = shown_floor.profile_in
        self.gestures.shown_names = lambda: self.names_in_view.boxes
        self.viewport.camera_changed.connect(self._follow_camera)
        self.layers.outdated.connect(self.frame.ask)
        self.follower.changed.connect(self.teller.soon)
        document.loaded.connect(self.typed_box.dismiss)
        document.storey.changed.connect(lambda _: self.gestures.again())
        self.chrome.legend.folded_changed.connect(self._remember_legend)
        chips = self.chrome.storey_chip, self.chrome.type_chip, self.chrome.state_chip
        for part in (self.gestures, self.pointer, self.typed_box, *chips):
            part.said.connect(self.said)
        for changed in (
            self.follower.changed, self.typed_box.closed, self.pointer.acted, self.keys.acted,
            self.families.used, self.snapping.changed,
        ):  # fmt: skip
            changed.connect(self.state_changed)
        self.shown.changed.connect(self._follow_shown)
        self.pointer.menu_requested.connect(self.menu_requested)
        self.keys.menu_requested.connect(self._ask_for_menu)

    # Orders.

    def settle(self) -> None:
        """Finish the current drag before something else is done with the level."""
        self.typed_box.dismiss()
        self.gestures.settle()

    def can_undo(self) -> bool:
        """Return whether there is a drag, a corner or a step to take back."""
        busy = self.gestures.drag is not None or self.gestures.tool.can_take_back()
        return busy or self._document.stack.canUndo()

    def can_redo(self) -> bool:
        """Return whether there is a corner or a step to set again."""
        return self.gestures.tool.can_set_again() or self._document.stack.canRedo()

    def undo(self) -> None:
        """Take back the last corner while drawing, else the last step."""
        self.settle()
        if not self.gestures.key("Undo"):
            self._document.stack.undo()

    def redo(self) -> None:
        """Redo: a corner while drawing, else a step."""
        self.settle()
        if not self.gestures.key("Redo"):
            self._document.stack.redo()

    def frame_all(self, _: object = None) -> None:
        """Show all that is drawn or traced; before the window is laid out, as soon as it is."""
        self._frame_when_shown = not self.isVisible()
        self.frame_box(joined(pick_index(self._document.level).bounds, self.pictures.bounds()))
        self.pictures.await_missing()

    def frame_box(self, box: Box | None) -> None:
        """Show a box of the world, not covered by floating widgets; None: the origin."""
        self.chrome.show(self.scene())
        self.viewport.frame(box, covered=self.chrome.covered())

    def frame_selection(self) -> None:
        """Show the selection, with agents of a run at their places; everything if it is empty."""
        view = self.gestures.view()
        chosen = taken(view, view.selection)
        if chosen:
            self.frame_box(bounds_of(chosen, view.level.get))
        else:
            self.frame_all()

    def _remember_legend(self, folded: bool) -> None:
        self._workspace.settings.legend_folded = folded
        self.teller.soon()
        self.state_changed.emit(None)

    def _measure_frames(self) -> None:
        """Measure frames while an overlay shows their times, and only then."""
        times = self.frame_times if self.layers.is_read(Reads.FRAMES) else None
        if times is self.layers.times:
            return
        self.layers.times = times
        self.removeEventFilter(self.frame_times)
        if times is not None:
            times.forget()
            self.installEventFilter(times)

    def paint_anew(self, _: object = None) -> None:
        """Repaint everything: something outside the level has changed."""
        self.layers.paint_anew()
        self.teller.soon()

    def _is_dragging(self) -> bool:
        return self.gestures.drag is not None

    # Painting.

    def scene(self) -> Scene:
        """Return the scene for overlays, without the tool's preview."""
        camera, pointer = self.viewport.camera, self.gestures.pointer
        dragged = self._is_dragging()
        return Scene(
            self._workspace,
            self.traffic,
            self.frame_times,
            self.gestures.tool,
            [tool for tool in self.gestures.lasting if tool is not self.gestures.tool],
            frozenset(overlay.name for overlay in self.overlays if overlay.visible),
            self.devicePixelRatioF(),
            camera.box,
            camera.scale,
            self.names_in_view.names,
            None if dragged or pointer is None else pointer.position,
            dragged or self.names_in_view.gliding,
            self.chrome.covered(),
        )

    def _follow_tool(self, _: object = None) -> None:
        """The mouse moved, or the tool in hand shows something else."""
        if not self.layers.is_asked and self._tool_look.is_seen():
            self.layers.followers.use_idle_event()
            self.teller.soon()
        else:
            self._follow(Reads.TOOL)

    def _follow(self, read: Reads, change: Change = None) -> None:
        """Something that overlays may read has changed; one event often changes several things."""
        self.layers.follow(read, change)
        self.teller.soon()

    def _follow_frame(self, _: object) -> None:
        """Agents moved; what is said of them is not read sixty times a second."""
        if not self._run.playhead.at_start:
            # At the start they stand where the level says.
            self.layers.followers.forget()
        self.layers.follow(Reads.RUN)
        if not self._run.playhead.playing:
            self.teller.soon()
        else:
            self.teller.later()

    def _follow_camera(self, _: object) -> None:
        self.names_in_view.follow_camera(glides=self.viewport.glides)
        self.layers.follow_camera(glides=self.viewport.glides)
        self.teller.soon()

    def _follow_shown(self, _: object) -> None:
        """Other overlays are shown."""
        self._measure_frames()
        self._refresh()
        self.state_changed.emit(None)

    def _refresh(self) -> None:
        self.layers.repaint()
        self.teller.soon()

    # Events of Qt.

    def _paint(self, painter: QPainter) -> None:
        self.layers.paint(painter)
        self.names_in_view.follow_paint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """All overlays."""
        self.frame.show(event.region())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep everything where it is when a dock opens; the centre when the window is resized."""
        window, camera = self.window(), self.viewport.camera
        corner, size = self.mapTo(window, QPoint()), window.size()
        moved = corner - self._corner
        same = size == self._window_size and self.isVisible()
        self._corner, self._window_size = corner, size
        width, height = self.width(), self.height()
        recut = camera.recut(width, height, moved.x(), moved.y())
        self.viewport.look(recut if same else camera.resized(width, height))

    def showEvent(self, event: QShowEvent) -> None:
        """Show the hint from the start."""
        self.viewport.zoom_changed.emit(self.viewport.camera.zoom)
        self.hints.repeat()
        self.chrome.show(self.scene())
        if self._frame_when_shown:
            # The layout gives the canvas its size only after it is shown.
            QTimer.singleShot(0, self, self.frame_all)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._refresh()

    def event(self, event: QEvent) -> bool:
        """Pinches, and keys that the tool may use before Qt or the actions get them."""
        if isinstance(event, QKeyEvent) and self.keys.intercept(event):
            return True
        if (
            isinstance(event, QNativeGestureEvent)
            and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture
        ):
            self.pointer.pinch(event)
            return True
        return bool(super().event(event))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Draw with left, pan with middle and Space, send or open the menu with right."""
        self.pointer.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag or hover."""
        self.pointer.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish the action of the press."""
        self.pointer.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Handle the second of two quick presses."""
        self.pointer.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom or pan."""
        self.pointer.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse left the canvas."""
        self.pointer.leave()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The tool's, then the actions'."""
        self.keys.press(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space and modifiers."""
        self.keys.release(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A held Space ends with the focus."""
        self.pointer.release_space()

    def _ask_for_menu(self, pixel: QPoint) -> None:
        self.menu_requested.emit(self.mapToGlobal(pixel))
