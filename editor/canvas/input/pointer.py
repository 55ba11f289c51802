"""The canvas under the mouse: Qt's events become gestures, and nothing is drawn here."""

import math
from dataclasses import replace

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from editor.canvas.input.gestures import Gestures
from editor.canvas.input.keys import (
    SLACK,
    modifiers_of,
    slack_of,
)
from editor.canvas.input.typed_box import TypedBox
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.run.run import Run
from editor.services.probe import ProbeService
from editor.settings.settings import Settings
from editor.tools.keys import COMMAND
from editor.tools.tool import Pointer, Select, Tool
from navcore.i18n import tr
from navcore.level.model import Point
from navcore.level.pick import pick_index


class PointerInput(Viewport):
    """What can be clicked and dragged on."""

    tool_changed = Signal(object)
    began = Signal(object)
    """A button went down: what was said before is over."""
    pointer_moved = Signal(object)
    """Where the mouse is, metres; None outside the canvas."""
    state_changed = Signal(object)
    """Grid, snapping or its step, the shown overlays, or what is unfinished changed."""
    said = Signal(object)
    menu_requested = Signal(object)
    """The context menu is wanted at this global place."""

    def __init__(
        self,
        document: Document,
        probe: ProbeService,
        run: Run,
        settings: Settings,
    ) -> None:
        """Over this document."""
        super().__init__()
        self._document, self._run = document, run
        self.gestures = Gestures(document, run, probe, settings, lambda: 1.0 / self.camera.scale)
        self._settings = settings
        self._secondary: QPointF | None = None
        self._space_held = False
        self._space_used = False
        self._only_closed = False
        """Whether the last press did no more than close the typed box."""
        self.covered = False
        """Whether something that is no other place, the list of actions, lies over the canvas."""
        self._pan_button = Qt.MouseButton.NoButton
        self._pixel: QPointF | None = None
        """Where the mouse is, None outside the canvas."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.typed_box = TypedBox(self, self.gestures)
        self.typed_box.said.connect(self.said)
        self.typed_box.closed.connect(self.state_changed)
        self.gestures.said.connect(self.said)
        self.gestures.tool_changed.connect(self._show_tool)
        document.loaded.connect(self.typed_box.dismiss)
        self.camera_changed.connect(self._follow_camera)
        self._show_cursor()

    # What the keyboard adds.

    def drag_ended(self) -> None:
        """A drag was let go."""

    def cancel_drag(self) -> None:
        """Give up the drag in hand."""
        self.gestures.cancel()

    # Tools.

    @property
    def tools(self) -> list[Tool]:
        """All tools, in the order of the rail."""
        return self.gestures.tools

    @property
    def tool(self) -> Tool:
        """The active one."""
        return self.gestures.tool

    def choose_tool(self, tool: Tool) -> None:
        """Make this tool the active one; the old one finishes what is valid."""
        self.gestures.choose(tool)

    def settle(self) -> None:
        """Finish the drag in hand, before something else is done with the level."""
        self.typed_box.dismiss()
        self.gestures.settle()

    # Undo.

    def can_undo(self) -> bool:
        """Whether there is a drag, a corner or a step to take back."""
        busy = self.gestures.drag is not None or self.tool.can_take_back()
        return busy or self._document.stack.canUndo()

    def can_redo(self) -> bool:
        """Whether there is a corner or a step to set again."""
        return self.tool.can_set_again() or self._document.stack.canRedo()

    def undo(self) -> None:
        """Take back the last corner while drawing, else the last step."""
        self.settle()
        if not self.gestures.key("Undo"):
            self._document.stack.undo()

    def redo(self) -> None:
        """Set again what was taken back: a corner while drawing, else a step."""
        self.settle()
        if not self.gestures.key("Redo"):
            self._document.stack.redo()

    def _show_tool(self, tool: Tool) -> None:
        self._show_cursor()
        self.tool_changed.emit(tool)

    def door_under_mouse(self) -> int | None:
        """The id of the door under the mouse."""
        pointer = self.gestures.pointer
        if pointer is None:
            return None
        level = self._document.level
        reach = SLACK / self.camera.scale
        for element_id in pick_index(level).at(pointer.position, reach, self._document.hidden):
            area = level.areas.get(element_id)
            if area is not None and area.door:
                return element_id
        return None

    # Mouse.

    def wheel_pans(self, *, fine: bool) -> bool:
        """What the preference says; the first time two fingers pan, where to change that."""
        wheel = self._settings.wheel
        if wheel == "device" and fine and not self._settings.wheel_told:
            self._settings.wheel_told = True
            self.said.emit(
                tr("Two fingers pan, with {0} they zoom. View > Wheel changes it.").format(COMMAND)
            )
        return fine if wheel == "device" else wheel == "pan"

    def _show_cursor(self) -> None:
        if self.panning:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._space_held:
            shape = Qt.CursorShape.OpenHandCursor
        elif self.tool.cursor == "cross":
            shape = Qt.CursorShape.CrossCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(shape)

    def _pointer(self, event: QMouseEvent) -> Pointer:
        place = event.position()
        world = self.camera.to_world(place.x(), place.y())
        return Pointer(world, modifiers_of(event.modifiers()), slack_of(event.pointerType()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left draws, middle and Space pan, right sends or asks for the menu."""
        button = event.button()
        self.began.emit(None)
        self._only_closed = self.typed_box.is_open and button != Qt.MouseButton.MiddleButton
        if self._only_closed:
            self.typed_box.dismiss()
            event.accept()
            return
        if button == Qt.MouseButton.MiddleButton or (
            button == Qt.MouseButton.LeftButton and self._space_held
        ):
            self._take_hold(event.position(), button)
        elif button == Qt.MouseButton.LeftButton:
            self.gestures.press(self._pointer(event))
            self.state_changed.emit(None)
        elif button == Qt.MouseButton.RightButton:
            if self.gestures.drag is not None:
                self.cancel_drag()
            else:
                self._secondary = event.position()
        event.accept()

    def _take_hold(self, place: QPointF, button: Qt.MouseButton) -> None:
        """Pan until this button goes up, or none: until Space or the drag in hand ends."""
        self.begin_pan(place)
        self._pan_button = button
        self._space_used = True
        self._show_cursor()

    def _let_go(self) -> None:
        self.end_pan()
        self._show_cursor()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag or hover."""
        self._pixel = event.position()
        pointer = self._pointer(event)
        if self.panning:
            self.pan_to(event.position())
        elif self.gestures.drag is not None:
            self.gestures.move(pointer)
        else:
            self.gestures.hover(pointer)
        self.pointer_moved.emit(pointer.position)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Finish what the press began."""
        if self.panning and event.button() == self._pan_button:
            self._let_go()
        elif event.button() == Qt.MouseButton.LeftButton:
            if self.gestures.drag is not None:
                self.gestures.release(self._pointer(event))
                if self._pan_button == Qt.MouseButton.NoButton:
                    self._let_go()
                self.state_changed.emit(None)
                self.drag_ended()
                self.typed_box.offer(event.position())
        elif event.button() == Qt.MouseButton.RightButton and self._secondary is not None:
            moved = math.dist(event.position().toTuple(), self._secondary.toTuple())
            self._secondary = None
            if moved < slack_of(event.pointerType()):
                self._right_click(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of two quick ones."""
        if self._only_closed:
            event.accept()
        elif event.button() == Qt.MouseButton.LeftButton and not self._space_held:
            self.gestures.double_click(self._pointer(event))
            self.state_changed.emit(None)
            event.accept()
        else:
            self.mousePressEvent(event)

    def _right_click(self, event: QMouseEvent) -> None:
        """A corner is taken back, agents are sent, or the menu opens."""
        pointer = self._pointer(event)
        place = event.globalPosition().toPoint()
        if not pointer.modifiers.shift:
            if self.gestures.secondary(pointer):
                self.state_changed.emit(None)
                return
            if not self._run.playhead.at_start and self._sends_from(pointer.position):
                self._run.commands.send(self._selected_agents(), pointer.position)
                return
        self._select_under(pointer.position)
        self.menu_requested.emit(place)

    def _sends_from(self, place: Point) -> bool:
        """Whether a right-click here sends the selected agents: not to where one of them stands."""
        view, agents = self.gestures.view(), self._selected_agents()
        if view.run is None or not agents:
            return False
        under = view.run.at(place, SLACK / self.camera.scale, view.hidden | view.locked)
        return under[:1] not in [[agent] for agent in agents]

    def _select_under(self, place: Point) -> None:
        """The menu is about what lies under the mouse: keep the selection only if it does."""
        view, reach = self.gestures.view(), SLACK / self.camera.scale
        hits = pick_index(view.level).at(place, reach, view.untouchable)
        if view.run is not None:
            hits = [*view.run.at(place, reach, view.hidden | view.locked), *hits]
        if not view.selection & set(hits):
            self.gestures.select(Select(frozenset(hits[:1])))

    def _selected_agents(self) -> list[int]:
        level = self._document.level
        selected = [i for i in sorted(self._document.selection.ids) if i in level.agents]
        return [*selected, *sorted(self._run.agents.chosen)]

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse left the canvas; what opens over it, a menu or a box, is no other place."""
        super().leaveEvent(event)
        popup = QApplication.activePopupWidget()
        if popup is None and not self.typed_box.isVisible() and not self.covered:
            self._leave()

    def menu_closed(self) -> None:
        """The menu over the canvas is gone, and with it perhaps the mouse."""
        if not self.viewport().underMouse():
            self._leave()

    def _leave(self) -> None:
        self._pixel = None
        self.gestures.leave()
        self.pointer_moved.emit(None)

    def _follow_camera(self, _: object) -> None:
        """The world has moved under the mouse: it now points at another place."""
        pointer, pixel = self.gestures.pointer, self._pixel
        if pointer is None or pixel is None or self.panning:
            return
        place = self.camera.to_world(pixel.x(), pixel.y())
        if place != pointer.position:
            self.gestures.move(replace(pointer, position=place))
            self.pointer_moved.emit(place)
