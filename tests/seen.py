"""What a person sees and a screen reader says: the texts of widgets, and whether they fit."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTabBar,
    QTableView,
    QTreeView,
    QWidget,
)

from editor.language import CLOSING, OPENING

KEYS = {
    "Alt", "Arrows", "Backspace", "Ctrl", "Del", "Down", "End", "Enter", "Esc", "Home", "Left",
    "Menu", "PgDown", "PgUp", "Return", "Right", "Shift", "Space", "Tab", "Up",
}  # fmt: skip
UNITS = {"cm", "deg", "ft", "km", "m", "m²", "mm", "ms", "s", "min", "x", "z", "dx", "dz"}


def visible(top: QWidget) -> list[QWidget]:
    """Everything that is seen in a window; `findChildren` would make PySide own what it finds."""
    everything = [w for w in QApplication.allWidgets() if w is top or top.isAncestorOf(w)]
    return [w for w in everything if w.isVisible() and w.window() is top.window()]


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """What is said where on one widget: the text itself, its tip, what a screen reader says."""
    yield from _shown(widget)
    yield "tip", widget.toolTip()
    yield "name", widget.accessibleName()
    yield "description", widget.accessibleDescription()
    if widget.isWindow():
        yield "title", widget.windowTitle()


def _shown(widget: QWidget) -> Iterator[tuple[str, str]]:
    if isinstance(widget, QLabel | QAbstractButton):
        yield "text", plain(widget.text())
    elif isinstance(widget, QLineEdit | QPlainTextEdit):
        yield "placeholder", widget.placeholderText()
    elif isinstance(widget, QComboBox):
        for number in range(widget.count()):
            yield "item", widget.itemText(number)
    elif isinstance(widget, QTabBar):
        for number in range(widget.count()):
            yield "tab", widget.tabText(number)
    elif isinstance(widget, QMenu | QMenuBar):
        for action in widget.actions():
            yield from texts_of_action(action)
    elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView):
        yield from _texts_of_model(widget)


def texts_of_action(action: QAction) -> Iterator[tuple[str, str]]:
    """A line of a menu, without its key."""
    yield "line", action.text().partition("\t")[0]
    yield "tip", action.toolTip()


def _texts_of_model(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    model = view.model()
    for number in range(model.columnCount()):
        if isinstance(view, QTreeView | QTableView):
            yield "heading", str(model.headerData(number, Qt.Orientation.Horizontal) or "")
    yield from _texts_below(model, QModelIndex())


def _texts_below(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    roles = Qt.ItemDataRole
    for row in range(min(model.rowCount(parent), 40)):
        for column in range(model.columnCount(parent)):
            index = model.index(row, column, parent)
            for role in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
                yield "cell", str(index.data(role) or "")
        yield from _texts_below(model, model.index(row, 0, parent))


def plain(text: str) -> str:
    """Rich text as it is read."""
    if not re.search(r"<(a|b|br|p|span)\b", text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def untranslated(text: str, data: set[str]) -> str:
    """What of a text is neither translated nor data: names, numbers, units, keys."""
    left = text.replace("&", "")
    while (inner := re.sub(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}", " ", left)) != left:
        left = inner
    for name in sorted(data, key=len, reverse=True):
        left = left.replace(name, " ")
    words = re.findall(r"[^\W\d_]\w*", left)
    known = KEYS | UNITS
    return " ".join(
        word for word in words
        if word not in known and not re.fullmatch(r"[A-Z]|F\d+", word)
    )  # fmt: skip
