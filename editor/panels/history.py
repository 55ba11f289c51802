"""The history: every step of the undo stack, to look at and to go back or forth to."""

from typing import Any, ClassVar, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStackedLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from editor.actions.workbench import Workbench
from editor.document import Document
from editor.look.boxes import fill, vertical
from editor.look.icons import icon
from editor.look.pens import colour
from editor.look.style import SIZE, current
from editor.look.views import only_shown
from editor.look.widgets import make_label
from editor.panels.panel import Panel, Place
from navcore.i18n import mark, tr

Index: TypeAlias = QModelIndex | QPersistentModelIndex

PRESENT = Qt.ItemDataRole.UserRole
"""Role: whether the level is as it was after this step."""
UNDONE = Qt.ItemDataRole.UserRole + 1
"""Role: whether this step was taken back."""
SAVED = Qt.ItemDataRole.UserRole + 2
"""Role: whether the level was saved after this step."""


class HistoryModel(QAbstractListModel):
    """The opened level and each step since; row n is the level after n steps."""

    def __init__(self, document: Document) -> None:
        """The history of the document's undo stack; follows it."""
        super().__init__()
        self._document, self._stack = document, document.stack
        self._count = self._stack.count()
        self._opened = document.path is not None
        self._stack.indexChanged.connect(self._follow)
        self._stack.cleanChanged.connect(self._follow)

    def begin(self, *, opened: bool) -> None:
        """Another level begins, from a file or new."""
        self._opened = opened
        self._follow()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of steps plus one."""
        return 0 if parent.isValid() else self._count + 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the label of a step, and its relation to the present."""
        row, now = index.row(), self._stack.index()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row)
        if role == PRESENT:
            return row == now
        if role == UNDONE:
            return row > now
        if role == SAVED:
            return row == self._stack.cleanIndex()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._text(row)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join((self._text(row), *self._states(index)))
        return None

    def _text(self, row: int) -> str:
        if row == 0 and self._stack.forgotten:
            return tr("Earlier steps were discarded")
        if row == 0:
            return tr("Level as opened") if self._opened else tr("New level")
        return self._stack.text(row - 1)

    def _states(self, index: Index) -> list[str]:
        words = {
            PRESENT: tr("current step"),
            UNDONE: tr("undone"),
            SAVED: tr("saved"),
        }
        return [word for role, word in words.items() if self.data(index, role)]

    def _follow(self) -> None:
        """Follow added, removed and merged steps."""
        if not isValid(self._stack):
            return  # A stack also emits signals while it is deleted.
        count = self._stack.count()
        if count > self._count:
            self.beginInsertRows(QModelIndex(), self._count + 1, count)
            self._count = count
            self.endInsertRows()
        elif count < self._count:
            self.beginRemoveRows(QModelIndex(), count + 1, self._count)
            self._count = count
            self.endRemoveRows()
        self.dataChanged.emit(self.index(0), self.index(count))


class HistoryPanel(Panel):
    """Click or press Enter on a step to restore the level after it."""

    name: ClassVar[str] = "history"
    title: ClassVar[str] = mark("History")
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 2

    def __init__(self, bench: Workbench) -> None:
        """The history of the document."""
        super().__init__(bench)
        self.model = HistoryModel(bench.document)
        self.view = _Steps()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_StepDelegate(self.view))
        self.view.setAccessibleName(tr("History"))
        self.empty = make_label(tr("Your steps will be listed here."), wraps=True)
        nothing = QWidget()
        column = vertical(nothing, margins=(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin))
        fill(column, self.empty)
        column.addStretch()
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.view)
        self._stack.addWidget(nothing)
        self.view.chosen.connect(self._go_to)
        self.view.left.connect(self.leave)
        bench.document.stack.indexChanged.connect(self._show)
        bench.document.loaded.connect(self._begin)
        self._show()

    def _begin(self) -> None:
        self.model.begin(opened=self.bench.document.path is not None or self._drawn())
        self._show()

    def _drawn(self) -> bool:
        """Return whether anything is drawn: a sample has no file of its own, but is not new."""
        return any(True for _ in self.bench.document.level.elements())

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with the steps that came while the panel was hidden."""
        super().showEvent(event)
        self._show()

    def _show(self) -> None:
        """Make the present step the current row, and scroll to it.

        A hidden panel does nothing: the list would lay out all its rows, which takes 13 ms per edit
        after 4,000 steps.
        """
        stack = self.bench.document.stack
        self._stack.setCurrentIndex(0 if stack.count() else 1)
        if not self.isVisible():
            return
        present = self.model.index(stack.index())
        self.view.setCurrentIndex(present)
        self.view.scrollTo(present)

    def _go_to(self, row: int) -> None:
        """Undo or redo up to this step; finish a drag first, and drop unfinished drawing."""
        self.bench.canvas.settle()
        self.bench.canvas.gestures.begin_anew()
        stack = self.bench.document.stack
        stack.setIndex(min(row, stack.count()))


class _Steps(QListView):
    """The list: a click or Enter chooses a step, arrows only go there."""

    chosen = Signal(object)
    """The row of a step."""
    left = Signal(object)

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self.setObjectName("steps")
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        only_shown(self)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setMouseTracking(True)
        self.clicked.connect(lambda index: self.chosen.emit(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter chooses, Esc leaves; the rest is the list's."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.chosen.emit(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)


class _StepDelegate(QStyledItemDelegate):
    """Marks the present step, dims those after it, and shows where the level was saved."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Present: as selected. Taken back: as disabled, but still to be clicked."""
        super().initStyleOption(option, index)
        if index.data(PRESENT):
            option.state |= QStyle.StateFlag.State_Selected
        if index.data(UNDONE):
            option.palette.setColor(QPalette.ColorRole.Text, colour(current().disabled))
        if index.data(SAVED):
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = icon("save", "text2")
            option.decorationSize = QSize(SIZE.icon_small, SIZE.icon_small)
            option.decorationPosition = QStyleOptionViewItem.Position.Right

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Rows are as high as all rows."""
        return QSize(super().sizeHint(option, index).width(), SIZE.row)


PANELS = (HistoryPanel,)
