"""Table of the level's named entries: add, rename, duplicate, move and delete rows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.look.boxes import STRETCH, Part, fill, horizontal, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_tool, named
from editor.panels.library.name_list import Named, NameList
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level


@dataclass(frozen=True, slots=True)
class RowEdits:
    """Edits of rows; they raise `NavcoreError` to refuse."""

    add: Callable[[Level], Edit]
    copy: Callable[[Level, str], Edit]
    rename: Callable[[Level, str, str], Edit]
    move: Callable[[Level, str, int], Edit]
    """Receives the new row, counted from the top."""


@dataclass(frozen=True, slots=True)
class RowTips:
    """Names of the list and the buttons, translated."""

    title: str
    keys: str
    """Description of F2 and Delete."""
    add: str
    copy: str
    delete: str


class NameTable(QWidget):
    """A list of names, one of them chosen, with buttons."""

    chose = Signal(object)
    """Another row is the chosen one, by its name."""
    deletes = Signal(object)
    """The chosen row is to be deleted."""
    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(
        self, symbol: str, tips: RowTips, edits: RowEdits,
        commit: Callable[[Callable[[Level], Edit]], bool], *, others: Sequence[Part] = (STRETCH,),
        fixed: int = 0,
    ) -> None:  # fmt: skip
        """Make an empty table; rows have the icon `symbol`.

        Args:
            symbol: Name of the icon.
            tips: Words for list and buttons.
            edits: Edits of the buttons.
            commit: Makes an edit one undo step, and returns whether it was possible.
            others: Further buttons, between those for moving and deleting.
            fixed: Number of rows at the top that can't be moved.
        """
        super().__init__()
        self.chosen = ""
        """The name of the chosen row."""
        self._edits, self._commit, self._fixed = edits, commit, fixed
        self._rows: list[Named] = []
        self.list = named(NameList(symbol), tips.title, tips.keys)
        self.list.currentRowChanged.connect(self._choose_row)
        self.list.renamed.connect(self._rename)
        self.list.removed.connect(self.deletes)
        self.list.left.connect(self.left)
        self.add = make_tool("plus", tips.add, lambda: self._add(edits.add))
        self.copy = make_tool(
            "duplicate", tips.copy, lambda: self._add(lambda level: edits.copy(level, self.chosen))
        )
        self.up = make_tool("chevron_up", tr("Move up"), lambda: self._move(-1))
        self.down = make_tool("chevron_down", tr("Move down"), lambda: self._move(1))
        self.remove = make_tool("trash", tips.delete, lambda: self.deletes.emit(None))
        buttons = fill(
            horizontal(gap=SIZE.inside, margins=0),
            self.add, self.copy, self.up, self.down, *others, self.remove,
        )  # fmt: skip
        fill(vertical(self, gap=SIZE.related, margins=0), self.list, buttons)

    @property
    def names(self) -> list[str]:
        """The names of the rows, from the top."""
        return [row.name for row in self._rows]

    def show_rows(self, rows: Sequence[Named]) -> None:
        """Show these rows; the chosen one stays so, else whichever takes its place."""
        place = min(max(self.list.currentRow(), 0), len(rows) - 1)
        self._rows = [*rows]
        if self.chosen not in self.names:
            self.chosen = rows[place].name
        self.list.show_lines(rows, self.names.index(self.chosen))
        self._show_buttons()

    def _show_buttons(self) -> None:
        row, last = self.names.index(self.chosen), len(self._rows) - 1
        self.up.setEnabled(row > self._fixed)
        self.down.setEnabled(self._fixed <= row < last)
        self.remove.setEnabled(not self._rows[row].stays)

    def _choose_row(self, row: int) -> None:
        if 0 <= row < len(self._rows):
            self.chosen = self._rows[row].name
            self._show_buttons()
            self.chose.emit(self.chosen)

    def _add(self, make: Callable[[Level], Edit]) -> None:
        """Add a row, and let its name be typed."""
        known = set(self.names)
        if self._commit(make):
            came = next(row for row, name in enumerate(self.names) if name not in known)
            self.list.type_name(came)

    def _rename(self, row: int, new: str) -> None:
        """Rename a row; if the new name is refused, restore the old one."""
        old, new = self._rows[row].name, new.strip()
        if new != old:
            self.chosen = new
            if self._commit(lambda level: self._edits.rename(level, old, new)):
                return
            self.chosen = old
        self.list.put_back(row)

    def _move(self, step: int) -> None:
        name, to = self.chosen, self.names.index(self.chosen) + step
        self._commit(lambda level: self._edits.move(level, name, to))
