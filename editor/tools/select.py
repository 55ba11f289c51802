"""Select: click, box, move, copy, nudge and delete whole elements."""

from collections.abc import Collection
from typing import ClassVar, Final

from editor.tools import messages, run
from editor.tools.gesture import (
    OUTLINE_REACH,
    Copies,
    Gesture,
    GestureTool,
    added,
    box,
    movable,
    nudge_of,
    outline_of,
    taken_elements,
    vector_of,
)
from editor.tools.messages import select as say
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import (
    Change,
    Effect,
    KeyResult,
    Modifiers,
    Pointer,
    Select,
    ToolView,
    UseTool,
)
from editor.tools.transform import Grip, Grips, begun
from navcore.errors import NavcoreError
from navcore.geometry.labels import label_point
from navcore.geometry.shapes import round_middle
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Point, Polygon
from navcore.level.pick import pick_index

MOST_OUTLINED: Final = 400
"""Of more elements in a box the number alone is told."""

NAME_FROM: Final = 80.0
"""Pixels of width from which an area shows its name."""

NAME_LETTER: Final = 7.0
"""Pixels that a letter of a name is wide, about."""

NAME_UP: Final = 9.0
"""Pixels that a name reaches up and down from its middle."""


class _Press(Gesture):
    """A press that only a click makes something of; the second of two opens a shape's corners."""

    def __init__(self, pointer: Pointer, view: ToolView, hits: list[int]) -> None:
        super().__init__(pointer, view)
        self._hits = hits
        self.second = False

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        modifiers = self.pressed.modifiers
        target = _clicked(self._hits, view.selection, modifiers)
        if modifiers.shift or modifiers.ctrl:
            return Select(view.selection ^ {target}) if target is not None else None
        selected = Select(frozenset() if target is None else frozenset({target}))
        shape = target is not None and isinstance(view.level.get(target), Polygon)
        return UseTool("vertices", selected) if self.second and shape else selected


class _Box(_Press):
    """A selection box."""

    def __init__(self, pointer: Pointer, view: ToolView, hits: list[int]) -> None:
        super().__init__(pointer, view, hits)
        self._taken: list[int] = []

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        index = pick_index(view.level)
        ends = (self.pressed.position, pointer.position)
        self._taken = [*index.in_box(*ends, view.untouchable), *run.in_box(*ends, view)]
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        taken = frozenset(self._taken)
        return Select(view.selection | taken if self._adds else taken)

    @property
    def _adds(self) -> bool:
        return self.pressed.modifiers.shift or self.pressed.modifiers.ctrl

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return Preview()
        band = Stroke(box(self.pressed.position, self.pointer.position), "rubber_band", closed=True)
        if len(self._taken) > MOST_OUTLINED:
            return Preview((band,))
        taken = run.taken(view, self._taken)
        return Preview((band, *(outline_of(element, "hover", view) for element in taken)))

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        taken = run.taken(view, self._taken)
        return say.box_takes(messages.these(taken) if taken else "", adding=self._adds)


class _Move(_Press):
    """Elements that follow the mouse; with Alt their copies do."""

    def __init__(
        self, pointer: Pointer, view: ToolView, hits: list[int], ids: frozenset[int]
    ) -> None:
        super().__init__(pointer, view, hits)
        self._ids = ids
        self._anchor = _anchor(pointer, view, hits, ids)
        self._what = messages.these(taken_elements(view.level, ids))
        self._vector = (0.0, 0.0)
        self._copies = Copies(ids)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        self._vector = vector_of(self.pressed, pointer, self._anchor, view, self._ids)
        if pointer.modifiers.alt:
            return self._copies.edit(self.level, self._vector, view)
        return operations.move(self.level, self._ids, self._vector)

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        edit = self.drag(pointer, view)
        if not isinstance(edit, Edit):
            return edit
        if not pointer.modifiers.alt:
            return Change(edit, Select(self._ids))
        copies = self._copies.sources(self.level)
        return Change(edit, Select(frozenset(copies)), copies)

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return Preview()
        return Preview(self._outlines(view), (Mark(added(self._anchor, self._vector), "snap"),))

    def _outlines(self, view: ToolView) -> tuple[Stroke, ...]:
        """What moves and is not selected yet: the one element, or the copies."""
        ids = self._copies.ids if self.pointer.modifiers.alt else self._ids - view.selection
        if len(ids) > MOST_OUTLINED:
            return ()
        return tuple(outline_of(e, "hover", view) for e in taken_elements(view.level, ids))

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        if self.pointer.modifiers.alt:
            return say.copying(self._what, self._vector)
        return say.moving(self._what, self._vector)


