"""Vertices: move, add and remove corners of the selected shapes, and goals of agents."""

from typing import ClassVar

from editor.tools import messages
from editor.tools.along import TAKE_ALONG
from editor.tools.gesture import Gesture, GestureTool, outline_of
from editor.tools.groups import Group
from editor.tools.handle_editing import HandleEditing, run_hint
from editor.tools.handle_gestures import BoxHandles, elements_at
from editor.tools.handles import editable, words_of
from editor.tools.messages import handles as say
from editor.tools.preview import Preview
from editor.tools.tool import Effect, KeyResult, Pointer, Select, ToolView
from navcore.i18n import mark
from navcore.level.handles import SideHit


class VerticesTool(GestureTool):
    """Edits the handles of the selected elements."""

    name: ClassVar[str] = "vertices"
    title: ClassVar[str] = mark("Vertices")
    summary: ClassVar[str] = mark("Move, add and remove corners, and stops of agents")
    shortcut: ClassVar[str] = "E"
    place: ClassVar[tuple[int, int]] = (Group.SELECT, 10)
    shows_handles: ClassVar[bool] = True

    def __init__(self) -> None:
        """Start without a gesture and typed text."""
        super().__init__()
        self._handles = HandleEditing(editable)
        self.entry = self._handles.entry
        self.options = (TAKE_ALONG,)

    def deactivate(self, view: ToolView) -> Effect:
        """Let the handles go: most tools know whole elements."""
        super().deactivate(view)
        return Select(view.selection) if view.handles else None

    # Mouse.

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Return the gesture: drag or select a handle or side, else open a box."""
        self._pointer = pointer
        target = self._handles.target(pointer, view)
        if target is None:
            return self.begin(BoxHandles(pointer, view))
        return self.begin(self._handles.begun(target, pointer, view))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """A handle is added to the side, where it is."""
        target = self._handles.target(pointer, view)
        if isinstance(target, SideHit):
            return self._handles.insert(target, pointer, view)
        return None

    # Keys.

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes handles, arrows nudge them, Tab goes on to the next one."""
        return self._handles.key(key, view)

    # Preview and hints.

    def idle_preview(self, view: ToolView) -> Preview:
        """Return handles, and what a press here takes."""
        target = self._handles.target(self._pointer, view)
        shown = self._handles.preview(target, self._pointer, view)
        hit = None if target or shown.strokes else self._element(view)
        if hit is None:
            return shown
        return Preview((outline_of(view.level.element(hit), "hover", view),), shown.marks)

    def idle_hint(self, view: ToolView) -> str:
        """Return what a press here takes."""
        said = self._handles.hint(self._handles.target(self._pointer, view), view)
        said = said or run_hint(self._pointer, view)
        if said:
            return said
        hit = self._element(view)
        if hit is not None:
            what = messages.these([view.level.element(hit)])
            return say.over_element(words_of(view.level, {hit}), what)
        ids = editable(view)
        said = self._handles.selected_hint(view)
        return said or (say.no_handles(words_of(view.level, ids)) if ids else say.no_shape())

    def _element(self, view: ToolView) -> int | None:
        """Return the element under the mouse that a click would select."""
        hits = elements_at(self._pointer.position, view) if self._pointer else []
        return hits[0] if hits and hits[0] not in view.selection else None


TOOLS = (VerticesTool,)
