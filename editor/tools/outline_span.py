"""Shapes between two places, by a drag or two clicks: rectangles and regular polygons.

The first place is a corner or the centre; undo takes it back while drawing.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

from editor.numbers import read_place
from editor.tools.gesture import snapped
from editor.tools.messages import drawing as say
from editor.tools.options import Option
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, Pointer, Select, ToolView, Typing
from editor.tools.two_places import TwoPointsTool
from navcore.errors import NavcoreError
from navcore.geometry.polygons import is_flat
from navcore.i18n import tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Ring
from navcore.level.naming import NewId


@dataclass(frozen=True, slots=True)
class Outline:
    """Outline of a shape in progress."""

    ring: Ring
    shape: dict[str, Any] | None = None
    """The parameters that the ring was made from."""


Maker: TypeAlias = Callable[[Level, Outline, NewId], Edit]
"""Makes the edit that adds an outline to a level."""


class Shape(Protocol):
    """A shape between two places, with its hints."""

    prompt: ClassVar[str]
    """Prompt for typing the second place; translated where it is shown."""
    options: tuple[Option, ...]

    def far_at(
        self, anchor: Point, pointer: Pointer, view: ToolView, own: Collection[int]
    ) -> Point:
        """Return the second place where the pointer is; `own` elements attract nothing."""
        ...

    def read_far(self, text: str, anchor: Point) -> Point:
        """Return the second place that a text says.

        Raises:
            NumberFault: if it says none.
        """
        ...

    def outline(self, anchor: Point, far: Point) -> Outline:
        """Return the outline between the two places."""
        ...

    def flat(self) -> str:
        """Return the hint that says that the two places enclose nothing."""
        ...

    def open_hint(self, anchor: Point, far: Point, *, dragging: bool) -> str:
        """Return what the second click or the release does."""
        ...

    def typed_hint(self, anchor: Point, far: Point) -> str:
        """Return what Enter in the box does."""
        ...

    def typed_first_hint(self, place: Point) -> str:
        """Return what Enter does with a typed first place."""
        ...

    def first_hint(self, kind: str) -> str:
        """Return what the first click does."""
        ...

    def decorated(
        self, anchor: Point, far: Point, view: ToolView
    ) -> tuple[tuple[Stroke, ...], Label]:
        """Return what to draw besides the outline: guides, and the label with the size."""
        ...


class SpanTool(TwoPointsTool):
    """Draws a shape from a first place to a second."""

    kind: ClassVar[str]
    """`area`, `obstacle` or `zone`."""
    cursor: ClassVar[str] = "cross"
    draws: ClassVar[Callable[[], Shape]]
    """Makes the shape, which lasts as long as the tool."""

    def __init__(self) -> None:
        """Start without a place."""
        super().__init__()
        self._id: int | None = None
        self._shape = type(self).draws()
        self.make: Maker = maker_of(self.kind)
        """Function that adds the outline to a level; zones also have a terrain."""
        self.options = self._shape.options
        self.entry = Entry(self._asks, self._read, self._enter)

    # The tool.

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember the pointer; typed text may depend on its direction."""
        super().hover(pointer, view)
        self.entry.follow(view)

    def drop(self) -> None:
        """Forget the first place."""
        super().drop()
        self._id = None

    # Typing.

    def _asks(self, view: ToolView) -> Typing:
        """Return the first place, then the size."""
        return Typing(tr(say.TYPE_PLACE if self.anchor is None else self._shape.prompt))

    def _read(self, text: str, view: ToolView) -> Point:
        if self.anchor is None:
            return read_place(text, None)
        if self._pointer is not None:
            self._far_at(self.anchor, self._pointer, view)
        return self._shape.read_far(text, self.anchor)

    def _enter(self, place: Point, view: ToolView) -> Effect:
        """Set the first place, or draw."""
        if self.anchor is None:
            self.begin_at(place)
            return None
        effect = self.finished(view.level, view)
        if effect is None:
            raise NavcoreError(self._shape.flat().split("**")[1])
        return effect

    # Drawing.

    def _far(self, view: ToolView) -> Point | None:
        """Return the second place: typed, else where the pointer is."""
        if self.anchor is None:
            return None
        if self.entry.is_open:
            return self.entry.value
        if self._pointer is None:
            return None
        return self._far_at(self.anchor, self._pointer, view)

    def _far_at(self, anchor: Point, pointer: Pointer, view: ToolView) -> Point:
        """Return the second place for the pointer; the shape itself doesn't attract."""
        own = () if self._id is None else (self._id,)
        return self._shape.far_at(anchor, pointer, view, own)

    def _draft(self, level: Level, view: ToolView) -> Edit | None:
        """Return the edit that adds the shape to `level`; None if it encloses nothing.

        The id is the same while the shape is drawn.
        """
        far = self._far(view)
        if self.anchor is None or far is None:
            return None
        outline = self._shape.outline(self.anchor, far)
        if is_flat(outline.ring):
            return None
        if self._id is None:
            self._id = view.new_id()
        chosen = self._id
        return self.make(level, outline, lambda: chosen)

    def shown(self, level: Level, view: ToolView) -> Effect:
        """The shape in hand, so that the floor follows already."""
        return self._draft(level, view) or Edit()

    def finished(self, level: Level, view: ToolView) -> Effect:
        """Draw the shape in hand; nothing if it encloses nothing."""
        edit = self._draft(level, view)
        if edit is None:
            return None
        self.drop()
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        """Return the shape so far, with its size."""
        if self.anchor is None:
            place = self._first(view)
            return Preview() if place is None else Preview(marks=(Mark(place, "snap"),))
        first, far = Mark(self.anchor, "draft_first"), self._far(view)
        if far is None:
            return Preview(marks=(first,))
        ring = self._shape.outline(self.anchor, far).ring
        if is_flat(ring):
            return Preview(marks=(first, Mark(far, "snap")))
        strokes = (
            Stroke(ring, f"{self.kind}_fill", closed=True),
            Stroke(ring, f"{self.kind}_draft", closed=True),
        )
        guides, label = self._shape.decorated(self.anchor, far, view)
        return Preview((*strokes, *guides), (first, Mark(far, "snap")), (label,))

    def hint(self, view: ToolView) -> str:
        """Return what the next click or the release does."""
        if self.entry.hint:
            return self.entry.hint
        if self.anchor is None:
            place = self.entry.value
            return (
                self._shape.typed_first_hint(place) if place else self._shape.first_hint(self.kind)
            )
        far = self._far(view)
        if far is None:
            return self._shape.first_hint(self.kind)
        if is_flat(self._shape.outline(self.anchor, far).ring):
            return self._shape.flat()
        if self.entry.is_open:
            return self._shape.typed_hint(self.anchor, far)
        return self._shape.open_hint(self.anchor, far, dragging=self.gesture is not None)

    def _first(self, view: ToolView) -> Point | None:
        """Return where the first place would be set."""
        if self.entry.is_open:
            return self.entry.value
        return None if self._pointer is None else snapped(self._pointer, view)


def maker_of(kind: str) -> Maker:
    """Return the function that adds outlines to a level as areas or obstacles."""
    put = operations.add_area if kind == "area" else operations.add_obstacle

    def add(level: Level, outline: Outline, new_id: NewId) -> Edit:
        return put(level, outline.ring, new_id, shape=outline.shape)

    return add
