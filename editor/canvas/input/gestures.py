"""From pointer and keys to effects: the active tool, the current drag, and their effects.

No widget: the view translates Qt's events, this class decides what they do. Only here do effects of
tools reach the document. A drag that fails is cancelled and leaves the level as it was.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from editor.canvas.snapping import REACH, SHAPES, Moving, Snapped, snap
from editor.tools import all_tools
from editor.tools.lasting import Lasting
from editor.tools.lines import Line
from editor.tools.preview import Preview
from editor.tools.probe import ProbeTool
from editor.tools.snap import NO_INDICES, Indices
from editor.tools.tool import (
    Box,
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
    Typing,
    UseTool,
)
from editor.workspace import Workspace
from navcore.errors import EditConflict, NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Point, Profile
from navcore.level.model import Settings as LevelSettings
from navcore.level.operations.storey_elements import drawn_on

T = TypeVar("T")


class Gestures(QObject):
    """The active tool, and at most one drag."""

    tool_changed = Signal(object)
    said = Signal(object)
    """Emitted with the reason of a refusal."""
    copied = Signal(object)
    """Emitted with id of each copy -> id of its original."""
    moved = Signal(object)
    """Something that the tool shows may have changed."""

    def __init__(self, space: Workspace, metres_per_pixel: Callable[[], float]) -> None:
        """All tools, the first of the rail active."""
        super().__init__()
        document = self._document = space.document
        self._run, self._probe, self._legs = space.run, space.probe, space.legs
        self._settings = space.settings
        self._metres_per_pixel = metres_per_pixel
        self.tools = all_tools()
        self.tool: Tool = self.tools[0]
        self.tool.activate()
        self.drag: Drag | None = None
        self.pointer: Pointer | None = None
        """Position of the mouse, None outside the canvas."""
        self.snapped: Snapped | None = None
        """Result of the tool's last snapping."""
        self._held = document.level
        """The level at the last press: a drag snaps to it, not to its own preview."""
        self._probe_before = Probe(None, None)
        self._merge_key = 0
        """Merge key that makes repeats of a held key one undo step."""
        self.end_trial: Callable[[], bool] = lambda: False
        """Ends a trial, and returns whether there was one; set by the canvas."""
        self.shown_for: Callable[[LevelSettings], Profile | None] = lambda _: None
        """Returns the profile of the shown floor, see `ToolView.profile`; set by the canvas."""
        self.shown_names: Callable[[], Mapping[int, Box]] = dict
        """Returns the boxes of names of areas on the canvas, by area; set by the canvas."""
        for tool in self.tools:
            if isinstance(tool, ProbeTool):
                tool.against.heard = self._probe.compare
        document.loaded.connect(self.begin_anew)
        self.lasting = [tool for tool in self.tools if isinstance(tool, Lasting)]
        for tool in self.lasting:
            document.loaded.connect(tool.forget)

    # Views of and from the tool.

    def view(self) -> ToolView:
        """Return all that a tool sees."""
        selected, chosen = self._document.selection.ids, self._run.agents.chosen
        return ToolView(
            level=self._document.level,
            world=self._run.world,
            selection=selected | chosen if chosen else selected,
            metres_per_pixel=self._metres_per_pixel(),
            snap=self._snap,
            new_id=self._document.new_id,
            handles=self._document.selection.handles,
            probe=self._probe.result,
            probe_storeys=self._probe.storeys,
            probe_facts=self._probe.facts,
            hidden=self._document.unseen,
            locked=self._document.locked,
            snap_step=self._settings.snap_step,
            takes_along=self._settings.take_along,
            names=self.shown_names(),
            legs=self._legs.known,
            pivot=self._document.selection.pivot,
            profile=self.shown_for(self._document.level.settings),
            storey=self._document.storey.drawn_on,
            all_storeys=self._document.storey.name is None,
            run=self._run.agents.view(),
        )

    def preview(self) -> Preview:
        """Return what the tool wants to be drawn."""
        if self.drag is None:
            self.snapped = None
        return self.tool.preview(self.view())

    def hint(self) -> str:
        """Return what the next click does."""
        return self.tool.hint(self.view())

    # Pointer.

    def hover(self, pointer: Pointer) -> None:
        """The mouse moved with no button down."""
        self.pointer = pointer
        self.tool.hover(pointer, self.view())
        self.moved.emit(None)

    def leave(self) -> None:
        """The mouse left the canvas."""
        if self.drag is None:
            self.pointer = None
            self.tool.leave()
            self.moved.emit(None)

    def press(self, pointer: Pointer) -> None:
        """The left button went down."""
        self.settle()
        self.pointer = pointer
        self._probe_before = self._probed()
        self._held, self.snapped = self._document.level, None
        self.drag = self._guarded(lambda: self.tool.press(pointer, self.view()), None)
        self.moved.emit(None)

    def move(self, pointer: Pointer) -> None:
        """The mouse moved with the left button down."""
        self.pointer = pointer
        drag = self.drag
        if drag is None:
            self.hover(pointer)
            return
        self.snapped = None
        self._guarded(lambda: self._show(drag.move(pointer, self.view())), None)
        self.moved.emit(None)

    def again(self, modifiers: Modifiers | None = None) -> None:
        """Repeat the last move after a change of modifier keys or snapping."""
        if self.pointer is not None:
            held = self.pointer.modifiers if modifiers is None else modifiers
            self.move(replace(self.pointer, modifiers=held))

    def release(self, pointer: Pointer) -> None:
        """Handle the release of the left button: the drag's effect becomes final."""
        self.pointer = pointer
        drag = self.drag
        if drag is not None:
            self._guarded(lambda: self._finish(drag.finish(pointer, self.view())), None)
            self.drag = None
        self.tool.hover(pointer, self.view())
        self.moved.emit(None)

    def double_click(self, pointer: Pointer) -> None:
        """Handle the second of two quick presses; a normal press if the tool doesn't use it."""
        effect = self._guarded(lambda: self.tool.double_click(pointer, self.view()), None)
        if effect is None:
            self.press(pointer)
            return
        self._guarded(lambda: self._finish(effect), None)
        self.moved.emit(None)

    def secondary(self, pointer: Pointer) -> bool:
        """The right button was clicked; whether the tool used it."""
        used = self._guarded(lambda: self.tool.secondary(pointer, self.view()), True)
        self.moved.emit(None)
        return used

    # Keys and orders from outside.

    def key(self, key: str, *, held: bool = False) -> bool:
        """Give a key to the tool; whether it used it. While a drag lasts, none but Escape.

        `held`: the key is still down and repeats itself.
        """
        if self.drag is not None:
            if key == "Escape":
                self.cancel()
            return True
        used = self._guarded(lambda: self._key(key, held), True)
        self.moved.emit(None)
        return used

    def _key(self, key: str, held: bool) -> bool:
        result = self.tool.key(key, self.view())
        if not held:
            self._merge_key = self._document.new_merge_key()
        self._finish(result.effect, self._merge_key if result.merges else 0)
        return result.used

    def escape(self) -> None:
        """Undo one level of state: drag, outline, trial, tool, selection."""
        if self.key("Escape") or self.end_trial():
            return
        if self.tool is not self.tools[0]:
            self.choose(self.tools[0])
        else:
            self.select(Select(frozenset()))

    def choose(self, tool: Tool) -> None:
        """Make another tool active; the old one finishes valid work."""
        if tool is self.tool:
            return
        self.settle()
        old = self.tool
        self._guarded(lambda: self._finish(old.deactivate(self.view())), None)
        self.tool = tool
        tool.activate()
        if self.pointer is not None:
            tool.hover(self.pointer, self.view())
        self.tool_changed.emit(tool)
        self.moved.emit(None)

    def begin_anew(self, _: object = None) -> None:
        """Drop unfinished work, because another level was opened."""
        drag, self.drag = self.drag, None
        if drag is not None:
            drag.cancel()
        self._run.agents.hold({})
        self.tool.activate()
        self.choose(self.tools[0])
        self.moved.emit(None)

    # The typed box.

    def typing(self) -> Typing | None:
        """Return what typing a number would do now; nothing while a drag lasts."""
        return None if self.drag is not None else self.tool.entry.asks(self.view())

    def typed(self, text: str) -> str:
        """Preview a typed text; return why it can't be read, or ""."""
        sentence = self._guarded(lambda: self.tool.entry.show(text, self.view()), "")
        self.moved.emit(None)
        return sentence

    def enter(self, text: str) -> str:
        """Carry out a typed text; return why it can't be done, or ""."""
        sentence = ""
        try:
            effect = self.tool.entry.enter(text, self.view())
        except NavcoreError as error:
            sentence = str(error)
        else:
            self._guarded(lambda: self._finish(effect), None)
        self.moved.emit(None)
        return sentence

    def untyped(self) -> None:
        """The box was closed: the pointer counts again."""
        self.tool.entry.close()
        self.moved.emit(None)

    def settle(self) -> None:
        """Finish the drag in hand where the mouse is, so that another order finds no half."""
        if self.drag is not None and self.pointer is not None:
            self.release(self.pointer)
        self.cancel()

    def cancel(self) -> None:
        """Give up the drag in hand: level, undo stack and saved mark are as before it."""
        if self.drag is not None:
            self._give_up()
            if self._probed() != self._probe_before:
                self._probe.take(self._probe_before)
            self.moved.emit(None)

    # Effects.

    def _show(self, effect: Effect) -> None:
        """Carry out an effect that may still be taken back."""
        if isinstance(effect, Edit | Change):
            self._document.preview(self._edit_of(effect))
        elif isinstance(effect, Probe):
            self._probe.take(effect)
        elif isinstance(effect, RunInput):
            self._document.preview(effect.edit)
            self._run.agents.hold(effect.places)

    def _finish(self, effect: Effect, merge_key: int = 0) -> None:
        """Carry out an effect for good; a preview that it does not mention goes."""
        self._run.agents.hold({})
        if isinstance(effect, RunInput):
            self._run.commands.carry_out(effect.requests)
            select = None if effect.select is None else Select(effect.select)
            effect = effect.edit if select is None else Change(effect.edit, select)
        if isinstance(effect, Edit | Change | UseTool):
            self._document.commit(self._edit_of(effect), merge_key=merge_key)
        elif self._document.dragging:
            self._document.cancel_preview()
        if isinstance(effect, Change):
            copies, level = effect.copies.items(), self._document.level
            if copies:
                self.copied.emit({copy: level.element(source) for copy, source in copies})
            effect = effect.select
        if isinstance(effect, UseTool):
            self.drag = None
            self.choose(next(tool for tool in self.tools if tool.name == effect.name))
            effect = effect.select
        if isinstance(effect, Select):
            self.select(effect)
        elif isinstance(effect, PlacePivot):
            self._document.place_pivot(effect.at)
        elif isinstance(effect, Probe):
            self._probe.take(effect)

    def _edit_of(self, effect: Edit | Change | UseTool) -> Edit:
        """Return the edit of an effect, with added elements on the active storey."""
        edit = effect if isinstance(effect, Edit) else effect.edit
        return drawn_on(edit, self._document.storey.drawn_on)

    def select(self, effect: Select) -> None:
        """Elements of the level, and agents that only the run has."""
        self._document.select(effect.ids, effect.handles)
        self._run.agents.choose(effect.ids)

    def _probed(self) -> Probe:
        """Return the present query of the probe."""
        start, goal = self._probe.ends or (None, None)
        return Probe(start, goal, self._probe.storeys)

    def _guarded(self, act: Callable[[], T], otherwise: T) -> T:
        """Call a tool; report refusals, and leave nothing half done after an error."""
        try:
            return act()
        except EditConflict:
            # The level has changed under the gesture.
            self._give_up()
            return otherwise
        except NavcoreError as error:
            self._give_up()
            self.said.emit(str(error))
            return otherwise
        except Exception:
            self._give_up()
            raise

    def _give_up(self) -> None:
        drag, self.drag = self.drag, None
        if drag is not None:
            drag.cancel()
        self._document.cancel_preview()
        self._run.agents.hold({})

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
        """Return the snapped place, or the point itself where nothing snaps."""
        if self._settings.snap == other:
            place = point if along is None else along.nearest(point)
            self.snapped = Snapped(place, "none", along)
            return place
        kinds = self._settings.snap_to
        self.snapped = snap(
            self._document.level if self.drag is None else self._held,
            point,
            step=self._settings.snap_step if "grid" in kinds else None,
            reach=REACH * self._metres_per_pixel(),
            kinds=kinds & SHAPES,
            moving=Moving(frozenset(exclude), handles, edges),
            hidden=self._document.unseen,
            along=along,
        )
        return self.snapped.place
