"""The document: the open level, its file, its undo stack and the selection.

Everything that changes the level goes through here as an `Edit`, and is announced by one signal,
`changed(edit)`: drawing, undo, redo, open and reload look the same to all listeners. A drag
previews edits outside the undo stack; finishing it pushes one command, cancelling it leaves the
stack, its redo branch and the saved mark untouched.

The level may be shown in one of its states (`editor.states`): `level` is the shown level, `drawing`
the saved one. Edits start from the shown level; the undo stack stores their effect on the drawing.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor.arrival import Arrival, Preparation, locked_after, locked_in
from editor.selection import Selection
from editor.states import NO_EDIT, ShownState, Twin, Twofold
from editor.storeys import StoreyInHand
from editor.undo import UndoStack
from navcore.errors import EditConflict
from navcore.level.companions import without_joins
from navcore.level.edit import Edit
from navcore.level.model import Element, Join, Level, Point
from navcore.level.operations.grown import corrected
from navcore.level.pick import PickIndex, keep_index
from navcore.level.states import edit_between_states
from navcore.level.tables import DRAWN, GROUND


@dataclass(frozen=True, slots=True)
class Commit:
    """A step of work, and the level it started from."""

    level: Level
    edit: Edit
    by_hand: bool = True
    """Whether a person drew it, not a generator."""


class Document(QObject):
    """The open level. `changed(Edit)` follows every change, previews included."""

    changed = Signal(object)
    drawn = Signal(object)
    """An `Edit` of the drawing; `changed` follows with its effect on the shown level."""
    selection_changed = Signal(object)
    file_changed = Signal(object)
    settled = Signal(object)
    """A gesture is over: its preview was committed or cancelled."""
    committed = Signal(object)
    """A `Commit`: a step was pushed on the undo stack, or joined with the last one."""
    loaded = Signal(object)
    """Another level was put in place; its path follows, after `changed`."""
    hidden_changed = Signal(object)
    """The ids of hidden elements; follows `changed` if hidden elements were deleted."""

    def __init__(self, level: Level | None = None, *, seed: int | None = None) -> None:
        """A document with this level, or an empty one; `seed` fixes the ids of new elements."""
        super().__init__()
        self.level = self.drawing = level or Level()
        self.path: Path | None = None
        self.opening = object()
        """A new object for each level that `load` opens, set before `changed` is emitted."""
        self.stack = UndoStack(self, self.step)
        self.stack.indexChanged.connect(self._select_what_came)
        self.selection = Selection()
        self.preparations: list[Preparation] = [_prepare_pick]
        """Functions that prepare data of a level after reading, before it is shown."""
        self.storey = StoreyInHand(lambda: self.level)
        self.storey.changed.connect(self._deselect_apart)
        self.state = ShownState(lambda: self.drawing, self._enter)
        self._hidden: frozenset[int] = frozenset()
        self._unseen: tuple[frozenset[int], frozenset[int], frozenset[int]] = 3 * (frozenset(),)
        """Hidden elements, elements of other storeys, and both."""
        self._came: frozenset[int] = frozenset()
        """Elements that undo or redo has added, and that are not selected yet."""
        self._hidden_before: frozenset[int] | None = None
        self._locked = locked_in(self.level)
        self._random = random.Random(seed)
        self._preview = NO_EDIT
        self._base = Twin(self.level, self.level)
        """The level without the preview, while there is one."""
        self._merge_keys = count(1)

    @property
    def dragging(self) -> bool:
        """True if there is a preview that is neither committed nor cancelled."""
        return bool(self._preview)

    def new_id(self) -> int:
        """Return an id that the level does not use: a random unsigned 32-bit number over 0."""
        while True:
            candidate = self._random.randrange(1, 2**32)
            if self.level.get(candidate) is None:
                return candidate

    @property
    def hidden(self) -> frozenset[int]:
        """Elements that the user does not want to see: neither saved nor undone, still baked."""
        return self._hidden

    @property
    def locked(self) -> frozenset[int]:
        """Elements that are locked in the level."""
        return self._locked

    @property
    def unseen(self) -> frozenset[int]:
        """Elements that the canvas doesn't show: hidden ones, their joins, and other storeys."""
        hidden, apart = self._hidden, self.storey.apart
        if self._unseen[0] is not hidden or self._unseen[1] is not apart:
            along = (e.id for e in self.level.referring(hidden) if isinstance(e, Join))
            self._unseen = (hidden, apart, hidden | apart | frozenset(along))
        return self._unseen[2]

    @property
    def untouchable(self) -> frozenset[int]:
        """Elements that can't be selected on the canvas: unseen or locked."""
        unseen = self.unseen
        # Needed several times a frame: avoid copies of thousands of ids.
        return unseen | self._locked if unseen else self._locked

    def hide(self, ids: Iterable[int]) -> None:
        """Hide only these elements and deselect them; an empty set shows everything."""
        hidden = frozenset(i for i in ids if i and self.level.get(i) is not None)
        if not hidden:
            self._hidden_before = None
        if hidden != self._hidden:
            self._hidden = hidden
            self.hidden_changed.emit(hidden)
            self.select(self.selection.ids - hidden, self.selection.handles)

    @property
    def showing_only(self) -> bool:
        """True if all but a few elements were hidden with `show_only`."""
        return self._hidden_before is not None

    def show_only(self, ids: Iterable[int]) -> None:
        """Hide all other elements; when repeated, restore the previous visibility."""
        before = self._hidden_before
        if before is not None:
            self._hidden_before = None
            self.hide(before)
            return
        shown, hidden = frozenset(ids), self._hidden
        self.hide(element.id for element in self.level.elements() if element.id not in shown)
        self._hidden_before = hidden

    def preview(self, edit: Edit) -> None:
        """Show `edit`, which starts from the level without previews, in place of the last one.

        Raises:
            EditConflict: if the edit does not fit; the level stays as it was.
        """
        self._base = self._unpreviewed
        both = self._base.edit_here(self.state.name, edit)
        self._show(both, preview=both)

    @property
    def _twin(self) -> Twin:
        return Twin(self.drawing, self.level)

    @property
    def _unpreviewed(self) -> Twin:
        return self._base if self._preview else self._twin

    def cancel_preview(self) -> None:
        """Cancel the preview."""
        self._show(NO_EDIT, preview=NO_EDIT)
        self.settled.emit(None)

    def new_merge_key(self) -> int:
        """Return a key for a row of small commits that become one undo step: nudges, spinning."""
        return next(self._merge_keys)

    def commit(
        self,
        edit: Edit,
        *,
        merge_key: int = 0,
        arrival: Arrival | None = None,
        by_hand: bool = True,
    ) -> None:
        """Make `edit`, which starts from the level without previews, one undo step.

        Consecutive commits with the same `merge_key` over 0 are one step. `arrival` is the prepared
        result of the edit; it is used if the level that it starts from is still open.

        Raises:
            EditConflict: if the edit does not fit; the level stays as it was.
        """
        before = self._unpreviewed
        if by_hand:
            given, edit = edit, corrected(before.shown, edit)
            arrival = arrival if edit is given else None
        both = before.edit_here(self.state.name, edit)
        as_drawn = not self.state.name and not self._preview
        if arrival is not None and as_drawn and arrival.before is self.level:
            self._arrive(arrival)
        else:
            self._show(both, preview=NO_EDIT)
        self._push(before, both, merge_key, by_hand=by_hand)

    def _push(
        self, before: Twin, edit: Twofold, merge_key: int = 0, *, by_hand: bool = True
    ) -> None:
        """An edit that started from `before` holds: make it an undo step."""
        if edit:
            self.stack.push_edit(edit.drawn, merge_key)
            self.storey.bring_edit(edit.drawn)
        self.settled.emit(None)
        if edit:
            self.committed.emit(Commit(before.shown, edit.shown, by_hand))

    def replace(self, level: Level, label: str) -> bool:
        """Make `level` the open one, as one undo step; return whether it differs.

        A preview is cancelled, because it belongs to the old level.
        """
        if self._preview:
            self.cancel_preview()
        before = self._twin
        edit = before.edit_there(self.state.name, Edit.between(self.drawing, level, label))
        self._show(edit, preview=NO_EDIT)
        self._push(before, edit)
        return bool(edit)

    def _show(self, edit: Twofold, *, preview: Twofold) -> None:
        """Replace the present preview by `edit`, of which `preview` is still undecided."""
        before = self._preview
        # Releasing a drag usually leads to the same level as its last move.
        delta = NO_EDIT if edit.drawn is before.drawn else before.inverse().then(edit)
        self._preview = preview
        try:
            self._swap(delta)
        except EditConflict:
            self._preview = before
            raise

    def step(self, edit: Edit) -> None:
        """Apply a step of the undo stack or its inverse; a preview is cancelled first.

        Elements that the step adds are selected, so that the user finds them. They are selected
        after the stack is done, because listeners of the selection may commit typed text. The
        storey of the changed elements is shown.
        """
        if self._preview:
            self.cancel_preview()
        self._swap(self._twin.edit_there(self.state.name, edit))
        self.storey.bring_edit(edit)
        self._came |= {i for i, before in edit.before.items() if before is None}

    def _select_what_came(self) -> None:
        added, self._came = self._came, frozenset()
        if added:
            there = (self.level.get(element_id) for element_id in added - self._hidden)
            found = without_joins(one for one in there if isinstance(one, Element))
            self.select(frozenset(element.id for element in found))

    def swap(self, edit: Edit) -> None:
        """Apply an edit to the live level and notify listeners; not an undo step by itself."""
        self._swap(self._twin.edit_here(self.state.name, edit))

    def _swap(self, edit: Twofold) -> None:
        if edit:
            after, name = self._twin.after(edit, self.state.name)
            self._apply(edit, after, name, locked_after(self._locked, edit.shown))

    def _enter(self, name: str) -> None:
        """Show the level in a state that it has."""
        self.cancel_preview()
        edit = Twofold(Edit(), edit_between_states(self.level, self.drawing, name))
        self._apply(edit, self._twin.after(edit, name)[0], name, self._locked)

    def _arrive(self, arrival: Arrival) -> None:
        for put in arrival.put:
            put()
        level = arrival.level
        self._apply(Twofold.same(arrival.edit), Twin(level, level), DRAWN, arrival.locked)

    def _apply(self, twofold: Twofold, twin: Twin, state: str, locked: frozenset[int]) -> None:
        """Show the level after an edit, in a state, and notify listeners."""
        self.drawing, self.level = twin.drawing, twin.shown
        is_another = self.state.take(state)
        if twofold.drawn:
            self.drawn.emit(twofold.drawn)
        self._notify(twofold.shown, locked)
        if is_another:
            self.state.changed.emit(state)

    def _notify(self, edit: Edit, locked: frozenset[int]) -> None:
        """Update everything after an edit of the shown level, and notify listeners."""
        if not edit:
            return
        level = self.level
        before, hidden = self.selection, self._hidden
        self.selection = before.held_in(level, before).moved(edit)
        self._locked = locked
        gone = {i for i in hidden & edit.after.keys() if edit.after[i] is None}
        if gone:
            self._hidden -= gone
        storey_changed = self.storey.follow(edit)
        self.changed.emit(edit)
        if storey_changed:
            self.storey.changed.emit(self.storey.name)
        if self._hidden != hidden:
            self.hidden_changed.emit(self._hidden)
        if self.selection != before:
            self.selection_changed.emit(self.selection)

    def select(
        self, ids: frozenset[int], handles: Mapping[int, frozenset[int]] | None = None
    ) -> None:
        """Select these elements; ids that the level lacks are ignored.

        The storey on which all of them lie is shown, or all storeys, so that every selected element
        is visible.
        """
        if not ids.isdisjoint(self.storey.apart):
            listed = (self.level.get(element_id) for element_id in ids)
            self.storey.bring(element for element in listed if isinstance(element, Element))
        selection = Selection(ids, handles or {}).held_in(self.level, self.selection)
        if selection != self.selection:
            self.selection = selection
            self.selection_changed.emit(selection)

    def _deselect_apart(self, _: object = None) -> None:
        """Another storey is in hand: what lies elsewhere is not selected any more."""
        self.select(self.selection.ids - self.storey.apart, self.selection.handles)

    def place_pivot(self, pivot: Point | None) -> None:
        """Set the pivot for turning and scaling the selection; None: its middle.

        It is kept until other elements are selected, and moves and turns with the selection.
        """
        if pivot != self.selection.pivot and self.selection.ids:
            self.selection = replace(self.selection, pivot=pivot)
            self.selection_changed.emit(self.selection)

    def load(self, level: Level, path: Path | None, arrival: Arrival | None = None) -> None:
        """Open another level with an empty undo stack.

        `arrival` is data prepared for the level; its edit is used if the level that it starts from
        is still open.
        """
        self.cancel_preview()
        self.state.show(DRAWN)
        self.select(frozenset())
        self.hide(())
        self.storey.show(GROUND)
        if arrival is None:
            arrival = Arrival.of(level, self.level, self.preparations)
        elif arrival.before is not self.level:
            arrival = replace(arrival, edit=Edit.between(self.level, level))
        self.stack.begin_anew()
        self.path = path
        self.opening = object()
        self._arrive(arrival)
        self.file_changed.emit(path)
        self.loaded.emit(path)

    def mark_saved(self, path: Path, *, clean: bool = True) -> None:
        """The level lies in this file: as it is now, or as it was when it was last `clean`."""
        self.path = path
        if clean:
            self.stack.setClean()
        self.file_changed.emit(path)


def _prepare_pick(level: Level) -> Callable[[], object]:
    return partial(keep_index, PickIndex(level))
