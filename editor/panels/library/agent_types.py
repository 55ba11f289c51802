"""List of the level's agent types: add, rename in place, reorder and delete them."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label, make_tool, named
from editor.panels.library.name_list import Named, NameList
from editor.panels.library.section import Section
from editor.panels.library.type_fields import TypeFields
from editor.tools.messages.agent_types import type_words
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Level
from navcore.level.operations import profiles as operations


class AgentTypes(Section):
    """The level's types, the one without a name first, and the fields of the chosen one."""

    title: ClassVar[str] = mark("Agent types")

    def __init__(self, bench: Workbench) -> None:
        """Of the document's level."""
        super().__init__(bench)
        self._document = bench.document
        self._chosen = ""
        """The name of the chosen type."""
        self._names: list[str] = []
        """Those that are listed."""
        self.hint = make_label(
            tr(
                "Every agent is of one type. Add others for those that are wider, or can go "
                "where these can't: carts, ghosts, whoever has the key."
            ),
            wraps=True,
        )
        tip = tr("F2 renames, Delete deletes the chosen type")
        self.list = named(NameList("agent"), tr("Agent types"), tip)
        self.list.currentRowChanged.connect(self._choose_row)
        self.list.renamed.connect(self._rename)
        self.list.removed.connect(lambda _: self._delete())
        self.list.left.connect(self.left)
        self.fields = TypeFields(bench)
        self.fields.left.connect(self.left)
        self.fields.said.connect(self.said)
        self._make_buttons()
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.hint, self.list, self.order, self.fields,
        )  # fmt: skip
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self._begin_anew)
        bench.bake.shown_floor.changed.connect(self._show_seen)
        self._show_types()

    def _make_buttons(self) -> None:
        self.add = make_tool("plus", tr("Add an agent type"), self._add)
        self.copy = make_tool("duplicate", tr("Duplicate the agent type"), self._duplicate)
        self.up = make_tool("chevron_up", tr("Move up"), lambda: self._move(-1))
        self.down = make_tool("chevron_down", tr("Move down"), lambda: self._move(1))
        self.see = make_tool("eye", tr("Show the floor of this type"), self._see)
        self.see.setCheckable(True)
        self.remove = make_tool("trash", tr("Delete the agent type"), self._delete)
        self.order = QWidget()
        fill(
            horizontal(self.order, gap=SIZE.inside, margins=0),
            self.add, self.copy, self.up, self.down, self.see, STRETCH, self.remove,
        )  # fmt: skip

    @property
    def chosen(self) -> str:
        """The name of the chosen type; "" is the one without a name."""
        return self._chosen

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_types()

    def _begin_anew(self, _: object = None) -> None:
        self._chosen = ""
        self._show_types()

    def _show_types(self) -> None:
        """Show the level's types; the chosen one stays so, else whichever takes its row."""
        settings = self._document.level.settings
        row = max(self.list.currentRow(), 0)
        self._names = ["", *(profile.name for profile in settings.profiles)]
        if self._chosen not in self._names:
            self._chosen = self._names[min(row, len(self._names) - 1)]
        self.list.show_lines(
            [
                Named(words, tr("{0}, radius {1}").format(words, radius), renamed=bool(name))
                for name in self._names
                for words in [type_words(name)]
                for radius in [number_text(operations.type_radius(settings, name), "m")]
            ],
            self._names.index(self._chosen),
        )
        self.hint.setVisible(len(self._names) == 1)
        self._show_chosen()

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self._names):
            self._chosen = self._names[row]
            self._show_chosen()

    def _show_chosen(self) -> None:
        self.fields.show_type(self._chosen)
        self._show_buttons()

    def _show_buttons(self) -> None:
        row, last = self._names.index(self._chosen), len(self._names) - 1
        self.up.setEnabled(row > 1)
        self.down.setEnabled(0 < row < last)
        self.remove.setEnabled(row > 0)
        self.see.setEnabled(last > 0)
        self._show_seen()

    def _show_seen(self, _: object = None) -> None:
        self.see.setChecked(self.bench.bake.shown_floor.type_name == self._chosen)

    # Doing.

    def _commit(self, make: Callable[[Level], Edit]) -> bool:
        """Make an edit of the level one step; return whether it could be made, and say if not."""
        self.bench.canvas.settle()
        try:
            edit = make(self._document.level)
        except NavcoreError as refusal:
            self.said.emit(str(refusal))
            return False
        self._document.commit(edit)
        return True

    def _add(self) -> None:
        """Add a type at the end, and let its name be typed."""
        self._come(operations.add_profile)

    def _duplicate(self) -> None:
        self._come(lambda level: operations.duplicate_profile(level, self._chosen))

    def _come(self, make: Callable[[Level], Edit]) -> None:
        known = set(self._names)
        if self._commit(make):
            came = [row for row, name in enumerate(self._names) if name not in known]
            self.list.type_name(came[0])

    def _rename(self, row: int, new: str) -> None:
        """The name that was typed; one that is refused gives way to the old one."""
        old = self._names[row]
        if new.strip() != old:
            self._chosen = new.strip()
            if self._commit(lambda level: operations.rename_profile(level, old, new)):
                return
            self._chosen = old
        self.list.put_back(row)

    def _delete(self) -> None:
        if not self._chosen:
            self.said.emit(tr("Standard is the type of all agents without another. It stays."))
            return
        count, name = len(operations.agents_of(self._document.level, self._chosen)), self._chosen
        if self._commit(lambda level: operations.delete_profile(level, name)) and count:
            words = tr("{0} is deleted. Its agents are of the Standard type now.")
            self.said.emit(words.format(name))

    def _move(self, step: int) -> None:
        name, row = self._chosen, self._names.index(self._chosen) - 1
        self._commit(lambda level: operations.move_profile(level, name, row + step))

    def _see(self) -> None:
        """Show the floor of the chosen type, or of the one without a name again."""
        shown = self.bench.bake.shown_floor
        shown.show_type("" if shown.type_name == self._chosen else self._chosen)
        self._show_seen()
