"""Tests of the level with their results: a list that follows the drawing."""

from typing import ClassVar

from PySide6.QtCore import Qt

from editor.actions.path_tests import show_test
from editor.actions.workbench import Workbench
from editor.look.boxes import fill, vertical
from editor.look.row_table import RowTable
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.panel import Panel, Place
from editor.panels.tests.table import TestRows
from navcore.i18n import mark, tr
from navcore.level.model import PathTest


class PathTestsPanel(Panel):
    """One table; the chosen test is selected in the level."""

    name: ClassVar[str] = "tests"
    title: ClassVar[str] = mark("Tests")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 2

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self.model = TestRows()
        self.table = RowTable(self.model, tr("Tests, failing ones first"))
        self.empty = make_label(
            tr("No path tests. Right-click a probe and choose Expect this."), wraps=True
        )
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(vertical(self, gap=0, margins=0), (self.empty, 1), (self.table, 1))
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(lambda test: show_test(bench, test.id))
        self.table.left.connect(self.leave)
        bench.tests.changed.connect(self.refresh)
        bench.document.selection_changed.connect(self._follow_selection)
        self.refresh()

    def refresh(self, _: object = None) -> None:
        """Show the tests that are known now."""
        service = self.bench.tests
        self.table.show_rows(self.model.take(service.level, service.answers))
        self.empty.setVisible(not self.model.rows)
        self.table.setVisible(bool(self.model.rows))
        self._follow_selection()

    def _follow_selection(self, _: object = None) -> None:
        """Choose the row of the single selected test."""
        document = self.bench.document
        ids = document.selection.ids & document.level.of(PathTest).keys()
        self.table.choose(next(iter(ids)) if len(ids) == 1 else None)

    def _choose(self, test: PathTest | None) -> None:
        document = self.bench.document
        if test is not None and document.level.get(test.id) is not None:
            self.bench.canvas.settle()
            document.select(frozenset({test.id}))


PANELS = (PathTestsPanel,)
