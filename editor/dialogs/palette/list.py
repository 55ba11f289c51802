"""The lines of the list of all actions: sign, text, where it is in the menus, and its key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QIcon, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from editor.look import pens
from editor.look.icons import icon
from editor.look.style import FONT, SIZE, current
from navcore.i18n import tr

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ENTRY: Final = Qt.ItemDataRole.UserRole
"""Role: the `Entry` of a row."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the list."""

    text: str
    beside: str
    """Menu path, or kind of element."""
    run: Callable[[], object]
    name: str = ""
    """The action's id."""
    key: str = ""
    icon: str = ""
    words: str = ""
    """Other words that find it."""
    checked: bool = False
    reason: str = ""
    """Why it can't be chosen now."""
    enabled: bool = True


class Entries(QAbstractListModel):
    """Search results, the best first."""

    def __init__(self) -> None:
        """Create the list without results."""
        super().__init__()
        self.found: list[Entry] = []

    def show(self, found: list[Entry]) -> None:
        """List these."""
        self.beginResetModel()
        self.found = found
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of results."""
        return 0 if parent.isValid() else len(self.found)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text; for screen readers all that is seen."""
        entry = self.found[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return told(entry)
        if role == Qt.ItemDataRole.ToolTipRole:
            return entry.reason or None
        return None


def told(entry: Entry) -> str:
    """Return all text of an entry's line."""
    on = tr("on") if entry.checked else ""
    return ", ".join(filter(None, (entry.text, on, entry.key, entry.beside, entry.reason)))


class LineDelegate(QStyledItemDelegate):
    """Sign, text, where it is in the menus, and its key."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All lines are as high."""
        return QSize(0, SIZE.button)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row; rows that can't be chosen are grey and give the reason."""
        entry: Entry = index.data(ENTRY)
        theme, box = current(), option.rect
        painter.save()
        self._paint_ground(painter, option)
        left = box.left() + SIZE.related
        sign = "check" if entry.checked else entry.icon
        mode = QIcon.Mode.Normal if entry.enabled else QIcon.Mode.Disabled
        place = QRect(left, 0, SIZE.icon_small, SIZE.icon_small)
        place.moveTop(box.top() + (box.height() - SIZE.icon_small) // 2)
        icon(sign, "accent" if entry.checked else "text2").paint(painter, place, mode=mode)
        left += SIZE.icon_small + SIZE.related
        right = box.right() - SIZE.related
        painter.setFont(option.font)
        right = _write(painter, QRect(left, box.top(), right - left, box.height()), entry.key,
                       theme.text2 if entry.enabled else theme.disabled, at_right=True)  # fmt: skip
        metrics = painter.fontMetrics()
        width = min(metrics.horizontalAdvance(entry.text) + SIZE.focus, right - left)
        _write(painter, QRect(left, box.top(), width, box.height()), entry.text,
               theme.text if entry.enabled else theme.disabled)  # fmt: skip
        left += width + SIZE.margin
        painter.setFont(pens.font(FONT.small))
        beside = entry.reason or entry.beside
        _write(painter, QRect(left, box.top(), right - left, box.height()), beside,
               theme.text2 if entry.enabled else theme.disabled)  # fmt: skip
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        theme = current()
        if option.state & QStyle.StateFlag.State_Selected:
            ground = theme.accent_fill
        elif option.state & QStyle.StateFlag.State_MouseOver:
            ground = theme.hover
        else:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(ground))
        painter.drawRoundedRect(option.rect, SIZE.radius_field, SIZE.radius_field)


def _write(painter: QPainter, box: QRect, text: str, token: str, *, at_right: bool = False) -> int:
    """Write in a box, shortened if need be; where the text begins, or the box ends."""
    if not text or box.width() <= 0:
        return box.right()
    metrics = painter.fontMetrics()
    text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    side = Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft
    painter.setPen(pens.colour(token))
    painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)
    return box.right() - metrics.horizontalAdvance(text) - SIZE.margin if at_right else box.right()
