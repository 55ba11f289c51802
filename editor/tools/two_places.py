"""What is drawn between two places: shapes, doors, cuts, links.

The first place is all that is unfinished: it is taken back, and set again, while drawing.
"""

from typing import Generic, TypeVar

from editor.tools.gesture import Gesture, GestureTool, snapped
from editor.tools.tool import Effect, KeyResult, Pointer, ToolView
from navcore.level.model import Level, Point

Place = TypeVar("Place")
"""What a tool keeps of its first place: a point, or more than that."""


class Between(Gesture):
    """From a press to a release: what lies between, or one of the two clicks for it."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "TwoPointsTool") -> None:
        """The press."""
        super().__init__(pointer, view)
        self._tool = tool

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """What letting go would do, as far as the tool shows it in the level."""
        self._tool.hover(pointer, view)
        return self._tool.shown(self.level, view)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Do it; what comes to nothing is dropped."""
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
        """Nothing is left."""
        super().cancel()
        self._tool.drop()


class TwoPlacesTool(GestureTool, Generic[Place]):
    """A tool that has a first place in hand, `anchor`, until the second is set."""

    def __init__(self) -> None:
        """Nothing begun."""
        super().__init__()
        self.anchor: Place | None = None
        self._taken_back: Place | None = None

    def begin_at(self, place: Place) -> None:
        """Set the first place; what was taken back before is forgotten."""
        self.anchor, self._taken_back = place, None

    def drop(self) -> None:
        """Forget the first place, and what is typed."""
        self.anchor = None
        self.entry.close()

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._clear()

    def deactivate(self, view: ToolView) -> Effect:
        """Drop what is only begun."""
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
                # From here on undo and redo are the level's.
                self._taken_back = None
            return KeyResult(used)
        if key == "Redo" and self._taken_back is not None and self.anchor is None:
            self.begin_at(self._taken_back)
            return KeyResult(True)
        return super().key(key, view)

    def can_take_back(self) -> bool:
        """Whether the first place is set."""
        return self.anchor is not None

    def can_set_again(self) -> bool:
        """Whether the first place was taken back."""
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
    """A tool for what a drag, or two clicks, draw from one point to another."""

    def __init__(self) -> None:
        """Nothing begun."""
        super().__init__()
        self.second = False
        """Whether the press in hand sets the second point."""

    def shown(self, level: Level, view: ToolView) -> Effect:
        """What a drag shows in `level`, the level at its press; None leaves it as it is."""
        return None

    def finished(self, level: Level, view: ToolView) -> Effect:
        """What comes of both points; None if that is nothing."""
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
        """Forget the first point, and what is typed."""
        super().drop()
        self.second = False
