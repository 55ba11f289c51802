"""List of the level's storeys: add, rename in place, move up and down, copy and delete them."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar, Final

from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Field, number_field, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, make_tool, named
from editor.panels.library.name_list import Named, NameList
from editor.panels.library.section import Section
from editor.tools.messages import short
from editor.tools.messages import storeys as say
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.model import SETTINGS_ID, Element, Level
from navcore.level.operations import storeys as operations
from navcore.level.storeys import elements_on, storey_title, storeys_of, strays
from navcore.level.tables import GROUND

COUNT_MS: Final = 200
"""Elements are counted again so long after an edit."""


class Storeys(Section):
    """The level's storeys, the highest first; the chosen one is the one in hand."""

    title: ClassVar[str] = mark("Storeys")

    def __init__(self, bench: Workbench) -> None:
        """Of the document's level."""
        super().__init__(bench)
        self._document, self._storey = bench.document, bench.document.storey
        self._names: list[str] = []
        """Those that are listed."""
        self._merge_key = 0
        self.hint = make_label(
            tr(
                "Everything lies on one storey. Add others for upper floors, cellars, or what "
                "flies above the ground."
            ),
            wraps=True,
        )
        self.list = named(
            NameList("storeys"), tr("Storeys"), tr("F2 renames, Delete deletes the chosen storey")
        )
        self.list.currentRowChanged.connect(self._choose_row)
        self.list.renamed.connect(self._rename)
        self.list.removed.connect(lambda _: self._delete())
        self.list.left.connect(self.left)
        meaning = tr("Height of the floor, as exports have it")
        self.floor: Field = named(number_field(step=0.5), tr("Height of the storey"), meaning)
        self.floor.take = self._commit_height
        self.floor.entered.connect(self._begin)
        self.floor.refused.connect(self._refuse)
        self.floor.left.connect(self.left)
        self.fault = make_label(name="fault", wraps=True)
        self.fault.hide()
        self.held = make_label(wraps=True)
        self.stray = make_label(name="warn", wraps=True)
        self.make_stray = make_button(tr("Make it a storey"), self._make_stray)
        self._make_buttons()
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=COUNT_MS)
        self._soon.timeout.connect(self._count)
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self.refresh)
        self._storey.changed.connect(self._show_storeys)
        self.refresh()

    def _make_buttons(self) -> None:
        self.add = make_tool("plus", tr("Add a storey"), self._add)
        self.copy = make_tool(
            "duplicate", tr("Add a storey with copies of everything on this one"), self._duplicate
        )
        self.up = make_tool("chevron_up", tr("Move up"), lambda: self._move(1))
        self.down = make_tool("chevron_down", tr("Move down"), lambda: self._move(-1))
        self.see_all = make_tool("eye", tr("Show all storeys"), self._storey.toggle_all)
        self.see_all.setCheckable(True)
        self.remove = make_tool("trash", tr("Delete the storey"), self._delete)

    def _lay_out(self) -> None:
        self.order = QWidget()
        fill(
            horizontal(self.order, gap=SIZE.inside, margins=0),
            self.add, self.copy, self.up, self.down, self.see_all, STRETCH, self.remove,
        )  # fmt: skip
        grid = boxes.grid(gaps=(SIZE.margin, SIZE.inside), wide=1)
        grid.setColumnMinimumWidth(0, SIZE.label_column)
        grid.addWidget(make_label(tr("Height"), buddy=self.floor), 0, 0)
        grid.addWidget(self.floor, 0, 1)
        grid.addWidget(self.fault, 1, 1)
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.hint, self.stray, self.make_stray, self.list, self.order, grid, self.held,
        )  # fmt: skip

    @property
    def chosen(self) -> str:
        """The chosen storey: the one in hand; with all of them shown the one chosen last."""
        row = self.list.currentRow()
        return self._names[row] if 0 <= row < len(self._names) else GROUND

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self.refresh()
        elif self.isVisible() and not self._soon.isActive():
            self._soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """What changed while nobody looked."""
        super().showEvent(event)
        self._count()

    def refresh(self, _: object = None) -> None:
        """Show the storeys, and what lies on the chosen one."""
        self._show_storeys()
        self._count()

    def _show_storeys(self, _: object = None) -> None:
        settings = self._document.level.settings
        chosen = self._storey.name or self.chosen
        heights = {layer.name: layer.floor_y for layer in storeys_of(settings)}
        self._names = [*reversed(self._storey.names)]
        lines: list[Named] = []
        for name in self._names:
            words = storey_title(name)
            tip = tr("{0}, floor at {1}").format(words, number_text(heights[name], "m"))
            lines.append(Named(words, tip, renamed=name != GROUND))
        row = self._names.index(chosen if chosen in heights else GROUND)
        self.list.show_lines(lines, row)
        self.hint.setVisible(not self._storey.several)
        self._show_chosen()

    def _show_chosen(self) -> None:
        name, settings = self.chosen, self._document.level.settings
        heights = {layer.name: layer.floor_y for layer in storeys_of(settings)}
        self.floor.show_value(heights[name])
        self.up.setEnabled(name != self._names[0])
        self.down.setEnabled(name != self._names[-1])
        self.remove.setEnabled(name != GROUND)
        self.see_all.setEnabled(self._storey.several)
        self.see_all.setChecked(self._storey.name is None)
        self.held.setText(say.holds(len(self._listed())))

    def _listed(self) -> list[Element]:
        """What lies on the chosen storey, without painted terrain."""
        found = elements_on(self._document.level, self.chosen)
        return [element for element in found if kind_of(element).listed]

    def _count(self) -> None:
        """Count what lies on the chosen storey, and what is meant for one that is missing."""
        self.held.setText(say.holds(len(self._listed())))
        found = strays(self._document.level)
        name, count = next(iter(found.items()), ("", 0))
        self.stray.setText(say.stray(name, count) if count else "")
        self.stray.setVisible(bool(count))
        self.make_stray.setVisible(bool(count))

    # Doing.

    def _choose_row(self, row: int) -> None:
        """Take the storey of a row in hand."""
        if 0 <= row < len(self._names):
            self.floor.forget()
            if self._names[row] == self._storey.name:
                self._show_chosen()
            else:
                self._storey.show(self._names[row])

    def _commit(self, make: Callable[[Level], Edit], *, merge_key: int = 0) -> bool:
        """Make an edit of the level one step; return whether it could be made, and say if not."""
        self.bench.canvas.settle()
        try:
            edit = make(self._document.level)
        except NavcoreError as refusal:
            self.said.emit(str(refusal))
            return False
        self._document.commit(edit, merge_key=merge_key)
        self.refresh()
        return True

    def _add(self) -> None:
        """Add a storey, take it in hand and let its name be typed."""
        self._come(operations.add_storey)

    def _duplicate(self) -> None:
        name, new_id = self.chosen, self._document.new_id
        self._come(lambda level: operations.duplicate_storey(level, name, new_id))

    def _come(self, make: Callable[[Level], Edit]) -> None:
        known = set(self._names)
        if self._commit(make):
            came = next(name for name in self._names if name not in known)
            self._storey.show(came)
            self.list.type_name(self._names.index(came))

    def _make_stray(self) -> None:
        """Make the storey that elements name; they come to lie on it, and it in hand."""
        name = next(iter(strays(self._document.level)), "")
        if name and self._commit(lambda level: operations.add_storey(level, name)):
            self._storey.show(name)

    def _rename(self, row: int, new: str) -> None:
        """The name that was typed; one that is refused gives way to the old one."""
        old = self._names[row]
        if new.strip() == old or not self._commit(
            lambda level: operations.rename_storey(level, old, new)
        ):
            self.list.put_back(row)

    def _move(self, step: int) -> None:
        name = self.chosen
        self._commit(lambda level: operations.exchange_storeys(level, name, step))

    def _begin(self) -> None:
        self._merge_key = self._document.new_merge_key()

    def _commit_height(self, metres: float) -> None:
        name, key = self.chosen, self._merge_key if self.floor.turning else 0
        self._commit(lambda level: operations.set_height(level, name, metres), merge_key=key)

    def _refuse(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _delete(self) -> None:
        """Delete the chosen storey; where something lies on it, ask what becomes of that."""
        name = self.chosen
        if name == GROUND:
            self.said.emit(tr("Ground stays: every level has that storey."))
        elif not elements_on(self._document.level, name):
            self._delete_to(name, None)
        else:
            menu = self.deletion_menu(name)
            menu.setActiveAction(menu.actions()[0])
            menu.popup(self.remove.mapToGlobal(QPoint(0, self.remove.height())))

    def deletion_menu(self, name: str) -> QMenu:
        """Return the choices of what becomes of the elements on a storey that is deleted."""
        menu = named(QMenu(self), tr("Delete the storey"))
        count = len(self._listed())
        others = [other for other in self._names if other != name]
        for to in (None, *others):
            action = menu.addAction(say.deletes(name, count, to).replace("&", "&&"))
            action.triggered.connect(partial(self._delete_to, name, to))
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _delete_to(self, name: str, to: str | None, _: bool = False) -> None:
        count = len(self._listed())
        # An edit may have taken the storey while the menu was open.
        if self._commit(lambda level: operations.delete_storey(level, name, to=to)):
            self.said.emit(say.deleted(short(name), count, to))
            if to is not None:
                self._storey.show(to)
