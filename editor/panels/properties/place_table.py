"""Table of places: the corners of a polygon or the goals of an agent, all editable.

It works like a spreadsheet: typing starts a value, Tab goes to the next one, Enter to the next row.
Rows are copied as lines of text, and lines of text can be pasted over them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPoint,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QCompleter,
    QHeaderView,
    QLineEdit,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from editor.look.style import SIZE
from editor.panels.properties.place_model import (
    OFFERS,
    Column,
    Index,
    Move,
    PlaceModel,
    places_in,
    text_of,
)
from navcore.errors import NavcoreError
from navcore.level.model import Point

ROWS_SHOWN: Final = 8
"""A longer table scrolls."""

SOON_MS: Final = 50
"""Milliseconds after which the layout around the table is done."""

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_TAB: Final = frozenset({Qt.Key.Key_Tab, Qt.Key.Key_Backtab})


class _Typing(QStyledItemDelegate):
    """Editor of a cell: stays open if the text is refused; Tab and Enter go on."""

    gone_on = Signal(object)
    """Emitted after a committed value, with columns and rows to move by."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field that aligns as the cell does, and completes words that its column offers."""
        editor = super().createEditor(parent, option, index)
        if isinstance(editor, QLineEdit):
            editor.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            offers = index.data(OFFERS)
            if offers:
                completer = QCompleter(offers, editor)
                completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
                completer.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
                editor.setCompleter(completer)
        return editor

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle Enter and Tab, before Qt closes the field even with invalid text."""
        if isinstance(event, QKeyEvent) and isinstance(watched, QLineEdit):
            back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            key = Qt.Key(event.key())
            if event.type() == QEvent.Type.KeyPress and key in _ENTER | _TAB:
                if self._take(watched):
                    back |= key == Qt.Key.Key_Backtab
                    step = -1 if back else 1
                    self.gone_on.emit((0, step) if key in _ENTER else (step, 0))
                return True
        return super().eventFilter(watched, event)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Remember whether it was taken."""
        text = editor.text() if isinstance(editor, QLineEdit) else ""
        same = text == model.data(index, Qt.ItemDataRole.EditRole)
        taken = same or model.setData(index, text, Qt.ItemDataRole.EditRole)
        editor.setProperty("invalid", not taken)

    def _take(self, editor: QLineEdit) -> bool:
        """Commit the typed text and close the editor; return whether it was accepted."""
        self.commitData.emit(editor)
        if editor.property("invalid"):
            editor.style().unpolish(editor)
            editor.style().polish(editor)
            return False
        self.closeEditor.emit(editor, QAbstractItemDelegate.EndEditHint.NoHint)
        return True


