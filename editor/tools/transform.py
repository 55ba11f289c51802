"""Grips around the selection: eight for scaling, a ninth for turning."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from editor.tools import messages
from editor.tools.along import along_of
from editor.tools.gesture import Copies, Gesture, added
from editor.tools.lines import Line
from editor.tools.messages import select as say
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, PlacePivot, Pointer, Select, ToolView
from navcore.level import operations
from navcore.level.affine import Affine, turned_by
from navcore.level.companions import ALONE, Companions
from navcore.level.edit import Edit
from navcore.level.frame import Frame, frame_of
from navcore.level.model import Element, Level, Point, Polygon

GRIP_REACH: Final = 10.0
"""Pixels within which a grip is hit."""

STEM: Final = 24.0
"""Pixels from the frame to the grip that turns it."""

LARGE: Final = 32.0
"""Pixels that the longer side has at least where there are grips at all."""

LONG: Final = 64.0
WIDE: Final = 40.0
"""Pixels of a side with a grip in its middle, and of the other one: what lies between the
grips can still be dragged."""

THIN: Final = 12.0
"""Pixels under which a side has no room for a grip at each end."""

_DEGREE: Final = math.radians(1)
_SHIFT_STEP: Final = math.radians(15)
_BESIDE: Final = 14.0
"""Pixels from a side to the middle of a label over or under it."""
_ASIDE: Final = 18.0
"""Extra pixels if the label is on the right or left."""

_SAME: Final = 1e-6

Ids: TypeAlias = Collection[int]

_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_SIDES: Final = ((0, 1), (-1, 0), (1, 0), (0, -1))


@dataclass(frozen=True, slots=True)
class Grip:
    """One grip: its side or corner of the frame, and its place."""

    u: int
    v: int
    at: Point
    turns: bool = False


@dataclass(frozen=True, slots=True)
class Grips:
    """The frame of the selection, and its grips."""

    ids: frozenset[int]
    frame: Frame
    boxed: bool
    """True if the frame is worth drawing: no outline runs along it."""
    scales: bool
    side: tuple[int, int]
    """Side of the turning grip: above the upper side, or in front of a facing element."""

    @staticmethod
    def around(elements: Sequence[Element]) -> "Grips | None":
        """Return the grips of these elements; None if they can't be turned or scaled."""
        placed = operations.lying(elements)
        place = len(placed) == 1 and not isinstance(placed[0], Polygon)
        if not placed or (place and placed[0].heading is None):
            return None
        frame = frame_of(placed)
        return Grips(
            ids=frozenset(element.id for element in elements),
            frame=frame,
            boxed=not place and not _runs_along(placed, frame),
            scales=not place,
            side=(1, 0) if place else _upper_side(frame),
        )

    def grips(self, view: ToolView) -> list[Grip]:
        """Return the grips for which there is room, the turning one first."""
        width, depth = (
            side / view.metres_per_pixel for side in (self.frame.width, self.frame.depth)
        )
        if max(width, depth) < (LARGE if self.scales else THIN):
            return []
        found = [_placed(Grip(*self.side, self.frame.centre, turns=True), self.frame, view)]
        if self.scales:
            found += [Grip(u, v, self.frame.at(u, v)) for u, v in _room(width, depth)]
        return found

    def grip_at(self, pointer: Pointer, view: ToolView) -> Grip | None:
        """Return the grip that a press here takes."""
        reach = view.pixels(GRIP_REACH)
        near = [
            (math.dist(grip.at, pointer.position), number, grip)
            for number, grip in enumerate(self.grips(view))
        ]
        distance, _, grip = min(near, default=(math.inf, 0, None))
        return grip if distance <= reach else None

    def preview(self, view: ToolView, hovered: Grip | None) -> Preview:
        """Handles, the hovered one filled; the frame where nothing else runs along it."""
        return self.drawn(self.grips(view), hovered)

    def drawn(self, shown: Sequence[Grip], hovered: Grip | None) -> Preview:
        """Return these grips and the frame."""
        if not shown:
            return Preview()
        strokes: list[Stroke] = []
        if self.boxed:
            strokes.append(_ring(self.frame))
        marks = [Mark(grip.at, _style(grip, hovered)) for grip in shown]
        strokes += [_stem(self.frame, grip) for grip in shown if grip.turns]
        return Preview(tuple(strokes), tuple(marks))


