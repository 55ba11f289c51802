"""Chip with the shown state of the level, for choosing another one."""

from functools import partial

from editor.canvas.chips import Choice, ChoiceChip
from editor.document import Document
from editor.tools.messages import short
from editor.tools.messages import states as say
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID


class StateChip(ChoiceChip):
    """Visible while the level has states; a click lists them, the drawing first."""

    def __init__(self, document: Document) -> None:
        """Hidden while there is nothing to choose."""
        super().__init__("state", tr("States"), self._listed)
        self._document, self._state = document, document.state
        document.changed.connect(self._follow)
        document.state.changed.connect(self._show)
        self._show()

    def choose(self, name: str) -> None:
        """Show the level in this state, and say so."""
        # An edit may have taken the state while the menu was open.
        if name in self._state.names:
            self._state.show(name)
            self.said.emit(say.shown(self._state.name))

    def go(self, step: int) -> None:
        """Show the next state (1) or the previous one (-1), cyclically."""
        names = self._state.names
        self.choose(names[(names.index(self._state.name) + step) % len(names)])

    def _listed(self) -> list[Choice]:
        return [
            Choice(
                short(say.state_words(name)), self._detail(name), name == self._state.name,
                partial(self.choose, name),
            )
            for name in self._state.names
        ]  # fmt: skip

    def _detail(self, name: str) -> str:
        doors = [area for area in self._state.level_in(name).areas.values() if area.door]
        opened = sum(door.available for door in doors)
        return say.counts(opened, len(doors) - opened)

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show()

    def _show(self, _: object = None) -> None:
        name = self._state.name
        self.show_choice(
            short(say.state_words(name)), say.shown(name), say.choose_another(),
            shown=len(self._state.names) > 1,
        )  # fmt: skip
