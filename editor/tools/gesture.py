"""Shared parts of tools: gestures that distinguish clicks from drags, places, and moves."""

import math
from collections.abc import Collection, Iterable
from typing import Final

from editor.tools.legs import line_of_legs
from editor.tools.lines import AXES, EIGHTHS, straight
from editor.tools.preview import Preview, Stroke
from editor.tools.snap import NO_INDICES, Indices
from editor.tools.tool import Drag, Effect, Pointer, Tool, ToolView
from navcore.level import operations
from navcore.level.affine import Affine
from navcore.level.companions import ALONE, Companions, copied_with
from navcore.level.edit import Edit
from navcore.level.model import Element, Level, Point, Polygon, Ring, Route

OUTLINE_REACH: Final = 6.0
"""Pixels within which an outline or a disc is hit."""

HANDLE_REACH: Final = 8.0
"""Pixels within which a handle is hit: a corner, a goal, the end of a measurement."""

FIRST_REACH: Final = 10.0
"""Pixels within which a click on the first corner closes an outline."""

POINT: Final = 6.0
"""Pixels of the radius that a place without one is shown with."""

NUDGES: Final = {"": 1.0, "Shift+": 10.0, "Alt+": 0.1}
"""Snap steps that an arrow key moves by, with its prefix."""

_ARROWS: Final = {"Left": (-1.0, 0.0), "Right": (1.0, 0.0), "Up": (0.0, 1.0), "Down": (0.0, -1.0)}


class Gesture(Drag):
    """A drag that is a click until the mouse has moved its pointer's `slack`.

    Subclasses answer `click`, `drag` and, if letting go differs, `release`. `level` is the
    level at the press.
    """

    def __init__(self, pointer: Pointer, view: ToolView) -> None:
        """The press."""
        self.pressed = pointer
        self.pointer = pointer
        self.level = view.level
        self.moving = False
        self.over = False

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        """The drag so far; nothing while it is still a click."""
        self._follow(pointer, view)
        return self.drag(pointer, view) if self.moving else None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        """The end of the drag, or the click."""
        self._follow(pointer, view)
        self.over = True
        return self.release(pointer, view) if self.moving else self.click(pointer, view)

    def cancel(self) -> None:
        """Forget the gesture."""
        self.over = True

    def _follow(self, pointer: Pointer, view: ToolView) -> None:
        moved = math.dist(pointer.position, self.pressed.position)
        self.moving |= moved > view.pixels(self.pressed.slack)
        self.pointer = pointer

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handle a press and release in one place."""
        return None

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handle a move with the button down."""
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        """Handle the release after a move."""
        return self.drag(pointer, view)

    def preview(self, view: ToolView) -> Preview:
        """Return what to draw during the gesture."""
        return Preview()

    def hint(self, view: ToolView) -> str:
        """Return what releasing does; empty leaves the hint to the tool."""
        return ""


class GestureTool(Tool):
    """A tool with one current gesture; nothing of a gesture remains once it is over."""

    def __init__(self) -> None:
        """Start without a gesture."""
        self._gesture: Gesture | None = None
        self._pointer: Pointer | None = None

    @property
    def gesture(self) -> Gesture | None:
        """The gesture in hand, or None."""
        if self._gesture is not None and self._gesture.over:
            self._gesture = None
        return self._gesture

    def begin(self, gesture: Gesture) -> Gesture:
        """Take this gesture in hand."""
        self._gesture = gesture
        return gesture

    def activate(self) -> None:
        """Start with a clean slate."""
        self._forget()

    def deactivate(self, view: ToolView) -> Effect:
        """Leave nothing behind."""
        self._forget()
        return None

    def _forget(self) -> None:
        self._gesture = None
        self._pointer = None
        self.entry.close()

    def hover(self, pointer: Pointer, view: ToolView) -> None:
        """Remember where the mouse is."""
        self._pointer = pointer

    def leave(self) -> None:
        """Forget the pointer."""
        self._pointer = None

    def preview(self, view: ToolView) -> Preview:
        """Return the preview of the gesture, or the tool's idle preview."""
        gesture = self.gesture
        return gesture.preview(view) if gesture else self.idle_preview(view)

    def hint(self, view: ToolView) -> str:
        """Return the hint of the gesture, or the tool's idle hint."""
        gesture = self.gesture
        return (gesture.hint(view) if gesture else "") or self.idle_hint(view)

    def idle_preview(self, view: ToolView) -> Preview:
        """Return what to draw while no button is down."""
        return Preview()

    def idle_hint(self, view: ToolView) -> str:
        """Return the hint while no button is down."""
        return ""


def snapped(pointer: Pointer, view: ToolView, exclude: Collection[int] = ()) -> Point:
    """Return the place of a click: snapped; Ctrl inverts snapping."""
    return view.snap(pointer.position, exclude, other=pointer.modifiers.ctrl)


def snapped_along(
    pointer: Pointer,
    view: ToolView,
    origin: Point,
    directions: Iterable[Point] = EIGHTHS,
    exclude: Collection[int] = (),
) -> Point:
    """Return the place of a click with Shift: exactly on a straight line from `origin`.

    It snaps to what crosses the line; Ctrl inverts snapping.
    """
    line = straight(origin, pointer.position, directions)
    return view.snap(pointer.position, exclude, other=pointer.modifiers.ctrl, along=line)


