"""Shapes between two places, by a drag or two clicks: rectangles and regular polygons.

The first place is a corner or the centre. It is what is taken back while drawing.
"""

from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

from editor.numbers import read_place
from editor.tools.gesture import snapped
from editor.tools.messages import drawing as say
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Pointer, Select, ToolView, Typing
from editor.tools.two_places import TwoPlacesTool
from editor.tools.typed import Typed, read
from navcore.errors import NavcoreError
from navcore.geometry.polygons import is_flat
from navcore.i18n import tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Ring
from navcore.level.naming import NewId


@dataclass(frozen=True, slots=True)
class Outline:
    """What would be drawn."""

    ring: Ring
    shape: dict[str, Any] | None = None
    """The parameters that the ring was made from."""


class SpanTool(TwoPlacesTool):
    """Draws a shape from a first place to a second."""

    kind: ClassVar[str]
    """`area` or `obstacle`."""
    cursor: ClassVar[str] = "cross"
    prompt: ClassVar[str]
    """What is typed for the second place; translated where it is shown."""

    def __init__(self) -> None:
        """Nothing drawn yet."""
        super().__init__()
        self._id: int | None = None
        self._typed: Typed[Point] | None = None
        self._text = ""

    # What subclasses draw.

    @abstractmethod
    def far_at(self, anchor: Point, pointer: Pointer, view: ToolView) -> Point:
        """The second place where the pointer is."""

    @abstractmethod
    def read_far(self, text: str, anchor: Point) -> Point:
        """The second place that a text says.

        Raises:
            NumberFault: if it says none.
        """

    @abstractmethod
    def outline(self, anchor: Point, far: Point) -> Outline:
        """What would be drawn between the two places."""

    @abstractmethod
    def flat(self) -> str:
        """The hint that says that the two places enclose nothing."""

    @abstractmethod
    def open_hint(self, anchor: Point, far: Point, *, dragging: bool) -> str:
        """What the second click or the release does."""

    @abstractmethod
    def typed_hint(self, anchor: Point, far: Point) -> str:
        """What Enter in the box does."""

    @abstractmethod
    def typed_first_hint(self, place: Point) -> str:
        """What Enter does with the first place that is typed."""

    @abstractmethod
    def first_hint(self) -> str:
        """What the first click does."""

    @abstractmethod
    def decorated(
        self, anchor: Point, far: Point, view: ToolView
    ) -> tuple[tuple[Stroke, ...], Label]:
        """What is drawn besides the outline: guides, and the label with the size."""

    # The tool.

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is; what is typed may go towards it."""
        super().hover(pointer, view)
        if self._typed is not None and self.anchor is not None:
            self.far_at(self.anchor, pointer, view)
            self._typed = read(self._read, self._text)

    def drop(self) -> None:
        """Forget the first place."""
        super().drop()
        self._id = None
        self._typed = None

    # Typing.

    def typing(self, view: ToolView) -> Typing | None:
        """The first place, then the size."""
        return Typing(tr(say.TYPE_PLACE if self.anchor is None else self.prompt))

    def typed(self, text: str, view: ToolView) -> str:
        """Show what the text says."""
        if self.anchor is not None and self._pointer is not None:
            self.far_at(self.anchor, self._pointer, view)
        self._text, self._typed = text, read(self._read, text)
        return self._typed.sentence

    def enter(self, text: str, view: ToolView) -> Effect:
        """Set the first place, or draw."""
        place = self._read(text)
        if self.anchor is None:
            self.anchor, self._typed, self._taken_back = place, None, None
            return None
        self._typed = Typed(place)
        effect = self.finished(view.level, view)
        if effect is None:
            raise NavcoreError(self.flat().split("**")[1])
        return effect

    def untyped(self) -> None:
        """The mouse counts again."""
        self._typed = None

    def _read(self, text: str) -> Point:
        if self.anchor is None:
            return read_place(text, None)
        return self.read_far(text, self.anchor)

    # Drawing.

    def far(self, view: ToolView) -> Point | None:
        """The second place: typed, else where the pointer is."""
        if self.anchor is None:
            return None
        if self._typed is not None:
            return self._typed.value
        if self._pointer is None:
            return None
        return self.far_at(self.anchor, self._pointer, view)

    def own(self) -> tuple[int, ...]:
        """What is being drawn, so that it does not snap to itself."""
        return () if self._id is None else (self._id,)

    def draft(self, level: Level, view: ToolView) -> Edit | None:
        """The edit that adds the shape in hand to `level`; None if it encloses nothing.

        It has the same id as long as the shape is drawn.
        """
        far = self.far(view)
        if self.anchor is None or far is None:
            return None
        outline = self.outline(self.anchor, far)
        if is_flat(outline.ring):
            return None
        if self._id is None:
            self._id = view.new_id()
        chosen = self._id
        return add(self.kind, level, outline, lambda: chosen)

    def shown(self, level: Level, view: ToolView) -> Effect:
        """The shape in hand, so that the floor follows already."""
        return self.draft(level, view) or Edit()

    def finished(self, level: Level, view: ToolView) -> Effect:
        """Draw the shape in hand; nothing if it encloses nothing."""
        edit = self.draft(level, view)
        if edit is None:
            return None
        self.drop()
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        """The shape so far, with its size."""
        if self.anchor is None:
            place = self._first(view)
            return Preview() if place is None else Preview(marks=(Mark(place, "snap"),))
        first, far = Mark(self.anchor, "draft_first"), self.far(view)
        if far is None:
            return Preview(marks=(first,))
        ring = self.outline(self.anchor, far).ring
        if is_flat(ring):
            return Preview(marks=(first, Mark(far, "snap")))
        strokes = (
            Stroke(ring, f"{self.kind}_fill", closed=True),
            Stroke(ring, f"{self.kind}_draft", closed=True),
        )
        guides, label = self.decorated(self.anchor, far, view)
        return Preview((*strokes, *guides), (first, Mark(far, "snap")), (label,))

    def hint(self, view: ToolView) -> str:
        """What the next click or the release does."""
        if self._typed is not None and self._typed.hint:
            return self._typed.hint
        if self.anchor is None:
            place = self._typed.value if self._typed is not None else None
            return self.typed_first_hint(place) if place else self.first_hint()
        far = self.far(view)
        if far is None:
            return self.first_hint()
        if is_flat(self.outline(self.anchor, far).ring):
            return self.flat()
        if self._typed is not None:
            return self.typed_hint(self.anchor, far)
        return self.open_hint(self.anchor, far, dragging=self.gesture is not None)

    def _first(self, view: ToolView) -> Point | None:
        """Where the first place would be set."""
        if self._typed is not None:
            return self._typed.value
        return None if self._pointer is None else snapped(self._pointer, view)


def add(kind: str, level: Level, outline: Outline, new_id: NewId) -> Edit:
    """The edit that adds the outline as an area or an obstacle."""
    put = operations.add_area if kind == "area" else operations.add_obstacle
    return put(level, outline.ring, new_id, shape=outline.shape)
