"""The outline: everything that is drawn, by group or kind, linked with the canvas."""

from collections.abc import Mapping
from typing import ClassVar

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut, QValidator
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from editor.document import Selection
from editor.panels.outline_model import Index, OutlineModel, name_fault
from editor.panels.panel import Context, Panel, Place
from editor.style import SIZE


class OutlinePanel(Panel):
    """Find, select, rename and delete by name."""

    name: ClassVar[str] = "outline"
    title: ClassVar[str] = "Outline"
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 0

    def __init__(self, context: Context) -> None:
        """The outline of the document."""
        super().__init__(context)
        self._syncing = False
        self._shut: set[str] = set()
        self.model = OutlineModel(context.document)
        self.search_field = QLineEdit()
        self.search_field.setPlaceholderText(self.tr("Find by name, kind or tag"))
        self.search_field.setAccessibleName(self.tr("Find"))
        self.search_field.setClearButtonEnabled(True)
        for button in self.search_field.findChildren(QToolButton):
            button.setAccessibleName(self.tr("Clear"))
        self.view = _Tree()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_NameDelegate(self))
        self.view.setAccessibleName(self.tr("Outline"))
        self.empty = QLabel()
        self.empty.setObjectName("label")
        self.empty.setWordWrap(True)
        self.empty.setMinimumWidth(SIZE.label_column)
        self.clear = QPushButton(self.tr("Clear"))
        self.clear.clicked.connect(self.search_field.clear)
        self._lay_out()
        leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.search_field)
        leave.setContext(Qt.ShortcutContext.WidgetShortcut)
        leave.activated.connect(context.canvas.setFocus)
        self.search_field.textChanged.connect(self._search)
        self.search_field.returnPressed.connect(self._take_found)
        self.model.refused.connect(self.said)
        for signal in (self.model.modelReset, self.model.rowsInserted, self.model.rowsRemoved):
            signal.connect(self._show_state)
        self.model.modelReset.connect(self._restore)
        self.view.selectionModel().selectionChanged.connect(self._selected_here)
        self.view.expanded.connect(lambda index: self._shut.discard(self._heading(index)))
        self.view.collapsed.connect(lambda index: self._shut.add(self._heading(index)))
        self.view.left.connect(self._leave)
        self.view.doubleClicked.connect(self._show_on_canvas)
        context.document.selection_changed.connect(self._selected_elsewhere)
        context.document.loaded.connect(self._shut.clear)
        self._restore()
        self._show_state()

    def rename(self) -> None:
        """Edit the name of the selected element in place."""
        chosen = self.context.document.selection.ids
        if len(chosen) == 1:
            index = self.model.index_of(next(iter(chosen)))
            if index.isValid():
                self.view.setCurrentIndex(index)
                self.view.edit(index)

    def rename_group(self, path: str) -> None:
        """Go to the group of this path."""
        for row in range(self.model.rowCount()):
            if self.model.section_key(row)[1] == path:
                self.view.setCurrentIndex(self.model.index(row, 0))

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """Delete and F2 work in the tree as well."""
        for name in ("delete", "rename", "hide"):
            self.view.addAction(table[name])

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.setContentsMargins(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.related)
        top.addWidget(self.search_field)
        nothing = QWidget()
        column = QVBoxLayout(nothing)
        column.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        column.setSpacing(SIZE.related)
        column.addWidget(self.empty)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(nothing)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addLayout(self._stack, 1)

    def _show_state(self) -> None:
        """What stands here when no row does."""
        searched = self.search_field.text().strip()
        if searched:
            self.empty.setText(self.tr('Nothing named "{0}".').format(searched))
        else:
            self.empty.setText(
                self.tr("Nothing drawn yet. Press P and click the corners of a floor.")
            )
        self.clear.setVisible(bool(searched))
        self._stack.setCurrentIndex(0 if self.model.rowCount() else 1)

    def _search(self, text: str) -> None:
        self.model.search(text)
        self._show_state()

    def _take_found(self) -> None:
        """Enter in the search takes everything that it found."""
        if self.search_field.text().strip() and self.model.rowCount():
            self.view.selectAll()
            self.view.setFocus()

    def _heading(self, index: QModelIndex) -> str:
        row = index.row()
        return self.model.heading(self.model.section_key(row))

    def _restore(self) -> None:
        """After all rows came anew: open sections as they were, and the selection."""
        # One layout for all sections, not one each.
        self.view.scheduleDelayedItemsLayout()
        for row in range(self.model.rowCount()):
            index = self.model.index(row, 0)
            self.view.setExpanded(index, self._heading(index) not in self._shut)
        self._selected_elsewhere(self.context.document.selection)

    def _selected_here(self) -> None:
        if self._syncing:
            return
        ids = set()
        for index in self.view.selectionModel().selectedIndexes():
            element = self.model.element_at(index)
            if element is not None:
                ids.add(element.id)
        self._syncing = True
        try:
            self.context.document.select(frozenset(ids))
        finally:
            self._syncing = False

    def _selected_elsewhere(self, selection: Selection) -> None:
        if self._syncing:
            return
        self._syncing = True
        try:
            chosen = QItemSelection()
            for first, last in self.model.section_runs(selection.ids):
                chosen.select(first, last)
            self.view.selectionModel().select(
                chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            if not chosen.isEmpty():
                # Not `indexes()`, which asks for each row.
                top = chosen.first()
                first = self.model.index(top.top(), 0, top.parent())
                self.view.selectionModel().setCurrentIndex(
                    first, QItemSelectionModel.SelectionFlag.NoUpdate
                )
                self.view.scrollTo(first)
        finally:
            self._syncing = False

    def _show_on_canvas(self, index: QModelIndex) -> None:
        if self.model.element_at(index) is not None:
            self.context.canvas.frame_selection()

    def _leave(self) -> None:
        self.context.canvas.setFocus()


class _Tree(QTreeView):
    """The tree: letters search, Enter and Esc go back to the canvas."""

    left = Signal(object)

    def __init__(self) -> None:
        """An empty tree."""
        super().__init__()
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setIndentation(SIZE.group)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setExpandsOnDoubleClick(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave; the rest is the tree's."""
        leaving = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape}
        if event.key() in leaving and self.state() != QAbstractItemView.State.EditingState:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)


