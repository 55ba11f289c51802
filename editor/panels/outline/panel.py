"""The outline: everything that is drawn, by group and kind, linked with the canvas."""

from collections.abc import Callable, Mapping
from itertools import islice
from typing import ClassVar, Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QStackedLayout,
    QToolButton,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.look.after_frame import AfterFrame
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields.search import SearchField
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.panels.outline.model import OutlineModel
from editor.panels.outline.rows import RowDelegate, Sign
from editor.panels.outline.view import OutlineTree
from editor.panels.panel import Panel, Place
from editor.selection import Selection
from editor.tools.keys import pressing
from navcore.i18n import mark, tr
from navcore.level.operations import lock
from navcore.level.operations.organise import is_within

MOST_OPEN: Final = 2000
"""Folders of more rows are shut at first: laying out 200,000 rows takes more than a second."""
MOST_UNFOLDED: Final = 5000
"""Most rows of a folder that opens automatically for a selection on the canvas."""
MOST_RUNS: Final = 64
"""Most selected runs of rows that are set at once; further ones wait for mouse or keys, because Qt
needs 0.1 s for 2,000 runs, and 2 ms to paint each of their rows."""
OF_ROWS: Final = (
    "delete", "rename", "hide", "show_all", "show_only", "frame", "frame_all", "cut", "copy",
    "paste", "paste_in_place", "duplicate", "array",
)  # fmt: skip
"""Actions whose shortcuts also work in the tree."""

_NoUpdate = QItemSelectionModel.SelectionFlag.NoUpdate


