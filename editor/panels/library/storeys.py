"""List of the level's storeys: add, rename in place, move up and down, copy and delete them."""

from functools import partial
from typing import ClassVar

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.fields import Field, number_field, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, make_tool, named
from editor.panels.library.field_rows import FieldRows
from editor.panels.library.name_list import Named
from editor.panels.library.name_table import NameTable, RowEdits, RowTips
from editor.panels.library.section import Section
from editor.panels.recount import Recount
from editor.tools.messages import short
from editor.tools.messages import storeys as say
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.model import SETTINGS_ID, Element, Level
from navcore.level.operations import storeys as operations
from navcore.level.storeys import elements_on, storey_title, storeys_of, strays
from navcore.level.tables import GROUND


class Storeys(Section):
    """Storeys of the level, the highest first; the chosen storey is the active one."""

    title: ClassVar[str] = mark("Storeys")

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self._document, self._storey = bench.document, bench.document.storey
        self.hint = make_label(
            tr(
                "Everything is on one storey. Add others for upper floors, cellars, or what "
                "flies above the ground."
            ),
            wraps=True,
        )
        self.see_all = make_tool("eye", tr("Show all storeys"), self._storey.toggle_all)
        self.see_all.setCheckable(True)
        self.table = NameTable(
            "storeys",
            RowTips(
                tr("Storeys"), tr("F2 renames, Delete deletes the chosen storey"),
                tr("Add a storey"), tr("Add a storey with copies of everything on this one"),
                tr("Delete the storey"),
            ),
            RowEdits(
                operations.add_storey, self._duplicated, operations.rename_storey, self._moved
            ),
            self.commit,
            others=(self.see_all, STRETCH),
        )  # fmt: skip
        self.table.chosen = GROUND
        self.table.chose.connect(self._take_in_hand)
        self.table.deletes.connect(self._delete)
        meaning = tr("Height of the floor, as exports have it")
        self.floor: Field = named(number_field(step=0.5), tr("Height of the storey"), meaning)
        self.floor.take = self._commit_height
        self.rows = FieldRows(bench)
        self.rows.add(tr("Height"), self.floor)
        for part in (self.table, self.rows):
            part.left.connect(self.left)
        self.held = make_label(wraps=True)
        self.stray = make_label(name="warn", wraps=True)
        self.make_stray = make_button(tr("Make it a storey"), self._make_stray)
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.hint, self.stray, self.make_stray, self.table, self.rows, self.held,
        )  # fmt: skip
        self.recount = Recount(self, bench.document, self._count)
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self.refresh)
        self._storey.changed.connect(self.refresh)
        self.refresh()

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self.refresh()

    def refresh(self, _: object = None) -> None:
        """List the storeys; the chosen one is the active one."""
        settings = self._document.level.settings
        heights = {layer.name: layer.floor_y for layer in storeys_of(settings)}
        self.table.chosen = self._storey.name or self.table.chosen
        rows: list[Named] = []
        for name in reversed(self._storey.names):
            words = storey_title(name)
            tip = tr("{0}, floor at {1}").format(words, number_text(heights[name], "m"))
            rows.append(Named(name, words, tip, stays=name == GROUND))
        self.table.show_rows(rows)
        self.hint.setVisible(not self._storey.several)
        self._show_chosen()

    def _show_chosen(self) -> None:
        name, settings = self.table.chosen, self._document.level.settings
        heights = {layer.name: layer.floor_y for layer in storeys_of(settings)}
        self.floor.show_value(heights[name])
        self.see_all.setEnabled(self._storey.several)
        self.see_all.setChecked(self._storey.name is None)
        self.recount.about(name)

    def _listed(self) -> list[Element]:
        """Return the elements on the chosen storey, without painted terrain."""
        found = elements_on(self._document.level, self.table.chosen)
        return [element for element in found if kind_of(element).listed]

    def _count(self) -> None:
        """Count elements on the chosen storey, and those that name a missing storey."""
        self.held.setText(say.holds(len(self._listed())))
        found = strays(self._document.level)
        name, count = next(iter(found.items()), ("", 0))
        self.stray.setText(say.stray(name, count) if count else "")
        self.stray.setVisible(bool(count))
        self.make_stray.setVisible(bool(count))

    # Doing.

    def _take_in_hand(self, name: str) -> None:
        """Show the chosen storey."""
        self.rows.forget()
        if name == self._storey.name:
            self._show_chosen()
        else:
            self._storey.show(name)

    def _duplicated(self, level: Level, name: str) -> Edit:
        return operations.duplicate_storey(level, name, self._document.new_id)

    def _moved(self, level: Level, name: str, row: int) -> Edit:
        """Return a storey in another row; the highest is the first."""
        step = self.table.names.index(name) - row
        return operations.exchange_storeys(level, name, step)

    def _commit_height(self, metres: float) -> None:
        name = self.table.chosen
        self.rows.commit(lambda level: operations.set_height(level, name, metres), self.floor)

    def _make_stray(self) -> None:
        """Add the storey that elements name; they then lie on it, and it becomes active."""
        name = next(iter(strays(self._document.level)), "")
        if name and self.commit(lambda level: operations.add_storey(level, name)):
            self._storey.show(name)

    def _delete(self, _: object = None) -> None:
        """Delete the chosen storey; if it is not empty, ask what to do with its elements."""
        name = self.table.chosen
        if name == GROUND:
            self.said.emit(tr("Ground can't be deleted: every level has this storey."))
        elif not elements_on(self._document.level, name):
            self._delete_to(name, None)
        else:
            menu, below = self.deletion_menu(name), self.table.remove
            menu.setActiveAction(menu.actions()[0])
            menu.popup(below.mapToGlobal(QPoint(0, below.height())))

    def deletion_menu(self, name: str) -> QMenu:
        """Return the choices for the elements on a storey that is deleted."""
        menu = named(QMenu(self), tr("Delete the storey"))
        count = len(self._listed())
        others = [other for other in self.table.names if other != name]
        for to in (None, *others):
            action = menu.addAction(say.deletes(name, count, to).replace("&", "&&"))
            action.triggered.connect(partial(self._delete_to, name, to))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _delete_to(self, name: str, to: str | None, _: bool = False) -> None:
        count = len(self._listed())
        # An edit may have taken the storey while the menu was open.
        if self.commit(lambda level: operations.delete_storey(level, name, to=to)):
            self.said.emit(say.deleted(short(name), count, to))
            if to is not None:
                self._storey.show(to)