class SelectTool(GestureTool):
    """Takes whole elements, moves, scales and turns them."""

    name: ClassVar[str] = "select"
    title: ClassVar[str] = mark("Select and move")
    summary: ClassVar[str] = mark("Select, move, scale and turn areas, obstacles, doors and agents")
    shortcut: ClassVar[str] = "V"
    place: ClassVar[tuple[int, int]] = (0, 0)

    def __init__(self) -> None:
        """Nothing in hand."""
        super().__init__()
        self._grips: Grips | None = None
        self._seen: tuple[Level, frozenset[int], frozenset[int], bool] | None = None
        self._second = False

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """A press like any other, but let go in place it leads to the shape's corners."""
        self._second = True
        return None

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """A click selects; a drag scales, turns or moves what it took, else opens a box."""
        self._pointer = pointer
        hits = _hits(pointer, view)
        plain = _Press(pointer, view, hits)
        plain.second, self._second = self._second, False
        grips = self._grips_of(view)
        grip = grips.grip_at(pointer, view) if grips else None
        if grips and grip:
            return self.begin(begun(pointer, view, grips, grip, plain))
        ids = _grabbed(hits, pointer, view)
        agents = run.grab(pointer, view, ids, plain)
        if agents:
            return self.begin(agents)
        taken = _Move(pointer, view, hits, ids) if ids else _Box(pointer, view, hits)
        taken.second = plain.second
        return self.begin(taken)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Delete removes, arrows nudge, Escape selects nothing."""
        if key == "Escape":
            return KeyResult(bool(view.selection), Select(frozenset()) if view.selection else None)
        in_run = run.key(key, view)
        if in_run is not None:
            return in_run
        ids = movable(view)
        if not ids:
            _say_if_locked(key, view)
            return KeyResult()
        if key in {"Delete", "Backspace"}:
            return KeyResult(True, operations.delete(view.level, ids))
        vector = nudge_of(key, view)
        if vector is not None:
            return KeyResult(True, operations.move(view.level, ids, vector), merges=True)
        return KeyResult()

    def idle_preview(self, view: ToolView) -> Preview:
        """The outline of what a click takes, and the grips of what is selected."""
        grips = self._grips_of(view)
        grip = self._grip(grips, view)
        shown = grips.preview(view, grip) if grips else Preview()
        agent = None if grip else run.preview(self._pointer, view)
        if agent is not None:
            return Preview((*agent.strokes, *shown.strokes), shown.marks)
        target = None if grip else self._target(view)
        if target is None or target in view.selection:
            return shown
        outline = outline_of(view.level.element(target), "hover", view)
        return Preview((outline, *shown.strokes), shown.marks)

    def idle_hint(self, view: ToolView) -> str:
        """What a click and a drag do here."""
        grips = self._grips_of(view)
        grip = self._grip(grips, view)
        if grips and grip:
            what = messages.these(taken_elements(view.level, grips.ids))
            return say.over_turning(what) if grip.turns else say.over_scaling(what)
        target = self._target(view)
        agent = run.hint(self._pointer, view)
        if agent:
            return agent
        locked = _locked_at(self._pointer, view)
        if locked and (target is None or target not in view.selection):
            return say.select_locked(messages.these(taken_elements(view.level, locked)))
        if target is None or self._pointer is None:
            return say.select_nothing()
        what = messages.these([view.level.element(target)])
        grabbed = _grabbed(_hits(self._pointer, view), self._pointer, view)
        if target in view.selection:
            return say.select_over_selected(messages.these(taken_elements(view.level, grabbed)))
        if target in grabbed:
            return say.select_over(what)
        return say.select_over_floor(what)

    def _target(self, view: ToolView) -> int | None:
        if self._pointer is None:
            return None
        return _clicked(_hits(self._pointer, view), view.selection, self._pointer.modifiers)

    def _grip(self, grips: Grips | None, view: ToolView) -> Grip | None:
        if grips is None or self._pointer is None:
            return None
        return grips.grip_at(self._pointer, view)

    def _grips_of(self, view: ToolView) -> Grips | None:
        """The grips of what is selected; of thousands they are found once."""
        seen = (view.level, view.selection, view.hidden, view.run is None)
        if self._seen is None or any(a is not b for a, b in zip(self._seen, seen, strict=True)):
            self._seen = seen
            elements = taken_elements(view.level, view.selection - view.untouchable)
            self._grips = Grips.around(elements)
        return self._grips


def _anchor(pointer: Pointer, view: ToolView, hits: list[int], ids: frozenset[int]) -> Point:
    """The place of what is moved that snaps: the nearest corner, of what is round the middle."""
    grabbed = next((hit for hit in hits if hit in ids), None)
    element = None if grabbed is None else view.level.get(grabbed)
    middle = round_middle(element.polygon) if isinstance(element, Polygon) else None
    nearest = pick_index(view.level).nearest_corner(pointer.position, ids)
    return middle or nearest or pointer.position


def _hits(pointer: Pointer, view: ToolView) -> list[int]:
    index = pick_index(view.level)
    return index.at(pointer.position, view.pixels(OUTLINE_REACH), view.untouchable)


def _locked_at(pointer: Pointer | None, view: ToolView) -> list[int]:
    """Selected elements under the mouse that stay where they are, for they are locked."""
    held = view.selection & view.locked - view.hidden
    if not held or pointer is None:
        return []
    return [i for i in pick_index(view.level).touching_box(*pointer.position * 2) if i in held]


def _say_if_locked(key: str, view: ToolView) -> None:
    """Say why a key does nothing, when all that is selected is locked.

    Raises:
        NavcoreError: with the sentence.
    """
    held = taken_elements(view.level, view.selection & view.locked)
    if held and nudge_of(key, view) is not None:
        raise NavcoreError(say.stays_locked(messages.these(held), many=len(held) > 1))


def _clicked(hits: list[int], selected: Collection[int], modifiers: Modifiers) -> int | None:
    """The smallest, or with Alt what lies beneath the one that is selected."""
    if not hits:
        return None
    if not modifiers.alt:
        return hits[0]
    lowest = max((n for n, element_id in enumerate(hits) if element_id in selected), default=0)
    return hits[(lowest + 1) % len(hits)]


def _grabbed(hits: list[int], pointer: Pointer, view: ToolView) -> frozenset[int]:
    """What a drag from here moves: the whole selection, one element, or nothing.

    Obstacles, doors and agents are taken anywhere, floor by its outline, by its name or once it
    is selected. A selected one comes before an unselected one that lies over it.
    """
    if not hits:
        return frozenset()
    keys = pointer.modifiers
    adding = keys.shift or keys.ctrl
    reach = view.pixels(OUTLINE_REACH)
    outlines = set(pick_index(view.level).outlines_at(pointer.position, reach, view.untouchable))
    outlines |= _named_at(hits, pointer, view)
    solid = [element_id for element_id in hits if not _is_floor(view.level, element_id)]
    for element_id in solid:
        if element_id in view.selection:
            return movable(view)
    beneath = _clicked(hits, view.selection, keys) if keys.alt else None
    order = hits if beneath is None else [beneath, *hits]
    for element_id in order:
        if element_id in view.selection:
            return movable(view)
        if element_id in solid or element_id in outlines:
            return frozenset() if adding else frozenset({element_id})
    return frozenset()


def _named_at(hits: list[int], pointer: Pointer, view: ToolView) -> set[int]:
    """The floors whose drawn name is here."""
    x, z = pointer.position
    found: set[int] = set()
    for element_id in hits:
        area = view.level.areas.get(element_id)
        if area is None or area.door or not area.name:
            continue
        xs = [corner_x for corner_x, _ in area.polygon]
        if max(xs) - min(xs) < view.pixels(NAME_FROM):
            continue
        middle_x, middle_z = label_point(area.polygon)
        across, up = view.pixels(NAME_LETTER * len(area.name) / 2), view.pixels(NAME_UP)
        if abs(x - middle_x) <= across and abs(z - middle_z) <= up:
            found.add(element_id)
    return found


def _is_floor(level: Level, element_id: int) -> bool:
    area = level.areas.get(element_id)
    return isinstance(area, Area) and not area.door


TOOLS = (SelectTool,)
