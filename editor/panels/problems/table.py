"""The problems of the level as a table: what, and where."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import whole_rows
from editor.tools.messages.play import clock_text
from navcore.i18n import mark, tr
from navcore.level.model import Level
from navcore.level.naming import called
from navcore.proof.problem import Key, Problem, Severity

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ICONS: Final[dict[Severity, tuple[str, str]]] = {
    "error": ("error", "error"),
    "warning": ("warning", "warn"),
    "note": ("info", "text2"),
    "off": ("eye_off", "disabled"),
}
"""Icon of how much a problem weighs, and its colour."""

WORDS: Final[dict[Severity, str]] = {
    "error": mark("Error"),
    "warning": mark("Warning"),
    "note": mark("Note"),
    "off": mark("Off"),
}
"""What people call it."""

_TITLES: Final = (mark("What"), mark("Where"))
_MEANT: Final = ("check", "text2")
_FROM_RUN: Final = ("play", "text2")


class ProblemModel(QAbstractTableModel):
    """A row a problem: errors first, then warnings, notes, and what is meant."""

    def __init__(self, level: Callable[[], Level]) -> None:
        """No rows; `level` has the names."""
        super().__init__()
        self._level = level
        self.problems: tuple[Problem, ...] = ()

    def show(self, problems: tuple[Problem, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self.problems = tuple(sorted(problems, key=_rank))
        self.endResetModel()

    def row_of(self, key: Key | None) -> int | None:
        """The row of the problem that is known by this key; None if there is none."""
        return next((n for n, one in enumerate(self.problems) if one.key == key), None)

    # What Qt asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """How many there are."""
        return 0 if parent.isValid() else len(self.problems)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """What and where."""
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
        problem, column = self.problems[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return (told(problem), self.where(problem))[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return told(problem)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            word = tr("Meant") if problem.meant is not None else tr(WORDS[problem.severity])
            return f"{word}: {told(problem)}"
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return icon(*_icon_of(problem))
        if role == Qt.ItemDataRole.ForegroundRole and not problem.fails:
            return QBrush(colour(current().text2))
        return None

    def where(self, problem: Problem) -> str:
        """The elements that it is about, else what of a table."""
        level = self._level()
        elements = [level.element(one) for one in problem.elements if level.get(one) is not None]
        if len(elements) > 1:
            others = called(elements[1:])
            return tr("{0} and {1}").format(called(elements[:1]), others)
        return called(elements) if elements else problem.about or tr("the level")


def told(problem: Problem) -> str:
    """Return what was found; where a run showed it, when, and whether the level changed since."""
    if problem.seconds is None:
        return problem.text
    if problem.finding.old:
        said = tr("From the run, before the last change, {0}: {1}")
    else:
        said = tr("From the run, {0}: {1}")
    return said.format(clock_text(problem.seconds), problem.text)


def _icon_of(problem: Problem) -> tuple[str, str]:
    if problem.meant is not None:
        return _MEANT
    if problem.seconds is not None and problem.severity == "note":
        return _FROM_RUN
    return ICONS[problem.severity]


def _rank(problem: Problem) -> tuple[bool, int, bool, Key]:
    """Errors first; of a weight those of the drawing first; what a change may have mended last."""
    weight = list(ICONS).index(problem.severity)
    return (problem.meant is not None, weight + problem.finding.old, problem.seconds is not None,
            problem.key)  # fmt: skip


class ProblemTable(QTableView):
    """One row is chosen by mouse and arrows; a double-click goes there."""

    chosen = Signal(object)
    """A problem was chosen here, or None."""
    wanted = Signal(object)
    """A problem was double-clicked, or Enter pressed on it: go there."""
    left = Signal(object)
    """Esc: the focus goes back."""

    def __init__(self, model: ProblemModel) -> None:
        """Of these problems."""
        super().__init__()
        self._problems = model
        self.setModel(model)
        self.setAccessibleName(tr("Problems, errors first"))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        head = whole_rows(self)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.setColumnWidth(1, SIZE.problem_where)
        self.selectionModel().currentRowChanged.connect(self._tell)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room the names go: the sentences tell them, too."""
        super().resizeEvent(event)
        self.setColumnHidden(1, self.viewport().width() < 2 * SIZE.problem_where)

    @property
    def problem(self) -> Problem | None:
        """The problem that is chosen."""
        row = self.currentIndex().row()
        return self._problems.problems[row] if 0 <= row < len(self._problems.problems) else None

    def choose(self, key: Key | None) -> None:
        """Choose the problem that is known by this key, and scroll to it."""
        row = self._problems.row_of(key)
        if row is None:
            self.setCurrentIndex(QModelIndex())
        elif row != self.currentIndex().row():
            self.setCurrentIndex(self._problems.index(row, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the problem, Esc gives the focus back to the canvas."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.problem is not None:
            self.wanted.emit(self.problem)
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the problem there."""
        if self.indexAt(event.position().toPoint()).isValid() and self.problem is not None:
            self.wanted.emit(self.problem)

    def _tell(self, *_: object) -> None:
        self.chosen.emit(self.problem)
