"""What changed since the level was saved or backed up, or from another version: worst first."""

from typing import ClassVar

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QPushButton, QTableView, QWidget

from editor.actions.check import show
from editor.actions.compare import go_to
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields.elided import Elided
from editor.look.style import SIZE
from editor.look.views import whole_rows
from editor.look.widgets import make_button, make_label
from editor.panels.changes.rows import ChangeModel, ChangeRow, rows_of
from editor.panels.panel import Panel, Place
from navcore.i18n import mark, several, tr


class ChangeTable(QTableView):
    """One row is chosen by mouse and arrows, which brings it into view."""

    def __init__(self, panel: "ChangesPanel") -> None:
        """Of what the panel lists."""
        super().__init__()
        self._panel = panel
        self.setModel(panel.model)
        self.setAccessibleName(tr("What changed, worst first"))
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        head = whole_rows(self)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
            self.setColumnWidth(column, SIZE.problem_where * 2 // 3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes there, Esc gives the focus back to the canvas."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._panel.go(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self._panel.leave()
        else:
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Go to what was clicked."""
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            self._panel.go(index.row())


class ChangesPanel(Panel):
    """What is compared with, and a row for each thing that changed."""

    name: ClassVar[str] = "changes"
    title: ClassVar[str] = mark("Changes")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 8

    def __init__(self, bench: Workbench) -> None:
        """Of the document's level."""
        super().__init__(bench)
        self.model = ChangeModel()
        self.table = ChangeTable(self)
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
        """The same ways as in the Check menu."""
        menu = self.choose.menu()
        menu.clear()
        for name in ("compare_saved", "compare_backup", "compare_level"):
            menu.addAction(self.bench.commands.table[name])

    def refresh(self, _: object = None) -> None:
        """Show what is known now."""
        earlier = self.bench.backgrounds.earlier
        rows = () if earlier.found is None else tuple(rows_of(earlier.found))
        self.model.show(rows)
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
        self.told.setText(earlier.fault or self._said_without_rows())

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

    def _said_without_rows(self) -> str:
        if self.bench.backgrounds.earlier.found is None:
            return tr("Both levels are baked and checked.")
        return tr("Nothing changed since {0}.").format(self.bench.backgrounds.earlier.name)

    def go(self, number: int) -> None:
        """Bring what a row is about into view."""
        if not 0 <= number < len(self.model.rows):
            return
        row = self.model.rows[number]
        known = {one.key for one in self.bench.problems.found}
        if row.problem is not None and row.problem.key in known:
            show(self.bench, row.problem)
            return
        go_to(self.bench, row.ids, row.place, row.layer)
        self.bench.canvas.said.emit(row.text)


PANELS = (ChangesPanel,)
