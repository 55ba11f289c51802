"""Rows of the outline: how they look, and how their names are edited."""

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, QObject, QPersistentModelIndex, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QIcon, QKeyEvent, QPainter, QValidator
from PySide6.QtWidgets import (
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from editor.document import Document
from editor.look import pens, style
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.panels.outline.edits import group_fault, name_fault
from editor.panels.outline.messages import label_of, state_of
from editor.panels.outline.model import Index, OutlineModel
from navcore.i18n import tr

Sign: TypeAlias = Literal["hide", "lock"]
"""The eye or the lock at the right of a row."""


def sign_rects(row: QRect) -> dict[Sign, QRect]:
    """Return the clickable rectangles of a row's eye and lock."""
    side = SIZE.icon_small + SIZE.related
    right = row.right() - SIZE.inside + 1
    return {
        "hide": QRect(right - 2 * side, row.top(), side, row.height()),
        "lock": QRect(right - side, row.top(), side, row.height()),
    }


def fitted(metrics: QFontMetrics, name: str, more: str, room: int) -> tuple[str, str]:
    """Return a name and the text after it, shortened to a number of pixels.

    The name is shortened in its middle, and keeps up to half of the room.
    """
    behind = metrics.horizontalAdvance(more) + SIZE.related if more else 0
    least = min(metrics.horizontalAdvance(name), room // 2)
    shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, max(least, room - behind))
    left = room - metrics.horizontalAdvance(shown) - SIZE.related
    return shown, metrics.elidedText(more, Qt.TextElideMode.ElideRight, max(0, left))


class RowDelegate(QStyledItemDelegate):
    """Paints rows, and renames in place."""

    refused = Signal(object)
    """Reason why a typed name is refused."""

    def __init__(self, tree: QTreeView, document: Document) -> None:
        """The delegate of this tree."""
        super().__init__(tree)
        self._tree = tree
        self._document = document

    # Painting.

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint icon, name, state or number of elements, and signs."""
        look = QStyleOptionViewItem(option)
        self.initStyleOption(look, index)
        look.text, look.icon = "", QIcon()
        model = self._tree.model()
        assert isinstance(model, OutlineModel)
        node = model.node_at(index)
        is_open = node is not None and bool(look.state & QStyle.StateFlag.State_Open)
        if not is_open and model.is_selected(index):
            look.state |= QStyle.StateFlag.State_Selected
        drawer = self._tree.style()
        drawer.drawControl(QStyle.ControlElement.CE_ItemViewItem, look, painter, self._tree)
        hidden, locked = model.states(index)
        hovered = bool(look.state & QStyle.StateFlag.State_MouseOver)
        signs = self._signs(hidden, locked, hovered)
        rect = _text_rect(look.rect, has_icon=node is None, signs=len(signs))
        token = "text2" if hidden else "text"
        if node is None:
            element = model.element_at(index)
            sign = index.data(Qt.ItemDataRole.DecorationRole)
            if element is None:
                return
            behind = model.behind(element)
            dim = hidden or element.id in self._document.storey.apart
            token = "text2" if dim else "text"
            mode = QIcon.Mode.Disabled if dim else QIcon.Mode.Normal
            sign.paint(painter, _icon_rect(look.rect), Qt.AlignmentFlag.AlignCenter, mode)
            name = element.name or label_of(element, model.switched().get(element.id))
            state = state_of(element, model.switched().get(element.id)) if element.name else ""
            more = "  ".join(filter(None, [state, behind]))
        else:
            name, more = model.heading(node), f"{node.shown:,}"
        self._paint_text(painter, look, rect, (name, more), token)
        self._paint_signs(painter, look.rect, signs)

    def _paint_text(
        self,
        painter: QPainter,
        look: QStyleOptionViewItem,
        rect: QRect,
        texts: tuple[str, str],
        token: str,
    ) -> None:
        """The name, then words in grey; both shortened where room is short."""
        metrics = look.fontMetrics
        shown, more = fitted(metrics, *texts, rect.width())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        theme = style.current()
        painter.setFont(look.font)
        painter.setPen(pens.colour(getattr(theme, token)))
        painter.drawText(rect, flags, shown)
        if more:
            painter.setPen(pens.colour(theme.text2))
            after = metrics.horizontalAdvance(shown) + SIZE.related
            painter.drawText(rect.adjusted(after, 0, 0, 0), flags, more)

    def _signs(self, hidden: bool, locked: bool, hovered: bool) -> dict[Sign, str]:
        """Return the signs to show: set ones, and both while the mouse is over the row."""
        signs: dict[Sign, str] = {}
        if hidden or hovered:
            signs["hide"] = "eye_off" if hidden else "eye"
        if locked or hovered:
            signs["lock"] = "lock" if locked else "lock_open"
        return signs

    def _paint_signs(self, painter: QPainter, row: QRect, signs: dict[Sign, str]) -> None:
        mouse = self._tree.viewport().mapFromGlobal(self._tree.cursor().pos())
        for sign, rect in sign_rects(row).items():
            if sign in signs:
                token = "text" if rect.contains(mouse) else "text2"
                icon(signs[sign], token).paint(painter, _centred(rect))

    # Renaming.

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return a field that refuses names in use."""
        field = QLineEdit(parent)
        field.setAccessibleName(tr("Name"))
        field.setValidator(_NameValidator(field, self, index))
        return field

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Place the field over the name, with all available width."""
        model = self._tree.model()
        assert isinstance(model, OutlineModel)
        has_icon = model.node_at(index) is None
        room = _text_rect(option.rect, has_icon=has_icon, signs=0)
        editor.setGeometry(room.adjusted(-SIZE.inside, 1, 0, -1))

    def fault(self, index: Index, name: str) -> str:
        """Return why the row can't have this name; empty if it can."""
        model, level = self._tree.model(), self._document.level
        assert isinstance(model, OutlineModel)
        element, node = model.element_at(index), model.node_at(index)
        if element is not None:
            return name_fault(level, element, name)
        if node is None or not node.path:
            return ""
        return group_fault(level, node.path, name)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Rename at once on Enter; on leaving the field, restore the old name if refused.

        Qt would rename after the event loop runs again: rows may have changed by then, and the name
        lost.
        """
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
            and isinstance(editor, QLineEdit)
        ):
            if editor.hasAcceptableInput():
                self.commitData.emit(editor)
                self.closeEditor.emit(editor)
            return True
        if (
            event.type() == QEvent.Type.FocusOut
            and isinstance(editor, QLineEdit)
            and not editor.hasAcceptableInput()
        ):
            self.closeEditor.emit(editor)
            return False
        return super().eventFilter(editor, event)


class _NameValidator(QValidator):
    """Holds Enter back while the name can't be taken, and marks the field."""

    def __init__(self, field: QLineEdit, delegate: RowDelegate, index: Index) -> None:
        super().__init__(field)
        self._field = field
        self._delegate = delegate
        self._index = QPersistentModelIndex(index)

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Intermediate while something else has this name."""
        fault = self._delegate.fault(self._index, text.strip()) if self._index.isValid() else ""
        if fault != self._field.toolTip():
            self._field.setToolTip(fault)
            self._field.setProperty("invalid", bool(fault))
            self._field.style().unpolish(self._field)
            self._field.style().polish(self._field)
            if fault:
                self._delegate.refused.emit(fault)
        state = QValidator.State.Intermediate if fault else QValidator.State.Acceptable
        return state, text, position


def _icon_rect(row: QRect) -> QRect:
    top = row.top() + (row.height() - SIZE.icon_small) // 2
    return QRect(row.left() + SIZE.inside, top, SIZE.icon_small, SIZE.icon_small)


def _text_rect(row: QRect, *, has_icon: bool, signs: int) -> QRect:
    """Return the rectangle of the name: after the icon, before the visible signs."""
    left = _icon_rect(row).right() + 1 + SIZE.related if has_icon else row.left() + SIZE.inside
    rects = sign_rects(row)
    right = row.right() - SIZE.inside
    if signs:
        right = rects["hide"].left() - SIZE.inside
    return QRect(left, row.top(), max(0, right - left), row.height())


def _centred(rect: QRect) -> QRect:
    side = QRect(0, 0, SIZE.icon_small, SIZE.icon_small)
    side.moveCenter(rect.center())
    return side
