"""A canvas without a window: sends pointer and key events to a tool and applies its effects.

It implements the canvas's side of the contract in `editor.tools.tool`: a preview replaces the
previous one, a finished gesture is one undo step, a cancelled gesture leaves no changes. It checks
every preview for valid names of styles and every hint for the rules of hints.
"""

import itertools
import math
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from editor.tools.legs import KnownPaths, Leg, find_leg
from editor.tools.lines import Line
from editor.tools.options import Number
from editor.tools.preview import LABEL_STYLES, MARK_STYLES, STROKE_STYLES
from editor.tools.run_view import RunView
from editor.tools.snap import NO_INDICES, Indices
from editor.tools.tool import (
    Change,
    Drag,
    Effect,
    Modifiers,
    PlacePivot,
    Pointer,
    Probe,
    RunInput,
    Select,
    Tool,
    ToolView,
    UseTool,
)
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Ring
from navcore.level.tables import GROUND
from navcore.world import World

if TYPE_CHECKING:
    from navcore.path.result import PathResult

SHIFT = Modifiers(shift=True)
CTRL = Modifiers(ctrl=True)
ALT = Modifiers(alt=True)
NONE = Modifiers()


class Bench:
    """A tool with a level; 100 pixels per metre, snapping to half metres."""

    def __init__(self, tool: Tool, level: Level | None = None, *, snap_step: float = 0.5) -> None:
        """Activate the tool with this level."""
        self.tool = tool
        self.level = level or Level()
        self.committed = self.level
        self.undone: list[Edit] = []
        self.steps: list[Edit] = []
        self.selection: frozenset[int] = frozenset()
        self.handles: Mapping[int, frozenset[int]] = {}
        self.hidden: frozenset[int] = frozenset()
        self.asked: list[Probe] = []
        self.used = ""
        """The tool that was activated last by the tool itself."""
        self.left_out: list[tuple[frozenset[int], Indices, Indices]] = []
        """What the tool excluded from snapping: elements, handles, edges."""
        self.names: dict[int, tuple[float, float, float, float]] = {}
        """Boxes of the names of areas."""
        self.known_paths: KnownPaths = self._paths_of
        """Function for the known paths of routes: all paths, unless a test replaces it."""
        self.storey = GROUND
        """The current storey; elements on others must be among the hidden ones."""
        self.run: RunView | None = None
        self.inputs: list[RunInput] = []
        self.answer: PathResult | None = None
        self.snap_step = snap_step
        self.pivot: Point | None = None
        self.metres_per_pixel = 0.01
        self._random = random.Random(7)
        self._preview = Edit()
        self._drag: Drag | None = None
        self._world: World | None = None
        tool.activate()

    def view(self) -> ToolView:
        """Return the view that the tool gets now."""
        if self._world is None or self._world.level is not self.level:
            self._world = World.build(self.level)
        return ToolView(
            level=self.level,
            world=self._world,
            selection=self.selection,
            metres_per_pixel=self.metres_per_pixel,
            snap=self._snap,
            new_id=self._new_id,
            handles=self.handles,
            probe=self.answer,
            hidden=self.hidden,
            locked=frozenset(e.id for e in self.level.elements() if e.locked),
            snap_step=self.snap_step,
            names=self.names,
            legs=self.known_paths,
            pivot=self.pivot,
            storey=self.storey,
            run=self.run,
        )

    def _paths_of(self, legs: Sequence[Leg]) -> "list[PathResult]":
        """Return the paths of legs on the level's floor."""
        world = self._world
        assert world is not None
        return [find_leg(leg, world) for leg in legs]

    # Input

    def hover(self, *point: float, keys: Modifiers = NONE) -> None:
        """Move the mouse without a button."""
        self.tool.hover(_pointer(point, keys), self.view())
        self._look()

    def press(self, *point: float, keys: Modifiers = NONE) -> None:
        """Press the left button."""
        self.hover(*point, keys=keys)
        self._drag = self.tool.press(_pointer(point, keys), self.view())
        self._look()

    def move(self, *point: float, keys: Modifiers = NONE) -> None:
        """Move the mouse with the left button down."""
        if self._drag is not None:
            effect = self._drag.move(_pointer(point, keys), self.view())
            if isinstance(effect, Edit):
                self._show(effect)
            elif not isinstance(effect, RunInput):
                assert effect is None or isinstance(effect, Probe), "only edits and probes show"
                self._carry_out(effect)
        self._look()

    def release(self, *point: float, keys: Modifiers = NONE) -> None:
        """Release the left button."""
        if self._drag is not None:
            effect = self._drag.finish(_pointer(point, keys), self.view())
            self._drag = None
            self._show(Edit())
            self._carry_out(effect)
        self._look()

    def escape(self) -> None:
        """Cancel the current drag."""
        assert self._drag is not None
        self._drag.cancel()
        self._drag = None
        self._show(Edit())
        self._look()

    def click(self, *point: float, keys: Modifiers = NONE) -> None:
        """Press and release the left button in one place."""
        self.press(*point, keys=keys)
        self.release(*point, keys=keys)

    def double_click(self, *point: float, keys: Modifiers = NONE) -> None:
        """Click twice in one place, with the events that Qt sends."""
        self.click(*point, keys=keys)
        effect = self.tool.double_click(_pointer(point, keys), self.view())
        if effect is None:
            self.click(*point, keys=keys)
        self._carry_out(effect)
        self._look()

    def drag(
        self, start: Point, *ends: Point, keys: Modifiers = NONE, then: Modifiers | None = None
    ) -> None:
        """Press, move over some places and release; `then` are the modifiers after the press."""
        during = keys if then is None else then
        self.press(*start, keys=keys)
        for end in ends:
            self.move(*end, keys=during)
        self.release(*ends[-1], keys=during)

    def right_click(self, *point: float) -> bool:
        """Click the right button; return whether the tool used it."""
        used = self.tool.secondary(_pointer(point, NONE), self.view())
        self._look()
        return used

    def key(self, key: str) -> bool:
        """Press a key; return whether the tool used it."""
        result = self.tool.key(key, self.view())
        assert result.used or result.effect is None
        self._carry_out(result.effect)
        self._look()
        return result.used

    def type(self, text: str) -> str:
        """Type a text into the box; return the message if it can't be read."""
        assert self.tool.entry.asks(self.view()) is not None
        sentence = self.tool.entry.show(text, self.view())
        self._look()
        return sentence

    def enter(self, text: str) -> None:
        """Type a text into the box and press Enter."""
        self.type(text)
        self._carry_out(self.tool.entry.enter(text, self.view()))
        self._look()

    def number(self, name: str) -> Number:
        """Return a number of the tool's options."""
        found = next(one for one in self.tool.options if one.name == name)
        assert isinstance(found, Number)
        return found

    def leave(self) -> None:
        """Choose another tool."""
        self._carry_out(self.tool.deactivate(self.view()))

    def undo(self) -> None:
        """Undo the last step, as the document does."""
        edit = self.steps.pop()
        self.undone.append(edit)
        self.level = self.committed = edit.inverse().apply(self.level)

    # Results

    @property
    def hint(self) -> str:
        """Return the text of the status bar."""
        return self.tool.hint(self.view())

    def marks(self, style: str) -> list[Point]:
        """Return the positions of marks of a style."""
        return [mark.at for mark in self.tool.preview(self.view()).marks if mark.style == style]

    def strokes(self, style: str) -> list[tuple[Point, ...]]:
        """Return the strokes of a style."""
        shown = self.tool.preview(self.view()).strokes
        return [stroke.points for stroke in shown if stroke.style == style]

    def select(self, *ids: int, handles: Mapping[int, Iterable[int]] | None = None) -> None:
        """Select elements and handles, as the outline does."""
        self.selection = frozenset(ids)
        self.handles = {i: frozenset(c) for i, c in (handles or {}).items()}

    def named(self, name: str) -> int:
        """Return the id of the element with this name."""
        return next(element.id for element in self.level.elements() if element.name == name)

    # The canvas's side of the contract

    def _carry_out(self, effect: Effect) -> None:
        if isinstance(effect, Change):
            self._commit(effect.edit)
            self._select(effect.select)
        elif isinstance(effect, Edit):
            self._commit(effect)
        elif isinstance(effect, Select):
            self._select(effect)
        elif isinstance(effect, PlacePivot):
            self.pivot = effect.at
        elif isinstance(effect, Probe):
            self.asked.append(effect)
            self.answer = None
        elif isinstance(effect, UseTool):
            self._commit(effect.edit)
            self.used = effect.name
            self._select(effect.select)
        elif isinstance(effect, RunInput):
            assert self.run is not None, "at the start there is no run"
            self.inputs.append(effect)
            self._commit(effect.edit)
            if effect.select is not None:
                self.selection = effect.select

    def _commit(self, edit: Edit) -> None:
        if not edit:
            return
        assert edit.label, "every undo step has a name"
        before = self.committed
        self.level = self.committed = edit.apply(before)
        assert edit.inverse().apply(self.level) == before
        self.steps.append(edit)
        self.selection = frozenset(i for i in self.selection if self.level.get(i))

    def _select(self, select: Select) -> None:
        in_run = frozenset() if self.run is None else self.run.ids
        there = all(self.level.get(i) for i in select.ids - in_run)
        assert there, "only what is there can be selected"
        for element_id, indices in select.handles.items():
            size = len(self.level.element(element_id).points)
            assert element_id in select.ids
            assert all(0 <= index < size for index in indices)
        self.selection = select.ids
        self.handles = {i: c for i, c in select.handles.items() if c}

    def _show(self, edit: Edit) -> None:
        self.level = edit.apply(self.committed)
        self._preview = edit

    def _look(self) -> None:
        preview = self.tool.preview(self.view())
        for stroke in preview.strokes:
            assert stroke.style in STROKE_STYLES
            assert stroke.points
            assert all(math.isfinite(value) for point in stroke.points for value in point)
        for mark in preview.marks:
            assert mark.style in MARK_STYLES
        for label in preview.labels:
            assert label.style in LABEL_STYLES
            assert label.text
        check_hint(self.tool.hint(self.view()))

    def _snap(
        self,
        point: Point,
        exclude: Iterable[int],
        *,
        other: bool = False,
        handles: Indices = NO_INDICES,
        edges: Indices = NO_INDICES,
        along: Line | None = None,
    ) -> Point:
        """Snap to the grid only; on a line, to its crossings with the grid."""
        self.left_out.append((frozenset(exclude), handles, edges))
        step = self.snap_step
        place = point if along is None else along.nearest(point)
        if other:
            return place
        if along is None:
            return (round(place[0] / step) * step, round(place[1] / step) * step)
        axis = 0 if abs(along.direction[0]) >= abs(along.direction[1]) else 1
        value = round(place[axis] / step) * step
        return along.at((value - along.through[axis]) / along.direction[axis])

    def _new_id(self) -> int:
        while True:
            candidate = self._random.randrange(1, 2**32)
            if self.level.get(candidate) is None:
                return candidate


def rectangle(x0: float, z0: float, x1: float, z1: float) -> Ring:
    """Return a rectangle along the axes."""
    return ((x0, z0), (x1, z0), (x1, z1), (x0, z1))


def drawn(*additions: Callable[[Level, Callable[[], int]], Edit]) -> Level:
    """Return a level of these additions, with ids from 1."""
    level = Level()
    new_id = itertools.count(1).__next__
    for add in additions:
        level = add(level, new_id).apply(level)
    return level


def check_hint(hint: str) -> None:
    """Check that a hint starts with a bold clause, is short, and has no jargon."""
    assert hint.startswith("**"), hint
    assert hint.count("**") == 2, hint
    assert re.fullmatch(r"\*\*\S.*[.]\*\*( \S.*[^.])?", hint), hint
    assert len(hint.replace("**", "")) <= 90, hint
    lowered = hint.lower()
    assert not any(word in lowered for word in ("please", "error", "!", "polygon", "component"))


def _pointer(point: Iterable[float], keys: Modifiers) -> Pointer:
    x, z = point
    return Pointer((x, z), keys)
