"""The tests of the level as a table: name, what is expected, what came out."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import whole_rows
from editor.tools.messages.path_tests import NOT_ASKED, WAITING, verdict
from navcore.i18n import mark, tr
from navcore.level.model import Level, PathTest, in_drawing_order
from navcore.level.naming import called
from navcore.proof.path_tests.answer import Answer
from navcore.proof.path_tests.words import expectation, outcome

Index: TypeAlias = QModelIndex | QPersistentModelIndex

_TITLES: Final = (mark("Test"), mark("Expects"), mark("Came out"))
_NAME, _EXPECTS, _OUTCOME = range(3)


class TestRows(QAbstractTableModel):
    """A row a test: those that fail first, then in drawing order."""

    def __init__(self) -> None:
        """No rows."""
        super().__init__()
        self.tests: tuple[PathTest, ...] = ()
        self._level = Level()
        self._answers: Mapping[int, Answer] = {}

    def show(self, level: Level, answers: Mapping[int, Answer]) -> None:
        """Show the tests of this level, and what is known of them."""
        self.beginResetModel()
        self._level, self._answers = level, answers
        self.tests = tuple(
            sorted(in_drawing_order(level.of(PathTest)), key=lambda one: not self._fails(one))
        )
        self.endResetModel()

    def row_of(self, test_id: int) -> int | None:
        """The row of a test; None if there is none."""
        return next((n for n, one in enumerate(self.tests) if one.id == test_id), None)

    def _fails(self, test: PathTest) -> bool:
        answer = self._answer(test)
        return answer is not None and not answer.passed

    def _answer(self, test: PathTest) -> Answer | None:
        return self._answers.get(test.id) if test.enabled else None

    def told(self, test: PathTest) -> str:
        """What came out, in a sentence."""
        answer = self._answer(test)
        if answer is None:
            return tr(WAITING) if test.enabled else tr(NOT_ASKED)
        return outcome(self._level, test, answer)

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.tests)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Name, expectation, outcome."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """Titles of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        test, column = self.tests[index.row()], index.column()
        answer = self._answer(test)
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}:
            return self._text(test, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = self._text(test, column)
            return f"{tr(verdict(answer))}: {text}" if column == _NAME else text
        if role == Qt.ItemDataRole.DecorationRole and column == _NAME:
            if answer is None:
                return icon("pause", "text2")
            return icon("check", "ok") if answer.passed else icon("error", "error")
        if role == Qt.ItemDataRole.ForegroundRole and answer is None:
            return QBrush(colour(current().text2))
        return None

    def _text(self, test: PathTest, column: int) -> str:
        if column == _NAME:
            return called([test])
        return self.told(test) if column == _OUTCOME else expectation(self._level, test)


class TestList(QTableView):
    """One row is chosen by mouse and arrows; a double-click goes there."""

    chosen = Signal(object)
    """A test was chosen here: its id."""
    wanted = Signal(object)
    """A test was double-clicked, or Enter pressed on it: go there."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: TestRows) -> None:
        """Of these tests."""
        super().__init__()
        self._tests = model
        self.setModel(model)
        self.setAccessibleName(tr("Tests, failing ones first"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        head = whole_rows(self)
        head.setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Interactive)
        head.setSectionResizeMode(_EXPECTS, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(_OUTCOME, QHeaderView.ResizeMode.Stretch)
        self.setColumnWidth(_NAME, SIZE.problem_where)
        self.selectionModel().currentRowChanged.connect(self._tell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room what is expected goes: what came out matters more."""
        super().resizeEvent(event)
        self.setColumnHidden(_EXPECTS, self.viewport().width() < 3 * SIZE.problem_where)

    @property
    def test(self) -> PathTest | None:
        """The test that is chosen."""
        row = self.currentIndex().row()
        return self._tests.tests[row] if 0 <= row < len(self._tests.tests) else None

    def choose(self, test_id: int | None) -> None:
        """Choose this test, and scroll to it; None: choose none."""
        row = None if test_id is None else self._tests.row_of(test_id)
        if row is None:
            self.setCurrentIndex(QModelIndex())
        elif row != self.currentIndex().row():
            self.setCurrentIndex(self._tests.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the test, Esc gives the focus back to the canvas."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.test is not None:
            self.wanted.emit(self.test.id)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the test there."""
        if self.indexAt(event.position().toPoint()).isValid() and self.test is not None:
            self.wanted.emit(self.test.id)

    def _tell(self, *_: object) -> None:
        if self.test is not None:
            self.chosen.emit(self.test.id)
