"""Command palette: search in all actions and, below them, in the names of the level."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import ClassVar, Final

from PySide6.QtCore import (
    QEvent,
    QObject,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QWidget,
)

from editor.actions.fuzzy import score
from editor.actions.row import Row
from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.palette.list import Entries, Entry, LineDelegate, told
from editor.kinds import appearance_of
from editor.look.boxes import fill, vertical
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.views import only_shown
from editor.look.widgets import make_label
from navcore import samples
from navcore.i18n import mark, tr

MOST_ELEMENTS: Final = 50
ELEMENTS_ALONE: Final = "@"
"""Prefix that limits a search to the level."""
USED: Final = 8.0
"""Score bonus of recently used actions."""
OFF: Final = 25.0
"""Score penalty of disabled actions."""
SUBMENU: Final = " \N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK} "
_MOVES: Final = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: 1 - SIZE.palette_rows,
    Qt.Key.Key_PageDown: SIZE.palette_rows - 1,
}
_OPENERS: Final = {"palette", "recent"}
"""Actions that open a list like this; their keys close it again."""
_TABS: Final = {Qt.Key.Key_Tab: Qt.Key.Key_Down, Qt.Key.Key_Backtab: Qt.Key.Key_Up}


class PaletteDialog(Dialog):
    """Search field with results over the window; Enter runs the marked one on the canvas."""

    name: ClassVar[str] = "palette"
    title: ClassVar[str] = mark("Find an action")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the palette over this window, with the last used actions at the top."""
        super().__init__(bench, parent)
        self._window = parent
        # A child widget instead of a window: input methods work in it, and it has no frame.
        self.setWindowFlags(Qt.WindowType.Widget)
        self._actions = [*_actions(bench), *_levels(bench)]
        self.search = _Search(bench.commands.order_of)
        self.search.setPlaceholderText(tr("Find an action, or with @ a thing in the level"))
        self.search.setAccessibleName(tr("Find an action"))
        self.entries = Entries()
        self.view = QListView()
        self._dress_view()
        self.empty = make_label(wraps=True)
        self.empty.setContentsMargins(SIZE.related, SIZE.related, SIZE.related, SIZE.inside)
        self._lay_out()
        self.search.textChanged.connect(self._find)
        self.search.moved.connect(self._move)
        self.search.taken.connect(self.take_current)
        self.search.left.connect(self.reject)
        self.view.clicked.connect(lambda index: self.choose(self.entries.found[index.row()]))
        bench.canvas.pointer.covered = True
        parent.installEventFilter(self)
        self._find("")

    def choose(self, entry: Entry) -> None:
        """Close, and do it as the menu would."""
        if not entry.enabled:
            return
        if entry.name:
            self.bench.settings.note_action(entry.name)
        self.accept()
        entry.run()

    def take_current(self) -> None:
        """Run the marked entry."""
        row = self.view.currentIndex().row()
        if row >= 0:
            self.choose(self.entries.found[row])

    def done(self, result: int) -> None:
        """Return the focus and the mouse position to the canvas."""
        super().done(result)
        self._window.removeEventFilter(self)
        canvas = self.bench.canvas
        canvas.pointer.covered = False
        canvas.setFocus()
        # Later, because the action may apply to the place under the mouse.
        QTimer.singleShot(0, canvas, canvas.pointer.menu_closed)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay in the middle of the window, and give way to its dialogs."""
        if event.type() == QEvent.Type.Resize:
            self._place()
        elif event.type() == QEvent.Type.WindowBlocked:
            self.reject()
        return False

    def showEvent(self, event: QShowEvent) -> None:
        """Raise the palette over other widgets, and focus its field."""
        super().showEvent(event)
        self.raise_()
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _lay_out(self) -> None:
        self._popover = popover = QFrame()
        popover.setObjectName("popover")
        inner = vertical(popover, gap=SIZE.inside, margins=SIZE.related)
        fill(inner, self.search, self.empty, (self.view, 1))
        self._column = fill(vertical(self, margins=0), popover)

    def _dress_view(self) -> None:
        view = self.view
        view.setModel(self.entries)
        view.setItemDelegate(LineDelegate(view))
        view.setUniformItemSizes(True)
        view.setMouseTracking(True)
        view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        only_shown(view)
        view.setAccessibleName(tr("Actions"))

    def _place(self) -> None:
        """Place the palette at the top centre, with the height of its lines."""
        window = self._window
        width = min(SIZE.palette_width, window.width() - 2 * SIZE.dialog)
        lines = min(len(self.entries.found), SIZE.palette_rows)
        self.view.setFixedHeight(lines * SIZE.button)
        self.view.setVisible(bool(lines))
        # Without it, the height of the previous results remains.
        self._popover.updateGeometry()
        self._column.invalidate()
        height = self._column.totalSizeHint().height()
        self.setGeometry((window.width() - width) // 2, SIZE.palette_top, width, height)

    def _find(self, text: str) -> None:
        sought = text.strip()
        if not sought:
            found = self._at_rest()
        elif sought.startswith(ELEMENTS_ALONE):
            found = self._named(sought.removeprefix(ELEMENTS_ALONE).strip())
        else:
            found = [*self._fitting(sought), *self._named(sought)]
        self.entries.show(found)
        self.view.setCurrentIndex(self.entries.index(0))
        self.view.scrollToTop()
        self.empty.setText(tr('Nothing named "{0}".').format(sought))
        self.empty.setVisible(not found)
        self._place()
        self._tell()

    def _at_rest(self) -> list[Entry]:
        """Return the last used actions, then all actions in the order of the menus."""
        of_name = {entry.name: entry for entry in self._actions if entry.name}
        last = [of_name[name] for name in self.bench.settings.recent_actions if name in of_name]
        return [*last, *(entry for entry in self._actions if entry not in last)]

    def _fitting(self, sought: str) -> list[Entry]:
        recent = self.bench.settings.recent_actions
        found: list[tuple[float, int, Entry]] = []
        for number, entry in enumerate(self._actions):
            fits = score(sought, entry.text, (entry.name, entry.words), (entry.beside,))
            if fits is not None:
                fits += USED if entry.name in recent else 0.0
                found.append((-fits if entry.enabled else OFF - fits, number, entry))
        return [entry for *_, entry in sorted(found, key=lambda one: one[:2])]

    def _named(self, sought: str) -> list[Entry]:
        """Return elements whose names contain all words, matches at the start first."""
        words = sought.casefold().split()
        level = self.bench.document.level
        held = [
            element
            for element in level.elements()
            if element.name and all(word in element.name.casefold() for word in words)
        ]
        start = sought.casefold()
        held.sort(key=lambda element: not element.name.casefold().startswith(start))
        return [
            Entry(
                element.name,
                element.group.replace("/", SUBMENU),
                partial(self._show_element, element.id),
                icon=appearance_of(element).icon,
            )
            for element in held[:MOST_ELEMENTS]
        ]

    def _show_element(self, element_id: int) -> None:
        self.bench.document.select(frozenset({element_id}))
        self.bench.canvas.frame_selection()

    def _move(self, key: Qt.Key) -> None:
        """Move the mark up or down, by a line or a page."""
        count = len(self.entries.found)
        if not count:
            return
        row = self.view.currentIndex().row() + _MOVES[key]
        if abs(_MOVES[key]) == 1:
            row %= count
        self.view.setCurrentIndex(self.entries.index(max(0, min(count - 1, row))))
        self._tell()

    def _tell(self) -> None:
        """Report the marked entry to screen readers, because the field keeps the focus."""
        row = self.view.currentIndex().row()
        self.search.setAccessibleDescription(told(self.entries.found[row]) if row >= 0 else "")


def _actions(bench: Workbench) -> Iterator[Entry]:
    """All actions, as the menus have them."""
    commands = bench.commands
    for name, row in commands.rows.items():
        action = commands.table[name]
        if name == PaletteDialog.name:
            continue
        yield Entry(
            action.text().partition("\t")[0],
            _path(*row.path),
            action.trigger,
            name,
            commands.key_of(name),
            row.icon,
            _other_words(row),
            checked=action.isCheckable() and action.isChecked(),
            reason=commands.reason_of(name),
            enabled=action.isEnabled(),
        )


def _other_words(row: Row[Workbench]) -> str:
    """Return words that also find an action: its usual text as well, if that varies.

    The manual calls an action by its usual text, *Walk this route*, whatever is selected.
    """
    usual = row.text if row.named is not None else ""
    return " ".join(tr(words) for words in (usual, row.words) if words)


def _levels(bench: Workbench) -> Iterator[Entry]:
    """Recent files and samples."""
    beside = _path("File", mark("Recent"))
    for file in bench.settings.recent.files:
        yield Entry(file.name, beside, partial(bench.files.open, file), icon="open")
    beside = _path("File", "Open sample")
    for name in samples.names():
        yield Entry(name, beside, partial(bench.files.open_sample, name), icon="open")


def _path(*menus: str) -> str:
    return SUBMENU.join(map(tr, menus))


class _Search(QLineEdit):
    """The field keeps the focus; keys that go up and down are the list's."""

    moved = Signal(object)
    """A key that moves up or down was pressed."""
    taken = Signal()
    left = Signal()

    def __init__(self, order_of: Callable[[QKeySequence], QAction | None]) -> None:
        """Create an empty field; `order_of` returns the action of a key."""
        super().__init__()
        self._order_of = order_of
        self.setFixedHeight(SIZE.field)
        self.addAction(icon("search", "text2"), QLineEdit.ActionPosition.LeadingPosition)

    def event(self, event: QEvent) -> bool:
        """Tab goes on in the list, and the key that opened it closes it."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._closes(event):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress and event.key() in _TABS:
                self.moved.emit(_TABS[Qt.Key(event.key())])
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle up and down, Enter, and keys that close the palette."""
        key = Qt.Key(event.key())
        if key in _MOVES:
            self.moved.emit(key)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.taken.emit()
        elif key == Qt.Key.Key_Escape or self._closes(event):
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """A click elsewhere closes the list; another program or a menu of this field does not."""
        super().focusOutEvent(event)
        reasons = Qt.FocusReason
        if event.reason() not in {reasons.PopupFocusReason, reasons.ActiveWindowFocusReason}:
            self.left.emit()

    def _closes(self, event: QKeyEvent) -> bool:
        action = self._order_of(QKeySequence(event.keyCombination()))
        return action is not None and action.objectName() in _OPENERS


DIALOGS = (PaletteDialog,)