class _NameValidator(QValidator):
    """Holds Enter back while the name can't be taken, and marks the field."""

    def __init__(self, field: QLineEdit, panel: OutlinePanel, index: Index) -> None:
        super().__init__(field)
        self._field = field
        self._panel = panel
        self._index = QPersistentModelIndex(index)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Intermediate while another area has this name."""
        element = self._panel.model.element_at(self._index)
        fault = ""
        if element is not None:
            fault = name_fault(self._panel.context.document.level, element, text.strip())
        if fault != self._field.toolTip():
            self._field.setToolTip(fault)
            self._field.setProperty("invalid", bool(fault))
            self._field.style().unpolish(self._field)
            self._field.style().polish(self._field)
            if fault:
                self._panel.said.emit(fault)
        state = QValidator.State.Intermediate if fault else QValidator.State.Acceptable
        return state, text, position


class _NameDelegate(QStyledItemDelegate):
    """Renames in place."""

    def __init__(self, panel: OutlinePanel) -> None:
        super().__init__(panel)
        self._panel = panel

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A field that knows which names are taken."""
        field = QLineEdit(parent)
        field.setAccessibleName(self._panel.tr("Name"))
        field.setValidator(_NameValidator(field, self._panel, index))
        return field

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Leaving a field whose name is refused leaves the old name."""
        if (
            event.type() == QEvent.Type.FocusOut
            and isinstance(editor, QLineEdit)
            and not editor.hasAcceptableInput()
        ):
            self.closeEditor.emit(editor)
            return False
        return super().eventFilter(editor, event)


PANELS = (OutlinePanel,)
