"""Mirror tool: mirrors the selection, or a copy of it, about a line that the user picks."""

import math
from collections.abc import Callable
from typing import ClassVar, Final, TypeAlias

from editor.numbers import evaluate, read_place
from editor.tools import messages
from editor.tools.along import MOST_OUTLINED
from editor.tools.gesture import (
    HANDLE_REACH,
    OUTLINE_REACH,
    POINT,
    Gesture,
    added,
    outline_of,
    snapped,
    snapped_along,
    taken_elements,
)
from editor.tools.lines import AXES, Line
from editor.tools.messages import mirror as say
from editor.tools.options import Choice, Switch
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.select_gestures import Press, hits_at
from editor.tools.tool import Change, Effect, Entry, KeyResult, Pointer, Select, ToolView, Typing
from editor.tools.two_places import Between, TwoPointsTool
from navcore.geometry.polygons import nearest_on_segment
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.affine import Affine, turned_by
from navcore.level.companions import ALONE, companions
from navcore.level.edit import Edit
from navcore.level.handles import line_through, sides_near
from navcore.level.model import Agent, Area, Element, Level, Obstacle, Place, Point, Polygon
from navcore.level.pick import pick_index

Ends: TypeAlias = tuple[Point, Point]
"""Two points of the mirror line."""

PICKED: Final = "picked"
UPRIGHT: Final = "upright"
LEVEL: Final = "level"

_BEYOND: Final = 24.0
"""Pixels by which the line is drawn longer than the mirrored elements."""


class _Hold(Between):
    """A press: a click on an edge takes it as the line, a drag draws another line."""

    def __init__(
        self, pointer: Pointer, view: ToolView, tool: "MirrorTool", edge: Ends | None
    ) -> None:
        super().__init__(pointer, view, tool)
        self._mirror = tool
        self._edge = edge

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        if self._edge is None:
            return super().click(pointer, view)
        self._mirror.drop()
        return self._mirror.effect(view.level, self._edge, view)


class _Pool:
    """Ids for copies, the same at every mouse move."""

    def __init__(self) -> None:
        self._ids: list[int] = []

    def drawer(self, view: ToolView) -> Callable[[], int]:
        """Draws them from the first one on."""
        number = -1

        def draw() -> int:
            nonlocal number
            number += 1
            while len(self._ids) <= number:
                candidate = view.new_id()
                if candidate not in self._ids:
                    self._ids.append(candidate)
            return self._ids[number]

        return draw