class PlaceTable(QTableView):
    """Shows a `PlaceModel`, as high as its rows need."""

    rows_selected = Signal(object)
    """The numbers of the selected places, as a frozenset."""
    deleted = Signal(object)
    """Delete was pressed on these places."""
    pasted = Signal(object)
    """Numbers of places, and the places that take their places: a frozenset and a tuple."""
    left = Signal(object)
    """Esc: the focus goes back to the canvas."""

    def __init__(self, move: Move) -> None:
        """An empty table."""
        super().__init__()
        self._syncing = False
        self._told: frozenset[int] = frozenset()
        self._began: int | None = None
        """The column where a row of values was begun."""
        self.places = PlaceModel(move)
        self._delegate = _Typing(self)
        self._delegate.gone_on.connect(self._go_on)
        self.setItemDelegate(self._delegate)
        self.setModel(self.places)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.AnyKeyPressed
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.DoubleClicked
        )
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        # Names of waypoints differ at their ends.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(SIZE.row)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(SIZE.row)
        self.verticalHeader().setMinimumSectionSize(SIZE.row)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.selectionModel().selectionChanged.connect(self._tell)

    def show_places(
        self, places: Sequence[Point], selected: frozenset[int], columns: tuple[Column, ...] = ()
    ) -> None:
        """Show these places, further columns, and which places are selected."""
        row, column = self.currentIndex().row(), self.currentIndex().column()
        reset = len(places) != len(self.places.shown) or len(columns) != len(self.places.columns)
        self._syncing = True
        try:
            self.places.show_places(places, columns)
            self.setFixedHeight(SIZE.row * (1 + min(len(places), ROWS_SHOWN)) + SIZE.inside)
            if self.state() == QAbstractItemView.State.EditingState:
                return
            if reset or selected != self._told:
                self._select(selected)
            if reset and places and row >= 0:
                index = self.places.index(min(row, len(places) - 1), max(0, column))
                self._make_current(index)
        finally:
            self._syncing = False

    def _select(self, selected: frozenset[int]) -> None:
        """Select these rows and bring one into sight."""
        chosen = QItemSelection()
        end = self.places.columnCount() - 1
        for first, last in _runs(selected):
            chosen.select(self.places.index(first, 0), self.places.index(last, end))
        model = self.selectionModel()
        model.select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._told = selected
        if not selected:
            return
        if self.currentIndex().row() not in selected:
            index = self.places.index(min(selected), max(0, self.currentIndex().column()))
            self._make_current(index)
            if not any(self._is_seen(row) for row in selected):
                self.scrollTo(index)
        if not self.hasFocus():
            # The surrounding layout is done later.
            QTimer.singleShot(SOON_MS, self, self._scroll_into_view)

    def _scroll_into_view(self) -> None:
        """Scroll the parent so that the rows chosen on the canvas are visible."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        content = around.widget() if isinstance(around, QScrollArea) else None
        if isinstance(around, QScrollArea) and content is not None and self.isVisible():
            top = self.mapTo(content, QPoint(0, 0)).y()
            for edge in (top + self.height(), top):
                around.ensureVisible(0, edge, 0, SIZE.related)

    def _make_current(self, index: QModelIndex) -> None:
        """Make a cell current and keep the selection."""
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _is_seen(self, row: int) -> bool:
        top = self.rowViewportPosition(row)
        return 0 <= top <= self.viewport().height() - SIZE.row

    # Keys.

    def event(self, event: QEvent) -> bool:
        """Copying and pasting rows is not copying and pasting elements."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            standard = QKeySequence.StandardKey
            own = (standard.Copy, standard.Cut, standard.Paste, standard.SelectAll)
            if any(event.matches(key) for key in own) or event.key() == Qt.Key.Key_Delete:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete takes places away, Enter goes down, Esc leaves."""
        key = Qt.Key(event.key())
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.matches(QKeySequence.StandardKey.Cut):
            self.copy()
            self.deleted.emit(self._rows())
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste()
        elif key in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.deleted.emit(self._rows())
        elif key == Qt.Key.Key_Escape:
            self.left.emit(None)
        elif key in _ENTER:
            self._go_on((0, -1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1))
        elif key in _TAB:
            # Leave the table, so that Tab is never trapped in it.
            event.ignore()
        else:
            super().keyPressEvent(event)

    def copy(self) -> None:
        """Copy the selected rows to the clipboard, a line each; all if none is selected."""
        rows = sorted(self._rows()) or range(len(self.places.shown))
        QGuiApplication.clipboard().setText(text_of(self.places.shown[row] for row in rows))

    def paste(self) -> None:
        """Replace the selected rows by the places on the clipboard."""
        try:
            places = places_in(QGuiApplication.clipboard().text())
        except NavcoreError as fault:
            self.places.refused.emit(str(fault))
            return
        self.pasted.emit((self._rows(), places))

    def _go_on(self, step: tuple[int, int]) -> None:
        """Go to the next value, or to the start column of the next row."""
        columns, rows = step
        index = self.currentIndex()
        row, column = index.row(), index.column()
        if columns:
            self._began = column if self._began is None else self._began
            count = self.places.columnCount()
            row, column = row + (column + columns) // count, (column + columns) % count
        else:
            column = column if self._began is None else self._began
            self._began, row = None, row + rows
        if not 0 <= row < self.places.rowCount():
            self._began = None
            return
        following = self.places.index(row, column)
        self.setCurrentIndex(following)
        if columns:
            self.edit(following)

    def _rows(self) -> frozenset[int]:
        return frozenset(index.row() for index in self.selectionModel().selectedRows())

    def _tell(self) -> None:
        if not self._syncing:
            self._told = self._rows()
            self.rows_selected.emit(self._told)


def _runs(rows: Iterable[int]) -> list[tuple[int, int]]:
    """First and last of the rows that follow each other."""
    runs: list[tuple[int, int]] = []
    for row in sorted(rows):
        if runs and runs[-1][1] == row - 1:
            runs[-1] = (runs[-1][0], row)
        else:
            runs.append((row, row))
    return runs
