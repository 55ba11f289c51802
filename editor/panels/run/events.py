"""The log of a run: filtered, searched, and a way to the place and moment of each event."""

from functools import partial
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QSizePolicy,
    QTableView,
    QToolButton,
    QWidget,
)

from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Check, Elided
from editor.look.fields.search import SearchField
from editor.look.style import SIZE
from editor.look.views import plain_rows
from editor.look.widgets import make_label
from editor.panels.run import messages as words
from editor.panels.run.log import EventTable, Filter
from editor.run.run import Run
from navcore.i18n import several, tr
from navcore.sim.events import Kind

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})


class EventsPage(QWidget):
    """All that happened in the run so far, the newest at the end."""

    jumped = Signal(object)
    """Go there: the row of an event."""
    left = Signal(object)
    """The focus is to go back to the canvas."""
    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(self, run: Run) -> None:
        """Show this run."""
        super().__init__()
        self.model = EventTable(run)
        self.table = _Table(self.model)
        self.table.jumped.connect(self.jumped)
        self.table.left.connect(self.left)
        self.table.copied.connect(self._copy)
        self.search = SearchField()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search what happened"))
        self.search.setToolTip(tr("Only events with this text: a name, or what happened"))
        self.search.setClearButtonEnabled(True)
        for button in self.search.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
        self.search.textChanged.connect(self._filter)
        self.kinds = _Kinds()
        self.kinds.changed.connect(self._filter)
        self.selected_only = Check()
        self.selected_only.setText(tr("Selected agents only"))
        self.selected_only.setToolTip(tr("Only what happened to the selected agents"))
        self.selected_only.take = self._only_selected
        self.selected_only.left.connect(self.left)
        self.selected_only.setFixedHeight(SIZE.field)
        self.count = Elided()
        self.count.setObjectName("label")
        self.empty = make_label(wraps=True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.empty.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, 0)
        self._chosen: frozenset[int] = frozenset()
        self._lay_out()
        self._show_count()

    def _lay_out(self) -> None:
        side, listed = QWidget(), QWidget()
        side.setFixedWidth(SIZE.run_list)
        margins = (SIZE.margin, SIZE.inside, SIZE.margin, SIZE.inside)
        fill(
            vertical(side, gap=SIZE.inside, margins=margins),
            self.search, self.kinds, self.selected_only, STRETCH, self.count,
        )  # fmt: skip
        fill(vertical(listed, gap=0, margins=0), self.empty, (self.table, 1))
        fill(horizontal(self, gap=0, margins=0), side, (listed, 1))

    def refresh(self, chosen: frozenset[int]) -> None:
        """Take in what happened since; `chosen` are the selected agents now."""
        at_end = self.table.at_end
        if chosen != self._chosen:
            self._chosen = chosen
            self._filter()
        self.model.follow()
        self._show_count()
        if at_end:
            self.table.scrollToBottom()
        # Which rows are grey depends on the shown moment.
        self.table.viewport().update()

    def _only_selected(self, value: object) -> None:
        self.selected_only.show_value(bool(value))
        self._filter()

    def _filter(self, _: object = None) -> None:
        among = self._chosen if self.selected_only.isChecked() else None
        self.model.filter(Filter(self.kinds.chosen, among, self.search.text().strip()))
        self._show_count()

    def _show_count(self) -> None:
        shown, total = self.model.rowCount(), self.model.total
        if shown == total:
            self.count.setText(several(total, "1 event", "{0} events"))
        else:
            self.count.setText(tr("{0} of {1} events").format(shown, total))
        nothing = tr("Nothing has happened yet.")
        self.empty.setText(tr("No event matches.") if total else nothing)
        self.empty.setVisible(shown == 0)

    def _copy(self, rows: list[int]) -> None:
        QGuiApplication.clipboard().setText(self.model.text(rows))
        self.said.emit(several(len(rows), "Copied 1 event.", "Copied {0} events."))


