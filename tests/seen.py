"""Texts of widgets that a person sees or a screen reader reads, and whether they fit."""

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
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
    QToolButton,
    QTreeView,
    QWidget,
)

from editor.bars.status import HintLabel
from editor.look.fields import Check, ChoiceBox, Elided, ElidedButton, Field, NoteField
from editor.look.fields.elided import ElidedPush
from editor.look.fields.search import SearchField
from editor.look.style import SIZE
from editor.system.language import CLOSING, OPENING

KEYS = {
    "Alt", "Arrows", "Backspace", "Ctrl", "Del", "Down", "End", "Enter", "Esc", "Home", "Left",
    "Menu", "PgDown", "PgUp", "Return", "Right", "Shift", "Space", "Tab", "Up",
}  # fmt: skip
UNITS = {"cm", "deg", "ft", "km", "m", "m²", "mm", "ms", "s", "min", "x", "z", "dx", "dz"}


def visible(top: QWidget) -> list[QWidget]:
    """Return all visible widgets in a window; `findChildren` would make PySide own them."""
    everything = [w for w in QApplication.allWidgets() if w is top or top.isAncestorOf(w)]
    return [w for w in everything if w.isVisible() and w.window() is top.window()]


def texts_of(widget: QWidget) -> Iterator[tuple[str, str]]:
    """Return the texts of one widget by kind: its text, its tooltip, its accessible texts."""
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
    """Return the text of a menu entry without its shortcut."""
    yield "line", action.text().partition("\t")[0]
    yield "tip", action.toolTip()


def _texts_of_model(view: QAbstractItemView) -> Iterator[tuple[str, str]]:
    model = view.model()
    if isinstance(view, QTreeView | QTableView):
        for number in range(_columns(model, QModelIndex())):
            yield "heading", str(model.headerData(number, Qt.Orientation.Horizontal) or "")
    yield from _texts_below(model, QModelIndex())


def _texts_below(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[tuple[str, str]]:
    roles = Qt.ItemDataRole
    for row in range(min(model.rowCount(parent), 40)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
                yield "cell", str(index.data(role) or "")
        yield from _texts_below(model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def plain(text: str) -> str:
    """Return rich text as plain text."""
    if not re.search(r"<(a|b|br|p|span)\b", text):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


def untranslated(text: str, data: set[str]) -> str:
    """Return the part of a text that is neither translated nor data, such as names or numbers."""
    left = re.sub(f"{OPENING}[^{CLOSING}]*…", " ", text.replace("&", ""))
    while (inner := re.sub(f"{OPENING}[^{OPENING}{CLOSING}]*{CLOSING}", " ", left)) != left:
        left = inner
    for name in sorted(data, key=len, reverse=True):
        left = left.replace(name, " ")
    words = re.findall(r"[^\W\d_]\w*", left)
    known = KEYS | UNITS
    return " ".join(
        word for word in words
        if word not in known and not re.fullmatch(r"[A-Z]|F\d+|[a-z]+_\d+", word)
    )  # fmt: skip


# Texts that are cut off.


SHORTENED = (
    Check | ChoiceBox | Elided | ElidedButton | ElidedPush | Field | HintLabel | NoteField
    | SearchField
)  # fmt: skip
"""Widgets that show a shortened text in full when the mouse is over them."""


def cut_off(widget: QWidget) -> str:
    """Return the text of a widget that is too small for it; empty if the text fits.

    A text that is shortened on purpose counts as fitting if a tooltip shows all of it.
    """
    if _is_beside_the_view(widget):
        return widget.accessibleName() or plain(str(widget.property("text") or ""))
    if isinstance(widget, SHORTENED):
        return ""
    if isinstance(widget, QLabel):
        return _cut_label(widget)
    if isinstance(widget, QAbstractButton):
        return _cut_button(widget)
    if isinstance(widget, QLineEdit | QPlainTextEdit):
        return _cut_placeholder(widget)
    if isinstance(widget, QComboBox):
        room = widget.width() - 2 * SIZE.related - SIZE.dialog
        return next((text for text in [widget.currentText()] if _advance(widget, text) > room), "")
    if isinstance(widget, QTabBar):
        return _cut_tab(widget)
    return ""


def _is_beside_the_view(widget: QWidget) -> bool:
    """Return whether part of a widget is out of sight at the side: pages only scroll vertically."""
    seen = widget.visibleRegion().boundingRect()
    controls = QLabel | QAbstractButton | QLineEdit | QPlainTextEdit | QComboBox
    return isinstance(widget, controls) and 0 < seen.width() < widget.width()


def _advance(widget: QWidget, text: str) -> int:
    return max(
        (widget.fontMetrics().horizontalAdvance(line) for line in text.split("\n")), default=0
    )


def _told(widget: QWidget, text: str) -> bool:
    return text in widget.toolTip()


def _cut_label(label: QLabel) -> str:
    text = plain(label.text())
    if not text:
        return ""
    box = label.contentsRect()
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        widest = max(_advance(label, word) for word in text.split())
        short = needed > label.height() + 1 or widest > box.width()
    else:
        short = label.sizeHint().width() > label.width() + 1
    return text if short and not _told(label, text) else ""


def _cut_button(button: QAbstractButton) -> str:
    text = button.text().replace("&", "")
    icon_only = isinstance(button, QToolButton) and (
        button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
        and not button.icon().isNull()
    )
    if not text or icon_only:
        return ""
    short = button.minimumSizeHint().width() > button.width() + 1
    short |= button.sizeHint().width() > button.width() + 1
    return text if short and not _told(button, text) else ""


def _cut_placeholder(field: QLineEdit | QPlainTextEdit) -> str:
    text = field.placeholderText()
    room = field.contentsRect().width() - 2 * SIZE.related
    if _told(field, text) or _advance(field, text) <= room:
        return ""
    return text


def _cut_tab(tabs: QTabBar) -> str:
    for number in range(tabs.count()):
        text = tabs.tabText(number)
        seen = tabs.rect().contains(tabs.tabRect(number))
        room = tabs.tabRect(number).width() - SIZE.margin
        if text not in tabs.tabToolTip(number) and not (seen and _advance(tabs, text) <= room):
            return text
    return ""
