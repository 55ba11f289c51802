"""Tool that picks a place on the canvas for a dialog."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from editor.numbers import read_place
from editor.tools.gesture import Gesture, GestureTool, outline_of, snapped
from editor.tools.messages import pick_place as say
from editor.tools.preview import Mark, Preview
from editor.tools.tool import Effect, Entry, KeyResult, Pointer, Select, ToolView, Typing, UseTool
from navcore.errors import NavcoreError
from navcore.i18n import mark
from navcore.level.model import Element, Point

MOST_OUTLINED: Final = 400
"""Most elements that are outlined; of more, none are."""

_CANCELS: Final = frozenset({"Escape", "Undo", "Backspace", "Delete"})


def _nothing(place: Point) -> Sequence[Element]:
    return ()


class _Press(Gesture):
    """A press: the place of the release is taken, wherever it is."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "PickPlaceTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        return self.click(pointer, view)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        return self._tool.take(snapped(pointer, view), view)


class PickPlaceTool(GestureTool):
    """Picks a place with one click, then restores the previous tool; outlines the result."""

    name: ClassVar[str] = "pick_place"
    title: ClassVar[str] = mark("Pick the centre")
    summary: ClassVar[str] = mark("Click the centre of copies")
    on_rail: ClassVar[bool] = False
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a request."""
        super().__init__()
        self._before = "select"
        self._shown: Callable[[Point], Sequence[Element]] = _nothing
        self._taken: Callable[[Point | None], None] | None = None
        self.entry = Entry(
            lambda view: Typing(say.prompt()),
            lambda text, view: read_place(text, None),
            self.take,
        )

    def ask(
        self,
        before: str,
        shown: Callable[[Point], Sequence[Element]],
        taken: Callable[[Point | None], None],
    ) -> None:
        """Ask for a place, once the tool is active.

        Args:
            before: The name of the tool to restore.
            shown: Returns the result for a place; may raise `NavcoreError`.
            taken: Called with the place, or with None if the user cancels.
        """
        self._before, self._shown, self._taken = before, shown, taken

    def take(self, place: Point | None, view: ToolView) -> Effect:
        """Answer with this place; the tool before comes back."""
        taken, self._taken = self._taken, None
        self._shown = _nothing
        if taken is None:
            return None
        taken(place)
        return UseTool(self._before, Select(view.selection))

    def deactivate(self, view: ToolView) -> Effect:
        """Cancel the request."""
        self.take(None, view)
        return super().deactivate(view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Begin to pick."""
        self._pointer = pointer
        return self.begin(_Press(pointer, view, self))

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """Leave it."""
        return False

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Cancel with Escape and similar keys; ignore all other keys."""
        if self._taken is None:
            return KeyResult()
        return KeyResult(True, self.take(None, view) if key in _CANCELS else None)

    def can_take_back(self) -> bool:
        """Return whether there is a request."""
        return self._taken is not None

    def preview(self, view: ToolView) -> Preview:
        """Return the place, and outlines of its result."""
        place = self._place(view)
        if place is None:
            return Preview()
        try:
            elements = self._shown(place)
        except NavcoreError:
            elements = ()
        few = elements if len(elements) <= MOST_OUTLINED else ()
        strokes = tuple(outline_of(element, "hover", view) for element in few)
        return Preview(strokes, (Mark(place, "pivot"),))

    def hint(self, view: ToolView) -> str:
        """Return what the next click does."""
        place = self._place(view)
        return self.entry.hint or (say.first() if place is None else say.at(place))

    def _place(self, view: ToolView) -> Point | None:
        if self.entry.is_open:
            return self.entry.value
        return None if self._pointer is None else snapped(self._pointer, view)


TOOLS = (PickPlaceTool,)
