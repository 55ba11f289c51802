"""Changes since the level was saved or backed up, or from another version: worst first."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from editor.actions.check import show
from editor.actions.compare import go_to
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields.elided import Elided
from editor.look.row_table import RowTable
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.panels.changes.rows import ChangeModel, ChangeRow, rows_of
from editor.panels.panel import Panel, Place
from navcore.i18n import mark, several, tr


class ChangesPanel(Panel):
    """The version to compare with, and a row for each change."""

    name: ClassVar[str] = "changes"
    title: ClassVar[str] = mark("Changes")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 8

    def __init__(self, bench: Workbench) -> None:
        """Show changes of the document's level."""
        super().__init__(bench)
        self.model = ChangeModel()
        self.table = RowTable(self.model, tr("What changed, worst first"))
        self.said_of = Elided()
        self.said_of.setObjectName("group")
        self.told = make_label(wraps=True, plain=True)
        self.choose = QPushButton(tr("Compare with"))
        self.choose.setToolTip(tr("An earlier state of the level, or another version of it"))
        self.choose.setMenu(QMenu(self.choose))
        self.choose.menu().aboutToShow.connect(self._offer)
        self.stop = make_button(
            tr("Stop comparing"), lambda _: bench.commands.table["stop_comparing"].trigger(),
            takes_enter=False,
        )  # fmt: skip
        self._lay_out()
        self.table.chosen.connect(self.go)
        self.table.wanted.connect(self.go)
        self.table.left.connect(self.leave)
        bench.backgrounds.earlier.changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        self.head = QWidget()
        margins = (SIZE.margin, SIZE.inside, SIZE.margin, SIZE.inside)
        fill(
            horizontal(self.head, gap=SIZE.related, margins=margins),
            (self.said_of, 1), self.choose, self.stop,
        )  # fmt: skip
        self.told.setContentsMargins(SIZE.margin, 0, SIZE.margin, 0)
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(vertical(self, gap=0, margins=0), self.head, (self.table, 1), (self.told, 1))

    def _offer(self) -> None:
        """List the same commands as in the Check menu."""
        menu = self.choose.menu()
        menu.clear()
        for name in ("compare_saved", "compare_backup", "compare_level"):
            menu.addAction(self.bench.commands.table[name])

    def refresh(self, _: object = None) -> None:
        """Show the known changes."""
        earlier = self.bench.backgrounds.earlier
        rows = () if earlier.found is None else tuple(rows_of(earlier.found))
        self.table.show_rows(rows)
        self.table.setVisible(bool(rows))
        self.told.setVisible(not rows)
        self.stop.setEnabled(earlier.level is not None)
        if earlier.level is None:
            self.said_of.setText(tr("Nothing is compared yet"))
            self.told.setText(
                tr("Choose an earlier state of the level, and see what changed and what broke.")
            )
            return
        self.said_of.setText(tr("Since {0}: {1}").format(earlier.name, self._counts(rows)))
        self.told.setText(earlier.fault or self._empty_text())

    def _counts(self, rows: tuple[ChangeRow, ...]) -> str:
        if self.bench.backgrounds.earlier.found is None:
            return tr("comparing…")
        broke = sum(row.colour == "error" for row in rows)
        changes = several(len(rows), "1 change", "{0} changes")
        if not rows:
            return tr("nothing changed")
        if not broke:
            return tr("nothing broke, {0}").format(changes)
        return tr("{0}, {1}").format(several(broke, "1 thing broke", "{0} things broke"), changes)

    def _empty_text(self) -> str:
        if self.bench.backgrounds.earlier.found is None:
            return tr("Both levels are baked and checked.")
        return tr("Nothing changed since {0}.").format(self.bench.backgrounds.earlier.name)

    def go(self, row: ChangeRow | None) -> None:
        """Bring the element or place of a row into view."""
        if row is None:
            return
        known = {one.key for one in self.bench.problems.found}
        if row.problem is not None and row.problem.key in known:
            show(self.bench, row.problem)
            return
        go_to(self.bench, row.ids, row.place, row.layer)
        self.bench.canvas.said.emit(row.text)


PANELS = (ChangesPanel,)
