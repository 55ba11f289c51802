"""Chip with the agent type whose floor is shown, for choosing another one."""

from functools import partial

from editor.canvas.chips import Choice, ChoiceChip
from editor.document import Document
from editor.look.fields import number_text
from editor.services.bake.shown_floor import ShownFloor
from editor.tools.messages import short
from editor.tools.messages.agent_types import type_words
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID
from navcore.level.operations.profiles import type_radius


class TypeChip(ChoiceChip):
    """Visible while the level has named agent types; a click lists them."""

    def __init__(self, document: Document, shown: ShownFloor) -> None:
        """Hidden while there is nothing to choose."""
        super().__init__("agent", tr("Agent types"), self._listed)
        self._document, self._shown = document, shown
        document.changed.connect(self._follow)
        shown.changed.connect(self._show)
        self._show()

    @property
    def names(self) -> list[str]:
        """The types that can be shown, the unnamed one, "", first."""
        return ["", *(profile.name for profile in self._document.level.settings.profiles)]

    def _listed(self) -> list[Choice]:
        return [
            Choice(
                short(type_words(name)), self._radius(name), name == self._shown.type_name,
                partial(self._choose, name),
            )
            for name in self.names
        ]  # fmt: skip

    def _radius(self, name: str) -> str:
        return number_text(type_radius(self._document.level.settings, name), "m")

    def _choose(self, name: str) -> None:
        # An edit may have taken the type while the menu was open.
        if name not in self.names:
            return
        self._shown.show_type(name)
        said = tr("The floor is shown for {0}, radius {1}.")
        self.said.emit(said.format(short(type_words(name)), self._radius(name)))

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show()

    def _show(self, _: object = None) -> None:
        words = type_words(self._shown.type_name)
        self.show_choice(
            short(words), tr("Floor shown for {0}").format(words),
            tr("Choose another agent type"), shown=len(self.names) > 1,
        )  # fmt: skip
