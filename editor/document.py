"""The document: the level that is open, its file, its undo stack and the selection.

Everything that changes the level comes through here as an `Edit`, and leaves as one signal,
`changed(edit)`: drawing, undo, redo, open and reload look the same to everybody downstream.
A drag previews edits outside the undo stack; finishing it pushes one command, cancelling it
leaves the stack, its redo branch and the saved mark untouched.
"""

import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from editor.selection import Selection
from editor.storeys import StoreyInHand
from editor.undo import UndoStack
from navcore.errors import EditConflict
from navcore.level.companions import without_joins
from navcore.level.edit import Edit
from navcore.level.model import Element, Join, Level, Point
from navcore.level.pick import PickIndex, keep_index
from navcore.level.tables import GROUND

Preparation: TypeAlias = Callable[[Level], Callable[[], object]]
"""Works something out of a level, on any thread, and returns what hands it over on the window's."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A level, and what was worked out of it on another thread before it is put in place."""

    before: Level
    """The level that was open."""
    edit: Edit
    """Leads from there to the level."""
    level: Level
    locked: frozenset[int]
    """What is locked in the level."""
    put: tuple[Callable[[], object], ...] = ()
    """Hand over what the preparations made."""

    @staticmethod
    def of(
        level: Level, before: Level, preparations: Iterable[Preparation], edit: Edit | None = None
    ) -> "Arrival":
        """Work it out, and the edit if it is not known; takes long where the level is large."""
        edit = edit or Edit.between(before, level)
        put = tuple(prepare(level) for prepare in preparations)
        return Arrival(before, edit, level, locked_in(level), put)


@dataclass(frozen=True, slots=True)
class Commit:
    """A step of work, and the level it started from."""

    level: Level
    edit: Edit