class OutlinePanel(Panel):
    """Find, select, rename, hide, lock and put in order by name."""

    name: ClassVar[str] = "outline"
    title: ClassVar[str] = mark("Outline")
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 0

    def __init__(self, bench: Workbench) -> None:
        """The outline of the document."""
        super().__init__(bench)
        self._syncing = False
        self._strayed = False
        self._behind = False
        """True if many selected rows are not set in Qt yet."""
        self._ids: frozenset[int] = frozenset()
        """Elements whose rows are shown as selected."""
        self._soon = AfterFrame(self._follow_selection, self)
        self._from_canvas = False
        self._shut: set[str] = set()
        self._opened: set[str] = set()
        """Folders of very many rows that the user has opened; others are shut at first."""
        self.model = OutlineModel(bench.document)
        self.model.switched = lambda: bench.run.switches.switched
        self.search_field = SearchField()
        self.search_field.setPlaceholderText(tr("Find by name, kind or tag"))
        self.search_field.setAccessibleName(tr("Find"))
        self.search_field.setClearButtonEnabled(True)
        for button in self.search_field.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
        self.view = OutlineTree(self.model)
        self.delegate = RowDelegate(self.view, bench.document)
        self.view.setItemDelegate(self.delegate)
        self.view.setAccessibleName(tr("Outline"))
        self.empty = make_label(wraps=True)
        self.empty.setMinimumWidth(SIZE.label_column)
        self.clear = make_button(tr("Clear"), self._clear_search)
        self._lay_out()
        self._wire_search()
        self._wire_tree()
        self._restore()
        self._show_state()

    def _wire_search(self) -> None:
        field = self.search_field
        for key, act in (
            (Qt.Key.Key_Escape, self._forget_search),
            (Qt.Key.Key_Down, self._go_to_list),
        ):
            shortcut = QShortcut(QKeySequence(key), field)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(act)
        field.textChanged.connect(self._search)
        field.returnPressed.connect(self._take_found)

    def _wire_tree(self) -> None:
        document, model, view = self.bench.document, self.model, self.view
        model.refused.connect(self.said)
        self.delegate.refused.connect(self.said)
        self.delegate.closeEditor.connect(self._renamed)
        for signal in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            signal.connect(self._show_state)
        model.modelReset.connect(self._restore)
        model.group_renamed.connect(self._keep_shut)
        view.selectionModel().selectionChanged.connect(self._selected_here)
        view.expanded.connect(self._expanded)
        view.collapsed.connect(lambda index: self._shut.add(self._name_at(index)))
        view.touched.connect(self._catch_up)
        view.left.connect(self.leave)
        view.typed.connect(self._search_for)
        view.headed.connect(self._take_folder)
        view.signed.connect(self._toggle)
        view.menu_wanted.connect(self.bench.canvas.menu_requested)
        view.doubleClicked.connect(self._show_on_canvas)
        self.bench.commands.keys_changed.connect(lambda _: self._show_state())
        document.selection_changed.connect(self._selected_elsewhere)
        document.changed.connect(self._keep_selection)
        document.hidden_changed.connect(view.viewport().update)
        self.bench.run.switches.changed.connect(lambda _: view.viewport().update())
        document.storey.changed.connect(view.viewport().update)
        document.loaded.connect(self.search_field.clear)
        document.loaded.connect(self._shut.clear)
        document.loaded.connect(self._opened.clear)

    def _expanded(self, index: QModelIndex) -> None:
        name = self._name_at(index)
        self._shut.discard(name)
        if self.model.rowCount(index) > MOST_OPEN:
            self._opened.add(name)

    def can_rename(self) -> bool:
        """Return whether one thing can be renamed: the folder with the focus, or the selection."""
        return self._on_folder() or len(self.bench.document.selection.ids) == 1

    def rename(self) -> bool:
        """Edit that name in place; whether there was one thing to rename."""
        chosen = self.bench.document.selection.ids
        if self._on_folder():
            self._edit_name(self.view.currentIndex())
        elif len(chosen) == 1:
            self._edit_name(self._shown(lambda: self.model.index_of(next(iter(chosen)))))
        else:
            return False
        return True

    def _on_folder(self) -> bool:
        focus = self.bench.canvas.window().focusWidget()
        return focus is self.view and self.view.at_folder()

    def rename_group(self, path: str) -> None:
        """Edit the name of this group in place."""
        self._edit_name(self._shown(lambda: self.model.index_of_group(path)))

    def _shown(self, find: Callable[[], QModelIndex]) -> QModelIndex:
        """Return the row that `find` finds; a search that leaves it out is given up."""
        index = find()
        if not index.isValid() and self.search_field.text():
            self.search_field.clear()
            index = find()
        return index

    def _edit_name(self, index: QModelIndex) -> None:
        if index.isValid():
            self._from_canvas = self.bench.canvas.window().focusWidget() is self.bench.canvas
            self.view.selectionModel().setCurrentIndex(index, _NoUpdate)
            self.view.scrollTo(index)
            self.view.edit(index)

    def _renamed(self) -> None:
        """Return the focus to where the renaming was started."""
        if self._from_canvas:
            self._from_canvas = False
            self.bench.canvas.setFocus()

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """Keys that do something with rows work in the tree as well."""
        self.bench.commands.hear_in(self.view, OF_ROWS)

    def _lay_out(self) -> None:
        top = horizontal(margins=(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.related))
        fill(top, self.search_field)
        nothing = QWidget()
        column = vertical(
            nothing, gap=SIZE.related, margins=(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        )
        fill(column, self.empty)
        column.addWidget(self.clear, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch()
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(nothing)
        fill(vertical(self, gap=0, margins=0), top, (self._stack, 1))

    def _show_state(self) -> None:
        """Show a message if there are no rows."""
        searched = self.search_field.text().strip()
        if searched:
            self.empty.setText(tr('Nothing named "{0}".').format(searched))
        else:
            self.empty.setText(
                pressing(
                    "tool_polygon_area",
                    tr("Nothing drawn yet. Press {0} and click the corners of a floor."),
                    tr("Nothing drawn yet. Choose {0} and click the corners of a floor."),
                )
            )
        self.clear.setVisible(bool(searched))
        if not self.model.rowCount() and self.view.hasFocus():
            # Qt would take the search for what comes next, and undo would be about its text.
            self.bench.canvas.setFocus()
        self._stack.setCurrentIndex(0 if self.model.rowCount() else 1)

    def _clear_search(self) -> None:
        """Clear the search and move the focus from the hidden button to the field."""
        self.search_field.clear()
        self.search_field.setFocus()

    def _forget_search(self) -> None:
        """Clear the search with Esc, so that new elements are listed."""
        self.search_field.clear()
        self.bench.canvas.setFocus()

    def _search(self, text: str) -> None:
        self.model.search(text)
        self._show_state()

    def _take_found(self) -> None:
        """Enter in the search takes everything that it found."""
        if self.search_field.text().strip() and self.model.rowCount():
            self.view.selectAll()
            self.view.setFocus()

    def _search_for(self, letter: str) -> None:
        """Start a search with a letter typed in the list."""
        self.search_field.setFocus()
        self.search_field.setText(letter)

    def _go_to_list(self) -> None:
        """Move the focus from the search to the first result."""
        first = self.model.index(0, 0)
        if first.isValid():
            self.view.setFocus()
            self.view.selectionModel().setCurrentIndex(first, _NoUpdate)

    def _name_at(self, index: QModelIndex) -> str:
        node = self.model.node_at(index)
        return node.name if node is not None else ""

    def _keep_shut(self, paths: tuple[str, str]) -> None:
        """Keep a folder closed after it was renamed."""
        old, new = paths
        for name in [name for name in self._shut if is_within(name, old)]:
            self._shut.discard(name)
            self._shut.add(new + name[len(old) :])

    def _restore(self) -> None:
        """Restore open folders and the selection after a rebuild."""
        # One layout for all folders, not one each.
        self.view.scheduleDelayedItemsLayout()
        for name, index in self.model.headings():
            large = self.model.rowCount(index) > MOST_OPEN
            opened = name in self._opened if large else name not in self._shut
            self.view.setExpanded(index, opened)
        self._show_selection(self.bench.document.selection, scroll=False)

    def _selected_here(self) -> None:
        if self.model.following:
            self._strayed = True
        if self._syncing or self.model.following:
            return
        ids: set[int] = set()
        # By ranges: there may be thousands of rows.
        chosen = self.view.selectionModel().selection()
        for span in map(chosen.at, range(chosen.count())):
            ids |= self.model.ids_between(span.parent(), span.top(), span.bottom())
        self._syncing, self._ids = True, frozenset(ids)
        try:
            self.bench.document.select(self._ids)
        finally:
            self._syncing = False

    def _keep_selection(self) -> None:
        """Keep elements selected that move from one section to another."""
        if self._strayed:
            self._strayed = False
            self._show_selection(self.bench.document.selection, scroll=False)

    def _selected_elsewhere(self, selection: Selection) -> None:
        if not self._syncing and selection.ids != self._ids:
            self._soon.ask()

    def _follow_selection(self) -> None:
        """Show what was selected on the canvas or in another panel."""
        selection = self.bench.document.selection
        if selection.ids != self._ids:
            self._show_selection(selection, scroll=True)

    def _show_selection(self, selection: Selection, *, scroll: bool, whole: bool = False) -> None:
        self._syncing, self._ids = True, selection.ids
        try:
            most = None if whole else MOST_RUNS + 1
            runs = list(islice(self.model.section_runs(selection.ids), most))
            # The delegate paints the document's selection, not Qt's.
            self._behind = not whole and len(runs) > MOST_RUNS
            chosen = QItemSelection()
            for first, last in runs[:1] if self._behind else runs:
                chosen.select(first, last)
            self.view.selectionModel().select(
                chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            if scroll and not chosen.isEmpty():
                # Not `indexes()`, which visits each row.
                top = chosen.first()
                first, folder = self.model.index(top.top(), 0, top.parent()), top.parent()
                if self.model.rowCount(folder) > MOST_UNFOLDED and not self.view.isExpanded(folder):
                    # Rows of a folder are laid out all at once, which takes long.
                    first = folder
                self.view.selectionModel().setCurrentIndex(first, _NoUpdate)
                self.view.scrollTo(first)
            self.view.viewport().update()
        finally:
            self._syncing = False

    def _catch_up(self) -> None:
        """Select all rows that are selected, before mouse or keys change which are."""
        self._soon.hurry()
        if self._behind:
            self._show_selection(self.bench.document.selection, scroll=False, whole=True)

    def _take_folder(self, index: QModelIndex, keys: Qt.KeyboardModifier) -> None:
        """Select all that is in a folder; Shift adds it, Ctrl adds or removes it."""
        ids, before = self.model.ids_at(index), self.bench.document.selection.ids
        if keys & Qt.KeyboardModifier.ControlModifier:
            ids = before - ids if ids <= before else before | ids
        elif keys & Qt.KeyboardModifier.ShiftModifier:
            ids |= before
        self._syncing = True
        try:
            self.bench.document.select(ids)
        finally:
            self._syncing = False
        self._show_selection(self.bench.document.selection, scroll=False)

    def _toggle(self, index: QModelIndex, sign: Sign) -> None:
        """Hide or show, lock or unlock a row; a folder with all that is in it."""
        document, ids = self.bench.document, self.model.ids_at(index)
        hidden, locked = self.model.states(index)
        self.bench.canvas.settle()
        if sign == "hide":
            document.hide(document.hidden - ids if hidden else document.hidden | ids)
        else:
            document.commit(lock(document.level, ids, locked=not locked))

    def _show_on_canvas(self) -> None:
        if self.bench.document.selection.ids:
            self.bench.canvas.frame_selection()


PANELS = (OutlinePanel,)