class MirrorTool(TwoPointsTool):
    """An edge, two points, or a line along an axis; with nothing selected a click selects."""

    name: ClassVar[str] = "mirror"
    title: ClassVar[str] = mark("Mirror")
    summary: ClassVar[str] = mark("Mirror what is selected, or a copy of it, about a line")
    on_rail: ClassVar[bool] = False
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """A copy about an edge, which it becomes one with."""
        super().__init__()
        self.line = Choice(
            "line",
            mark("Line"),
            (
                (PICKED, mark("An edge or two points")),
                (UPRIGHT, mark("Upright")),
                (LEVEL, mark("Level")),
            ),
            PICKED,
            tip=mark("What a click takes as the mirror line"),
        )
        self.copies = Switch(
            "copies", mark("Leave a copy"), True, mark("Off: mirror the selection itself")
        )
        self.joins = Switch(
            "joins",
            mark("Join at the line"),
            True,
            mark("Merge areas and obstacles with their image where they meet"),
        )
        self.options = (self.line, self.copies, self.joins)
        self.entry = Entry(self._asks, self._read, self._enter)
        self._refused = ""
        self._pool = _Pool()
        self._known: tuple[tuple[object, ...], Edit] | None = None

    # Elements and line.

    def chosen(self, view: ToolView) -> frozenset[int]:
        """Return the selected elements to mirror; locked ones can only be copied."""
        left_out = view.hidden if self.copies.on else view.untouchable
        return frozenset(e.id for e in taken_elements(view.level, view.selection - left_out))

    def edit(self, level: Level, ids: frozenset[int], line: Ends, view: ToolView) -> Edit:
        """Return the edit for this line; cached while nothing changes."""
        key = (level, ids, line, self.copies.on, self.joins.on, view.takes_along)
        if self._known is not None and all(map(_same, self._known[0], key)):
            return self._known[1]
        along = companions(level, ids) if view.takes_along else ALONE
        if self.copies.on:
            new_id, ids = self._pool.drawer(view), ids | along.ids
            edit = operations.mirror_copies(level, ids, *line, new_id, join=self.joins.on)
        else:
            edit = operations.mirror_together(level, ids, along, *line)
        self._known = (key, edit)
        return edit

    def effect(self, level: Level, line: Ends, view: ToolView) -> Effect:
        """Mirror about this line; the mirrored elements and their copies are selected."""
        ids = self.chosen(view)
        edit = self.edit(level, ids, line, view)
        if not edit:
            self._refused = messages.hint(say.nothing_changes())
            return None
        self._pool, self._known = _Pool(), None
        made = {element_id for element_id, before in edit.before.items() if before is None}
        return Change(edit, Select(view.selection | made))

    def shown(self, level: Level, view: ToolView) -> Effect:
        """The edit about the line as it is now; of very many elements a box is shown instead."""
        line, ids = self._ends(level, view), self.chosen(view)
        if line is None or len(ids) > MOST_OUTLINED:
            return Edit()
        return self.edit(level, ids, line, view)

    def finished(self, level: Level, view: ToolView) -> Effect:
        """Mirror about the line, which is over."""
        line = self._ends(level, view)
        if line is None:
            return None
        self.drop()
        return self.effect(level, line, view)

    def _ends(self, level: Level, view: ToolView) -> Ends | None:
        """Return the line that counts now: through both places, along an axis, or the edge here."""
        if self.line.value == PICKED and self.anchor is None:
            pointer = None if self.entry.is_open else self._pointer
            if pointer is None or pointer.modifiers.ctrl:
                return None
            return edge_at(level, pointer.position, view)
        place = self._place(view)
        if place is None or self.anchor is None:
            return None if place is None else (place, added(place, self._way))
        return (self.anchor, place) if math.dist(place, self.anchor) >= view.pixels(1) else None

    @property
    def _way(self) -> Point:
        return AXES[1] if self.line.value == UPRIGHT else AXES[0]

    def _place(self, view: ToolView) -> Point | None:
        """Return the place that counts now: typed, else under the mouse, with Shift in eighths."""
        typed, pointer = self.entry.value, self._pointer
        if isinstance(typed, float):
            return (typed, 0.0) if self.line.value == UPRIGHT else (0.0, typed)
        if typed is not None or pointer is None:
            return typed
        if self.line.value != PICKED:
            # Snap to what crosses the direction of the mouse, so that walls attract along their
            # length.
            across = Line(pointer.position, AXES[self.line.value == LEVEL], shown=False)
            return view.snap(pointer.position, (), other=pointer.modifiers.ctrl, along=across)
        if self.anchor is not None and pointer.modifiers.shift:
            return snapped_along(pointer, view, self.anchor)
        return snapped(pointer, view)

    # The tool.

    def activate(self) -> None:
        """Reset the tool; options are kept."""
        super().activate()
        self._pool, self._known = _Pool(), None

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember the pointer; drop a refusal if the mouse has moved."""
        if pointer != self._pointer:
            self._refused = ""
        super().hover(pointer, view)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Take an edge, set a point, or select where nothing is."""
        self._pointer = pointer
        if not self.chosen(view):
            return self.begin(Press(pointer, view, hits_at(pointer, view)))
        edge = None if self.anchor is not None else self._ends(view.level, view)
        super().press(pointer, view)
        if self.line.value != PICKED:
            self.anchor, self.second, edge = None, True, None
        return self.begin(_Hold(pointer, view, self, edge))

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Enter mirrors about the middle, Up and Down choose another kind of line."""
        if key == "Enter" and self.line.value != PICKED and self.chosen(view):
            middle = view.pivot or _middle(taken_elements(view.level, self.chosen(view)))
            line = (middle, added(middle, self._way))
            return KeyResult(True, self.effect(view.level, line, view))
        if key in {"Up", "Down"} and self.anchor is None:
            values = [value for value, _ in self.line.choices]
            step = 1 if key == "Down" else -1
            self.line.set(values[(values.index(self.line.value) + step) % len(values)])
            return KeyResult(True)
        return super().key(key, view)

    # Typing.

    def _asks(self, view: ToolView) -> Typing | None:
        if not self.chosen(view):
            return None
        return Typing(say.prompt(self.line.value))

    def _read(self, text: str, view: ToolView) -> float | Point:
        if self.line.value != PICKED:
            return evaluate(text)
        return read_place(text, self.anchor)

    def _enter(self, value: float | Point, view: ToolView) -> Effect:
        if isinstance(value, float) or self.anchor is not None:
            return self.finished(view.level, view)
        self.begin_at(value)
        return None

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the line, and the outlines of what a click makes."""
        pressed = self.gesture
        if not self.chosen(view):
            return self._target(view)
        level = pressed.level if pressed else view.level
        line = self._ends(level, view)
        if line is None:
            places = [p for p in (self.anchor, self._place(view)) if p is not None]
            return Preview(marks=tuple(Mark(p, "snap") for p in places))
        ids = self.chosen(view)
        elements = taken_elements(level, ids)
        strokes = [_drawn_line(elements, line, view)]
        if pressed is None or not pressed.moving or len(ids) > MOST_OUTLINED:
            strokes = [*self._images(level, elements, line, view), *strokes]
        marks = () if self.line.value != PICKED else tuple(Mark(end, "snap") for end in line)
        return Preview(tuple(strokes), marks)

    def _images(
        self, level: Level, elements: list[Element], line: Ends, view: ToolView
    ) -> list[Stroke]:
        """Return outlines of the mirrored elements; of too many, the box around them."""
        if len(elements) > MOST_OUTLINED:
            affine, placed = Affine.reflection(*line), operations.lying(elements)
            x0, z0, x1, z1 = operations.bounds_of(placed) if placed else (0.0,) * 4
            corners = affine.ring(((x0, z0), (x1, z0), (x1, z1), (x0, z1)))
            return [Stroke(corners, "frame", closed=True)]
        edit = self.edit(level, self.chosen(view), line, view)
        after = edit.apply(level)
        made = [e for e in taken_elements(after, edit.after.keys()) if e.body(after.get)]
        return [stroke for element in made for stroke in _drawn(element, view)]

    def _target(self, view: ToolView) -> Preview:
        """Return the outline of what a click selects, if nothing is selected."""
        hits = [] if self._pointer is None else hits_at(self._pointer, view)
        if not hits:
            return Preview()
        return Preview((outline_of(view.level.element(hits[0]), "hover", view),))

    def hint(self, view: ToolView) -> str:
        """Return what the next click or the release does."""
        if self.entry.hint or self._refused:
            return self.entry.hint or self._refused
        ids, pressed = self.chosen(view), self.gesture
        if not ids:
            held = taken_elements(view.level, view.selection)
            return say.locked() if held else say.nothing_selected()
        level = pressed.level if pressed else view.level
        what = messages.these(taken_elements(level, ids))
        line = self._ends(level, view)
        if line is None:
            if self.line.value != PICKED:
                return say.axis_nowhere(what, upright=self.line.value == UPRIGHT)
            return say.first(what) if self.anchor is None else say.second(what)
        if len(ids) <= MOST_OUTLINED and not self.edit(level, ids, line, view):
            return messages.hint(say.nothing_changes())
        copying, dragged = self.copies.on, pressed is not None and pressed.moving
        if self.line.value != PICKED:
            upright = self.line.value == UPRIGHT
            at = line[0][0] if upright else line[0][1]
            return say.axis(what, at, upright=upright, copying=copying, dragged=dragged)
        if self.anchor is None:
            return say.edge(what, copying=copying)
        return say.points(what, copying=copying, dragged=dragged)