def vector_of(
    pressed: Pointer,
    pointer: Pointer,
    anchor: Point,
    view: ToolView,
    exclude: Collection[int],
    handles: Indices = NO_INDICES,
) -> Point:
    """Return the vector of a drag; the moved `anchor` is what snaps.

    Shift keeps to the axis along which the mouse has moved further; Ctrl inverts snapping. The
    The elements in `exclude` and these handles move, so they attract nothing.
    """
    dx = pointer.position[0] - pressed.position[0]
    dz = pointer.position[1] - pressed.position[1]
    wanted = added(anchor, (dx, dz))
    line = straight(anchor, wanted, AXES) if pointer.modifiers.shift else None
    place = view.snap(
        wanted, exclude, other=pointer.modifiers.ctrl, handles=handles, along=line
    )  # fmt: skip
    if place == wanted:
        return (dx, dz)
    return (place[0] - anchor[0], place[1] - anchor[1])


def added(point: Point, vector: Point) -> Point:
    """The point moved by the vector."""
    return (point[0] + vector[0], point[1] + vector[1])


def nudge_of(key: str, view: ToolView) -> Point | None:
    """Return the vector of an arrow key with its modifiers, metres; None for other keys."""
    prefix, _, arrow = key.rpartition("+")
    steps = NUDGES.get(f"{prefix}+" if prefix else "")
    if arrow not in _ARROWS or steps is None:
        return None
    x, z = _ARROWS[arrow]
    return (x * steps * view.snap_step, z * steps * view.snap_step)


def taken_elements(level: Level, ids: Collection[int]) -> list[Element]:
    """Return the elements among these ids that the level has, in a stable order."""
    found: dict[int, Element] = {}
    wanted = frozenset(ids)
    for held in level.held.values():
        # Kind by kind, for a question for each of thousands takes ten times as long.
        found.update((i, held[i]) for i in held.keys() & wanted)
    return [found[i] for i in sorted(found)]


class Copies:
    """Copies made by a drag with Alt; they keep their ids during the whole gesture."""

    def __init__(self, originals: Collection[int], along: Companions = ALONE) -> None:
        """Prepare copies of these elements and their companions."""
        self._originals = frozenset(originals)
        self._along = along
        self.ids: list[int] = []
        self._known: tuple[Level, list[int]] | None = None

    def edit(self, level: Level, vector: Point, view: ToolView) -> Edit:
        """The copies, moved by `vector`; `level` is the one at the press."""
        while len(self.ids) < len(self._listed(level)):
            candidate = view.new_id()
            if candidate not in self.ids:
                self.ids.append(candidate)
        ids = iter(self.ids)
        edit, _ = operations.duplicate_together(
            level, self._originals, self._along, Affine.translation(vector), lambda: next(ids)
        )
        return edit

    def sources(self, level: Level) -> dict[int, int]:
        """Return the id of each copy of the elements themselves -> id of its original."""
        return {c: source for c, source in self._all(level) if source in self._originals}

    def along(self, level: Level) -> Companions:
        """Return the copies of companions."""
        copies = {source: copy for copy, source in self._all(level)}
        handles = self._along.handles
        return Companions(
            frozenset(copies[i] for i in self._along.ids),
            {copies[i]: handles[i] for i in handles if i in copies},
            several=self._along.several,
        )

    def _all(self, level: Level) -> list[tuple[int, int]]:
        """Return ids of copies and originals; in drawing order, as ids are given to them."""
        return list(zip(self.ids, self._listed(level), strict=True)) if self.ids else []

    def _listed(self, level: Level) -> list[int]:
        """Return ids of all that is copied, in drawing order."""
        if self._known is None or self._known[0] is not level:
            originals = self._originals | self._along.ids
            self._known = (level, [element.id for element in copied_with(level, originals)])
        return self._known[1]


def movable(view: ToolView) -> frozenset[int]:
    """Return the selected elements that are neither locked nor hidden."""
    elements = taken_elements(view.level, view.selection - view.untouchable)
    return frozenset(element.id for element in elements)


def box(one: Point, other: Point) -> Ring:
    """Return the rectangle between two opposite corners."""
    return (one, (other[0], one[1]), other, (one[0], other[1]))


def circle(centre: Point, radius: float, corners: int = 32) -> Ring:
    """Return a circle as a ring."""
    turns = (math.tau * number / corners for number in range(corners))
    return tuple(
        (centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns
    )


def outline_of(element: Element, style: str, view: ToolView) -> Stroke:
    """Return the outline of an element in a style: its ring, a circle around it, or its line.

    For a route these are the paths that are walked.
    """
    if isinstance(element, Route):
        return Stroke(line_of_legs(element, view.route_sight, view.legs), style)
    body = element.body(view.level.get)
    if body is None:
        return Stroke((), style)
    if len(body.trace) > 1:
        return Stroke(body.trace, style, closed=isinstance(element, Polygon))
    return Stroke(circle(body.trace[0], body.girth or view.pixels(POINT)), style, closed=True)