class _Transform(Gesture):
    """Elements that a grip scales or turns; with Alt their copies do."""

    def __init__(
        self, pointer: Pointer, view: ToolView, grips: Grips, grip: Grip, press: Gesture
    ) -> None:
        """Start a drag; `press` handles a click here."""
        super().__init__(pointer, view)
        self._ids = grips.ids
        self._grips = grips
        self._frame = grips.frame
        self._pivot = view.pivot
        self._grip = grip
        self._press = press
        self._takes_along = view.takes_along
        self._along = along_of(view, self._ids) if grip.turns else ALONE
        self._copies = Copies(self._ids, self._along)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        return self._press.click(pointer, view)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        self._follow_handle(pointer, view)
        if not pointer.modifiers.alt:
            edit = self._edit(self.level, self._ids, self._along)
            return operations.doors_follow(self.level, edit) if self._takes_along else edit
        copies = self._copies.edit(self.level, (0.0, 0.0), view)
        ids, along = self._copies.sources(self.level), self._copies.along(self.level)
        edit = copies.then(self._edit(copies.apply(self.level), ids, along))
        return replace(edit, label=copies.label)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        edit = self.drag(pointer, view)
        if not isinstance(edit, Edit):
            return edit
        if not pointer.modifiers.alt:
            return Change(edit, Select(view.selection))
        copies = self._copies.sources(self.level)
        return Change(edit, Select(frozenset(copies)), copies)

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return self._grips.preview(view, self._grip)
        frame = self._frame_now()
        # Show the grips of the press: none is added or removed during the drag.
        shown = [_placed(grip, frame, view) for grip in self._grips.grips(view)]
        drawn = replace(self._grips, frame=frame).drawn(shown, _placed(self._grip, frame, view))
        marks = (*drawn.marks, *((Mark(self._pivot, "pivot"),) if self._pivot else ()))
        return Preview(drawn.strokes, marks, self._labels(frame, view))

    def _follow_handle(self, pointer: Pointer, view: ToolView) -> None:
        """Compute how far the grip was dragged."""
        raise NotImplementedError

    def _edit(self, level: Level, ids: Ids, along: Companions) -> Edit:
        raise NotImplementedError

    def _frame_now(self) -> Frame:
        raise NotImplementedError

    def _labels(self, frame: Frame, view: ToolView) -> tuple[Label, ...]:
        raise NotImplementedError


