"""List of the level's agent types: add, rename in place, reorder and delete them."""

from typing import ClassVar

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label, make_tool
from editor.panels.library.name_list import Named
from editor.panels.library.name_table import NameTable, RowEdits, RowTips
from editor.panels.library.section import Section
from editor.panels.library.type_fields import TypeFields
from editor.tools.messages.agent_types import type_words
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID
from navcore.level.operations import profiles as operations


class AgentTypes(Section):
    """Agent types of the level, the unnamed one first, and the fields of the chosen one."""

    title: ClassVar[str] = mark("Agent types")

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self._document = bench.document
        self.hint = make_label(
            tr(
                "All agents are of one type. Add types for agents that are wider, or can go to "
                "other places: carts, ghosts, key holders."
            ),
            wraps=True,
        )
        self.see = make_tool("eye", tr("Show the floor of this type"), self._see)
        self.see.setCheckable(True)
        self.table = NameTable(
            "agent",
            RowTips(
                tr("Agent types"), tr("F2 renames, Delete deletes the chosen type"),
                tr("Add an agent type"), tr("Duplicate the agent type"),
                tr("Delete the agent type"),
            ),
            RowEdits(
                operations.add_profile, operations.duplicate_profile, operations.rename_profile,
                # The list of the level begins after the type without a name.
                lambda level, name, row: operations.move_profile(level, name, row - 1),
            ),
            self.commit,
            others=(self.see, STRETCH),
            fixed=1,
        )  # fmt: skip
        self.table.chose.connect(self._show_chosen)
        self.table.deletes.connect(self._delete)
        self.fields = TypeFields(bench)
        for part in (self.table, self.fields):
            part.left.connect(self.left)
        fill(vertical(self, gap=SIZE.related, margins=0), self.hint, self.table, self.fields)
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self._begin_anew)
        bench.bake.shown_floor.changed.connect(self._show_seen)
        self._show_types()

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_types()

    def _begin_anew(self, _: object = None) -> None:
        self.table.chosen = ""
        self._show_types()

    def _show_types(self) -> None:
        """Show the level's types."""
        settings = self._document.level.settings
        names = ["", *(profile.name for profile in settings.profiles)]
        self.table.show_rows(
            [
                Named(name, words, tr("{0}, radius {1}").format(words, radius), stays=not name)
                for name in names
                for words in [type_words(name)]
                for radius in [number_text(operations.type_radius(settings, name), "m")]
            ]
        )
        self.hint.setVisible(len(names) == 1)
        self.see.setEnabled(len(names) > 1)
        self._show_chosen()

    def _show_chosen(self, _: object = None) -> None:
        self.fields.show_type(self.table.chosen)
        self._show_seen()

    def _show_seen(self, _: object = None) -> None:
        self.see.setChecked(self.bench.bake.shown_floor.type_name == self.table.chosen)

    # Doing.

    def _delete(self, _: object = None) -> None:
        name = self.table.chosen
        if not name:
            self.said.emit(tr("Standard can't be deleted: agents without another type use it."))
            return
        count = len(operations.agents_of(self._document.level, name))
        if self.commit(lambda level: operations.delete_profile(level, name)) and count:
            words = tr("{0} is deleted. Its agents are of the Standard type now.")
            self.said.emit(words.format(name))

    def _see(self) -> None:
        """Show the floor of the chosen type on the canvas, or of the unnamed one again."""
        shown = self.bench.bake.shown_floor
        shown.show_type("" if shown.type_name == self.table.chosen else self.table.chosen)
        self._show_seen()
