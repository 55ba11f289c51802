"""Keys over the canvas: Space, the tool, then actions, some of which wait for a drag."""

import math
from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence

from editor.canvas.input.gestures import Gestures
from editor.canvas.input.keys import (
    BRACKETS,
    combination_of,
    is_modifier,
    is_sign,
    modifiers_of,
    name_of,
)
from editor.canvas.input.pointer import PointerInput
from editor.canvas.input.typed_box import SEPARATORS, SIGNS, TypedBox
from editor.canvas.viewport import Viewport
from editor.run.run import Run

TAP: Final = 0.25
"""Seconds that part tapping Space from holding it."""
HEARD_IN_DRAG: Final = frozenset({"grid", "snap", "coarser", "finer"})
"""Actions whose keys work while a button is down."""
REPEAT: Final = 0.02
"""Seconds below which a press is a repeat: some X servers repeat keys as release and press."""


class KeyInput(QObject):
    """Keyboard input of the canvas: a drag in hand comes first, then the tool, then the actions."""

    acted = Signal(object)
    """Emitted when a key was used: unfinished work may have changed."""
    menu_requested = Signal(object)
    """The context menu is wanted at this pixel of the canvas."""

    def __init__(
        self,
        viewport: Viewport,
        gestures: Gestures,
        pointer: PointerInput,
        typed_box: TypedBox,
        run: Run,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Given the key events of the canvas; `clock` gives seconds."""
        super().__init__(pointer)
        self._viewport, self._gestures, self._pointer = viewport, gestures, pointer
        self._typed_box, self._run = typed_box, run
        self.clock = clock
        self._space_since = 0.0
        self._space_let_go = -math.inf
        self._waiting: list[tuple[str | None, QKeyCombination]] = []
        """Keys that were pressed in a drag: they wait for its end."""
        self.action_of: Callable[[QKeySequence], QAction | None] = lambda pressed: None
        """The action that has this key; the actions set it."""
        pointer.drag_ended.connect(self._do_what_waited)
        pointer.drag_cancelled.connect(self.cancel_drag)

    def intercept(self, event: QKeyEvent) -> bool:
        """Take a key that the tool may use before Qt or the actions get it; whether it was."""
        if event.type() == QEvent.Type.ShortcutOverride and self._is_mine(event):
            event.accept()
            return True
        name = name_of(event)
        if event.type() != QEvent.Type.KeyPress or name not in {"Tab", "Shift+Tab"}:
            return False
        # Otherwise Qt would move the focus first.
        if self._gestures.drag is not None:
            self.press(event)
            return True
        if self._gestures.key(name):
            event.accept()
            return True
        return False

    def _is_mine(self, event: QKeyEvent) -> bool:
        """Return whether actions must not get the key.

        Nor the menu bar, which opens when Alt is released: in a drag Alt means a copy.
        """
        name, dragged = name_of(event), self._gestures.drag is not None
        if event.key() == Qt.Key.Key_Space or (name is not None and not _steps(name, dragged)):
            return True
        if not dragged:
            return False
        return is_modifier(event) or self._waits(combination_of(event))

    def press(self, event: QKeyEvent) -> None:
        """Space, Esc, the menu key, then the tool, then the actions of the canvas."""
        key, name, pressed = event.key(), name_of(event), combination_of(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._hold_space()
        elif is_modifier(event):
            self._gestures.again(modifiers_of(event.modifiers()))
        elif name == "Escape":
            self._escape()
        elif self._gestures.drag is not None and self._waits(pressed):
            if not event.isAutoRepeat():
                self._waiting.append((name, pressed))
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and shift):
            self._ask_for_menu()
        elif not self._handle_key(name, pressed, held=event.isAutoRepeat()):
            event.ignore()
            return
        event.accept()

    def _handle_key(
        self, name: str | None, pressed: QKeyCombination, *, held: bool = False
    ) -> bool:
        """Give a key to the tool, else to the action that has it; whether anybody used it."""
        if name in SIGNS and not held and self._begin_typing(name):
            return True
        dragged = self._gestures.drag is not None
        if name and not _steps(name, dragged) and self._gestures.key(name, held=held):
            self.acted.emit(None)
            return True
        action = self._order(pressed)
        if action is None or not action.isEnabled():
            return False
        action.trigger()
        return True

    def _order(self, pressed: QKeyCombination) -> QAction | None:
        """Return the action that has this key."""
        action = self.action_of(QKeySequence(pressed))
        if action is None and is_sign(pressed):
            # Some layouts need Shift for the key.
            unshifted = pressed.keyboardModifiers() & ~Qt.KeyboardModifier.ShiftModifier
            action = self.action_of(QKeySequence(QKeyCombination(unshifted, pressed.key())))
        return action

    def _waits(self, pressed: QKeyCombination) -> bool:
        """Return whether the key has no effect while a button is down.

        Keys for the grid, snapping and its step, and modifiers do; Esc and Space come first.
        """
        action = self._order(pressed)
        return action is None or action.objectName() not in HEARD_IN_DRAG

    def _begin_typing(self, sign: str) -> bool:
        """Open the box at the pointer; in play the separators are steps unless one draws."""
        if sign in SEPARATORS and not self._gestures.tool.can_take_back():
            return False
        return self._typed_box.begin(sign, QPointF(*self._mouse_or_middle()))

    def _do_what_waited(self, _: object) -> None:
        """Carry out the actions that waited for the end of the drag."""
        waiting, self._waiting = self._waiting, []
        for name, pressed in waiting:
            self._handle_key(name, pressed)

    def _escape(self) -> None:
        self._waiting = []
        self._gestures.escape()
        self.acted.emit(None)

    def cancel_drag(self, _: object = None) -> None:
        """Cancel the current drag, and the actions that waited for it."""
        self._waiting = []
        self._gestures.cancel()

    def _ask_for_menu(self) -> None:
        x, y = self._mouse_or_middle()
        self.menu_requested.emit(QPoint(round(x), round(y)))

    def _hold_space(self) -> None:
        """Space is down: the next press pans, or at once the drag in hand."""
        now = self.clock()
        if now - self._space_let_go >= REPEAT:
            self._space_since, self._pointer.space_used = now, False
        self._pointer.hold_space()

    def release(self, event: QKeyEvent) -> None:
        """Space that was only tapped plays or pauses."""
        if is_modifier(event):
            self._gestures.again(modifiers_of(event.modifiers()))
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            event.ignore()
            return
        self._space_let_go = self.clock()
        short = self._space_let_go - self._space_since < TAP
        tapped = self._pointer.space_held and short and not self._pointer.space_used
        self._pointer.release_space()
        if tapped and self._gestures.drag is None and not self._gestures.tool.can_take_back():
            self._run.clock.toggle()
        event.accept()

    def _mouse_or_middle(self) -> tuple[float, float]:
        """Return a pixel of the canvas."""
        pointer, viewport = self._gestures.pointer, self._viewport
        place = viewport.middle() if pointer is None else pointer.position
        return viewport.camera.to_pixel(place)


def _steps(name: str, dragged: bool) -> bool:
    """Return whether a key sets the snap step; such keys work during drags of all tools."""
    return dragged and name in BRACKETS
