"""List of the level's states: add, rename in place, reorder and delete them."""

from typing import ClassVar

from editor.actions.states import level_now
from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, make_tool, named
from editor.panels.library.name_list import Named
from editor.panels.library.name_table import NameTable, RowEdits, RowTips
from editor.panels.library.section import Section
from editor.tools.messages import states as say
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Element, Level
from navcore.level.operations import states as operations
from navcore.level.states import in_state, is_on
from navcore.level.tables import DRAWN


class States(Section):
    """States of the level, the drawing first; the chosen state is the shown one."""

    title: ClassVar[str] = mark("States")

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self._document, self._state = bench.document, bench.document.state
        self.hint = make_label(
            tr(
                "A state says which doors are open and what is switched off: Day, Alarm, After "
                "the key. Everything else is drawn once, for all of them."
            ),
            wraps=True,
        )
        self.take_run = make_tool("play", tr("Update the state from the run"), self._update)
        self.table = NameTable(
            "state",
            RowTips(
                tr("States"), tr("F2 renames, Delete deletes the chosen state"),
                tr("Add a state from the doors as they stand"), tr("Duplicate the state"),
                tr("Delete the state"),
            ),
            RowEdits(
                lambda _: operations.add_state(self._document.drawing, level_now(bench)),
                lambda _, name: operations.duplicate_state(self._document.drawing, name),
                operations.rename_state,
                # The list of the level begins after the drawing.
                lambda level, name, row: operations.move_state(level, name, row - 1),
            ),
            self.commit,
            others=(self.take_run, STRETCH),
            fixed=1,
        )  # fmt: skip
        self.table.chose.connect(self._state.show)
        self.table.deletes.connect(self._delete)
        self.table.left.connect(self.left)
        self.differs = make_label(wraps=True)
        self.select = make_button(tr("Select"), self._select)
        named(self.select, tr("Select elements that differ from the drawing"))
        facts = fill(horizontal(gap=SIZE.related), (self.differs, 1), self.select)
        fill(vertical(self, gap=SIZE.related, margins=0), self.hint, self.table, facts)
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self.refresh)
        self._state.changed.connect(self.refresh)
        bench.run.switches.changed.connect(self._show_buttons)
        self.refresh()

    # Showing.

    def _follow(self, edit: Edit) -> None:
        switches = (isinstance(item, Area) and item.door for item in edit.after.values())
        if SETTINGS_ID in edit.after or None in edit.after.values() or any(switches):
            self.refresh()

    def refresh(self, _: object = None) -> None:
        """List the states; the chosen one is the shown one."""
        names = self._state.names
        self.table.chosen = self._state.name
        self.table.show_rows([self._row(name) for name in names])
        self.hint.setVisible(len(names) == 1)
        self.differs.setVisible(len(names) > 1)
        found = self._not_as_drawn()
        self.differs.setText(say.differs(found))
        self.select.setVisible(bool(found))
        self._show_buttons()

    def _row(self, name: str) -> Named:
        shown = in_state(self._document.drawing, name)
        doors = [area for area in shown.areas.values() if area.door]
        opened = sum(map(is_on, doors))
        facts, words = say.counts(opened, len(doors) - opened), say.state_words(name)
        return Named(name, words, f"{words}: {facts}", stays=name == DRAWN, facts=facts)

    def _show_buttons(self, _: object = None) -> None:
        switched = bool(self._state.name) and bool(self.bench.run.switches.switched)
        self.take_run.setEnabled(switched)

    def _not_as_drawn(self) -> list[Element]:
        """Return the elements that the shown state switches, as they are in it."""
        level, drawing = self._document.level, self._document.drawing
        if level is drawing:
            return []
        state = next(one for one in level.states if one.name == self._state.name)
        named_ids = {*state.doors, *state.disabled, *state.enabled}
        pairs = ((level.get(key), drawing.get(key)) for key in sorted(named_ids))
        return [
            there for there, drawn in pairs
            if isinstance(there, Element) and isinstance(drawn, Element)
            and is_on(there) != is_on(drawn)
        ]  # fmt: skip

    # Doing.

    def _delete(self, _: object = None) -> None:
        name = self.table.chosen
        if name == DRAWN:
            self.said.emit(tr("The drawing can't be deleted: every level has it."))
        elif self.commit(lambda level: operations.delete_state(level, name)):
            self.said.emit(tr("{0} is deleted. The level is shown as drawn.").format(name))

    def _update(self) -> None:
        name = self._state.name
        self.commit(lambda _: self._updated(name))

    def _updated(self, name: str) -> Edit:
        now: Level = level_now(self.bench)
        return operations.update_state(self._document.drawing, name, now)

    def _select(self) -> None:
        ids = frozenset(element.id for element in self._not_as_drawn())
        self._document.select(ids - self._document.hidden)
