"""The tree of the outline: what mouse and keys do with its rows."""

from typing import Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragMoveEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QToolTip, QTreeView

from editor.look import pens, style
from editor.look.style import SIZE
from editor.look.views import only_shown
from editor.panels.outline.model import Index, OutlineModel
from editor.panels.outline.rows import Sign, sign_rects
from navcore.i18n import tr

EXPAND_AFTER: Final = 600
"""Milliseconds that something is held over a shut folder before it opens."""
_LEAVING: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape})


class OutlineTree(QTreeView):
    """Letters go to the search, Enter and Esc back to the canvas; signs at the right toggle."""

    touched = Signal()
    """A button or key was pressed, and has done nothing yet."""
    left = Signal(object)
    typed = Signal(object)
    """A letter."""
    headed = Signal(object, object)
    """A folder or section was chosen, with these modifier keys down."""
    signed = Signal(object, object)
    """The eye ("hide") or the lock ("lock") of a row was clicked."""
    menu_wanted = Signal(object)
    """The context menu, at this global place."""

    def __init__(self, model: OutlineModel) -> None:
        """The tree of these rows."""
        super().__init__()
        self._rows = model
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setIndentation(SIZE.group)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        only_shown(self)
        self.setExpandsOnDoubleClick(False)
        self.setMouseTracking(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setAutoExpandDelay(EXPAND_AFTER)
        self._pressed = QPersistentModelIndex()
        self._over = QPoint()

    # Mouse.

    def sign_at(self, place: QPoint) -> tuple[QModelIndex, Sign | None]:
        """Return the row under the mouse, and the sign in it that is under the mouse."""
        index = self.indexAt(place)
        if index.isValid():
            for sign, rect in sign_rects(self.visualRect(index)).items():
                if rect.left() <= place.x() <= rect.right():
                    return index, sign
        return index, None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Toggle signs; select the contents of a folder; leave the rest to the tree."""
        self.touched.emit()
        place = event.position().toPoint()
        index, sign = self.sign_at(place)
        self._pressed = QPersistentModelIndex(index)
        if sign is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = QPersistentModelIndex()
            self.signed.emit(index, sign)
            event.accept()
            return
        super().mousePressEvent(event)
        is_heading = index.isValid() and self._rows.node_at(index) is not None
        if is_heading and place.x() >= self.visualRect(index).left():
            self.headed.emit(index, event.modifiers())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The second click on a sign is a click like the first."""
        if self.sign_at(event.position().toPoint())[1] is not None:
            self.mousePressEvent(event)
        else:
            super().mouseDoubleClickEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """A press on a sign drags nothing."""
        if event.buttons() == Qt.MouseButton.NoButton or self._pressed.isValid():
            super().mouseMoveEvent(event)

    def startDrag(self, actions: Qt.DropAction) -> None:
        """Carry the folder that was pressed, or the selected rows."""
        held = self._pressed
        pressed = self._rows.index(held.row(), held.column(), held.parent())
        rows = self.selectionModel().selectedIndexes()
        node = self._rows.node_at(pressed) if pressed.isValid() else None
        if node is not None:
            rows = [pressed] if node.path else []
        if not rows:
            return
        drag = QDrag(self)
        drag.setMimeData(self._rows.mimeData(rows))
        drag.exec(Qt.DropAction.MoveAction)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Remember where something is held."""
        self._over = event.position().toPoint()
        super().dragMoveEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, and where dragged rows would be dropped."""
        super().paintEvent(event)
        if self.state() != QAbstractItemView.State.DraggingState:
            return
        row = self.visualRect(self.indexAt(self._over))
        place, drops = self.dropIndicatorPosition(), QAbstractItemView.DropIndicatorPosition
        if row.isEmpty() or place == drops.OnViewport:
            return
        if place != drops.OnItem:
            row.setTop(row.top() if place == drops.AboveItem else row.bottom())
            row.setHeight(0)
        painter = QPainter(self.viewport())
        painter.setPen(pens.pen(style.current().accent, SIZE.focus))
        painter.drawRect(row)
        painter.end()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Show the menu of the selection; by key, beside the current row."""
        place = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            place = self.viewport().mapToGlobal(self.visualRect(self.currentIndex()).center())
        self.menu_wanted.emit(place)
        event.accept()

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tool tip for the sign under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index, sign = self.sign_at(event.pos())
            if sign is not None:
                QToolTip.showText(event.globalPos(), self.tip_of(index, sign), self)
                return True
        return super().viewportEvent(event)

    def tip_of(self, index: Index, sign: Sign) -> str:
        """Return what a click on the sign does."""
        hidden, locked = self._rows.states(index)
        if sign == "hide":
            return tr("Show") if hidden else tr("Hide")
        return tr("Unlock") if locked else tr("Lock")

    # Keys.

    def event(self, event: QEvent) -> bool:
        """F2 on a folder and Home go to the tree, even if actions have these keys."""
        overriding = event.type() == QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and self._is_own(event):
            event.accept()
            return True
        return super().event(event)

    def _is_own(self, event: QKeyEvent) -> bool:
        return self._renames_folder(event) or event.key() == Qt.Key.Key_Home

    def _is_heard(self, event: QKeyEvent) -> bool:
        """Return whether an action has the key: such keys never search, even if disabled."""
        pressed = QKeySequence(event.keyCombination())
        return any(pressed in action.shortcuts() for action in self.actions())

    def _renames_folder(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_F2 and self.at_folder()

    def at_folder(self) -> bool:
        """Return whether a group is the current row."""
        node = self._rows.node_at(self.currentIndex()) if self.currentIndex().isValid() else None
        return node is not None and bool(node.path)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc leave, letters search, F2 renames a folder; the rest is the tree's."""
        self.touched.emit()
        plain = event.modifiers() in {
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.ShiftModifier,
        }
        before = self.currentIndex()
        if self.state() == QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif event.key() in _LEAVING:
            self.left.emit(None)
        elif self._renames_folder(event):
            self.edit(self.currentIndex())
        elif self._is_heard(event) and event.key() != Qt.Key.Key_Home:
            event.accept()
        elif plain and event.text().strip() and event.text().isprintable():
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)
            index = self.currentIndex()
            moved = index != before and index.isValid()
            if moved and self._rows.node_at(index) is not None:
                self.headed.emit(index, event.modifiers())
