"""The state in which the level is shown and edited.

It is part of the view: neither saved nor undone. What is drawn goes into the drawing and therefore
into every state; what is opened, shut or switched goes into the shown state.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Signal

from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.state_edits import edit_of_drawing, edit_of_shown, state_after
from navcore.level.states import in_state, names_of_states, state_named
from navcore.level.tables import DRAWN


@dataclass(frozen=True, slots=True)
class Twofold:
    """An edit of the drawing, and the same edit of the level as shown: one object as drawn."""

    drawn: Edit
    shown: Edit

    @staticmethod
    def same(edit: Edit) -> "Twofold":
        """Return the edit of a level that is shown as drawn."""
        return Twofold(edit, edit)

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.drawn) or bool(self.shown)

    def inverse(self) -> "Twofold":
        """Return the inverse edit."""
        drawn = self.drawn.inverse()
        return Twofold(drawn, drawn if self.shown is self.drawn else self.shown.inverse())

    def then(self, later: "Twofold") -> "Twofold":
        """Return both edits of this one, followed by those of `later`."""
        drawn = self.drawn.then(later.drawn)
        alike = self.shown is self.drawn and later.shown is later.drawn
        return Twofold(drawn, drawn if alike else self.shown.then(later.shown))


NO_EDIT: Final = Twofold.same(Edit())
"""Changes nothing."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A level as drawn, and as it is shown: one object as drawn."""

    drawing: Level
    shown: Level

    def edit_here(self, name: str, edit: Edit) -> Twofold:
        """Return the edit of the drawing and the shown level for an edit in a state.

        Raises:
            EditConflict: if it starts from another level.
        """
        if name == DRAWN:
            return Twofold.same(edit)
        edit.apply(self.shown)
        return self.edit_there(name, edit_of_drawing(self.drawing, self.shown, name, edit))

    def edit_there(self, name: str, edit: Edit) -> Twofold:
        """Return an edit of the drawing, where a state is shown."""
        if name == DRAWN:
            return Twofold.same(edit)
        after = edit.apply(self.drawing)
        old, new = state_named(self.drawing, name), state_named(after, self.name_after(name, after))
        return Twofold(edit, edit_of_shown(self.shown, old, after, new, edit))

    def name_after(self, name: str, drawing: Level) -> str:
        """Return the name that a state has in another drawing; "" if it is gone."""
        same = self.drawing.states is drawing.states
        return name if same else state_after(name, self.drawing, drawing)

    def after(self, edit: Twofold, name: str) -> tuple["Twin", str]:
        """Return both after an edit, in the state of this name, and the name that this has then.

        Raises:
            EditConflict: if the edit does not fit.
        """
        drawing = edit.drawn.apply(self.drawing)
        name = name and self.name_after(name, drawing)
        return Twin(drawing, edit.shown.apply(self.shown) if name else drawing), name


class ShownState(QObject):
    """The name of the state that is shown."""

    changed = Signal(str)
    """Another state is shown, or the same under another name."""

    def __init__(self, drawing: Callable[[], Level], enter: Callable[[str], object]) -> None:
        """Show the drawing; `enter` puts the level in a state."""
        super().__init__()
        self._drawing, self._enter = drawing, enter
        self.name = DRAWN

    @property
    def names(self) -> tuple[str, ...]:
        """The states of the level, the drawing, "", first."""
        return names_of_states(self._drawing())

    def level_in(self, name: str) -> Level:
        """Return the level in one of its states."""
        return in_state(self._drawing(), name)

    def show(self, name: str) -> None:
        """Show the level in this state; as drawn where it has none of the name."""
        name = name if name in self.names else DRAWN
        if name != self.name:
            self._enter(name)

    def take(self, name: str) -> bool:
        """The level is in this state now; whether that is another. The caller emits `changed`."""
        before, self.name = self.name, name
        return before != name
