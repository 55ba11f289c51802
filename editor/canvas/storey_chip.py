"""Chip with the active storey, for choosing another one."""

from functools import partial

from editor.canvas.chips import Choice, ChoiceChip
from editor.document import Document
from editor.look.fields import number_text
from editor.tools.messages import short
from editor.tools.messages import storeys as say
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID
from navcore.level.storeys import storey_title, storeys_of


class StoreyChip(ChoiceChip):
    """Visible while there are several storeys; a click lists them, the highest first."""

    def __init__(self, document: Document) -> None:
        """Hidden while there is nothing to choose."""
        super().__init__("storeys", tr("Storeys"), self._listed)
        self._document, self._storey = document, document.storey
        document.changed.connect(self._follow)
        document.storey.changed.connect(self._show)
        self._show()

    def choose(self, name: str | None) -> None:
        """Make this storey active, or show all, and announce it."""
        # An edit may have deleted the storey while the menu was open.
        if name is None or name in self._storey.names:
            self._storey.show(name)
            self.said.emit(say.in_hand(self._storey.name))

    def go(self, step: int) -> None:
        """Take the next storey above (1) or below (-1) in hand; say where there is none."""
        name = self._storey.next(step)
        if name is None:
            self.said.emit(say.no_further(self._storey.drawn_on, step))
        else:
            self.choose(name)

    def _listed(self) -> list[Choice]:
        heights = {layer.name: layer.floor_y for layer in storeys_of(self._document.level.settings)}
        shown = self._storey.name
        return [
            *(
                Choice(
                    short(storey_title(name)), number_text(heights[name], "m"), name == shown,
                    partial(self.choose, name),
                )
                for name in reversed(self._storey.names)
            ),
            Choice(tr("All storeys"), "", shown is None, partial(self.choose, None), apart=True),
        ]  # fmt: skip

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show()

    def _show(self, _: object = None) -> None:
        name = self._storey.name
        words = tr("All storeys") if name is None else storey_title(name)
        self.show_choice(
            short(words), say.in_hand(name), say.choose_another(), shown=self._storey.several
        )