def edge_at(level: Level, point: Point, view: ToolView) -> Ends | None:
    """Return the edge here that can be the mirror line; None near its ends, which are points.

    Edges of locked elements count too: the line changes nothing.
    """
    x, z = point
    reach, near_end = view.pixels(OUTLINE_REACH), view.pixels(HANDLE_REACH)
    box = (x - reach, z - reach, x + reach, z + reach)
    best: tuple[float, Ends] | None = None
    for element_id in pick_index(level).touching_box(*box):
        element = level.element(element_id)
        if element_id in view.hidden or not isinstance(element, Polygon):
            continue
        for _, start, end in sides_near(element, box):
            distance = math.dist(nearest_on_segment(point, start, end), point)
            ends = min(near_end, math.dist(start, end) / 4)
            if distance > reach or min(math.dist(point, start), math.dist(point, end)) < ends:
                continue
            if best is None or distance < best[0]:
                best = (distance, (start, end))
    return best[1] if best else None


def _middle(elements: list[Element]) -> Point:
    placed = operations.lying(elements)
    x0, z0, x1, z1 = operations.bounds_of(placed) if placed else (0.0,) * 4
    return ((x0 + x1) / 2, (z0 + z1) / 2)


def _drawn_line(elements: list[Element], line: Ends, view: ToolView) -> Stroke:
    """Return the line through all mirrored elements and a little beyond."""
    (x, z), length = line[0], math.dist(*line)
    dx, dz = (line[1][0] - x) / length, (line[1][1] - z) / length
    placed = operations.lying(elements)
    x0, z0, x1, z1 = operations.bounds_of(placed) if placed else (x, z, x, z)
    places = ((x0, z0), (x1, z0), (x1, z1), (x0, z1), line[1])
    along = [0.0, *((px - x) * dx + (pz - z) * dz for px, pz in places)]
    beyond = view.pixels(_BEYOND)
    low, high = min(along) - beyond, max(along) + beyond
    return Stroke(((x + low * dx, z + low * dz), (x + high * dx, z + high * dz)), "mirror")


_STYLES: Final[dict[type[Element], str]] = {
    Area: "area_draft",
    Obstacle: "obstacle_draft",
    Agent: "agent_draft",
}


def _drawn(element: Element, view: ToolView) -> list[Stroke]:
    """Return the look of a mirrored element: outline, facing and route."""
    door = isinstance(element, Area) and element.door
    style = "door_draft" if door else _STYLES.get(type(element), "hover")
    strokes = [outline_of(element, style, view)]
    if isinstance(element, Place) and element.heading is not None:
        reach = max(element.girth, view.pixels(POINT))
        cosine, sine = turned_by(element.heading)
        tip = added(element.position, (reach * cosine, reach * sine))
        strokes.append(Stroke((element.position, tip), style))
    if element.points and not isinstance(element, Polygon):
        strokes.append(Stroke(line_through(element), "trace"))
    return strokes


def _same(one: object, other: object) -> bool:
    return one is other or (not isinstance(one, Level) and one == other)


TOOLS = (MirrorTool,)