class _Table(QTableView):
    """Enter and double-click go there, Ctrl+C copies."""

    jumped = Signal(object)
    left = Signal(object)
    copied = Signal(object)
    """Rows that are to be copied."""

    def __init__(self, model: EventTable) -> None:
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(tr("What happened"))
        self.setObjectName("events")
        plain_rows(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        rows, columns = self.verticalHeader(), self.horizontalHeader()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setMinimumSectionSize(1)
        columns.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        columns.setHighlightSections(False)
        columns.setStretchLastSection(True)
        width = self.fontMetrics().horizontalAdvance("00:00.0")
        self.setColumnWidth(0, width + 2 * SIZE.margin)
        self.setColumnWidth(1, 2 * width + SIZE.related)
        self.doubleClicked.connect(lambda index: self.jumped.emit(index.row()))

    @property
    def at_end(self) -> bool:
        """True if the newest is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - SIZE.row

    def rows(self) -> list[int]:
        """Return the selected rows from the top; all where none is."""
        chosen = sorted(index.row() for index in self.selectionModel().selectedRows())
        return chosen or list(range(self.model().rowCount(QModelIndex())))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes there, Ctrl+C copies, Esc leaves; the rest is the table's."""
        if event.key() in _ENTER and self.currentIndex().isValid():
            self.jumped.emit(self.currentIndex().row())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit(self.rows())
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Go there, or copy."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        row = self.indexAt(event.pos()).row()
        if row >= 0:
            go = QAction(tr("Go there"), menu)
            go.triggered.connect(lambda: self.jumped.emit(row))
            menu.addAction(go)
        copy = QAction(tr("Copy"), menu)
        copy.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        copy.triggered.connect(lambda: self.copied.emit(self.rows()))
        copy.setEnabled(self.model().rowCount(QModelIndex()) > 0)
        menu.addAction(copy)
        menu.popup(event.globalPos())


class _Kinds(QToolButton):
    """A list of kinds to choose from; the button says which are chosen."""

    changed = Signal(object)

    def __init__(self) -> None:
        """Start with all kinds."""
        super().__init__()
        self.setObjectName("chip")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(SIZE.field)
        self.setToolTip(tr("Choose which events are listed"))
        self._list = QMenu(self)
        self.all_action = QAction(tr("All kinds"), self)
        self.all_action.triggered.connect(self._choose_all)
        self._list.addAction(self.all_action)
        self._list.addSeparator()
        self.actions_by_kind: dict[Kind, QAction] = {}
        for kind, title in words.KINDS.items():
            # Made here: PySide at times takes for gone what Qt has made and still holds.
            action = QAction(tr(title), self, checkable=True, checked=True)
            action.triggered.connect(partial(self._choose, kind))
            self._list.addAction(action)
            self.actions_by_kind[kind] = action
        self.setMenu(self._list)
        self._tell()

    @property
    def chosen(self) -> frozenset[Kind]:
        """The kinds that are listed."""
        chosen = (kind for kind, action in self.actions_by_kind.items() if action.isChecked())
        return frozenset(chosen)

    def _choose_all(self) -> None:
        self._check(frozenset(Kind))

    def _choose(self, kind: Kind, _: object = None) -> None:
        """Show only the clicked kind if all are shown; show all if none would be left."""
        others = frozenset(Kind) - {kind}
        if self.chosen == others:
            self._check(frozenset({kind}))
        else:
            self._check(self.chosen or frozenset(Kind))

    def _check(self, kinds: frozenset[Kind]) -> None:
        for kind, action in self.actions_by_kind.items():
            action.setChecked(kind in kinds)
        self._tell()
        self.changed.emit(kinds)

    def _tell(self) -> None:
        chosen = self.chosen
        if len(chosen) == len(self.actions_by_kind):
            text = tr("All kinds")
        elif len(chosen) == 1:
            text = tr(words.KINDS[next(iter(chosen))])
        else:
            text = tr("{0} kinds").format(len(chosen))
        self.setText(text)
        self.setAccessibleName(tr("Kinds of events: {0}").format(text))
