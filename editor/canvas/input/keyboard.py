"""The canvas under the keyboard: Space, the tool, then the actions, and who waits for whom."""

import math
from collections.abc import Callable
from time import monotonic
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QFocusEvent, QKeyEvent, QKeySequence

from editor.canvas.input.keys import (
    combination_of,
    is_modifier,
    is_sign,
    modifiers_of,
    name_of,
)
from editor.canvas.input.pointer import PointerInput
from editor.canvas.input.typed_box import SEPARATORS, SIGNS
from editor.document import Document
from editor.run.run import Run
from editor.services.probe import ProbeService
from editor.settings.settings import Settings
from navcore.level.model import Point

TAP: Final = 0.25
"""Seconds that part tapping Space from holding it."""
HEARD_IN_DRAG: Final = frozenset({"grid", "snap", "coarser", "finer"})
"""Actions whose keys work while a button is down."""
REPEAT: Final = 0.02
"""No hand presses again so soon: some X servers repeat a held key as releases and presses."""


class KeyInput(PointerInput):
    """What keys do on the canvas: a drag in hand comes first, then the tool, then the actions."""

    def __init__(
        self,
        document: Document,
        probe: ProbeService,
        run: Run,
        settings: Settings,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """Over this document; `clock` gives seconds."""
        super().__init__(document, probe, run, settings)
        self.clock = clock
        self._space_since = 0.0
        self._space_let_go = -math.inf
        self._waiting: list[tuple[str | None, QKeyCombination]] = []
        """Keys that were pressed in a drag: they wait for its end."""
        self.order_of: Callable[[QKeySequence], QAction | None] = lambda pressed: None
        """The action that has this key; the actions set it."""

    def event(self, event: QEvent) -> bool:
        """Keys that the tool may use come here before the actions get them."""
        kind = event.type()
        if isinstance(event, QKeyEvent):
            if kind == QEvent.Type.ShortcutOverride and self._is_mine(event):
                event.accept()
                return True
            if kind == QEvent.Type.KeyPress and name_of(event) in {"Tab", "Shift+Tab"}:
                # Else Qt would pass the focus on before anybody is asked.
                if self.gestures.drag is not None:
                    self.keyPressEvent(event)
                    return True
                if self.gestures.key(name_of(event) or ""):
                    event.accept()
                    return True
                return bool(super().event(event))
        return bool(super().event(event))

    def _is_mine(self, event: QKeyEvent) -> bool:
        """Whether the actions must not get the key.

        Nor the menu bar, which opens when Alt is let go: in a drag Alt means a copy.
        """
        if name_of(event) is not None or event.key() == Qt.Key.Key_Space:
            return True
        if self.gestures.drag is None:
            return False
        return is_modifier(event) or self._waits(combination_of(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space, Esc, the menu key, then the tool, then the actions of the canvas."""
        key, name, pressed = event.key(), name_of(event), combination_of(event)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_Space:
            if not event.isAutoRepeat():
                self._hold_space()
        elif is_modifier(event):
            self.gestures.again(modifiers_of(event.modifiers()))
        elif name == "Escape":
            self._escape()
        elif self.gestures.drag is not None and self._waits(pressed):
            if not event.isAutoRepeat():
                self._waiting.append((name, pressed))
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and shift):
            self._ask_for_menu()
        elif not self._hear(name, pressed, held=event.isAutoRepeat()):
            event.ignore()
            return
        event.accept()

    def _hear(self, name: str | None, pressed: QKeyCombination, *, held: bool = False) -> bool:
        """Give a key to the tool, else to the action that has it; whether anybody used it."""
        if name in SIGNS and not held and self._begin_typing(name):
            return True
        if name is not None and self.gestures.key(name, held=held):
            self.state_changed.emit(None)
            return True
        action = self._order(pressed)
        if action is None or not action.isEnabled():
            return False
        action.trigger()
        return True

    def _order(self, pressed: QKeyCombination) -> QAction | None:
        """The action that has this key."""
        action = self.order_of(QKeySequence(pressed))
        if action is None and is_sign(pressed):
            # Some layouts need Shift for it.
            unshifted = pressed.keyboardModifiers() & ~Qt.KeyboardModifier.ShiftModifier
            action = self.order_of(QKeySequence(QKeyCombination(unshifted, pressed.key())))
        return action

    def _waits(self, pressed: QKeyCombination) -> bool:
        """Whether the key has no say while a button is down.

        Grid, snapping and its step have, and modifiers; Esc and Space are asked for before.
        """
        action = self._order(pressed)
        return action is None or action.objectName() not in HEARD_IN_DRAG

    def _begin_typing(self, sign: str) -> bool:
        """Open the box at the pointer; in play the separators are steps unless one draws."""
        if sign in SEPARATORS and not self.tool.can_take_back():
            return False
        return self.typed_box.begin(sign, QPointF(*self.camera.to_pixel(self._mouse_or_middle())))

    def drag_ended(self) -> None:
        """The drag is over: what was ordered meanwhile is done now."""
        waiting, self._waiting = self._waiting, []
        for name, pressed in waiting:
            self._hear(name, pressed)

    def _escape(self) -> None:
        self._waiting = []
        self.gestures.escape()
        self.state_changed.emit(None)

    def cancel_drag(self) -> None:
        """Give up the drag in hand, and what was ordered meanwhile."""
        self._waiting = []
        super().cancel_drag()

    def _ask_for_menu(self) -> None:
        x, y = self.camera.to_pixel(self._mouse_or_middle())
        self.menu_requested.emit(self.mapToGlobal(QPoint(round(x), round(y))))

    def _hold_space(self) -> None:
        """Space is down: the next press pans, or at once the drag in hand."""
        now = self.clock()
        if now - self._space_let_go >= REPEAT:
            self._space_since, self._space_used = now, False
        self._space_held = True
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
        self._space_let_go = self.clock()
        short = self._space_let_go - self._space_since < TAP
        tapped = self._space_held and short and not self._space_used
        self._end_space()
        if tapped and self.gestures.drag is None and not self.tool.can_take_back():
            self._run.clock.toggle()
        event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A held Space ends with the focus."""
        super().focusOutEvent(event)
        self._end_space()

    def _end_space(self) -> None:
        self._space_held = False
        if self._pan_button == Qt.MouseButton.NoButton:
            self.end_pan()
        self._show_cursor()

    def _mouse_or_middle(self) -> Point:
        pointer = self.gestures.pointer
        return self.middle() if pointer is None else pointer.position
