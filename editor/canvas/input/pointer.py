"""The pointer over the canvas: mouse, wheel, touchpad and pen become gestures and views.

Nothing is drawn here, and `Gestures` decides what a gesture does.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QInputDevice, QMouseEvent, QNativeGestureEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from editor.canvas.input.gestures import Gestures
from editor.canvas.input.keys import SLACK, modifiers_of, slack_of
from editor.canvas.input.typed_box import TypedBox
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.run.run import Run
from editor.settings.settings import Settings
from editor.tools.gesture import OUTLINE_REACH
from editor.tools.keys import COMMAND
from editor.tools.route_hits import with_routes
from editor.tools.tool import Pointer, Select
from navcore.i18n import tr
from navcore.level.model import Area, Point, Zone
from navcore.level.pick import pick_index
from navcore.level.switches import as_switch

WHEEL: Final = 1.0015
"""Zoom of an eighth of a degree of the wheel."""
NOTCH: Final = 120
"""Eighths of a degree that a mouse wheel turns by."""


class PointerInput(QObject):
    """Mouse, wheel and touchpad input of the canvas."""

    pressed = Signal(object)
    """Emitted when a button goes down: earlier messages are outdated."""
    moved = Signal(object)
    """Emitted with the position of the mouse, metres; None outside the canvas."""
    acted = Signal(object)
    """Emitted when a press, release or click was used: unfinished work may have changed."""
    drag_ended = Signal(object)
    """Emitted when a drag was released."""
    drag_cancelled = Signal(object)
    """The drag in hand is to be given up."""
    said = Signal(object)
    menu_requested = Signal(object)
    """The context menu is wanted at this global place."""

    def __init__(
        self,
        widget: QWidget,
        viewport: Viewport,
        gestures: Gestures,
        typed_box: TypedBox,
        document: Document,
        run: Run,
        settings: Settings,
    ) -> None:
        """Handle the events of this widget."""
        super().__init__(widget)
        self._widget, self._viewport = widget, viewport
        self._gestures, self._typed_box = gestures, typed_box
        self._document, self._run, self._settings = document, run, settings
        self._secondary: QPointF | None = None
        self._only_closed = False
        """True if the last press only closed the typed box."""
        self.covered = False
        """True if something that is no other place, the list of actions, lies over the canvas."""
        self.space_held = False
        """True if the left button pans."""
        self.space_used = False
        """True if it has panned since Space went down."""
        self._pan_button = Qt.MouseButton.NoButton
        self._pixel: QPointF | None = None
        """Position of the mouse, None outside the canvas."""
        gestures.tool_changed.connect(self._show_cursor)
        viewport.camera_changed.connect(self._follow_camera)
        self._show_cursor()

    def switch(self) -> int | None:
        """Return the id of the door under the mouse; while a run is on, of the door or obstacle.

        Zones are wide: one counts while it is selected.
        """
        pointer = self._gestures.pointer
        if pointer is None:
            return None
        level = self._document.level
        reach = SLACK / self._viewport.camera.scale
        for element_id in pick_index(level).at(pointer.position, reach, self._document.unseen):
            switch = as_switch(level.get(element_id))
            if isinstance(switch, Zone) and element_id not in self._document.selection.ids:
                continue
            if isinstance(switch, Area) or (switch is not None and not self._run.playhead.at_start):
                return element_id
        return None

    # Wheel and fingers.

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom at the cursor or pan, as the user wants it; with Ctrl always zoom."""
        ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        pans, camera = self._wheel_pans(fine=_is_touchpad(event)), self._viewport.camera
        if pans and not ctrl:
            pixels = event.pixelDelta()
            if pixels.isNull():
                pixels = event.angleDelta() / 8
            self._viewport.look(camera.panned(pixels.x(), pixels.y()), glides=True)
        else:
            place = event.position()
            turned = event.angleDelta().y() or event.angleDelta().x()
            at = (place.x(), place.y())
            self._viewport.look(camera.zoomed(WHEEL**turned, at), glides=True)
        event.accept()

    def _wheel_pans(self, *, fine: bool) -> bool:
        """Return whether the wheel pans; explain the preference on the first touchpad pan."""
        wheel = self._settings.wheel
        if wheel == "device" and fine and not self._settings.wheel_told:
            self._settings.wheel_told = True
            self.said.emit(
                tr("Two fingers pan, with {0} they zoom. View > Zoom > Wheel changes it.").format(
                    COMMAND
                )
            )
        return fine if wheel == "device" else wheel == "pan"

    def pinch(self, event: QNativeGestureEvent) -> None:
        """Zoom with a pinch of two fingers."""
        at = (event.position().x(), event.position().y())
        camera = self._viewport.camera.zoomed(1.0 + event.value(), at)
        self._viewport.look(camera, glides=True)

    # Space.

    def hold_space(self) -> None:
        """Let the next press pan, or at once the drag in hand."""
        self.space_held = True
        pointer = self._gestures.pointer
        if self._gestures.drag is not None and pointer is not None and not self._viewport.panning:
            place = QPointF(*self._viewport.camera.to_pixel(pointer.position))
            self._take_hold(place, Qt.MouseButton.NoButton)
        self._show_cursor()

    def release_space(self) -> None:
        """The left button is the tool's again."""
        self.space_held = False
        if self._pan_button == Qt.MouseButton.NoButton:
            self._viewport.end_pan()
        self._show_cursor()

    # Mouse.

    def _show_cursor(self, _: object = None) -> None:
        if self._viewport.panning:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self.space_held:
            shape = Qt.CursorShape.OpenHandCursor
        elif self._gestures.tool.cursor == "cross":
            shape = Qt.CursorShape.CrossCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        self._widget.setCursor(shape)

    def _pointer(self, event: QMouseEvent) -> Pointer:
        place = event.position()
        world = self._viewport.camera.to_world(place.x(), place.y())
        return Pointer(world, modifiers_of(event.modifiers()), slack_of(event.pointerType()))

    def press(self, event: QMouseEvent) -> None:
        """Draw with left, pan with middle and Space, send or open the menu with right."""
        button = event.button()
        self.pressed.emit(None)
        self._only_closed = self._typed_box.is_open and button != Qt.MouseButton.MiddleButton
        if self._only_closed:
            self._typed_box.dismiss()
            event.accept()
            return
        if button == Qt.MouseButton.MiddleButton or (
            button == Qt.MouseButton.LeftButton and self.space_held
        ):
            self._take_hold(event.position(), button)
        elif button == Qt.MouseButton.LeftButton:
            self._gestures.press(self._pointer(event))
            self.acted.emit(None)
        elif button == Qt.MouseButton.RightButton:
            if self._gestures.drag is not None:
                self.drag_cancelled.emit(None)
            else:
                self._secondary = event.position()
        event.accept()

    def _take_hold(self, place: QPointF, button: Qt.MouseButton) -> None:
        """Pan until this button goes up, or none: until Space or the drag in hand ends."""
        self._viewport.begin_pan(place)
        self._pan_button = button
        self.space_used = True
        self._show_cursor()

    def _let_go(self) -> None:
        self._viewport.end_pan()
        self._show_cursor()

    def move(self, event: QMouseEvent) -> None:
        """Pan, drag or hover."""
        self._pixel = event.position()
        pointer = self._pointer(event)
        if self._viewport.panning:
            self._viewport.pan_to(event.position())
        elif self._gestures.drag is not None:
            self._gestures.move(pointer)
        else:
            self._gestures.hover(pointer)
        self.moved.emit(pointer.position)
        event.accept()

    def release(self, event: QMouseEvent) -> None:
        """Finish the action of the press."""
        if self._viewport.panning and event.button() == self._pan_button:
            self._let_go()
        elif event.button() == Qt.MouseButton.LeftButton:
            if self._gestures.drag is not None:
                self._gestures.release(self._pointer(event))
                if self._pan_button == Qt.MouseButton.NoButton:
                    self._let_go()
                self.acted.emit(None)
                self.drag_ended.emit(None)
                self._typed_box.offer(event.position())
        elif event.button() == Qt.MouseButton.RightButton and self._secondary is not None:
            moved = math.dist(event.position().toTuple(), self._secondary.toTuple())
            self._secondary = None
            if moved < slack_of(event.pointerType()):
                self._right_click(event)
        event.accept()

    def double_click(self, event: QMouseEvent) -> None:
        """Handle the second of two quick presses."""
        if self._only_closed:
            event.accept()
        elif event.button() == Qt.MouseButton.LeftButton and not self.space_held:
            self._gestures.double_click(self._pointer(event))
            self.acted.emit(None)
            event.accept()
        else:
            self.press(event)

    def _right_click(self, event: QMouseEvent) -> None:
        """A corner is taken back, agents are sent, or the menu opens."""
        pointer = self._pointer(event)
        place = event.globalPosition().toPoint()
        if not pointer.modifiers.shift:
            if self._gestures.secondary(pointer):
                self.acted.emit(None)
                return
            if not self._run.playhead.at_start and self._sends_from(pointer.position):
                self._run.commands.send(self._selected_agents(), pointer.position)
                return
        self._select_under(pointer.position)
        self.menu_requested.emit(place)

    def _sends_from(self, place: Point) -> bool:
        """Return whether a right-click here sends the selected agents: not where an agent stands.

        A right-click on any agent opens its menu, in which *Why?* is the first entry.
        """
        view, agents = self._gestures.view(), self._selected_agents()
        if view.run is None or not agents:
            return False
        under = view.run.at(place, SLACK / self._viewport.camera.scale, view.hidden | view.locked)
        return not under

    def _select_under(self, place: Point) -> None:
        """Select the element under the mouse for the context menu, unless it is selected."""
        view, reach = self._gestures.view(), SLACK / self._viewport.camera.scale
        hits = pick_index(view.level).at(place, reach, view.untouchable)
        hits = with_routes(hits, place, view, view.pixels(OUTLINE_REACH))
        if view.run is not None:
            hits = [*view.run.at(place, reach, view.hidden | view.locked), *hits]
        if not view.selection & set(hits) or self._is_room_behind(hits):
            self._gestures.select(Select(frozenset(hits[:1])))

    def _is_room_behind(self, hits: Sequence[int]) -> bool:
        """Return whether the selection is just the room that contains the foremost of these."""
        areas, chosen = self._document.level.areas, self._document.selection.ids
        rooms = [one for one in chosen if one in areas and not areas[one].door]
        return len(chosen) == len(rooms) == 1 and hits[0] not in areas

    def _selected_agents(self) -> list[int]:
        level = self._document.level
        selected = [i for i in sorted(self._document.selection.ids) if i in level.agents]
        return [*selected, *sorted(self._run.agents.chosen)]

    def leave(self) -> None:
        """The mouse left the canvas; what opens over it, a menu or a box, is no other place."""
        popup = QApplication.activePopupWidget()
        if popup is None and not self._typed_box.isVisible() and not self.covered:
            self._leave()

    def menu_closed(self) -> None:
        """The menu over the canvas is gone, and with it perhaps the mouse."""
        if not self._widget.underMouse():
            self._leave()

    def _leave(self) -> None:
        self._pixel = None
        self._gestures.leave()
        self.moved.emit(None)

    def _follow_camera(self, _: object) -> None:
        """The world has moved under the mouse: it now points at another place."""
        pointer, pixel = self._gestures.pointer, self._pixel
        if pointer is None or pixel is None or self._viewport.panning:
            return
        place = self._viewport.camera.to_world(pixel.x(), pixel.y())
        if place != pointer.position:
            self._gestures.move(replace(pointer, position=place))
            self.moved.emit(place)


def _is_touchpad(event: QWheelEvent) -> bool:
    """Detect a touchpad by the device, by phases that only fingers have, or by fine steps."""
    named = event.device().type() == QInputDevice.DeviceType.TouchPad
    phased = event.phase() != Qt.ScrollPhase.NoScrollPhase
    turned = event.angleDelta()
    # A wheel that reports pixels still turns by notches.
    fine = bool(turned.x() % NOTCH or turned.y() % NOTCH) and not event.pixelDelta().isNull()
    return named or phased or fine