class Document(QObject):
    """The open level. `changed(Edit)` follows every change, previews included."""

    changed = Signal(object)
    selection_changed = Signal(object)
    file_changed = Signal(object)
    settled = Signal(object)
    """A gesture is over: what it previewed was committed or taken back."""
    committed = Signal(object)
    """A `Commit`: a step was pushed on the undo stack, or joined with the last one."""
    loaded = Signal(object)
    """Another level was put in place; its path follows, after `changed`."""
    hidden_changed = Signal(object)
    """The ids of what is hidden now; follows `changed` where something hidden is gone."""

    def __init__(self, level: Level | None = None, *, seed: int | None = None) -> None:
        """A document with this level, or an empty one; `seed` fixes the ids of new elements."""
        super().__init__()
        self.level = level or Level()
        self.path: Path | None = None
        self.stack = UndoStack(self, self.step)
        self.stack.indexChanged.connect(self._select_what_came)
        self.selection = Selection()
        self.preparations: list[Preparation] = [_prepare_pick]
        """What is worked out of a level that is read, before it is shown."""
        self.storey = StoreyInHand(lambda: self.level)
        self.storey.changed.connect(self._deselect_apart)
        self._hidden: frozenset[int] = frozenset()
        self._unseen: tuple[frozenset[int], frozenset[int], frozenset[int]] = 3 * (frozenset(),)
        """Hidden ones, those of other storeys, and both."""
        self._came: frozenset[int] = frozenset()
        """What steps of the undo stack have brought, not selected yet."""
        self._hidden_before: frozenset[int] | None = None
        self._locked = locked_in(self.level)
        self._random = random.Random(seed)
        self._preview = Edit()
        self._base = self.level
        """The level without what is previewed, as long as something is."""
        self._merge_keys = count(1)

    @property
    def dragging(self) -> bool:
        """Whether a preview stands that is neither committed nor cancelled."""
        return bool(self._preview)

    def new_id(self) -> int:
        """An id that the level does not use: a random unsigned 32-bit number over 0."""
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
        """What the canvas doesn't show: hidden elements with their joins, and other storeys."""
        hidden, apart = self._hidden, self.storey.apart
        if self._unseen[0] is not hidden or self._unseen[1] is not apart:
            along = (e.id for e in self.level.referring(hidden) if isinstance(e, Join))
            self._unseen = (hidden, apart, hidden | apart | frozenset(along))
        return self._unseen[2]

    @property
    def untouchable(self) -> frozenset[int]:
        """What is never taken on the canvas: unseen or locked."""
        unseen = self.unseen
        # Asked for several times a frame: no copy of thousands of ids without need.
        return unseen | self._locked if unseen else self._locked

    def hide(self, ids: Iterable[int]) -> None:
        """Hide just these elements, and select none of them; an empty set shows everything."""
        hidden = frozenset(i for i in ids if i and self.level.get(i) is not None)
        if not hidden:
            self._hidden_before = None
        if hidden != self._hidden:
            self._hidden = hidden
            self.hidden_changed.emit(hidden)
            self.select(self.selection.ids - hidden, self.selection.handles)

    @property
    def showing_only(self) -> bool:
        """Whether all but a few elements were hidden with `show_only`."""
        return self._hidden_before is not None

    def show_only(self, ids: Iterable[int]) -> None:
        """Hide all but these elements; asked again, hide what was hidden before."""
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
        self._show(edit, preview=edit)

    @property
    def _unpreviewed(self) -> Level:
        return self._base if self._preview else self.level

    def cancel_preview(self) -> None:
        """Take back what is previewed."""
        self._show(Edit(), preview=Edit())
        self.settled.emit(None)

    def new_merge_key(self) -> int:
        """A key for a row of small commits that become one undo step: nudges, spinning."""
        return next(self._merge_keys)

    def commit(self, edit: Edit, *, merge_key: int = 0, arrival: Arrival | None = None) -> None:
        """Make `edit`, which starts from the level without previews, one undo step.

        Commits that follow each other with the same `merge_key` over 0 are one step. `arrival` is
        what the edit leads to, of use if the level it starts from is still the open one.

        Raises:
            EditConflict: if the edit does not fit; the level stays as it was.
        """
        before = self._unpreviewed
        if arrival is not None and arrival.before is self.level and not self._preview:
            self._arrive(arrival)
        else:
            self._show(edit, preview=Edit())
        if edit:
            self.stack.push_edit(edit, merge_key)
            self.storey.bring_edit(edit)
        self.settled.emit(None)
        if edit:
            self.committed.emit(Commit(before, edit))

    def replace(self, level: Level, label: str) -> bool:
        """Make `level` the open one, as one undo step; whether it differs from what was open.

        What is previewed is taken back: it belongs to the level that goes.
        """
        if self._preview:
            self.cancel_preview()
        edit = Edit.between(self.level, level, label)
        self.commit(edit)
        return bool(edit)

    def _show(self, edit: Edit, *, preview: Edit) -> None:
        """Lead from what is previewed to `edit`; of it, `preview` is not yet decided."""
        before = self._preview
        # Letting go of a drag leads nowhere else than its last move.
        delta = Edit() if edit is before else before.inverse().then(edit)
        self._preview = preview
        try:
            self.swap(delta)
        except EditConflict:
            self._preview = before
            raise

    def step(self, edit: Edit) -> None:
        """Apply a step of the undo stack, or its inverse; what is previewed goes before.

        What comes into the level by it, or back, is selected, so that the eye finds it; once the
        stack is done, for whoever hears of a selection may commit what was typed. The storey of
        what changes comes in hand.
        """
        if self._preview:
            self.cancel_preview()
        self.swap(edit)
        self.storey.bring_edit(edit)
        self._came |= {i for i, before in edit.before.items() if before is None}

    def _select_what_came(self) -> None:
        came, self._came = self._came, frozenset()
        if came:
            there = (self.level.get(element_id) for element_id in came - self._hidden)
            found = without_joins(one for one in there if isinstance(one, Element))
            self.select(frozenset(element.id for element in found))

    def swap(self, edit: Edit) -> None:
        """Apply an edit to the live level and tell everybody. Not an undo step by itself."""
        if edit:
            self._apply(edit, edit.apply(self.level), _locked_after(self._locked, edit))

    def _arrive(self, arrival: Arrival) -> None:
        for put in arrival.put:
            put()
        self._apply(arrival.edit, arrival.level, arrival.locked)

    def _apply(self, edit: Edit, level: Level, locked: frozenset[int]) -> None:
        """Put the level in place that the edit leads to, and tell everybody."""
        if not edit:
            return
        self.level = level
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
        """Make these elements the selection; ids that the level lacks are left out.

        A storey on which all of them lie comes in hand, or all storeys: nothing that is selected
        is out of sight.
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
        """Turn and scale what is selected about this place; None: about its middle.

        It is kept until other elements are selected, and moves and turns with them.
        """
        if pivot != self.selection.pivot and self.selection.ids:
            self.selection = replace(self.selection, pivot=pivot)
            self.selection_changed.emit(self.selection)

    def load(self, level: Level, path: Path | None, arrival: Arrival | None = None) -> None:
        """Put another level in place: open, new. The undo stack starts empty.

        `arrival` is what was worked out of the level beforehand; its edit is of use if the level
        it starts from is still the open one.
        """
        self.cancel_preview()
        self.select(frozenset())
        self.hide(())
        self.storey.show(GROUND)
        if arrival is None:
            arrival = Arrival.of(level, self.level, self.preparations)
        elif arrival.before is not self.level:
            arrival = replace(arrival, edit=Edit.between(self.level, level))
        self.stack.begin_anew()
        self.path = path
        self._arrive(arrival)
        self.file_changed.emit(path)
        self.loaded.emit(path)

    def mark_saved(self, path: Path, *, clean: bool = True) -> None:
        """The level lies in this file: as it is now, or as it was when it was last `clean`."""
        self.path = path
        if clean:
            self.stack.setClean()
        self.file_changed.emit(path)


def locked_in(level: Level) -> frozenset[int]:
    """What is locked in a level."""
    held = level.held.values()
    return frozenset(i for kind in held for i, element in kind.items() if element.locked)


def _locked_after(locked: frozenset[int], edit: Edit) -> frozenset[int]:
    """What is locked once an edit is applied, of what was locked before."""
    now = {i for i, e in edit.after.items() if isinstance(e, Element) and e.locked}
    if now or not locked.isdisjoint(edit.after):
        return (locked - edit.after.keys()) | now
    return locked


def _prepare_pick(level: Level) -> Callable[[], object]:
    return partial(keep_index, PickIndex(level))
