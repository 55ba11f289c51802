"""Link: from one place to another that the floor doesn't join, on one storey or between two."""

import math
from dataclasses import dataclass
from typing import ClassVar, Final

from editor.numbers import NumberFault, read_place
from editor.tools.gesture import Gesture, snapped, snapped_along
from editor.tools.groups import Group
from editor.tools.messages import link as say
from editor.tools.messages import metres
from editor.tools.options import Choice, Number, Switch, Where
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, Pointer, Select, ToolView, Typing
from editor.tools.two_places import TwoPlacesTool
from navcore.i18n import mark, tr
from navcore.level.elements import middle
from navcore.level.model import Point, Ring
from navcore.level.operations.links import add_link
from navcore.level.storeys import storeys_of

_MOST: Final = 100.0
_ONE_WAY: Final = ("drop",)
"""Types that lead one way."""
_LABEL_ASIDE: Final = 18.0
"""Pixels from an end up to the middle of its label."""


@dataclass(frozen=True, slots=True)
class _End:
    """An end that is set: a point or a segment on a storey."""

    layer: str
    points: Ring


class _SetEnd(Gesture):
    """A click sets a point, a drag a segment."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "LinkTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self._start = snapped(pointer, view)

    def points(self, view: ToolView) -> Ring:
        """The end as it is now."""
        if not self.moving:
            return (snapped(self.pointer, view),)
        if self.pointer.modifiers.shift:
            end = snapped_along(self.pointer, view, self._start)
        else:
            end = snapped(self.pointer, view)
        return (self._start,) if end == self._start else (self._start, end)

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        super().move(pointer, view)
        self._tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        self.move(pointer, view)
        self.over = True
        return self._tool.set_end(self.points(view), view)


class LinkTool(TwoPlacesTool[_End]):
    """Draws links of a set type, width and direction."""

    name: ClassVar[str] = "link"
    title: ClassVar[str] = mark("Link")
    summary: ClassVar[str] = mark("Join two places by stairs, a ladder, a jump or a drop")
    words: ClassVar[str] = mark("stairs ladder jump climb drop lift teleport portal off-mesh")
    shortcut: ClassVar[str] = "L"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 40)
    shows: ClassVar[frozenset[str]] = frozenset({"links"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without ends; options are kept for the next link."""
        super().__init__()
        self._refused = ""
        kinds = tuple(say.TYPES.items())
        self.kind = Choice("link_type", mark("Type"), kinds, kinds[0][0],
                           mark("How agents take it"))  # fmt: skip
        self.width = Number("link_width", mark("Width"), 0.0, 0.0, _MOST, 0.1)
        self.one_way = Switch(
            "one_way", mark("One way"), False,
            mark("It leads from its first end to its second only. Drops, and jumps to a lower "
                 "storey, do so anyway"),
            given=Where(self.kind, _ONE_WAY),
        )  # fmt: skip
        self.options = (self.kind, self.width, self.one_way)
        self.entry = Entry(self._asks, self._read, self._enter)

    # Input.

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember the pointer; drop the last refusal."""
        if self._pointer is None or pointer.position != self._pointer.position:
            self._refused = ""
        super().hover(pointer, view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set an end."""
        self._pointer = pointer
        self._refused = ""
        return self.begin(_SetEnd(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """A second click like the first."""
        return None

    def drop(self) -> None:
        """Forget the first end, typed text, and the last refusal."""
        super().drop()
        self._refused = ""

    # Placing ends.

    def set_end(self, points: Ring, view: ToolView) -> Effect:
        """Set the first end, or with it draw the link."""
        first, self._taken_back = self._known(view), None
        if first is None:
            self.begin_at(_End(view.storey, points))
            return None
        if first == _End(view.storey, points):
            self._refused = say.same_place()
            return None
        edit = add_link(
            view.level, (first.layer, first.points), (view.storey, points), view.new_id,
            type=self.kind.value, width=self.width.value, one_way=self._leads_one_way(first, view),
        )  # fmt: skip
        self.drop()
        return Change(edit, Select(frozenset(edit.after)))

    def _leads_one_way(self, first: _End, view: ToolView) -> bool:
        """Return whether the link is one-way: by its option, or as a jump to a lower storey."""
        heights = {layer.name: layer.floor_y for layer in storeys_of(view.level.settings)}
        falls = heights[view.storey] < heights[first.layer]
        return self.one_way.holds or (self.kind.value == "jump" and falls)

    # Typing.

    def _asks(self, view: ToolView) -> Typing:
        return Typing(tr(say.TYPE_PLACE))

    def _read(self, text: str, view: ToolView) -> Point:
        first = self._known(view)
        last = None if first is None else middle(first.points)
        place = read_place(text, last, towards=None)
        if first == _End(view.storey, (place,)):
            raise NumberFault(say.same_place_typed())
        return place

    def _enter(self, place: Point, view: ToolView) -> Effect:
        return self.set_end((place,), view)

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the set end, the present one, and the line between them."""
        first, now = self._known(view), self._now(view)
        strokes: list[Stroke] = []
        marks: list[Mark] = []
        labels: list[Label] = []
        for points, style in ((first.points if first else (), "link_end"), (now, "snap")):
            if len(points) == 2:
                strokes.append(Stroke(points, "link_draft"))
            marks += (Mark(point, style) for point in points)
        if len(now) == 2:
            labels.append(_label(now, metres(math.dist(*now)), view))
        if first is not None:
            if now:
                strokes.append(Stroke((middle(first.points), middle(now)), "link_way"))
            if first.layer != view.storey:
                labels.append(_label(first.points, say.from_storey(first.layer), view))
        return Preview(tuple(strokes), tuple(marks), tuple(labels))

    def hint(self, view: ToolView) -> str:
        """Return what the next click, or letting go, does."""
        if self.entry.is_open:
            value = self.entry.value
            return self.entry.hint or ("" if value is None else say.typed_end(value))
        if self._refused:
            return self._refused
        first, now = self._known(view), self._now(view)
        if len(now) == 2:
            return say.wide_end(math.dist(*now))
        if first is None:
            return say.first_end()
        if first.layer != view.storey:
            return say.other_storey(view.storey)
        length = math.dist(middle(first.points), middle(now)) if now else None
        return say.second_end(length, storeys=len(view.level.settings.layer_names) > 1)

    def _now(self, view: ToolView) -> Ring:
        """The end that a click, letting go, or Enter would set; empty if none."""
        if self.entry.is_open:
            return () if self.entry.value is None else (self.entry.value,)
        if isinstance(self.gesture, _SetEnd):
            return self.gesture.points(view)
        return () if self._pointer is None else (snapped(self._pointer, view),)

    def _known(self, view: ToolView) -> _End | None:
        """The end that is set, unless its storey is gone."""
        if self.anchor is not None and self.anchor.layer not in view.level.settings.layer_names:
            self.anchor = None
        return self.anchor


def _label(points: Ring, text: str, view: ToolView) -> Label:
    """A text above an end."""
    x, z = middle(points)
    return Label((x, z + view.pixels(_LABEL_ASIDE)), text, "dimension")


TOOLS = (LinkTool,)