class Scaling(_Transform):
    """The pivot stays, else the opposite side or corner; the dragged one snaps."""

    def __init__(
        self, pointer: Pointer, view: ToolView, grips: Grips, grip: Grip, press: Gesture
    ) -> None:
        """The press on a grip."""
        super().__init__(pointer, view, grips, grip, press)
        self._factors = (1.0, 1.0)

    def _follow_handle(self, pointer: Pointer, view: ToolView) -> None:
        (x, z), (pressed_x, pressed_z) = pointer.position, self.pressed.position
        raw = added(self._grip.at, (x - pressed_x, z - pressed_z))
        keys, grip, frame = pointer.modifiers, self._grip, self._frame
        line = self._line() if keys.shift or not (grip.u and grip.v) else None
        free = raw if line is None else line.nearest(raw)
        place = view.snap(raw, self._ids, other=keys.ctrl, along=line)
        # Askew, the grid would give odd lengths: there the lengths themselves are round.
        rounds = place != free and not _is_upright(frame)
        along, across = frame.local(free if rounds else place)
        least = view.snap_step
        held_x, held_z = frame.local(self._stays)
        side_x, side_z = grip.u * frame.width / 2, grip.v * frame.depth / 2
        sx = _factor(held_x, side_x, along, frame.width, least, rounds=rounds) if grip.u else 1.0
        sz = _factor(held_z, side_z, across, frame.depth, least, rounds=rounds) if grip.v else 1.0
        if keys.shift:
            sx = sz = sz if not grip.u or (grip.v and frame.depth > frame.width) else sx
        self._factors = (sx, sz)

    @property
    def _opposite(self) -> Point:
        return self._frame.at(-self._grip.u, -self._grip.v)

    @property
    def _stays(self) -> Point:
        """The place that stays where it is."""
        return self._opposite if self._pivot is None else self._pivot

    def _line(self) -> Line:
        """Return the line through the grip and what stays: a corner keeps the proportions on it."""
        corner = self._grip.u and self._grip.v and math.dist(self._stays, self._grip.at) > _SAME
        start = self._stays if corner else self._opposite
        (x, z), (x0, z0) = self._grip.at, start
        return Line(start, (x - x0, z - z0))

    def _edit(self, level: Level, ids: Ids, along: Companions) -> Edit:
        return operations.scale(level, ids, self._factors, self._stays, axes=self._frame.turn)

    def _frame_now(self) -> Frame:
        frame, (sx, sz) = self._frame, self._factors
        held_x, held_z = frame.local(self._stays)
        centre = replace(frame, centre=self._stays).place((-held_x * sx, -held_z * sz))
        return Frame(centre, frame.width * sx, frame.depth * sz, frame.turn)

    def _labels(self, frame: Frame, view: ToolView) -> tuple[Label, ...]:
        cosine, sine = turned_by(frame.turn)
        below = -1 if cosine >= 0 else 1
        side = 1 if cosine >= 0 else -1
        return (
            _beside(frame, (0, below), abs(sine), messages.metres(frame.width), view),
            _beside(frame, (side, 0), abs(cosine), messages.metres(frame.depth), view),
        )

    def hint(self, view: ToolView) -> str:
        """Return both sides as they are now."""
        if not self.moving:
            return ""
        frame = self._frame_now()
        return say.scaling(frame.width, frame.depth, copying=self.pointer.modifiers.alt)


