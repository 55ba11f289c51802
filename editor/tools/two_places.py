"""Tools that draw between two places: shapes, doors, cuts, links.

Only the first place can be unfinished: undo and redo apply to it while drawing.
"""

from typing import Generic, TypeVar

from editor.tools.gesture import Gesture, GestureTool, snapped
from editor.tools.tool import Effect, KeyResult, Pointer, ToolView
from navcore.level.model import Level, Point

Place = TypeVar("Place")
"""Type of the first place of a tool: a point, or more."""


class Between(Gesture):
    """From press to release: a drag between two places, or one of two clicks."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "TwoPointsTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self._tool = tool

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Return the effect of releasing, if the tool shows it in the level."""
        self._tool.hover(pointer, view)
        return self._tool.shown(self.level, view)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Finish the drawing; a result without effect is dropped."""
        self._tool.hover(pointer, view)
        effect = self._tool.finished(self.level, view)
        if effect is None:
            self._tool.drop()
        return effect

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """The first click leaves its place, the second finishes."""
        self._tool.hover(pointer, view)
        return self._tool.finished(view.level, view) if self._tool.second else None

    def cancel(self) -> None:
        """Drop the gesture."""
        super().cancel()
        self._tool.drop()


class TwoPlacesTool(GestureTool, Generic[Place]):
    """A tool that has a first place in hand, `anchor`, until the second is set."""

    def __init__(self) -> None:
        """Start without a place."""
        super().__init__()
        self.anchor: Place | None = None
        self._taken_back: Place | None = None

    def begin_at(self, place: Place) -> None:
        """Set the first place; forget places that were undone."""
        self.anchor, self._taken_back = place, None

    def drop(self) -> None:
        """Forget the first place and the typed text."""
        self.anchor = None
        self.entry.close()

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._clear()

    def deactivate(self, view: ToolView) -> Effect:
        """Drop unfinished work."""
        self._clear()
        return super().deactivate(view)

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Take the first place back."""
        return self._take_back()

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Escape, Backspace and Undo take the first place back, Redo sets it again."""
        if key in {"Escape", "Backspace", "Undo"}:
            used = self._take_back()
            if key == "Undo" and not used:
                # From here on undo and redo apply to the level.
                self._taken_back = None
            return KeyResult(used)
        if key == "Redo" and self._taken_back is not None and self.anchor is None:
            self.begin_at(self._taken_back)
            return KeyResult(True)
        return super().key(key, view)

    def can_take_back(self) -> bool:
        """Return whether the first place is set."""
        return self.anchor is not None

    def can_set_again(self) -> bool:
        """Return whether the first place was taken back."""
        return self._taken_back is not None

    def _clear(self) -> None:
        self.drop()
        self._taken_back = None

    def _take_back(self) -> bool:
        if self.anchor is None:
            return False
        self._taken_back = self.anchor
        self.drop()
        return True


class TwoPointsTool(TwoPlacesTool[Point]):
    """A tool that draws from one point to another, by a drag or two clicks."""

    def __init__(self) -> None:
        """Start without a point."""
        super().__init__()
        self.second = False
        """True if the current press sets the second point."""

    def shown(self, level: Level, view: ToolView) -> Effect:
        """Return the effect to show in `level`, the level at the press; None keeps it unchanged."""
        return None

    def finished(self, level: Level, view: ToolView) -> Effect:
        """Return the effect of both points; None if there is none."""
        raise NotImplementedError

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the first point, or with it set the second."""
        self._pointer = pointer
        self._taken_back = None
        self.second = self.anchor is not None
        if self.anchor is None:
            self.anchor = snapped(pointer, view)
        return self.begin(Between(pointer, view, self))

    def drop(self) -> None:
        """Forget the first point and the typed text."""
        super().drop()
        self.second = False
