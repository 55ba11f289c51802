"""The canvas under mouse and keyboard: Qt's events become gestures, and nothing is drawn here."""

import math
from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent

from editor.canvas.gestures import Gestures
from editor.canvas.keys import (
    SLACK,
    is_modifier,
    modifiers_of,
    name_of,
    slack_of,
    waits_for_release,
)
from editor.canvas.viewport import Viewport
from editor.document import Document
from editor.services.bake import BakeService
from editor.services.play import PlayService
from editor.services.probe import ProbeService
from editor.settings import Settings
from editor.tools.tool import Pointer, Tool
from navcore.level.model import Point
from navcore.level.pick import pick_index

TAP: Final = 0.25
"""Seconds that part tapping Space from holding it."""


class Surface(Viewport):
    """What can be clicked, dragged and typed on."""

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
        bake: BakeService,
        probe: ProbeService,
        play: PlayService,
        settings: Settings,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Over this document; `clock` gives seconds."""
        super().__init__()
        self._document, self._play, self._clock = document, play, clock
        self.gestures = Gestures(document, bake, probe, settings, lambda: 1.0 / self.camera.scale)
        self._secondary: QPointF | None = None
        self._space_since: float | None = None
        self._space_used = False
        self._pan_button = Qt.MouseButton.NoButton
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.gestures.said.connect(self.said)
        self.gestures.tool_changed.connect(self._show_tool)
        self._show_cursor()

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

    def _show_cursor(self) -> None:
        if self.panning:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self._space_since is not None:
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
        if button == Qt.MouseButton.MiddleButton or (
            button == Qt.MouseButton.LeftButton and self._space_since is not None
        ):
            self._take_hold(event.position(), button)
        elif button == Qt.MouseButton.LeftButton:
            self.gestures.press(self._pointer(event))
            self.state_changed.emit(None)
        elif button == Qt.MouseButton.RightButton:
            if self.gestures.drag is not None:
                self.gestures.cancel()
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
        elif event.button() == Qt.MouseButton.RightButton and self._secondary is not None:
            moved = math.dist(event.position().toTuple(), self._secondary.toTuple())
            self._secondary = None
            if moved < slack_of(event.pointerType()):
                self._right_click(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second press of two quick ones."""
        if event.button() == Qt.MouseButton.LeftButton and self._space_since is None:
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
            if not self._play.at_start and self._selected_agents():
                self._play.send(self._selected_agents(), pointer.position)
                return
        self._select_under(pointer.position)
        self.menu_requested.emit(place)

    def _select_under(self, place: Point) -> None:
        """The menu is about what lies under the mouse: keep the selection only if it does."""
        index, skip = pick_index(self._document.level), self._document.untouchable
        hits = index.at(place, SLACK / self.camera.scale, skip)
        if not self._document.selection.ids & set(hits):
            self._document.select(frozenset(hits[:1]))

    def _selected_agents(self) -> list[int]:
        level = self._document.level
        return [i for i in sorted(self._document.selection.ids) if i in level.agents]

    def leaveEvent(self, event: QEvent) -> None:
        """The mouse left the canvas."""
        super().leaveEvent(event)
        self.gestures.leave()
        self.pointer_moved.emit(None)

    # Keys.

    def event(self, event: QEvent) -> bool:
        """Keys that the tool may use come here before the actions get them."""
        kind = event.type()
        if isinstance(event, QKeyEvent):
            if kind == QEvent.Type.ShortcutOverride and self._is_mine(event):
                event.accept()
                return True
            if kind == QEvent.Type.KeyPress and name_of(event) in {"Tab", "Shift+Tab"}:
                if self.gestures.key(name_of(event) or ""):
                    event.accept()
                    return True
                return bool(super().event(event))
        return bool(super().event(event))

    def _is_mine(self, event: QKeyEvent) -> bool:
        """Whether the actions must not get the key."""
        if name_of(event) is not None or event.key() == Qt.Key.Key_Space:
            return True
        return self.gestures.drag is not None and waits_for_release(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Esc, the menu key, then the tool, then the actions of the canvas."""
        key, name = event.key(), name_of(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._hold_space()
        elif is_modifier(event):
            self.gestures.again(modifiers_of(event.modifiers()))
        elif name == "Escape":
            self.gestures.escape()
            self.state_changed.emit(None)
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and shift):
            x, y = self.camera.to_pixel(self._mouse_or_middle())
            self.menu_requested.emit(self.mapToGlobal(QPoint(round(x), round(y))))
        elif self.gestures.drag is not None and waits_for_release(event):
            pass
        elif name is not None and self.gestures.key(name):
            self.state_changed.emit(None)
        elif name is None or not self._act(event):
            event.ignore()
            return
        event.accept()

    def _hold_space(self) -> None:
        """Space is down: the next press pans, or at once the drag in hand."""
        self._space_since, self._space_used = self._clock(), False
        pointer = self.gestures.pointer
        if self.gestures.drag is not None and pointer is not None and not self.panning:
            place = QPointF(*self.camera.to_pixel(pointer.position))
            self._take_hold(place, Qt.MouseButton.NoButton)
        self._show_cursor()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Space that was only tapped plays or pauses."""
        if is_modifier(event):
            self.gestures.again(modifiers_of(event.modifiers()))
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            event.ignore()
            return
        since = self._space_since
        self._end_space()
        tapped = since is not None and self._clock() - since < TAP and not self._space_used
        if tapped and self.gestures.drag is None and not self.tool.can_take_back():
            self._play.toggle()
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A held Space ends with the focus."""
        super().focusOutEvent(event)
        self._end_space()

    def _end_space(self) -> None:
        self._space_since = None
        if self._pan_button == Qt.MouseButton.NoButton:
            self.end_pan()
        self._show_cursor()

    def _mouse_or_middle(self) -> Point:
        pointer = self.gestures.pointer
        return self.middle() if pointer is None else pointer.position

    def _act(self, event: QKeyEvent) -> bool:
        """What the tool left goes to the action that has the key."""
        pressed = QKeySequence(event.keyCombination())
        for action in self.actions():
            if pressed in action.shortcuts() and action.isEnabled():
                action.trigger()
                return True
        return False