class Turning(_Transform):
    """About the pivot, else the middle, by whole degrees; Shift by steps of 15°, Ctrl freely."""

    def __init__(
        self, pointer: Pointer, view: ToolView, grips: Grips, grip: Grip, press: Gesture
    ) -> None:
        """The press on the grip."""
        super().__init__(pointer, view, grips, grip, press)
        self._angle = 0.0

    def _follow_handle(self, pointer: Pointer, view: ToolView) -> None:
        dragged = self._heading(pointer) - self._heading(self.pressed)
        keys = pointer.modifiers
        if keys.shift or not keys.ctrl:
            step = _SHIFT_STEP if keys.shift else _DEGREE
            base = self._frame.turn
            dragged = round((base + dragged) / step) * step - base
        self._angle = math.remainder(dragged, math.tau)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Show the pivot, or put it back."""
        return PlacePivot(self._frame.centre if view.pivot is None else None)

    @property
    def _about(self) -> Point:
        return self._frame.centre if self._pivot is None else self._pivot

    def _heading(self, pointer: Pointer) -> float:
        x, z = self._about
        return math.atan2(pointer.position[1] - z, pointer.position[0] - x)

    def _edit(self, level: Level, ids: Ids, along: Companions) -> Edit:
        return operations.turn_together(level, ids, along, self._angle, self._about)

    def _frame_now(self) -> Frame:
        centre = Affine.rotation(self._angle, self._about)(self._frame.centre)
        return replace(self._frame, centre=centre, turn=self._frame.turn + self._angle)

    def _labels(self, frame: Frame, view: ToolView) -> tuple[Label, ...]:
        at = _outside(frame, self._grip.u, self._grip.v, view.pixels(STEM + _ASIDE))
        return (Label(at, say.turned(self._angle), "dimension"),)

    def hint(self, view: ToolView) -> str:
        """Return the amount of the change."""
        if not self.moving:
            return ""
        return say.turning(self._angle, copying=self.pointer.modifiers.alt)


def begun(pointer: Pointer, view: ToolView, grips: Grips, grip: Grip, press: Gesture) -> Gesture:
    """Return the gesture that a press on a grip begins; `press` says what a click does."""
    kind = Turning if grip.turns else Scaling
    return kind(pointer, view, grips, grip, press)


def _factor(
    held: float, end: float, reached: float, side: float, least: float, *, rounds: bool
) -> float:
    """Return the factor that moves the end of a side to `reached` while `held` stays.

    Metres from the middle of the side. The side stays at least `least` long, and with `rounds` its
    length is a multiple of it. The factor is 1 if `reached` is the end.
    """
    if side <= 0 or abs(end - held) < _SAME:
        return 1.0
    length = side * (reached - held) / (end - held)
    if rounds:
        length = round(length / least) * least
    return max(length, min(side, least)) / side


def _room(width: float, depth: float) -> list[tuple[int, int]]:
    """Return the corners and sides that have room for a grip, in pixels of the frame's sides."""
    found: list[tuple[int, int]] = []
    if min(width, depth) >= THIN:
        found += _CORNERS
    for u, v in _SIDES:
        along, across = (width, depth) if v else (depth, width)
        end_of_thin = min(width, depth) < THIN and along < across
        if (along >= LONG and across >= WIDE) or (end_of_thin and across >= LARGE):
            found.append((u, v))
    return found


def _upper_side(frame: Frame) -> tuple[int, int]:
    """Return the side that looks up the most."""
    cosine, sine = turned_by(frame.turn)
    return max(_SIDES, key=lambda side: round(side[0] * sine + side[1] * cosine, 6))


def _is_upright(frame: Frame) -> bool:
    return 0.0 in turned_by(frame.turn)


def _outside(frame: Frame, u: int, v: int, distance: float) -> Point:
    """Return the place at a distance outside the middle of a side."""
    return frame.place((u * (frame.width / 2 + distance), v * (frame.depth / 2 + distance)))


def _beside(
    frame: Frame, side: tuple[int, int], sideways: float, text: str, view: ToolView
) -> Label:
    distance = view.pixels(_BESIDE + _ASIDE * sideways)
    return Label(_outside(frame, *side, distance), text, "dimension")


def _ring(frame: Frame) -> Stroke:
    return Stroke(tuple(frame.at(u, v) for u, v in _CORNERS), "frame", closed=True)


def _stem(frame: Frame, grip: Grip) -> Stroke:
    return Stroke((frame.at(grip.u, grip.v), grip.at), "frame")


def _style(grip: Grip, hovered: Grip | None) -> str:
    return f"{'turn' if grip.turns else 'handle'}{'_hover' if grip == hovered else ''}"


def _placed(grip: Grip, frame: Frame, view: ToolView) -> Grip:
    """Return the grip where another frame has it."""
    if grip.turns:
        return replace(grip, at=_outside(frame, grip.u, grip.v, view.pixels(STEM)))
    return replace(grip, at=frame.at(grip.u, grip.v))


def _runs_along(elements: Sequence[Element], frame: Frame) -> bool:
    """Return whether the outline of the single element is the frame itself."""
    if len(elements) != 1:
        return False
    (element,) = elements
    if not isinstance(element, Polygon) or len(element.polygon) != 4:
        return False
    corners = [frame.at(u, v) for u, v in _CORNERS]
    return all(
        min(math.dist(corner, place) for place in element.polygon) < _SAME for corner in corners
    )
